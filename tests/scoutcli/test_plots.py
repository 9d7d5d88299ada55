"""Plots of results: what they show, in a terminal and in a file."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from scoutcli.plots import (
    MOST_CURVES,
    Curve,
    Panel,
    draw,
    panel_lines,
    points_over_time,
    ratings_over_time,
    score_distribution,
)
from scoutcli.plots.model import round_step
from scoutcli.ratings import Outcome, elo
from scoutcli.render.look import Look, size_of, to_text

PLAIN = Look(unicode=False)
HOSTILE = "_$x^{2$ <b>&'\"\\alpha"


class Played(NamedTuple):
    """A match as ratings and plots need it."""

    date: str
    margins: tuple[tuple[str, float], ...]
    outcome: Outcome = (("a",), ("b",))
    stage: str = ""
    identity: str = ""


def of_two(*margins: float, dates: Sequence[str] = ()) -> list[Played]:
    """Matches of a and b, with what a made above b."""
    return [
        Played(dates[at] if dates else "", (("a", margin), ("b", -margin)))
        for at, margin in enumerate(margins)
    ]


def told(panel: Panel, width: int = 40, look: Look = PLAIN, rows: int = 5) -> list[str]:
    return [to_text(line) for line in panel_lines(panel, width, look, rows)]


def curve(panel: Panel, name: str) -> list[tuple[float, float]]:
    return next(list(curve.points) for curve in panel.curves if curve.name == name)


RISING = Panel("Points", "match", "points", (
    Curve("Ann", ((1, 0), (2, 2), (3, 4))),
    Curve("Bo", ((1, 0), (2, 0), (3, 0))),
))  # fmt: skip
SPREAD = Panel("Scores", "points", "share of rounds", (
    Curve("Ann", ((0, 0.6), (1, 0.2), (2, 0.2))),
    Curve("Bo", ((0, 0.0), (1, 0.0), (2, 1.0))),
), width=1)  # fmt: skip


# What is shown


def test_points_add_up_or_are_a_mean() -> None:
    matches = of_two(3, -1, 4)
    assert curve(points_over_time(matches, "ab"), "a") == [(1, 3), (2, 2), (3, 6)]
    assert curve(points_over_time(matches, "ab"), "b") == [(1, -3), (2, -2), (3, -6)]
    assert curve(points_over_time(matches, "a", average=True), "a") == [(1, 3), (2, 1), (3, 2)]


def test_who_comes_later_begins_later_and_two_seats_are_one_match() -> None:
    matches = [*of_two(3), Played("", (("c", 2), ("c", 4), ("a", -6)))]
    panel = points_over_time(matches, "abc", average=True)
    assert curve(panel, "c") == [(2, 6)]
    assert curve(panel, "b") == [(1, -3), (2, -3)]
    assert [each.name for each in points_over_time(matches, "xca").curves] == ["c", "a"]


def test_a_rating_is_shown_behind_every_match_up_to_the_last() -> None:
    matches = [Played("2026-05-01", ()), Played("2026-05-02", (), (("a",), ("c",)))]
    panel = ratings_over_time(elo(matches, k=20)[1], "abc", system="Elo")
    assert curve(panel, "b") == [(1, 1490), (2, 1490)]
    assert [x for x, _ in curve(panel, "c")] == [2]
    assert curve(panel, "a")[0] == (1, 1510)
    assert panel.ticks == ((1, "2026-05-01"), (2, "2026-05-02"))


@pytest.mark.parametrize("count", [399, 400, 401, 5000, 100_003])
def test_of_very_many_matches_some_are_shown_with_the_last(count: int) -> None:
    matches = of_two(*[1.0] * count)
    points = curve(points_over_time(matches, "a"), "a")
    assert points[0] == (1, 1)
    assert points[-1] == (count, count)
    assert len(points) <= 402
    if count < 6000:
        rated, course = elo(matches)
        points = curve(ratings_over_time(course, "a", system="Elo"), "a")
        assert points[-1] == (count, rated.ratings["a"].value)
        assert len(points) <= 402


def test_the_first_eight_are_shown_and_that_is_said() -> None:
    keys = [f"p{at}" for at in range(MOST_CURVES + 2)]
    matches = [Played("", tuple((key, 0.0) for key in keys))]
    counts = {key: {3: 1} for key in keys}
    for panel in (points_over_time(matches, keys), score_distribution(counts, keys)):
        assert [each.name for each in panel.curves] == keys[:MOST_CURVES]
        assert panel.note == "The first 8 of 10."
        assert told(panel)[-1] == "The first 8 of 10."
    assert points_over_time(matches, keys[:MOST_CURVES]).note == ""


def test_dates_stand_below_once_each() -> None:
    dates = ["2026-05-01"] * 5 + ["2026-05-02"] * 5
    panel = points_over_time(of_two(*[1.0] * 10, dates=dates), "a")
    assert panel.ticks == ((1, "2026-05-01"), (6, "2026-05-02"))
    assert points_over_time(of_two(1, 2), "a").ticks == ()


def test_scores_are_shares_of_each_ones_rounds() -> None:
    panel = score_distribution({"a": {-2: 1, 0: 3}, "b": {1: 5}}, "abz")
    assert curve(panel, "a") == [(-2, 0.25), (-1, 0), (0, 0.75), (1, 0)]
    assert curve(panel, "b") == [(-2, 0), (-1, 0), (0, 0), (1, 1)]
    assert panel.width == 1


def test_scores_far_apart_stand_together() -> None:
    panel = score_distribution({"a": {-12: 1, -10: 1, 99: 2}}, "a")
    assert panel.width == 5
    assert curve(panel, "a")[0] == (-15, 0.25)
    assert curve(panel, "a")[1] == (-10, 0.25)
    assert curve(panel, "a")[-1] == (95, 0.5)


@given(st.dictionaries(st.integers(-(10**9), 10**9), st.integers(1, 9), min_size=1))
def test_no_score_is_lost(counts: dict[int, int]) -> None:
    panel = score_distribution({"a": counts}, "a")
    assert sum(share for _, share in curve(panel, "a")) == pytest.approx(1)
    assert len(panel.curves[0].points) <= 26


@given(st.floats(1e-6, 1e9), st.integers(2, 30))
def test_steps_are_round_and_few(reach: float, most: int) -> None:
    step = round_step(reach, most)
    assert f"{step:.0e}"[0] in "125"
    assert step * most >= reach * (1 - 1e-9)


# In a terminal


def test_curves_stand_on_a_grid_with_a_sign_for_each() -> None:
    assert told(RISING, 24) == [
        "Points",
        "    4 |            ooooo",
        "    3 |",
        "    2 |      oooooo",
        "    1 |",
        "    0 |oxoxoxxxxxxxxxxxx",
        "      +-----------------",
        "       match 1     3",
        "o Ann 4, x Bo 0",
    ]  # fmt: skip


def test_a_curve_that_does_not_move_is_a_line() -> None:
    lines = told(Panel("", "match", "", (Curve("Ann", ((1, 7.0),)),)), 24)
    assert sum("o" * 16 in line for line in lines) == 1


def test_bars_stand_in_a_panel_for_each_on_one_scale() -> None:
    lines = told(SPREAD, 24)
    assert [line.rstrip() for line in lines] == [
        "Scores",
        "Ann",
        " 100%",
        "",
        "      ######",
        "      ######",
        "      ##################",
        "    0 ------------------",
        "      0                2",
        "Bo",
        " 100%             ######",
        "                  ######",
        "                  ######",
        "                  ######",
        "                  ######",
        "    0 ------------------",
        "      0                2",
        "share of rounds, by",
        "  points",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [24, 40, 80, 200])
@pytest.mark.parametrize("look", [PLAIN, Look()])
def test_no_line_is_too_wide_and_signs_are_those_asked_for(width: int, look: Look) -> None:
    names = ["x" * 90, "漢字" * 30, *"abcdef"]
    dates = [f"2026-05-{day:02}" for day in range(1, 30)]
    matches = [
        Played(date, tuple((name, (at - 4) * 10.0**at) for at, name in enumerate(names)))
        for date in dates
    ]
    counts = {name: dict.fromkeys(range(-17, 140), 1) for name in names}
    for panel in (points_over_time(matches, names), score_distribution(counts, names)):
        lines = list(panel_lines(panel, width, look))
        assert max(map(size_of, lines)) <= width
        if not look.unicode:
            text = "".join(map(to_text, lines)).replace("漢", "").replace("字", "")
            assert text.isascii()


def test_of_nothing_nothing_is_drawn() -> None:
    assert told(points_over_time([], "ab")) == []
    assert told(score_distribution({}, "ab")) == []
    assert told(ratings_over_time(elo([])[1], "ab", system="Elo")) == []


def test_names_cannot_steer_the_terminal() -> None:
    name = "\x1b[2J\n"
    matches = [Played("\x1b]0;\x07", ((name, 1.0), ("b", -1.0)))] * 2
    counts = {name: {1: 1}}
    for panel in (points_over_time(matches, [name, "b"]), score_distribution(counts, [name])):
        assert all(to_text(line).isprintable() for line in panel_lines(panel, 80, Look()))


# In a file


def texts(path: Path) -> list[str]:
    """All texts of an SVG file; it is well-formed."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - written by the test
    return ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text")]


