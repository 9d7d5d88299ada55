"""`scoutcli replay`: a match, move by move."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import FileType, file_argument

if TYPE_CHECKING:
    from notation.diagnostics import Diagnostic
    from notation.match import Match
    from notation.reader import Part
    from scoutcli.settings import Settings
    from scoutcli.viewer.model import Model
    from scoutcli.viewer.plan import Plan
    from scoutcli.viewer.walk import Told, Walk

PAGE = Page(
    description="""
    On a terminal, shows a match on a drawn table: the arrow keys go a move and a lap forward and
    back, `Home` and `End` to the ends of the round, `PgUp` and `PgDn` to the round before and the
    next, `P` and `N` to the match before and the next; a number and `Enter` go to that move. `x`
    goes to the next capture, `t` to the next turning point of an annotation (a move judged `?`,
    `??` or `!!`, and those with the largest `[%loss ...]` or change of `[%eq ...]` in a comment),
    `c` to the next comment or error; the capital letters go back. `/` searches. `Space` watches
    move by move, `+` and `-` change the speed. `s` shows what the next seat knew, `a` all. `?`
    shows every key, `q` quits.

    `p` plays on from there: it asks which seat is yours and which bots have the others, writes a
    new match file that begins with the match up to that move, marked as practice, and goes on at
    the table of scoutcli-play(1). Comments are not taken over, nor is the seed.

    Where input or output is no terminal, or with `--all`, the matches are printed: their moves
    with a sentence on each, judgements, comments, variations, and the positions in which rounds
    begin and end.

    Without `--seat` everything is shown that the file tells, the hands of all seats included; with
    it only what that seat knew at the time, and no variations.

    `--match`, `--round` and `--move` say where to begin, or what to print: with `--move` that one
    move and the position after it, `--move 0` being the position before the first. Without
    `--match` they mean the first match; without `--round`, `--move` means the first round.

    `--position` prints the position there as one line (scoutcli-notation(5)) and nothing else:
    after the move, or else where the record of the round ends; without `--round` and `--move`,
    where the last round ends. Such a line is a file that `validate` and `replay` read, and so are
    moves that stand behind it. `-` is the standard input.

    `--html` writes one match as a page that needs nothing else, `--svg` one position as a picture,
    to a file or, with `-`, to the standard output. A file that is there already is replaced.

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
        Example("scoutcli replay match.yaml --html match.html", "A page to send around:"),
        Example("scoutcli replay damaged.yaml > told.txt", "A match with an error:", status=1),
    ),
    exits=(
        WELL,
        ("1", "There is an error in what was shown, or the file cannot be read."),
        ("2", "The command line is wrong, or there is no such match, round, move or seat."),
    ),
    environment=(
        ("NO_COLOR", "If set to anything, nothing is coloured."),
        ("TERM", "If `dumb` or not set, the match is printed."),
    ),
    also=(
        "scoutcli-play(1)", "scoutcli-config(1)", "scoutcli-validate(1)", "scoutcli-fmt(1)",
    ),
)  # fmt: skip

THEMES = ("dark", "light", "contrast", "none")


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
@click.option(
    "--html", type=FileType(), metavar="FILE", help="Write the match as a page to this file."
)
@click.option(
    "--svg", type=FileType(), metavar="FILE", help="Write the position as a picture to this file."
)
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    help="The colours on the terminal; usually what scoutcli config says.",
)
def command(
    path: str,
    match: int | None,
    round_: int | None,
    move: int | None,
    seat: int | None,
    position: bool,
    everything: bool,
    html: str | None,
    svg: str | None,
    theme: str | None,
) -> int:
    """Show, print, write a page or a picture, or print the position line."""
    ways = {"--position": position, "--all": everything, "--html": html, "--svg": svg}
    chosen = [name for name, value in ways.items() if value]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} do not go together: choose one")
    if move is not None and round_ is None:
        round_ = 1
    if match is None and (round_ is not None or position or html or svg):
        match = 1
    wish = Wish(match, round_, move, None if seat is None else seat - 1)
    from scoutcli.files import UnreadableError
    from scoutcli.report import in_text

    do: Callable[[str, Wish], Iterator[Diagnostic]]
    if html is not None:
        do = partial(_write_page, to=html)
    elif svg is not None:
        do = partial(_write_picture, to=svg)
    elif position:
        do = _position
    elif everything or not _is_terminal():
        do = _print
    else:
        do = partial(_show, theme=theme)
    faults = 0
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
    from scoutcli.viewer.chapter import made_at

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


