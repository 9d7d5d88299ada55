"""A match at a real table is noted move by move: what is typed, what is told, what is kept."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import games
from notation import reader, writer
from notation.match import Match, Player
from notation.tokens import read_moves
from scoutcli.cli import run
from scoutcli.notes.book import Book
from scoutcli.notes.desk import PlainDesk
from scoutcli.notes.load import load
from scoutcli.notes.reading import offers
from scoutcli.notes.store import Store
from scoutcli.notes.talk import Talk
from tests import toy
from tests.conftest import shared
from tests.record import at_random, canonical_of, fast_disk, part_of, record, rules_of
from tests.scoutcli.program import VALID

BESIDE = shared()
WHOLE = sorted(
    path
    for path in (BESIDE / "matches" / "valid" if BESIDE else VALID).glob("*.yaml")
    if not path.name.startswith("hand-")
)[:40]


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.yaml"


class Sitting:
    """Notes of a new match (or those in a file, without a game), filled by lines."""

    def __init__(
        self,
        path: Path,
        lines: Sequence[str],
        game: str = "",
        players: Sequence[str] = ("Ann", "Bo", "Cy"),
        rules: dict[str, str] | None = None,
        seat: int | None = None,
        preset: str | None = None,
    ) -> None:
        self.path = path
        self.out, self.err = io.StringIO(), io.StringIO()
        if game:
            book = new_book(path, game, players, rules, preset)
            book.save()
        else:
            book, seat, self.notices = load(path, Book)
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        self.status = Talk(book, PlainDesk(typed, self.out, self.err), seat).run()

    @property
    def shown(self) -> list[str]:
        return self.out.getvalue().splitlines()

    @property
    def complaints(self) -> list[str]:
        return self.err.getvalue().splitlines()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def words(self) -> list[str]:
        """The moves of the last round in the file."""
        match = part_of(self.text).match
        assert match is not None and match.rounds[-1].moves is not None
        return [each.text for each in read_moves(match.rounds[-1].moves.text).plays]


def new_book(
    path: Path,
    game: str,
    players: Sequence[str],
    rules: dict[str, str] | None = None,
    preset: str | None = None,
    headers: dict[str, str] | None = None,
) -> Book:
    path.touch()
    made = games.get(game).rules(len(players), rules or {}, preset)[0]
    people = [Player(name) for name in players]
    head = writer.header(games.get(game), people, made, headers or {}, {}) + "rounds:\n"
    return Book(games.get(game), made, players, head, Store(path, 0))


def codes(path: Path) -> list[str]:
    """What a check finds, errors only."""
    return [
        f"{found.code}: {found.message}"
        for part in reader.read_files([str(path)])
        for found in part.diagnostics
        if found.severity == "error"
    ]


def played(path: Path, game: str, players: int, rules: dict[str, str]) -> str:
    """The record of a match that was played."""
    record(path, rules_of(game, players, rules), game, "tea", at_random(players))
    return path.read_text(encoding="utf-8")


def lines_of(match: Match) -> Iterator[str]:
    """What is typed to note a whole match again."""
    for played_round in match.rounds:
        assert played_round.deal is not None and played_round.moves is not None
        yield from played_round.deal.text.splitlines()
        yield ""
        for each in read_moves(played_round.moves.text).plays:
            notes = [note for note in each.notes if hasattr(note, "mark")]
            yield each.text + "".join(f" ${note.mark}" for note in notes)
    yield ""


# A whole known match is the file that play writes


@pytest.mark.parametrize("source", WHOLE, ids=lambda path: path.name)
def test_a_known_match_typed_move_by_move_is_the_file_it_came_from(
    source: Path, path: Path
) -> None:
    text = source.read_text(encoding="utf-8")
    match = part_of(text).match
    assert match is not None and match.game is not None and match.rules is not None
    book = new_book(path, match.game.name, match.names, match.said, match.preset, match.headers)
    typed = io.StringIO("".join(f"{line}\n" for line in lines_of(match)))
    out, err = io.StringIO(), io.StringIO()
    assert Talk(book, PlainDesk(typed, out, err)).run() == 0
    assert err.getvalue() == ""
    # What a reference says of its rules may stand in another order.
    wanted = re.sub(r"^(?:shuffle|rules):\n(?:  .*\n)+", "", text, flags=re.MULTILINE)
    now = path.read_text(encoding="utf-8")
    assert re.sub(r"^rules:\n(?:  .*\n)+", "", now, flags=re.MULTILINE) == wanted
    again = part_of(now).match
    assert again is not None and again.rules == match.rules
    assert codes(path) == []


@pytest.mark.parametrize(
    ("game", "players"),
    [*(("scout", n) for n in range(2, 6)), *(("skyjo", n) for n in range(2, 9))],
)
def test_every_number_of_players_is_noted_as_played(game: str, players: int, path: Path) -> None:
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    rules = {"rounds": "1", "turn_limit": "200"} if game == "skyjo" else {"rounds": "1"}
    text = played(path.with_name("played.yaml"), game, players, rules)
    match = part_of(text).match
    assert match is not None
    sitting = Sitting(path, list(lines_of(match)), game, names, rules)
    assert (sitting.status, sitting.complaints) == (0, [])
    rounds = text[text.index("rounds:\n") :]
    assert sitting.text[sitting.text.index("rounds:\n") :] == rounds


# What nobody knows


def test_shows_and_scouts_of_unknown_hands(path: Path) -> None:
    sitting = Sitting(
        path, ["", "1.K 2.? 3.F", "1", "47 4T", "l", "r2f + 345", "? ", "quit"], "scout"
    )
    assert (
        sitting.complaints
        == [
            # The left end went, so the set of one that is left has one end, 4T, and it is turned.
        ]
    )
    assert sitting.words == [
        "1.K", "2.?", "3.F", "1.S?=47-4T", "2.L47@?", "3.LT4@2+S?:345", "1.?",
    ]  # fmt: skip
    assert codes(path) == []
    assert canonical_of(part_of(sitting.text)) == sitting.text


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("l@?", "2.L34@?"),  # nobody saw where it went, though the hand is known
        ("l3", "2.L34@3"),
        ("r2", "2.R45@2"),
        ("r2f", "2.R54@2"),
        ("R54@?", "2.R54@?"),
        ("2.?", "2.?"),
        ("33 34", ""),
    ],
)
def test_scouts_into_a_hand_that_is_known(typed: str, word: str, path: Path) -> None:
    hand = "2: 92 37 42 46 63 85 16 51 39 26 49 21"
    lines = [hand, "", "1.? 2.K 3.?", "34 45", typed, "quit"]
    sitting = Sitting(path, lines, "scout", rules={"first_starter": "1"})
    assert sitting.words[3:] == ["1.S?=34-45", word][: 1 + bool(word)]
    assert codes(path) == []


def test_the_own_hand_is_typed_in_and_the_others_are_not_known(path: Path) -> None:
    hand = "92 37 42 45 63 85 16 51 39 26 49 21"
    sitting = Sitting(
        path,
        [hand, "1.? 2.K 3.?", "2.33", "44 at 3", "l", "l", "3-4", "quit"],
        "scout", seat=1,
    )  # fmt: skip
    # 3 3 lies nowhere in that hand; 4 4 does. Seat 2 shows positions 3 and 4 then.
    assert "Your hand as dealt, from the left? (2: …; Enter: not known)" in sitting.shown
    assert sitting.text.count("2: 92 37 42 45 63 85 16 51 39 26 49 21") == 1
    assert "    1: *\n" in sitting.text and "    3: *\n" in sitting.text
    assert [line for line in sitting.complaints if "[scout-not-in-hand]" in line]
    assert "2.S3:44" in sitting.words
    assert codes(path) == []


def test_a_deal_may_be_known_in_part_and_is_checked_at_once(path: Path) -> None:
    lines = ["1: 37 4T *", "2: 73 *", "x: 5", "3: 3", "3: 12 ?9 *", "", "quit"]
    sitting = Sitting(path, lines, "scout", ("A", "B", "C", "D"))
    assert "    1: 37 4T *\n    2: *\n    3: 12 ?9 *\n    4: *\n" in sitting.text
    assert sitting.complaints[:3] == [
        "2: 73 *",
        "   ^^",
        "the card 7/3 is dealt twice [scout-card-twice]",
    ]
    assert sitting.complaints[3:6] == [
        "x: 5",
        "^^^^",
        "a line of the deal begins with 1, 2, 3, 4 and a colon [no-such-line]",
    ]
    assert sitting.complaints[6:8] == ["3: 3", "   ^"]


def test_skyjo_cards_come_to_light_one_by_one(path: Path) -> None:
    sitting = Sitting(
        path,
        ["1: *", "up: 7", "", "a1:5 b2:Z", "Oa1:9d3:4", "T@a2", "d7", "/c1:B", "t b1", "quit"],
        "skyjo", players=("Ann", "Bo"),
    )  # fmt: skip
    assert sitting.complaints == []
    # 5 and -1 against 9 and 4: seat 2 starts. It takes the 7 for a card that nobody noted.
    assert sitting.words == [
        "1.Oa1:5b2:Z", "2.Oa1:9d3:4", "2.T7@a2:?", "1.D7/c1:B", "2.T7@b1:?",
    ]  # fmt: skip
    assert codes(path) == []


def test_a_complete_column_needs_no_mark(path: Path) -> None:
    lines = ["up: 3", "", "a1:5 a2:5", "a1:1 b1:0", "D5@a3:9", "quit"]
    sitting = Sitting(path, lines, "skyjo", players=("Ann", "Bo"))
    assert sitting.words[-1] == "1.D5@a3:9#a"
    assert any("Ann clears column a: 5 5 5." in line for line in sitting.shown)


# Ann opens all her cards in ten turns, 12 12 1 to 9 and 0: that is 69. Bo changes his a1 each time.
OPENED = ["", "a1:C b1:C", "a1:0 b1:1"]
for _place, _card in zip(
    ("c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"), "1234567890", strict=True
):
    OPENED += [f"DA/{_place}:{_card}", "D0@a1:0"]


def test_what_is_turned_up_last_goes_into_the_deal(path: Path) -> None:
    # Bo: 0 1 B B / B 9 9 9 / 8 8 7 7 is 91.
    answers = ["B B B 9 9 9 8 8 7", "11 B B 9 9 9 8 8 7 7", "BBB 999 88 77", ""]
    sitting = Sitting(path, [*OPENED, *answers], "skyjo", ("Ann", "Bo"), {"rounds": "1"})
    question = "Seat 2, Bo turned up c1 d1 a2 b2 c2 d2 a3 b3 c3 d3: which cards (Enter: not noted)?"
    assert sitting.shown.count(question) == 3
    assert "  end: opened\n  score: [69, 91]\ntotal: [69, 91]\nwinners: [1]\n" in sitting.text
    assert "    2: ??BB B999 8877\n" in sitting.text
    assert [line[-16:] for line in sitting.complaints if "[" in line] == ["[skyjo-bad-move]"] * 2
    assert sitting.status == 0
    assert codes(path) == []
    assert canonical_of(part_of(sitting.text)) == sitting.text


def test_cards_that_cannot_have_been_turned_up_are_refused(path: Path) -> None:
    # Ten 10s were drawn, so there is none left.
    answers = ["A B B 9 9 9 8 8 7 7", "", "69 x", "quit"]
    sitting = Sitting(path, [*OPENED, *answers], "skyjo", ("Ann", "Bo"))
    assert "then 1." in " ".join(sitting.complaints)
    assert "  end: opened\n  score: [69, x]\n" in sitting.text
    assert "deal" not in sitting.text
    assert codes(path) == []


def test_points_alone_where_the_last_cards_are_not_known(path: Path) -> None:
    answers = ["", "12 8 3", "69 91", "quit"]
    sitting = Sitting(path, [*OPENED, *answers], "skyjo", ("Ann", "Bo"))
    assert "  end: opened\n  score: [69, 91]\n" in sitting.text
    assert [line for line in sitting.complaints if "[bad-points]" in line]
    assert codes(path) == []


def test_a_score_sheet(path: Path) -> None:
    lines = ["score 12 8 -3", "score 30 41 x ender 2", "yes"]
    sitting = Sitting(path, lines, "skyjo", rules={"score_limit": "40"})
    assert sitting.status == 0
    assert (
        sitting.text.endswith("rounds:\n- score: [12, 8, -3]\n- ender: 2\n  score: [30, 41, x]\n")
        or "total: [42, 49, x]" in sitting.text
    )
    assert codes(path) == []


def test_points_decide_the_match_that_nobody_knows(path: Path) -> None:
    lines = ["score 12 8 x", "maybe", "no", "score 1 2 3", "yes"]
    sitting = Sitting(path, lines, "skyjo", rules={"score_limit": "100"})
    question = "Points that nobody noted decide it: is the match over (yes or no)?"
    assert sitting.shown.count(question) == 3
    assert sitting.text.endswith("- score: [12, 8, x]\n- score: [1, 2, 3]\n")
    assert sitting.status == 0


# Corrections


START = ["", "1.K 2.K 3.K", "1", "S?:44", "l"]


def test_undo_and_redo_take_back_anything(path: Path) -> None:
    sitting = Sitting(path, [*START, "undo", "undo", "redo", "S?:55", "quit"], "scout")
    assert sitting.words == ["1.K", "2.K", "3.K", "1.S?:44", "2.S?:55"]
    sitting = Sitting(path, ["undo", "redo", "quit"])
    assert sitting.words[-1] == "2.S?:55"


def test_a_fixed_move_lets_those_behind_it_wait_and_nothing_is_lost(path: Path) -> None:
    lines = ["", "1.K 2.K 3.K", "1", "S?:4", "S?:55", "S?:66", "fix 1 S?:77", "quit"]
    sitting = Sitting(path, lines, "scout")
    # 5 5 does not beat 7 7, so it waits, and 6 6 behind it.
    told = [line for line in sitting.shown if "no longer fits" in line]
    assert told[0].startswith("Move 2, 2.S?:55, no longer fits: ")
    assert "[scout-does-not-beat]" in told[0]
    assert "Behind it wait: 3.S?:66" in sitting.shown
    assert sitting.words == ["1.K", "2.K", "3.K", "1.S?:77"]
    assert "  x-waiting: |\n    2.S?:55 3.S?:66\n" in sitting.text
    assert codes(path) == []
    # Taken up again they still wait; 8 8 in the place of 5 5 leaves 6 6 waiting.
    again = Sitting(path, ["88", "999", "quit"])
    assert again.words == ["1.K", "2.K", "3.K", "1.S?:77", "2.S?:88", "3.S?:999"]
    assert "x-waiting" not in again.text


def test_a_forgotten_move_and_one_too_many(path: Path) -> None:
    lines = [*START[:4], "2.S?:55", "insert 2 l", "delete 2", "moves", "quit"]
    sitting = Sitting(path, lines, "scout")
    # With the Scout of seat 2 put before it, the Show of seat 2 comes one seat too early.
    assert [line for line in sitting.shown if line.startswith("Move 3, 2.S?:55, no longer fits")]
    assert sitting.words == ["1.K", "2.K", "3.K", "1.S?:44", "2.S?:55"]
    assert "Corrected; all moves behind it fit." in sitting.shown


def test_a_choice_is_fixed_and_a_note_put_on_a_move(path: Path) -> None:
    lines = [*START, "fix choice 2 F", "note 1 {both fours} ", "{and on}", "$3", "quit"]
    sitting = Sitting(path, lines, "scout")
    assert sitting.words[:4] == ["1.K", "2.F", "3.K", "1.S?:44"]
    assert "1.S?:44 {both fours} " in sitting.text
    assert "$3 {and on}" in sitting.text
    assert codes(path) == []


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("fix 9 l", "no-such-move"),
        ("fix l", "no-number"),
        ("fix 1 l", "scout-no-active-set"),
        ("delete 12", "no-such-move"),
        ("end sometime", "bad-end"),
        ("end emptied", "wrong-end"),
        ("score 1 2 3", "round-noted"),
        ("seat 7", "no-such-seat"),
        ("S0:4", "scout-bad-move"),
        ("9.S?:4", "no-such-seat"),
        ("2.S?:99", "not-your-turn"),
        ("S?:4 {open", "unterminated-comment"),
        ("S?:4 ( 1.? )", "variation-here"),
        ("deal 4: *", "no-such-line"),
    ],
)
def test_what_cannot_be_noted_is_refused_and_changes_nothing(
    typed: str, code: str, path: Path
) -> None:
    before = Sitting(path, [*START, "quit"], "scout").text
    sitting = Sitting(path, [typed, "quit"])
    assert [line for line in sitting.complaints if line.endswith(f"[{code}]")], sitting.complaints
    assert sitting.text == before


def test_the_place_in_the_line_is_marked(path: Path) -> None:
    sitting = Sitting(path, ["", "1.K 2.K 3.K", "1", "S?:4x4", "quit"], "scout")
    line, mark, why = sitting.complaints
    assert line == "S?:4x4"
    assert mark[4] == "^" and why.endswith("[scout-bad-move]")


def test_the_place_is_marked_behind_a_command_too(path: Path) -> None:
    sitting = Sitting(path, [*START, "fix 1 S?:4x4", "deal 2: 37 3x", "quit"], "scout")
    assert sitting.complaints[0:2] == ["fix 1 S?:4x4", "          ^"]
    assert sitting.complaints[3:5] == ["deal 2: 37 3x", "           ^^"]


def test_a_round_ends_as_somebody_says(path: Path) -> None:
    sitting = Sitting(path, [*START, "end abandoned 1 2 3", "", "quit"], "scout")
    assert "  end: abandoned\n  score: [1, 2, 3]\n" in sitting.text
    assert "Cy: 3 points in round 1, 3 points in all." in sitting.shown
    assert codes(path) == []
    assert canonical_of(part_of(sitting.text)) == sitting.text


def test_a_finished_match_can_still_be_corrected(path: Path) -> None:
    source = next(each for each in WHOLE if "scout" in each.read_text(encoding="utf-8"))
    match = part_of(source.read_text(encoding="utf-8")).match
    assert match is not None
    lines = [*list(lines_of(match))[:-1], "undo", "quit"]
    sitting = Sitting(path, lines, match.game.name if match.game else "", match.names, match.said)
    assert "winners" not in sitting.text and "total" not in sitting.text
    assert codes(path) == []


# The command


def run_record(arguments: list[str], typed: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        return run(["record", *arguments])


def test_the_command_notes_resumes_and_tells_how(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["scout", "--players", "Ann,Bo,Cy", "--seat", "2", "--save", str(path)]
    assert run_record(arguments, "92 37 *\n1.? 2.K 3.?\n") == 1  # the input ends first
    assert f"To go on: scoutcli record --resume {path}" in capsys.readouterr().out
    assert "x-noted-by: Bo\nrounds:\n" in path.read_text(encoding="utf-8")
    assert run_record(["--resume", str(path)], "2\ns1:9\nquit\n") == 0
    assert "Seat 2: Bo (you)" in capsys.readouterr().out
    assert "2.S1:9 " in path.read_text(encoding="utf-8")
    for command in ("validate", "score", "replay"):
        assert run([command, str(path)]) == 0
    assert run(["fmt", "--check", str(path)]) == 0


def test_resume_without_a_file_takes_the_notes_written_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run_record(["scout", "--players", "3"], "\n1.K 2.K 3.K\nquit\n") == 0
    (note,) = (tmp_path / "scoutcli" / "matches").glob("*.yaml")
    assert run(["play", "skyjo", "-p", "2", "--bots", "random,random"]) == 0
    capsys.readouterr()
    assert run_record(["--resume"], "quit\n") == 0
    assert f"Match file: {note}" in capsys.readouterr().out


def test_resume_without_a_file_takes_them_wherever_they_are(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_record(["scout", "--players", "3"], "\n1.K 2.K 3.K\nquit\n") == 0
    arguments = ["scout", "--players", "3", "--rules", "rounds=1", "--save", str(path)]
    assert run_record(arguments, "\n1.K 2.K 3.K\nquit\n") == 0
    capsys.readouterr()
    assert run_record(["--resume"], "quit\n") == 0
    assert f"Match file: {path}" in capsys.readouterr().out
    # Once their match is over, the others are next.
    assert run_record(["--resume"], "undo\n" * 3 + "score 1 2 3\n\n") == 0
    assert "winners: [3]" in path.read_text(encoding="utf-8")
    capsys.readouterr()
    assert run_record(["--resume"], "quit\n") == 0
    assert f"Match file: {path}" not in capsys.readouterr().out


def test_the_last_notes_may_be_gone_or_broken(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["scout", "--players", "3", "--save", str(path)]
    assert run_record(arguments, "\n1.K 2.K 3.K\nquit\n") == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("1.K", "1.Q"), encoding="utf-8")
    assert run_record(["--resume"], "quit\n") == 1
    assert "[match-has-errors]" in capsys.readouterr().err
    path.unlink()
    assert run_record(["--resume"], "quit\n") == 1
    assert "[nothing-noted]" in capsys.readouterr().err


def test_the_game_may_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "--help"]) == 0
    assert capsys.readouterr().out.startswith("Usage: scoutcli record [OPTIONS] [GAME]\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["scout"],  # nobody can be asked for the names
        [],
        ["scout", "--players", "Ann"],
        ["scout", "--players", "Ann,,Bo"],
        ["scout", "--players", "Ann,Bo,Cy", "--seat", "4"],
        ["scout", "--players", "Ann,Bo", "--rules", "rounds=x"],
        ["scout", "--players", "Ann,B\x1b[2J"],
        ["scout", "--resume=x.yaml"],
    ],
)
def test_wrong_use(arguments: list[str], tmp_path: Path) -> None:
    assert run_record([*arguments, "--save", str(tmp_path / "x.yaml")], "") == 2
    assert not (tmp_path / "x.yaml").exists()


@pytest.mark.parametrize(
    "line",
    ["\x1b[2J", "{\x1b]0;x\x07}", "9" * 10_000, "S?:" + "4" * 5000, "deal 1: \x1b[31m", "\0"],
)
def test_hostile_lines_are_refused_and_never_come_back_as_escapes(line: str, path: Path) -> None:
    before = Sitting(path, [*START, "quit"], "scout").text
    sitting = Sitting(path, [line, "quit"])
    assert sitting.complaints
    assert "\x1b" not in sitting.out.getvalue() + sitting.err.getvalue()
    assert sitting.text == before


# A third game


def test_a_game_from_elsewhere_is_noted_with_nothing_edited_for_it(path: Path) -> None:
    with toy.known():
        text = played(path.with_name("played.yaml"), "toy", 3, {"length": "20", "rounds": "2"})
        match = part_of(text).match
        assert match is not None
        sitting = Sitting(path, list(lines_of(match)), "toy", match.names, match.said)
        assert (sitting.status, sitting.complaints) == (0, [])
        rounds = text[text.index("rounds:\n") :]
        assert sitting.text[sitting.text.index("rounds:\n") :] == rounds


def test_its_moves_can_be_typed_half_by_half(path: Path) -> None:
    with toy.known():
        lines = ["1: 135", "2: 246", "up: 2", "pile: 46513", "", "B1", "B2", "1", "D", "-3", "quit"]
        sitting = Sitting(path, lines, "toy", ("Ann", "Bo"))
        assert sitting.complaints == []
        assert sitting.words == ["1.B1", "2.B2", "1.D4-3"]
        assert "Seat 1, Ann: and then?" in sitting.shown


# What a move that nobody noted leaves known

OWN = "98 34 75 96 27 76 79 87 52 35 64 12"
MISSED = [OWN, "1.K 2.F 3.K", "2.S2:456", "3.l", "1.?"]


def noted(path: Path, *lines: str, game: str = "scout", seat: int | None = 1) -> Sitting:
    """A round of SCOUT in which Bo starts, and of which Bo's hand is known."""
    path.unlink(missing_ok=True)
    rules = {"first_starter": "2"} if game == "scout" else {}
    return Sitting(path, [*lines, "quit"], game, rules=rules, seat=seat)


