"""What people read in SKYJO."""

from __future__ import annotations

from games.game import Event
from games.skyjo.cards import UNKNOWN
from games.skyjo.moves import (
    Cleared,
    Drew,
    Ended,
    Flipped,
    Missed,
    Opened,
    Placed,
    Reshuffled,
    Revealed,
    Started,
    Turned,
)
from games.skyjo.state import State
from notation.skyjo import NOTATION
from tests.skyjo_table import HIDDEN, lay, make, plies, rules

NAMES = ("Ada", "Bo", "Cy")


def told(event: Event, by: int | None = None) -> str:
    return NOTATION.tell(event, NAMES, by)


def test_what_happened_is_told_in_a_sentence() -> None:
    assert told(Placed(0, 5, 7, 8, taken=True)) == "Ada takes the 7 at b2; out comes an 8."
    assert told(Placed(1, 5, -2, 5, taken=False)) == "Bo puts the -2 at b2; out comes a 5."
    assert told(Turned(1, 5, 11, 7)) == "Bo throws the 7 and turns up an 11 at b2."
    assert told(Revealed(0, (0, 5), (5, -1))) == "Ada opens 5 at a1, -1 at b2."
    assert told(Flipped(0, (0, 5), (5, -1))) == "Ada turns up 5 at a1, -1 at b2."
    assert told(Cleared(0, (1,), (7, 7, 7))) == "Ada clears column b: 7 7 7."
    assert told(Cleared(0, (1, 5), (7,) * 6)).startswith("Ada clears column b and row 2")
    assert told(Started(2)) == "Cy starts."
    assert "one more turn" in told(Opened(2))
    assert "57 cards" in told(Reshuffled(-1, 57, None))
    assert "a 5 is turned up" in told(Reshuffled(-1, 57, 5))
    assert told(Missed(0)) == "Ada makes a move that nobody noted."
    assert told(Ended(0, "limit", -1)) == "The round ends: too many turns."
    assert told(Ended(0, "opened", -1)) == "The round is over."
    assert "Bo is not alone the lowest" in told(Ended(0, "opened", 1))


def test_a_drawn_card_is_told_to_the_one_who_drew_it() -> None:
    assert told(Drew(0, 8), by=0) == told(Drew(0, 8)) == "Ada draws an 8."
    assert told(Drew(0, 8), by=1) == "Ada draws a card."


def test_what_nobody_noted_is_told_as_such() -> None:
    assert (
        told(Placed(0, -1, UNKNOWN, 5, taken=True)) == "Ada takes the unknown card; out comes a 5."
    )


def test_every_event_of_a_round_can_be_told_to_everybody() -> None:
    for state, seat, move in plies(rules(3, clear_rows="true", first_tie="random"), "told"):
        if not move:
            break
        for event in state.copy().apply(seat, move):
            sentences = {told(event, by) for by in (None, 0, 1, 2)}
            assert all(text == "" or text.endswith(".") for text in sentences)


def explained(state: State) -> dict[str, str]:
    view = state.view(0)
    return {NOTATION.choice(move): NOTATION.explain(move, view) for move in state.legal()}


def test_what_a_move_does_is_explained() -> None:
    """Of the hidden cards nothing is known but that they count some 5 each.

    At b3 three nines go, for a 1 and two nines that lay there: 19 points less.
    """
    words = explained(lay("5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6", HIDDEN, discard=(9,)))
    assert words["T@a1"] == "takes the 9 for the 5 at a1, +4"
    assert words["T@a2"] == "takes the 9 for a hidden card at a2, about +4"
    assert words["T@b1"] == "takes the 9 for the 9 at b1, no change"
    assert words["T@b3"] == "takes the 9 for the 1 at b3, clears column b, -19"
    assert words["D"] == "draws a card; then place it, or throw it and turn one"
    words = explained(lay("5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6", HIDDEN, drawn=-1))
    assert words["@a1"] == "puts the -1 for the 5 at a1, -6"
    assert words["@a2"] == "puts the -1 for a hidden card at a2, about -6"
    assert words["/a2"] == "throws the -1, turns up a2"


def test_a_hidden_card_that_may_clear_a_line_is_pointed_out() -> None:
    words = explained(lay("5 9 ? 2 / 5 8 ? 4 / ? 1 0 6", HIDDEN, drawn=-1))
    assert words["/a3"] == "throws the -1, turns up a3, a 5 clears column a"
    rows = lay("7 7 ? 7 / 5 8 ? 4 / ? 1 0 6", HIDDEN, drawn=8, clear_rows="true")
    assert explained(rows)["/c1"] == "throws the 8, turns up c1, a 7 clears row 1"
    assert explained(rows)["@b1"] == "puts the 8 for the 7 at b1, +1"


def test_it_is_said_where_a_move_leaves_nothing_hidden() -> None:
    last = "no hidden card is left: the others get one turn more"
    words = explained(lay("5 9 3 2 / 4 8 1 4 / ? 1 0 6", HIDDEN, discard=(2,)))
    assert words["T@a3"] == f"takes the 2 for a hidden card at a3, about -3, {last}"
    assert words["T@a1"] == "takes the 2 for the 5 at a1, -3"
    words = explained(lay("5 9 3 2 / 4 8 1 4 / ? 1 0 6", HIDDEN, drawn=2))
    assert words["/a3"] == f"throws the 2, turns up a3, {last}"
    words = explained(lay("5 9 3 2 / 4 8 1 4 / ? 1 0 6", "1 1 1 2 / 2 2 3 3 / 3 4 4 4",
                          drawn=2, ender=1))  # fmt: skip
    assert words["/a3"] == "throws the 2, turns up a3"


def test_the_position_is_shown_one_fact_a_line() -> None:
    state = lay(
        "5 . ? -2 / ?3 . ? 4 / ? . ? 12",
        "? ? ? ? / ? ? ? ? / 1 2 ? ?",
        discard=(3, 9),
        totals=(10, -4),
        turns=6,
    )
    assert NOTATION.show(state.view(0), NAMES) == [
        "Round 1, turn 7: Ada is to move",
        "Discard pile: 9 on top, 2 cards",
        "Draw pile: 127 cards",
        "Ada (you): 19 open, 5 hidden, total 10",
        "       a   b   c   d",
        "   1   5   .   ?  -2",
        "   2   ?   .   ?   4",
        "   3   ?   .   ?  12",
        "Bo: 3 open, 10 hidden, total -4",
        "       a   b   c   d",
        "   1   ?   ?   ?   ?",
        "   2   ?   ?   ?   ?",
        "   3   1   2   ?   ?",
    ]


def test_a_drawn_card_is_shown_to_the_one_who_drew_it() -> None:
    state = make(lay(HIDDEN, HIDDEN, stock=(7,)), "D")
    assert "Drawn: 7" in NOTATION.show(state.view(0), NAMES)
    assert not any("7" in line for line in NOTATION.show(state.view(1), NAMES)[3:])
    assert NOTATION.show(state.view(1), NAMES)[0] == "Round 1, turn 21: Ada has drawn a card"


def test_the_forms_of_the_cheat_sheet_are_read() -> None:
    for text, _ in NOTATION.cheat_sheet:
        moves = NOTATION.parse(text)
        assert NOTATION.format(moves) == text
