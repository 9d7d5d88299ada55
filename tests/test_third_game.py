"""A game that the project does not know goes through everything, with nothing edited for it.

The game is `tests.toy`: chance (a draw pile shuffled anew, a starter by lot), hidden cards, a
choice that all make at once, moves of two parts, options. The first half of the tests makes it
known by `register`; the second runs the program as a process that finds it announced by an
installed package.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.errors import RuleError
from notation import codec, replay
from notation.audit import begin_round
from notation.tokens import read_moves
from tests import toy
from tests.record import (
    at_random,
    by_bots,
    canonical_of,
    errors_of,
    fast_disk,
    option_sets,
    part_of,
    record,
    rules_of,
)

ROOT = Path(__file__).resolve().parent.parent

MATCH = """\
---
scoutcli: 1
game: toy
players:
- name: Ada
- name: Bo
rules:
  length: 6
rounds:
- deal: |
    1: 132
    2: 644
    up: 5
    pile: 56213
  moves: |
    1.B2 2.B6
    2.D5-4 1.T4-1
    2.T1-5 1.K
  end: knocked
  score: [11, 17]
- deal: |
    1: 452
    2: 133
    up: 5
    pile: 61624
  moves: |
    1.B5 2.B1
    2.D6-6 1.T6-2
    2.D1-1 1.D6-4
    2.D2-2 1.D4-4
  end: limit
  score: [22, 8]
total: [33, 25]
winners: [1]
"""
"""By hand. Round 1: Ada is left with 3 4 and twice her 2, Bo with 4 1 and twice his 6. Round 2:
6 6 and twice 5 against 3 3 and twice 1."""


@pytest.fixture
def _known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is known in this process, and forgotten after the test."""
    fast_disk(monkeypatch)
    monkeypatch.delitem(games._GAMES, "toy", raising=False)
    monkeypatch.delitem(codec._NOTATIONS, "toy", raising=False)
    with toy.known():
        yield


known = pytest.mark.usefixtures("_known")


def test_nothing_in_the_packages_knows_it() -> None:
    sources = [
        path for name in ("games", "notation", "scoutcli") for path in (ROOT / name).rglob("*.py")
    ]
    assert len(sources) > 50
    assert [
        path for path in sources if re.search(r"\btoy\b", path.read_text(), re.IGNORECASE)
    ] == []
    with pytest.raises(RuleError, match=r"there is no game 'toy'; there is scout, skyjo$"):
        games.get("toy")


# In this process


@known
@pytest.mark.parametrize("players", [2, 3])
def test_bots_play_it_and_the_record_validates_and_replays(players: int, tmp_path: Path) -> None:
    played_on, piles, lots = 0, 0, set()
    for number, options in enumerate(option_sets(toy.GAME, players)):
        for bots in (["random"] * players, ["high"] * players):
            path = tmp_path / f"{number}-{bots[0]}.yaml"
            rules = rules_of("toy", players, options)
            played = record(path, rules, "toy", f"{path.name}", by_bots(toy.GAME, bots))
            assert played.over
            text = path.read_text()
            assert errors_of(text) == []
            part = part_of(text)
            assert part.audit is not None
            assert [checked.scores for checked in part.audit.rounds] == [
                done.scores for done in played.rounds
            ]
            assert part.audit.verified == len(played.rounds)
            # As its recorder wrote it, it is canonical.
            assert canonical_of(part) == text
            for index, words in enumerate(played.words):
                state = begin_round(part.audit, index)
                moves = part.audit.match.rounds[index].moves
                assert state is not None and moves is not None
                plays = read_moves(moves.text).plays
                steps = list(replay.steps(toy.NOTATION, state, plays))
                assert [step.text for step in steps] == words
                assert all(step.events for step in steps)
                assert state.scores() == played.rounds[index].scores
                piles += sum(word.startswith("N") for word in words)
                if rules["starter"] == "lot":
                    lots.add(state.starter)
                played_on += 1
    assert played_on > 15
    assert piles > 5
    assert lots == set(range(players))


