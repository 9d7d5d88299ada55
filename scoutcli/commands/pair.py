"""`scoutcli pair`: who plays whom in the next round of a tournament."""

from __future__ import annotations

import re
from typing import Any

import click

from notation.diagnostics import is_printable
from scoutcli.csvcells import SAID
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import FileType, GameType, SeedType, Type, format_option, rules_options

PAGE = Page(
    description=f"""
    Says who plays whom in the next round of a tournament, from the log of the rounds before.
    Without a FILE it is the first round, of those that `--players` names.

    In a Swiss tournament as few as can be meet again, and then players of like score sit together.
    In a round-robin only that counts that all meet, and all as often; at tables of two the circle
    is kept to, in which all have met after as many rounds as each has opponents. At each table
    everybody sits where they have sat least often. `--size 4` makes tables of four and, where it
    does not come out even, some of three and five. Who finds no table has a bye: who had fewest of
    them, and in a Swiss tournament the last by score of these. Of what is equal the seed decides,
    so the same log gives the same round.

    The score is that of a system of `scoutcli score`: `rank` (points for places), `wins`, or
    `points` (the average a round; the fewest where the lowest wins). A bye counts as a match won;
    with `points` it counts nothing, and who has no average yet comes behind those who have, without
    a score. Players are told apart by `id` or, without one, by name. A round of the tournament is
    what has the same `stage` in the match files; without any, the player with most matches tells
    how many there were. Matches that are not finished are told: their players have met, but have
    no score.

    `--format match` writes the heads of the matches, ready to be gone on with: by
    `scoutcli sheet --resume FILE` or `scoutcli record --resume FILE`, one to a file
    (`scoutcli split --every 1` makes these). They name who has a bye, under `x-bye`, so the log
    tells it later. Without that a round counts as a bye for those who played in another one and not
    in this; `--had-bye` names who sat out before they ever played.

    `--format csv` has a row for each seat. {SAID}.
    """,
    examples=(
        Example(
            "scoutcli pair --game scout --players Ann,Bo,Cy,Di,Ed,Flo,Gus --size 4",
            "The first round of seven players:",
        ),
        Example(
            "scoutcli pair --game skyjo --players Ann,Bo,Cy,Di --size 2 --system round-robin",
            "The first round of four players, each against each:",
        ),
        Example(
            "scoutcli pair sheet.yaml --size 3 --format match > round.yaml",
            "The next round after an evening, as match files:",
        ),
    ),
    exits=(
        WELL,
        ("1", "A match has an error, or a file cannot be read; what is paired leaves it out."),
        ("2", "The command line is wrong."),
    ),
    also=("scoutcli-score(1)", "scoutcli-sheet(1)", "scoutcli-split(1)"),
)

FORMS = ("table", "csv", "json", "markdown", "match")


class NameListType(Type):
    """Names with commas between them; becomes a list."""

    name = "name,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """The names without spaces around them, each once."""
        names = [name.strip() for name in value.split(",")]
        if not all(name and is_printable(name) for name in names):
            self.fail(
                "names of printable characters with commas between them are needed", param, ctx
            )
        return list(dict.fromkeys(names))


class SizeType(Type):
    """``4`` or ``3-5``; becomes a pair."""

    name = "size"
    _FORM = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """The least and the most; a number alone stands for itself twice."""
        found = self._FORM.fullmatch(value)
        least = int(found[1]) if found else 0
        most = int(found[2] or least) if found else 0
        if not 2 <= least <= most:
            self.fail(f"{value!r} is no size of a table, such as 4 or 3-5", param, ctx)
        return least, most


@subcommand("pair", PAGE)
@click.argument("paths", type=FileType(), nargs=-1)
@click.option("--system", "kind", type=click.Choice(("swiss", "round-robin")), default="swiss",
              show_default=True, help="What decides who meets whom.")  # fmt: skip
@click.option("--size", type=SizeType(), default="4", show_default=True, metavar="N|N-M",
              help="How many sit at a table. Of a number alone one more or less is taken where it "
              "does not come out even; 2 is always two.")  # fmt: skip
@click.option("-g", "--game", type=GameType(), metavar="GAME",
              help="The game, where the files do not say it or have several.")  # fmt: skip
@click.option("-p", "--players", type=NameListType(), metavar="NAME,...",
              help="Who plays, by name or id, new ones too; else all who have played.")  # fmt: skip
@click.option("--without", type=NameListType(), metavar="NAME,...",
              help="Who does not play this time.")  # fmt: skip
@click.option("--had-bye", type=NameListType(), metavar="NAME,...",
              help="Who had a bye that the log does not tell of.")  # fmt: skip
@click.option("--score", "by", type=click.Choice(("rank", "wins", "points")), default="rank",
              show_default=True, help="What players are compared by.")  # fmt: skip
@click.option("-s", "--seed", type=SeedType(), default="1", show_default=True,
              help="Where chance comes from: the same text gives the same round.")  # fmt: skip
@click.option("--event", metavar="TEXT", help="The event, for `--format match`.")
@click.option("--date", metavar="TEXT", help="The date, for `--format match`.")
@rules_options
@format_option(*FORMS)
@click.pass_context
def command(context: click.Context, /, paths: tuple[str, ...], form: str, **options: Any) -> int:
    """Read the log, pair, show."""
    from scoutcli.pairing.run import Orders, carry_out

    return carry_out(context, Orders(paths, form, **options))
