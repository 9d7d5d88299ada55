"""Train what `steady` of SCOUT thinks of moves: ``python -m benchmarks.train_scout_net PLAYERS``.

Plays rounds, stops at some turns of a learner, makes each of the 8 moves there
that the rule of thumb thinks most of, and plays on to the end with the same
cards. A net (games/scout/policy.py) learns from its inputs what comes of a
move: above all the differences between the moves of one turn, in which the luck of
the deal is the same. What the others hold is that way as likely as it is in play.

In the first step the learner plays on by the rule of thumb, in the later ones by the net of
the step before. It sits with thumbs, with others who always show their largest block, with
thumbs whose weights are changed at random, and with a mixture. Writes games/scout/nets.npz.

    python -m benchmarks.train_scout_net 2
    python -m benchmarks.train_scout_net 4 --positions 500000

So were the nets trained that are there, 3 and 5 as 2: 15 and 30 minutes of processor time.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
from numpy.typing import NDArray

import games
from benchmarks import learning
from benchmarks.learning import Adam
from benchmarks.train_scout import LARGEST
from games.scout import bridge, kernel, nets
from games.scout.gauge import INPUTS
from games.scout.layout import PLAYERS, ROUND, TURN, Numbers, Round
from games.scout.policy import HIDDEN, MOST, NET, Rooms, lay_out, rooms, think
from games.scout.steady import steady
from games.scout.weights import weights_for
from games.scout.worth import WEIGHTS, Measures
from games.search.chance import Dice, below, between, dice_of
from games.search.compiled import inner, njit

Inputs = NDArray[np.float32]

CANDIDATES = 8
"""So many moves of a turn are played out."""
NARROW = 4
"""Of so many moves the net chooses while rounds are played out."""
OFTEN = 0.12
"""The share of the learner's turns that are learned from."""
ASTRAY = 0.15
"""After a turn that is learned from, how often any of the best moves is made."""
TABLES = (0.35, 0.4, 0.15)
"""How often the learner sits with thumbs, with `LARGEST`, with changed thumbs; else a mixture."""
SPREAD = 0.4
"""How much the weights of thumbs are changed, as a share of themselves."""
LEVEL = 0.1
"""How much the mean of the moves of a turn counts against their differences."""
EPOCHS, RATE, BATCH = 4, 3e-3, 512
PART = 20_000
_LONG = 300
_DECK = 45

OPEN, ENDED = 1, 2
"""Whether a move's worth was to be guessed, or is known as it ends the round; 0: no such move."""


# Playing


@inner
def seat_them(
    rows: Measures, largest: Measures, noise: Measures, tables: Measures, dice: Dice
) -> int:
    """Choose who sits where, a row of weights for each; the seat of the learner."""
    players, thumb = len(rows) - 1, rows[-1]
    one, drawn, alike = below(dice, players), between(dice), below(dice, 2)
    sort = 0
    while sort < len(tables) and drawn >= tables[sort]:
        drawn -= tables[sort]
        sort += 1
    for seat in range(players):
        others = sort == 1 or (sort == 3 and below(dice, 2) == 1)
        row = largest if others and seat != one else thumb
        for i in range(WEIGHTS):
            rows[seat, i] = row[i]
    if sort == 2:
        for i in range(WEIGHTS):
            change = 0.0
            for seat in range(players):
                if seat != one:
                    if not alike or change == 0.0:
                        change = SPREAD * noise[below(dice, len(noise))]
                    rows[seat, i] += change * max(abs(thumb[i]), 0.3)
    return one


@inner
def act(state: Round, one: int, rows: Measures, net: Measures, most: int, room: Rooms) -> int:
    """The move of the seat to act: of the learner the best by the net of so many, else by thumb."""
    if most and state[TURN] == one:
        best = 0
        for i in range(1, think(state, rows[-1], net, most, room)):
            if room.thought[i] > room.thought[best]:
                best = i
        found: int = room.found[best]
        return found
    move: int = steady(state, rows[state[TURN]], room.notes)
    return move


@inner
def play_on(state: Round, one: int, rows: Measures, net: Measures, most: int, room: Rooms) -> None:
    """Play a round to its end."""
    left = _LONG
    while state[TURN] >= 0 and left:
        kernel.apply(state, act(state, one, rows, net, most, room))
        left -= 1


