"""`scoutcli replay`: a match, move by move."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import file_argument

if TYPE_CHECKING:
    from notation.diagnostics import Diagnostic
    from notation.match import Match
    from notation.reader import Part
    from scoutcli.viewer.walk import Told, Walk

PAGE = Page(
    description="""
    On a terminal, steps through a match: the arrow keys go a move forward and back, `Home` and
    `End` to the ends of the round, `PgUp` and `PgDn` to the round before and the next, `P` and `N`
    to the match before and the next; a number and `Enter` go to that move, `q` quits. Where input
    or output is no terminal, or with `--all`, the matches are printed: their moves with a sentence
    on each, judgements, comments, variations, and the positions in which rounds begin and end.

    Without `--seat` everything is shown that the file tells, the hands of all seats included; with
    it only what that seat knew at the time, and no variations.

    `--match`, `--round` and `--move` say where to begin, or what to print: with `--move` that one
    move and the position after it, `--move 0` being the position before the first. Without
    `--match` they mean the first match; without `--round`, `--move` means the first round.

    `--position` prints the position there as one line (scoutcli-notation(5)) and nothing else:
    after the move, or else where the record of the round ends; without `--round` and `--move`,
    where the last round ends. Such a line is a file that `validate` and `replay` read, and so are
    moves that stand behind it. `-` is the standard input.

    A round at fault is shown up to its first illegal move; then it is told what is wrong.
    """,
    examples=(
        Example("scoutcli replay match.yaml | head", "Print a match:"),
        Example(
            "scoutcli replay match.yaml --round 2 --move 5 --seat 1",
            "The fifth move of round 2, and what seat 1 knew then:",
        ),
        Example(
            "scoutcli replay unfinished.yaml --position",
            "The position in which a match stopped:",
        ),
        Example(
            "scoutcli replay match.yaml --round 1 --move 3 --position | scoutcli replay -",
            "A position on its own is read too:",
        ),
        Example("scoutcli replay damaged.yaml > told.txt", "A match with an error:", status=1),
    ),
    exits=(
        WELL,
        ("1", "There is an error in what was shown, or the file cannot be read."),
        ("2", "The command line is wrong, or there is no such match, round, move or seat."),
    ),
    also=("scoutcli-validate(1)", "scoutcli-fmt(1)"),
)


class Wish(NamedTuple):
    """What was asked for. Match, round and move count from 1, the seat from 0."""

    match: int | None
    round: int | None
    move: int | None
    seat: int | None


@subcommand("replay", PAGE)
@file_argument
@click.option(
    "-m", "--match", type=click.IntRange(min=1), metavar="N", help="This match of the file."
)
@click.option(
    "-r", "--round", "round_", type=click.IntRange(min=1), metavar="R", help="This round."
)
@click.option("--move", type=click.IntRange(min=0), metavar="M", help="After this move.")
@click.option("--seat", type=click.IntRange(min=1), metavar="S", help="As this seat knew it.")
@click.option("--position", is_flag=True, help="Print the position line there and nothing else.")
@click.option("--all", "everything", is_flag=True, help="Print, on a terminal too.")
def command(
    path: str,
    match: int | None,
    round_: int | None,
    move: int | None,
    seat: int | None,
    position: bool,
    everything: bool,
) -> int:
    """Step, print, or print the position line."""
    if move is not None and round_ is None:
        round_ = 1
    if match is None and (round_ is not None or position):
        match = 1
    wish = Wish(match, round_, move, None if seat is None else seat - 1)
    from scoutcli.files import UnreadableError
    from scoutcli.report import in_text

    faults = 0
    do = _position if position else _print if everything or not _is_terminal() else _step
    try:
        for fault in do(path, wish):
            faults += 1
            click.echo(in_text(fault), err=True)
    except UnreadableError as error:
        faults += 1
        click.echo(in_text(error.diagnostic), err=True)
    return 1 if faults else 0


def _is_terminal() -> bool:
    """Whether a person sits there, with a terminal that can be drawn on."""
    dumb = os.environ.get("TERM", "dumb") in {"", "dumb", "unknown"}
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


def _parts(path: str, wish: Wish) -> Iterator[Part]:
    """The match that was asked for, or all parts of the file.

    Raises UnreadableError, and UsageError where there is no such match or seat.
    """
    from notation.reader import read_part
    from scoutcli.files import UnreadableError, chunks_of, no_match

    matches = 0
    outside: Part | None = None
    for chunk in chunks_of(path):
        matches = chunk.index or matches
        if chunk.faults and not chunk.index:
            outside = outside or read_part(chunk)
        if wish.match is not None and chunk.index != wish.match:
            continue
        part = read_part(chunk)
        if part.match is not None and part.match.players:
            _check_seat(part.match, wish.seat)
        yield part
        if wish.match is not None:
            return
    if not matches and outside is None:
        raise UnreadableError(no_match(path))
    if wish.match is not None and matches:
        raise click.UsageError(f"there is no match {wish.match}: the file has {matches}")
    if wish.match is not None and outside is not None:
        yield outside


def _check_seat(match: Match, seat: int | None) -> None:
    if seat is not None and seat >= len(match.players):
        raise click.UsageError(
            f"there is no seat {seat + 1}: match {match.index} has {len(match.players)}"
        )


def _walk(part: Part, wish: Wish) -> Walk | None:
    """The round that was asked for, or the last.

    None where an error leaves no such round; raises UsageError where there is none at all.
    """
    from scoutcli.viewer.walk import Walk

    audit = part.audit
    rounds = len(audit.rounds) if audit is not None else 0
    number = wish.round or rounds
    if audit is not None and 0 < number <= rounds:
        return Walk(audit, number - 1, wish.seat)
    if part.faulty:
        return None
    raise click.UsageError(
        f"there is no round {number or 1}: match {part.chunk.index} has {rounds or 'none'}"
    )


def _made(walk: Walk, moves: list[Told], move: int | None) -> int:
    """How many plays have been made at the move that was asked for, or at the end."""
    from scoutcli.report import in_text
    from scoutcli.viewer.model import made_at

    made = len(moves) if move is None else made_at(moves, move)
    if made is None:
        for fault in walk.faults():
            click.echo(in_text(fault), err=True)
        last = max((told.number or 0 for told in moves), default=0)
        raise click.UsageError(f"there is no move {move}: round {walk.number} goes to move {last}")
    return made


def _errors(part: Part, wish: Wish) -> Iterator[Diagnostic]:
    """What is wrong in what was shown."""
    for diagnostic in part.diagnostics:
        elsewhere = wish.round is not None and diagnostic.round not in {None, wish.round}
        if diagnostic.severity == "error" and not elsewhere:
            yield diagnostic


def _position(path: str, wish: Wish) -> Iterator[Diagnostic]:
    """Print the position line."""
    for part in _parts(path, wish):
        walk = _walk(part, wish)
        if walk is not None:
            made = _made(walk, list(walk.told()), wish.move)
            seen = walk.position(made) if wish.seat is None else walk.seen_position(made)
            if seen is not None:
                click.echo(walk.notation.format_position(seen))
            elif not part.faulty:
                raise click.ClickException(f"of round {walk.number} no such position is known")
        yield from _errors(part, wish)


def _print(path: str, wish: Wish) -> Iterator[Diagnostic]:
    """Print all that was asked for."""
    begun = False
    for part in _parts(path, wish):
        if part.match is not None and begun:
            click.echo()
        begun = begun or part.match is not None
        for line in _lines(part, wish):
            click.echo(line)
        yield from _errors(part, wish)


def _lines(part: Part, wish: Wish) -> Iterator[str]:
    """What is printed of a match."""
    from scoutcli.viewer.told import header_lines, match_lines, round_title, told_lines

    if wish.round is None:
        yield from match_lines(part, wish.seat)
        return
    walk = _walk(part, wish)
    if walk is None or part.match is None:
        return
    if wish.move is None:
        yield from match_lines(part, wish.seat, range(walk.index, walk.number))
        return
    moves = list(walk.told())
    made = _made(walk, moves, wish.move)
    yield from header_lines(part.match)
    yield ""
    yield round_title(walk)
    if made:
        yield from told_lines(moves[made - 1])
    yield ""
    for line in walk.lines(made):
        yield f"  {line}"


def _step(path: str, wish: Wish) -> Iterator[Diagnostic]:
    """Step through the match on the terminal."""
    # Here: it takes long to load, and only a terminal needs it.
    from scoutcli.viewer.model import Model, Shelf
    from scoutcli.viewer.screen import Screen

    shelf = Shelf(path)
    part = shelf.get(wish.match or 1)
    if part is None:
        yield from _print(path, wish)  # says why there is none
        return
    if part.match is None:
        yield from _errors(part, wish)
        return
    _check_seat(part.match, wish.seat)
    model = Model(shelf, part, wish.seat)
    if wish.round is not None:
        walk = _walk(part, wish)
        if walk is not None:
            model.to_round(walk.index)
            model.made = 0 if wish.move is None else _made(walk, model.moves, wish.move)
    Screen(model).run()
    yield from _errors(model.part, wish)
