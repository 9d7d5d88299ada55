"""Every way in which a program can do wrong, in whole matches against honest bots.

All are played at the same time when the first test asks, for most of them mostly wait.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scoutcli.arena.clock import TimeControl
from scoutcli.arena.faults import REASONS
from scoutcli.arena.plan import Pairing
from scoutcli.arena.stable import Result, Stable
from tests.scoutcli.matches import (
    LINUX,
    LONG,
    TOKEN,
    bad,
    built_in,
    check,
    fault_lines,
    plan,
    running,
    wait_until_gone,
)

MIB = 1 << 20
SHORT = TimeControl(move=100)
BUTLER = "exit 3: it was the butler"


@dataclass(frozen=True)
class Case:
    """A mode of `tests/bots/bad.py`, from a turn on, and the fault it is to be; "" is none."""

    mode: str
    fault: str = ""
    move: str = r"[1-9][0-9]*"
    turn: int = 2
    time: TimeControl = LONG
    limits: dict[str, float] = field(default_factory=dict)
    matches: int = 2
    """One where a match takes long; then no other program sits at the table."""

    @property
    def id(self) -> str:
        return " ".join([self.mode, *self.limits])

    @property
    def word(self) -> str:
        """Stands in the command line of this bot and of all that it starts."""
        return f"{TOKEN}-{self.id}"


NO_ANSWER = r"time no answer to a go of 100ms"
CASES = [
    # It never gets ready.
    Case("hang-start", r"silent nothing came; does it flush its output\?", "0", matches=1),
    Case("no-flush", r"silent nothing came; does it flush its output\?", "0", matches=1),
    Case("crash-start", f"start crash {BUTLER}", "0"),
    Case("crash-hello", f"start crash {BUTLER}", "0"),
    # It ends, or can be heard or reached no more.
    Case("crash-match", f"crash {BUTLER}", "0"),
    Case("crash-round", f"crash {BUTLER}", "0"),
    Case("crash-did", f"crash {BUTLER}"),
    Case("crash-think", f"crash {BUTLER}"),
    Case("crash-think", f"crash {BUTLER}", "0", turn=1, limits={"processes": 5}),
    Case("crash-after", f"crash {BUTLER}"),
    Case("crash-signal", r"crash signal 11 \(SIGSEGV\)"),
    Case("exit-zero", "crash exit 0"),
    Case("fork-hold", "crash exit 0"),
    Case("close-input", "crash closed its input"),
    Case("close-input-after", "crash closed its input"),
    Case("close-output", "crash closed its output"),
    # It is slow.
    Case("hang-think", NO_ANSWER, time=SHORT),
    Case("slow", r"time \+[1-9]\d\dms", time=SHORT),
    Case("late", r"time \+(?:[4-9]\d\d|\d{4})ms", time=TimeControl(move=500)),
    Case(
        "hang-think", r"time no answer to a go of \d+ms", time=TimeControl.read("200+0"), matches=1
    ),
    # It says too much.
    Case("flood-lines", "flood more than 5000 lines for one answer"),
    Case("flood-line", "flood a line of more than 64 KiB"),
    Case("flood-stderr", "flood more than 16 MiB of stderr for one answer"),
    # Its answer is none.
    Case("illegal", "illegal 'S99:99': there is no position 99; .*"),
    Case("illegal", "illegal 'S99:99': .*", "0", turn=1, limits={"cpu": 60}),
    Case("empty", "illegal '' is no move.*"),
    Case("malformed", rf"{NO_ANSWER}; it said: I play, if I may, the first one", time=SHORT),
    Case("binary", rf"{NO_ANSWER}; it said: .*\S.*", time=SHORT),
    Case("stale", "illegal K: .*"),
    Case("twice", "unasked play [A-Z].*"),
    Case("unasked", "illegal K: .*", turn=1),
    # It takes too much.
    Case("eat-memory", r"memory \d+ MiB, allowed 128", limits={"memory": 128 * MIB}),
    Case("fork-memory", r"memory \d+ MiB, allowed 128", limits={"memory": 128 * MIB}),
    Case("burn-cpu", r"cpu \d\.\d\d s, allowed 0\.3", limits={"cpu": 0.3}),
    Case("fork-cpu", r"cpu \d\.\d\d s, allowed 0\.3", limits={"cpu": 0.3}),
    Case("fork-slow", r"processes \d\d, allowed 10", ".*", limits={"processes": 10}),
    # It does nothing wrong, as far as a match goes.
    *(
        Case(mode)
        for mode in (
            *("honest", "wordy", "stderr", "crash-quit", "ignore-quit", "fork-stay"),
            *("fork-setsid", "fork-double", "fork-many", "fork-hop"),
        )
    ),
]


def played(case: Case) -> tuple[list[Result], list[int]]:
    """The matches, and the processes that were left a while after them."""
    entry = bad(case.mode, case.turn, case.word, name="bad", **case.limits)
    honest = bad("honest", 1, case.word, name="honest")
    alone = case.time is not LONG
    entries = [entry, built_in("greedy")] if alone else [entry, honest, built_in("greedy")]
    seats = tuple(range(len(entries)))
    pairings = [Pairing(1, 1, 1, seats), Pairing(1, 1, 2, seats[::-1])]
    with Stable(plan(*entries, control=case.time), listen=True) as stable:
        results = [stable.play(pairing) for pairing in pairings[: case.matches]]
    return results, wait_until_gone(case.word, 5)


@pytest.fixture(scope="module")
def all_played() -> Iterator[dict[Case, Future[tuple[list[Result], list[int]]]]]:
    os.environ.pop("PYTHONUNBUFFERED", None)  # it would hide a bot that forgets to flush
    with ThreadPoolExecutor(12) as pool:
        yield {case.id + case.fault + str(case.time): pool.submit(played, case) for case in CASES}
    assert [word for word in (case.word for case in CASES) if running(word)] == []


@pytest.mark.skipif(not LINUX, reason="processes are found and counted through /proc")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_program_is_named_for_what_it_did(
    case: Case, all_played: dict[str, Future[tuple[list[Result], list[int]]]]
) -> None:
    results, left = all_played[case.id + case.fault + str(case.time)].result(300)
    assert left == []
    assert len(results) == case.matches
    for result in results:
        outcome = result.played.outcome
        check(result.played.record)
        seat = outcome.pairing.seats.index(0)
        ((*lines,),) = fault_lines(result.played.record)
        assert not outcome.abandoned
        assert len(outcome.scores) == 1
        assert outcome.winners
        starts = [said for said in result.said if said[:2] == ("bad", ">")].count(
            ("bad", ">", "scoutbot 1")
        )
        if not case.fault:
            assert lines == []
            assert starts == (result is results[0]), "the same process plays on"
            continue
        (line,) = lines
        assert re.fullmatch(f"seat {seat + 1} move {case.move} {case.fault}", line), line
        assert line.isprintable()
        ((at, reason),) = outcome.faults
        assert at == seat
        assert reason in REASONS
        assert starts == 1, "a fresh process plays the next match"


def test_every_mode_is_there() -> None:
    code = (Path(__file__).parent.parent / "bots" / "bad.py").read_text(encoding="utf-8")
    modes = set(re.findall(r'^    "([-a-z]+)": ', code, re.MULTILINE))
    modes |= set(re.findall(r'"([-a-z]+)"', code.partition("OTHERS = (")[2].partition(")")[0]))
    assert modes == {case.mode for case in CASES}
