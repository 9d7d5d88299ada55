"""`scoutcli replay`: printed, as a position line, and on a terminal, key by key."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from scoutcli import settings
from scoutcli.commands import replay
from scoutcli.render import themes
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good

COMMENTED = VALID / "hand-comments.yaml"


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


# Printed


def test_a_round_is_told_move_by_move(scoutcli: Program) -> None:
    done = scoutcli("replay", COMMENTED, "--round", "1")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:2] == [f"{COMMENTED}, match 1: SCOUT", "event: Reference"]
    start = lines.index("      1.K              Seat 1 keeps the hand.")
    assert lines[start + 1 : start + 17] == [
        "      2.F              Seat 2 flips the hand.",
        "       {turned for the eights}",
        "   1. 1.S7:222 !       Seat 1 shows 2 2 2 (21 25 23) from position 7.",
        "       {[%eq +1.25] three at once}",
        "       ( instead:",
        "         1.S1:3 Seat 1 shows 3 (34) from position 1.",
        "         {too small}",
        "         ( instead:",
        "           1.S2:5 Seat 1 shows 5 (58) from position 2.",
        "         )",
        "         2.S1:5 Seat 2 shows 5 (53) from position 1 and captures 1 card.",
        "       )",
        "       {and it held}",
        (
            "   2. 2.R23@10         Seat 2 scouts 23 from the right into position 10. "
            "It costs a Scout token."
        ),
        "   3. 2.S2:88 !?       Seat 2 shows 8 8 (83 86) from position 2 and captures 2 cards.",
        "   4. 1.S5:999         Seat 1 shows 9 9 9 (93 97 96) from position 5 and captures 2 cards.",  # noqa: E501
    ]
    assert "  {a quiet start, hands {not} sorted}" in lines
    # The hands as dealt before the first move, and what is left of them behind the last.
    first, last = re.findall(r"Hand of Seat 1: (.*)", done.out)
    assert first == "1:34  2:58  3:17  4:3T  5:93  6:97  7:21  8:25  9:23  10:96  11:4T"
    assert last == "1:58"
    assert lines[-1] == "  The round ended: unbeaten. Points: Seat 1 7, Seat 2 1."


def test_a_whole_match_ends_with_its_winner(scoutcli: Program) -> None:
    done = scoutcli("replay", VALID / "scout-2.yaml", "--all")
    assert done.out.endswith("\nTotal: Seat 1 14, Seat 2 -1\nWon by Seat 1\n")
    assert done.out.count("\nRound ") == 2


def test_every_match_of_a_file_is_told(scoutcli: Program) -> None:
    path = VALID / "hand-joined.yaml"
    done = scoutcli("replay", path)
    assert re.findall(r"^.*, match (\d): (\w+)$", done.out, re.MULTILINE) == [
        ("1", "SCOUT"), ("2", "SKYJO"),
    ]  # fmt: skip
    assert "Seat 1 throws the 7 and turns up an 8 at c2." in done.out
    second = scoutcli("replay", path, "--match", "2")
    assert done.out.endswith("\n\n" + second.out)


def test_a_move_is_shown_with_the_position_after_it(scoutcli: Program) -> None:
    done = scoutcli("replay", COMMENTED, "--move", "3")
    assert done.status == 0
    told = done.out.split("\nRound 1\n")[1]
    assert told == (
        "   3. 2.S2:88 !?       Seat 2 shows 8 8 (83 86) from position 2 and captures 2 cards.\n"
        "\n"
        "  Round 1, 3 moves made: Seat 1 to move\n"
        "  Table: 8 8 (83 86), shown by Seat 2\n"
        "  Seat 1 Seat 1: 8 cards, 0 captured, 3 tokens, -5 points so far, 0 before this round\n"
        "  Seat 2 Seat 2: 10 cards, 2 captured, 2 tokens, -6 points so far, 0 before this round\n"
        "  Hand of Seat 1: 1:34  2:58  3:17  4:3T  5:93  6:97  7:96  8:4T\n"
        "  Hand of Seat 2: 1:53  2:1T  3:13  4:28  5:27  6:16  7:95  8:23  9:24  10:T6\n"
    )


def test_a_seat_sees_what_it_knew(scoutcli: Program) -> None:
    done = scoutcli("replay", COMMENTED, "--seat", "2", "--round", "1")
    assert "      1.?              Seat 1 has chosen to keep or to flip.\n" in done.out
    assert "   1. 1.S7=21-25-23 !  Seat 1 shows 2 2 2 (21 25 23) from position 7.\n" in done.out
    assert "instead" not in done.out
    assert "Hand of Seat 1" not in done.out
    # Of its rival's hand it knows the 34 and 32, whole cards once shown, no more.
    assert not re.search(r"\b58\b", done.out)
    skyjo = scoutcli("replay", VALID / "0067.yaml", "--seat", "1", "--round", "1")
    assert "(" not in skyjo.out.split("\n\n")[-2].replace("(you)", "").replace("(opened)", "")


def test_hidden_cards_are_shown_to_who_sees_the_whole_record(scoutcli: Program) -> None:
    done = scoutcli("replay", VALID / "hand-joined.yaml", "--match", "2", "--move", "0")
    # Deal B058 Z785 7928; b2, a 7, and d2, a 5, are opened.
    rows = re.findall(r"^ +[123] (?=[ (])(.*)$", done.out, re.MULTILINE)
    assert [row.split() for row in rows[:3]] == [
        ["(11)", "(0)", "(5)", "(8)"],
        ["(-1)", "7", "(8)", "5"],
        ["(7)", "(9)", "(2)", "(8)"],
    ]


def test_records_that_know_a_part_are_told_as_far_as_they_go(scoutcli: Program) -> None:
    done = scoutcli("replay", VALID / "hand-sheet.yaml")
    assert (done.status, done.err) == (0, "")
    assert "Round 2: only the points are noted\n  Points: Anna -3, Bruno 27, Chloé 40." in done.out
    assert done.out.endswith("\nTotal: Anna 30, Bruno 102, Chloé x\n")
    done = scoutcli("replay", VALID / "hand-unfinished.yaml")
    assert done.out.endswith(
        "  The record stops here.\n\nTotal: Seat 1 -8, Seat 2 1, Seat 3 28\nThe match is not over\n"
    )
    done = scoutcli("replay", VALID / "hand-unknown.yaml")
    assert "   2. 3.?              Nobody noted the move of Chloé.\n" in done.out


def test_a_damaged_round_is_told_up_to_its_fault(scoutcli: Program) -> None:
    bad = good().replace("1.S5:999", "1.S5:998")
    done = scoutcli("replay", "-", typed=good() + bad + good())
    assert done.status == 1
    assert (
        "   3. 2.S2:88          Seat 2 shows 8 8 (83 86) from position 2 and captures 2 cards.\n\n"
    ) in done.out
    assert "  It cannot be followed any further. -:50:5: '1.S5:998': " in done.out
    assert "-:50:5: error: '1.S5:998': " in done.err
    # The round behind it is told all the same, and so is the match behind that.
    assert done.out.count("\nRound 2\n") == 3
    # An error elsewhere is none of this match, nor of this round.
    for more in (("--match", "3"), ("--match", "2", "--round", "2")):
        assert scoutcli("replay", "-", *more, typed=good() + bad + good()).status == 0


def test_a_damaged_deal_leaves_nothing_to_follow(scoutcli: Program) -> None:
    done = scoutcli("replay", DAMAGED / "0071-deal.yaml")
    assert done.status == 1
    assert "Round 1: the deal is at fault\n" in done.out
    assert "-deal.yaml:14:" in done.err


def test_what_is_in_a_file_does_not_steer_the_terminal(scoutcli: Program) -> None:
    text = good().replace("- name: Seat 1", '- name: "\\e[31mA\\u202e"')
    text = text.replace("event: Reference", 'event: "\\a\\n"')
    text = text.replace("1.K 2.F", "{\u2066} 1.K 2.F")
    for more in ((), ("--seat", "1"), ("--move", "1")):
        done = scoutcli("replay", "-", *more, typed=text)
        assert done.status == 0
        assert "\\x1b[31mA\\u202e" in done.out
        assert not {"\x1b", "\a", "\u202e", "\u2066"} & set(done.out)


# The position line


def test_the_position_after_a_move(scoutcli: Program) -> None:
    arguments = ("replay", COMMENTED, "--round", "1", "--move", "3", "--position")
    # Seat 2 has flipped its hand (35 38 68 …), taken the 23, and shown 83 86 from it.
    assert scoutcli(*arguments) == (
        0,
        (
            "scout hands=3458173T9397964T/531T13282716952324T6 table=8386 owner=2 turn=1 scouts=0 "
            "won=0,2 tokens=3,2 actions=3 round=1 totals=0,0\n"
        ),
        "",
    )
    assert scoutcli(*arguments, "--seat", "1").out == (
        "scout hands=3458173T9397964T/??????????????23???? table=8386 owner=2 turn=1 scouts=0 "
        "won=0,2 tokens=3,2 actions=3 round=1 totals=0,0\n"
    )


def test_the_position_before_the_first_move_and_at_the_end(scoutcli: Program) -> None:
    first = scoutcli("replay", COMMENTED, "--move", "0", "--position").out
    assert "actions=0 round=1 " in first
    assert "chosen" not in first
    assert " hands=345817" in first
    last = scoutcli("replay", COMMENTED, "--position").out
    assert "actions=13 round=2 totals=7,1 end=unbeaten" in last
    assert scoutcli("replay", COMMENTED, "--round", "1", "--position").out.endswith(
        "actions=14 round=1 totals=0,0 end=unbeaten\n"
    )


def test_who_starts_is_known_to_every_seat(scoutcli: Program) -> None:
    # Seat 2 starts, as it holds the 1/2; seat 1 sees that before the first move.
    path = VALID / "0019.yaml"
    whole = scoutcli("replay", path, "--move", "0", "--position").out
    turn = re.findall(r"turn=\d", whole)
    for seat in ("1", "2", "3"):
        seen = scoutcli("replay", path, "--move", "0", "--position", "--seat", seat).out
        assert re.findall(r"turn=\d", seen) == turn


@pytest.mark.parametrize("path", sorted(VALID.glob("*.yaml")), ids=lambda path: path.name)
def test_a_position_line_is_read_back(scoutcli: Program, path: Path) -> None:
    if path.name == "hand-unknown.yaml":
        pytest.skip("it tells of a card that three players do not have; no position can hold it")
    if "sheet" in path.name:
        done = scoutcli("replay", path, "--position")
        assert (done.status, done.out) == (1, "")
        return
    for more in ((), ("--seat", "2"), ("--round", "1", "--move", "2"), ("--move", "0")):
        line = scoutcli("replay", path, "--position", *more).out
        assert line.count("\n") == 1
        assert scoutcli("validate", "-", typed=line).status == 0
        assert scoutcli("replay", "--position", "-", typed=line).out == line
        assert scoutcli("replay", "-", typed=line).status == 0


def test_moves_behind_a_position_are_told(scoutcli: Program) -> None:
    line = scoutcli("replay", COMMENTED, "--move", "3", "--position").out
    done = scoutcli("replay", "-", typed=f"{line}1.S5:999 {{back}} 2.R96@10\n")
    assert done.status == 0
    assert "   1. 1.S5:999         Seat 1 shows 9 9 9 (93 97 96) from position 5" in done.out
    assert " cards.\n       {back}\n   2. 2.R96@10 " in done.out
    assert "Total" not in done.out
    done = scoutcli("replay", "-", "--position", typed=f"{line}1.S5:998 2.R96@10\n")
    assert (done.status, done.out) == (1, line)
    assert "-:2:1: error: '1.S5:998'" in done.err


# Wrong use


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--match", "4"), "there is no match 4: the file has 1"),
        (("--round", "3"), "there is no round 3: match 1 has 2"),
        (("--move", "99"), "there is no move 99: round 1 goes to move 14"),
        (("--seat", "3"), "there is no seat 3: match 1 has 2"),
        (("--round", "0"), "0 is not in the range"),
    ],
)
def test_what_is_not_there_is_wrong_use(
    scoutcli: Program, options: tuple[str, ...], said: str
) -> None:
    done = scoutcli("replay", COMMENTED, *options)
    assert done.status == 2
    assert said in done.err


def test_a_file_that_cannot_be_read_or_holds_no_match(scoutcli: Program) -> None:
    assert "the file cannot be read: No such" in scoutcli("replay", "nowhere").err
    assert "there is no match in this file" in scoutcli("replay", "-", typed="").err
    for more in ((), ("--position",), ("--match", "1")):
        done = scoutcli("replay", "-", *more, typed="Dear diary")
        assert (done.status, done.out) == (1, "")
        assert "[text-outside-match]" in done.err
    done = scoutcli("replay", DAMAGED / "hand-bad-option.yaml", "--round", "1")
    assert done.status == 1
    assert "[bad-option-value]" in done.err


# Pages and pictures


def test_a_page_and_a_picture_are_written(scoutcli: Program, tmp_path: Path) -> None:
    page, picture = tmp_path / "match.html", tmp_path / "position.svg"
    page.write_text("what was there before")
    assert scoutcli("replay", COMMENTED, "--html", page) == (0, "", "")
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert scoutcli("replay", COMMENTED, "--move", "3", "--svg", picture) == (0, "", "")
    assert picture.read_text().startswith("<svg ")
    assert "3 moves made" in picture.read_text()
    for option, path in (("--html", page), ("--svg", picture)):
        more = ("--move", "3") if option == "--svg" else ()
        done = scoutcli("replay", COMMENTED, *more, option, "-")
        assert (done.status, done.out) == (0, path.read_text())
    assert set(tmp_path.iterdir()) == {page, picture}


def test_a_page_of_a_match_with_an_error_tells_it_too(scoutcli: Program, tmp_path: Path) -> None:
    page = tmp_path / "match.html"
    done = scoutcli("replay", DAMAGED / "0047-pos.yaml", "--html", page)
    assert done.status == 1
    assert ":30:13: error: " in done.err
    assert page.exists()
    done = scoutcli("replay", VALID / "hand-sheet.yaml", "--svg", tmp_path / "none.svg")
    assert done.status == 1
    assert not (tmp_path / "none.svg").exists()


def test_one_way_at_a_time(scoutcli: Program) -> None:
    done = scoutcli("replay", COMMENTED, "--html", "-", "--svg", "-")
    assert done.status == 2
    assert "--html and --svg do not go together: choose one" in done.err


def test_the_themes_are_those_that_there_are(scoutcli: Program) -> None:
    assert tuple(themes.THEMES) == replay.THEMES == settings.find("theme").values
    done = scoutcli("replay", COMMENTED, "--theme", "pink")
    assert done.status == 2


# On a terminal


class Terminal:
    """The program on a terminal of 24 lines, and what is to be seen there."""

    def __init__(self, *arguments: str | Path) -> None:
        self.screen = pyte.Screen(100, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "scoutcli", "replay", *map(str, arguments)],
            cwd=str(ROOT),
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
            dimensions=(24, 100),
            timeout=20,
        )

    def until(self, pattern: str) -> str:
        """What is on the screen as soon as the pattern is there."""
        while not re.search(pattern, text := "\n".join(self.screen.display)):
            try:
                self._stream.feed(self.child.read_nonblocking(65536, timeout=20))
            except (pexpect.TIMEOUT, pexpect.EOF):
                pytest.fail(f"{pattern!r} is not to be seen:\n{text}")
        return text

    def press(self, keys: str, pattern: str) -> str:
        """What is to be seen after some keys."""
        self.child.send(keys)
        return self.until(pattern)


RIGHT, LEFT, HOME, END, PAGE_UP, PAGE_DOWN = (
    "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
)  # fmt: skip


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.child.close(force=True)


def test_keys_go_forward_and_back(opened: list[Terminal]) -> None:
    terminal = Terminal(COMMENTED)
    opened.append(terminal)
    text = terminal.until(r"q quit")
    assert "round 1 of 2, move 0 of 14, match 1 of /" in text
    assert re.search(r"Seat 1 +11 .* 3 +5 +1 +3 +9 +9 +2 +2 +2 +9 +4\s", text)
    terminal.press(RIGHT, r"1\.K .*keeps the hand")
    terminal.press("n", r"2\.F .*flips the hand")
    terminal.press("l", r"(?s)move 1 of 14.*\{\[%eq \+1\.25\] three at once\}")
    terminal.press(LEFT, r"move 0 of 14")
    terminal.press(END, r"move 14 of 14")
    terminal.press(RIGHT, r"round 2 of 2, move 0 of 13")
    terminal.press(LEFT, r"round 1 of 2, move 14 of 14")
    terminal.press(HOME, r"move 0 of 14")
    terminal.press(LEFT, r"This is the beginning of the match")
    terminal.press("12", r"go to move 12_")
    terminal.press("\r", r"12\. 2\.S7:22 .*shows 2 2")
    terminal.press("99\r", r"There is no move 99; the last of this round is 14")
    terminal.press(PAGE_DOWN, r"round 2 of 2")
    terminal.press(PAGE_DOWN, r"There is no round 3")
    terminal.press(PAGE_UP, r"round 1 of 2")
    terminal.child.send("q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 0


def test_keys_go_to_other_matches(opened: list[Terminal]) -> None:
    terminal = Terminal(DAMAGED / "hand-joined.yaml", "--match", "2", "--seat", "1")
    opened.append(terminal)
    terminal.until(r"match 2 of")
    terminal.press("N", r"match 3 of")
    terminal.press("N", r"There is no match 4 in this file")
    terminal.press("P", r"match 2 of")
    terminal.press("P", r"match 1 of")
    terminal.press("\x04", r"")
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 0


def test_options_say_where_to_begin_and_errors_are_told_behind(opened: list[Terminal]) -> None:
    path = DAMAGED / "0047-pos.yaml"
    terminal = Terminal(path, "--round", "2", "--move", "2", "--seat", "2")
    opened.append(terminal)
    terminal.until(r"round 2 of 2, move 2 of 8, as seat 2 knew it[\s\S]*Hand of")
    terminal.press("G", r"It cannot be followed any further")
    terminal.child.send("\x03")
    terminal.child.expect(r"30:13: error: ")
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 1


def test_without_a_screen_to_draw_on_it_is_printed() -> None:
    told, status = pexpect.run(
        f"{sys.executable} -m scoutcli replay {VALID / 'scout-2.yaml'}",
        cwd=str(ROOT), env={**os.environ, "TERM": "dumb"}, withexitstatus=True,
    )  # fmt: skip
    assert status == 0
    assert told.endswith(b"Won by Seat 1\r\n")


def test_what_others_open_is_not_seen_before_all_have_chosen(
    scoutcli: Program, tmp_path: Path
) -> None:
    # Rules, "Deal": all turn up two cards at the same time; so a seat that has yet to choose must
    # not be shown what stands in the record already.
    text = (ROOT / "examples" / "matches" / "skyjo.yaml").read_text()
    head, _, _ = text.partition("1.Ob2:7d2:5")
    path = tmp_path / "begun.yaml"
    path.write_text(f"{head}1.Ob2:7d2:5 ")
    for seat, grid in (("1", "?????(7)?(5)????"), ("2", "????????????")):
        done = scoutcli("replay", path, "--position", "--seat", seat)
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(f"skyjo grids={grid}/???????????? ")
