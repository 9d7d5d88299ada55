"""What batches came to, put together; the sums of long files are kept for the next time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from notation.diagnostics import Diagnostic
from scoutcli.scoring.cache import Cache, cache_folder
from scoutcli.scoring.counting import Count, Counted, Told, Wish
from scoutcli.scoring.reading import Long, Reading

MOST_ERRORS = 200
"""What has more of them is not kept: they would have to be told again each time."""

_FORM = 1
"""Of what is kept."""


@dataclass(slots=True)
class Known:
    """What there is to know of the complete matches of a long file."""

    count: Count
    errors: list[Diagnostic] = field(default_factory=list)

    def in_json(self) -> dict[str, Any]:
        """All of it."""
        return {"count": self.count.in_json(), "errors": list(map(asdict, self.errors))}


def cache_of(wish: Wish) -> Cache[Known]:
    """What is kept of files that are counted so."""
    from scoutcli.arena.cluster_worker import build  # loads the arena; only for long files

    def read(facts: Mapping[str, Any]) -> Known:
        known = Known(Count(wish.by, wish.keep), [Diagnostic(**each) for each in facts["errors"]])
        known.count.read_json(facts["count"])
        if wish.strict and known.count.tally.differing:
            raise ValueError("it is to be stopped there")
        return known

    where = "" if wish.where is None else wish.where.text
    return Cache(cache_folder(), f"{_FORM} {build()} {wish.by} {sorted(wish.keep)} {where}", read)


class Gathering:
    """Puts together what batches came to, in their order."""

    def __init__(self, wish: Wish, reading: Reading[Known], cache: Cache[Known] | None) -> None:
        self.count = Count(wish.by, wish.keep)
        self._wish = wish
        self._reading = reading
        self._cache = cache
        self._at = -1
        self._known: Known | None = None

    def take(self, counted: Counted) -> Iterator[Told]:
        """Count a batch; what is to be told, in the order of the files."""
        if counted.long != self._at:
            self._close()
            self._at = counted.long
            if counted.long >= 0:
                kept = self._reading.long[counted.long].kept
                self._known = kept or Known(Count(self._wish.by, self._wish.keep))
                yield from ((None, [error]) for error in self._known.errors)
        if self._known is None:
            self.count.merge(counted.count)
        else:
            self._known.count.merge(counted.count)
            self._known.errors += (error for _, errors in counted.told for error in errors)
        yield from counted.told

    def finish(self) -> Count:
        """All that was counted. Not to be called where something was stopped."""
        self._close()
        return self.count

    def _close(self) -> None:
        """Keep what is known of a long file, and count it."""
        if self._known is None:
            return
        long, known = self._reading.long[self._at], self._known
        self._known, long.kept = None, None
        with long.stream:
            self._keep(long, known)
        self.count.merge(known.count)

    def _keep(self, long: Long[Known], known: Known) -> None:
        assert self._cache is not None
        if long.end is None or long.end == long.start or len(known.errors) > MOST_ERRORS:
            return
        self._cache.keep(long.path, long.stream, long.end, known.in_json())
