"""SCOUT in words for people: what a move does, what happened, how a round stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.game import Event, Move
from games.scout.cards import TURN, UPPER
from games.scout.moves import (
    Choose,
    Chose,
    Ended,
    Missed,
    Scout,
    Scouted,
    ScoutShow,
    Show,
    Shown,
    Started,
    Stop,
)
from games.scout.scoring import scores
from games.scout.state import State
from games.scout.view import View
from notation.diagnostics import printable
from notation.scout_moves import CARD_TEXTS, cards_text, spaced, values_text

KINDS: Mapping[type, str] = {
    Choose: "Keep or flip",
    Show: "Show",
    Scout: "Scout",
    ScoutShow: "Scout & Show",
    Stop: "Stop",
}
"""The headings under which moves are listed."""

# What a move does


def explain(move: Move, view: View) -> str:
    """A few words on a legal move of the seat of the view: ``captures 2, joins 4 4, leaves 6``."""
    hand = view.hand
    if isinstance(move, Show):
        return ", ".join(_show_words(move, hand, len(view.table)))
    if isinstance(move, Scout):
        return ", ".join(_scout_words(move, view))
    if isinstance(move, ScoutShow):
        to = max(move.scout.to, 0)
        after = hand[:to] + bytes((move.scout.card,)) + hand[to:]
        words = [f"takes {CARD_TEXTS[move.scout.card]}"]
        words += _show_words(move.show, after, len(view.table) - 1)
        return ", ".join(words + _price_words(view))
    if isinstance(move, Choose):
        if move.how == "flip":
            hand = hand.translate(TURN)
            hand = hand[::-1] if view.rules["flip"] == "rotate" else hand
        return f"the hand reads {spaced(hand.translate(UPPER))}"
    return "ends the round" if isinstance(move, Stop) else ""


def _show_words(show: Show, hand: bytes, captured: int) -> list[str]:
    """What a Show captures, and what it breaks, joins and leaves in a hand."""
    words = [f"captures {captured}"] if captured else []
    at, end = show.at, show.at + len(show.values)
    values = hand.translate(UPPER)
    words += _listed("breaks", values, {_block(values, seam) for seam in (at, end)} - {(at, end)})
    left = values[:at] + values[end:]
    words += _listed("joins", left, {_block(left, at)})
    words.append(f"leaves {_count(len(left), 'card')}" if left else "empties the hand")
    return words


def _scout_words(scout: Scout, view: View) -> list[str]:
    """What card a Scout takes, what stands side by side then, and what it costs."""
    words = [f"takes {CARD_TEXTS[scout.card]}"]
    values, to = view.hand.translate(UPPER), max(scout.to, 0)
    after = values[:to] + (scout.card >> 4).to_bytes(1, "big") + values[to:]
    made = _listed("makes", after, {_block(after, seam) for seam in (to, to + 1)})
    broken = _block(values, to)
    if broken and not any(spaced(values[slice(*broken)]) in word for word in made):
        words += _listed("breaks", values, {broken})
    words += made or [_neighbours(values, to)]
    if len(view.table) == 1:
        words.append("empties the table")
    return words + _price_words(view) + (["ends the round"] if _ends_round(view) else [])


def _price_words(view: View) -> list[str]:
    """What a Scout costs, and who gets it."""
    if view.players > 2:
        return [f"a token for seat {view.owner + 1}"] if view.owner >= 0 else []
    to_owner = view.rules["scout_token_to"] == "owner" and view.owner >= 0
    return ["costs a token"] + ([f"a point for seat {view.owner + 1}"] if to_owner else [])


def _ends_round(view: View) -> bool:
    """Whether a Scout is the last one that an unbeaten set needs, with more than two players."""
    goes_on = len(view.table) == 1 and view.rules["all_scouted_empty"] == "continue"
    last = view.players > 2 and view.scouts == view.players - 2
    return last and view.owner >= 0 and not goes_on


def _listed(verb: str, values: bytes, blocks: set[tuple[int, int] | None]) -> list[str]:
    """As in ``breaks 4 4 and 4 5``; nothing where there is no block."""
    texts = [spaced(values[first:last]) for first, last in sorted(filter(None, blocks))]
    return [f"{verb} {' and '.join(texts)}"] if texts else []


def _neighbours(values: bytes, to: int) -> str:
    """Between which upper numbers a card comes to stand."""
    before, after = values_text(values[:to][-1:]), values_text(values[to : to + 1])
    if before and after:
        return f"between {before} and {after}"
    return f"after {before}" if before else f"before {after}"


def _block(values: bytes, seam: int) -> tuple[int, int] | None:
    """The longest set or run that holds both cards beside a seam, from where to where."""
    if not 0 < seam < len(values):
        return None
    step = values[seam] - values[seam - 1]
    if not (values[seam - 1] and values[seam] and -1 <= step <= 1):
        return None
    first, last = seam - 1, seam + 1
    while first and values[first - 1] and values[first] - values[first - 1] == step:
        first -= 1
    while last < len(values) and values[last] and values[last] - values[last - 1] == step:
        last += 1
    return first, last


def _count(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


# What happened


def tell(event: Event, names: Sequence[str], by: int | None) -> str:
    """A sentence or two on an event as the seat `by` may see it, everything for None."""
    safe = [printable(name) for name in names]
    who = safe[event[0]] if event[0] >= 0 else ""
    if isinstance(event, Chose):
        seen = event.how if by is None or by == event.seat else "unknown"
        words = {"keep": "keeps the hand", "flip": "flips the hand"}
        return f"{who} {words.get(seen, 'has chosen to keep or to flip')}."
    if isinstance(event, Started):
        return f"{who} starts."
    if isinstance(event, Shown):
        return _shown_words(event, who)
    if isinstance(event, Scouted):
        return _scouted_words(event, who, "" if event.paid < 0 else safe[event.paid])
    if isinstance(event, Missed):
        return f"Nobody noted the move of {who}."
    if isinstance(event, Ended):
        return _ended_words(event, who, "" if event.exempt < 0 else safe[event.exempt])
    return ""


def _shown_words(event: Shown, who: str) -> str:
    """As in ``Ada shows 4 4 (47 4T) from position 3 and captures 2 cards``."""
    values = spaced(event.cards.translate(UPPER))
    where = "" if event.at < 0 else f" from position {event.at + 1}"
    points = f" and captures {_count(len(event.captured), 'card')}" if event.captured else ""
    return f"{who} shows {values} ({cards_text(event.cards)}){where}{points}."


def _scouted_words(event: Scouted, who: str, paid: str) -> str:
    """As in ``Ada scouts 37 from the left into position 2. Bo gets a Scout token``."""
    side = "right" if event.right else "left"
    where = "" if event.to < 0 else f" into position {event.to + 1}"
    token = f"{paid} gets a Scout token." if paid else "It costs a Scout token."
    return f"{who} scouts {CARD_TEXTS[event.card]} from the {side}{where}. {token}"


def _ended_words(event: Ended, who: str, exempt: str) -> str:
    """How a round ended, and who is exempt."""
    words = {
        "emptied": f"{who} has no card left",
        "unbeaten": "nobody beat the last Show",
        "limit": "the limit of moves is reached",
        "stopped": f"{who} stops",
    }
    free = f"; {exempt} does not pay for the cards in hand" if exempt else ""
    return f"The round is over: {words.get(event.end, printable(event.end))}{free}."


# How a round stands


def show(view: View, names: Sequence[str]) -> list[str]:
    """What a seat knows, one fact a line, its own hand last; no hand where the view is nobody's."""
    seats = [printable(name) for name in names]
    lines = [
        f"Round {view.number}, {_count(view.actions, 'move')} made: {_turn_words(view, seats)}"
    ]
    if view.table:
        owner = f", shown by {seats[view.owner]}" if view.owner >= 0 else ""
        values = spaced(view.table.translate(UPPER))
        lines.append(f"Table: {values} ({cards_text(view.table)}){owner}")
    else:
        lines.append("Table: empty")
    points = scores(view.rules, view.won, view.tokens, [len(hand) for hand in view.hands], -1)
    for seat in range(view.players):
        facts = [
            _count(len(view.hands[seat]), "card"),
            f"{view.won[seat]} captured",
            _count(view.tokens[seat], "token"),
        ]
        if view.players > 2:
            facts.append(f"Scout & Show {'left' if view.marker[seat] else 'used'}")
        total = view.totals[seat]
        facts.append(f"{_count(points[seat], 'point')} so far")
        facts.append(f"{'x' if total is None else total} before this round")
        known = _places(view.hands[seat])
        if seat != view.seat and known:
            facts.append(f"known {known}")
        lines.append(f"Seat {seat + 1} {seats[seat]}: {', '.join(facts)}")
    if view.seat >= 0:
        lines.append(f"Hand of {seats[view.seat]}: {_places(view.hand, whole=True) or 'no card'}")
    return lines


