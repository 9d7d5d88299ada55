"""`scoutcli` alone on a terminal: the menu, the first time, and what is remembered."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from scoutcli import memory
from scoutcli.memory import Played, recall, remember
from scoutcli.welcome import newgame, welcome
from tests import toy
from tests.record import fast_disk
from tests.scoutcli.program import ROOT, VALID
from tests.scoutcli.tables import begin, run_alone
from tests.scoutcli.terminal import Terminal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    fast_disk(monkeypatch)
    return tmp_path / "scoutcli"


class Visit:
    """A visit at the menu: what is typed, which commands that runs, what is said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch = monkeypatch
        self._capture = capsys
        self.ran: list[list[str]] = []
        self.said = ""
        self.asked: list[str] = []

    def __call__(self, *typed: str | type[BaseException]) -> list[list[str]]:
        """Type these lines, then the end of the input; the commands that were run."""
        lines = iter(typed)

        def answer(question: str) -> str:
            self.asked.append(question)
            line = next(lines, EOFError)
            if isinstance(line, str):
                return line
            raise line

        def run(arguments: Sequence[str]) -> int:
            self.ran.append(list(arguments))
            return 0

        self.ran, self.asked = [], []
        self._patch.setattr(builtins, "input", answer)
        assert welcome(run) == 0
        self.said = self._capture.readouterr().out
        assert next(lines, None) is None, "not everything was asked for"
        return self.ran


@pytest.fixture
def visit(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    home: Path,
) -> Visit:
    home.mkdir()
    (home / "config.yaml").write_text("name: Ada\n")
    return Visit(monkeypatch, capsys)


# The first time


def test_the_first_time_a_name_is_asked_for_once(visit: Visit, home: Path) -> None:
    (home / "config.yaml").unlink()
    visit("x" * 41, "Zoë")
    assert visit.asked[0].startswith("Your name at the table [")
    assert "at most 40 printable characters" in visit.said
    assert "Hello, Zoë." in visit.said
    assert (home / "config.yaml").read_text() == "name: Zoë\n"
    visit()
    assert visit.asked == ["Number or word [scout]: "]
    assert "Hello, Zoë." in visit.said


def test_enter_takes_the_login_name(
    visit: Visit, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "config.yaml").unlink()
    monkeypatch.setattr("getpass.getuser", lambda: "bo")
    visit("")
    assert (home / "config.yaml").read_text() == "name: bo\n"


def test_settings_that_cannot_be_kept_or_read_stop_nobody(visit: Visit, home: Path) -> None:
    (home / "config.yaml").write_text("theme: drak\n")
    assert visit("help") == [["--help"]]
    assert "The settings cannot be read:" in visit.said
    assert "config.yaml:1:8:themecannotbe'drak'" in "".join(visit.said.split())


# The menu


def test_the_menu_of_somebody_who_has_played_nothing(visit: Visit) -> None:
    visit()
    words = [line.split()[1] for line in visit.said.splitlines() if line[:3].strip().isdigit()]
    assert words == ["scout", "skyjo", "tutorial", "record", "settings", "help", "quit"]
    assert visit.said.endswith("\nGood bye.\n")


@pytest.mark.parametrize("leaving", ["quit", "7", "q", "QUIT", EOFError, KeyboardInterrupt])
def test_leaving(visit: Visit, leaving: str | type[BaseException]) -> None:
    assert visit(leaving) == []
    assert visit.said.endswith("Good bye.\n")


def test_what_is_nothing_of_the_menu_is_asked_again(visit: Visit) -> None:
    assert visit("sorry", "s", "0", "8", "²", "help") == [["--help"]]
    assert visit.said.count("Say a number from 1 to 7, or one of ") == 5
    assert "or one of scout, skyjo, settings." in visit.said  # what s can mean


def test_the_items_run_the_commands(visit: Visit, home: Path) -> None:
    (home / "matches").mkdir()
    path = home / "matches" / "a.yaml"
    path.write_bytes((VALID / "scout-2.yaml").read_bytes())
    assert visit("tutorial", "record", "replay", "history", "help") == [
        ["play", "--tutorial"],
        ["record"],
        ["replay", str(path)],
        ["history"],
        ["--help"],
    ]


def test_settings_are_shown_and_changed(visit: Visit, home: Path) -> None:
    (home / "config.yaml").write_text("name: Ada\nspeed: fast\n")
    assert visit("settings", "thme", "speed", "", "theme", "light", "name", "Bo", "", "quit") == [
        ["config"],
        ["config", "speed", "fast"],
        ["config", "theme", "light"],
        ["config", "name", "Bo"],
    ]
    assert "there is no setting 'thme': did you mean theme?" in visit.said


def left_unfinished(home: Path) -> Path:
    """A match that Ada has begun with two bots, in the folder of matches."""
    (home / "matches").mkdir()
    path = home / "matches" / "a.yaml"
    session = begin(path, "scout", 3, people=["Ada"], bots=["greedy", "random"])
    run_alone(session, 4, ask=lambda: session.legal()[0])
    session.close()
    return path


