"""The options that several commands share: how they are written, checked, explained and completed.

All that is said of a game (its name, its numbers of players, its options and
presets) is asked of the game when it is needed, so a game that another package
brings is served like the built-in ones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from games.game import Game
    from games.options import Rules

    Type = click.ParamType[Any]
else:
    Type = click.ParamType  # generic only from click 8.4 on

F = TypeVar("F", bound=Callable[..., Any])

USUAL_PLAYERS = 4
"""How many players a command takes where it is not told, if the game allows it."""

LONGEST_SEED = 200

RULES_FLAGS = ("-r", "--rules")


def items(pairs: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem[str]]:
    """The values (with a few words on each) that begin with what was typed."""
    from click.shell_completion import CompletionItem  # slow to load, only for completion

    return [
        CompletionItem(value, help=text) for value, text in pairs if value.startswith(incomplete)
    ]


def all_games() -> list[Game]:
    """Every game there is, the built-in ones first."""
    import games

    return [games.get(name) for name in games.names()]


class GameType(Type):
    """The name of a game; becomes the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game of that name."""
        import games

        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]  # a default that is a game already
        try:
            return games.get(value)
        except games.RuleError as error:
            self.fail(error.message, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The names of the games."""
        return items(((game.name, game.title) for game in all_games()), incomplete)


class ChangeType(Type):
    """``KEY=VALUE``, or several with commas between them; becomes a list of pairs.

    Whether the game has such an option is seen later, when the game and the
    number of players are known.
    """

    name = "key=value"
    _ONE = re.compile(r"([a-z][a-z0-9_]*)=(.+)")

    @classmethod
    def looks_like(cls, text: str) -> bool:
        """Whether a text is of this form, whatever the game."""
        return all(cls._ONE.fullmatch(part) for part in text.split(","))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[tuple[str, str]]:
        """The pairs."""
        pairs = []
        for part in value.split(","):
            found = self._ONE.fullmatch(part)
            if not found:
                self.fail(f"{part!r} is not KEY=VALUE, as in flip=rotate", param, ctx)
            pairs.append((found[1], found[2]))
        return pairs

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Every option of the game with every word it can be, the default first."""
        done, comma, last = incomplete.rpartition(",")
        players = ctx.params.get("players")
        return items(
            (
                (f"{done}{comma}{option.name}={word}", option.help)
                for game in _games_of(ctx)
                for option in game.options
                if players is None or option.applies(players)
                for word in dict.fromkeys((option.default, *option.words))
            ),
            done + comma + last,
        )


class PresetType(Type):
    """The name of a preset of the game; seen to be one of them when the game is known."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The presets of the game."""
        return items(
            (
                (name, ", ".join(f"{key}={word}" for key, word in changes.items()) or "defaults")
                for game in _games_of(ctx)
                for name, changes in game.presets.items()
            ),
            incomplete,
        )


class SeedType(Type):
    """Any short text on one line."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, if it can stand in a match file as it is."""
        if not (0 < len(value) <= LONGEST_SEED and value.isprintable()):
            self.fail(f"a seed is 1 to {LONGEST_SEED} printable characters", param, ctx)
        return str(value)


class GameOption(click.Option):
    """An option whose help is made of what the games say, when help is asked for."""

    def __init__(self, *declared: Any, say: Callable[[], str], **attributes: Any) -> None:
        super().__init__(*declared, **attributes)
        self.say = say

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """How the option is written, and what it means."""
        self.help = self.say()
        return super().get_help_record(ctx)


def _games_of(ctx: click.Context) -> list[Game]:
    """The game that the command line names so far; all games if it names none."""
    game = ctx.params.get("game")
    return [game] if game is not None else all_games()


def _say_players() -> str:
    return f"The number of players: {_ranges()}. Usually {USUAL_PLAYERS}."


def _ranges() -> str:
    """How many players there are in every game."""
    return ", ".join(
        f"{game.players.start} to {game.players.stop - 1} in {game.name}" for game in all_games()
    )


def _say_rules() -> str:
    games = "; ".join(
        f"in {game.name} {', '.join(option.name for option in game.options)}"
        for game in all_games()
    )
    return (
        "Play by another rule; may be given several times, the last one counts. "
        f"`scoutcli rules GAME` explains them: {games}."
    )


def _say_preset() -> str:
    games = "; ".join(f"in {game.name} {', '.join(game.presets) or 'none'}" for game in all_games())
    return f"A set of rules by name, before any `--rules`: {games}."


def game_argument(*, required: bool = True) -> Callable[[F], F]:
    """The argument GAME, as `game`: a Game, or None where it is not required."""
    metavar = "GAME" if required else "[GAME]"
    return click.argument("game", type=GameType(), required=required, metavar=metavar)


