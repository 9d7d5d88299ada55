"""The match file of a run, and the only place where the run knows what is played.

Records are appended whole. Whatever ends the program, the file then ends with
the beginning of one write at most; that is cut away when the run is taken up
again, and the matches which it lacks are played.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from games.errors import RuleError
from games.game import Game
from games.options import Rules
from notation.diagnostics import printable
from notation.stream import Chunk, chunks, skim
from scoutcli.arena.faults import AT_START
from scoutcli.arena.plan import Outcome, Pairing
from scoutcli.arena.scan import Found, Pairs, read, scan, torn
from scoutcli.rewrite import sync_folder
from scoutcli.table.files import Lock, check_target


class Expected(NamedTuple):
    """What the record of a pairing says, if it is of this run: see the keys of a match file.

    `bots` has None for a program: what it calls itself is known once it runs.
    `unnamed` has what stands in its place where a program failed to start and
    so never said it; None for a bot that always has its name.
    """

    pairing: Pairing
    names: Sequence[str]
    bots: Sequence[str | None]
    shuffle: Mapping[str, str]
    unnamed: Sequence[str | None]

    def is_by(self, bots: Sequence[str | None], faults: Sequence[tuple[int, str]]) -> bool:
        """Whether the bots of a record are these."""
        unheard = {seat for seat, reason in faults if reason in AT_START}
        return all(
            known is None or said == known or (seat in unheard and said == self.unnamed[seat])
            for seat, (known, said) in enumerate(zip(self.bots, bots, strict=True))
        )


Expect = Callable[[int, int, int], Expected | None]
"""Given table, deal and seating: what is expected; None where the plan has no such pairing."""


class Journal:
    """The match file of a run. Use as a context manager, or call `close`.

    `played` are the matches of this run that the file held when it was opened,
    by the texts of their pairings. Matches of other runs, or of people, may
    stand beside them.
    """

    def __init__(
        self, path: Path, game: Game, rules: Rules, expect: Expect, notice: Callable[[str], None]
    ) -> None:
        """Opens a file, new or not, reads what is played, and cuts off a torn end.

        `notice` is told in a sentence of everything in the file that is not
        simply a match of this run. Raises RuleError where another program
        writes to the file (``match-in-use``), where it holds something else
        (``not-a-match-file``) or ends with a match in play
        (``match-unfinished``); or OSError.
        """
        self.path = path
        self.played: dict[str, Outcome] = {}
        _make(path)
        with ExitStack() as opened:
            opened.callback(Lock(path, "is being written to by another run").release)
            self._file = opened.enter_context(path.open("a+b", buffering=0))
            with self._naming():
                stock = _Stock(path, game, rules, expect, self.played)
                size = stock.take(self._file)
                if size is not None:
                    self._cut(size)
                self._gap = "" if self._ends_in_line_end() else "\n"
            self._opened = opened.pop_all()
        for sentence in stock.sentences():
            notice(sentence)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._opened.close()

    def append(self, records: Sequence[str], *, sync: bool = True) -> None:
        """Write whole records, in one write; when the call returns they are on the disk.

        Without `sync` they are in the file, and a machine that goes down may
        lose them. Raises OSError; then none of them is in the file.
        """
        if not records:
            return
        assert all(text.startswith("---\n") and text.endswith("]\n") for text in records)
        data = (self._gap + "".join(records)).encode()
        with self._naming():
            about = os.fstat(self._file.fileno())
            if not about.st_nlink:
                raise FileNotFoundError(errno.ENOENT, "the file was removed during the run")
            try:
                while data:
                    data = data[self._file.write(data) :]
                if sync:
                    self.sync()
            except BaseException:
                with suppress(OSError):  # what stays then is cut off when it is opened again
                    self._cut(about.st_size)
                raise
        self._gap = ""

    def sync(self) -> None:
        """See to it that all that was appended is on the disk. Raises OSError."""
        with self._naming():
            os.fsync(self._file.fileno())

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        os.fsync(self._file.fileno())

    def _ends_in_line_end(self) -> bool:
        if not self._file.seek(0, os.SEEK_END):
            return True
        self._file.seek(-1, os.SEEK_END)
        return self._file.read(1) == b"\n"

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Give the file's name to what goes wrong with it."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error


class _Stock:
    """What is found in a file when it is opened."""

    def __init__(
        self, path: Path, game: Game, rules: Rules, expect: Expect, played: dict[str, Outcome]
    ) -> None:
        self.path = path
        self.name = printable(str(path))
        self.game = game
        self.rules = rules
        self.expect = expect
        self.played = played
        self.torn = 0, ""
        self.matches = self.others = 0
        self.flawed: list[str] = []
        self.again: list[str] = []
        self._is_ours = lru_cache(maxsize=64)(self._by_our_rules)

    def take(self, file: BinaryIO) -> int | None:
        """Count the matches; where the file has to be cut, if it must. Raises RuleError."""
        file.seek(0)
        at, raw = 0, b""
        for following in skim(file):
            if raw:
                self._take(raw, at)
                at += len(raw)
            raw = following
        return self._take_last(raw, at) if raw.strip() else None

    def _take(self, raw: bytes, at: int) -> None:
        """Count a match behind which others follow."""
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            text = ""
        found = scan(text)
        if found is not None:
            self._count(found)
            return
        chunk = _chunk(raw, self.name)
        if chunk.index:
            self._count(read(chunk) if "pairing" in chunk.text else None)
        elif chunk.faults and not at:
            raise self._foreign()

    def _take_last(self, raw: bytes, at: int) -> int | None:
        """Count the last match, all of it checked; where the file has to be cut, if it must."""
        text = raw.decode(errors="surrogateescape")
        lost = torn(text)
        if lost is not None:
            start, pairing = lost
            self.torn = len(text) - start, pairing
            raw = text[:start].encode(errors="surrogateescape")
        size = None if lost is None else at + len(raw)
        if not raw:
            return size
        chunk = _chunk(raw, self.name)
        found = read(chunk)
        if found is None:
            if chunk.index or chunk.faults or not at:
                raise self._foreign()
            return size  # comments behind the last match
        if found.flaw and Pairing.numbers(found.pairing) is None:
            check_target(self.path)
        self._count(found)
        return size

    def _count(self, found: Found | None) -> None:
        self.matches += 1
        pairing = self._pairing(found) if found is not None else None
        if found is None or pairing is None:
            self.others += 1
        elif found.flaw:
            self.flawed.append(f"match {self.matches} ({pairing}: {found.flaw})")
        elif found.pairing in self.played:
            self.again.append(found.pairing)
        else:
            self.played[found.pairing] = Outcome(
                pairing, found.scores, found.winners, found.faults, found.abandoned
            )

    def _pairing(self, found: Found) -> Pairing | None:
        """The pairing of this run of which a match is the record; None if it is of another."""
        numbers = Pairing.numbers(found.pairing)
        if numbers is None or (expected := self.expect(*numbers)) is None:
            return None
        if (
            found.game != self.game.name
            or found.names != tuple(expected.names)
            or dict(found.shuffle) != expected.shuffle
            or not self._is_ours(found.said)
            or not expected.is_by(found.bots, found.faults)
        ):
            return None
        return expected.pairing

    def _by_our_rules(self, said: Pairs) -> bool:
        """Whether options that were said make the rules of this run."""
        given = dict(said)
        preset = given.pop("preset", None)
        try:
            rules, _ = self.game.rules(self.rules.players, given, preset)
        except RuleError:
            return False
        return rules == self.rules

    def _foreign(self) -> RuleError:
        return RuleError(
            "not-a-match-file", f"{self.name} holds something else than matches: name another file"
        )

    def sentences(self) -> Iterator[str]:
        """What there is to tell."""
        size, pairing = self.torn
        if size:
            what = "1 byte is" if size == 1 else f"{size} bytes are"
            yield f"{self.name} ended in the middle of {pairing or 'a record'}; {what} cut off"
        if self.again:
            yield f"{self.name} has {_some(self.again)} more than once; the first record counts"
        if self.flawed:
            yield (
                f"{self.name} has errors in {_some(self.flawed)}; "
                "such a record stays as it is, and its match is played again"
            )
        if self.others == 1:
            yield f"1 other match in {self.name} is left as it is"
        elif self.others:
            yield f"{self.others} other matches in {self.name} are left as they are"


def _chunk(raw: bytes, name: str) -> Chunk:
    """A part of a file, as a reader takes it."""
    return next(chunks(io.BytesIO(raw), name))


def _some(texts: Sequence[str]) -> str:
    """The first of several texts, and how many others there are."""
    more = len(texts) - 1
    others = f" and {more} other{'s' * (more > 1)}" if more else ""
    return f"{texts[0]}{others}"


def _make(path: Path) -> None:
    """See to it that there is a file of that name, an ordinary one. Raises RuleError or OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        path.open("ab").close()
        sync_folder(Path(os.path.realpath(path)).parent)
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise RuleError(
            "not-a-match-file",
            f"{printable(str(path))} is no ordinary file, and a run keeps its state in its file",
        )
