"""The luck of SKYJO: what a card was worth, worked out by hand, and that its mean is 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Move, Round
from games.search.luck import Fell, Made, lucks
from games.skyjo import GAME, layout, luck
from games.skyjo.cards import UNKNOWN, VALUES
from games.skyjo.moves import Draw, Pile, Reveal, Starter, Swap, Take, Turn
from games.skyjo.state import Deal, State
from tests.skyjo_table import lay, rules

MANY = 4000
NOBODY = -1


def luck_of(state: State, *moves: tuple[int, Move], playouts: int = MANY) -> list[Fell]:
    """The luck in moves from here on, each with its seat."""
    made = [Made(at, seat, move) for at, (seat, move) in enumerate(moves)]
    return lucks(GAME, state, made, 1, playouts)


def last_turn(drawn: int, own: int, other: int) -> State:
    """Seat 3 has the last turn of the round; the only cards not seen are 0, 6 and 12.

    One lies on the draw pile, one is its own hidden card, one is that of seat 2, who has had its
    last turn; beside them both have a 1 and a -1. Seat 1 has opened everything and has 9 points.
    """
    grid = "{} . . . / 1 . . . / -1 . . ."
    return lay(
        grid.format("9"), grid.format(f"?{other}"), grid.format(f"?{own}"),
        discard=(11,), stock=(drawn,), spent=True, turn=2, ender=0, ender_penalty="none",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("drawn", "own", "other", "worth"),
    [
        # Points expected before: 9, 6, 3. A 0 is kept: 9, 9, 0. A 12 is thrown, and the own card
        # turned up: 9, 3, 3. A 6 is as good as the own card: 9, 6, 6.
        (0, 6, 12, (0.0, -4.5, 4.5)),
        (12, 0, 6, (-1.5, 3.0, -1.5)),
        (6, 0, 12, (1.5, 1.5, -3.0)),
    ],
)
def test_the_last_card_of_a_round(
    drawn: int, own: int, other: int, worth: tuple[float, ...]
) -> None:
    (fell,) = luck_of(last_turn(drawn, own, other), (2, Draw(drawn)))
    assert (fell.at, fell.seat, fell.what) == (0, 2, "draw")
    assert fell.worth == pytest.approx(worth, abs=0.25)
    assert sum(fell.worth) == pytest.approx(0)


def test_what_comes_to_light_at_the_end() -> None:
    # The 12 is thrown; the own card is 0, not 6: points 9, 6, 0 after 9, 3, 3.
    turned = luck_of(last_turn(12, 0, 6), (2, Draw(12)), (2, Turn(0, 0, (), 12)))
    assert [fell.what for fell in turned] == ["draw", "turn", "flip"]
    assert turned[1].worth == pytest.approx((0, -4.5, 4.5), abs=0.25)
    # The card of seat 2 can be nothing else by then.
    assert turned[2].worth == pytest.approx((0, 0, 0))
    # Before the draw -4.5, 0, 4.5 could be expected; at the end it is -6, -1.5, 7.5.
    whole = [sum(each) for each in zip(*(fell.worth for fell in turned), strict=True)]
    assert whole == pytest.approx((-1.5, -1.5, 3), abs=0.25)


def test_a_card_that_is_replaced() -> None:
    # The 0 is kept; the own card was 12, so that of seat 2 is 6, not 9 in the mean.
    _, replaced, flip = luck_of(last_turn(0, 12, 6), (2, Draw(0)), (2, Swap(0, 12, (), 0)))
    assert (replaced.what, replaced.seat) == ("replaced", 2)
    assert replaced.worth == pytest.approx((-1.5, 3, -1.5), abs=0.25)
    assert flip.what == "flip" and flip.seat == 1
    assert flip.worth == pytest.approx((0, 0, 0))


def test_an_open_card_that_is_replaced_is_no_luck() -> None:
    state = lay("9 ? ? ? / ? ? ? ? / ? ? ? ?", "1 ? ? ? / 2 ? ? ? / ? ? ? ?", drawn=3)
    assert luck_of(state, (0, Swap(0, 9, (), 3)), playouts=20) == []


Case = tuple[int, State, Sequence[tuple[int, Move]]]
"""How many cards there are of a kind that could come, and a round in which one does."""

MIDDLE = (
    "9 5 ?1 4 / {} ?2 8 6 / ? 1 7 ?",
    "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?",
    "? 4 5 ? / 1 9 ? 3 / ? 2 ? 5",
)
LATE = (
    "9 5 . 4 / {} 2 . 6 / 9 1 . 0",
    "1 ? . 0 / 8 3 . 2 / 2 ? . 1",
    "? 4 5 1 / 1 8 0 3 / ? 2 2 5",
)
LAST = (
    "9 5 . 4 / {} 2 . 6 / 9 1 . 0",
    "1 6 . 0 / 1 3 . 2 / 2 0 . 2",
    "? 4 5 1 / 8 8 0 3 / ? 2 2 5",
)
"""Seat 0 has one hidden card left in the last two, in a column of nines; it may end the round, or
has its last turn after seat 1 ended it."""


def of_the_deck(grids: Sequence[str], move: str, **given: Any) -> Iterator[Case]:
    """A card that is drawn, or that lies hidden in seat 0's grid at a2, is each of those unseen."""
    for value in VALUES:
        here = [grid.format("?" if move == "draw" else f"?{value}") for grid in grids]
        stock = (value,) if move == "draw" else ()
        state = lay(*here, discard=(3,), stock=stock, drawn=11 if move == "turn" else None, **given)
        made: dict[str, Move] = {
            "draw": Draw(value), "turn": Turn(4, value, None, 11), "take": Take(4, 3, value, None),
        }  # fmt: skip
        yield state.view(0).unseen[VALUES.index(value)], state, [(0, state.complete(0, made[move]))]


