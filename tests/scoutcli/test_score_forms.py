"""How standings look: in any width, in a pipe, on a page, and whatever the names are."""

from __future__ import annotations

import csv
import io
import json
import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest

from scoutcli.render.text import columns
from scoutcli.scoring.grid import grid_lines, least_width
from scoutcli.scoring.tables import Column, Table
from tests import toy
from tests.scoutcli.program import DAMAGED, VALID, Program, good
from tests.scoutcli.sheets import single
from tests.test_third_game import MATCH

HOSTILE = (
    "</table><script>alert(1)</script>",
    "a|b*c_d`e",
    '\\"quoted\\" and\\\\more',
    "\\e[31mred\\a",
    "\\u202erevo",
    "=1+1",
    "Ω漢字が長い名前です",
    "x" * 90,
)


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("COLUMNS", "100")
    return Program(capfd, monkeypatch)


def hostile() -> str:
    """A match of players, teams and an event with names that want to be more than names."""
    points = [(f'"{name}"', number) for number, name in enumerate(HOSTILE[:5])]
    text = single("scout", *points, more=f'event: "{HOSTILE[0]}"\nsite: "{HOSTILE[3]}"\n')
    return text + single("skyjo", *[(f'"{name}"', 9) for name in HOSTILE])


FIGURES = (
    "--system", "wins,rank,elo,points", "--tiebreak", "head-to-head,sonneborn-berger", "--cross",
)  # fmt: skip


@pytest.mark.parametrize("part", ["matches", "players"])
def test_no_cell_of_csv_is_a_formula(scoutcli: Program, part: str) -> None:
    text = single("scout", ('"=1+1"', 3), ('"@home"', -2), ('"a=1"', 0))
    done = scoutcli("score", "-", "-f", "csv", "--only", part, "--cross", typed=text)
    cells = {cell for row in csv.reader(io.StringIO(done.out)) for cell in row}
    assert {"'=1+1", "'@home", "a=1", "-2" if part == "matches" else "-2.0"} <= cells
    assert not any(cell.startswith(("=", "@")) for cell in cells)


