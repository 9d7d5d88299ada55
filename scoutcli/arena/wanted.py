"""What is wanted on the command line of `scoutcli match`, or in a plan file: a plan."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from games.errors import RuleError
from games.game import Game
from games.options import shown
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.entries import check_names, make_entry, read_entry
from scoutcli.arena.launch import seed_in
from scoutcli.arena.plan import Entry, Plan
from scoutcli.arena.planfile import Value, read_plan
from scoutcli.arena.schedule import Schedule, tables
from scoutcli.arena.sprt import Sprt
from scoutcli.options import all_games, players_for, rules_for, seed_or_fresh

MOST_DEALS_TESTED = 100_000
"""So many deals a sequential test may take where nothing is said."""

_PLACES = f"{__name__}.places"
"""Where a context keeps the places of what a plan file gives, by the names of the options."""


def load_plan(context: click.Context, path: Path) -> None:
    """Take the keys of a plan file for options that the command line does not give."""
    options = {
        parameter.opts[-1].removeprefix("--"): parameter
        for parameter in context.command.params
        if isinstance(parameter, click.Option) and parameter.opts[-1] != "--help"
    }
    kinds = {
        key: "pairs" if key == "rules" else "list" if option.multiple else "text"
        for key, option in options.items()
    }
    try:
        given = read_plan(path, kinds)
    except RuleError as error:
        raise click.UsageError(f"{error.message} [{error.code}]", context) from error
    context.default_map = {}
    for key, said in given.items():
        option = options[key]
        assert option.name is not None
        for value, place in zip(said.values, said.places, strict=True):
            try:
                option.type_cast_value(context, (value,) if option.multiple else value)
            except click.BadParameter as error:
                raise click.UsageError(f"{place}: {key}: {error.message}", context) from error
        context.default_map[option.name] = said.values if option.multiple else said.values[0]
        context.meta.setdefault(_PLACES, {})[option.name] = said.places


def choose_one(context: click.Context, options: dict[str, Any], one: str, other: str) -> None:
    """Of two options that exclude each other take the typed one, where a plan has the other.

    Raises UsageError where both were typed, or both stand in the plan.
    """
    given = [
        name
        for name in (one, other)
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    ]
    if len(given) < 2:
        return
    planned = [name for name in given if _is_planned(context, name)]
    if len(planned) != 1:
        raise click.UsageError(f"--{one} or --{other}: not both", context)
    options[planned[0]] = None


def make_plan(
    context: click.Context,
    game: Game | None,
    bots: Sequence[Value],
    players: int | None,
    rounds: int | None,
    matches: int | None,
    changes: Sequence[Sequence[tuple[str, str]]],
    preset: str | None,
    seed: str | None,
    schedule: str,
    seating: str,
    own_draws: bool,
    control: str,
    margin: int,
    on_fault: str,
    sprt: str | None,
    out: Path | None,
    log: Path | None,
    log_bots: bool,
    plan: Path | None,
    **_: Any,
) -> Plan:
    """The plan that the options ask for. Raises UsageError, or OSError."""
    if game is None:
        raise click.UsageError(
            f"name the game: --game {' or '.join(known.name for known in all_games())}", context
        )
    if not bots:
        raise click.UsageError("name the bots: --bot greedy --bot name=mine,cmd=./mine", context)
    deals = rounds or matches or (MOST_DEALS_TESTED if sprt is not None else None)
    if deals is None:
        raise click.UsageError("say how many deals: --matches N, or --rounds N", context)
    if log_bots and log is None:
        raise click.UsageError("--log-bots needs --log FILE", context)
    for other in (out, plan):
        if log is not None and other is not None and _is_same(log, other):
            raise click.UsageError(
                f"{shown(str(other), 200)} is no log: name another file for --log", context
            )
    entries: list[Entry] = []
    for number, bot in enumerate(bots):
        with _concerning(context, "bots", number):
            entries.append(_entry(game, bot))
    with _concerning(context, "bots"):
        check_names(entries)
    with _concerning(context, "players"):
        count = players_for(game, players)
    for number, change in enumerate(changes):
        with _concerning(context, "changes", number):
            game.rules(count, dict(change))
    with _concerning(context, "preset"):
        rules = rules_for(game, count, changes if rounds is None else _short(changes), preset)
    with _concerning(context, "schedule"):
        met = tables(schedule, len(entries), count)
    with _concerning(context, "matches" if rounds is None else "rounds"):
        Schedule(met, seating, deals)
    with _concerning(context, "own_draws"):
        if own_draws:
            game.draw_order(count)
    with _concerning(context, "sprt"):
        if sprt is not None:
            Sprt.read(sprt)
    with _concerning(context, "control"):
        time = TimeControl.read(control)
    seed = seed_or_fresh(seed or (seed_in(out) if out is not None else None))
    return Plan(
        game, rules, tuple(entries), seed, deals, schedule, seating, time, margin / 1000, on_fault,
        own_draws,
    )  # fmt: skip


@contextmanager
def _concerning(context: click.Context, name: str, number: int = 0) -> Iterator[None]:
    """Make wrong usage of what is wrong with an option, with its place where it is in a plan.

    `number` is for an option that is given several times: which of them, from 0.
    """
    try:
        yield
    except (RuleError, click.UsageError) as error:
        message = error.message
        if isinstance(error, RuleError):
            message += f" [{error.code}]"
        if _is_planned(context, name):
            message = f"{context.meta[_PLACES][name][number]}: {message}"
        raise click.UsageError(message, context) from error


def _is_planned(context: click.Context, name: str) -> bool:
    """Whether an option has the value that a plan gives it."""
    return context.get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def _entry(game: Game, bot: Value) -> Entry:
    return read_entry(game, bot) if isinstance(bot, str) else make_entry(game, bot)


def _short(changes: Sequence[Sequence[tuple[str, str]]]) -> list[Sequence[tuple[str, str]]]:
    """The same rules, with matches of a single round. Raises UsageError where they say another."""
    said: Mapping[str, str] = dict(pair for change in changes for pair in change)
    if said.get("rounds", "1") != "1":
        raise click.UsageError(
            f"--rounds plays matches of a single round: leave out rounds={said['rounds']}, or say "
            "--matches instead"
        )
    return [*changes, [("rounds", "1")]]


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
