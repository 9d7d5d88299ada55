"""Moves taken back and made again, advice, and looking back: the file, the bots, who knows what."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from games.errors import RuleError
from games.game import Move, View
from notation.recorder import Recorder
from scoutcli.analysis import Analyst
from scoutcli.analysis import words as advice
from scoutcli.rewrite import Replacement
from scoutcli.settings import Settings
from scoutcli.table import coach, last
from scoutcli.table.files import Lock
from scoutcli.table.history import moves_made, states_of
from scoutcli.table.loop import Table
from scoutcli.table.plain import Plain
from scoutcli.table.practice import marked
from scoutcli.table.resume import load
from scoutcli.table.session import Session, Stage
from scoutcli.table.words import COMMANDS, Turn
from tests import toy
from tests.record import canonical_of, fast_disk, part_of
from tests.scoutcli.tables import Input, Sitting, at_random, begin, faults, run_alone

GAMES = [
    ("scout", 2, ["greedy"], {"rounds": "1"}),
    ("scout", 4, ["random", "greedy", "random"], {"rounds": "2", "first_starter": "random"}),
    ("skyjo", 2, ["random"], {"rounds": "1", "first_tie": "random"}),
    ("skyjo", 3, ["greedy", "random"], {"rounds": "1"}),
    ("toy", 2, ["random"], {"length": "30"}),
    ("toy", 3, ["high", "random"], {"rounds": "2", "length": "20"}),
]


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with toy.known():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


def without_mark(data: bytes) -> bytes:
    assert data.count(b"\npractice: yes\n") <= 1
    return data.replace(b"\npractice: yes\n", b"\n")


def to_person(session: Session) -> bool:
    """Let the match go on until the person has to choose; whether that comes."""
    while session.stage is not Stage.OVER:
        if session.stage is Stage.PLAY and session.is_person(session.turn):
            return True
        run_to_next(session)
    return False


def run_to_next(session: Session) -> None:
    if session.stage is Stage.DEAL:
        session.begin_round()
    elif session.stage is Stage.COUNT:
        session.end_round()
    elif session.stage is Stage.CLOSE:
        session.end_match()
    else:
        session.play(session.bot_choice())


def by_die(session: Session, seed: str) -> Callable[[], Move]:
    """A person who makes any legal move."""
    dice = random.Random(seed)
    return lambda: dice.choice(session.legal())


class Wanderer:
    """Plays by a die; on its way it takes back and makes again what it did, or something else."""

    def __init__(self, session: Session, seed: str) -> None:
        self.session = session
        self.chosen: list[Move] = []
        """Its choices in the round in play, which in the end make the match."""
        self.dice, self.whims = random.Random(seed), random.Random(f"whims {seed}")
        self.undone = 0

    def play(self) -> None:
        rounds = 0
        while to_person(self.session):
            if rounds != self.session.round_number:
                rounds, self.chosen = self.session.round_number, []
            if self.whims.random() < 0.3:
                self.wander()
            move = self.dice.choice(self.session.legal())
            self.chosen.append(move)
            self.session.play(move)

    def wander(self) -> None:
        session = self.session
        before, view, words = session.path.read_bytes(), session.view(0), session.words
        wanted, back = self.whims.randint(1, 5), 0
        while back < wanted and session.undo():
            back += 1
        assert back == min(wanted, len(self.chosen))
        self.undone += back
        if self.whims.random() < 0.5 or getattr(view, "midturn", False):
            for _ in range(back):
                assert session.redo()
            assert not session.redo()
        elif back:
            session.play(self.whims.choice(session.legal()))
            assert not session.redo()
            if not to_person_in_round(session):  # what ended a round cannot be taken back
                session.close()
                session.path.write_bytes(before)
                self.session, _ = load(session.path)
                return
            assert session.undo()
            for move in self.chosen[-back:]:
                assert to_person_in_round(session)
                session.play(move)
            assert to_person_in_round(session)
        assert (session.view(0), session.words) == (view, words)
        assert without_mark(session.path.read_bytes()) == without_mark(before)


def to_person_in_round(session: Session) -> bool:
    while session.stage is Stage.PLAY and not session.is_person(session.turn):
        run_to_next(session)
    return session.stage is Stage.PLAY


# Taken back, and made again


@pytest.mark.parametrize(("game", "players", "bots", "rules"), GAMES)
def test_a_match_with_moves_taken_back_is_the_match_without_that(
    game: str, players: int, bots: list[str], rules: dict[str, str], path: Path
) -> None:
    """Whatever was taken back, made again or tried between, bots and chance go on as they did."""
    undone = 0
    for seed in map(str, range(6)):
        straight = begin(path, game, players, people=["Ada"], bots=bots, rules=rules, seed=seed)
        run_alone(straight, ask=by_die(straight, seed))
        straight.close()
        expected = path.read_bytes()
        path.unlink()
        session = begin(path, game, players, people=["Ada"], bots=bots, rules=rules, seed=seed)
        wanderer = Wanderer(session, seed)
        wanderer.play()
        wanderer.session.close()
        text = path.read_text()
        assert without_mark(text.encode()) == expected
        assert ("\npractice: yes\nrounds:\n" in text) is (wanderer.undone > 0)
        assert canonical_of(part_of(text)) == text
        assert faults(path) == []
        undone += wanderer.undone
        path.unlink()
    assert undone > 10


def test_what_was_taken_back_is_gone_from_the_file_and_from_the_table(path: Path) -> None:
    session = begin(path, "scout", 3, people=["Ada"])
    assert to_person(session)
    opening = path.read_bytes()
    session.play(session.legal()[0])
    assert to_person(session)
    assert session.undo()
    assert without_mark(path.read_bytes()) == opening
    assert session.view(0).opening
    assert session.view(0).chosen is None
    assert session.practice
    session.close()


def test_half_a_turn_is_taken_back(path: Path) -> None:
    """The card drawn is seen, put back, and drawn again."""
    session = begin(path, "skyjo", 2, people=["Ada"], seed="7")
    assert to_person(session)
    session.play(session.legal()[0])
    assert to_person(session)
    before = without_mark(path.read_bytes())
    draw = session.notation.choose("draw", session.view(0), session.legal())[0]
    session.play(draw)
    drawn = session.view(0).drawn
    assert drawn is not None
    assert session.undo()
    assert not session.view(0).midturn
    assert without_mark(path.read_bytes()) == before
    session.play(draw)
    assert session.view(0).drawn == drawn
    session.play(session.legal()[0])
    assert to_person(session)
    assert session.undo()  # where it is put, and not the draw
    assert session.view(0).drawn == drawn
    assert without_mark(path.read_bytes()) == before
    assert session.undo()
    assert not session.view(0).midturn
    session.close()


def test_a_new_draw_pile_is_taken_back_with_the_draw_that_needed_it(path: Path) -> None:
    session = begin(path, "toy", 2, people=["Ada"], bots=["high"], rules={"length": "60"})
    notation = session.notation
    while to_person(session):
        words = session.words
        legal = {notation.choice(move): move for move in session.legal()}
        session.play(legal["D"] if "D" in legal else session.legal()[0])
        if session.words[-1].startswith("N") and session.words[:-1] == words:
            break
    pile = session.words[-1]
    assert session.undo()
    assert session.words == words
    assert not path.read_text().rstrip().endswith(pile)
    session.play(legal["D"])
    assert session.words[-1] == pile
    session.close()


def test_nothing_is_taken_back_before_the_first_choice_and_from_a_round_before(path: Path) -> None:
    session = begin(path, "scout", 2, people=["Ada"], rules={"rounds": "2"})
    dice = random.Random("1")
    assert not session.undo()
    for number in (1, 2):
        assert to_person(session)
        assert session.round_number == number
        data = path.read_bytes()
        assert not session.undo()
        assert not session.redo()
        assert path.read_bytes() == data
        while session.round_number == number and to_person(session):
            if session.round_number == number:
                session.play(dice.choice(session.legal()))
    session.close()


@pytest.mark.parametrize("people", [["Ada", "Bo"], ["Ada", "Bo", "Cy"]])
def test_several_people_take_nothing_back(people: list[str], path: Path) -> None:
    sitting = Sitting(begin(path, "scout", 3, people=people), "K", "undo", "redo").play()
    assert sitting.complaints[:2] == [
        "Moves can be taken back where one person plays against built-in bots.",
        "Nothing was taken back, or another move was made.",
    ]
    assert "practice" not in path.read_text()


def test_moves_are_taken_back_in_a_match_that_was_taken_up(path: Path) -> None:
    """Notes that somebody wrote between the moves stay, but for those on moves that go."""
    session = begin(path, "scout", 3, people=["Ada"], seed="tea")
    assert to_person(session)
    session.play(session.legal()[0])
    assert to_person(session)
    session.close()
    text = path.read_text().replace("1.K ", "1.K {good (so far)} ").replace("3.K\n", "3.K $1\n")
    assert text.count("$1") == 1
    path.write_text(text)
    session, _ = load(path)
    move = session.legal()[3]
    session.play(move)
    assert to_person(session)
    after = path.read_text()
    assert session.undo()
    assert path.read_text().replace("practice: yes\n", "") == text
    assert session.redo()
    assert path.read_text().replace("practice: yes\n", "") == after
    session.close()
    session, notices = load(path)
    assert notices == []
    assert session.practice
    assert session.undo()
    assert session.undo()
    assert path.read_text().endswith("  moves: |\n")
    session.close()
    assert faults(path) == [("notice", "unfinished")]


# The file


def moved(path: Path) -> Session:
    """A match in a file with another one before it, after two choices of Ada's."""
    first = begin(path, "toy", 2, people=["Ada"], bots=["high"])
    run_alone(first, ask=lambda: first.legal()[0])
    first.close()
    session = begin(path, "scout", 3, people=["Ada"], seed="tea")
    for _ in range(2):
        assert to_person(session)
        session.play(session.legal()[0])
    assert to_person(session)
    return session


