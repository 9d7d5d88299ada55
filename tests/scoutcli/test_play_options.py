"""`scoutcli play` and the settings, `--resume` without a file, and what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from notation.reader import read_files
from scoutcli.memory import Played, recall
from tests.record import fast_disk
from tests.scoutcli.program import Program
from tests.scoutcli.terminal import Terminal

SCOUT = ("play", "scout", "--players", "2", "--bots", "greedy", "--seed", "tea")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    fast_disk(monkeypatch)
    (tmp_path / "scoutcli").mkdir()
    return tmp_path / "scoutcli"


@pytest.fixture
def program(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    home: Path,  # noqa: ARG001 - nothing is written where people keep theirs
) -> Program:
    return Program(capfd, monkeypatch)


def players(home: Path) -> list[list[str]]:
    """The names in each match that was begun, the first first."""
    paths = sorted((home / "matches").glob("*.yaml"), key=lambda path: path.stat().st_mtime_ns)
    return [part.match.names for part in read_files(map(str, paths)) if part.match is not None]


def test_the_name_of_the_settings_is_the_usual_one(program: Program, home: Path) -> None:
    program("config", "name", "Zoë")
    program(*SCOUT)
    program(*SCOUT, "--name", "Bo")
    program("play", "scout", "--players", "2", "--bots", "random,random", "--seed", "tea")
    assert players(home) == [["Zoë", "greedy"], ["Bo", "greedy"], ["random 1", "random 2"]]


def test_resume_without_a_file_goes_on_with_the_last_match(program: Program, home: Path) -> None:
    assert program("play", "--resume").status == 1
    first = program(*SCOUT, typed="keep\nquit\ny\n")
    assert first.status == 0
    again = program("play", "--resume", typed="quit\ny\n")
    assert again.status == 0
    assert len(players(home)) == 1
    named = program("play", "--resume", next((home / "matches").iterdir()), typed="quit\ny\n")
    assert named.out == again.out


def test_resume_takes_settings_but_no_other_option(program: Program) -> None:
    program(*SCOUT, typed="quit\ny\n")
    done = program(
        "play", "--resume", "--plain", "--theme", "light", "--speed", "off", "--no-tutor",
        typed="quit\ny\n",
    )  # fmt: skip
    assert done.status == 0
    takes = "it stands alone, or with --bot, --theme, --speed, --tutor or --plain, not with "
    for more, said in (
        (["skyjo"], "skyjo"),
        (["-s", "x"], "--seed"),
        (["--plain", "--seed", "x", "scout", "--players", "3"], "scout or --players or --seed"),
    ):
        done = program("play", "--resume", "a.yaml", *more)
        assert done.status == 2
        assert f"from the file: {takes}{said}\n" in done.err


@pytest.mark.parametrize("more", [["--seed", "x"], ["--bots", "greedy"], ["--resume"]])
def test_the_tutorial_takes_a_game_alone(program: Program, home: Path, more: list[str]) -> None:
    done = program("play", "skyjo", "--tutorial", *more)
    assert done.status == 2
    assert (
        "--tutorial brings all but the game and settings: it stands alone, or with GAME, --theme"
        in (done.err)
    )
    assert done.err.splitlines()[-1].endswith(f"or --plain, not with {more[0]}")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--theme", "lite"], "'lite' is not one of 'dark', 'light', 'contrast', 'none'"),
        (["--speed", "warp"], "'warp' is not one of 'off', 'slow', 'normal', 'fast'"),
    ],
)
def test_an_option_has_the_values_of_its_setting(
    program: Program, option: list[str], said: str
) -> None:
    done = program(*SCOUT, *option)
    assert (done.status, said in done.err) == (2, True)


def test_with_broken_settings_no_match_is_begun(program: Program, home: Path) -> None:
    (home / "config.yaml").write_text("theme: [\n")
    done = program(*SCOUT)
    assert done.status == 1
    assert f"Error: {home / 'config.yaml'}:" in done.err
    assert not (home / "matches").exists()


def test_a_key_that_is_no_setting_is_told(program: Program, home: Path) -> None:
    (home / "config.yaml").write_text("them: light\n")
    done = program(*SCOUT, typed="quit\ny\n")
    assert done.status == 0
    assert "config.yaml:1:1: there is no setting 'them': did you mean theme?" in done.err


def test_a_script_is_not_remembered_and_a_person_is(program: Program, home: Path) -> None:
    program(*SCOUT, typed="quit\ny\n")
    assert recall() == ([], "")
    more = ["--rules", "flip=rotate", "--save", str(home / "x.yaml"), "--name", "Ada", "--plain"]
    folder = str(home.parent)
    with Terminal(*SCOUT, *more, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder) as shown:
        shown.until("Seat 1, Ada?")
        shown.type("\x04")
        shown.until("(y/n)")
        shown.enter("y")
        assert shown.finish() == 0
        assert b"\x1b" not in shown.written  # plain lines
    assert recall() == ([Played("scout", 2, ("greedy",), ("Ada",), ("flip=rotate",))], "")
