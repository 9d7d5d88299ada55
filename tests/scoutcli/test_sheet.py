"""The score pad: what is typed, what the rules make of it, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from notation import codec
from scoutcli.notes.sheet import Sheet
from scoutcli.pad.form import Draft, Entry, form_of
from scoutcli.results.facts import FORFEITED, facts_of
from tests import toy
from tests.record import fast_disk, part_of
from tests.scoutcli.pads import TWO, Sitting, scout, skyjo


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pad.yaml"


# Points, in whatever way they are typed


@pytest.mark.parametrize(
    "lines",
    [
        ["12 8 -3"],
        ["12, 8, -3"],
        ["[12, 8, -3]"],
        ["Ann 12 Bo 8 Cy -3"],
        ["cy -3, ann: 12, bo=8"],
        ["c -3", "12", "8"],
        ["12", "Cy \N{MINUS SIGN}3", "8"],
        ["Bo 8 12 -3"],
        ["12 8", "undo", "undo", "12 7", "undo", "12 8 -3"],
    ],
)
def test_points_may_be_typed_in_many_ways(lines: list[str], path: Path) -> None:
    assert scout(path, *lines).rounds == "- score: [12, 8, -3]\n"


def test_names_may_have_spaces_and_begin_alike(path: Path) -> None:
    names = ("Ann", "Ann Marie", "Anton 2")
    sitting = Sitting(path, ["Ann Marie 5", "anton 2 7 ann 3", "quit"], "scout", names)
    assert sitting.rounds == "- score: [3, 5, 7]\n"


def test_points_nobody_knows(path: Path) -> None:
    assert scout(path, "12 x ?").rounds == "- score: [12, x, x]\n"


@pytest.mark.parametrize(
    ("line", "marks", "message"),
    [
        ("12 8 -3 4", "        ^", "4 are too many: the points of 3 players are missing"),
        ("12 Jo 4", "   ^^", "Jo is neither points nor one of the names"),
        ("12 Bo", "   ^^", "how many points has Bo"),
        ("Bo 1 Bo 2", "     ^^", "Bo is there twice"),
        ("12 8 1.5", "     ^^^", "1.5 is neither points nor one of the names"),
        ("1 2 3 ender Jo", "            ^^", "who ended the round? a name, a seat from 1"),
        ("1 2 3 ender 4", "            ^", "who ended the round? a name, a seat from 1"),
        ("1 2 3 ender", "      ^^^^^", "who ended the round? a name, a seat from 1"),
        ("1 2 1234567", "    ^^^^^^^", "1234567 is neither points nor one of the names"),
    ],
)
def test_what_is_no_points_is_refused_with_its_place(
    line: str, marks: str, message: str, path: Path
) -> None:
    sitting = skyjo(path, line)
    assert sitting.complaints[:2] == [line, marks]
    assert sitting.complaints[2].startswith(message)
    assert sitting.complaints[2].endswith(": as in 12 8 -3 [bad-points]")
    assert sitting.rounds == ""


def test_what_was_typed_cannot_write_to_the_terminal(path: Path) -> None:
    sitting = skyjo(path, "\x1b]0;x\x07 1 2", "fix \x1b[2J 1", "1 2 3 ender \x1b[2J")
    assert "\x1b" not in sitting.err.getvalue() + sitting.out.getvalue()
    assert len([line for line in sitting.complaints if line.endswith("]")]) == 3


def test_a_slip_in_a_command_is_seen(path: Path) -> None:
    assert "Did you mean undo?" in skyjo(path, "unod").complaints


# SKYJO: who ended the round, and whose points count twice


@pytest.mark.parametrize(
    ("typed", "rules", "written"),
    [
        # The lowest alone: nothing is doubled.
        ("12 8 30 ender 2", {}, "- ender: 2\n  score: [12, 8, 30]\n"),
        ("12 8 30 Ann ended", {}, "- ender: 1\n  score: [24, 8, 30]\n"),
        ("ender Cy 12 8 30", {}, "- ender: 3\n  score: [12, 8, 60]\n"),
        # Not above zero: nothing is doubled.
        ("-2 -8 0 ender Ann", {}, "- ender: 1\n  score: [-2, -8, 0]\n"),
        ("4 -8 0 ender Cy", {}, "- ender: 3\n  score: [4, -8, 0]\n"),
        # The lowest, and not alone.
        ("8 8 30 ender Ann", {}, "- ender: 1\n  score: [16, 8, 30]\n"),
        (
            "8 8 30 ender Ann",
            {"ender_penalty": "double-unless-tied"},
            "- ender: 1\n  score: [8, 8, 30]\n",
        ),
        (
            "9 8 30 ender Ann",
            {"ender_penalty": "double-unless-tied"},
            "- ender: 1\n  score: [18, 8, 30]\n",
        ),
        ("9 8 30 ender Ann", {"ender_penalty": "none"}, "- ender: 1\n  score: [9, 8, 30]\n"),
        ("9 8 30", {"ender_penalty": "none"}, "- score: [9, 8, 30]\n"),
        ("9 8 30 ender nobody", {}, "- score: [9, 8, 30]\n"),
        # Somebody is lower, whatever the third one has; or that one decides.
        ("9 8 x ender Ann", {}, "- ender: 1\n  score: [18, 8, x]\n"),
        ("7 8 x ender Ann", {}, "- ender: 1\n  score: [x, 8, x]\n"),
        ("x 8 9 ender Ann", {}, "- ender: 1\n  score: [x, 8, 9]\n"),
    ],
)
def test_points_of_who_ended_the_round_count_twice(
    typed: str, rules: dict[str, str], written: str, path: Path
) -> None:
    assert skyjo(path, typed, **rules).rounds == written


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("Ann", "- ender: 1\n  score: [24, 8, 30]\n"),
        ("1", "- ender: 1\n  score: [24, 8, 30]\n"),
        ("ender a", "- ender: 1\n  score: [24, 8, 30]\n"),
        ("", "- score: [12, 8, 30]\n"),
        ("nobody", "- score: [12, 8, 30]\n"),
    ],
)
def test_who_ended_the_round_is_asked_for(answer: str, written: str, path: Path) -> None:
    sitting = skyjo(path, "12 8 30", "Jo", answer)
    assert sitting.shown.count("Who ended the round (Enter: nobody)?") == 2
    assert sitting.complaints[-1].endswith("[no-such-seat]")
    assert sitting.rounds == written


def test_doubling_is_told(path: Path) -> None:
    sitting = skyjo(path, "12 8 30 ender Ann")
    said = "Ann ended the round and is not alone the lowest: 12 counts twice, 24 points."
    assert said in sitting.shown
    assert "Ann: 24 points in round 1, 24 points in all." in sitting.shown


HALF_KNOWN = ("x 1 2 ender Bo", "- ender: 2\n  score: [x, x, 2]\n")
"""Whether the 1 counts twice is not known, so a file cannot say it."""


@pytest.mark.parametrize(
    ("more", "score"),
    [
        ([], "[x, x, 2]"),
        (["fix 1 Ann 0"], "[0, 2, 2]"),
        (["fix 1 Ann 3"], "[3, 1, 2]"),
        (["fix 1 ender Cy"], "[x, 1, 4]"),  # Bo has less
        (["fix 1 Ann 0", "undo"], "[x, x, 2]"),
        (["fix 1 Ann 0", "undo", "fix 1 Ann 3"], "[3, 1, 2]"),
        (["undo", "redo", "fix 1 Ann 0"], "[0, 2, 2]"),
        (["fix 1 Ann x", "fix 1 Cy 1", "fix 1 Ann 3"], "[3, 2, 1]"),
    ],
)
def test_typed_points_are_kept_until_those_of_others_are_known(
    more: list[str], score: str, path: Path
) -> None:
    sitting = skyjo(path, HALF_KNOWN[0], *more)
    assert sitting.rounds.splitlines()[1] == f"  score: {score}"
    told = "points that are not known decide whether 1 counts twice: x is written."
    assert any(told in line for line in sitting.shown)
    assert "Bo's cards" not in sitting.out.getvalue()


def test_typed_points_are_kept_of_each_round(path: Path) -> None:
    # Both rounds look alike in the file.
    sitting = skyjo(path, HALF_KNOWN[0], "no", "x 2 2 ender Cy", "no", "delete 1", "no",
                    "fix 1 Ann 5")  # fmt: skip
    assert sitting.rounds == "- ender: 3\n  score: [5, 2, 4]\n"


@pytest.mark.parametrize(
    ("more", "score", "questions"),
    [
        (["fix 1 Ann 0", "1"], "[0, 2, 2]", 1),
        (["fix 1 Ann 3", "Bo 1"], "[3, 1, 2]", 1),
        (["fix 1 Ann 0", "145", "1"], "[0, 2, 2]", 2),
        (["fix 1 Ann 0", "Ann 3", "1"], "[3, 1, 2]", 2),
        (["fix 1 Ann 0", "", "fix 1 Ann 3"], "[3, x, 2]", 1),  # nobody knows them
        (["fix 1 Cy 0", "fix 1 Ann 0", "1"], "[0, 2, 0]", 1),
        (["fix 1 Ann 0 Bo 1"], "[0, 2, 2]", 0),
        (["fix 1 Bo 1", "fix 1 Ann 0"], "[0, 2, 2]", 0),
        (["fix 1 ender Cy", "1"], "[x, 1, 4]", 1),
        (["fix 1 Cy 3"], "[x, x, 3]", 0),  # it is still not decided
    ],
)
def test_points_that_a_file_could_not_keep_are_asked_for_again(
    more: list[str], score: str, questions: int, path: Path
) -> None:
    assert skyjo(path, HALF_KNOWN[0]).rounds == HALF_KNOWN[1]
    sitting = Sitting(path, [*more, "quit"])
    question = "Bo's cards (before doubling; Enter: not known)?"
    assert sitting.shown.count(question) == questions
    assert sitting.rounds.splitlines()[1] == f"  score: {score}"


def test_a_correction_is_kept_when_the_input_ends_at_the_question(path: Path) -> None:
    skyjo(path, HALF_KNOWN[0])
    assert Sitting(path, ["fix 1 Ann 0"]).rounds == "- ender: 2\n  score: [0, x, 2]\n"


# Twelve cards are at least five -2 and seven -1, at most ten 12 and two 11 (rules: "Deck").
@pytest.mark.parametrize("points", ["-18", "143", "9999", "-999999"])
@pytest.mark.parametrize("line", ["{} 2 3 ender Ann", "2 3 Cy {}", "fix 1 Ann {}"])
def test_points_that_no_cards_have_are_refused(line: str, points: str, path: Path) -> None:
    typed = line.format(points)
    sitting = skyjo(path, "1 2 3 ender Ann", typed)
    assert sitting.rounds == "- ender: 1\n  score: [1, 2, 3]\n"
    marks = " " * typed.index(points) + "^" * len(points)
    said = "the 12 cards of a player are -17 to 142 points, before doubling"
    refused = f"{points} cannot be: {said}: as in 12 8 -3 [bad-points]"
    assert sitting.complaints == [typed, marks, refused]


def test_the_lowest_and_the_highest_cards_are_points(path: Path) -> None:
    sitting = Sitting(path, ["-17 142 3 ender Bo", ""], "skyjo")
    assert "score: [-17, 284, 3]" in sitting.rounds


@given(
    cards=st.lists(st.integers(-10, 60), min_size=2, max_size=8),
    unless_tied=st.booleans(),
    data=st.data(),
)
def test_what_was_typed_follows_from_what_was_written(
    cards: list[int], unless_tied: bool, data: st.DataObject
) -> None:
    ender = data.draw(st.integers(0, len(cards) - 1))
    penalty = "double-unless-tied" if unless_tied else "double"
    rules, _ = games.get("skyjo").rules(len(cards), {"ender_penalty": penalty})
    form = form_of(codec.get("skyjo"), rules)
    typed = Draft(tuple(map(Entry, cards)), ender, settled=True)
    sheet = form.sheet(typed)
    others = [points for seat, points in enumerate(cards) if seat != ender]
    beaten = min(others) < cards[ender] or (min(others) == cards[ender] and not unless_tied)
    factor = 2 if cards[ender] > 0 and beaten else 1
    assert sheet.score == tuple(
        points * factor if seat == ender else points for seat, points in enumerate(cards)
    )
    in_file = Sheet(score=sheet.score, ender=sheet.ender, closed=True)
    assert form.draft(in_file) == typed
    assert form.mark(in_file, ender) == ("*" if factor == 2 else "")


# SCOUT: what the points are made of


def test_scout_points_and_their_parts(path: Path) -> None:
    # 4 + 5; 6 - 8; 3 + 2 - 10.
    sitting = scout(path, "4+5-0 6+0-8 3+2-10", "9 -2 Cy 4+0")
    assert sitting.rounds == (
        "- parts: |\n    1: 4+5-0\n    2: 6+0-8\n    3: 3+2-10\n  score: [9, -2, -5]\n"
        "- parts: |\n    1: x+x-x\n    2: x+x-x\n    3: 4+0-0\n  score: [9, -2, 4]\n"
    )
    assert "Cy: 4 points in round 2, -1 points in all." in sitting.shown


def test_a_part_nobody_knows(path: Path) -> None:
    assert scout(path, "4+x-0 6+0-8 1").rounds == (
        "- parts: |\n    1: 4+x-0\n    2: 6+0-8\n    3: x+x-x\n  score: [x, -2, 1]\n"
    )


@pytest.mark.parametrize("entry", ["37+0-0", "30+2-7", "0+0-37", "x+0-37", "-37"])
def test_more_cards_than_the_deck_has_are_refused(entry: str, path: Path) -> None:
    # Three players have 36 cards, those without a 10.
    sitting = scout(path, f"1 2 {entry}")
    assert sitting.rounds == ""
    assert f"{entry} cannot be: 3 players have 36 cards" in sitting.complaints[-1]
    assert Sitting(path, ["36+0-0 30+9-6 -36", "quit"]).rounds.endswith("[36, 33, -36]\n")


def test_a_hand_that_did_not_count_is_kept(path: Path) -> None:
    sitting = scout(path, "4+5-1 6+0-8 3+2-10 ender Bo", "fix 1 ender Cy")
    assert sitting.rounds.endswith("    2: 6+0-8\n    3: 3+2-0\n  score: [8, -2, 5]\n")


@pytest.mark.parametrize(
    ("exempt", "answer", "hand", "points"),
    [("owner", "Bo", 0, 6), ("owner", "", 8, -2), ("emptied", None, 8, -2)],
)
def test_the_hand_of_an_unbeaten_show_may_cost_nothing(
    exempt: str, answer: str | None, hand: int, points: int, path: Path
) -> None:
    answers = [] if answer is None else [answer]
    sitting = scout(path, "4+5-1 6+0-8 3+2-10", *answers, exempt=exempt)
    assert sitting.rounds == (
        f"- parts: |\n    1: 4+5-1\n    2: 6+0-{hand}\n    3: 3+2-10\n  score: [8, {points}, -5]\n"
    )
    asked = "Nobody's hand is empty. Whose Show was not beaten (Enter: all hands count)?"
    assert sitting.shown.count(asked) == len(answers)
    told = "The Show of Bo was not beaten; the hand of 8 cards does not count."
    assert (told in sitting.shown) == (hand == 0)


def test_unspent_tokens_may_count_nothing(path: Path) -> None:
    rules = {"unspent_tokens": "ignore"}
    sitting = Sitting(path, ["4+2-0 6+3-8", "quit"], "scout", ("Ann", "Bo"), rules)
    assert sitting.rounds == "- parts: |\n    1: 4+0-0\n    2: 6+0-8\n  score: [4, -2]\n"


# The match


def test_it_says_when_the_match_is_over_and_who_won(path: Path) -> None:
    sitting = Sitting(path, ["12 60 30 ender Ann", "40 41 7 ender Cy", ""], "skyjo")
    # 60 + 41 reaches 100; Cy has the lowest total.
    assert sitting.status == 0
    assert "The match is over. Cy wins." in sitting.shown
    assert sitting.rounds.endswith("total: [52, 101, 37]\nwinners: [3]\n")
    assert sitting.shown[-1] == f"To check it: scoutcli validate {path}"


def test_the_highest_wins_scout_and_a_win_is_shared(path: Path) -> None:
    sitting = Sitting(path, ["1 5 2", "4 2 0", "3 1 3", ""], "scout")
    assert "The match is over. Ann and Bo share the victory." in sitting.shown
    assert sitting.rounds.endswith("total: [8, 8, 5]\nwinners: [1, 2]\n")


def test_the_last_round_is_taken_back_when_the_match_is_over(path: Path) -> None:
    sitting = skyjo(path, "12 8 130 ender Bo", "12", "undo", "12 8 13 ender Bo")
    assert "The match is over; undo takes the last round back." in sitting.complaints
    assert sitting.rounds == "- ender: 2\n  score: [12, 8, 13]\n"


def test_who_won_is_said_once_and_again_when_it_is_another(path: Path) -> None:
    commands = ["12", "help", "undo", "12 8 130 ender Bo", "undo", "12 130 8 ender Cy", ""]
    sitting = Sitting(path, ["12 8 130 ender Bo", *commands], "skyjo")
    said = [line for line in sitting.shown if line.startswith("The match is over.")]
    # After each time that it was played to its end, and not after a line between.
    assert said == ["The match is over. Bo wins."] * 2 + ["The match is over. Cy wins."]


def test_points_nobody_knows_may_decide_the_match(path: Path) -> None:
    sitting = Sitting(path, ["12 8 x ender Bo", "no", "1 2 3 ender 1", "yes"], "skyjo")
    question = "Points that nobody noted decide it: is the match over (yes or no)?"
    assert (sitting.status, sitting.shown.count(question)) == (0, 2)
    assert sitting.rounds == "- ender: 2\n  score: [12, x, x]\n- ender: 1\n  score: [1, 2, 3]\n"


def test_nobody_can_say_who_won_where_points_are_not_known(path: Path) -> None:
    sitting = Sitting(path, ["12 120 x ender Ann", ""], "skyjo")
    assert "The match is over. Points that are not known decide who won." in sitting.shown


def test_a_match_is_given_up(path: Path) -> None:
    sitting = skyjo(
        path, "12 8 30 ender Bo", "1 2", "abandon", "show", "fix 1 Ann 13", "fix 2 1 2 3"
    )
    assert sitting.rounds == "- ender: 2\n  score: [13, 8, 30]\n- end: abandoned\n"
    assert "The match was given up." in sitting.shown
    assert "In all: Ann 12, Bo 8, Cy 30." in sitting.shown
    assert sitting.complaints[-1].endswith("there is no round 2 to be changed; rounds are 1 to 1 "
                                           "[no-such-round]")  # fmt: skip
    assert sitting.shown[-1] == f"To check it: scoutcli validate {path}"
    again = Sitting(path, ["undo", "1 2 3 ender Ann", "quit"])
    assert "The match was given up." in again.shown
    assert again.rounds.endswith("- ender: 1\n  score: [1, 2, 3]\n")


def test_a_match_that_was_given_up_is_forfeited(path: Path) -> None:
    skyjo(path, "12 8 30 ender Bo", "abandon")
    facts, _ = facts_of(part_of(path.read_text(encoding="utf-8")))
    assert facts is not None and facts.status == FORFEITED


def test_a_third_game_has_points_alone(path: Path) -> None:
    with toy.known():
        sitting = Sitting(path, ["3 5 ender 1", "3 5", "4", "1", ""], "toy", ("Ann", "Bo"))
        assert "in TOY it does not matter who ended it: as in 12 8 [bad-points]" in (
            sitting.complaints
        )
        assert sitting.rounds == ("- score: [3, 5]\n- score: [4, 1]\ntotal: [7, 6]\nwinners: [1]\n")
        assert "The match is over. Ann wins." in sitting.shown


# Corrections


@pytest.mark.parametrize(
    ("command", "first", "second"),
    [
        ("fix 2 Cy 40", "[24, 8, 30]", "[7, 38, 40]"),
        ("fix 1 Ann 7", "[7, 8, 30]", "[7, 38, 41]"),  # the lowest alone now
        ("fix 1 Bo 13", "[12, 13, 30]", "[7, 38, 41]"),
        ("fix 1 1 2 3", "[1, 2, 3]", "[7, 38, 41]"),
        ("fix 1 ender Cy", "[12, 8, 60]", "[7, 38, 41]"),
        ("fix 1 Ann 5 6 7", "[5, 6, 7]", "[7, 38, 41]"),
    ],
)
def test_any_round_is_corrected(command: str, first: str, second: str, path: Path) -> None:
    rounds = skyjo(path, *TWO, command).rounds
    assert [line.split(": ")[1] for line in rounds.splitlines() if "score" in line] == [
        first,
        second,
    ]
    assert skyjo(path, *TWO, command, "undo").rounds == skyjo(path, *TWO).rounds
    assert skyjo(path, *TWO, command, "undo", "redo").rounds == rounds


def test_a_corrected_round_is_told_with_the_new_totals(path: Path) -> None:
    shown = skyjo(path, *TWO, "fix 1 Bo 13").shown
    at = shown.index("Ann: 12 points in round 1, 19 points in all.")
    assert shown[at + 1] == "Bo: 13 points in round 1, 51 points in all."


def test_rounds_are_taken_out_and_put_between(path: Path) -> None:
    assert skyjo(path, *TWO, "delete 1").rounds == "- ender: 2\n  score: [7, 38, 41]\n"
    assert skyjo(path, *TWO, "insert 2 1 2 3 ender 1").rounds == (
        "- ender: 1\n  score: [24, 8, 30]\n- ender: 1\n  score: [1, 2, 3]\n"
        "- ender: 2\n  score: [7, 38, 41]\n"
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("fix 3 1 2 3", "no-such-round"),
        ("fix 0 1 2 3", "no-such-round"),
        ("fix Ann 12", "no-number"),
        ("fix 1", "no-number"),
        ("fix 1 12 5", "bad-points"),
        ("fix 1 Ann 12 5", "bad-points"),
        ("delete 3", "no-such-round"),
        ("delete", "no-number"),
        ("delete 1 2", "no-number"),
        ("insert 1 2 3", "bad-points"),
        ("insert 1 2 3 4", "bad-points"),  # who ended it is missing
        ("fix 1 Ann 120", "too-many-rounds"),
    ],
)
def test_what_cannot_be_corrected_is_refused_and_nothing_changes(
    command: str, code: str, path: Path
) -> None:
    sitting = skyjo(path, *TWO, command)
    assert sitting.complaints[-1].endswith(f"[{code}]")
    assert sitting.rounds == skyjo(path, *TWO).rounds


def test_a_mistake_in_a_correction_is_marked(path: Path) -> None:
    assert skyjo(path, *TWO, "fix 2 Jo 3").complaints[:2] == ["fix 2 Jo 3", "      ^^"]


def test_undo_and_redo_say_where_there_is_nothing(path: Path) -> None:
    sitting = skyjo(path, "undo", "redo")
    assert sitting.complaints == [
        "Nothing is noted that could be taken back.", "Nothing was taken back.",
    ]  # fmt: skip