class KilledError(BaseException):
    """The program is gone."""


@pytest.mark.parametrize("step", ["dup", "flock", "fsync", "fchmod", "replace", "after"])
def test_a_kill_at_any_step_of_taking_back_leaves_the_file_before_or_after(
    step: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = moved(path)
    before = path.read_bytes()

    def kill(*_: object, **__: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        if step == "dup":
            patch.setattr(os, "dup", kill)
        elif step == "flock":
            patch.setattr(fcntl, "flock", kill)
        elif step in ("fsync", "fchmod"):
            patch.setattr(os, step, kill)
        elif step == "replace":
            patch.setattr(Path, "replace", kill)
        else:
            patch.setattr(Recorder, "go_on", kill)
        with pytest.raises(KilledError):
            session.undo()
    session.close()
    data = path.read_bytes()
    if step == "after":
        assert b"practice: yes" in data
        assert data.endswith(b"3.S7:66 ")
    else:
        assert data == before
    taken_up, notices = load(path)
    assert notices == []
    assert to_person(taken_up)
    taken_up.close()


def test_a_kill_while_moves_are_made_again_leaves_some_of_them(path: Path) -> None:
    session = moved(path)
    whole = without_mark(path.read_bytes())
    assert session.undo()
    short = path.read_bytes()
    assert session.redo()
    assert to_person(session)
    long = path.read_bytes()
    session.close()
    assert without_mark(long) == whole
    assert len(long) > len(short)
    for size in range(len(short), len(long)):
        path.write_bytes(long[:size])
        taken_up, _ = load(path)
        assert taken_up.practice
        if taken_up.is_person(taken_up.turn):
            taken_up.play(taken_up.legal()[0])
        assert to_person(taken_up)
        taken_up.close()
        assert path.read_bytes() == long


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EBUSY])
def test_a_disk_that_cannot_take_it_is_told_and_the_match_goes_on(
    code: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(path, "scout", 3, people=["Ada"])
    at_once = iter(["K", "undo", "hint", "tutor on", "S4:99", "quit", "y"])

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code), "/elsewhere/.temporary")

    if code == errno.EROFS:
        monkeypatch.setattr(tempfile, "mkstemp", fail)
    else:
        monkeypatch.setattr(Replacement, "commit", fail)
    sitting = Sitting(session, answer=lambda: next(at_once)).play()
    told = f"{path}: {os.strerror(code)}"
    lost = "So the match cannot be marked as practice: no advice is given."
    assert sitting.complaints == [told, told, lost, told, lost]
    assert any(line.startswith("Ada shows 9 9 ") for line in sitting.shown)
    assert "practice" not in path.read_text()
    assert "1.S4:99" in path.read_text()
    assert faults(path) == [("notice", "unfinished")]
    assert [each.name for each in path.parent.iterdir() if each.name != "data"] == [path.name]