def test_text_in_svg_is_text_whatever_the_names(tmp_path: Path) -> None:
    panels = [replace(panel, curves=(Curve(HOSTILE, panel.curves[0].points), *panel.curves[1:]))
              for panel in (RISING, SPREAD)]  # fmt: skip
    draw(panels, tmp_path / "plot.svg")
    found = texts(tmp_path / "plot.svg")
    assert found.count(HOSTILE) == found.count("Bo") == 2
    assert {"Points", "Scores", "match", "share of rounds"} <= set(found)


def test_the_same_panels_give_the_same_bytes(tmp_path: Path) -> None:
    for suffix in ("svg", "png"):
        one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix.upper()}"
        draw([RISING, SPREAD], one)
        draw([RISING, SPREAD], two)
        assert one.read_bytes() == two.read_bytes()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert b"<dc:date>" not in (tmp_path / "one.svg").read_bytes()


def test_curves_differ_in_more_than_colour(tmp_path: Path) -> None:
    curves = tuple(Curve(f"p{at}", ((1, at), (2, at + 1))) for at in range(MOST_CURVES))
    draw([Panel("", "", "", curves)], tmp_path / "plot.svg")
    root = ET.fromstring((tmp_path / "plot.svg").read_text(encoding="utf-8"))  # noqa: S314
    styles = [each.get("style", "") for each in root.iter() if each.tag.endswith("}path")]
    dashes = {
        part
        for style in styles
        if "stroke-width: 1.5" in style
        for part in style.split("; ")
        if part.startswith("stroke-dasharray")
    }
    assert len(dashes) == MOST_CURVES - 1  # and one without


def test_a_setting_of_the_users_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib as mpl

    draw([RISING], tmp_path / "one.svg")
    monkeypatch.setitem(mpl.rcParams, "svg.fonttype", "path")
    monkeypatch.setitem(mpl.rcParams, "axes.facecolor", "red")
    draw([RISING], tmp_path / "two.svg")
    assert mpl.rcParams["axes.facecolor"] == "red"
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize("name", ["plot", "plot.pdf", "plot.svg.gz"])
def test_another_suffix_is_refused_and_both_are_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"\.svg file or a \.png file") as error:
        draw([RISING], tmp_path / name)
    assert error.value.code == "bad-suffix"
    assert list(tmp_path.iterdir()) == []


def test_without_a_match_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="nothing to be plotted"):
        draw([points_over_time([], "ab")], tmp_path / "plot.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        draw([RISING], tmp_path / "none" / "plot.svg")


def test_matplotlib_is_loaded_for_a_file_alone() -> None:
    code = "import sys, scoutcli.plots; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_to_install_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RuleError, match=r"pip install 'scoutcli\[plot\]'") as error:
        draw([RISING], tmp_path / "plot.svg")
    assert error.value.code == "extra-missing"
