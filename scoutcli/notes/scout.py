"""SCOUT as it is seen at a table: moves from hands that nobody but their owner knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from games.errors import RuleError
from games.game import Event, Move
from games.scout import blocks
from games.scout.cards import STRENGTH, TURN, UNKNOWN, UPPER, is_whole
from games.scout.gaps import is_missed
from games.scout.moves import UNNOTED, UNSAID, Scout, Scouted, ScoutShow, Show
from games.scout.state import State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.scout_choose import choose
from notation.scout_moves import CARDS, parse_move, values_text
from scoutcli.notes.reading import NOT_KNOWN, Offer

_CARDS = re.compile(r"(?:s|show)? ?([1-9t?]{2}(?:[ -]+[1-9t?]{2})*)\Z", re.IGNORECASE | re.ASCII)
_END = re.compile(
    r"(?:scout |take )?(l|left|r|right)(?: ?(?:at |to |@)? ?([0-9]{1,2}))?\Z",
    re.IGNORECASE | re.ASCII,
)
_NOWHERE = re.compile(r"\s*@\s*\?\s*\Z", re.ASCII)
"""Says that nobody saw where a card went."""
_PLUS = re.compile(r"\s*\+\s*|\s+(?:and|then)\s+", re.ASCII)


def read(text: str, state: State, seat: int) -> Sequence[tuple[Move, ...]]:
    """What a text can mean, the likeliest first; nothing where a record's form says it all.

    In a hand of which not every card is known a card can lie at several
    places; then its place is one that nobody noted. Raises TextError.
    """
    try:
        parse_move(text)
    except TextError:
        pass
    else:
        return ()
    view = state.view(seat)
    text, unsaid = _NOWHERE.subn("", text)
    if state.opening:
        return [(move,) for move in choose(text, view, ())]
    unknown = is_missed(state, seat) or not all(map(is_whole, view.hand))
    if state.lost and not state.table and (end := _END.match(text.strip())):
        places: Sequence[int] = range(len(view.hand) + 1)
        if end[2]:
            places = (int(end[2]) - 1,)
        elif unknown or unsaid:
            places = (UNSAID,)
        return [(Scout(end[1][0] in "rR", UNKNOWN, to),) for to in places]
    legal = () if unknown else state.legal()
    found: list[Move] = []
    fault: TextError | None = None
    for form in _forms(text):
        try:
            meant = choose(form, view, legal)
        except TextError as error:
            fault = fault or error
        else:
            found += _collapsed(meant) if (unknown or unsaid) and len(meant) > 1 else meant
    if not found:
        assert fault is not None
        raise fault
    return [(move,) for move in dict.fromkeys(found)]


def _forms(text: str) -> Iterator[str]:
    """The text, and another form of it where whole cards are shown: ``47 4T``."""
    yield text
    before, joint, last = text.rpartition("+")
    if not joint:
        parts = _PLUS.split(text, maxsplit=1)
        before, last = (parts[0], parts[-1]) if len(parts) > 1 else ("", text)
    cards = _CARDS.match(last.strip())
    if cards is None or len(cards[1]) < 2:
        return
    words = re.split(r"[ -]+", cards[1].lower())
    if all(card in CARDS for card in words):
        shown = f"S?={'-'.join(words)}"
        yield f"{before} + {shown}" if before else shown


def _collapsed(moves: Sequence[Move]) -> list[Move]:
    """The moves that differ in their places alone as one, from a place that nobody noted."""
    alike: dict[Move, list[Move]] = {}
    for move in moves:
        alike.setdefault(_placed(move, UNSAID, UNSAID), []).append(move)
    return [_common(group) for group in alike.values()]


def _common(group: Sequence[Move]) -> Move:
    """One move for several, with the places in which they agree."""
    tos = {_places(move)[0] for move in group}
    ats = {_places(move)[1] for move in group}
    to = tos.pop() if len(tos) == 1 else UNSAID
    return _placed(group[0], to, ats.pop() if len(ats) == 1 and to != UNSAID else UNSAID)


def _places(move: Move) -> tuple[int, int]:
    """Where a Scout puts its card, and from where on a Show takes its own; 0 where there is none.

    A Show alone counts as one after a Scout whose place is known.
    """
    if isinstance(move, ScoutShow):
        return move.scout.to, move.show.at
    return (move.to, 0) if isinstance(move, Scout) else (0, getattr(move, "at", 0))


def _placed(move: Move, to: int, at: int) -> Move:
    """The same move at other places."""
    if isinstance(move, ScoutShow):
        return ScoutShow(move.scout._replace(to=to), move.show._replace(at=at))
    if isinstance(move, Scout):
        return move._replace(to=to)
    return move._replace(at=at) if isinstance(move, Show) else move


def points(state: State) -> tuple[int | None, ...]:
    """The points of each seat as if the round were over now."""
    return state.scores()


# What is shown


def unknown(state: State, names: Sequence[str]) -> list[str]:
    """What a drawing cannot show: that a hand was not even counted, that points are not known."""
    if not state.lost:
        return []
    missed = [names[seat] for seat in range(state.players) if is_missed(state, seat)]
    sentences = ["A move was not noted, so the points of this round are not known."]
    if missed:
        sentences.append(f"Nor is the number of cards of {' and '.join(missed)}.")
    return sentences


def amended(text: str, event: Event, players: int) -> str:
    """What is told of an event, without saying more than is known of it."""
    if isinstance(event, Scouted) and event.paid < 0 and players > 2:
        taken = text.rpartition(" It costs ")[0]
        return f"{taken} Who gets the Scout token is {NOT_KNOWN}."
    return text


def told(lines: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """The lines of a position in which a move was not noted, with what is known of it alone."""
    seats = range(state.players)
    head, table = lines[:2]
    hands = lines[-state.players :]
    shown = [head, "Table: not known" if state.owner < 0 else table]
    for seat in seats:
        missed = is_missed(state, seat)
        size = len(state.hands[seat])
        cards = "number of cards not known" if missed else f"{size} card{'s' * (size != 1)}"
        facts = [cards, "points not known"]
        if state.players > 2:
            left = "used" if not state.marker[seat] else NOT_KNOWN if missed else "left"
            facts.insert(1, f"Scout & Show {left}")
        total = state.totals[seat]
        facts.append(f"{NOT_KNOWN if total is None else total} before this round")
        shown.append(f"Seat {seat + 1} {names[seat]}: {', '.join(facts)}")
    for seat, line in zip(seats, hands, strict=True):
        shown.append(f"Hand of {names[seat]}: {NOT_KNOWN}" if is_missed(state, seat) else line)
    return shown


# What could be typed


def offers(typed: str, notation: Notation, state: State) -> Iterator[Offer]:
    """Moves that can have been made: the legal ones, and patterns where the hand is not known."""
    seat = state.turn
    view = state.view(seat)
    if state.opening or (all(map(is_whole, view.hand)) and not is_missed(state, seat)):
        # Where nobody noted what there is to beat, any block may have been shown.
        no_table = state.lost and state.owner < 0
        shows = blocks.shows(view.hand.translate(UPPER), 0) if no_table else state.legal()
        for move in shows:
            yield Offer(notation.choice(move), notation.explain(move, view))
        if no_table:
            for right, to in product((False, True), range(len(view.hand) + 1)):
                side = "right" if right else "left"
                text = notation.format([Scout(right, UNKNOWN, to)])
                yield Offer(text, f"scouts the {side} card, to position {to + 1}")
    else:
        for move, says in _patterns(state, with_show="+" in typed):
            text = notation.format([move])
            if text.lower().startswith(typed.lower()) and _can(state, seat, move):
                yield Offer(text, says)
    yield Offer(notation.format([UNNOTED]), "nobody noted it")


def _patterns(state: State, *, with_show: bool) -> Iterator[tuple[Move, str]]:
    """What can be done out of a hand that is not known, legal or not, and what it means."""
    shows = list(_shows())
    yield from ((show, f"shows {_spaced(show.values)}") for show in shows)
    for scout in _scouts(state):
        side = "right" if scout.right else "left"
        yield scout, f"scouts the {side} card, to a place nobody noted"
        for show in shows if with_show else ():
            says = f"scouts the {side} card and shows {_spaced(show.values)}"
            yield ScoutShow(scout, show), says


def _shows() -> Iterator[Show]:
    """Every block from an unknown place, the weakest first: those that just beat the table."""
    for values in sorted(STRENGTH, key=lambda block: (STRENGTH[block], block)):
        yield Show(UNSAID, values)


def _scouts(state: State) -> Iterator[Scout]:
    """A card of either end, either way up."""
    table = state.table
    for right, card in ((False, table[:1]), (True, table[1:][-1:])):
        for way in dict.fromkeys(card + card.translate(TURN)):
            yield Scout(right, way, UNSAID)


def _can(state: State, seat: int, move: Move) -> bool:
    try:
        state.check(seat, move)
    except RuleError:
        return False
    return True


def _spaced(values: bytes) -> str:
    return " ".join(values_text(values))
