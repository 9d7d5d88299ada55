"""Bots that are compiled and search, at the table: made ready, given a budget, taken up again."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from games.bots import Bot, Budget
from games.errors import RuleError
from games.game import Move
from games.search import compiled
from games.skyjo import Skyjo
from games.skyjo.moves import Swap
from games.skyjo.view import View
from notation.recorder import Recorder
from scoutcli.cli import run
from scoutcli.table.resume import load
from tests.conftest import ROOT
from tests.record import fast_disk
from tests.scoutcli.tables import Sitting, begin, faults, finish, last_part, run_alone


class Thinker:
    """Chooses any move, always the same one for the same view, and counts how often it is asked."""

    made: list[tuple[object, ...]] = []  # noqa: RUF012
    asked = 0

    def __init__(self, *made_from: object) -> None:
        self.made.append(made_from[1:])

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        Thinker.asked += 1
        return random.Random(repr(replace(view, rules=None))).choice(legal)


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Strong bots are Thinkers, for which nothing is compiled; the games that were made ready."""
    games: list[str] = []

    def warm(game: str, notice: Callable[[str], None] | None = None) -> float:
        games.append(game)
        if notice is not None:
            notice(f"compiling {game}")
        return 0.0

    monkeypatch.setattr(compiled, "warm", warm)
    monkeypatch.setattr(compiled, "compiler", lambda: None)
    for game in ("scout", "skyjo"):
        module = ModuleType(f"games.{game}.strong")
        module.__dict__.update(Steady=Thinker, Expert=Thinker)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(Thinker, "made", [])
    monkeypatch.setattr(Thinker, "asked", 0)
    return games


# A new match


