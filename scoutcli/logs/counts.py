"""What is in a log, counted by what matches say of themselves; and that as text, JSON and CSV."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from notation.diagnostics import printable
from scoutcli import csvcells
from scoutcli.logs.keys import Key
from scoutcli.logs.reading import Entry
from scoutcli.logs.skim import Head
from scoutcli.report import columns, plural

LONGEST_VALUE = 200
"""Characters of a value that are kept; none is longer unless somebody means harm."""
SAID_NOTHING = "not said"

Place = tuple[str, int]
"""A file, and the number of a match in it."""


@dataclass(slots=True)
class Count:
    """Matches, their rounds as they stand in the file, and their bytes."""

    matches: int = 0
    rounds: int = 0
    bytes: int = 0

    def add(self, rounds: int, size: int) -> None:
        """Count a match."""
        self.matches += 1
        self.rounds += rounds
        self.bytes += size


@dataclass(slots=True)
class Counts:
    """The matches of a log, together and by some keys.

    A match that has several values under a key (its players) counts once for
    each. Memory grows with the different values alone.
    """

    keys: Sequence[Key]
    all: Count = field(default_factory=Count)
    by: dict[str, dict[str, Count]] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)
    """How many matches have so many rounds."""
    shortest: tuple[int, Place] | None = None
    """The fewest bytes of a match, and which it is."""
    longest: tuple[int, Place] | None = None

    def __post_init__(self) -> None:
        self.by = {key.name: {} for key in self.keys}

    def add(self, entry: Entry[Head]) -> None:
        """Count a match."""
        size, head = len(entry.raw), entry.about
        self.all.add(head.written, size)
        self.lengths[head.written] += 1
        for key in self.keys:
            counts = self.by[key.name]
            for value in key.of(head) or (SAID_NOTHING,):
                counts.setdefault(value[:LONGEST_VALUE], Count()).add(head.written, size)
        place = entry.file, entry.number
        if self.shortest is None or size < self.shortest[0]:
            self.shortest = size, place
        if self.longest is None or size > self.longest[0]:
            self.longest = size, place

    def ranked(self, key: str) -> list[tuple[str, Count]]:
        """The values of a key, those with most matches first, then by name."""
        return sorted(self.by[key].items(), key=lambda row: (-row[1].matches, row[0]))

    def median_rounds(self) -> float:
        """As many matches have fewer rounds as have more; 0 where there are none."""
        ordered = sorted(self.lengths.items())
        middle = (self.all.matches - 1) // 2, self.all.matches // 2
        return sum(_at(ordered, place) for place in middle) / 2 if ordered else 0.0


def _at(ordered: Sequence[tuple[int, int]], place: int) -> int:
    """The value at a place of a row in which each stands as often as is said."""
    for value, times in ordered:
        place -= times
        if place < 0:
            return value
    raise AssertionError("behind the end")


# As text


def in_table(counts: Counts, most: int, width: int, *, asked: bool) -> str:
    """For people: what there is, how long matches are, and a table for each key.

    Of a key the `most` frequent values are shown. One that no match has is left
    out unless the keys were `asked` for.
    """
    lines = list(_summary(counts))
    for key in counts.keys:
        rows = counts.ranked(key.name)
        if not rows or (not asked and [value for value, _ in rows] == [SAID_NOTHING]):
            continue
        lines += ["", *_columns(key.name, rows[:most], width)]
        if len(rows) > most:
            lines.append(f"and {len(rows) - most:,} more; --top N or --format csv shows them")
    return "".join(f"{line}\n" for line in lines)


def _summary(counts: Counts) -> Iterator[str]:
    total = counts.all
    rounds = plural(total.rounds, "round")
    unit, size = _unit(total.bytes)
    yield f"{plural(total.matches, 'match')}, {rounds}, {total.bytes / size:,.1f} {unit}"
    if counts.shortest is None or counts.longest is None:
        return
    least, most = min(counts.lengths), max(counts.lengths)
    yield f"rounds a match: {least} to {most}, median {counts.median_rounds():g}"
    yield (
        f"bytes a match: {_sized(counts.shortest)} to {_sized(counts.longest)}, "
        f"on average {total.bytes / total.matches:,.0f}"
    )


def _unit(size: int) -> tuple[str, float]:
    """A unit of bytes that fits, and how many bytes it is."""
    return ("MB", 1e6) if size >= 1e6 else ("kB", 1e3)


def _sized(found: tuple[int, Place]) -> str:
    size, (file, number) = found
    return f"{size:,} ({printable(file)}, match {number})"


def _columns(name: str, rows: Sequence[tuple[str, Count]], width: int) -> Iterator[str]:
    """A table; a long value is cut, so that a row stays one line."""
    unit, size = _unit(max(count.bytes for _, count in rows))
    numbers = [("matches", "rounds", unit)]
    numbers += [(f"{c.matches:,}", f"{c.rounds:,}", f"{c.bytes / size:,.1f}") for _, c in rows]
    sizes = [max(map(len, column)) for column in zip(*numbers, strict=True)]
    room = max(20, width - sum(sizes) - 2 * len(sizes))
    values = [name, *(_cut(printable(value), room) for value, _ in rows)]
    wide = max(map(columns, values))
    for value, cells in zip(values, numbers, strict=True):
        right = "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))
        yield value + " " * (wide - columns(value)) + right


def _cut(text: str, room: int) -> str:
    if columns(text) <= room:
        return text
    while columns(text) > room - 1:
        text = text[:-1]
    return f"{text}…"


def in_json(counts: Counts) -> str:
    """One object; all values of every key."""
    least, most = counts.shortest, counts.longest
    total = counts.all
    data: dict[str, Any] = _numbers(total)
    data["rounds_a_match"] = {
        "least": min(counts.lengths, default=0),
        "median": counts.median_rounds(),
        "most": max(counts.lengths, default=0),
    }
    data["bytes_a_match"] = {
        "least": _with_place(least),
        "mean": round(total.bytes / total.matches, 1) if total.matches else 0.0,
        "most": _with_place(most),
    }
    data["by"] = {
        key.name: [{"value": value, **_numbers(count)} for value, count in counts.ranked(key.name)]
        for key in counts.keys
    }
    return json.dumps(data) + "\n"


def _numbers(count: Count) -> dict[str, int]:
    return {"matches": count.matches, "rounds": count.rounds, "bytes": count.bytes}


def _with_place(found: tuple[int, Place] | None) -> Mapping[str, object] | None:
    if found is None:
        return None
    size, (file, number) = found
    return {"bytes": size, "file": file, "match": number}


def in_csv(counts: Counts) -> str:
    """A row for all matches, and one for every value of every key."""
    return csvcells.in_csv([
        ("by", "value", "matches", "rounds", "bytes"),
        ("all", "", *_numbers(counts.all).values()),
        *(
            (key.name, value, *_numbers(count).values())
            for key in counts.keys
            for value, count in counts.ranked(key.name)
        ),
    ])  # fmt: skip
