"""A match is gone on with from its file, whatever happened to the program that wrote it."""

from __future__ import annotations

import io
import random
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import accumulate
from pathlib import Path

import pytest

from games.bots import Bot
from games.errors import RuleError
from games.game import Move
from games.skyjo import Skyjo
from games.skyjo.moves import Swap
from games.skyjo.view import View
from notation.recorder import Recorder
from scoutcli.cli import run
from scoutcli.table.loop import Table
from scoutcli.table.plain import Plain
from scoutcli.table.resume import load
from scoutcli.table.session import Session, Stage
from scoutcli.table.words import Turn
from tests.conftest import ROOT, shared
from tests.record import fast_disk
from tests.scoutcli.tables import Input, Sitting, begin, faults, finish, last_part, run_alone

PROGRAM = [sys.executable, "-m", "scoutcli", "play"]

BEGUN = """\
---
scoutcli: 1
game: scout
players:
- name: Ada
- name: Bo
  bot: greedy 0.0.1
- name: Cy
rounds:
- deal: |
    1: 34 98 75 96 27 76 79 87 52 35 64 81
    2: 92 37 42 45 63 85 16 51 39 26 49 21
    3: 47 91 59 32 65 83 84 13 82 86 14 17
"""
ALONE = BEGUN.replace("- name: Cy\n", "- name: Cy\n  bot: greedy 0.0.1\n")
MOVES = """\
  moves: |
    1.F 2.F 3.F
    2.S6:56 3.L58@5+S13:7 1.S3:567
"""
PLAYED = BEGUN + MOVES


_LINES = list(accumulate(f"{line}\n" for line in BEGUN.splitlines()[9:]))
TORN = [text[: len(text) - less] for text in _LINES for less in (7, 1, 0)][:-1]
"""A deal as far as it may have been written, the whole left out."""


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


def refused(path: Path, text: str) -> str:
    """The code with which a file is refused; it stays as it is, and free."""
    path.write_text(text)
    for _ in range(2):  # twice, so it was let go of
        with pytest.raises(RuleError) as caught:
            load(path)
    assert path.read_text() == text
    return caught.value.code


def gone_on(path: Path, text: str) -> tuple[Session, list[str]]:
    path.write_text(text)
    return load(path)


# Whatever the machine was doing


MATCHES = [
    ("scout", 2, ["greedy", "random"], {"rounds": "2"}),
    ("scout", 3, ["random", "greedy", "random"], {"rounds": "2", "first_starter": "random"}),
    ("skyjo", 2, ["greedy", "greedy"], {"rounds": "1"}),
]


@pytest.mark.parametrize(("game", "players", "bots", "rules"), MATCHES)
def test_a_match_cut_at_any_byte_goes_on_as_if_nothing_had_happened(
    game: str, players: int, bots: list[str], rules: dict[str, str], path: Path
) -> None:
    """Every place where a write ended, the byte before it, and every 31st byte."""
    session = begin(path, game, players, bots=bots, rules=rules)
    ends = []
    write = Recorder._write
    with pytest.MonkeyPatch.context() as patch:

        def noted(recorder: Recorder, text: str) -> None:
            write(recorder, text)
            ends.append(path.stat().st_size)

        patch.setattr(Recorder, "_write", noted)
        run_alone(session)
    session.close()
    whole = path.read_bytes()
    first = whole.index(b"rounds:\n") + len(b"rounds:\n")
    sizes = {first, *range(first, len(whole), 31)}
    sizes |= {end + more for end in ends for more in (-1, 0)}
    for size in sorted(size for size in sizes if first <= size < len(whole)):
        path.write_bytes(whole[:size])
        assert finish(path) == whole, whole[:size][-40:]


class Drawer:
    """Draws in every turn, puts the card in place of an open one, and never opens another.

    It throws a die for every choice, so it is out of step at once where it was not asked.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        some = self._dice.choice(legal)
        if view.opening:
            return some
        if not view.midturn:
            return legal[-1]
        swaps = [move for move in legal if isinstance(move, Swap)]
        return self._dice.choice([move for move in swaps if view.grid[move.place] is not None])


def test_new_draw_piles_and_lots_after_an_interruption_are_what_they_would_have_been(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draw pile is drawn empty twice; the match is cut before, in and behind each new one."""
    monkeypatch.setattr(Skyjo, "bots", {"drawer": Bot(Drawer, "draws")})
    rules = {"rounds": "1", "first_tie": "random", "turn_limit": "300"}
    session = begin(path, "skyjo", 2, bots=["drawer", "drawer"], rules=rules, seed="lot")
    run_alone(session)
    session.close()
    whole = path.read_bytes()
    words = whole.partition(b"moves: |\n")[2].split()
    piles = [word for word in words if word.startswith(b"N")]
    assert len(piles) == 2
    for pile in piles:
        at = whole.index(pile)
        for size in (at - 1, at, at + 20, at + len(pile) + 5, at + len(pile) + 8):
            path.write_bytes(whole[:size])
            assert finish(path) == whole


