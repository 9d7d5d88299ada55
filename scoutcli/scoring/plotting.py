"""The plots of standings: points over time, ratings over time, how round scores are spread."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from games.errors import RuleError
from notation.diagnostics import printable
from scoutcli.extras import extra
from scoutcli.plots import (
    SUFFIXES,
    Panel,
    draw,
    panel_lines,
    points_over_time,
    ratings_over_time,
    score_distribution,
)
from scoutcli.render.look import Look, to_text
from scoutcli.results.systems import SYSTEMS
from scoutcli.scoring.layout import Ranked
from scoutcli.scoring.showing import HERE


def check_plot(path: str, *, page: bool) -> None:
    """Raise RuleError where no plot can be drawn into a file of that name, or into a page.

    ``bad-suffix`` or ``extra-missing``, see `scoutcli.plots.draw`.
    """
    if path == HERE and not page:
        return
    if path != HERE and Path(path).suffix.lower() not in SUFFIXES:
        raise RuleError("bad-suffix", f"a plot is an {' or a '.join(SUFFIXES)} file, or - here")
    with extra("plot", "a plot in a file"):
        import_module("matplotlib")


def panels_of(ranked: Iterable[Ranked]) -> Iterator[Panel]:
    """The panels of all groups; the first in the standings are shown."""
    for group, ranking in ranked:
        keys = [row.key for row in ranking.rows]
        names = {row.key: printable(row.label) for row in ranking.rows}
        label, title = names.__getitem__, printable(group.title)
        yield points_over_time(
            group.sums.dated,
            keys,
            label=label,
            title=f"{title}: points above the mean of the others, added up",
        )
        for name, course in ranking.courses.items():
            head = SYSTEMS[name].head
            yield ratings_over_time(
                course, keys, system=head, label=label, title=f"{title}: {head} over time"
            )
        yield score_distribution(
            group.sums.score_counts, keys, label=label, title=f"{title}: points of a round"
        )


def draw_into(panels: Iterable[Panel], path: str) -> None:
    """Draw panels into a file. Raises RuleError, OSError."""
    draw(list(panels), Path(path))


def as_markup(panels: Iterable[Panel]) -> str:
    """Panels as a picture that is part of a page; "" where there is nothing to be seen."""
    seen = [panel for panel in panels if any(curve.points for curve in panel.curves)]
    if not seen:
        return ""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plots.svg"
        draw(seen, path)
        picture = b64encode(path.read_bytes()).decode()
    words = escape("; ".join(panel.title for panel in seen), quote=True)
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{picture}">'


def as_text(panels: Iterable[Panel], width: int, *, unicode: bool) -> str:
    """Panels as text for a terminal, with an empty line behind each."""
    look = Look(unicode=unicode)
    blocks = ([to_text(line) for line in panel_lines(panel, width, look)] for panel in panels)
    return "".join(f"{line}\n" for lines in blocks if lines for line in (*lines, ""))
