"""`annotate -o OUT` once more: nothing is lost of what stands in OUT, be it figures or people's."""

from __future__ import annotations

import json
import random
import re
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from scoutcli.analysis.annotation import annotated, bare
from scoutcli.analysis.former import Former
from scoutcli.analysis.match import Wish, analyse_match
from tests.record import part_of
from tests.scoutcli import fakejudge
from tests.scoutcli.program import VALID, Program, good
from tests.scoutcli.test_annotate import FEW, dressed
from tests.scoutcli.test_annotate_runs import start, wait_for

MATCH = good()
"""Two rounds."""
SKYJO = (VALID / "0067.yaml").read_text(encoding="utf-8")
MOVE = "1.S7:222"
"""In the first round."""


@pytest.fixture
def program(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Program:
    fakejudge.install(monkeypatch.setattr)
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(MATCH, encoding="utf-8")
    return Program(capfd, monkeypatch)


def rounds_of(text: str) -> list[str]:
    """A match in pieces: what stands before its rounds, and each round."""
    return re.split(r"(?m)^- (?=deal|position|moves)", text)


def interrupted(choices: int, *arguments: str, slow: float = 0.1) -> tuple[str, str]:
    """What a run says that is interrupted after so many choices: its output, and the rest."""
    log = Path("log")
    log.unlink(missing_ok=True)
    with start(*arguments, slow=slow, SIGNAL=str(log.absolute())) as process:
        wait_for(log, choices)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    return out.decode(), err.decode()


# Figures


def test_what_an_interrupted_run_does_not_reach_keeps_its_figures(program: Program) -> None:
    assert program("annotate", "--playouts", "9", "a.yaml", "-o", "new.yaml").status == 0
    new = rounds_of(Path("new.yaml").read_text())
    assert program("annotate", "--playouts", "8", "a.yaml", "-o", "out.yaml").status == 0
    old = rounds_of(Path("out.yaml").read_text())
    assert len(old) == 3 and new[1] != old[1]
    interrupted(2, "--playouts", "9", "a.yaml", "-o", "out.yaml")
    assert rounds_of(Path("out.yaml").read_text()) == old, "a part is less than a round"
    first_round = len(re.findall(r"\[%eq", old[1]))
    interrupted(first_round + 4, "--playouts", "9", "a.yaml", "-o", "out.yaml", slow=0.05)
    now = rounds_of(Path("out.yaml").read_text())
    assert now[1] == new[1], "it was done"
    assert now[2] == old[2], "it was not"


def test_matches_behind_an_interrupt_keep_their_figures_in_any_order(program: Program) -> None:
    Path("a.yaml").write_text(MATCH + SKYJO)
    assert program("annotate", "--playouts", "8", "a.yaml", "-o", "out.yaml").status == 0
    both = Path("out.yaml").read_text()
    Path("b.yaml").write_text(SKYJO + MATCH)
    interrupted(2, "--playouts", "9", "b.yaml", "-o", "out.yaml")
    now = Path("out.yaml").read_text()
    assert now.count("[%eq") == both.count("[%eq")
    assert now != both, "in the order of what is read"


def test_a_second_run_that_is_interrupted_earlier_writes_no_less(program: Program) -> None:
    del program
    interrupted(12, "a.yaml", "-o", "out.yaml")
    once = Path("out.yaml").read_text()
    assert once.count("[%eq") > 6
    interrupted(3, "a.yaml", "-o", "out.yaml")
    assert Path("out.yaml").read_text() == once
    interrupted(3, "-i", "out.yaml")
    assert Path("out.yaml").read_text() == once


def test_of_what_was_not_reached_nothing_untrue_is_said(program: Program) -> None:
    del program
    out, err = interrupted(3, "-f", "text", "a.yaml")
    assert "Stopped before its end: what follows is a part." in out
    assert "luck is not known" not in out
    assert "the report is of what was analysed until then" in err
    out, _ = interrupted(3, "-f", "json", "a.yaml")
    report = json.loads(out)
    assert (report["complete"], report["notices"]) == (False, [])
    _, err = interrupted(3, "a.yaml", "-o", "out.yaml")
    assert "luck" not in err


# Notes of people


def noted(text: str) -> str:
    """An annotated match on which somebody has noted something everywhere."""
    text = text.replace("moves: |\n    {", "moves: |\n    {a fine deal} {", 1)
    return text.replace(MOVE, f"{MOVE} !? {{three [%clk 9] at once}} ( 1.S7:22 {{too few}} )", 1)


def test_notes_of_people_stay_when_the_file_has_grown(program: Program) -> None:
    Path("a.yaml").write_text(MATCH[: MATCH.index("1.S7:99")])
    assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0
    Path("out.yaml").write_text(noted(Path("out.yaml").read_text()))
    Path("a.yaml").write_text(MATCH + SKYJO)
    for _ in range(2):
        done = program("annotate", "a.yaml", "-o", "out.yaml")
        assert (done.status, done.err) == (0, "")
        text = Path("out.yaml").read_text()
        for said in ("{a fine deal}", "{three [%clk 9] at once}", "( 1.S7:22 {too few} )"):
            assert text.count(said) == 1
        assert "1.S7:99" in text and "game: skyjo" in text
        assert program("validate", "out.yaml").status == 0
    assert program("annotate", "-", typed=text).out == text, "the same as in its place"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("---\n", "---\n# the final\n", "the comment # the final"),
        ("  end: unbeaten", "  # (so close)\n  end: unbeaten", "the comment # (so close)"),
        (" 1.S7:99", " 1.S7:99 {well}", "round 2 of "),
    ],
)
def test_what_has_no_place_is_not_lost(program: Program, old: str, new: str, said: str) -> None:
    assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0
    text = Path("out.yaml").read_text()
    text = re.sub(re.escape(old), new.replace("\\", ""), text, count=1)
    assert new in text
    Path("out.yaml").write_text(text)
    Path("a.yaml").write_text(MATCH[: MATCH.index("1.S7:99")])
    done = program("annotate", "a.yaml", "-o", "out.yaml")
    assert done.status == 1
    assert said in done.err and "-i" in done.err
    assert Path("out.yaml").read_text() == text
    if "#" in new:
        Path("a.yaml").write_text(MATCH.replace(old, new, 1))
        assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0


