"""`scoutcli deal`: the deals that a seed stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import (
    game_argument,
    players_option,
    rules_for,
    rules_options,
    seed_option,
    seed_or_fresh,
)

if TYPE_CHECKING:
    from games.game import Game

PAGE = Page(
    description="""
    Prints the deal of the first round as it stands under `deal:` in a match file, so that cards
    can be laid out by hand and a match played from it can be noted. The same game, number of
    players, rules and seed always give the same cards: those that `scoutcli play` deals from that
    seed.

    With `--rounds` the deals of the following rounds come after it, an empty line between two
    rounds. With two players in SCOUT each even round deals the cards that the round before it
    left over.
    """,
    examples=(
        Example("scoutcli deal scout --players 3 --seed tea", "The first deal of a seed:"),
        Example(
            "scoutcli deal skyjo --players 2 --seed tea | tail -n 2",
            "The first discard and the draw pile of SKYJO:",
        ),
        Example(
            "scoutcli deal scout --players 2 --rounds 2 --seed 7",
            "Both rounds of a match of two:",
        ),
        Example(
            "scoutcli deal scout > tonight.txt",
            "Deal for four from a fresh seed, and see the seed:",
        ),
    ),
    exits=(WELL, WRONG_USE),
    also=("scoutcli-rules(1)",),
)


@subcommand("deal", PAGE)
@game_argument()
@players_option
@rules_options
@seed_option
@click.option(
    "-n",
    "--rounds",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many rounds to deal, from the first.",
)
def command(
    game: Game,
    players: int | None,
    changes: Sequence[Sequence[tuple[str, str]]],
    preset: str | None,
    seed: str | None,
    rounds: int,
) -> None:
    """Deal round after round, each knowing the deals before it."""
    from games.deals import Shuffler  # here and not above: `deal --help` deals nothing
    from games.game import Round
    from notation import codec

    rules = rules_for(game, players, changes, preset)
    seed = seed_or_fresh(seed)
    notation = codec.get(game.name)
    nobody_scored = (None,) * rules.players
    past: list[Round] = []
    for number in range(1, rounds + 1):
        deal = game.deal(rules, past, Shuffler(seed, number))
        if past:
            click.echo()
        click.echo(notation.format_deal(deal), nl=False)
        past.append(Round(nobody_scored, deal=deal))
