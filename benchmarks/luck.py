"""What luck explains of the results of equal players: ``python -m benchmarks.luck``.

Matches between players of one kind are played, and the luck of every round is
measured as `scoutcli annotate` does. What is left of the margins without it
is, for players who make no mistakes by the measure that luck is taken with
(`steady`, the rule of thumb itself), the residual; others have errors in it,
which are no one's in the mean, for all play alike. A table has:

* result, luck, left: the standard deviations of a seat's margin in a round, of
  its luck, and of what is left;
* round, match: the variance of what is left, as a part of that of the result;
* slope: by how many points the result rises with a point of luck, which should be 1;
* left at: the place behind the starter (0) for which the mean of what is left
  in a round is farthest from 0; the mean, and how many standard errors it is;
* event: the same of the worth of each kind of chance event, to the seat that it
  befell, or where it befell all, to each place. All means should be 0, but that of
  who starts, which is left out. (Means by seat would be 0 whatever luck was
  taken for: in a match all seats are alike.)
* the seconds of processor time that the luck of a match takes.

In SCOUT the deal is all the luck there is. ``floor`` says what part of the variance
no evaluation of deals could explain: the same deals are played twice by players
with other seeds, and what their results have in common is the deal's. What luck
leaves, the ratio, is the floor and an excess, which is the error of the luck; both
have standard errors. It needs players in whom there is some chance (`expert`).
``places`` measures what places at the table are worth in SCOUT, for
`games.scout.luck.PLACES`. All chance depends on the seed. Some of it:

    python -m benchmarks.luck --game skyjo --players 4 --bots greedy --matches 20
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from multiprocessing.pool import Pool as Jobs
from typing import NamedTuple

import games
from games.bots import Budget
from games.deals import Shuffler
from games.game import Game, Player, Round, State
from games.scout import luck as scout
from games.search.luck import Fell, Made, lucks, margins
from scoutcli.analysis.luck import PLAYOUTS

SEATS = {"scout": (2, 3, 4, 5), "skyjo": (2, 3, 4, 5, 6, 7, 8)}
BOTS = ("greedy", "steady", "expert")
EXPERT = Budget(playouts=300)

Margins = tuple[float, ...]


@dataclass(frozen=True)
class Wish:
    """A table to be measured."""

    game: str
    players: int
    bot: str
    playouts: int = PLAYOUTS
    again: int = 0
    """Which seed the players have; the deals stay the same."""


class Measured(NamedTuple):
    """A round: who started, the margins with which it ended, and what chance brought."""

    starter: int
    result: Margins
    fell: list[Fell]

    @property
    def luck(self) -> Margins:
        """What chance gave of the margins."""
        return total([each.worth for each in self.fell])

    @property
    def left(self) -> Margins:
        """What is left of them."""
        return less(self.result, self.luck)

    def place(self, seat: int) -> int:
        """How many seats behind the starter it is."""
        return (seat - self.starter) % len(self.result)


@dataclass
class Played:
    """The rounds of a match, and the processor time that their luck took."""

    rounds: list[Measured] = field(default_factory=list)
    seconds: float = 0.0


def seats(wish: Wish, match: int) -> list[Player]:
    """New players for a match."""
    bot = games.get(wish.game).bots[wish.bot]
    seeds = [1000 * match + 100 * wish.again + seat for seat in range(wish.players)]
    return [bot.make(seed, EXPERT) if bot.searches else bot.make(seed) for seed in seeds]


def play_round(
    game: Game, state: State, players: list[Player], shuffler: Shuffler
) -> Iterator[Made]:
    """Play a round to its end."""
    at = -1
    while state.end is None:
        due, seat, move = state.chance(), state.turn, None
        if due is None:
            move = players[seat].choose(state.view(seat), state.legal())
            due = state.chance(move)
        if due is not None:
            seat, move = -1, game.draw(due, shuffler)
        elif not state.midturn:
            at += 1
        made = Made(at, seat, move if seat < 0 else state.complete(seat, move))
        yield made
        state.apply(seat, made.move)


def play(asked: tuple[Wish, int, bool]) -> Played:
    """Play a match, and measure its luck."""
    wish, match, measured = asked
    game = games.get(wish.game)
    rules, _ = game.rules(wish.players)
    result, past, bots = Played(), list[Round](), seats(wish, match)
    while not game.over(rules, past):
        shuffler = Shuffler(f"luck {wish.players} {match}", len(past) + 1)
        deal = game.deal(rules, past, shuffler)
        state = game.begin(rules, past, deal)
        start = state.copy()
        made = list(play_round(game, state, bots, shuffler))
        points = [float(score or 0) for score in state.scores()]
        sign = -1.0 if game.lowest_wins else 1.0
        clock, fell = time.process_time(), []
        if measured:
            fell = lucks(game, start, made, 1000 * match + len(past), wish.playouts)
        result.seconds += time.process_time() - clock
        assert state.starter is not None
        ends = margins([sign * each for each in points])
        result.rounds.append(Measured(state.starter, ends, fell))
        past.append(Round(state.scores(), state.end, state.starter, state.ender, deal))
    return result


def less(one: Margins, other: Margins) -> Margins:
    """The difference, seat by seat."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def total(rounds: list[Margins]) -> Margins:
    """The sums over rounds, seat by seat."""
    return tuple(map(sum, zip(*rounds, strict=True)))


