"""The report of an analysis for programs: an object of JSON for each match, as `FIELDS` tells.

Names do not change within a `VERSION`, fields can be added. Rounds, plays,
moves and seats count from 1. What is not known is null in a list with a place
for each seat, and absent anywhere else; every number is finite, with at most
four digits behind the point.
"""

from __future__ import annotations

import math
from typing import Any

from notation.tokens import JUDGEMENTS
from scoutcli.analysis.account import MARKS, Sums
from scoutcli.analysis.course import Turn, turning_points
from scoutcli.analysis.model import Account, Chance, Judged, MatchReport, RoundReport
from scoutcli.analysis.ratings import rating

VERSION = 1

FIELDS = (
    ("version", "the version of this form, 1"),
    ("file, match", "the file, and which match of it"),
    ("game", "the game's name"),
    ("players", "the names, by seat"),
    ("evaluator", "what judged, in words: `search (playouts=4000 at most), seed 1`"),
    ("complete", "whether all that was asked for is done"),
    ("notices", "what could not be done, in sentences"),
    ("rounds", "a list with an object for each round:"),
    ("rounds[].round", "its number"),
    ("rounds[].margins",
     "the points of each seat against the mean of the others, + is better; null: not known"),
    ("rounds[].luck_measured", "whether the luck of the round could be measured"),
    ("rounds[].moves", "a list with an object for each choice, in the order they were made:"),
    ("rounds[].moves[].play", "the play that it belongs to, chance and opening counted"),
    ("rounds[].moves[].part", "which choice of this play it is"),
    ("rounds[].moves[].move", "the number of the move; absent in the opening"),
    ("rounds[].moves[].seat", "who chose"),
    ("rounds[].moves[].text", "the move, as the notation writes a choice"),
    ("rounds[].moves[].forced", "whether there was no other"),
    ("rounds[].moves[].open", "whether it was judged with all cards seen, in hindsight"),
    ("rounds[].moves[].equity",
     "the margin expected in the round by this move; absent where forced or not measured"),
    ("rounds[].moves[].equity_error",
     "the standard error of the equity; absent where it was worked out, not sampled"),
    ("rounds[].moves[].loss",
     "how much less that is than by the best move; 0 where it is within one standard error"),
    ("rounds[].moves[].error",
     "the standard error of the loss; absent in hindsight, unless it is 0 because it was solved"),
    ("rounds[].moves[].playouts", "in how many worlds the move was played; 0: solved, or forced"),
    ("rounds[].moves[].best", "the best move, where that is another one"),
    ("rounds[].moves[].best_moves",
     "the best moves found, at most three, the best first; the one made may be among them:"),
    ("rounds[].moves[].best_moves[].text", "the move"),
    ("rounds[].moves[].best_moves[].equity, rounds[].moves[].best_moves[].equity_error",
     "as those of the move made"),
    ("rounds[].moves[].mark", "`?!`, `?` or `??`, where it has one"),
    ("rounds[].moves[].kind, rounds[].moves[].words",
     "the kind of the mistake, and a sentence on it, where it has a mark"),
    ("rounds[].luck", "a list with an object for each chance event:"),
    ("rounds[].luck[].play", "the play before which or in which it fell; 0: the deal"),
    ("rounds[].luck[].seat", "whom it befell; absent: all"),
    ("rounds[].luck[].what", 'what fell: see "Luck"'),
    ("rounds[].luck[].worth", "what it was worth to each seat, in points; 0 in sum"),
    ("accounts", "a list with an object for each seat:"),
    ("accounts[].seat, accounts[].player", "who; seat is absent in a sum of matches"),
    ("accounts[].decisions", "the choices that were measured and not forced"),
    ("accounts[].lost, accounts[].rate",
     "the points lost by them, in all and for each; rate is absent where there were none"),
    ("accounts[].marks", "how many moves are marked `?!`, `?` and `??`: an object with all three"),
    ("accounts[].mistakes", "a list with an object for each kind of mistake:"),
    ("accounts[].mistakes[].kind", "which"),
    ("accounts[].mistakes[].times, accounts[].mistakes[].lost", "how many, and what they cost"),
    ("accounts[].rounds", "how many rounds are known in full; what follows is about these"),
    ("accounts[].result", "the sum of the margins; it is luck + errors + residual"),
    ("accounts[].luck", "what chance gave"),
    ("accounts[].errors", "what the own losses took, and those of the others gave"),
    ("accounts[].residual", "what neither explains"),
    ("accounts[].adjusted", "the result without the luck"),
    ("accounts[].rating",
     "the word for the rate; absent with few decisions or playouts, and in hindsight"),
    ("turning_points", "the largest losses, then the largest strokes of luck, the largest first:"),
    ("turning_points[].round, turning_points[].play, turning_points[].seat", "where, and for whom"),
    ("turning_points[].move", "the number of the move, where it has one"),
    ("turning_points[].gain", "what it brought that seat, in points; a loss is below 0"),
    ("turning_points[].what", "`loss`, or the word of the chance event"),
    ("turning_points[].text", "the move that lost; absent for luck"),
)  # fmt: skip
"""Each field with its meaning, as the manual tells it."""