def show_all(state: State, names: Sequence[str]) -> list[str]:
    """What the record knows, one fact a line, the hands last."""
    seats = [printable(name) for name in names]
    view = state.view(max(state.turn, 0))
    # Hands are shown below, and whole, so nothing is told of what others know of them.
    bare = replace(view, hands=tuple(bytes(len(hand)) for hand in state.hands), chosen=None)
    return show(bare, names)[:-1] + [
        f"Hand of {seats[seat]}: {_places(hand, whole=True) or 'no card'}"
        for seat, hand in enumerate(state.hands)
    ]


def _turn_words(view: View, seats: Sequence[str]) -> str:
    """Who is to do what."""
    if view.end is not None:
        return f"over ({view.end})"
    if view.turn < 0:
        return "a starter is drawn"
    if view.opening:
        chosen = {"keep": ", you keep", "flip": ", you flip"}.get(view.chosen or "", "")
        return f"{seats[view.turn]} keeps or flips the hand{chosen}"
    return f"{seats[view.turn]} to move"


def _places(hand: bytes, whole: bool = False) -> str:
    """Cards with their positions, ``1:37  4:T2``; only the known ones unless `whole`."""
    return "  ".join(f"{at}:{CARD_TEXTS[card]}" for at, card in enumerate(hand, 1) if card or whole)
