"""`scoutcli validate`: what it prints, how it ends, and that a fault costs no more than itself."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from notation.diagnostics import Diagnostic
from scoutcli import batches, files
from scoutcli.files import Progress
from scoutcli.report import excerpt, in_json, in_text
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def test_right_matches_give_one_line(scoutcli: Program) -> None:
    done = scoutcli("validate", VALID / "scout-2.yaml", VALID / "hand-joined.yaml")
    assert done == (
        0,
        "3 matches, all right; 8 rounds: 8 verified; 0 errors, 0 warnings, 0 notices\n",
        "",
    )


def test_a_finding_has_its_place_its_line_and_a_caret(scoutcli: Program) -> None:
    path = DAMAGED / "0054-total.yaml"
    done = scoutcli("validate", path)
    assert done.status == 1
    assert done.err == ""
    assert done.out == (
        f"{path}:30:13: error: the points of seat 2 sum to -8, not -7 [wrong-total] "
        "(match 1, seat 2)\n"
        "    total: [-1, -7]\n"
        "                ^~\n"
        "1 match, 0 right; 2 rounds: 2 verified; 1 error, 0 warnings, 0 notices\n"
    )


def test_of_three_joined_matches_two_are_right(scoutcli: Program) -> None:
    done = scoutcli("validate", DAMAGED / "hand-joined.yaml")
    assert done.status == 1
    assert done.out.splitlines()[-1].startswith("3 matches, 2 right; ")


def test_records_that_know_a_part_are_right_and_the_summary_says_why(scoutcli: Program) -> None:
    names = ("hand-sheet", "hand-sheet-scout", "hand-unfinished", "hand-unknown")
    done = scoutcli("validate", *(VALID / f"{name}.yaml" for name in names))
    assert done.status == 0
    assert done.out.splitlines()[-1] == (
        "4 matches, all right; 9 rounds: 3 verified, 6 not (4 on score sheets, 2 unfinished); "
        "0 errors, 0 warnings, 8 notices"
    )


def test_every_reason_is_told(scoutcli: Program, tmp_path: Path) -> None:
    match = "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: A\n- name: B\nrounds:\n"
    deal = "- deal: |\n    1: *\n    2: *\n"
    moves = "  moves: |\n    1.? 2.?\n    1.?"
    path = tmp_path / "a.yaml"
    path.write_text(
        f"{match}{deal}  starter: 2\n"
        f"{match}- score: [1, 2]\n"
        f"{match}{deal}{moves}\n  end: unbeaten\n  score: [1, 2]\n"
        f"{match}{deal}{moves}\n  end: abandoned\n"
        f"{match}{deal}{moves} \n"
        f"{match}{deal}{moves} 1.K\n"
    )
    done = scoutcli("validate", path)
    assert done.out.splitlines()[-1].startswith(
        "6 matches, 5 right; 6 rounds: 0 verified, 6 not (1 without moves, 1 on score sheets, "
        "1 with cards not noted, 1 abandoned, 1 unfinished, 1 at fault); 1 error, 0 warnings, "
    )


# One fault between two good matches


GOOD = good()
DEAL = "    1: 34 58 17 3T 93 97 21 25 23 96 4T\n"


def changed(old: str, new: str) -> bytes:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new).encode()


BAD = {
    "a wrong card": (changed("1.S5:999", "1.S5:998"), {"scout-wrong-card"}),
    "a move out of turn": (changed("2.S2:88", "1.S2:88"), {"not-your-turn"}),
    "a missing move": (changed(" 2.S2:88", ""), {"not-your-turn"}),
    "a doubled card in the deal": (changed("34 58 17", "34 34 17"), {"scout-card-twice"}),
    "a hand too long": (changed("96 4T", "96 4T 26"), {"scout-hand-size"}),
    "a wrong score": (changed("[7, 1]", "[7, 2]"), {"wrong-score"}),
    "a missing key": (changed("game: scout\n", ""), {"missing-key"}),
    "an unknown key": (changed("event:", "evnet:"), {"unknown-key"}),
    "a doubled key": (
        changed("event: Reference\n", "event: A\nevent: B\n"), {"yaml-duplicate-key"},
    ),
    "an anchor": (changed("event: R", "event: &a R"), {"yaml-anchor"}),
    "a tag": (changed("event: R", "event: !!python/object:os.system R"), {"yaml-tag"}),
    "a tab": (changed("event: R", "event:\tR"), {"yaml-tab"}),
    "cut inside a move": (GOOD[: GOOD.index("@10 2.R79")].encode(), {"torn-move"}),
    "cut behind a move that reads well": (
        GOOD[: GOOD.index("0 2.R79@6")].encode(), {"torn-move"},
    ),
    "cut inside a key": (GOOD[: GOOD.index("ore: [7, 1]")].encode(), {"yaml-missing-colon"}),
    "cut inside a list": (GOOD[: GOOD.index(", 1]\n- deal")].encode(), {"yaml-open-bracket"}),
    "a bomb of aliases": (
        GOOD.encode()
        + b"x-a: &a [z,z,z,z,z,z,z,z,z]\n"
        + b"".join(
            b"x-%c: &%c [%b]\n" % (name, name, b",".join([b"*%c" % (name - 1)] * 9))
            for name in b"bcdefghij"
        ),
        {"yaml-anchor", "yaml-alias"},
    ),
    "ten thousand brackets": (GOOD.encode() + b"x-a: " + b"[" * 10_000 + b"\n", {"yaml-nesting"}),
    "no UTF-8": (GOOD.replace("Reference", "Zoë").encode("latin-1"), {"not-utf-8"}),
    "UTF-16": (GOOD.encode("utf-16"), {"wrong-encoding"}),
    "UTF-16, big end first": (b"\xfe\xff" + GOOD.encode("utf-16-be"), {"wrong-encoding"}),
    "an unterminated comment": (changed("1.S5:999", "1.S5:999 {so"), {"unterminated-comment"}),
    "an unterminated variation": (
        changed("1.S5:999", "1.S5:999 (1.S5:9"), {"unterminated-variation"},
    ),
    "a later version": (changed("scoutcli: 1", "scoutcli: 2"), {"unknown-version"}),
    "too long": (changed("event: R", f"event: {'r' * (16 << 20)}R"), {"match-too-long"}),
}  # fmt: skip


@pytest.mark.parametrize(("bad", "codes"), BAD.values(), ids=BAD)
def test_a_fault_is_located_and_costs_nothing_else(
    scoutcli: Program, bad: bytes, codes: set[str]
) -> None:
    done = scoutcli("validate", "--format", "json", "-", typed=GOOD.encode() + bad + GOOD.encode())
    assert done.status == 1
    *found, last = map(json.loads, done.out.splitlines())
    errors = [finding for finding in found if finding["severity"] == "error"]
    assert {error["code"] for error in errors} == codes
    lines = GOOD.count("\n")
    for error in errors:
        assert error["match"] == 2
        assert lines < error["line"] <= lines + bad.count(b"\n") + 1
        assert error["column"] >= 1
    assert last["summary"]["matches"] == 3
    assert last["summary"]["errors"] == len(errors)
    assert last["summary"]["verified"] >= 4  # both rounds of both good matches


def test_a_file_cut_between_moves_is_unfinished(scoutcli: Program) -> None:
    cut = GOOD[: GOOD.index("2.R96@10")]
    done = scoutcli("validate", "-", typed=GOOD + cut)
    assert done.status == 0
    assert "-:35:1: notice: the match is not over" in done.out
    assert done.out.splitlines()[-1].startswith("2 matches, all right; 3 rounds: 2 verified, 1 not")


# JSON


def test_json_is_an_object_a_line_with_its_keys_in_order(scoutcli: Program) -> None:
    path = DAMAGED / "0047-pos.yaml"
    done = scoutcli("validate", "--format", "json", path)
    assert done.status == 1
    first, last = map(json.loads, done.out.splitlines())
    assert list(first) == [
        "code", "severity", "message", "file", "line", "column", "match", "round", "seat", "move",
    ]  # fmt: skip
    assert (first["file"], first["line"]) == (str(path), 30)
    assert first["severity"] == "error"
    assert last == {
        "summary": {"matches": 1, "errors": 1, "warnings": 0, "verified": 1, "unverified": 1}
    }
    assert list(last["summary"]) == ["matches", "errors", "warnings", "verified", "unverified"]


def test_json_leaves_out_what_does_not_apply(scoutcli: Program) -> None:
    done = scoutcli("validate", "--format", "json", "nowhere.yaml")
    assert json.loads(done.out.splitlines()[0]) == {
        "code": "unreadable-file",
        "severity": "error",
        "message": "the file cannot be read: No such file or directory",
        "file": "nowhere.yaml",
    }


# Options


def test_strict_makes_an_error_of_an_unfinished_match(scoutcli: Program) -> None:
    path = VALID / "hand-unfinished.yaml"
    assert scoutcli("validate", path).status == 0
    done = scoutcli("validate", "--strict", path)
    assert done.status == 1
    assert f"{path}:1:1: error: the match is not over" in done.out
    assert "1 match, 0 right" in done.out
    assert scoutcli("validate", "--strict", VALID / "hand-joined.yaml").status == 0


def test_quiet_prints_errors_alone(scoutcli: Program) -> None:
    assert scoutcli("validate", "--quiet", VALID / "hand-unknown.yaml") == (0, "", "")
    done = scoutcli("validate", "-q", VALID / "hand-unknown.yaml", DAMAGED / "0054-total.yaml")
    assert done.status == 1
    assert done.out.count("error:") == 1
    assert "notice" not in done.out


def test_no_file_is_wrong_use(scoutcli: Program) -> None:
    done = scoutcli("validate")
    assert done.status == 2
    assert "FILE" in done.err


# Files


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    scoutcli: Program, tmp_path: Path
) -> None:
    done = scoutcli("validate", "nowhere.yaml", tmp_path, VALID / "scout-2.yaml")
    assert done.status == 1
    assert done.out == (
        "nowhere.yaml: error: the file cannot be read: No such file or directory "
        "[unreadable-file]\n"
        f"{tmp_path}: error: the file cannot be read: Is a directory [unreadable-file]\n"
        "1 match, 1 right; 2 rounds: 2 verified; 2 errors, 0 warnings, 0 notices\n"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n---\n", "\ufeff"])
def test_a_file_without_a_match_is_an_error(scoutcli: Program, text: str) -> None:
    done = scoutcli("validate", "-", typed=text)
    assert done.status == 1
    assert "-:1:1: error: there is no match in this file" in done.out


def test_text_that_is_no_match_is_told_once(scoutcli: Program) -> None:
    done = scoutcli("validate", "-", typed="Dear diary\n")
    assert done.status == 1
    assert done.out.count("error:") == 1
    assert "[text-outside-match]" in done.out


def test_positions_and_moves_alone_are_read(scoutcli: Program) -> None:
    position = (
        "scout hands=8474/5229/2159 table=3627 owner=3 turn=2 scouts=1 won=1,0,1 tokens=1,1,1 "
        "show=111 actions=6 round=1 totals=0,0,0\n"
    )
    assert scoutcli("validate", "--strict", "-", typed=position).status == 0
    done = scoutcli("validate", "-", typed=position + "2.L36@1\n")
    assert done.out == "1 match, all right; 1 round: 1 verified; 0 errors, 0 warnings, 0 notices\n"
    done = scoutcli("validate", "-", typed="1.K 2.F\n1.S3:44 2.S1:9")
    assert done.status == 1
    assert "-:2:9: error: '2.S1:9': " in done.out
    assert "[scout-does-not-beat] (match 1, round 1, seat 2, move 2)" in done.out


# Several processes


def test_several_processes_say_the_same_in_the_same_order(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BATCH_BYTES", 20_000)
    bad = (DAMAGED / "0047-pos.yaml").read_text()
    unknown = good("hand-unknown.yaml")
    (tmp_path / "a.yaml").write_text((GOOD * 40 + bad + unknown) * 3)
    (tmp_path / "b.yaml").write_text(GOOD * 70 + bad + "---\nscoutcli: [\n" + GOOD)
    arguments = ["validate", tmp_path / "a.yaml", "nowhere", tmp_path / "b.yaml"]
    alone = scoutcli(*arguments)
    assert alone.out.count("error:") == 3 + 1 + 2
    assert "199 matches, 194 right" in alone.out
    assert scoutcli(*arguments, "--jobs", "3") == alone
    assert scoutcli(*arguments, "--jobs", "2", "--strict", "--format", "json").status == 1


def test_little_is_read_without_starting_a_process(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "ProcessPoolExecutor", None)
    assert scoutcli("validate", "--jobs", "8", VALID / "scout-2.yaml").status == 0


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text((DAMAGED / "0047-pos.yaml").read_text() * 800)
    with subprocess.Popen(
        [sys.executable, "-m", "scoutcli", "validate", "--jobs", "2", path],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert "[scout-wrong-card]" in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


# Progress


class Terminal(io.StringIO):
    """What takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_and_taken_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Progress, "WAIT", 0)
    monkeypatch.setattr(Progress, "PERIOD", 0)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    path = tmp_path / "a.yaml"
    path.write_bytes(b"x" * 2000)
    with Progress([str(path)]) as progress:
        progress.add(500, 7)
        progress.report()
        assert terminal.getvalue() == "\r7 matches, 0.0 MB, 25 %"
        progress.add(500, 1)
        progress.report()
    lines = terminal.getvalue().split("\r")
    assert lines[2] == "8 matches, 0.0 MB, 50 %"
    assert lines[3].strip() == ""
    assert len(lines[3]) == len(lines[2])


