"""A game taught by playing it: `scoutcli play --tutorial`.

`course` says what a course is made of, one module for each game holds the
lessons, `lesson` gives them at any screen.
"""

from scoutcli.tutorial.lesson import run

__all__ = ["run"]