def test_another_process_finds_the_file_in_use_also_after_moves_were_taken_back(
    path: Path,
) -> None:
    session = moved(path)
    for change in (session.undo, session.undo, session.redo):
        assert change()
        with pytest.raises(RuleError) as caught:
            load(path)
        assert caught.value.code == "match-in-use"
    session.close()
    load(path)[0].close()


def test_who_waits_for_a_file_that_is_replaced_gets_the_new_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was opened before, and locked when the former file was let go of."""
    path.write_text("former")
    flock = fcntl.flock
    calls: list[int] = []

    def late(file: int, how: int) -> None:
        if not calls:
            new = path.with_name("new")
            new.write_text("latter")
            new.replace(path)
        calls.append(file)
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    lock = Lock(path)
    assert len(calls) == 2
    assert os.path.samestat(os.fstat(lock._file.fileno()), path.stat())
    lock.release()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_what_stands_before_the_match_the_mode_and_a_link_stay(mode: int, path: Path) -> None:
    link = path.with_name("link.yaml")
    link.symlink_to(path)
    path.touch(mode=mode)
    path.chmod(mode)
    session = moved(link)
    start = path.read_bytes().index(b"---\n", 4)
    before = path.read_bytes()[:start]
    assert session.undo()
    session.close()
    data = path.read_bytes()
    assert data[:start] == before
    assert data[start:].startswith(b"---\nscoutcli: 1\ngame: scout\n")
    assert data.count(b"practice: yes") == 1
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_that_somebody_emptied_is_told_of(path: Path) -> None:
    session = moved(path)
    path.write_bytes(b"")
    with pytest.raises(OSError, match="not in the file any more"):
        session.undo()
    session.close()


HEAD = "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: A\n# of them\n- name: B\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HEAD + "rounds:\n", HEAD + "practice: yes\nrounds:\n"),
        (HEAD + "practice: no\nrounds:\n", HEAD + "practice: yes\nrounds:\n"),
        (HEAD + "practice: yes\nrounds:\n", HEAD + "practice: yes\nrounds:\n"),
        (
            HEAD + "# mine\nx-a: |\n  practice: 1\nrounds:\n",
            HEAD + "practice: yes\n# mine\nx-a: |\n  practice: 1\nrounds:\n",
        ),
        (
            HEAD + "x-a: 1\nshuffle:\n  seed: s\nx-b: 2\nrounds:\n- practice: 1\n",
            HEAD + "x-a: 1\nshuffle:\n  seed: s\npractice: yes\nx-b: 2\nrounds:\n- practice: 1\n",
        ),
        (
            HEAD + "event: a\u2028#b\nrounds:\n",
            HEAD + "event: a\u2028#b\npractice: yes\nrounds:\n",
        ),
    ],
)
def test_the_mark_stands_where_the_format_has_it(before: str, after: str) -> None:
    assert marked(before) == after


# Commands


def at_table(path: Path, *lines: str, game: str = "scout", **settings: str) -> Sitting:
    """A match of Ada's against two bots, as far as these lines."""
    sitting = Sitting(begin(path, game, 3, people=["Ada"], bots=["random", "random"]), *lines)
    sitting.table = Table(
        sitting.table.session, sitting.table.screen, (), Settings().but(**settings)
    )
    return sitting.play()


