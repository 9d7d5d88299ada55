"""Analyses made by hand: what they come to has been worked out on paper."""

from __future__ import annotations

import math
import random

from notation.reader import Part
from scoutcli.analysis.account import accounts
from scoutcli.analysis.model import Chance, Judged, MatchReport, RoundReport
from scoutcli.viewer.walk import Walk

DOUBTFUL, BAD, VERY_BAD = 6, 2, 4


def choice(seat: int, at: int = 0, loss: float = 0.0, **facts: object) -> Judged:
    """A measured choice; what is not said is that of one without a fault."""
    given: dict[str, object] = {
        "part": 0, "number": at + 1, "move": None, "text": f"{seat + 1}.S{at}", "forced": False,
        "worth": 1.0, "loss": loss, "error": 0.1, "playouts": 400,
    }  # fmt: skip
    return Judged(at=at, seat=seat, **(given | facts))  # type: ignore[arg-type]


def forced(seat: int, at: int = 0) -> Judged:
    """A choice that was none."""
    return choice(seat, at, forced=True, worth=0.0, error=0.0, playouts=0)


FIRST = RoundReport(
    1,
    margins=(6.0, -1.5, -4.5),
    judged=(
        choice(0, 0),
        choice(1, 1, 4.0, mark=BAD, kind="gap", words="2.S9 keeps the row whole.",
               best="x", best_text="2.S9"),
        choice(2, 2, 1.0, mark=DOUBTFUL, kind="flip choice"),
        forced(0, 3),
        choice(1, 4, 0.5),
        choice(2, 5, 6.0, mark=VERY_BAD, kind="gap", words="3.P gives the round away."),
    ),
    luck=(
        Chance(-1, -1, "deal", (2.0, -3.0, 1.0)),
        Chance(3, 0, "draw", (0.5, -0.25, -0.25)),
    ),
    lucky=True,
)  # fmt: skip
"""Losses: none, 4.5 and 7. Each gives half of its loss to either other:

* seat 1: + (4.5 + 7) / 2 = + 5.75
* seat 2: - 4.5 + 7 / 2 = - 1
* seat 3: - 7 + 4.5 / 2 = - 4.75

Luck: + 2.5, - 3.25, + 0.75. So the residuals are 6 - 2.5 - 5.75 = - 2.25,
- 1.5 + 3.25 + 1 = + 2.75 and - 4.5 - 0.75 + 4.75 = - 0.5.
"""
UNENDED = RoundReport(
    2,
    margins=(None, None, None),
    judged=(choice(0, 0, 2.0, mark=BAD, kind="gap"), choice(1, 1), choice(2, 2)),
    luck=(Chance(-1, -1, "deal", (1.0, 0.0, -1.0)),),
    lucky=True,
)
NAMES = ("Ada", "Bo", "Cy")


def report(
    *rounds: RoundReport, names: tuple[str, ...] = NAMES, game: str = "scout", match: int = 1
) -> MatchReport:
    """A report of these rounds; FIRST and UNENDED without any."""
    found = rounds or (FIRST, UNENDED)
    about = "search (playouts=4000 at most), seed 1"
    return MatchReport("a.yaml", match, game, names, found, accounts(names, found), about)


def made_up(part: Part, seed: int = 1) -> MatchReport:
    """A report that fits a real match, with figures by chance: for what only has to be shown."""
    dice = random.Random(seed)
    match, audit = part.match, part.audit
    assert match is not None and match.game is not None and audit is not None
    players = len(match.names)
    rounds = []
    for index, checked in enumerate(audit.rounds):
        judged = []
        luck = [Chance(-1, -1, "deal", _spread(dice, players, 6))]
        for at, told in enumerate(Walk(audit, index).told()):
            if told.seat < 0:
                luck.append(Chance(at, -1, "pile", _spread(dice, players, 1)))
                continue
            loss = max(0.0, dice.gauss(-2, 3))
            mark = VERY_BAD if loss > 3 else BAD if loss > 1.5 else DOUBTFUL if loss > 1 else 0
            facts: dict[str, object] = {}
            if mark:
                facts = {
                    "mark": mark, "kind": dice.choice(("gap", "flip choice", "ended too early")),
                    "best": "x", "best_text": f"{told.seat + 1}.P",
                    "words": f"loses {loss:.1f} points (standard error 0.2): 1.P does better",
                }  # fmt: skip
            if dice.random() < 0.2:
                judged.append(forced(told.seat, at))
                continue
            facts |= {"number": told.number, "text": told.text, "worth": dice.gauss(0, 4)}
            judged.append(choice(told.seat, at, loss, **facts))
            if dice.random() < 0.3:
                luck.append(Chance(at, told.seat, "draw", _spread(dice, players, 2)))
        scores = [float(points) for points in checked.scores if points is not None]
        sign = -1 if match.game.lowest_wins else 1
        margins = tuple(
            sign * (points - (sum(scores) - points) / (players - 1)) for points in scores
        )
        whole = checked.ended and len(scores) == players
        rounds.append(
            RoundReport(
                index + 1,
                margins if whole else (None,) * players,
                tuple(judged),
                tuple(luck),
                lucky=True,
            )
        )
    names = tuple(match.names)
    about = "figures by chance"
    return MatchReport(
        match.file,
        match.index,
        match.game.name,
        names,
        tuple(rounds),
        accounts(names, rounds),
        about,
    )


def unmeasured(seat: int, at: int = 0) -> Judged:
    """A choice of which only a rule of thumb knows anything."""
    return choice(seat, at, 0.7, worth=0.3, error=math.inf, playouts=0)


def _spread(dice: random.Random, players: int, most: float) -> tuple[float, ...]:
    """Points for every seat, 0 in sum."""
    found = [dice.uniform(-most, most) for _ in range(players)]
    mean = sum(found) / players
    return tuple(points - mean for points in found)
