"""The matches that were played: which files they are in, what became of them, how well you did."""
