"""Ratings of entrants from the outcomes of matches, for any number of seats.

A rating needs places alone: who came before whom. None depends on the order in
which matches are given; those over time go by date, stage and identity.
"""

from __future__ import annotations

from scoutcli.ratings.model import MEAN, Course, Match, Outcome, Rated, Rating
from scoutcli.ratings.running import elo, openskill
from scoutcli.ratings.strengths import bradley_terry

__all__ = [
    "MEAN",
    "Course",
    "Match",
    "Outcome",
    "Rated",
    "Rating",
    "bradley_terry",
    "elo",
    "openskill",
]
