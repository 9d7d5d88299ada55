"""What the options of `scoutcli score` change: who is compared, what ranks, which matches count."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from scoutcli.commands.score import command
from tests.scoutcli import fakejudge
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Done, Program, good
from tests.scoutcli.sheets import single


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("COLUMNS", "100")
    return Program(capfd, monkeypatch)


def rows(done: Done, table: str = "standings") -> list[dict[str, object]]:
    """The rows of a table, of an output in JSON."""
    found = [json.loads(line) for line in done.out.splitlines()]
    return [row for row in found if row.get("table") == table]


def summary(done: Done) -> dict[str, int]:
    """How many matches there were, of an output in JSON."""
    counts: dict[str, int] = json.loads(done.out.splitlines()[-1])["summary"]
    return counts


class Standings:
    """The standings of matches that a test writes, as rows of JSON."""

    def __init__(self, program: Program, *matches: str) -> None:
        self._program = program
        self._text = "".join(matches)

    def __call__(self, *options: str) -> list[dict[str, object]]:
        done = self._program(
            "score", "--format", "json", "--only", "players", *options, "-", typed=self._text
        )
        assert done.status == 0, done.err
        return rows(done)

    def places(self, *options: str) -> list[tuple[object, object]]:
        """Who has which place."""
        return [(row["place"], row["player"]) for row in self(*options)]


def test_the_first_system_ranks_and_the_others_are_columns(scoutcli: Program) -> None:
    standings = Standings(
        scoutcli,
        # Ann wins twice by little, Bo once by much, and Cy never: of three, second twice.
        single("scout", ("Ann", 5), ("Cy", 4), ("Bo", 0)),
        single("scout", ("Ann", 5), ("Cy", 4), ("Bo", 0)),
        single("scout", ("Bo", 30), ("Ann", 0), ("Cy", -10)),
    )
    ranked = standings("--system", "wins,rank", "--system", "points")
    assert [(row["player"], row["wins"], row["rank"]) for row in ranked] == [
        ("Ann", 2, 2 + 2 + 1), ("Bo", 1, 0 + 0 + 2), ("Cy", 0, 1 + 1 + 0),
    ]  # fmt: skip
    # Points a round: Bo 30 of three, Ann 10 of three, Cy -2 of three.
    ranked = standings("--system", "points")
    assert [(row["player"], row["average"]) for row in ranked] == [
        ("Bo", 10), ("Ann", 3.3333), ("Cy", -0.6667),
    ]  # fmt: skip
    assert "wins" not in ranked[0]
    # Rank points tie Bo and Cy, whatever the other columns say: no tie-break, one place.
    assert standings.places("--system", "rank,wins", "--tiebreak", "none") == [
        (1, "Ann"), (2, "Bo"), (2, "Cy"),
    ]  # fmt: skip


def test_in_skyjo_fewer_points_rank_higher(scoutcli: Program) -> None:
    standings = Standings(scoutcli, single("skyjo", ("Ann", 12), ("Bo", -3), ("Cy", 40)))
    for system in ("wins", "points", "rank"):
        assert standings.places("--system", system) == [(1, "Bo"), (2, "Ann"), (3, "Cy")]


def test_ties_stay_ties_and_each_tie_break_is_a_column_in_the_order_used(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = (
        single("scout", ("Ann", 9), ("Bo", 1)),
        single("scout", ("Bo", 8), ("Cy", 6)),
        single("scout", ("Cy", 7), ("Ann", 6)),
    )
    standings = Standings(scoutcli, *matches)
    assert {place for place, _ in standings.places("--tiebreak", "none")} == {1}
    # Each has beaten one and lost to one: head to head leaves all, then the best match.
    ranked = standings("--tiebreak", "head-to-head,best")
    assert [(row["place"], row["player"]) for row in ranked] == [(1, "Ann"), (2, "Bo"), (3, "Cy")]
    assert [(row["head_to_head"], row["best"]) for row in ranked] == [(1, 9), (1, 8), (1, 7)]
    keys = list(ranked[0])
    assert keys.index("wins") < keys.index("head_to_head") < keys.index("best")
    text = scoutcli(
        "score", "--only", "players", "--tiebreak", "head-to-head,best", "-",
        typed="".join(matches),
    )  # fmt: skip
    head = text.out.splitlines()[1]
    assert head.index("wins") < head.index("head to head") < head.index("best match")
    assert "Ranked by wins, then by head to head, then by best match.\n" in text.out
    monkeypatch.setenv("COLUMNS", "50")
    for names in ("place,shared", "place", "shared"):
        text = scoutcli(
            "score", "--only", "players", "--tiebreak", names, "-", typed="".join(matches)
        )
        heads = {"place": "mean place", "shared": "shared"}
        left = re.search(r"No room for: ([^.]*)", text.out)
        assert left is None or not {heads[name] for name in names.split(",")} & set(
            left[1].replace("\n ", "").split(", ")
        )


def test_what_is_compared_may_be_bots_teams_or_seats(scoutcli: Program) -> None:
    text = single("scout", ("Ann, team: Blue", 5), ("Bo, team: Red", 3), ("Cy, team: Blue", 1))
    text += single("scout", ("Ann, bot: greedy 1", 4), ("Bo, bot: greedy 1", 2), ("Dan", 9))
    standings = Standings(scoutcli, text)
    names = {
        by: {row[by] for row in standings("--by", by)} for by in ("player", "bot", "team", "seat")
    }
    assert names == {
        "player": {"Ann", "Bo", "Cy", "Dan"},
        "bot": {"people", "greedy 1"},
        "team": {"Blue", "Red", "no team"},
        "seat": {"seat 1", "seat 2", "seat 3"},
    }


def test_two_of_one_name_are_told_apart_by_id(scoutcli: Program) -> None:
    text = single("scout", ("Ann, id: a1", 5), ("Ann, id: a2", 3))
    assert [(row["player"], row["id"]) for row in Standings(scoutcli, text)()] == [
        ("Ann (a1)", "a1"), ("Ann (a2)", "a2"),
    ]  # fmt: skip


def test_where_leaves_out_other_matches_and_says_how_many(scoutcli: Program) -> None:
    text = single("scout", ("Ann", 5), ("Bo", 3), more="event: Club\n")
    text += single("scout", ("Cy", 5), ("Bo", 3), more="event: Home\n")
    done = scoutcli("score", "-", "--where", "event = Club", typed=text)
    assert done.status == 0
    assert "Cy" not in done.out
    assert done.out.endswith("\n1 match: 1 not verified; 1 match left out, as --where asks\n")
    done = scoutcli("score", "-", "--where", "winner = Cy", "-f", "json", typed=text)
    assert summary(done)["left_out"] == 1
    assert {row["player"] for row in rows(done)} == {"Bo", "Cy"}


def test_a_wrong_expression_is_told_before_anything_is_read(scoutcli: Program) -> None:
    done = scoutcli("score", "nowhere.yaml", "--where", "playr = Ann")
    assert done.status == 2
    assert "playr" in done.err
    assert "nowhere" not in done.err


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("apart", [(True, "Seat 1", 1), (True, "Seat 2", 1), (False, "Seat 1", 1),
                   (False, "Bo", 1)]),
        ("with", [(False, "Seat 1", 2), (False, "Seat 2", 1), (False, "Bo", 1)]),
        ("without", [(True, "Seat 1", 1), (True, "Seat 2", 1)]),
    ],
)  # fmt: skip
def test_sheets_count_apart_or_with_the_others_or_not_at_all(
    scoutcli: Program, how: str, expected: list[tuple[bool, str, int]]
) -> None:
    text = good() + single("scout", ("Seat 1", 3), ("Bo", 1))
    done = scoutcli("score", "-", "-f", "json", "--unverified", how, typed=text)
    found = [(row["verified"], row["player"], row["played"]) for row in rows(done)]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert summary(done)["unverified"] == 1


def test_head_to_head_counts_every_pair_at_a_table(scoutcli: Program) -> None:
    text = single("scout", ("Ann", 9), ("Bo", 4), ("Cy", 4))
    text += single("scout", ("Bo", 7), ("Ann", 5))
    done = scoutcli("score", "-", "-f", "json", "--cross", "--only", "players", typed=text)
    assert [
        (row["player"], row["against"], row["met"], row["ahead"], row["level"], row["behind"],
         row["margin"])
        for row in rows(done, "cross")
    ] == [
        ("Ann", "Bo", 2, 1, 0, 1, 1.5), ("Ann", "Cy", 1, 1, 0, 0, 5), ("Bo", "Cy", 1, 0, 1, 0, 0),
    ]  # fmt: skip
    done = scoutcli("score", "-", "--cross", "--only", "players", typed=text)
    assert [line.split() for line in done.out.splitlines()[-6:-3]] == [
        ["1", "Ann", "-", "1:1", "1:0"],
        ["2", "Bo", "1:1", "-", "0:0=1"],
        ["3", "Cy", "0:1", "0:0=1", "-"],
    ]


def test_strict_stops_at_the_first_difference_and_makes_no_standings(
    scoutcli: Program, tmp_path: Path
) -> None:
    path = tmp_path / "a.yaml"
    damaged = (DAMAGED / "0067-score.yaml").read_text()
    path.write_text(good() + damaged + good("0006.yaml") + damaged)
    done = scoutcli("score", "--strict", path)
    assert done.status == 1
    assert done.err.count("[wrong-score]") == 1
    assert "--strict" in done.err
    # The match before it was shown, and nothing else.
    assert "match 1" in done.out
    assert "match 2" not in done.out
    assert "all matches" not in done.out
    assert scoutcli("score", "--strict", VALID / "scout-2.yaml").status == 0
    # Without it each difference is told, and all matches count.
    done = scoutcli("score", path)
    assert done.status == 1
    assert done.err.count("[wrong-score]") == 2
    assert "4 matches: 4 counted; 2 noted figures differ" in done.out


def test_a_match_given_up_is_counted_apart(scoutcli: Program) -> None:
    text = (VALID / "hand-unfinished.yaml").read_text()
    given_up = text[: text.rindex("\n")] + "\n  end: abandoned\n"
    done = scoutcli("score", "-", "-f", "json", typed=given_up)
    assert summary(done)["forfeited"] == 1
    assert not rows(done)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--system", "swiss"), "swiss is no system; there is wins, points, rank"),
        (("--tiebreak", "wins,coin"), "coin is no tie-break; there is wins, shared"),
        (("--by", "club"), "club"),
        (("--jobs", "2", "--cluster", "tcp://127.0.0.1:1"), "choose one"),
    ],
)
def test_a_wrong_word_is_told_with_those_there_are(
    scoutcli: Program, arguments: tuple[str, ...], said: str
) -> None:
    done = scoutcli("score", VALID / "scout-2.yaml", *arguments)
    assert done.status == 2
    assert said in done.err.replace("'", "")


def played_three_times() -> str:
    """Ann wins by 5, loses by 1, and wins by 2, on three days that do not stand in order."""
    return (
        single("scout", ("Ann", 2), ("Bo", 0), more='date: "2026-03-03"\n')
        + single("scout", ("Ann", 5), ("Bo", 0), more='date: "2026-03-01"\n')
        + single("scout", ("Ann", 0), ("Bo", 1), more='date: "2026-03-02"\n')
    )


def test_plots_are_drawn_in_the_terminal_between_tables_and_summary(scoutcli: Program) -> None:
    done = scoutcli(
        "score", "-", "--only", "players", "--plot", "-", "--system", "wins,elo",
        typed=played_three_times(),
    )  # fmt: skip
    assert done.status == 0
    title = "SCOUT, all matches that could not be verified: "
    parts = [
        f"\n{title}{what}\n"
        for what in ("points above the mean of the others, added up", "Elo over time",
                     "points of a round")
    ]  # fmt: skip
    places = [done.out.index(part) for part in parts]
    assert places == sorted(places)
    # 5 - 1 + 2 points above the other at the end.
    assert re.search(r"Ann 6(\.0)?, . Bo -6(\.0)?\n", done.out)
    assert "2026-03-01" in done.out
    assert done.out.endswith("\n\n3 matches: 3 not verified\n")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_plots_are_drawn_into_a_file_the_same_whatever_the_order(
    scoutcli: Program, tmp_path: Path, suffix: str
) -> None:
    pytest.importorskip("matplotlib")
    matches = played_three_times().split("---\n")[1:]
    pictures = []
    for order in (matches, matches[::-1]):
        path = tmp_path / f"plot.{suffix}"
        done = scoutcli("score", "-", "--plot", path, typed="---\n" + "---\n".join(order))
        assert done.status == 0
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[1]
    begins = {"svg": b"<?xml", "png": b"\x89PNG"}
    assert pictures[0].startswith(begins[suffix])


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--plot", "a.pdf"), 2, ".svg or a .png"),
        (("--plot", "a.jpg", "-f", "json"), 2, "'a.jpg' is neither"),
        (("--plot", "no/such/a.svg"), 2, "there is no folder 'no/such'"),
        (("--plot", f"{ROOT / 'tests'}/.svg"), 2, "is neither"),
        (("--plot", "folder.svg"), 2, "'folder.svg' cannot be written"),
        (("--plot", "-", "-f", "csv"), 2, "--plot -"),
        (("--plot", "a.svg", "--only", "matches"), 2, "--only matches"),
    ],
)
def test_what_cannot_be_plotted_is_told_before_anything_is_read(
    scoutcli: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.svg").mkdir()
    done = scoutcli("score", "nowhere.yaml", *arguments)
    assert done.status == status
    assert said in done.err
    assert "nowhere" not in done.err


@pytest.mark.parametrize(
    ("arguments", "missing", "extra"),
    [
        (("--system", "openskill"), "openskill", "scoutcli[ratings]"),
        (("--system", "wins,bradley-terry"), "numpy", "scoutcli[ratings]"),
        (("--plot", "a.svg"), "matplotlib", "scoutcli[plot]"),
    ],
)
def test_what_is_not_installed_is_told_before_anything_is_read(
    arguments: Sequence[str], missing: str, extra: str
) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from scoutcli.cli import run; sys.exit(run())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "score", "nowhere.yaml", *arguments],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert extra in done.stderr
    assert "nowhere" not in done.stderr


def test_models_are_printed_and_who_cannot_be_compared_is_named(scoutcli: Program) -> None:
    pytest.importorskip("numpy")
    text = single("scout", ("Ann", 3), ("Bo", 2)) + single("scout", ("Cy", 3), ("Dan", 2))
    done = scoutcli("score", "-", "--only", "players", "--system", "bradley-terry", typed=text)
    assert done.status == 0
    said = " ".join(done.out.split())
    for part in ("maximum likelihood", "prior", "400 points = 10 : 1", "undefeated", "never met"):
        assert part in said
    # Equal matches: winners share a place, losers share one.
    assert [line.split()[:2] for line in done.out.splitlines()[3:7]] == [
        ["1", "Ann"], ["1", "Cy"], ["3", "Bo"], ["3", "Dan"],
    ]  # fmt: skip


def test_skill_and_luck_stand_side_by_side_where_a_match_is_annotated(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakejudge.install(monkeypatch.setattr)
    text = scoutcli("annotate", VALID / "scout-2.yaml").out
    done = scoutcli("score", "-", "-f", "json", "--only", "players", typed=text + good("0006.yaml"))
    found = {row["player"]: row for row in rows(done, "skill")}
    assert set(found) == {"Seat 1", "Seat 2"}
    for seat in (1, 2):
        row = found[f"Seat {seat}"]
        lost = re.findall(rf"seat {seat}: lost ([0-9.]+) in ([0-9]+) choices", text)
        choices = sum(int(number) for _, number in lost)
        assert len(lost) == 2
        assert row["choices"] == choices
        assert row["lost"] == pytest.approx(sum(float(part) for part, _ in lost) / choices, 1e-3)
        told = re.findall(rf"seat {seat}: [^;}}]*luck ([+-][0-9.]+), result ([+-][0-9.]+)", text)
        assert row["rounds"] == len(told)
        if told:
            luck = sum(float(each) for each, _ in told) / len(told)
            result = sum(float(each) for _, each in told) / len(told)
            assert row["luck"] == pytest.approx(luck, abs=1e-3)
            assert row["adjusted"] == pytest.approx(result - luck, abs=1e-3)
    shown = scoutcli("score", "-", "--only", "players", typed=text)
    assert "skill and luck, where it is annotated" in shown.out
    assert "lost a choice" in shown.out


@pytest.mark.parametrize(
    ("option", "typed", "offered"),
    [
        ("systems", "", {"wins", "points", "rank", "elo", "bradley-terry", "openskill"}),
        ("systems", "wins,r", {"wins,rank"}),
        ("systems", "elo,e", set()),
        ("tiebreaks", "best,buch", {"best,buchholz", "best,buchholz-cut1"}),
        ("tiebreaks", "no", {"none"}),
    ],
)
def test_names_are_completed_behind_commas(option: str, typed: str, offered: set[str]) -> None:
    context = click.Context(command)
    (parameter,) = [each for each in command.params if each.name == option]
    found = parameter.type.shell_complete(context, parameter, typed)
    assert {item.value for item in found} == offered
