"""Matches of which only the points are noted, written for a test."""

from __future__ import annotations

from collections.abc import Sequence


def sheet(
    game: str, names: Sequence[str], *rounds: Sequence[object], rules: str = "", more: str = ""
) -> str:
    """A match; `names` may be ``Ann, team: Blue``, `more` are further keys of its head."""
    players = "".join(f"- name: {name.replace(', ', chr(10) + '  ')}\n" for name in names)
    scores = "".join(f"- score: [{', '.join(map(str, scores))}]\n" for scores in rounds)
    return f"---\nscoutcli: 1\ngame: {game}\n{more}players:\n{players}{rules}rounds:\n{scores}"


ONE_ROUND = "rules:\n  rounds: 1\n"


def single(game: str, *points: tuple[str, int], more: str = "") -> str:
    """A match of one round: who made how many points."""
    names = [name for name, _ in points]
    return sheet(game, names, [each for _, each in points], rules=ONE_ROUND, more=more)