def of_a_new_pile(hidden: bool) -> Iterator[Case]:
    """After a new draw pile it is known which cards it has, and so which are hidden in grids."""
    here = "{} 5 . 4 / 9 2 . 6 / 9 1 . 0"
    there = "3 ?{} . 0 / 1 3 . 2 / 3 ?{} . 2"
    for value in (-2, 4, 12) if hidden else VALUES:
        a, b, c = {-2: (-2, 4, 12), 4: (4, 12, -2), 12: (12, -2, 4)}[value if hidden else 4]
        state = lay(here.format(f"?{a}"), there.format(b, c), discard=(7, 5), spent=True)
        pile = state.old_pile()
        first = 11 if hidden else value
        times = 1 if hidden else pile.count(value)
        if times:
            pile.remove(first)
            state.apply(NOBODY, Pile((first, *pile)))
            moves: list[tuple[int, Move]] = [(0, Draw(first))]
            if hidden:
                moves.append((0, Turn(0, value, (), first)))
            yield times, state, moves


@pytest.mark.parametrize(
    ("what", "playouts", "cases"),
    [
        ("draw", 60, lambda: of_the_deck(MIDDLE, "draw")),
        ("draw", 240, lambda: of_the_deck(LATE, "draw")),
        ("draw", 240, lambda: of_the_deck(LAST, "draw", ender=1)),
        ("draw", 240, lambda: of_a_new_pile(hidden=False)),
        ("turn", 60, lambda: of_the_deck(MIDDLE, "turn")),
        ("turn", 720, lambda: of_the_deck(LATE, "turn")),
        ("turn", 120, lambda: of_the_deck(LAST, "turn", ender=1)),
        ("turn", 2400, lambda: of_a_new_pile(hidden=True)),
        ("replaced", 240, lambda: of_the_deck(LATE, "take")),
        ("replaced", 60, lambda: of_the_deck(LAST, "take", ender=1)),
    ],
)
def test_the_mean_over_all_that_could_come_is_0(
    what: str, playouts: int, cases: Callable[[], Iterator[Case]]
) -> None:
    means, could = [], list(cases())
    for seed in range(20):
        total = np.zeros(could[0][1].players)
        for times, state, moves in could:
            made = [Made(at, *move) for at, move in enumerate(moves)]
            fell = lucks(GAME, state, made, seed, playouts)
            total += times * np.array(next(each.worth for each in fell if each.what == what))
        means.append(total / sum(times for times, _, _ in could))
    error = np.std(means, axis=0, ddof=1) / math.sqrt(len(means))
    assert (error < 0.3).all()  # else nothing would be found
    assert (abs(np.mean(means, axis=0)) < 5 * error + 1e-9).all()


