"""`scoutcli match`: matches between bots."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from games.options import shown
from scoutcli.arena.plan import ON_FAULT
from scoutcli.arena.schedule import SCHEDULES, SEATINGS
from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import (
    GameType,
    SeedType,
    Type,
    all_games,
    format_option,
    items,
    jobs_option,
    players_option,
    rules_options,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

USUAL_TIME = "5000"
USUAL_MARGIN = 50

_PLAN = r"""printf '%s\n' >plan.yaml \
        'game: scout' \
        'players: 3' \
        'rules: {rounds: 2}' \
        'bot:' \
        '- greedy' \
        '- {name: wild, bot: random}' \
        '- {name: mine, cmd: scoutcli bot greedy, memory: 1G}' \
        'schedule: gauntlet' \
        'matches: 2' \
        'seed: tea' && scoutcli match plan.yaml --out run.yaml"""
"""Indented, so that it can be typed as it stands in the help and in the manual page."""

PAGE = Page(
    description="""
    Lets bots play each other, built-in ones and programs in any language, and says who is how
    much better. A program speaks the protocol of scoutcli-bot(7) on its standard input and
    output; `scoutcli check-bot` tries one out.

    Luck cancels: every deal is played by the same bots in all seatings (`--seating`), and what
    counts is the mean of a deal. A margin is points a round against the mean of the others at the
    table, + is better in every game; the figure behind ± is its 95 % interval, computed on deals.

    `--out` keeps every match in a match file, which every command reads. The file is all that a
    run knows: the same command again plays what is missing in it, whatever ended the run, and
    then shows the table of all. A match that was not written whole is cut off, and that is told. A
    program's matches are known by its name here and by what it calls itself (`id name`): one that
    plays otherwise needs another name or another file, and so does another `--time`, `--on-fault`
    or option of the program.
    More deals asked for later are played beside those that are there. Two runs cannot write to
    one file.

    The same seed gives the same deals, and bots that do not go by the clock play the same
    matches; with several `--jobs` only their order in the file is another one.

    A bot is given by its name (`greedy`, `expert:playouts=200`), or by pairs with commas between:
    `name=fast,bot=expert:playouts=100` or `name=mine,cmd=./mine --level 3`. Of a program can be
    said, too: `dir` (the folder it runs in); `start` (how many seconds until it is ready); `memory`
    (256M, 1G), `cpu` (seconds), `processes` (a number), which it and all it starts may use; and
    `option.X`, a value for its option X. The program is started without a shell.

    A program that does not answer in time, answers what is not legal, ends, or floods the
    referee, is at fault. Then, until the match ends, something else plays for it, as `--on-fault`
    says: `forfeit`, the last legal move in canonical order; `random`, any legal move; `abort`
    ends the match, which counts nowhere. Faults are written in the match file and counted in a
    table. The next match is played by a fresh process.

    Instead of options, a plan can be read from a YAML file: every long option is a key, `bot` a
    list of texts or of maps, `rules` a map. An option on the command line goes before the plan.

    `--sprt` plays until it is clear whether the first bot is better by so much. `points 0 2`
    weighs two hypotheses, that its margin is 0 and that it is 2 points a round; `elo 0 20`
    compares the share of better totals. The test (a generalised sequential probability ratio test
    on deals) ends at the same deal whatever the number of jobs, and not before 30 deals differ from
    the one before them, or 500 are played. `alpha=0.05 beta=0.05` behind it are the risks of a
    wrong answer.

    `--cluster` hands the matches to a Dask scheduler, whose workers play them on other machines.
    They need the same version of scoutcli, and the programs of `--bot`, which run there in the
    folder in which they would run here. Workers may come and go. Who can reach the scheduler can
    run anything on the workers, and here: it must stand where only trusted people reach it, or be
    reached by `tls`.

    `--format json` gives the same figures as one object for programs: what is not known is null, an
    estimate has its mean, half the width of its interval and the number of deals.
    """,
    examples=(
        Example(
            "scoutcli match --game scout --bot greedy --bot random --rounds 50 --seed tea",
            "Compare two bots at tables of four, 50 deals of a round each:",
        ),
        Example(
            "scoutcli match --game skyjo --players 2 --bot greedy --bot random --matches 2"
            " --seed tea --out log.yaml",
            "Whole matches, kept in a file; the same line again plays what is missing:",
        ),
        Example(
            _PLAN,
            "A plan, a line for each key; `plan.yaml` can be written with an editor as well:",
        ),
    ),
    exits=(
        WELL,
        ("1", "A match was abandoned, or a file is not as it should be."),
        WRONG_USE,
    ),
    also=("scoutcli-bot(7)", "scoutcli-bot(1)", "scoutcli-check-bot(1)", "scoutcli-match(5)"),
)


def _kinds(kinds: dict[str, str]) -> str:
    return "; ".join(f"{name}: {text}" for name, text in kinds.items())


class AddressType(Type):
    """Where a scheduler is found; stays a text."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address, if it looks like one."""
        if not re.fullmatch(r"(tcp|tls)://[\w.:\[\]-]+:[0-9]{1,5}", value, re.ASCII):
            self.fail(f"{shown(value)} is not tcp://HOST:PORT, or tls://HOST:PORT", param, ctx)
        return str(value)


