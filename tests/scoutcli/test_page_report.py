"""The analysis of a match as a page: what stands at the moves, in the tables, in the pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from notation.reader import Part
from scoutcli.analysis.course import Course
from scoutcli.analysis.model import Chance, MatchReport, RoundReport
from scoutcli.page.curves import course_pictures
from scoutcli.page.html import page
from scoutcli.page.report import report_page
from tests.scoutcli.program import ROOT, VALID, good
from tests.scoutcli.reports import BAD, choice, forced, made_up, report, unmeasured
from tests.scoutcli.tables import begin, run_alone
from tests.scoutcli.test_page import SVG, Page, drawn, first, only
from tests.toy import known

PAIR = ("Seat 1", "Seat 2")
ROUND = RoundReport(
    1,
    margins=(3.0, -3.0),
    judged=(
        choice(0, 0, number=None, worth=1.25, text="1.F"),
        forced(1, 1),
        choice(0, 2, 2.46, mark=BAD, kind="missed Show", best="x", best_text="1.S2",
               words="1.P gives away about 2.5 points: 1.S2 shows more"),
        choice(0, 2, part=1, text="1.-2"),
        unmeasured(1, 3),
    ),
    luck=(Chance(-1, -1, "deal", (1.5, -1.5)), Chance(3, 1, "draw", (-0.5, 0.5)),
          Chance(4, 1, "draw", (-0.01, 0.01))),
    lucky=True,
)  # fmt: skip


def scout() -> Part:
    return first(VALID / "hand-comments.yaml")


def analysed() -> MatchReport:
    return report(ROUND, names=PAIR)


def at(text: str, made: int) -> str:
    """What stands at a place of the first round, as text."""
    item = re.search(rf'<li><button type="button" data-at="1,{made}".*?</button>', text)
    assert item is not None
    return re.sub(r"<[^>]*>", "", item[0])


def test_every_move_says_what_it_was_worth() -> None:
    made = report_page(scout(), analysed())
    assert at(made, 0).endswith("luck, deal: Seat 1 +1.5, Seat 2 -1.5")
    assert at(made, 1).endswith(" expects +1.2, the best found")
    assert at(made, 2).endswith(" the only move")
    assert at(made, 3).endswith(
        " ? 1.S2: expects +1.0, loses 2.5 (±0.1), best 1.S2 — 1.P gives away about 2.5 points: "
        "1.S2 shows more 1.-2: expects +1.0, the best found"
    )
    assert at(made, 4).endswith(" not measured luck, draw: Seat 2 +0.5")
    assert "luck" not in at(made, 5)  # a hundredth of a point


def test_turning_points_are_links_to_positions() -> None:
    found = Page(report_page(scout(), analysed()))
    links = [about["href"] for tag, about in found.elements if tag == "a"]
    assert links == ["#r1m3", "#r1m0"]
    places = [about["data-at"] for _, about in found.elements if "data-turn" in about]
    assert places == ["1,0", "1,3"]
    assert len(found.data[0]) > 3
    made = report_page(scout(), analysed())
    assert "Round 1, move 3, Seat 1 ?: 1.P gives away about 2.5 points" in made
    assert "t, T: the next turning point" in made
    assert "turning point" not in page(scout(), None).partition("<script")[0]


def test_the_accounts_stand_in_tables() -> None:
    made = report_page(scout(), analysed())
    rows = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", made)
    ]
    assert rows[0] == ["player", "decisions", "lost", "a decision", "?!", "?", "??", "rating"]
    assert rows[1] == ["Seat 1", "3", "2.5", "0.820", "0", "1", "0", "-"]
    assert rows[2] == ["Seat 2", "0", "0.0", "-", "0", "0", "0", "-"]
    assert rows[4] == ["Seat 1", "missed Show", "1", "2.5"]
    # One choice was not measured: no balance.
    assert not any("residual" in row for row in rows)
    whole = replace(ROUND, judged=ROUND.judged[:-1])
    made = report_page(scout(), report(whole, names=PAIR))
    # Luck 1.5 - 0.5 - 0.01; errors - 2.46; so the residual is 3 - 0.99 + 2.46.
    assert "<td>+3.0</td><td>+1.0</td><td>-2.5</td><td>+4.5</td><td>+2.0</td>" in made


def test_all_of_the_page_of_the_match_is_there() -> None:
    plain, with_report = Page(page(scout(), None)), Page(report_page(scout(), analysed()))
    assert with_report.data == plain.data
    assert page(scout(), None) == page(scout(), None, None)
    assert "Analysed by search (playouts=4000 at most), seed 1" in report_page(scout(), analysed())


def test_what_an_earlier_analysis_wrote_is_not_shown() -> None:
    text = (VALID / "hand-comments.yaml").read_text()
    head, move, rest = text.partition("1.S7:222")
    assert move
    old = only(head + move + " $6 {[%by scoutcli $6] [%eq +9.75] old words}" + rest)
    plain = page(old, None)
    assert "old words" in plain and "?!" in plain
    made = report_page(old, analysed())
    assert "old words" not in made and "?!</em>" not in made and "9.75" not in made
    assert "{a quiet start, hands {not} sorted}" in made  # people's words stay
    assert Page(made).data == Page(plain).data


def test_a_page_lets_nothing_in() -> None:
    bad = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\x1b"
    judged = (
        replace(ROUND.judged[0], mark=BAD, words=bad, text=bad, kind=bad, best="x", best_text=bad),
        choice(1, 1),
    )
    hostile = replace(ROUND, judged=judged, luck=(Chance(-1, -1, bad, (2.0, -2.0)),))
    found = replace(report(hostile, names=(bad, bad)), about=bad, notices=(bad,), complete=False)
    made = report_page(only(good()), found)
    parsed = Page(made)
    assert [tag for tag, _ in parsed.elements].count("script") == 2
    assert not any(tag in {"img", "link", "iframe", "object"} for tag, _ in parsed.elements)
    for _, about in parsed.elements:
        assert not any(name.startswith("on") or name in {"src", "style"} for name in about)
        assert re.fullmatch(r"#r\d+m\d+", about.get("href") or "#r1m1")
    assert "\u202e" not in made and "\x1b" not in made
    assert "Stopped before its end" in made
    policy = next(
        about["content"]
        for _, about in parsed.elements
        if about.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert not re.search(r"unsafe|https?:", policy)


@pytest.mark.parametrize("name", ["match.yaml", "skyjo.yaml", "unknown.yaml", "unfinished.yaml"])
def test_any_match_has_a_page(name: str) -> None:
    part = first(ROOT / "examples" / "matches" / name)
    made = report_page(part, made_up(part))
    assert "<table>" in made
    assert not re.search(r"\b(nan|inf)\b", made.partition("<script")[0])


def test_a_game_that_cannot_be_searched_has_a_page(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    with known():
        session = begin(path, "toy", 2, bots=["high", "random"])
        run_alone(session)
        session.close()
        bare = report(RoundReport(1, (None, None), (), (), lucky=False), names=("a", "b"))
        notice = "TOY has no search, and cannot be analysed."
        made = report_page(first(path), replace(bare, game="toy", about="", notices=(notice,)))
    assert notice in made
    assert "Turning points" not in made and "Points and luck" not in made


# The pictures


def test_a_picture_has_a_line_and_an_area() -> None:
    course = Course(((0.0, 2.0, 4.0), (0.0, -2.0, -4.0)), ((2.0, 2.0, 2.0), (-2.0,) * 3), ends=(2,))
    text = course_pictures(["Ada", "<Bo>"], course)
    ada, bo = [
        drawn(figure)[1] for figure in re.findall(r"<figure>.*?</figure>", text)
    ]  # fmt: skip
    assert ada.attrib["aria-label"] == "Ada: +4.0 points, luck +2.0"
    assert bo.attrib["aria-label"] == "<Bo>: -4.0 points, luck -2.0"
    (line,) = [each.attrib["points"].split() for each in ada.iter(f"{SVG}polyline")]
    (area,) = [each.attrib["points"].split() for each in ada.iter(f"{SVG}polygon")]
    heights = [float(point.split(",")[1]) for point in line]
    zero, luck, *_ = [float(point.split(",")[1]) for point in area]
    assert heights[0] == pytest.approx(zero)  # the line begins at 0
    assert heights[1] == pytest.approx(luck)  # two points up, as is the luck
    assert heights[0] - heights[2] == pytest.approx(2 * (heights[0] - heights[1]), abs=0.2)
    assert course_pictures(["Ada"], Course((), (), ())) == ""


def test_a_long_match_has_no_longer_picture() -> None:
    row = tuple(float(at % 7) for at in range(20_000))
    (line,) = [
        each.attrib["points"].split()
        for each in drawn(course_pictures(["Ada"], Course((row,), (row,), (19_999,)))).iter(
            f"{SVG}polyline"
        )
    ]
    assert len(line) == 500
