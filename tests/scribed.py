"""Whole matches in memory: played by a dealer, written down by a scribe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import games
from games.dealer import Dealer
from games.deals import ALGORITHM
from games.game import Move, State
from games.options import Rules
from notation import codec, writer
from notation.match import Player
from notation.recorder import Scribe
from tests.record import Choose


@dataclass(slots=True)
class Scribed:
    """What was said of a match, in the order in which it was said, and how the match went."""

    said: list[str] = field(default_factory=list)
    scores: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()
    """From 0."""
    plies: int = 0

    @property
    def text(self) -> str:
        """The record."""
        return "".join(self.said)


def plain_header(game: str, rules: Rules, seed: str) -> str:
    """The keys before the rounds, with names that say nothing."""
    names = [Player(f"P{seat}") for seat in range(1, rules.players + 1)]
    shuffle = {"algorithm": ALGORITHM, "seed": seed}
    return writer.header(games.get(game), names, rules, {}, shuffle)


def scribed(
    game: str,
    rules: Rules,
    seed: str,
    choose: Choose,
    *,
    header: str | None = None,
    faults: Mapping[int, Sequence[str]] | None = None,
    given_up_after: int | None = None,
    growing: bool = False,
) -> Scribed:
    """Play a match, or give it up after so many moves; `faults` are lines by round, from 1."""
    played = Scribed()
    scribe = Scribe(codec.get(game), growing=growing)

    def listen(seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        played.said.append(scribe.play(seat, moves, state, choice=choice))

    dealer = Dealer(games.get(game), rules, seed, listener=listen)
    played.said.append(scribe.begin_match(header or plain_header(game, rules, seed)))
    given_up = False
    while not (dealer.over or given_up):
        deal = dealer.draw_deal()
        played.said.append(scribe.begin_round(deal))
        dealer.begin_round(deal)
        while (state := dealer.state).end is None:
            given_up = played.plies == given_up_after
            if given_up:
                break
            dealer.play(choose(state, state.legal()))
            played.plies += 1
        played.said.append(scribe.faults((faults or {}).get(len(dealer.past) + 1, ())))
        if given_up:
            played.said.append(scribe.end_round("abandoned"))
        else:
            result = dealer.end_round()
            assert result.end is not None
            played.said.append(scribe.end_round(result.end, result.scores))
    played.scores = tuple(tuple(points or 0 for points in past.scores) for past in dealer.past)
    totals = [points or 0 for points in dealer.totals]
    played.winners = () if given_up else dealer.game.winners(totals)
    played.said.append(scribe.end_match(totals, played.winners))
    return played
