"""Make a file of SCOUT matches to measure with: ``python -m benchmarks.corpus OUT [MATCHES]``.

Four players who play any move three times out of four and a greedy one else,
which makes rounds of about 60 moves.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import games
from games.dealer import Dealer
from games.game import Move, Player, State, View
from games.scout.bots import Greedy, Random
from notation import codec, match, writer
from notation.recorder import Scribe

PLAYERS = 4


class Mixed:
    """Any move with this probability, else what the greedy player does."""

    def __init__(self, seed: int, wild: float) -> None:
        self._coin = random.Random(seed)
        self._wild = wild
        self._random, self._greedy = Random(seed), Greedy(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        player: Player = self._random if self._coin.random() < self._wild else self._greedy
        return player.choose(view, legal)


def make(path: Path, matches: int, wild: float = 0.93) -> int:
    """Write so many matches; the number of moves in them."""
    game = games.get("scout")
    notation = codec.get("scout")
    rules, _ = game.rules(PLAYERS)
    players = [match.Player(f"Player {seat + 1}") for seat in range(PLAYERS)]
    head = writer.header(game, players, rules, {"event": "Benchmark"}, {})
    moves = 0
    scribe = Scribe(notation)
    with path.open("w", encoding="utf-8", newline="\n") as out:

        def listen(seat: int, made: Sequence[Move], state: State, choice: bool) -> None:
            out.write(scribe.play(seat, made, state, choice=choice))

        for number in range(matches):
            out.write(scribe.begin_match(head))
            dealer = Dealer(game, rules, str(number), listener=listen)
            bots = [Mixed(number * PLAYERS + seat, wild) for seat in range(PLAYERS)]
            while not dealer.over:
                deal = dealer.draw_deal()
                out.write(scribe.begin_round(deal))
                dealer.begin_round(deal)
                while dealer.state.end is None:
                    seat = dealer.state.turn
                    legal = dealer.state.legal()
                    dealer.play(bots[seat].choose(dealer.state.view(seat), legal))
                    moves += 1
                moves -= PLAYERS
                played = dealer.end_round()
                out.write(scribe.end_round(played.end or "", played.scores))
            totals = [points or 0 for points in dealer.totals]
            out.write(scribe.end_match(totals, game.winners(totals)))
    return moves


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    total = make(Path(sys.argv[1]), count)
    print(f"{count} matches, {total / count / PLAYERS:.1f} moves a round")
