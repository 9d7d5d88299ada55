"""A match as one seat is told it: from the lines of ``scoutbot 1`` back to a round in play.

What the referee says with `protocol` and a game's notation is taken in here,
line after line, into the same `State` that the referee has, but for the cards
that the seat does not know. So its view and its legal moves are the referee's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import games
from games.dealer import CHANCE
from games.errors import RuleError
from games.game import Deal, Game, Move, Round, State, View
from games.options import Option, shown
from notation import codec
from scoutcli.arena import protocol
from scoutcli.arena.seats import Place

MOST_ROUNDS = 1_000_000
"""No match has more; each round before this one takes a little room."""

_LONGEST_NUMBER = 9


class Listener:
    """What a seat knows of the match it plays.

    Each method takes the words of a line behind its first one; words that are
    not known are passed over where they can be told from others. Raises
    RuleError or TextError for a line that cannot be right at that moment; what
    was heard before then counts no more.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """A match begins: ``match``."""
        self.place = read_match(words)
        self.notation = codec.get(self.place.game.name)
        self.past: list[Round] = []
        self._state: State | None = None
        self._deal: Deal = None
        self._begun = 0
        """How many parts of its own move the seat has begun."""

    @property
    def number(self) -> int:
        """The round in play, or the next one, from 1."""
        return len(self.past) + 1

    @property
    def state(self) -> State:
        """The round in play, as far as the seat knows it. Raises RuleError ``bad-line``."""
        if self._state is None:
            raise bad_line("no round is being played")
        return self._state

    def begin_round(self, words: Sequence[str]) -> None:
        """A round begins: ``round``."""
        game, rules, seat, _ = self.place
        fields, dealt = _fields(words[1:], ("totals", "starter"))
        number = _number(words[0] if words else "", "round", range(1, MOST_ROUNDS + 1))
        totals = _points(fields.get("totals", ""), rules.players)
        if number != self.number or totals != game.totals(rules.players, self.past):
            self.past = _forgotten(number, totals)
        self._deal = self.notation.read_dealt(dealt, rules, seat)
        game.check_deal(rules, self.past, self._deal)
        self._state = game.begin(rules, self.past, self._deal)
        self._begun = 0
        if "starter" in fields:
            self._start(_seat(fields["starter"], rules.players))

    def did(self, words: Sequence[str]) -> None:
        """A seat has moved, or chance has come: ``did``."""
        state = self.state
        if len(words) < 2:
            raise bad_line("did is followed by a seat, or -, and what it did")
        seat = CHANCE if words[0] == "-" else _seat(words[0], state.players)
        moves = self.notation.parse(self.notation.recorded(" ".join(words[1:])))
        if seat != CHANCE:
            self._start(seat)
        if seat == self.place.seat:
            moves, self._begun = moves[self._begun :], 0
        for move in moves:
            _make(state, seat, move)

    def see(self, words: Sequence[str]) -> None:
        """The seat sees what came of the move that it has begun: ``see``."""
        for move in self.notation.read_begun(" ".join(words[:1])):
            self._start(self.place.seat)
            _make(self.state, self.place.seat, move)
            self._begun += 1

    def question(self) -> tuple[View, list[Move]]:
        """The seat is asked: ``go``. What it knows, and its legal moves in canonical order."""
        state, seat = self.state, self.place.seat
        if state.opening:
            # All choose at once, so nothing was told yet of the seats before this one.
            state = state.copy()
            state.turn = seat  # type: ignore[misc] # the slot is in the state of its game
        else:
            self._start(seat)
        if state.turn != seat:
            raise bad_line(f"it is not the turn of seat {seat + 1}")
        return state.view(seat), state.legal()

    def end_round(self, words: Sequence[str]) -> None:
        """The round is over: ``end``, a word for how it ended, and ``score``."""
        state, game = self.state, self.place.game
        end = words[0] if words else ""
        fields, _ = _fields(words[1:], ("score",))
        if state.end is None and end in game.ends:
            state.claim(end)
        scores = _points(fields.get("score", ""), state.players)
        self.past.append(Round(scores, end, state.starter, state.ender, self._deal))
        self._state = None

    def _start(self, seat: int) -> None:
        """Where chance has to say who starts: it is this seat, as it moves first or the line says.

        What else it may be is seen when the move is checked.
        """
        state = self.state
        chance = state.chance()
        if (
            state.starter is None
            and chance is not None
            and chance.kind == "starter"
            and seat in chance.among
        ):
            state.apply(CHANCE, self.place.game.started(seat))


def read_match(words: Sequence[str]) -> Place:
    """Where a bot sits, inverse of `protocol.match_line` without its first word.

    Raises RuleError.
    """
    game = games.get(words[0] if words else "")
    fields, names = _fields(words[1:], ("seats", "you", "rules"), last="names")
    players = _number(fields.get("seats", ""), "seats", game.players)
    seat = _seat(fields.get("you", ""), players)
    rules, _ = game.rules(players, dict(_rules(game, fields.get("rules", ""))))
    return Place(game, rules, seat, [protocol.decode(name) for name in names[:players]])


def _rules(game: Game, said: str) -> Iterator[tuple[str, str]]:
    """The options that are said, without those to which another one leaves no value."""
    ousted = {
        option.name for option in game.options if option.unless and "none" not in option.words
    }
    for rule in said.split(","):
        name, colon, value = rule.partition(":")
        if colon and not (name in ousted and value == Option.write(None)):
            yield name, value


def _fields(
    words: Sequence[str], known: Sequence[str], last: str = ""
) -> tuple[dict[str, str], Sequence[str]]:
    """Values that stand behind their names, and the words from `last` on.

    Without `last`, the other words are those after the values.
    """
    found: dict[str, str] = {}
    at = 0
    while at < len(words):
        if words[at] in known:
            found[words[at]] = words[at + 1] if at + 1 < len(words) else ""
            at += 2
        elif not last:
            break
        elif words[at] == last:
            return found, words[at + 1 :]
        else:
            at += 1
    return found, words[at:]


def _make(state: State, seat: int, move: Move) -> None:
    state.check(seat, move)
    state.apply(seat, move)


def _forgotten(number: int, totals: tuple[int | None, ...]) -> list[Round]:
    """The rounds before, of which nothing is known but their sum."""
    if number == 1:
        return []
    nothing = Round((0,) * len(totals))
    return [*[nothing] * (number - 2), Round(totals)]


def _number(text: str, name: str, good: range) -> int:
    """A number of that range."""
    if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER and int(text) in good:
        return int(text)
    raise bad_line(f"{name} cannot be {shown(text)}; it is {good[0]} to {good[-1]}")


def _seat(text: str, players: int) -> int:
    """A seat, from 0."""
    return _number(text, "a seat", range(1, players + 1)) - 1


def _points(text: str, players: int) -> tuple[int | None, ...]:
    """The points of all seats, inverse of `protocol.numbers`."""
    parts = text.split(",")
    if len(parts) != players or not all(map(_is_points, parts)):
        raise bad_line(f"{shown(text)} is not a number for each of {players} seats")
    return tuple(None if part == "x" else int(part) for part in parts)


def _is_points(text: str) -> bool:
    digits = text.removeprefix("-")
    return text == "x" or (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER)


def bad_line(message: str) -> RuleError:
    """A line that cannot be right (``bad-line``)."""
    return RuleError("bad-line", message)
