"""Matches of the arena for tests: seats that listen, small programs, what a record must be."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import games
from games.game import Move, State
from notation import codec
from scoutcli.arena import protocol, referee
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import Fault
from scoutcli.arena.plan import Entry, Pairing, Plan, Sitter
from scoutcli.arena.process import Limits
from scoutcli.arena.referee import Played, Terms
from scoutcli.arena.seats import Place, Seat
from tests.record import canonical_of, errors_of, part_of, rules_of

LINUX = sys.platform == "linux"
BAD = Path(__file__).resolve().parent.parent / "bots" / "bad.py"
PYTHON = (sys.executable, "-I", "-S")
"""Starts fast: a bot needs nothing but the language."""

LONG = TimeControl(move=60_000)
"""Nobody is too slow for this, on a busy machine either."""

SCRIPTED = """
import sys
want, *answers = sys.argv[1:]
for line in sys.stdin:
    word = line.split()[0]
    if word == "scoutbot":
        print(f"id name Script%20%C3%A9{want}ready scout skyjo toy", flush=True)
    elif word == "go":
        print("play", answers.pop(0), flush=True)
    elif word == "quit":
        break
"""
"""A bot that says what it is given: first what it wants, then its answers."""

FIRST = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "scoutbot":
        print("ready scout skyjo toy", flush=True)
    elif words[0] == "go":
        print("play", words[words.index("legal") + 1], flush=True)
    elif words[0] == "quit":
        break
"""
"""A bot that plays the first legal move of any game."""


def script(*answers: str, want: str = "") -> Entry:
    """A program that gives these answers; `want` is a line of its introduction."""
    return Entry("script", command=(*PYTHON, "-c", SCRIPTED, f"\n{want}\n", *answers))


def bad(mode: str, turn: int = 1, *words: str, name: str = "", **limits: float) -> Entry:
    """`tests/bots/bad.py` in a mode, from a turn on; `words` stand in its command line."""
    command = (*PYTHON, str(BAD), mode, str(turn), *words)
    return Entry(name or mode, command=command, limits=Limits(**limits))  # type: ignore[arg-type]


def plan(
    *entries: Entry,
    game: str = "scout",
    players: int | None = None,
    options: dict[str, str] | None = None,
    control: TimeControl = LONG,
    on_fault: str = "forfeit",
    margin: float = 0.0,
    own_draws: bool = False,
) -> Plan:
    """Two deals at one table; a match is one round if nothing else is said."""
    rules = rules_of(game, players or len(entries), {"rounds": "1"} if options is None else options)
    return Plan(
        games.get(game), rules, entries, "tea", 2, "one", "rotate", control, margin, on_fault,
        own_draws,
    )  # fmt: skip


def built_in(name: str, bot: str = "greedy") -> Entry:
    """A bot of the game itself."""
    return Entry(name, bot)


class Double(Seat):
    """A seat that listens, and whose moves are chosen by a function; it may raise a Fault.

    `lines` are all that it heard, `go` among them.
    """

    listens = True

    def __init__(self, choose: Callable[[State], Move], *, bot: str = "double 1") -> None:
        self.choose = choose
        self.lines: list[str] = []
        self.dismissed: list[str] = []
        self._bot = bot
        self._clock: Clock
        self._game = ""

    @property
    def bot(self) -> str:
        return self._bot

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        self._clock, self._game = control, place.game.name
        self.lines.append(protocol.match_line(*place))

    def hear(self, line: str) -> None:
        self.lines.append(line)

    def ask(self, state: State) -> None:
        legal = " ".join(map(codec.get(self._game).choice, state.legal()))
        self.lines.append(protocol.go_line(self._clock.words, legal))

    def answer(self, state: State) -> tuple[Move, float]:
        return self.choose(state), 0.25

    def dismiss(self, why: str) -> None:
        self.dismissed.append(why)


def play(
    game: str,
    seats: Sequence[Seat],
    options: dict[str, str] | None = None,
    *,
    seed: str = "tea",
    on_fault: str = "forfeit",
    names: Sequence[str] = ("Ada L.", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"),
    control: TimeControl = LONG,
    own_draws: bool = False,
) -> Played:
    """One match; its record is known to be right."""
    rules = rules_of(game, len(seats), {"rounds": "1"} if options is None else options)
    terms = Terms(games.get(game), rules, control, 0.0, on_fault, own_draws)
    pairing = Pairing(1, 1, 1, tuple(range(len(seats))))
    played = referee.play(
        terms, pairing, seed, [Sitter(name) for name in names[: len(seats)]], seats
    )
    check(played.record)
    return played


def check(record: str) -> None:
    """A record of a match that is over, or was given up: without a fault, and canonical."""
    assert errors_of(record) == []
    part = part_of(record)
    given_up = "  end: abandoned\n" in record
    assert [fault.code for fault in part.diagnostics] == ["unfinished"] * given_up
    assert canonical_of(part) == record


def fault_lines(record: str) -> list[list[str]]:
    """The lines under ``faults``, by rounds."""
    match = part_of(record).match
    assert match is not None
    texts = ["" if each.faults is None else each.faults.text for each in match.rounds]
    return [text.splitlines() for text in texts]


def running(word: str) -> list[int]:
    """The processes with that word in their command line, which zombies have not."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in words:
            found.append(int(folder.name))
    return found


def wait_until_gone(word: str, seconds: float = 30) -> list[int]:
    """The processes with that word that are left after a while."""
    deadline = time.monotonic() + seconds
    while (left := running(word)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def raise_fault(reason: str, detail: str = "") -> Callable[[State], Move]:
    """What a seat chooses that does wrong."""

    def choose(_: State) -> Move:
        raise Fault(reason, detail)

    return choose


TOKEN = f"bot-of-{os.getpid()}"
"""Stands in the command line of every bad bot and of what it forks."""
