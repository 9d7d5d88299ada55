"""Matches of the arena for tests: seats that listen, small programs, what a record must be."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from pathlib import Path

import games
from games.game import Move, State
from notation import codec
from notation.diagnostics import TextError
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


# A round of SCOUT. The deal of the seed `tea` for three:
#   1: 49 92 85 93 95 16 68 35 24 27 84 32
#   2: 14 12 34 38 87 54 17 81 15 97 73 96     has card 1/2, so it starts
#   3: 25 98 13 47 67 57 62 64 36 91 28 56
# Seat 3 flips: 52 89 31 74 76 75 26 46 63 19 82 65. Seat 2 shows 3 3. Seat 3 takes the 34 of it
# and shows 7 7 7 over the 3 that is left. Seats 1 and 2 scout: so the round ends. Seat 1 has 13
# cards; seat 2 a token and 11 cards; seat 3 one card captured and two tokens, and is exempt.
SCOUT = (
    ["K", "L47@13"],
    ["K", "S3:33", "R75@1"],
    ["F", "L34@1+S5:777"],
)
SCOUT_RULES = (
    "exempt:owner,all_scouted_empty:end,first_starter:holder-1-2,flip:swap,rounds:1,"
    "turn_limit:1000,scout_token_to:centre,unspent_tokens:score,voluntary_stop:false"
)

# A round of SKYJO, and a whole match. The deal of the seed `tea` for two, rows of a b c d:
#   1: 6730 3863 AA0B     2: 845Z 2Y08 A4Y0     up 9
#   the draw pile: 5 1 6 2 4 1 B C 8 Z 5 8 Z A 0 1 …
# Seat 1 opens 3 and 0, seat 2 opens 8 and 4: seat 2 starts. It clears columns b (4 4 4), a
# (8 8 8) and, in its last turn, c (0 0 0); left are Z Z 0, that is −2. Seat 1 opens all with
# 6 7 3 0 / 4 Z 6 3 / A A A B: 69 points, doubled. So it has more than 100, and the match is over.
SKYJO = (
    [
        *("Oc1d1", "D", "/a1", "D", "/b1", "T@a2", "D", "/c2", "D", "/d2", "D", "@b2"),
        *("D", "/a3", "D", "/b3", "D", "@c3", "D", "/d3"),
    ],
    [
        *("Oa1b1", "D", "/b3", "D", "/a2", "D", "@b2", "T@c1", "D", "/d1", "D", "@a3"),
        *("T@a2", "D", "/c2", "T@d2", "T@c3", "T@c1"),
    ],
)
SKYJO_RULES = (
    "first_tie:seat,next_starter:ender,clear_rows:false,final_clear:true,ender_penalty:double,"
    "draw_exhausted:keep-top,score_limit:100,rounds:none,turn_limit:1000"
)


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


def own_dice(seat: int) -> Callable[[State], Move]:
    """Any move, whatever the other seats do."""
    dice = random.Random(seat)
    return lambda state: dice.choice(state.legal())


def from_time(
    turn: int, then: Callable[[State], Move], before: Callable[[State], Move]
) -> Callable[[State], Move]:
    """Another way to choose from the so-many-th choice on."""
    choices = chain([before] * (turn - 1), repeat(then))
    return lambda state: next(choices)(state)  # noqa: PLW0108 - another one each time


def replaying(game: str, texts: Sequence[str]) -> Callable[[State], Move]:
    """Choices made again, as far as they can be made."""
    rest = iter(texts)

    def choose(state: State) -> Move:
        try:
            return codec.get(game).chosen(next(rest, "none left"), state)
        except TextError as error:
            raise Fault("illegal", error.message) from error

    return choose
