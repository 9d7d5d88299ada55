"""A round of SKYJO as one line of text, the position line, both ways.

``skyjo grids=92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)/4B0A(6)(2)(6)(6)(C)(9)(3)(C)
discard=08CZ stock=AC07BA* drawn=- turn=1 ender=- turns=3 round=1 totals=0,0``

The words, in canonical order:

* `grids`: every grid in reading order, ``/`` between seats. ``9`` is an open
  card, ``(9)`` a hidden one that the record knows, ``?`` a hidden one that it
  does not know, ``.`` a cleared place. Where somebody noted only a part: ``x``
  an open card not noted, ``*`` a place of which nothing is known any more.
* `discard`: the discard pile, its top last. `stock`: the draw pile, its top
  first, ``-`` an empty one; a ``*`` at its end are the cards that remain, unknown.
* `drawn`: the card that the seat to act has drawn, ``-`` none; ``N`` when a
  new draw pile was made for it, so that it must draw.
* `turn`: the seat to act, ``-`` where none is. `ender`: the seat that opened
  everything first, ``-`` where none has.
* `turns`: turns made in the round. `round`: its number. `totals`: the points
  of the rounds before, ``x`` where not known.
* `chosen`: only while cards are opened before the first turn, and then all
  are hidden still: for each seat what it opens, ``a1:5b2:Z``; ``?`` where that
  was not noted, ``-`` where it is still to choose.
* `starter`: only before the first turn and after the last one: the seat that
  starts (or started), or the seats among which it is drawn, as in ``1,3``.
* `unnoted`: how many moves nobody noted, so that the draw pile may be so much
  smaller. `piles`: how many new draw piles were made. Both only where not 0.
* `end`: only when the round is over: how it ended. Then `turn` is ``-``.
* `rules`: options that differ from the default, ``clear_rows:true,rounds:4``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.errors import RuleError
from games.game import Move
from games.options import Option, Rules, shown
from games.skyjo import GAME
from games.skyjo.cards import ALL, BITS, EMPTY, PLACES, UNKNOWN
from games.skyjo.moves import UNNOTED, Reveal
from games.skyjo.setup import Setup, check_match
from games.skyjo.state import NOBODY, State
from notation.diagnostics import TextError
from notation.skyjo_deals import pile_text
from notation.skyjo_moves import CARDS, MOST_CARDS, cards_text, parse_move, reveal_text

BAD_POSITION = "skyjo-bad-position"

_ALWAYS = ("grids", "discard", "stock", "drawn", "turn", "ender", "turns", "round", "totals")
_SOMETIMES = ("chosen", "starter", "unnoted", "piles", "end", "rules")
_COUNT = re.compile(r"[0-9]{1,7}\Z", re.ASCII)
_POINTS = re.compile(r"-?[0-9]{1,7}\Z", re.ASCII)
_PLACE = re.compile(r"\(([0-9ABCYZ?])\)|([0-9ABCYZ?.X*])", re.ASCII | re.IGNORECASE)


# From a round to its line


def format_position(state: State) -> str:
    """The position line of a round at any moment of it."""
    words = [
        "skyjo",
        "grids=" + "/".join(_grid_text(state, seat) for seat in range(state.players)),
        f"discard={cards_text(state.discard) or '-'}",
        f"stock={pile_text(state.stock[state.at :]) or '-'}",
        f"drawn={_drawn_text(state)}",
        f"turn={_seat_text(state.turn)}",
        f"ender={_seat_text(NOBODY if state.ender is None else state.ender)}",
        f"turns={state.turns}",
        f"round={state.number}",
        "totals=" + ",".join("x" if total is None else str(total) for total in state.totals),
    ]
    if state.opening:
        made = [_choice_text(choice) for choice in state.chosen]
        words.append("chosen=" + ",".join([*made, *["-"] * (state.players - len(made))]))
    if state.opening or state.turn < 0:
        known = state.candidates if state.starter is None else (state.starter,)
        if known:
            words.append("starter=" + ",".join(str(seat + 1) for seat in known))
    if state.slack:
        words.append(f"unnoted={state.slack}")
    if state.piles:
        words.append(f"piles={state.piles}")
    if state.end is not None:
        words.append(f"end={state.end}")
    changed = state.rules.changed()
    if changed:
        words.append(
            "rules=" + ",".join(f"{name}:{Option.write(value)}" for name, value in changed.items())
        )
    return " ".join(words)


def _grid_text(state: State, seat: int) -> str:
    parts = []
    opened, unsure = state.opened[seat], state.unsure[seat]
    for bit, card in zip(BITS, state.grids[seat], strict=True):
        if card == EMPTY:
            parts.append(".")
        elif unsure & bit:
            parts.append("*")
        elif card == UNKNOWN:
            parts.append("x" if opened & bit else "?")
        else:
            text = cards_text((card,))
            parts.append(text if opened & bit else f"({text})")
    return "".join(parts)


def _drawn_text(state: State) -> str:
    if state.drawn is not None:
        return cards_text((state.drawn,))
    return "N" if state.must_draw else "-"


def _choice_text(choice: Move) -> str:
    return reveal_text(choice) if isinstance(choice, Reveal) else "?"


def _seat_text(seat: int) -> str:
    return "-" if seat < 0 else str(seat + 1)


# From a line to a round


def parse_position(text: str) -> State:
    """The round that a position line stands for.

    The words may stand in any order. Raises TextError ``skyjo-bad-position``
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
    grids = [line.grid(part, at) for part, at in line.parts("grids", "/", 9)]
    players = len(grids)
    if players not in GAME.players:
        line.fail("grids", "2 to 8 grids stand here, / between them")
    rules = line.rules(players)
    stock, rest = line.stock()
    drawn, must_draw = line.drawn()
    ender = line.seat("ender", players)
    chosen = line.chosen(players)
    turns, turn = line.count("turns"), line.seat("turn", players)
    if chosen is None and turn == 0 and not turns and all(grid[1] == ALL for grid in grids):
        chosen = []  # nothing is open yet
    number = line.count("round")
    if not number:
        line.fail("round", "rounds count from 1")
    totals = line.totals(players)
    check_match(rules, number, totals)
    return Setup(
        rules,
        [grid[0] for grid in grids],
        [grid[1] for grid in grids],
        [grid[2] for grid in grids],
        line.cards("discard"),
        stock,
        rest,
        drawn,
        must_draw,
        turn,
        None if ender < 0 else ender,
        turns,
        number,
        totals,
        chosen,
        line.starters(players),
        line.end(),
        line.count("unnoted"),
        line.count("piles"),
    ).state()


