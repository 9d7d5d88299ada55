"""The statistics of a run as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scoutcli.arena.sprt import Sprt
from scoutcli.arena.statistics import Latency, Statistics
from scoutcli.arena.tables import PERCENTILES
from scoutcli.estimates import Estimate


def as_json(statistics: Statistics, latencies: Sequence[Latency], sprt: Sprt | None = None) -> str:
    """One object with what `tables.text` shows, by the field names of `statistics`; on one line.

    What is not known is null. An estimate is its mean, half the width of its
    95 % interval, and the number of deals; times are in milliseconds.
    """
    times = dict(zip(statistics.names, latencies, strict=True))
    bots = [
        {
            "name": row.name,
            "matches": row.matches,
            "rounds": row.rounds,
            "points": row.points,
            "wins": row.wins,
            "win_share": row.win_share,
            "margin": _estimate(row.margin),
            "faults": dict(row.faults),
            "answers": times[row.name].count,
            "milliseconds": _milliseconds(times[row.name]),
        }
        for row in statistics.standings()
    ]
    pairs = [
        {
            "first": row.first,
            "second": row.second,
            "matches": row.matches,
            "margin": _estimate(row.margin),
            "share": _estimate(row.share),
        }
        for row in statistics.pairs()
    ]
    facts = {
        "bots": bots,
        "pairs": pairs,
        "matches": statistics.matches,
        "forfeited": statistics.forfeited,
        "abandoned": statistics.abandoned,
        "deals": {"complete": statistics.complete, "incomplete": statistics.incomplete},
        "test": None if sprt is None else _test(sprt),
    }
    return json.dumps(facts, ensure_ascii=False, allow_nan=False) + "\n"


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate._asdict()


def _milliseconds(times: Latency) -> dict[str, float] | None:
    if not times.count:
        return None
    found = {f"{percent}": times.percentile(percent) or 0.0 for percent in PERCENTILES}
    return {name: round(s * 1000, 6) for name, s in {**found, "longest": times.maximum}.items()}


def _test(sprt: Sprt) -> dict[str, Any]:
    low, high = sprt.bounds
    return {
        "model": sprt.model,
        "h0": sprt.h0,
        "h1": sprt.h1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "deals": sprt.deals,
        "mean": sprt.mean,
        "llr": sprt.llr,
        "bounds": [low, high],
        "accepted": sprt.decision,
    }
