"""Take a match up again from its file.

The file must end with a match that is not over and has no error; of what was
written last, see `tail`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from games.bots import Spec, make_ready
from games.deals import ALGORITHM
from games.errors import RuleError
from games.game import Game
from games.search.compiled import Notice
from notation import match
from notation.audit import begin_round
from notation.diagnostics import printable
from notation.reader import Part
from notation.tokens import read_moves
from scoutcli.table.files import Lock, last_match
from scoutcli.table.seats import built_in, start_programs
from scoutcli.table.session import Seat, Session
from scoutcli.table.tail import Tail, in_round, name_of, not_canonical, quoted
from scoutcli.table.walk import walk

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry


def load(
    path: Path, notice: Notice | None = None, entries: Sequence[Entry] = ()
) -> tuple[Session, list[str]]:
    """The match at the end of a file, ready to go on, and what there is to tell about it.

    `entries` are programs; each plays where its name sits. No file says what
    is to be started. `notice` is told before something takes a while. Raises RuleError where it
    cannot go on (it is over, has errors, is being played, is not in canonical
    form, has a bot that cannot play), or OSError.
    """
    lock = Lock(path)
    try:
        return _load(path, lock, notice, entries)
    except BaseException:
        lock.release()
        raise


def _load(
    path: Path, lock: Lock, notice: Notice | None, entries: Sequence[Entry]
) -> tuple[Session, list[str]]:
    found = last_match(path)
    if found is None:
        raise RuleError("not-a-match-file", f"{name_of(path)} does not end with a match")
    chunk, offset = found
    data = chunk.text.encode()
    if not chunk.raw.endswith(data):
        raise not_canonical(path)
    start = offset + len(chunk.raw) - len(data)
    whole = Tail(path, chunk).whole()
    record = whole.part.match
    assert record is not None and record.game is not None and record.rules is not None
    audit = whole.part.audit
    assert audit is not None
    notices = []
    if (torn := chunk.text[whole.size :]).strip():
        lost = f"{quoted(torn)}, which was not written whole; it is cut off."
        notices.append(f"{name_of(path)} ended with {lost}")
    seed = record.shuffle.get("seed")
    if seed is None or record.shuffle.get("algorithm") != ALGORITHM:
        seed = os.urandom(8).hex()
        notices.append(f"The file has no seed; rounds to come are dealt from the seed {seed}.")
    playing = in_round(audit)
    past = audit.past[:-1] if playing else audit.past
    for entry in entries:
        if entry.name not in record.names:
            names = ", ".join(map(printable, record.names))
            raise RuleError("no-such-player", f"no {entry.name} plays there, but {names} do")
    seats = [
        _seat(record.game, player, number, entries)
        for number, player in enumerate(record.players, 1)
    ]
    bots = built_in(seats)
    if notice is not None and any(Spec.read(record.game, bot).bot.compiled for bot in bots):
        notice("Loading the bots ...")
    make_ready(record.game, bots, notice)
    seats, programs = start_programs(record.game, record.rules, seats)
    _write_missing(path, start + len(chunk.text[: whole.size].encode()), whole.missing)
    session = Session(
        record.game, record.rules, seats, seed, path, past=past, offset=start, lock=lock,
        programs=programs, practice=record.practice,
    )  # fmt: skip
    size = path.stat().st_size
    session.go_on_from(size, at_line_start=(chunk.text[: whole.size] + whole.missing)[-1] == "\n")
    if playing:
        notices += _take_up(session, whole.part)
    return session, notices


def _write_missing(path: Path, size: int, missing: str) -> None:
    """Cut a file to so many bytes, and write what is missing behind them."""
    with path.open("r+b") as file:
        file.truncate(size)
        file.seek(size)
        file.write(missing.encode())
        file.flush()
        os.fsync(file.fileno())


def _take_up(session: Session, part: Part) -> list[str]:
    """Play the moves of the unfinished round again; what chance brings behind them, in words."""
    audit = part.audit
    assert audit is not None
    checked = audit.rounds[-1]
    start = begin_round(audit, len(audit.rounds) - 1)
    assert start is not None
    node = checked.record.moves
    words = [play.text for play in read_moves(node.text).plays] if node is not None else []
    begun = start.copy()
    walked = walk(session, start, checked.deal, words)
    events = session.take_up(checked.deal, begun, walked, words)
    told = (*walked.drawn, *events)
    return [session.notation.tell(event, session.names, None) for event in told]


def _seat(game: Game, player: match.Player, number: int, entries: Sequence[Entry]) -> Seat:
    """Who sits there: a program, a person, or the bot that the file names (of any version)."""
    for entry in entries:
        if entry.name == player.name:
            return Seat(player.name, player.bot or entry.name, entry)
    if not player.bot:
        return Seat(player.name)
    text = built_in_text(game, player.bot)
    if text is not None:
        try:
            return Seat(player.name, str(Spec.read(game, text)))
        except RuleError as error:
            raise RuleError(error.code, f"seat {number}: {error.message}") from error
    raise RuleError(
        "unknown-bot",
        f"seat {number} was played by the bot {quoted(player.bot)}, which is not one of "
        f"{', '.join(game.bots) or 'none'}: if it is a program, give it with --bot name=…,cmd=…",
    )


def built_in_text(game: Game, bot: str) -> str | None:
    """What a file says of a bot, without its version; None where it is not a bot of the game."""
    texts = (bot.rpartition(" ")[0], bot)
    return next((text for text in texts if text.partition(":")[0] in game.bots), None)
