"""The command `pair`: the log is read, the round is paired and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial

import click

import games
from games.errors import RuleError
from games.game import Game
from games.options import Rules
from notation.diagnostics import Diagnostic, printable
from notation.nodes import List, Scalar
from notation.reader import Part
from scoutcli.files import Progress, survey
from scoutcli.pairing.past import BYE, Past
from scoutcli.pairing.plan import MOST_PLAYERS, Wish, plan
from scoutcli.pairing.show import Show, as_csv, as_json, as_matches, as_text
from scoutcli.report import in_text, plural
from scoutcli.results.facts import Facts, Seat, facts_of
from scoutcli.results.systems import SYSTEMS

MOST_TOLD = 5
"""So many unfinished matches are named."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What the command line asks for. None is not said."""

    paths: tuple[str, ...]
    form: str
    kind: str
    size: tuple[int, int]
    game: Game | None
    players: list[str] | None
    without: list[str] | None
    had_bye: list[str] | None
    by: str
    seed: str
    event: str | None
    date: str | None
    changes: Sequence[Sequence[tuple[str, str]]]
    preset: str | None


def carry_out(context: click.Context, orders: Orders) -> int:
    """Do it; the exit status. Raises UsageError."""
    try:
        return _Run(orders).carry_out()
    except RuleError as error:
        raise click.UsageError(f"{error.message} [{error.code}]", context) from error


class _Run:
    """Raises RuleError where what is wanted does not fit."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._faults = 0

    def carry_out(self) -> int:
        """Read, pair, show."""
        orders = self._orders
        pasts = self._read()
        game = self._game(pasts)
        past = pasts.get(game.name) or Past(game.name)
        self._say_open(past)
        keys = self._who(past)
        past.told.update(_key(past, name) for name in self._orders.had_bye or ())
        sizes, best = self._sizes(game, len(keys))
        round_ = plan(past, keys, Wish(orders.kind, sizes, best, SYSTEMS[orders.by], orders.seed))
        headers = {"event": orders.event, "date": orders.date}
        show = Show(
            game, round_, past.players, {key: text for key, text in headers.items() if text}
        )
        for note in show.notes():
            click.echo(note, err=True)
        click.echo(self._text(show, game), nl=False)
        return 1 if self._faults else 0

    def _read(self) -> dict[str, Past]:
        """What each game's matches say."""
        pasts: dict[str, Past] = {}
        with Progress(self._orders.paths) as progress:
            for found in survey(self._orders.paths, _facts, progress):
                match, out, errors = (None, (), [found]) if isinstance(found, Diagnostic) else found
                if errors:
                    progress.hide()
                for error in errors:
                    self._faults += 1
                    click.echo(in_text(error), err=True)
                if match is not None and match.game:
                    if match.game not in pasts:
                        pasts[match.game] = Past(match.game)
                    pasts[match.game].add(match, out)
        for past in pasts.values():
            past.settle()
        return pasts

    def _game(self, pasts: Mapping[str, Past]) -> Game:
        if self._orders.game is not None:
            return self._orders.game
        if len(pasts) == 1:
            return games.get(next(iter(pasts)))
        there = f"the files have {', '.join(sorted(pasts))}" if pasts else "no file says it"
        raise RuleError("unknown-game", f"say which game with --game: {there}")

    def _who(self, past: Past) -> list[str]:
        """The keys of those who play; new ones are added to the players of the past."""
        wanted = self._orders.players
        keys = list(past.players) if wanted is None else [_key(past, name) for name in wanted]
        if wanted is not None:
            for name, key in zip(wanted, keys, strict=True):
                past.players.setdefault(key, Seat(name))
        for name in self._orders.without or ():
            key = _key(past, name)
            if key not in keys:
                raise RuleError("no-such-player", _unknown(name, past.players.values()))
            keys.remove(key)
        if len(keys) > MOST_PLAYERS:
            raise RuleError("too-many-players", f"{len(keys)} players are more than {MOST_PLAYERS}")
        return keys

    def _sizes(self, game: Game, players: int) -> tuple[tuple[int, ...], int]:
        """The sizes that tables may have, and the usual one."""
        least, most = self._orders.size
        best = (least + most) // 2
        if least == most > 2:
            least, most = least - 1, most + 1
        sizes = tuple(size for size in range(least, most + 1) if size in game.players)
        if best not in sizes:
            raise RuleError(
                "wrong-players",
                f"{game.title} is for {game.players.start} to {game.players.stop - 1} players, "
                f"so there are no tables of {best}",
            )
        if players < sizes[0]:
            raise RuleError(
                "wrong-players",
                f"{plural(players, 'player')} are too few for a table of {sizes[0]}: "
                "name who plays with --players, or make tables smaller with --size",
            )
        return sizes, best

    @staticmethod
    def _say_open(past: Past) -> None:
        """Name matches without a result; they still count as meetings."""
        if not past.open:
            return
        named = ", ".join(map(printable, past.open[:MOST_TOLD]))
        more = f", and {len(past.open) - MOST_TOLD} more" if len(past.open) > MOST_TOLD else ""
        click.echo(f"Without a result: {named}{more}.", err=True)

    def _text(self, show: Show, game: Game) -> str:
        forms: dict[str, Callable[[Show], str]] = {
            "csv": as_csv,
            "json": as_json,
            "table": as_text,
            "markdown": partial(as_text, markdown=True),
        }
        if self._orders.form in forms:
            return forms[self._orders.form](show)
        return as_matches(
            show, {len(table): self._rules(game, table) for table in show.plan.tables}
        )

    def _rules(self, game: Game, table: Sequence[str]) -> Rules:
        given = dict(pair for pairs in self._orders.changes for pair in pairs)
        rules, _ = game.rules(len(table), given, self._orders.preset)
        return rules


def _facts(part: Part) -> tuple[Facts | None, tuple[str, ...], list[Diagnostic]]:
    """The facts of a match, and who is noted as sitting out in its stage."""
    facts, errors = facts_of(part)
    noted = part.match.own.get(BYE) if part.match is not None else None
    out = noted.items if isinstance(noted, List) else []
    return facts, tuple(node.text for node in out if isinstance(node, Scalar)), errors


def _key(past: Past, name: str) -> str:
    """The key that a name or an id stands for; a new one for itself.

    Raises RuleError where two players are called so.
    """
    if name in past.players:
        return name
    keys = [key for key, seat in past.players.items() if seat.name == name]
    if len(keys) > 1:
        raise RuleError(
            "no-such-player", f"several are called {printable(name)}: name one by its id"
        )
    return keys[0] if keys else name


def _unknown(name: str, seats: Iterable[Seat]) -> str:
    close = get_close_matches(name, [seat.name for seat in seats], 1)
    hint = f": did you mean {printable(close[0])}?" if close else ""
    return f"{printable(name)} is none of those who play{hint}"
