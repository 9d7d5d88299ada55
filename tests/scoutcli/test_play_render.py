"""Drawings of a position: right at 80 columns and at 40, whatever the players are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from scoutcli.render import draw
from scoutcli.render.text import Paint, clip, columns, pad, wrap
from scoutcli.table.session import Seat, Session, Stage
from tests.record import fast_disk
from tests.scoutcli.tables import TODAY, begin, run_alone

PLAIN = Paint()
NAMES = ("Ada", "王小明 the Great", "Bartholomew of Somewhere Else", "é", "E", "F", "G", "H")


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


def lines_of(session: Session, width: int, paint: Paint = PLAIN) -> list[str]:
    return draw(session.view(max(session.turn, 0)), session.names, width, paint)


def positions(path: Path, game: str, players: int, rules: dict[str, str]) -> Iterator[Session]:
    """A match of bots with difficult names, before each of its moves."""
    played = games.get(game)
    seats = [Seat(name, "random") for name in NAMES[:players]]
    session = Session.begin(played, played.rules(players, rules)[0], seats, "r", path, TODAY)
    while session.stage is not Stage.OVER:
        if session.stage is Stage.PLAY:
            yield session
        run_alone(session, 1)
    session.close()


NUMBERS = [("scout", players) for players in range(2, 6)]
NUMBERS += [("skyjo", players) for players in (2, 3, 5, 8)]


@pytest.mark.parametrize(("game", "players"), NUMBERS)
def test_no_line_is_wider_than_the_terminal(game: str, players: int, tmp_path: Path) -> None:
    for session in positions(tmp_path / "m.yaml", game, players, {"rounds": "2"}):
        for width in (20, 40, 71, 80):
            for line in lines_of(session, width):
                assert columns(line) <= width
                assert line.replace("\n", "?").isprintable()


@pytest.mark.parametrize(("game", "players"), [("scout", 5), ("skyjo", 8)])
def test_a_position_fits_80_by_24_with_the_menu_below(
    game: str, players: int, tmp_path: Path
) -> None:
    """Of 24 lines the prompt, a menu of six, and the toolbar take eight."""
    heights = [
        len(lines_of(session, 80))
        for session in positions(tmp_path / "m.yaml", game, players, {"rounds": "1"})
    ]
    assert sorted(heights)[len(heights) // 2] <= 16
    assert max(heights) <= 18  # where many cards of others are known


@pytest.fixture
def scout(tmp_path: Path) -> Iterator[Session]:
    """Seat 1 showed 9 9 (93 95), seat 2 scouted the 95 into place 9, seat 3 showed 6 5."""
    session = begin(tmp_path / "m.yaml", "scout", 3, bots=["greedy", "random", "greedy"])
    run_alone(session, 8)
    yield session
    session.close()


@pytest.fixture
def skyjo(tmp_path: Path) -> Iterator[Session]:
    session = begin(tmp_path / "m.yaml", "skyjo", 3)
    run_alone(session, 12)
    yield session
    session.close()


def test_scout_in_full(scout: Session) -> None:
    assert lines_of(scout, 80) == [
        "── Round 1: move 6, greedy 1 to play " + "─" * 43,
        "                  cards won tokens S&S round total",
        "> 1 greedy 1         10   2      1 yes    -7     0",
        "  2 random           11   0      0 yes   -11     0  has 9:95",
        "  3 greedy 2          8   3      0 yes    -5     0",
        "",
        "Active set, shown by greedy 2",
        "upper   6  5",
        "lower   7  7",
        "",
        "Hand of greedy 1",
        "place   1  2  3  4  5  6  7  8  9 10",
        "upper   4  9  8  1  6  3  2  2  8  3",
        "lower   9  2  5  6  8  5  4  7  4  2",
    ]


def test_scout_at_40_columns(scout: Session) -> None:
    assert lines_of(scout, 40)[:7] == [
        "── Round 1: move 6, greedy 1 to play ───",
        "               hand won tok S&S rnd  sum",
        "> 1 greedy 1     10   2   1 yes  -7    0",
        "  2 random       11   0   0 yes -11    0",
        "    has 9:95",
        "  3 greedy 2      8   3   0 yes  -5    0",
        "",
    ]


def test_a_long_hand_goes_on_below(tmp_path: Path) -> None:
    """Twelve cards fit into 42 columns; at 40 one stands below."""
    session = begin(tmp_path / "m.yaml", "scout", 3)
    session.begin_round()
    assert lines_of(session, 42)[-3:] == [
        "place   1  2  3  4  5  6  7  8  9 10 11 12",
        "upper   4  9  8  9  9  1  6  3  2  2  8  3",
        "lower   9  2  5  3  5  6  8  5  4  7  4  2",
    ]
    assert lines_of(session, 40)[-6:] == [
        "place   1  2  3  4  5  6  7  8  9 10 11",
        "upper   4  9  8  9  9  1  6  3  2  2  8",
        "lower   9  2  5  3  5  6  8  5  4  7  4",
        "place  12",
        "upper   3",
        "lower   2",
    ]
    session.close()


def test_skyjo_in_full(skyjo: Session) -> None:
    assert lines_of(skyjo, 80) == [
        "── Round 1: turn 6, greedy 2 to play " + "─" * 43,
        " 1 greedy 1  0  >2 greedy 2  0   3 greedy 3  0",
        "    a  b  c  d      a  b  c  d      a  b  c  d",
        "1   ?  ?  ?  0  1   ?  ?  0 -1  1   ?  5  ?  ?",
        "2   ?  ?  1  3  2   ?  ?  0  ?  2   ?  ?  ?  ?",
        "3   ?  ?  ?  ?  3   ?  ?  ?  ?  3  -1  5  ?  5",
        "open 4 +9?      open -1 +9?     open 14 +8?",
        "Discard pile: 6, draw pile: 109 cards (beside the names: totals)",
    ]


def test_skyjo_wraps_the_grids_at_40_columns_the_own_row_last(skyjo: Session) -> None:
    assert lines_of(skyjo, 40)[1:] == [
        " 3 greedy 3  0",
        "    a  b  c  d",
        "1   ?  5  ?  ?",
        "2   ?  ?  ?  ?",
        "3  -1  5  ?  5",
        "open 14 +8?",
        "",
        " 1 greedy 1  0  >2 greedy 2  0",
        "    a  b  c  d      a  b  c  d",
        "1   ?  ?  ?  0  1   ?  ?  0 -1",
        "2   ?  ?  1  3  2   ?  ?  0  ?",
        "3   ?  ?  ?  ?  3   ?  ?  ?  ?",
        "open 4 +9?      open -1 +9?",
        "Discard pile: 6, draw pile: 109 cards",
        "(beside the names: totals)",
    ]


def test_a_terminal_that_is_too_narrow_gets_the_words_of_the_notation(scout: Session) -> None:
    assert lines_of(scout, 30)[:3] == [
        "Round 1, 5 moves made: greedy",
        "  1 to move",
        "Table: 6 5 (67 57), shown by",
    ]


def test_colours_change_nothing_else(tmp_path: Path) -> None:
    for game in ("scout", "skyjo"):
        session = begin(tmp_path / f"{game}.yaml", game, 3)
        run_alone(session, 9)
        painted = lines_of(session, 80, Paint(colours=True))
        assert any("\x1b[1m" in line for line in painted)
        bare = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in painted]
        assert bare == [line.rstrip() for line in lines_of(session, 80)]
        session.close()


def test_without_unicode_only_names_are_not_ascii(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 2)
    run_alone(session, 5)
    assert all(line.isascii() for line in lines_of(session, 80, Paint(unicode=False)))
    session.close()


@pytest.mark.parametrize(
    ("encoding", "environment", "paint"),
    [
        ("utf-8", {"TERM": "xterm"}, Paint(colours=True, unicode=True)),
        ("UTF8", {"TERM": "xterm", "NO_COLOR": "1"}, Paint(colours=False, unicode=True)),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": ""}, Paint(colours=True, unicode=True)),
        ("ascii", {"TERM": "xterm"}, Paint(colours=True, unicode=False)),
        (None, {"TERM": "dumb"}, Paint(colours=False, unicode=False)),
        ("utf-8", {}, Paint(colours=False, unicode=True)),
    ],
)
def test_the_terminal_says_how_to_paint(
    encoding: str | None, environment: dict[str, str], paint: Paint
) -> None:
    assert Paint.for_terminal(encoding, environment) == paint


# Texts


@pytest.mark.parametrize(
    ("text", "width", "clipped"),
    [
        ("Ada", 3, "Ada"),
        ("Adam", 3, "Ad…"),
        ("王小明", 6, "王小明"),
        ("王小明", 5, "王小…"),
        ("王小明", 4, "王…"),
        ("Adam", 1, "…"),
        ("Adam", 0, ""),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"),
    ],
)
def test_texts_are_cut_by_columns(text: str, width: int, clipped: str) -> None:
    assert clip(text, width) == clipped


def test_texts_are_padded_by_columns() -> None:
    assert pad("王", 4) == "王  "
    assert pad("王小明", 4) == "王… "


@pytest.mark.parametrize(
    ("text", "width", "hanging", "lines"),
    [
        ("one two three", 20, 0, ["one two three"]),
        ("one two three", 7, 0, ["one two", "three"]),
        ("one two three", 8, 2, ["one two", "  three"]),
        ("  one two three", 9, 4, ["  one two", "    three"]),
        ("abcdefgh", 3, 0, ["abc", "def", "gh"]),
        ("王小明王小明", 5, 0, ["王小", "明王", "小明"]),
        ("", 5, 0, [""]),
        ("a  b", 10, 0, ["a  b"]),
    ],
)
def test_texts_are_wrapped_between_words(
    text: str, width: int, hanging: int, lines: list[str]
) -> None:
    assert wrap(text, width, hanging) == lines