def product(one: Margins, other: Margins) -> float:
    """The mean product over seats."""
    return statistics.fmean(a * b for a, b in zip(one, other, strict=True))


def square(rounds: list[Margins]) -> float:
    """The mean square; the mean is 0."""
    return statistics.fmean(each**2 for row in rounds for each in row)


def farthest(samples: Iterable[tuple[str, float]]) -> list[str]:
    """Of the means of all that has a name in common the farthest from 0 in standard errors."""
    named: dict[str, list[float]] = {}
    for name, value in samples:
        named.setdefault(name, []).append(value)
    worst, cells = 0.0, ["", "", ""]
    for name, values in named.items():
        if len(values) > 1 and (spread := statistics.stdev(values)) > 0:
            mean = statistics.fmean(values)
            errors = abs(mean) / spread * math.sqrt(len(values))
            if errors >= worst:
                worst, cells = errors, [name, f"{mean:+.2f}", f"{errors:.1f}"]
    return cells


def events(rounds: Iterable[Measured]) -> Iterator[tuple[str, float]]:
    """What chance was worth to those whom it befell, by its kind."""
    for each in rounds:
        for fell in each.fell:
            if fell.seat >= 0:
                yield fell.what, fell.worth[fell.seat]
            elif fell.what != "start":
                for seat, worth in enumerate(fell.worth):
                    yield f"{fell.what} {each.place(seat)}", worth


HEAD = (
    "game", "players", "bot", "matches", "rounds", "result", "luck", "left", "round", "match",
    "slope", "left at", "mean", "errors", "event", "mean", "errors", "s a match",
)  # fmt: skip


def row(wish: Wish, played: list[Played]) -> list[str]:
    """The figures of a table."""
    rounds = [each for match in played for each in match.rounds]
    results, luck = [each.result for each in rounds], [each.luck for each in rounds]
    left = [each.left for each in rounds]
    whole = [total([each.result for each in match.rounds]) for match in played]
    rest = [total([each.left for each in match.rounds]) for match in played]
    behind = (
        (str(each.place(seat)), value) for each in rounds for seat, value in enumerate(each.left)
    )
    slope = statistics.fmean(map(product, results, luck)) / square(luck)
    return [
        wish.game, str(wish.players), wish.bot, str(len(played)), str(len(results)),
        f"{math.sqrt(square(results)):.2f}", f"{math.sqrt(square(luck)):.2f}",
        f"{math.sqrt(square(left)):.2f}", f"{square(left) / square(results):.3f}",
        f"{square(rest) / square(whole):.3f}", f"{slope:.2f}", *farthest(behind),
        *farthest(events(rounds)), f"{statistics.fmean(each.seconds for each in played):.2f}",
    ]  # fmt: skip


