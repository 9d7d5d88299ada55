"""The run of a conversion: reads, has it made, writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from scoutcli.data.columns import Column
from scoutcli.data.forms import TABULAR, form_of
from scoutcli.data.making import Wish, made
from scoutcli.data.reading import Matches
from scoutcli.data.writing import Tables, Texts, folder, one_table
from scoutcli.logs.session import Session, session


@dataclass(frozen=True, slots=True)
class Orders:
    """What is to be done. `source` is the form of all files, "" where their names tell."""

    paths: Sequence[str]
    source: str
    form: str
    columns: Mapping[str, Sequence[Column]]
    """Those of each table that is wanted; nothing where the form has none."""
    output: str | None = None
    into: Path | None = None
    rest: str | None = None
    force: bool = False
    jobs: int = 1

    def form_of(self, path: str) -> str:
        """The form of a file to read."""
        return self.source or form_of(path) or "yaml"


def carry_out(orders: Orders) -> int:
    """Convert; the exit status. Raises UsageError, RuleError and OSError."""
    forms = {"csv" if form in TABULAR else form for form in map(orders.form_of, orders.paths)}
    if orders.rest is not None and len(forms) > 1:
        raise click.UsageError("--rest takes matches of one form: convert the files one by one")
    is_text = not orders.columns
    output = orders.output if orders.into is None else str(orders.into)
    work = partial(made, wish=Wish(orders.form, tuple(orders.columns)))
    with (
        session(orders.paths, output, orders.rest, writes=is_text) as run,
        _sink(orders, run) as sink,
    ):
        aside = run.rest.write if run.rest is not None else _nowhere
        matches = Matches(orders.paths, run.progress, run.log.tell, aside)
        for raw, each in matches.done(matches.pieces(orders.form_of), work, orders.jobs):
            for error in each.errors:
                run.log.tell(error)
            if each.good:
                sink.put(each)
            else:
                run.leave_out(raw)
    return run.status


def _sink(orders: Orders, run: Session) -> AbstractContextManager[Texts | Tables]:
    """Where it goes."""
    if run.out is not None:
        return _texts(run)
    if orders.into is not None:
        return folder(orders.form, orders.columns, orders.into, force=orders.force)
    ((name, columns),) = orders.columns.items()
    return one_table(orders.form, name, columns, orders.output)


@contextmanager
def _texts(run: Session) -> Iterator[Texts]:
    assert run.out is not None
    texts = Texts(run.out)
    yield texts
    texts.close()


def _nowhere(raw: bytes, goes_on: bool) -> None:
    """Where what is no match goes, if nobody keeps it."""
