"""What is known of a deal, typed line by line: ``1: 37 4T *``, ``up: 5``, or the own hand alone."""

from __future__ import annotations

import re

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Deal
from notation.diagnostics import TextError
from scoutcli.notes.book import Book
from scoutcli.notes.reading import Offer

_LABEL = re.compile(r"\s*([A-Za-z]+|[0-9]+)\s*:")


class DealLines:
    """The lines of the deal of the next round, as far as they were typed.

    With a seat only what that seat sees is asked for: its hand, or the cards
    that lie open; without one, whatever is known, until an empty line.
    """

    def __init__(self, book: Book, seat: int | None) -> None:
        self._book = book
        self._seat = seat
        self._round = 0
        self._deal: Deal = None
        self._asked = 0

    def for_round(self, number: int) -> None:
        """Begin with nothing, if this is another round than before."""
        if number != self._round:
            self.reset()
            self._round = number

    def reset(self) -> None:
        """Forget the lines."""
        self._round = 0
        self._deal = self._book.game.unknown_deal(self._book.rules)
        self._asked = 0

    def sit(self, seat: int | None) -> None:
        """Ask as this seat from now on."""
        self._seat = seat
        self._asked = 0

    @property
    def deal(self) -> Deal:
        """The deal, as far as it was typed."""
        return self._deal

    @property
    def question(self) -> str:
        """What to ask for."""
        if (label := self._due()) is not None:
            own = self._seat is not None and label == str(self._seat + 1)
            what = "Your hand as dealt, from the left" if own else f"The deal, {label}"
            return f"{what}? ({label}: …; Enter: not known)"
        if self._deal != self._book.game.unknown_deal(self._book.rules) or self._seat is not None:
            return "More of the deal (Enter: that is all)?"
        example = "; ".join(line.strip() for line in self._template().values())
        return f"The deal as far as it is known, a line each, as in {example} (Enter: that is all)?"

    def offers(self, typed: str) -> list[Offer]:
        """The lines that can be typed."""
        return [
            Offer(f"{label}: ", "a line of the deal")
            for label in self._template()
            if label.startswith(typed.lower())
        ]

    def take(self, line: str) -> bool:
        """Take a line that was typed; whether the deal is whole now, for all that is known.

        Raises RuleError or TextError, with the place in the line.
        """
        due = self._due()
        if not line.strip():
            if due is None or self._seat is None:
                return True
            self._asked += 1
            return self._due() is None
        self._deal = self.amended(self._deal, line)
        if due is not None:
            self._asked += 1
            return self._due() is None
        return False

    def amended(self, deal: Deal, line: str) -> Deal:
        """A deal with another line in it. Raises RuleError or TextError, with the place in that."""
        book = self._book
        lines = self._lines_of(deal)
        found = _LABEL.match(line)
        label = found[1].lower() if found else self._due() or self._own(lines)
        if label is None or label not in lines:
            raise TextError(
                "no-such-line",
                f"a line of the deal begins with {', '.join(lines)} and a colon",
                0,
                len(line.rstrip()) or 1,
            )
        said = line[found.end() :] if found else line
        lines[label] = f"{label}: {said.strip()}"
        start = sum(len(text) + 1 for name, text in _until(lines, label))
        shift = len(line) - len(said.lstrip()) - len(f"{label}: ")
        text = "".join(f"{each}\n" for each in lines.values())
        try:
            known = book.notation.parse_deal(text, book.rules)
            book.check_deal(known)
        except TextError as error:
            error.offset = max(error.offset - start + shift, 0)
            raise
        except RuleError as error:
            at, length = book.notation.locate(text, error.about)
            within = start <= at < start + len(lines[label])
            place = at - start + shift if within else 0
            size = length if within else len(line.rstrip())
            raise TextError(error.code, error.message, max(place, 0), size) from None
        return known

    def _own(self, lines: dict[str, str]) -> str | None:
        """The line of the own hand."""
        label = None if self._seat is None else str(self._seat + 1)
        return label if label in lines else None

    def _due(self) -> str | None:
        """The line that is asked for now."""
        seen = self._seen()
        return seen[self._asked] if self._asked < len(seen) else None

    def _seen(self) -> list[str]:
        """The lines of which the own seat sees something, by the rules of the game."""
        if self._seat is None:
            return []
        game, rules = self._book.game, self._book.rules
        deal = game.deal(rules, (), Shuffler("any", 1))
        seen = self._lines_of(game.seen_deal(deal, self._seat))
        return [label for label, line in self._template().items() if seen[label] != line]

    def _template(self) -> dict[str, str]:
        """The lines of a deal of which nothing is known."""
        return self._lines_of(self._book.game.unknown_deal(self._book.rules))

    def _lines_of(self, deal: Deal) -> dict[str, str]:
        lines = self._book.notation.format_deal(deal).splitlines()
        return {line.partition(":")[0].strip(): line for line in lines}


def _until(lines: dict[str, str], label: str) -> list[tuple[str, str]]:
    """The lines before one."""
    names = list(lines)
    return [(name, lines[name]) for name in names[: names.index(label)]]