def test_the_file_says_which_budget_a_bot_was_given(
    path: Path, warmed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    named = ["--players", "4", "--bots", "expert,greedy,expert:time-ms=50,steady"]
    budget = ["--playouts", "2000", "-r", "rounds=1", "--save", str(path)]
    assert run(["play", "scout", *named, *budget]) == 0
    out, err = capsys.readouterr()
    assert err == "compiling scout\n"
    assert "Seat 1: expert 1 (bot expert:playouts=2000)" in out.splitlines()
    assert warmed == ["scout"]
    assert Thinker.made == [(Budget(playouts=2000),), (Budget(seconds=0.05),), ()]
    assert faults(path) == []
    match = last_part(path).match
    assert match is not None
    assert [(player.name, player.bot) for player in match.players] == [
        ("expert 1", "expert:playouts=2000 0.1.0"),
        ("greedy", "greedy 0.1.0"),
        ("expert 2", "expert:time-ms=50 0.1.0"),
        ("steady", "steady 0.1.0"),
    ]


def test_expert_alone_is_the_usual_one_and_the_file_says_no_more(
    path: Path, warmed: list[str]
) -> None:
    bots = ["--players", "2", "--bots", "expert,greedy", "-r", "rounds=1"]
    assert run(["play", "skyjo", *bots, "--save", str(path)]) == 0
    assert warmed == ["skyjo"]
    assert Thinker.made == [(Budget(playouts=1000),)]
    assert "bot: expert 0.1.0\n" in path.read_text()


def test_nothing_is_compiled_for_bots_that_are_not(
    path: Path, warmed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["--players", "2", "--bots", "greedy,random", "-r", "rounds=1"]
    assert run(["play", "skyjo", *bots, "--save", str(path)]) == 0
    assert (warmed, capsys.readouterr().err) == ([], "")


# A match that goes on


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [("scout", 3, ["expert", "greedy", "steady"]), ("skyjo", 2, ["steady", "expert:playouts=9"])],
)
def test_a_match_goes_on_from_anywhere_and_nobody_thinks_twice(
    game: str, players: int, bots: list[str], path: Path, warmed: list[str]
) -> None:
    session = begin(path, game, players, bots=bots, rules={"rounds": "1"})
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
    for size in ends[1:-1:3]:
        path.write_bytes(whole[:size])
        Thinker.asked = 0
        session, _ = load(path)
        session.close()
        assert Thinker.asked == 0
        assert finish(path) == whole
    assert set(warmed) == {game}


class Drawer:
    """Draws in every turn, puts the card in place of an open one, and never opens another."""

    asked = 0

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        Drawer.asked += 1
        if view.opening:
            return legal[0]
        if not view.midturn:
            return legal[-1]
        swaps = [move for move in legal if isinstance(move, Swap)]
        return next(move for move in swaps if view.grid[move.place] is not None)


class Taker(Drawer):
    """Takes the discard in place of an open card wherever it can."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        return legal[0]


@pytest.fixture
def cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A match of Drawers, in the file up to a new draw pile, without the move that needed it."""
    monkeypatch.setattr(Skyjo, "bots", {"drawer": Bot(Drawer, "draws", stateless=True)})
    rules = {"rounds": "1", "turn_limit": "200"}
    session = begin(path, "skyjo", 2, bots=["drawer", "drawer"], rules=rules)
    run_alone(session)
    session.close()
    whole = path.read_bytes()
    words = whole.partition(b"moves: |\n")[2].split()
    pile = next(word for word in words if word.startswith(b"N"))
    path.write_bytes(whole[: whole.index(pile) + len(pile) + 1])
    return whole


def test_the_move_for_which_a_pile_was_made_is_chosen_once_more(cut: bytes, path: Path) -> None:
    Drawer.asked = 0
    session, _ = load(path)
    assert Drawer.asked == 1
    run_alone(session)
    session.close()
    assert path.read_bytes() == cut


@pytest.mark.usefixtures("cut")
def test_whoever_would_not_choose_that_move_again_is_asked_what_it_will(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a bot that goes by the clock may."""
    monkeypatch.setattr(Skyjo, "bots", {"drawer": Bot(Taker, "takes", stateless=True)})
    session, _ = load(path)
    session.play(session.bot_choice())
    session.close()
    assert [fault for fault in faults(path) if fault[0] == "error"] == []


HEADER = "scoutcli: 1\ngame: scout\nplayers:\n- name: Ada\n- name: Bo\n  bot: {}\nrounds:\n"


@pytest.mark.parametrize(
    ("bot", "code", "said"),
    [
        ("expert:playouts=0 0.1.0", "bad-budget", "seat 2: playouts are 1 to 10000000, not 0"),
        ("greedy:playouts=5", "no-search", "seat 2: greedy does not search"),
        ("deep:playouts=5 9", "unknown-bot", "seat 2 was played by the bot 'deep:playouts=5 9'"),
    ],
)
def test_a_seat_that_cannot_be_played_is_told(bot: str, code: str, said: str, path: Path) -> None:
    path.write_text(HEADER.format(bot))
    with pytest.raises(RuleError) as caught:
        load(path)
    assert caught.value.code == code
    assert caught.value.message.startswith(said)


@pytest.mark.usefixtures("warmed")
@pytest.mark.parametrize("bot", ["expert:playouts=7 0.0.1", "expert:playouts=7"])
def test_the_version_of_a_bot_may_be_any(bot: str, path: Path) -> None:
    path.write_text(HEADER.format(bot))
    told: list[str] = []
    session, _ = load(path, told.append)
    session.begin_round()
    session.close()
    assert session.seats[1].bot == "expert:playouts=7"
    assert Thinker.made == [(Budget(playouts=7),)]
    assert told == ["Loading the bots ...", "compiling scout"]


def test_a_match_taken_up_at_the_table_is_made_ready_too(path: Path, warmed: list[str]) -> None:
    path.write_text(HEADER.format("steady 0.1.0"))
    session = begin(path.with_name("other.yaml"), "scout", 2, people=["Cy"])
    sitting = Sitting(session, f"resume {path}", "quit", "y").play()
    assert warmed == ["scout"]
    at = sitting.shown.index("Loading the bots ...")
    assert sitting.shown[at + 1] == "compiling scout"
    assert sitting.complaints == []
    assert "Seat 2: Bo (bot steady)" in sitting.shown


# Without the compiler


def without_numba(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A run of the program where numba cannot be imported."""
    program = (
        "import sys; sys.modules['numba'] = None; from scoutcli.__main__ import main; "
        f"sys.argv = ['scoutcli', *{arguments!r}]; raise SystemExit(main())"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_numba_a_new_match_says_what_to_install_and_writes_nothing(
    tmp_path: Path,
) -> None:
    for more in ([], ["--save", "match.yaml"]):
        done = without_numba("play", "scout", "--bots", "steady", *more, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "need numba" in done.stderr
        assert "pip install 'scoutcli[strong]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_numba_a_match_in_a_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    torn = HEADER.format("expert 0.1.0") + "- deal: |\n    1: 34"
    path.write_text(torn)
    done = without_numba("play", "--resume", "match.yaml", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'scoutcli[strong]'" in done.stderr
    assert "[compiler-missing]" in done.stderr
    assert path.read_text() == torn


def test_without_numba_everything_else_works(tmp_path: Path) -> None:
    bots = ["--players", "2", "--bots", "greedy,random", "--save", "match.yaml"]
    done = without_numba("play", "scout", *bots, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert without_numba("validate", "match.yaml", folder=tmp_path).returncode == 0
    assert "expert" in without_numba("rules", "scout", folder=tmp_path).stdout