def players_option(function: F) -> F:
    """``--players N``, as `players`: a number, checked by `rules_for`, or None."""
    return click.option("-p", "--players", type=int, metavar="N", cls=GameOption, say=_say_players)(
        function
    )


def rules_options(function: F) -> F:
    """``--rules KEY=VALUE`` and ``--preset NAME``, as `changes` and `preset`; for `rules_for`."""
    for option in (
        click.option("--preset", type=PresetType(), cls=GameOption, say=_say_preset),
        click.option(
            *RULES_FLAGS, "changes", type=ChangeType(), metavar="KEY=VALUE", multiple=True,
            cls=GameOption, say=_say_rules,
        ),
    ):  # fmt: skip
        function = option(function)
    return function


def spread_changes(arguments: Sequence[str]) -> list[str]:
    """The same arguments with ``--rules`` repeated: ``--rules A=B C=D`` becomes two of them."""
    result: list[str] = []
    spreading = False
    for argument in arguments:
        change = ChangeType.looks_like(argument)
        if spreading and change and result[-1] not in RULES_FLAGS:
            result.append(RULES_FLAGS[0])
        spreading = argument in RULES_FLAGS or (spreading and change)
        result.append(argument)
    return result


def seed_option(function: F) -> F:
    """``--seed TEXT``, as `seed`: a text or None; see `seed_or_fresh`."""
    return click.option(
        "-s",
        "--seed",
        type=SeedType(),
        help="Where chance comes from: the same text gives the same cards, on every machine. "
        "Without it a fresh one is made up, and told on the standard error output.",
    )(function)


def format_option(*names: str) -> Callable[[F], F]:
    """``--format NAME``, as `form`: one of the names, the first if not given."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="The form of the output.",
    )


class FileType(Type):
    """The name of a file, or ``-``. Whether it can be read is seen when it is read."""

    name = "file"

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """How it is called in the help."""
        return "FILE"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The shell knows its files."""
        from click.shell_completion import CompletionItem  # slow to load, only for completion

        return [CompletionItem(incomplete, type="file")]


def files_argument(function: F) -> F:
    """The argument FILE…, as `paths`: at least one."""
    return click.argument("paths", type=FileType(), nargs=-1, required=True)(function)


def file_argument(function: F) -> F:
    """The argument FILE, as `path`."""
    return click.argument("path", type=FileType())(function)


def output_option(more: str = "") -> Callable[[F], F]:
    """``--output OUT``, as `output`: a name or None. `more` is said of the file."""
    return click.option(
        "-o",
        "--output",
        type=FileType(),
        metavar="OUT",
        help=f"Write to this file{more}. - is the standard output.",
    )


def in_place_option(function: F) -> F:
    """``--in-place``, as `in_place`."""
    return click.option("-i", "--in-place", is_flag=True, help="Change the files themselves.")(
        function
    )


def jobs_option(function: F) -> F:
    """``--jobs N``, as `jobs`: a number of processes from 1."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="The number of processes that work at the same time.",
    )(function)


def players_for(game: Game, players: int | None) -> int:
    """The number of players said, or the usual one. Raises UsageError if the game has no such."""
    if players is None:
        return USUAL_PLAYERS if USUAL_PLAYERS in game.players else game.players.stop - 1
    if players not in game.players:
        raise click.UsageError(not_for(game, players), click.get_current_context(silent=True))
    return players


def not_for(game: Game, players: object) -> str:
    """What to say where a game has no such number of players."""
    first, last = game.players.start, game.players.stop - 1
    return f"{game.title} is for {first} to {last} players, not for {players}"


def players_for_some_game(players: int) -> None:
    """Raises UsageError if no game is for so many players."""
    if not any(players in game.players for game in all_games()):
        raise click.UsageError(
            f"no game is for {players}: there are {_ranges()}",
            click.get_current_context(silent=True),
        )


def rules_for(
    game: Game,
    players: int | None,
    changes: Sequence[Sequence[tuple[str, str]]] = (),
    preset: str | None = None,
) -> Rules:
    """The rules that the options of the command line ask for.

    An option that means nothing with so many players is told on stderr.
    Raises UsageError for what is no option, no value, no preset of the game.
    """
    from games.errors import RuleError

    given = dict(pair for pairs in changes for pair in pairs)
    try:
        rules, warnings = game.rules(players_for(game, players), given, preset)
    except RuleError as error:
        raise click.UsageError(
            f"{error.message} [{error.code}]", click.get_current_context(silent=True)
        ) from error
    for warning in warnings:
        click.echo(f"Warning: {warning.message} [{warning.code}]", err=True)
    return rules


def seed_or_fresh(seed: str | None) -> str:
    """The seed given, or a fresh one, which is told on stderr."""
    if seed is None:
        seed = os.urandom(8).hex()
        click.echo(f"seed: {seed}", err=True)
    return seed
