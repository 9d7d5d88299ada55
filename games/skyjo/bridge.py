"""From the objects of the other modules to the arrays of `layout`, and back."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from games.errors import RuleError
from games.game import Move
from games.options import Rules
from games.skyjo import layout as at
from games.skyjo.cards import ALL, COUNTS, DECK, EMPTY, PLACES, UNKNOWN, VALUES, places_in, set_of
from games.skyjo.layout import Round
from games.skyjo.moves import (
    DRAW,
    REVEALS,
    SWAPS,
    TAKES,
    TURNS,
    Draw,
    Reveal,
    Starter,
    Swap,
    Take,
    Turn,
)
from games.skyjo.scoring import first_seats
from games.skyjo.setup import Setup
from games.skyjo.state import Deal, State
from games.skyjo.view import View

_FIRST_TIES = ("seat", "card", "random")
_NEXT_STARTERS = ("ender", "highest", "rotate")
_PENALTIES = ("none", "double", "double-unless-tied")
_MOVES = (*TAKES, DRAW, *SWAPS, *TURNS, *REVEALS, *map(Starter, range(at.MOST_PLAYERS)))
_NUMBERS = {move: number for number, move in enumerate(_MOVES)}


def encode(move: Move) -> int:
    """The number of a move, whatever cards it names (a new draw pile has none).

    Raises RuleError ``no-such-number`` where there is no number for it.
    """
    number = _NUMBERS.get(move)
    if number is None:
        bare = move
        if isinstance(move, Reveal):
            bare = Reveal((min(move.places), max(move.places)))
        elif isinstance(move, (Take, Swap, Turn)):
            bare = type(move)(move.place)
        elif isinstance(move, Draw):
            bare = DRAW
        number = _NUMBERS.get(bare)
    if number is None:
        raise RuleError("no-such-number", "search knows only moves to places that are known")
    return number


def decode(number: int) -> Move:
    """The move of a number, naming no cards."""
    return _MOVES[number]


def round_under(rules: Rules, number: int = 1, totals: Sequence[int | None] = ()) -> Round:
    """An array with these rules, for `kernel.deal`; totals not known count as 0."""
    cells = np.zeros(at.ROUND, dtype=np.int64)
    cells[at.PLAYERS] = rules.players
    cells[at.FIRST_TIE] = _FIRST_TIES.index(str(rules["first_tie"]))
    cells[at.NEXT_STARTER] = _NEXT_STARTERS.index(str(rules["next_starter"]))
    cells[at.CLEAR_ROWS] = bool(rules["clear_rows"])
    cells[at.FINAL_CLEAR] = bool(rules["final_clear"])
    cells[at.PENALTY] = _PENALTIES.index(str(rules["ender_penalty"] or "none"))
    cells[at.TURN_ONE] = rules["draw_exhausted"] == "turn-one"
    cells[at.TURN_LIMIT] = rules.number("turn_limit") or 0
    cells[at.SCORE_LIMIT] = rules.number("score_limit") or 0
    cells[at.ROUNDS] = rules.number("rounds") or 0
    cells[at.NUMBER] = number
    for seat, total in enumerate(totals):
        cells[at.TOTALS + seat] = total or 0
    return cells


def from_deal(rules: Rules, deal: Deal) -> Round:
    """An array with these rules and the cards of a deal, for `kernel.lay_out`.

    Raises RuleError ``unknown-cards``.
    """
    cells = round_under(rules)
    cards = [*(card for grid in deal.grids for card in grid), deal.up, *deal.stock]
    _check_deck(cards)
    cells[at.CARDS :] = cards
    return cells


def from_state(state: State) -> Round:
    """The round of a state that knows every card. Raises RuleError ``unknown-cards``."""
    if not state.full:
        raise RuleError("unknown-cards", "search needs a round of which every card is known")
    cells = round_under(state.rules, state.number, state.totals)
    cells[at.PHASE] = _phase(state)
    cells[at.CANDIDATES] = set_of(state.candidates) if state.starter is None else 0
    cells[at.END] = at.ENDS.index(state.end)
    cells[at.PILES] = state.piles
    _write_moment(cells, state)
    _write_cards(cells, state.grids, state.discard, state.stock[state.at :], state.drawn)
    for seat in range(state.players):
        cells[at.OPENED + seat] = state.opened[seat]
        cells[at.GONE + seat] = state.gone[seat]
        chosen = state.chosen[seat] if seat < len(state.chosen) else None
        cells[at.CHOSEN + seat] = -1 if chosen is None else encode(chosen) - at.REVEAL
    _count_unseen(cells)
    return cells


def from_view(view: View) -> Round:
    """A round that can be what a seat sees; `worlds.redeal` exchanges the hidden cards.

    It depends on nothing but the view. What others have chosen to open, and
    the cards that lie open but that a record does not know, are guessed once.
    Raises RuleError ``unknown-cards`` where moves nobody noted leave too much open.
    """
    cells = round_under(view.rules, view.number, view.totals)
    cells[at.PHASE] = _phase(view)
    cells[at.END] = at.ENDS.index(view.end)
    cells[at.PILES] = view.pile is not None
    _write_moment(cells, view)
    pile, rest = _split(view)
    drawn = pile.pop() if view.midturn and view.drawn is None else view.drawn
    drawn = rest.pop() if drawn == UNKNOWN else drawn
    discard = [rest.pop() if card == UNKNOWN else card for card in view.discard]
    grids = [
        [rest.pop() if card is None or card == UNKNOWN else card for card in grid]
        for grid in view.grids
    ]
    _write_cards(cells, grids, discard, pile, drawn)
    if cells[at.PHASE] == at.LOT:
        cells[at.CANDIDATES] = set_of(_candidates(view))
    for seat, shown in enumerate(view.grids):
        gone = set_of(place for place in range(PLACES) if shown[place] == EMPTY)
        shut = set_of(place for place in range(PLACES) if shown[place] is None)
        cells[at.GONE + seat] = gone
        cells[at.OPENED + seat] = ALL & ~(gone | shut)
        cells[at.CHOSEN + seat] = 0 if view.opening and seat < view.turn else -1
    _count_unseen(cells)
    return cells


def _candidates(view: View) -> Sequence[int]:
    """The seats among which a lot decides who starts."""
    shown = [[card for card in grid if card is not None] for grid in view.grids]
    seats = first_seats(shown, view.rules["first_tie"])
    return seats if len(seats) > 1 else range(view.players)


def _split(view: View) -> tuple[list[int], list[int]]:
    """Cards for the draw pile (with one that another seat has drawn), and for all other places."""
    mixed = random.Random(0)
    if view.pile is not None:
        pile = _cards(view.pile)
        rest = _cards([times - of for times, of in zip(view.unseen, view.pile, strict=True)])
        mixed.shuffle(pile)
        mixed.shuffle(rest)
        return pile, rest
    cards = _cards(view.unseen)
    size = view.stock + (view.midturn and view.drawn is None)
    mixed.shuffle(cards)
    if len(cards) < size + sum(card is None for grid in view.grids for card in grid):
        raise RuleError("unknown-cards", "search needs a round with the cards of one deck")
    return cards[:size], cards[size:]


def _cards(counts: Sequence[int]) -> list[int]:
    return [value for value, times in zip(VALUES, counts, strict=True) for _ in range(times)]


def _phase(moment: State | View) -> int:
    if moment.end is not None:
        return at.OVER
    if moment.opening:
        return at.OPENING
    if moment.turn < 0:
        return at.LOT
    return at.IN_HAND if moment.midturn else at.PILED if moment.must_draw else at.OWN_TURN


def _write_moment(cells: Round, moment: State | View) -> None:
    cells[at.TURN_OF] = moment.turn
    cells[at.STARTER] = -1 if moment.starter is None else moment.starter
    cells[at.ENDER] = -1 if moment.ender is None else moment.ender
    cells[at.TURNS] = moment.turns


def _write_cards(
    cells: Round,
    grids: Sequence[Sequence[int]],
    discard: Sequence[int],
    stock: Sequence[int],
    drawn: int | None,
) -> None:
    lying = [card for grid in grids for card in grid if card != EMPTY]
    _check_deck([*lying, *discard, *stock, *([] if drawn is None else [drawn])])
    for seat, grid in enumerate(grids):
        start = at.GRIDS + PLACES * seat
        cells[start : start + PLACES] = grid
    cells[at.CARDS : at.CARDS + len(discard)] = discard
    cells[at.HEAP] = len(discard)
    cells[at.ROUND - len(stock) :] = stock
    cells[at.STOCK] = at.CARDS_END - len(stock)
    cells[at.DRAWN] = EMPTY if drawn is None else drawn


def _check_deck(cards: Sequence[int]) -> None:
    if sorted(cards) != list(DECK):
        raise RuleError("unknown-cards", "search needs a round with the cards of one deck")


def _count_unseen(cells: Round) -> None:
    """Count what the seat to act has not before its eyes."""
    seen = cells[at.CARDS : at.CARDS + cells[at.HEAP]].tolist()
    for seat in range(cells[at.PLAYERS]):
        grid = at.GRIDS + PLACES * seat
        seen += [int(cells[grid + place]) for place in places_in(int(cells[at.OPENED + seat]))]
    if cells[at.DRAWN] != EMPTY:
        seen.append(int(cells[at.DRAWN]))
    for value in VALUES:
        times = COUNTS[value] - seen.count(value)
        cells[at.UNSEEN + value] = times
        cells[at.LEFT] += times
        cells[at.SUM] += value * times


def to_state(cells: Round, rules: Rules) -> State:
    """The state of a round, under the same rules."""
    seats = range(rules.players)
    heap, starter, phase = int(cells[at.HEAP]), int(cells[at.STARTER]), int(cells[at.PHASE])
    candidates = places_in(int(cells[at.CANDIDATES])) if starter < 0 else [starter]
    chosen = [int(cells[at.CHOSEN + seat]) for seat in seats]
    return Setup(
        rules,
        [grid_of(cells, seat) for seat in seats],
        [ALL & ~int(cells[at.OPENED + seat] | cells[at.GONE + seat]) for seat in seats],
        [0 for _ in seats],
        cells[at.CARDS : at.CARDS + heap].tolist(),
        cells[at.CARDS + int(cells[at.STOCK]) :].tolist(),
        rest=False,
        drawn=None if cells[at.DRAWN] == EMPTY else int(cells[at.DRAWN]),
        must_draw=phase == at.PILED,
        turn=int(cells[at.TURN_OF]),
        ender=_seat(int(cells[at.ENDER])),
        turns=int(cells[at.TURNS]),
        number=int(cells[at.NUMBER]),
        totals=[int(cells[at.TOTALS + seat]) for seat in seats],
        chosen=[REVEALS[pair] for pair in chosen if pair >= 0] if phase == at.OPENING else None,
        starters=candidates,
        end=at.ENDS[int(cells[at.END])],
        piles=int(cells[at.PILES]),
    ).state()


def grid_of(cells: Round, seat: int) -> list[int]:
    """The grid of a seat, in reading order."""
    start = at.GRIDS + PLACES * seat
    return [int(card) for card in cells[start : start + PLACES]]


def differences(state: State, cells: Round) -> list[str]:
    """In what an array is not the round of a state that knows every card; nothing where it is.

    Cells that mean nothing at the moment are not compared, nor are the rules.
    """
    flat: list[int] = cells.tolist()
    players, heap, stock = state.players, flat[at.HEAP], flat[at.STOCK]
    pairs: list[tuple[str, object, object]] = [
        ("phase", _phase(state), flat[at.PHASE]),
        ("turn", state.turn, flat[at.TURN_OF]),
        ("turns", state.turns, flat[at.TURNS]),
        ("ender", state.ender, _seat(flat[at.ENDER])),
        ("end", state.end, at.ENDS[flat[at.END]]),
        ("starter", state.starter, _seat(flat[at.STARTER])),
        ("drawn card", state.drawn, None if flat[at.DRAWN] == EMPTY else flat[at.DRAWN]),
        ("new draw piles", state.piles, flat[at.PILES]),
        ("discard pile", state.discard, flat[at.CARDS : at.CARDS + heap]),
        ("draw pile", list(state.stock[state.at :]), flat[at.CARDS + stock :]),
        ("open places", state.opened, flat[at.OPENED : at.OPENED + players]),
        ("cleared places", state.gone, flat[at.GONE : at.GONE + players]),
        *(
            (f"grid {seat}", grid, flat[at.GRIDS + PLACES * seat :][:PLACES])
            for seat, grid in enumerate(state.grids)
        ),
    ]
    if state.turn < 0 and state.end is None:
        pairs.append(("may start", set_of(state.candidates), flat[at.CANDIDATES]))
    if state.opening:
        chosen = [encode(choice) - at.REVEAL for choice in state.chosen]
        pairs.append(("choices", chosen, flat[at.CHOSEN :][: len(chosen)]))
    return [
        f"{name}: {ours} in the state, {theirs} in the array"
        for name, ours, theirs in pairs
        if ours != theirs
    ]


def _seat(number: int) -> int | None:
    return None if number < 0 else number