@known
@pytest.mark.parametrize("players", [2, 3])
def test_what_one_seat_knew_of_it_validates_and_hides_the_rest(
    players: int, tmp_path: Path
) -> None:
    path = tmp_path / "match.yaml"
    rules = rules_of("toy", players, {"length": 20, "rounds": 5})
    draws = at_random("long", {toy.Knock: 0.01})
    record(path, rules, "toy", "tea", draws)
    whole = path.read_text()
    assert whole.count("N") > 2
    for seat in range(players):
        text = canonical_of(part_of(whole), seat)
        assert errors_of(text) == []
        assert canonical_of(part_of(text)) == text
        assert "seed" not in text
        assert not re.search(r"pile: [1-6]|N[1-6]", text)
        for other in range(players):
            secret = re.search(rf"{other + 1}: [1-6]|{other + 1}\.[BD][1-6]", text)
            assert bool(secret) == (other == seat)


@known
def test_a_match_noted_by_hand_is_right_and_canonical() -> None:
    part = part_of(MATCH)
    assert part.diagnostics == []
    assert canonical_of(part) == MATCH
    untidy = MATCH.replace("    1.B2 2.B6\n    2.D5-4", "    1.b2\n      2.B6   2.d5-4")
    untidy = untidy.replace("length: 6", "length: '6'").replace("[11, 17]", "[ 11,17 ]")
    assert untidy != MATCH
    assert canonical_of(part_of("\ufeff" + untidy.replace("\n", "\r\n"))) == MATCH


@known
@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("2.D5-4 1", "2.D3-4 1", "toy-wrong-card:17"),
        ("2.D5-4 1", "2.D5-3 1", "toy-not-in-hand:17"),
        ("2.D5-4 1", "1", "toy-wrong-card:17"),
        ("2.D5-4 1", "2.D5-4 2.D5-4 1", "not-your-turn:17"),
        ("1.T4-1", "2.T4-1", "not-your-turn:17"),
        ("1.T4-1", "1.T4", "toy-bad-move:17"),
        ("1.T4-1", "1.K", "toy-early-knock:17"),
        ("1.T4-1", "N12 1.T4-1", "toy-no-chance:17"),
        ("1.B2 2.B6", "1.B2", "toy-out-of-order:17"),
        ("1.B2 2.B6", "1.B1 2.B6", "toy-not-in-hand:17"),
        ("2: 644", "2: 664", "toy-card-too-often:14"),
        ("2: 644", "2: 64", "toy-wrong-count:11"),
        ("1: 132", "1: 144", "toy-card-too-often:12"),
        ("up: 5\n    pile: 56", "pile: 56", "toy-bad-deal:11"),
        ("end: knocked", "end: limit", "wrong-end:19"),
        ("end: knocked", "end: emptied", "bad-end:19"),
        ("[11, 17]", "[11, 16]", "wrong-score:20"),
        ("[33, 25]", "[25, 33]", "wrong-total:33 wrong-total:33"),
        ("winners: [1]", "winners: [2]", "wrong-winners:34"),
        ("length: 6", "length: 3", "bad-option-value:8"),
        ("length: 6", "size: 6", "unknown-option:8"),
        (
            "- name: Bo\n",
            "- name: Bo\n" * 3,
            "wrong-players:5 wrong-count:22 wrong-count:34 wrong-count:35",
        ),
        ("game: toy", "game: toi", "unknown-game:3"),
        ("total:", "totals:", "unknown-key:33"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_with_its_place(right: str, wrong: str, fault: str) -> None:
    damaged = MATCH.replace(right, wrong, 1)
    assert damaged != MATCH
    assert " ".join(errors_of(damaged)) == fault


@known
def test_a_record_that_stops_is_read_as_far_as_it_goes() -> None:
    whole = MATCH[: MATCH.index("1.T6")]
    part = part_of(whole)
    assert part.audit is not None
    assert [fault.severity for fault in part.diagnostics] == ["notice"]
    assert part.audit.rounds[1].state is not None
    assert part.audit.rounds[1].state.turn == 0
    assert canonical_of(part) == whole
    assert errors_of(whole + "1.T6") == ["torn-move:28"]


@known
def test_a_position_and_moves_alone_are_read_too() -> None:
    line = (
        "toy hands=335/144 stakes=26 discard=5 pile=6213 turn=2 half=yes turns=0 starter=2 "
        "round=1 totals=0,0 rules=length:6\n"
    )
    assert errors_of(line) == []
    assert toy.NOTATION.format_position(toy.NOTATION.parse_position(line)) == line.strip()
    assert errors_of("1.B2 2.B6\n2.D5-4 1.T4-1\n2.T1-5 1.K\n") == []
    assert errors_of("1.B2 2.B6\n2.D5-4 1.T3-1\n") == ["toy-wrong-card:2"]


# The program, with the game in an installed package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip leaves it: the module, and what says that it brings a game."""
    folder = tmp_path_factory.mktemp("site-packages")
    shutil.copy(ROOT / "tests" / "toy.py", folder / "toygame.py")
    about = folder / "toygame-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toygame\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[scoutcli.games]\ntoy = toygame:GAME\n\n[scoutcli.notations]\ntoy = toygame:NOTATION\n"
    )
    return folder