def test_a_move_nobody_noted_leaves_the_hands_of_the_others_known(path: Path) -> None:
    # Bo flipped 98 34 75 96 27 76 …, showed 43 57 69, and holds 89 72 67 97 78 25 53 46 21.
    sitting = noted(path, *MISSED, "show", "2.S1:TTT", "2.R??@11", "2.S5:7")
    hand = "Hand of Bo: 1:89  2:72  3:67  4:97  5:78  6:25  7:53  8:46  9:21"
    assert hand in sitting.shown
    codes_said = [line[line.rindex("[") :] for line in sitting.complaints if line.endswith("]")]
    assert codes_said == ["[scout-wrong-card]", "[scout-no-such-gap]"]
    assert sitting.words[-1] == "2.S5:7"
    assert codes(path) == []


def test_from_a_table_nobody_noted_all_that_can_have_been_is_offered(path: Path) -> None:
    noted(path, *MISSED)
    book, _, _ = load(path, Book)
    book.close()
    assert book.now is not None
    state = book.now.state
    assert state.legal() == []  # nothing is known of what there is to beat
    texts = [offer.text for offer in offers("", book.notation, state)]
    assert texts[:3] == ["S1:8", "S1:87", "S1:876"] and "S9:2" in texts
    assert "R??@10" in texts and "L??@11" not in texts


