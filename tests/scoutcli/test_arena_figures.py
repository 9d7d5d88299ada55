"""The statistics of a run as JSON."""

from __future__ import annotations

import json

import pytest

from scoutcli.arena.figures import as_json
from scoutcli.arena.plan import Outcome
from scoutcli.arena.schedule import Schedule
from scoutcli.arena.sprt import Sprt
from scoutcli.arena.statistics import Latency, Statistics


def test_what_programs_read() -> None:
    schedule = Schedule([(0, 1)], "fixed", 3)
    statistics = Statistics(["a", "b"], schedule, lowest_wins=False)
    played, given_up, won = list(schedule)
    for outcome in (
        Outcome(played, ((6, 2),), (0,)),
        Outcome(won, ((5, 3),), (0,), ((1, "time"),)),
        Outcome(given_up, (), (), ((1, "crash"),), abandoned=True),
    ):
        statistics.add(outcome)
    times = [Latency(), Latency()]
    times[0].add(0.004)
    test = Sprt("points", 0, 2)
    test.update(4)
    found = json.loads(as_json(statistics, times, test))
    # Margins of 4 and 2 points: 3 in the mean, a standard error of 1; Student's t with one degree
    # of freedom is 12.706 at 95 % (any published table).
    margin = {"mean": 3, "half": pytest.approx(12.706, abs=0.001), "deals": 2}
    bot = found["bots"][0]
    assert bot["milliseconds"]["longest"] == 4
    assert all(value == pytest.approx(4, rel=0.01) for value in bot.pop("milliseconds").values())
    assert bot == {
        "name": "a", "matches": 2, "rounds": 2, "points": 5.5, "wins": 2, "win_share": 1,
        "margin": margin, "faults": {}, "answers": 1,
    }  # fmt: skip
    assert found["bots"][1]["faults"] == {"crash": 1, "time": 1}
    assert found["bots"][1]["milliseconds"] is None
    assert found["pairs"] == [
        {
            "first": "a", "second": "b", "matches": 2, "margin": margin,
            "share": {"mean": 1, "half": None, "deals": 2},
        }
    ]  # fmt: skip
    assert (found["matches"], found["forfeited"], found["abandoned"]) == (2, 1, 1)
    assert found["deals"] == {"complete": 2, "incomplete": 1}
    assert (found["test"]["model"], found["test"]["deals"], found["test"]["accepted"]) == (
        "points", 1, None,
    )  # fmt: skip


def test_nothing_played_is_null_and_never_nan() -> None:
    statistics = Statistics(["a", "b"], Schedule([(0, 1)], "all", 1), lowest_wins=True)
    text = as_json(statistics, [Latency(), Latency()])
    assert "NaN" not in text and "Infinity" not in text
    found = json.loads(text)
    assert [bot["points"] for bot in found["bots"]] == [None, None]
    assert found["test"] is None