class Shell:
    """Runs the program in a folder."""

    def __init__(self, package: Path, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "PYTHONPATH": f"{package}{os.pathsep}{ROOT}",
            "COLUMNS": "100",
            "XDG_DATA_HOME": str(folder / "data"),
        }

    def __call__(self, *arguments: str, typed: str = "", status: int = 0) -> str:
        """The output of the program, seen to end with that status and without a complaint."""
        done = subprocess.run(
            [sys.executable, "-m", "scoutcli", *arguments],
            input=typed, capture_output=True, text=True, timeout=60, check=False,
            cwd=self.folder, env=self.environment,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (status, ""), done.stderr + done.stdout
        return done.stdout


@pytest.fixture
def scoutcli(package: Path, tmp_path: Path) -> Shell:
    (tmp_path / "match.yaml").write_text(MATCH)
    return Shell(package, tmp_path)


def test_rules_tells_of_it(scoutcli: Shell) -> None:
    assert re.search(r"^toy +2 to 3 +official, short$", scoutcli("rules"), re.MULTILINE)
    told = scoutcli("rules", "toy", "--players", "2")
    assert told.startswith("TOY, for 2 to 3 players\n")
    for row in (
        r"starter +lot, a number from 1 to +any ",
        r"stakes +double, single +2 ",
        r"short +length=4 rounds=1",
        r"2 +3 +5",
        r"high +keeps high cards",
        r"D4-2 +draws a 4, throws a 2",
    ):
        assert re.search(f"^{row}", told, re.MULTILINE), row


def test_deal_deals_it(scoutcli: Shell) -> None:
    assert scoutcli("deal", "toy", "--players", "2", "--seed", "tea") == (
        "1: 132\n2: 644\nup: 5\npile: 56213\n"
    )


def test_validate_checks_it(scoutcli: Shell) -> None:
    assert "1 match, all right; 2 rounds: 2 verified" in scoutcli("validate", "match.yaml")
    (scoutcli.folder / "damaged.yaml").write_text(MATCH.replace("T4-1", "T5-1"))
    said = scoutcli("validate", "damaged.yaml", status=1)
    assert "damaged.yaml:17:12: error:" in said
    assert "[toy-wrong-card] (match 1, round 1, seat 1, move 2)" in said


def test_people_play_it_by_pipe_and_their_file_validates(scoutcli: Shell) -> None:
    typed = ["B2", "legal", "b6", "D", "hand", "-4", "take", "-1", "T", "-5", "draw", "-3"]
    said = scoutcli(
        "play", "toy", "--players", "2", "--name", "Ada", "--name", "Bo",
        "--rules", "length=4", "rounds=1", "--seed", "tea", "--save", "played.yaml",
        typed="".join(f"{line}\n" for line in typed),
    )  # fmt: skip
    assert "B4  puts aside a 4\nB6  puts aside a 6\n" in said
    assert "Ada staked a 2." in said
    # Nobody looks over the shoulder of a script that plays both: hands are shown to their seats.
    assert "Hand of Ada: 1346" not in said.split("Bo took")[0]
    assert "Bo starts." in said
    assert said.count("Hand of Bo: 445\n") == 2
    assert "Bo wins." in said
    text = (scoutcli.folder / "played.yaml").read_text()
    assert "    1.B2 2.B6\n    2.D5-4 1.T4-1\n    2.T1-5 1.D6-3\n  end: limit\n" in text
    # Ada has 4 6 and twice 2, Bo 1 4 and twice 6.
    assert "score: [14, 17]\ntotal: [14, 17]\nwinners: [2]\n" in text
    assert "1 match, all right" in scoutcli("validate", "--strict", "played.yaml")


def test_bots_play_it_alone_and_a_match_is_gone_on_with(scoutcli: Shell) -> None:
    said = scoutcli(
        "play", "toy", "--players", "3", "--bots", "high,random,high", "--seed", "7",
        "--save", "bots.yaml",
    )  # fmt: skip
    assert "The match is over" in said
    whole = (scoutcli.folder / "bots.yaml").read_text()
    scoutcli("validate", "--strict", "bots.yaml")
    cut = whole[: whole.rindex("end:")].rstrip(" ").removesuffix("\n").rpartition(" ")[0] + " "
    (scoutcli.folder / "bots.yaml").write_text(cut)
    scoutcli("play", "--resume", "bots.yaml")
    assert (scoutcli.folder / "bots.yaml").read_text() == whole


def test_a_refused_move_is_told_its_rule(scoutcli: Shell) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scoutcli", "play", "toy", "--players", "2",
         "--name", "Ada", "--name", "Bo", "--seed", "tea", "--save", "x.yaml"],
        input="B6\nX\n", capture_output=True, text=True, timeout=60, check=False,
        cwd=scoutcli.folder, env=scoutcli.environment,
    )  # fmt: skip
    assert done.returncode == 1
    assert "there is no 6 in this hand [toy-not-in-hand]\n" in done.stderr
    assert "type D, T, K, B3 or -3 [toy-bad-move]\n" in done.stderr


