"""Panels as a picture in a file, by matplotlib: SVG, or PNG.

The same panels give the same bytes, with one release of matplotlib. No window
is opened and no setting of the user's matplotlib is heeded. Text in SVG stays text.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.errors import RuleError
from scoutcli.extras import extra
from scoutcli.plots.model import Curve, Panel
from scoutcli.render.text import clip

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

SUFFIXES = (".svg", ".png")

_WIDTH, _CURVES_HIGH, _BARS_HIGH, _TITLE_HIGH = 9.0, 4.0, 1.7, 0.6
"""In inches."""
_MOST_NAME = 28
"""Columns that a name takes in a legend."""

# M. Okabe and K. Ito, "Color Universal Design" (2008), a grey in place of the yellow, which is
# faint on white.
_COLOURS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F",
)  # fmt: skip
_DASHES: tuple[Any, ...] = (
    "-", (0, (6, 2)), (0, (2, 2)), (0, (8, 2, 2, 2)), (0, (4, 1)), (0, (1, 1)),
    (0, (10, 3)), (0, (6, 1, 1, 1, 1, 1)),
)  # fmt: skip
_MARKERS = "os^DvP*X"

_STYLE: dict[Any, Any] = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10.0,
    "grid.alpha": 0.3,
    "savefig.dpi": 120,
    "svg.fonttype": "none",  # text, which can be found and read aloud
    "svg.hashsalt": "scoutcli",
    "text.parse_math": False,  # a name with dollars is no formula
}
_FONTS = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "Noto Emoji")
"""Asked in turn for a letter; only the first comes with matplotlib."""


def draw(panels: Sequence[Panel], path: Path) -> None:
    """Draw panels below each other into a file, as its suffix says.

    Raises RuleError ``bad-suffix``, ``no-panel`` where there is nothing to be
    seen, ``extra-missing`` without matplotlib; OSError.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise RuleError(
            "bad-suffix", f"a plot is an .svg file or a .png file, not {path.suffix or 'neither'}"
        )
    seen = [panel for panel in panels if any(curve.points for curve in panel.curves)]
    if not seen:
        raise RuleError("no-panel", "there is nothing to be plotted: no match has ended")
    path.write_bytes(_picture(seen, suffix[1:]))


def _picture(panels: Sequence[Panel], form: str) -> bytes:
    with extra("plot", "a plot in a file"):
        import matplotlib as mpl  # large, and not installed everywhere
        from matplotlib.figure import Figure
        from matplotlib.font_manager import get_font_names

    known = set(get_font_names())
    heights = [_height(panel) for panel in panels]
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a letter that no font has
        mpl.rcdefaults()
        fonts = [font for font in _FONTS if font in known]
        mpl.rcParams.update({**_STYLE, "font.family": [*fonts, "sans-serif"]})
        figure = Figure(figsize=(_WIDTH, sum(heights)), layout="constrained")
        parts = figure.subfigures(len(panels), 1, height_ratios=heights, squeeze=False)
        for panel, part in zip(panels, parts[:, 0], strict=True):
            part.suptitle(panel.title, fontweight="bold")
            (_draw_bars if panel.width else _draw_curves)(panel, part)
        out = BytesIO()
        figure.savefig(out, format=form, metadata=_about(panels, form))
    return out.getvalue()


def _height(panel: Panel) -> float:
    if panel.width:
        return _TITLE_HIGH + _BARS_HIGH * -(-len(panel.curves) // 2)
    return _CURVES_HIGH


def _about(panels: Sequence[Panel], form: str) -> dict[str, str | None]:
    """What the file says of itself: no date, no version, so that it stays the same."""
    title = "; ".join(panel.title for panel in panels)
    if form == "png":
        return {"Title": title, "Software": None}
    return {"Title": title, "Creator": None, "Date": None}


def _draw_curves(panel: Panel, part: SubFigure) -> None:
    axes = part.subplots()
    lines = []
    end = panel.across_reach[1]
    for at, curve in enumerate(panel.curves):
        which = at % len(_COLOURS)
        places, values = zip(*curve.points, (end, curve.points[-1][1]), strict=True)
        lines += axes.plot(
            places,
            values,
            color=_COLOURS[which],
            drawstyle="steps-post",
            linestyle=_DASHES[which],
            marker=_MARKERS[which],
            markersize=4.5,
            markevery=max(len(places) // 12, 1),
        )
    # A label that begins with _ is left out by matplotlib: names are put in when it is made.
    legend = axes.legend(
        lines, [str(at) for at in range(len(lines))], loc="upper left", bbox_to_anchor=(1.0, 1.0)
    )
    for text, curve in zip(legend.get_texts(), panel.curves, strict=True):
        text.set_text(clip(curve.name, _MOST_NAME))
    if panel.ticks:
        axes.set_xticks([place for place, _ in panel.ticks], [text for _, text in panel.ticks])
    axes.set_xlabel(_across(panel))
    axes.set_ylabel(panel.up)


def _draw_bars(panel: Panel, part: SubFigure) -> None:
    rows = -(-len(panel.curves) // 2)
    grid = part.subplots(rows, 2, sharex=True, sharey=True, squeeze=False)
    for at, axes in enumerate(grid.ravel()):
        if at < len(panel.curves):
            _draw_bar(panel, panel.curves[at], axes, _COLOURS[at % len(_COLOURS)])
        else:
            axes.set_visible(False)
    part.supxlabel(_across(panel), fontsize="medium")
    part.supylabel(panel.up, fontsize="medium")


def _draw_bar(panel: Panel, curve: Curve, axes: Axes, colour: str) -> None:
    places, shares = zip(*curve.points, strict=True)
    axes.bar(places, shares, width=panel.width * 0.95, align="edge", color=colour)
    axes.set_title(clip(curve.name, _MOST_NAME), fontsize="medium")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.tick_params(labelbottom=True)


def _across(panel: Panel) -> str:
    return f"{panel.across} ({panel.note.rstrip('.').lower()})" if panel.note else panel.across
