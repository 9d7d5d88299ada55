"""Outcomes of very many matches in little memory, the same in whatever order they came.

A text is kept once and stands in records of bytes by its number. Before records
are read or written, the numbers are those of the sorted texts, so that sorted
records are in the order of what they say.
"""

from __future__ import annotations

import binascii
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from scoutcli.natural import order_of

Outcome = tuple[tuple[str, ...], ...]
"""Keys of entrants by place, best first: ``(("ann",), ("bo", "cy"))``.

Those of one place are tied, in the order of their keys. Who had two seats
stands there twice.
"""


def outcome_of(keys: Sequence[str], places: Sequence[int]) -> Outcome:
    """The outcome of a match from the key and the place of each seat."""
    ranked = sorted(zip(places, keys, strict=True))
    return tuple(
        tuple(key for _, key in group) for _, group in groupby(ranked, key=lambda seat: seat[0])
    )


class Texts:
    """Texts by number, in the order in which they came until they are sorted.

    They are sorted by `key`, equal ones of these and all without it as they are spelled.
    """

    def __init__(
        self, texts: Iterable[str] = (), *, key: Callable[[str], bytes] | None = None
    ) -> None:
        self.texts = list(texts)
        self._key = key
        self._numbers = {text: number for number, text in enumerate(self.texts)}

    def number(self, text: str) -> int:
        """The number of a text, a new one for a new text."""
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def sort(self) -> list[int] | None:
        """Number them in their order: the new number of each old one; None if nothing changes."""
        order = sorted(range(len(self.texts)), key=self.texts.__getitem__)
        if self._key is not None:
            keys = list(map(self._key, self.texts))
            order.sort(key=keys.__getitem__)
        if order == list(range(len(order))):
            return None
        new = [0] * len(order)
        for number, old in enumerate(order):
            new[old] = number
        self.texts = [self.texts[old] for old in order]
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        return new

    def ranks(self) -> list[int] | None:
        """The number of the first that has the same key, for each; None if no two have."""
        if self._key is None:
            return None
        first: dict[bytes, int] = {}
        found = [first.setdefault(self._key(text), at) for at, text in enumerate(self.texts)]
        return found if len(first) < len(found) else None


_STEP = struct.Struct(">HI")
"""A seat of an outcome: the number of its place and that of its key."""
_COUNT = struct.Struct(">QI")
"""What stands before an outcome in a file: how often it came, and its seats."""


