"""Who can be compared with whom: what outcomes leave open.

A finite rating by likelihood alone exists if, however the entrants are parted
in two, somebody of each part came before somebody of the other, or level: L. R.
Ford, "Solution of a Ranking Problem from Binary Comparisons" (1957); for tables
of several D. R. Hunter, "MM algorithms for generalized Bradley–Terry models" (2004).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from notation.diagnostics import printable
from scoutcli.ratings.model import Label, Outcome, named

Graph = Mapping[str, set[str]]

_MOST_GROUPS = 4
"""So many groups are named."""


@dataclass(frozen=True, slots=True)
class Links:
    """How entrants hang together; the largest group first, names in order.

    No match was played between two groups of `apart`. Of each of them, all that
    are not in its largest circle are `unbounded`: in a circle each can be
    reached from each by coming before or level with somebody. `undefeated` came
    before everyone they met, `winless` behind everyone.
    """

    apart: tuple[tuple[str, ...], ...]
    unbounded: frozenset[str]
    undefeated: tuple[str, ...]
    winless: tuple[str, ...]


def links_of(outcomes: Iterable[Outcome]) -> Links:
    """How the entrants of these outcomes hang together. Time and memory grow with the outcomes."""
    before, behind = _graphs(outcomes)
    apart = _by_size(_collected(before, before, behind))
    home = {key: at for at, group in enumerate(apart) for key in group}
    core: dict[int, tuple[str, ...]] = {}
    for circle in _by_size(_collected(reversed(_finished(before)), behind)):
        if len(circle) > 1:
            core.setdefault(home[circle[0]], circle)
    bounded = {key for circle in core.values() for key in circle}
    return Links(
        tuple(apart),
        frozenset(before) - bounded,
        tuple(sorted(key for key in before if before[key] and not behind[key])),
        tuple(sorted(key for key in before if behind[key] and not before[key])),
    )


def _graphs(outcomes: Iterable[Outcome]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Whom each entrant came before or level with, and behind or level with.

    Of a table those of the next place are enough: the others are reached through them.
    """
    before: dict[str, set[str]] = defaultdict(set)
    behind: dict[str, set[str]] = defaultdict(set)
    for outcome in outcomes:
        for group, after in zip(outcome, (*outcome[1:], ()), strict=True):
            for key in group:
                before[key].update(group, after)
                behind[key].update(group)
            for key in after:
                behind[key].update(group)
    for graph in (before, behind):
        for key, others in graph.items():
            others.discard(key)
    return before, behind


def _finished(graph: Graph) -> list[str]:
    """All keys, each behind those first reached from it: the first half of Kosaraju's search."""
    seen: set[str] = set()
    order: list[str] = []
    for start in sorted(graph):
        if start in seen:
            continue
        seen.add(start)
        path = [(start, iter(graph[start]))]
        while path:
            key, rest = path[-1]
            step = next((other for other in rest if other not in seen), None)
            if step is None:
                order.append(key)
                path.pop()
            else:
                seen.add(step)
                path.append((step, iter(graph[step])))
    return order


def _collected(starts: Iterable[str], *graphs: Graph) -> Iterator[tuple[str, ...]]:
    """What is reached from each start that no earlier one has reached, itself among it."""
    seen: set[str] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        group, open_ = [start], [start]
        while open_:
            key = open_.pop()
            new = {other for graph in graphs for other in graph[key]} - seen
            seen |= new
            group += new
            open_ += new
        yield tuple(sorted(group))


def _by_size(groups: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(groups, key=lambda group: (-len(group), group))


def notices_of(links: Links, label: Label = printable) -> tuple[str, ...]:
    """What people should know before they compare the ratings; safe to print."""
    said = []
    if links.undefeated:
        said.append(
            f"undefeated, so that the prior alone bounds the rating from above: "
            f"{named(links.undefeated, label)}"
        )
    if links.winless:
        said.append(
            f"behind everyone in every match, so that the prior alone bounds the rating from "
            f"below: {named(links.winless, label)}"
        )
    others = links.unbounded - {*links.undefeated, *links.winless}
    others -= {group[0] for group in links.apart if len(group) == 1}
    if others:
        said.append(
            "always before or always behind all of the others, as a group, so that the prior "
            f"alone bounds the distance: {named(others, label)}"
        )
    if len(links.apart) > 1:
        groups = "; ".join(named(group, label) for group in links.apart[:_MOST_GROUPS])
        over = len(links.apart) - _MOST_GROUPS
        more = f"; and {over} further" if over > 0 else ""
        said.append(
            f"{len(links.apart)} groups have never met, so that the prior alone compares one with "
            f"another: {groups}{more}"
        )
    return tuple(said)
