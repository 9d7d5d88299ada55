"""Who plays whom: sizes of tables, meetings, scores, byes, seats."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoutcli.pairing.circle import circle, round_of
from scoutcli.pairing.draw import Field, draw, ranks_of
from scoutcli.pairing.past import Past, pair_of
from scoutcli.pairing.plan import ROUND_ROBIN, SWISS, Plan, Wish, plan
from scoutcli.pairing.seating import seated
from scoutcli.pairing.sizes import sizes_for
from scoutcli.results.facts import FINISHED, UNFINISHED, Facts, Played, Seat
from scoutcli.results.systems import SYSTEMS


def names(count: int) -> list[str]:
    return [f"P{number:02d}" for number in range(count)]


def match(
    players: Sequence[str], total: Sequence[int], stage: str = "", status: str = FINISHED
) -> Facts:
    """A match of SCOUT of one round."""
    winners = tuple(seat for seat, points in enumerate(total) if points == max(total))
    return Facts(
        "log.yaml", 1, 1, "scout", {"stage": stage} if stage else {},
        tuple(map(Seat, players)), {}, status, True, False,
        (Played(tuple(total), "", True),), tuple(total), winners if status == FINISHED else (),
        (0,) * len(players), (), f"{stage}{players}",
    )  # fmt: skip


def wish(kind: str = SWISS, size: int = 2, sizes: tuple[int, ...] = (), by: str = "rank") -> Wish:
    return Wish(kind, sizes or (size,), size, SYSTEMS[by])


def play(past: Past, made: Plan, stage: str) -> None:
    """All tables of a round; who has the higher number wins."""
    for table in made.tables:
        past.add(match(table, [int(player[1:]) for player in table], stage))


# Sizes


@pytest.mark.parametrize(
    ("players", "allowed", "best", "tables", "byes"),
    [
        (8, (3, 4, 5), 4, (4, 4), 0),
        (13, (3, 4, 5), 4, (5, 4, 4), 0),
        (7, (3, 4, 5), 4, (4, 3), 0),
        (6, (3, 4, 5), 4, (3, 3), 0),
        (11, (3, 4, 5), 4, (4, 4, 3), 0),
        (9, (2,), 2, (2, 2, 2, 2), 1),
        (10, (4,), 4, (4, 4), 2),
        (5, (3, 4, 5), 4, (5,), 0),
    ],
)
def test_the_sizes_of_tables(
    players: int, allowed: tuple[int, ...], best: int, tables: tuple[int, ...], byes: int
) -> None:
    assert sizes_for(players, allowed, best) == (tables, byes)


@given(st.integers(3, 60), st.integers(3, 6), st.integers(0, 2))
def test_sizes_add_up_and_nobody_sits_out_who_need_not(players: int, best: int, more: int) -> None:
    allowed = tuple(range(max(2, best - 1), best + more + 1))
    tables, byes = sizes_for(players, allowed, best)
    assert sum(tables) + byes == players
    assert set(tables) <= set(allowed)
    if players >= allowed[0] * allowed[1]:  # from there on two sizes in a row always come out
        assert byes == 0


# The circle: Schurig's tables, as FIDE's handbook has them (C.05, Annex 1)


def test_the_circle_of_four_is_the_published_one_but_for_numbers() -> None:
    rounds = [{frozenset(table) for table in circle("1234", number)[0]} for number in range(3)]
    published = [
        {frozenset("14"), frozenset("23")},
        {frozenset("43"), frozenset("12")},
        {frozenset("24"), frozenset("31")},
    ]
    assert sorted(map(sorted, (map(sorted, r) for r in rounds))) == sorted(
        map(sorted, (map(sorted, r) for r in published))
    )


@pytest.mark.parametrize("count", range(2, 14))
def test_in_the_circle_everybody_meets_everybody_once(count: int) -> None:
    players = names(count)
    met: Counter[tuple[str, str]] = Counter()
    byes: Counter[str] = Counter()
    rounds = count - 1 if count % 2 == 0 else count
    for number in range(rounds):
        tables, bye = circle(players, number)
        there = [player for table in tables for player in table] + ([bye] if bye else [])
        assert sorted(there) == players
        met.update(pair_of(*table) for table in tables)
        byes.update([bye] if bye else [])
        assert round_of(players, dict(met)) == number + 1
    assert met == dict.fromkeys(combinations(players, 2), 1)
    assert byes == (dict.fromkeys(players, 1) if count % 2 else {})


def test_who_did_not_keep_to_the_circle_is_seen() -> None:
    players = names(6)
    first, _ = circle(players, 0)
    others = {pair_of(first[0][0], first[1][0]): 1}
    assert round_of(players, others) is None


def test_a_round_robin_at_tables_of_two_takes_one_round_less_than_players() -> None:
    past = Past("scout")
    for number in range(5):
        made = plan(past, names(6), wish(ROUND_ROBIN))
        assert not made.again and not made.complete
        play(past, made, str(number))
    assert all(past.met[pair] == 1 for pair in combinations(names(6), 2))
    assert plan(past, names(6), wish(ROUND_ROBIN)).complete


# The draw


def test_ranks_of_equals_are_alike() -> None:
    assert ranks_of({"a": 5, "b": 7, "c": 5, "d": 1}) == {"b": 2, "a": 5, "c": 5, "d": 8}


def pairings(players: Sequence[str]) -> set[frozenset[tuple[str, str]]]:
    """All ways to sit at tables of two."""
    return {
        frozenset(pair_of(order[at], order[at + 1]) for at in range(0, len(order), 2))
        for order in permutations(players)
    }


@given(st.integers(0, 10**6))
def test_the_draw_at_tables_of_two_is_the_best_of_all(seed: int) -> None:
    chance = random.Random(seed)
    players = names(6)
    met = {pair: chance.choice((0, 0, 1, 2)) for pair in combinations(players, 2)}
    field = Field(ranks_of({player: chance.randrange(4) for player in players}), met)

    def cost(tables: Sequence[Sequence[str]]) -> tuple[int, int]:
        costs = [field.cost(table) for table in tables]
        return sum(again for again, _ in costs), sum(spread for _, spread in costs)

    best = min(cost([*map(list, pairing)]) for pairing in pairings(players))
    assert cost(draw(players, (2, 2, 2), field, str(seed))) == best


def test_a_meeting_costs_more_each_time() -> None:
    field = Field({"a": 0, "b": 0, "c": 4}, {("a", "b"): 2})
    assert field.cost(["b", "a"]) == (2, 0)
    assert field.cost(["a", "c", "b"]) == (2, 8)


# Rounds of a tournament


def test_a_swiss_tournament_at_tables_of_two() -> None:
    """Eight players, three rounds: nobody meets again, and winners play winners."""
    past = Past("scout")
    for number in range(3):
        made = plan(past, names(8), wish())
        assert made.number == number + 1 and not made.again and not made.byes
        if number == 1:
            for one, other in made.tables:
                assert made.scores[one] == made.scores[other]
        play(past, made, f"Round {number + 1}")
    assert past.scores(SYSTEMS["rank"], ["P07"]).scores["P07"] == 3


def test_sixteen_players_at_tables_of_four_meet_no_one_twice_in_three_rounds() -> None:
    past = Past("scout")
    for number in range(3):
        made = plan(past, names(16), wish(size=4, sizes=(3, 4, 5)))
        assert [len(table) for table in made.tables] == [4, 4, 4, 4]
        assert not made.again
        play(past, made, str(number))
    assert max(past.met.values()) == 1


def test_a_bye_goes_round_from_the_last_by_score_and_counts_as_a_win() -> None:
    past = Past("scout")
    sat_out = []
    for number in range(5):
        made = plan(past, names(5), wish())
        sat_out += made.byes
        play(past, made, str(number))
    assert sorted(sat_out) == names(5)
    assert past.scores(SYSTEMS["wins"], ["P04"]).scores["P04"] == 4 + 1  # four won, one sat out
    assert past.scores(SYSTEMS["rank"], ["P00"]).scores["P00"] == 1  # its bye alone


def test_everybody_sits_everywhere_about_as_often() -> None:
    past = Past("scout")
    for number in range(4):
        play(past, plan(past, names(4), wish(size=4)), str(number))
    assert all(past.sat[player] == dict.fromkeys(range(4), 1) for player in names(4))


@given(st.integers(0, 10**6), st.integers(2, 5))
def test_seats_are_the_best_of_all_orders(seed: int, count: int) -> None:
    chance = random.Random(seed)
    players = names(count)
    sat = {
        player: Counter({seat: chance.randrange(4) for seat in range(count)}) for player in players
    }

    def cost(order: Sequence[str]) -> int:
        return sum((sat[player][seat] + 1) ** 2 - sat[player][seat] ** 2
                   for seat, player in enumerate(order))  # fmt: skip

    assert cost(seated(players, sat, chance)) == min(map(cost, permutations(players)))


def test_the_round_does_not_depend_on_the_order_of_the_log() -> None:
    log = [
        match(("P00", "P01"), (1, 2), "1"), match(("P02", "P03"), (5, 3), "1"),
        match(("P00", "P02"), (4, 2), "2"), match(("P03", "P01"), (1, 1), "2"),
    ]  # fmt: skip
    made = set()
    for order in permutations(log):
        past = Past("scout")
        for each in order:
            past.add(each)
        made.add(plan(past, names(4), wish()).tables)
    assert len(made) == 1
    assert {frozenset(table) for table in made.pop()} == {
        frozenset({"P00", "P03"}), frozenset({"P01", "P02"}),
    }  # fmt: skip


def test_lowest_wins_where_so() -> None:
    past = Past("skyjo")
    for low, high in (("a", "b"), ("c", "d")):
        past.add(replace(match((low, high), (10, 40), "1"), game="skyjo", winners=(0,)))
    scores = past.scores(SYSTEMS["points"], "abcd")
    assert scores.scores == {"a": 10, "c": 10, "b": 40, "d": 40}
    assert scores.order == {"a": -10, "c": -10, "b": -40, "d": -40}
    made = plan(past, list("abcd"), wish(by="points"))
    assert {frozenset(table) for table in made.tables} == {frozenset("ac"), frozenset("bd")}


def test_an_unfinished_match_is_a_meeting_without_a_score() -> None:
    past = Past("scout")
    past.add(match(("P00", "P01"), (1, 2), "1", UNFINISHED))
    assert past.met[pair_of("P00", "P01")] == 1
    assert past.open == ["log.yaml, match 1 (unfinished)"]
    assert past.scores(SYSTEMS["rank"], names(2)).scores == {"P00": 0, "P01": 0}


@pytest.mark.parametrize("game", ["scout", "skyjo"])
@pytest.mark.parametrize("total", [(7, 101), (-9, -3), (-1, 4)])
def test_who_has_no_average_yet_comes_behind_those_who_have(
    game: str, total: tuple[int, int]
) -> None:
    """Whether there were only byes or nothing at all: 0 would be the best or the worst of all."""
    past = Past(game)
    past.add(replace(match(("a", "b"), total, "1"), game=game), ["bye"])
    past.settle()
    scored = past.scores(SYSTEMS["points"], ["a", "b", "bye", "new"])
    assert scored.scores == {"a": total[0], "b": total[1], "bye": None, "new": None}
    order = scored.order
    assert order["bye"] == order["new"] < min(order["a"], order["b"])
    assert (order["a"] > order["b"]) == (game == "skyjo")
