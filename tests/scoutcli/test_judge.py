"""What is said of choices that were made: true, blind to hidden cards, the same in any order."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest

import games
from games.bots import Budget
from games.errors import RuleError
from games.game import Move, State, View
from games.scout.moves import FLIP, KEEP, Scout, ScoutShow, Show
from games.scout.state import State as ScoutState
from games.search import compiled
from games.search.halving import Worths
from games.skyjo.moves import DRAW, SWAPS, TAKES, TURNS, Reveal
from notation import codec
from scoutcli.analysis.decisions import Choice, choices
from scoutcli.analysis.judge import Judge
from scoutcli.analysis.marks import BAD, DOUBTFUL, VERY_BAD, mark_of
from scoutcli.analysis.mistakes import mistakes_for
from scoutcli.analysis.model import Judged
from scoutcli.analysis.reasons import reasons_for
from tests import toy
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.record import part_of
from tests.scribed import scribed
from tests.skyjo_table import lay

FEW = Budget(playouts=300)
KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
some_tables = pytest.mark.parametrize(
    ("name", "players"), [("scout", 2), ("scout", 4), ("skyjo", 3)]
)


def judge_of(name: str, **more: object) -> Judge:
    return Judge(games.get(name), **{"budget": FEW, **more})  # type: ignore[arg-type]


def choice_of(state: State, move: Move, at: int = 0) -> Choice:
    """The choice of the seat to act, with its position."""
    seat = state.turn
    return Choice(at, at + 1, seat, 0, state.view(seat), state.legal(), move, state)


def record(name: str, players: int, moves: int = 40) -> str:
    """The record of a round between a careful player and others who do anything at times."""
    game = games.get(name)
    rules, _ = game.rules(players)
    bots = [game.bots["greedy"].make(seat) for seat in range(players)]
    dice = random.Random(name)

    def choose(state: State, legal: list[Move]) -> Move:
        if dice.random() < 0.3:
            return dice.choice(legal)
        return bots[state.turn].choose(state.view(state.turn), legal)

    return scribed(name, rules, "judge", choose, given_up_after=moves).text


def choices_of(text: str, each: int = 1) -> list[Choice]:
    audit = part_of(text.encode()).audit
    assert audit is not None
    found = [choice for choice in choices(audit, 0, open=True) if len(choice.legal) > 1]
    return found[::each]


def key_of(choice: Choice) -> str:
    return f"1/1/{choice.at}/{choice.part}"


# Whatever was judged before, wherever


@some_tables
def test_the_same_is_said_in_any_order(name: str, players: int) -> None:
    asked = choices_of(record(name, players), each=6)
    one, two = judge_of(name), judge_of(name)
    forward = [one.judge(choice, key_of(choice)) for choice in asked]
    backward = [two.judge(choice, key_of(choice)) for choice in reversed(asked)]
    assert backward[::-1] == forward
    middle = asked[len(asked) // 2]
    # Another round in between changes nothing either.
    two.judge(middle, "1/2/0/0")
    assert two.judge(middle, key_of(middle)) == forward[len(asked) // 2]
    assert judge_of(name).judge(middle, key_of(middle)) == forward[len(asked) // 2]
    others = [judge_of(name, seed=2).judge(choice, key_of(choice)) for choice in asked[-3:]]
    assert others != forward[-3:]


def judged_elsewhere(text: str, at: int) -> Judged:
    choice = choices_of(text)[at]
    return judge_of("scout").judge(choice, key_of(choice))


def test_another_process_says_the_same() -> None:
    text = record("scout", 3)
    choice = choices_of(text)[5]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = pool.submit(judged_elsewhere, text, 5).result()
    assert there == judge_of("scout").judge(choice, key_of(choice))


@some_tables
def test_hidden_cards_change_no_verdict(name: str, players: int) -> None:
    kind, dice, changed = KINDS[name], random.Random(3), 0
    judge = judge_of(name)
    for choice in choices_of(record(name, players), each=8):
        assert choice.state is not None
        twin = kind.permuted(choice.state, choice.seat, dice)
        changed += kind.facts(twin) != kind.facts(choice.state)
        other = replace(choice, view=twin.view(choice.seat), legal=twin.legal(), state=None)
        assert judge.judge(other, key_of(choice)) == judge.judge(choice, key_of(choice))
    assert changed


@some_tables
def test_a_judgement_is_sound(name: str, players: int) -> None:
    judge, legal_text = judge_of(name), codec.get(name).choice
    for choice in choices_of(record(name, players), each=5):
        judged = judge.judge(choice, key_of(choice))
        assert (judged.at, judged.part, judged.number) == (choice.at, choice.part, choice.number)
        assert judged.text == legal_text(choice.move)
        assert judged.measured and not judged.forced and not judged.open
        assert judged.loss >= 0 and 0 <= judged.error < 10
        assert 2 <= judged.playouts <= FEW.playouts + 60  # every candidate is looked at
        if judged.best is None:
            assert (judged.loss, judged.mark, judged.best_text) == (0, 0, "")
        else:
            assert judged.best in choice.legal and judged.best != choice.move
            assert judged.best_text == legal_text(judged.best)
        if judged.mark:
            assert judged.loss > 3 * judged.error
            assert judged.kind and judged.text in judged.words and judged.best_text in judged.words
        else:
            assert (judged.kind, judged.words) == ("", "")


# Losses that are known by hand


def scout_ending(number: int = 1) -> ScoutState:
    """Three players, seat 2 to act. Seat 1 scouted from the set of seat 3, so the round ends.

    It ends with a Show of the last card: 1 captured, no hand: 1; seats 1 and 3 pay
    for 5 and 3 cards: 1 + 4 = +5 against their mean. It ends with a Scout: two cards
    in the hand: -2, seat 3 gets a token and pays nothing: 1, seat 1 pays 5: 0.
    """
    rules, _ = games.get("scout").rules(3)
    hands = [b"\x23\x45\x78\x57\x26", b"\x94", b"\x12\x34\x15"]
    return ScoutState.from_position(
        rules, hands, b"\x83", 2, 1, 1, [0] * 3, [0] * 3, [False] * 3, 20, number, (0,) * 3
    )


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("more", [{}, {"open": True}, {"open": True, "exact": True}])
def test_scout_a_scout_that_ends_the_round_against_a_show(
    number: int, more: dict[str, bool]
) -> None:
    state, judge = scout_ending(number), judge_of("scout", **more)
    for move in state.legal():
        judged = judge.judge(choice_of(state, move), "1/1/0/0")
        if isinstance(move, Show):
            assert (judged.worth, judged.loss, judged.mark) == (pytest.approx(5), 0, 0)
            assert judged.best is None
            continue
        assert isinstance(move, Scout)
        # In points of the round, also in the last one, where the match is at stake.
        assert (judged.worth, judged.loss) == (pytest.approx(0, abs=1e-9), pytest.approx(5))
        assert judged.error == 0
        assert judged.best == Show(0, b"\x09")
        assert judged.open is bool(more)
        assert judged.measured
        if judged.open and not judged.solved:  # one playout says nothing of how sure it is
            assert (judged.mark, judged.kind, judged.words) == (0, "", "")
            continue
        assert (judged.mark, judged.kind) == (VERY_BAD, "missed Show")
        assert "gives away about 5.0 points: S1:9 ends the round with no card" in judged.words
        assert judged.words.startswith("In hindsight ") is judged.open
        assert judged.solved is judged.open


def test_skyjo_the_wrong_place_in_the_last_turn() -> None:
    # A -2 lies there, and no place saves more than that of the 12: in place of the 5 it saves 7
    # less, whatever is hidden.
    own, other = "12 5 3 1 / 4 2 0 6 / 3 1 7 ?", "1 1 2 0 / 0 3 1 2 / 2 0 1 0"
    state = lay(own, other, discard=(8, -2), turn=0, ender=1)
    judged = judge_of("skyjo").judge(choice_of(state, TAKES[1]), "1/1/0/0")
    assert (judged.best, judged.kind, judged.mark) == (TAKES[0], "wrong place", BAD)
    assert judged.loss == pytest.approx(7, abs=0.5)
    # The second half of a turn is a choice of its own.
    state = lay(own, other, discard=(8,), drawn=-2, turn=0, ender=1)
    judged = judge_of("skyjo").judge(choice_of(state, SWAPS[1]), "1/1/0/1")
    assert (judged.best, judged.kind) == (SWAPS[0], "wrong place")
    assert judged.loss == pytest.approx(7, abs=0.5)


@pytest.mark.parametrize("exact", [False, True])
def test_with_all_cards_seen_a_card_that_nobody_knew_of_counts(exact: bool) -> None:
    # The last turn; a -2 lies on top of the draw pile, a 5 on the discard pile. For the 12 the one
    # saves 14 points and the other 7. The seat could not know; what it expects of a draw is less.
    own, other = "12 4 3 1 / 4 2 0 6 / 3 1 7 ?2", "1 1 2 0 / 0 3 1 2 / 2 0 1 0"
    state = lay(own, other, discard=(8, 5), stock=(-2,), turn=0, ender=1)
    judged = judge_of("skyjo", open=True, exact=exact).judge(choice_of(state, TAKES[0]), "1/1/0/0")
    assert (judged.best, judged.loss, judged.open) == (DRAW, pytest.approx(7), True)
    closed = judge_of("skyjo").judge(choice_of(state, TAKES[0]), "1/1/0/0")
    assert not closed.open and closed.loss < 3


def test_the_luck_of_a_card_is_no_fault_of_the_move() -> None:
    own, other = "12 4 3 1 / 4 2 0 6 / 3 1 7 ?", "1 1 2 0 / 0 3 1 2 / 2 0 1 0"
    found = [
        judge_of("skyjo").judge(choice_of(state, DRAW), "1/1/0/0")
        for card in (12, -2)
        for state in [lay(own, other, discard=(8, 0), stock=(card,), turn=0, ender=1)]
    ]
    assert found[0] == found[1]
    assert found[0].best == TAKES[0]


# Forced, openings, what is not known


def test_a_forced_move_costs_nothing_and_loses_nothing() -> None:
    state = lay("3 1 2 4 / 5 6 7 8 / 1 ? 3 4", "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?", turn=0)
    forced = replace(choice_of(state, DRAW), legal=[DRAW])
    judged = judge_of("skyjo").judge(forced, "1/1/0/0")
    assert judged.forced and judged.measured
    assert (judged.playouts, judged.loss, judged.error, judged.mark) == (0, 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_keep_or_flip(players: int) -> None:
    judge = judge_of("scout")
    for choice in choices_of(record("scout", players, players + 1))[:players]:
        assert set(choice.legal) == {KEEP, FLIP} and choice.number is None
        both = [judge.judge(replace(choice, move=move), key_of(choice)) for move in (KEEP, FLIP)]
        # Not both can lose, and what one loses is what the other is worth more.
        assert min(each.loss for each in both) == 0
        for each in both:
            assert each.kind in ("", "flip choice") and each.measured


def test_an_opening_whose_starter_is_not_known() -> None:
    text = record("scout", 2, 1)
    (first, *_) = choices_of(text)
    assert first.view.starter is None
    assert judge_of("scout").judge(first, "1/1/0/0").measured


def test_what_cannot_be_measured_is_said_to_be_so() -> None:
    judge = judge_of("scout")
    (first, *_) = choices_of("1.K 2.F 3.K\n")
    judged = judge.judge(first, "1/1/0/0")
    assert (judged.measured, judged.error, judged.mark) == (False, math.inf, 0)
    assert "cards" in judge.lacks
    state = scout_ending()
    assert judge.judge(choice_of(state, state.legal()[0]), "1/1/0/0").measured
    assert judge.lacks == ""
    # The same with all cards seen, where they are not.
    assert not judge_of("scout", open=True).judge(first, "1/1/0/0").measured


def test_a_game_without_a_search_gets_along() -> None:
    with toy.known():
        judge = Judge(toy.GAME)
        rules, _ = toy.GAME.rules(2, {"starter": 1})
        text = scribed("toy", rules, "toy", lambda _, legal: legal[0]).text
        for choice in choices_of(text):
            judged = judge.judge(choice, key_of(choice))
            assert (judged.measured, judged.mark, judged.best) == (False, 0, None)
        assert "TOY cannot be searched" in judge.lacks
        assert "TOY cannot be searched" in judge.about
        assert mistakes_for("toy").kind(choice.view, choice.move, choice.move) == "mistake"


def test_without_numba_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise compiled.CompilerMissingError(ImportError("No module named 'numba'"))

    monkeypatch.setattr(compiled, "compiler", missing)
    judge, state = judge_of("scout"), scout_ending()
    assert not judge.judge(choice_of(state, state.legal()[0]), "1/1/0/0").measured
    assert "pip install 'scoutcli[strong]'" in judge.lacks


# Thresholds


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [(0.9, 0.0, 0), (1.1, 0.0, DOUBTFUL), (1.1, 0.36, DOUBTFUL), (1.1, 0.37, 0), (2.1, 0.5, BAD),
     (4.1, 1.0, VERY_BAD), (4.1, 1.4, 0), (30.0, math.inf, 0)],
)  # fmt: skip
def test_a_mark_needs_the_threshold_and_three_standard_errors(
    loss: float, error: float, mark: int
) -> None:
    assert mark_of(reasons_for("scout"), loss, error) == mark


def test_the_thresholds_of_skyjo() -> None:
    skyjo = reasons_for("skyjo")
    assert [mark_of(skyjo, loss, 0.1) for loss in (1.9, 2.1, 4.1, 8.1)] == [0, 6, 2, 4]


class Given:
    """A decision in which the candidates are worth `means`, with so much noise for each world."""

    priors: Worths | None = None
    settled: Collection[int] = ()

    def __init__(
        self, moves: Sequence[Move], means: Sequence[float], seed: int, level: float, noise: float
    ) -> None:
        self.moves, self.level = moves, level
        chance = np.random.default_rng(seed)
        self.values = level + np.array(means) + chance.normal(0, noise, (20_000, len(moves)))

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        return self.values[first : first + count, list(among)].copy()


def faked(
    monkeypatch: pytest.MonkeyPatch,
    means: Sequence[float],
    for_match: Sequence[float] | None = None,
    noise: float = 3.0,
    playouts: int = 20_000,
) -> Callable[[str], Judged]:
    """Judges the last of the Scouts of an ending in which moves are worth what is said."""
    state = scout_ending()
    moves = state.legal()[-len(means) :]
    judge = judge_of("scout", budget=Budget(playouts=playouts))

    def make(seed: int) -> Callable[..., Given]:
        def decide(view: View, include: Sequence[Move] = (), *, match: bool = True) -> Given:
            assert view.turn == view.seat and set(include) <= set(moves)
            if match and for_match is not None:
                return Given(moves, for_match, seed, 5.0, noise)
            return Given(moves, means, seed, 0.0, noise)

        return decide

    monkeypatch.setattr(judge, "_make", make)
    return lambda key: judge.judge(choice_of(state, moves[-1]), key)


@pytest.mark.parametrize(("loss", "mark"), [(0.5, 0), (1.5, DOUBTFUL), (3.0, BAD), (6.0, VERY_BAD)])
def test_a_loss_is_found_and_marked(
    monkeypatch: pytest.MonkeyPatch, loss: float, mark: int
) -> None:
    judged = [faked(monkeypatch, [0.0, -loss])(f"1/{number}/0/0") for number in range(5)]
    for each in judged:
        assert each.mark == mark
        assert abs(each.loss - loss) < 4 * each.error
        assert each.error <= max(0.25, loss / 6)


def test_the_best_moves_are_told_with_how_surely_they_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = [
        faked(monkeypatch, [0.5, 2.0, -0.5, 1.0, -1.0], noise=0.5)(f"1/{number}/0/0")
        for number in range(8)
    ]
    for each in judged:
        best, second, third = each.bests
        assert best.text == each.best_text
        for told, true in ((best, 2.0), (second, 1.0), (third, 0.5)):
            assert told.error is not None and 0 < told.error < 0.3
            assert abs(told.worth - true) < 4 * told.error
        assert each.doubt is not None and abs(each.worth + 1) < 4 * each.doubt
        assert best.worth - each.worth == pytest.approx(each.loss)
    # So many standard errors, of all of them together, lie about 1 off in the mean.
    off = [(told.worth - true) / (told.error or 1) for each in judged
           for told, true in zip(each.bests, (2.0, 1.0, 0.5), strict=True)]  # fmt: skip
    assert 0.3 < (sum(far * far for far in off) / len(off)) ** 0.5 < 1.8


def test_the_best_moves_with_all_cards_seen_have_no_error() -> None:
    state = scout_ending()
    judged = judge_of("scout", open=True).judge(choice_of(state, state.legal()[0]), "1/1/0/0")
    assert judged.doubt is None
    assert [each.error for each in judged.bests] == [None] * 3
    assert (judged.bests[0].text, judged.bests[0].worth) == ("S1:9", pytest.approx(5))


@pytest.mark.parametrize("moves", [2, 5])
def test_the_least_that_is_spent_is_what_is_said(
    monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    judge = faked(monkeypatch, [float(-at) for at in range(moves)], playouts=2)
    spent = [judge(f"1/{number}/0/0").playouts for number in range(5)]
    assert set(spent) <= {8 * moves, 8 * (moves + 2)}
    assert "2 at most, 8 for a move at least" in judge_of("scout", budget=Budget(playouts=2)).about
    assert "at least" not in judge_of("scout", budget=Budget(playouts=4000)).about


def test_more_is_spent_where_it_is_close(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = [
        sum(faked(monkeypatch, [0.0, -loss])(f"1/{number}/0/0").playouts for number in range(5))
        for loss in (8.0, 0.5, 4.05)  # plain; small; beside a threshold
    ]
    assert 3 * spent[0] < spent[1]
    assert 3 * spent[0] < spent[2]


def test_a_loss_is_not_flattered_by_the_worlds_in_which_the_best_move_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Five moves that are all the same, and no budget to see it: the best of them seems to be
    # better by about a standard error. What is measured is about nothing, and nothing is marked.
    judge = faked(monkeypatch, [0.0] * 5, playouts=300)
    found = [judge(f"1/{number}/0/0") for number in range(40)]
    assert not any(each.mark for each in found)
    assert sum(each.loss for each in found) / len(found) < 0.25
    errors = [each.loss / each.error for each in found if each.error]
    assert max(errors) < 4


def test_what_is_better_for_the_match_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    given_away = faked(monkeypatch, [0.0, -5.0], for_match=[0.0, 4.0])("1/1/0/0")
    assert (given_away.loss, given_away.mark, given_away.best) == (0, 0, None)
    assert abs(given_away.worth + 5) < 2  # in points of the round, whatever the match says
    # What is lost is counted in points of the round, too.
    lost = faked(monkeypatch, [0.0, -5.0], for_match=[0.0, -1.0])("1/1/0/0")
    assert (lost.mark, abs(lost.loss - 5) < 4 * lost.error) == (VERY_BAD, True)
    kept = faked(monkeypatch, [0.0, 3.0], for_match=[0.0, -4.0])("1/1/0/0")
    assert (kept.loss, kept.mark) == (0, 0)


def test_it_can_be_stopped() -> None:
    state = next(iter(choices_of(record("skyjo", 3), each=9)[2:]))
    judge = judge_of("skyjo", budget=Budget(playouts=10_000_000))
    judged = judge.judge(state, "1/1/0/0", stop=lambda: True)
    assert 0 < judged.playouts < 1000


# Kinds


def kinds_of(name: str, state: State, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    by_text = {codec.get(name).choice(move): move for move in state.legal()}
    for played, best in pairs:
        yield mistakes_for(name).kind(state.view(state.turn), by_text[played], by_text[best])


def test_kinds_of_scout() -> None:
    # Hand 4 4 9 5 6; on the table 3 3 (upper numbers 3, lower 2 and 1).
    rules, _ = games.get("scout").rules(4)
    hands = [b"\x21\x74", b"\x46\x45\x91\x59\x68", b"\x73\x28", b"\x71\x38"]
    state = ScoutState.from_position(
        rules, hands, b"\x32\x31", 0, 1, 0, [0] * 4, [0] * 4, [True] * 4, 20, 1, (0,) * 4
    )
    moves = state.legal()
    scouts = [move for move in moves if isinstance(move, Scout)]
    shows = [move for move in moves if isinstance(move, Show)]
    both = [move for move in moves if isinstance(move, ScoutShow)]
    kind, view = mistakes_for("scout").kind, state.view(1)
    left = [move for move in scouts if not move.right]
    right = [move for move in scouts if move.right]
    assert kind(view, left[0], shows[0]) == "missed Show"
    assert kind(view, shows[0], left[0]) == "missed Scout"
    assert kind(view, left[0], both[0]) == "missed Scout & Show"
    assert kind(view, both[0], shows[0]) == "used Scout & Show too early"
    assert kind(view, both[0], both[1]) == "wrong Scout & Show"
    assert kind(view, left[0], right[0]) == "wrong end"
    same = [move for move in left if move.card == left[0].card]
    other = [move for move in left if move.card != left[0].card]
    assert kind(view, same[0], same[1]) == "gap"
    assert kind(view, same[0], other[0]) == "wrong way up"
    assert kind(view, KEEP, FLIP) == "flip choice"


def test_kinds_of_skyjo() -> None:
    own, other = "9 5 3 4 / 9 2 8 6 / ? 1 7 5", "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?"
    kind = mistakes_for("skyjo").kind
    state = lay(own, other, discard=(9,), turn=0)
    view = state.view(0)
    assert kind(view, DRAW, TAKES[1]) == "left the discard"
    assert kind(view, TAKES[1], DRAW) == "took the discard"
    assert kind(view, TAKES[8], TAKES[1]) == "ended too early"
    assert kind(view, TAKES[1], TAKES[8]) == "did not end"
    assert kind(view, TAKES[0], TAKES[1]) == "wrong place"  # a 9 for a 9
    assert kind(view, Reveal((0, 4)), Reveal((0, 1))) == "opened in one column"
    own = "9 5 3 ? / 9 2 ? 6 / ? 1 7 ?"
    view = lay(own, other, discard=(2,), drawn=9, turn=0).view(0)
    assert kind(view, SWAPS[1], SWAPS[8]) == "missed a column"
    assert kind(view, TURNS[3], SWAPS[1]) == "threw the card"
    view = lay(own, other, discard=(2,), drawn=7, turn=0).view(0)
    assert kind(view, SWAPS[0], TURNS[3]) == "kept the card"
    assert kind(view, SWAPS[0], SWAPS[1]) == "broke a column"
    assert kind(view, TURNS[3], TURNS[6]) == "turned the wrong card"


def test_a_choice_that_cannot_be_compared_is_an_error() -> None:
    state = scout_ending()
    with pytest.raises(RuleError) as caught:
        judge_of("scout").judge(choice_of(state, Show(0, b"\x01\x02")), "1/1/0/0")
    assert caught.value.code == "not-legal"
