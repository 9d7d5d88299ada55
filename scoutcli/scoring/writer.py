"""The forms of the output: each writes matches as they come, and then the tables of all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoutcli.results.facts import Facts
from scoutcli.scoring.tables import Table


class Summary(NamedTuple):
    """How many matches there were of each sort: for people, and for programs."""

    text: str
    counts: Mapping[str, int]


class Ending(NamedTuple):
    """What comes behind the matches: tables (None where they are not wanted), plots, the summary.

    `matches` says whether the matches were wanted.
    """

    tables: Sequence[Table] | None
    summary: Summary
    matches: bool
    plots: str = ""
    """In the form of the output."""

    @property
    def filled(self) -> Iterator[Table]:
        """The tables in which anything stands."""
        return (table for table in self.tables or () if table.rows)


class Writer(ABC):
    """Writes matches one by one, and then the tables. What it gives is to be printed."""

    counts = True
    """Whether how many matches there were is part of the output."""
    differences = True
    """Whether noted figures that the moves do not give are, too; each was told as it was found."""

    @abstractmethod
    def match(self, match: Facts) -> str:
        """A match; "" where there is nothing to show, or not yet."""

    @abstractmethod
    def end(self, ending: Ending) -> Iterator[str]:
        """What comes behind the matches."""

    def close(self) -> None:
        """Give back what was needed for it."""
        return
