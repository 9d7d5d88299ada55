"""Replaying matches: `walk` goes through a round, `told` prints it, `model` and `screen` step."""