class BotType(Type):
    """A bot; what it is, is seen when the game is known."""

    name = "bot"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The built-in bots, and how a program is written."""
        game = ctx.params.get("game")
        named = [
            (name, bot.help)
            for known in ([game] if game is not None else all_games())
            for name, bot in known.bots.items()
        ]
        return items([*named, ("name=", "a name, and cmd=, the command of a program")], incomplete)


def _load_plan(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Take the keys of a plan file for options that the command line does not give."""
    if path is not None and not context.resilient_parsing:
        from scoutcli.arena.wanted import load_plan  # loads the arena

        load_plan(context, path)
    return path


@subcommand("match", PAGE)
@click.argument(
    "plan", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False,
    is_eager=True, callback=_load_plan, metavar="[PLAN]",
)  # fmt: skip
@click.option("-g", "--game", type=GameType(), metavar="GAME", help="The game.")
@click.option(
    "-b",
    "--bot",
    "bots",
    type=BotType(),
    metavar="BOT",
    multiple=True,
    help="A bot that takes part: the name of a built-in one, or name=NAME,cmd=COMMAND; give it "
    "once for each.",
)
@players_option
@click.option(
    "-n",
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N deals, each a match of a single round.",
)
@click.option(
    "-m",
    "--matches",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N deals, each a whole match.",
)
@rules_options
@click.option(
    "-s",
    "--seed",
    type=SeedType(),
    help="Where chance comes from. Without it that of the matches in the file, else a fresh one, "
    "which is told.",
)
@click.option(
    "--schedule",
    type=click.Choice(list(SCHEDULES)),
    default=next(iter(SCHEDULES)),
    show_default=True,
    help=f"Who meets whom. {_kinds(SCHEDULES)}.",
)
@click.option(
    "--seating",
    type=click.Choice(list(SEATINGS)),
    default=next(iter(SEATINGS)),
    show_default=True,
    help=f"How a deal is repeated. {_kinds(SEATINGS)}.",
)
@click.option(
    "--own-draws",
    is_flag=True,
    help="Give each seat its own order of the draw pile, so that what it draws hangs less on what "
    "others take (SKYJO).",
)
@click.option(
    "--time",
    "control",
    default=USUAL_TIME,
    show_default=True,
    metavar="MS[+INC]",
    help="How long programs may think, in thousandths of a second: 5000 for each move, or "
    "60000+500 for a match and half a second more with each move.",
)
@click.option(
    "--margin",
    type=click.IntRange(0, 60_000),
    default=USUAL_MARGIN,
    show_default=True,
    metavar="MS",
    help="By how much an answer may be late without being a fault.",
)
@click.option(
    "--on-fault",
    type=click.Choice(list(ON_FAULT)),
    default=next(iter(ON_FAULT)),
    show_default=True,
    help=f"What happens when a program does wrong. {_kinds(ON_FAULT)}.",
)
@click.option(
    "--sprt",
    metavar="TEST",
    help="Stop when it is clear: 'points 0 2' or 'elo 0 20', with alpha=A beta=B behind it if "
    "they are not to be 0.05. --rounds or --matches is then the most.",
)
@jobs_option
@click.option(
    "--cluster",
    type=AddressType(),
    metavar="ADDRESS",
    help="Have the matches played by the workers of the Dask scheduler at tcp://HOST:PORT, "
    "instead of --jobs.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The match file that keeps the run.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the times of all answers, and the faults, to a file of JSON lines.",
)
@click.option(
    "--log-bots", is_flag=True, help="Write to the log also what the programs are told and say."
)
@format_option("text", "json")
@click.pass_context
def command(context: click.Context, /, **options: Any) -> int:
    """Make the plan, and play it."""
    from scoutcli.arena.launch import launch  # here: `match --help` plays nothing
    from scoutcli.arena.wanted import choose_one, make_plan

    choose_one(context, options, "rounds", "matches")
    choose_one(context, options, "jobs", "cluster")
    return launch(
        make_plan(context, **options),
        out=options["out"],
        jobs=options["jobs"] or 1,
        cluster=options["cluster"],
        test=options["sprt"],
        log=options["log"],
        listen=options["log_bots"],
        form=options["form"],
    )