def test_every_command_can_be_typed_and_has_a_letter_of_its_own(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Analyst, "_ready", lambda _: None)
    letters = [command.letter for command in COMMANDS if command.letter]
    assert len(set(letters)) == len(letters)
    lines = [command.name for command in COMMANDS if command.name not in ("quit", "undo")]
    sitting = at_table(path, "K", *lines)
    assert sitting.complaints == [
        "look needs the number of a move, as review shows it, or -1, -2 to go back",
        "why needs a move, legal or not: why MOVE",
        "Nothing was taken back, or another move was made.",
        "resume needs the name of a match file: resume FILE",
        "The input ended before the match did.",
    ]


def test_undo_and_redo_are_told(path: Path) -> None:
    session = begin(path, "scout", 3, people=["Ada"])
    sitting = Sitting(session, "K", "undo", "redo", "u", "F").play()
    assert sitting.after("Ada takes a choice back.")[0].endswith("Ada keeps or flips the hand")
    again = sitting.after("Ada makes the choice again.")
    assert again[0] == "Ada keeps the hand."
    assert again[1] == "greedy 1 has chosen to keep or to flip."
    assert again[4].startswith("greedy 2 shows 6 6 (62 64)")
    assert again[5] == "Round 1, 2 moves made: Ada to move"
    assert "Ada flips the hand." in sitting.after("Ada takes a choice back.", times=2)
    assert "    1.F 2.K 3.K\n" in path.read_text()


