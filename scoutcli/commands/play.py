"""`scoutcli play`: a match at the table, of people and bots."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from games.bots import MOST_MS, MOST_PLAYOUTS, USUAL, Budget, make_ready
from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.naming import NAME_RULE, is_name
from scoutcli.options import (
    F,
    FileType,
    GameOption,
    SeedType,
    Type,
    all_games,
    game_argument,
    items,
    players_for,
    players_option,
    rules_for,
    rules_options,
)
from scoutcli.settings import Settings, find, load
from scoutcli.table.words import COMMANDS, Command

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from games.game import Game
    from scoutcli.arena.plan import Entry
    from scoutcli.table.session import Session


def _typed(command: Command) -> str:
    """A command of the table for the manual page: how it is typed, and what it does."""
    letter = f" (or `{command.letter}`)" if command.letter else ""
    return f"`{command.name} {command.argument}".rstrip() + f"`{letter}: {command.help}."


PAGE = Page(
    description="""
    Deals a match and plays it with you, from the first deal to the last point. At the prompt a
    move is typed in its notation (`S3:44`, `T@b2`) or in short (`44`, `take b2`); `Tab` shows
    every legal move with a few words on what it does. Where a text can mean several moves, it is
    asked which; a move that the rules do not allow is answered with the rule.

    Beside moves there are commands. A single letter is a command where it can be no legal move.

    {commands}

    `Ctrl-C` takes back the line, `Ctrl-D` leaves the match; both `Ctrl-D` and quit ask first, and
    the exit status is 0 then too.

    On a terminal the table is drawn, and drawn again as moves are made: cards with the number that
    counts above the other, the positions of the hand below it, what each seat is known to hold,
    and the points. `Tab` lists the moves by their kind, the best of each kind by a rule of thumb
    first; typing narrows the list, `Enter` takes a move into the line, `Enter` again plays it.
    `Esc` closes what is open, `F1` shows every key, `PgUp` what has happened.

    As long as nothing is typed, keys put a move together; the line above the prompt says what they
    do now, and only `Enter` plays, never the first key of a turn. In SCOUT `k` and `f` keep or flip
    the hand; arrows choose a card of it, `Space` takes one card more, `Backspace` one less, `Down`
    and `Up` go to the next Show that is legal and the one before. `<` and `>` Scout the left and
    the right end of the active set: then arrows choose the gap, `f` turns the card over, `s` goes
    on to the Show of a Scout & Show. In SKYJO arrows choose the place for the discard, `d` the draw
    pile; with a card drawn, where to put it, and `/` throws it and turns up that place. All of it
    can be typed too: letters that begin a word are taken into the line.

    While a bot thinks, the table can be looked at; `Ctrl-C` leaves it then. With `look` an earlier
    moment stands there: the arrows step through the round, `Esc` comes back.

    People sit at the first seats, in the order of their `--name`; bots at the others, in the order
    of `--bots`. Without `--name` one person plays, under the name that `scoutcli config name` has
    or that of the login; but where `--players` is given and as many bots are named, they play alone
    and the match just runs. With several people at one keyboard the screen is cleared between
    their turns: it shows the table without any hand then, also while bots think and when a round
    is over, and the next hand when its owner has pressed Enter.

    The bots go from `random`, which plays anything, to `expert`, which plays the likely moves on,
    many times, each time with other cards where it cannot see them; how the others play is told
    by `scoutcli rules GAME`. The more such playouts, the better it plays:
    `--playouts` says how many for all that search, `expert:playouts=2000` or `expert:time-ms=50`
    for one of them. The strong bots need numba, which `pip install 'scoutcli[strong]'` installs.
    Their first match with a game compiles it, which takes half a minute or so, once, and is told;
    the code is kept for later matches.

    Every move is in the match file before the next one is asked for, so nothing is lost however
    the match is left. `scoutcli play --resume` goes on with the last match in a file if it is not
    over, whoever wrote it: who is marked there with `bot:` is played by that bot, everybody else
    is a person. Without a FILE it is the match that was played last, wherever it is kept; if that
    is over or gone, the newest one in the folder of matches that is not over. What was being
    written when a machine went down is cut off, and that is told.

    A match in which moves were taken back, or a hint was asked for, is marked in its file as
    `practice: yes`; `scoutcli history` keeps such apart. `--tutor` warns before a clear mistake.
    `--tutorial` teaches a game in five minutes, by playing it.

    The same seed, rules, players and moves give the same match. Deals and new draw piles are
    those of `scoutcli deal`. A bot begins each round with a number of its own as its seed: the
    first 32 bits of the SHA-256 of `SEED/round R/bot S 1/0`, with the round and the seat from 1.
    Only a bot that goes by the clock (`--time-ms`) may choose otherwise another time.

    With `--plain`, if standard input is no terminal, or if `TERM` is `dumb`, the match runs line by
    line in plain text, as scripts and screen readers want it: the position, one fact a line, then
    a line such as `Seat 1, Ada?`, after which one line is read, a move or a command. So a script
    can play one seat, or all of them (with a `--name` for each). A line that is refused is
    answered on the standard error output, and asked for again.
    """.replace("{commands}", "\n\n    ".join(map(_typed, COMMANDS))),
    examples=(
        Example("scoutcli play", "Be asked which game, and play it against three bots:", status=2),
        Example(
            "scoutcli play scout --name Ada --bots greedy,random --save ada.yaml",
            "Play SCOUT for three, and keep the match in a file:",
            status=1,
        ),
        Example(
            "scoutcli play skyjo --players 4 --name Ada --name Bo",
            "Two people at one keyboard against two bots:",
            status=1,
        ),
        Example("scoutcli play skyjo --tutorial", "Learn SKYJO by playing it:"),
        Example(
            "scoutcli play --resume unfinished.yaml",
            "Go on with a match:",
            status=1,
        ),
        Example(
            "scoutcli play scout --players 3 --bots greedy,greedy,random --seed tea --save x.yaml"
            " | tail -n 2",
            "Let bots play alone:",
            shows="Match file: x.yaml\nTo check it: scoutcli validate x.yaml\n",
        ),
        Example(
            "printf '%s\\n' 'a1 b1' legal quit y | scoutcli play skyjo --name Ada --seed 7",
            "Play from a script:",
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
            "Where a match is kept without `--save`, under its date and game.",
        ),
        (
            "~/Library/Application Support/scoutcli/matches",
            "The same on macOS.",
        ),
        ("~/.local/share/scoutcli/last", "Which match was played last, for `--resume`."),
        ("~/.local/share/scoutcli/kept-elsewhere", "Where `--save` has kept matches."),
        ("~/.local/share/scoutcli/typed-lines", "Lines typed in earlier matches."),
        ("~/.config/scoutcli/config.yaml", "The settings; see scoutcli-config(1)."),
        ("~/.cache/scoutcli/compiled", "Where the compiled code of the strong bots is kept."),
    ),
    environment=(
        ("NO_COLOR", "If set to anything, nothing is coloured."),
        ("TERM", "If `dumb` or not set, the match runs line by line in plain text."),
        (
            "XDG_CACHE_HOME",
            "If an absolute path, compiled code is kept in scoutcli/compiled there.",
        ),
        ("XDG_CONFIG_HOME", "If an absolute path, settings are in scoutcli/config.yaml there."),
        ("XDG_DATA_HOME", "If an absolute path, matches are kept in scoutcli/matches there."),
    ),
    also=(
        "scoutcli-config(1)",
        "scoutcli-deal(1)",
        "scoutcli-history(1)",
        "scoutcli-match(1)",
        "scoutcli-rules(1)",
        "scoutcli-bot(7)",
    ),
)


LAST = ""
"""What ``--resume`` is without a FILE: the last match that is not over."""


class BotsType(Type):
    """Names of bots with commas between them; becomes a list. The game knows them, later.

    A name may have a budget behind it: ``greedy,expert:playouts=2000``.
    """

    name = "name,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """The names."""
        return [name.strip() for name in value.split(",")]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The bots of the game behind what stands there already."""
        done, comma, last = incomplete.rpartition(",")
        game = ctx.params.get("game")
        return items(
            (
                (f"{done}{comma}{name}", bot.about)
                for game in ([game] if game is not None else all_games())
                for name, bot in game.bots.items()
            ),
            done + comma + last,
        )