@pytest.mark.parametrize("kind", ["faulty", "another", "both"])
def test_notes_in_matches_that_nothing_is_read_for_are_not_lost(
    program: Program, kind: str
) -> None:
    assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0
    text = noted(Path("out.yaml").read_text())
    if kind != "another":
        text = text.replace("total: [14", "total: [99", 1)
        assert program("validate", "-", typed=text).status == 1
    Path("out.yaml").write_text(text)
    if kind != "faulty":
        Path("a.yaml").write_text(SKYJO)
    done = program("annotate", "a.yaml", "-o", "out.yaml")
    assert done.status == 1
    assert "out.yaml, match 1: what people have noted has no place" in done.err
    assert Path("out.yaml").read_text() == text


def test_a_faulty_match_whose_notes_are_read_again_stops_nothing(program: Program) -> None:
    text = noted(MATCH).replace("1.S7:99", "1.S7:98", 1)
    Path("a.yaml").write_text(text + SKYJO)
    for _ in range(2):
        done = program("annotate", "a.yaml", "-o", "out.yaml")
        assert (done.status, done.err.count("error:")) == (1, 1)
        assert Path("out.yaml").read_text().startswith(text)
    assert program("annotate", "a.yaml", "--playouts", "8", "-o", "out.yaml").status == 1


def test_matches_without_notes_may_go(program: Program) -> None:
    assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0
    Path("a.yaml").write_text(SKYJO)
    assert program("annotate", "a.yaml", "-o", "out.yaml").status == 0
    assert "game: scout" not in Path("out.yaml").read_text()


@given(dressed())
@settings(max_examples=FEW)
def test_what_is_only_written_in_another_way_is_not_noted_twice(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as name:
        folder = Path(name)
        fakejudge.install(patch.setattr)
        part, out = part_of(text), folder / "out.yaml"
        out.write_text(annotated(part, analyse_match(part, Wish())), encoding="utf-8")
        assert bare(Former(out).onto(part)) == bare(part)
        both = folder / "both.yaml"
        others = [MATCH, out.read_text(encoding="utf-8"), SKYJO]
        random.Random(len(text)).shuffle(others)
        both.write_text("".join(others), encoding="utf-8")
        assert bare(Former(both).onto(part)) == bare(part)
