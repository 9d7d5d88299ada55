"""The score pad's file, its pictures, and the command."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from games.errors import RuleError
from notation import codec
from scoutcli.notes.desk import PlainDesk
from scoutcli.notes.load import load
from scoutcli.pad.form import Draft, form_of
from scoutcli.pad.pad import Pad
from scoutcli.pad.reading import offers
from scoutcli.pad.talk import Talk
from scoutcli.render.look import Look, to_text, widest
from tests.record import fast_disk
from tests.scoutcli.pads import TWO, Sitting, scout, skyjo
from tests.scoutcli.program import Program


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pad.yaml"


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


# The file


def test_a_pad_is_gone_on_with_and_all_its_rounds_can_be_corrected(path: Path) -> None:
    before = skyjo(path, *TWO).rounds
    sitting = Sitting(path, ["show", "fix 1 Ann 13", "fix 1 Ann 12", "quit"])
    assert sitting.rounds == before
    at = sitting.shown.index("Round 2: Ann 7, Bo 38, Cy 41.")
    told = "Bo ended the round and is not alone the lowest: 19 counts twice, 38 points."
    assert sitting.shown[at + 1] == told
    assert "In all: Ann 31, Bo 46, Cy 71." in sitting.shown
    assert Sitting(path, ["undo", "undo", "undo", "quit"]).rounds == ""


def test_parts_are_kept_when_a_pad_is_gone_on_with(path: Path) -> None:
    scout(path, "4+5-0 6+0-8 3+2-10")
    assert Sitting(path, ["fix 1 Bo 6+1-8", "quit"]).rounds == (
        "- parts: |\n    1: 4+5-0\n    2: 6+1-8\n    3: 3+2-10\n  score: [9, -1, -5]\n"
    )


def test_points_stay_that_a_file_knows_though_a_part_is_not_known(path: Path) -> None:
    text = scout(path, "4+5-0 6+0-8 3+x-10") and path.read_text(encoding="utf-8")
    path.write_text(text.replace("score: [9, -2, x]", "score: [9, -2, -4]"), encoding="utf-8")
    assert Sitting(path, ["fix 1 Bo 5", "quit"]).rounds.endswith("score: [9, 5, -4]\n")


def test_points_that_cannot_be_are_told(path: Path) -> None:
    text = skyjo(path, "12 8 30 ender Bo") and path.read_text(encoding="utf-8")
    path.write_text(text.replace("[12, 8, 30]", "[12, 33, 30]"), encoding="utf-8")
    sitting = Sitting(path, ["quit"])
    assert "Bo has 33 points in round 1; by the rules it is 66." in sitting.shown
    assert sitting.rounds == "- ender: 2\n  score: [12, 33, 30]\n"


def test_a_match_that_is_over_is_opened_again_to_be_corrected(path: Path) -> None:
    Sitting(path, ["12 60 30 ender Ann", "40 41 7 ender Cy", ""], "skyjo")
    sitting = Sitting(path, ["fix 2 Bo 31", "quit"])
    assert "total" not in sitting.rounds  # 91 is no 100
    assert sitting.shown[-1] == f"To go on: scoutcli sheet --resume {path}"


def test_rounds_with_moves_stay_as_they_are(path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "examples" / "matches" / "match.yaml"
    text = source.read_text(encoding="utf-8")
    starts = [at for at in range(len(text)) if text.startswith("\n- deal:", at)]
    path.write_text(text[: starts[2] + 1], encoding="utf-8")  # two rounds of four
    sitting = Sitting(path, ["1 2 3 4", "fix 2 1 2 3 4", "undo", "1 2 3 5", "quit"])
    assert path.read_text(encoding="utf-8") == text[: starts[2] + 1] + "- score: [1, 2, 3, 5]\n"
    assert sitting.complaints[-1].endswith("[round-noted]")
    assert "The rounds before round 3 stay as they are." in sitting.shown


def test_a_match_that_is_over_with_moves_is_left_alone(path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "examples" / "matches" / "match.yaml"
    text = source.read_text(encoding="utf-8")
    assert "\ntotal: " in text
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as error:
        load(path, Pad)
    assert error.value.code == "match-over"
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text + "- moves: |\n    1.?", "round-noted"),
        (lambda text: text.replace("[12, 8, 30]", "[12,8,30]"), "not-canonical"),
        (lambda text: text.replace("[12, 8, 30]", "[12, 8]"), "match-has-errors"),
        (lambda text: text + "total: [12, 8, 30]\n", "total-before-end"),
        (lambda _: "no match\n", "not-a-match-file"),
        (lambda text: text + "- score: [1, 2", "match-has-errors"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_left_alone(
    change: object, code: str, path: Path
) -> None:
    assert callable(change)
    skyjo(path, "12 8 30 ender Bo")
    text = change(path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as error:
        load(path, Pad)
    assert error.value.code == code
    assert path.read_text(encoding="utf-8") == text


def test_a_round_that_was_typed_in_part_is_not_kept(path: Path) -> None:
    sitting = Sitting(path, ["12 8"], "skyjo")
    assert (sitting.status, sitting.rounds) == (1, "")
    assert "Round 1 is not whole, and is not kept: type it again later." in sitting.shown


FRAGMENTS = (
    "12 8 -3", "Ann 5", "bo 3 cy x", "0 0 0", "60 1 2 ender 2", "ender Cy", "Ann", "2", "", "x",
    "4+5-0 1 2", "1+1-2 2+2-3 x+1-9", "undo", "redo", "fix 1 Ann 3", "fix 2 1 2 3", "delete 1",
    "insert 1 3 4 5 ender 1", "abandon", "yes", "no", "show", "help", "rules", "file", "fix",
    "1 2 3 4", "-",
)  # fmt: skip


@pytest.mark.parametrize("game", ["scout", "skyjo"])
@given(lines=st.lists(st.sampled_from(FRAGMENTS), max_size=30))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_leaves_a_valid_file_that_can_be_gone_on_with(
    game: str, path: Path, lines: list[str]
) -> None:
    sitting = Sitting(path, [*lines, "quit"], game)
    assert sitting.status == 0
    rounds = sitting.rounds
    assert Sitting(path, ["quit"]).rounds == rounds


# Completion and pictures


def test_names_are_completed() -> None:
    rules, _ = games.get("skyjo").rules(3)
    form = form_of(codec.get("skyjo"), rules)
    names, blank = ("Ann", "Bo", "Bea"), Draft.blank(3)
    assert [each.text for each in offers("", blank, form, names)] == ["Ann", "Bo", "Bea"]
    assert [each.text for each in offers("b", blank, form, names)] == ["Bo", "Bea"]
    assert [each.text for each in offers("Bo 3, a", blank, form, names)] == ["Bo 3, Ann"]
    assert list(offers("Jo 3, a", blank, form, names)) == []
    assert [each.text for each in offers("1 2 3 e", blank, form, names)] == [
        "1 2 3 ender Ann", "1 2 3 ender Bo", "1 2 3 ender Bea",
    ]  # fmt: skip


def picture(path: Path, *lines: str, width: int, height: int, unicode: bool = True) -> list[str]:
    Sitting(path, [*lines, "quit"], "skyjo", rules={"score_limit": "1000"})
    pad, _, _ = load(path, Pad)
    pad.close()
    drawn = Talk(pad, PlainDesk(io.StringIO(), io.StringIO(), io.StringIO()))._picture.drawn(
        width, height, Look(unicode=unicode)
    )
    assert widest(drawn) <= width
    assert len(drawn) <= height
    return [to_text(line).rstrip() for line in drawn]


def test_the_pad_shows_rounds_and_totals(path: Path) -> None:
    drawn = picture(path, *TWO, "-10 3 9 ender Ann", width=40, height=12, unicode=False)
    assert drawn[:6] == [
        "      Ann  Bo  Cy",
        "    1 24*   8  30",
        "    2   7 38*  41",
        "    3 -10   3   9",
        "total  21  49  80",
        "* counted twice",
    ]


def test_curves_stand_where_the_totals_are(path: Path) -> None:
    # Totals 10, 20, 40 of 40 in nine rows, eight columns a round: rows 2, 4 and 8 from below.
    lines = ["10 0 0 ender 2", "10 0 0 ender 2", "20 0 0 ender 2"]
    drawn = picture(path, *lines, width=40, height=20, unicode=False)
    curve = [line for line in drawn if "A" in line and "Ann" not in line]
    assert [(line.index("A") - 6, line[:5].strip()) for line in curve] == [
        (24, "40"), (16, ""), (8, ""),
    ]  # fmt: skip
    top = next(at for at, line in enumerate(drawn) if line.startswith("   40"))
    bottom = next(at for at, line in enumerate(drawn) if line.startswith("    0"))
    rows = [bottom - at for at, line in enumerate(drawn) if line in curve]
    assert rows == [bottom - top, round((bottom - top) / 2), round((bottom - top) / 4)]


@pytest.mark.parametrize("width", [20, 30, 40, 80, 200])
@pytest.mark.parametrize("height", [1, 3, 6, 8, 15, 50])
@pytest.mark.parametrize("unicode", [True, False])
def test_a_pad_fits_everywhere(width: int, height: int, unicode: bool, path: Path) -> None:
    drawn = picture(path, *TWO * 9, width=width, height=height, unicode=unicode)
    assert any(line.startswith("total" if height > 2 else "Ann ") for line in drawn)
    if not unicode:
        assert "".join(drawn).isascii()


def test_no_number_is_cut_without_a_sign(path: Path) -> None:
    names = ("Ann", "Bartholomew", "Cy", "Dora", "Eva", "Franz", "Gerti", "Hans")
    rules = {"score_limit": "999999"}
    Sitting(path, ["1 2 51 4 5 6 7 8 ender Cy", "quit"], "skyjo", names, rules)
    text = path.read_text(encoding="utf-8")
    assert "[1, 2, 102, 4, 5, 6, 7, 8]" in text  # a file can have points that cannot be typed
    text = text.replace("[1, 2, 102, 4, 5, 6, 7, 8]", "[1, 123456, 102, 4, 5, 6, 7, 800]")
    path.write_text(text, encoding="utf-8")
    pad, _, _ = load(path, Pad)
    pad.close()
    shown = Talk(pad, PlainDesk(io.StringIO(), io.StringIO(), io.StringIO()))._picture
    lines = [to_text(line) for line in shown.drawn(40, 12, Look(unicode=False))]
    # 123456 is cut, and said to be; of 102 only the sign behind it is left out.
    assert lines[:3] == [
        "      Ann Bar  Cy Dor Eva Fra Ger Han",
        "    1   1 12~ 102   4   5   6   7 800",
        "total   1 12~ 102   4   5   6   7 800",
    ]


# The command


def test_the_command_writes_a_file_that_every_command_takes(scoutcli: Program, path: Path) -> None:
    typed = "12 60 30 ender Ann\n40 41 7 ender Cy\n\n"
    done = scoutcli(
        "sheet", "skyjo", "-p", "Ann,Bo,Cy", "--event", "Club", "--date", "2026-11-28", "-o", path,
        typed=typed,
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    text = path.read_text(encoding="utf-8")
    assert text.startswith('---\nscoutcli: 1\ngame: skyjo\nevent: Club\ndate: "2026-11-28"\n')
    assert scoutcli("fmt", "--check", path).status == 0
    assert scoutcli("validate", path).status == 0
    standings = scoutcli("score", path)
    assert standings.status == 0 and "Cy" in standings.out


def test_the_pad_written_last_is_gone_on_with(scoutcli: Program, path: Path) -> None:
    scoutcli("sheet", "skyjo", "-p", "Ann,Bo", "-o", path, typed="1 2 ender 1\nquit\n")
    other = path.with_name("moves.yaml")
    scoutcli("record", "skyjo", "-p", "Ann,Bo", "-o", other, typed="quit\n")
    assert scoutcli("sheet", "--resume", typed="3 4 ender 1\nquit\n").status == 0
    assert path.read_text(encoding="utf-8").endswith("- ender: 1\n  score: [3, 4]\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", "skyjo"],
        ["sheet", "--players", "Ann,Bo"],
        ["sheet", "skyjo", "--players", "Ann"],
        ["sheet", "skyjo", "--players", "Ann,Bo", "--resume", "x.yaml"],
        ["sheet", "skyjo", "--players", "Ann,Bo", "--rules", "rounds=0"],
        ["sheet", "--resume", "/nonexistent/x.yaml"],
    ],
)
def test_wrong_use_is_told(arguments: list[str], scoutcli: Program) -> None:
    done = scoutcli(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err


def test_a_second_program_does_not_write_to_the_same_pad(path: Path) -> None:
    skyjo(path, "1 2 3 ender 1")
    pad, _, _ = load(path, Pad)
    with pytest.raises(RuleError, match="is being written to already"):
        load(path, Pad)
    pad.close()