class NameType(Type):
    """The name of a person: something that can be shown."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name without spaces around it."""
        name = str(value).strip()
        if not is_name(name):
            self.fail(NAME_RULE, param, ctx)
        return name


def _say_bots() -> str:
    games = "; ".join(f"in {game.name} {', '.join(_levels(game))}" for game in all_games())
    return f"The bots of the seats after the people, in this order, as in greedy,random: {games}."


def _of_setting(name: str) -> Callable[[F], F]:
    """An option that goes before the setting of that name, with the same values."""
    setting = find(name)
    return click.option(f"--{name}", type=click.Choice(setting.values), help=setting.help)


def _levels(game: Game) -> Iterator[str]:
    """Every bot with how strong it is, where its game says so."""
    for name, bot in game.bots.items():
        yield f"{name} ({bot.strength})" if bot.strength else name


@subcommand("play", PAGE)
@game_argument(required=False)
@players_option
@click.option(
    "-n",
    "--name",
    "names",
    type=NameType(),
    metavar="NAME",
    multiple=True,
    help="A person who plays; give it once for each person at this keyboard.",
)
@click.option(
    "-b",
    "--bots",
    type=BotsType(),
    metavar="NAME,...",
    multiple=True,
    cls=GameOption,
    say=_say_bots,
)
@click.option(
    "--bot",
    "programs",
    metavar="BOT",
    multiple=True,
    help="Another bot, after those of --bots: a program, name=NAME,cmd=COMMAND, or a built-in one. "
    "With --resume: the program that plays where NAME sits. See scoutcli match --help.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1, MOST_PLAYOUTS),
    metavar="N",
    help=f"How many playouts the bots that search make for each move. Usually {USUAL.playouts}.",
)
@click.option(
    "--time-ms",
    type=click.IntRange(1, MOST_MS),
    metavar="MS",
    help="How long the bots that search take for each move instead, in thousandths of a second.",
)
@rules_options
@click.option(
    "-s",
    "--seed",
    type=SeedType(),
    help="Where chance comes from: the same text gives the same cards, on every machine. Without "
    "it a fresh one is made up. It is shown, and kept in the match file.",
)
@click.option(
    "-o",
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The match file. A new match is written behind finished ones that are there already.",
)
@click.option(
    "--resume",
    type=FileType(),
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE]",
    help="Go on with the last match in a match file or, without FILE, with the one that was "
    "played last; takes programs and settings, but no other option.",
)
@click.option(
    "--tutorial", is_flag=True, help="Learn GAME, or one that is asked for, in five minutes."
)
@_of_setting("theme")
@_of_setting("speed")
@click.option("--tutor/--no-tutor", default=None, help=find("tutor").help)
@click.option("--plain", is_flag=True, help="Plain lines of text, whatever the terminal can do.")
@click.pass_context
def command(
    context: click.Context,
    /,
    resume: str | None,
    tutorial: bool,
    theme: str | None,
    speed: str | None,
    tutor: bool | None,
    plain: bool,
    **options: Any,
) -> int:
    """Set up the table, and play at it."""
    settings = load().but(
        theme=theme,
        speed=speed,
        tutor=None if tutor is None else "on" if tutor else "off",
        screen="plain" if plain else None,
    )
    for notice in settings.notices:
        click.echo(f"Warning: {notice}", err=True)
    if tutorial:
        _alone(context, "--tutorial", {"game"}, resume=resume, **options)
        return learn(context, options["game"], settings)
    if resume is not None:
        _alone(context, "--resume", {"programs"}, **options)
        session, notices = _taken_up(context, resume, options["programs"])
    else:
        session, notices = new_session(context, settings, **options), []
        _remember(session, options["names"])
    return sit_down(session, notices, settings)


