"""What a typed text can mean in a round of SCOUT: the canonical move and the short forms.

A text becomes patterns, of which some parts may be open (``l2``: whichever
card lies left; ``44``: wherever it stands), and a pattern becomes every move
that fits the hand and the table as the seat knows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.game import Move
from games.options import shown
from games.scout.cards import STRENGTH, TURN, UNKNOWN, UPPER, fits, merged
from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    UNSAID,
    Scout,
    ScoutShow,
    Show,
    show_of,
)
from games.scout.view import View
from notation.diagnostics import TextError
from notation.scout_moves import (
    BAD_MOVE,
    CARDS,
    MOST_POSITIONS,
    MOST_SHOWN,
    parse_move,
    parse_values,
    spaced,
)
from notation.typed import fold

NOT_THERE = "scout-not-in-hand"
NO_GAP = "scout-no-such-gap"

SHORT_FORMS = (
    ("44", "Show the upper numbers 4 4, wherever they stand side by side"),
    ("show 44", "the same"),
    ("s 44", "the same"),
    ("44 at 3", "the same, from position 3 on"),
    ("3-4", "Show positions 3 to 4"),
    ("show 3-4", "the same"),
    ("s 3-4", "the same"),
    ("3 4", "Show positions 3 to 4, or the upper numbers 3 4"),
    ("show at 3", "Show the single card at position 3"),
    ("l2", "Scout the left card as it lies; it becomes position 2"),
    ("l 2", "the same"),
    ("left 2", "the same"),
    ("scout left 2", "the same"),
    ("take left at 2", "the same"),
    ("l2f", "Scout the left card turned over; it becomes position 2"),
    ("r 3 flip", "Scout the right card turned over; it becomes position 3"),
    ("scout left 2 flip", "Scout the left card turned over; it becomes position 2"),
    ("scout 37 2", "Scout the card that will stand in the hand as 37; it becomes position 2"),
    ("l", "Scout the left card as it lies: into which position is asked"),
    ("l2 + 44", "Scout & Show: a Scout, +, a Show, each in any of its forms"),
    ("l2f then 44", "the same with a word"),
    ("scout left 2 and show 5-6", "the same; positions count the card just taken"),
    ("l + 345", "Scout the left card to wherever 3 4 5 can be shown then, and show that"),
    ("keep", "keep the hand"),
    ("flip", "flip the hand"),
    ("pass", "stop, where the rules let two players stop"),
    ("stop", "the same"),
    ("3.S3:44", "a move with its seat, as a record has it"),
)
"""Every short form with what it means: for the manual and the help at the prompt."""

_PLAIN: dict[str, Move] = {
    "k": KEEP, "keep": KEEP, "f": FLIP, "flip": FLIP,
    "p": STOP, "pass": STOP, "stop": STOP,
}  # fmt: skip
_SIDES = {"l": False, "left": False, "r": True, "right": True}
_TURNED = frozenset(("f", "flip", "flipped", "turn", "turned"))
_FILLERS = frozenset(
    ("scout", "take", "at", "to", "into", "in", "position", "pos", "card", "the", "as", "and", "@")
)
_MOST_TYPED = 100
_SEAT = re.compile(r"\s*([0-9]{1,2})\.\s*", re.ASCII)
_JOINT = re.compile(r"\s*\+\s*|\s+(?:and|then)\s+(?!f\b|flip|turn)", re.ASCII)
_RECORD_FORM = re.compile(r"s[^a-z ]*[:=]|[lr][^a-su-z ]{0,3}@", re.ASCII)
_SCOUTING = re.compile(r"(?:scout|take|left|right|[lr])(?![a-z])", re.ASCII)
_SCOUT_WORD = re.compile(r"[0-9t?]{2}(?![0-9t?a-z])|[a-z]+|[0-9]+|\S", re.ASCII)
_RANGE = re.compile(r"(?:positions? )?([0-9]{1,3})( ?(?:-|to) ?| )([0-9]{1,3})\Z", re.ASCII)
_SINGLE = re.compile(r"(?:at(?: pos(?:ition)?)?|pos(?:ition)?) ?([0-9]{1,3})\Z", re.ASCII)
_SHOWING = re.compile(r"(?:(?:show|play|s)(?![a-z])\s*)?", re.ASCII)
_NUMBER = r"(?:10|[1-9?]|t(?![a-su-z]))"
_SHOW_BEGUN = re.compile(
    rf"{_NUMBER}(?: ?{_NUMBER})*(?: ?(?:at|@|from|-|to)(?![a-z]) ?[0-9]{{0,3}})?"
    r"|(?:at|pos|position|positions)(?![a-z]) ?[0-9]{0,3}",
    re.ASCII,
)
"""As much of a text as can begin a Show."""
# No number is 0, so 10 can only be ten.
_VALUES = re.compile(
    r"((?:10|[1-9t?])(?: ?(?:10|[1-9t?]))*)(?: ?(?:at|@|from) ?([0-9]{1,3}))?\Z", re.ASCII
)


@dataclass(frozen=True, slots=True)
class _ScoutPattern:
    """A Scout with open parts. `card` as it will stand, or with `turned` either way up."""

    right: bool | None = None
    card: int | None = None
    turned: bool | None = None
    to: int | None = None
    said: tuple[int, int] = (0, 1)
    """Where in the text the position stands: offset and length."""

    def fit(self, view: View) -> Iterator[Scout]:
        """The Scouts it can mean, in canonical order."""
        gaps = range(len(view.hand) + 1) if self.to is None else (self.to,)
        table = view.table
        ends = [(False, table[0]), (True, table[-1])][: len(table)] if table else []
        right = self.right and len(table) != 1
        for side, card in ends:
            if right is None or right == side:
                for way in self._ways(card):
                    yield from (Scout(side, way, to) for to in gaps)

    def _ways(self, lies: int) -> list[int]:
        """The ways in which the card that lies there can come into the hand."""
        ways = list(dict.fromkeys((lies, TURN[lies])))
        if self.turned is not None:
            ways = [TURN[lies] if self.turned else lies]
        said = self.card
        if said is None:
            return ways
        if self.turned:
            return ways if said in (lies, TURN[lies]) else []
        if said in ways:
            return [said]
        # With unknown numbers several can fit; none makes a card of two equal numbers.
        known = [merged(said, way) for way in ways if fits(said, way)]
        return [card for card in dict.fromkeys(known) if card >> 4 != card & 15 or not card]

    def as_said(self) -> Scout:
        """What is checked where nothing fits, so that the rules can say why."""
        card = UNKNOWN if self.card is None else self.card
        return Scout(bool(self.right), card, 0 if self.to is None else self.to)


@dataclass(frozen=True, slots=True)
class _ShowPattern:
    """A Show with open parts: `at` a position, or a number of cards from it, or upper numbers."""

    at: int | None = None
    size: int = 0
    values: bytes = b""
    cards: bytes = b""
    said: tuple[int, int] = (0, 1)
    """Where in the text it stands: offset and length."""

    def fit(self, hand: bytes) -> Iterator[Show]:
        """The Shows it can mean, by position."""
        size = self.size or len(self.values)
        said = self.cards or self.values.translate(TURN) or bytes(size)
        for at in range(len(hand) - size + 1) if self.at is None else (self.at,):
            lies = hand[at : at + size]
            if len(lies) == size and all(map(fits, said, lies)):
                yield self._made(at, said, lies)

    def _made(self, at: int, said: bytes, lies: bytes) -> Show:
        """The Show of the cards that lie there, with all that is known of them."""
        block = bytes(map(merged, said, lies))
        values = block.translate(UPPER)
        if block != lies and self.cards:
            return Show(at, values, block)
        return show_of(at, values) if values in STRENGTH else Show(at, values)

    def as_said(self) -> Show | None:
        """What is checked where nothing fits, so that the rules can say why; None if too little."""
        if self.at is None or not self.values:
            return None
        return Show(self.at, self.values, self.cards)


_Patterns = tuple[list[_ScoutPattern], list[_ShowPattern]]


def choose(text: str, view: View, legal: Sequence[Move]) -> list[Move]:
    """The moves that a text can mean for the seat of the view, in canonical order.

    If some of those are legal, only these. Raises TextError ``scout-bad-move``
    where it is no move, ``scout-not-in-hand`` where it names upper numbers that
    do not stand side by side in the hand, ``scout-no-such-gap`` where a card
    would go to a position that the hand does not get.
    """
    start = _after_seat(text, view)
    body = text[start:].rstrip().replace("\N{EN DASH}", "-")
    if len(body) > _MOST_TYPED or not body.isascii():
        strange = next((at for at, char in enumerate(body) if not char.isascii()), -1)
        raise TextError(
            BAD_MOVE,
            f"{shown(body)} is no move: a move is at most {_MOST_TYPED} plain letters and digits",
            start + max(strange, 0),
            len(body) if strange < 0 else 1,
        )
    body = body.lower()
    plain = _PLAIN.get(" ".join(body.split()))
    if plain is not None:
        return [plain]
    try:
        found = _fitting(_patterns(body), view)
    except TextError as error:
        error.offset += start
        raise
    if len(found) > 1:
        allowed = set(legal)
        found = [move for move in found if move in allowed] or found
    return found


def _after_seat(text: str, view: View) -> int:
    """Where a text goes on after the seat it may name, which must be the right one."""
    match = _SEAT.match(text)
    if match is None:
        return len(text) - len(text.lstrip())
    if int(match[1]) != view.seat + 1:
        raise TextError(
            BAD_MOVE,
            f"this is a move of seat {int(match[1])}; here seat {view.seat + 1} chooses",
            match.start(1),
            len(match[1]),
        )
    return match.end()


def _patterns(body: str) -> _Patterns:
    """The patterns of a text in lower case: a Scout, a Show, or one after the other."""
    joints = list(_JOINT.finditer(body))
    if not joints:
        return _read(body, 0)
    first, start = body[: joints[0].start()], joints[0].end()
    end = joints[1].start() if len(joints) > 1 else len(body)
    scouts, shows = _half(body, 0, len(first))[0], _half(body, start, end - start)[1]
    if not scouts:
        raise _no_pair(body, 0, len(first))
    if not shows:
        raise _no_pair(body, start, end - start)
    if len(joints) > 1:
        end += len(body[end:]) - len(body[end:].lstrip())
        raise _no_pair(body, end, len(body) - end)
    return scouts, shows


def _half(body: str, start: int, length: int) -> _Patterns:
    """The patterns of one half of a Scout & Show."""
    part = body[start : start + length]
    if not part:
        raise _no_pair(body, start, 1)
    return _read(part, start)


def _no_pair(body: str, at: int, length: int) -> TextError:
    """A text with a joint that joins something else."""
    return _refused(body, "a Scout & Show is one Scout, +, and one Show, as in l2 + 44", at, length)


def _read(part: str, start: int) -> _Patterns:
    """The patterns of a Scout or a Show: as a record writes it, or in short."""
    typed = fold(part)
    try:
        scouts, shows = _read_folded(typed.text)
    except TextError as error:
        typed.locate(error).offset += start
        raise

    def place(said: tuple[int, int]) -> tuple[int, int]:
        at, length = typed.span(*said)
        return start + at, length

    return (
        [replace(pattern, said=place(pattern.said)) for pattern in scouts],
        [replace(pattern, said=place(pattern.said)) for pattern in shows],
    )


def _read_folded(low: str) -> _Patterns:
    """The same for a text in lower case with single spaces."""
    try:
        move = parse_move(low)[0]
    except TextError:
        # Whoever meant the form of a record wants to hear of the fault in that.
        if _RECORD_FORM.match(low):
            raise
    else:
        return _from_move(move, low)
    return (_read_scout(low), []) if _SCOUTING.match(low) else ([], _read_show(low))


def _from_move(move: Move, low: str) -> _Patterns:
    """A move in the form of a record as patterns."""
    if isinstance(move, Scout):
        to = None if move.to == UNSAID else move.to
        said = low.find("@") + 1
        return [_ScoutPattern(move.right, move.card, None, to, (said, len(low) - said))], []
    if isinstance(move, Show):
        at = None if move.at == UNSAID else move.at
        return [], [_ShowPattern(at, 0, move.values, move.cards, (0, len(low)))]
    raise _refused(low, "it stands for one that nobody noted; choose one")


def _refused(low: str, why: str, at: int = 0, length: int | None = None) -> TextError:
    """What is wrong with a text that is no move, what would be one, and where it goes wrong."""
    size = len(low) - at if length is None else length
    return TextError(BAD_MOVE, f"{shown(low)} is no move: {why}", at, max(size, 1))


# Short forms of a Scout


def _read_scout(low: str) -> list[_ScoutPattern]:
    """``scout left 2 flip``, ``r3f``, ``scout 37 2`` as patterns."""
    right: bool | None = None
    turned = False
    numbers: list[re.Match[str]] = []
    for match in _SCOUT_WORD.finditer(low):
        word = match[0]
        if word in _SIDES:
            right = _SIDES[word]
        elif word in _TURNED:
            turned = True
        elif word.isdigit() or word in CARDS:
            numbers.append(match)
        elif word not in _FILLERS:
            why = f"{shown(word)} says nothing of a Scout, as in scout left 2 flip"
            raise _refused(low, why, match.start(), len(word))
    plain = _ScoutPattern(right, None, turned)
    if not numbers:
        return [plain]
    # A card says itself which way up it will stand, unless it is to be turned.
    with_card = _ScoutPattern(right, CARDS.get(numbers[0][0]), turned or None)
    if len(numbers) == 1:
        return _read_number(numbers[0], plain, with_card, low)
    if len(numbers) > 2 or with_card.card is None:
        wrong = numbers[0] if with_card.card is None else numbers[2]
        why = "a Scout names one card, then one position, as in scout 37 2"
        raise _refused(low, why, wrong.start(), len(wrong[0]))
    said = numbers[1].start(), len(numbers[1][0])
    return [replace(with_card, to=_place(numbers[1][0], low, said[0]), said=said)]


def _read_number(
    match: re.Match[str], plain: _ScoutPattern, with_card: _ScoutPattern, low: str
) -> list[_ScoutPattern]:
    """A Scout with one number, which is a position or, where no end was named, also a card."""
    word, patterns = match[0], []
    if word in CARDS and (plain.right is None or not word.isdigit()):
        patterns.append(with_card)
    if word.isdigit() and (not patterns or int(word) <= MOST_POSITIONS):
        said = match.start(), len(word)
        patterns.append(replace(plain, to=_place(word, low, said[0]), said=said))
    return patterns


def _place(word: str, low: str, at: int) -> int:
    """A position that was typed, from 0; it stands at an offset of the text."""
    if not word.isdigit() or not 1 <= int(word[:4]) <= MOST_POSITIONS:
        raise _refused(low, f"{shown(word)} is no position; the first is 1", at, len(word))
    return int(word) - 1


# Short forms of a Show


def _read_show(low: str) -> list[_ShowPattern]:
    """``44``, ``3-4``, ``show at 3`` as patterns."""
    start = _SHOWING.match(low).end()  # type: ignore[union-attr]  # it may match nothing
    text = low[start:]
    said = (start, max(len(text), 1))
    single = _SINGLE.match(text)
    if single:
        return [_ShowPattern(_place(single[1], low, start + single.start(1)), 1, said=said)]
    patterns = []
    span = _RANGE.match(text)
    if span:
        first = _place(span[1], low, start + span.start(1))
        last = _place(span[3], low, start + span.start(3))
        if first <= last and last - first < MOST_SHOWN:
            patterns.append(_ShowPattern(first, last - first + 1, said=said))
        elif span[2] != " ":
            raise _refused(
                low,
                f"positions run from the lower to the higher, at most {MOST_SHOWN} of them: "
                f"{min(first, last) + 1}-{max(first, last) + 1}; "
                f"upper numbers stand together: {span[1]}{span[3]}",
                start + span.start(1),
                span.end(3) - span.start(1),
            )
    values = _VALUES.match(text)
    if values:
        numbers = values[1].replace(" ", "").replace("10", "t")
        if len(numbers) <= MOST_SHOWN:
            at = None if values[2] is None else _place(values[2], low, start + values.start(2))
            patterns.append(_ShowPattern(at, 0, parse_values(numbers), said=said))
    if not patterns:
        # What begins like a Show is wrong from where it stops being one.
        good = _SHOW_BEGUN.match(text)
        at = start + (good.end() if good and not values else 0)
        raise _refused(
            low,
            "a Show is its upper numbers 44, its positions 3-4, or S3:44; a Scout is l2, r3f, "
            "scout left 2 flip or L37@2; a Scout & Show joins them: l2 + 44",
            at,
        )
    return patterns


# From patterns to moves


def _fitting(patterns: _Patterns, view: View) -> list[Move]:
    """Every move that fits one of the patterns, each once, in canonical order."""
    scouts, shows = patterns
    if not scouts:
        return _shows(shows, view.hand)
    if view.table:
        _look_for_gaps(scouts, len(view.hand))
    taken = list(dict.fromkeys(scout for pattern in scouts for scout in pattern.fit(view)))
    taken.sort(key=lambda scout: _scout_order(scout, view.table))
    if not taken:
        taken = [scouts[-1].as_said()]
    if not shows:
        return list(taken)
    result: list[Move] = []
    fault: TextError | None = None
    for scout in taken:
        to = max(scout.to, 0)
        hand = view.hand[:to] + bytes((scout.card,)) + view.hand[to:]
        try:
            result += (ScoutShow(scout, show) for show in _shows(shows, hand))
        except TextError as error:
            fault = fault or error
    if fault is not None and not result:
        raise fault
    return result


def _look_for_gaps(scouts: Sequence[_ScoutPattern], size: int) -> None:
    """Raise TextError where the card would go to a position that the hand does not get."""
    places = [pattern.to for pattern in scouts if pattern.to is not None]
    if len(places) == len(scouts) and min(places) > size:
        raise TextError(
            NO_GAP,
            f"a card can become position 1 to {size + 1} of this hand, not {places[-1] + 1}",
            *scouts[-1].said,
        )


def _scout_order(scout: Scout, table: bytes) -> tuple[bool, bool, int]:
    """By end, as the card lies before turned, by position."""
    return scout.right, scout.card != (table[-1] if scout.right else table[0]), scout.to


def _shows(patterns: list[_ShowPattern], hand: bytes) -> list[Show]:
    """The Shows from a hand that fit one of the patterns."""
    found = dict.fromkeys(show for pattern in patterns for show in pattern.fit(hand))
    if found:
        return sorted(found, key=lambda show: (show.at, len(show.values)))
    for pattern in patterns:
        said = pattern.as_said()
        if said is not None:
            return [said]
    values = next((pattern.values for pattern in patterns if pattern.values), b"")
    if not values:
        at = patterns[0].at or 0
        last = at + patterns[0].size
        raise TextError(
            NOT_THERE,
            f"there is no position {last}; the hand has {len(hand)} cards",
            *patterns[0].said,
        )
    where = "side by side " if len(values) > 1 else ""
    raise TextError(
        NOT_THERE,
        f"there is no {spaced(values)} {where}in the hand; "
        f"its upper numbers are {spaced(hand.translate(UPPER)) or 'none'}",
        *patterns[0].said,
    )
