"""Plots of results: what is to be seen as plain data, drawn in a terminal or into a file.

Curves are told by their signs, dashes and names; colour says the same once more.
"""

from __future__ import annotations

from scoutcli.plots.drawing import SUFFIXES, draw
from scoutcli.plots.model import MOST_CURVES, Curve, Panel
from scoutcli.plots.series import points_over_time, ratings_over_time, score_distribution
from scoutcli.plots.terminal import panel_lines

__all__ = [
    "MOST_CURVES",
    "SUFFIXES",
    "Curve",
    "Panel",
    "draw",
    "panel_lines",
    "points_over_time",
    "ratings_over_time",
    "score_distribution",
]
