"""What a typed line says of a round: points in the order of the seats, or behind names.

`12 8 -3`, `Ann 12`, `Cy -3, Ann 12`; behind them, or alone, who ended the round:
`ender Bo`, `Bo ended`. A name can be cut short where it is still the only one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from notation.diagnostics import TextError, printable
from scoutcli.notes.reading import Offer
from scoutcli.pad.form import Draft, Entry, Form

NOBODY = ("nobody", "none", "-")
_WORD = re.compile(r"[^\s,;:=\[\]]+")
_SHOWN = 40


class Word(NamedTuple):
    """A piece of a line and what it can be: points, a name, or the word `ender`."""

    text: str
    at: int
    entry: Entry | None = None
    seat: int | None = None

    @property
    def length(self) -> int:
        """The characters of the line that it takes."""
        return len(self.text)


def taken(line: str, draft: Draft, form: Form, names: Sequence[str]) -> Draft:
    """A draft with what a line says; what it does not say stays. Raises TextError, with the place.

    Points without names are of the seats that are still open, in their order;
    where none is, of all that are not named.
    """
    words = list(_words(line, form, names))
    given: dict[int, Entry] = {}
    loose: list[Word] = []
    at = 0
    while at < len(words):
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else None
        if word.entry is not None:
            _check(word, word.entry, form)
            loose.append(word)
            at += 1
        elif word.seat is None and word.text.lower() == "ender":
            draft = draft.ended_by(_ender(word, after, form))
            at += 2
        elif word.seat is None:
            raise _fault(word, f"{_shown(word)} is neither points nor one of the names", form)
        elif after is not None and after.text.lower() == "ended":
            draft = draft.ended_by(_ender(after, word, form))
            at += 2
        elif after is None or after.entry is None:
            raise _fault(word, f"how many points has {names[word.seat]}", form)
        elif word.seat in given:
            raise _fault(word, f"{names[word.seat]} is there twice", form)
        else:
            _check(after, after.entry, form)
            given[word.seat] = after.entry
            at += 2
    for seat, entry in given.items():
        draft = draft.with_entry(seat, entry)
    return _with_loose(draft, loose, given, form)


def _with_loose(draft: Draft, loose: Sequence[Word], given: dict[int, Entry], form: Form) -> Draft:
    """A draft with points that have no names."""
    if not loose:
        return draft
    again = not draft.open
    seats = draft.open or [seat for seat in range(len(draft.entries)) if seat not in given]
    if len(loose) > len(seats):
        extra = loose[len(seats)]
        raise _fault(extra, f"{len(loose)} are too many: {_missing(len(seats))}", form)
    if again and len(loose) < len(seats):
        raise _fault(loose[0], f"whose points? name them, or type those of {len(seats)}", form)
    for seat, word in zip(seats, loose, strict=False):
        assert word.entry is not None
        draft = draft.with_entry(seat, word.entry)
    return draft


def _check(word: Word, entry: Entry, form: Form) -> None:
    """Raises TextError for points that nobody can have."""
    if why := form.impossible(entry):
        raise _fault(word, f"{_shown(word)} {why}", form)


def _ender(word: Word, who: Word | None, form: Form) -> int | None:
    """Who is said to have ended the round."""
    if not form.ending:
        raise _fault(word, f"in {form.notation.game.title} it does not matter who ended it", form)
    if who is not None and who.text.lower() in NOBODY:
        return None
    players = form.rules.players
    seat = None if who is None else who.seat
    if seat is None and who is not None and re.fullmatch("[1-9][0-9]?", who.text):
        seat = int(who.text) - 1
    if seat is None or seat >= players:
        raise _fault(who or word, f"who {form.ending}? a name, a seat from 1, or nobody", form)
    return seat


def _words(line: str, form: Form, names: Sequence[str]) -> Iterator[Word]:
    """The pieces of a line. A name can have spaces in it: the longest that fits is meant."""
    at = 0
    while found := _WORD.search(line, at):
        word = Word(found[0], found.start(), form.entry(found[0]))
        if word.entry is None:
            word = _named(line, word, names)
        yield word
        at = word.at + word.length


def _named(line: str, word: Word, names: Sequence[str]) -> Word:
    """A piece that is no points, with the seat that it names."""
    rest = line[word.at :].lower()
    for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat])):
        name = names[seat].lower()
        if rest.startswith(name) and not rest[len(name) : len(name) + 1].isalnum():
            return word._replace(text=line[word.at : word.at + len(name)], seat=seat)
    low = word.text.lower()
    fitting = [seat for seat, name in enumerate(names) if name.lower().startswith(low)]
    if len(fitting) == 1 and low not in ("ender", "ended"):
        return word._replace(seat=fitting[0])
    return word


def _fault(word: Word, message: str, form: Form) -> TextError:
    return TextError("bad-points", f"{message}: as in {form.example}", word.at, word.length)


def _shown(word: Word) -> str:
    return printable(word.text)[:_SHOWN]


def _missing(number: int) -> str:
    if not number:
        return "all points are there"
    players = "1 player" if number == 1 else f"{number} players"
    return f"the points of {players} are missing"


def offers(typed: str, draft: Draft, form: Form, names: Sequence[str]) -> Iterator[Offer]:
    """How a line that was begun can go on: names whose points are open, then who ended it."""
    cut = max((typed.rfind(sign) for sign in " ,;"), default=-1) + 1
    before, word = typed[:cut], typed[cut:].lower()
    try:
        draft = taken(before, draft, form, names)
    except TextError:
        return
    open_seats = draft.open
    for seat in open_seats:
        if names[seat].lower().startswith(word):
            yield Offer(f"{before}{names[seat]}", "the points follow")
    if not open_seats and form.ending and not draft.settled:
        for name in names:
            text = f"ender {name}"
            if text.lower().startswith(word) or name.lower().startswith(word):
                yield Offer(f"{before}{text}", form.ending)
