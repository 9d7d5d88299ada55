"""What people may type for a move of SKYJO: the canonical text and many shorter ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from games.errors import NOT_SEEN
from games.game import Move
from games.options import shown
from games.skyjo.cards import PLACES, UNKNOWN
from games.skyjo.moves import Draw, Lines, Reveal, Swap, Take, Turn
from notation.diagnostics import TextError
from notation.skyjo_moves import CARDS, PLACE_TEXTS, parse_lines, reveal
from notation.typed import fold

NO_MOVE = "skyjo-no-such-move"
_DRAW_FIRST = "nobody knows yet what will be drawn: type D first, then @b2 or /b2"
_MOST_TYPED = 200

SHORT_FORMS = (
    ("Oa1b2, a1 b2, open a1 b2", "opens a1 and b2 before the first turn"),
    ("T@b2, Tb2, take b2", "takes the top of the discard pile and puts it at b2"),
    ("b2", "the same before a draw; after it, puts the drawn card at b2"),
    ("D, draw", "draws a card"),
    ("@b2, put b2, place b2, swap b2, keep b2", "puts the drawn card at b2"),
    ("/b2, throw b2, turn b2, discard b2", "throws the drawn card and turns up b2"),
    ("1 to 12", "a place by its number in reading order: 6 is b2"),
    ("T7@a1:5, @a1:5", "the longer form of a record, if it is right and names only what lies open"),
)


class Moment(Protocol):
    """As much of a view as matters here."""

    @property
    def opening(self) -> bool: ...

    @property
    def midturn(self) -> bool: ...

    @property
    def grid(self) -> tuple[int | None, ...]: ...


def choose(text: str, view: Moment) -> list[Move]:
    """The moves that a typed text can mean, illegal ones included.

    Raises TextError ``skyjo-no-such-move`` where it is none,
    ``skyjo-draw-first`` where it says what to do with a card not yet drawn,
    and ``card-not-seen`` where it names a card that lies face down: right or
    wrong, since an answer would bring the card to light.
    """
    typed = fold(text[:_MOST_TYPED])
    for pattern, read in _READERS:
        match = pattern.fullmatch(typed.text)
        move = None if match is None else read(match, view)
        if match is not None and move is not None:
            if _names_unseen(move, view.grid):
                raise typed.locate(_fault_at(match, "card-not-seen", NOT_SEEN))
            return [move]
    at, length = _wrong(typed.text, 2 if view.opening else 1)
    piece = typed.text[at : at + length]
    if _NAMED.fullmatch(piece) and piece not in PLACE_TEXTS:
        why = f"there is no place {piece}: columns are a to d, rows 1 to 3; {_hint(view)}"
    else:
        why = f"{shown(text)} is no move; {_hint(view)}"
    raise typed.locate(TextError(NO_MOVE, why, at, length))


def _fault_at(match: re.Match[str], code: str, why: str) -> TextError:
    """What is wrong where a card is named, or a line that is cleared."""
    groups = match.groupdict()
    for name in ("out", "lines", "card", "other"):
        if groups.get(name):
            return TextError(code, why, match.start(name), len(groups[name]))
    return TextError(code, why, 0, match.end())


def _wrong(low: str, places: int) -> tuple[int, int]:
    """Where a text stops being a move that names so many places: offset and length."""
    found = 0
    for match in _PIECE.finditer(low):
        piece = match[0]
        if match.lastgroup == "place" or (piece.isdigit() and 1 <= int(piece[:3]) <= PLACES):
            found += 1
            if found > places:
                return match.start(), len(low) - match.start()
        elif match.lastgroup is None and piece not in _WORDS:
            return match.start(), len(piece)
    return len(low), 1  # something is missing


def _names_unseen(move: Move, grid: tuple[int | None, ...]) -> bool:
    """Whether a move says what only its making will show."""
    if isinstance(move, Draw):
        return move.card is not None
    if isinstance(move, Reveal):
        return move.cards is not None
    if isinstance(move, Turn):
        return move.out is not None or move.cleared is not None
    return move.out is not None and grid[move.place] is None


def _hint(view: Moment) -> str:
    if view.opening:
        return "open two cards of your own, as in a1 b2"
    if view.midturn:
        return "place the card (@b2), or throw it and turn up a hidden one (/b2)"
    return "take the discard (T@b2), or draw (D)"


_AT = r"(?:[a-d][1-3]|1[0-2]|[1-9])"
_CARD = r"[0-9abcyz?]"
_TO = r"(?:@|/|->|at|to|on|for|and|turn|up|open|[ ,])*"
_PLACE = rf"(?P<place>{_AT})(?::(?P<out>{_CARD}))?(?P<lines>(?:#[a-d1-3]){{0,2}})"

_REVEAL = re.compile(
    rf"(?:o|open|reveal|turn|flip|show)?[ ]*(?P<first>{_AT})(?::(?P<card>{_CARD}))?"
    rf"(?P<gap>[ ,+&]*(?:and )?[ ]*)(?P<second>{_AT})(?::(?P<other>{_CARD}))?"
)
_DRAW = re.compile(rf"(?:d|draw)[ ]*(?P<card>{_CARD})?|draw (?:a )?(?:new )?card|pile|stock")
_WHOLE = re.compile(rf"d(?P<card>{_CARD})(?P<mark>[@/]){_PLACE}")
_TAKE = re.compile(
    rf"(?:t(?P<card>{_CARD})?[ ]*@[ ]*|t[ ]*(?=[a-d][1-3])"
    rf"|take (?:the )?(?:discard )?(?:(?P<named>{_CARD}) )?{_TO}){_PLACE}"
)
_SWAP = re.compile(
    rf"(?:@[ ]*|(?:swap|place|put|keep|exchange|replace|at|to) (?:it )?(?:with )?{_TO}){_PLACE}"
)
_TURN = re.compile(
    rf"(?:/[ ]*|(?:throw|discard|drop|turn|flip|open|reveal),? (?:it )?{_TO}){_PLACE}"
)
_BARE = re.compile(_PLACE)


def _place(name: str) -> int:
    """A place from its name or its number."""
    return int(name) - 1 if name.isdigit() else PLACE_TEXTS.index(name)


def _card(text: str | None) -> int | None:
    return None if text is None else CARDS[text]


def _after(match: re.Match[str]) -> tuple[int, int | None, Lines | None]:
    """Where to, what comes to light there, and what is cleared, as far as it is said."""
    out, lines = match["out"], match["lines"]
    cleared = parse_lines(lines) if out or lines else None
    return _place(match["place"]), _card(out), cleared


def _read_draw(match: re.Match[str], _: Moment) -> Move:
    return Draw(_card(match["card"]))


def _read_whole(match: re.Match[str], view: Moment) -> Move:
    if not view.midturn:
        raise _fault_at(match, "skyjo-draw-first", _DRAW_FIRST)
    place, out, cleared = _after(match)
    kind = Swap if match["mark"] == "@" else Turn
    return kind(place, out, cleared, _card(match["card"]))


def _read_take(match: re.Match[str], _: Moment) -> Move:
    place, out, cleared = _after(match)
    return Take(place, _card(match["card"] or match["named"]), out, cleared)


def _read_swap(match: re.Match[str], _: Moment) -> Move:
    return Swap(*_after(match))


def _read_turn(match: re.Match[str], view: Moment) -> Move | None:
    return None if view.opening else Turn(*_after(match))


def _read_reveal(match: re.Match[str], _: Moment) -> Move | None:
    first, second = match["first"], match["second"]
    if not match["gap"] and (first.isdigit() or second.isdigit()):
        return None  # 112 could be 1 and 12, or 11 and 2
    card, other = _card(match["card"]), _card(match["other"])
    if card is None and other is None:
        return Reveal(reveal(_place(first), _place(second), UNKNOWN, UNKNOWN).places)
    return reveal(
        _place(first),
        _place(second),
        UNKNOWN if card is None else card,
        UNKNOWN if other is None else other,
    )


def _read_bare(match: re.Match[str], view: Moment) -> Move | None:
    if view.opening:
        return None
    place, out, cleared = _after(match)
    return Swap(place, out, cleared) if view.midturn else Take(place, None, out, cleared)


_PIECE = re.compile(
    rf"(?P<place>[a-d][1-3](?![0-9]))"
    rf"|(?P<begun>^[tdo](?=[a-d]?[0-9]))|(?P<card>(?<=:){_CARD})|(?P<line>#[a-d1-3])"
    r"|[a-z]+[0-9]*|[0-9]+|[^ ]"
)
_NAMED = re.compile(r"[a-z][0-9]{1,3}")
"""What is written like the name of a place."""
_WORDS = frozenset((
    "o", "open", "reveal", "turn", "flip", "show", "d", "draw", "a", "new", "card", "pile",
    "stock", "t", "take", "the", "discard", "swap", "place", "put", "keep", "exchange",
    "replace", "at", "to", "it", "with", "throw", "drop", "and", "up", "on", "for", "@", "/",
    ":", ",", "+", "&", "-", ">",
))  # fmt: skip
"""What can stand in a move beside places, cards and lines."""

_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Moment], Move | None]], ...] = (
    (_DRAW, _read_draw),
    (_WHOLE, _read_whole),
    (_TAKE, _read_take),
    (_SWAP, _read_swap),
    (_TURN, _read_turn),
    (_REVEAL, _read_reveal),
    (_BARE, _read_bare),
)
