"""At every move of whole rounds of SCOUT: moves and positions come back from their text."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.deals import Shuffler
from games.game import Move
from games.options import Rules
from games.scout import GAME
from games.scout.moves import Show
from games.scout.state import Deal, State
from notation.scout import NOTATION

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
OPTIONS: dict[int, dict[str, object]] = {
    2: {"voluntary_stop": "true", "scout_token_to": "owner", "flip": "rotate"},
    3: {"all_scouted_empty": "continue", "exempt": "emptied"},
    4: {"first_starter": "random", "turn_limit": 50},
    5: {"first_starter": 4, "flip": "rotate", "turn_limit": "none"},
}


def positions(rules: Rules, seed: str) -> Iterator[tuple[State, int, Move]]:
    """A round of random play: each state with the move that comes next, and its seat."""
    shuffler = Shuffler(seed, 1)
    state = GAME.begin(rules, (), GAME.deal(rules, (), shuffler))
    dice = random.Random(seed)
    while state.end is None:
        chance = state.chance()
        if chance is not None and not state.opening:
            seat, move = -1, GAME.draw(chance, shuffler)
        else:
            seat = state.turn
            # Mostly by kind, so that Shows and Scouts are not lost among the Scout & Shows.
            legal = state.legal()
            kind = dice.choice(list(dict.fromkeys(map(type, legal))))
            move = dice.choice([move for move in legal if type(move) is kind])
        yield state, seat, move
        state.apply(seat, move)
    yield state, -1, ()


def variants() -> list[Rules]:
    return [
        GAME.rules(players, given)[0] for players in range(2, 6) for given in ({}, OPTIONS[players])
    ]


@pytest.mark.parametrize(
    "rules", variants(), ids=lambda rules: f"{rules.players} {rules.changed()}"
)
def test_moves_and_positions_of_a_round_come_back(rules: Rules) -> None:
    for state, seat, move in positions(rules, "text"):
        line = NOTATION.format_position(state)
        assert NOTATION.format_position(NOTATION.parse_position(line)) == line
        if seat < 0:
            continue
        view = state.view(seat)
        legal = state.legal()
        assert NOTATION.parse_position(line).legal() == legal
        for offered in legal:
            text = NOTATION.choice(offered)
            assert NOTATION.parse(text) == (offered,)
            assert NOTATION.choose(text, view, legal) == [offered]
            assert NOTATION.choose(f"{seat + 1}.{text}", view, legal) == [offered]
        done = state.complete(seat, move)
        assert NOTATION.parse(NOTATION.format((done,))) == (done,)
        for by in range(rules.players):
            seen = state.seen(seat, done, by)
            text = NOTATION.format((seen,))
            assert NOTATION.format(NOTATION.parse(text)) == text


@pytest.mark.parametrize("players", range(2, 6))
def test_values_and_positions_find_every_legal_show(players: int) -> None:
    for state, seat, _ in positions(GAME.rules(players)[0], "shows"):
        if seat < 0:
            continue
        view, legal = state.view(seat), state.legal()
        for move in legal:
            if isinstance(move, Show):
                first, last = move.at + 1, move.at + len(move.values)
                assert NOTATION.choose(f"{first}-{last}", view, legal) == [move]
                values = NOTATION.choice(move).partition(":")[2]
                assert move in NOTATION.choose(values, view, legal)


@pytest.mark.parametrize("players", range(2, 6))
def test_there_are_words_for_everything(players: int) -> None:
    for state, seat, move in positions(GAME.rules(players, OPTIONS[players])[0], "words"):
        for by in range(players):
            lines = NOTATION.show(state.view(by), NAMES)
            assert len(lines) == players + 3
            assert all(line.isascii() and "\n" not in line for line in lines)
        if seat < 0:
            continue
        view = state.view(seat)
        assert all(NOTATION.explain(offered, view) for offered in state.legal())
        for event in state.copy().apply(seat, move):
            assert all(NOTATION.tell(event, NAMES, by) for by in (None, *range(players)))


def test_a_round_of_which_nothing_was_dealt_in_the_open() -> None:
    """The same round from a deal that nobody noted, each move as all others saw it."""
    rules = GAME.rules(4, {"first_starter": 1})[0]
    dealt = GAME.begin(rules, (), GAME.unknown_deal(rules))
    for state, seat, move in positions(rules, "open"):
        line = NOTATION.format_position(dealt)
        assert NOTATION.format_position(NOTATION.parse_position(line)) == line
        if seat < 0:
            break
        text = NOTATION.format((state.seen(seat, state.complete(seat, move), -1),))
        (seen,) = NOTATION.parse(text)
        dealt.check(seat, seen)
        assert NOTATION.format((dealt.complete(seat, seen),)) == text
        dealt.apply(seat, seen)


def test_every_deal_comes_back() -> None:
    for players in range(2, 6):
        rules = GAME.rules(players)[0]
        for number in range(5):
            deal = GAME.deal(rules, (), Shuffler("deal", number))
            assert isinstance(deal, Deal)
            assert NOTATION.parse_deal(NOTATION.format_deal(deal), rules) == deal
