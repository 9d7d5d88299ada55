"""Whether what `scoutcli annotate` says is true: ``python -m benchmarks.annotate WHAT``.

``planted``: whether mistakes that were planted in matches of `expert` are found,
and whether what is marked is one, by an analysis with twenty times the
playouts; the columns are those of `benchmarks.annotate_planted`.

``order``: matches with one of each kind of bot at the table, in many orders, or with
``--like`` the same kind in all seats: points lost for each unforced decision,
with the standard error over matches, and how often each word was the rating.
Below stands for each pair of neighbours the difference, in how many matches it
came out so, and after how many it would be two standard errors wide.

``time``: seconds and processor seconds that the command takes for a match.

All chance depends on the seeds, which are fixed. Some of it:

    python -m benchmarks.annotate planted --game scout --players 4 --matches 2
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from multiprocessing import Pool
from multiprocessing.pool import Pool as Jobs
from pathlib import Path
from typing import TypeVar

import games
from benchmarks.annotate_planted import MATCHES, PLANTED, planted_match, planted_row
from benchmarks.annotate_play import EXPERT, play
from scoutcli.analysis.match import Wish, analyse_match
from scoutcli.analysis.model import Account
from scoutcli.analysis.ratings import WORDS, rating

SEATS = {"scout": (4, 2), "skyjo": (2, 4)}
"""The tables of ``planted``."""
KINDS = ("random", "greedy", "steady", "expert")
"""From the worst to the best."""
TABLE = 4
"""Players in ``order`` and ``time``."""
MIXED, LIKE = 20, 5
"""Matches in ``order``, and with ``--like`` of each kind: 20 seats of a kind in both."""
TIMED = (KINDS, (EXPERT,) * TABLE)
"""Who sat at the tables of ``time``."""
TIME_JOBS = 2


def kind_of(spec: str) -> str:
    """The name of a bot, without its budget."""
    return spec.partition(":")[0]


def show(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table as its rows come."""
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True)
    for cells in rows:
        print(f"| {' | '.join(cells)} |", flush=True)


# The order of the players


@dataclass(frozen=True, slots=True)
class Rates:
    """What a kind of bot lost in matches: points, and unforced decisions, by match."""

    lost: list[float]
    unforced: list[int]

    @property
    def rate(self) -> float:
        """Points for each decision, over all matches."""
        return sum(self.lost) / sum(self.unforced)

    @property
    def pulls(self) -> list[float]:
        """By how much each match pulls the rate up; 0 in sum.

        The standard error of a rate is that of the mean of these, and that of a
        difference that of the mean of theirs.
        """
        pairs, mean = zip(self.lost, self.unforced, strict=True), statistics.fmean(self.unforced)
        return [(lost - self.rate * count) / mean for lost, count in pairs]

    def each(self) -> list[float]:
        """The rates of the matches."""
        return [lost / (count or 1) for lost, count in zip(self.lost, self.unforced, strict=True)]


def error_of_mean(values: Sequence[float]) -> float:
    """The standard error of the mean of independent values, two at least."""
    return statistics.stdev(values) / math.sqrt(len(values))


def seating(number: int, like: bool) -> list[str]:
    """Who sits where in a match; four in a row have each kind in each seat."""
    if like:
        return [KINDS[number % len(KINDS)]] * TABLE
    lap, turn = divmod(number, len(KINDS))
    others = list(permutations(KINDS[1:]))
    seats = [KINDS[0], *others[lap % len(others)]]
    return seats[turn:] + seats[:turn]


def order_match(asked: tuple[str, int, bool]) -> tuple[Account, ...]:
    """What each seat lost in a match."""
    name, number, like = asked
    seats = [EXPERT if kind == "expert" else kind for kind in seating(number, like)]
    deals = number // len(KINDS) if like else number  # like tables are dealt the same cards
    played = play(games.get(name), seats, f"order {deals}")
    return analyse_match(played.part, Wish()).accounts


def order_rates(matches: Sequence[Sequence[Account]]) -> dict[str, Rates]:
    """What each kind lost, match by match; several seats of a kind are one sum."""
    found = {kind: Rates([], []) for kind in KINDS}
    for accounts in matches:
        for kind in dict.fromkeys(kind_of(account.name) for account in accounts):
            own = [account for account in accounts if kind_of(account.name) == kind]
            found[kind].lost.append(sum(account.lost for account in own))
            found[kind].unforced.append(sum(account.unforced for account in own))
    return found


ORDER = ("game", "bot", "matches", "unforced", "points a decision", "words")


def order_rows(name: str, matches: Sequence[Sequence[Account]]) -> Iterator[Sequence[str]]:
    """A row for each kind."""
    words: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for account in (account for accounts in matches for account in accounts):
        words[kind_of(account.name)][rating(name, account)] += 1
    for kind, rates in order_rates(matches).items():
        said = ", ".join(f"{word} {words[kind][word]}" for word in WORDS if words[kind][word])
        yield [
            name, kind, str(len(rates.lost)), str(sum(rates.unforced)),
            f"{rates.rate:.3f} ± {error_of_mean(rates.pulls):.3f}", said,
        ]  # fmt: skip


