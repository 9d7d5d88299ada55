"""Train what the expert of SKYJO knows beforehand: ``python -m benchmarks.tune_skyjo``.

    python -m benchmarks.tune_skyjo weights [SIZE] [--group PLAYERS]
        the nets of games/skyjo/gauge.py, anew: all, or those for this number of players
    python -m benchmarks.tune_skyjo outlook [SIZE]
        the constants of games/skyjo/outlook.py

`weights` plays SIZE turns (default 1,000,000) by the rule of thumb and learns from
them how rounds end; then three times more by what was learned (STEPS). What a net
learns from is the margin at the end of the round less the luck after the turn,
whose mean is 0, mixed with what the net before said after the seat's next turns
(TRUST): the first is right in the mean, the second varies less. A few turns are
made at random, so that bad positions are known too. It takes some 2 minutes of
processor time a group and writes games/skyjo/weights.py after each.
OPENBLAS_NUM_THREADS=1 keeps it to one core.

`outlook` plays SIZE matches (default 2000) of thumbs for each number of players and
prints the constants with which the winners were likeliest after each round.
"""

from __future__ import annotations

import argparse
import base64
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import games
from benchmarks import learning
from benchmarks.learning import Adam
from games.search import compiled
from games.search.chance import Dice, below, dice_of
from games.skyjo import bridge, gauge, kernel
from games.skyjo import layout as at
from games.skyjo import thumb as thumbs
from games.skyjo.gauge import HIDDEN, INPUTS, UNIT, WEIGHTS
from games.skyjo.layout import Numbers, Round
from games.skyjo.thumb import Measures, habits_for, thumb, turn_by_thumb
from games.skyjo.weights import weights_for

GROUPS = ((2,), (3, 4), (5, 6, 7, 8))
"""The numbers of players that share a pair of nets; see `weights.weights_for`."""
STEPS = ((1.0, 6, 1e-2), (1.0, 8, 7e-3), (2.0, 8, 5e-3), (2.0, 8, 2e-3))
"""For each step of the training: its turns in SIZE, how often each is learned from, how fast."""
AT_RANDOM = 15
"""So many turns of 1000 are made at random."""
TRUST = 0.3
"""How much the guess after a seat's next turn counts against what came of it."""
LONG = 40
"""After so many laps a round is stopped."""
LIMIT = 100
PATH = Path(__file__).parent.parent / "games" / "skyjo" / "weights.py"


# Playing


@compiled.njit(cache=False)
def gather(
    state: Round,
    trained: bool,
    weights: Measures,
    inputs: Measures,
    margins: Measures,
    nets: Numbers,
    whose: Numbers,
    guesses: Measures,
    luck: Measures,
    ahead: Measures,
    habits: Measures,
    dice: Dice,
    rooms: tuple[Measures, Measures, Measures, Numbers, Numbers],
) -> int:
    """Play rounds until the arrays are full; how many turns were noted.

    For each: the inputs after it, the margin it is thought to lead to, which net it is for.
    """
    gauged, gains, notes, moves, points = rooms
    players, noted = state[at.PLAYERS], 0
    while noted < len(inputs) - 1000:
        kernel.deal(state, -1, dice)
        luck[:] = 0.0
        first = noted
        for seat in range(0 if trained else players):
            habits[seat, thumbs.TEMPO] = 0.1 * below(dice, 16)
            habits[seat, thumbs.MARGIN] = 6 + below(dice, 14)
            habits[seat, thumbs.SPREAD] = 0.1 * below(dice, 16)
        while state[at.PHASE] != at.OVER:
            if state[at.PHASE] < at.OWN_TURN:
                kernel.apply(state, thumb(state, habits, notes), dice)
                continue
            if state[at.TURNS] > LONG * players:
                kernel.stop(state)
                break
            seat, counts = state[at.TURN_OF], state[at.ENDER] < 0
            if counts and below(dice, 1000) < AT_RANDOM:
                kernel.apply(state, moves[below(dice, kernel.legal(state, moves))], dice)
                if state[at.PHASE] == at.IN_HAND:
                    kernel.apply(state, moves[below(dice, kernel.legal(state, moves))], dice)
            elif trained:
                luck[seat] += gauge.turn_by_gauge(
                    state, weights, gauged, gains, habits, notes, dice
                )
            else:
                luck[seat] += turn_by_thumb(state, habits, notes, dice)
            if counts and state[at.PHASE] != at.OVER and noted < len(inputs):
                guesses[noted] = gauge.guess(state, seat, weights, gauged)
                for i in range(INPUTS):
                    inputs[noted, i] = gauged[i]
                nets[noted] = state[at.ENDER] >= 0
                whose[noted] = seat
                margins[noted] = against(luck, seat, players)
                noted += 1
        kernel.scores(state, points)
        for seat in range(players):
            ahead[seat] = -against(points, seat, players) - against(luck, seat, players)
        trust = TRUST if trained else 0.0
        for turn in range(noted - 1, first - 1, -1):
            seat, had = whose[turn], margins[turn]
            margin = ahead[seat] + had
            ahead[seat] = trust * guesses[turn] + (1.0 - trust) * margin - had
            margins[turn] = margin / UNIT
    return noted


