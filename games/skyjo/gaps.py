"""What a record does not know: cards, places and moves that nobody noted.

Nothing here matters while everything is known (`State.full`). Of the rest as
much is checked as can be: a record may be believed wrongly, but what can have
been is never refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import RuleError
from games.game import Event, Move
from games.skyjo import explain
from games.skyjo.cards import ALL, BITS, LINES, PLACES, UNKNOWN, VALUES, count, places_in
from games.skyjo.moves import (
    UNSAID,
    Draw,
    Lines,
    Missed,
    Pile,
    Placed,
    Reveal,
    Revealed,
    Swap,
    Take,
    Turn,
    Turned,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.skyjo.state import State


def known(real: int, said: int | None) -> int:
    """A card as well as it is known from the state and from a move."""
    return said if real == UNKNOWN and said is not None else real


def fits(real: int, said: int | None) -> bool:
    """Whether two partly known cards can be the same."""
    return said in (real, None, UNKNOWN) or real == UNKNOWN


# Checking


def check_lines(state: State, seat: int, place: int, card: int, said: Lines) -> None:
    """Raise where the lines said cannot be those that `card` at `place` completes."""
    if not _can_complete(state, seat, place, card, said):
        raise explain.wrong_lines(state, seat, place, card, said)


def _can_complete(state: State, seat: int, place: int, card: int, said: Lines) -> bool:
    """Whether just these lines can be complete, for all that is known."""
    real = state.lines(seat, place, card)
    if said != tuple(sorted(set(said))) or not set(real) <= set(said):
        return False
    return all(line in real or _can_be(state, seat, place, card, line) for line in said)


def _can_be(state: State, seat: int, place: int, card: int, line: int) -> bool:
    """Whether a line that is not known to be complete with `card` at `place` can be so."""
    if state.full or not 0 <= line < len(LINES) or place not in LINES[line]:
        return False
    if line >= 4 and not state.rows_count:
        return False
    mates = [other for other in LINES[line] if other != place]
    cards = {card, *(state.grids[seat][mate] for mate in mates)} - {UNKNOWN}
    lying = state.opened[seat] | state.unsure[seat]
    return len(cards) < 2 and all(lying >> mate & 1 for mate in mates)


def _candidates(
    state: State, seat: int, card: int | None, out: int | None, cleared: Lines | None
) -> list[int]:
    """The places that can be meant; `card` is what is put there, None where one is turned."""
    shut = state.gone[seat] | (state.opened[seat] if card is None else 0)
    grid = state.grids[seat]
    result = []
    for place in places_in(ALL & ~shut):
        if fits(grid[place], out):
            new = known(grid[place], out) if card is None else card
            if cleared is None or _can_complete(state, seat, place, new, cleared):
                result.append(place)
    return result


def check_unsaid(
    state: State,
    seat: int,
    place: int,
    card: int | None,
    out: int | None,
    cleared: Lines | None,
) -> None:
    """Raise where a move to a place nobody noted cannot have been made anywhere."""
    if place != UNSAID:
        raise explain.no_such_place(place)
    if not _candidates(state, seat, card, out, cleared):
        raise RuleError(
            "skyjo-no-place-fits", "there is no place in this grid where all that is said is true"
        )


def check(state: State, seat: int, move: Move) -> None:
    """Raise where a move names more cards of a value than there are."""
    unseen = list(state.unseen)
    for card in _news(state, seat, move):
        unseen[card] -= 1
        if card != UNKNOWN and unseen[card] < 0:
            raise explain.too_often(card)


def _news(state: State, seat: int, move: Move) -> list[int]:
    """The cards that the state learns from a move."""
    if isinstance(move, Draw):
        at_end = state.at == len(state.stock)
        return [] if at_end else _new(state.stock[state.at], move.card)
    grid = state.grids[seat]
    if isinstance(move, Reveal):
        cards: list[int] = []
        for place, card in zip(move.places, move.cards or (), strict=False):
            if place >= 0:
                cards += _new(grid[place], card)
            elif card not in grid:
                cards.append(card)
        return cards
    if not isinstance(move, (Take, Swap, Turn)):
        return []
    own = state.discard[-1] if isinstance(move, Take) else state.drawn
    own = UNKNOWN if own is None else own
    news = _new(own, move.card)
    place, out = move.place, move.out
    if place < 0:
        # Which cards a line lost that lies nobody knows where, is not followed up.
        return news if out is None or out in grid else [*news, out]
    news += _new(grid[place], out)
    value = _value(state, seat, move)
    for line in move.cleared or ():
        for mate in LINES[line]:
            if mate != place:
                news += _new(grid[mate], value)
    return news


def _new(real: int, said: int | None) -> list[int]:
    return [] if real != UNKNOWN or said is None else [said]


def _value(state: State, seat: int, move: Take | Swap | Turn) -> int:
    """The value of the lines that a move clears, as well as it is known."""
    grid = state.grids[seat]
    if isinstance(move, Turn):
        value = known(grid[move.place], move.out)
    else:
        own = state.discard[-1] if isinstance(move, Take) else state.drawn
        value = known(UNKNOWN if own is None else own, move.card)
    for line in move.cleared or ():
        for mate in LINES[line]:
            if mate != move.place:
                value = known(value, grid[mate])
    return value


def check_pile(state: State, pile: Pile) -> None:
    """Raise where a new draw pile is not due, or is not made of the discard pile."""
    fault = explain.pile_not_due(state, len(state.stock) - state.at - state.slack)
    if fault is not None:
        raise fault
    if (pile.up is None) == state.turns_one:
        raise RuleError(
            "skyjo-wrong-pile",
            "by these rules a card is turned up with a new draw pile: N…:5"
            if state.turns_one
            else "by these rules no card is turned up with a new draw pile; the top stays",
        )
    old = state.old_pile()
    said = pile.cards if pile.up is None else (*pile.cards, pile.up)
    most = len(old) - state.turns_one
    if not state.slack and (len(said) > len(old) or (len(said) < len(old) and not pile.rest)):
        raise RuleError(
            "skyjo-wrong-pile",
            f"the new draw pile has {most} cards, all that {'lie' if most > 1 else 'lies'} "
            f"on the discard pile now, not {len(pile.cards)}",
        )
    _check_same(state, count(old), count(said), len(old) - len(said))


def _check_same(state: State, old: list[int], said: list[int], more: int) -> None:
    """Raise where the cards said cannot be the old ones; `more` of them are not named."""
    strange = {value: said[value] - old[value] for value in VALUES if said[value] > old[value]}
    for value, times in strange.items():
        if state.unseen[value] < times:
            if state.full:
                break  # said better below
            raise explain.too_often(value)
    missed = {value: old[value] - said[value] for value in VALUES if said[value] < old[value]}
    if state.slack:
        return
    if sum(strange.values()) > old[UNKNOWN] or sum(missed.values()) > said[UNKNOWN] + more:
        value = next(iter(strange or missed))
        raise RuleError(
            "skyjo-wrong-pile",
            f"the new draw pile is made of the discard pile, which had {_times(old[value])} "
            f"a {value} to give, not {_times(said[value])}",
        )


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


# Making


def apply(state: State, seat: int, move: Move) -> Sequence[Event]:
    """Learn from a move what it says, then make it."""
    if isinstance(move, (Draw, Take, Swap, Turn, Reveal)):
        state.partly = _touches_unknown(state, seat, move) or state.partly
        _learn(state, seat, move)
    if isinstance(move, (Swap, Turn)):
        come_to_light(state)
    events = state.make(seat, move)
    state.said = None
    state.recount()
    return events


def _touches_unknown(state: State, seat: int, move: Move) -> bool:
    """Whether a card that a move touches is not known before it."""
    if isinstance(move, Draw):
        return state.at < len(state.stock) and state.stock[state.at] == UNKNOWN
    grid = state.grids[seat]
    if isinstance(move, Reveal):
        return any(place < 0 or grid[place] == UNKNOWN for place in move.places)
    own = state.discard[-1] if isinstance(move, Take) else state.drawn
    return own == UNKNOWN or move[0] < 0 or grid[move[0]] == UNKNOWN


def _learn(state: State, seat: int, move: Move) -> None:
    """Write every card that the state does not know and the move says into the state."""
    grid = state.grids[seat]
    if isinstance(move, Draw):
        if state.at < len(state.stock):
            top = known(state.stock[state.at], move.card)
            state.stock = (*state.stock[: state.at], top, *state.stock[state.at + 1 :])
        return
    if isinstance(move, Reveal):
        for place, card in zip(move.places, move.cards or (), strict=False):
            if place >= 0:
                grid[place] = known(grid[place], card)
        return
    assert isinstance(move, (Take, Swap, Turn))
    value = _value(state, seat, move) if move.place >= 0 else UNKNOWN
    if isinstance(move, Take):
        state.discard[-1] = known(state.discard[-1], move.card)
    elif state.drawn is not None:
        state.drawn = known(state.drawn, move.card)
    if move.place < 0:
        return
    grid[move.place] = known(grid[move.place], move.out)
    state.unsure[seat] &= ~BITS[move.place]
    state.said = move.cleared
    for line in move.cleared or ():
        for mate in LINES[line]:
            state.unsure[seat] &= ~BITS[mate]
            if mate != move.place:
                grid[mate] = known(grid[mate], value)


def mix(state: State, old: list[int], pile: Pile) -> list[int] | None:
    """How often each card is in a new draw pile that is made of the `old` one; None if not known.

    Where the cards are named they are counted when they are asked for.
    """
    counts = count(old)
    if pile.up is not None:
        counts[pile.up] -= 1
    known = not counts[UNKNOWN] and not state.slack
    return counts if known and (pile.rest or UNKNOWN in pile.cards) else None


def come_to_light(state: State) -> None:
    """A drawn card is placed or thrown: it is known not to be in the draw pile any more."""
    if state.mixed is not None:
        if state.drawn is None or state.drawn == UNKNOWN:
            state.mixed = None
        else:
            state.mixed[state.drawn] -= 1


def in_pile(state: State) -> list[int] | None:
    """How often each card is in the draw pile, one that was drawn too; None where not known."""
    if state.mixed is not None and not state.full:
        return state.mixed.copy()
    cards = count(state.stock[state.at :])
    if state.drawn is not None:
        cards[state.drawn] += 1
    return None if cards[UNKNOWN] else cards


def make_unsaid(state: State, seat: int, move: Move) -> Sequence[Event]:
    """Make a move to a place that nobody noted; every place that can be meant is unsure then."""
    assert isinstance(move, (Take, Swap, Turn))
    own = state.discard[-1] if isinstance(move, Take) else state.drawn
    assert own is not None
    card = None if isinstance(move, Turn) else own
    places = _candidates(state, seat, card, move.out, move.cleared)
    if len(places) == 1:
        return apply(state, seat, move._replace(place=places[0]))
    state.partly = True
    out = UNKNOWN if move.out is None else move.out
    if isinstance(move, Take):
        state.discard.pop()
    state.drawn = None
    state.midturn = False
    event: Event
    if isinstance(move, Turn):
        state.discard.append(own)
        event = Turned(seat, UNSAID, out, own)
    else:
        state.discard.append(out)
        event = Placed(seat, UNSAID, own, out, isinstance(move, Take))
    _lose(state, seat, places)
    gone = None
    for line in move.cleared or ():  # two lines cross in one place, so here it is at most one
        value = out if isinstance(move, Turn) else own
        for place in LINES[line]:
            state.grids[seat][place] = value
        state.unsure[seat] &= ~sum(BITS[place] for place in LINES[line])
        gone = state.clear(seat, (line,))
    events = list(state.pass_on(seat, UNSAID, UNKNOWN, event))
    state.recount()
    return [events[0], gone, *events[1:]] if gone is not None else events


def _lose(state: State, seat: int, places: Sequence[int]) -> None:
    """From now on nobody knows what lies at these places."""
    for place in places:
        state.grids[seat][place] = UNKNOWN
        state.unsure[seat] |= BITS[place]
        state.opened[seat] &= ~BITS[place]


def miss(state: State, seat: int) -> Sequence[Event]:
    """Make a move that nobody noted."""
    state.partly = True
    state.mixed = None
    _lose(state, seat, places_in(ALL & ~state.gone[seat]))
    if state.must_draw:
        state.must_draw = False
        state.at += 1
        state.discard.append(UNKNOWN)
    else:
        # The top was taken, or a card was drawn and lies on it.
        state.slack += 1
        state.discard[-1] = UNKNOWN
        state.stock = (UNKNOWN,) * len(state.stock)
    events = state.pass_on(seat, UNSAID, UNKNOWN, Missed(seat))
    state.recount()
    return events


def shown_cards(state: State, seat: int) -> tuple[int, int]:
    """The two cards that a seat opened before the first turn."""
    choice = state.chosen[seat]
    if not isinstance(choice, Reveal):
        return UNKNOWN, UNKNOWN
    said = choice.cards or (UNKNOWN, UNKNOWN)
    first, second = (
        known(state.grids[seat][place] if place >= 0 else UNKNOWN, card)
        for place, card in zip(choice.places, said, strict=True)
    )
    return first, second


def open_unsaid(state: State, seat: int) -> Event:
    """Open the two cards of a seat where nobody noted at which places."""
    choice = state.chosen[seat]
    if not isinstance(choice, Reveal):
        _lose(state, seat, range(PLACES))
        state.full = False
        return Missed(seat)
    cards = shown_cards(state, seat)
    for place in choice.places:
        if place >= 0:
            state.opened[seat] |= BITS[place]
    for place, card in zip(choice.places, cards, strict=True):
        if place < 0:
            _lose(state, seat, _candidates(state, seat, None, card, None))
    state.full = False
    return Revealed(seat, choice.places, cards)


# The end


def claim(state: State, end: str) -> None:
    """Take a record's word for the end, where the rules cannot know better."""
    if end == state.end or (state.end is None and end not in ("opened", "limit")):
        return
    seat = state.turn
    if state.end == "limit" and state.starter is not None:
        seat = (state.starter + state.turns) % state.players
    if end != "opened" or state.end == "opened" or not _may_have_opened(state, seat):
        happened = f"ended as {state.end}" if state.end else "goes on"
        raise RuleError("wrong-end", f"by the rules the round {happened} here, not {end}")
    state.believe(end, seat)


def _may_have_opened(state: State, seat: int) -> bool:
    """Whether the seat whose turn it would be can have opened everything before."""
    if seat < 0 or state.opening or state.midturn or not state.unsure[seat]:
        return False
    return state.opened[seat] | state.gone[seat] | state.unsure[seat] == ALL
