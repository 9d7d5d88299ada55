"""The card games SCOUT and SKYJO in a shell: play, record, validate, replay, score."""

__version__ = "0.1.0"