@compiled.njit(cache=False)
def against(values: Measures | Numbers, seat: int, players: int) -> float:
    """What a seat has more than the mean of the others."""
    others = -values[seat]
    for other in range(players):
        others += values[other]
    return float(values[seat] - others / (players - 1))


@compiled.njit(cache=False)
def duel(
    state: Round,
    weights: Measures,
    margins: Measures,
    habits: Measures,
    dice: Dice,
    luck: Dice,
    rooms: tuple[Measures, Measures, Measures, Numbers, Numbers],
) -> None:
    """The margin of one seat by gauge against thumbs, for each deal the mean of all seats."""
    gauged, gains, notes, _, points = rooms
    players = state[at.PLAYERS]
    for number in range(len(margins)):
        dice[0] += np.uint64(12345678912345)
        total = 0.0
        for seat in range(players):
            luck[0] = dice[0]
            kernel.deal(state, -1, luck)
            while state[at.PHASE] != at.OVER:
                if state[at.PHASE] < at.OWN_TURN:
                    kernel.apply(state, thumb(state, habits, notes), luck)
                elif state[at.TURNS] > LONG * players:
                    kernel.stop(state)
                elif state[at.TURN_OF] == seat:
                    gauge.turn_by_gauge(state, weights, gauged, gains, habits, notes, luck)
                else:
                    turn_by_thumb(state, habits, notes, luck)
            kernel.scores(state, points)
            total -= against(points, seat, players)
        margins[number] = total / players


def _rooms() -> tuple[Measures, Measures, Measures, Numbers, Numbers]:
    return (
        np.zeros(gauge.NOTES),
        np.zeros(at.MOVES),
        np.zeros(thumbs.NOTES),
        np.zeros(at.MOST_MOVES, dtype=np.int64),
        np.zeros(at.MOST_PLAYERS, dtype=np.int64),
    )


def _round(players: int) -> Round:
    return bridge.round_under(games.get("skyjo").rules(players)[0])


def turns(
    players: int, weights: Measures | None, size: int, seed: int
) -> tuple[Measures, Measures, Numbers]:
    """Inputs, margins and nets of so many turns, by thumb where there are no weights."""
    inputs, margins = np.zeros((size, INPUTS)), np.zeros(size)
    nets, whose = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    noted = gather(
        _round(players),
        weights is not None,
        np.zeros((2, WEIGHTS)) if weights is None else weights,
        inputs,
        margins,
        nets,
        whose,
        np.zeros(size),
        np.zeros(at.MOST_PLAYERS),
        np.zeros(at.MOST_PLAYERS),
        habits_for(players),
        dice_of(seed),
        _rooms(),
    )
    return inputs[:noted], margins[:noted], nets[:noted]


def told(players: int, weights: Measures, deals: int) -> str:
    """How the policy of these weights does against thumbs."""
    margins = np.zeros(deals)
    arrays = (habits_for(players), dice_of(3), dice_of(0), _rooms())
    duel(_round(players), weights, margins, *arrays)
    error = margins.std() / deals**0.5
    return f"{players} players: {margins.mean():.2f} ± {error:.2f} points a round over thumbs"


# Learning


