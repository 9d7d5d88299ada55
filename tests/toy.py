"""A third game, for tests alone: as small as a game can be that needs all that a game can need.

Rules. Two or three players, twelve cards: 1 to 6, twice each. Three cards to each hand, one face
up on the discard pile, the rest is the draw pile. All at once put a card of their hand aside, face
down; it counts at the end (twice, with two players, unless `stakes: single`). The starter is
drawn by lot. A turn is to draw, or to take the top of the discard pile, and then to throw a card
of the hand on the discard pile; or, from the second lap on, to knock, which ends the round. So
do as many turns as `length` says. When somebody draws from an empty pile, all but the top of the
discard pile are shuffled into a new one. The sum of the cards counts; the highest total wins.

Cards of the record: 1 to 6, ? not known. Moves: ``B3`` aside, ``D4-2`` draw a 4 and throw a 2,
``T4-2`` take it, ``K`` knock, ``N315`` the new draw pile. Where choosing: ``D``, then ``-2``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

import games
from games.bots import Bot
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, Event, Game, Move, Round
from games.game import State as BaseState
from games.options import Option, Rules
from notation import codec
from notation.codec import Notation
from notation.diagnostics import TextError

UNKNOWN = 0
DECK = (1, 2, 3, 4, 5, 6) * 2
DIGITS = "?123456"


class Deal(NamedTuple):
    """The hands, the first card of the discard pile, the draw pile with its top first."""

    hands: tuple[tuple[int, ...], ...]
    up: int
    pile: tuple[int, ...]


# Moves, chance and events; the last field tells apart what would be equal tuples.


class Stake(NamedTuple):
    """In the opening: put a card aside."""

    card: int
    kind: str = "stake"


class Draw(NamedTuple):
    """Draw a card; a Throw follows. None where the card is not said."""

    card: int | None = None
    kind: str = "draw"


class Take(NamedTuple):
    """Take the top of the discard pile; a Throw follows."""

    card: int | None = None
    kind: str = "take"


class Throw(NamedTuple):
    """Throw a card of the hand on the discard pile."""

    card: int
    kind: str = "throw"


class Knock(NamedTuple):
    """End the round."""

    kind: str = "knock"


class Pile(NamedTuple):
    """Chance: the new draw pile, its top first."""

    cards: tuple[int, ...]
    kind: str = "pile"


class Starter(NamedTuple):
    """Chance: who starts."""

    seat: int
    kind: str = "starter"


class Happened(NamedTuple):
    """Event: what a seat did (-1: chance), with which card or how many, 0 where it has none."""

    seat: int
    what: str
    card: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows. `stake` is its own, None while it is not put aside."""

    game: str
    rules: Rules
    seat: int
    players: int
    turn: int
    opening: bool
    midturn: bool
    starter: int | None
    hand: tuple[int, ...]
    stake: int | None
    sizes: tuple[int, ...]
    discard: tuple[int, ...]
    pile: int
    turns: int
    number: int
    totals: tuple[int | None, ...]
    end: str | None


