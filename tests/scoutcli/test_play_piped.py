"""The table line by line: scripts play, every move is in the file, a refused line is answered."""

from __future__ import annotations

import errno
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from notation.recorder import Recorder
from scoutcli.cli import run
from scoutcli.table import seats
from scoutcli.table.session import Session
from tests.record import fast_disk
from tests.scoutcli.tables import Input, Sitting, at_random, begin, faults, last_part

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = [sys.executable, "-m", "scoutcli", "play"]
UNFINISHED = [("notice", "unfinished")]


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(seats, "login_name", lambda: "ada")


EVERY_NUMBER = [
    *(("scout", players) for players in range(2, 6)),
    *(("skyjo", players) for players in range(2, 9)),
]


NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.mark.parametrize(("game", "players"), EVERY_NUMBER)
def test_a_script_plays_all_seats_and_the_file_is_right_after_every_move(
    game: str, players: int, tmp_path: Path
) -> None:
    path = tmp_path / "match.yaml"
    rules = {"rounds": "1"} if game == "skyjo" else {"rounds": "2"}
    session = begin(path, game, players, people=NAMES[:players], rules=rules)
    choose = at_random(session, f"{game} {players}")
    asked = 0

    def answer() -> str:
        nonlocal asked
        asked += 1
        assert faults(path) == UNFINISHED
        return choose()

    sitting = Sitting(session, answer=answer).play()
    assert sitting.status == 0
    assert sitting.complaints == []
    assert asked > 10
    assert faults(path) == []
    part = last_part(path)
    assert part.match is not None
    assert part.match.names == list(NAMES[:players])
    assert part.match.winners is not None


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_every_line_of_legal_begins_with_a_move_that_can_be_made(game: str, tmp_path: Path) -> None:
    session = begin(tmp_path / "match.yaml", game, 3, people=["Ada"], rules={"rounds": "1"})
    dice = random.Random(game)
    listed: list[str] = []

    def answer() -> str:
        nonlocal listed
        lines = sitting.out.getvalue().splitlines()
        if lines[-1] == "Seat 1, Ada?" and not listed:
            listed = ["asked"]
            return "legal"
        start = max(at for at, line in enumerate(lines[:-1]) if line == "Seat 1, Ada?")
        words = [line.split()[0] for line in lines[start + 1 : -1]]
        assert words == [session.notation.choice(move) for move in session.legal()]
        listed = []
        return dice.choice(words)

    sitting = Sitting(session, answer=answer)
    assert sitting.play().status == 0
    assert sitting.complaints == []


def test_a_position_is_shown_before_every_question(tmp_path: Path) -> None:
    session = begin(tmp_path / "match.yaml", "scout", 3, people=["Ada"])
    sitting = Sitting(session, "K").play()
    assert sitting.after("Ada keeps the hand.")[:2] == [
        "greedy 1 has chosen to keep or to flip.",
        "greedy 2 has chosen to keep or to flip.",
    ]
    position = sitting.after("greedy 1 shows 3 3 (34 38) from position 3.")
    assert position == [
        "greedy 2 shows 6 6 (62 64) from position 7 and captures 2 cards.",
        "Round 1, 2 moves made: Ada to move",
        "Table: 6 6 (62 64), shown by greedy 2",
        *(line for line in position if line.startswith("Seat ") and ":" in line),
        "Hand of Ada: 1:49  2:92  3:85  4:93  5:95  6:16  7:68  8:35  9:24  10:27  11:84  12:32",
        "Seat 1, Ada?",
        f"The match is not over; it is kept in {session.path}",
        f"To go on with it: scoutcli play --resume {session.path}",
    ]


def test_the_end_of_input_leaves_the_match_to_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "my match.yaml"
    sitting = Sitting(begin(path, "scout", 4, people=["Ada"]), "F").play()
    assert sitting.status == 1
    assert sitting.complaints == ["The input ended before the match did."]
    assert sitting.shown[-1] == f"To go on with it: scoutcli play --resume '{path}'"
    assert faults(path) == UNFINISHED


