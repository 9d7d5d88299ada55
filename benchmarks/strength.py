"""How strong the players are, against each other: ``python -m benchmarks.strength``.

One player of a kind sits against players of another kind, or of several. Each
deal is played once with the one in every seat, the others in the same order from
its left, so that the cards are the same for all. What the seatings of a deal give is
averaged; these averages are the observations that a figure and its standard error
come from. SCOUT: the points of the first round, the one less the mean of the others.
SKYJO: whole matches to 100, each won, lost, or shared as a fraction.

Without options the whole ladder is played, which takes hours. Some of it:

    python -m benchmarks.strength --game scout --players 4
    python -m benchmarks.strength --game scout --one expert:playouts=1000 --others shows,sums

All chance depends on seed, deal, round and seat alone: a run says the same
whatever `--jobs` is, if budgets are playouts and not time.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module

import games
from games.bots import Budget, Spec
from games.dealer import Dealer
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Game, Player

FROZEN = {
    "scout": {
        "shows": "benchmarks.opponents.scout_shows:Shows",
        "sums": "benchmarks.opponents.scout_sums:Sums",
        "greedy-1": "benchmarks.opponents.scout_greedy:Greedy",
        "steady-1": "benchmarks.opponents.scout_steady:Steady",
    },
    "skyjo": {
        "careful": "benchmarks.opponents.skyjo_careful:Careful",
        "greedy-1": "benchmarks.opponents.skyjo_greedy:Greedy",
        "steady-1": "benchmarks.opponents.skyjo_steady:Steady",
    },
}
"""The players in `benchmarks.opponents`, module and class, by game and name.

They come before a built-in one of the same name. `greedy-1` and `steady-1` are
the first `greedy` and `steady`, whatever these have become.
"""

ROUNDS = {"scout": 1}
"""How many rounds are played of a game; a whole match of one that is not named."""

SEATS = {"scout": (2, 3, 4, 5), "skyjo": (2, 4, 8)}
"""The numbers of players in the ladder."""

LADDER = {
    "scout": (
        "greedy random", "shows greedy-1", "sums greedy-1", "shows sums",
        "steady greedy-1", "steady shows", "steady sums",
        "expert steady-1", "expert shows", "expert sums", "expert shows,sums,steady-1",
    ),
    "skyjo": (
        "greedy random", "careful greedy-1", "steady greedy-1", "steady careful",
        "expert steady-1", "expert careful", "expert greedy-1", "expert careful,steady-1,greedy-1",
    ),
}  # fmt: skip
"""The one and the others; of several others as many as there are seats.

The others are frozen, but for `random`: so the figures of a later one compare.
"""

TARGETS = {
    "scout 4 greedy random": "≥ 14",
    "scout 4 steady greedy-1": "≥ 7",
    "scout 4 expert steady-1": "≥ 8",
    "scout 4 expert shows": "≥ 5",
    "scout 4 expert sums": "≥ 5",
    "skyjo 2 greedy random": "≥ 95 %",
    "skyjo 2 steady greedy-1": "≥ 65 %",
    "skyjo 2 expert steady-1": "≥ 70 %",
    "skyjo 4 expert steady-1": "≥ 45 %",
}

EXPERT = "expert"
THUMBS = 5
"""So many times the deals are played where there is no expert, for that takes no time."""

HEAD = (
    "game", "players", "one", "others", "deals", "result", "target",
    "points a round, one : others", "ms a move",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contest:
    """One against others, players by name; with fewer `others` than seats they come again."""

    game: str
    players: int
    one: str
    others: tuple[str, ...]
    target: str = ""

    def seated(self, seat: int) -> list[str]:
        """Who sits in each seat when the one sits in `seat`."""
        names = [self.one] * self.players
        for left in range(1, self.players):
            names[(seat + left) % self.players] = self.others[(left - 1) % len(self.others)]
        return names


@dataclass(frozen=True, slots=True)
class Seating:
    """What a deal gave with the one in one seat.

    Points a round of the one, and of the others in the mean; the share of the
    one in winning; the CPU time of each choice it had.
    """

    one: float
    others: float
    share: float
    seconds: tuple[float, ...] = ()


# Playing


def player(game: Game, spec: str, seed: int) -> Player:
    """A player by name: a frozen one, or one of the game's bots. Raises RuleError."""
    frozen = FROZEN.get(game.name, {}).get(spec)
    if frozen is None:
        return Spec.read(game, spec).make(seed)
    module, _, name = frozen.partition(":")
    made: Player = getattr(import_module(module), name)(seed)
    return made


def play_deal(contest: Contest, seed: str, deal: int) -> list[Seating]:
    """A deal with the one in every seat."""
    return [play(contest, f"{seed} {deal}", seat) for seat in range(contest.players)]


def play(contest: Contest, seed: str, seat: int) -> Seating:
    """A round, or a match, with the one in `seat`."""
    game = games.get(contest.game)
    dealer = Dealer(game, game.rules(contest.players)[0], seed)
    names, most = contest.seated(seat), ROUNDS.get(game.name, math.inf)
    seconds: list[float] = []
    while not dealer.over and len(dealer.past) < most:
        dealer.begin_round(dealer.draw_deal())
        shuffler = Shuffler(seed, len(dealer.past) + 1)
        seated = [
            player(game, name, next(shuffler.stream(f"bot {at}")))
            for at, name in enumerate(names, 1)
        ]
        while dealer.state.end is None:
            turn, legal = dealer.state.turn, dealer.state.legal()
            view, start = dealer.state.view(turn), time.thread_time()
            move = seated[turn].choose(view, legal)
            if turn == seat and len(legal) > 1:
                seconds.append(time.thread_time() - start)
            dealer.play(move)
        dealer.end_round()
    totals = [total for total in dealer.totals if total is not None]
    return told(game, totals, len(dealer.past), seat, seconds)


