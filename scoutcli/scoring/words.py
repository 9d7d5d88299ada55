"""What is said of a match and of its seats, the same in every form."""

from __future__ import annotations

import games
from games.errors import RuleError
from scoutcli.results.facts import FAULTY, FINISHED, Facts

ABOUT = ("event", "stage", "table", "date")
"""The headers that tell one match from another."""


def game_title(name: str) -> str:
    """The title of a game; its name where nobody here knows it."""
    if not name:
        return "of no known game"
    try:
        return games.get(name).title
    except RuleError:
        return name


def match_title(match: Facts) -> str:
    """``evening.yaml, match 2: SCOUT, Club, 2026-11-30 (unfinished)``."""
    about = [match.headers[key] for key in ABOUT if key in match.headers]
    said = ", ".join((game_title(match.game), *about))
    return f"{match.file}, match {match.number}: {said}{_remark(match)}"


def _remark(match: Facts) -> str:
    """What there is to say of its points."""
    if match.status == FAULTY:
        return " (at fault, not counted)"
    if match.status != FINISHED:
        return f" ({match.status})"
    return "" if match.verified else " (not verified)"
