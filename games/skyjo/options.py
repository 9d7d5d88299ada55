"""The options of SKYJO and its presets (rules: the table of options)."""

from __future__ import annotations

from collections.abc import Mapping

from games.options import Option

OPTIONS = (
    Option(
        "first_tie",
        "seat",
        "who starts when the two open cards of several players have the same, highest sum: "
        "the first seat among them, the higher single card (then the first seat), or a random one",
        words=("seat", "card", "random"),
    ),
    Option(
        "next_starter",
        "ender",
        "who starts a later round: the player who ended the round before, the highest sum of "
        "two open cards again, or the seat after the last starter",
        words=("ender", "highest", "rotate"),
    ),
    Option(
        "clear_rows",
        "false",
        "whether four equal open cards of a whole row are removed too",
        words=("false", "true"),
    ),
    Option(
        "final_clear",
        "true",
        "whether equal cards that the last turning over brings to light are removed too",
        words=("true", "false"),
    ),
    Option(
        "ender_penalty",
        "double",
        "what happens to points above zero of the player who ended the round and is not alone "
        "the lowest: they are doubled, doubled only if somebody is lower, or nothing",
        words=("double", "double-unless-tied", "none"),
    ),
    Option(
        "draw_exhausted",
        "keep-top",
        "when the draw pile is empty: all but the top of the discard pile are shuffled, "
        "or all are, and one of them is turned up",
        words=("keep-top", "turn-one"),
    ),
    Option(
        "score_limit",
        "100",
        "a match is over when somebody's total reaches this number; no limit where only "
        "rounds is given",
        numbers=range(1, 1_000_000),
        example="another number from 1",
        unless="rounds",
    ),
    Option(
        "rounds",
        "none",
        "how many rounds a match has at most; none: any number",
        words=("none",),
        numbers=range(1, 101),
    ),
    Option(
        "turn_limit",
        "1000",
        "after how many turns a round ends unfinished, with nobody doubled; none: never",
        words=("none",),
        numbers=range(50, 1_000_001),
        example="another number from 50",
    ),
)

PRESETS: Mapping[str, Mapping[str, str]] = {"official": {}}
