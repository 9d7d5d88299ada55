"""What becomes of a seat that does wrong, and of its match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

import games
from games.bots import Bot
from games.game import Move, State
from notation import codec
from scoutcli.arena.clock import Clock
from scoutcli.arena.faults import Fault
from scoutcli.arena.referee import Played
from scoutcli.arena.seats import BuiltIn, Place
from tests.record import part_of
from tests.scoutcli.matches import (
    SKYJO,
    Double,
    fault_lines,
    from_time,
    own_dice,
    play,
    raise_fault,
    replaying,
)


def with_fault(
    game: str, players: int, seat: int, turn: int, fault: Fault, on_fault: str, **more: Any
) -> tuple[Played, list[Double]]:
    """A match in which a seat does wrong when it is to choose for the so-many-th time."""

    def wrong(_: State) -> Move:
        raise fault

    seats = [Double(own_dice(at)) for at in range(players)]
    seats[seat].choose = from_time(turn, wrong, seats[seat].choose)
    return play(game, seats, on_fault=on_fault, **more), seats


WHEN = [
    # The opening counts as move 0. Of the seed `tea` seat 2 starts for three in SCOUT and for two
    # in SKYJO, where a draw and what is done with the card are one move.
    ("scout", 3, 1, 1, 0),
    ("scout", 3, 1, 2, 1),
    ("scout", 3, 1, 3, 4),
    ("scout", 3, 0, 2, 3),
    ("skyjo", 2, 0, 1, 0),
    ("skyjo", 2, 1, 2, 1),
    ("skyjo", 2, 0, 2, 2),
]


@pytest.mark.parametrize(("game", "players", "seat", "turn", "move"), WHEN)
@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
def test_a_fault_is_recorded_with_its_seat_and_move(
    game: str, players: int, seat: int, turn: int, move: int, on_fault: str
) -> None:
    fault = Fault("time", "+151ms")
    played, seats = with_fault(game, players, seat, turn, fault, on_fault)
    assert fault_lines(played.record) == [[f"seat {seat + 1} move {move} time +151ms"]]
    assert played.faults == [f"round 1 seat {seat + 1} move {move} time +151ms"]
    outcome = played.outcome
    assert outcome.faults == ((seat, "time"),)
    assert [double.dismissed for double in seats] == [
        ["time +151ms"] if at == seat else [] for at in range(players)
    ]
    assert sum(line.startswith("go") for line in seats[seat].lines) == turn
    match = part_of(played.record).match
    assert match is not None
    if on_fault == "abort":
        assert outcome.abandoned
        assert (outcome.scores, outcome.winners) == ((), ())
        assert match.rounds[0].end == "abandoned"
        assert match.winners is None
        assert all("end round" not in line for line in seats[seat].lines)
        total = ",".join("0" * players)
        assert seats[seat].lines[-1] == f"end match total {total} winners -"
    else:
        assert not outcome.abandoned
        assert outcome.scores == (match.rounds[0].score,)
        assert outcome.winners == match.winners
        best = (min if game == "skyjo" else max)(outcome.scores[0])
        assert match.winners == tuple(
            at for at, points in enumerate(outcome.scores[0]) if points == best
        )


def test_in_the_middle_of_a_turn_the_fault_is_of_that_move() -> None:
    """Seat 2 draws, and then does wrong; the card drawn is played by somebody else."""

    def wrong(state: State) -> Move:
        assert state.midturn
        raise Fault("crash", "exit 3")

    for on_fault in ("forfeit", "random", "abort"):
        first, second = (replaying("skyjo", moves) for moves in SKYJO)
        seats = [Double(from_time(2, own_dice(0), first)), Double(from_time(3, wrong, second))]
        played = play("skyjo", seats, on_fault=on_fault)
        assert fault_lines(played.record) == [["seat 2 move 1 crash exit 3"]]
        moves = part_of(played.record).match.rounds[0].moves.text  # type: ignore[union-attr]
        assert ("2.D5" in moves) is (on_fault != "abort")


def test_new_draw_piles_are_no_moves() -> None:
    """After 53 draws the draw pile of eight is empty; the draw behind the new one is move 54."""

    def choose(state: State) -> Move:
        legal = state.legal()
        if any(line.startswith("did -") for line in seats[0].lines):
            raise Fault("silent")
        return legal[0] if state.opening or state.midturn else legal[-1]

    seats = [Double(choose) for _ in range(8)]
    played = play("skyjo", seats, {"turn_limit": "60", "rounds": "1"}, on_fault="abort")
    ((line,),) = fault_lines(played.record)
    assert re.fullmatch(r"seat \d move 54 silent", line)


@pytest.mark.parametrize(("game", "players", "seat", "turn", "move"), WHEN)
def test_a_forfeit_plays_the_last_legal_move(
    game: str, players: int, seat: int, turn: int, move: int
) -> None:
    played, _ = with_fault(game, players, seat, turn, Fault("flood"), "forfeit")
    seats = [Double(own_dice(at)) for at in range(players)]
    seats[seat].choose = from_time(turn, lambda state: state.legal()[-1], seats[seat].choose)
    block = f"  faults: |\n    seat {seat + 1} move {move} flood\n"
    assert played.record.replace(block, "") == play(game, seats).record


def test_at_random_the_seat_plays_on_with_legal_moves_that_the_seed_decides() -> None:
    records = {}
    for on_fault, seed in (("random", "tea"), ("random", "milk"), ("forfeit", "tea")):
        played, _ = with_fault("scout", 3, 1, 2, Fault("flood"), on_fault, seed=seed)
        again, _ = with_fault("scout", 3, 1, 2, Fault("flood"), on_fault, seed=seed)
        assert played == again
        records[on_fault, seed] = played.record
    assert len(set(records.values())) == 3


def test_a_fault_holds_until_the_end_of_the_match_and_stands_in_its_round() -> None:
    """The second round of seat 3 begins with its choice; from then on it is not asked any more."""
    options = {"rounds": "3"}
    seats = [Double(own_dice(at)) for at in range(3)]
    choices = count()

    def choose(state: State) -> Move:
        if state.opening and next(choices):
            raise Fault("illegal", "S3:44")
        return state.legal()[0]

    seats[2].choose = choose
    played = play("scout", seats, options)
    assert fault_lines(played.record) == [[], ["seat 3 move 0 illegal S3:44"], []]
    assert played.faults == ["round 2 seat 3 move 0 illegal S3:44"]
    assert len(played.outcome.scores) == 3
    begun = [at for at, line in enumerate(seats[2].lines) if line.startswith("round")]
    assert sum(line.startswith("go") for line in seats[2].lines[begun[1] :]) == 1


def test_a_match_is_given_up_in_a_later_round_with_the_points_so_far() -> None:
    seats = [Double(own_dice(at)) for at in range(3)]
    choices = count()

    def choose(state: State) -> Move:
        if state.opening and next(choices):
            raise Fault("illegal", "S3:44")
        return state.legal()[0]

    seats[2].choose = choose
    played = play("scout", seats, {"rounds": "3"}, on_fault="abort")
    (scores,) = played.outcome.scores
    match = part_of(played.record).match
    assert match is not None
    assert [each.end for each in match.rounds][1:] == ["abandoned"]
    assert (match.total, match.winners) == (scores, None)
    assert seats[0].lines[-1] == f"end match total {','.join(map(str, scores))} winners -"


@pytest.mark.parametrize("on_fault", ["forfeit", "abort"])
def test_several_may_do_wrong(on_fault: str) -> None:
    seats = [Double(own_dice(at)) for at in range(3)]
    seats[0].choose = raise_fault("crash", "exit 1")
    seats[2].choose = raise_fault("time", "+9ms")
    played = play("scout", seats, on_fault=on_fault)
    lines = ["seat 1 move 0 crash exit 1", "seat 3 move 0 time +9ms"]
    assert fault_lines(played.record) == [lines if on_fault == "forfeit" else lines[:1]]


class Absent(Double):
    """A seat that does not even get ready."""

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        raise Fault("start", "no such program")


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
def test_who_does_not_get_ready(on_fault: str) -> None:
    absent = [Absent(own_dice(0)), Absent(own_dice(1))]
    played = play("scout", [*absent, Double(own_dice(2))], on_fault=on_fault)
    assert fault_lines(played.record) == [
        ["seat 1 move 0 start no such program", "seat 2 move 0 start no such program"]
    ]
    assert played.outcome.abandoned is (on_fault == "abort")
    assert not any(line.startswith("go") for double in absent for line in double.lines)


def test_a_built_in_bot_can_do_wrong_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: Any, legal: Sequence[Move]) -> Move:
            if view.opening:
                return legal[0]
            raise ZeroDivisionError("a bug\n\x1b[2J")

    class Cheat(Broken):
        def choose(self, view: Any, legal: Sequence[Move]) -> Move:
            return codec.get("scout").chosen("S40:T", view)

    game = games.get("scout")
    bots = {**game.bots, "broken": Bot(Broken, "breaks"), "cheat": Bot(Cheat, "cheats")}
    monkeypatch.setattr(type(game), "bots", bots)
    seats = [BuiltIn(game, name) for name in ("broken", "greedy", "cheat")]
    played = play("scout", seats)
    ((crash, illegal),) = map(sorted, fault_lines(played.record))
    assert crash.startswith("seat 1 move ")
    assert crash.endswith(r" crash ZeroDivisionError: a bug \x1b[2J")
    assert illegal.startswith("seat 3 move 0 illegal S40:T: ")


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
@pytest.mark.parametrize("turn", [1, 2, 9, 20])
def test_own_draws_are_recorded_as_they_came(on_fault: str, turn: int) -> None:
    options = {"rounds": "1"}
    played, _ = with_fault(
        "skyjo", 3, 2, turn, Fault("time"), on_fault, options=options, own_draws=True
    )
    match = part_of(played.record).match
    assert match is not None
    assert match.shuffle == {"algorithm": "sha256-fisher-yates 1 own-draws", "seed": "tea"}
