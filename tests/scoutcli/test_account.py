"""Accounts: what a match comes to for each seat, added up over matches, and put in a word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from scoutcli.analysis.account import MANY, Sums, accounts, is_known
from scoutcli.analysis.course import course_of, turning_points
from scoutcli.analysis.model import Account, Chance, Judged, RoundReport
from scoutcli.analysis.ratings import WORDS, rating, scale_rows
from tests.scoutcli.reports import (
    BAD,
    DOUBTFUL,
    FIRST,
    NAMES,
    UNENDED,
    VERY_BAD,
    choice,
    forced,
    report,
    unmeasured,
)  # fmt: skip

NEAR = 1e-9


def test_the_parts_of_a_result_add_up() -> None:
    """By hand: see `FIRST`."""
    ada, bo, cy = accounts(NAMES, [FIRST])
    assert [(each.seat, each.name, each.rounds) for each in (ada, bo, cy)] == [
        (0, "Ada", 1), (1, "Bo", 1), (2, "Cy", 1),
    ]  # fmt: skip
    for account, result, luck, errors, residual in (
        (ada, 6.0, 2.5, 5.75, -2.25),
        (bo, -1.5, -3.25, -1.0, 2.75),
        (cy, -4.5, 0.75, -4.75, -0.5),
    ):
        assert account.result == pytest.approx(result)
        assert account.luck == pytest.approx(luck)
        assert account.errors == pytest.approx(errors)
        assert account.residual == pytest.approx(residual)
        assert account.adjusted == pytest.approx(result - luck)


def test_losses_are_counted_for_each_choice_that_was_one() -> None:
    ada, bo, cy = accounts(NAMES, [FIRST])
    assert [(each.unforced, each.lost) for each in (ada, bo, cy)] == [(1, 0.0), (2, 4.5), (2, 7.0)]
    assert bo.rate == pytest.approx(2.25)
    assert (dict(ada.marks), dict(bo.marks)) == ({}, {BAD: 1})
    assert dict(cy.marks) == {DOUBTFUL: 1, VERY_BAD: 1}
    assert list(cy.kinds.items()) == [("gap", (1, 6.0)), ("flip choice", (1, 1.0))]
    assert Account(0, "x", 0, 0.0).rate == 0.0


def test_a_round_without_an_end_counts_only_for_its_losses() -> None:
    ada, bo, _ = accounts(NAMES, [FIRST, UNENDED])
    assert (ada.unforced, ada.lost, ada.kinds) == (2, 2.0, {"gap": (1, 2.0)})
    assert (ada.rounds, bo.rounds) == (1, 1)
    assert ada.result == pytest.approx(6.0)
    assert ada.luck == pytest.approx(2.5)


@pytest.mark.parametrize(
    "changed",
    [
        replace(FIRST, lucky=False, luck=()),
        replace(FIRST, margins=(6.0, None, -4.5)),
        replace(FIRST, judged=tuple(each for each in FIRST.judged if each.seat == 1)),
        replace(FIRST, judged=(*FIRST.judged, unmeasured(0, 6))),
    ],
    ids=["no luck", "points not known", "one seat alone", "not measured"],
)
def test_what_is_not_known_in_full_has_no_balance(changed: RoundReport) -> None:
    assert is_known(FIRST) and not is_known(changed)
    for account in accounts(NAMES, [changed]):
        assert (account.rounds, account.result, account.luck) == (0, 0.0, 0.0)
        assert (account.errors, account.residual) == (0.0, 0.0)


def test_what_was_not_measured_counts_nowhere() -> None:
    (account, _, _) = accounts(NAMES, [RoundReport(1, (None,) * 3, (unmeasured(0),), (), False)])
    assert (account.unforced, account.lost, account.marks, account.kinds) == (0, 0.0, {}, {})
    assert accounts(NAMES, [])[0] == Account(0, "Ada", 0, 0.0)


points = st.floats(-30, 30, allow_nan=False)


@st.composite
def known_rounds(draw: st.DrawFn) -> RoundReport:
    """A round of three that is known in full: margins and luck are 0 in sum."""

    def spread() -> tuple[float, ...]:
        first, second = draw(points), draw(points)
        return first, second, -first - second

    losses = draw(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 20)), max_size=8))
    judged: list[Judged] = [forced(seat, seat) for seat in range(3)]
    judged += [choice(seat, 3 + at, loss) for at, (seat, loss) in enumerate(losses)]
    luck = tuple(Chance(at, -1, "draw", spread()) for at in range(draw(st.integers(0, 4))))
    return RoundReport(draw(st.integers(1, 9)), spread(), tuple(judged), luck, lucky=True)


@given(st.lists(known_rounds(), max_size=4))
def test_every_table_is_zero_in_sum_and_every_seat_adds_up(rounds: list[RoundReport]) -> None:
    found = accounts(NAMES, rounds)
    for name in ("result", "luck", "errors", "residual", "adjusted"):
        assert sum(getattr(account, name) for account in found) == pytest.approx(0.0, abs=1e-6)
    for seat, account in enumerate(found):
        assert account.rounds == len(rounds)
        parts = account.luck + account.errors + account.residual
        assert account.result == pytest.approx(parts, abs=NEAR)
        own = [each for found in rounds for each in found.judged if each.seat == seat]
        assert account.lost == pytest.approx(sum(each.loss for each in own))


# Over many matches


def test_matches_are_added_up_by_name() -> None:
    sums = Sums()
    sums.add(report(FIRST))
    sums.add(report(FIRST, names=("Cy", "Ada", "Di"), match=2))
    sums.add(report(FIRST, game="skyjo"))
    first, second = sums
    assert (sums.matches, first.game, first.players, first.matches) == (3, "scout", 3, 2)
    assert (second.game, second.matches) == ("skyjo", 1)
    ada = first.by_name["Ada"]  # seat 1, and then seat 2
    assert (ada.seat, ada.unforced, ada.lost, ada.rounds) == (MANY, 3, 4.5, 2)
    assert ada.result == pytest.approx(6.0 - 1.5)
    assert ada.luck == pytest.approx(2.5 - 3.25)
    assert ada.errors == pytest.approx(5.75 - 1.0)
    assert ada.residual == pytest.approx(-2.25 + 2.75)
    assert ada.kinds == {"gap": (1, 4.0)}
    cy = first.by_name["Cy"]
    assert (cy.marks, cy.kinds) == (
        {DOUBTFUL: 1, VERY_BAD: 1},
        {"gap": (1, 6.0), "flip choice": (1, 1.0)},
    )
    # 4.5 lost in 3, 4.5 in 2, 7 in 3, 7 in 2.
    assert [account.name for account in first.ranked()] == ["Ada", "Bo", "Cy", "Di"]


def test_two_seats_of_one_name_are_one_player() -> None:
    sums = Sums()
    sums.add(report(FIRST, names=("Ada", "Ada", "Cy")))
    (standing,) = sums
    assert standing.by_name["Ada"].result == pytest.approx(4.5)
    assert standing.by_name["Ada"].lost == pytest.approx(4.5)


# How it went


def test_the_course_of_a_match() -> None:
    """Every choice of the example expects a point more than what the seat has."""
    course = course_of(report())
    ada, _, cy = course.points
    # The deal, and six plays; the margin stands at the last. Then a deal, and three.
    assert ada == (0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 6.0, 7.0, 7.0, 7.0)
    assert cy == (0.0, 0.0, 0.0, 1.0, 1.0, 1.0, -4.5, -4.5, -4.5, -4.5, -3.5)
    assert course.luck[0] == (2.0, 2.0, 2.0, 2.0, 2.5, 2.5, 2.5, 3.5, 3.5, 3.5, 3.5)
    assert (course.moments, course.ends, course.lucky) == (11, (6, 10), True)
    assert course.reach == (-4.5, 7.0)


def test_the_turning_points_are_the_largest() -> None:
    losses, strokes = turning_points(report(), most=3)
    assert [(turn.round, turn.made, turn.seat, turn.gain) for turn in losses] == [
        (1, 6, 2, -6.0), (1, 2, 1, -4.0), (2, 1, 0, -2.0),
    ]  # fmt: skip
    assert [turn.judged.mark for turn in losses if turn.judged] == [VERY_BAD, BAD, BAD]
    assert [(turn.round, turn.made, turn.number, turn.seat, turn.gain, turn.what)
            for turn in strokes] == [
        (1, 0, None, 1, -3.0, "deal"), (2, 0, None, 0, 1.0, "deal"),
    ]  # fmt: skip


def test_nothing_was_analysed() -> None:
    empty = replace(report(), rounds=(), accounts=())
    assert course_of(empty).moments == 0
    assert turning_points(empty) == ([], [])


# The word for it


def test_the_words_go_from_no_loss_to_any_loss() -> None:
    for game in games.names():
        rows = list(scale_rows(game))
        assert [word for word, _ in rows] == list(WORDS)
        assert rows[0][1].startswith("0.00 to ")
        assert rows[-1][1].startswith("over ")
        uppers = [meaning.rpartition(" ")[2] for _, meaning in rows]
        assert uppers[:-1] == sorted(set(uppers[:-1]), key=float)
        assert rating(game, Account(0, "x", 20, 0.0)) == WORDS[0]
        assert rating(game, Account(0, "x", 20, 2000.0)) == WORDS[-1]
        limit = float(uppers[0])  # belongs to the better word
        assert rating(game, Account(0, "x", 100, 100 * limit)) == WORDS[0]
        assert rating(game, Account(0, "x", 100, 101 * limit)) == WORDS[1]


def test_no_word_without_decisions_or_without_a_scale() -> None:
    assert rating("scout", Account(0, "x", 9, 0.0)) == ""
    assert rating("toy", Account(0, "x", 100, 0.0)) == ""
    assert list(scale_rows("toy")) == []
