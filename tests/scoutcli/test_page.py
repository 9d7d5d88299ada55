"""A match as a page and a position as a picture: what they show, to whom, and what they let in."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.errors import RuleError
from notation.reader import Part
from scoutcli.page.graph import points_graph
from scoutcli.page.html import page, write_page
from scoutcli.page.scene import scene_of
from scoutcli.page.svg import picture, write_picture
from scoutcli.viewer.walk import Walk
from tests.record import parts_of
from tests.scoutcli.program import ROOT, VALID, good
from tests.scoutcli.tables import begin, run_alone
from tests.toy import known

SVG = "{http://www.w3.org/2000/svg}"


def only(text: str) -> Part:
    (part,) = [part for part in parts_of(text.encode()) if part.match is not None]
    return part


def first(path: Path) -> Part:
    return only(path.read_text())


def drawn(text: str) -> ET.Element:
    """A picture as XML: every reader of SVG has to find it well-formed."""
    return ET.fromstring(text)  # noqa: S314 - it was made here


class Page(HTMLParser):
    """A page as a browser takes it apart: its elements, its texts, its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(text)
        self.data: list[Any] = json.loads(self.scripts[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in_script = tag == "script"
        if self._in_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts[-1] += data

    def cards(self, number: int, made: int, seat: int) -> list[str]:
        """The cards of a seat (all from 0) after so many plays, a text a row: ``4/10 ?``."""
        rows = self.data[number][made][2][seat][2]
        return [" ".join("/".join(filter(None, card[:2])) for card in row) for row in rows]

    def kinds(self, number: int, made: int, seat: int) -> set[str]:
        return {card[2] for row in self.data[number][made][2][seat][2] for card in row}


# The page


def test_a_page_holds_every_position_of_scout() -> None:
    found = Page(page(first(VALID / "hand-comments.yaml"), None))
    # Two choices and fourteen moves, two choices and thirteen moves: a scene before the first of
    # them and after each, and a button for every scene.
    assert [len(frames) for frames in found.data] == [17, 16]
    places = [about["data-at"] for _, about in found.elements if "data-at" in about]
    assert places == [f"1,{made}" for made in range(17)] + [f"2,{made}" for made in range(16)]
    assert found.cards(0, 0, 1) == ["3/5 3/8 6/8 10/1 3/1 8/2 7/2 6/1 5/9 4/2 6/10"]
    # The second seat has flipped: every card lies the other way up.
    assert found.cards(0, 2, 1) == ["5/3 8/3 8/6 1/10 1/3 2/8 2/7 1/6 9/5 2/4 10/6"]
    heading, middle, seats = found.data[0][3]
    assert heading == "Round 1, 1 move made: Seat 2 to move"
    assert middle == [
        ["Active set, shown by Seat 1", [],
         [[["2", "1", "open", 2], ["2", "5", "open", 2], ["2", "3", "open", 2]]], 0]
    ]  # fmt: skip
    assert [seat[0] for seat in seats] == ["1. Seat 1", "2. Seat 2"]
    assert seats[0][1] == [
        "8 cards", "0 captured", "3 tokens", "-5 so far this round", "0 before"
    ]  # fmt: skip
    assert [seat[3] for seat in seats] == [0, 1]


def test_a_page_holds_what_lies_in_skyjo() -> None:
    found = Page(page(first(ROOT / "examples" / "matches" / "skyjo.yaml"), None))
    # B058 Z785 7928, of which b2 and d2 are opened first.
    assert found.cards(0, 2, 0) == ["11 0 5 8", "-1 7 8 5", "7 9 2 8"]
    row = found.data[0][2][2][0][2][1]
    assert [card[2] for card in row] == ["known", "open", "known", "open"]
    heading, middle, _ = found.data[0][3]  # 1.D0@b2:7
    assert heading.startswith("Round 1, turn 2")
    assert [group[0] for group in middle] == ["Discard pile", "Draw pile"]
    assert middle[0][2][0][0][0] == "7"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_page_for_a_seat_has_nothing_that_it_could_not_know(seat: int) -> None:
    scout = Page(page(first(VALID / "hand-comments.yaml"), seat))
    assert scout.kinds(0, 0, seat) == {"open"}
    assert scout.kinds(0, 0, 1 - seat) == {"back"}
    skyjo_part = first(ROOT / "examples" / "matches" / "skyjo.yaml")
    skyjo = Page(page(skyjo_part, seat))
    for number, frames in enumerate(skyjo.data):
        for made in range(len(frames)):
            for other in (0, 1):
                assert "known" not in skyjo.kinds(number, made, other)
    assert skyjo.kinds(0, 2, 0) == {"back", "open"}
    assert skyjo.cards(0, 2, 0)[0] == "? ? ? ?"
    assert "instead" not in page(first(VALID / "hand-comments.yaml"), seat)


def test_a_page_lets_nothing_in() -> None:
    """Names and comments are text; nothing is loaded; one script and one style may run."""
    bad = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    text = good().replace("name: Seat 1", f'name: "{bad}\\u202e"')
    assert bad in text
    text = text.replace("  moves: |\n", "  moves: |\n    {" + bad.replace("}", "") + "}\n", 1)
    made = page(only(text), None)
    found = Page(made)
    assert [tag for tag, _ in found.elements].count("script") == 2
    assert not any(tag in {"img", "link", "iframe", "object"} for tag, _ in found.elements)
    for _, about in found.elements:
        assert not any(name.startswith("on") or name in {"src", "href"} for name in about)
    assert "\u202e" not in made
    policy = next(
        about["content"]
        for _, about in found.elements
        if about.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")
    assert not re.search(r"unsafe|https?:", policy)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", made))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # a name, which nobody loads


def test_a_page_says_what_was_noted() -> None:
    made = page(first(VALID / "hand-comments.yaml"), None)
    assert "{a quiet start, hands {not} sorted}" in made
    assert "<em>!?</em>" in made
    assert "Won by Seat 1" in made
    assert "<title>SCOUT: Seat 1, Seat 2</title>" in made


def test_matches_without_positions_have_a_page_too(tmp_path: Path) -> None:
    """A sheet of points, and a match whose cards nobody knows in full."""
    sheet = Page(page(first(ROOT / "examples" / "matches" / "sheet.yaml"), None))
    assert all(frames in ([], [None]) for frames in sheet.data)
    unknown = Page(page(first(VALID / "hand-unknown.yaml"), None))
    assert any("?" in row for row in unknown.cards(0, 0, 0))
    write_page(only(good()), None, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page(only(good()), None)


def test_a_game_without_a_stage_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    with known():
        session = begin(path, "toy", 2, bots=["high", "random"])
        run_alone(session)
        session.close()
        found = Page(page(only(path.read_text()), None))
    heading, middle, seats = found.data[0][0]
    assert (heading, seats) == ("Round 1", [])
    ((title, facts, rows, turn),) = middle
    assert (title, rows, turn) == ("", [], 0)
    assert facts[0].startswith("toy ")  # its position line


# The graph


def test_the_graph_has_a_point_for_each_round_and_seat() -> None:
    root = drawn(points_graph(["Ada", "<Bo>"], [[0, 0], [10, -20], [25, -10]]))
    lines = [line.attrib["points"].split() for line in root.iter(f"{SVG}polyline")]
    assert [len(line) for line in lines] == [3, 3]
    heights = [[float(point.split(",")[1]) for point in line] for line in lines]
    ada, bo = heights
    assert ada[0] == bo[0]
    assert ada[0] - ada[1] == pytest.approx((bo[1] - bo[0]) / 2)  # 10 up, 20 down
    assert ada[0] - ada[2] == pytest.approx(2.5 * (ada[0] - ada[1]))
    assert root.attrib["aria-label"] == "Points after each of 2 rounds; at the end Ada 25, <Bo> -10"
    dashes = {line.attrib.get("stroke-dasharray") for line in root.iter(f"{SVG}polyline")}
    assert len(dashes) == 2  # colour is not the only sign
    assert points_graph(["Ada", "Bo"], [[0, 0]]) == ""


def test_names_at_the_ends_of_the_graph_stand_apart() -> None:
    names = [f"P{seat}" for seat in range(8)]
    root = drawn(points_graph(names, [[0] * 8, [7] * 8]))
    ends = sorted(
        float(text.attrib["y"]) for text in root.iter(f"{SVG}text") if (text.text or "")[:1] == "P"
    )
    assert len(ends) == 8
    assert all(below - above >= 14.9 for above, below in pairwise(ends))


# The picture


def test_a_picture_shows_the_position(tmp_path: Path) -> None:
    part = first(VALID / "hand-comments.yaml")
    assert part.audit is not None
    write_picture(Walk(part.audit, 0), 3, tmp_path / "p.svg")
    root = drawn((tmp_path / "p.svg").read_text())
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[:2] == ["Round 1, 1 move made: Seat 2 to move", "Active set, shown by Seat 1"]
    cards = [box for box in root.iter(f"{SVG}rect") if box.attrib.get("class") == "card"]
    assert len(cards) == 3 + 8 + 11
    said = root.find(f"{SVG}desc")
    assert said is not None and said.text is not None
    assert "1. Seat 1, 8 cards, 0 captured, 3 tokens" in said.text
    wide, tall = map(float, root.attrib["viewBox"].split()[2:])
    for box in cards:
        assert 0 <= float(box.attrib["x"]) <= wide - 36
        assert 0 <= float(box.attrib["y"]) <= tall - 48


def test_a_picture_for_a_seat_hides_the_other_hands() -> None:
    part = first(VALID / "hand-comments.yaml")
    assert part.audit is not None
    scene = scene_of(Walk(part.audit, 0, 1), 0)
    assert scene is not None
    root = drawn(picture(scene))
    backs = [box for box in root.iter(f"{SVG}rect") if box.attrib.get("class") == "back"]
    assert len(backs) == 11


def test_no_picture_of_what_is_not_known(tmp_path: Path) -> None:
    part = first(ROOT / "examples" / "matches" / "sheet.yaml")
    assert part.audit is not None
    with pytest.raises(RuleError, match="no position is known") as caught:
        write_picture(Walk(part.audit, 0), 0, tmp_path / "p.svg")
    assert caught.value.code == "no-position"
    assert not (tmp_path / "p.svg").exists()