PAIRS = ("game", "worse, better", "difference", "in matches", "matches for two errors")


def pair_rows(name: str, matches: Sequence[Sequence[Account]]) -> Iterator[Sequence[str]]:
    """A row for each pair of neighbours, and for all of them."""
    found = order_rates(matches)
    each = {kind: rates.each() for kind, rates in found.items()}
    for worse, better in pairwise(KINDS):
        gap = found[worse].rate - found[better].rate
        pulls = zip(found[worse].pulls, found[better].pulls, strict=True)
        error = error_of_mean([one - other for one, other in pulls])
        right = [one > other for one, other in zip(each[worse], each[better], strict=True)]
        needed = math.ceil(len(right) * (2 * error / gap) ** 2) if gap > 0 else None
        yield [
            name, f"{worse}, {better}", f"{gap:+.3f} ± {error:.3f}",
            f"{sum(right)} of {len(right)}", "-" if needed is None else str(needed),
        ]  # fmt: skip
    whole = [list(rates) for rates in zip(*each.values(), strict=True)]
    right = [all(one > other for one, other in pairwise(rates)) for rates in whole]
    yield [name, "all four", "", f"{sum(right)} of {len(right)}", ""]


# Time


def timed(name: str, seats: Sequence[str], jobs: int) -> Sequence[str]:
    """How long the command takes for one match, with what searches loaded anew."""
    played = play(games.get(name), seats, "time")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "match.yaml")
        path.write_text(played.text)
        words = [sys.executable, "-m", "scoutcli", "annotate", "--jobs", str(jobs), str(path)]
        load, start, before = os.getloadavg()[0], time.perf_counter(), processor()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        spent, used = time.perf_counter() - start, processor() - before
    rounds = played.part.audit.rounds if played.part.audit else ()
    count = sum(map(len, played.planted))
    return [
        name, ", ".join(dict.fromkeys(map(kind_of, seats))), str(len(rounds)), str(count),
        str(jobs), f"{spent:.1f}", f"{used:.1f}", f"{load:.1f}",
    ]  # fmt: skip


def processor() -> float:
    """The processor seconds of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


TIME = ("game", "players", "rounds", "choices", "jobs", "seconds", "processor", "load before")


# What was asked for

One = TypeVar("One")
Result = TypeVar("Result")


def worked(pool: Jobs, work: Callable[[One], Result], asked: Sequence[One]) -> list[Result]:
    """What comes of a list of matches; how many are done stands on the terminal meanwhile."""
    found = []
    for result in pool.imap(work, asked):
        found.append(result)
        if sys.stderr.isatty():
            print(f"\r{len(found)}/{len(asked)}\r", end="", file=sys.stderr, flush=True)
    return found


def show_planted(given: argparse.Namespace, pool: Jobs) -> None:
    """A row for each table."""
    tables = [(name, players) for name in given.game or SEATS
              for players in given.players or SEATS[name]]  # fmt: skip

    def rows() -> Iterator[Sequence[str]]:
        for name, players in tables:
            count = given.matches or MATCHES.get((name, players), min(MATCHES.values()))
            asked = [(name, players, number) for number in range(count)]
            yield planted_row(name, players, worked(pool, planted_match, asked))

    show(PLANTED, rows())


def show_order(given: argparse.Namespace, pool: Jobs) -> None:
    """Two tables for each game."""
    count = len(KINDS) * (given.matches or LIKE) if given.like else given.matches or MIXED
    for name in given.game or SEATS:
        asked = [(name, number, given.like) for number in range(count)]
        matches = worked(pool, order_match, asked)
        show(ORDER, order_rows(name, matches))
        print()
        show(PAIRS, pair_rows(name, matches))
        print()


def show_time(given: argparse.Namespace) -> None:
    """A row for a table of all kinds, and for one of experts."""
    tables = [*((name, seats) for name in given.game or ["scout"] for seats in TIMED)]
    show(TIME, (timed(name, seats, given.jobs or TIME_JOBS) for name, seats in tables))


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.annotate")
    parser.add_argument("what", choices=("planted", "order", "time"))
    parser.add_argument("--game", choices=sorted(SEATS), action="append")
    parser.add_argument("--players", type=int, action="append", metavar="N", help="of planted")
    parser.add_argument("--matches", type=int, metavar="N", help="of a table")
    parser.add_argument("--like", action="store_true", help="order: the same kind in all seats")
    parser.add_argument("--jobs", type=int, metavar="N", help=f"1; of time {TIME_JOBS}")
    given = parser.parse_args()
    least = 2 if given.what == "order" else 1  # one has no standard error
    if given.matches is not None and given.matches < least:
        parser.error(f"there have to be at least {least} matches")
    if given.jobs is not None and given.jobs < 1:
        parser.error("there is at least 1 job")
    for name in given.game or SEATS:
        if set(given.players or ()) - set(games.get(name).players):
            parser.error(f"{name} is not for so many players")
    if given.what == "time":
        show_time(given)
        return
    with Pool(given.jobs or 1) as pool:
        (show_order if given.what == "order" else show_planted)(given, pool)


if __name__ == "__main__":
    main()