def test_an_unfinished_match_comes_first(visit: Visit, home: Path) -> None:
    path = left_unfinished(home)
    assert visit("") == [["play", "--resume", str(path)]]
    assert "1  resume    Go on with SCOUT, round 1, against greedy, random\n" in visit.said


def test_one_that_a_program_plays_is_not_offered(visit: Visit, home: Path) -> None:
    path = left_unfinished(home)
    text = path.read_text()
    path.write_text(text.replace("bot: random", "bot: better"))
    assert path.read_text() != text
    assert visit("quit") == []
    assert "Go on with" not in visit.said


# A new match


def test_a_new_match_is_asked_for(visit: Visit) -> None:
    assert visit("scout", "2", "random", "") == [
        ["play", "scout", "--players", "3", "--bots=random,random"]
    ]
    assert visit.asked[1:4] == [
        "How many opponents, 1 to 4 [3]: ",
        "Strength [greedy]: ",
        "Rules: KEY=VALUE or a preset; ? lists them [usual]: ",
    ]
    assert "a beginner: plays its largest block" in visit.said


def test_a_new_match_against_several_kinds_by_other_rules(visit: Visit) -> None:
    assert visit("scout", "3", "greedy,1", "?", "flip=turn", "web, flip=rotate") == [
        ["rules", "scout"],
        ["play", "scout", "--players", "4", "--bots=greedy,random,greedy", "--rules",
         "exempt=emptied", "--rules", "flip=rotate"],
    ]  # fmt: skip
    assert "flip" in visit.said.partition("Good bye")[0]


@pytest.mark.parametrize("wrong", ["0", "5", "x", "-1", "²"])
def test_a_number_of_opponents_that_cannot_be(visit: Visit, wrong: str) -> None:
    visit("scout", wrong, "1", "greedy", "")
    assert "Say a number from 1 to 4." in visit.said


@pytest.mark.parametrize("taken_back", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_question_can_be_taken_back(
    visit: Visit, taken_back: type[BaseException], after: int
) -> None:
    assert visit("scout", *["2", "greedy"][:after], taken_back, "help") == [["--help"]]


def test_without_numba_what_works_is_offered(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newgame, "find_spec", {}.get)
    visit("scout", "1", "expert", "greedy", "")
    said = " ".join(visit.said.split())
    assert "steady and expert would be stronger, but need numba: pip install 'scoutcli[str" in said
    assert "or one of random, greedy." in visit.said


@pytest.fixture
def third_game() -> Iterator[None]:
    with toy.known():
        yield


@pytest.mark.usefixtures("third_game")
def test_a_third_game_is_offered_too(visit: Visit) -> None:
    assert visit("toy", "2", "high", "") == [["play", "toy", "--players", "3", "--bots=high,high"]]


@pytest.mark.usefixtures("third_game")
def test_a_game_without_bots_asks_who_plays(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.GAME), "bots", {})
    assert visit("toy", "1", "Ada", "Ada, Ada", "Ada, Bo", "") == [
        ["play", "toy", "--players", "2", "--name=Ada", "--name=Bo"]
    ]
    assert visit.said.count("Say 2 different names.") == 2


# As last time


def test_as_last_time(visit: Visit) -> None:
    remember(Played("skyjo", 3, ("greedy", "random"), (), ("rounds=2",)))
    remember(Played("scout", 4, ("greedy",) * 3))
    assert visit("again") == [["play", "scout", "--players", "4", "--bots=greedy,greedy,greedy"]]
    assert "1  again     SCOUT as last time: against 3 greedy\n" in visit.said
    # Enter, again and again, is as last time too.
    assert visit("skyjo", "", "", "") == [
        ["play", "skyjo", "--players", "3", "--bots=greedy,random", "--rules", "rounds=2"]
    ]
    # And the usual rules can be had back.
    assert visit("skyjo", "", "", "usual") == [
        ["play", "skyjo", "--players", "3", "--bots=greedy,random"]
    ]


def test_bots_with_a_budget_are_taken_as_they_were(visit: Visit) -> None:
    remember(Played("scout", 2, ("expert:playouts=20",)))
    assert visit("scout", "", "", "")[0][4:] == ["--bots=expert:playouts=20"]


def test_a_game_that_is_not_there_any_more_is_not_offered(visit: Visit) -> None:
    remember(Played("tarok", 4))
    visit()
    assert "tarok" not in visit.said