def test_progress_is_silent_elsewhere_and_for_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    for out, silent in ((io.StringIO(), False), (Terminal(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", out)
        if silent:
            monkeypatch.setattr(Progress, "WAIT", 0)
        with Progress(["-"], silent=silent) as progress:
            progress.add(10, 1)
            progress.report()
        assert out.getvalue() == ""


# The report


def test_nothing_steers_the_terminal(scoutcli: Program) -> None:
    text = GOOD.replace("event: Reference", '"ev\\e[31mil": \u202e1')
    done = scoutcli("validate", "-", typed=text)
    assert done.status == 1
    assert "there is no key 'ev\\x1b[31mil' here" in done.out
    assert "\\u202e" in done.out
    assert "\x1b" not in done.out
    assert "\u202e" not in done.out


def diagnostic(text: str, column: int, length: int) -> Diagnostic:
    return Diagnostic(
        "a-code", "error", "it is wrong", "a.yaml", 3, column, 2, text=text, length=length
    )


def test_a_long_line_is_cut_around_the_caret() -> None:
    text = "".join(f"{number:05d}" for number in range(4000))
    for column in (1, 3, 9_999, 19_990, 20_000):
        _, line, caret = in_text(diagnostic(text, column, 3), width=60).split("\n")
        assert len(line) <= 60
        assert len(caret) <= 60
        at = caret.index("^")
        assert line[at] == text[column - 1]
        assert ("…" in line[:5]) == (column > 9)
        assert line.endswith("…") == (column < 19_990)
    assert in_text(diagnostic(text[:50], 4, 100), width=60).endswith("\n       ^" + "~" * 46)


@pytest.mark.parametrize(
    ("text", "start", "length", "shown", "carets"),
    [
        ("total: [1, 2]", 8, 1, "total: [1, 2]", "        ^"),
        ("total", 5, 1, "total", "     ^"),
        ("", 0, 1, "", "^"),
        ("名前: x", 4, 1, "名前: x", "      ^"),
        ("名前", 0, 2, "名前", "^~~~"),
        ("e\u0301: x", 4, 1, "e\u0301: x", "   ^"),
        ("a\tb", 2, 1, "a b", "  ^"),
        ("\x1b[m: x", 5, 1, "\\x1b[m: x", "        ^"),
    ],
)
def test_the_caret_stands_below_what_is_meant(
    text: str, start: int, length: int, shown: str, carets: str
) -> None:
    assert excerpt(text, start, length, 40) == (shown, carets)


def test_wide_characters_are_cut_by_their_columns() -> None:
    line, caret = excerpt("名" * 100, 50, 1, 20)
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) <= 2 + 9
    assert line[(len(caret) - 2) // 2 + 1] == "名"


def test_json_is_ascii() -> None:
    about = Diagnostic("a-code", "notice", "Zoë \x9b31m", "a\udcff.yaml")
    assert in_json(about) == (
        '{"code": "a-code", "severity": "notice", "message": "Zo\\u00eb \\u009b31m", '
        '"file": "a\\udcff.yaml"}'
    )