def test_a_final_flip_that_clears_a_column_and_doubles_the_ender() -> None:
    # The card of seat 1 completes a column of eights, or not; seat 0 has the lowest if not.
    beside = ". . . / 1 . . . / -1 . . ."
    grids = (f"6 {beside}", "8 -2 . . / 8 -2 . . / ?{} 0 . .", f"?7 {beside}")

    def margins(card: int) -> list[float]:
        points = [12, -4, 7] if card == 8 else [6, 12 + card, 7]
        return [(sum(points) - own) / 2 - own for own in points]

    def state(card: int) -> State:
        return lay(*(grid.format(card) for grid in grids), discard=(7,), turn=2, ender=0)

    counts = state(5).view(2).unseen
    for card in (-2, 8, 12):
        *_, flip = luck_of(state(card), (2, Take(0, 7, 7, ())), playouts=1000)
        assert (flip.what, flip.seat) == ("flip", 1)
        mean = np.average([margins(other) for other in VALUES], axis=0, weights=counts)
        assert flip.worth == pytest.approx(margins(card) - mean, abs=0.3)


def started(players: int, seed: str, **given: object) -> tuple[State, Deal]:
    in_force = rules(players, **given)
    deal = GAME.deal(in_force, [], Shuffler(seed, 1))
    return GAME.begin(in_force, [], deal), deal


def test_the_first_card_of_the_discard_pile() -> None:
    # It is worth most to the one who starts, where that is known.
    in_force = rules(3, next_starter="rotate")
    past = [Round((1, 2, 3), "opened", 0, 1)]
    deal = GAME.deal(in_force, past, Shuffler("up", 2))
    low = next(at for at, card in enumerate(deal.stock) if card == -2)
    stock = (*deal.stock[:low], deal.up, *deal.stock[low + 1 :])
    start, up = luck_of(GAME.begin(in_force, past, deal._replace(up=-2, stock=stock)))
    assert [(each.at, each.seat) for each in (start, up)] == [(-1, NOBODY)] * 2
    assert (start.what, up.what) == ("start", "discard")
    assert up.worth[1] > max(up.worth[0], up.worth[2]) + 1
    assert sum(up.worth) == pytest.approx(0)
    assert max(map(abs, start.worth)) < 2
    # Where the opened cards say who starts, there is no such place before.
    state, _ = started(3, "up")
    assert [each.what for each in luck_of(state, playouts=10)] == ["discard"]


def test_the_first_card_is_compared_with_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if seat 0 won the points of that card: the deck's 150 cards have 760.
    def values(_self: object, bases: Sequence[Any], _move: int) -> Any:
        return np.array([[float(base[layout.CARDS]), 0.0] for base in bases])

    state, deal = started(2, "up")
    lucks(GAME, state, [], 1, 1)  # compiled before
    monkeypatch.setattr(luck._Walk, "_values", values)
    (fell,) = luck_of(state)
    assert fell.worth[0] == pytest.approx(deal.up - 760 / 150)


def test_the_cards_that_are_opened() -> None:
    state, deal = started(2, "open")
    hands = [sorted(range(12), key=deal.grids[seat].__getitem__) for seat in range(2)]
    low, high = sorted(hands[0][:2]), sorted(hands[1][-2:])
    moves = [
        (seat, Reveal((a, b), (deal.grids[seat][a], deal.grids[seat][b])))
        for seat, (a, b) in enumerate((low, high))
    ]
    _, first, second = luck_of(state, *moves)
    assert [(each.at, each.seat, each.what) for each in (first, second)] == [
        (1, 0, "reveal"), (1, 1, "reveal"),
    ]  # fmt: skip
    assert first.worth[0] > 0.7
    assert second.worth[1] < -0.7