class Outcomes(Mapping[Outcome, int]):
    """How often each outcome came. About 200 bytes for each different one of a table of four."""

    def __init__(self) -> None:
        self._keys = Texts()
        self._counts: dict[bytes, int] = {}
        self._sorted = True

    def add(self, outcome: Outcome, times: int = 1) -> None:
        """Count an outcome."""
        record = self._record(outcome)
        self._counts[record] = self._counts.get(record, 0) + times
        self._sorted = False

    def merge(self, other: Outcomes) -> None:
        """Count what another one counted."""
        for outcome, times in other.items():
            self.add(outcome, times)

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[Outcome]:
        """Each outcome once, in an order of their own; made as they are asked for."""
        self._sort()
        return map(self._outcome, self._counts)

    def __getitem__(self, outcome: Outcome) -> int:
        return self._counts[self._record(outcome)]

    def _record(self, outcome: Outcome) -> bytes:
        return b"".join(
            _STEP.pack(place, self._keys.number(key))
            for place, group in enumerate(outcome)
            for key in group
        )

    def _outcome(self, record: bytes) -> Outcome:
        texts = self._keys.texts
        seats = _STEP.iter_unpack(record)
        return tuple(
            tuple(texts[number] for _, number in group)
            for _, group in groupby(seats, key=lambda seat: seat[0])
        )

    def _sort(self) -> None:
        """Sort what is kept, without holding it twice."""
        if self._sorted:
            return
        new, counts = self._keys.sort(), self._counts
        if new is not None:
            old, counts = counts, {}
            while old:
                record, times = old.popitem()
                counts[_renamed(record, new)] = times
        self._counts = {record: counts.pop(record) for record in sorted(counts)}
        self._sorted = True

    def in_json(self) -> dict[str, Any]:
        """The same for the same outcomes, however they came."""
        self._sort()
        records = (
            _COUNT.pack(times, len(record) // _STEP.size) + record
            for record, times in self._counts.items()
        )
        return {"keys": self._keys.texts, "records": _in_text(records)}

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Outcomes:
        """The inverse of `in_json`. Raises KeyError, TypeError or ValueError."""
        made, other = cls(), cls()
        other._keys = Texts(map(str, facts["keys"]))
        with _whole():
            for record in _split(_bytes(facts["records"]), _COUNT, _STEP):
                times, _ = _COUNT.unpack_from(record)
                other._counts[record[_COUNT.size :]] = times
            made.merge(other)
        return made


def _renamed(record: bytes, new: Sequence[int]) -> bytes:
    """An outcome with the new numbers of its keys."""
    return b"".join(_STEP.pack(place, new[key]) for place, key in _STEP.iter_unpack(record))


class _Entry(NamedTuple):
    """A match as it is kept: numbers of texts, then place, number of the key, points by seat."""

    date: int
    stage: int
    identity: bytes
    rounds: int
    seats: tuple[tuple[int, int, int], ...]


_HEAD = struct.Struct(">II16sII")
"""A match: what `_Entry` has before the seats, and how many these are."""
_WHEN = struct.Struct(">II")
"""The beginning of it: the numbers of date and stage."""
_SEAT = struct.Struct(">HIq")


class Log:
    """Matches in the order of date, stage and identity. About 140 bytes for one of four seats.

    Dates and stages come in the order of `scoutcli sort`: ``Round 9`` before ``Round 10``.
    """

    def __init__(self, *, lowest_wins: bool) -> None:
        self.sign = -1 if lowest_wins else 1
        """-1 where the lowest wins."""
        self._keys = Texts()
        self._texts = Texts(key=order_of)
        self._records: list[bytes] = []

    def add(
        self,
        date: str,
        stage: str,
        identity: str,
        keys: Sequence[str],
        places: Sequence[int],
        points: Sequence[int],
        rounds: int,
    ) -> None:
        """Note a match; the last sequences have a value for each seat."""
        seats = zip(places, map(self._keys.number, keys), points, strict=True)
        head = self._texts.number(date), self._texts.number(stage)
        self._records.append(_pack(_Entry(*head, bytes.fromhex(identity), rounds, tuple(seats))))

    def merge(self, other: Log) -> None:
        """Note what another one noted."""
        keys = [self._keys.number(key) for key in other._keys.texts]
        texts = [self._texts.number(text) for text in other._texts.texts]
        self._records += (_renumbered(record, keys, texts) for record in other._records)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Dated]:
        """The matches in their order."""
        self._sort()
        return (Dated(self, record) for record in self._records)

    def key(self, number: int) -> str:
        """The key of that number."""
        return self._keys.texts[number]

    def text(self, number: int) -> str:
        """The date or stage of that number."""
        return self._texts.texts[number]

    def _sort(self) -> None:
        keys, texts = self._keys.sort(), self._texts.sort()
        if keys is not None or texts is not None:
            keys = keys if keys is not None else list(range(len(self._keys.texts)))
            texts = texts if texts is not None else list(range(len(self._texts.texts)))
            for at, record in enumerate(self._records):
                self._records[at] = _renumbered(record, keys, texts)
        ranks = self._texts.ranks()
        self._records.sort(key=None if ranks is None else partial(_ranked, ranks=ranks))

    def in_json(self) -> dict[str, Any]:
        """The same for the same matches, however they came."""
        self._sort()
        records = _in_text(self._records)
        return {"keys": self._keys.texts, "texts": self._texts.texts, "records": records}

    def read_json(self, facts: Mapping[str, Any]) -> None:
        """Note what `in_json` tells. Raises KeyError, TypeError or ValueError."""
        other = Log(lowest_wins=self.sign < 0)
        other._keys, other._texts = Texts(map(str, facts["keys"])), Texts(map(str, facts["texts"]))
        with _whole():
            other._records = list(_split(_bytes(facts["records"]), _HEAD, _SEAT))
            self.merge(other)