@njit(cache=False)
def gather(
    state: Round, rows: Measures, largest: Measures, net: Measures, most: int, noise: Measures,
    tables: Measures, inputs: Inputs, kinds: Numbers, gains: Measures, cards: Numbers,
    points: Numbers, chosen: Numbers, worths: Measures, begun: Round, room: Rooms, dice: Dice,
) -> None:  # fmt: skip
    """Fill `inputs`, `kinds` and `gains`, of which each has a row for a turn.

    For each move its inputs, whether it ended the round, and by how much the margin
    at the end was above that after the move. The rest is room.
    """
    players, filled = state[PLAYERS], 0
    while filled < len(inputs):
        one = seat_them(rows, largest, noise, tables, dice)
        kernel.deal(state, kernel.ANYONE, cards, kernel.deck(players, cards), dice)
        while state[TURN] >= 0 and filled < len(inputs):
            move = 0
            if state[TURN] == one and between(dice) < OFTEN:
                found = think(state, rows[-1], net, CANDIDATES, room)
                for i in range(found):
                    chosen[i], worths[i] = room.found[i], room.first[i]
                for i in range(found if found > 1 else 0):
                    now, ends = lay_out(state, chosen[i], worths[i], rows[-1], room)
                    kinds[filled, i] = ENDED if ends else OPEN
                    for j in range(INPUTS):
                        inputs[filled, i, j] = 0.0 if ends else room.x[j]
                    for at in range(ROUND):
                        begun[at] = state[at]
                    kernel.apply(begun, chosen[i])
                    play_on(begun, one, rows, net, most, room)
                    kernel.scores(begun, points)
                    gains[filled, i] = _margin(points, one, players) - now
                for i in range(found, CANDIDATES):
                    kinds[filled, i] = 0
                if found > 1:
                    filled += 1
                    if between(dice) < ASTRAY:
                        move = chosen[below(dice, min(found, NARROW))]
            if move == 0:
                move = act(state, one, rows, net, most, room)
            kernel.apply(state, move)


@inner
def _margin(points: Numbers, seat: int, players: int) -> float:
    others = 0
    for other in range(players):
        if other != seat:
            others += points[other]
    own: int = points[seat]
    return own - others / (players - 1)


@njit(cache=False)
def duel(
    state: Round, rows: Measures, net: Measures, margins: Measures, cards: Numbers,
    points: Numbers, begun: Round, room: Rooms, dice: Dice,
) -> None:  # fmt: skip
    """The margins of the learner against thumbs of these weights, each deal in every seat."""
    players = state[PLAYERS]
    for number in range(len(margins)):
        kernel.deal(state, kernel.ANYONE, cards, kernel.deck(players, cards), dice)
        for at in range(ROUND):
            begun[at] = state[at]
        total = 0.0
        for one in range(players):
            for at in range(ROUND):
                state[at] = begun[at]
            play_on(state, one, rows, net, MOST, room)
            kernel.scores(state, points)
            total += _margin(points, one, players)
        margins[number] = total / players


def _whole(size: int) -> Numbers:
    """Room for whole numbers."""
    return np.zeros(size, dtype=np.int64)


def _round(players: int) -> Round:
    return bridge.round_under(games.get("scout").rules(players)[0])


Turns = tuple[NDArray[np.float16], Numbers, Measures]
"""Inputs, kinds and gains of the moves of turns."""


def turns(players: int, net: Measures | None, positions: int, seed: int) -> Turns:
    """So many turns; played on by thumb where there is no net."""
    shape = positions, CANDIDATES
    inputs = np.zeros((*shape, INPUTS), dtype=np.float16)
    kinds, gains = np.zeros(shape, dtype=np.int64), np.zeros(shape)
    noise = np.random.default_rng(seed).standard_normal(100_003)
    rows, dice, room = np.tile(weights_for(players), (players + 1, 1)), dice_of(seed), rooms()
    part = np.zeros((PART, CANDIDATES, INPUTS), dtype=np.float32)
    for first in range(0, positions, PART):
        last = min(positions, first + PART)
        gather(
            _round(players), rows, LARGEST, np.zeros(NET) if net is None else net,
            0 if net is None else NARROW, noise, np.array(TABLES), part[: last - first],
            kinds[first:last], gains[first:last], _whole(_DECK), _whole(players),
            _whole(CANDIDATES), np.zeros(CANDIDATES), _whole(ROUND), room, dice,
        )  # fmt: skip
        inputs[first:last] = part[: last - first]
    return inputs, kinds, gains


