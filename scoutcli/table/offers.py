"""What could be typed in a turn: offers while a line is typed, a correction once it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from games.game import Move
from notation.diagnostics import TextError
from scoutcli.table.words import COMMANDS, Command, Said, Turn, understand

COMMAND_GROUP = "Commands"
_MOVE = "MOVE"
"""In what may follow a command: a move."""

_WORD = re.compile(r"[^\W\d_]+")
_LONG = 3
"""The shortest word of which it can be said what was meant by it."""


class Offer(NamedTuple):
    """Something that could be typed now: the whole line, its heading, and what it does."""

    text: str
    group: str
    says: Callable[[], str]


def offers(line: str, turn: Turn) -> Iterator[Offer]:
    """What a line that was begun can become: moves by their kind, then commands.

    The better a move is by the game's rule of thumb, the further up it stands in
    its group, and the group of the best move comes first. What the line means
    as it stands goes before all that. Says nothing before it is asked to, so
    the first offers come at once however many there are.
    """
    typed = line.lstrip()
    for group, moves in _grouped(typed, turn):
        for text, move in moves:
            yield Offer(text, group, partial(turn.explain, move))
    for command in COMMANDS:
        if command.name.startswith(typed.lower()):
            yield Offer(command.name, COMMAND_GROUP, partial(str, command.help))
    yield from _after_command(typed, turn)


def moves_like(line: str, turn: Turn) -> dict[str, Move]:
    """The legal moves whose canonical text begins so, then those that it means as a short form."""
    return _begun(line, turn) | _meant(line, turn)


def _begun(line: str, turn: Turn) -> dict[str, Move]:
    """The legal moves whose canonical text begins so."""
    typed = line.lower()
    return {text: move for text, move in turn.words.items() if text.lower().startswith(typed)}


def _meant(line: str, turn: Turn) -> dict[str, Move]:
    """The legal moves that a line means as it stands, by their canonical texts."""
    if not line.strip():
        return {}
    if (move := turn.words.get(line.strip())) is not None:
        return {line.strip(): move}
    try:
        moves = turn.notation.choose(line, turn.view, turn.legal)
    except TextError:
        return {}
    found = {turn.notation.choice(move): move for move in moves}
    return {
        text: move for text, move in found.items() if text in turn.words or turn.fault(move) is None
    }


def _grouped(line: str, turn: Turn) -> Iterable[tuple[str, list[tuple[str, Move]]]]:
    """The moves that a line can become, the best first, under their headings."""
    meant, worths = _meant(line, turn), turn.worths
    found = list((_begun(line, turn) | meant).items())
    if worths:
        # Sorting is stable, so equally good ones stay in canonical order.
        found.sort(key=lambda pair: -worths.get(pair[1], 0.0))
    if len(meant) == 1:
        found.sort(key=lambda pair: pair[0] not in meant)
    groups: dict[str, list[tuple[str, Move]]] = {}
    for text, move in found:
        groups.setdefault(turn.notation.kind(move), []).append((text, move))
    return groups.items()


def _after_command(line: str, turn: Turn) -> Iterator[Offer]:
    """What can follow the name of a command: the words it takes, or a move."""
    name, space, rest = line.partition(" ")
    if not space:
        return
    rest = rest.lstrip()
    for command in COMMANDS:
        if command.name != name.lower():
            continue
        for word in _arguments(command):
            if word.startswith(rest.lower()):
                yield Offer(f"{command.name} {word}", COMMAND_GROUP, partial(str, command.help))
        if _MOVE in command.argument:
            for group, moves in _grouped(rest, turn):
                for text, move in moves:
                    yield Offer(f"{command.name} {text}", group, partial(turn.explain, move))


def _arguments(command: Command) -> list[str]:
    """The words that can follow a command; those in capitals stand for something else."""
    return [word for word in _WORD.findall(command.argument) if word.islower()]


# Did you mean


def nearest(line: str, turn: Turn) -> str | None:
    """What was meant by a line that is no move and no command, or by one that is not legal.

    A command, a short form with its words put right, or the legal move that
    looks most like it; None where nothing does. To be asked once a line, not
    at every key: some 50 ms with three thousand legal moves.
    """
    text = " ".join(line.split())
    if not text or len(text) > 60:
        return None
    return _near_command(text) or _mended(text, turn) or _near_move(text, turn)


def _near_command(text: str) -> str | None:
    """A command whose name has a slip in it, with what followed it."""
    first, _, rest = text.partition(" ")
    names = [command.name for command in COMMANDS if command.argument or not rest]
    name = _closest(first.lower(), names)
    return None if name is None or name == first.lower() else f"{name} {rest}".rstrip()


def _mended(text: str, turn: Turn) -> str | None:
    """A short form of which the words were put right, if that is a legal move."""
    known = _known_words(turn)

    def mend(match: re.Match[str]) -> str:
        word = match[0].lower()
        return word if word in known else _closest(word, known) or word

    mended = _WORD.sub(mend, text)
    if mended == text.lower():
        return None
    try:
        meant = understand(mended, turn)
    except TextError:
        return None
    if isinstance(meant, Said) or any(turn.fault(move) is not None for move in meant):
        return None
    return mended


def _known_words(turn: Turn) -> list[str]:
    """The words of the game's short forms."""
    forms = " ".join(form for form, _ in turn.notation.short_forms).lower()
    return list(dict.fromkeys(_WORD.findall(forms)))


def _near_move(text: str, turn: Turn) -> str | None:
    """The legal move whose text is least different; of several the best."""
    folded, worths = text.lower(), turn.worths
    most = _slips(text)
    best: tuple[int, float] | None = None
    found = None
    for move_text, move in turn.words.items():
        if abs(len(move_text) - len(folded)) > most:
            continue
        far = distance(folded, move_text.lower(), most)
        if far <= most and far < len(move_text):
            rank = (far, -worths.get(move, 0.0))
            if best is None or rank < best:
                best, found, most = rank, move_text, far
    return None if found == text else found


def _closest(word: str, among: Iterable[str]) -> str | None:
    """The nearest of some words, if it is near; words too short to tell are never put right."""
    if len(word) < _LONG:
        return None
    most = _slips(word)
    far, found = min(
        ((distance(word, other, most), other) for other in among if len(other) >= _LONG),
        default=(most + 1, ""),
    )
    return found if far <= most else None


def _slips(text: str) -> int:
    """How many slips a text of such length is allowed."""
    return 1 if len(text) < 6 else 2


def distance(one: str, other: str, most: int) -> int:
    """How many slips lie between two texts: a character more, less, or wrong, or two swapped.

    Where there are more than `most`, any number above that.
    """
    size, far = len(other), most + 1
    before: list[int] = []
    last = list(range(size + 1))
    for i, char in enumerate(one, 1):
        row = [far] * (size + 1)
        row[0] = i
        # What lies further off the diagonal is further away than `most`.
        for j in range(max(i - most, 1), min(i + most, size) + 1):
            wanted = other[j - 1]
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (char != wanted))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > most and min(last) > most:
            return far
        before, last = last, row
    return last[-1]
