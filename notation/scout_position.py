"""A round of SCOUT as one line of text, the position line, both ways.

``scout hands=8474/5229/2159 table=3627 owner=3 turn=2 scouts=1 won=1,0,1
tokens=1,1,1 show=111 actions=6 round=1 totals=0,0,0``

The words, in canonical order:

* `hands`: every hand from left to right, ``/`` between seats, ``-`` an empty
  one, ``??`` a card not known.
* `table`: the active set, ``-`` where none lies, ``?`` where a move that nobody
  noted hides what lies there.
* `owner`, `turn`: seats; ``-`` before the first Show, and where nobody is to move.
* `scouts`: Scouts in a row since the last Show. `won`: cards captured.
  `tokens`: taken in, with two players those left to spend. ``x`` for every seat
  where a move was not noted.
* `show`: 1 for each seat that still has its Scout & Show; not with two players.
* `actions`: moves made in the round. `round`: its number. `totals`: the points
  of the rounds before, ``x`` where not known.
* `chosen`: only while hands are kept or flipped, and then they stand as dealt:
  ``K`` or ``F`` for each seat, ``?`` chosen but not noted, ``-`` not yet chosen.
* `starter`: only until the first turn: the seat that starts, or the seats
  among which it is drawn, as in ``1,3``.
* `end`: only when the round is over: how it ended. Then `turn` is ``-``.
* `rules`: options that differ from the default, ``exempt:emptied,flip:rotate``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from games.errors import RuleError
from games.options import Option, Rules, shown
from games.scout import GAME
from games.scout.scoring import exempt_seat
from games.scout.setup import check_match
from games.scout.state import NOBODY, Deal, State
from notation.diagnostics import TextError
from notation.scout_moves import CARDS, MOST_POSITIONS, card_fault, cards_text

BAD_POSITION = "scout-bad-position"

_ALWAYS = (
    "hands", "table", "owner", "turn", "scouts", "won", "tokens", "show", "actions", "round",
    "totals",
)  # fmt: skip
_SOMETIMES = ("chosen", "starter", "end", "rules")
_CHOICES = {"K": "keep", "F": "flip", "?": "unknown", "-": None}
_LETTERS = {choice: letter for letter, choice in _CHOICES.items()}
_COUNT = re.compile(r"[0-9]{1,7}\Z", re.ASCII)
_POINTS = re.compile(r"-?[0-9]{1,7}\Z", re.ASCII)


# From a round to its line


def format_position(state: State) -> str:
    """The position line of a round at any moment of it."""
    lost = state.lost
    seats = range(state.players)
    words = [
        "scout",
        "hands=" + "/".join(cards_text(hand, "") or "-" for hand in state.hands),
        "table=" + (cards_text(state.table, "") or ("?" if lost else "-")),
        "owner=" + _seat_text(state.owner),
        "turn=" + _seat_text(state.turn),
        f"scouts={state.scouts}",
        "won=" + ",".join("x" if lost else str(state.won[seat]) for seat in seats),
        "tokens=" + ",".join("x" if lost else str(state.tokens[seat]) for seat in seats),
    ]
    if state.players > 2:
        words.append("show=" + "".join("01"[has] for has in state.marker))
    words += (
        f"actions={state.actions}",
        f"round={state.number}",
        "totals=" + ",".join("x" if total is None else str(total) for total in state.totals),
    )
    if state.opening:
        words.append("chosen=" + ",".join(_LETTERS[choice] for choice in state.chosen))
    if state.opening or (state.turn < 0 and state.end is None):
        known = state.candidates if state.starter is None else (state.starter,)
        words.append("starter=" + ",".join(str(seat + 1) for seat in known))
    if state.end is not None:
        words.append(f"end={state.end}")
    changed = state.rules.changed()
    if changed:
        words.append(
            "rules=" + ",".join(f"{name}:{Option.write(value)}" for name, value in changed.items())
        )
    return " ".join(words)


def _seat_text(seat: int) -> str:
    return "-" if seat < 0 else str(seat + 1)


# From a line to a round


def parse_position(text: str) -> State:
    """The round that a position line stands for.

    The words may stand in any order. Raises TextError ``scout-bad-position``
    where a word is missing, unknown, there twice, or malformed, and RuleError,
    or TextError where it is about one word, where the rules know no such position.
    """
    line = _Line(text)
    try:
        return _state(line)
    except RuleError as error:
        raise line.located(error) from error


def _state(line: _Line) -> State:
    """The round of a line whose words are known apart."""
    hands = line.hands()
    rules = line.rules(len(hands))
    line.complete(len(hands))
    number = line.count("round")
    if not number:
        line.fail("round", "rounds count from 1")
    totals = line.totals(len(hands))
    check_match(rules, number, totals)
    if "chosen" in line.words:
        return _opening(line, rules, Deal(hands), number, totals)
    return _middle(line, rules, hands, number, totals)


def _opening(
    line: _Line, rules: Rules, deal: Deal, number: int, totals: tuple[int | None, ...]
) -> State:
    """A round in which hands are still kept or flipped."""
    GAME.check_deal(rules, (), deal)
    state = State(rules, deal, number, totals)
    state.chosen = line.chosen(rules.players)
    state.turn = state.chosen.index(None)
    if line.seat("turn", rules.players) != state.turn:
        line.fail("turn", f"the next to choose is seat {state.turn + 1}")
    _set_starters(state, line.starters(rules.players))
    line.compare(format_position(state))
    return state


def _middle(
    line: _Line,
    rules: Rules,
    hands: tuple[bytes, ...],
    number: int,
    totals: tuple[int | None, ...],
) -> State:
    """A round after the opening, or at its end."""
    players = rules.players
    table, owner, turn = line.table(), line.seat("owner", players), line.seat("turn", players)
    won, tokens = line.counts("won", players), line.counts("tokens", players)
    lost = None in won
    if (None in tokens) != lost or (table is None and not lost):
        line.fail("won", "won and tokens are x for every seat where a move was not noted, else not")
    state = State.from_position(
        rules, hands, table or b"", owner, turn, line.count("scouts"),
        [count or 0 for count in won], [count or 0 for count in tokens],
        line.marker(players), line.count("actions"), number, totals, lost,
    )  # fmt: skip
    if turn < 0:
        _set_starters(state, line.starters(players))
        state.end = line.end()
        if state.end is not None:
            state.exempt = exempt_seat(rules, state.end, owner)
        elif len(state.candidates) < 2:
            line.fail("turn", "somebody is to move, or end= says how the round ended")
    elif "end" in line.words:
        line.fail("turn", "when the round is over nobody is to move: turn=-")
    elif not lost and not all(hands):
        line.fail("turn", "a hand is empty, so the round is over: turn=- and end=emptied")
    elif not lost and players == 2 and state.is_stuck(turn):
        line.fail(
            "turn",
            "this seat can neither Show nor Scout, so the round is over: turn=- and end=unbeaten",
        )
    return state


def _set_starters(state: State, seats: tuple[int, ...]) -> None:
    """Say who starts, or among whom that is drawn."""
    state.candidates = seats
    state.starter = seats[0] if len(seats) == 1 else None


class _Line:
    """The words of a position line with their places."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.words: dict[str, str] = {}
        self._places: dict[str, int] = {}
        found = list(re.finditer(r"[^ ]+", text.rstrip()))
        if not found or found[0][0] != "scout":
            length = len(found[0][0]) if found else 1
            offset = found[0].start() if found else 0
            raise TextError(
                BAD_POSITION, "a position of SCOUT begins with the word scout", offset, length
            )
        for word in found[1:]:
            key, equals, value = word[0].partition("=")
            if not equals or key not in _ALWAYS + _SOMETIMES:
                raise TextError(
                    BAD_POSITION,
                    f"{shown(word[0])} is no word of a position; the words are "
                    f"{' '.join(f'{name}=' for name in _ALWAYS + _SOMETIMES)}",
                    word.start(),
                    len(word[0]),
                )
            if key in self.words:
                raise TextError(BAD_POSITION, f"{key}= is there twice", word.start(), len(word[0]))
            self.words[key] = value
            self._places[key] = word.start() + len(key) + 1
        if "hands" not in self.words:
            self._missing("hands")

    def fail(self, key: str, message: str, at: int = 0, length: int | None = None) -> NoReturn:
        """Raise a TextError on the value of a word, or on a part of it."""
        if length is None:
            length = len(self.words[key]) - at
        raise TextError(BAD_POSITION, message, self._places[key] + at, max(length, 1))

    def located(self, error: RuleError) -> Exception:
        """An error of the rules at the word that it is about, if it is about one."""
        if error.about[:1] != ("position",):
            return error
        key = str(error.about[1])
        return TextError(error.code, error.message, self._places[key], max(len(self.words[key]), 1))

    def _missing(self, key: str) -> NoReturn:
        raise TextError(
            BAD_POSITION,
            f"{key}= is missing; a position says {' '.join(f'{name}=' for name in _ALWAYS)}",
            len(self._text.rstrip()),
        )

    def complete(self, players: int) -> None:
        """See that no word is missing, and none there that means nothing."""
        if players == 2 and "show" in self.words:
            self.fail("show", "there is no Scout & Show with two players, so no show=")
        for key in _ALWAYS:
            if key not in self.words and (key != "show" or players > 2):
                self._missing(key)
        if "chosen" in self.words:
            if "starter" not in self.words:
                self._missing("starter")
            if "end" in self.words:
                self.fail("end", "a round cannot be over while hands are still kept or flipped")
        elif "starter" in self.words and (self.words["turn"] != "-" or "end" in self.words):
            self.fail("starter", "starter= has a meaning before the first turn only")

    def compare(self, line: str) -> None:
        """See that nothing is said that cannot be before the first turn, whose line is given."""
        right = dict(word.partition("=")[::2] for word in line.split(" "))
        for key in ("table", "owner", "scouts", "won", "tokens", "show", "actions"):
            if self.words.get(key) != right.get(key):
                self.fail(key, f"while hands are kept or flipped it is {key}={right[key]}")

    def _cards(self, key: str, text: str, at: int) -> bytes:
        """Cards without anything between."""
        if len(text) > 2 * MOST_POSITIONS:
            self.fail(key, f"there are only {MOST_POSITIONS} cards", at, len(text))
        cards = []
        for index in range(0, len(text), 2):
            word = text[index : index + 2]
            if word not in CARDS:
                card_fault(word, self._places[key] + at + index, BAD_POSITION)
            cards.append(CARDS[word])
        return bytes(cards)

    def hands(self) -> tuple[bytes, ...]:
        """The hands of 2 to 5 seats."""
        parts = self.words["hands"].split("/", 6)
        if len(parts) not in GAME.players:
            self.fail("hands", "2 to 5 hands stand here, / between them")
        result, at = [], 0
        for part in parts:
            if not part:
                self.fail("hands", "a hand is missing; an empty one is -", at, 1)
            result.append(b"" if part == "-" else self._cards("hands", part, at))
            at += len(part) + 1
        return tuple(result)

    def table(self) -> bytes | None:
        """The active set; None where it is not known."""
        text = self.words["table"]
        if not text:
            self.fail("table", "the active set is missing; - where none lies")
        return None if text == "?" else b"" if text == "-" else self._cards("table", text, 0)

    def seat(self, key: str, players: int) -> int:
        """A seat, or `NOBODY`."""
        text = self.words[key]
        if text == "-":
            return NOBODY
        if not _is_seat(text, players):
            self.fail(key, f"{key}= is a seat from 1 to {players}, or -")
        return int(text) - 1

    def count(self, key: str) -> int:
        """A number from 0."""
        text = self.words[key]
        if not _COUNT.match(text):
            self.fail(key, f"{key}= is a whole number, not {shown(text)}")
        return int(text)

    def counts(self, key: str, players: int) -> list[int | None]:
        """A number from 0 for each seat, or None for all of them."""
        parts = self._parts(key, players)
        if all(part == "x" for part in parts):
            return [None] * players
        at = 0
        for part in parts:
            if not _COUNT.match(part):
                self.fail(
                    key, f"{key}= has a whole number for each seat, or x for all", at, len(part)
                )
            at += len(part) + 1
        return [int(part) for part in parts]

    def totals(self, players: int) -> tuple[int | None, ...]:
        """The points of each seat so far, None where not known."""
        parts, at = self._parts("totals", players), 0
        for part in parts:
            if part != "x" and not _POINTS.match(part):
                self.fail(
                    "totals", "totals= has points for each seat, x where not known", at, len(part)
                )
            at += len(part) + 1
        return tuple(None if part == "x" else int(part) for part in parts)

    def _parts(self, key: str, players: int) -> list[str]:
        parts = self.words[key].split(",", players)
        if len(parts) != players:
            self.fail(key, f"{key}= has one entry for each of the {players} seats, commas between")
        return parts

    def marker(self, players: int) -> list[bool]:
        """Whether each seat still has its Scout & Show."""
        if players == 2:
            return [False, False]
        text = self.words["show"]
        if len(text) != players or text.strip("01"):
            self.fail("show", f"show= is {players} digits, 1 for each seat that has Scout & Show")
        return [char == "1" for char in text]

    def chosen(self, players: int) -> list[str | None]:
        """The choices to keep or flip made so far; at least one is still to be made."""
        parts, at = self._parts("chosen", players), 0
        for part in parts:
            if part not in _CHOICES:
                self.fail("chosen", "chosen= has K, F, ? or - for each seat", at, len(part))
            at += len(part) + 1
        made = "".join(parts).rstrip("-")
        if len(made) == players or "-" in made:
            self.fail("chosen", "choices are made in the order of seats, and one is still open")
        return [_CHOICES[part] for part in parts]

    def starters(self, players: int) -> tuple[int, ...]:
        """The seats that may start; none where nothing is said of it."""
        if "starter" not in self.words:
            return ()
        seats, at = [], 0
        for part in self.words["starter"].split(",", players):
            if not _is_seat(part, players) or int(part) - 1 in seats:
                self.fail(
                    "starter", f"starter= has seats from 1 to {players}, each once", at, len(part)
                )
            seats.append(int(part) - 1)
            at += len(part) + 1
        return tuple(seats)

    def end(self) -> str | None:
        """How the round ended; None while it goes on."""
        end = self.words.get("end")
        if end is not None and end not in GAME.ends:
            self.fail("end", f"a round ends as {', '.join(GAME.ends)}; not as {shown(end)}")
        return end

    def rules(self, players: int) -> Rules:
        """The rules: the defaults, and what differs."""
        given: dict[str, object] = {}
        places: dict[str, tuple[int, int]] = {}
        at = 0
        parts: Sequence[str] = self.words["rules"].split(",") if "rules" in self.words else ()
        for part in parts:
            name, colon, value = part.partition(":")
            if not colon:
                self.fail("rules", "rules are name:value, commas between", at, len(part))
            if name in given:
                self.fail("rules", f"{name} is there twice", at, len(part))
            given[name] = value
            places[name] = at, len(part)
            at += len(part) + 1
        try:
            return GAME.rules(players, given)[0]
        except RuleError as error:
            at, length = places.get(str(error.about[-1]), (0, 1)) if error.about else (0, 1)
            raise TextError(
                error.code, error.message, self._places["rules"] + at, max(length, 1)
            ) from error


def _is_seat(text: str, players: int) -> bool:
    return len(text) == 1 and "1" <= text <= str(players)
