"""The matches that were seen before, by digest: at most 80 bytes for each."""

from __future__ import annotations

from array import array

_SIZE = 16
_LEAST = 1 << 10
_EMPTY = bytes(_SIZE)


class Seen:
    """A set of digests of 16 bytes that knows as the how-many-th each one came.

    An open hash table in one block of bytes: a dict of Python takes three
    times as much, and a log may hold a hundred million matches.
    """

    def __init__(self) -> None:
        self._digests = bytearray(_LEAST * _SIZE)
        self._numbers = array("Q", bytes(_LEAST * 8))
        self._mask = _LEAST - 1
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, digest: bytes, number: int) -> int | None:
        """Note a digest under a number; that of the first one if it was noted before, else None."""
        if digest == _EMPTY:  # means a free place; once in 10^38
            digest = b"\1" + digest[1:]
        place = self._place(digest)
        at = place * _SIZE
        if self._digests[at : at + _SIZE] == digest:
            return self._numbers[place]
        self._digests[at : at + _SIZE] = digest
        self._numbers[place] = number
        self._count += 1
        if self._count * 3 > (self._mask + 1) * 2:
            self._grow()
        return None

    def _place(self, digest: bytes) -> int:
        """Where a digest is, or where it belongs."""
        place = int.from_bytes(digest[:8]) & self._mask
        while True:
            at = place * _SIZE
            found = self._digests[at : at + _SIZE]
            if found in (digest, _EMPTY):
                return place
            place = (place + 1) & self._mask

    def _grow(self) -> None:
        digests, numbers = self._digests, self._numbers
        places = 2 * len(numbers)
        self._digests = bytearray(places * _SIZE)
        self._numbers = array("Q", bytes(places * 8))
        self._mask = places - 1
        for old, number in enumerate(numbers):
            digest = bytes(digests[old * _SIZE : (old + 1) * _SIZE])
            if digest != _EMPTY:
                place = self._place(digest)
                self._digests[place * _SIZE : (place + 1) * _SIZE] = digest
                self._numbers[place] = number
