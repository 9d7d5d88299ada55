"""The next round for people and programs: as a table, CSV, JSON, or the heads of its matches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.game import Game
from games.options import Rules
from notation.diagnostics import printable
from notation.match import Player
from notation.writer import header
from notation.yamltext import quote
from scoutcli.csvcells import in_csv
from scoutcli.pairing.past import BYE
from scoutcli.pairing.plan import Plan
from scoutcli.report import plural
from scoutcli.results.facts import Seat


@dataclass(frozen=True, slots=True)
class Show:
    """A round and what is known of those who play it."""

    game: Game
    plan: Plan
    seats: Mapping[str, Seat]
    headers: Mapping[str, str]
    """For the matches: `event`, `date`, `stage`, as far as there are any."""

    def label(self, key: str) -> str:
        """What a player is called; with the id, where another one is called so too."""
        name = self.seats[key].name
        alike = sum(seat.name == name for seat in self.seats.values())
        return f"{name} ({key})" if alike > 1 and key != name else name

    @property
    def title(self) -> str:
        """``SCOUT, round 4: 13 players at 2 tables of 4 and 1 of 5``."""
        tables = self.plan.tables
        sizes = sorted({len(table) for table in tables}, reverse=True)
        counts = [(sum(len(table) == size for table in tables), size) for size in sizes]
        shape = " and ".join(
            f"{plural(count, 'table')} of {size}" if not at else f"{count} of {size}"
            for at, (count, size) in enumerate(counts)
        )
        playing = sum(map(len, tables))
        return f"{self.game.title}, round {self.plan.number}: {playing} players at {shape}"

    def notes(self) -> list[str]:
        """What could not be helped, in sentences. Safe to print."""
        said = []
        if self.plan.complete:
            said.append("All have met each other before this round.")
        for one, other, times in self.plan.again:
            pair = f"{printable(self.label(one))} and {printable(self.label(other))}"
            said.append(f"{pair} meet again, for the {_nth(times + 1)} time.")
        return said


def as_text(show: Show, *, markdown: bool = False) -> str:
    """A table of tables, for a terminal or in Markdown."""
    from tabulate import tabulate  # takes longer to load than the rest of the program

    from scoutcli.scoring.text import escaped

    most = max(map(len, show.plan.tables))
    head = ["table", *(f"seat {seat}" for seat in range(1, most + 1))]
    clean = escaped if markdown else printable
    rows = [
        [str(number), *(clean(_scored(show, key)) for key in table)]
        for number, table in enumerate(show.plan.tables, 1)
    ]
    table = tabulate(rows, head, "github" if markdown else "simple", disable_numparse=True)
    lines = [show.title, ""] if markdown else [show.title]
    lines += [line.rstrip() for line in table.splitlines()]
    if show.plan.byes:
        byes = ", ".join(clean(_scored(show, key)) for key in show.plan.byes)
        lines += ["", f"bye: {byes}"]
    return "\n".join(lines) + "\n"


def as_csv(show: Show) -> str:
    """A row for each seat; who sits out has neither table nor seat."""
    plan = show.plan
    return in_csv([
        ("round", "table", "seat", "player", "id", "score"),
        *(
            (plan.number, number, seat, *_facts(show, key))
            for number, table in enumerate(plan.tables, 1)
            for seat, key in enumerate(table, 1)
        ),
        *((plan.number, "", "", *_facts(show, key)) for key in plan.byes),
    ])  # fmt: skip


def as_json(show: Show) -> str:
    """One object."""

    def who(key: str) -> dict[str, object]:
        name, id_, score = _facts(show, key)
        return {"name": name, **({"id": id_} if id_ else {}), "score": score}

    return json.dumps({
        "game": show.game.name,
        "round": show.plan.number,
        "tables": [[who(key) for key in table] for table in show.plan.tables],
        "byes": [who(key) for key in show.plan.byes],
        "again": [
            [show.label(one), show.label(other), times] for one, other, times in show.plan.again
        ],
    }) + "\n"  # fmt: skip


def as_matches(show: Show, rules: Mapping[int, Rules]) -> str:
    """The heads of the matches, a document each, for commands that go on with a match.

    `rules` has those for each number of players.
    """
    texts = []
    byes = "".join(f"- {quote(show.seats[key].name)}\n" for key in show.plan.byes)
    noted = f"{BYE}:\n{byes}" if byes else ""
    for number, table in enumerate(show.plan.tables, 1):
        headers = {"stage": f"Round {show.plan.number}", **show.headers, "table": str(number)}
        players = [
            Player(seat.name, seat.bot or None, seat.team or None, seat.id or None)
            for seat in map(show.seats.__getitem__, table)
        ]
        head = header(show.game, players, rules[len(table)], headers, {})
        texts.append(f"{head}{noted}rounds:\n")
    return "".join(texts)


def _scored(show: Show, key: str) -> str:
    scores = show.plan.scores
    label, score = show.label(key), scores[key]
    return f"{label} ({_number(score)})" if score is not None and any(scores.values()) else label


def _facts(show: Show, key: str) -> tuple[str, str, float | None]:
    seat, score = show.seats[key], show.plan.scores[key]
    return seat.name, seat.id, None if score is None else float(round(score, 4))


def _number(score: Fraction) -> str:
    """``3``, ``2.5``, ``-11.33``."""
    return f"{float(round(score, 2)):.2f}".rstrip("0").rstrip(".")


def _nth(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number // 10 % 10 == 1 else ends.get(number % 10, 'th')}"
