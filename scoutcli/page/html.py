"""A match as one page: the table, the moves, a graph of the points. It needs no network.

What the page shows is data, which its script draws as text, never as markup;
the policy in its head lets it load nothing and run that one script alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from notation.diagnostics import printable
from notation.match import Match
from notation.reader import Part
from scoutcli.page.filling import asset, filled, policy_hash
from scoutcli.page.graph import points_graph
from scoutcli.page.scene import scene_of
from scoutcli.results.facts import totals
from scoutcli.viewer.told import header_lines, result_lines, round_title
from scoutcli.viewer.walk import Told, Walk


@dataclass(frozen=True, slots=True)
class Added:
    """What else a page shows, as markup: on moves, before the table, and below the points.

    `moves` go by the number of the round and how many plays have been made.
    """

    facts: tuple[str, ...] = ()
    """Texts for the head of the page."""
    moves: Mapping[tuple[int, int], str] = field(default_factory=dict)
    turns: frozenset[tuple[int, int]] = frozenset()
    """The places of the turning points, which a key goes to."""
    before: str = ""
    below: str = ""


TURN_KEYS = " t, T: the next turning point, the one before."


def write_page(part: Part, seat: int | None, path: Path) -> None:
    """Write the page of a match, as a seat knew it or with all that the file tells.

    Raises OSError. The part must hold a match.
    """
    path.write_text(page(part, seat), encoding="utf-8")


def page(part: Part, seat: int | None, added: Added | None = None) -> str:
    """The text of the page; see `write_page`."""
    added = added or Added()
    match, audit = part.match, part.audit
    assert match is not None
    walks = [] if audit is None else [Walk(audit, at, seat) for at in range(len(audit.rounds))]
    facts = list(header_lines(match))
    if seat is not None:
        facts.append(f"As seat {seat + 1} knew it at the time.")
    facts += added.facts
    result = list(result_lines(part)) if walks and not match.loose else []
    style, script = asset("page.css"), asset("page.js")
    values = {
        "title": escape(_title(match)),
        "facts": "".join(f"<li>{escape(fact)}</li>" for fact in facts),
        "result": "".join(f"<p>{escape(line)}</p>" for line in result),
        "graph": _graph(walks),
        "rounds": "".join(_round(walk, added) for walk in walks),
        "before": added.before,
        "below": added.below,
        "keys": TURN_KEYS if added.turns else "",
        "data": _json([_frames(walk) for walk in walks]),
        "style": style,
        "script": script,
        "style_hash": policy_hash(style),
        "script_hash": policy_hash(script),
    }
    return filled(asset("page.html"), values)


def _title(match: Match) -> str:
    """``SCOUT: Ada, Bo, Cy``."""
    game = match.game.title if match.game is not None else "A match of no known game"
    return f"{game}: {', '.join(map(printable, match.names))}"


def _json(value: Any) -> str:
    """Data inside a script element: no text in it can end that element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _frames(walk: Walk) -> list[Any]:
    """The scene before the first move of a round, and after each one."""
    made = len(list(walk.told())) if walk.playable else -1
    scenes = (scene_of(walk, at) for at in range(made + 1))
    return [scene.data() if scene is not None else None for scene in scenes]


def _graph(walks: list[Walk]) -> str:
    """The curve of points over the rounds whose points are known."""
    if not walks:
        return ""
    names = walks[0].names
    scores = [checked.scores for checked in walks[0].audit.rounds if checked.ended]
    rows = [totals(scores[:at], len(names)) for at in range(len(scores) + 1)]
    known = [[points for points in row if points is not None] for row in rows]
    whole = [row for row in known if len(row) == len(names)]
    return points_graph(names, whole)


def _round(walk: Walk, added: Added) -> str:
    """The moves of a round as a list of buttons, with what was noted on them."""
    items = [_move(walk, added, 0, "", "Start of the round", "")]
    items += [_told(walk, added, made, told) for made, told in enumerate(walk.told(), 1)]
    notes = "".join(f"<p>{escape(note)}</p>" for _, note in walk.notes())
    outcome = walk.outcome()
    closing = f'<p class="outcome">{escape(outcome)}</p>' if outcome else ""
    moves = f"<ol>{''.join(items)}</ol>" if walk.playable else ""
    return f"<section><h2>{escape(round_title(walk))}</h2>{notes}{moves}{closing}</section>"


def _told(walk: Walk, added: Added, made: int, told: Told) -> str:
    number = "" if told.number is None else f"{told.number}."
    text = f"{number} {told.text}".strip()
    notes = "".join(
        f'<span class="note in{min(depth, 4)}">{escape(note)}</span>' for depth, note in told.notes
    )
    return _move(walk, added, made, text, told.sentence, told.marks, notes)


def _move(
    walk: Walk, added: Added, made: int, text: str, sentence: str, marks: str, notes: str = ""
) -> str:
    place = walk.number, made
    turn = ' data-turn=""' if place in added.turns else ""
    more = added.moves.get(place, "")
    return (
        f'<li><button type="button" data-at="{walk.number},{made}"{turn}>'
        f"<b>{escape(text)}</b> <em>{escape(marks)}</em> <span>{escape(sentence)}</span>{more}"
        f"</button>{notes}</li>"
    )
