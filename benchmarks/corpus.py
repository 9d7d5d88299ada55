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
from games.game import Move, Player, View
from games.scout.bots import Greedy, Random
from notation import codec, match, writer
from notation.recorder import Recorder

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
    # Recorded in memory first: a recorder asks the disk to confirm every move.
    with path.open("wb") as out:
        for number in range(matches):
            recorder = MemoryRecorder(notation)
            recorder.begin_match(head)
            dealer = Dealer(game, rules, str(number))
            dealer.listener = lambda *told, recorder=recorder: recorder.play(
                told[0], told[1], told[2], choice=told[3]
            )
            bots = [Mixed(number * PLAYERS + seat, wild) for seat in range(PLAYERS)]
            while not dealer.over:
                deal = dealer.draw_deal()
                recorder.begin_round(deal)
                dealer.begin_round(deal)
                while dealer.state.end is None:
                    seat = dealer.state.turn
                    legal = dealer.state.legal()
                    dealer.play(bots[seat].choose(dealer.state.view(seat), legal))
                    moves += 1
                moves -= PLAYERS
                played = dealer.end_round()
                recorder.end_round(played.end or "", played.scores)
            totals = [points or 0 for points in dealer.totals]
            recorder.end_match(totals, game.winners(totals))
            out.write(recorder.text())
    return moves


class MemoryRecorder(Recorder):
    """A recorder that keeps its text in memory."""

    def __init__(self, notation: codec.Notation) -> None:
        self.notation = notation
        self._parts: list[str] = []
        self._at_line_start = True

    def text(self) -> bytes:
        """All that was written."""
        return "".join(self._parts).encode()

    def _write(self, text: str) -> None:
        self._parts.append(text)

    def _ends_in_line_end(self) -> bool:
        return True


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    total = make(Path(sys.argv[1]), count)
    print(f"{count} matches, {total / count / PLAYERS:.1f} moves a round")
