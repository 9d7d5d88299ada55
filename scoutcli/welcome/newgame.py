"""Asks how a new match is to be: how many opponents, how strong, by which rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import cycle, islice

from games.errors import RuleError
from games.game import Game
from games.options import Option
from games.search.compiled import INSTALL
from notation.diagnostics import printable
from scoutcli.memory import Played
from scoutcli.options import players_for
from scoutcli.table.session import usual_bot
from scoutcli.welcome.talk import Choice, Talk

USUAL_RULES = "usual"
"""What is said for the rules as they are without options."""


def described(played: Played) -> str:
    """How a match was begun, safe to print: ``against 2 greedy, random; flip=rotate``."""
    kinds = Counter(played.bots)
    bots = ", ".join(bot if number == 1 else f"{number} {bot}" for bot, number in kinds.items())
    people = ", ".join(played.names if len(played.names) > 1 or not bots else ())
    parts = (people, bots and f"against {bots}", *played.rules)
    return printable("; ".join(part for part in parts if part))


def new_game(
    talk: Talk, game: Game, last: Played | None, run: Callable[[Sequence[str]], int]
) -> Played:
    """How the next match of a game is to be; `last` is what Enter alone means, if it is there.

    Raises LeaveError.
    """
    opponents = _how_many(talk, game, last)
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    if not game.bots:
        others = f"Names of all {opponents + 1} players, with commas"
        names = _names(talk, others, opponents + 1)
    else:
        bots = _who(talk, game, opponents, last)
    rules = _which_rules(talk, game, opponents + 1, last, run)
    return Played(game.name, opponents + 1, bots, names, rules)


def _how_many(talk: Talk, game: Game, last: Played | None) -> int:
    most = game.players[-1] - 1
    usual = players_for(game, None) - 1
    if last is not None and last.players in game.players:
        usual = last.players - 1
    numbers = range(max(game.players[0] - 1, 1), most + 1)
    return talk.ask_number("How many opponents", numbers, usual)


def _names(talk: Talk, question: str, number: int) -> tuple[str, ...]:
    while True:
        names = [name.strip() for name in talk.ask(question, "").split(",") if name.strip()]
        if len(names) == number == len(set(names)):
            return tuple(names)
        talk.say(f"Say {number} different names.")


def _who(talk: Talk, game: Game, opponents: int, last: Played | None) -> tuple[str, ...]:
    """The bots at the other seats."""
    known = bots_that_work(game)
    if missing := [name for name in game.bots if name not in known]:
        talk.say(f"{' and '.join(missing)} would be stronger, but need numba: {INSTALL}")
    talk.say("How strong shall they be? (Several: their words with commas.)")
    choices = [
        Choice(name, f"{bot.strength or 'bot'}: {bot.help}")
        for name, bot in game.bots.items()
        if name in known
    ]
    default = [usual_bot(game) if usual_bot(game) in known else known[-1]]
    if last is not None and last.bots and all(bot.partition(":")[0] in known for bot in last.bots):
        default = [last.bots[0]] if len(set(last.bots)) == 1 else list(last.bots)
    return tuple(islice(cycle(talk.choose_several(choices, "Strength", default)), opponents))


def bots_that_work(game: Game) -> list[str]:
    """The bots of a game, without those that need what is not installed."""
    compiles = find_spec("numba") is not None
    return [name for name, bot in game.bots.items() if compiles or not bot.compiled]


def _which_rules(
    talk: Talk,
    game: Game,
    players: int,
    last: Played | None,
    run: Callable[[Sequence[str]], int],
) -> tuple[str, ...]:
    """The options that differ from the usual ones, as ``KEY=VALUE``."""
    if not game.options:
        return ()
    usual = " ".join(last.rules) if last is not None and last.rules else USUAL_RULES
    while True:
        said = talk.ask("Rules: KEY=VALUE or a preset; ? lists them", usual)
        if said == "?":
            run(["rules", game.name])
            continue
        try:
            return _changes(game, players, said.replace(",", " ").split(), talk)
        except RuleError as error:
            talk.say(f"{printable(error.message)}.")


def _changes(game: Game, players: int, words: Sequence[str], talk: Talk) -> tuple[str, ...]:
    """What words change in the rules. Raises RuleError."""
    given, preset = {}, None
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            given[key] = value
        elif word != USUAL_RULES:
            preset = word
    rules, warnings = game.rules(players, given, preset)
    for warning in warnings:
        talk.say(f"{printable(warning.message)}.")
    return tuple(f"{key}={Option.write(value)}" for key, value in rules.changed().items())