def test_what_is_not_known_is_not_told_as_a_fact(path: Path) -> None:
    sitting = noted(path, *MISSED, "show", "points", "l2")
    assert "Table: not known" in sitting.shown
    (ann,) = (line for line in sitting.shown if line.startswith("Seat 1 Ann: "))
    assert ann == (
        "Seat 1 Ann: number of cards not known, Scout & Show not known, points not known, "
        "0 before this round"
    )
    # Of Cy it was seen that one card came to the twelve.
    assert any(
        line.startswith("Seat 3 Cy: 13 cards, Scout & Show left, ") for line in sitting.shown
    )
    assert "Hand of Ann: not known" in sitting.shown
    assert "Bo: 0 points in the rounds before, not known in this one so far." in sitting.shown
    assert not [line for line in sitting.shown if "-12" in line or "It costs" in line]
    assert sitting.words[-1] == "2.L??@2"


def test_cards_opened_at_places_nobody_noted_have_no_points(path: Path) -> None:
    sitting = noted(path, "", "Oa1:3b1:4", "?", "points", "?", "show", "points", game="skyjo")
    told = [line for line in sitting.shown if "in this one so far" in line]
    assert told == [
        "Ann: 0 points in the rounds before, 7 in this one so far.",
        "Bo: 0 points in the rounds before, not known in this one so far.",
        "Cy: 0 points in the rounds before, 0 in this one so far.",
        "Ann: 0 points in the rounds before, 7 in this one so far.",
        "Bo: 0 points in the rounds before, not known in this one so far.",
        "Cy: 0 points in the rounds before, not known in this one so far.",
    ]
    assert "Ann: 7 open, 10 hidden, total 0" in sitting.shown
    assert "Cy: open cards not known (any of them may), total 0" in sitting.shown


