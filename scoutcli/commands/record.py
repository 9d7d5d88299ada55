"""`scoutcli record`: a match at a real table, noted move by move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import GameType, Type, rules_options

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
    also=("scoutcli-play(1)", "scoutcli-match(5)", "scoutcli-notation(5)"),
)

NEWEST = ""
"""What ``--resume`` is without a file."""


class NamesType(Type):
    """Names with commas between them, or how many players there are; becomes a list."""

    name = "name,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """The names without spaces around them."""
        if not isinstance(value, str):
            return list(value)
        from scoutcli.notes.setup import names_of  # loads the games, so not at the start

        names = names_of(value)
        if isinstance(names, str):
            self.fail(names, param, ctx)
        return names


@subcommand("record", PAGE)
@click.argument("game", type=GameType(), required=False, metavar="[GAME]")
@click.option(
    "-p",
    "--players",
    "names",
    type=NamesType(),
    metavar="NAME,...",
    help="The names of the players in the order of their seats, or only how many there are.",
)
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Where you sit: your hand is typed in, and the others' are not known.",
)
@rules_options
@click.option("--event", metavar="TEXT", help="The event, for the match file.")
@click.option("--date", metavar="TEXT", help="When it was, instead of today.")
@click.option(
    "-o",
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The match file. A new match is written behind finished ones that are there already.",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[FILE]",
    help="Go on with the match at the end of a file, or with the notes written last.",
)
@click.option("--plain", is_flag=True, help="Plain lines instead of a prompt.")
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

    desk = _desk(plain=plain)
    if resume is not None:
        if game is not None or any(options.values()):
            raise click.UsageError(
                "--resume takes game, players and rules from the file: it stands alone, or with "
                "--seat or --plain",
                context,
            )
        book, own, notices = setup.take_up(resume)
        _check_seat(context, seat, len(book.names))
        if seat is not None:
            own = seat - 1
            book.set_noted_by(own)
        return _note(book, desk, own, notices)
    book, own = setup.begin(context, desk, game, seat, **options)
    return _note(book, desk, own)


def _note(book: Book, desk: Desk, own: int | None, notices: Sequence[str] = ()) -> int:
    """Hold the conversation; until the match is over, ``--resume`` goes on with it."""
    from scoutcli.notes.last import forget, remember
    from scoutcli.notes.talk import Talk

    remember(book.store.path)
    status = Talk(book, desk, own, notices).run()
    if book.over:
        forget(book.store.path)
    return status


def _check_seat(context: click.Context, seat: int | None, players: int) -> None:
    if seat is not None and seat > players:
        raise click.UsageError(f"--seat: seats are 1 to {players}", context)


def _desk(*, plain: bool) -> Desk:
    """The prompt where there is a terminal that can do it; else plain lines."""
    import os
    import sys

    from scoutcli.table.setup import at_terminal

    if not plain and at_terminal() and os.environ.get("TERM", "") not in ("", "dumb", "unknown"):
        from scoutcli.notes.prompt import desk_for_terminal  # loads prompt_toolkit

        return desk_for_terminal()
    from scoutcli.notes.desk import PlainDesk

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no UTF-8 is no move, and no fault either
    return PlainDesk(sys.stdin, sys.stdout, sys.stderr)


__all__: Sequence[str] = ("command",)