def test_score_counts_it(scoutcli: Shell) -> None:
    told = scoutcli("score", "match.yaml")
    assert re.search(r"^.*Ada .*\b33\b", told, re.MULTILINE)
    assert re.search(r"^.*Bo .*\b25\b", told, re.MULTILINE)


def test_fmt_writes_it(scoutcli: Shell) -> None:
    assert scoutcli("fmt", "--check", "match.yaml") == ""
    (scoutcli.folder / "untidy.yaml").write_text(MATCH.replace("1.B2 2.B6\n", "1.b2\n    2.b6 "))
    assert scoutcli("fmt", "untidy.yaml") == MATCH
    seen = scoutcli("fmt", "--seat", "2", "match.yaml")
    assert "1.B? 2.B6\n    2.D5-4 1.T4-1" in seen
    (scoutcli.folder / "seen.yaml").write_text(seen)
    scoutcli("validate", "seen.yaml")


def test_replay_steps_through_it(scoutcli: Shell) -> None:
    assert scoutcli("replay", "match.yaml", "--round", "2", "--move", "4", "--position") == (
        "toy hands=66/33 stakes=51 discard=5214 pile=24 turn=2 half=no turns=4 starter=2 "
        "round=2 totals=11,17 rules=length:6\n"
    )
    told = scoutcli("replay", "match.yaml", "--all")
    for words in ("Bo drew a 5", "Ada took a 4", "Ada knocked"):
        assert words in told