class Dated:
    """A match as the course of time needs it, read from a log's record as it is asked for.

    So very many of them take little room. They hold until something is added to the log.
    """

    __slots__ = ("_log", "_record")

    def __init__(self, log: Log, record: bytes) -> None:
        self._log = log
        self._record = record

    @property
    def date(self) -> str:
        """As the match says it, "" where it does not."""
        return self._log.text(_unpack(self._record).date)

    @property
    def stage(self) -> str:
        """As the match says it, "" where it does not."""
        return self._log.text(_unpack(self._record).stage)

    @property
    def identity(self) -> str:
        """See `Facts.identity`."""
        return _unpack(self._record).identity.hex()

    @property
    def rounds(self) -> int:
        """How many rounds it had."""
        return _unpack(self._record).rounds

    @property
    def outcome(self) -> Outcome:
        """Who came before whom."""
        seats = _unpack(self._record).seats
        keys = [self._log.key(number) for _, number, _ in seats]
        return outcome_of(keys, [place for place, _, _ in seats])

    @property
    def points(self) -> tuple[tuple[str, int], ...]:
        """The total of each seat, with its key, in seat order."""
        seats = _unpack(self._record).seats
        return tuple((self._log.key(number), points) for _, number, points in seats)

    @property
    def margins(self) -> tuple[tuple[str, Fraction], ...]:
        """What each seat has above the mean of the others: more is better in every game."""
        points = self.points
        total, others = sum(own for _, own in points), max(len(points) - 1, 1)
        return tuple(
            (key, Fraction(self._log.sign * (own * others - (total - own)), others))
            for key, own in points
        )


def _pack(entry: _Entry) -> bytes:
    head = _HEAD.pack(*entry[:-1], len(entry.seats))
    return head + b"".join(_SEAT.pack(*seat) for seat in entry.seats)


def _unpack(record: bytes) -> _Entry:
    date, stage, identity, rounds, _ = _HEAD.unpack_from(record)
    return _Entry(date, stage, identity, rounds, tuple(_SEAT.iter_unpack(record[_HEAD.size :])))


def _renumbered(record: bytes, keys: Sequence[int], texts: Sequence[int]) -> bytes:
    date, stage, identity, rounds, seats = _unpack(record)
    changed = tuple((place, keys[key], points) for place, key, points in seats)
    return _pack(_Entry(texts[date], texts[stage], identity, rounds, changed))


def _ranked(record: bytes, ranks: Sequence[int]) -> bytes:
    """Where a match belongs, if date or stage can be written in two ways: 2026-9-3, 2026-09-03."""
    date, stage = _WHEN.unpack_from(record)
    return _WHEN.pack(ranks[date], ranks[stage]) + record[_WHEN.size :] + record[: _WHEN.size]


# Records in a text


def _in_text(records: Iterable[bytes]) -> str:
    return b64encode(b"".join(records)).decode("ascii")


def _bytes(text: str) -> bytes:
    return b64decode(text, validate=True)


@contextmanager
def _whole() -> Iterator[None]:
    """Raises ValueError where the records in it turn out to be none."""
    try:
        yield
    except (binascii.Error, struct.error, IndexError) as error:
        raise ValueError("these are no records of matches") from error


def _split(blob: bytes, head: struct.Struct, seat: struct.Struct) -> Iterator[bytes]:
    """The records of which bytes are made: `head` ends with the number of seats."""
    at = 0
    while at < len(blob):
        seats = head.unpack_from(blob, at)[-1]
        end = at + head.size + seats * seat.size
        if end > len(blob):
            raise struct.error("a record is not whole")
        yield blob[at:end]
        at = end
