"""Card games as text, both ways: moves, deals, positions, match files. Knows no screen, no bot."""
