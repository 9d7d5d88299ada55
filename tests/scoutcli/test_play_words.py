"""What a typed line means at the table, who sits where, and where the file is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import click
import pytest

import games
from games.bots import Budget
from games.errors import RuleError
from games.game import Move
from notation.diagnostics import TextError
from scoutcli.cli import run
from scoutcli.table import seats
from scoutcli.table.files import data_folder, fresh_file
from scoutcli.table.seats import Seat, seats_for
from scoutcli.table.session import Session
from scoutcli.table.words import COMMANDS, Said, Turn, understand
from tests.record import fast_disk
from tests.scoutcli.tables import Input, begin, run_alone


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)
    monkeypatch.setattr(seats, "login_name", lambda: "ada")


def turn_of(session: Session) -> Turn:
    return Turn(session.notation, session.view(session.turn), session.legal(), session.fault)


@pytest.fixture
def scout(tmp_path: Path) -> Iterator[Turn]:
    """Seat 1 to move; 6/2 6/4 lies on the table; see the hand in test_play_piped."""
    session = begin(tmp_path / "scout.yaml", "scout", 3, people=["Ada"])
    session.begin_round()
    keep = session.legal()[0]
    run_alone(session, 5, lambda: keep)
    yield turn_of(session)
    session.close()


@pytest.fixture
def skyjo(tmp_path: Path) -> Iterator[Turn]:
    """Seat 1 to move for the first time."""
    session = begin(tmp_path / "skyjo.yaml", "skyjo", 2, people=["Ada"], seed="7")
    session.begin_round()
    reveal = session.legal()[0]
    run_alone(session, 2, lambda: reveal)
    yield turn_of(session)
    session.close()


def meant(line: str, turn: Turn) -> list[str] | str:
    """The moves, or the command, that a line means."""
    meaning = understand(line, turn)
    if isinstance(meaning, Said):
        return f"{meaning.command.name} {meaning.argument}".strip()
    return [turn.notation.choice(move) for move in meaning]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("S4:99", ["S4:99"]),
        (" s4:99 ", ["S4:99"]),
        ("99", ["S4:99"]),
        ("4-5", ["S4:99"]),
        ("1.S4:99", ["S4:99"]),
        ("scout left 2 flip", ["L26@2"]),
        ("r64 7", ["R64@7"]),
        ("l2 + 98", ["L62@2+S3:98"]),
        ("3-4", ["S3:89"]),  # a Show that the rules do not allow is one all the same
    ],
)
def test_moves_are_taken_in_every_form(line: str, moves: list[str], scout: Turn) -> None:
    assert meant(line, scout) == moves


def test_of_several_moves_the_legal_ones_count(scout: Turn) -> None:
    """9 9 and 9 8 9 stand there, so 9 alone could be three cards; none beats two sixes."""
    assert meant("9", scout) == ["S2:9", "S4:9", "S5:9"]
    assert meant("l", scout) == [f"L62@{gap}" for gap in range(1, 14)]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help", "help"),
        ("HELP  moves", "help moves"),
        ("?", "help"),
        ("h", "help"),
        ("legal", "legal"),
        ("legal L62", "legal L62"),
        ("rules", "rules"),
        ("q", "quit"),
        ("save my file.yaml", "save my file.yaml"),
        ("resume x", "resume x"),
    ],
)
def test_commands_are_understood(line: str, command: str, scout: Turn) -> None:
    assert meant(line, scout) == command


def test_a_letter_is_a_command_where_it_can_be_no_legal_move(scout: Turn, skyjo: Turn) -> None:
    """In SCOUT l is to scout the left card, r the right one; in SKYJO neither is a move."""
    assert isinstance(meant("l", scout), list)
    assert isinstance(meant("r", scout), list)
    assert (meant("l", skyjo), meant("r", skyjo), meant("s", skyjo)) == ("legal", "rules", "save")
    assert meant("d", skyjo) == ["D"]


def test_a_letter_is_a_command_where_its_move_is_not_legal(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["Ada", "Bo", "Cy"])
    session.begin_round()
    assert meant("l", turn_of(session)) == "legal"  # before the first turn nobody scouts
    session.close()


@pytest.mark.parametrize("line", ["xyzzy", "rules!"])
def test_what_is_neither_is_told(line: str, scout: Turn) -> None:
    with pytest.raises(TextError, match="is no move"):
        understand(line, scout)


@pytest.mark.parametrize(
    ("line", "name", "offset", "length"),
    [("quit now", "quit", 5, 3), ("  undo  3", "undo", 8, 1), ("Hand hand", "hand", 5, 4)],
)
def test_what_follows_a_command_that_takes_nothing_is_told(
    line: str, name: str, offset: int, length: int, scout: Turn
) -> None:
    with pytest.raises(TextError, match=f"^{name} takes nothing: type {name} alone$") as caught:
        understand(line, scout)
    assert (caught.value.offset, caught.value.length) == (offset, length)


@pytest.mark.parametrize(
    ("line", "offset", "length"),
    [
        ("L62@44", 4, 2),
        ("l 20", 2, 2),
        (" scout 26 14", 10, 2),
        ("L62@14+S1:4", 4, 2),
        ("1.l62@20", 6, 2),
    ],
)
def test_a_position_that_the_hand_does_not_get_is_told_where_it_stands(
    line: str, offset: int, length: int, scout: Turn
) -> None:
    with pytest.raises(TextError, match=r"position 1 to 13 of this hand, not (44|20|14)") as caught:
        understand(line, scout)
    assert (caught.value.offset, caught.value.length) == (offset, length)


@pytest.mark.parametrize(
    ("line", "offset", "length", "says"),
    [
        ("T@e9", 2, 2, "there is no place e9: columns are a to d, rows 1 to 3"),
        ("take d4", 5, 2, "there is no place d4"),
        ("T@d1tzz", 4, 3, "is no move"),
        ("T@d2 d2", 5, 2, "is no move"),
        (" b12", 1, 3, "there is no place b12"),
    ],
)
def test_a_move_of_skyjo_is_wrong_where_it_is_wrong(
    line: str, offset: int, length: int, says: str, skyjo: Turn
) -> None:
    with pytest.raises(TextError, match=says) as caught:
        understand(line, skyjo)
    assert (caught.value.offset, caught.value.length) == (offset, length)


class Talking:
    """A notation whose moves are the words of commands."""

    def choice(self, move: Move) -> str:
        return str(move)

    def choose(self, text: str, view: object, legal: Sequence[Move]) -> list[Move]:
        raise TextError("bad", "is no move")

    def explain(self, move: Move, view: object) -> str:
        return "a move"


def test_the_canonical_text_of_a_legal_move_goes_before_a_command() -> None:
    turn = Turn(Talking(), None, ["quit", "h"], lambda _: None)  # type: ignore[arg-type]
    assert understand("quit", turn) == ["quit"]
    assert understand("h", turn) == ["h"]
    assert understand("help", turn) == Said(COMMANDS[0])


def test_the_place_where_a_line_is_wrong_counts_from_its_start(scout: Turn, skyjo: Turn) -> None:
    for line, turn, offset in (
        ("  show hm", scout, 7),
        ("scout  sideways 2", scout, 7),
        ("   take e9 ", skyjo, 8),
        ("take", skyjo, 4),
    ):
        with pytest.raises(TextError) as caught:
            understand(line, turn)
        assert caught.value.offset == offset, line


def test_what_moves_are_worth_is_there_for_each_legal_one(scout: Turn) -> None:
    assert list(scout.worths) == list(scout.legal)
    assert scout.worths is scout.worths  # worked out once


# Who sits where


@pytest.mark.parametrize(
    ("players", "names", "bots", "expected"),
    [
        (None, [], [], ["ada", "greedy 1*", "greedy 2*", "greedy 3*"]),
        (None, [], ["greedy", "greedy"], ["ada", "greedy 1*", "greedy 2*"]),
        (None, ["Bo"], ["random"], ["Bo", "random*"]),
        (None, ["Bo", "Cy"], [], ["Bo", "Cy", "greedy 1*", "greedy 2*"]),
        (None, ["A", "B", "C", "D", "E"], [], ["A", "B", "C", "D", "E"]),
        (2, [], [], ["ada", "greedy*"]),
        (2, ["Bo", "Cy"], [], ["Bo", "Cy"]),
        (3, [], ["random", "greedy", "random"], ["random 1*", "greedy*", "random 2*"]),
        (3, [], ["random", "greedy"], ["ada", "random*", "greedy*"]),
        (4, ["Bo"], ["random"], ["Bo", "random*", "greedy 1*", "greedy 2*"]),
        (3, ["greedy", "greedy 1"], ["greedy"], ["greedy", "greedy 1", "greedy 2*"]),
        (2, ["Bo"], ["expert:playouts=5"], ["Bo", "expert*"]),
        (2, [], ["expert:playouts=5", "expert"], ["expert 1*", "expert 2*"]),
    ],
)
def test_people_sit_first_then_bots(
    players: int | None, names: list[str], bots: list[str], expected: list[str]
) -> None:
    found = seats_for(games.get("scout"), players, names, bots, 4)
    assert [f"{seat.name}*" if seat.bot else seat.name for seat in found] == expected


def test_a_budget_goes_to_those_that_search_and_have_none() -> None:
    named = ["expert", "greedy", "expert:time-ms=5", "steady"]
    found = seats_for(games.get("scout"), 5, [], named, 4, Budget(playouts=7))
    kinds = ["", "expert:playouts=7", "greedy", "expert:time-ms=5", "steady"]
    assert [seat.bot for seat in found] == kinds


def test_bots_keep_their_kind() -> None:
    found = seats_for(games.get("skyjo"), 3, ["Bo"], ["random"], 4)
    assert found == [Seat("Bo"), Seat("random", "random"), Seat("greedy", "greedy")]


@pytest.mark.parametrize(
    ("players", "names", "bots", "code"),
    [
        (3, ["A", "B"], ["greedy", "greedy"], "too-many-players"),
        (2, ["A", "B", "C"], [], "too-many-players"),
        (None, ["A", "A"], [], "same-name"),
        (None, [], ["deep"], "unknown-bot"),
        (None, [], ["greedy:playouts=5"], "no-search"),
        (None, [], ["expert:playouts=x"], "bad-budget"),
    ],
)
def test_seats_that_cannot_be_filled(
    players: int | None, names: list[str], bots: list[str], code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        seats_for(games.get("scout"), players, names, bots, 4)
    assert caught.value.code == code


# The command line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name the game: scout or skyjo"),
        (["scout", "-p", "6"], "SCOUT is for 2 to 5 players, not for 6"),
        (["scout", "-b", "greedy,greedy,greedy,greedy,greedy"], "for 2 to 5 players, not for 6"),
        (["skyjo", "-b", "deep"], "SKYJO has no bot 'deep'; it has random, greedy"),
        (["skyjo", "-b", "gredy"], "SKYJO has no bot 'gredy'; did you mean greedy?"),
        (["skyjo", "-b", "greedy:playouts=5"], "greedy does not search, so it takes no budget"),
        (["skyjo", "-b", "expert:playouts=0"], "playouts are 1 to 10000000, not 0"),
        (["skyjo", "-b", "expert:deep"], "'deep' is no budget; one is written playouts=2000"),
        (["skyjo", "-b", "greedy", "--playouts", "5"], "playouts=5; in SKYJO it is for expert"),
        (["skyjo", "--time-ms", "5"], "no bot that is named takes the budget time-ms=5"),
        (["skyjo", "-b", "expert:time-ms=5", "--playouts", "5"], "takes the budget playouts=5"),
        (["skyjo", "-b", "expert", "--playouts", "0"], "0 is not in the range"),
        (["skyjo", "-b", "expert", "--time-ms", "3600001"], "3600001 is not in the range"),
        (["skyjo", "-b", "expert", "--time-ms", "5", "--playouts", "5"], "has one budget"),
        (["scout", "-n", "A\x1bB"], "a name is 1 to 40 printable characters"),
        (["scout", "-n", ""], "a name is 1 to 40 printable characters"),
        (["scout", "-r", "flip=x"], "good values are swap, rotate"),
    ],
)
def test_a_wrong_command_line_is_told_and_makes_no_file(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", Input())
    assert run(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("said", ["skyjo", "SKY", "2", "s\nx\n\nskyjo"])
def test_at_a_terminal_it_is_asked_which_game(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from scoutcli.table import setup

    answers = iter(said.split("\n"))
    monkeypatch.setattr(setup, "at_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    context = click.Context(click.Command("play"))
    assert setup.ask_game(context) is games.get("skyjo")
    assert "  2  skyjo, for 2 to 8 players" in capsys.readouterr().out


# The file


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/scoutcli/matches"),
        ({"XDG_DATA_HOME": "/data"}, "darwin", "/data/scoutcli/matches"),
        ({"XDG_DATA_HOME": "data"}, "linux", "/home/ada/.local/share/scoutcli/matches"),
        ({}, "linux", "/home/ada/.local/share/scoutcli/matches"),
        ({}, "darwin", "/home/ada/Library/Application Support/scoutcli/matches"),
    ],
)
def test_the_data_folder_is_the_one_of_the_platform(
    environment: dict[str, str], platform: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert data_folder(environment, platform) == Path(folder)


def test_a_fresh_file_is_never_one_that_is_there(tmp_path: Path) -> None:
    found = [fresh_file(tmp_path / "new", "scout", date(2026, 11, 30)).name for _ in range(3)]
    assert found == [
        "2026-11-30-scout.yaml",
        "2026-11-30-scout-2.yaml",
        "2026-11-30-scout-3.yaml",
    ]


def test_the_manual_names_every_command_of_the_table() -> None:
    from scoutcli.commands.play import PAGE

    for command in COMMANDS:
        assert re.search(rf"`{command.name}\b", PAGE.description)
