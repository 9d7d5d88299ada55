"""Where lines end in a round's moves, and how notes stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import TextError
from notation.layout import lines, terminator, written
from notation.tokens import Comment, Judgement, Play, Variation, plain, read_moves
from tests.conftest import shared

TWO_PLAYERS = """\
1.F 2.F
2.S1:T9 1.S7:99
2.L29@6 2.S5:22 1.L62@3 1.L29@10 1.S9:321
2.R41@2 2.S1:44 1.S3:66
2.L26@6 2.S4:45 1.S1:9T
"""

# The new draw pile is due when seat 4, which starts, draws; in the line before, in mid-lap.
DRAW_PILES = """\
1.Ob2:7d2:5 2.Ob1:6d2:4 3.Oa1:1a2:1 4.Oa1:Ca2:C
4.D0@b2:7 1.DZ@a1:4 NB84C1 2.D7/c2:8 3.DZ/b3:C
N39CC67 4.D3@d1:7 1.T7@d3:A#d
"""

NOTES = r"""{a quiet start, hands \{not\} sorted} 1.K 2.F {turned for the eights}
1.S7:222 $1 {[%eq +1.25] three at once} ( 1.S1:3 {too small} ( 1.S2:5 ) 2.S1:5 ) {and it held} 2.R23@10 2.S2:88 $5
1.S5:999 2.R96@10 2.R79@6 2.S2:11
1.R13@6 1.S4:34 2.S9:9T
1.S3:11 2.S7:22
1.L32@2 1.S1:33
"""  # noqa: E501


def laid(text: str, choices: int, following: int | None = None) -> str:
    moves = read_moves(text)
    assert moves.fault is None
    return lines(moves.plays, moves.notes, choices=choices, following=following)


# Laps


@pytest.mark.parametrize(
    ("text", "choices"), [(TWO_PLAYERS, 2), (DRAW_PILES, 4), (NOTES, 2)], ids=["2", "draw", "notes"]
)
def test_canonical_text_comes_back_byte_for_byte_from_any_spacing(text: str, choices: int) -> None:
    assert laid(text, choices) == text
    assert laid(text.replace("\n", " "), choices) == text
    assert laid(re.sub(r" (?=\d\.)", "\r\n ", text), choices) == text


def test_the_opening_has_its_own_line_whoever_starts() -> None:
    assert laid("1.K 2.F 3.K 1.A 2.A 3.A 1.A", 3) == "1.K 2.F 3.K\n1.A 2.A 3.A\n1.A\n"
    assert laid("1.K 2.F 3.K 3.A 1.A 2.A 3.A", 3) == "1.K 2.F 3.K\n3.A 1.A 2.A\n3.A\n"


def test_a_game_without_opening_choices_begins_with_the_first_lap() -> None:
    assert laid("2.A 3.A 1.A 2.A 3.A", 0) == "2.A 3.A 1.A\n2.A 3.A\n"


def test_a_turn_of_several_moves_stays_on_its_line() -> None:
    assert laid("1.K 2.K 2.A 2.B 2.C 1.A 1.B 2.A 2.B 1.A", 2) == (
        "1.K 2.K\n2.A 2.B 2.C 1.A 1.B\n2.A 2.B 1.A\n"
    )


def test_chance_stands_before_the_move_that_needed_it() -> None:
    assert laid("1.K 2.K 1.A 2.A N7 1.A N8 2.A", 2) == "1.K 2.K\n1.A 2.A\nN7 1.A N8 2.A\n"
    assert laid("1.K 2.K N7 1.A N8 N9 2.A N1 N2 1.A", 2) == (
        "1.K 2.K\nN7 1.A N8 N9 2.A\nN1 N2 1.A\n"
    )


def test_lines_are_not_wrapped() -> None:
    text = "1.K\n" + " ".join(f"1.S{number}:44" for number in range(1, 500)) + "\n"
    assert laid(text, 1) == text


def test_a_word_with_an_unreadable_seat_counts_for_no_lap() -> None:
    assert laid("1.K 2.K 1.A x.A 2.A 1.A", 2) == "1.K 2.K\n1.A x.A 2.A\n1.A\n"


# The end of the text


@pytest.mark.parametrize(
    ("text", "following", "expected"),
    [
        ("", None, ""),
        ("", 0, ""),
        ("{a}", None, "{a}\n"),
        ("{a} {b}", 0, "{a} {b} "),
        ("1.K", 1, "1.K "),
        ("1.K 2.K", 0, "1.K 2.K\n"),
        ("1.K 2.K", 1, "1.K 2.K\n"),
        ("1.K 2.K 2.A", 0, "1.K 2.K\n2.A "),
        ("1.K 2.K 2.A 1.A", 0, "1.K 2.K\n2.A 1.A "),
        ("1.K 2.K 2.A 1.A", 1, "1.K 2.K\n2.A 1.A\n"),
        ("1.K 2.K 2.A", 1, "1.K 2.K\n2.A "),
        ("1.K 2.K 2.A", None, "1.K 2.K\n2.A\n"),
        ("1.K 2.K 2.A 1.A N7", 1, "1.K 2.K\n2.A 1.A\nN7 "),
        ("1.K 2.K 2.A N7", 0, "1.K 2.K\n2.A N7 "),
        ("1.K 2.K 2.A 1.A N7", None, "1.K 2.K\n2.A 1.A N7\n"),
    ],
)
def test_an_unfinished_round_ends_with_the_terminator_of_its_last_play(
    text: str, following: int | None, expected: str
) -> None:
    assert laid(text, 2, following) == expected


def test_terminator() -> None:
    # In the opening, whoever will start.
    assert terminator(0, 1, None, choice=True, choices=True) == " "
    assert terminator(0, 1, 1, choice=True, choices=True) == " "
    assert terminator(1, 0, 0, choice=True, choices=False) == "\n"
    assert terminator(1, 1, 1, choice=True, choices=False) == "\n"
    # After it; seat 1 starts.
    assert terminator(1, 2, 1) == " "
    assert terminator(0, 1, 1) == "\n"
    assert terminator(1, 1, 1) == " "
    assert terminator(0, 0, 1) == " "
    # Chance, before a move of any seat.
    assert terminator(None, 1, 1) == " "
    assert terminator(None, 0, 1) == " "
    # The round is over.
    assert terminator(1, None, 1) == "\n"
    assert terminator(0, None, None, choice=True, choices=True) == "\n"


@given(
    players=st.integers(1, 5),
    opened=st.booleans(),
    starter=st.integers(0, 4),
    turns=st.lists(st.tuples(st.booleans(), st.integers(1, 3)), max_size=15),
    over=st.booleans(),
)
def test_appending_gives_the_same_text_as_writing_the_whole_at_any_moment(
    players: int, opened: bool, starter: int, turns: list[tuple[bool, int]], over: bool
) -> None:
    starter %= players
    choices = players if opened else 0
    # What happens: (seat, text), seat None for chance.
    events: list[tuple[int | None, str]] = [(seat, f"{seat + 1}.K") for seat in range(choices)]
    for number, (pile, moves) in enumerate(turns):
        turn = (starter + number) % players
        events += [(None, f"N{number}")] * pile
        events += [(turn, f"{turn + 1}.A{number}")] * moves
    acting = [seat for seat, _ in events if seat is not None]
    text, made = "", 0
    for index, (seat, word) in enumerate(events):
        made += seat is not None
        following: int | None = acting[made] if made < len(acting) else 0
        if over and index == len(events) - 1:
            following = None
        text += word + terminator(
            seat, following, starter, choice=made <= choices, choices=made < choices
        )
        plays = [Play(word) for _, word in events[: index + 1]]
        assert lines(plays, choices=choices, following=following) == text


# Notes


def test_judgements_come_first_the_others_keep_their_order() -> None:
    assert laid("1.K{a}!( 1.F )$6 {b}", 1) == "1.K $1 $6 {a} ( 1.F ) {b}\n"
    assert laid("1.K ( 1.F {x} ?? ) ! 2.K", 2) == "1.K $1 ( 1.F $4 {x} ) 2.K\n"


def test_round_comments_stand_before_the_opening() -> None:
    assert laid("{a}\n{b}\n1.K\n1.A", 1) == "{a} {b} 1.K\n1.A\n"


def test_a_variation_stays_on_its_line_whoever_moves_in_it() -> None:
    assert laid("1.K 2.K 1.A (1.B 2.B 1.C 2.C) 2.A 1.A", 2) == (
        "1.K 2.K\n1.A ( 1.B 2.B 1.C 2.C ) 2.A\n1.A\n"
    )


def test_notes_on_chance_stay_with_it() -> None:
    assert laid("1.A 2.A N7 {what luck} 1.A", 0) == "1.A 2.A\nN7 {what luck} 1.A\n"


def test_a_play_is_written_with_all_its_notes() -> None:
    play = Play(
        "1.S7:222",
        notes=[
            Comment(r"a } and a { and a \ and"),
            Variation([Comment("first")], [Play("1.P", notes=[Judgement(6)])]),
            Judgement(1),
        ],
    )
    assert written(play) == r"1.S7:222 $1 {a \} and a \{ and a \\ and} ( {first} 1.P $6 )"
    assert written(Play("1.P", notes=[Comment("two\nlines")])) == "1.P {two lines}"


def test_a_comment_that_could_steer_a_terminal_is_not_written() -> None:
    with pytest.raises(TextError) as caught:
        written(Play("1.P", notes=[Comment("\x1b[2J")]))
    assert caught.value.code == "control-character"


# The reference matches


def reference_rounds() -> Iterator[tuple[Path, int, str]]:
    """Every round with moves of the valid reference matches: file, players, moves."""
    folder = shared()
    if folder is None:
        return
    for path in sorted((folder / "matches" / "valid").glob("*.yaml")):
        text = path.read_text("utf-8-sig")
        for document in re.split(r"(?m)^(?:---\n|(?=scoutcli:))", text):
            match = yaml.safe_load(document) or {}
            for played in match.get("rounds", ()):
                if "moves" in played:
                    yield path, len(match["players"]), played["moves"]


@pytest.mark.skipif(shared() is None, reason="no reference matches beside this checkout")
def test_the_reference_matches_come_back_byte_for_byte() -> None:
    seen = 0
    for path, players, text in reference_rounds():
        # hand-unfinished stops where seat 2 is to act.
        following = None if text.endswith("\n") else 1
        assert laid(text, players, following) == text, path
        assert (plain(text) is None) == ("{" in text), path
        seen += 1
    assert seen > 200
