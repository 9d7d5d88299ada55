"""Play on from a place in a match: a new match file that ends there, for a person and bots.

Header, rounds before and the moves so far are kept; comments are not, as they
may tell what others held or what came later, nor is the seed, which would deal
the rounds that can be looked at here already. The file says that it is
practice, and where it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date
from io import BytesIO
from itertools import chain, count
from pathlib import Path

from games.bots import Spec
from games.errors import RuleError
from games.game import Game
from notation import writer
from notation.audit import Audit, begin_round
from notation.diagnostics import printable
from notation.match import Match, Player
from notation.reader import Part, read_chunks, read_part
from notation.recorder import Scribe, numbers
from notation.replay import CHANCE, reader, steps
from notation.yamltext import quote
from scoutcli import __version__
from scoutcli.table.files import fresh_file
from scoutcli.viewer.walk import Walk

_UNKNOWN = re.compile(r"[?*]")
_ORIGIN = "x-from"
"""The key that says from which match, round and move a match was played on."""
_NOT_KEPT = ("pairing",)
"""Headers that would make others count the match as what it no longer is."""


def check(audit: Audit | None, index: int, made: int) -> None:
    """Raise RuleError, with words for a person, where nobody can play on from a place."""
    match = audit.match if audit is not None else None
    if audit is None or match is None or match.game is None or index >= len(audit.rounds):
        raise _refused("there is no round here to play on")
    if not match.game.bots:
        raise _refused(f"{match.game.title} has no bots to play with")
    walk = Walk(audit, index)
    if walk.record.deal is None or not walk.playable:
        raise _refused("this round has no deal to go on from")
    texts = [walk.record.deal.text, *(play.text for play in walk.plays[:made])]
    if any(_UNKNOWN.search(text) for text in texts):
        raise _refused("it has cards or moves that nobody noted")
    for number, checked in enumerate(audit.rounds[:index], 1):
        if checked.broken:
            raise _refused(f"round {number}, before it, is at fault")
    if None in match.game.totals(len(match.players), audit.past[:index]):
        raise _refused("points of rounds before are not known")
    there = walk.position(made)
    assert there is not None
    if there.end is not None:
        raise _refused("the round is over here; go back to where there is something to play")


def write(
    part: Part,
    index: int,
    made: int,
    seat: int,
    name: str,
    bots: Mapping[int, str],
    folder: Path,
    today: date,
) -> Path:
    """Write the match file and return where it is.

    `index` is the round, from 0, and `made` how many of its plays have been
    made. The person `name` takes `seat`, `bots` (see `Spec`) the others.
    Raises RuleError as `check` does, or OSError.
    """
    check(part.audit, index, made)
    audit = part.audit
    assert audit is not None and audit.match.game is not None
    written = text(audit, index, made, seat, name, bots)
    _prove(written)
    path = fresh_file(folder, audit.match.game.name, today)
    try:
        path.write_text(written, encoding="utf-8", newline="\n")
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def text(audit: Audit, index: int, made: int, seat: int, name: str, bots: Mapping[int, str]) -> str:
    """What is written; a place that `check` let pass."""
    match = audit.match
    assert match.game is not None and match.rules is not None
    walk = Walk(audit, index)
    move = max((told.number or 0 for told in list(walk.told())[:made]), default=0)
    headers = {key: said for key, said in match.headers.items() if key not in _NOT_KEPT}
    players = _players(match, match.game, seat, name, bots)
    head = writer.header(match.game, players, match.rules, headers, {}, practice=True)
    origin = f"{match.file}, match {match.index}, round {index + 1}, move {move}"
    scribe = Scribe(walk.notation, growing=True)
    parts = [scribe.begin_match(f"{head}{_ORIGIN}: {quote(origin)}\n")]
    parts += [_round(scribe, audit, before, None) for before in range(index)]
    parts.append(_round(scribe, audit, index, _without_chance(walk, made)))
    return "".join(parts)


def _without_chance(walk: Walk, made: int) -> int:
    """So many plays are kept: what chance brought for a move that is not made yet comes anew."""
    read = reader(walk.notation)
    while made and read[walk.plays[made - 1].text][0] == CHANCE:
        made -= 1
    return made


def _players(
    match: Match, game: Game, seat: int, name: str, bots: Mapping[int, str]
) -> list[Player]:
    """Who sits there now. People's seats keep their names; a bot in the place of another has its
    own, and so has the person who plays.
    """
    names = match.names
    others = [*names[:seat], *names[seat + 1 :]]
    players = []
    for at, player in enumerate(match.players):
        if at == seat:
            who = names[at] if name in others else name
            label = None
        else:
            bot = Spec.read(game, bots[at])
            label = f"{bot} {__version__}"
            other = player.bot is not None and own_bot(game, player) != str(bot)
            who = _free(bot.name, {name, *names}) if other else names[at]
        names[at] = who
        players.append(replace(player, name=who, bot=label, team=None, id=None))
    return players


def own_bot(game: Game, player: Player) -> str | None:
    """The built-in bot that played at a seat, of whatever version; None where none did."""
    for said in ((player.bot or "").rpartition(" ")[0], player.bot or ""):
        try:
            return str(Spec.read(game, said))
        except RuleError:
            continue
    return None


def _free(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody has it already."""
    numbered = (f"{name} {number}" for number in count(2))
    return next(free for free in chain((name,), numbered) if free not in taken)


def _round(scribe: Scribe, audit: Audit, index: int, made: int | None) -> str:
    """A round of which so many plays are kept; None: all, its end and its points."""
    checked, record = audit.rounds[index], audit.rounds[index].record
    walk = Walk(audit, index)
    state = begin_round(audit, index)
    parts: list[str] = []
    if state is not None and checked.deal is not None:
        begun = scribe.begin_round(checked.deal)
        if record.starter is not None:
            deal, key, rest = begun.rpartition("  moves:")
            begun = f"{deal}  starter: {record.starter + 1}\n{key}{rest}"
        parts.append(begun)
        choice = state.opening
        for step in steps(walk.notation, state, walk.plays[:made]):
            parts.append(scribe.play(step.seat, step.moves, state, choice=choice))
            choice = state.opening
        if made is None:
            assert record.end is not None
            parts.append(scribe.end_round(record.end, checked.scores))
        return "".join(parts)
    end = f"end: {record.end}\n  " if record.end is not None else ""
    return f"- {end}score: {numbers(checked.scores)}\n"


def _prove(written: str) -> None:
    """Raise RuleError where what is to be written could not be read again without an error."""
    for chunk in read_chunks(BytesIO(written.encode()), "the new match"):
        for fault in read_part(chunk).diagnostics:
            if fault.severity == "error":
                raise _refused(printable(fault.message))


def _refused(why: str) -> RuleError:
    return RuleError("cannot-play-on", f"Nobody can play on from here: {why}.")
