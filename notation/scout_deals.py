"""SCOUT deals and score sheets as text: a line a seat.

``1: 37 4T *`` is a hand as it was dealt, before the choice to flip; ``*``
stands for the rest, which nobody noted. ``1: 4+5-0`` are the captured cards,
the tokens, and the cards left in hand, of a score sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from games.options import Rules, shown
from games.scout.cards import HAND_SIZE, UNKNOWN
from games.scout.state import Deal
from notation.diagnostics import TextError
from notation.scout_moves import CARD_TEXTS, CARDS, card_fault

BAD_DEAL = "scout-bad-deal"
BAD_CARD = "scout-bad-card"
BAD_PARTS = "scout-bad-parts"

_SEAT = re.compile(r"[ ]*([0-9]{1,3})[ ]*:", re.ASCII)
_WORD = re.compile(r"\S+")
_PARTS = re.compile(
    r"[ ]*([0-9]{1,4}|[x?])[ ]*\+[ ]*([0-9]{1,4}|[x?])[ ]*-[ ]*([0-9]{1,4}|[x?])[ ]*\Z",
    re.ASCII | re.IGNORECASE,
)


def parse_deal(text: str, rules: Rules) -> Deal:
    """The hands as dealt, a line a seat.

    `*` is filled up with unknown cards to the number dealt. How many cards a
    hand has and whether one appears twice is not looked at here. Raises
    TextError ``scout-bad-deal`` or ``scout-bad-card``.
    """
    size = HAND_SIZE[rules.players]
    hands = []
    for start, end, offset in _seat_lines(text, rules.players, BAD_DEAL, "37 4T *"):
        words = text[start:end].split()
        rest = bool(words) and words[-1] == "*"
        if rest:
            words.pop()
        try:
            hand = bytes(map(CARDS.__getitem__, words))
        except KeyError:
            _hand_fault(text, start, end)
            raise AssertionError(offset) from None
        hands.append(hand + bytes((UNKNOWN,)) * (size - len(hand)) if rest else hand)
    return Deal(tuple(hands))


def format_deal(deal: Deal) -> str:
    """The lines of a deal; unknown cards that reach the end of a hand are one ``*``."""
    size = HAND_SIZE[len(deal.hands)]
    lines = []
    for seat, hand in enumerate(deal.hands, 1):
        known = hand.rstrip(b"\0") if len(hand) == size else hand
        words = [CARD_TEXTS[card] for card in known]
        if len(known) < len(hand):
            words.append("*")
        lines.append(" ".join((f"{seat}:", *words)) + "\n")
    return "".join(lines)


def locate(text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
    """Where a deal's text has that which a RuleError is about: offset, length.

    ``("hand", 2, 5)`` is the sixth card of the third hand, ``("hand", 2)``
    the line of that hand; the whole text for anything else.
    """
    everything = 0, len(text.rstrip())
    if len(about) < 2 or about[0] != "hand":
        return everything
    lines = [match for match in re.finditer(r"[^\n]+", text) if match[0].strip()]
    seat = about[1]
    if not isinstance(seat, int) or not 0 <= seat < len(lines):
        return everything
    line = lines[seat]
    if len(about) > 2 and isinstance(about[2], int):
        cards = list(_WORD.finditer(text, text.find(":", line.start()) + 1, line.end()))
        if 0 <= about[2] < len(cards):
            word = cards[about[2]]
            return word.start(), word.end() - word.start()
        if cards and cards[-1][0] == "*":
            return cards[-1].start(), 1
    return line.start(), len(line[0].rstrip())


def parse_parts(text: str, rules: Rules) -> tuple[tuple[int | None, ...], ...]:
    """For each seat the captured cards, the tokens, and minus the cards that count against it.

    None for an ``x`` or a ``?``. Raises TextError ``scout-bad-parts``.
    """
    result = []
    for start, end, offset in _seat_lines(text, rules.players, BAD_PARTS, "4+5-0"):
        match = _PARTS.match(text[start:end].rstrip())
        if match is None:
            raise TextError(
                BAD_PARTS,
                "the parts of a score are captured cards, tokens and cards in hand, "
                f"written 4+5-0, x where not known; here stands {shown(text[start:end].strip())}",
                offset,
                max(len(text[offset:end].rstrip()), 1),
            )
        won, tokens, hand = (int(part) if part.isdigit() else None for part in match.groups())
        result.append((won, tokens, None if hand is None else -hand))
    return tuple(result)


def _seat_lines(text: str, players: int, code: str, example: str) -> Iterator[tuple[int, int, int]]:
    """For each seat where its line goes on after the colon, where it ends, where its words begin.

    Lines of blanks are passed over. Raises TextError where the seats are not
    those of the table, each once and in their order.
    """
    seat = start = last = 0
    while start < len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        line, place = text[start:end], start
        start = end + 1
        if not line or line.isspace():
            continue
        seat, last = seat + 1, place
        match = _SEAT.match(line)
        if match is None or match[1] != str(seat) or seat > players:
            _seat_fault(line, place, match, seat, players, code, example)
        after = place + match.end()
        said = _WORD.search(text, after, end)
        yield after, end, said.start() if said else place
    if seat < players:
        nothing = "*" if code == BAD_DEAL else "x+x-x"
        raise TextError(
            code,
            f"seat {seat + 1} of {players} has no line; "
            f"write '{seat + 1}: {nothing}' where nothing of it is known",
            last,
            max(len(text[last:].rstrip()), 1),
        )


def _seat_fault(
    line: str,
    place: int,
    match: re.Match[str] | None,
    seat: int,
    players: int,
    code: str,
    example: str,
) -> NoReturn:
    """Say what is wrong with how the line of a seat begins."""
    indent = len(line) - len(line.lstrip())
    if seat > players:
        message = f"there are {players} seats, so there is no line for a seat {seat}"
    elif match is None:
        message = f"a line begins with its seat and a colon: {seat}: {example}"
    else:
        message = f"this is the line of seat {seat}, not of seat {match[1]}; seats stand in order"
    length = match.end(1) - indent if match else len(line.strip())
    raise TextError(code, message, place + indent, length)


def _hand_fault(text: str, start: int, end: int) -> None:
    """Raise where a hand has a word that is no card."""
    words = list(_WORD.finditer(text, start, end))
    for number, word in enumerate(words, 1):
        if word[0] == "*":
            if number < len(words):
                raise TextError(
                    BAD_DEAL, "* stands for the rest of a hand, so nothing follows it", word.start()
                )
        else:
            card_fault(word[0], word.start(), BAD_CARD)