def test_review_numbers_the_moves_and_look_goes_back(path: Path) -> None:
    session = begin(path, "scout", 3, people=["Ada"])
    sitting = Sitting(session, "K", "review", "look 1", "look -1", "look 0", "look 3", "look x")
    shown = sitting.play().after("Seat 1, Ada?", times=2)
    assert shown[:5] == [
        "  Ada keeps the hand.",
        "  greedy 1 has chosen to keep or to flip.",
        "  greedy 2 has chosen to keep or to flip.",
        "1  greedy 1 shows 3 3 (34 38) from position 3.",
        "2  greedy 2 shows 6 6 (62 64) from position 7 and captures 2 cards.",
    ]
    assert shown.count("The table after move 1 of 2:") == 2
    first = sitting.after("The table after move 1 of 2:")
    assert first[:2] == [
        "Round 1, 1 move made: greedy 2 to move",
        "Table: 3 3 (34 38), shown by greedy 1",
    ]
    assert sitting.after("The table before the first move:")[1] == "Table: empty"
    assert len(sitting.complaints) == 2 + 1


@pytest.mark.parametrize(("game", "players", "bots", "rules"), GAMES)
def test_who_looks_back_sees_what_that_seat_saw(
    game: str, players: int, bots: list[str], rules: dict[str, str], path: Path
) -> None:
    session = begin(path, game, players, people=["Ada"], bots=bots, rules=rules)
    dice = random.Random("look")
    seen: dict[int, list[View]] = {}
    rounds = 0
    while to_person(session):
        if session.round_number != rounds:
            rounds, seen = session.round_number, {}
        made = [each.number for each in moves_made(session) if each.number]
        if not getattr(session.view(0), "midturn", False) and not session.opening:
            seen[max(made, default=0)] = [session.view(seat) for seat in range(players)]
        states = states_of(session)
        assert len(states) == len(made) + 1
        for number, views in seen.items():
            assert [states[number].view(seat) for seat in range(players)] == views
        session.play(dice.choice(session.legal()))
    session.close()
    assert seen


