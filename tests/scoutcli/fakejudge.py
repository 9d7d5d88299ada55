"""The program with a judge that makes its figures up: for tests in which they do not matter.

As a script it runs the program; the processes that a run starts import it, and have the same
judge. SLOW is how many seconds a choice takes; SIGNAL the name of a file which gets a line for
each choice.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.bots import Budget
from games.game import Game
from notation import codec
from notation.audit import Audit
from scoutcli.analysis import match
from scoutcli.analysis.decisions import Choice
from scoutcli.analysis.model import Chance, Judged


class FakeJudge:
    """Every third choice is a mistake, as its key has it."""

    lacks = ""

    def __init__(self, game: Game, wish: match.Wish) -> None:
        self.notation = codec.get(game.name)
        budget = wish.budget or Budget(playouts=7)
        self.about = f"fake ({budget} at most), seed {match.number_of(wish.seed)}"
        self.seed = wish.seed
        self.open = wish.open

    def judge(self, choice: Choice, key: str, stop: Callable[[], bool] | None = None) -> Judged:
        """The same for the same key."""
        if signal := os.environ.get("SIGNAL"):
            with Path(signal).open("a", encoding="utf-8") as file:
                file.write(f"{key}\n")
        time.sleep(float(os.environ.get("SLOW", "0")))
        judged = Judged(
            choice.at, choice.part, choice.number, choice.seat, choice.move,
            self.notation.choice(choice.move), forced=len(choice.legal) == 1, open=self.open,
        )  # fmt: skip
        if judged.forced:
            return judged
        number = hashlib.sha256(f"{self.seed} {key}".encode()).digest()
        judged = replace(judged, worth=(number[0] - 128) / 16, playouts=7)
        if number[1] % 3:
            return judged
        others = [move for move in choice.legal if move != choice.move]
        best = others[number[2] % len(others)]
        mark = (0, 2, 4, 6)[number[3] % 4]
        return replace(
            judged, loss=number[4] / 32 + 0.01, error=0.125, best=best, mark=mark,
            best_text=self.notation.choice(best),
            kind="made up" if mark else "",
            words=f"it is made up [%loss 9] {{not}} {judged.text}" if mark else "",
        )  # fmt: skip


def fake_luck(audit: Audit, index: int, *_: Any) -> list[Chance]:
    """The deal, and something in the play of index 3; none where the deal is not known."""
    if audit.rounds[index].deal is None or not audit.rounds[index].deal:
        return []
    players = len(audit.match.players)
    worth = (0.5, -0.5, *[0.0] * (players - 2))
    return [Chance(-1, -1, "deal", worth), Chance(3, 0, "draw", worth[::-1])]


FAKES = {
    "_new_judge": lambda game, wish, _: FakeJudge(game, wish),
    "_luck": fake_luck,
    "ready": lambda *_: None,
}


def install(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let the program judge so."""
    from scoutcli.analysis import run

    for name, fake in FAKES.items():
        put(match, name, fake)
    put(run, "ready", FAKES["ready"])
    match.about.cache_clear()
    match._judge.cache_clear()


if __name__ in {"__main__", "__mp_main__"}:
    install()
if __name__ == "__main__":
    from scoutcli.cli import run as run_program

    sys.exit(run_program(sys.argv[1:]))
