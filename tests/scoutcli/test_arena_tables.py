"""The tables at the end of a run: all that was counted, in the columns that there are."""

from __future__ import annotations

import re

import pytest

from scoutcli.arena import tables
from scoutcli.arena.plan import Outcome
from scoutcli.arena.schedule import Schedule
from scoutcli.arena.sprt import Sprt
from scoutcli.arena.statistics import Latency, Statistics
from scoutcli.render.text import Paint, columns

LONG = "expert-of-experts:playouts=1000"


@pytest.fixture
def two() -> Statistics:
    schedule = Schedule([(0, 1)], "all", 3)
    statistics = Statistics(["ada", "bo"], schedule, lowest_wins=False)
    scores = [((5, 3),), ((2, 2),), ((9, 6),), ((1, 4),), ((7, 7),)]
    winners = [(0,), (0, 1), (0,), (1,), (0, 1)]
    for number, (pairing, points, won) in enumerate(zip(schedule, scores, winners, strict=False)):
        faults = ((1, "time"),) if number == 3 else ()
        statistics.add(Outcome(pairing, points, won, faults))
    return statistics


def test_a_run_of_two_bots(two: Statistics) -> None:
    # Margins of ada: (2 + 0) / 2 and (3 + 3) / 2; mean 2, standard error 1, t for one degree of
    # freedom 12.706. It won 3 of 5, and shared 2. In the fourth match it sat in the second seat.
    assert tables.text(two, width=80) == (
        "bot      matches    rounds    a round    wins         margin\n"
        "-----  ---------  --------  ---------  ------  -------------\n"
        "ada            5         5       5.40  80.0 %  +2.00 ± 12.71\n"
        "bo             5         5       3.80  20.0 %  -2.00 ± 12.71\n"
        "\n"
        "bot at fault    reason      times\n"
        "--------------  --------  -------\n"
        "ada             time            1\n"
        "\n"
        "wins: of a seat, in the mean of a bot's seats; a shared win counts in part\n"
        "margin: points a round against the mean of the others at the table, + is better,\n"
        "  ± is a 95 % interval; counted on 2 deals complete in all seatings, not on 1\n"
        "  incomplete\n"
        "1 match with faults counted as played\n"
    )


def crowd(*names: str) -> tuple[Statistics, list[Latency], Sprt]:
    """A deal in all seatings with everything in it, names as given."""
    entries = tuple(range(len(names)))
    schedule = Schedule([entries], "all", 2)
    statistics = Statistics(names, schedule, lowest_wins=True)
    for pairing in schedule:
        points = tuple(100 * entry + pairing.deal for entry in pairing.seats)
        faults = ((0, "memory"), (1, "processes"))
        abandoned = str(pairing) == "table 1 deal 2 seating 1"
        statistics.add(Outcome(pairing, (points,), (0,), faults, abandoned))
    latencies = [Latency() for _ in names]
    for entry, latency in enumerate(latencies):
        for step in range(1, 1001):
            latency.add(step * 10.0 ** (entry - 6))
    return statistics, latencies, Sprt.read("points -12.25 1000 alpha=0.001")


def test_several_bots_have_pairs_and_times() -> None:
    statistics, latencies, sprt = crowd("ada", "bo", "cy")
    text = tables.text(statistics, latencies, sprt, width=100)
    blocks = text.split("\n\n")
    assert [block.split()[0] for block in blocks] == ["bot", "bot", "bot", "time", "wins:", "SPRT"]
    assert [line.split() for line in blocks[1].splitlines()[2:]] == [
        # One deal is complete, all its seatings alike: no interval. The lowest is the better.
        ["ada", "bo", "11", "100.0", "%", "+100.00"],
        ["ada", "cy", "11", "100.0", "%", "+200.00"],
        ["bo", "cy", "11", "100.0", "%", "+100.00"],
    ]
    # 1 to 1000 µs, ten times that, a hundred times; within 1 %, the longest exactly.
    times = [line.split() for line in blocks[3].splitlines()[2:]]
    assert [(name, number, longest) for name, number, *_, longest in times] == [
        ("ada", "1000", "1.00"), ("bo", "1000", "10.0"), ("cy", "1000", "100"),
    ]  # fmt: skip
    for (_, _, *shown, _), unit in zip(times, (1, 10, 100), strict=True):
        expected = pytest.approx([0.5 * unit, 0.9 * unit, 0.99 * unit], rel=0.015)
        assert [float(value) for value in shown] == expected
    assert "11 matches with faults counted as played\n" in text
    assert "1 match abandoned, counted nowhere else\n" in text
    assert text.endswith("0 of 500 in all)\n")


@pytest.mark.parametrize("width", [40, 47, 60, 80, 132])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for names in (("a", "b"), (LONG, LONG + "2", "玩家" * 20), ("\x1b[2J\n\u202e", "b", "c", "d")):
        text = tables.text(*crowd(*names), width=width)
        assert max(map(columns, text.splitlines())) <= width
        assert all(line.isprintable() for line in text.splitlines())
        assert "margin" in text


def test_what_is_spared_first() -> None:
    def head(width: int) -> list[str]:
        return re.split("  +", tables.text(*crowd(LONG, "bo"), width=width).splitlines()[0])

    assert head(100) == ["bot", "matches", "rounds", "a round", "wins", "margin"]
    assert head(60) == ["bot", "matches", "a round", "wins", "margin"]
    assert head(40) == ["bot", "wins", "margin"]
    assert LONG in tables.text(*crowd(LONG, "bo"), width=100)


def test_a_run_without_a_match_has_nothing_to_show() -> None:
    statistics = Statistics(["ada", "bo"], Schedule([(0, 1)], "all", 3), lowest_wins=True)
    text = tables.text(statistics, [Latency(), Latency()], width=80)
    assert text.splitlines()[2].split() == ["ada", "0", "0", "-", "-", "-"]
    assert "time in ms" not in text
    assert "fault" not in text
    assert "counted on 0 deals" in text
    assert "incomplete" not in text
    assert not re.search("inf|nan", text)


def test_a_terminal_that_can_only_show_ascii(two: Statistics) -> None:
    text = tables.text(two, width=60, paint=Paint(unicode=False))
    assert text.isascii()
    assert "+2.00 +/- 12.71" in text


def test_times_are_in_milliseconds() -> None:
    seconds = [None, 0, 0.00006, 0.0012345, 0.0123, 0.123, 12.3456]
    shown = ["-", "0.000", "0.060", "1.23", "12.3", "123", "12346"]
    assert [tables.milliseconds(value) for value in seconds] == shown
