"""The report of an analysis for programs: every field is told of, and every number is one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoutcli.analysis.account import Sums
from scoutcli.analysis.model import Best, RoundReport
from scoutcli.analysis.report_json import FIELDS, as_json, sums_as_json
from tests.scoutcli.program import ROOT
from tests.scoutcli.reports import FIRST, choice, made_up, report, unmeasured
from tests.scoutcli.test_page import first


def paths(value: Any, before: str = "") -> Iterator[str]:
    """The names of all fields, as the manual writes them."""
    if isinstance(value, dict) and not before.endswith("marks"):
        for name, inner in value.items():
            path = f"{before}.{name}" if before else name
            yield path
            yield from paths(inner, path)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict):
                yield from paths(inner, f"{before}[]")


def test_every_field_is_documented_and_every_documented_field_is_there() -> None:
    documented = [name for names, _ in FIELDS for name in names.split(", ")]
    assert len(documented) == len(set(documented))
    told = replace(FIRST.judged[0], doubt=0.2, bests=(Best("1.S0", 1.0, 0.2),))
    found = set(paths(as_json(report(replace(FIRST, judged=(told, *FIRST.judged[1:]))))))
    found |= set(paths(as_json(made_up(first(ROOT / "examples/matches/match.yaml")))))
    assert found == set(documented)


def test_a_report_as_an_object() -> None:
    facts = as_json(report())
    assert (facts["version"], facts["file"], facts["match"]) == (1, "a.yaml", 1)
    assert (facts["game"], facts["players"]) == ("scout", ["Ada", "Bo", "Cy"])
    assert facts["complete"] is True
    round_1, round_2 = facts["rounds"]
    assert round_1["margins"] == [6.0, -1.5, -4.5]
    assert round_2["margins"] == [None, None, None]
    assert round_1["moves"][1] == {
        "play": 2, "part": 1, "move": 2, "seat": 2, "text": "2.S1", "forced": False,
        "open": False, "playouts": 400, "equity": 1.0, "loss": 4.0, "error": 0.1, "best": "2.S9",
        "mark": "?", "kind": "gap", "words": "2.S9 keeps the row whole.",
    }  # fmt: skip
    assert round_1["moves"][3] == {
        "play": 4, "part": 1, "move": 4, "seat": 1, "text": "1.S3", "forced": True,
        "open": False, "playouts": 0,
    }  # fmt: skip
    assert round_1["luck"] == [
        {"play": 0, "what": "deal", "worth": [2.0, -3.0, 1.0]},
        {"play": 4, "what": "draw", "seat": 1, "worth": [0.5, -0.25, -0.25]},
    ]
    bo = facts["accounts"][1]
    assert bo == {
        "seat": 2, "player": "Bo", "decisions": 3, "lost": 4.5, "rate": 1.5,
        "marks": {"?!": 0, "?": 1, "??": 0},
        "mistakes": [{"kind": "gap", "times": 1, "lost": 4.0}],
        "rounds": 1, "result": -1.5, "luck": -3.25, "errors": -1.0, "residual": 2.75,
        "adjusted": 1.75,
    }  # fmt: skip
    assert facts["turning_points"][0] == {
        "round": 1, "play": 6, "seat": 3, "move": 6, "gain": -6.0, "what": "loss", "text": "3.S5",
    }  # fmt: skip


def test_the_best_moves_and_how_surely_they_are_known() -> None:
    bests = (Best("2.S9", 3.0, 0.25), Best("2.P", -16.00000000023283, None))
    judged = replace(FIRST.judged[1], doubt=0.123456, bests=bests)
    (round_1,) = as_json(report(replace(FIRST, judged=(judged,))))["rounds"]
    (move,) = round_1["moves"]
    assert move["equity_error"] == 0.1235
    assert move["best_moves"] == [
        {"text": "2.S9", "equity": 3.0, "equity_error": 0.25}, {"text": "2.P", "equity": -16.0},
    ]  # fmt: skip
    hindsight = replace(judged, open=True, error=0.0, playouts=0, doubt=None)
    solved = replace(hindsight, solved=True)
    (round_1,) = as_json(report(replace(FIRST, judged=(hindsight, solved))))["rounds"]
    assert ["error" in move for move in round_1["moves"]] == [False, True]
    assert not any("equity_error" in move for move in round_1["moves"])


def test_numbers_are_short() -> None:
    judged = replace(FIRST.judged[0], worth=-1e-9, loss=2 / 3)
    text = json.dumps(as_json(report(replace(FIRST, judged=(judged,)))))
    assert '"equity": 0.0,' in text and '"loss": 0.6667,' in text


def test_no_number_is_none() -> None:
    odd = replace(choice(1, 1), worth=math.nan, error=math.inf)
    round_1 = RoundReport(1, (math.nan, 1.0, None), (unmeasured(0), odd), (), lucky=False)
    facts = as_json(report(round_1))
    text = json.dumps(facts, allow_nan=False)
    assert json.loads(text) == facts
    assert facts["rounds"][0]["margins"] == [None, 1.0, None]
    thumb, odd_facts = facts["rounds"][0]["moves"]
    assert not {"equity", "loss", "error"} & set(thumb)
    assert "loss" in odd_facts and not {"equity", "error"} & set(odd_facts)
    assert "rate" not in facts["accounts"][0]  # nothing measured
    assert "result" not in facts["accounts"][0]  # no round known in full


def test_the_sum_of_matches() -> None:
    sums = Sums()
    sums.add(report(FIRST))
    sums.add(report(FIRST, match=2))
    facts = sums_as_json(sums)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert (facts["version"], facts["matches"]) == (1, 2)
    (standing,) = facts["standings"]
    assert (standing["game"], standing["seats"], standing["matches"]) == ("scout", 3, 2)
    assert [account["player"] for account in standing["accounts"]] == ["Ada", "Bo", "Cy"]
    assert "seat" not in standing["accounts"][0]
    assert standing["accounts"][2]["lost"] == 14.0


def test_hostile_names_stay_in_their_strings() -> None:
    bad = '"]}\x1b[2J\u202e\ud800'
    text = json.dumps(as_json(report(FIRST, names=(bad, "b", "c"))))
    assert text.isascii() and text.isprintable()
    assert json.loads(text)["players"][0] == bad
