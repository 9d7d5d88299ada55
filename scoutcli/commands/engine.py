"""`scoutcli engine`: the games behind a line protocol."""

from __future__ import annotations

import sys

import click

from scoutcli.engine.verbs import VERBS
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import SeedType

_DESCRIPTION = """
    Reads commands from standard input, a line each, and answers each of them: so that a program or
    a shell script can deal, play, ask, take back, save and load without knowing the rules.

    The form is that of the Go Text Protocol, version 2. A command may have a number before it,
    which its answer repeats. An answer begins with `=` or, where something is wrong, with `?`, a
    message and a code between brackets; `=` and `?` are followed by the number if there is one. An
    answer ends with an empty line, and has none inside. Empty lines, control characters and
    comments get no answer; a comment begins with a `#` at the beginning of a line or after a
    space. A line has at most 65,535 bytes. Nothing that goes wrong ends the program, and what was
    refused has changed nothing; it ends with `quit` or the end of its input.

    The commands, in which what stands between brackets may be left out:
"""

_NOTES = """
    Moves, deals and position lines are written as in scoutcli-notation(5), seats are numbers from
    1. Where one move is typed it may have any short form that `scoutcli play` takes; a text that
    can mean several moves is refused with the list of them. In SKYJO a card is drawn (`play D`)
    before it is said what becomes of it, and `undo` takes back one such part.

    Chance comes by itself, from the seed: who starts where that is drawn by lot, and new draw
    piles. A round, with all that chance brought, stays the same however often moves are taken back
    and made again. The same commands give the same answers, if the seed is said; only a bot that
    goes by the clock may choose otherwise another time. A bot chooses as if it had played its seat
    since the round began, so that matches played with `go` are those that `scoutcli play` plays
    from the same seed. A position has the seed of the match that was there before it, if any, and
    counts as a round 1.

    A position may hold cards that nobody knows. A move that would bring one to light is refused,
    but for one that names it, written as a record writes a whole move (`1.D7@b2:Z`); a new draw
    pile that is to come before the next move can be given by its word (`play N73A0`).

    What a seat knows (`view`, `show SEAT`) is for programs that play fair: the other commands tell
    everything.

    A file is written by `save` and `save!` alone, whole or not at all. It is valid and canonical,
    and says `practice: yes` where moves were taken back. A match that was loaded and not changed
    is written as it was; of one that was changed nothing is lost but `#` comments before the rounds
    and in the last round, and `x-` keys inside of rules and shuffle. A move of which only the first
    part was made is in no record. A position is written as its line with the moves behind it.
"""

_SKYJO = r"""
printf '%s\n' '1 new skyjo players=2 seed=tea' '2 deal' '3 play a1 b2' '4 play b1 c2' \
          '5 turn' '6 play draw' '7 legal' '8 play throw a2' '9 undo 2' '10 best greedy' |
      scoutcli engine
""".strip()
_SKYJO_SHOWS = """\
=1 seed tea

=2 round 1

=3 1.Oa1:6b2:8

=4 2.Ob1:4c2:0

=5 1

=6 1.D5

=7 @a1 @b1 @c1 @d1 @a2 @b2 @c2 @d2 @a3 @b3 @c3 @d3 /b1 /c1 /d1 /a2 /c2 /d2 /a3 /b3 /c3 /d3

=8 1.D5/a2:3

=9

=10 D

"""

_MATCH = """
mkfifo in out
      scoutcli engine --seed tea <in >out & exec 3>in 4<out
      ask() {
          echo "$*" >&3
          while read -r line <&4 && [ "$line" ]; do echo "$line"; done
      }
      ask new scout players=3; ask deal
      while seat=$(ask turn) && [ "$seat" != '= -' ]; do
          case $seat in '= 1') ask go random ;; *) ask go greedy ;; esac
      done
      ask score; ask quit; rm in out
""".strip()
_MATCH_SHOWS = """\
= seed tea
= round 1
…
= round 1
end unbeaten
score -12 7 -2
total -12 7 -2
=
"""

PAGE = Page(
    description="\n\n".join(
        (_DESCRIPTION, *(f"`{verb.usage}` {verb.help}." for verb in VERBS), _NOTES)
    ),
    examples=(
        Example(
            "printf '%s\\n' 'new scout players=3 seed=tea' deal legal | scoutcli engine",
            "Deal, and ask what can be chosen:",
            "= seed tea\n\n= round 1\n\n= K F\n\n",
        ),
        Example(_SKYJO, "The first turn of a round of SKYJO, with numbers:", _SKYJO_SHOWS),
        Example(_MATCH, "Let bots play a round against each other, from a shell:", _MATCH_SHOWS),
        Example(
            "printf '%s\\n' 'load unfinished.yaml' position 'best greedy' | scoutcli engine",
            "What a bot would do where a match stopped:",
        ),
    ),
    exits=(
        WELL,
        ("2", "The command line is wrong."),
    ),
    files=(("~/.cache/scoutcli/compiled", "Where the compiled code of the strong bots is kept."),),
    also=("scoutcli-play(1)", "scoutcli-notation(5)", "scoutcli-match(5)"),
)


@subcommand("engine", PAGE)
@click.option(
    "-s",
    "--seed",
    type=SeedType(),
    help="Where chance comes from in matches and positions that name no seed. Without it a fresh "
    "one is made up for each.",
)
def command(seed: str | None) -> None:
    """Answer the lines of standard input."""
    from scoutcli.engine.commands import Engine  # here: `engine --help` plays nothing
    from scoutcli.engine.dialogue import serve

    serve(Engine(seed, _tell), sys.stdin.buffer, sys.stdout)


def _tell(text: str) -> None:
    """Say on stderr what takes a while, and what means nothing."""
    click.echo(text, err=True)