@pytest.mark.parametrize("moves", [0, 1, 9])
def test_a_killed_program_loses_nothing(moves: int, path: Path) -> None:
    """A script plays both seats; the program is killed while it waits for the next move."""
    session = begin(path, "scout", 2, people=["Ada", "Bo"], seed="k")
    session.begin_round()
    script = []
    for _ in range(moves):
        move = session.legal()[0]
        script.append(session.notation.choice(move))
        session.play(move)
    session.close()
    killed = path.with_name("killed.yaml")
    arguments = ["scout", "--players", "2", "--name", "Ada", "--name", "Bo", "--seed", "k"]
    with subprocess.Popen(
        [*PROGRAM, *arguments, "--save", str(killed)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("".join(f"{line}\n" for line in script))
        program.stdin.flush()
        asked = 0
        while asked <= len(script) and (line := program.stdout.readline()):
            asked += line.startswith("Seat ") and line.endswith("?\n")
        program.kill()
    assert program.returncode == -signal.SIGKILL
    assert [fault for fault in faults(killed) if fault[0] == "error"] == []
    part = last_part(killed)
    assert part.match is not None
    played = part.match.rounds[0].moves
    assert played is not None
    assert len(played.text.split()) == len(script)
    resumed, notices = load(killed)
    assert notices in ([], ["Ada starts."])
    assert resumed.turn in (0, 1)
    resumed.close()


def test_a_person_goes_on_where_the_match_was_left(path: Path) -> None:
    session, notices = gone_on(path, PLAYED)
    assert notices[0].startswith("The file has no seed; rounds to come are dealt from the seed ")
    assert [(seat.name, seat.bot) for seat in session.seats] == [
        ("Ada", ""),
        ("Bo", "greedy"),
        ("Cy", ""),
    ]
    sitting = Sitting(session, "L75@8", "quit", "y").play()
    assert "Round 1, 3 moves made: Bo to move" not in sitting.shown  # Bo is a bot, and moved
    assert "Seat 3, Cy?" in sitting.shown
    assert path.read_text().startswith(PLAYED + "    2.")
    assert faults(path) == [("notice", "unfinished")]


def test_moves_are_written_where_a_lap_goes_on(path: Path) -> None:
    """The lap of seat 2 ends after seat 1, so the next one begins a line."""
    session, _ = gone_on(path, PLAYED.removesuffix(" 1.S3:567\n") + " ")
    session.play(session.notation.choose("567", session.view(0), session.legal())[0])
    session.play(session.bot_choice())
    assert path.read_text().startswith(PLAYED + "    2.")
    session.close()


# What was torn


@pytest.mark.parametrize(
    ("tail", "stays"),
    [
        ("    2.L75@8 3.S8:43", "    2.L75@8 "),
        ("    2.L75@8", ""),
        ("    2", ""),
    ],
)
def test_a_torn_move_is_cut_off_and_that_is_told(tail: str, stays: str, path: Path) -> None:
    session, notices = gone_on(path, PLAYED + tail)
    session.close()
    assert path.read_text() == PLAYED + stays
    torn = (PLAYED + tail).removeprefix(PLAYED + stays)
    assert notices[0] == (
        f"{path} ended with {torn!r}, which was not written whole; it is cut off."
    )


def test_a_torn_indentation_is_not_worth_a_word(path: Path) -> None:
    session, notices = gone_on(path, PLAYED + "   ")
    session.close()
    assert path.read_text() == PLAYED
    assert len(notices) == 1  # that there is no seed


@pytest.mark.parametrize("deal", TORN)
def test_a_torn_deal_is_cut_off_and_dealt_again(deal: str, path: Path) -> None:
    head = BEGUN[: BEGUN.index("- deal")]
    session, notices = gone_on(path, head + deal)
    assert session.stage is Stage.DEAL
    assert "was not written whole" in notices[0]
    session.close()
    assert path.read_text() == head


def test_a_deal_without_moves_is_played(path: Path) -> None:
    """Somebody noted a deal by hand, to be played from."""
    session, _ = gone_on(path, BEGUN)
    assert session.stage is Stage.PLAY
    assert session.legal() == [move for move in session.legal() if move.how in ("keep", "flip")]
    session.close()
    assert path.read_text() == BEGUN + "  moves: |\n"


def test_a_match_without_any_round_begins(path: Path) -> None:
    session, _ = gone_on(path, BEGUN[: BEGUN.index("- deal")])
    assert session.stage is Stage.DEAL
    session.close()


def test_a_finished_round_is_counted_and_a_finished_match_closed(path: Path) -> None:
    session = begin(path, "scout", 2, rules={"rounds": "1"})
    run_alone(session)
    session.close()
    whole = path.read_text()
    for key, stage in (("  end:", Stage.COUNT), ("total:", Stage.CLOSE)):
        session, notices = gone_on(path, whole[: whole.index(key)])
        assert (session.stage, notices) == (stage, [])
        session.close()
        assert finish(path).decode() == whole


def test_score_sheets_before_count(path: Path) -> None:
    """Two rounds were only counted; the third is played here."""
    sheet = BEGUN[: BEGUN.index("- deal")] + "- score: [3, 4, 5]\n- score: [1, 1, -2]\n"
    session, _ = gone_on(path, sheet)
    assert session.round_number == 3
    assert session.totals == (4, 5, 3)
    session.close()


def test_the_last_match_of_a_file_goes_on(path: Path) -> None:
    session = begin(path, "skyjo", 2, rules={"rounds": "1"})
    run_alone(session)
    session.close()
    before = path.read_text()
    session, _ = gone_on(path, before + PLAYED)
    session.play(session.bot_choice())
    session.close()
    assert path.read_text().startswith(before + PLAYED + "    2.")
    assert faults(path) == [("notice", "unfinished")]


def test_a_new_match_is_written_behind_finished_ones_only(path: Path) -> None:
    bots = ["scout", "--players", "2", "--bots", "greedy,greedy", "--save", str(path)]
    assert run(["play", *bots]) == 0
    first = path.read_text()
    assert run(["play", *bots]) == 0
    assert path.read_text().startswith(f"{first}---\nscoutcli: 1\n")
    path.write_text(PLAYED)
    assert run(["play", *bots]) == 1
    assert path.read_text() == PLAYED


def test_a_new_match_is_not_written_into_something_else(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text("alias ll='ls -l'\n")
    assert run(["play", "scout", "--save", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"Error: {path} is not a match file: name another one [not-a-match-file]\n"
    )
    assert path.read_text() == "alias ll='ls -l'\n"


# What cannot go on


END = "  end: unbeaten\n  score: [1, 2, 3]\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-match-file"),
        ("hello\n", "not-a-match-file"),
        (PLAYED.replace("2.S6:56", "2.S6:57"), "match-has-errors"),
        (PLAYED.replace("game: scout", "game: tarok"), "match-has-errors"),
        (PLAYED.replace("rounds:", "ruonds:"), "match-has-errors"),
        (BEGUN[: BEGUN.index("rounds:")], "nothing-played"),
        (PLAYED + "  end: abandoned\n", "round-stopped"),
        (PLAYED + "  end: unfinished\n  score: [x, x, x]\n", "round-stopped"),
        (PLAYED + END, "match-has-errors"),
        (PLAYED + "x-note: mine\n", "behind-the-rounds"),
        (PLAYED + "  x-note: mine\n", "behind-the-rounds"),
        (PLAYED + "# mine\n", "behind-the-rounds"),
        (PLAYED + "total: [0, 0, 0]\n", "behind-the-rounds"),
        (PLAYED + "...\nmine\n", "match-has-errors"),
        (PLAYED.replace("1: 34", "1: ??"), "cards-not-known"),
        (PLAYED.replace("1.S3:567", "1.?"), "cards-not-known"),
        (PLAYED.replace("    ", "      "), "not-canonical"),
        (PLAYED.replace("\n", "\r\n"), "not-canonical"),
        (PLAYED.replace("greedy 0.0.1", "deep 9"), "unknown-bot"),
        (BEGUN[: BEGUN.index("- deal")] + "- score: [1, x, 2]\n", "points-not-known"),
    ],
)  # fmt: skip
def test_what_cannot_go_on_is_refused_and_left_alone(text: str, code: str, path: Path) -> None:
    path.write_bytes(text.encode())
    for _ in range(2):  # twice, so it was let go of
        with pytest.raises(RuleError) as caught:
            load(path)
    assert caught.value.code == code
    assert path.read_bytes() == text.encode()


def test_a_match_that_is_over_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = begin(path, "scout", 2, rules={"rounds": "1"})
    run_alone(session)
    session.close()
    assert run(["play", "--resume", str(path)]) == 1
    assert capsys.readouterr().err == f"Error: the match in {path} is over [match-over]\n"


def test_a_file_that_is_not_there(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--resume", str(path)]) == 2
    assert capsys.readouterr().err == f"Error: {path}: No such file or directory\n"
    assert not path.exists()


def test_resume_stands_alone(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--resume", str(path), "--seed", "1"]) == 2
    assert "it stands alone" in capsys.readouterr().err


@pytest.mark.skipif(shared() is None, reason="the reference matches are not beside this checkout")
def test_the_unfinished_reference_match_goes_on(path: Path) -> None:
    """Its last move ends its last round, so only the points were missing."""
    folder = shared()
    assert folder is not None
    text = (folder / "matches" / "valid" / "hand-unfinished.yaml").read_text()
    session, notices = gone_on(path, text)
    assert [notice[:21] for notice in notices] == ["The file has no seed;"]
    assert Sitting(session).play().status == 0
    assert path.read_text() == (folder / "matches" / "valid" / "scout-3.yaml").read_text()


# What is told of it


def test_the_last_lap_is_told_again_to_whoever_comes_back(path: Path) -> None:
    """As that seat may know it: what others chose in the opening stays theirs."""
    session, notices = gone_on(path, ALONE + "  moves: |\n    1.F 2.F 3.F\n    2.S6:56 3.L58@5\n")
    shown = Sitting(session, "quit", notices=notices).play().shown
    at = shown.index("Round 1 goes on.")
    assert shown[at + 1 : at + 4] == [
        "Cy has chosen to keep or to flip.",
        "Bo shows 5 6 (58 61) from position 6.",
        "Cy scouts 58 from the left into position 5. Bo gets a Scout token.",
    ]


def test_what_is_told_of_a_lap_is_no_more_than_a_lap(path: Path) -> None:
    session, notices = gone_on(path, PLAYED)
    shown = Sitting(session, "quit", notices=notices).play().shown
    lap = shown[shown.index("Round 1 goes on.") + 1 :]
    assert lap[0].startswith("Bo shows 5 6")
    assert lap[1].startswith("Cy scouts 58")
    assert sum(line.startswith("Ada shows 5 6 7") for line in lap) == 1


class Watching(Plain):
    """Lines, and in `calls` what is shown and done in which order."""

    def __init__(self) -> None:
        super().__init__(Input(), io.StringIO(), io.StringIO())
        self.live = True
        self.calls: list[str] = []
        self.totals: list[tuple[int | None, ...]] = []
        self.dice: random.Random | None = None

    def watch(self, view: View, names: Sequence[str]) -> None:
        self.calls.append("watch")
        self.totals.append(view.totals)

    def thinking(self, name: str) -> AbstractContextManager[None]:
        self.calls.append(name)
        return nullcontext()

    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        if self.dice is None:
            raise KeyboardInterrupt
        return turn.notation.choice(self.dice.choice(turn.legal))

    def ask_at_end(self, question: str) -> str | None:
        return None


def test_the_table_is_there_before_a_bot_thinks(path: Path) -> None:
    session, notices = gone_on(path, ALONE + "  moves: |\n    1.F 2.F 3.F\n")
    screen = Watching()
    with pytest.raises(KeyboardInterrupt):
        Table(session, screen, notices).run()
    assert screen.calls[:2] == ["watch", "Bo"]


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_after_counting_the_table_has_the_new_totals(path: Path, game: str) -> None:
    session = begin(path, game, 3, people=["Ada"], bots=["greedy", "greedy"], rules={"rounds": "1"})
    screen = Watching()
    screen.dice = random.Random(game)
    assert Table(session, screen).run() == 0
    assert screen.totals[-1] == session.totals
    assert any(session.totals)
    assert screen.totals[-2] == (0, 0, 0)


def test_points_that_count_twice_are_told_so(path: Path) -> None:
    doubled = False
    for seed in range(20):
        path.unlink(missing_ok=True)
        session = begin(path, "skyjo", 2, seed=f"s{seed}", rules={"rounds": "1"})
        sitting = Sitting(session).play()
        ended = [line for line in sitting.shown if "points count twice" in line]
        twice = [line for line in sitting.shown if " points (2 x " in line]
        assert len(ended) == len(twice)
        doubled |= bool(twice)
        for line in twice:
            points, half = map(int, re.findall(r"(\d+) points \(2 x (\d+)\)", line)[0])
            assert points == 2 * half
    assert doubled