def told(
    game: Game, totals: Sequence[int], rounds: int, seat: int, seconds: Sequence[float] = ()
) -> Seating:
    """What the points after so many rounds say of the one in `seat`."""
    winners = game.winners(totals)
    others = (sum(totals) - totals[seat]) / (len(totals) - 1)
    share = (seat in winners) / len(winners)
    return Seating(totals[seat] / rounds, others / rounds, share, tuple(seconds))


# Counting


def observed(game: str, seatings: Sequence[Seating]) -> float:
    """The one observation that a deal is: the margin in points, or the share of matches won."""
    if ROUNDS.get(game) == 1:
        return statistics.fmean(seating.one - seating.others for seating in seatings)
    return statistics.fmean(seating.share for seating in seatings)


def mean_and_error(observations: Sequence[float]) -> tuple[float, float]:
    """The mean of independent observations, two at least, and its standard error."""
    error = statistics.stdev(observations) / math.sqrt(len(observations))
    return statistics.fmean(observations), error


def row(contest: Contest, deals: Sequence[Sequence[Seating]]) -> tuple[str, ...]:
    """A contest's line of the table; what stands in it says `HEAD`."""
    mean, error = mean_and_error([observed(contest.game, seatings) for seatings in deals])
    if ROUNDS.get(contest.game) == 1:
        result = f"{mean:+.2f} ± {error:.2f}"
    else:
        result = f"{100 * mean:.1f} ± {100 * error:.1f} %"
    every = [seating for seatings in deals for seating in seatings]
    one = statistics.fmean(seating.one for seating in every)
    others = statistics.fmean(seating.others for seating in every)
    spent = statistics.median(second for seating in every for second in seating.seconds)
    return (
        contest.game, str(contest.players), contest.one, ", ".join(contest.others),
        str(len(deals)), result, contest.target, f"{one:.2f} : {others:.2f}", f"{1000 * spent:.2f}",
    )  # fmt: skip


# The table


def ladder(budget: str) -> Iterator[Contest]:
    """Every contest of the table; `budget` is that of the expert."""
    for game, contests in LADDER.items():
        for players in SEATS[game]:
            for names in contests:
                one, others = names.split()
                kinds = tuple(others.split(","))
                if len(kinds) > 1 and players == 2:
                    continue
                one = f"{EXPERT}:{budget}" if one == EXPERT else one
                target = TARGETS.get(f"{game} {players} {names}", "")
                yield Contest(game, players, one, kinds[: players - 1], target)


def asked(args: argparse.Namespace) -> Iterator[Contest]:
    """The contests that the command line asks for."""
    contests: Iterable[Contest] = ladder(args.budget)
    if args.one:
        game = args.game or "scout"
        seats = (args.players,) if args.players else SEATS[game]
        contests = [Contest(game, many, args.one, tuple(args.others.split(","))) for many in seats]
    for contest in contests:
        if args.game in {None, contest.game} and args.players in {None, contest.players}:
            yield contest


Work = Callable[[Callable[[int], list[Seating]], Iterable[int]], Iterable[list[Seating]]]
"""`map`, or one that does several at a time."""


@contextmanager
def workers(jobs: int) -> Iterator[Work]:
    """What plays deals, so many at a time, each in a process of its own; order is kept."""
    if jobs == 1:
        yield map
        return
    # Processes that start afresh: they are the same on every system, and share nothing.
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield pool.imap


def played(work: Work, contest: Contest, seed: str, deals: int) -> list[list[Seating]]:
    """The deals of a contest; how many are done stands on the terminal meanwhile."""
    result = []
    for seatings in work(partial(play_deal, contest, seed), range(1, deals + 1)):
        result.append(seatings)
        if sys.stderr.isatty():
            print(f"\r{len(result)}/{deals}\r", end="", file=sys.stderr, flush=True)
    return result


def main(words: Sequence[str] | None = None) -> None:
    """Play what the command line asks for, and print the table as it grows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("--game", choices=sorted(SEATS))
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--one", metavar="SPEC", help="a contest of your own: expert:playouts=500")
    parser.add_argument("--others", default="greedy", metavar="SPEC[,SPEC...]")
    parser.add_argument("--budget", default="time-ms=50", help="of the expert in the ladder")
    parser.add_argument(
        "--deals", type=int, default=200, metavar="N",
        help=f"deals or matches, from 2 (200); {THUMBS} times as many without an expert",
    )  # fmt: skip
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    args = parser.parse_args(words)
    if args.deals < 2 or args.jobs < 1:
        parser.error("there are at least 2 deals and 1 job")
    if args.game and args.players and args.players not in games.get(args.game).players:
        parser.error(f"{args.game} is not for {args.players} players")
    contests = list(asked(args))
    if not contests:
        parser.error("no contest of the ladder is like that")
    try:
        Budget.read(args.budget)
        for contest in contests:
            for name in (contest.one, *contest.others):
                player(games.get(contest.game), name, 1)
    except RuleError as error:
        parser.error(str(error))
    print(f"`python -m benchmarks.strength {shlex.join(sys.argv[1:] if words is None else words)}`")
    print(f"\n| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}", flush=True)
    with workers(args.jobs) as work:
        for contest in contests:
            deals = args.deals if EXPERT in str(contest) else THUMBS * args.deals
            line = row(contest, played(work, contest, args.seed, deals))
            print(f"| {' | '.join(line)} |", flush=True)


if __name__ == "__main__":
    main()
