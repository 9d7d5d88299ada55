"""The beginning of notes: what the command line says, and what is asked for where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from games.game import Game
from games.options import Rules
from notation import match, writer
from notation.diagnostics import is_printable
from scoutcli.naming import NAME_RULE, is_name
from scoutcli.notes.last import load_last
from scoutcli.notes.load import Kind, load
from scoutcli.notes.store import Store
from scoutcli.options import ChangeType, rules_for
from scoutcli.table import files
from scoutcli.table.setup import ask_game

if TYPE_CHECKING:
    from scoutcli.notes.desk import Desk

MOST_PLAYERS = 20
LONGEST_TEXT = 200


def names_of(text: str) -> list[str] | str:
    """The names in a text, or ``Seat 1`` and so on for a number; else what is wrong with it."""
    if text.strip().isdigit() and text.isascii():
        number = int(text.strip()[:4])
        if number <= MOST_PLAYERS:
            return [f"Seat {seat}" for seat in range(1, number + 1)]
    names = [name.strip() for name in text.split(",")]
    if len(names) > MOST_PLAYERS or not all(map(is_name, names)):
        return f"{NAME_RULE}, with a comma before the next"
    return names


def take_up(path: str, kind: type[Kind]) -> tuple[Kind, int | None, list[str]]:
    """The notes in a file, or those of that kind written last. Raises RuleError or OSError."""
    return load(Path(path), kind) if path else load_last(kind)


class New(NamedTuple):
    """A match that is to be written down: what its head says."""

    game: Game
    rules: Rules
    names: Sequence[str]
    headers: dict[str, str]


def settle(
    context: click.Context,
    desk: Desk,
    game: Game | None,
    names: Sequence[str] | None,
    changes: Sequence[Sequence[tuple[str, str]]],
    preset: str | None,
    event: str | None,
    date: str | None,
    *,
    quick: bool = False,
) -> New:
    """What is to be known of a new match; what was not said is asked for. Raises UsageError.

    `quick`: the rules are the usual ones where game and players were said.
    """
    asking = desk.live
    said = game is not None and names is not None
    if game is None:
        game = ask_game(context)
    if names is None:
        if not asking:
            raise click.UsageError("name the players: --players Ann,Bo,Cy", context)
        names = _ask_names(desk, game)
    if asking and not (changes or preset or (quick and said)):
        rules = _ask_rules(desk, game, len(names))
    else:
        rules = rules_for(game, len(names), changes, preset)
    headers: dict[str, str] = {}
    for name, text in (("event", event), ("date", date or _today().isoformat())):
        if text:
            if len(text) > LONGEST_TEXT or not is_printable(text):
                raise click.UsageError(
                    f"--{name}: a text is at most {LONGEST_TEXT} printable characters", context
                )
            headers[name] = text
    return New(game, rules, names, headers)


def open_new(kind: type[Kind], new: New, save: Path | None) -> Kind:
    """The pages of a new match, in their file. Raises RuleError or OSError."""
    game, rules, names, headers = new
    if save is None:
        save = files.fresh_file(files.data_folder(), game.name, _today())
    else:
        files.check_target(save)
    save.touch()
    offset = save.stat().st_size
    gap = ""
    if offset:
        with save.open("rb") as before:
            before.seek(offset - 1)
            gap = "" if before.read(1) == b"\n" else "\n"
    players = [match.Player(name) for name in names]
    head = gap + writer.header(game, players, rules, headers, {}) + "rounds:\n"
    pages = kind(game, rules, names, head, Store(save, offset))
    try:
        pages.save()
    except BaseException:
        pages.close()
        raise
    return pages


def _today() -> Any:
    return datetime.now().astimezone().date()


# What is asked for


def _ask(desk: Desk, question: str) -> str:
    """A line in answer; leaves where the input ends."""
    try:
        return (desk.ask(question) or "").strip()
    except EOFError:
        raise click.ClickException("the input ended before the match did") from None


def _ask_names(desk: Desk, game: Game) -> list[str]:
    while True:
        said = names_of(_ask(desk, "Who plays, in the order of the seats (Ann,Bo,Cy)?"))
        if isinstance(said, str):
            desk.complain(said)
        elif len(said) not in game.players:
            first, last = game.players[0], game.players[-1]
            desk.complain(f"{game.title} is for {first} to {last} players, not {len(said)}.")
        else:
            return said


def _ask_rules(desk: Desk, game: Game, players: int) -> Rules:
    presets = ", ".join(game.presets)
    while True:
        said = _ask(desk, f"Rules (Enter: the usual; KEY=VALUE,… or {presets})?")
        try:
            if said in game.presets:
                return rules_for(game, players, (), said)
            changes = [ChangeType().convert(said, None, None)] if said else []
            return rules_for(game, players, changes)
        except click.UsageError as error:
            desk.complain(error.message)


def ask_seat(desk: Desk, names: Sequence[str]) -> int | None:
    """Where somebody sits who notes the own hand, too; None for nowhere."""
    while True:
        said = _ask(desk, "Where do you sit (a seat; Enter: nobody's hand is typed in)?")
        if not said:
            return None
        for seat, name in enumerate(names, 1):
            if said.lower() in (str(seat), f"seat {seat}", f"i am seat {seat}", name.lower()):
                return seat - 1
        desk.complain(f"Seats are 1 to {len(names)}.")