@pytest.mark.parametrize("width", ["1", "40", "60", "80", "100", "200"])
def test_no_line_is_wider_than_the_terminal_and_no_figure_is_lost(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    done = scoutcli("score", "-", *FIGURES, typed=good() + hostile())
    assert done.status == 0
    lines = done.out.splitlines()
    titles = [line for line in lines if ", match " in line or ", all matches" in line]
    wide = [line for line in lines if columns(line) > max(int(width), 20) and line not in titles]
    assert not wide
    # Names are wrapped, never cut; the long one stands in the places, and head to head.
    whole = re.sub(r"[^x]", "", "".join(lines))
    assert whole.count("x" * 90) >= 1
    assert "…" not in done.out


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown", "html"])
def test_nothing_steers_a_terminal(scoutcli: Program, form: str) -> None:
    done = scoutcli("score", "-", "-f", form, *FIGURES, typed=hostile())
    assert done.status == 0
    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(done.out + done.err)
    assert "漢字" in done.out or "\\u6f22\\u5b57" in done.out


def test_a_plain_terminal_gets_plain_characters(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    pytest.importorskip("numpy")
    text = single("scout", ("Ann", 3), ("Bo", 2)) + single("scout", ("Ann", 3), ("Bo", 9))
    done = scoutcli("score", "-", "--system", "bradley-terry,elo", typed=text)
    assert done.status == 0
    assert "Bradley-Terry" in done.out
    assert "+/-" in done.out
    assert done.out.isascii()


def test_names_in_csv_are_cells(scoutcli: Program) -> None:
    done = scoutcli("score", "-", "-f", "csv", "--only", "players", typed=hostile())
    names = {row["player"] for row in csv.DictReader(io.StringIO(done.out))}
    assert {'"quoted" and\\more', "a|b*c_d`e", "\\x1b[31mred\\x07", "'=1+1"} <= names


class Checked(HTMLParser):
    """Notes the tags of a page, and that each is closed where it has to be."""

    VOID = frozenset({"meta", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_page_is_whole_in_itself_and_everything_is_escaped(scoutcli: Program) -> None:
    done = scoutcli("score", "-", "-f", "html", *FIGURES, typed=good() + hostile())
    assert done.status == 0
    page = Checked(done.out)
    assert not {"script", "img", "link", "iframe", "object"} & set(page.tags)
    assert not {name for name in page.attributes if name.startswith("on")} | (
        {"src", "href", "style"} & page.attributes
    )
    assert "default-src 'none'" in done.out
    text = "".join(page.texts)
    for said in ("</table><script>alert(1)</script>", "a|b*c_d`e", "\\x1b[31mred\\x07"):
        assert said in text
    assert done.out.index("SCOUT, all matches") < done.out.index("match 1: SCOUT")


def test_many_matches_wait_in_a_file_for_the_page(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scoutcli.scoring import page

    monkeypatch.setattr(page, "_IN_MEMORY", 1000)
    done = scoutcli("score", "-", "-f", "html", typed=good() * 12)
    assert Checked(done.out).tags.count("details") == 12
    done = scoutcli("score", "-", "-f", "html", "--only", "players", typed=good() * 12)
    assert "details" not in Checked(done.out).tags
    done = scoutcli("score", "-", "-f", "html", "--only", "matches", typed=good() * 12)
    assert Checked(done.out).tags.count("section") == 1


def test_a_page_of_nothing_is_a_page(scoutcli: Program) -> None:
    done = scoutcli("score", "nowhere.yaml", "-f", "html")
    assert done.status == 1
    assert "0 matches" in "".join(Checked(done.out).texts)


def test_columns_that_can_be_spared_go_first_and_are_named() -> None:
    table = Table(
        "test",
        "",
        [Column("a", "name", name=True), Column("b", "much", spare=1), Column("c", "less", spare=2),
         Column("d", "need"), Column("e", "none")],
        [["Ann", 1234567, 89, 1.5, None]],
    )  # fmt: skip
    shown = table.shown()
    assert shown.heads == ["name", "much", "less", "need"]
    assert least_width(shown) == 4 + 7 + 4 + 4 + 3 * 2
    assert list(grid_lines(shown, 25)) == [
        "name     much  less  need",
        "----  -------  ----  ----",
        "Ann   1234567    89  1.50",
    ]
    assert list(grid_lines(shown, 24)) == [
        "name     much  need",
        "----  -------  ----",
        "Ann   1234567  1.50",
        "No room for: less.",
    ]


def test_where_nothing_can_be_spared_a_row_is_told_in_words() -> None:
    table = Table(
        "test",
        "",
        [Column("p", "place"), Column("a", "player", name=True), Column("b", "points"),
         Column("c", "", name=True)],
        [[1, "Ann", 123456789, "won"], [2, "Bo", 5, None]],
    )  # fmt: skip
    assert list(grid_lines(table.shown(), 25)) == [
        "Ann: place 1, points",
        "  123456789, won",
        "Bo: place 2, points 5",
    ]


def test_markdown_is_one_table_for_each_game(scoutcli: Program) -> None:
    done = scoutcli(
        "score", "--only", "players", "-f", "markdown", VALID / "scout-2.yaml", "-",
        typed=hostile(),
    )  # fmt: skip
    for line in done.out.splitlines():
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)
            assert len(cells) in {11, 12}, line
    assert "<script" not in done.out.replace("\\<script", "")


@pytest.mark.parametrize("form", ["json", "markdown", "html"])
def test_a_document_lists_what_the_moves_do_not_give(scoutcli: Program, form: str) -> None:
    path = DAMAGED / "0067-score.yaml"
    done = scoutcli("score", "-f", form, "--only", "players", path, VALID / "scout-2.yaml")
    assert done.status == 1
    place = re.search(r":(\d+):\d+: error: (.*) \[wrong-score\]", done.err)
    assert place is not None
    if form == "json":
        (row,) = [json.loads(line) for line in done.out.splitlines() if "wrong-score" in line]
        assert (row["table"], row["file"], row["match"]) == ("differences", str(path), 1)
        assert (str(row["line"]), row["message"]) == place.groups()
    else:
        assert "Noted figures that the moves do not give" in done.out
        assert place[1] in done.out


def test_plots_are_part_of_the_page(scoutcli: Program) -> None:
    pytest.importorskip("matplotlib")
    done = scoutcli("score", "-", "-f", "html", "--plot", "-", typed=good() + hostile())
    assert done.status == 0
    (source,) = re.findall(
        r'<img alt="[^"<>]*" src="data:image/svg\+xml;base64,([^"]+)">', done.out
    )
    picture = b64decode(source, validate=True).decode()
    assert "points above the mean of the others" in picture
    assert "<script" not in picture
    assert "img-src data:" in done.out
    Checked(done.out)
    done = scoutcli("score", "-", "-f", "html", "--plot", "-", typed="")
    assert "<img" not in done.out


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown", "html"])
def test_a_game_that_nobody_here_knows_goes_through_every_form(
    scoutcli: Program, form: str
) -> None:
    with toy.known():
        more = ("--plot", "-") if form == "table" else ()
        done = scoutcli("score", "-", "-f", form, *FIGURES, *more, typed=MATCH)
        assert done.status == 0, done.err
        # 33 to 25 in two rounds; the highest total wins.
        assert "Ada" in done.out
        if form == "csv":
            assert "toy,yes,1,Ada,Ada,1.0," in done.out
        if form == "table":
            assert "TOY, all matches\n" in done.out
            assert "Ranked by wins, then by head to head" in done.out
