"""The points of a playthrough from its text alone, by the rules and nothing of the program.

It follows cards, not rules: whatever the text says that was shown, scouted,
put or turned is done, and fails only where the card said is not there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SKYJO_CARDS = {char: int(char) for char in "0123456789"} | {
    "A": 10, "B": 11, "C": 12, "Z": -1, "Y": -2,
}  # fmt: skip
LINES = {
    **{"abcd"[column]: [column, column + 4, column + 8] for column in range(4)},
    **{"123"[row]: [4 * row + place for place in range(4)] for row in range(3)},
}


@dataclass
class Told:
    """A round as a playthrough tells it."""

    rules: Mapping[str, str]
    deal: list[str] = field(default_factory=list)
    start: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    end: str = ""
    score: list[int] = field(default_factory=list)


def rounds_in(text: str) -> list[Told]:
    """The rounds of a playthrough."""
    rules: dict[str, str] = {}
    rounds: list[Told] = []
    in_deal = False
    for line in text.splitlines():
        key, _, rest = line.partition(" ")
        if key == "rules":
            rules = dict(pair.split(":") for pair in rest.split(","))
        elif key == "preset":
            assert rest == "web"
            rules = {**rules, "exempt": "emptied"}
        elif key in ("deal", "start"):
            rounds.append(Told(rules))
            rounds[-1].start = dict(word.split("=") for word in rest.split()[1:])
        elif key == "" and rest and in_deal:
            rounds[-1].deal.append(rest.strip())
        elif re.match(r"\d\.|N", key):
            rounds[-1].words.append(key)
        elif key == "end":
            rounds[-1].end = rest
        elif key == "score":
            rounds[-1].score = [int(points) for points in rest.split()]
        in_deal = key == "deal" or (in_deal and key == "")
        in_deal = in_deal and bool(line)
    return rounds


# SCOUT: captured cards and tokens, less the hand


def scout(told: Told) -> list[int]:
    """The points of a round of SCOUT that has ended."""
    if told.start:
        hands = [_pairs(hand) for hand in told.start["hands"].split("/")]
        table = _pairs(told.start["table"])
        owner = int(told.start["owner"].replace("-", "0")) - 1
        won = [int(number) for number in told.start["won"].split(",")]
        tokens = [int(number) for number in told.start["tokens"].split(",")]
    else:
        hands = [line.split()[1:] for line in told.deal]
        table, owner = [], -1
        won = [0] * len(hands)
        tokens = [3 if len(hands) == 2 else 0] * len(hands)
    for word in told.words:
        seat, text = int(word[0]) - 1, word[2:]
        if text == "F":
            hands[seat] = [card[::-1] for card in hands[seat]]
            if told.rules.get("flip") == "rotate":
                hands[seat].reverse()
        for part in text.split("+"):
            if part[0] in "LR":
                card, place = part[1:].split("@")
                taken = table.pop(0 if part[0] == "L" else -1)
                assert card in (taken, taken[::-1])
                hands[seat].insert(int(place) - 1, card)
                if len(hands) > 2:
                    tokens[owner] += 1
                else:
                    tokens[seat] -= 1
                    won[owner] += told.rules.get("scout_token_to") == "owner"
            elif part[0] == "S":
                place, values = part[1:].split(":")
                first, last = int(place) - 1, int(place) - 1 + len(values)
                won[seat] += len(table)
                table, owner = hands[seat][first:last], seat
                assert "".join(card[0] for card in table) == values
                del hands[seat][first:last]
    if len(hands) == 2 and told.rules.get("unspent_tokens") == "ignore":
        tokens = [0, 0]
    points = [w + t - len(hand) for w, t, hand in zip(won, tokens, hands, strict=True)]
    if told.end in ("unbeaten", "stopped") and told.rules.get("exempt") != "emptied":
        points[owner] += len(hands[owner])
    return points


def _pairs(text: str) -> list[str]:
    return re.findall("..", text)


# SKYJO: the cards left, and twice that for who ended the round and is not alone the lowest


@dataclass
class Grid:
    """Cards in reading order, None where one has gone, and the places that are hidden."""

    cards: list[str | None]
    hidden: set[int]

    def clear(self, names: Sequence[str]) -> None:
        """Take lines away."""
        places = {place for name in names for place in LINES[name]}
        assert all(len({self.cards[place] for place in LINES[name]}) == 1 for name in names)
        for place in places:
            self.cards[place] = None

    def complete(self, *, rows: bool) -> list[str]:
        """The lines of equal cards."""
        return [
            name
            for name, places in LINES.items()
            if (rows or name in "abcd")
            and self.cards[places[0]] is not None
            and len({self.cards[place] for place in places}) == 1
        ]

    def points(self) -> int:
        """The sum."""
        return sum(SKYJO_CARDS[card] for card in self.cards if card is not None)


def skyjo(told: Told) -> list[int]:
    """The points of a round of SKYJO that has ended."""
    if told.start:
        grids = [_grid(text) for text in told.start["grids"].split("/")]
        ender = int(told.start["ender"].replace("-", "0")) - 1
    else:
        lines = [line.split()[1:] for line in told.deal if line[0].isdigit()]
        grids = [Grid(list("".join(groups)), set(range(12))) for groups in lines]
        ender = -1
    for word in told.words:
        if word[0] == "N":
            continue
        seat, text = int(word[0]) - 1, word[2:]
        grid = grids[seat]
        card = text[1]  # what is put somewhere; with a / it goes on the discard pile
        for mark, place, out in re.findall(r"([@/]?)([abcd][123]):(.)", text):
            at = "abcd".index(place[0]) + 4 * (int(place[1]) - 1)
            assert grid.cards[at] in (out, "?")
            grid.cards[at] = card if mark == "@" else out
            grid.hidden.discard(at)
        if lines_gone := re.findall("#(.)", text):
            grid.clear(lines_gone)
        if ender < 0 and all(grid.cards[at] is None for at in grid.hidden):
            ender = seat
    if told.rules.get("final_clear") != "false":
        for grid in grids:
            grid.clear(grid.complete(rows=told.rules.get("clear_rows") == "true"))
    points = [grid.points() for grid in grids]
    penalty = told.rules.get("ender_penalty", "double")
    if told.end == "opened" and penalty != "none" and points[ender] > 0:
        others = points[:ender] + points[ender + 1 :]
        least = min(others)
        if least < points[ender] or (least == points[ender] and penalty == "double"):
            points[ender] *= 2
    return points


def _grid(text: str) -> Grid:
    places = re.findall(r"\((.)\)|(.)", text)
    cards = [None if bare == "." else hidden or bare for hidden, bare in places]
    return Grid(cards, {at for at, (hidden, bare) in enumerate(places) if hidden or bare == "?"})