class _Line:
    """The words of a position line with their places."""

    def __init__(self, text: str) -> None:
        found = list(re.finditer(r"[^ ]+", text.rstrip()))
        if not found or found[0][0] != "skyjo":
            offset = found[0].start() if found else 0
            length = len(found[0][0]) if found else 1
            raise TextError(
                BAD_POSITION, "a position of SKYJO begins with the word skyjo", offset, length
            )
        self._words: dict[str, tuple[str, int]] = {}
        for word in found[1:]:
            key, equals, value = word[0].partition("=")
            message = ""
            if not equals or key not in _ALWAYS + _SOMETIMES:
                names = " ".join(f"{name}=" for name in _ALWAYS + _SOMETIMES)
                message = f"{shown(word[0])} is no word of a position; the words are {names}"
            elif key in self._words:
                message = f"{key}= is there twice"
            elif not value:
                message = f"nothing follows {key}="
            if message:
                raise TextError(BAD_POSITION, message, word.start(), len(word[0]))
            self._words[key] = value, word.start() + len(key) + 1
        for key in _ALWAYS:
            if key not in self._words:
                names = " ".join(f"{name}=" for name in _ALWAYS)
                raise TextError(
                    BAD_POSITION, f"{key}= is missing; a position says {names}", len(text.rstrip())
                )

    def _value(self, key: str) -> str:
        return self._words[key][0]

    def fail(self, key: str, message: str, at: int = 0, length: int | None = None) -> None:
        """Raise a TextError on the value of a word, or on a part of it."""
        value, place = self._words[key]
        length = len(value) - at if length is None else length
        raise TextError(BAD_POSITION, message, place + at, max(length, 1))

    def located(self, error: RuleError) -> Exception:
        """An error of the rules at the word that it is about, if it is about one."""
        if error.about[:1] != ("position",):
            return error
        key, *seats = map(str, error.about[1:])
        part, at = self.parts(key, "/", 9)[int(seats[0]) if seats else 0]
        return TextError(error.code, error.message, self._words[key][1] + at, max(len(part), 1))

    def parts(self, key: str, between: str, most: int) -> list[tuple[str, int]]:
        """The parts of a value with their offsets in it, `most` at most."""
        result, at = [], 0
        for part in self._value(key).split(between, most):
            result.append((part, at))
            at += len(part) + 1
        return result

    def grid(self, text: str, at: int) -> tuple[list[int], int, int]:
        """A grid: its cards, its hidden places, its places of which nothing is known."""
        cards: list[int] = []
        hidden = unsure = index = 0
        while index < len(text) and len(cards) < PLACES:
            match = _PLACE.match(text, index)
            if match is None:
                self.fail(
                    "grids",
                    f"{shown(text[index])} is no place of a grid: 9 is an open card, (9) a hidden "
                    "one, ? a hidden one not known, . a cleared place, x an open card not known, "
                    "* nothing known",
                    at + index,
                    1,
                )
                raise AssertionError(text)
            char = match[1] or match[2]
            if match[1] or char == "?":
                hidden |= BITS[len(cards)]
            elif char == "*":
                unsure |= BITS[len(cards)]
            cards.append(EMPTY if char == "." else CARDS.get(char, UNKNOWN))
            index = match.end()
        if index < len(text) or len(cards) < PLACES:
            self.fail("grids", "a grid has twelve places", at, len(text))
        return cards, hidden, unsure

    def cards(self, key: str, most: int | None = None) -> tuple[int, ...]:
        """Cards without anything between; ``-`` for none."""
        text = self._value(key)[:most]
        if text == "-":
            return ()
        if len(text) > MOST_CARDS:
            self.fail(key, f"there are only {MOST_CARDS} cards")
        for at, char in enumerate(text):
            if char not in CARDS:
                self.fail(
                    key,
                    f"{shown(char)} is no card; a card is 0 to 9, A B C for 10 11 12, Z for -1, "
                    "Y for -2, ? where not known",
                    at,
                    1,
                )
        return tuple(CARDS[char] for char in text)

    def stock(self) -> tuple[tuple[int, ...], bool]:
        """The draw pile, and whether it goes on with unknown cards."""
        text = self._value("stock")
        rest = text.endswith("*")
        return self.cards("stock", len(text) - rest), rest

    def drawn(self) -> tuple[int | None, bool]:
        """The card drawn, and whether one must be drawn."""
        text = self._value("drawn")
        if text in ("-", "N", "n"):
            return None, text != "-"
        if len(text) > 1:
            self.fail("drawn", "drawn= is one card, - for none, N where a new pile was just made")
        return self.cards("drawn")[0], False

    def seat(self, key: str, players: int) -> int:
        """A seat, or NOBODY."""
        text = self._value(key)
        if text == "-":
            return NOBODY
        if not _is_seat(text, players):
            self.fail(key, f"{key}= is a seat from 1 to {players}, or -")
        return int(text) - 1

    def count(self, key: str) -> int:
        """A number from 0; 0 where nothing is said."""
        if key not in self._words:
            return 0
        text = self._value(key)
        if not _COUNT.match(text):
            self.fail(key, f"{key}= is a whole number, not {shown(text)}")
        return int(text)

    def totals(self, players: int) -> tuple[int | None, ...]:
        """The points of each seat so far, None where not known."""
        parts = self.parts("totals", ",", players)
        if len(parts) != players:
            self.fail("totals", f"totals= has points for each of the {players} seats")
        for part, at in parts:
            if part != "x" and not _POINTS.match(part):
                self.fail(
                    "totals", "totals= has points for each seat, x where not known", at, len(part)
                )
        return tuple(None if part == "x" else int(part) for part, _ in parts)

    def chosen(self, players: int) -> list[Move] | None:
        """The choices made before the first turn; None after it."""
        if "chosen" not in self._words:
            return None
        parts = self.parts("chosen", ",", players)
        made = [part for part, _ in parts]
        while made and made[-1] == "-":
            made.pop()
        if len(parts) != players or len(made) == players or "-" in made:
            self.fail("chosen", "each seat has its choice here, in order, and one is still to come")
        return [self._choice(part, at) for part, at in parts[: len(made)]]

    def _choice(self, text: str, at: int) -> Move:
        if text == "?":
            return UNNOTED
        try:
            return parse_move(f"O{text}")[0]
        except TextError as error:
            self.fail("chosen", error.message, at + max(error.offset - 1, 0), error.length)
            raise

    def starters(self, players: int) -> Sequence[int]:
        """The seats that may start; none where nothing is said of it."""
        seats: list[int] = []
        if "starter" in self._words:
            for part, at in self.parts("starter", ",", players):
                if not _is_seat(part, players) or int(part) - 1 in seats:
                    self.fail(
                        "starter", f"here stand seats from 1 to {players}, each once", at, len(part)
                    )
                seats.append(int(part) - 1)
        return seats

    def end(self) -> str | None:
        """How the round ended; None while it goes on."""
        if "end" not in self._words:
            return None
        end = self._value("end")
        if end not in GAME.ends:
            self.fail("end", f"a round ends as {', '.join(GAME.ends)}; not as {shown(end)}")
        return end

    def rules(self, players: int) -> Rules:
        """The rules: the defaults, and what differs."""
        given: dict[str, object] = {}
        places: dict[str, tuple[int, int]] = {}
        parts = self.parts("rules", ",", 100) if "rules" in self._words else []
        for part, at in parts:
            name, colon, value = part.partition(":")
            if not colon or name in given:
                twice = f"{name} is there twice"
                self.fail(
                    "rules",
                    twice if colon else "rules are name:value, commas between",
                    at,
                    len(part),
                )
            given[name] = value
            places[name] = at, len(part)
        try:
            return GAME.rules(players, given)[0]
        except RuleError as error:
            at, length = places.get(str(error.about[-1]), (0, 1)) if error.about else (0, 1)
            raise TextError(
                error.code, error.message, self._words["rules"][1] + at, max(length, 1)
            ) from error


def _is_seat(text: str, players: int) -> bool:
    return len(text) == 1 and "1" <= text <= str(players)
