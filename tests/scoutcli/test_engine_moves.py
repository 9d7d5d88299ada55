"""`scoutcli engine`: moves of matches and positions, what seats know, what bots choose."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from scoutcli.cli import run
from tests.record import fast_disk
from tests.scoutcli.dialogues import HANDS, SCOUT, Dialogue
from tests.scoutcli.program import VALID

# Matches


def test_a_reference_round_is_played_by_its_words() -> None:
    talk = Dialogue(SCOUT, HANDS)
    words = (
        "1.F 2.F 3.F 2.S4:33 3.R43@12+S1:7 1.S10:111 2.S6:4567 3.L54@4 1.R78@9+S9:76 "
        "2.R64@1+S2:12 3.S11:34 1.S2:56 2.S1:67 3.S1:22 1.L62@2 2.L29@1"
    )
    assert talk.good("over") == "no"
    assert talk.good(f"play {words}") == words
    assert talk.good("turn") == "-"
    assert talk.good("legal") == ""
    assert talk.good("score") == "round 1\nend unbeaten\nscore -1 5 7\ntotal -1 5 7"
    assert talk.code("play K") == "round-over"
    assert talk.code("best greedy") == "round-over"
    assert talk.good("deal") == "round 2"


@pytest.mark.parametrize("name", ["0045", "0049", "0067"])
def test_a_reference_match_of_skyjo_is_played_by_its_words(name: str) -> None:
    text = (VALID / f"{name}.yaml").read_text()
    deal = " ".join(re.findall(r"^    ((?:\d|up|stock): .*)$", text, re.MULTILINE))
    words = " ".join(re.findall(r"^    (\d\.[OTD].*)$", text, re.MULTILINE))
    rules = re.findall(r"^  (score_limit|turn_limit): (.*)$", text, re.MULTILINE)
    (score,) = re.findall(r"^  score: \[(.*)\]$", text, re.MULTILINE)
    options = " ".join(f"{key}={value}" for key, value in rules)
    talk = Dialogue(f"new skyjo players={len(score.split())} {options}")
    talk.good(f"deal {deal}")
    assert talk.good(f"play {words}") == words
    assert f"\nscore {score.replace(',', '')}\n" in talk.good("score")


def test_moves_are_typed_as_at_the_prompt() -> None:
    talk = Dialogue(SCOUT, HANDS)
    assert talk.good("legal") == "K F"
    assert talk.good("play keep") == "1.K"
    assert talk.good("play 2.F") == "2.F"
    assert talk.good("play K") == "3.K"
    # The hand of seat 2, turned over: 12 28 76 31 34 95 61 45 53 68 78 23.
    assert talk.good("turn") == "2"
    assert talk.code("play 3") == "ambiguous-move"
    assert talk.ask("play 3") == "? this can mean S4:3, S5:3: say which [ambiguous-move]"
    assert talk.good("play 33") == "2.S4:33"
    # Cards 31 and 34 lie there now.
    assert talk.good("play scout left 1 flip") == "3.L13@1"


def test_several_moves_are_made_or_none() -> None:
    talk = Dialogue(SCOUT, HANDS)
    assert talk.code("play K F S4:33") == "scout-opening"
    assert talk.good("turn") == "1"
    assert talk.good("play K F K S4:33 L31@1") == "1.K 2.F 3.K 2.S4:33 3.L31@1"
    # Short forms do not stand in a row: this is one move, and none.
    assert talk.code("play keep keep") == "scout-bad-move"


def test_skyjo_is_played_in_two_parts() -> None:
    talk = Dialogue("new skyjo players=2", "deal")
    grids = talk.good("position").split("grids=")[1].split()[0].split("/")
    cards = [re.findall(r"\((.)\)", grid) for grid in grids]
    stock = talk.good("position").split("stock=")[1].split()[0]
    assert talk.good("play a1 b1") == f"1.Oa1:{cards[0][0]}b1:{cards[0][1]}"
    talk.good("play 1 2")
    seat = int(talk.good("turn"))
    assert talk.good("play draw") == f"{seat}.D{stock[0]}"
    assert talk.good("turn") == str(seat)
    assert talk.good("legal").split()[:12] == [f"@{c}{r}" for r in "123" for c in "abcd"]
    hidden = cards[seat - 1][11]
    assert talk.good("play throw d3") == f"{seat}.D{stock[0]}/d3:{hidden}"
    assert talk.good("turn") == str(3 - seat)
    talk.good("undo")
    assert talk.good("turn") == str(seat)
    talk.good("undo")
    assert talk.good("legal").split()[-1] == "D"
    assert talk.good("redo 2") == f"{seat}.D{stock[0]}/d3:{hidden}"


def test_moves_are_taken_back_and_made_again() -> None:
    talk = Dialogue(SCOUT, HANDS)
    places = [talk.good("position")]
    for move in ("K", "F", "K", "S4:33", "L31@1"):
        talk.good(f"play {move}")
        places.append(talk.good("position"))
    for place in places[-2::-1]:
        assert talk.good("undo") == ""
        assert talk.good("position") == place
    assert talk.code("undo") == "nothing-to-undo"
    assert talk.good("redo 5") == "1.K 2.F 3.K 2.S4:33 3.L31@1"
    assert talk.good("position") == places[-1]
    talk.good("undo 2")
    talk.good("play S4:3")
    assert talk.code("redo") == "nothing-to-redo"  # another move was made instead


DECK = "Y" * 5 + "Z" * 10 + "0" * 15 + "".join(card * 10 for card in "123456789ABC")
"""Every card of SKYJO (rules/skyjo.md)."""


def almost_empty() -> str:
    """A position of SKYJO with one card left to draw, an 8."""
    left = Counter(DECK) - Counter("1234567") - Counter("8")
    cards = list(left.elements())
    random.Random(3).shuffle(cards)
    grids = ["12" + "".join(f"({card})" for card in cards[:10])]
    grids.append("34" + "".join(f"({card})" for card in cards[10:20]))
    discard = "567" + "".join(cards[20:])
    return (
        f"skyjo grids={grids[0]}/{grids[1]} discard={discard} stock=8 drawn=- turn=1 "
        "ender=- turns=4 round=1 totals=0,0"
    )


def test_a_new_draw_pile_stays_the_same_when_it_is_taken_back() -> None:
    line = almost_empty()
    old = line.split("discard=")[1].split()[0]
    talk = Dialogue(f"position {line}")
    assert talk.good("play D @c1").startswith("1.D8@c1:")
    before = talk.good("position")
    pile, draw = talk.good("play D").split()
    # All of the discard pile but its top, which is what was just replaced.
    assert pile[0] == "N" and sorted(pile[1:]) == sorted(old)
    assert draw == f"2.D{pile[1]}"
    after = talk.good("position")
    talk.good("undo")
    assert talk.good("position") == before
    assert talk.good("redo") == f"{pile} {draw}"
    assert talk.good("position") == after
    talk.good("undo")
    assert talk.good("play draw") == f"{pile} {draw}"
    talk.good("undo 3")
    assert talk.good("play D @c1 D").split()[1:] == [pile, draw]
    # From the same seed the same pile, in another process too; from another one another.
    assert Dialogue(f"position {line}").good("play D @c1 D").split()[1] == pile
    assert Dialogue(f"position {line}", seed="x").good("play D @c1 D").split()[1] != pile


def test_a_new_draw_pile_can_be_said() -> None:
    talk = Dialogue(f"position {almost_empty()}", "play D @c1")
    old = talk.good("position").split("discard=")[1].split()[0][:-1]
    talk.good(f"play N{old[::-1]}")
    assert talk.good("play D") == f"N{old[::-1]} 2.D{old[-1]}"
    talk.good("undo")
    assert talk.code(f"play N{old[1:]}") == "skyjo-wrong-pile"
    assert talk.good("play D") == f"N{old[::-1]} 2.D{old[-1]}"


UNKNOWN = (
    "skyjo grids=92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)/4B0A(6)(2)(6)(6)(C)(9)(3)(C) discard=08CZ stock=* "
    "drawn=- turn=1 ender=- turns=3 round=1 totals=0,0"
)


def test_what_nobody_knows_is_asked_for() -> None:
    talk = Dialogue(f"position {UNKNOWN}")
    assert talk.code("play D") == "card-not-known"
    assert talk.ask("play D").startswith("? 1.D? shows cards that nobody knows here (?): name them")
    assert talk.good("position") == UNKNOWN
    assert talk.good("play 1.D7@b2:Z") == "1.D7@b2:Z"
    assert talk.good("play T@a1") == "2.TZ@a1:4"
    assert talk.good("record").splitlines()[1] == "1.D7@b2:Z 2.TZ@a1:4"


def test_a_position_is_gone_on_from_and_stands_alone() -> None:
    line = (
        "scout hands=8474462878939865582486/5229754573236269359113/21591416764917188334 table=3627 "
        "owner=3 turn=2 scouts=1 won=1,0,1 tokens=1,1,1 show=111 actions=6 round=1 totals=0,0,0"
    )
    talk = Dialogue(f"position {line}")
    assert talk.good("position") == line
    assert talk.good("turn") == "2"
    # What lies there is 3 2; the upper numbers of the hand are 5 2 7 4 7 2 6 6 3 9 1.
    assert talk.good("legal").split()[0] == "S7:66"
    assert talk.good("over") == "no"
    assert talk.code("deal") == "position-alone"
    assert talk.code("view 1") == "no-seat-view"
    assert "Hand of Seat 2: 1:52" in talk.good("show 2")
    assert talk.good("play 66") == "2.S7:66"


# Seats


def test_a_view_has_what_the_seat_has_seen() -> None:
    talk = Dialogue(SCOUT, HANDS, "play K F")
    # All turn their hands at once.
    assert talk.good("view 2").split()[1] == f"hands={'?' * 24}/218267134359165435868732/{'?' * 24}"
    talk.good("play K")
    assert talk.good("view 2").split()[1] == f"hands={'?' * 24}/122876313495614553687823/{'?' * 24}"
    talk.good("play S4:33 L31@1")
    hands = ["?" * 24, "12287695614553687823", "31" + "?" * 24]
    assert talk.good("view 2").split()[1] == f"hands={'/'.join(hands)}"
    assert talk.code("view 9") == "no-such-seat"


@pytest.mark.parametrize(("game", "players"), [("scout", 2), ("scout", 4), ("skyjo", 3)])
def test_a_view_is_what_replay_shows_of_the_record(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = Dialogue(f"new {game} players={players}", "deal")
    for number in range(4):
        talk.play_round(*["random"] * players, most=players * 2 + 4 * number)
        if game == "skyjo" and talk.good("legal")[0] in "@/":
            talk.good("go random")  # a drawn card is in no record
        path = tmp_path / f"{number}.yaml"
        talk.good(f"save {path}")
        for seat in range(1, players + 1):
            assert run(["replay", str(path), "--position", "--seat", str(seat)]) == 0
            assert capsys.readouterr().out == talk.good(f"view {seat}") + "\n"


def test_what_others_hold_does_not_change_a_view() -> None:
    views = set()
    for first, third in ((0, 2), (2, 0)):
        hands = HANDS[5:].replace("1: ", "|").replace("2: ", "|").replace("3: ", "|").split("|")[1:]
        deal = f"1: {hands[first].strip()} 2: {hands[1].strip()} 3: {hands[third].strip()}"
        views.add(Dialogue(SCOUT, f"deal {deal}", "play K F K S4:33").good("view 2"))
    assert len(views) == 1


def test_what_a_seat_opens_is_seen_when_all_have_chosen() -> None:
    talk = Dialogue("new skyjo players=3", "deal")
    opened = talk.good("play a1 b1")[3:]
    assert f"chosen={opened},-,-" in talk.good("view 1")
    assert "chosen=?,-,-" in talk.good("view 2")
    talk.good("play a1 b1")
    talk.good("play a1 b1")
    assert "chosen" not in talk.good("view 2")
    assert talk.good("view 2").split("grids=")[1][:2] == opened[3] + opened[7]


def test_a_drawn_card_is_seen_by_who_drew_it() -> None:
    talk = Dialogue("new skyjo players=2", "deal", "play a1 b1", "play a1 b1")
    seat = int(talk.good("turn"))
    card = talk.good("play D")[-1]
    assert f" drawn={card} " in talk.good(f"view {seat}")
    assert " drawn=? " in talk.good(f"view {3 - seat}")


# Bots


@pytest.mark.parametrize(
    ("game", "bots"),
    [("scout", ["greedy", "random", "random"]), ("skyjo", ["random", "greedy"])],
)
def test_bots_play_the_match_that_they_play_at_the_table(
    game: str, bots: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_disk(monkeypatch)
    path = tmp_path / "match.yaml"
    options = ["-p", str(len(bots)), "--bots", ",".join(bots), "--seed", "s", "--save", str(path)]
    assert run(["play", game, *options]) == 0
    talk = Dialogue(f"new {game} players={len(bots)} seed=s")
    talk.play_out(*bots)
    played = path.read_text()
    assert talk.record.partition("rounds:")[2] == played.partition("rounds:")[2]


def test_a_bot_answers_the_same_whatever_was_asked_before() -> None:
    asked, alone = Dialogue("new skyjo", "deal"), Dialogue("new skyjo", "deal")
    for _ in range(30):
        for bot in ("greedy", "random", "random"):
            asked.good(f"best {bot}")
        best = asked.good("best random")
        asked.good(f"play {best}")
        asked.good("undo")
        assert asked.good("best random") == best
        asked.good("redo")
        alone.good("go random")
        assert alone.good("position") == asked.good("position")
    # After another move it chooses as if what was taken back had never been.
    asked.good("undo 6")
    words = asked.record.partition("moves: |")[2].split()
    fresh = Dialogue("new skyjo", f"deal {deal_of(asked)}", f"play {' '.join(words)}")
    for talk in (asked, fresh):
        for _ in range(4):
            talk.good(f"play {talk.good('legal').split()[0]}")
    for _ in range(8):
        best = asked.good("best greedy")
        assert best == fresh.good("best greedy")
        asked.good(f"play {best}")
        fresh.good(f"play {best}")


def deal_of(talk: Dialogue) -> str:
    """The deal of the first round, on one line."""
    return " ".join(talk.record.partition("deal: |")[2].partition("  moves:")[0].split())