def fit(
    inputs: Measures, answers: Measures, start: Measures | None, epochs: int, rate: float
) -> Measures:
    """The weights of a net that gives these answers with the least squares (Adam, in batches)."""
    chance = np.random.default_rng(0)
    if start is None:
        start = np.concatenate(
            [
                chance.normal(0, INPUTS**-0.5, INPUTS * HIDDEN),
                chance.normal(0, 0.3, HIDDEN),
                chance.normal(0, HIDDEN**-0.5, HIDDEN),
                [answers.mean()],
            ]
        )
    weights, batch = start.astype(np.float32), 1024
    inputs, answers = inputs.astype(np.float32), answers.astype(np.float32)
    adam = Adam(weights, rate, epochs * (len(inputs) // batch))
    for _ in range(epochs):
        order = chance.permutation(len(inputs))
        for first in range(0, len(inputs) - batch + 1, batch):
            chosen = order[first : first + batch]
            given = inputs[chosen]
            said, hidden = learning.told(weights, given)
            wrong = (said - answers[chosen]) / batch
            adam.step(weights, learning.slope(weights, given, hidden, wrong))
    return weights.astype(np.float64)


def train(group: Sequence[int], size: int) -> Measures:
    """The pair of nets for these numbers of players, from nothing."""
    weights: Measures | None = None
    for step, (share, epochs, rate) in enumerate(STEPS, 1):
        begun = time.process_time()
        parts = [
            turns(players, weights, int(share * size) // len(group), 100 * step + players)
            for players in group
        ]
        inputs, margins, nets = map(np.concatenate, zip(*parts, strict=True))
        weights = np.array(
            [
                fit(
                    inputs[nets == net],
                    margins[nets == net],
                    None if weights is None else weights[net],
                    epochs * (1 + 7 * net),  # of rounds just ended there are few
                    rate,
                )
                for net in (0, 1)
            ]
        )
        print(f"step {step}: {time.process_time() - begun:.0f} s", flush=True)
        for players in group:
            print(told(players, weights, 8000 // players), flush=True)
    assert weights is not None
    return weights


def train_all(size: int, players: int | None) -> None:
    """New nets for the group of this number of players, or for all; the others stay."""
    nets = [weights_for(group[0]) for group in GROUPS]
    for number, group in enumerate(GROUPS):
        if players is None or players in group:
            nets[number] = train(group, size)
            write(np.array(nets))


def write(weights: Measures) -> None:
    """Put weights into games/skyjo/weights.py."""
    text = base64.b85encode(weights.astype("<f2").tobytes()).decode()
    lines = "".join(f'    "{text[i : i + 92]}"\n' for i in range(0, len(text), 92))
    before = PATH.read_text(encoding="utf-8").partition("_TEXT = ")[0]
    PATH.write_text(f"{before}_TEXT = (\n{lines})\n", encoding="utf-8")


# The match


@compiled.njit(cache=False)
def match(
    state: Round,
    totals: Measures,
    habits: Measures,
    dice: Dice,
    rooms: tuple[Measures, Measures, Measures, Numbers, Numbers],
) -> int:
    """Play a match of thumbs; note the totals after each round; how many there were."""
    _, _, notes, _, points = rooms
    players, rounds, on = state[at.PLAYERS], 0, True
    for seat in range(players):
        state[at.TOTALS + seat] = 0
    kernel.deal(state, -1, dice)
    while on:
        while state[at.PHASE] != at.OVER:
            if state[at.PHASE] < at.OWN_TURN:
                kernel.apply(state, thumb(state, habits, notes), dice)
            else:
                turn_by_thumb(state, habits, notes, dice)
        kernel.scores(state, points)
        on = kernel.next_round(state, points, dice)
        for seat in range(players):
            totals[rounds, seat] = state[at.TOTALS + seat]
        rounds += 1
    return rounds


def outlook(size: int) -> None:
    """Print the constants that fit best, for each number of players."""
    for players in games.get("skyjo").players:
        left: list[float] = []
        behind: list[Measures] = []  # each seat's total less the winner's
        totals = np.zeros((200, players))
        arrays = (habits_for(players), dice_of(players), _rooms())
        for _ in range(size):
            rounds = match(_round(players), totals, *arrays)
            winner = int(totals[rounds - 1].argmin())
            for number in range(rounds - 1):
                left.append(LIMIT - totals[number].max())
                behind.append(totals[number] - totals[number, winner])
        roots, gaps = np.sqrt(np.array(left)), np.array(behind)
        best = min(
            (
                float(np.log(np.exp(-gaps / (base + slope * roots)[:, None]).sum(1)).mean()),
                base,
                slope,
            )
            for base in np.arange(0.5, 8, 0.5)
            for slope in np.arange(0.2, 4, 0.1)
        )
        print(f"{players} players: base {best[1]:.1f}, slope {best[2]:.1f}", flush=True)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("weights", "outlook"))
    parser.add_argument("size", type=int, nargs="?", help="turns a step, or matches")
    parser.add_argument("--group", type=int, choices=range(2, 9), metavar="PLAYERS")
    given = parser.parse_args()
    if given.what == "weights":
        train_all(given.size or 1_000_000, given.group)
    else:
        outlook(given.size or 2000)


if __name__ == "__main__":
    main()
