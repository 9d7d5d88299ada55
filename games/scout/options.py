"""The options of SCOUT and its presets (rules: "Options")."""

from __future__ import annotations

from games.options import Option

_TWO = range(2, 3)

OPTIONS = (
    Option(
        "exempt",
        "owner",
        "who does not pay for the cards left in hand when a round ends on an unbeaten Show: "
        "the owner of that Show, or nobody (only an emptied hand costs nothing)",
        words=("owner", "emptied"),
    ),
    Option(
        "all_scouted_empty",
        "end",
        "when every opponent scouts one card and the table is empty then: the round ends, "
        "or the owner shows again",
        words=("end", "continue"),
        players=range(3, 6),
    ),
    Option(
        "first_starter",
        "holder-1-2",
        "who starts the first round: the holder of card 1/2, a random seat, or this seat",
        words=("holder-1-2", "random"),
        numbers=range(1, 6),
        seats=True,
    ),
    Option(
        "flip",
        "swap",
        "what flipping a hand does: swaps the two numbers of each card, "
        "or turns the whole hand around, so that it also reads in reverse",
        words=("swap", "rotate"),
    ),
    Option(
        "rounds",
        "players",
        "how many rounds a match has: as many as players, or this number",
        words=("players",),
        numbers=range(1, 101),
    ),
    Option(
        "turn_limit",
        "1000",
        "after how many actions a round ends unfinished, with nobody exempt; none: never",
        words=("none",),
        numbers=range(50, 1_000_001),
        example="another number from 50",
    ),
    Option(
        "scout_token_to",
        "centre",
        "where the token goes that a Scout costs: out of play, or to the owner of the set "
        "as a point",
        words=("centre", "owner"),
        players=_TWO,
    ),
    Option(
        "unspent_tokens",
        "score",
        "whether tokens not spent are worth a point each at the end of a round",
        words=("score", "ignore"),
        players=_TWO,
    ),
    Option(
        "voluntary_stop",
        "false",
        "whether a player may end the round instead of answering the other player's set",
        words=("false", "true"),
        players=_TWO,
    ),
)

PRESETS = {"official": {}, "web": {"exempt": "emptied"}}
