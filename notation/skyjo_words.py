"""What people read in SKYJO: what a move does, what happened, and how the cards lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import mul

from games.game import Event, Move
from games.skyjo.cards import (
    COLUMN_MATES,
    EMPTY,
    LINES,
    PLACES,
    ROW_MATES,
    UNKNOWN,
    VALUES,
    line_name,
    place_name,
)
from games.skyjo.moves import (
    Cleared,
    Draw,
    Drew,
    Ended,
    Flipped,
    Missed,
    Opened,
    Placed,
    Reshuffled,
    Reveal,
    Revealed,
    Started,
    Swap,
    Take,
    Turn,
    Turned,
)
from games.skyjo.state import State
from games.skyjo.view import View
from notation.skyjo_moves import PLACE_TEXTS, half_text

CHEAT_SHEET = (
    ("Oa1:5b2:Z", "opens a1, a 5, and b2, a -1, before the first turn"),
    ("T7@b2:5", "takes the 7 from the discard pile, puts it at b2; out came a 5"),
    ("D7@b2:5", "draws a 7, puts it at b2; out came a 5"),
    ("D7/b2:5", "draws a 7, throws it, turns up b2: a 5"),
    ("T7@b2:5#b", "the same as without #b, and column b is complete and gone (#2: row 2)"),
    ("N73A0", "a new draw pile, its top first, just before the draw that needed it"),
    ("N73A0:5", "the same where the rules turn a card up: a 5"),
    ("?", "a move that nobody noted; also a card or a place not known, as in T?@b2:5"),
)

_GRID_LINES = 5
"""Lines that `show` makes of a seat."""

KINDS: Mapping[type, str] = {
    Reveal: "Open two",
    Take: "Take",
    Draw: "Draw",
    Swap: "Put",
    Turn: "Throw",
}
"""The headings under which moves are listed."""

# What a move does, in a few words


def choice(move: Move) -> str:
    """A legal move where somebody chooses: ``T@b2``, ``D``, ``@b2``, ``/b2``, ``Oa1b2``."""
    if isinstance(move, Reveal):
        return "O" + "".join(PLACE_TEXTS[place] for place in move.places)
    if isinstance(move, Take):
        return f"T@{PLACE_TEXTS[move.place]}"
    if isinstance(move, (Swap, Turn)):
        return half_text(move).partition(":")[0]
    return "D" if isinstance(move, Draw) else "?"


def explain(move: Move, view: View) -> str:
    """A few words on what a legal move does."""
    if isinstance(move, Reveal):
        return f"opens {' and '.join(map(place_name, move.places))}"
    if isinstance(move, Draw):
        if view.stock:
            return "draws a card; then place it, or throw it and turn one"
        return "makes a new draw pile and draws a card"
    if isinstance(move, Take):
        return _put_words("takes the", view.discard[-1], move.place, view)
    if isinstance(move, Swap):
        drawn = UNKNOWN if view.drawn is None else view.drawn
        return _put_words("puts the", drawn, move.place, view)
    if isinstance(move, Turn):
        return _turn_words(move.place, view)
    return "a move that nobody noted"


def _put_words(verb: str, card: int, place: int, view: View) -> str:
    """What comes where for what, what is cleared, and what the own grid is to cost more or less."""
    there = view.grid[place]
    out = "a hidden card" if there is None else f"the {_number(there)}"
    lines = _completed(view, place, card)
    words = [f"{verb} {_number(card)} for {out} at {place_name(place)}"]
    words += [f"clears {line_name(line)}" for line in lines]
    if UNKNOWN not in (card, there):
        words.append(_change(view, place, card, lines))
    return ", ".join(words + _last_words(view, place))


def _turn_words(place: int, view: View) -> str:
    """What is thrown, what is turned up, and which card there would clear a line."""
    thrown = "card" if view.drawn is None else _number(view.drawn)
    words = [f"throws the {thrown}, turns up {place_name(place)}"]
    words += [
        f"{_a(card)} clears {' and '.join(map(line_name, lines))}"
        for card, left in zip(VALUES, view.unseen, strict=True)
        if left > 0 and (lines := _completed(view, place, card))
    ]
    return ", ".join(words + _last_words(view, place))


def _last_words(view: View, place: int) -> list[str]:
    """What it means that nothing hidden is left."""
    if view.ender is not None or view.grid[place] is not None or view.grid.count(None) != 1:
        return []
    return ["no hidden card is left: the others get one turn more"]


def _change(view: View, place: int, card: int, lines: Sequence[int]) -> str:
    """By how much a card at a place changes what the own grid costs: ``+4``, ``about -2``.

    A hidden card counts as the mean of those not seen.
    """
    there, grid = view.grid[place], view.grid
    old = _mean(view) if there is None else there
    gone = {other for line in lines for other in LINES[line]} - {place}
    kept = 0 if lines else card
    change = round(kept - old - sum(grid[other] or 0 for other in gone))
    about = "about " if there is None else ""
    return f"{about}{change:+d}" if change else f"{about}no change"


def _mean(view: View) -> float:
    """What a card that the seat has not seen counts, on an average."""
    points: int = sum(map(mul, VALUES, view.unseen))
    return points / max(sum(view.unseen), 1)


def _completed(view: View, place: int, card: int) -> list[int]:
    """The lines that an open card completes in the own grid."""
    grid = view.grid
    lines = []
    if all(grid[mate] == card for mate in COLUMN_MATES[place]):
        lines.append(place % 4)
    if view.rules["clear_rows"] and all(grid[mate] == card for mate in ROW_MATES[place]):
        lines.append(4 + place // 4)
    return lines if card != UNKNOWN else []


def _number(card: int) -> str:
    return "unknown card" if card == UNKNOWN else str(card)


# What happened, in a sentence


def tell(event: Event, names: Sequence[str], by: int | None) -> str:
    """A sentence on an event as the seat `by` may see it (None: all); "" if there is none."""
    name = names[event[0]] if event[0] >= 0 else ""
    if isinstance(event, Drew):
        if by in (None, event.seat):
            return f"{name} draws {_a(event.card)}."
        return f"{name} draws a card."
    if isinstance(event, Placed):
        whence = "takes" if event.taken else "puts"
        where = _at(event.place)
        return f"{name} {whence} the {_number(event.card)}{where}; out comes {_a(event.out)}."
    if isinstance(event, Turned):
        return (
            f"{name} throws the {_number(event.thrown)} and turns up {_a(event.card)}"
            f"{_at(event.place)}."
        )
    if isinstance(event, (Revealed, Flipped)):
        cards = ", ".join(
            f"{_number(card)}{_at(place)}"
            for place, card in zip(event.places, event.cards, strict=True)
        )
        return f"{name} {'opens' if isinstance(event, Revealed) else 'turns up'} {cards}."
    if isinstance(event, Cleared):
        lines = " and ".join(map(line_name, event.lines))
        return f"{name} clears {lines}: {' '.join(map(_number, event.cards))}."
    return _tell_rest(event, names, name)


def _tell_rest(event: Event, names: Sequence[str], name: str) -> str:
    """A sentence on an event that comes once or never in a round."""
    if isinstance(event, Started):
        return f"{name} starts."
    if isinstance(event, Opened):
        return f"{name} has no hidden card left: everybody else has one more turn."
    if isinstance(event, Reshuffled):
        up = "" if event.up is None else f", and {_a(event.up)} is turned up"
        return f"The discard pile is shuffled into a new draw pile of {event.size} cards{up}."
    if isinstance(event, Missed):
        return f"{name} makes a move that nobody noted."
    if isinstance(event, Ended):
        if event.end == "limit":
            return "The round ends: too many turns."
        doubled = f" {names[event.doubled]} is not alone the lowest: points count twice."
        return f"The round is over.{doubled if event.doubled >= 0 else ''}"
    return ""


def _a(card: int) -> str:
    """A card with its article: ``an 8``."""
    if card == UNKNOWN:
        return "an unknown card"
    return f"an {card}" if card in (8, 11) else f"a {card}"


def _at(place: int) -> str:
    return "" if place < 0 else f" at {place_name(place)}"


# The position in plain text


def show(view: View, names: Sequence[str]) -> list[str]:
    """The position as one seat knows it, one fact a line."""
    lines = [f"Round {view.number}, {_doing(view, names)}"]
    top = f"{_number(view.discard[-1])} on top" if view.discard else "empty"
    lines.append(f"Discard pile: {top}, {_cards(len(view.discard))}")
    lines.append(f"Draw pile: {_cards(view.stock)}")
    if view.drawn is not None:
        lines.append(f"Drawn: {_number(view.drawn)}")
    if view.ender is not None and view.end is None:
        lines.append(f"Last turns: {names[view.ender]} has no hidden card left")
    for seat in range(view.players):
        lines += _seat_lines(view, seat, names)
    return lines


def show_all(state: State, names: Sequence[str]) -> list[str]:
    """What the record knows, one fact a line; a hidden card that it knows stands in parentheses."""
    view = state.view(max(state.turn, 0))
    lines = show(replace(view, drawn=state.drawn), names)
    lines = lines[: len(lines) - view.players * _GRID_LINES]
    for seat in range(view.players):
        lines += _seat_lines(view, seat, names)[:1]
        lines[-1] = lines[-1].replace(f"{names[seat]} (you):", f"{names[seat]}:", 1)
        lines.append("        a    b    c    d")
        marks = [
            _mark(seen) if seen is not None or card == UNKNOWN else f"({card})"
            for card, seen in zip(state.grids[seat], view.grids[seat], strict=True)
        ]
        for start in range(0, PLACES, 4):
            row = "".join(f"{mark:>5}" for mark in marks[start : start + 4])
            lines.append(f"   {start // 4 + 1}{row}")
    return lines


def _doing(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, and what for."""
    if view.end is not None:
        return f"over ({view.end})"
    if view.turn < 0:
        return "it is not settled yet who starts"
    name = names[view.turn]
    if view.opening:
        return f"before the first turn: {name} opens two cards"
    if view.midturn:
        return f"turn {view.turns + 1}: {name} has drawn a card"
    return f"turn {view.turns + 1}: {name} is to move"


def _seat_lines(view: View, seat: int, names: Sequence[str]) -> list[str]:
    grid = view.grids[seat]
    hidden = sum(card is None for card in grid)
    opened = sum(card for card in grid if card not in (None, EMPTY, UNKNOWN))
    total = view.totals[seat]
    you = " (you)" if seat == view.seat else ""
    facts = [f"{opened} open", f"{hidden} hidden", f"total {'?' if total is None else total}"]
    lines = [f"{names[seat]}{you}: {', '.join(facts)}", "       a   b   c   d"]
    for start in range(0, PLACES, 4):
        row = "".join(f"{_mark(card):>4}" for card in grid[start : start + 4])
        lines.append(f"   {start // 4 + 1}{row}")
    return lines


def _mark(card: int | None) -> str:
    if card is None:
        return "?"
    return {EMPTY: ".", UNKNOWN: "x"}.get(card, str(card))


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
