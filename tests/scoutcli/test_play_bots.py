"""Programs at the table: they are told what happens, and play until they do wrong."""

from __future__ import annotations

import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

import games
from scoutcli import __version__
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.entries import read_entry, write_entry
from scoutcli.arena.faults import Fault
from scoutcli.arena.plan import Entry
from scoutcli.table import programs
from scoutcli.table.resume import load
from scoutcli.table.seats import seats_for, start_programs
from scoutcli.table.session import Session
from tests import toy
from tests.record import canonical_of, fast_disk, part_of
from tests.scoutcli.matches import (
    BAD,
    PYTHON,
    TOKEN,
    bad,
    built_in,
    running,
    script,
    wait_until_gone,
)
from tests.scoutcli.program import ROOT
from tests.scoutcli.program import Program as InProcess
from tests.scoutcli.tables import TODAY, Sitting, at_random, faults, last_part, run_alone

NOTED = """
import sys
with open(sys.argv[1], "a") as notes:
    for line in sys.stdin:
        print(line, end="", file=notes, flush=True)
        word, *words = line.split()
        if word == "scoutbot":
            print("id name Noter%201.0\\nready scout skyjo toy", flush=True)
        elif word == "go":
            print("play", words[-1 if "last" in sys.argv else words.index("legal") + 1], flush=True)
        elif word == "quit":
            break
"""
"""A bot that plays the first (or last) legal move and notes every line that it hears."""


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


@pytest.fixture
def _toy() -> Iterator[None]:
    with toy.known():
        yield


