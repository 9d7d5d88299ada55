"""SCOUT: what a move captures, gives away, and leaves in the hand and on the table."""

from __future__ import annotations

from typing import NamedTuple

from games.game import Move
from games.scout.bots import pieces
from games.scout.cards import TURN, UPPER
from games.scout.moves import Choose, Scout, ScoutShow, Show, Stop
from games.scout.scoring import rounds_of
from games.scout.view import View

PLAYOUTS = 4000
MARKS = (1.0, 2.0, 4.0)
"""With four players, `expert` loses more than the first in 3 of 100 choices and more than the
second in none; `greedy` and `steady` lose more than these in a quarter and in a sixth of theirs,
and more than the last, about what a round is worth to a careful player, in 2 to 4 of 100; who
plays anything does so in every third."""
WIDER = 1.5
"""Worlds come from walks through the same few hundred, and have forebears in common. Losses
measured anew from other seeds scatter 1.2 to 1.5 times as far as one error (3 and 4 players)."""

# About how many points these are worth, to name the weightiest first.
_SHOW_LEFT = 1.4
_CARD_LEFT = 0.9
_TO_BEAT = 0.8
_TOKEN = 0.8
_MARKER = 1.2


class After(NamedTuple):
    """What is plain to see after a move."""

    captured: int
    given: int
    """Scout tokens: to another seat or, with two players, spent."""
    hand: int
    """Cards."""
    shows: int
    """The fewest Shows that the hand can be played in as it lies."""
    table: int
    """Cards of the active set, for the next player to beat."""
    used: bool
    """Whether the Scout & Show is spent."""
    ends: bool
    """Whether the round ends with this hand."""


def unit(view: View) -> str:
    """See `Reasons`."""
    at_stake = ", with the match at stake" if view.number >= rounds_of(view.rules) else ""
    return f"points against the mean of the others{at_stake}"


def better(view: View, best: Move, other: Move) -> list[str]:
    """See `Reasons`."""
    one, two = after(view, best), after(view, other)
    fewer, shorter = two.hand - one.hand, two.shows - one.shows
    token = "spends no token" if view.players == 2 else "gives away no token"
    found = [
        (
            20.0,
            "ends the round with no card in your hand",
            one.ends and one.hand == 0 and (two.hand > 0 or not two.ends),
        ),
        (
            20.0,
            f"does not end the round with {_count(two.hand, 'card')} in your hand",
            two.ends > one.ends and two.hand > 0,
        ),
        (
            float(one.captured - two.captured),
            f"captures {_count(one.captured, 'card')}{_not(two.captured)}",
            one.captured > two.captured,
        ),
        (
            _SHOW_LEFT * (two.shows - one.shows) + _CARD_LEFT * (two.hand - one.hand),
            f"leaves {_hand(one)}, not {_hand(two, one)}",
            fewer >= 0 and shorter >= 0 and fewer + shorter > 0 and one.hand > 0,
        ),
        (
            _SHOW_LEFT * shorter,
            f"leaves a hand of {_count(one.shows, 'Show')}, not {two.shows}",
            shorter > 0 > fewer,
        ),
        (
            _TO_BEAT * (one.table - two.table),
            f"leaves {_count(one.table, 'card')} to beat{_not(two.table)}",
            one.table > two.table and not one.ends,
        ),
        (_TOKEN, token, one.given < two.given),
        (_MARKER, "keeps your Scout & Show", two.used > one.used),
    ]
    holding = [(weight, words) for weight, words, holds in found if holds]
    return [words for _, words in sorted(holding, key=lambda each: -each[0])]


def after(view: View, move: Move) -> After:
    """What is plain to see after a legal move."""
    hand, table = view.hand.translate(UPPER), len(view.table)
    two = view.players == 2
    if isinstance(move, Choose):
        if move.how == "flip":
            hand = view.hand.translate(TURN).translate(UPPER)
        return After(0, 0, len(hand), pieces(hand), 0, used=False, ends=False)
    if isinstance(move, Stop):
        return After(0, 0, len(hand), pieces(hand), table, used=False, ends=True)
    given, captured = 0, 0
    scout = move.scout if isinstance(move, ScoutShow) else move
    if isinstance(scout, Scout):
        to = max(scout.to, 0)
        hand = hand[:to] + bytes((scout.card >> 4,)) + hand[to:]
        table -= 1
        given = int(two or view.owner >= 0)
    show = move.show if isinstance(move, ScoutShow) else move
    if isinstance(show, Show):
        captured, table = table, len(show.values)
        hand = hand[: show.at] + hand[show.at + len(show.values) :]
    ends = not hand
    if isinstance(move, Scout) and not two and view.scouts == view.players - 2:
        ends = table > 0 or view.rules["all_scouted_empty"] == "end"
    used = isinstance(move, ScoutShow)
    return After(captured, given, len(hand), pieces(hand), table, used, ends)


def _hand(after: After, beside: After | None = None) -> str:
    """``5 cards in 3 Shows``; beside another only the numbers, and of those what is new."""
    if beside is None:
        return f"{_count(after.hand, 'card')} in {_count(after.shows, 'Show')}"
    return str(after.shows) if after.hand == beside.hand else f"{after.hand} in {after.shows}"


def _not(number: int) -> str:
    return f", not {number}" if number else ""


def _count(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
