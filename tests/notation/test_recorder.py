"""A scribe's text of a match is canonical, whatever becomes of the match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.deals import Shuffler
from notation import codec
from notation.recorder import Scribe
from tests import toy
from tests.record import (
    at_random,
    canonical_of,
    errors_of,
    fast_disk,
    part_of,
    record,
    rules_of,
)
from tests.scribed import Scribed, scribed

CASES = [
    ("scout", 2, {"rounds": "2"}),
    ("scout", 4, {"rounds": "1"}),
    ("skyjo", 2, {"rounds": "1"}),
    ("skyjo", 8, {"rounds": "2"}),
    ("toy", 3, {"rounds": "2"}),
]
every_case = pytest.mark.parametrize(("game", "players", "options"), CASES)


@pytest.fixture(autouse=True)
def _all_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fast_disk(monkeypatch)
    with toy.known():
        yield


def played(game: str, players: int, options: dict[str, str], **more: object) -> Scribed:
    """The same match every time, as far as it goes."""
    rules = rules_of(game, players, options)
    return scribed(game, rules, "tea", at_random(game), **more)  # type: ignore[arg-type]


def is_canonical(text: str) -> bool:
    return canonical_of(part_of(text)) == text


@every_case
def test_a_scribe_says_what_a_recorder_writes(
    game: str, players: int, options: dict[str, str], tmp_path: Path
) -> None:
    text = played(game, players, options).text
    assert not errors_of(text)
    assert is_canonical(text)
    record(tmp_path / "m.yaml", rules_of(game, players, options), game, "tea", at_random(game))
    assert (tmp_path / "m.yaml").read_text() == text


@every_case
def test_a_match_is_given_up_after_any_move(
    game: str, players: int, options: dict[str, str]
) -> None:
    whole = played(game, players, options)
    for plies in range(0, whole.plies, 1 + whole.plies // 60):
        part = played(game, players, options, given_up_after=plies)
        assert not errors_of(part.text)
        assert is_canonical(part.text)
        moves, _, end = part.text.partition("  end: abandoned\n")
        assert whole.text.startswith(moves.removesuffix("\n"))
        sums = [sum(points[seat] for points in part.scores) for seat in range(players)]
        assert end == f"total: {sums}\n"


def test_the_whole_match_is_there_when_it_is_given_up_after_its_last_move() -> None:
    whole = played("scout", 2, {"rounds": "2"})
    assert whole.winners
    assert played("scout", 2, {"rounds": "2"}, given_up_after=whole.plies).text == whole.text


def test_faults_stand_between_the_moves_and_the_end() -> None:
    faults = {2: ["seat 2 move 0 start", "seat 1 move 3 time +151ms"]}
    text = played("scout", 2, {"rounds": "2"}, faults=faults).text
    block = "  faults: |\n    seat 2 move 0 start\n    seat 1 move 3 time +151ms\n"
    before, found, behind = text.partition(block)
    assert found
    assert before.count("  moves: |\n") == 2
    assert behind.startswith("  end: ")
    assert before + behind == played("scout", 2, {"rounds": "2"}).text
    assert not errors_of(text)
    assert is_canonical(text)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("seat 1 move 0 silent ", "seat 1 move 0 silent"),
        ("seat 1 move 1 illegal S3:44: # not beaten", "seat 1 move 1 illegal S3:44: # not beaten"),
        (
            "seat 1 move 1 crash exit 1: 'no \"x\" é 王'",
            "seat 1 move 1 crash exit 1: 'no \"x\" é 王'",
        ),
        ("seat 1 move 1 crash \x1b[2J", "seat 1 move 1 crash \x1b[2J"),
    ],
)
@pytest.mark.parametrize("plies", [0, 3, None])
def test_any_fault_can_be_written_down(line: str, kept: str, plies: int | None) -> None:
    options = {"rounds": "1"}
    text = played("scout", 2, options, faults={1: [line, ""]}, given_up_after=plies).text
    assert not errors_of(text)
    assert is_canonical(text)
    match = part_of(text).match
    assert match is not None and match.rounds[0].faults is not None
    assert match.rounds[0].faults.text == f"{kept}\n"


@every_case
def test_in_a_growing_file_every_move_has_its_terminator_at_once(
    game: str, players: int, options: dict[str, str]
) -> None:
    growing = played(game, players, options, growing=True)
    assert growing.text == played(game, players, options).text
    assert all(text.endswith((" ", "\n")) for text in growing.said if text)


def test_a_gap_comes_before_the_keys() -> None:
    scribe = Scribe(codec.get("scout"))
    assert scribe.begin_match("scoutcli: 1\n", "\n") == "\nscoutcli: 1\nrounds:\n"


def test_moves_are_taken_up_in_the_middle_of_a_line_or_at_its_start() -> None:
    rules = rules_of("scout", 2)
    game = games.get("scout")
    state = game.begin(rules, [], game.deal(rules, [], Shuffler("tea", 1)))
    keep = state.legal()[0]
    state.apply(0, keep)
    for growing, at_line_start, text in (
        (True, False, "1.K "), (True, True, "    1.K "),
        (False, False, " 1.K"), (False, True, "    1.K"),
    ):  # fmt: skip
        scribe = Scribe(codec.get("scout"), growing=growing)
        scribe.go_on(at_line_start=at_line_start)
        assert scribe.play(0, [keep], state, choice=True) == text