def sit_down(session: Session, notices: Sequence[str], settings: Settings) -> int:
    """Play a match at the table; the exit status."""
    from scoutcli.table.loop import Table  # here: `play --help` plays nothing
    from scoutcli.table.setup import screen_for

    screen = screen_for(session.people, settings)
    return screen.run(Table(session, screen, notices, settings).run)


def learn(context: click.Context, game: Game | None, settings: Settings) -> int:
    """Teach a game (None: the one that is asked for); the exit status."""
    from scoutcli import tutorial  # here: loaded by nothing else
    from scoutcli.table.seats import login_name
    from scoutcli.table.setup import ask_game, screen_for

    game = ask_game(context) if game is None else game
    name = settings["name"] or login_name()
    return tutorial.run(game, screen_for([0], settings), name)


def _alone(context: click.Context, flag: str, allowed: Collection[str], **options: Any) -> None:
    """Raise UsageError where an option is given that does not go with a flag."""
    given = {
        name
        for name in options
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    words = [
        options["game"].name if each.name == "game" else max(each.opts, key=len)
        for each in context.command.params
        if each.name in given.difference(allowed)
    ]
    if words:
        takes = f"{_TAKES[flag]}, --theme, --speed, --tutor or --plain"
        raise click.UsageError(f"{flag} {takes}, not with {' or '.join(words)}", context)


_TAKES = {
    "--resume": "takes all but programs and settings from the file: it stands alone, or with --bot",
    "--tutorial": "brings all but the game and settings: it stands alone, or with GAME",
}


def _taken_up(
    context: click.Context, path: str, programs: Sequence[str]
) -> tuple[Session, list[str]]:
    """The match of ``--resume``, and what there is to tell of it."""
    from scoutcli.table.last import load_last  # here: `play --help` plays nothing
    from scoutcli.table.resume import load as load_match

    entries = _entries(context, None, programs)
    return load_last(_tell, entries) if path == LAST else load_match(Path(path), _tell, entries)


def _remember(session: Session, names: Sequence[str]) -> None:
    """Keep how this match was begun, for the next time; where a script plays it is nobody's."""
    from scoutcli.memory import Played, remember
    from scoutcli.table.setup import at_terminal

    played = Played.of(session, names)
    if played is not None and at_terminal():
        remember(played)


def _tell(text: str) -> None:
    """Say on stderr what takes a while."""
    click.echo(text, err=True)


def _entries(context: click.Context, game: Game | None, texts: Sequence[str]) -> list[Entry]:
    """The bots of ``--bot``; without a game, programs only. Raises UsageError."""
    if not texts:
        return []
    from games.errors import RuleError
    from scoutcli.arena.entries import read_entry  # loads the arena

    try:
        return [read_entry(game, text) for text in texts]
    except RuleError as error:
        raise click.UsageError(error.message, context) from error


def _budget(context: click.Context, playouts: int | None, time_ms: int | None) -> Budget | None:
    """What the command line gives the bots that search."""
    if playouts is not None and time_ms is not None:
        raise click.UsageError("--playouts and --time-ms: a search has one budget", context)
    if time_ms is not None:
        return Budget(seconds=time_ms / 1000)
    return Budget(playouts=playouts) if playouts is not None else None


def new_session(
    context: click.Context,
    settings: Settings,
    game: Game | None,
    players: int | None,
    names: Sequence[str],
    bots: Sequence[Sequence[str]],
    programs: Sequence[str],
    playouts: int | None,
    time_ms: int | None,
    changes: Sequence[Sequence[tuple[str, str]]],
    preset: str | None,
    seed: str | None,
    save: Path | None,
) -> Session:
    """A new match, as the command line asks for it. Raises UsageError, RuleError, OSError."""
    from datetime import datetime

    from games.errors import RuleError
    from scoutcli.table import files
    from scoutcli.table.seats import built_in, seats_for, start_programs
    from scoutcli.table.session import Session
    from scoutcli.table.setup import ask_game

    if game is None:
        game = ask_game(context)
    if players is not None:
        players_for(game, players)
    usual = players_for(game, None)
    budget = _budget(context, playouts, time_ms)
    named = [bot for group in bots for bot in group]
    entries = _entries(context, game, programs)
    if settings["name"] and not names and len(named) + len(entries) != players:
        names = [settings["name"]]
    try:
        seats = seats_for(game, players, names, named, usual, budget, entries)
    except RuleError as error:
        raise click.UsageError(error.message, context) from error
    rules = rules_for(game, len(seats), changes, preset)
    if save is not None:
        files.check_target(save)
    try:
        make_ready(game, built_in(seats), _tell)
        seats, started = start_programs(game, rules, seats)
    except RuleError as error:
        raise click.UsageError(error.message, context) from error
    today = datetime.now().astimezone().date()
    if save is None:
        save = files.fresh_file(files.data_folder(), game.name, today)
    if seed is None:
        seed = os.urandom(8).hex()
    return Session.begin(game, rules, seats, seed, save, today, started)
