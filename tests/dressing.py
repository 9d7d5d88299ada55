"""Matches with everything that a match file can hold, and a writer of the tests' own for them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.dealer import Dealer
from games.deals import ALGORITHM
from games.game import Move, State
from games.options import Rules
from games.scout.state import State as ScoutState
from notation import codec
from notation.codec import Notation
from notation.replay import word
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind

KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
MARKS = ("!", "?", "!!", "??", "!?", "?!")


# What a match holds


@dataclass
class Dressed:
    """A move with what is noted on it."""

    word: str
    notes: list[Any] = field(default_factory=list)


@dataclass
class Line:
    """A variation."""

    notes: list[str]
    moves: list[Dressed]


@dataclass
class Key:
    """A key with its value, ready to be written, and the comments before and behind it."""

    name: str
    value: Any
    before: list[str] = field(default_factory=list)
    behind: str = ""


@dataclass
class Block:
    """A block of lines: of a deal, or of dressed moves."""

    lines: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    moves: list[Dressed] = field(default_factory=list)
    is_open: bool = False
    """Whether the last move has a space behind it and nothing else."""


@dataclass
class Made:
    """A match: its keys, and those of its players and rounds, each a list of keys."""

    game: str
    keys: list[Key]
    cut: bool


class Maker:
    """Plays a match at random, and dresses it."""

    def __init__(self, game: str, rules: Rules, said: Mapping[str, str], dice: random.Random,
                 texts: Sequence[str], words: Sequence[str]) -> None:  # fmt: skip
        self.kind = KINDS[game]
        self.game = game
        self.notation: Notation = codec.get(game)
        self.rules = rules
        self.said = dict(said)
        self.dice = dice
        self.texts = texts
        self.words = words
        self.dealer = Dealer(self.kind.game, rules, str(dice.random()), listener=self._listen)
        self.heard: list[str] = []
        self.cut = False

    def make(self) -> Made:
        """The match."""
        dice = self.dice
        rounds: list[list[Key]] = []
        most = dice.randint(0, 3)
        while not self.dealer.over and len(rounds) < most and not self.cut:
            rounds.append(self._keys(self._round(last=len(rounds) == most - 1)))
        keys: list[tuple[str, Any]] = [("scoutcli", 1), ("game", self.game)]
        keys += self._texts("event", "site", "date", "table", "stage")
        keys.append(("players", [self._player() for _ in range(self.rules.players)]))
        if self.said:
            keys.append(("rules", self._keys(list(self.said.items()))))
        if dice.random() < 0.5:
            seed = self.dealer.seed
            keys.append(("shuffle", self._keys([("algorithm", ALGORITHM), ("seed", seed)])))
        keys += self._texts("pairing")
        if dice.random() < 0.2:
            keys.append(("practice", "yes"))
        if rounds:
            keys.append(("rounds", rounds))
        if rounds and not self.cut and dice.random() < 0.8:
            keys.append(("total", list(self.dealer.totals)))
            if self.dealer.over:
                totals = [total or 0 for total in self.dealer.totals]
                winners = self.kind.game.winners(totals)
                keys.append(("winners", [seat + 1 for seat in winners]))
        return Made(self.game, self._keys(keys), self.cut)

    def _player(self) -> list[Key]:
        name = self.dice.choice(self.texts)
        return self._keys([("name", name), *self._texts("bot", "team", "id")])

    def _texts(self, *names: str) -> list[tuple[str, Any]]:
        """Some of these keys, each with a text."""
        return [(name, self.dice.choice(self.texts)) for name in names if self.dice.random() < 0.2]

    def _keys(self, pairs: Sequence[tuple[str, Any]]) -> list[Key]:
        """Keys with comments here and there, and keys of the user's own behind them."""
        dice = self.dice
        keys = [Key(name, value) for name, value in pairs]
        if dice.random() < 0.15:
            growing = keys[-1].name == "rounds" and self.cut and len(keys) > 1
            growing |= isinstance(keys[-1].value, Block) and keys[-1].value.is_open
            place = dice.randint(1, len(keys) - growing)  # no more moves could follow behind it
            keys.insert(place, Key(f"x-{dice.choice('abc')}", self._own(2)))
        for key in keys:
            if key.name == "rules" or key.name in self.said:
                continue  # what goes without saying is left out, and its comments go elsewhere
            while dice.random() < 0.08:
                key.before.append(self._comment())
            if dice.random() < 0.08 and isinstance(key.value, (str, int)):
                key.behind = self._comment()
        return keys

    def _comment(self) -> str:
        text = f"# {self.dice.choice(self.texts)}".rstrip()
        return text.replace("\u2028", " ")

    def _own(self, depth: int) -> Any:
        """Anything."""
        pick = self.dice.randint(0, 4 if depth else 2)
        if pick == 3:
            return [self._own(depth - 1) for _ in range(self.dice.randint(0, 3))]
        if pick == 4:
            return {name: self._own(depth - 1) for name in self.dice.sample("kmn", 2)}
        return self.dice.choice([3, -1, *self.texts])

    # A round

    def _round(self, *, last: bool) -> list[tuple[str, Any]]:
        dice, dealer = self.dice, self.dealer
        stop = dice.randint(0, 40) if last and dice.random() < 0.5 else None
        deal = dealer.draw_deal()
        moves = Block()
        keys: list[tuple[str, Any]] = [
            ("deal", Block(self.notation.format_deal(deal).splitlines())),
        ]
        dealer.begin_round(deal)
        if last and dice.random() < 0.1:
            self.cut = True
            return keys
        while dealer.state.end is None:
            if stop is not None and len(moves.moves) >= stop and not dealer.state.midturn:
                self.cut = True
                break
            self._play(moves)
        if dice.random() < 0.2:
            moves.notes.append(dice.choice(self.words))
        keys.append(("moves", moves))
        if dice.random() < 0.1:
            keys.append(("faults", Block(["seat 1 move 3 time +151ms", "seat 2 move 7 crash 9"])))
        if self.cut:
            if not moves.moves and not moves.notes:
                keys.pop(1)
            if len(keys) > 1 and dice.random() < 0.3:
                keys.append(("end", dice.choice(["unfinished", "abandoned"])))
            moves.is_open = keys[-1][0] == "moves"
            return keys
        state = dealer.state
        done = dealer.end_round()
        assert done.end is not None
        if dice.random() < 0.15:
            return self._sheet(state, done.scores)
        return [*keys, ("end", done.end), ("score", list(done.scores))]

    def _sheet(self, state: State, scores: Sequence[int | None]) -> list[tuple[str, Any]]:
        """A round of which only the points were noted."""
        keys: list[tuple[str, Any]] = []
        if isinstance(state, ScoutState):
            if self.dice.random() < 0.5:
                hands = [
                    0 if seat == state.exempt else len(hand)
                    for seat, hand in enumerate(state.hands)
                ]
                lines = [
                    f"{seat}: {(score or 0) + hand}+0-{hand}"
                    for seat, (score, hand) in enumerate(zip(scores, hands, strict=True), 1)
                    if (score or 0) + hand >= 0
                ]
                if len(lines) == len(scores):
                    keys.append(("parts", Block(lines)))
        elif state.ender is not None:
            keys.append(("ender", state.ender + 1))
        return [*keys, ("score", list(scores))]

    def _play(self, moves: Block) -> None:
        """A word of the round, and the chance before it, dressed."""
        dealer = self.dealer
        before = dealer.state.copy()
        while True:
            state = dealer.state
            dealer.play(self.kind.choose(state, state.legal(), self.dice))
            if not dealer.state.midturn:
                break
        for text in self.heard:
            moves.moves.append(Dressed(text))
            if len(self.heard) == 1:
                self._dress(moves.moves[-1], before, 2)
        self.heard.clear()

    def _listen(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        del state, choice
        self.heard.append(word(self.notation, seat, moves))

    def _dress(self, move: Dressed, before: State, depth: int) -> None:
        dice = self.dice
        if dice.random() < 0.1:
            move.notes.append(dice.randint(1, 6))
        while dice.random() < 0.1:
            move.notes.append(dice.choice([*self.words, "[%eq +1.25]", "[%c] a [%d x y]"]))
        while depth and dice.random() < 0.08:
            line = self._line(before, depth - 1)
            if line is not None:
                move.notes.append(line)

    def _line(self, state: State, depth: int) -> Line | None:
        """Another line of play from a position; None where chance would have a word in it."""
        state = state.copy()
        line = Line([self.dice.choice(self.words)] if self.dice.random() < 0.2 else [], [])
        for _ in range(self.dice.randint(1, 4)):
            before, seat, done = state.copy(), state.turn, []
            if state.end is not None or seat < 0:
                break
            while True:
                move = self.dice.choice(state.legal())
                if state.chance(move) is not None:
                    return line if line.moves else None
                move = state.complete(seat, move)
                done.append(move)
                state.apply(seat, move)
                if not state.midturn:
                    break
            line.moves.append(Dressed(word(self.notation, seat, done)))
            self._dress(line.moves[-1], before, depth)
        return line if line.moves else None


# Two ways to write it


class Pen:
    """Writes a match; with dice, in any way that means the same."""

    def __init__(self, dice: random.Random | None = None) -> None:
        self.dice = dice

    def _maybe(self, chance: float = 0.3) -> bool:
        return self.dice is not None and self.dice.random() < chance

    def write(self, made: Made) -> str:
        """The text of the match."""
        first, *rest = made.keys
        keys = [first, *(rest if made.cut else self._shuffled(rest, "rounds"))]
        text = "".join(self._key(key, 0) for key in keys)
        if not self._maybe():
            text = "---\n" + text
        return text

    def _shuffled(self, keys: list[Key], pivot: str) -> list[Key]:
        """Keys in any order; only whether one of the user's own comes before `pivot` stays."""
        if self.dice is None:
            return keys
        names = [key.name for key in keys]
        own = [at for at, name in enumerate(names) if name.startswith("x-")]
        result = [key for at, key in enumerate(keys) if at not in own]
        self.dice.shuffle(result)
        if pivot not in names:
            return [*result, *(keys[at] for at in own)]
        place = [key.name for key in result].index(pivot)
        early = [keys[at] for at in own if at < names.index(pivot)]
        late = [keys[at] for at in own if at > names.index(pivot)]
        return [*result[:place], *early, *result[place:], *late]

    def _key(self, key: Key, indent: int) -> str:
        space = " " * indent
        before = "".join(f"{' ' * (self._maybe() + indent)}{line}\n" for line in key.before)
        behind = f"  {key.behind}" if key.behind else ""
        return f"{before}{space}{key.name}:{self._value(key, indent, behind)}"

    def _value(self, key: Key, indent: int, behind: str) -> str:
        value = key.value
        own = key.name.startswith("x-")
        if isinstance(value, Block):
            return self._block(key.name, value, indent)
        if isinstance(value, list) and value and isinstance(value[0], Key):
            return "\n" + "".join(self._key(each, indent + 2) for each in value)
        if isinstance(value, list) and value and isinstance(value[0], list) and not own:
            return "\n" + "".join(self._item(item, indent) for item in value)
        if key.name in ("total", "score", "winners"):
            gap = " " * (1 + self._maybe())
            return f" [{gap.join(f'{number},' for number in value)[:-1]}]\n"
        if own or key.name == "date" or not self._is_word(value):
            text = json.dumps(value, ensure_ascii=False).replace("\u2028", "\\u2028")
            return f" {text}{behind}\n"
        text = f'"{value}"' if self._maybe() and isinstance(value, str) else str(value)
        return f" {text}{behind}\n"

    @staticmethod
    def _is_word(value: Any) -> bool:
        """Whether it can stand without quotes, and then is what it is."""
        return isinstance(value, int) or (value.isascii() and value.replace("-", "").isalpha())

    def _item(self, keys: list[Key], indent: int) -> str:
        if not any(isinstance(key.value, Block) and key.value.is_open for key in keys):
            keys = self._shuffled(keys, "moves")
        if keys[0].before:  # a comment before the first key stands before the item
            before = "".join(f"{' ' * indent}{line}\n" for line in keys[0].before)
            keys = [Key(keys[0].name, keys[0].value, [], keys[0].behind), *keys[1:]]
        else:
            before = ""
        text = "".join(self._key(key, indent + 2) for key in keys)
        return f"{before}{' ' * indent}- {text[indent + 2 :]}"

    def _block(self, name: str, block: Block, indent: int) -> str:
        indent += 2 + 2 * self._maybe()
        lines = block.lines or self._moves(block)
        if name == "deal":
            lines = [self._case(line) for line in lines]
        text = "".join(f"{' ' * indent}{line}{' ' * 2 * self._maybe(0.1)}\n" for line in lines)
        return f" |\n{text.rstrip() + ' ' if block.is_open else text}"

    def _case(self, text: str) -> str:
        if not self._maybe():
            return text
        assert self.dice is not None
        return text.lower() if self.dice.random() < 0.5 else text.upper()

    def _moves(self, block: Block) -> list[str]:
        words = [self._comment(note) for note in block.notes]
        for move in block.moves:
            words += self._dressed(move)
        lines, line = [], ""
        for each in words:
            line += each
            if self._maybe(0.1):
                lines.append(line)
                line = " " * self._maybe() if lines else ""
            else:
                line += "   " if self._maybe(0.1) else " "
        return [*lines, line.rstrip(" ")] if line.strip() else lines

    def _dressed(self, move: Dressed) -> list[str]:
        words = [self._case(move.word)]
        notes = move.notes
        if not self._maybe():
            notes = sorted(notes, key=lambda note: not isinstance(note, int))
        for note in notes:
            if isinstance(note, int):
                words.append(MARKS[note - 1] if self._maybe() else f"${note}")
            elif isinstance(note, str):
                words.append(self._comment(note))
            else:
                words += ["(", *(self._comment(text) for text in note.notes)]
                for each in note.moves:
                    words += self._dressed(each)
                words.append(")")
        return words

    def _comment(self, text: str) -> str:
        escaped = text.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}")
        return "{" + escaped + "}"
