"""A run from the command line: its file, its progress, its table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from games.bots import make_ready
from notation.diagnostics import printable
from scoutcli.arena import pool, tables
from scoutcli.arena.faults import Fault
from scoutcli.arena.figures import as_json
from scoutcli.arena.journal import Expected, Journal
from scoutcli.arena.plan import Pairing, Plan, shuffle
from scoutcli.arena.program import Program
from scoutcli.arena.runner import Play, Run, Watcher
from scoutcli.arena.schedule import Schedule
from scoutcli.arena.schedule import tables as tables_of
from scoutcli.arena.seats import BuiltIn
from scoutcli.arena.sprt import Sprt
from scoutcli.arena.stable import Result
from scoutcli.arena.watch import Faults, Log, Progress
from scoutcli.render.text import Paint

_SEED = re.compile(
    rb"^shuffle:\n  algorithm: [^\n]+\n  seed: ([^\n]{1,400})/[0-9]+\npairing: table ", re.MULTILINE
)
_FIRST_BYTES = 1 << 16


def seed_in(path: Path) -> str | None:
    """The seed of the run to which a match file belongs, as far as it can be told.

    That of its first match that was played by a run. Raises OSError.
    """
    if not path.is_file():
        return None
    with path.open("rb") as file:
        found = _SEED.search(file.read(_FIRST_BYTES))
    if found is None:
        return None
    seed = found[1].decode(errors="replace")
    return seed if re.fullmatch(r"[\w.-]+", seed) else None


def launch(
    plan: Plan,
    *,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    test: str | None,
    log: Path | None,
    listen: bool,
    form: str = "text",
) -> int:
    """Play a plan, print the table as ``text`` or ``json``; the exit status.

    Raises RuleError or OSError where the plan cannot be played or the file
    not be written. Ctrl-C ends it as a KeyboardInterrupt, with the file whole.
    """
    schedule = Schedule(
        tables_of(plan.schedule, len(plan.entries), plan.rules.players), plan.seating, plan.deals
    )
    sprt = None if test is None else Sprt.read(test)
    if cluster is None:
        make_ready(plan.game, plan.bots, _tell)
    run: Run | None = None
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())

        def tell(text: str) -> None:
            progress.hide()
            _tell(text)

        try:
            journal = None
            if out is not None:
                begun = cluster is None and out.is_file() and out.stat().st_size > 0
                expected = expecting(plan, schedule, _called(plan) if begun else {})
                journal = stack.enter_context(Journal(out, plan.game, plan.rules, expected, tell))
            watchers: list[Watcher] = [progress, Faults(tell)]
            if log is not None:
                watchers.append(stack.enter_context(Log(log)))
            run = Run(plan, schedule, journal, sprt, watchers)
            if run.before:
                tell(f"{run.before} of {run.total} matches are in {printable(str(out))} already")
            run.go(_player(plan, jobs, cluster, listen, tell))
        except KeyboardInterrupt:
            tell(_interrupted(0 if run is None else run.done, len(schedule), out))
            raise
    if form == "json":
        click.echo(as_json(run.statistics, run.latency, sprt), nl=False)
    else:
        paint = Paint.for_terminal(sys.stdout.encoding, {})
        click.echo(tables.text(run.statistics, run.latency, sprt, paint=paint), nl=False)
    return 1 if run.statistics.abandoned else 0


def _called(plan: Plan) -> dict[int, str]:
    """What the programs of a plan call themselves, by their entries, as far as they start now.

    So the matches of another program, or of another version, are not taken for theirs.
    """
    called = {}
    for number, entry in enumerate(plan.entries):
        if entry.command:
            with suppress(Fault):  # told, and recorded, in its matches
                called[number] = Program(entry).introduce(plan.game)
    return called


def expecting(
    plan: Plan, schedule: Schedule, called: Mapping[int, str]
) -> Callable[[int, int, int], Expected | None]:
    """What the records of this plan say; `called` is what programs call themselves, if known."""
    bots = [
        BuiltIn(plan.game, entry.bot).bot if entry.bot else called.get(number)
        for number, entry in enumerate(plan.entries)
    ]
    unnamed = [entry.name if entry.command else None for entry in plan.entries]

    def expected(table: int, deal: int, seating: int) -> Expected | None:
        pairing = schedule.find(table, deal, seating)
        if pairing is None:
            return None
        return Expected(
            pairing,
            [sitter.name for sitter in plan.sitters(pairing.seats)],
            [bots[entry] for entry in pairing.seats],
            shuffle(plan.seed_of(deal), own_draws=plan.own_draws),
            [unnamed[entry] for entry in pairing.seats],
        )

    return expected


def _player(
    plan: Plan, jobs: int, cluster: str | None, listen: bool, tell: Callable[[str], None]
) -> Play:
    def play(pairings: Iterable[Pairing]) -> Iterator[Result]:
        if cluster is not None:
            from scoutcli.arena.cluster import play_on  # not needed by most runs

            return play_on(plan, pairings, cluster, listen=listen, tell=tell)
        if jobs == 1:
            return pool.play_here(plan, pairings, listen=listen)
        return pool.play_in(plan, pairings, jobs, listen=listen)

    return play


def _interrupted(played: int, total: int, out: Path | None) -> str:
    done = f"interrupted after {played} of {total} matches"
    if out is None:
        return f"{done}; nothing was kept (--out FILE keeps them)"
    return f"{done}; the same command goes on from {printable(str(out))}"


def _tell(text: str) -> None:
    """Say on stderr what is no part of the output."""
    click.echo(text, err=True)
