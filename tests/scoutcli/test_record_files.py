"""The file of a match that is noted: it grows, is corrected, goes on after any byte."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.errors import RuleError
from notation.tokens import read_moves
from scoutcli.notes.book import Book
from scoutcli.notes.load import load
from scoutcli.table.files import Lock
from tests.record import canonical_of, fast_disk, part_of
from tests.scoutcli.program import VALID
from tests.scoutcli.test_record import OPENED, START, Sitting, codes, new_book, run_record


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.yaml"


SCOUT_ROUND = [
    "1: 37 *", "", "1.K 2.? 3.F", "1", "1.S?:44 {a \\{pair\\} }", "2.L4?@?", "3.R4?@? $2", "",
]  # fmt: skip
SKYJO_ROUND = [*OPENED, "", "69 x"]


@pytest.mark.parametrize(
    ("game", "players", "lines"),
    [
        ("scout", ("Ann", "Bo", "Cy"), [*SCOUT_ROUND[:-1], "", "K K K", "1.K 2.F 3.K", "l", "?"]),
        ("skyjo", ("Ann", "Bo"), [*SKYJO_ROUND, "no", "score 1 x", "no", "", "a1:3 b2:5 {so}"]),
        ("skyjo", ("Ann", "Bo"), ["score 1 2", "score 3 4 ender 2", "up: 3", "", "?", "?"]),
        ("scout", ("Ann", "Bo", "Cy"), [*SCOUT_ROUND[:4], "end abandoned", "1 2 3", "score 1 2 3"]),
    ],
)
def test_notes_go_on_after_every_byte(
    game: str, players: Sequence[str], lines: list[str], path: Path
) -> None:
    whole = Sitting(path, [*lines, "quit"], game, players)
    text = whole.path.read_bytes()
    assert text.count(b"score: ") >= 1
    for size in range(text.index(b"rounds:") + 8, len(text) + 1):
        path.write_bytes(text[:size])
        book, _, _ = load(path, Book)
        kept = book.text.encode()
        book.close()
        assert path.read_bytes() == kept
        assert codes(path) == []
        # Nothing but the word, or the few lines, that were being written can be lost.
        same = next((i for i in range(size) if kept[i : i + 1] != text[i : i + 1]), size)
        lost = re.sub(rb"\{(?:\\.|[^\\}])*\}?", b"", text[same:size])
        assert not re.search(rb"(?:\A|\s)\d\.\S+\s", lost), lost
        assert lost.count(b"\n") < 5


def test_moves_that_were_written_whole_are_never_cut_off(path: Path) -> None:
    text = Sitting(path, [*START, "quit"], "scout").text
    path.write_text(text.replace("1.S?:44", "1.S?:47"), encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load(path, Book)
    assert caught.value.code == "match-has-errors"
    assert "1.S?:47" in path.read_text(encoding="utf-8")


def test_the_space_that_an_editor_takes_away_does_no_harm(path: Path) -> None:
    text = Sitting(path, [*START, "quit"], "scout").text
    assert not text.endswith("\n")
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
    assert Sitting(path, ["quit"]).text == text


def test_a_file_in_another_layout_is_left_alone(path: Path) -> None:
    text = Sitting(path, [*START, "quit"], "scout").text
    other = text.replace("  moves: |", "  moves:  |").replace("- moves: |", "- moves:  |")
    path.write_text(other, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load(path, Book)
    assert caught.value.code == "not-canonical"
    assert path.read_text(encoding="utf-8") == other


def test_a_move_is_written_behind_the_others_and_a_correction_replaces_the_file(
    path: Path,
) -> None:
    book = new_book(path, "scout", ("A", "B", "C"))
    book.save()
    node = path.stat().st_ino
    book.begin(None)
    for word in read_moves("1.K 2.K 3.K 1.S?:44 2.L4?@?").plays:
        book.add(word)
        assert path.read_text(encoding="utf-8") == book.text
    assert path.stat().st_ino == node
    book.undo()
    assert path.stat().st_ino != node
    assert path.read_text(encoding="utf-8") == book.text
    with pytest.raises(RuleError, match="is being written to already"):
        Lock(path, "is being written to already")
    book.close()


def test_notes_are_put_behind_a_finished_match(path: Path) -> None:
    text = (VALID / "scout-2.yaml").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    lines = "1: *\n\n1.K 2.K\n1\n44\nundo\n55\nquit\n"
    assert run_record(["scout", "--players", "Ann,Bo", "--save", str(path)], lines) == 0
    now = path.read_text(encoding="utf-8")
    assert now.startswith(text)
    assert "1.S?:55" in now
    assert codes(path) == []


# Only the beginning of one write is ever cut off


def refused(path: Path, text: str) -> str:
    """The code for which a file cannot be gone on with; it is left as it was."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load(path, Book)
    assert path.read_text(encoding="utf-8") == text
    return caught.value.code