@pytest.fixture
def scoutcli(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> InProcess:
    monkeypatch.chdir(tmp_path)
    return InProcess(capfd, monkeypatch)


def noter(notes: Path, name: str = "noter", *words: str) -> Entry:
    return Entry(name, command=(*PYTHON, "-c", NOTED, str(notes), TOKEN, *words))


def sit(
    path: Path,
    game: str,
    entries: Sequence[Entry],
    *,
    people: Sequence[str] = (),
    bots: Sequence[str] = (),
    rules: dict[str, str] | None = None,
    seed: str = "tea",
) -> Session:
    """A new match: people, then built-in bots, then programs."""
    played = games.get(game)
    players = len(people) + len(bots) + len(entries)
    seats = seats_for(played, players, people, bots, players, None, entries)
    made, _ = played.rules(players, rules or {"rounds": "1"})
    seats, started = start_programs(played, made, seats)
    return Session.begin(played, made, seats, seed, path, TODAY, started)


def heard(notes: Path) -> list[str]:
    return notes.read_text().splitlines()


def kept(path: Path) -> None:
    """The file holds a whole match without a fault, in canonical form."""
    assert faults(path) == []
    assert canonical_of(part_of(path.read_bytes())) == path.read_text()


# They play


@pytest.mark.parametrize(("game", "people"), [("scout", 0), ("scout", 1), ("skyjo", 1)])
def test_programs_play_a_match_with_people_and_bots(
    game: str, people: int, path: Path, tmp_path: Path
) -> None:
    entries = [noter(tmp_path / "1"), noter(tmp_path / "2", "other", "last")]
    session = sit(path, game, entries, people=["Ada"][:people], bots=["greedy"])
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    assert (sitting.status, sitting.complaints) == (0, [])
    kept(path)
    match = last_part(path).match
    assert match is not None
    assert match.names == [*["Ada"][:people], "greedy", "noter", "other"]
    assert [player.bot for player in match.players][-2:] == ["Noter 1.0"] * 2
    assert match.winners is not None
    for number, seat in ((1, people + 2), (2, people + 3)):
        lines = heard(tmp_path / str(number))
        assert lines[0] == "scoutbot 1"
        assert lines[1].startswith(f"match {game} seats {people + 3} you {seat} rules ")
        assert lines[2].startswith("round 1 totals 0,0,0")
        assert lines[-3].startswith("end round ")
        won = ",".join(str(winner + 1) for winner in match.winners)
        total = ",".join(map(str, match.total or ()))
        assert lines[-2:] == [f"end match total {total} winners {won}", "quit"]
    assert running(TOKEN) == []


def test_a_round_of_scout_word_for_word(path: Path) -> None:
    """Ada and Bo are people, the third seat is a program; see `test_arena_referee`."""
    said: list[tuple[str, str]] = []
    entry = replace(script("F", "L34@1+S5:777"), name="Cy")
    session = sit(path, "scout", [entry], people=["Ada L.", "Bo"])
    assert session.programs is not None
    session.programs._playing[2]._log = lambda way, line: said.append((way, line))
    Sitting(session, "K", "K", "S3:33", "L47@13", "R75@1").play()
    kept(path)
    hand = "25 98 13 47 67 57 62 64 36 91 28 56"
    told = [line for way, line in said if way == ">" and not line.startswith("go ")]
    assert told[0].startswith("match scout seats 3 you 3 ")
    assert told[1:] == [
        f"round 1 totals 0,0,0 starter 2 hand {hand}",
        "did 1 ?",
        "did 2 ?",
        "did 3 F",
        "did 2 S3:33 cards 34 38",
        "did 3 L34@1+S5:777 cards 74 76 75",
        "did 1 L47@13",
        "did 2 R75@1",
        "end round unbeaten score -13,-10,3",
        "end match total -13,-10,3 winners 3",
        "quit",
    ]
    asked = [line for _, line in said if line.startswith("go ")]
    assert asked[0] == "go move=60000 legal K F"
    assert asked[1].startswith("go move=60000 legal S4:77 S4:777 S5:77 L34@1 ")


def test_while_people_think_a_program_hears_at_once_if_it_wants(path: Path) -> None:
    said: list[str] = []
    entry = replace(script("F", "L34@1+S5:777", want="want prompt"), name="Cy")
    session = sit(path, "scout", [entry], people=["Ada L.", "Bo"])
    assert session.programs is not None
    session.programs._playing[2]._log = lambda _, line: said.append(line)
    lines = iter(["K", "K", "S3:33", "L47@13", "R75@1"])
    last = []

    def answer() -> str:
        last.append(said[-1].partition(" hand ")[0] if said else "")
        return next(lines)

    Sitting(session, answer=answer).play()
    assert last == [
        "round 1 totals 0,0,0 starter 2",
        "round 1 totals 0,0,0 starter 2",  # who has chosen is told when all have
        "did 3 F",
        "did 3 L34@1+S5:777 cards 74 76 75",
        "did 1 L47@13",
    ]


# They do wrong


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        ("illegal", "illegal 'S99:99': there is no position 99; .*"),
        ("crash-think", "crash exit 3: it was the butler"),
        ("crash-after", "crash exit 3: it was the butler"),
        ("flood-line", "flood a line of more than 64 KiB"),
        ("hang-think", "time no answer to a go of 60ms"),
        ("twice", "unasked play .*"),
    ],
)
def test_a_fault_is_told_and_recorded_and_somebody_plays_on(
    mode: str, fault: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the second turn of the first of two rounds; the other program has no fault."""
    if mode == "hang-think":
        monkeypatch.setattr(programs, "THINKING", TimeControl(move=60))
    entries = [bad(mode, 2, TOKEN)]
    if mode != "hang-think":
        entries.append(bad("honest", 1, TOKEN))
    session = sit(path, "scout", entries, people=["Ada"], rules={"rounds": "2"})
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    assert (sitting.status, sitting.complaints) == (0, [])
    kept(path)
    match = last_part(path).match
    assert match is not None
    assert match.rounds[0].faults is not None
    assert match.rounds[1].faults is None
    (line,) = match.rounds[0].faults.text.splitlines()
    found = re.fullmatch(rf"seat 2 move [1-9][0-9]* ({fault})", line)
    assert found is not None, line
    told = " ".join(" ".join(sitting.shown).split())
    assert f"{mode}: {' '.join(found[1].split())}. greedy plays on for it." in told
    assert [player.bot for player in match.players][1] == f"bad {mode}"
    assert wait_until_gone(TOKEN) == []


def test_a_fault_in_the_middle_of_a_turn(path: Path) -> None:
    """The card drawn is played by the bot that plays on."""
    entry = replace(script("Oa1b1", *["D", "@e5"] * 9), name="half")
    session = sit(path, "skyjo", [entry], people=["Ada"])
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    kept(path)
    match = last_part(path).match
    assert match is not None and match.rounds[0].faults is not None
    assert re.match(r"seat 2 move [12] illegal '@e5' is no move", match.rounds[0].faults.text)
    assert any("half: illegal '@e5' is no move" in line for line in sitting.shown)


def test_a_move_that_breaks_a_rule_is_told_with_the_rule(path: Path) -> None:
    entry = replace(script("K", "S3:44", "S3:44"), name="wrong")
    session = sit(path, "scout", [entry], people=["Ada"])
    Sitting(session, answer=at_random(session, "1")).play()
    match = last_part(path).match
    assert match is not None and match.rounds[0].faults is not None
    assert re.match(r"seat 2 move \d illegal S3:44: \w+", match.rounds[0].faults.text)


def test_only_who_did_wrong_is_blamed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not read what it is sent is found out while another one is asked."""
    entries = [bad("honest", 1, TOKEN), bad("honest", 1, TOKEN, name="deaf")]
    session = sit(path, "scout", entries, people=["Ada"], rules={"rounds": "2"})
    assert session.programs is not None
    deaf = session.programs._playing[2]
    flushes = count()

    def flush() -> None:
        if next(flushes) == 9:
            raise Fault("time", "it does not read what it is sent")

    monkeypatch.setattr(deaf, "flush", flush)
    assert Sitting(session, answer=at_random(session, "1")).play().status == 0
    kept(path)
    match = last_part(path).match
    assert match is not None
    lines = [line for each in match.rounds if each.faults for line in each.faults.text.splitlines()]
    assert [re.sub(r"move \d+", "move N", line) for line in lines] == [
        "seat 3 move N time it does not read what it is sent"
    ]


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("cmd=./nothing", "seat 2, nothing: start ./nothing: no such program"),
        (f"name=me,cmd={' '.join(PYTHON)} -c 1", "seat 2, me: start crash exit 0"),
        (f"name=me,cmd={' '.join(PYTHON)} {BAD} crash-hello", "exit 3: it was the butler"),
        (
            f"name=me,cmd={' '.join(PYTHON)} {BAD} honest,option.Depth=9",
            "the bot has no option 'Depth'; it has none",
        ),
        ("cmd=", "cmd is empty"),
        ("name=me", "a bot is either built in, bot=greedy, or a program, cmd=./mine"),
        ("gredy", "did you mean greedy?"),
        ("name=Ada,cmd=x", "two people of the same name cannot be told apart"),
        ("name=\x1b[2J,cmd=x", "a name is 1 to 40 printable characters"),
    ],
)
def test_what_cannot_play_is_told_before_the_match(
    command: str, hint: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    status, out, err = scoutcli(
        "play", "scout", "--name", "Ada", "--bot", command, "--save", "m.yaml"
    )
    assert (status, out) == (2, "")
    assert hint in err
    assert "\x1b" not in err
    assert list(tmp_path.iterdir()) == []


# Going on


GOING_ON = [
    ("scout", 2, {"rounds": "2"}),
    ("scout", 3, {"rounds": "1", "first_starter": "random"}),
    ("skyjo", 2, {"rounds": "2"}),
    ("skyjo", 3, {"rounds": "1", "first_tie": "random"}),
    ("toy", 2, {"rounds": "2", "length": "20"}),
    ("toy", 3, {"rounds": "1", "length": "20"}),
]


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(("game", "players", "rules"), GOING_ON)
def test_a_program_hears_once_more_what_happened_and_goes_on(
    game: str, players: int, rules: dict[str, str], path: Path, tmp_path: Path
) -> None:
    """The match is left after some moves, and gone on with by another process of the program.

    It hears exactly what it would have heard without that, and is asked only from then on.
    """
    bots = ["random"] * (players - 1)
    session = sit(path, game, [noter(tmp_path / "whole")], bots=bots, rules=rules)
    moves = run_alone(session)
    session.close()
    whole, text = heard(tmp_path / "whole"), path.read_bytes()
    dice = random.Random(f"{game} {players}")
    for stop in sorted({0, 1, players - 1, players, moves, *dice.sample(range(moves), 4)}):
        path.unlink()
        before, after = tmp_path / f"{stop}-before", tmp_path / f"{stop}-after"
        session = sit(path, game, [noter(before)], bots=bots, rules=rules)
        run_alone(session, stop)
        session.close()
        session, _ = load(path, None, [noter(after)])
        run_alone(session)
        session.close()
        assert path.read_bytes() == text
        lines = heard(after)
        first = next((at for at, line in enumerate(lines) if line.startswith("round")), None)
        if first is None:  # nothing is left to be played
            continue
        rest = whole[whole.index(lines[first]) :]
        assert lines[:first] == whole[:2]
        assert [line for line in lines[first:] if line[:3] not in ("go ", "see")] == [
            line for line in rest if line[:3] not in ("go ", "see")
        ]
        asked = [at for at, line in enumerate(lines) if line.startswith("go ")]
        again = asked[0] if asked else len(lines)
        left = heard(before)
        last_round = max((at for at, line in enumerate(left) if line[:6] == "round "), default=0)
        told = [line for line in left[last_round:] if line.startswith("did ")]
        if left[last_round] == lines[first]:
            assert set(told) <= set(lines[first:again])
        assert lines[-1] == "quit"


def test_a_file_starts_no_program(path: Path, scoutcli: InProcess, tmp_path: Path) -> None:
    """Whatever stands there as a bot's name; who is to play has to be said."""
    session = sit(path, "scout", [noter(tmp_path / "1", "Cy")], people=["Ada"], bots=["greedy"])
    Sitting(session, "K").play()
    text = path.read_text()
    mark = tmp_path / "started"
    for bot in ("Noter 1.0", f"touch {mark}", f"cmd=touch {mark}", f"name=Cy,cmd=touch {mark}"):
        path.write_text(text.replace("bot: Noter 1.0", f'bot: "{bot}"'))
        status, out, err = scoutcli("play", "--resume", path, typed="quit\ny\n")
        assert (status, out) == (1, "")
        assert "seat 3 was played by the bot" in err
        assert "if it is a program, give it with --bot name=…,cmd=… [unknown-bot]" in err
    assert not mark.exists()
    path.write_text(text)
    command = f"{' '.join(PYTHON)} {BAD} honest 1 {TOKEN}"
    for name, status, hint in (
        (f"name=Di,cmd={command}", 1, "no Di plays there, but Ada, greedy, Cy do"),
        ("greedy", 2, "only a program is named here: name=NAME,cmd=COMMAND"),
        (f"name=Cy,cmd={command}", 0, ""),
    ):
        done = scoutcli("play", "--resume", path, "--bot", name, typed="quit\ny\n")
        assert done.status == status
        assert hint in done.err
    assert path.read_text().startswith(text)
    assert wait_until_gone(TOKEN) == []


def test_how_to_go_on_is_told_as_it_can_be_typed(scoutcli: InProcess, tmp_path: Path) -> None:
    """With quotes, folder, options and limits of the program."""
    (tmp_path / "my bots").mkdir()
    (tmp_path / "my bots" / "it's.py").write_text(
        NOTED.replace("\\nready", "\\noption A int 1\\nready")
    )
    command = shlex.join([*PYTHON, "it's.py", str(tmp_path / "notes"), TOKEN])
    bot = f"name=the bot,cmd={command},dir=my bots,memory=1G,cpu=60,processes=9,option.A=a b"
    status, out, _ = scoutcli(
        *("play", "scout", "--name", "Ada", "--bot", bot, "--seed", "a", "--save", "m.yaml"),
        typed="K\nquit\ny\n",
    )
    assert status == 0
    told = out.splitlines()[-1].removeprefix("To go on with it: scoutcli ")
    assert told.startswith("play --resume m.yaml --bot ")
    assert scoutcli(*shlex.split(told), typed="quit\ny\n").status == 0
    lines = heard(tmp_path / "notes")
    assert lines.count("scoutbot 1") == 2
    assert "set A a%20b" in lines
    entry = read_entry(None, bot)
    assert read_entry(None, write_entry(entry)) == entry


def test_the_match_is_saved_under_another_name(path: Path, tmp_path: Path) -> None:
    """The programs play on."""
    other = tmp_path / "other.yaml"
    session = sit(path, "scout", [noter(tmp_path / "1")], people=["Ada"])
    choose = at_random(session, "1")
    lines = iter(["K", f"save {other}"])
    sitting = Sitting(session, answer=lambda: next(lines, None) or choose())
    assert sitting.play().status == 0
    assert sitting.complaints == []
    kept(other)
    assert faults(path) == [("notice", "unfinished")]
    assert heard(tmp_path / "1").count("scoutbot 1") == 1


def test_names_at_the_table(path: Path, tmp_path: Path) -> None:
    """A program is called as its owner says; what it calls itself stands beside it in the file."""
    entries = [
        noter(tmp_path / "1", "greedy"),
        noter(tmp_path / "2", "\N{SNOWMAN} é"),
        built_in("x"),
    ]
    session = sit(path, "scout", entries, people=["Ada"], bots=["greedy"])
    assert session.names == ["Ada", "greedy 2", "greedy", "\N{SNOWMAN} é", "x"]
    run_alone(session, 3, lambda: session.legal()[0])
    session.close()
    match = last_part(path).match
    assert match is not None
    assert [player.bot for player in match.players] == [
        None, f"greedy {__version__}", "Noter 1.0", "Noter 1.0", f"greedy {__version__}"
    ]  # fmt: skip
    (line,) = [line for line in heard(tmp_path / "1") if line.startswith("match ")]
    assert line.endswith(" names Ada greedy%202 greedy %E2%98%83%20%C3%A9 x")


def test_a_bot_on_the_command_line(scoutcli: InProcess, tmp_path: Path) -> None:
    """`--bot` sits behind those of `--bots`, and may be a built-in one with another name."""
    status, out, err = scoutcli(
        *(
            "play",
            "scout",
            "--players",
            "3",
            "--bots",
            "random",
            "--seed",
            "tea",
            "--save",
            "m.yaml",
        ),
        *("--bot", f"name=mine,cmd={' '.join(PYTHON)} {BAD} honest 1 {TOKEN}"),
        *("--bot", "name=quick,bot=greedy", "--rules", "rounds=1"),
    )
    assert (status, err) == (0, "")
    kept(tmp_path / "m.yaml")
    match = last_part(tmp_path / "m.yaml").match
    assert match is not None
    assert match.names == ["random", "mine", "quick"]
    assert out.splitlines()[-1] == "To check it: scoutcli validate m.yaml"
    assert wait_until_gone(TOKEN) == []


def test_ctrl_c_at_the_table_ends_the_programs(tmp_path: Path) -> None:
    """So does the end of the table by SIGKILL."""
    for number in (signal.SIGINT, signal.SIGKILL):
        table = subprocess.Popen(
            [sys.executable, "-m", "scoutcli", "play", "scout", "--name", "Ada", "--bot",
             f"name=me,cmd={' '.join(PYTHON)} {BAD} fork-setsid 1 {TOKEN}",
             "--save", str(tmp_path / f"{number}.yaml")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        assert table.stdout is not None
        for line in iter(table.stdout.readline, b"Seat 1, Ada?\n"):
            assert line
        assert len(running(TOKEN)) > 1
        table.send_signal(number)
        _, err = table.communicate(timeout=60)
        assert table.returncode == (130 if number == signal.SIGINT else -9)
        assert b"Traceback" not in err
        assert wait_until_gone(TOKEN) == []
