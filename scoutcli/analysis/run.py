"""`scoutcli annotate` from its orders to its files: where the matches go, and what is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import click

from games.errors import RuleError
from games.game import Game
from notation.diagnostics import Diagnostic, printable
from notation.reader import Part
from scoutcli.analysis.account import Sums
from scoutcli.analysis.annotating import Analysed, Find, Interrupt, Onto, Progress, Run, parts_of
from scoutcli.analysis.annotation import RoundNotes
from scoutcli.analysis.crew import Work, work_here, work_in
from scoutcli.analysis.former import Former
from scoutcli.analysis.kept import Journal, Kept
from scoutcli.analysis.match import Wish, about, ready, searchable, unrated
from scoutcli.analysis.model import MatchReport
from scoutcli.render.look import Line, Look
from scoutcli.render.text import Paint
from scoutcli.report import in_text, plural, terminal_width
from scoutcli.rewrite import Replacement, for_stream

FAULT = 1
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Orders:
    """What was asked for on the command line."""

    paths: tuple[str, ...]
    wish: Wish
    form: str = "yaml"
    output: str | None = None
    in_place: bool = False
    anew: bool = False
    jobs: int = 1
    cluster: str | None = None


def carry_out(orders: Orders) -> int:
    """Do what was asked for; the exit status.

    Raises CompilerMissingError where what the search needs is not installed,
    OSError where a file cannot be written, UsageError.
    """
    with Interrupt() as interrupt, Progress() as progress:
        clerk = _Clerk(orders, interrupt, progress)
        if orders.form != "yaml":
            _report(clerk)
        elif orders.in_place:
            for path in orders.paths:
                if interrupt.asked:
                    break
                _replace(clerk, path)
        elif orders.output not in (None, "-") and _is_ordinary(Path(str(orders.output))):
            _write_file(clerk, str(orders.output))
        else:
            _write_stream(clerk)
    if interrupt.asked:
        return INTERRUPTED
    return FAULT if clerk.faults else 0


class _Clerk:
    """What every way of writing needs: what is told, who works, what is ready."""

    def __init__(self, orders: Orders, interrupt: Interrupt, progress: Progress) -> None:
        self.orders = orders
        self.interrupt = interrupt
        self.progress = progress
        self.faults = 0
        self.matches = 0
        """How many were analysed."""
        self._told: set[str] = set()

    def tell(self, fault: Diagnostic) -> None:
        """Say what is wrong with a file."""
        self.faults += 1
        self.progress.hide()
        click.echo(in_text(fault), err=True)

    def say(self, text: str) -> None:
        """Say something that is no fault, once."""
        if text not in self._told:
            self._told.add(text)
            self.progress.hide()
            click.echo(printable(text), err=True)

    def ready(self, game: Game) -> None:
        """Have compiled what a game needs, where it is needed."""
        if self.orders.cluster is None:
            ready(game, self.say)

    def work(self) -> Work:
        """Who works."""
        orders, told = self.orders, self.progress.told
        if orders.cluster is not None:
            from scoutcli.analysis.clustered import work_on  # not needed by most runs

            return work_on(orders.cluster, self.say, told)
        return work_here(told) if orders.jobs == 1 else work_in(orders.jobs, told)

    def analyse(
        self,
        paths: tuple[str, ...],
        emit: Callable[[Analysed], None],
        find: Find | None = None,
        *,
        onto: Onto = lambda part: part,
        rest: bool = False,
    ) -> None:
        """Analyse files, and `emit` their parts; see `Run`."""
        parts = parts_of(paths, self.tell, self.orders.wish, self.interrupt)

        def emitted(match: Analysed) -> None:
            self.matches += match.begun
            self._warn(match)
            emit(match)

        run = Run(
            self.orders.wish, emitted, self.interrupt, self.ready,
            find or (lambda _: {}), self.progress, onto,
        )  # fmt: skip
        run.go(parts, self.work(), rest=rest)

    def find_in(self, *paths: Path) -> Find:
        """How to find what is known of a match, from the match itself and from files."""
        if self.orders.anew:
            return lambda _: {}
        kept = Kept(paths)

        def find(part: Part) -> dict[int, RoundNotes]:
            assert part.match is not None and part.match.game is not None
            return kept.find(part, about(part.match.game, self.orders.wish))

        return find

    def _warn(self, match: Analysed) -> None:
        """Say what could not be done; a report says it itself."""
        part = match.part
        game = part.match.game if part.match is not None else None
        if part.faulty or game is None or self.orders.form != "yaml":
            return
        if not searchable(game):
            self.say(f"{game.title} cannot be searched: its matches get no figures")
        elif match.found or not (match.work or match.kept):
            where = f"{part.chunk.name}, match {part.chunk.index}"
            of_all = unrated(game, self.orders.wish)
            for notice in match.report().notices:
                self.say(notice if notice == of_all else f"{where}, {notice}")


# Match files


def _write_stream(clerk: _Clerk) -> None:
    """The matches one behind the other, each as soon as it is done, to a stream."""
    with _stream(clerk.orders.output) as (stream, shown):

        def emit(match: Analysed) -> None:
            clerk.progress.hide()
            stream.write(shown(match.text()))
            stream.flush()

        clerk.analyse(clerk.orders.paths, emit, clerk.find_in())
    if clerk.interrupt.asked:
        clerk.say(f"interrupted: {plural(clerk.matches, 'match')} analysed, at least in part")


def _write_file(clerk: _Clerk, output: str) -> None:
    """The same to a file, which holds all of it in the end, or what it held before."""
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(output))
        replacement = stack.enter_context(Replacement(output))
        find = clerk.find_in(Path(output), journal.path)
        _write(clerk, clerk.orders.paths, replacement, journal, find, Former(Path(output)))


def _replace(clerk: _Clerk, path: str) -> None:
    """The same to the file that was read."""
    from scoutcli.table.files import Lock  # only where a file may be in play

    if not Path(path).is_file():
        for _ in parts_of([path], clerk.tell, clerk.orders.wish):
            raise click.UsageError(f"{path} is no ordinary file and cannot be changed in place")
        return
    with ExitStack() as stack:
        try:
            lock = Lock(Path(path))
        except RuleError as error:
            clerk.tell(Diagnostic(error.code, "error", error.message, path))
            return
        stack.callback(lock.release)
        journal = stack.enter_context(Journal(path))
        replacement = stack.enter_context(Replacement(path))
        _write(clerk, (path,), replacement, journal, clerk.find_in(journal.path))


def _write(
    clerk: _Clerk,
    paths: tuple[str, ...],
    to: Replacement,
    journal: Journal,
    find: Find,
    former: Former | None = None,
) -> None:
    """Write matches, and keep each one in the journal until all are written.

    `former` is what is written over, unless that was read.
    """

    def emit(match: Analysed) -> None:
        text = match.text()
        to.stream.write(text)
        if former is not None:
            former.written(text)
        if match.begun:
            journal.keep(text)

    onto: Onto = former.onto if former is not None else lambda part: part
    clerk.analyse(paths, emit, find, onto=onto, rest=True)
    kept = clerk.interrupt.cut and to.path.exists()  # it may hold what was not read now
    if not kept:
        if former is not None:
            former.check()
        to.commit()
        journal.done()
    if clerk.interrupt.asked:
        done = plural(clerk.matches, "match")
        said = f"interrupted: {done} analysed, at least in part"
        stays = f"; {to.path.name} stays as it was" if kept else ""
        clerk.say(f"{said}{stays}; the same command goes on")


# Reports


def _report(clerk: _Clerk) -> None:
    """A report on each match, and on the players of several."""
    if clerk.orders.form == "html":
        _report_page(clerk)
        return
    sums = Sums()
    with _output(clerk.orders.output) as out:
        write = _write_json if clerk.orders.form == "json" else _write_text

        def emit(match: Analysed) -> None:
            if match.part.audit is None or match.part.faulty:
                return
            report = match.report()
            clerk.progress.hide()
            write(report, out, first=not sums.matches)
            out.flush()
            sums.add(report)

        clerk.analyse(clerk.orders.paths, emit)
        if clerk.orders.form == "text" and sums.matches > 1:
            _write_sums(sums, out, complete=not clerk.interrupt.asked)
    _say_interrupted(clerk)


def _report_page(clerk: _Clerk) -> None:
    """A page of one match. Raises UsageError where there are more."""
    wish = clerk.orders.wish
    parts = parts_of(clerk.orders.paths, clerk.tell, wish, clerk.interrupt)
    matches = (item for item in parts if item[0].audit is not None)
    found = list(islice(matches, 2))
    if len(found) > 1:
        raise click.UsageError("a page is of one match, and there are more: name one file, or -")
    made: list[str] = []

    def emit(match: Analysed) -> None:
        if not match.part.faulty:
            from scoutcli.page.report import report_page  # only where a page is asked for

            made.append(report_page(match.part, match.report()))

    run = Run(wish, emit, clerk.interrupt, clerk.ready, progress=clerk.progress)
    run.go(found, clerk.work(), rest=False)
    if made:
        with _output(clerk.orders.output) as out:
            out.write(made[0].encode())
    _say_interrupted(clerk)


def _say_interrupted(clerk: _Clerk) -> None:
    if clerk.interrupt.asked:
        clerk.say("interrupted: the report is of what was analysed until then")


def _write_json(report: MatchReport, out: BinaryIO, *, first: bool) -> None:
    """An object on a line."""
    from scoutcli.analysis.report_json import as_json

    del first
    out.write(json.dumps(as_json(report), allow_nan=False).encode() + b"\n")


def _write_text(report: MatchReport, out: BinaryIO, *, first: bool) -> None:
    """Tables and curves, with an empty line before them where something stands there."""
    from scoutcli.analysis.report_text import text_lines

    paint = _paint(out)
    lines = text_lines(report, terminal_width(), Look(unicode=paint.unicode))
    out.write(_painted([*([] if first else [[]]), *lines], paint))


def _write_sums(sums: Sums, out: BinaryIO, *, complete: bool) -> None:
    from scoutcli.analysis.report_text import sum_lines

    paint = _paint(out)
    look = Look(unicode=paint.unicode)
    lines = sum_lines(sums, terminal_width(), look, complete=complete)
    out.write(_painted([[], *lines], paint))


def _paint(out: BinaryIO) -> Paint:
    """How a text may look there: with colours on a terminal, in a file as in any."""
    if out is sys.stdout.buffer:
        paint = Paint.for_terminal(sys.stdout.encoding, os.environ)
        return paint if out.isatty() else replace(paint, colours=False)
    return Paint()


def _painted(lines: Iterable[Line], paint: Paint) -> bytes:
    encoding = "utf-8" if paint.unicode else "ascii"
    return "".join(
        "".join(paint.strong(text) if style in _STRONG else text for style, text in line) + "\n"
        for line in lines
    ).encode(encoding, "backslashreplace")


_STRONG = frozenset({"class:title", "class:heading", "class:strong"})


# Where it goes


def _is_ordinary(path: Path) -> bool:
    """Whether something is a file that can be replaced, or is not there yet."""
    return path.is_file() or not path.exists()


@contextmanager
def _stream(output: str | None) -> Iterator[tuple[BinaryIO, Callable[[bytes], bytes]]]:
    """The standard output, or a device or pipe, and how what is written there is changed."""
    if output in (None, "-"):
        yield sys.stdout.buffer, for_stream(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with Path(str(output)).open("wb") as stream:
        yield stream, for_stream(stream)


@contextmanager
def _output(output: str | None) -> Iterator[BinaryIO]:
    """Where a report goes: a file is replaced once all of it is written."""
    if output in (None, "-"):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with Replacement(str(output)) as replacement:
        yield replacement.stream
        replacement.commit()
