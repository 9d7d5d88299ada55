"""`scoutcli sheet`: the score pad of a match at a real table."""

from __future__ import annotations

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

PAGE = Page(
    description="""
    The score pad of families and clubs: keeps the points of a match that is played with real
    cards, round by round. After each round it shows the totals, on a terminal with curves of how
    they went, and it says when the match is over and who has won. What becomes of it is a match
    file of scores alone, which every command takes; what comes of it in standings counts as not
    verified. To note a match move by move there is `scoutcli record`.

    The points of a round are typed on one line in the order of the seats (`12 8 -3`), or player by
    player (`Ann 12`, `Bo 8, Cy -3`); what is still open is asked for. Names are completed, and can
    be cut short. An `x` stands for points that nobody knows.

    In SKYJO the sums of the cards are typed, and who ended the round is asked for, or said behind
    the points (`12 8 -3 ender Bo`). Whether that player's points count twice follows from the
    rules of the match; it is told, and written are the points that count. In SCOUT there may be
    points alone, or what they are made of: `4+5-0` are four cards captured, five tokens, no card
    left in hand. Where nobody's hand is empty it is asked whose Show was not beaten, and by the
    rules of the match the hand of that player may cost nothing.

    `undo` takes back what was typed last, and `redo` writes it again. `fix 2 Ann 12` corrects
    round 2, `insert 2 12 8 -3` puts a round before it, `delete 2` takes it out; everything that
    follows is worked out anew. `abandon` gives the match up, and nobody has won it then. `show`
    shows all rounds, and `help` everything else.

    Every round is in the file when the next one is asked for. `--resume` goes on; without a FILE
    with the pad that was written last. It takes any match file in canonical form whose last round
    has ended, also one whose match is over, to correct it; rounds noted with their moves stay as
    they are.

    If standard input is no terminal, or `TERM` is `dumb`, or with `--plain`, questions and answers
    are lines of plain text. What a line is refused for goes to the standard error output, and the
    question is asked again.
    """,
    examples=(
        Example(
            "printf '%s\\n' '12 8 30 ender Bo' 'Cy 41, Ann 7, Bo 5' Ann quit |"
            " scoutcli sheet skyjo --players Ann,Bo,Cy --save evening.yaml",
            "Keep the points of two rounds of SKYJO:",
            "…\n"
            "Points of round 2 (Ann, Bo, Cy)?\n"
            "Who ended the round (Enter: nobody)?\n"
            "Ann ended the round and is not alone the lowest: 7 counts twice, 14 points.\n"
            "Ann: 14 points in round 2, 26 points in all.\n"
            "Bo: 5 points in round 2, 13 points in all.\n"
            "Cy: 41 points in round 2, 71 points in all.\n"
            "…\n",
        ),
        Example(
            "printf '%s\\n' '4+5-0 6+0-8 3+2-10' 'fix 1 Bo 6+1-8' quit |"
            " scoutcli sheet scout --players Ann,Bo,Cy --save scout.yaml",
            "Keep what the points of SCOUT are made of, and correct them:",
        ),
        Example(
            "printf '%s\\n' 'fix 3 Ch 30' '' |"
            " scoutcli sheet --resume sheet.yaml && scoutcli score sheet.yaml",
            "Correct a pad, and see the standings:",
        ),
    ),
    exits=(
        WELL,
        ("1", "The input ended before the match did, or the match in a file cannot go on."),
        WRONG_USE,
    ),
    files=(
        (
            "~/.local/share/scoutcli/matches",
            "Where pads are kept without `--save`, under their date and game.",
        ),
        ("~/Library/Application Support/scoutcli/matches", "The same on macOS."),
    ),
    environment=(
        ("NO_COLOR", "If set to anything, nothing is coloured."),
        ("TERM", "If `dumb` or not set, questions and answers are plain lines."),
        ("XDG_DATA_HOME", "If an absolute path, pads are kept in scoutcli/matches there."),
    ),
    also=("scoutcli-record(1)", "scoutcli-score(1)", "scoutcli-match(5)"),
)


@subcommand("sheet", PAGE)
@click.argument("game", type=GameType(), required=False, metavar="[GAME]")
@names_option
@new_match_options
@resume_option
@plain_option
@click.pass_context
def command(
    context: click.Context,
    /,
    resume: str | None,
    plain: bool,
    game: Game | None,
    **options: Any,
) -> int:
    """Open the pad, and hold the conversation."""
    from scoutcli.notes import setup  # here: `sheet --help` writes nothing
    from scoutcli.notes.last import remembered
    from scoutcli.pad.pad import Pad
    from scoutcli.pad.talk import Talk

    desk = desk_for(plain=plain)
    notices: list[str] = []
    if resume is not None:
        check_alone(context, game, options, "with --plain")
        pad, _, notices = setup.take_up(resume, Pad)
    else:
        save = options.pop("save")
        new = setup.settle(context, desk, game, **options, quick=True)
        pad = setup.open_new(Pad, new, save)
    with remembered(pad):
        return Talk(pad, desk, notices).run()