Facts = dict[str, Any]


def as_json(report: MatchReport) -> Facts:
    """The report of a match, of values that `json.dumps` writes as they are."""
    losses, strokes = turning_points(report)
    facts: Facts = _rounded(
        {
            "version": VERSION,
            "file": report.file,
            "match": report.match,
            "game": report.game,
            "players": list(report.names),
            "evaluator": report.about,
            "complete": report.complete,
            "notices": list(report.notices),
            "rounds": [_round(found) for found in report.rounds],
            "accounts": [_account(report.game, account) for account in report.accounts],
            "turning_points": [_turn(turn) for turn in (*losses, *strokes)],
        }
    )
    return facts


def sums_as_json(sums: Sums) -> Facts:
    """The players of several matches: a standing for each game and number of seats.

    The accounts are as in a match, without a seat, who lost least for each
    decision first.
    """
    facts: Facts = _rounded(
        {
            "version": VERSION,
            "matches": sums.matches,
            "standings": [
                {
                    "game": standing.game,
                    "seats": standing.players,
                    "matches": standing.matches,
                    "accounts": [_account(standing.game, each) for each in standing.ranked()],
                }
                for standing in sums
            ],
        }
    )
    return facts


def _rounded(value: Any) -> Any:
    """The same with numbers of at most four digits behind the point, and no -0."""
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return list(map(_rounded, value))
    return round(value, 4) + 0.0 if isinstance(value, float) else value


def _round(found: RoundReport) -> Facts:
    return {
        "round": found.number,
        "margins": [_finite(margin) for margin in found.margins],
        "luck_measured": found.lucky,
        "moves": [_judged(judged) for judged in found.judged],
        "luck": [_chance(chance) for chance in found.luck],
    }


def _judged(judged: Judged) -> Facts:
    facts: Facts = {"play": judged.at + 1, "part": judged.part + 1}
    if judged.number is not None:
        facts["move"] = judged.number
    facts |= {
        "seat": judged.seat + 1,
        "text": judged.text,
        "forced": judged.forced,
        "open": judged.open,
        "playouts": judged.playouts,
    }
    if judged.measured and not judged.forced:
        facts |= _known(
            equity=judged.worth,
            equity_error=judged.doubt,
            loss=judged.loss,
            error=judged.error if judged.solved or not judged.open else None,
        )
    if judged.best is not None:
        facts["best"] = judged.best_text
    if judged.bests:
        facts["best_moves"] = [
            {"text": best.text, **_known(equity=best.worth, equity_error=best.error)}
            for best in judged.bests
        ]
    if judged.mark:
        facts |= {
            "mark": JUDGEMENTS[judged.mark - 1],
            "kind": judged.kind,
            "words": judged.words,
        }
    return facts


def _known(**figures: float | None) -> Facts:
    """Those that are finite numbers."""
    return {name: value for name, value in figures.items() if _finite(value) is not None}


def _chance(chance: Chance) -> Facts:
    facts: Facts = {"play": chance.at + 1, "what": chance.what}
    if chance.seat >= 0:
        facts["seat"] = chance.seat + 1
    return facts | {"worth": [_finite(points) for points in chance.worth]}


def _account(game: str, account: Account) -> Facts:
    facts: Facts = {} if account.seat < 0 else {"seat": account.seat + 1}
    facts |= {"player": account.name, "decisions": account.unforced, "lost": account.lost}
    if account.unforced:
        facts["rate"] = account.rate
    facts |= {
        "marks": {JUDGEMENTS[mark - 1]: account.marks.get(mark, 0) for mark in MARKS},
        "mistakes": [
            {"kind": kind, "times": times, "lost": lost}
            for kind, (times, lost) in account.kinds.items()
        ],
        "rounds": account.rounds,
    }
    if account.rounds:
        facts |= {
            "result": account.result,
            "luck": account.luck,
            "errors": account.errors,
            "residual": account.residual,
            "adjusted": account.adjusted,
        }
    if word := rating(game, account):
        facts["rating"] = word
    return facts


def _turn(turn: Turn) -> Facts:
    facts: Facts = {"round": turn.round, "play": turn.made, "seat": turn.seat + 1}
    if turn.number is not None:
        facts["move"] = turn.number
    facts |= {"gain": turn.gain, "what": turn.what or "loss"}
    if turn.judged is not None:
        facts["text"] = turn.judged.text
    return facts


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
