"""SKYJO as it is seen at a table: every card comes to light only when it is moved or turned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.game import Deal as AnyDeal
from games.game import Event, Move
from games.skyjo.cards import EMPTY, PLACES, UNKNOWN, VALUES, place_name, places_in
from games.skyjo.gaps import shown_cards
from games.skyjo.moves import UNSAID, Draw, Flipped, Reveal, Swap, Take, Turn
from games.skyjo.state import Deal, State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.replay import NOT_NOTED
from notation.skyjo_moves import BAD_MOVE, CARD_TEXTS, CARDS, PLACE_OF, card_fault, parse_lines
from notation.skyjo_moves import reveal as in_order
from scoutcli.notes.reading import NOT_KNOWN, Offer

_CARD = r"([0-9abcyz?])"
_PLACE = r"([a-d][1-3]|\?)"
_OUT = rf"(?:[ :]*{_CARD})?((?: ?#[a-d1-3]){{0,2}})"
_TAKE = re.compile(
    rf"(?:t(?:ake)?(?: ?{_CARD})??(?: (?:to|at|for))?[ @]*)?{_PLACE}{_OUT}\Z", re.ASCII
)
_DRAW = re.compile(rf"d(?:raw)? ?{_CARD}?\Z", re.ASCII)
_DRAW_AND = re.compile(rf"d(?:raw)? ?{_CARD}? ?([@/]) ?{_PLACE}{_OUT}\Z", re.ASCII)
_HALF = re.compile(rf"([@/]|put |keep |swap |throw |turn )?(?:at )?{_PLACE}{_OUT}\Z", re.ASCII)
_OPEN = re.compile(
    rf"(?:o|open )?{_PLACE}(?:[ :]*{_CARD})?(?:,? | ?and )?{_PLACE}(?:[ :]*{_CARD})?\Z", re.ASCII
)


def read(text: str, state: State, seat: int) -> Sequence[tuple[Move, ...]]:  # noqa: ARG001 - as each game
    """What a text means; nothing where it is none of the forms with cards that came to light.

    What is not said is not known, but for complete lines, which follow from the
    cards: a ``#`` is needed only where these are not known.
    """
    low = " ".join(text.lower().split())
    if low == NOT_NOTED:
        return ()
    if state.opening:
        found = _OPEN.match(low)
        if found is None:
            return ()
        first, card, second, other = found.groups()
        reveal = in_order(_place(first), _place(second), _card(card), _card(other))
        return [(reveal,)]
    if state.midturn:
        found = _HALF.match(low)
        if found is None:
            return ()
        kind = Turn if (found[1] or "").strip() in ("/", "throw", "turn") else Swap
        return [(_second(kind, found, 2, None),)]
    if found := _DRAW_AND.match(low):
        drawn = _card(found[1])
        kind = Swap if found[2] == "@" else Turn
        return [(Draw(drawn), _second(kind, found, 3, drawn))]
    if found := _DRAW.match(low):
        return [(Draw(None if found[1] is None else CARDS[found[1]]),)]
    if found := _TAKE.match(low):
        card, place, out, lines = found.groups()
        taken = None if card is None else CARDS[card]
        return [(Take(_place(place), taken, _said(out), _lines(lines)),)]
    return ()


def _second(
    kind: type[Swap | Turn], found: re.Match[str], group: int, card: int | None
) -> Swap | Turn:
    """What is done with a drawn card; the groups from `group` on are place, card and lines."""
    return kind(_place(found[group]), _said(found[group + 1]), _lines(found[group + 2]), card)


def _place(text: str) -> int:
    return PLACE_OF[text.upper()]


def _card(text: str | None) -> int:
    return UNKNOWN if text is None else CARDS[text]


def _said(text: str | None) -> int | None:
    return None if text is None else CARDS[text]


def _lines(text: str) -> tuple[int, ...] | None:
    return parse_lines(text.replace(" ", "")) if text else None


def points(state: State) -> tuple[int | None, ...]:
    """The points of each seat once the round is over; before, the sum of its open cards."""
    if state.end is not None:
        return state.scores()
    sums: list[int | None] = []
    for seat in range(state.players):
        cards = _open_cards(state, seat)
        sums.append(None if UNKNOWN in cards else sum(card for card in cards if card != EMPTY))
    return tuple(sums)


def _open_cards(state: State, seat: int) -> Sequence[int]:
    """The cards that lie open in a grid, with one not known where some may."""
    if state.opening:
        return shown_cards(state, seat) if seat < len(state.chosen) else ()
    grid, opened = state.grids[seat], state.opened[seat]
    cards = [grid[place] for place in places_in(opened)]
    return [*cards, UNKNOWN] if state.unsure[seat] else cards


# What is shown


def unknown(state: State, names: Sequence[str]) -> list[str]:
    """What a drawing cannot show: where it is not known what lies open, and how many cards lie."""
    sentences = [
        f"Which cards of {names[seat]} lie open is {NOT_KNOWN}: {where}."
        for seat in range(state.players)
        if (where := _unsure(state, seat))
    ]
    if state.slack:
        sentences.append(f"A move was not noted, so how many cards the piles have is {NOT_KNOWN}.")
    return sentences


def _unsure(state: State, seat: int) -> str:
    """The places of which it is not known whether a card lies open there, or which."""
    if state.opening:
        unsaid = any(
            not isinstance(choice, Reveal) or UNSAID in choice.places
            for choice in state.chosen[seat : seat + 1]
        )
        return "two of them do" if unsaid else ""
    places = places_in(state.unsure[seat])
    return "any of them may" if len(places) == PLACES else " ".join(map(place_name, places))


def amended(text: str, event: Event, players: int) -> str:  # noqa: ARG001 - as each game
    """What is told of an event: nothing that is not known."""
    return text


def told(lines: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """The lines of a position of which not all is known, with what is known of it alone."""
    shown = list(lines)
    size = 5  # a grid is three rows below two lines of heading
    for seat in range(state.players):
        if where := _unsure(state, seat):
            total = state.totals[seat]
            at = len(lines) + (seat - state.players) * size
            shown[at] = (
                f"{names[seat]}: open cards {NOT_KNOWN} ({where}), "
                f"total {NOT_KNOWN if total is None else total}"
            )
    if state.slack:
        for at, pile in ((1, "Discard pile"), (2, "Draw pile")):
            shown[at] = f"{pile}: number of cards {NOT_KNOWN}"
            if at == 1 and state.discard[-1] != UNKNOWN:
                shown[at] = f"{pile}: {state.discard[-1]} on top, number of cards {NOT_KNOWN}"
    return shown


# What comes to light when a round is over


class Hidden(NamedTuple):
    """Cards of a seat that were turned up at the end, and that nobody noted so far."""

    seat: int
    places: tuple[int, ...]

    @property
    def where(self) -> str:
        """Their places, in reading order."""
        return " ".join(map(place_name, self.places))


def hidden(events: Sequence[Event]) -> list[Hidden]:
    """What is to be asked for behind the move that ended a round."""
    result = []
    for event in events:
        if isinstance(event, Flipped):
            pairs = zip(event.places, event.cards, strict=True)
            places = tuple(place for place, card in pairs if card == UNKNOWN)
            if places:
                result.append(Hidden(event.seat, places))
    return result


def turned_up(deal: AnyDeal, cards: Hidden, text: str) -> Deal:
    """The deal with the cards that were turned up: where nothing was moved they lie as dealt.

    `text` names them in reading order. Raises TextError.
    """
    assert isinstance(deal, Deal)
    said = [(found.start(), found[0]) for found in re.finditer(r"[^\s,]", text)]
    for at, char in said:
        if char not in CARDS or re.match(r"-[12]|1[0-2](?!\d)", text[at:] if at == 0 else ""):
            card_fault(text[at:], at, BAD_MOVE, "a card")
    if len(said) != len(cards.places):
        raise TextError(
            BAD_MOVE,
            f"{len(cards.places)} cards were turned up ({cards.where}), here are {len(said)}; "
            "? is one not known",
            0,
            max(len(text), 1),
        )
    grid = list(deal.grids[cards.seat])
    for place, (_, char) in zip(cards.places, said, strict=True):
        grid[place] = CARDS[char]
    grids = (*deal.grids[: cards.seat], tuple(grid), *deal.grids[cards.seat + 1 :])
    return deal._replace(grids=grids)


# What could be typed


def offers(typed: str, notation: Notation, state: State) -> Iterator[Offer]:  # noqa: ARG001
    """How a move can go on, piece by piece: a card, a place, the card that came to light."""
    seat = state.turn
    if state.opening:
        yield from _opening(typed)
    elif state.midturn:
        yield from _puts(typed, "", state, seat, new=True)
    else:
        yield from _turns(typed, state, seat)
    yield Offer("?", "nobody noted it")


def _opening(typed: str) -> Iterator[Offer]:
    """Two places, each with the card that lay there."""
    body = typed or "O"
    if re.fullmatch(r"[oO](?:[a-dA-D][1-3]:.)?", body):
        done = body[1:3].lower()
        for place in map(place_name, range(PLACES)):
            if place != done:
                yield Offer(f"{body}{place}:", f"opens {place}, and the card there")
    elif re.search(r":\Z", body):
        yield from _cards(body, "lay there")


def _turns(typed: str, state: State, seat: int) -> Iterator[Offer]:
    """Taking the discard, or drawing."""
    top = CARD_TEXTS[state.discard[-1]]
    head = typed[:2].upper()
    if not typed or typed[:1].lower() not in "td":
        yield Offer(f"T{top}@", "takes the top of the discard pile, and puts it at a place")
        yield Offer("D", "draws a card")
    elif len(typed) == 1:
        if head == "T":
            yield Offer(f"T{top}@", "takes the top of the discard pile, and puts it at a place")
        else:
            yield from _cards(typed, "was drawn")
    elif head[0] == "T":
        before, at, _ = typed.partition("@")
        yield from _puts(typed, before + at, state, seat, new=False) if at else ()
    elif len(typed) == 2:
        yield Offer(f"{typed}@", "and put it at a place")
        yield Offer(f"{typed}/", "and threw it, and turned up a place")
    else:
        yield from _puts(typed, typed[:2], state, seat, new=True)


def _puts(typed: str, start: str, state: State, seat: int, *, new: bool) -> Iterator[Offer]:
    """A place, then the card that came to light there; `new` is a card just drawn."""
    rest = typed[len(start) :]
    if new and not rest:
        yield Offer(f"{start}@", "puts it at a place")
        yield Offer(f"{start}/", "throws it, and turns up a place")
        return
    mark = rest[:1] if new else ""
    lead, rest = start + mark, rest[len(mark) :]
    if ":" in rest:
        if rest.endswith(":"):
            yield from _cards(typed, "came to light")
        return
    for place in range(PLACES):
        there = state.grids[seat][place]
        is_open = state.opened[seat] >> place & 1
        if there == EMPTY or (mark == "/" and is_open):
            continue
        out = "" if there == UNKNOWN else CARD_TEXTS[there]
        says = f"out comes the {there}" if out else "and the card that came to light"
        yield Offer(f"{lead}{place_name(place)}:{out}", says)


def _cards(typed: str, says: str) -> Iterator[Offer]:
    """Every card, and one that nobody noted."""
    for card in VALUES:
        yield Offer(typed + CARD_TEXTS[card], f"a {card} {says}")
    yield Offer(f"{typed}?", f"what {says} nobody noted")