def floor(wish: Wish, matches: int, jobs: Jobs) -> list[str]:
    """What luck leaves of the variance of a round, and what part of that it could not explain."""
    tasks = [
        (replace(wish, again=again), match, not again) for match in range(matches)
        for again in range(2)
    ]  # fmt: skip
    played = jobs.map(play, tasks)
    common, excess, squares = [], [], []
    for once, again in zip(played[::2], played[1::2], strict=True):
        # Later rounds of SCOUT are dealt whatever came before, so all can be compared.
        for first, second in zip(once.rounds, again.rounds, strict=True):
            common.append(product(first.result, second.result))
            excess.append(product(first.left, less(second.result, first.luck)))
            squares.append((square([first.result]) + square([second.result])) / 2)
    explained, error = share(common, squares)
    wrong, doubt = share(excess, squares)
    return [
        wish.game, str(wish.players), wish.bot, str(len(common)), f"{1 - explained + wrong:.3f}",
        f"{1 - explained:.3f}", f"{error:.3f}", f"{wrong:.3f}", f"{doubt:.3f}",
    ]  # fmt: skip


def share(parts: list[float], wholes: list[float]) -> tuple[float, float]:
    """The sum of the first as a part of that of the others, and its standard error."""
    mean = statistics.fmean(wholes)
    found = statistics.fmean(parts) / mean
    spread = statistics.stdev(
        part - found * whole for part, whole in zip(parts, wholes, strict=True)
    )
    return found, spread / mean / math.sqrt(len(parts))


def places(players: int, deals: int) -> list[str]:
    """What the places are worth over so many deals, the starter's first, and a standard error.

    Each deal is played with each seat as the starter: so what the cards are
    worth to a seat falls out of the mean, but for what they are worth in a place.
    """
    game = games.get("scout")
    found = []
    for number in range(deals):
        by_starter = []
        for starter in range(players):
            rules, _ = game.rules(players, {"first_starter": starter + 1})
            shuffler = Shuffler(f"places {players} {number}", 1)
            start = game.begin(rules, [], game.deal(rules, [], shuffler))
            fell = scout.lucks(start, [], number * players + starter, 4)
            worth = total([each.worth for each in fell])
            by_starter.append(worth[starter:] + worth[:starter])
        found.append(tuple(map(statistics.fmean, zip(*by_starter, strict=True))))
    columns = list(zip(*found, strict=True))
    errors = [statistics.stdev(place) / math.sqrt(deals) for place in columns]
    means = " ".join(f"{statistics.fmean(place):+.3f}" for place in columns)
    return [str(players), str(deals), means, f"{max(errors):.4f}"]


def show(head: tuple[str, ...], rows: Iterator[list[str]]) -> None:
    """Print a table as its rows come."""
    print(" | ".join(head), flush=True)
    for cells in rows:
        print(" | ".join(cells), flush=True)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.luck")
    parser.add_argument("what", nargs="?", choices=("tables", "floor", "places"), default="tables")
    parser.add_argument("--game", choices=SEATS)
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--bots", nargs="+", default=BOTS, choices=BOTS)
    parser.add_argument("--matches", type=int, default=50, help="or deals, for places")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    tables = [
        Wish(game, players, bot, given.playouts)
        for game, counts in SEATS.items()
        if given.game in (None, game)
        for players in counts
        if given.players is None or players in given.players
        for bot in given.bots
    ]
    if given.what == "places":
        counts = given.players or SEATS["scout"]
        names = ("players", "deals", "worth from the starter on", "standard error")
        show(names, (places(players, given.matches) for players in counts))
        return
    with Pool(given.jobs) as jobs:
        if given.what == "floor":
            head = ("game", "players", "bot", "rounds", "ratio", "floor", "±", "excess", "±")
            chosen = [wish for wish in tables if wish.game == "scout" and wish.bot != "steady"]
            show(head, (floor(wish, given.matches, jobs) for wish in chosen))
        else:
            for wish in {wish.game: wish for wish in tables}.values():
                play((wish, 0, True))  # compiled before the clock runs
            show(HEAD, (
                row(wish, jobs.map(play, [(wish, match, True) for match in range(given.matches)]))
                for wish in tables
            ))  # fmt: skip


if __name__ == "__main__":
    main()
