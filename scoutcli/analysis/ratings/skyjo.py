"""SKYJO: up to which loss for each unforced decision a word holds (see `ratings`)."""

LIMITS = (0.05, 0.1, 0.18, 0.3, 0.5, 0.9, 1.6)
"""In points, for any number of players."""