# What was typed, and what follows from it


def test_a_correction_does_not_make_cards_of_what_was_typed_without_them(path: Path) -> None:
    sitting = Sitting(path, [*START[:-1], "r", "fix 1 5", "fix 1 47 4T", "quit"], "scout")
    assert "Move 2 was 2.R4?@?, and is 2.L5?@? now." in sitting.shown
    assert "Move 2 was 2.L5?@?, and is 2.R4T@? now." in sitting.shown
    assert sitting.words[-2:] == ["1.S?=47-4T", "2.R4T@?"]
    # A card that was typed stays, and waits where the table has another one.
    path.unlink()
    sitting = Sitting(path, [*START[:-1], "R49@?", "fix 1 55", "quit"], "scout")
    assert "  x-waiting: |\n    2.R49@?\n" in sitting.text


def test_a_skyjo_card_that_was_not_typed_is_that_of_the_pile(path: Path) -> None:
    lines = ["up: 7", "", "a1:5 b1:5", "a1:1 b1:1", "a1:0 b1:1", "D3@c1:9", "t b2", "fix 1 D3@c1:2"]
    sitting = noted(path, *lines, game="skyjo", seat=None)
    assert sitting.words[-2:] == ["1.D3@c1:2", "2.T2@b2:?"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("pionts", "points"), ("shwo", "show"), ("unod", "undo"), ("S?:", "")]
)
def test_a_slip_in_a_command_is_seen(typed: str, meant: str, path: Path) -> None:
    sitting = Sitting(path, [*START, typed, "quit"], "scout")
    said = [line for line in sitting.complaints if line.startswith("Did you mean")]
    assert said == ([f"Did you mean {meant}?"] if meant else [])


def test_a_match_that_is_over_is_not_to_be_gone_on_with(path: Path) -> None:
    sitting = Sitting(path, ["score 12 8 3", "quit"], "scout", rules={"rounds": "1"})
    assert "winners: [1]" in sitting.text
    assert sitting.shown[-1] == f"To check it: scoutcli validate {path}"
    assert not [line for line in sitting.shown if "--resume" in line]


def test_the_table_cannot_be_drawn_above_plain_lines(path: Path) -> None:
    sitting = Sitting(path, [*START, "table on", "table maybe", "quit"], "scout")
    assert "Nothing is drawn above these lines; show draws the table." in sitting.shown
    assert sitting.complaints[-1].endswith("[on-or-off]")