def test_review_tells_nobody_what_is_not_theirs(path: Path) -> None:
    """What bots chose in the opening, and what they drew; but what Ada drew."""
    session = begin(path, "skyjo", 3, people=["Ada"], bots=["random", "random"])
    for word in ("draw", "draw", "draw"):
        assert to_person(session)
        legal = session.legal()
        if session.opening:
            session.play(legal[0])
            assert to_person(session)
            legal = session.legal()
        session.play(session.notation.choose(word, session.view(0), legal)[0])
        session.play(session.legal()[0])
    told = [
        session.notation.tell(event, session.names, 0)
        for made in moves_made(session)
        for event in made.events
    ]
    session.close()
    drawn = [line for line in told if " draws " in line]
    assert {line for line in drawn if not line.startswith("Ada")} <= {
        "random 1 draws a card.",
        "random 2 draws a card.",
    }
    assert sum(line.startswith("Ada draws") for line in drawn) == 3
    sitting = Sitting(load(path)[0], "review", "quit", "y").play()
    listed = [line.lstrip("0123456789 ") for line in sitting.shown]
    assert [line for line in told if line and line not in listed] == []


def test_points_so_far(path: Path) -> None:
    """A row for each round, then all together, whoever leads first."""
    session = begin(path, "toy", 2, people=["Ada"], bots=["high"], rules={"length": "4"})
    while to_person(session) and session.round_number == 1:
        session.play(session.legal()[0])
    (played,) = session.past
    ada, high = (score or 0 for score in played.scores)
    sitting = Sitting(session, "stats").play()
    told = sitting.after("Seat 1, Ada?")
    best = f"Ada {ada}, high {high}" if ada > high else f"high {high}, Ada {ada}"
    assert told[:2] == [f"Round 1  Ada {ada}, high {high}", f"In all  {best}"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("rules", "What beats: more cards; with as many, a set beats a run; then the higher"),
        ("rules beat", "What beats  more cards; with as many, a set beats a run"),
        ("rules EXEMPT", "exempt: owner  who does not pay for the cards left in hand"),
        ("notation", "S3:44  Show the upper numbers 4 4, from position 3 on"),
        ("n", "K  keep the hand"),
        ("speed fast", "The speed of bots is fast."),
        ("speed", "The speed of bots is normal."),
        ("tutor", "The tutor is off."),
        ("stats", "No round was counted yet."),
    ],
)
def test_what_can_be_looked_up(line: str, shown: str, path: Path) -> None:
    sitting = Sitting(begin(path, "scout", 3, people=["Ada"]), "K", line).play()
    told = sitting.after("Seat 1, Ada?", times=2)
    assert any(each.startswith(shown) for each in told), told
    assert sitting.complaints == ["The input ended before the match did."]
    assert "practice" not in path.read_text()


@pytest.mark.parametrize("game", ["scout", "skyjo", "toy"])
def test_rules_come_first_that_matter_now(game: str, path: Path) -> None:
    sitting = at_table(path, "rules", game=game)
    told = sitting.after("Seat 1, Ada?")
    heads = {"scout": "Keep or flip: ", "skyjo": "Two cards: ", "toy": "starter: lot  "}
    assert told[0].startswith(heads[game])


HOSTILE = [
    "look 99999999999999999999", "look -", "look ٣", "look \x1b[2J", "why", "why \x1b]0;x\x07",
    "why hint", "why S99:1", "rules \x1b[31m", "rules " + "x" * 4000, "speed \x1b", "speed ٣",
    "tutor \x1b", "undo \x1b[2J", "redo 3", "review \x1b", "hint\x1b", "notation \x07", "u" * 60,
    "save \x00", "save ~nobody-of-that-name/x", "resume ~nobody-of-that-name/x", "resume a\x00b",
    "why " + "(" * 3000, "\u202eundo", "look 1 2", "speed normal fast",
]  # fmt: skip


@pytest.mark.parametrize("game", ["scout", "skyjo", "toy"])
def test_hostile_lines_are_refused_and_nothing_of_them_reaches_the_screen(
    game: str, path: Path
) -> None:
    sitting = at_table(path, *HOSTILE, game=game)
    assert sitting.status == 1
    everything = sitting.out.getvalue() + sitting.err.getvalue()
    assert all(char.isprintable() for char in everything.replace("\n", ""))
    assert sitting.shown.count("Seat 1, Ada?") == len(HOSTILE) + 1
    assert faults(path) == [("notice", "unfinished")]


