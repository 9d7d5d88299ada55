"""The report of an analysis at a terminal: what it says, how wide it is, with which signs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoutcli.analysis.account import Sums
from scoutcli.analysis.course import Course
from scoutcli.analysis.model import MatchReport, RoundReport
from scoutcli.analysis.plot import course_lines
from scoutcli.analysis.report_text import LEAST_WIDTH, sum_lines, text_lines
from scoutcli.render.look import Look, size_of, to_text
from scoutcli.render.themes import paint
from tests.scoutcli.program import ROOT
from tests.scoutcli.reports import FIRST, UNENDED, made_up, report, unmeasured
from tests.scoutcli.test_page import first

PLAIN = Look(unicode=False)


def told(found: MatchReport, width: int = 80, look: Look = PLAIN) -> list[str]:
    return [to_text(line) for line in text_lines(found, width, look)]


def test_a_report_in_full() -> None:
    lines = told(report())
    assert (
        lines[:28]
        == """\
a.yaml, match 1: SCOUT
search (playouts=4000 at most), seed 1

player  decisions  lost  a decision  ?!  ?  ??  rating
------  ---------  ----  ----------  --  -  --  ------
Ada             2   2.0       1.000   0  1   0  -
Bo              3   4.5       1.500   0  1   0  -
Cy              3   7.0       2.333   1  0   1  -
Points lost against the best move, by decisions with a choice.

mistakes of  kind         times  lost
-----------  -----------  -----  ----
Ada          gap              1   2.0
Bo           gap              1   4.0
Cy           gap              1   6.0
Cy           flip choice      1   1.0

player  rounds  result  luck  errors  residual  without luck
------  ------  ------  ----  ------  --------  ------------
Ada          1    +6.0  +2.5    +5.8      -2.2          +3.5
Bo           1    -1.5  -3.2    -1.0      +2.8          +1.8
Cy           1    -4.5  +0.8    -4.8      -0.5          -5.2
Points against the mean of the others; result = luck + errors + residual.

