"""Talks to an engine in this process, a command at a time."""

from __future__ import annotations

import io

from scoutcli.engine.commands import Engine
from scoutcli.engine.dialogue import serve

SCOUT = "new scout players=3 first_starter=2"
HANDS = "deal 1: 83 85 96 89 52 94 97 65 46 51 71 91 2: 21 82 67 13 43 59 16 54 35 86 87 32 3: "
HANDS += "27 62 92 18 75 93 47 36 24 48 73 14"
"""The first deal of the reference match 0052; with `SCOUT` seat 2 starts."""


def answers(*lines: str | bytes, engine: Engine | None = None) -> list[str]:
    """What is answered to lines: each answer without the empty line at its end."""
    data = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    out = io.StringIO()
    serve(engine or Engine("tea", lambda _: None), io.BytesIO(data), out)
    text = out.getvalue()
    assert not text or text.endswith("\n\n")
    return text.split("\n\n")[:-1]


class Dialogue:
    """An engine, and what it told on the side."""

    def __init__(self, *lines: str, seed: str | None = "tea") -> None:
        self.notices: list[str] = []
        self.engine = Engine(seed, self.notices.append)
        for line in lines:
            self.good(line)

    @property
    def record(self) -> str:
        """The match as `save` writes it."""
        assert self.engine._desk is not None
        return self.engine._desk.record()

    def ask(self, line: str) -> str:
        """The answer to one command."""
        (answer,) = answers(line, engine=self.engine)
        return answer

    def good(self, line: str) -> str:
        """What a command answers that has to succeed."""
        answer = self.ask(line)
        assert answer[0] == "=", f"{line}: {answer}"
        return answer[2:]

    def code(self, line: str) -> str:
        """The code of the error of a command, which is told on one line."""
        answer = self.ask(line)
        assert answer.startswith("? ") and answer.endswith("]") and "\n" not in answer, answer
        return answer[answer.rindex("[") + 1 : -1]

    def play_out(self, *bots: str) -> None:
        """Let bots, one a seat, play the match to its end."""
        while self.good("over") == "no":
            self.good("deal")
            self.play_round(*bots)

    def play_round(self, *bots: str, most: int = 10_000) -> None:
        """Let bots, one a seat, play the round to its end, or so many moves of it."""
        for _ in range(most):
            turn = self.good("turn")
            if turn == "-":
                return
            self.good(f"go {bots[int(turn) - 1]}")
