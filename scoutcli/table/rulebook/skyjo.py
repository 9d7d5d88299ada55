"""SKYJO: its rules by heading, and those that matter at a point of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import Move
from games.skyjo.view import View

TOPICS = {
    "Two cards": "before the first turn each turns up two cards of the own twelve; the highest "
    "sum starts the first round",
    "A turn": "take the top of the discard pile and put it in place of any own card, open or "
    "hidden; or draw a card, and see it",
    "A drawn card": "put it in place of any own card, or throw it and turn up a hidden one",
    "Columns": "three equal open cards in a column go to the discard pile at once, whatever they "
    "are worth (option clear_rows: four in a row too)",
    "End of a round": "whoever has no hidden card left ends it; each of the others has one more "
    "turn, then all cards are turned up, and full columns go",
    "Points": "the sum of the cards left, fewer are better; whoever ended the round and is not "
    "alone the lowest has them doubled, if they are above zero (option ender_penalty)",
    "Match": "it ends when a total reaches 100, unless the options score_limit and rounds say "
    "otherwise; the lowest total wins",
    "Draw pile": "when a card is drawn and none is left, the discard pile without its top is "
    "shuffled (option draw_exhausted)",
}
"""What the rules say, in short."""

_FEW = 2
"""Hidden cards of a seat that may end the round soon."""


def now(view: View, legal: Sequence[Move]) -> Iterator[str]:
    """What matters for the seat of the view, one rule a line."""
    del legal  # whatever is legal here, the same rules matter
    if view.opening:
        yield _rule("Two cards")
        return
    yield _rule("A drawn card" if view.midturn else "A turn")
    if any(_pairs(view.grid)):
        yield _rule("Columns")
    if view.ender is not None:
        yield "Somebody has no hidden card left: this is your last turn of the round."
        yield _rule("Points")
    elif any(grid.count(None) <= _FEW for grid in view.grids):
        yield _rule("End of a round")
        yield _rule("Points")
    if not view.stock and not view.midturn:
        yield _rule("Draw pile")


def _pairs(grid: Sequence[int | None]) -> Iterator[bool]:
    """For each column, whether two open cards in it are equal."""
    for column in range(4):
        cards = [card for card in grid[column::4] if card is not None]
        yield len(cards) > len(set(cards))


def _rule(topic: str) -> str:
    return f"{topic}: {TOPICS[topic]}."
