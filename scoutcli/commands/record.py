"""`scoutcli record`: a match at a real table, noted move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.notes.starting import (
    check_alone,
    desk_for,
    names_option,
    new_match_options,
    plain_option,
    resume_option,
)
from scoutcli.options import GameType

if TYPE_CHECKING:
    from games.game import Game
    from scoutcli.notes.book import Book
    from scoutcli.notes.desk import Desk

PAGE = Page(
    description="""
    Notes a match that is played with real cards, move by move, with as much as is seen. What
    becomes of it is a match file like any other, which every command takes. What is known is
    checked at once: a move that cannot have been made is refused with the rule, and with the place
    in the line where it is wrong. Nothing has to be known. A `?` stands for a card, a position or
    a whole move that nobody noted.

    With `--seat N` (or when you type `I am seat 2`) your own hand is typed in and the others' are
    not known. Without it whatever is known of the deal is typed, a line each as in a match file
    (`1: 37 4T *`), and an empty line ends it; it may also be noted later, with the command `deal`.
    Then each move follows in turn; whose turn it is follows from the course of play. A move is
    typed as a record has it (`S3:44`, `T7@b2:5`, `D7/b2:5`), or in short: in SCOUT `44` or `47 4T`
    for a Show out of a hand that nobody knows, `l` and `r` for a Scout whose position is not seen;
    in SKYJO `b2:5`, or `D7` and then `@b2:5`. Where the cards say it, a completed column needs no
    `#`. Several moves can stand in one line if each names its seat (`1.K 2.? 3.F`). A comment
    stands in braces, a judgement is `$1` to `$6`; both behind a move, or alone for the last one.

    `undo` takes back what was noted last, whatever it was, and `redo` notes it again. `fix N MOVE`
    puts another move in the place of move N, `insert N MOVE` one before it, `delete N` takes one
    out. All moves behind it are then checked again. The first that no longer fits is shown and,
    with those behind it, waits for its correction, in the file under `x-waiting`: nothing is thrown
    away. `show` draws the table, `points` tells the points as they stand, `moves` lists the moves,
    and `help` everything else. At a prompt the points stand above it after each move, and in a
    terminal of 20 lines or more the table too, until `table off`.

    A round ends by its moves, or by `end HOW` (`end limit`, `end abandoned`). In SKYJO the cards
    that are turned up last are asked for, and go into the deal; where points are not known after
    that, they are asked for. `score 12 8 -3` is a whole round of which only the points are known.

    Every move is in the file when the next one is asked for. `--resume` goes on, also after the
    program was killed; without a FILE with the notes that were written last. It takes any match
    file in canonical form whose last match is not over.

    If standard input is no terminal, or `TERM` is `dumb`, or with `--plain`, questions and answers
    are lines of plain text. What a line is refused for goes to the standard error output, and the
    question is asked again.
    """,
    examples=(
        Example(
            "printf '%s\\n' '' '1.K 2.? 3.F' 1 44 l show quit |"
            " scoutcli record scout --players Ann,Bo,Cy --save table.yaml",
            "Note a match of three whose hands nobody knows:",
        ),
        Example(
            "printf '%s\\n' 'score 12 8 -3' 'score 30 41 x ender 2' quit |"
            " scoutcli record skyjo --players Ann,Bo,Cy --save points.yaml",
            "Note the points of two rounds alone:",
        ),
        Example(
            "printf '%s\\n' '34 98 75 96 27 76 79 87 52 35 64 *' quit |"
            " scoutcli record scout --players Ann,Bo,Cy --seat 2 --save mine.yaml",
            "Note what you see from the second seat:",
        ),
        Example("scoutcli record --resume unfinished.yaml", "Go on with a match:", status=1),
    ),
    exits=(
        WELL,
        ("1", "The input ended before the match did, or the match in a file cannot go on."),
        WRONG_USE,
    ),
    files=(
        (
            "~/.local/share/scoutcli/matches",
            "Where notes are kept without `--save`, under their date and game.",
        ),
        ("~/Library/Application Support/scoutcli/matches", "The same on macOS."),
    ),
    environment=(
        ("NO_COLOR", "If set to anything, nothing is coloured."),
        ("TERM", "If `dumb` or not set, questions and answers are plain lines."),
        ("XDG_DATA_HOME", "If an absolute path, notes are kept in scoutcli/matches there."),
    ),
    also=(
        "scoutcli-play(1)",
        "scoutcli-sheet(1)",
        "scoutcli-match(5)",
        "scoutcli-notation(5)",
    ),
)


@subcommand("record", PAGE)
@click.argument("game", type=GameType(), required=False, metavar="[GAME]")
@names_option
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Where you sit: your hand is typed in, and the others' are not known.",
)
@new_match_options
@resume_option
@plain_option
@click.pass_context
def command(
    context: click.Context,
    /,
    resume: str | None,
    plain: bool,
    seat: int | None,
    game: Game | None,
    **options: Any,
) -> int:
    """Open the notes, and hold the conversation."""
    from scoutcli.notes import setup  # here: `record --help` notes nothing
    from scoutcli.notes.book import Book

    desk = desk_for(plain=plain)
    if resume is not None:
        check_alone(context, game, options, "with --seat or --plain")
        book, own, notices = setup.take_up(resume, Book)
        _check_seat(context, seat, len(book.names))
        if seat is not None:
            own = seat - 1
            book.set_noted_by(own)
        return _note(book, desk, own, notices)
    save = options.pop("save")
    new = setup.settle(context, desk, game, **options)
    _check_seat(context, seat, len(new.names))
    own = seat - 1 if seat is not None else None
    if seat is None and desk.live:
        own = setup.ask_seat(desk, new.names)
    book = setup.open_new(Book, new, save)
    book.set_noted_by(own)
    return _note(book, desk, own)


def _note(book: Book, desk: Desk, own: int | None, notices: Sequence[str] = ()) -> int:
    """Hold the conversation; until the match is over, ``--resume`` goes on with it."""
    from scoutcli.notes.last import remembered
    from scoutcli.notes.talk import Talk

    with remembered(book):
        return Talk(book, desk, own, notices).run()


def _check_seat(context: click.Context, seat: int | None, players: int) -> None:
    if seat is not None and seat > players:
        raise click.UsageError(f"--seat: seats are 1 to {players}", context)


__all__: Sequence[str] = ("command",)