def test_a_slip_is_told_with_what_may_be_meant(path: Path) -> None:
    sitting = Sitting(begin(path, "scout", 3, people=["Ada"]), "K", "hnit", "S4:9 9").play()
    assert sitting.complaints[0].endswith("; did you mean hint? [scout-bad-move]")


# Advice


def test_a_hint_is_a_legal_move_and_the_match_is_practice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Analyst, "_ready", lambda _: None)  # by rule of thumb: nothing to compile
    for game in ("scout", "skyjo", "toy"):
        sitting = at_table(path, "hint", game=game)
        told = sitting.after("Seat 1, Ada?")[0]
        session, _ = load(path)
        assert to_person(session)
        texts = [session.notation.choice(move) for move in session.legal()]
        session.close()
        assert told.partition(":")[0] in texts
        assert "\npractice: yes\nrounds:\n" in path.read_text()
        path.unlink()


def test_why_asks_for_one_move_and_speaks_of_illegal_ones(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "why", lambda _, turn, move: turn.notation.choice(move) + " \x1b!")
    session = begin(path, "scout", 3, people=["Ada"])
    sitting = Sitting(session, "K", "w", "why l", "2", "why S2:9", "why undo").play()
    assert "L62@2 \\x1b!" in sitting.shown
    assert "S2:9 \\x1b!" in sitting.shown
    assert sitting.complaints[:2] == ["why needs a move, legal or not: why MOVE"] * 2


@pytest.mark.parametrize(("answer", "made"), [("y", True), ("n", False), ("", False)])
def test_the_tutor_asks_before_a_clear_mistake(
    answer: str, made: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "warn", lambda *_: "that is a mistake")
    sitting = Sitting(begin(path, "scout", 3, people=["Ada"]), "K", "tutor on", "S4:99", answer)
    sitting.play()
    assert sitting.after("Tutor: that is a mistake.")[0] == "Play it all the same? (y/n)"
    assert any(line.startswith("Ada shows 9 9") for line in sitting.shown) is made
    assert "practice: yes" in path.read_text()


