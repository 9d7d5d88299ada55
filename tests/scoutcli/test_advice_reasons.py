"""What one move does better than another: facts that can be seen on the table."""

from __future__ import annotations

import pytest

import games
from games.game import Move, State
from games.scout.state import State as ScoutState
from notation import codec
from scoutcli.analysis.reasons import reasons_for
from tests.skyjo_table import lay


def better(state: State, game: str, best: str, other: str) -> list[str]:
    """The reasons for one move against another, both by their text."""
    notation, legal = codec.get(game), state.legal()
    moves: dict[str, Move] = {notation.choice(move): move for move in legal}
    return reasons_for(game).better(state.view(state.turn), moves[best], moves[other])


def scout(hand: bytes, table: bytes, *, players: int = 4, scouts: int = 0) -> ScoutState:
    """Seat 2 to act, the set of seat 1 on the table, or of the seat before those that scouted."""
    rules, _ = games.get("scout").rules(players)
    rest = [b"\x21\x74", b"\x73\x28", b"\x71\x38"]
    hands = [rest[0], hand, *rest[1 : players - 1]]
    two = players == 2
    return ScoutState.from_position(
        rules, hands, table, -scouts % players, 1, scouts, [0] * players, [2 * two] * players,
        [not two] * players, 20, 1, (0,) * players,
    )  # fmt: skip


# Hand 4/6 4/5 9/1 5/9 6/8: the Shows 4 4, 9, 5 6 (and singles). On the table 3/2 3/1.
HAND, TABLE = b"\x46\x45\x91\x59\x68", b"\x32\x31"


@pytest.mark.parametrize(
    ("best", "other", "reasons"),
    [
        # 44 captures both and leaves 9 5 6, two Shows. The Scout of the left 3 makes six cards,
        # 3 | 44 | 9 | 56: four, gives seat 1 a token, and leaves one card to beat.
        ("S1:44", "L32@1", [
            "leaves 3 cards in 2 Shows, not 6 in 4",
            "captures 2 cards",
            "leaves 2 cards to beat, not 1",
            "gives away no token",
        ]),
        # 3 44 9 56 and 44 9 3 56: four Shows either way, and all else is the same.
        ("L32@1", "L32@4", []),
        ("S1:44", "L32@1+S2:44", [
            "leaves 3 cards in 2 Shows, not 4 in 3",
            "keeps your Scout & Show",
            "captures 2 cards, not 1",
            "gives away no token",
        ]),
    ],
)  # fmt: skip
def test_scout_what_a_move_leaves_captures_and_gives(
    best: str, other: str, reasons: list[str]
) -> None:
    assert better(scout(HAND, TABLE), "scout", best, other) == reasons


def test_scout_with_two_players_a_scout_spends_a_token() -> None:
    found = better(scout(HAND, TABLE, players=2), "scout", "S1:44", "L32@1")
    assert found[-1] == "spends no token"


def test_scout_a_move_that_ends_the_round_with_cards_in_the_hand() -> None:
    # Seats 4 and 1 have scouted: a third Scout ends the round, and six cards cost six points.
    found = better(scout(HAND, TABLE, scouts=2), "scout", "S1:44", "L32@1")
    assert found[0] == "does not end the round with 6 cards in your hand"


OTHERS = "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?"


@pytest.mark.parametrize(
    ("grid", "drawn", "best", "other", "reason"),
    [
        ("9 5 3 ? / 9 2 ? 6 / 7 1 7 ?", 9, "@a3", "@b1", "clears column a, three 9s"),
        ("9 5 3 ? / 9 2 ? 6 / 7 1 7 ?", 4, "@a3", "@a1", "keeps the two 9s in column a"),
        ("9 5 3 ? / 4 2 ? 6 / 7 1 7 ?", 9, "@a3", "@b3", "makes two 9s in column a"),
        ("9 5 3 ? / 4 2 ? 6 / 7 1 7 ?", 8, "@a1", "@b2", "does not throw a 2 to the next player"),
    ],
)
def test_skyjo_columns_and_what_is_thrown(
    grid: str, drawn: int, best: str, other: str, reason: str
) -> None:
    assert reason in better(lay(grid, OTHERS, drawn=drawn), "skyjo", best, other)


def test_skyjo_the_points_in_the_grid() -> None:
    # Every card open but one, d3: 9 5 3 4 / 4 2 5 6 / 7 1 7 are 53. A 1 for the 9 saves 8, for the
    # first 3 saves 2, whatever is hidden: 6 points between them.
    state = lay("9 5 3 4 / 4 2 5 6 / 7 1 7 ?", OTHERS, drawn=1)
    found = better(state, "skyjo", "@a1", "@c1")[0].split()
    assert found[:2] == ["leaves", "about"] and int(found[-1]) - int(found[2]) == 6


def test_skyjo_to_end_the_round_behind_or_before_the_others() -> None:
    behind = lay("9 8 7 6 / 9 8 7 6 / 2 1 0 ?", OTHERS, drawn=12)
    found = better(behind, "skyjo", "@a1", "/d3")
    assert any(words.startswith("does not end the round at about 6") for words in found)
    before = lay("0 1 0 1 / 1 0 1 0 / 0 1 -1 ?", "9 ? 8 ? / ? 9 ? 8 / 9 ? 8 ?", drawn=0)
    found = better(before, "skyjo", "@d3", "@b1")
    assert any(words.startswith("ends the round at about 4 points, the next") for words in found)