def told(players: int, net: Measures, others: Measures, deals: int = 2000) -> str:
    """How the net does against thumbs of some weights."""
    rows, margins = np.tile(others, (players + 1, 1)), np.zeros(deals)
    rows[-1] = weights_for(players)
    duel(
        _round(players), rows, net, margins, _whole(_DECK), _whole(players), _whole(ROUND),
        rooms(), dice_of(7),
    )  # fmt: skip
    return f"{margins.mean():+.2f} ± {margins.std() / deals**0.5:.2f}"


# Learning


def begin(chance: np.random.Generator) -> NDArray[np.float32]:
    """A net that knows nothing."""
    return np.concatenate(
        [
            chance.normal(0, INPUTS**-0.5, INPUTS * HIDDEN),
            chance.normal(0, 0.1, HIDDEN),
            chance.normal(0, 0.3 * HIDDEN**-0.5, HIDDEN),
            [0.0],
        ]
    ).astype(np.float32)


def fit(data: Turns, net: NDArray[np.float32], rate: float) -> NDArray[np.float32]:
    """The net that tells gains with the least squares (Adam, in batches of turns)."""
    inputs, kinds, gains = data
    chance = np.random.default_rng(0)
    net = net.copy()
    adam = Adam(net, rate, EPOCHS * (len(inputs) // BATCH))
    for _ in range(EPOCHS):
        order = chance.permutation(len(inputs))
        for first in range(0, len(inputs) - BATCH + 1, BATCH):
            chosen = order[first : first + BATCH]
            given = inputs[chosen].astype(np.float32).reshape(-1, INPUTS)
            answers, hidden = learning.told(net, given)
            guess = answers.reshape(BATCH, CANDIDATES)
            wrong = np.where(kinds[chosen] == OPEN, guess - gains[chosen], 0.0)
            there = kinds[chosen] > 0
            count = there.sum(axis=1, keepdims=True)
            level = wrong.sum(axis=1, keepdims=True) / count
            slope = (wrong - level + LEVEL * level / count) * (kinds[chosen] == OPEN)
            push = (2 * slope / BATCH).astype(np.float32).reshape(-1)
            adam.step(net, learning.slope(net, given, hidden, push))
    return net


def train(players: int, positions: int, steps: int) -> Measures:
    """The net for so many players, from nothing."""
    net, known = begin(np.random.default_rng(1)), None
    for step in range(steps):
        begun = time.process_time()
        # Thumbs are fast: there is time for more turns of them.
        wanted = 2 * positions if step == 0 else positions
        data = turns(players, known, wanted, 100 * players + step)
        played = time.process_time() - begun
        net = fit(data, net, RATE if step == 0 else RATE / 2)
        known = net.astype(np.float64)
        print(
            f"step {step + 1}: {played:.0f} s to play, "
            f"{time.process_time() - begun - played:.0f} s to learn; "
            f"over thumbs {told(players, known, weights_for(players))}, "
            f"over the largest block {told(players, known, LARGEST)}",
            file=sys.stderr, flush=True,
        )  # fmt: skip
    assert known is not None
    return known


# Writing


def write_net(players: int, net: Measures) -> None:
    """Put a net into games/scout/nets.npz, beside the others."""
    kept: dict[str, NDArray[np.float16]] = {}
    if nets.FILE.exists():
        with np.load(nets.FILE, allow_pickle=False) as before:
            kept = dict(before)
    kept[str(players)] = net.astype(np.float16)
    np.savez(nets.FILE, **{name: kept[name] for name in sorted(kept)})  # type: ignore[arg-type]


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", type=int, choices=range(2, 6), nargs="?", default=4)
    parser.add_argument(
        "--positions",
        type=int,
        default=250_000,
        help="turns a step, twice as many in the first (250,000)",
    )
    parser.add_argument("--steps", type=int, default=3)
    given = parser.parse_args()
    write_net(given.players, train(given.players, given.positions, given.steps))


if __name__ == "__main__":
    main()