def test_the_tutor_is_silent_where_nothing_is_wrong_and_can_be_set(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(advice, "warn", lambda *arguments: asked.append(arguments))
    sitting = at_table(path, "K", "tutor off", "S4:99", tutor="on")
    assert len(asked) == 1
    assert "practice: yes" in path.read_text()
    assert not any(line.startswith("Tutor") for line in sitting.shown)


def test_no_advice_is_made_of_what_the_seat_does_not_know(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The analyst is given the turn of the seat: its view, and nothing of the state."""
    turns: list[Turn] = []

    def hint(_: object, turn: Turn) -> str:
        turns.append(turn)
        return "x"

    monkeypatch.setattr(advice, "hint", hint)
    session = begin(path, "scout", 3, people=["Ada"])
    Sitting(session, "K", "hint").play()
    assert turns[0].view.seat == 0
    assert all(not any(hand) for hand in turns[0].view.hands[1:])
    assert coach.ADVISER == "The adviser"


# Which match was last


def test_the_last_match_is_gone_on_with(path: Path) -> None:
    Sitting(begin(path, "scout", 3, people=["Ada"]), "K").play()
    other = path.with_name("other.yaml")
    Sitting(begin(other, "skyjo", 3, people=["Ada"]), "a1 b1").play()
    session, _ = last.load_last()
    assert session.path == other
    session.close()
    Sitting(load(path)[0], "quit", "y").play()
    session, _ = last.load_last()
    assert session.path == path
    session.close()


def test_the_newest_match_in_the_folder_stands_in_for_one_that_is_over(
    path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "scoutcli" / "matches"
    folder.mkdir(parents=True)
    for at, name in enumerate(("a", "b", "c")):
        file = folder / f"{name}.yaml"
        session = begin(file, "scout", 2, people=["Ada"], rules={"rounds": "1"})
        assert to_person(session)
        if name == "c":
            run_alone(session, ask=by_die(session, "c"))
        session.close()
        os.utime(file, (at, at))
    (folder / "d.yaml").write_text("hello\n")
    session = begin(path, "scout", 2, people=["Ada"], rules={"rounds": "1"})
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    assert sitting.status == 0
    for index in ("", "\0", "relative", str(tmp_path / "none"), str(path), "\udcff\n/x"):
        if index:
            (folder.parent / "last").write_bytes(os.fsencode(index))
        session, _ = last.load_last()
        assert session.path == folder / "b.yaml", index
        session.close()


def test_without_any_match_that_is_told() -> None:
    with pytest.raises(RuleError) as caught:
        last.load_last()
    assert caught.value.code == "no-match"


def test_a_match_whose_place_cannot_be_kept_is_played(path: Path, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    assert Sitting(begin(path, "scout", 3, people=["Ada"]), "K").play().status == 1
    assert faults(path) == [("notice", "unfinished")]


# A live table


class Keyboard(Input):
    """Lines from somebody who sits there."""

    def isatty(self) -> bool:
        return True


class Seen(Plain):
    """Notes what a live screen is told beside lines."""

    def __init__(self, sitting: Sitting, *lines: str) -> None:
        super().__init__(Keyboard(*lines), sitting.out, sitting.err)
        self.notes: list[object] = []

    def watch(self, view: object, names: Sequence[str]) -> None:
        self.notes.append(view)

    def pause(self, seconds: float) -> None:
        self.notes.append(seconds)


def live(session: Session, *lines: str, **settings: str) -> tuple[Sitting, Seen]:
    sitting = Sitting(session)
    screen = Seen(sitting, *lines)
    sitting.table = Table(session, screen, (), Settings().but(**settings))
    return sitting.play(), screen


@pytest.mark.parametrize(
    ("speed", "seconds"), [("off", None), ("fast", 0.3), ("normal", 0.8), ("slow", 2.0)]
)
def test_moves_are_shown_and_stay_to_be_seen(speed: str, seconds: float | None, path: Path) -> None:
    session = begin(path, "scout", 3, people=["Ada"])
    sitting, screen = live(session, "K", "S4:99", "q", "y", speed=speed)
    assert sitting.status == 0
    pauses = [note for note in screen.notes if isinstance(note, float)]
    assert pauses == ([] if seconds is None else [seconds] * 4)
    views = [note for note in screen.notes if not isinstance(note, float)]
    assert len(views) == 3 + 2 + 3
    assert {view.seat for view in views} == {0}  # type: ignore[attr-defined]


def test_nothing_is_shown_between_turns_where_hands_are_hidden(path: Path) -> None:
    session = begin(path, "scout", 3, people=["Ada", "Bo"])
    _, screen = live(session, "", "K", "", "K", "q", "y", "q", "y")
    assert {view.seat for view in screen.notes} == {-1}  # what all may see


def test_after_a_match_there_is_another_one_if_it_is_wanted(path: Path, tmp_path: Path) -> None:
    session = begin(path, "toy", 2, people=["Ada"], bots=["high"], rules={"rounds": "1"})
    while to_person(session):
        session.play(session.legal()[0])
    session.close()
    whole = path.read_text()
    path.write_text(whole[: whole.rindex("  end:")])
    session, _ = load(path)
    sitting, _ = live(session, "review", "again", "B9", "q", "y")
    assert sitting.status == 0
    assert path.read_text() == whole
    after = sitting.out.getvalue().partition("Again, review, or quit? (a/r; Enter: quit) ")[2]
    assert "\n1  " in after.partition("The whole match: scoutcli replay ")[0]
    (new,) = (tmp_path / "data" / "scoutcli" / "matches").iterdir()
    assert f"Match file: {new}" in sitting.shown
    again = part_of(new.read_bytes()).match
    assert again is not None
    assert again.names == ["Ada", "high"]
    assert again.shuffle["seed"] != "tea"
    assert again.rules is not None
    assert again.rules["rounds"] == 1
    session, _ = last.load_last()
    assert session.path == new
    session.close()
