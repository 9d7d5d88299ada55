"""The points of a round as they are typed, and what the rules make of them.

A module here that is named as the game says more than numbers: its `Form` is
used in the place of the one here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from games.options import Rules
from notation.codec import Notation
from scoutcli.bygame import module_of
from scoutcli.notes.sheet import Sheet

NOT_KNOWN = ("x", "?")
"""What stands for points that nobody knows."""

_NUMBER = re.compile(r"-?[0-9]{1,6}", re.ASCII)


class Entry(NamedTuple):
    """What was typed for a seat: its points (None: not known), and what they are made of.

    `lost`: somebody may have typed the points, but the file could not say them.
    """

    points: int | None
    parts: tuple[int | None, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A round as far as it was typed: an entry for each seat, None where it is still open.

    `ender` is the seat of which `Form.ending` speaks, None for none; `settled`
    says that it was asked for. `end` is how the round ended, if a file says so.
    """

    entries: tuple[Entry | None, ...]
    ender: int | None = None
    settled: bool = False
    end: str | None = None

    @classmethod
    def blank(cls, players: int) -> Draft:
        """Nothing is typed yet."""
        return cls((None,) * players)

    @property
    def open(self) -> list[int]:
        """The seats whose points are still open."""
        return [seat for seat, entry in enumerate(self.entries) if entry is None]

    def with_entry(self, seat: int, entry: Entry | None) -> Draft:
        """The same with an entry for a seat; None opens it."""
        entries = (*self.entries[:seat], entry, *self.entries[seat + 1 :])
        return replace(self, entries=entries)

    def ended_by(self, seat: int | None) -> Draft:
        """The same, and it is known who ended it; None for nobody."""
        return replace(self, ender=seat, settled=True)

    @property
    def points(self) -> list[int | None]:
        """The points as they were typed."""
        return [None if entry is None else entry.points for entry in self.entries]


@dataclass(frozen=True, slots=True)
class Drafted(Sheet):
    """A round as it is written, and as it was typed, which can say more.

    The draft is not in the file, so it is known as long as the pad is open.
    """

    draft: Draft | None = None


class Form:
    """Points alone, as any game has them."""

    ending: ClassVar[str] = ""
    """What it means to be named behind `ender`; "" where it means nothing."""
    words: ClassVar[tuple[str, ...]] = ("12", "8", "-3", "x", "5", "0", "21", "7")
    """Points of up to eight seats, as an example."""
    help: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be typed beside numbers, and what it means."""

    legend: ClassVar[str] = ""
    """What the sign behind points means; see `mark`."""

    def __init__(self, notation: Notation, rules: Rules) -> None:
        self.notation = notation
        self.rules = rules

    @property
    def example(self) -> str:
        """The points of a round on one line."""
        return " ".join(self.words[: self.rules.players])

    def entry(self, word: str) -> Entry | None:
        """What a word says of a seat; None where it is no points."""
        if word.lower() in NOT_KNOWN:
            return Entry(None)
        text = word.replace("\N{MINUS SIGN}", "-")
        return Entry(int(text)) if _NUMBER.fullmatch(text) else None

    def impossible(self, entry: Entry) -> str:
        """Why nobody can have such points, in words that follow them; "" if somebody can."""
        del entry
        return ""

    def question(self, draft: Draft) -> str:
        """What is still to be asked of a round whose points are typed; "" if nothing is.

        A seat answers it, or nothing, which is nobody.
        """
        del draft
        return ""

    def again(self, draft: Draft, names: Sequence[str]) -> tuple[int, str] | None:
        """A seat whose lost points would be written now, and how to ask for them; None if none."""
        del draft, names
        return None

    def sheet(self, draft: Draft) -> Sheet:
        """The round as it is written."""
        return Drafted(score=tuple(draft.points), end=draft.end, closed=True, draft=draft)

    def draft(self, sheet: Sheet) -> Draft:
        """The round as it was typed, or where that is not known could have been."""
        typed = sheet.draft if isinstance(sheet, Drafted) else None
        return self.read(sheet) if typed is None else typed

    def read(self, sheet: Sheet) -> Draft:
        """The round as it could have been typed, by what a file has of it."""
        assert sheet.score is not None
        entries = tuple(map(Entry, sheet.score))
        return Draft(entries, sheet.ender, settled=True, end=sheet.end)

    def remarks(self, draft: Draft, names: Sequence[str]) -> Iterator[str]:
        """What the rules made of it that was not typed, in sentences."""
        yield from ()

    def mark(self, sheet: Sheet, seat: int) -> str:
        """A sign that stands behind the points of a seat; "" for most."""
        del sheet, seat
        return ""


def form_of(notation: Notation, rules: Rules) -> Form:
    """The form for a game: its own, where it has one here."""
    module = module_of("scoutcli.pad", notation.game.name)
    kind: type[Form] = getattr(module, "Form", Form)
    return kind(notation, rules)
