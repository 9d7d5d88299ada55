"""Whole matches for tests: played by a dealer, kept by a recorder, read back by the reader."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import games
from games.dealer import Dealer
from games.deals import ALGORITHM
from games.game import Event, Game, Move, Round, State
from games.options import Rules
from notation import codec, reader, writer
from notation.match import Player
from notation.recorder import Recorder
from notation.replay import word

Choose = Callable[[State, list[Move]], Move]
"""How somebody who sees everything chooses one of the legal moves."""


@dataclass(slots=True)
class Played:
    """A match as it was played: what a record of it has to say."""

    rules: Rules
    words: list[list[str]] = field(default_factory=list)
    """The words of each round, as they were made."""
    rounds: list[Round] = field(default_factory=list)
    plies: int = 0
    over: bool = False


def fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk after each move: that it is waited for is tested elsewhere."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def at_random(seed: object, tastes: Mapping[type, float] | None = None) -> Choose:
    """Any legal move; with `tastes`, first a kind of move, as likely as said (1 if nothing is)."""
    dice = random.Random(str(seed))
    return lambda _, legal: taste(legal, tastes, dice)


def taste(legal: list[Move], tastes: Mapping[type, float] | None, dice: random.Random) -> Move:
    """One of the legal moves; see `at_random`."""
    if tastes is None:
        return dice.choice(legal)
    kinds = list(dict.fromkeys(map(type, legal)))
    kind = kinds[0]
    if len(kinds) > 1:
        (kind,) = dice.choices(kinds, [tastes.get(each, 1) for each in kinds])
    return dice.choice([move for move in legal if type(move) is kind])


def by_bots(game: Game, names: Sequence[str], seed: int = 1) -> Choose:
    """As the built-in players of these names do, one a seat."""
    bots = [game.bots[name].make(seed + seat) for seat, name in enumerate(names)]

    def choose(state: State, legal: list[Move]) -> Move:
        return bots[state.turn].choose(state.view(state.turn), legal)

    return choose


def rules_of(game: str, players: int, options: Mapping[str, object] | None = None) -> Rules:
    """Rules in which every option said applies."""
    rules, warnings = games.get(game).rules(players, options)
    assert not warnings
    return rules


def record(
    path: Path,
    rules: Rules,
    game: str,
    seed: str,
    choose: Choose,
    *,
    most_rounds: int = 100,
    most_moves: int = 1 << 30,
    after: Callable[[State, Sequence[Event]], None] = lambda *_: None,
) -> Played:
    """Play a match, or the beginning of one, into a file; `after` sees what each move caused."""
    notation = codec.get(game)
    played = Played(rules)

    def listen(seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        played.words[-1].append(word(notation, seat, moves))
        recorder.play(seat, moves, state, choice=choice)

    dealer = Dealer(notation.game, rules, seed, listener=listen)
    with Recorder(path, notation) as recorder:
        names = [Player(f"P{seat}") for seat in range(1, rules.players + 1)]
        shuffle = {"algorithm": ALGORITHM, "seed": seed}
        recorder.begin_match(writer.header(notation.game, names, rules, {}, shuffle))
        while not dealer.over and len(dealer.past) < most_rounds:
            deal = dealer.draw_deal()
            recorder.begin_round(deal)
            played.words.append([])
            after(dealer.state, events) if (events := dealer.begin_round(deal)) else None
            while (state := dealer.state).end is None:
                if played.plies >= most_moves and not state.midturn:
                    return played
                after(state, dealer.play(choose(state, state.legal())))
                played.plies += 1
            dealer.end_round()
            result = dealer.past[-1]
            assert result.end is not None
            recorder.end_round(result.end, result.scores)
            played.rounds.append(result)
        played.over = dealer.over
        if dealer.over:
            totals = [total for total in dealer.totals if total is not None]
            recorder.end_match(totals, notation.game.winners(totals))
    return played


def parts_of(text: str | bytes, name: str = "match.yaml") -> list[reader.Part]:
    """The matches of a file."""
    data = text.encode() if isinstance(text, str) else text
    return list(reader.read(io.BytesIO(data), name))


def part_of(text: str | bytes) -> reader.Part:
    """The only match of a file."""
    (part,) = parts_of(text)
    return part


def errors_of(text: str | bytes) -> list[str]:
    """The codes of what is wrong in a file, with the lines: ``wrong-score:12``."""
    return [
        f"{fault.code}:{fault.line}"
        for part in parts_of(text)
        for fault in part.diagnostics
        if fault.severity == "error"
    ]


def canonical_of(part: reader.Part, seat: int | None = None) -> str:
    """The canonical form of a match that was read."""
    assert part.audit is not None
    return writer.canonical(part.audit, part.document, seat)


def everything(value: Any) -> Any:
    """All that an object holds, as something that can be compared, whatever changes later."""
    if isinstance(value, (list, tuple)):
        return tuple(map(everything, value))
    if isinstance(value, (set, frozenset)):
        return frozenset(map(everything, value))
    if isinstance(value, Mapping):
        return tuple((everything(key), everything(item)) for key, item in value.items())
    if isinstance(value, (int, str, bytes, type(None))):
        return value
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return tuple(
        (name, everything(getattr(value, name)))
        for name in dict.fromkeys((*names, *getattr(value, "__dict__", ())))
        if hasattr(value, name)
    )


def option_sets(game: Game, players: int) -> Iterator[dict[str, str]]:
    """Sets of options in which every value of every option is there at least once.

    The first set is the defaults, the second has the second value of each, and
    so on; where an option has no more of them, they go round.
    """
    choices = {
        option.name: values_of(game, option.name, players)
        for option in game.options
        if option.applies(players)
    }
    for turn in range(max(map(len, choices.values()))):
        yield {
            name: values[turn if turn < len(values) else turn * step % len(values)]
            for step, (name, values) in enumerate(choices.items(), 2)
        }


def values_of(game: Game, name: str, players: int) -> list[str]:
    """The values of an option that tests try: every word, and some of the numbers."""
    (option,) = (option for option in game.options if option.name == name)
    numbers = NUMBERS.get((game.name, name), ())
    if option.seats:
        numbers = tuple(str(seat) for seat in range(1, players + 1))
    return list(dict.fromkeys((option.default, *option.words, *numbers)))


NUMBERS: dict[tuple[str, str], tuple[str, ...]] = {
    ("scout", "rounds"): ("1", "3"),
    ("scout", "turn_limit"): ("50", "60"),
    ("skyjo", "score_limit"): ("1", "60"),
    ("skyjo", "rounds"): ("1", "3"),
    ("skyjo", "turn_limit"): ("50", "60"),
    ("toy", "length"): ("4", "30"),
    ("toy", "rounds"): ("1", "3"),
}
"""Of the options that are numbers, beside the default, those that tests try."""