def test_who_starts_by_lot() -> None:
    state, deal = started(2, "lot", first_tie="random")
    pairs = [Reveal((0, 1)), Reveal((0, 1))]
    cards = sorted(card for grid in deal.grids for card in grid)
    for card in (3, 5, 3, 5):  # both open these
        cards.remove(card)
    same = tuple((3, 5, *cards[10 * seat : 10 * seat + 10]) for seat in range(2))
    state = GAME.begin(state.rules, [], deal._replace(grids=same))
    moves: list[tuple[int, Move]] = [
        (seat, pair._replace(cards=(3, 5))) for seat, pair in enumerate(pairs)
    ]
    *_, one = luck_of(state, *moves, (NOBODY, Starter(0)))
    *_, two = luck_of(state, *moves, (NOBODY, Starter(1)))
    assert one.what == two.what == "start"
    # One is as likely as the other.
    assert [a + b for a, b in zip(one.worth, two.worth, strict=True)] == pytest.approx(
        [0, 0], abs=0.3
    )


def test_a_card_that_a_new_draw_pile_turns_up() -> None:
    # Who draws lays another card on it, so nobody ever takes it: it only is no more to be drawn.
    grid = "9 ? ? ? / ? ? ? ? / ? ? 1 ?"
    state = lay(grid, grid, discard=(7, 5), spent=True, draw_exhausted="turn-one")
    heap, mean = state.old_pile(), 0.0
    for up in sorted(set(heap)):
        left = heap.copy()
        left.remove(up)
        (fell,) = luck_of(state, (NOBODY, Pile(tuple(left), up)), playouts=1000)
        assert (fell.seat, fell.what) == (NOBODY, "pile")
        assert abs(fell.worth[0]) < 1
        mean += fell.worth[0] * heap.count(up) / len(heap)
    assert mean == pytest.approx(0)


def test_a_new_draw_pile_is_no_luck_before_it_is_drawn_from() -> None:
    grid = "9 ? ? ? / ? ? ? ? / ? ? 1 ?"
    state = lay(grid, grid, discard=(7, 5), spent=True)
    pile = state.old_pile()
    (fell,) = luck_of(
        state, (NOBODY, Pile(tuple(pile))), (0, Draw(pile[0])), (0, Swap(0, 9, (), pile[0]))
    )
    assert fell.what == "draw"


@pytest.mark.parametrize("players", [2, 4])
def test_where_all_play_by_the_rule_of_thumb_luck_explains_most(players: int) -> None:
    left = whole = 0.0
    for number in range(6):
        state, _ = started(players, f"steady {number}")
        start, made = state.copy(), []
        bots = [GAME.bots["steady"].make(seat) for seat in range(players)]
        while state.end is None:
            seat = state.turn
            move = bots[seat].choose(state.view(seat), state.legal())
            if (due := state.chance(move)) is not None:
                seat, move = NOBODY, GAME.draw(due, Shuffler("steady", number + 1))
            made.append((seat, state.complete(seat, move)))
            state.apply(seat, move)
        fell = luck_of(start, *made, playouts=200)
        sums = [sum(each) for each in zip(*(each.worth for each in fell), strict=True)]
        assert sum(sums) == pytest.approx(0, abs=1e-6)
        points = [score or 0 for score in state.scores()]
        for seat in range(players):
            margin = (sum(points) - points[seat]) / (players - 1) - points[seat]
            left += (margin - sums[seat]) ** 2
            whole += margin**2
    assert left < 0.6 * whole


def test_no_card_that_nobody_has_seen_matters() -> None:
    one, two = (lay("9 ? ? ? / ? ? ? ? / ? ? 1 ?", f"? ?{card} ? ? / 2 ? ? ? / ? ? ? ?", stock=(3,))
                for card in (-2, 12))  # fmt: skip
    assert luck_of(one, (0, Draw(3)), playouts=50) == luck_of(two, (0, Draw(3)), playouts=50)


@pytest.mark.parametrize(
    "moves", [[(0, Draw())], [(0, Draw(UNKNOWN))], [(0, Draw(3)), (0, Swap(1, None, (), 3))]]
)
def test_cards_that_are_not_known(moves: Sequence[tuple[int, Move]]) -> None:
    state = lay("9 ? ? ? / ? ? ? ? / ? ? 1 ?", "? ? ? ? / 2 ? ? ? / ? ? ? ?", stock=(3,))
    with pytest.raises(RuleError) as caught:
        luck_of(state, *moves, playouts=10)
    assert caught.value.code == "unknown-cards"
