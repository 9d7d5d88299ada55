"""Whether advice is right: ``python -m benchmarks.advice``.

Positions come from rounds between rules of thumb in which every tenth move is
any legal one. In each, four moves are put before the tutor as it is at the
table: the best one by an analysis with twenty times the playouts and another
seed, the move of the bot `expert`, that of `greedy`, and a random one. The
long analysis is the judge:

* false alarms: how often the tutor warns of the best move;
* expert warned: how often it warns of the expert's move, and behind it how much
  these moves lose in the mean by the judge;
* recall: of the random moves that lose more than 3 points, how many it warns of;
* precision: of all warnings, how many are of moves that lose more than half the
  threshold by the judge;
* bias: the mean loss of the random moves by the tutor, less that by the judge;
* errors: by how many standard errors the two differ, root of the mean square;
  1 where these errors are true ones;
* the milliseconds of processor time that a hint takes: median, longest.

All chance depends on the seed, the game and the number of players. Some of it:

    python -m benchmarks.advice --game scout --players 4 --positions 50
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import games
from games.bots import Budget
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Move, State
from notation import codec
from scoutcli.analysis import Analyst, Candidate
from scoutcli.analysis.words import hint, is_clear
from scoutcli.table.words import Turn

SEATS = {"scout": (2, 3, 4, 5), "skyjo": (2, 4, 8)}
POSITIONS = 100
DEEPER = 20
LARGE = 3.0
"""A loss that has to be found, in points."""
EACH = 5
"""Of so many decisions one is looked at."""


def positions(name: str, players: int, seed: str, count: int) -> Iterator[State]:
    """So many positions in which there is a choice."""
    game = games.get(name)
    rules, _ = game.rules(players)
    number = 0
    while True:
        number += 1
        shuffler, dice = Shuffler(seed, number), random.Random(f"{seed} {number} {players}")
        state = game.begin(rules, [], game.deal(rules, [], shuffler))
        bots = [game.bots["steady"].make(seat) for seat in range(players)]
        decisions = 0
        while state.end is None:
            due, legal = state.chance(), state.legal()
            if due is None:
                decisions += len(legal) > 1
                if len(legal) > 1 and decisions % EACH == number % EACH:
                    yield state
                    count -= 1
                    if not count:
                        return
                move = bots[state.turn].choose(state.view(state.turn), legal)
                move = dice.choice(legal) if dice.random() < 0.1 else move
                due = state.chance(move)
            if due is not None:
                state.apply(-1, game.draw(due, shuffler))
                continue
            state.apply(state.turn, move)


@dataclass
class Tally:
    """What was found at one kind of table."""

    looked: int = 0
    false_alarms: int = 0
    expert_warned: int = 0
    expert_lost: list[float] = field(default_factory=list)
    large: int = 0
    large_found: int = 0
    warnings: int = 0
    just: int = 0
    differences: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def row(self, name: str, players: int) -> list[str]:
        """The figures as words of a table."""
        return [
            name, str(players), str(self.looked), share(self.false_alarms, self.looked),
            share(self.expert_warned, self.looked), f"{statistics.mean(self.expert_lost):.2f}",
            f"{share(self.large_found, self.large)} of {self.large}",
            f"{share(self.just, self.warnings)} of {self.warnings}",
            f"{statistics.mean(self.differences):+.2f}",
            f"{math.sqrt(statistics.mean(each**2 for each in self.errors)):.2f}",
            f"{1000 * statistics.median(self.seconds):.0f}", f"{1000 * max(self.seconds):.0f}",
        ]  # fmt: skip


HEAD = (
    "game", "players", "positions", "false alarms", "expert warned", "expert loses", "recall",
    "precision", "bias", "errors", "ms median", "ms most",
)  # fmt: skip


def share(some: int, of: int) -> str:
    """A part of a number in per cent; ``-`` of nothing."""
    return f"{some / of:.1%}" if of else "-"


def no_fault(_: Move) -> RuleError | None:
    """Every move that is asked about is legal."""
    return None


def look(state: State, tutor: Analyst, judge: Analyst, dice: random.Random, tally: Tally) -> None:
    """Judge the moves of one position."""
    view, legal, game = state.view(state.turn), state.legal(), tutor.game
    start = time.process_time()
    hint(tutor, Turn(codec.get(game.name), view, legal, no_fault))
    tally.seconds.append(time.process_time() - start)
    expert = game.bots["expert"].make(1).choose(view, legal)
    greedy = game.bots["greedy"].make(1).choose(view, legal)
    anything = dice.choice(legal)
    wanted = list(dict.fromkeys((expert, greedy, anything)))
    judged = judge.candidates(view, legal, wanted)
    truth = {each.move: each for each in judged}
    lost = {each.move: judged[0].worth - each.worth for each in judged}
    tally.looked += 1
    tally.expert_lost.append(lost[expert])
    for move in dict.fromkeys((judged[0].move, expert, greedy, anything)):
        found = tutor.candidates(view, legal, [move])
        mine = next(each for each in found if each.move == move)
        warned = is_clear(tutor, found[0], mine)
        tally.warnings += warned
        tally.just += warned and lost[move] > tutor.reasons.MARKS[1] / 2
        tally.false_alarms += warned and move == judged[0].move
        tally.expert_warned += warned and move == expert
        if move == anything:
            tally.large += lost[move] > LARGE
            tally.large_found += warned and lost[move] > LARGE
            compare(tally, found[0], mine, truth[move], lost[move])


def compare(tally: Tally, best: Candidate, mine: Candidate, judged: Candidate, lost: float) -> None:
    """Note by how much a loss differs from that of the judge."""
    difference = best.worth - mine.worth - lost
    error = math.hypot(mine.error, judged.error)
    tally.differences.append(difference)
    if error:
        tally.errors.append(difference / error)


def main() -> None:
    """Print the figures of the tables that were asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=sorted(SEATS), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", default="advice")
    given = parser.parse_args()
    print("\t".join(HEAD))
    for name in given.game or SEATS:
        game = games.get(name)
        tutor = Analyst(game, 1, notice=lambda text: print(text, file=sys.stderr))
        assert tutor.budget.playouts is not None
        judge = Analyst(game, 2, Budget(playouts=DEEPER * tutor.budget.playouts))
        for players in given.players or SEATS[name]:
            tally, dice = Tally(), random.Random(f"{given.seed} {players}")
            for state in positions(name, players, given.seed, given.positions):
                look(state, tutor, judge, dice, tally)
            print("\t".join(tally.row(name, players)), flush=True)


if __name__ == "__main__":
    main()
