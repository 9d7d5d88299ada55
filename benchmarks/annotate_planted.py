"""Whether planted mistakes are found: the part ``planted`` of `benchmarks.annotate`.

Matches of `expert`, in which every fourth choice or so, at places told by the
seed, is made at random instead. They are recorded, read and annotated at the
usual level; planted choices, all that were marked, and every twentieth of the
others are judged again with up to twenty times the playouts, in other worlds.

* planted: the choices made at random that differ from that of `expert`;
* precision ??: of the moves marked ``??``, how many lose more than its threshold by the judge;
  softly: how many lose more than 3 points;
* precision marks: of all marked moves, how many lose more than the threshold of their own mark;
* recall: of the planted choices that lose more than 3 points by the judge, how many are marked;
* all: the same of all choices that were judged so;
* missed: of the choices neither planted nor marked that were looked at again, how many lose more
  than 3 points, and the largest loss of one;
* bias: the mean loss of the planted choices in the figures, less that by the judge.

The judge believes in the same worlds and the same rule of thumb: it tells what
few playouts get wrong, not what the search does.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import games
from benchmarks.annotate_play import EXPERT, play
from games.bots import Budget
from games.game import Game
from games.search.deciding import deciders
from games.search.measuring import find_best, find_loss
from scoutcli.analysis.decisions import Choice, choices
from scoutcli.analysis.marks import BAD, DOUBTFUL, SURE, VERY_BAD
from scoutcli.analysis.match import Wish, analyse_match, number_of
from scoutcli.analysis.model import Judged
from scoutcli.analysis.reasons import reasons_for

MATCHES = {("scout", 4): 5, ("scout", 2): 15, ("skyjo", 2): 3, ("skyjo", 4): 2}
"""So many give some 60 planted losses over 3 points, or more."""
EACH = 4
"""Of so many choices one is planted."""
SAMPLED = 20
"""Of so many choices that nothing is said of one is judged again."""
DEEPER = 20
LARGE = 3.0
"""A loss that has to be found, in points."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A choice that was judged twice."""

    planted: bool
    judged: Judged
    lost: float
    """By the longer analysis, in points."""


class Deep:
    """Judges choices anew with many playouts, all of which are spent where it is close."""

    def __init__(self, game: Game) -> None:
        reasons = reasons_for(game.name)
        playouts = DEEPER * reasons.PLAYOUTS
        self._bounds = (*reasons.MARKS, LARGE)
        self._half = Budget(playouts=playouts // 2)
        self._make = deciders(game, Budget(playouts=playouts))

    def lost(self, choice: Choice, key: str) -> float:
        """How many points a choice lost; not below 0."""
        decision = self._make(number_of(f"find {key}"))(choice.view, [choice.move])
        best = decision.moves[find_best(decision, self._half).best]
        if best == choice.move:
            return 0.0
        decision = self._make(number_of(f"measure {key}"))(
            choice.view, [best, choice.move], match=False
        )
        pair = decision.moves.index(best), decision.moves.index(choice.move)
        found = find_loss(decision, pair, self._half, self._bounds, SURE)
        return max(0.0, float(found.worths[pair[0]] - found.worths[pair[1]]))


def planted_match(asked: tuple[str, int, int]) -> tuple[list[Sample], int]:
    """The choices of a match that were judged twice, and how many it has that were not forced."""
    name, players, number = asked
    game, seed = games.get(name), f"planted {players} {number}"
    played = play(game, [EXPERT] * players, seed, EACH)
    report = analyse_match(played.part, Wish())
    deep, dice, samples, unforced = Deep(game), random.Random(seed), [], 0
    assert played.part.audit is not None
    for index, found in enumerate(report.rounds):
        made = choices(played.part.audit, index)
        rows = zip(made, found.judged, played.planted[index], strict=True)
        for choice, judged, planted in rows:
            unforced += not judged.forced
            if planted or judged.mark or not (judged.forced or dice.randrange(SAMPLED)):
                key = f"{seed} {index} {judged.at} {judged.part}"
                samples.append(Sample(planted, judged, deep.lost(choice, key)))
    return samples, unforced


PLANTED = (
    "game", "players", "matches", "unforced", "planted", "precision ??", "softly",
    "precision marks", "recall", "all", "missed", "bias",
)  # fmt: skip


def planted_row(
    name: str, players: int, matches: Sequence[tuple[list[Sample], int]]
) -> Sequence[str]:
    """The figures of a table as words."""
    marks = dict(zip((DOUBTFUL, BAD, VERY_BAD), reasons_for(name).MARKS, strict=True))
    samples = [sample for found, _ in matches for sample in found]
    planted = [sample for sample in samples if sample.planted]
    marked = [sample for sample in samples if sample.judged.mark]
    worst = [sample for sample in marked if sample.judged.mark == VERY_BAD]
    rest = [sample.lost for sample in samples if not (sample.planted or sample.judged.mark)]
    bias = statistics.fmean(sample.judged.loss - sample.lost for sample in planted)
    return [
        name, str(players), str(len(matches)), str(sum(count for _, count in matches)),
        str(len(planted)),
        share(sum(sample.lost > marks[VERY_BAD] for sample in worst), len(worst)),
        share(sum(sample.lost > LARGE for sample in worst), len(worst)),
        share(sum(sample.lost > marks[sample.judged.mark] for sample in marked), len(marked)),
        recall(planted), recall(samples),
        f"{sum(lost > LARGE for lost in rest)} of {len(rest)}, {max(rest, default=0.0):.2f}",
        f"{bias:+.2f}",
    ]  # fmt: skip


def share(some: int, of: int) -> str:
    """A part of a number: ``0.95 (19/20)``; ``-`` of nothing."""
    return f"{some / of:.2f} ({some}/{of})" if of else "-"


def recall(samples: Iterable[Sample]) -> str:
    """Of the choices that lose much, how many are marked."""
    large = [sample for sample in samples if sample.lost > LARGE]
    return share(sum(sample.judged.mark > 0 for sample in large), len(large))
