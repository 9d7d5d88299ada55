"""SCOUT: up to which loss for each unforced decision a word holds (see `ratings`)."""

LIMITS = (0.05, 0.12, 0.25, 0.45, 0.75, 1.1, 1.6)
"""In points, for any number of players."""
