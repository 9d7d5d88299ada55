"""No position of SCOUT that play leads to is refused: random rounds, known whole or in part."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.deals import Shuffler
from games.game import Move
from games.options import Rules
from games.scout import GAME
from games.scout.moves import UNNOTED, Scout, ScoutShow, Show, Starter
from games.scout.state import Deal, State
from notation.scout import NOTATION
from tests.games.scout_table import STYLES
from tests.record import option_sets, taste

CASES = [(players, options) for players in range(2, 6) for options in option_sets(GAME, players)]


def again(state: State) -> State:
    """The round of the line of a round, whose line is the same."""
    line = NOTATION.format_position(state)
    read = NOTATION.parse_position(line)
    assert NOTATION.format_position(read) == line
    return read


def played(rules: Rules, seed: str) -> Iterator[tuple[State, int, Move]]:
    """A round at random: before each choice or move the state, the seat, and what it does."""
    shuffler, dice = Shuffler(seed, 1), random.Random(seed)
    state = GAME.begin(rules, (), GAME.deal(rules, (), shuffler))
    style = dice.choice(STYLES)
    while state.end is None:
        due = None if state.opening else state.chance()
        seat, move = state.turn, GAME.draw(due, shuffler) if due else None
        move = move or state.complete(seat, taste(state.legal(), style, dice))
        yield state, seat, move
        state.apply(seat, move)
        read = again(state)
        assert (read.end, read.legal(), read.scores()) == (
            state.end, state.legal(), state.scores(),
        )  # fmt: skip


@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_position_of_a_round_comes_back(players: int, options: dict[str, str]) -> None:
    rules = GAME.rules(players, options)[0]
    for seed in range(2):
        for state, _, _ in played(rules, f"{options} {seed}"):
            assert again(state).turn == state.turn


def blurred(move: Move, dice: random.Random) -> Move:
    """A move of which something was not noted."""
    if type(move) is Show:
        if dice.random() < 0.5:
            return move._replace(at=-1)
        return move._replace(values=bytes(value * dice.randrange(2) for value in move.values))
    if type(move) is Scout:
        return move._replace(**dice.choice(({"to": -1}, {"card": 0})))
    if type(move) is ScoutShow:
        return ScoutShow(blurred(move.scout, dice), blurred(move.show, dice))
    return move


@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_position_of_a_record_with_gaps_comes_back(
    players: int, options: dict[str, str]
) -> None:
    rules = GAME.rules(players, options)[0]
    for missed in (0, 0.03, 0.3):
        seed = f"{options} {missed}"
        dice = random.Random(seed)
        noted: State | None = None
        for real, seat, move in played(rules, seed):
            if noted is None:
                hands = (bytes(card * dice.randrange(2) for card in hand) for hand in real.dealt)
                noted = GAME.begin(rules, (), Deal(tuple(hands)))
            if seat >= 0:
                due = None if noted.opening else noted.chance()
                if due is not None:
                    noted.apply(-1, Starter(seat))
                said = UNNOTED if dice.random() < missed else move
                said = blurred(said, dice) if dice.random() < 0.2 else said
                noted.check(seat, said)
                noted.apply(seat, said)
                again(noted)
        assert noted is not None
        if noted.end is None:
            noted.claim(real.end or "")
            again(noted)


def test_the_owner_to_show_again_is_among_them() -> None:
    # Each of the others scouts one card of the owner's three, and the round goes on.
    met = 0
    rules = GAME.rules(4, {"all_scouted_empty": "continue"})[0]
    for seed in range(20):
        for state, seat, _ in played(rules, f"again {seed}"):
            met += state.scouts == 3 and seat == state.owner
    assert met