Largest losses
Round 1, move 6, Cy ??: 3.P gives the round away.
Round 1, move 2, Bo ?: 2.S9 keeps the row whole.
Round 2, move 1, Ada ?: 1.S0 -2.0""".splitlines()
    )
    assert "Round 1, deal: -3.0 for Bo" in lines
    assert lines[-1] == "o points so far and expected, # luck so far, + a round ends"


def test_curves_stand_on_one_scale() -> None:
    """Points of 4 and of -4, luck of 2 and of -2, in a picture that reaches from 4 to -4."""
    course = Course(((0, 4, 4), (0, -4, -4)), ((2, 2, 2), (-2, -2, -2)), ends=(2,))
    lines = [to_text(line) for line in course_lines(["Ada", "Bo"], course, 15, PLAIN)]
    assert lines[:9] == [
        "Ada",
        "   +4     ooooo",
        "",
        "      #########",
        "      #########",
        "    0 oooo----+",
        "",
        "",
        "",
    ]
    assert [line for line in lines[10:20] if "o" in line or "-4" in line] == [
        "Bo",
        "    0 oooo----+",
        "   -4     ooooo",
    ]


def test_in_many_columns_curves_stand_side_by_side() -> None:
    wide = told(report(), 80)
    assert any(line.startswith("Ada ") and line.endswith(" Bo") for line in wide)
    assert not any(line.startswith("Ada ") and line.endswith(" Bo") for line in told(report(), 60))


@pytest.mark.parametrize("width", [LEAST_WIDTH, 40, 80, 132])
@pytest.mark.parametrize("look", [PLAIN, Look()])
def test_no_line_is_too_wide(width: int, look: Look) -> None:
    names = ("Ada" * 20, "漢字" * 20, "x")
    several = Sums()
    for found in (report(names=names), made_up(first(ROOT / "examples/matches/match.yaml"))):
        several.add(found)
        lines = list(text_lines(found, width, look))
        assert max(map(size_of, lines)) <= width
        assert all(to_text(line) == to_text(line).rstrip(" ") for line in lines)
    assert max(size_of(line) for line in sum_lines(several, width, look)) <= width


def test_without_unicode_every_character_is_ascii_and_without_colours_none_escapes() -> None:
    lines = list(text_lines(report(), 80, PLAIN))
    assert all(to_text(line).isascii() for line in lines)
    assert not any("\x1b" in paint(line, "dark", colours=False) for line in lines)
    assert any("\x1b" in paint(line, "dark") for line in lines)
    assert any("●" in line for line in told(report(), look=Look()))


def test_curves_take_no_more_than_a_screen_or_so() -> None:
    names = [f"P{seat}" for seat in range(8)]
    row = tuple(range(0, 900, 3))
    course = Course((row,) * 8, (row,) * 8, ends=(100, 299))
    assert len(list(course_lines(names, course, 80, PLAIN))) <= 41
    assert len(list(course_lines(names, course, 40, PLAIN))) <= 49


def test_what_is_missing_is_said_or_left_out() -> None:
    lines = told(report(UNENDED))
    assert "No round is known in full, with every seat's choices: no account of luck." in lines
    one = RoundReport(1, (None, None, None), (unmeasured(0),), (), lucky=False)
    bare = replace(report(one), about="", complete=False, notices=("SCOUT cannot be searched.",))
    lines = told(bare)
    assert lines[1:3] == [
        "Stopped before its end: what follows is a part.", "SCOUT cannot be searched.",
    ]  # fmt: skip
    assert "Ada             0   0.0           -   0  0   0  -" in lines
    assert not any("strokes of luck" in line or "Largest losses" in line for line in lines)


def test_a_sum_of_parts_says_so() -> None:
    sums = Sums()
    sums.add(report(FIRST))
    lines = [to_text(line) for line in sum_lines(sums, 80, PLAIN, complete=False)]
    assert lines[:2] == [
        "Stopped before its end: what follows is a part.", "SCOUT, 3 players: 1 match",
    ]  # fmt: skip


def test_a_report_of_nothing_has_a_title() -> None:
    assert told(replace(report(), rounds=(), accounts=(), about=""), 80)[0] == (
        "a.yaml, match 1: SCOUT"
    )
    assert told(replace(report(), game="nothing known"))[0] == "a.yaml, match 1: nothing known"


def test_several_matches_are_summed_up() -> None:
    sums = Sums()
    sums.add(report(FIRST))
    sums.add(report(FIRST, match=2))
    sums.add(report(FIRST, game="skyjo"))
    lines = [to_text(line) for line in sum_lines(sums, 80, PLAIN)]
    assert lines[0] == "SCOUT, 3 players: 2 matches"
    assert "Cy              4  14.0       3.500   2  0   2  -" in lines
    assert "Bo           2    -3.0  -6.5    -2.0      +5.5          +3.5" in lines
    assert "SKYJO, 3 players: 1 match" in lines


@settings(max_examples=40)
@given(st.text(max_size=30), st.integers(10, 100))
def test_nothing_in_a_report_steers_the_terminal(text: str, width: int) -> None:
    bad = f"\x1b[2J{text}\u202e\r\n"
    judged = replace(FIRST.judged[1], words=bad, text=bad, kind=bad)
    luck = (replace(FIRST.luck[0], what=bad),)
    found = report(replace(FIRST, judged=(FIRST.judged[0], judged), luck=luck), names=(bad,) * 3)
    found = replace(found, file=bad, about=bad, notices=(bad,))
    for line in text_lines(found, width, PLAIN):
        shown = to_text(line).translate(dict.fromkeys((0x200C, 0x200D)))  # these join, no more
        assert shown.isprintable()
        assert size_of(line) <= max(width, LEAST_WIDTH)