class State(BaseState):
    """A round in play."""

    def __init__(self, rules: Rules, deal: Deal, number: int, totals: Sequence[int | None]) -> None:
        self.rules = rules
        self.players = rules.players
        self.number = number
        self.totals = tuple(totals)
        self.hands = [sorted(hand) for hand in deal.hands]
        self.stakes: list[int] = []
        self.discard = [deal.up]
        self.pile = list(deal.pile)
        self.turns = 0
        self.turn = 0
        self.starter: int | None = None
        self.among = tuple(range(self.players))
        self.ender: int | None = None
        self.end: str | None = None
        self.opening = True
        self.midturn = False
        self.unchecked = 0

    @property
    def certain(self) -> bool:  # type: ignore[override]
        """Whether every card that counts is known."""
        return None not in self.scores()

    def legal(self) -> list[Move]:
        if self.turn < 0:
            return []
        cards = sorted(set(self.hands[self.turn]))
        if self.opening:
            return [Stake(card) for card in cards]
        if self.midturn:
            return [Throw(card) for card in cards]
        return [Draw(), Take(), *([Knock()] if self.turns >= self.players else [])]

    def check(self, seat: int, move: Move) -> None:
        kind = type(move)
        if seat < 0:
            self._check_chance(move)
            return
        if seat != self.turn:
            raise RuleError("not-your-turn", f"it is the turn of seat {self.turn + 1}")
        now: tuple[type, ...] = (Draw, Take, Knock)
        if self.opening or self.midturn:
            now = (Stake,) if self.opening else (Throw,)
        if kind not in now:
            names = " or ".join(each.__name__ for each in now)
            raise RuleError("toy-out-of-order", f"now comes a {names}, not a {kind.__name__}")
        if kind in (Stake, Throw):
            hand = self.hands[seat]
            if move.card not in hand and UNKNOWN not in (*hand, move.card):
                raise RuleError("toy-not-in-hand", f"there is no {move.card} in this hand")
        elif kind is Knock:
            if self.turns < self.players:
                raise RuleError("toy-early-knock", "nobody knocks in the first lap")
        elif kind is Take or self.pile:
            top = self.discard[-1] if kind is Take else self.pile[0]
            if move.card is not None and UNKNOWN not in (top, move.card) and move.card != top:
                raise RuleError("toy-wrong-card", f"the card is {top}, not {move.card}")

    def _check_chance(self, move: Move) -> None:
        due = self.chance() or self.chance(Draw())
        if type(move) is Starter and due and due.kind == "starter" and move.seat in due.among:
            return
        if type(move) is not Pile or due is None or due.kind != "pile":
            raise RuleError("toy-no-chance", "no chance event is due here")
        left = list(due.among)
        for card in filter(None, move.cards):
            if card not in left and UNKNOWN not in left:
                raise RuleError("toy-wrong-pile", f"there is no more {card} to shuffle")
            left.remove(card if card in left else UNKNOWN)
        if len(move.cards) != len(due.among):
            raise RuleError("toy-wrong-pile", f"{len(due.among)} cards are shuffled")

    def apply(self, seat: int, move: Move) -> list[Event]:
        kind = type(move)
        if kind is Starter:
            self.starter = self.turn = move.seat
            return [Happened(move.seat, "starts")]
        if kind is Pile:
            self.discard, self.pile = self.discard[-1:], list(move.cards)
            return [Happened(-1, "shuffled", len(move.cards))]
        if kind is Stake:
            self._remove(seat, move.card)
            self.stakes.append(move.card)
            self.turn += 1
            if self.turn == self.players:
                self.opening = False
                self.turn = -1 if self.starter is None else self.starter
            return [Happened(seat, "staked", move.card)]
        if kind is Draw or kind is Take:
            if not self.pile and kind is Draw:
                raise RuleError("toy-pile-missing", "the draw pile is empty: N… comes first")
            top = self.pile.pop(0) if kind is Draw else self.discard.pop()
            if top == UNKNOWN:
                top = move.card or UNKNOWN
                self.unchecked += 1
            self.hands[seat] = sorted([*self.hands[seat], top])
            self.midturn = True
            return [Happened(seat, "drew" if kind is Draw else "took", top)]
        if kind is Knock:
            self.end, self.ender, self.turn = "knocked", seat, -1
            return [Happened(seat, "knocked")]
        self._remove(seat, move.card)
        self.discard.append(move.card)
        self.midturn = False
        self.turns += 1
        self.turn = (seat + 1) % self.players
        if self.turns == self.rules["length"]:
            self.end, self.turn = "limit", -1
        return [Happened(seat, "threw", move.card)]

    def _remove(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        if card not in hand or card == UNKNOWN:
            self.unchecked += 1
        if UNKNOWN in (card, *hand) and card not in hand:
            card = UNKNOWN if UNKNOWN in hand else hand[0]
        hand.remove(card)

    def complete(self, seat: int, move: Move) -> Move:
        if isinstance(move, (Draw, Take)):
            source = self.pile[:1] if isinstance(move, Draw) else self.discard[-1:]
            return type(move)(source[0] or move.card or UNKNOWN if source else move.card)
        return move

    def seen(self, seat: int, move: Move, by: int) -> Move:
        if isinstance(move, (Stake, Draw)) and by != seat:
            return type(move)(UNKNOWN)
        return Pile((UNKNOWN,) * len(move.cards)) if isinstance(move, Pile) else move

    def chance(self, move: Move | None = None) -> Chance | None:
        if self.starter is None and not self.opening and self.end is None:
            return Chance("starter", self.among)
        if isinstance(move, Draw) and not self.pile and self.turn >= 0 and not self.midturn:
            return Chance("pile", tuple(self.discard[:-1]))
        return None

    def claim(self, end: str) -> None:
        if end != self.end:
            raise RuleError("wrong-end", f"the round did not end here as {end}")

    def scores(self) -> tuple[int | None, ...]:
        times = 2 if self.players == 2 and self.rules["stakes"] == "double" else 1
        return tuple(
            None if UNKNOWN in (*hand, stake) else sum(hand) + times * stake
            for hand, stake in zip(self.hands, self.stakes, strict=False)
        )

    def view(self, seat: int) -> View:
        return View(
            "toy", self.rules, seat, self.players, self.turn, self.opening, self.midturn,
            self.starter, tuple(self.hands[seat]), dict(enumerate(self.stakes)).get(seat),
            tuple(map(len, self.hands)), tuple(self.discard), len(self.pile), self.turns,
            self.number, self.totals, self.end,
        )  # fmt: skip

    def copy(self) -> State:
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        other.hands = [hand.copy() for hand in self.hands]
        other.stakes, other.discard = self.stakes.copy(), self.discard.copy()
        other.pile = self.pile.copy()
        return other


class RandomBot:
    """Plays anything."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        return self._random.choice(legal)


class HighBot:
    """Draws, throws its lowest card, and puts its highest aside."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        return legal[-1] if view.opening else legal[0]


class Toy(Game):
    """The facts."""

    name = "toy"
    title = "TOY"
    players = range(2, 4)
    options = (
        Option("starter", "lot", "who starts: a seat by lot, the seat after the last, or this one",
               words=("lot", "rotate"), numbers=range(1, 4), seats=True),
        Option("length", "12", "turns in a round", numbers=range(4, 61)),
        Option("stakes", "double", "what a card put aside counts",
               words=("double", "single"), players=range(2, 3)),
        Option("rounds", "2", "rounds in a match", numbers=range(1, 10)),
    )  # fmt: skip
    presets = {"official": {}, "short": {"length": "4", "rounds": "1"}}  # noqa: RUF012
    ends = ("knocked", "limit")
    lowest_wins = False
    setup = (("players", "hand", "draw pile"), ("2", "3", "5"), ("3", "3", "2"))
    bots = {  # noqa: RUF012
        "random": Bot(RandomBot, "plays anything"),
        "high": Bot(HighBot, "keeps high cards"),
    }

    def deal(self, rules: Rules, past: Sequence[Round], shuffler: Shuffler) -> Deal:
        cards = tuple(shuffler.shuffled(DECK, "deal"))
        hands = tuple(cards[3 * seat : 3 * seat + 3] for seat in range(rules.players))
        first, *rest = cards[3 * rules.players :]
        return Deal(hands, first, tuple(rest))

    def check_deal(self, rules: Rules, past: Sequence[Round], deal: Deal) -> None:
        left = list(DECK)
        places: list[tuple[tuple[str | int, ...], int]] = [
            (("hand", seat, at), card)
            for seat, hand in enumerate(deal.hands)
            for at, card in enumerate(hand)
        ]
        places += [(("up",), deal.up), *((("pile", at), card) for at, card in enumerate(deal.pile))]
        for about, card in places:
            if card and card not in left:
                raise RuleError("toy-card-too-often", f"there is no third {card}", about)
            if card:
                left.remove(card)
        if [len(hand) for hand in deal.hands] != [3] * rules.players or len(places) != len(DECK):
            raise RuleError("toy-wrong-count", "three cards to each hand, twelve in all")

    def unknown_deal(self, rules: Rules) -> Deal:
        rest = len(DECK) - 3 * rules.players - 1
        return Deal(((UNKNOWN,) * 3,) * rules.players, UNKNOWN, (UNKNOWN,) * rest)

    def seen_deal(self, deal: Deal, by: int) -> Deal:
        hands = [hand if seat == by else (UNKNOWN,) * 3 for seat, hand in enumerate(deal.hands)]
        return Deal(tuple(hands), deal.up, (UNKNOWN,) * len(deal.pile))

    def begin(self, rules: Rules, past: Sequence[Round], deal: Deal) -> State:
        state = State(rules, deal, len(past) + 1, self.totals(rules.players, past))
        said, before = rules["starter"], past[-1].starter if past else None
        if isinstance(said, int) and not isinstance(said, bool):
            state.starter = said - 1
        elif said == "rotate" and before is not None:
            state.starter = (before + 1) % rules.players
        return state

    def draw(self, chance: Chance, shuffler: Shuffler) -> Move:
        if chance.kind == "starter":
            return Starter(shuffler.one_of(chance.among, "starter"))
        return Pile(tuple(shuffler.shuffled(chance.among, "pile")))

    def started(self, seat: int) -> Move:
        return Starter(seat)

    def over(self, rules: Rules, past: Sequence[Round]) -> bool | None:
        return len(past) >= (rules.number("rounds") or 0)


GAME = Toy()


@contextmanager
def known() -> Iterator[None]:
    """For so long the program knows the game."""
    games.register(GAME)
    codec.register(NOTATION)
    try:
        yield
    finally:
        del games._GAMES["toy"], codec._NOTATIONS["toy"]


_MOVES: tuple[tuple[re.Pattern[str], tuple[type, ...]], ...] = (
    (re.compile(r"B([1-6?])"), (Stake,)),
    (re.compile(r"D([1-6?])-([1-6?])"), (Draw, Throw)),
    (re.compile(r"T([1-6?])-([1-6?])"), (Take, Throw)),
    (re.compile(r"K"), (Knock,)),
)
_DEAL = re.compile(r"\s*([0-9]+|up|pile)\s*:\s*([1-6?]*)\s*")
_POSITION = (
    "hands", "stakes", "discard", "pile", "turn", "half", "turns", "starter", "round", "totals",
)  # fmt: skip


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(map(DIGITS.index, text))


def text_of(cards: Sequence[int]) -> str:
    return "".join(DIGITS[card] for card in cards)


class ToyNotation(Notation):
    """The text."""

    game = GAME
    short_forms = (("draw, take, knock", "the same as D, T, K"),)
    cheat_sheet = (
        ("B3", "puts a 3 aside"),
        ("D4-2", "draws a 4, throws a 2"),
        ("T4-2", "takes the 4 from the discard pile, throws a 2"),
        ("K", "knocks"),
        ("N315", "a new draw pile"),
    )

    def parse(self, text: str) -> tuple[Move, ...]:
        upper = text.upper()
        if re.fullmatch(r"N[1-6?]+", upper):
            return (Pile(cards_of(upper[1:])),)
        for pattern, kinds in _MOVES:
            if found := pattern.fullmatch(upper):
                cards = cards_of("".join(found.groups()))
                return tuple(map(lambda kind, *card: kind(*card), kinds, cards) if cards
                             else (kind() for kind in kinds))  # fmt: skip
        raise TextError("toy-bad-move", "a move is B3, D4-2, T4-2 or K", 0, len(text))

    def format(self, moves: Sequence[Move]) -> str:
        letters = {Stake: "B", Draw: "D", Take: "T", Throw: "-", Knock: "K"}
        if isinstance(moves[0], Pile):
            return "N" + text_of(moves[0].cards)
        return "".join(
            letters[type(move)] + ("" if isinstance(move, Knock) else DIGITS[move.card or 0])
            for move in moves
        )

    def is_chance(self, text: str) -> bool:
        return text[:1].upper() == "N"

    def read_begun(self, text: str) -> tuple[Move, ...]:
        return self.parse(f"{text}-1")[:1]

    def choice(self, move: Move) -> str:
        return type(move).__name__[0] if isinstance(move, (Draw, Take)) else self.format([move])

    def choose(self, text: str, view: View, legal: Sequence[Move]) -> list[Move]:
        word = text.strip().upper().removeprefix(f"{view.seat + 1}.")
        words: dict[str, Move] = {
            "D": Draw(), "DRAW": Draw(), "T": Take(), "TAKE": Take(),
            "K": Knock(), "KNOCK": Knock(),
        }  # fmt: skip
        if word in words:
            return [words[word]]
        if found := re.fullmatch(r"([BDT-])([1-6])", word):
            kind = {"B": Stake, "D": Draw, "T": Take, "-": Throw}[found[1]]
            return [kind(int(found[2]))]
        raise TextError("toy-bad-move", "type D, T, K, B3 or -3", 0, max(len(text), 1))

    def explain(self, move: Move, view: View) -> str:
        if isinstance(move, Take):
            return f"takes the {view.discard[-1]}"
        words = {Draw: "draws", Knock: "ends the round", Stake: "puts aside a", Throw: "throws a"}
        return f"{words[type(move)]} {getattr(move, 'card', None) or ''}".strip()

    def tell(self, event: Event, names: Sequence[str], by: int | None) -> str:
        seat, what, card = event
        if seat < 0:
            return f"{card} cards are shuffled."
        secret = what in ("drew", "staked") and by not in (None, seat)
        thing = "a card" if secret else f"a {DIGITS[card]}" if card else ""
        return f"{names[seat]} {what} {thing}".rstrip() + "."

    def parse_deal(self, text: str, rules: Rules) -> Deal:
        found: dict[str, tuple[int, ...]] = {}
        offset = 0
        names = [*map(str, range(1, rules.players + 1)), "up", "pile"]
        for line in text.splitlines(keepends=True):
            match = _DEAL.fullmatch(line.lower())
            if line.strip():
                if match is None or match[1] not in names or match[1] in found:
                    raise TextError("toy-bad-deal", "lines are `1: 135`, `up: 2`, `pile: 46`",
                                    offset, len(line.rstrip()) or 1)  # fmt: skip
                found[match[1]] = cards_of(match[2])
            offset += len(line)
        for name in names:
            if name not in found or (name == "up" and len(found[name]) != 1):
                raise TextError("toy-bad-deal", f"the line {name}: is missing", 0, 1)
        return Deal(tuple(found[name] for name in names[:-2]), found["up"][0], found["pile"])

    def format_deal(self, deal: Deal) -> str:
        lines = [f"{seat}: {text_of(hand)}" for seat, hand in enumerate(deal.hands, 1)]
        lines += [f"up: {DIGITS[deal.up]}", f"pile: {text_of(deal.pile)}"]
        return "".join(f"{line}\n" for line in lines)

    def locate(self, text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
        if not about:
            return 0, len(text.rstrip())
        name = str(int(about[1]) + 1) if about[0] == "hand" else str(about[0])
        at = int(about[-1]) if len(about) > 1 else 0
        line = re.search(rf"^\s*{name}\s*:\s*", text, re.MULTILINE | re.IGNORECASE)
        return (line.end() + at, 1) if line else (0, len(text.rstrip()))

    def parse_position(self, text: str) -> State:
        words = dict(word.partition("=")[::2] for word in text.split()[1:])
        if missing := [name for name in _POSITION if name not in words]:
            raise TextError("toy-bad-position", f"{missing[0]}= is missing", 0, len(text))
        hands = tuple(cards_of(hand) for hand in words["hands"].split("/"))
        given = dict(pair.split(":") for pair in words.get("rules", "").split(",") if pair)
        rules, _ = GAME.rules(len(hands), given)
        totals = [None if part == "x" else int(part) for part in words["totals"].split(",")]
        state = State(rules, Deal(hands, UNKNOWN, cards_of(words["pile"].strip("-"))),
                      int(words["round"]), totals)  # fmt: skip
        state.stakes = list(cards_of(words["stakes"].strip("-")))
        state.discard = list(cards_of(words["discard"]))
        state.turn = -1 if words["turn"] == "-" else int(words["turn"]) - 1
        state.starter = None if words["starter"] == "-" else int(words["starter"]) - 1
        state.opening = len(state.stakes) < len(hands)
        state.midturn, state.turns = words["half"] == "yes", int(words["turns"])
        state.end = words.get("end")
        return state

    def format_position(self, state: BaseState) -> str:
        assert isinstance(state, State)
        seats = ["-" if seat is None or seat < 0 else str(seat + 1)
                 for seat in (state.turn, state.starter)]  # fmt: skip
        values = (
            "/".join(map(text_of, state.hands)), text_of(state.stakes) or "-",
            text_of(state.discard), text_of(state.pile) or "-", seats[0],
            "yes" if state.midturn else "no", str(state.turns), seats[1], str(state.number),
            ",".join("x" if total is None else str(total) for total in state.totals),
        )  # fmt: skip
        words = ["toy", *(f"{name}={value}" for name, value in zip(_POSITION, values, strict=True))]
        words += [f"end={state.end}"] if state.end else []
        changed = [f"{name}:{Option.write(value)}" for name, value in state.rules.changed().items()]
        return " ".join(words + ([f"rules={','.join(changed)}"] if changed else []))

    def parse_parts(self, text: str, rules: Rules) -> NoReturn:
        raise TextError("toy-no-parts", "points have no parts here", 0, len(text) or 1)

    def show(self, view: View, names: Sequence[str]) -> list[str]:
        lines = [f"Round {view.number}, turn {view.turns + 1}"]
        lines += [f"{name}: {size} cards" for name, size in zip(names, view.sizes, strict=True)]
        pile = f"Discard pile: {text_of(view.discard)}, draw pile: {view.pile} cards"
        return [*lines, pile, f"Hand of {names[view.seat]}: {text_of(view.hand)}"]


NOTATION = ToyNotation()
