"""The choices of a record: all of them, in order, each with what its seat knew and no more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

import games
from games.game import Move, State, View
from games.skyjo.cards import UNKNOWN
from games.skyjo.moves import Draw, Swap, Take, Turn
from notation.audit import Audit
from notation.codec import get
from scoutcli.analysis import decisions
from scoutcli.analysis.decisions import Choice, choices
from tests import toy
from tests.record import at_random, part_of
from tests.scribed import scribed


def audit_of(text: str) -> Audit:
    audit = part_of(text.encode()).audit
    assert audit is not None
    return audit


def played(
    name: str, players: int, seed: str, after: int | None = None, **given: object
) -> tuple[str, list[tuple[View, list[Move], Move]]]:
    """The record of a match at random, and all that its seats saw and chose."""
    rules, _ = games.get(name).rules(players, given)
    seen: list[tuple[View, list[Move], Move]] = []
    anything = at_random(seed)

    def choose(state: State, legal: list[Move]) -> Move:
        move = anything(state, legal)
        seen.append((state.view(state.turn), list(legal), move))
        return move

    return scribed(name, rules, seed, choose, given_up_after=after).text, seen


def bare(view: View) -> View:
    """The view without its rules, which are equal only where they are the same object."""
    return replace(view, rules=None)


def all_choices(audit: Audit, **more: bool) -> list[Choice]:
    return [choice for at in range(len(audit.rounds)) for choice in choices(audit, at, **more)]


@pytest.mark.parametrize(
    ("name", "players", "given"),
    [("scout", 2, {}), ("scout", 3, {}), ("scout", 5, {}), ("skyjo", 2, {"rounds": 2}),
     ("skyjo", 3, {"rounds": 1, "clear_rows": "true"}), ("toy", 3, {"starter": 2})],
)  # fmt: skip
def test_every_choice_is_as_the_seat_saw_it(
    name: str, players: int, given: dict[str, object]
) -> None:
    with toy.known():
        text, seen = played(name, players, f"seen {name}", **given)
        found = all_choices(audit_of(text))
        assert [(bare(each.view), each.legal, each.move) for each in found] == [
            (bare(view), legal, move) for view, legal, move in seen
        ]
        assert all(each.view.turn == each.seat for each in found)
        assert all(each.state is None for each in found)


def test_where_a_choice_stands_in_its_round() -> None:
    text, _ = played("skyjo", 3, "parts", 30, rounds=1)
    found = all_choices(audit_of(text), open=True)
    # Three openings, then turns: a draw and what becomes of the card are one play, two choices.
    assert [(each.at, each.number, each.part) for each in found[:3]] == [
        (0, None, 0), (1, None, 0), (2, None, 0),
    ]  # fmt: skip
    at, number = 2, 0
    for each in found[3:]:
        at, number = at + (each.part == 0), number + (each.part == 0)
        assert (each.at, each.number) == (at, number)
        if each.part:
            assert each.view.midturn and each.view.drawn is not None
            assert isinstance(each.move, (Swap, Turn))
        assert each.state is not None and each.state.view(each.seat) == each.view
        # Moves are as they are chosen, not as a record completes them.
        assert each.move in each.legal
    assert any(each.part for each in found)


def test_in_the_opening_nobody_knows_what_others_chose() -> None:
    text, _ = played("scout", 4, "opening", 5)
    first = all_choices(audit_of(text))[:4]
    assert [each.view.chosen for each in first] == [None] * 4
    other = re.sub(r"([1234])\.([KF])", lambda m: f"{m[1]}.{'KF'[m[2] == 'K']}", text)
    assert other != text
    turned = all_choices(audit_of(other))[:4]
    assert [bare(each.view) for each in turned] == [bare(each.view) for each in first]
    assert all(one.move != two.move for one, two in zip(first, turned, strict=True))


def without_deal(text: str) -> str:
    """The record with nothing known of the cards but what the moves name."""
    return re.sub(r"(- )deal: \|\n(?:    .*\n)+  moves", r"\1moves", text)


def test_without_a_deal_a_view_has_what_was_told_before_and_not_what_the_move_tells() -> None:
    text, seen = played("skyjo", 2, "bare", 60, rounds=1)
    dealt = without_deal(text)
    assert "deal:" not in dealt and dealt != text
    missed: list[str] = []
    audit = audit_of(dealt)
    found = list(choices(audit, 0, missed=missed.append))
    assert (len(found), missed) == (len(seen), [])
    for each, (view, legal, move) in zip(found, seen, strict=True):
        assert (each.legal, each.move) == (legal, move)
        for shown, known in zip(each.view.grids, view.grids, strict=True):
            for one, two in zip(shown, known, strict=True):
                assert one == two or (one == UNKNOWN and two is not None)
        assert each.view.drawn == view.drawn  # the record names a card once it is placed …
        assert each.view.stock == view.stock
    # … and the cards that lay hidden under it only then.
    put = [each for each in found if isinstance(each.move, (Swap, Take))]
    assert any(each.view.grid[each.move.place] is None for each in put)


def test_what_nobody_noted_is_left_out_and_said() -> None:
    text, seen = played("scout", 3, "gap", 12)
    words = re.findall(r"\b[123]\.[A-Z]\S*", text)
    lost = words[6]
    torn = text.replace(f"{lost} ", f"{lost[:2]}? ", 1)
    assert torn != text
    missed: list[str] = []
    found = list(choices(audit_of(torn), 0, missed=missed.append))
    assert [each.at for each in found[:6]] == list(range(6))
    assert 6 not in [each.at for each in found]
    assert missed and re.fullmatch(r"\d+ choices? that nobody noted in full", missed[0])
    assert [bare(each.view) for each in found[:6]] == [bare(view) for view, _, _ in seen[:6]]


def test_a_round_is_followed_to_its_first_fault() -> None:
    text, seen = played("skyjo", 3, "fault", 20, rounds=1)
    words = re.findall(r"\b[123]\.\S+", text)
    wrong = text.replace(words[9], "9.nonsense", 1)
    found = all_choices(audit_of(wrong))
    assert 9 <= len(found) < len(seen)
    assert all(each.at < 9 for each in found)


def test_a_position_and_moves_alone() -> None:
    rules, _ = games.get("scout").rules(3)
    text, _ = played("scout", 3, "loose", 9)
    there = [each for each in all_choices(audit_of(text), open=True) if each.number == 6]
    assert there[0].state is not None
    notation = get("scout")
    line = notation.format_position(there[0].state)
    move = f"{there[0].seat + 1}.{notation.choice(there[0].move)}"
    (only,) = all_choices(audit_of(f"{line}\n{move}\n"))
    assert (only.seat, only.move, only.at, only.number) == (there[0].seat, there[0].move, 0, 1)
    assert only.view.hand == there[0].view.hand
    assert only.view.story is None
    others = [hand for seat, hand in enumerate(only.view.hands) if seat != only.seat]
    assert not any(map(any, others))  # the line has all cards, the seat does not
    assert rules.players == 3
    alone = all_choices(audit_of("1.K 2.F 3.K\n"))
    assert [each.view.hand for each in alone] == [bytes(12)] * 3


def test_a_very_long_round_is_followed_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MOST_CHOICES", 7)
    text, seen = played("skyjo", 2, "long", 20, rounds=1)
    missed: list[str] = []
    found = list(choices(audit_of(text), 0, missed=missed.append))
    assert len(found) == 7
    assert missed == [f"{len(seen) - 7} choices that come too late in a very long round"]


def test_a_score_sheet_has_no_choices() -> None:
    head, _, _ = played("scout", 2, "sheet", 1)[0].partition("rounds:")
    assert all_choices(audit_of(f"{head}rounds:\n- score: [3, 4]\n")) == []


def moves_of(found: Sequence[Choice]) -> list[Move]:
    return [each.move for each in found]


def test_a_draw_says_nothing_of_its_card() -> None:
    text, _ = played("skyjo", 2, "draw", 30, rounds=1)
    draws = [each for each in all_choices(audit_of(text)) if isinstance(each.move, Draw)]
    assert draws and moves_of(draws) == [Draw()] * len(draws)
    assert all(each.view.drawn is None for each in draws)
