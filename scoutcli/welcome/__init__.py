"""What `scoutcli` alone offers on a terminal: a numbered menu, in plain lines of text.

Nothing is drawn, so it works on every terminal and with a screen reader. What
is chosen is done by the commands that can be typed as well: the menu only knows
how to call them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from games.errors import RuleError
from games.game import Game
from notation.diagnostics import TextError, printable
from scoutcli import __version__, memory, settings
from scoutcli.history.folder import match_files, unfinished
from scoutcli.memory import Played
from scoutcli.options import all_games
from scoutcli.table.seats import login_name
from scoutcli.welcome.newgame import described, new_game
from scoutcli.welcome.talk import Choice, LeaveError, Talk

Run = Callable[[Sequence[str]], int]
"""Runs a command of this program; its exit status. What goes wrong has been told."""

PIPE_CLOSED = 141
"""The status after which nobody reads what is said any more."""


class _Item(NamedTuple):
    """Something the menu offers, and what does it: the status of the command, or None."""

    choice: Choice
    do: Callable[[], int | None]


def welcome(run: Run, talk: Talk | None = None) -> int:
    """Offer what there is to do until somebody leaves; the exit status."""
    talk = talk or Talk()
    try:
        talk.say(f"scoutcli {__version__}: {_titles()}", "")
        _ask_name(talk)
        while True:
            items = list(_items(run, talk))
            talk.say("What would you like to do?")
            chosen = talk.choose([item.choice for item in items], "Number or word")
            item = next(item for item in items if item.choice is chosen)
            if chosen.word == "quit":
                break
            try:
                if item.do() == PIPE_CLOSED:
                    return PIPE_CLOSED
            except LeaveError:  # taken back: the menu again
                pass
            talk.say("")
    except LeaveError:
        pass
    talk.say("Good bye.")
    return 0


def _titles() -> str:
    return ", ".join(game.title for game in all_games())


def _items(run: Run, talk: Talk) -> Iterator[_Item]:
    """What is offered now."""
    played, trouble = memory.recall()
    if trouble:
        talk.say(trouble)
    games = {game.name: game for game in all_games()}
    played = [one for one in played if one.game in games]
    files = match_files()
    # Where a program plays, the menu cannot know what starts it; the history says how to go on.
    left = ((path, entry) for path, entry in unfinished() if not entry.programs)
    for path, entry in islice(left, 1):
        arguments = ["play", "--resume", str(path)]
        yield _Item(Choice("resume", f"Go on with {entry.title}"), partial(run, arguments))
    if played:
        text = f"{games[played[0].game].title} as last time: {described(played[0])}"
        yield _Item(Choice("again", text), partial(run, ["play", *played[0].arguments]))
    for game in games.values():
        last = next((one for one in played if one.game == game.name), None)
        begin = partial(_begin, run, talk, game, last)
        yield _Item(Choice(game.name, f"A new match of {game.title}"), begin)
    learn = partial(run, ["play", "--tutorial"])
    yield _Item(Choice("tutorial", "Learn a game in five minutes, by playing"), learn)
    note = partial(run, ["record"])
    yield _Item(Choice("record", "Note a match that is played with real cards"), note)
    if files:
        look = partial(run, ["replay", str(files[0])])
        yield _Item(Choice("replay", "Look at the last match again"), look)
        yield _Item(Choice("history", "Your matches and statistics"), partial(run, ["history"]))
    yield _Item(Choice("settings", "Show and change the settings"), partial(_settings, run, talk))
    yield _Item(Choice("help", "What else scoutcli can do"), partial(run, ["--help"]))
    yield _Item(Choice("quit", "Leave; Ctrl-D does it too"), lambda: None)


def _begin(run: Run, talk: Talk, game: Game, last: Played | None) -> int:
    """Ask how the match is to be, and play it."""
    return run(["play", *new_game(talk, game, last, run).arguments])


def _ask_name(talk: Talk) -> None:
    """Greet; who is here for the first time is asked for a name, which becomes a setting."""
    try:
        known = settings.load()
    except (RuleError, OSError) as error:
        talk.say(f"The settings cannot be read: {_told(error)}")
        talk.say("To begin anew with them: scoutcli config --reset", "")
        return
    for notice in known.notices:
        talk.say(notice)
    if known["name"]:
        talk.say(f"Hello, {printable(known['name'])}.", "")
        return
    usual = login_name()
    while True:
        name = talk.ask("Your name at the table", usual)
        try:
            settings.change(settings.config_file(), "name", name)
        except TextError as error:
            talk.say(f"{printable(error.message)}.")
            continue
        except (RuleError, OSError, RuntimeError) as error:
            talk.say(f"That cannot be kept: {_told(error)}")
        break
    talk.say(f"Hello, {printable(name)}. To change it: scoutcli config name NAME", "")


def _settings(run: Run, talk: Talk) -> int:
    """Show all settings, and change some until nothing more is said."""
    status = run(["config"])
    while name := talk.ask("Which one to change (Enter: none)", ""):
        try:
            setting = settings.find(name)
        except TextError as error:
            talk.say(f"{printable(error.message)}.")
            continue
        talk.say(setting.help)
        if setting.values:
            words = [Choice(word, "") for word in setting.values]
            value = talk.choose(words, "Value", _now(setting)).word
        else:
            value = talk.ask("Value (Enter: empty)", "")
        status = run(["config", name, value])
    return status


def _now(setting: settings.Setting) -> str:
    """The value that a setting has, if that can be read."""
    try:
        return settings.load()[setting.name]
    except (RuleError, OSError):
        return setting.default


def _told(error: Exception) -> str:
    if isinstance(error, RuleError):
        return printable(error.message)
    if isinstance(error, OSError):
        return printable(f"{error.filename}: {error.strerror}")
    return printable(str(error))
