"""Whether a program speaks the protocol ``scoutbot 1``: step by step, each with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import NamedTuple, TypeVar

import games
from games.game import Game
from scoutcli.arena import protocol, remains
from scoutcli.arena.dialogue import Dialogue, cut, introduce
from scoutcli.arena.faults import REASONS, Fault
from scoutcli.arena.plan import START_SECONDS
from scoutcli.arena.program import Log
from scoutcli.arena.protocol import Introduction
from scoutcli.arena.seats import Place
from scoutcli.arena.trial import PROMPT, Pinged, Restarted, Strange, Trial

AnyTrial = TypeVar("AnyTrial", bound=Trial)

OK, DOUBT, FAILED = "ok", "warn", "FAIL"

HINTS = {
    "start": "try the command in a shell: the program has to start, and answer `scoutbot 1` with "
    "`ready` and the games it plays",
    "silent": "flush the output after every line: print(..., flush=True) in Python, "
    "fflush(stdout) in C",
    "time": "answer a `go` with `play` and a move before the time is over, flush the output after "
    "it, and read on while nothing is asked",
    "crash": "what it said last stands at `!` (its stderr); a bot ends at `quit` or at the end of "
    "its input, not before",
    "illegal": "answer with one of the words behind `legal`, as it stands there",
    "unasked": "say `play` once after each `go`, and at no other time",
    "flood": "one short line is an answer; anything longer belongs to stderr",
    "processes": "end what the program has started before it ends",
}
"""What to do about a fault."""

NEWS = "pass over every line and every word that is not known: later versions may have more of them"
RESTART = (
    "a program that was started again hears `match`, `round` and every `did` and `see` of the "
    "round so far, without a `go` between; what it knows must come from these lines alone"
)
AGAIN = "after `end match` the next `match` begins anew, perhaps another game with other players"
ERROR = "`error` says what was wrong with the last answer; go on as if it had not been said"
QUIT = "leave the loop at the line `quit`, also where a thread still waits"
END = "reading gives nothing more when the input has ended: leave the loop then"


class Step(NamedTuple):
    """One step: what was looked at, `OK`, `DOUBT` or `FAILED`, and more on it.

    A failed one has the last lines of the dialogue and a hint.
    """

    verdict: str
    what: str
    detail: str = ""
    lines: Sequence[str] = ()
    hint: str = ""


class Look(NamedTuple):
    """A step that is to be done: it returns a detail, or raises Doubt or Fault."""

    what: str
    do: Callable[[], str]
    hint: str = ""
    """What to do about its failing, where that says more than the fault alone."""


class Doubt(Exception):  # noqa: N818 - what is doubtful is no error
    """The program does what it must, but not what it should."""

    def __init__(self, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.detail, self.hint = detail, hint


class Examination:
    """The examination of one program.

    `only` is the one game to try, None for all that it plays, `players` the one
    number of players, None for each that a game has; `ms` is the time for a
    move. To be run in an environment without ``PYTHONUNBUFFERED``, which
    would hide a fault.
    """

    def __init__(
        self,
        command: Sequence[str],
        only: Game | None = None,
        players: int | None = None,
        ms: int = 5000,
        log: Log | None = None,
    ) -> None:
        self._command = command
        self._only = only
        self._players = players
        self._ms = ms
        self._log = log
        self._dialogue: Dialogue | None = None
        self._matches = 0
        """How many it has played since it was started."""
        self._introduction = Introduction()
        self._said: list[str] = []
        self._games: list[Game] = []
        self._good: list[Game] = []
        """The games that it plays well; only with these more is tried."""
        self._played = 0
        """With how many numbers of players it did."""
        self._junk: list[str] = []
        self._seconds = 0.0
        """So long it took to get ready, the last time."""
        self._quits = False

    def steps(self) -> Iterator[Step]:
        """All steps, each done when it is asked for. Where the program does not start, only one."""
        try:
            first = self._try(Look("starts, and gets ready", self._start))
            yield first
            if first.verdict != FAILED:
                yield from map(self._try, self._looks())
        finally:
            self._close()

    def _looks(self) -> Iterator[Look]:
        """What is looked at, in its order."""
        yield Look("says who it is and what it plays", self._introduced)
        if not self._games:
            return
        yield Look("takes its own options", self._options)
        yield Look("answers a ping", self._ping)
        for game in self._games:
            yield from self._rounds(game)
        for game in self._good:
            what = f"passes over what is new to it in {game.name}"
            yield Look(what, partial(self._strange, game), NEWS)
            what = f"goes on with a round of {game.name} after a restart"
            yield Look(what, partial(self._restart, game), RESTART)
        if self._good:
            yield Look("plays match after match", self._again, AGAIN)
            yield Look("hears of an error, and plays on", self._error, ERROR)
            yield Look("answers a ping while it thinks", self._ping_while_thinking)
        yield Look("says nothing else", self._nothing_else)
        yield Look("ends at `quit`", self._quit, QUIT)
        yield Look("ends when its input ends", self._end_of_input, END)
        if self._quits:
            yield Look("leaves no process behind", self._remains)

    def _rounds(self, game: Game) -> Iterator[Look]:
        """Rounds with every number of players, until one of them is a failure."""
        numbers = self._numbers(game)
        for players in numbers:
            before = self._played
            yield Look(
                f"plays {game.name} with {players} players", partial(self._play, game, players)
            )
            if self._played == before:
                return
        self._good.append(game)

    def _try(self, look: Look) -> Step:
        """Do one step; after one that failed the program is started anew."""
        try:
            return Step(OK, look.what, look.do())
        except Doubt as doubt:
            return Step(DOUBT, look.what, doubt.detail, (), doubt.hint)
        except Fault as fault:
            shown = self._dialogue.shown() if self._dialogue is not None else []
            self._close()
            detail = f"{fault.reason}: {fault.detail or REASONS[fault.reason]}"
            return Step(FAILED, look.what, detail, shown, look.hint or HINTS[fault.reason])

    # The program

    def _program(self) -> Dialogue:
        """The program, ready; started if it does not run. Raises Fault."""
        if self._dialogue is None:
            self._dialogue = Dialogue(self._command, self._log)
            self._matches = 0
            begun = monotonic()
            try:
                self._introduction, self._said = introduce(self._dialogue, START_SECONDS)
            except Fault as fault:
                if fault.reason != "time":
                    raise
                late = f"not ready after {START_SECONDS:.0f} s"
                silent = not self._dialogue.spoke
                raise Fault("silent" if silent else "start", late) from None
            self._seconds = monotonic() - begun
        return self._dialogue

    def _close(self) -> None:
        if self._dialogue is not None:
            self._junk += self._dialogue.junk
            self._dialogue.close()
            self._dialogue = None

    def _fresh(self) -> Dialogue:
        """Another process."""
        self._close()
        return self._program()

    def _numbers(self, game: Game) -> list[int]:
        """With how many players it is tried."""
        return [n for n in game.players if self._players in (None, n)]

    def _trial(self, kind: type[AnyTrial], game: Game, players: int, seat: int) -> AnyTrial:
        rules, _ = game.rules(players)
        place = Place(game, rules, seat, [f"Seat {at + 1}" for at in range(players)])
        return kind(self._program(), place, self._ms, legal=self._introduction.legal)

    def _run(self, trial: Trial, rounds: int = 1) -> None:
        """Let the program play. Raises Fault."""
        try:
            trial.play(rounds)
        except Fault as fault:
            if trial.answers or not self._matches:
                raise
            when = f"when match {self._matches + 1} in one process had begun"
            raise Fault(fault.reason, f"{fault.detail}, {when}".lstrip(", ")) from None
        self._matches += 1

    # The steps

    def _start(self) -> str:
        self._program()
        said = self._introduction.games
        self._games = [
            game
            for game in map(games.get, games.names())
            if game.name in said and self._only in (None, game) and self._numbers(game)
        ]
        return f"after {self._seconds * 1000:.0f} ms"

    def _introduced(self) -> str:
        said = self._introduction
        if not self._games:
            plays = " ".join(said.games) or "nothing"
            raise Fault("start", f"it plays {plays}: nothing that is to be tried here")
        if not said.name:
            raise Doubt("no name", "a line `id name NAME` before `ready` says who plays")
        if strange := [name for name in said.games if name not in games.names()]:
            raise Doubt(f"{cut(' '.join(strange), 60)}: not known here", "is the name right?")
        listed = "" if said.legal else ", without lists of moves"
        return f"{cut(said.name, 60)}, {' '.join(game.name for game in self._games)}{listed}"

    def _options(self) -> str:
        options = self._introduction.options
        for line in self._said:
            if line.split()[:1] == ["option"] and len(line.split()) < 4:
                hint = "write `option NAME TYPE DEFAULT`, and % for a default that is empty"
                raise Doubt(f"`{cut(line, 60)}` lacks a type or a default", hint)
        program = self._program()
        program.send(*(protocol.set_line(name, value) for name, (_, value) in options.items()))
        program.send("ping 1")
        program.pong("1", monotonic() + PROMPT)  # whether it lives; the answer comes next
        return f"{len(options)} of them" if options else "it has none"

    def _ping(self) -> str:
        program = self._program()
        begun = monotonic()
        program.send("ping 17")
        answered = program.pong("17", begun + PROMPT)
        if answered is None:
            raise _no_pong(f"none in {PROMPT:.0f} s")
        return f"after {(answered - begun) * 1000:.0f} ms"

    def _play(self, game: Game, players: int) -> str:
        """A round at one seat; with the fewest players two rounds at each."""
        fewest = players == self._numbers(game)[0]
        answers, slowest = 0, 0.0
        for seat in range(players) if fewest else [players - 2]:
            trial = self._trial(Trial, game, players, seat)
            self._run(trial, 2 if fewest else 1)
            answers += trial.answers
            slowest = max(slowest, trial.slowest)
        self._played += 1
        return f"{answers} moves, all legal, the slowest after {slowest * 1000:.0f} ms"

    def _strange(self, game: Game) -> str:
        self._run(self._trial(Strange, game, self._numbers(game)[0], 0))
        return f"words, lines, and one of {Strange.LONG} characters"

    def _restart(self, game: Game) -> str:
        trial = self._trial(Restarted, game, self._numbers(game)[0], 1)
        trial.again = self._fresh
        self._run(trial, 3)
        return f"{trial.restarts} times"

    def _again(self) -> str:
        self._fresh()
        count = 0
        for game in [*self._good, *self._good]:
            self._run(self._trial(Trial, game, self._numbers(game)[-1], 0))
            count += 1
        return f"{count} of them in one process"

    def _error(self) -> str:
        program = self._program()
        program.send(protocol.error_line("this is a test of check-bot, nothing is wrong"))
        self._run(self._trial(Trial, self._good[0], self._numbers(self._good[0])[0], 0))
        return ""

    def _ping_while_thinking(self) -> str:
        trial = self._trial(Pinged, self._good[0], self._numbers(self._good[0])[0], 0)
        self._run(trial)
        if trial.late:
            raise _no_pong(f"none in {PROMPT:.0f} s")
        return f"{trial.answers} of them"

    def _nothing_else(self) -> str:
        self._program().settle()
        self._close()
        if self._junk:
            some = f"{len(self._junk)} lines" if len(self._junk) > 1 else "a line"
            raise Doubt(
                f"{some} the referee passes over, the first is `{cut(self._junk[0], 60)}`",
                "what is not for the referee belongs to stderr, or behind `info`",
            )
        return ""

    def _quit(self) -> str:
        program = self._fresh()
        begun = monotonic()
        program.send(protocol.QUIT)
        try:
            while True:
                program.line(begun + PROMPT)
        except Fault as fault:
            if fault.reason == "time":
                raise Fault("time", f"it still runs after {PROMPT:.0f} s") from None
            if fault.reason != "crash":
                raise
            how = fault.detail
        self._quits = True
        took = f"after {(monotonic() - begun) * 1000:.0f} ms"
        if not how.startswith("exit 0"):
            raise Doubt(f"{took}, but with {how}", "end with status 0 where nothing is wrong")
        return took

    def _end_of_input(self) -> str:
        program = self._fresh()
        if not program.leave(PROMPT):
            raise Fault("time", f"it still runs {PROMPT:.0f} s after its input has ended")
        self._close()
        return ""

    def _remains(self) -> str:
        said = f"{protocol.HELLO}\n{protocol.QUIT}\n"
        left = remains.left_behind(self._command, said, self._seconds + 2 * PROMPT)
        if left:
            raise Fault("processes", f"{len(left)} still run after it has ended")
        return ""


def _no_pong(detail: str) -> Doubt:
    return Doubt(
        detail,
        "answer `ping 17` with `pong 17` at once, while it thinks too: read the input in a "
        "thread of its own, or look at it now and then",
    )
