"""The command `score`, once it is known what is wanted: read, tell, count, show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import click

from scoutcli.files import Progress
from scoutcli.render.text import shows_unicode
from scoutcli.report import in_text, plural, terminal_width
from scoutcli.results.tally import SORTS
from scoutcli.scoring.cache import is_long
from scoutcli.scoring.counting import Count, Told, Wish
from scoutcli.scoring.crew import Crew, here, on_cluster
from scoutcli.scoring.data import Csv, Json
from scoutcli.scoring.gathering import Gathering, cache_of
from scoutcli.scoring.layout import Ranked, differences_table
from scoutcli.scoring.page import Html
from scoutcli.scoring.reading import Reading
from scoutcli.scoring.showing import HERE, Showing
from scoutcli.scoring.tables import Table
from scoutcli.scoring.text import Markdown, Text
from scoutcli.scoring.writer import Ending, Summary, Writer


def _unicode() -> bool:
    """Whether more than ASCII can be shown."""
    return shows_unicode(sys.stdout.encoding, os.environ)


WRITERS: dict[str, Callable[[], Writer]] = {
    "table": lambda: Text(terminal_width(), unicode=_unicode()),
    "csv": Csv,
    "json": Json,
    "markdown": Markdown,
    "html": Html,
}
"""By the name of the form; the usual one first."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What is wanted. `showing` is None where no standings are."""

    paths: tuple[str, ...]
    wish: Wish
    showing: Showing | None
    form: str = "table"
    jobs: int = 1
    cluster: str | None = None
    cached: bool = True


def carry_out(orders: Orders) -> int:
    """Do it; the exit status. Raises RuleError, OSError."""
    if orders.showing is not None:
        orders.showing.check(page=orders.form == "html")
    with closing(WRITERS[orders.form]()) as writer:
        return _Run(orders, writer).carry_out()


class _Run:
    """Reads, and tells what is found on the way."""

    def __init__(self, orders: Orders, writer: Writer) -> None:
        self._orders = orders
        self._writer = writer
        self._faults = 0
        """How many errors there were."""

    def carry_out(self) -> int:
        """Read, and show all; the exit status."""
        orders = self._orders
        with Progress(orders.paths) as progress:
            count = self._read(progress)
            if count is None:
                return 1
            ranked = orders.showing.ranked(count, _teller(progress)) if orders.showing else []
        ending = Ending(
            self._tables(count, ranked),
            _summary(count),
            orders.wish.listed,
            self._plots(ranked),
        )
        for text in self._writer.end(ending):
            click.echo(text, nl=False)
        if not self._writer.counts:
            click.echo(ending.summary.text, err=True)
        self._draw(ranked)
        return 1 if self._faults else 0

    def _tables(self, count: Count, ranked: Sequence[Ranked]) -> list[Table] | None:
        if self._orders.showing is None:
            return None
        tables = self._orders.showing.tables(count, ranked)
        if self._writer.differences and count.tally.differing:
            tables.append(differences_table(count.tally))
        return tables

    def _plots(self, ranked: Sequence[Ranked]) -> str:
        """Plots that stand in the output, if these are wanted."""
        showing = self._orders.showing
        if showing is None or showing.plot != HERE:
            return ""
        from scoutcli.scoring.plotting import as_markup, as_text, panels_of  # see `Showing.check`

        panels = panels_of(ranked)
        if self._orders.form == "html":
            return as_markup(panels)
        return as_text(panels, terminal_width(), unicode=_unicode())

    def _draw(self, ranked: Sequence[Ranked]) -> None:
        """Plots into their file, if these are wanted."""
        showing = self._orders.showing
        if showing is not None and showing.plot not in {None, HERE}:
            from scoutcli.scoring.plotting import draw_into, panels_of  # see `Showing.check`

            draw_into(panels_of(ranked), showing.plot)

    def _read(self, progress: Progress) -> Count | None:
        """All matches, counted; None where wrong points stopped it."""
        orders, wish = self._orders, self._orders.wish
        cache = cache_of(wish) if self._worth_keeping() else None
        alone = orders.jobs == 1 and orders.cluster is None
        reading = Reading(orders.paths, cache, progress, single=wish.listed and alone)
        with closing(reading):
            gathering = Gathering(wish, reading, cache)
            for counted in self._crew(progress)(wish, reading.batches()):
                for told in gathering.take(counted):
                    self._tell(told, progress)
                if counted.stopped:
                    progress.hide()
                    click.echo("Stopped there, and no standings are made: --strict.", err=True)
                    return None
                progress.report()
            return gathering.finish()

    def _worth_keeping(self) -> bool:
        """Whether sums can be kept, and a file is long enough; its matches must not be told."""
        return (
            self._orders.cached
            and not self._orders.wish.listed
            and any(map(is_long, self._orders.paths))
        )

    def _crew(self, progress: Progress) -> Crew:
        orders = self._orders
        if orders.cluster is None:
            return here(orders.jobs)

        def tell(text: str) -> None:
            progress.hide()
            click.echo(text, err=True)

        return on_cluster(orders.cluster, tell)

    def _tell(self, told: Told, progress: Progress) -> None:
        match, errors = told
        self._faults += len(errors)
        text = self._writer.match(match) if match is not None else ""
        if errors or text:
            progress.hide()
        for error in errors:
            click.echo(in_text(error), err=True)
        if text:
            click.echo(text, nl=False)


def _teller(progress: Progress) -> Callable[[str], Callable[[int, int], None]]:
    """Tells on the terminal how far the ratings of a group are."""

    def tell(title: str) -> Callable[[int, int], None]:
        return lambda done, of: progress.show(lambda _: f"{title}: ratings, {done} of {of}")

    return tell


def _summary(count: Count) -> Summary:
    """How many matches there were, and what else is to be known of them all."""
    tally = count.tally
    said = [tally.in_text()]
    if count.left_out:
        said.append(f"{plural(count.left_out, 'match')} left out, as --where asks")
    if tally.differing:
        noted = "figure differs" if tally.differing == 1 else "figures differ"
        said.append(f"{tally.differing} noted {noted} from the moves, which count")
    counts = {"matches": tally.matches, **{sort: tally.counts[sort] for sort in SORTS}}
    counts |= {"left_out": count.left_out, "differing": tally.differing}
    return Summary("; ".join(said), counts)
