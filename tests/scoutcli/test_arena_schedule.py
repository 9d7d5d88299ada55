"""Who meets whom and who sits where: every deal at every table, and nobody is favoured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, permutations, product

import pytest

from games.errors import RuleError
from scoutcli.arena.plan import Pairing
from scoutcli.arena.schedule import MOST_DEALS, Schedule, Table, seatings, tables


def letters(found: list[Table]) -> str:
    return " ".join("".join("ABCDEFGH"[entry] for entry in table) for table in found)


def test_one_table_is_filled_with_the_last_bot() -> None:
    assert letters(tables("one", 3, 3)) == "ABC"
    assert letters(tables("one", 2, 4)) == "ABBB"
    assert letters(tables("one", 1, 3)) == "AAA"


def test_a_gauntlet_is_the_first_alone_against_each_other() -> None:
    assert letters(tables("gauntlet", 4, 2)) == "AB AC AD"
    assert letters(tables("gauntlet", 3, 4)) == "ABBB ACCC"


def test_in_a_round_robin_all_meet_all() -> None:
    assert letters(tables("round-robin", 4, 2)) == "AB AC AD BC BD CD"
    assert letters(tables("round-robin", 4, 3)) == "ABC ABD ACD BCD"
    assert letters(tables("round-robin", 3, 3)) == "ABC"


def test_too_few_bots_for_a_round_robin_fill_the_seats_in_every_way() -> None:
    assert letters(tables("round-robin", 2, 4)) == "ABBB AABB AAAB"
    assert letters(tables("round-robin", 3, 4)) == "ABCC ABBC AABC"
    # 8 seats in 3 parts: 7 borders between seats, 2 of them chosen.
    assert len(tables("round-robin", 3, 8)) == 21


@pytest.mark.parametrize(
    ("kind", "entries", "players", "code"),
    [
        ("one", 0, 2, "too-few-bots"),
        ("one", 3, 2, "too-many-bots"),
        ("gauntlet", 1, 2, "too-few-bots"),
        ("round-robin", 1, 4, "too-few-bots"),
        ("gauntlet", 10_002, 4, "too-many-tables"),
        ("round-robin", 142, 2, "too-many-tables"),  # 142 · 141 / 2 = 10,011
        ("round-robin", 10**6, 8, "too-many-tables"),
        ("swiss\x1b", 4, 2, "unknown-schedule"),
    ],
)
def test_what_is_no_schedule(kind: str, entries: int, players: int, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        tables(kind, entries, players)
    assert caught.value.code == code
    assert caught.value.message.isprintable()


def test_as_many_tables_as_are_allowed() -> None:
    assert len(tables("gauntlet", 10_001, 4)) == 10_000
    assert len(tables("round-robin", 141, 2)) == 9870


def test_who_sits_where() -> None:
    assert seatings("fixed", (0, 1, 1)) == [(0, 1, 1)]
    assert letters(seatings("rotate", (0, 1, 2))) == "ABC CAB BCA"
    assert letters(seatings("rotate", (0, 1, 1, 1))) == "ABBB BABB BBAB BBBA"
    assert letters(seatings("all", (0, 1))) == "AB BA"
    assert sorted(seatings("all", (0, 1, 2))) == list(permutations((0, 1, 2)))
    assert letters(seatings("all", (0, 1, 1))) == "ABB BAB BBA"
    assert letters(seatings("all", (0, 0, 0, 0, 0))) == "AAAAA"
    with pytest.raises(RuleError) as caught:
        seatings("some", (0, 1))
    assert caught.value.code == "unknown-seating"


@pytest.mark.parametrize("players", range(4, 9))
def test_different_bots_sit_in_a_williams_design(players: int) -> None:
    found = seatings("all", tuple(range(players)))
    # Williams 1949: a Latin square for an even number, two for an odd one, in which each is
    # followed equally often by every other, from the first seat to the last.
    squares = 1 if players % 2 == 0 else 2
    assert len(found) == squares * players
    for seat in range(players):
        assert Counter(table[seat] for table in found) == dict.fromkeys(range(players), squares)
    followed = Counter(pair for table in found for pair in pairwise(table))
    assert followed == dict.fromkeys(permutations(range(players), 2), squares)


def every_table() -> Iterator[Table]:
    for players in range(2, 9):
        yield tuple(range(players))
        for entries in range(1, 9):
            kinds = ["one"] if entries <= players else []
            if entries > 1:
                kinds += ["gauntlet", "round-robin"]
            for kind in kinds:
                yield from tables(kind, entries, players)
        # Tables of any other order, too.
        yield from product(range(2), repeat=players)
        if players < 7:
            yield from product(range(3), repeat=players)


@pytest.mark.parametrize("kind", ["all", "rotate"])
def test_every_bot_is_in_every_seat_equally_often(kind: str) -> None:
    for table in set(every_table()):
        found = seatings(kind, table)
        assert found[0] == table
        assert len(set(found)) == len(found)
        for seat in range(len(table)):
            for entry, places in Counter(table).items():
                here = sum(seats[seat] == entry for seats in found)
                assert Fraction(here, len(found)) == Fraction(places, len(table)), table


def test_in_all_seatings_each_sits_as_often_behind_another_as_before_it() -> None:
    for table in set(every_table()):
        found = seatings("all", table)
        around = Counter(
            (seats[seat - 1], seats[seat]) for seats in found for seat in range(len(table))
        )
        for one, other in around:
            assert around[one, other] == around[other, one], (table, one, other)


def test_matches_come_deal_by_deal_table_by_table_seating_by_seating() -> None:
    schedule = Schedule([(0, 1), (0, 2)], "all", 2)
    assert [(str(pairing), pairing.seats) for pairing in schedule] == [
        ("table 1 deal 1 seating 1", (0, 1)),
        ("table 1 deal 1 seating 2", (1, 0)),
        ("table 2 deal 1 seating 1", (0, 2)),
        ("table 2 deal 1 seating 2", (2, 0)),
        ("table 1 deal 2 seating 1", (0, 1)),
        ("table 1 deal 2 seating 2", (1, 0)),
        ("table 2 deal 2 seating 1", (0, 2)),
        ("table 2 deal 2 seating 2", (2, 0)),
    ]
    assert (len(schedule), schedule.per_deal) == (8, 4)


def test_deals_without_number_are_not_made_before_they_are_played() -> None:
    most = Schedule([(0, 1, 2)], "all", MOST_DEALS)
    assert len(most) == 6 * 999_999_999
    assert next(iter(most)) == Pairing(1, 1, 1, (0, 1, 2))
    endless = Schedule([(0, 1)], "fixed", None)
    assert [pairing.deal for pairing in islice(endless, 3)] == [1, 2, 3]
    with pytest.raises(TypeError):
        len(endless)


@pytest.mark.parametrize("deals", [0, -1, MOST_DEALS + 1])
def test_a_number_of_deals_that_cannot_be(deals: int) -> None:
    with pytest.raises(RuleError) as caught:
        Schedule([(0, 1)], "all", deals)
    assert caught.value.code == "bad-deals"


def test_a_match_is_found_by_its_numbers() -> None:
    schedule = Schedule([(0, 1), (0, 1, 1)], "rotate", 5)
    assert all(schedule.find(*pairing[:3]) == pairing for pairing in schedule)
    for numbers in [(0, 1, 1), (3, 1, 1), (1, 0, 1), (1, 6, 1), (1, 1, 0), (1, 1, 3), (2, 1, 4)]:
        assert schedule.find(*numbers) is None
    assert Schedule([(0, 1)], "all", None).find(1, 10**6, 2) == Pairing(1, 10**6, 2, (1, 0))
