"""Matches that are played to be annotated: as they would stand in a file, read back from it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from games.bots import Spec, bot_seed
from games.dealer import Dealer
from games.game import Game
from notation import codec, writer
from notation.match import Player
from notation.reader import Part, read
from scoutcli.arena.plan import shuffle
from scoutcli.arena.record import Record

EXPERT = "expert:playouts=200"
"""Few playouts: it is to make few large mistakes, not to win."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match, and of each choice in each round whether it was made at random instead."""

    text: str
    planted: list[list[bool]]
    part: Part


def play(game: Game, bots: Sequence[str], seed: str, each: int = 0) -> Played:
    """Play a match of these bots (see `games.bots.Spec`).

    Of `each` choices that are not forced one is made at random, at places that
    the seed tells; it is planted where that is not what the bot would do.
    """
    rules, _ = game.rules(len(bots))
    record, dice = Record(codec.get(game.name)), random.Random(f"{seed} planted")
    dealer = Dealer(
        game, rules, seed,
        listener=lambda seat, moves, state, choice: record.play(seat, moves, state, choice=choice),
    )  # fmt: skip
    planted = []
    while not dealer.over:
        deal = dealer.draw_deal()
        record.begin_round(deal)
        dealer.begin_round(deal)
        planted.append(_play_round(dealer, bots, dice, each))
        played = dealer.end_round()
        record.end_round(dealer, [], str(played.end), played.scores)
    totals = tuple(points or 0 for points in dealer.totals)
    record.end_match(totals, game.winners(totals))
    names = [Player(bot) for bot in bots]
    header = writer.header(game, names, rules, {}, shuffle(seed, own_draws=False))
    text = record.text(header)
    (part,) = (part for part in read(BytesIO(text.encode()), "match") if part.match)
    return Played(text, planted, part)


def _play_round(dealer: Dealer, bots: Sequence[str], dice: random.Random, each: int) -> list[bool]:
    """Play a round to its end; which of the choices were planted."""
    state, number = dealer.state, len(dealer.past) + 1
    seated = [
        Spec.read(dealer.game, bot).make(bot_seed(dealer.seed, number, seat))
        for seat, bot in enumerate(bots)
    ]
    planted = []
    while state.end is None:
        legal = state.legal()
        move = seated[state.turn].choose(state.view(state.turn), legal)
        other = dice.choice(legal) if each and not dice.randrange(each) else move
        planted.append(other != move)
        dealer.play(other)
    return planted