def test_quit_asks_first(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    sitting = Sitting(begin(path, "scout", 4, people=["Ada"]), "quit", "n", "K", "q", "y").play()
    assert sitting.status == 0
    assert sitting.shown.count("Leave the match? It can be gone on with later. (y/n)") == 2
    assert "Ada keeps the hand." in sitting.shown
    assert faults(path) == UNFINISHED


def test_a_refused_move_is_explained_by_its_rule_and_asked_for_again(tmp_path: Path) -> None:
    lines = ("K", "S3:85", "44", "S4:93", "L47@1", "S2:9", "what?")
    sitting = Sitting(begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"]), *lines).play()
    assert [line.rpartition("[")[2] for line in sitting.complaints[:-1]] == [
        "scout-wrong-card]",
        "scout-not-in-hand]",
        "scout-wrong-card]",
        "scout-wrong-card]",
        "scout-does-not-beat]",
        "scout-bad-move]",
    ]
    assert sitting.complaints[4].startswith(
        "a single 9 does not beat the active set, a set of 2 with smallest number 6: fewer cards"
    )
    assert sitting.shown.count("Seat 1, Ada?") == 1 + 7


def test_it_is_asked_which_move_is_meant_where_several_fit(tmp_path: Path) -> None:
    """Seat 1 scouts the left card, 62, somewhere: twelve cards have thirteen gaps."""
    sitting = Sitting(begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"]), "K", "l", "7").play()
    asked = sitting.after("This can mean 13 moves. Which one? Its number, or the move:")
    assert asked[0] == "1  L62@1  takes 62, before 4, a token for seat 3"
    assert asked[6] == "7  L62@7  takes 62, makes 6 6, a token for seat 3"
    assert asked[13] == "Seat 1, Ada?"
    assert asked[14] == "Ada scouts 62 from the left into position 7. greedy 2 gets a Scout token."


@pytest.mark.parametrize("answer", ["L62@2", "l2", "scout left 2"])
def test_the_question_which_may_be_answered_with_a_move(answer: str, tmp_path: Path) -> None:
    sitting = Sitting(
        begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"]), "K", "l", answer
    ).play()
    told = "Ada scouts 62 from the left into position 2. greedy 2 gets a Scout token."
    assert told in sitting.shown


def test_the_question_which_may_be_left_open(tmp_path: Path) -> None:
    lines = ("K", "l", "", "l", "99", "l", "hand", "S4:99")
    sitting = Sitting(begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"]), *lines).play()
    assert "Ada shows 9 9 (93 95) from position 4 and captures 2 cards." in sitting.shown
    # The fourth line is a Show: 9 9 stands once in the hand, so the last three lines are too late.
    assert sitting.shown.count("This can mean 13 moves. Which one? Its number, or the move:") == 2


def test_a_turn_of_two_parts_is_asked_for_twice(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    session = begin(path, "skyjo", 2, people=["Ada"], seed="7")
    sitting = Sitting(session, "a1 b1", "draw", "@a2").play()
    assert "Ada draws an 11." in sitting.shown
    assert "Drawn: 11" in sitting.after("Ada draws an 11.")
    assert any(line.startswith("Ada puts the 11 at a2; out comes ") for line in sitting.shown)
    assert path.read_text().splitlines()[-1].split()[0].startswith("1.DB@a2:")


def test_no_guess_brings_a_hidden_card_to_light(tmp_path: Path) -> None:
    """Seed 7: 0 lies at a1; the pile begins with an 11. A guess is answered alike, near or far."""
    session = begin(tmp_path / "m.yaml", "skyjo", 2, people=["Ada"], seed="7")
    guesses = ("Oa1:5b1:5", "a1 b1", "D7", "DZ", "T@c2:5", "draw", "@c3:5", "/c3:7", "/d2:C#d")
    sitting = Sitting(session, *guesses).play()
    told = "a card that lies face down cannot be named before it is seen: leave it out of the move"
    refused = [line for line in sitting.complaints if "[" in line]
    assert refused == [f"{told} [card-not-seen]"] * 7


def test_a_half_made_turn_is_not_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    Sitting(begin(path, "skyjo", 2, people=["Ada"], seed="7"), "a1 b1", "draw", "quit", "y").play()
    assert faults(path) == UNFINISHED
    assert path.read_text().endswith("    1.Oa1:0b1:A 2.Oa1:Ad1:0\n")


def test_secrets_of_others_are_not_told(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "skyjo", 2, people=["Ada"], rules={"rounds": "1"})
    any_move = at_random(session, "1")

    def answer() -> str:
        """Draw wherever that can be done."""
        last = session.notation.choice(session.legal()[-1])
        return last if last == "D" else any_move()

    sitting = Sitting(session, answer=answer).play()
    drawn = [line for line in sitting.shown if re.match(r"greedy draws ", line)]
    assert set(drawn) == {"greedy draws a card."}
    assert any(re.match(r"Ada draws an? -?[0-9]+\.", line) for line in sitting.shown)


def test_bots_play_alone_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.yaml"
    arguments = ["scout", "--players", "3", "--bots", "greedy,greedy,random", "--seed", "tea"]
    assert run(["play", *arguments, "--save", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[:6] == [
        "SCOUT for 3 players.",
        "Seat 1: greedy 1 (bot greedy)",
        "Seat 2: greedy 2 (bot greedy)",
        "Seat 3: random (bot random)",
        "Seed: tea",
        f"Match file: {path}",
    ]
    assert out.splitlines()[-2:] == [
        f"Match file: {path}",
        f"To check it: scoutcli validate {path}",
    ]
    assert faults(path) == []


def test_the_points_and_the_winners_at_the_end_are_those_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.yaml"
    bots = ["--players", "2", "--bots", "greedy,random", "--seed", "tea"]
    assert run(["play", "skyjo", *bots, "--save", str(path)]) == 0
    out = capsys.readouterr().out.splitlines()
    match = last_part(path).match
    assert match is not None
    assert match.total is not None
    assert match.winners is not None
    order = sorted(range(2), key=match.total.__getitem__)  # the lowest total wins
    assert out[-5:-3] == [f"{match.names[seat]}  {match.total[seat]} points" for seat in order]
    assert out[-3] == f"{match.names[match.winners[0]]} wins."


def test_the_header_says_who_played_what_by_which_rules(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    arguments = ["scout", "--players", "3", "--bots", "greedy,random,greedy", "--seed", "x: y"]
    assert run(["play", *arguments, "--preset", "web", "-r", "rounds=1", "-o", str(path)]) == 0
    match = last_part(path).match
    assert match is not None
    assert [(player.name, player.bot) for player in match.players] == [
        ("greedy 1", "greedy 0.1.0"),
        ("random", "random 0.1.0"),
        ("greedy 2", "greedy 0.1.0"),
    ]
    assert (match.preset, match.said) == ("web", {"rounds": "1"})
    assert match.shuffle == {"algorithm": "sha256-fisher-yates 1", "seed": "x: y"}


def test_the_same_seed_and_moves_give_the_same_match(tmp_path: Path) -> None:
    files = []
    for name in ("a", "b"):
        session = begin(tmp_path / name, "skyjo", 3, people=["Ada"], bots=["random", "greedy"])
        assert Sitting(session, answer=at_random(session, "1")).play().status == 0
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]


def test_a_bot_is_seeded_as_the_manual_says() -> None:
    """The first 32 bits of ``printf %s 'tea/round 2/bot 3 1/0' | sha256sum``."""
    from games.bots import bot_seed

    assert bot_seed("tea", 2, 2) == 0x827E7171


def test_the_deals_are_those_of_the_command_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.yaml"
    Sitting(begin(path, "scout", 4, people=["Ada"], seed="s1")).play()
    assert run(["deal", "scout", "--players", "4", "--seed", "s1"]) == 0
    deal = capsys.readouterr().out
    assert "".join(f"    {line}\n" for line in deal.splitlines()) in path.read_text()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("help", "S4:99  captures 2, breaks 8 9, leaves 10 cards"),
        ("help notation", "S3:44  Show the upper numbers 4 4, from position 3 on"),
        ("h", "quit, q  leave the match; it can be gone on with later"),
        ("?", "resume FILE  leave this match, and go on with the one in FILE"),
        ("help moves", "scout left 2 flip  Scout the left card turned over; it becomes position 2"),
        ("legal 99", "S4:99  captures 2, breaks 8 9, leaves 10 cards"),
        ("legal L26@1", "L26@10  takes 26, makes 2 2 2, a token for seat 3"),
        ("HAND", "Table: 6 6 (62 64), shown by greedy 2"),
    ],
)
def test_commands_show_what_they_say(line: str, shown: str, tmp_path: Path) -> None:
    sitting = Sitting(begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"]), "K", line).play()
    assert shown in sitting.after("Seat 1, Ada?", times=2)
    assert sitting.complaints == ["The input ended before the match did."]


def test_rules_are_told_as_they_are_in_this_match(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 2, people=["Ada"], rules={"exempt": "emptied"})
    sitting = Sitting(session, "rules").play()
    assert "Rule: exempt is emptied." in sitting.shown
    told = sitting.after("Seat 1, Ada?")
    assert told[0].startswith("Keep or flip: before the first turn each hand is kept or flipped")
    assert told[1].startswith("exempt: emptied  who does not pay for the cards left in hand")
    assert any(line.startswith("voluntary_stop: false  ") for line in told)
    assert not any(line.startswith("all_scouted_empty") for line in told)  # three players or more


def test_save_tells_where_the_match_is_and_moves_it(tmp_path: Path) -> None:
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    lines = ("K", "save", f"save {new}", "99", "quit", "y")
    sitting = Sitting(begin(old, "scout", 3, people=["Ada"]), *lines).play()
    assert f"Every move is kept in {old} as it is made." in sitting.shown
    assert f"Every move is kept in {new} as it is made." in sitting.shown
    assert sitting.shown[-1] == f"To go on with it: scoutcli play --resume {new}"
    assert faults(new) == UNFINISHED
    assert "1.S4:99" in new.read_text()
    assert "1.S4:99" not in old.read_text()
    assert new.read_bytes().startswith(old.read_bytes())


def test_save_writes_over_nothing(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("mine")
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"])
    sitting = Sitting(session, f"save {other}", f"save {tmp_path}/no/such").play()
    assert sitting.complaints[:2] == [
        f"{other}: File exists",
        f"{tmp_path}/no/such: No such file or directory",
    ]
    assert other.read_text() == "mine"


def test_resume_leaves_one_match_for_another(tmp_path: Path) -> None:
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    Sitting(begin(second, "skyjo", 2, people=["Bo"]), "a1 b1").play()
    lines = ("K", "resume", f"resume {tmp_path}/none", f"resume {second}", "legal @", "D")
    sitting = Sitting(begin(first, "scout", 3, people=["Ada"]), *lines).play()
    assert sitting.complaints[:2] == [
        "resume needs the name of a match file: resume FILE",
        f"{tmp_path}/none: No such file or directory",
    ]
    assert f"To go on with it: scoutcli play --resume {first}" in sitting.shown
    assert "SKYJO for 2 players." in sitting.after(
        f"To go on with it: scoutcli play --resume {first}"
    )
    assert sitting.shown[-1] == f"To go on with it: scoutcli play --resume {second}"
    assert faults(first) == faults(second) == UNFINISHED


def test_a_match_that_is_being_played_is_not_resumed_a_second_time(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    sitting = Sitting(begin(path, "scout", 3, people=["Ada"]), f"resume {path}").play()
    assert sitting.complaints[0] == f"{path} is being played already [match-in-use]"


def test_hostile_names_and_lines_do_not_reach_the_screen(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["\x1b[31mEve\x07"])
    lines = ("K", "\x1b]0;x\x07", "save /no/\x1b[2J", "resume \x1b[2J", "legal \x1b", "x" * 9000)
    sitting = Sitting(session, *lines).play()
    assert "Seat 1: \\x1b[31mEve\\x07" in sitting.shown
    everything = sitting.out.getvalue() + sitting.err.getvalue()
    assert all(char.isprintable() for char in everything.replace("\n", ""))
    assert "A line has at most 4095 characters." in sitting.complaints


def test_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """A file may say so, though the command line may not."""
    from games import get
    from scoutcli.table.session import Seat
    from tests.scoutcli.tables import TODAY

    game = get("scout")
    seats = [Seat("Ada"), Seat("Ada"), Seat("x" * 50)]
    session = Session.begin(game, game.rules(3)[0], seats, "1", tmp_path / "m.yaml", TODAY)
    assert session.names == ["Ada (1)", "Ada (2)", "x" * 39 + "…"]
    session.close()


def test_a_disk_that_is_full_is_told_with_the_name_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.yaml"
    write = Recorder._write

    def full(recorder: Recorder, text: str) -> None:
        if path.stat().st_size > 450:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(recorder, text)

    monkeypatch.setattr(Recorder, "_write", full)
    bots = ["--players", "2", "--bots", "greedy,greedy", "--seed", "tea"]
    assert run(["play", "scout", *bots, "--save", str(path)]) == 2
    assert capsys.readouterr().err == f"Error: {path}: No space left on device\n"
    assert faults(path) == UNFINISHED


# As processes


def test_a_program_can_hold_the_conversation_through_pipes(tmp_path: Path) -> None:
    """What is shown is there when the answer is waited for: nothing is held back in a buffer."""
    with subprocess.Popen(
        [*PROGRAM, "skyjo", "--name", "Ada", "--players", "2", "-r", "rounds=1", "--seed", "7",
         "--save", str(tmp_path / "m.yaml")],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        words: list[str] = []
        listing = False
        for line in program.stdout:
            if line == "Seat 1, Ada?\n":
                listing = not listing
                program.stdin.write("legal\n" if listing else f"{words[-1]}\n")
                program.stdin.flush()
                words = []
            elif line.startswith("The match is over"):
                break
            else:
                words.append(line.split()[0] if line.strip() else "")
        assert "Ada" in program.stdout.read()
    assert program.returncode == 0
    assert faults(tmp_path / "m.yaml") == []


def test_the_plain_table_loads_no_prompt_toolkit(tmp_path: Path) -> None:
    script = (
        "import sys; from scoutcli.cli import run; "
        f"status = run(['play', 'scout', '--save', {str(tmp_path / 'm.yaml')!r}]); "
        "print(status, 'prompt_toolkit' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, input=b"\xff\xfe\nK\n", capture_output=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == b"1 False"
    assert b"no move" in done.stderr
    assert b"Traceback" not in done.stderr


def test_without_save_the_match_is_kept_in_the_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data" / "scoutcli" / "matches"
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", Input("K"))
        assert run(["play", "scout"]) == 1
    first, second = sorted(folder.iterdir(), key=lambda path: len(path.name))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-scout\.yaml", first.name)
    assert second.name == first.name.replace("scout.", "scout-2.")
    assert f"Match file: {second}" in capsys.readouterr().out
    assert last_part(first).match.names[0] == "ada"  # type: ignore[union-attr]