def test_a_match_is_remembered_as_it_was_begun(home: Path) -> None:
    home.mkdir()
    session = begin(
        home / "a.yaml", "scout", 3, people=["Ada", "Bo"], bots=["random"], rules={"flip": "rotate"}
    )
    session.close()
    played = Played.of(session, ["Ada", "Bo"])
    assert played == Played("scout", 3, ("random",), ("Ada", "Bo"), ("flip=rotate",))
    assert played.arguments == [
        "scout", "--players", "3", "--name=Ada", "--name=Bo", "--bots=random", "--rules",
        "flip=rotate",
    ]  # fmt: skip
    remember(played)
    assert recall() == ([played], "")
    alone = begin(home / "b.yaml", "scout", 2, bots=["random", "random"])
    alone.close()
    assert Played.of(alone, []) is None


def test_one_of_each_game_is_remembered_the_last_first(home: Path) -> None:
    first, second = Played("scout", 2, ("greedy",)), Played("skyjo", 5, ("greedy",) * 4)
    third = Played("scout", 3, ("random", "greedy"), ("Zoë: the 1st, really",))
    for played in (first, second, third):
        remember(played)
    assert recall() == ([third, second], "")
    assert (home / "memory.yaml").read_text().startswith("# What scoutcli offers as last time")


@pytest.mark.parametrize(
    "text",
    [
        "game: scout\n",
        "- scout\n",
        "- game: scout\n",
        "- {game: scout, players: many}\n",
        "- {game: scout, players: 0}\n",
        "- {game: scout, players: 2, bots: greedy}\n",
        "- {game: scout, players: 2, rules: [nonsense]}\n",
        '- {game: scout, players: 2, bots: ["a\\e[31m"]}\n',
        "- game: [\n",
        "#" * 20_001,
        "\xff",
    ],
)
def test_a_broken_memory_is_told_and_forgotten(home: Path, visit: Visit, text: str) -> None:
    (home / "memory.yaml").write_text(text, encoding="latin-1")
    games, trouble = recall()
    assert games == []
    assert trouble == f"{home / 'memory.yaml'} is not as it was written; it is passed over."
    visit()
    assert "it is passed over." in " ".join(visit.said.split())
    remember(Played("scout", 2, ("greedy",)))
    assert recall() == ([Played("scout", 2, ("greedy",))], "")


def test_a_memory_that_cannot_be_written_stops_nobody(home: Path) -> None:
    home.write_text("a file where the folder should be")
    remember(Played("scout", 2, ("greedy",)))
    assert recall() == ([], "")


def test_the_memory_is_beside_the_matches() -> None:
    place = memory.memory_file({"XDG_DATA_HOME": "/x"})
    assert place == Path("/x/scoutcli/memory.yaml")


# On a real terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., Terminal]:
    def make(*arguments: str, **more: str) -> Terminal:
        return Terminal(
            *arguments, XDG_DATA_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path), **more
        )

    return make


def test_from_the_first_start_to_a_match_and_back(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    with terminal() as shown:
        shown.until("Your name at the table")
        shown.enter("Zoë")
        shown.until("Number or word [scout]:")
        shown.enter("2")
        shown.until("How many opponents, 1 to 7 [3]:")
        shown.enter("1")
        shown.until("Strength")
        shown.enter("random")
        shown.until("Rules")
        shown.enter()
        shown.until("Zoë>")
        shown.enter("quit")
        shown.until("(y/n)")
        shown.enter("y")
        shown.until("Number or word [resume]:")
        assert "Go on with SKYJO, round 1, against random" in shown.text
        assert "SKYJO as last time: against random" in shown.text
        shown.enter("again")
        shown.until("Zoë>")
        shown.type("\x04")
        shown.until("(y/n)")
        shown.enter("y")
        shown.until("Number or word [resume]:")
        shown.type("\x04")
        shown.until("Good bye.")
        assert shown.finish() == 0
    assert len(list((tmp_path / "scoutcli" / "matches").glob("*-skyjo*.yaml"))) == 2


def test_ctrl_c_leaves(terminal: Callable[..., Terminal]) -> None:
    with terminal() as shown:
        shown.until("Your name")
        shown.type("\x03")
        shown.until("Good bye.")
        assert shown.finish() == 0


@pytest.mark.parametrize(("columns", "lines"), [(40, 15), (200, 60)])
def test_the_menu_fits(tmp_path: Path, columns: int, lines: int) -> None:
    (tmp_path / "scoutcli").mkdir()
    (tmp_path / "scoutcli" / "config.yaml").write_text("name: Ada\n")
    with Terminal(
        columns=columns, lines=lines, XDG_DATA_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path)
    ) as shown:
        shown.until("Number or word")
        written = shown.written.decode().split("\r\n")
        assert max(map(len, written)) <= columns
        assert b"\x1b" not in shown.written  # plain lines


def test_on_a_dumb_terminal_the_help_is_shown(terminal: Callable[..., Terminal]) -> None:
    with terminal(TERM="dumb") as shown:
        assert shown.finish() == 2
        assert b"Commands:" in shown.written


def test_in_a_pipe_the_help_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scoutcli"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Commands:" in done.stderr
