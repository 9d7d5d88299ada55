"""SCOUT: its rules by heading, and those that matter at a point of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import Move
from games.scout.moves import Scout, ScoutShow, Show, Stop
from games.scout.view import View

TOPICS = {
    "Keep or flip": "before the first turn each hand is kept or flipped, whole, once, unseen by "
    "the others; after that no card of it is moved or turned",
    "Show": "cards that stand side by side in the hand: one, a set (all equal), or a run (each "
    "one more than the last, or each one less); they become the active set, and the former one "
    "is captured, a point a card",
    "What beats": "more cards; with as many, a set beats a run; then the higher smallest number; "
    "what is equal does not beat",
    "Scout": "take the leftmost or rightmost card of the active set, either way up, to any place "
    "in the hand; its owner gets a Scout token, which is a point",
    "Scout & Show": "once a round, with three players or more: a Scout, and at once a Show that "
    "beats what is left of the active set",
    "Two players": "each has three tokens a round and pays one for a Scout; whoever scouts goes "
    "on, and the turn ends with a Show",
    "End of a round": "a hand is empty; or all others only scouted after a Show; with two "
    "players, whoever is to move can neither Show nor Scout",
    "Points": "cards captured and tokens, less the cards left in hand; the owner of a Show that "
    "nobody beat does not pay for those (option exempt)",
    "Match": "as many rounds as players, unless the option rounds says otherwise; most points win",
}
"""What the rules say, in short."""

_FEW = 2
"""Cards in a hand that can be gone with one Show."""


def now(view: View, legal: Sequence[Move]) -> Iterator[str]:
    """What matters for the seat of the view, one rule a line."""
    if view.opening:
        yield _rule("Keep or flip")
        return
    shows = any(isinstance(move, Show) for move in legal)
    if not view.table:
        yield "The table is empty: any Show goes, and nothing can be scouted."
        yield _rule("Show")
    elif shows:
        yield _rule("What beats")
    elif any(isinstance(move, (Scout, ScoutShow)) for move in legal):
        yield "Nothing in the hand beats the active set, so a card is scouted."
        yield _rule("Scout")
        if any(isinstance(move, ScoutShow) for move in legal):
            yield _rule("Scout & Show")
    if view.players == 2:
        yield _rule("Two players")
    if any(isinstance(move, Stop) for move in legal):
        yield "Stop: the round may be ended here, instead of answering the other set."
    yield from _ending(view)


def _ending(view: View) -> Iterator[str]:
    """What is to be said where the round may end soon."""
    if view.players > 2 and view.table and view.scouts == view.players - 2:
        free = view.rules["exempt"] == "owner"
        pays = ", and its owner does not pay for the cards in hand" if free else ""
        yield f"Nobody has beaten the active set: one Scout more ends the round{pays}."
    if any(0 < len(hand) <= _FEW for hand in view.hands):
        yield _rule("End of a round")


def _rule(topic: str) -> str:
    return f"{topic}: {TOPICS[topic]}."