def over(path: Path) -> str:
    """A match of one round that is over."""
    path.unlink(missing_ok=True)
    return Sitting(path, [*SCOUT_ROUND, ""], "scout", rules={"rounds": "1"}).text


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("total: [2, -13, -13]", "total: [3, -13, -13]"),
        ("winners: [1]", "winners: [2]"),
        ("winners: [1]\n", "winners: [2]"),  # without an end of its line
        ("  score: [2,", "  score: [1,"),
        ("  end: unbeaten", "  end: emptied"),
    ],
)
def test_a_match_that_is_over_and_wrong_is_left_alone(line: str, other: str, path: Path) -> None:
    text = over(path)
    assert line in text
    assert refused(path, text.replace(line, other)) == "match-has-errors"


def test_the_place_of_what_is_wrong_is_told(path: Path) -> None:
    text = over(path)
    path.write_text(text.replace("winners: [1]", "winners: [2]"), encoding="utf-8")
    with pytest.raises(RuleError, match=rf"table\.yaml:{text.count(chr(10))}:\d+: "):
        load(path, Book)


@pytest.mark.parametrize("more", ["", "# the last evening\n", "# no end"])
def test_a_match_that_is_over_and_right_is_over(more: str, path: Path) -> None:
    assert refused(path, over(path) + more) == "match-over"


@pytest.mark.parametrize(
    "rest",
    [
        "# a word", "# a word\n", "foo", "total: [1, 2, 3]\n", "- ender: 7\n",
        "- deal: |\n    1: 37 73 *\n", "- deal: |\n    9: *", "- deal: |\n    1: 3 *\n    2",
        "- scores: [1, 2, 3]\n", "- score: [1, 2, 3, 4", "- score: [1, y", "- score: [1, 2]\n",
        "- moves: |\n    Q", "- moves: |\n    1.K 2.X 3.K\n",
    ],
)  # fmt: skip
def test_what_no_write_begins_with_is_never_cut_off(rest: str, path: Path) -> None:
    text = Sitting(path, ["score 1 2 3", "quit"], "scout").text
    assert refused(path, text + rest) in (
        "match-has-errors", "comments-in-round", "not-canonical", "total-before-end",
    )  # fmt: skip


DEALT = "- deal: |\n    1: 37 45 *\n    2: *\n    3: *\n"


@pytest.mark.parametrize(
    ("rest", "kept"),
    [
        ("-", ""),
        ("- sco", ""),
        ("- score: [1, -", ""),
        ("- deal: |\n    1: 37 45 *\n    2: 1", ""),
        (f"{DEALT}  mov", f"{DEALT}  moves: |\n"),
        ("- moves: |\n    1.", ""),
        ("- moves: |\n    {he tho", ""),
        ("- ender: 2\n  score: [1,", ""),
    ],
)
def test_the_beginning_of_a_write_is_cut_off(rest: str, kept: str, path: Path) -> None:
    text = Sitting(path, ["score 1 2 3", "quit"], "scout").text
    path.write_text(text + rest, encoding="utf-8")
    book, _, (notice,) = load(path, Book)
    book.close()
    assert notice.endswith("which was not written whole; it is cut off.")
    assert path.read_text(encoding="utf-8") == text + kept


# Whatever is typed

FRAGMENTS = {
    "scout": (
        "44", "S?:4", "S?:55", "l", "r2f", "L4?@?", "?", "1.K 2.? 3.F", "F", "2", "l + 345",
        "47 4T", "S?=12-13", "2: 37 *", "deal 1: 12 *", "end emptied", "end unbeaten",
    ),
    "skyjo": (
        "a1:5 b2:Z", "Oa1b1", "T@a2", "t b1:3", "D7@c1:0", "d7", "/c1:B", "@?", "?", "D?/?:?",
        "N*", "2", "up: 3", "deal 1: 5555", "end opened", "1 2 3 4 5 6 7 8 9 A", "b2:5#b",
    ),
}  # fmt: skip
ANYTIME = (
    "", "undo", "redo", "fix 1 ?", "fix 2 l", "fix choice 2 F", "insert 1 ?", "delete 1", "drop",
    "note 1 {so}", "{and}", "$3", "show", "points", "moves", "deal", "end limit", "score 1 x -3",
    "end abandoned", "end unfinished 1 2 3", "1 2 3", "x x x", "y", "no", "seat 2", "I am seat 3",
    "seat 0", "help", "rules", "file", "help moves",
)  # fmt: skip


@pytest.mark.parametrize("game", ["scout", "skyjo"])
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_leaves_a_valid_file_that_can_be_gone_on_with(
    game: str, path: Path, data: st.DataObject
) -> None:
    lines = data.draw(st.lists(st.sampled_from(FRAGMENTS[game] * 2 + ANYTIME), max_size=40))
    path.unlink(missing_ok=True)
    sitting = Sitting(path, [*lines, "quit"], game)
    assert sitting.status == 0
    text = sitting.text
    assert codes(path) == []
    assert canonical_of(part_of(text)) == text
    if "winners" not in text:
        book, _, _ = load(path, Book)
        book.close()
        assert (book.text, path.read_text(encoding="utf-8")) == (text, text)