def _write_page(path: str, wish: Wish, to: str) -> Iterator[Diagnostic]:
    """Write the match as a page."""
    for part in _parts(path, wish):
        if part.match is not None and part.audit is not None:
            from scoutcli.page.html import write_page  # only where a page is asked for

            _write(to, partial(write_page, part, wish.seat))
        yield from _errors(part, wish)


def _write_picture(path: str, wish: Wish, to: str) -> Iterator[Diagnostic]:
    """Write the position as a picture."""
    for part in _parts(path, wish):
        walk = _walk(part, wish)
        if walk is not None:
            made = _made(walk, list(walk.told()), wish.move)
            if walk.position(made) is not None:
                from scoutcli.page.svg import write_picture  # only where a picture is asked for

                _write(to, partial(write_picture, walk, made))
            elif not part.faulty:
                raise click.ClickException(f"of round {walk.number} no position is known")
        yield from _errors(part, wish)


def _write(to: str, make: Callable[[Path], None]) -> None:
    """Put what `make` writes into a file, whole or not at all, or on the standard output."""
    from tempfile import TemporaryDirectory

    from scoutcli.rewrite import Replacement

    with TemporaryDirectory(prefix="scoutcli-") as folder:
        made = Path(folder) / "made"
        make(made)
        data = made.read_bytes()
    if to == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with Replacement(to) as replacement:
        replacement.stream.write(data)
        replacement.commit()


def _show(path: str, wish: Wish, theme: str | None) -> Iterator[Diagnostic]:
    """Show the match on the terminal, and play on from where that is asked for."""
    # Here: it takes long to load, and only a terminal needs it.
    from scoutcli import settings
    from scoutcli.viewer.model import Model
    from scoutcli.viewer.screen import Screen
    from scoutcli.viewer.shelf import Shelf

    shelf = Shelf(path)
    part = shelf.get(wish.match or 1)
    if part is None:
        yield from _print(path, wish)  # says why there is none
        return
    if part.match is None:
        yield from _errors(part, wish)
        return
    _check_seat(part.match, wish.seat)
    said = settings.load()
    for notice in said.notices:
        click.echo(notice, err=True)
    model = Model(shelf, part, wish.seat)
    if wish.round is not None:
        walk = _walk(part, wish)
        if walk is not None:
            model.to_round(walk.index)
            assert model.chapter is not None
            model.made = 0 if wish.move is None else _made(walk, model.chapter.moves, wish.move)
    plan = Screen(model, {**said, **({"theme": theme} if theme else {})}).run()
    while plan is not None and (why := _play_on(model, plan, said)):
        model.message = why
        plan = Screen(model, {**said, **({"theme": theme} if theme else {})}).run()
    if plan is None:
        yield from _errors(model.part, wish)


def _play_on(model: Model, plan: Plan, said: Settings) -> str:
    """Go on at the table from the model's place; why not, where that cannot be."""
    from datetime import datetime

    from games.errors import RuleError
    from scoutcli.table.files import data_folder
    from scoutcli.table.loop import Table
    from scoutcli.table.resume import load
    from scoutcli.table.seats import login_name
    from scoutcli.table.setup import screen_for
    from scoutcli.viewer import branch

    written: Path | None = None
    try:
        written = branch.write(
            model.part, model.round, model.made, plan.person, said["name"] or login_name(),
            plan.others, data_folder(), datetime.now().astimezone().date(),
        )  # fmt: skip
        session, notices = load(written, lambda text: click.echo(text, err=True))
    except RuleError as error:
        if written is not None:
            written.unlink(missing_ok=True)
        return error.message
    except OSError as error:
        return f"{error.filename or data_folder()}: {error.strerror or error}"
    screen = screen_for(session.people, said)
    screen.run(Table(session, screen, notices).run)
    return ""
