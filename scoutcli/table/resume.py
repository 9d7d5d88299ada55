"""Take a match up again from its file.

The file must end with a match that is not over and has no error. Whatever its
program was doing when it died, the file ends with the beginning of one write of
`notation.recorder`: that beginning is cut away, and nothing else ever is. So a
match can be gone on with after any byte that was written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from games.bots import Spec, make_ready
from games.deals import ALGORITHM, Shuffler
from games.errors import RuleError
from games.game import Chance, Event, Game, Move, Player, State
from games.search.compiled import Notice
from notation import keys, match
from notation.audit import Audit, begin_round
from notation.diagnostics import printable
from notation.reader import Part, read_part
from notation.recorder import numbers
from notation.replay import CHANCE, reader, settle_starter
from notation.stream import Chunk
from notation.tokens import Play, read_moves
from scoutcli.table.files import Lock, last_match
from scoutcli.table.seats import built_in, start_programs
from scoutcli.table.session import Seat, Session, make_bots

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry

_ROUNDS = re.compile(r"^rounds: *\n", re.MULTILINE)
_ROUND = re.compile(r"^- ", re.MULTILINE)
_MOVES_KEY = "  moves: |\n"
_MOVES = re.compile(rf"^{re.escape(_MOVES_KEY)}", re.MULTILINE)
_DEAL_LINES = re.compile(r"- deal: \|\n(?:    [^\n]*\n)*")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class _Whole:
    """As much of a match as was written whole: the part that stays, its length in characters,
    and what has to be written behind it before the match can go on.
    """

    part: Part
    size: int
    missing: str = ""


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
        raise RuleError("not-a-match-file", f"{_name(path)} does not end with a match")
    chunk, offset = found
    data = chunk.text.encode()
    if not chunk.raw.endswith(data):
        raise _not_canonical(path)
    start = offset + len(chunk.raw) - len(data)
    whole = _Tail(path, chunk).whole()
    record = whole.part.match
    assert record is not None and record.game is not None and record.rules is not None
    audit = whole.part.audit
    assert audit is not None
    notices = []
    if (torn := chunk.text[whole.size :]).strip():
        notices.append(
            f"{_name(path)} ended with {_shown(torn)}, which was not written whole; it is cut off."
        )
    seed = record.shuffle.get("seed")
    if seed is None or record.shuffle.get("algorithm") != ALGORITHM:
        seed = os.urandom(8).hex()
        notices.append(f"The file has no seed; rounds to come are dealt from the seed {seed}.")
    in_round = _in_round(audit)
    past = audit.past[:-1] if in_round else audit.past
    for entry in entries:
        if entry.name not in record.names:
            names = ", ".join(map(printable, record.names))
            raise RuleError("no-such-player", f"no {entry.name} plays there, but {names} do")
    seats = [
        _seat(record.game, player, number, entries)
        for number, player in enumerate(record.players, 1)
    ]
    make_ready(record.game, built_in(seats), notice)
    seats, programs = start_programs(record.game, record.rules, seats)
    _write_missing(path, start + len(chunk.text[: whole.size].encode()), whole.missing)
    session = Session(
        record.game, record.rules, seats, seed, path, past=past, offset=start, lock=lock,
        programs=programs,
    )  # fmt: skip
    size = path.stat().st_size
    session.go_on_from(size, at_line_start=(chunk.text[: whole.size] + whole.missing)[-1] == "\n")
    if in_round:
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
    state = begin_round(audit, len(audit.rounds) - 1)
    assert state is not None
    number = len(audit.rounds)
    bots = make_bots(session.game, session.seats, session.seed, number)
    shuffler = Shuffler(session.seed, number)
    node = checked.record.moves
    plays = read_moves(node.text).plays if node is not None else []
    stateless = {
        seat for seat in bots if Spec.read(session.game, session.seats[seat].bot).bot.stateless
    }
    drawn = _draw_starter(session, state, plays, shuffler)
    if session.programs is not None:
        session.programs.begin_round(number, session.totals, state, checked.deal)
    chosen = _walk(session, state, plays, bots, stateless, shuffler)
    events = session.take_up(checked.deal, state, bots, shuffler, chosen)
    return [session.notation.tell(event, session.names, None) for event in (*drawn, *events)]


def _draw_starter(
    session: Session, state: State, plays: Sequence[Play], shuffler: Shuffler
) -> Sequence[Event]:
    """Where a lot decides who starts before anybody chooses: what it brings.

    The first move after the opening tells what it brought, if it is in the file.
    """
    chance = state.chance()
    if chance is None or chance.kind != "starter":
        return ()
    made = plays[session.rules.players :]
    if made:
        seat, _ = reader(session.notation)[made[0].text]
        state.apply(CHANCE, session.game.started(seat))
        return ()
    return state.apply(CHANCE, session.game.draw(chance, shuffler))


def _walk(
    session: Session,
    state: State,
    plays: Sequence[Play],
    bots: Mapping[int, Player],
    stateless: Collection[int],
    shuffler: Shuffler,
) -> Move | None:
    """Play words that are known to be legal.

    Bots are asked, and chance is drawn, as they were the first time, and what
    they answer is passed over: so both go on as if nothing had interrupted them.
    A new draw pile comes after a bot has chosen the move that needs it: where
    that move is missing at the end, it is returned. Bots at `stateless` seats
    are asked for that one only, as it is all the same to them. Programs are
    told all moves.
    """
    notation, programs = session.notation, session.programs
    read = reader(notation)
    chosen: Move | None = None
    for at, play in enumerate(plays, 1):
        settle_starter(notation, state, play.text)
        seat, moves = read[play.text]
        choice = state.opening
        for move in moves:
            if programs is not None and seat != CHANCE:
                programs.witness(seat, state.complete(seat, move), state)
            who = state.turn if seat == CHANCE else seat
            answer = chosen
            last = seat == CHANCE and at == len(plays)
            if who in bots and chosen is None and (last or who not in stateless):
                answer = bots[who].choose(state.view(who), state.legal())
            chosen = answer if seat == CHANCE else None
            if seat == CHANCE and (due := _due(state)) is not None:
                notation.game.draw(due, shuffler)
            state.apply(seat, move)
        if programs is not None:
            programs.made(seat, moves, state, choice)
    # One that goes by the clock, or another version of a bot, may not choose that move again.
    return chosen if chosen is None or chosen in state.legal() else None


def _due(state: State) -> Chance | None:
    """The chance event that comes now, or before one of the legal moves."""
    for move in (None, *state.legal()):
        if (chance := state.chance(move)) is not None:
            return chance
    return None


def _seat(game: Game, player: match.Player, number: int, entries: Sequence[Entry]) -> Seat:
    """Who sits there: a program, a person, or the bot that the file names (of any version)."""
    for entry in entries:
        if entry.name == player.name:
            return Seat(player.name, player.bot or entry.name, entry)
    if not player.bot:
        return Seat(player.name)
    for text in (player.bot.rpartition(" ")[0], player.bot):
        if text.partition(":")[0] in game.bots:
            try:
                return Seat(player.name, str(Spec.read(game, text)))
            except RuleError as error:
                raise RuleError(error.code, f"seat {number}: {error.message}") from error
    raise RuleError(
        "unknown-bot",
        f"seat {number} was played by the bot {_shown(player.bot)}, which is not one of "
        f"{', '.join(game.bots) or 'none'}: if it is a program, give it with --bot name=…,cmd=…",
    )


class _Tail:
    """Finds how much of the text of a match was written whole."""

    def __init__(self, path: Path, chunk: Chunk) -> None:
        self.path = path
        self.chunk = chunk
        self.text = chunk.text

    def whole(self) -> _Whole:
        """What stays. Raises RuleError where the match cannot go on behind it."""
        text = self.text
        head = _ROUNDS.search(text)
        if head is None:
            self._sound(self._read(len(text)))
            raise RuleError(
                "nothing-played",
                f"nothing was played in {_name(self.path)} (its last line is not `rounds:`): "
                "begin a new match",
            )
        starts = [found.start() for found in _ROUND.finditer(text, head.end())]
        if not starts:
            if text[head.end() :].strip(" \n") not in ("", "-"):
                raise self._behind(text[head.end() :])
            return self._stays(head.end())
        moves = _MOVES.search(text, starts[-1])
        if moves is None:
            return self._without_moves(starts[-1])
        end = _block_end(text, moves.end())
        if end == len(text):
            size = _whole_words(text, moves.end())
            whole = self._stays(size)
            over = whole.part.audit is not None and _ended(whole.part.audit)
            # A space promised another move of this lap; then the end of the round came.
            return replace(whole, size=size - 1) if over and text[size - 1] == " " else whole
        return self._ended(end)

    def _without_moves(self, start: int) -> _Whole:
        """The last round, from `start` on, has no moves: a deal, torn or not, or its points."""
        size, tail = len(self.text), self.text[start:]
        part = self._read(size)
        if not part.faulty and tail.endswith("\n"):
            assert part.match is not None
            record = part.match.rounds[-1]
            if record.score is not None:
                return self._stays(size)
            if record.deal is not None and set(record.nodes) <= {"deal", "starter"}:
                return replace(self._stays(size), missing=_MOVES_KEY)
        above, _, line = tail.rpartition("\n")
        in_deal = _DEAL_LINES.fullmatch(f"{above}\n") and (
            not line.strip(" ") or line.startswith("    ") or _MOVES_KEY.startswith(line)
        )
        if in_deal or "- deal: |\n".startswith(tail):
            return self._stays(start)
        self._sound(part)
        raise self._behind(tail)

    def _ended(self, end: int) -> _Whole:
        """Something stands behind the moves of the last round, which end at `end`."""
        played = self._read(end)
        state = played.audit.rounds[-1].state if played.audit and played.audit.rounds else None
        rest = self.text[end:]
        if not played.faulty and state is not None and state.end is not None:
            ending = f"  end: {state.end}\n  score: {numbers(state.scores())}\n"
            if ending.startswith(rest) and rest != ending:
                return self._stays(end)
            if rest.startswith(ending) and rest != ending:
                size = end + len(ending)
                closing, rest = self._closing(size), self.text[size:]
                if rest == "-" or (closing.startswith(rest) and rest != closing):
                    return self._stays(size)
        whole = self._read(len(self.text))
        self._sound(whole)
        assert whole.match is not None and whole.match.game is not None
        end_word = whole.match.rounds[-1].end
        if end_word in keys.STOPPED:
            raise RuleError(
                "round-stopped",
                f"the last round in {_name(self.path)} was ended as {end_word}: take out that "
                "line, and what follows it, to go on",
            )
        if end_word is None:
            raise self._behind(rest)
        return self._stays(len(self.text))

    def _closing(self, size: int) -> str:
        """The lines behind the last round if the match was over there; else nothing."""
        audit = self._read(size).audit
        if audit is None or not audit.over or not audit.winners:
            return ""
        winners = numbers([seat + 1 for seat in audit.winners])
        return f"total: {numbers(audit.total)}\nwinners: {winners}\n"

    def _stays(self, size: int) -> _Whole:
        """So many characters stay, if the match can go on behind them."""
        part = self._read(size)
        self._sound(part)
        audit, record = part.audit, part.match
        assert audit is not None and record is not None
        if "winners" in record.nodes:
            raise RuleError("match-over", f"the match in {_name(self.path)} is over")
        if list(record.nodes)[-1] != "rounds":
            raise self._behind(self.text[size:])
        past = audit.past if not _in_round(audit) else audit.past[:-1]
        assert record.game is not None
        if None in record.game.totals(len(record.players), past):
            raise RuleError(
                "points-not-known",
                f"points of rounds before are not known in {_name(self.path)}: note them first",
            )
        self._check_known(part)
        return _Whole(part, size)

    def _check_known(self, part: Part) -> None:
        """Raise where the round to go on with has cards or moves that nobody noted."""
        assert part.audit is not None
        if not _in_round(part.audit):
            return
        record = part.audit.rounds[-1].record
        moves = read_moves(record.moves.text).plays if record.moves is not None else []
        words = [play.text for play in moves]
        words += record.deal.text.split() if record.deal is not None else ["?"]
        if any("?" in word or "*" in word for word in words):
            raise RuleError(
                "cards-not-known",
                f"the last round in {_name(self.path)} has cards or moves that nobody noted, "
                "so it cannot be played on",
            )
        if not _canonical_indent(record):
            raise _not_canonical(self.path)

    def _read(self, size: int) -> Part:
        """The match as if the file ended after so many characters, which are whole."""
        text = self.text[:size]
        return read_part(replace(self.chunk, raw=text.encode(), text=text, terminated=True))

    def _sound(self, part: Part) -> None:
        """Raise RuleError where a part has errors."""
        for fault in part.diagnostics:
            if fault.severity == "error":
                raise RuleError(
                    "match-has-errors",
                    f"{fault.place()}: {printable(fault.message)} [{fault.code}]; a match with "
                    "errors cannot go on (scoutcli validate shows them all)",
                )
        if part.match is None or part.match.game is None or part.audit is None:
            raise RuleError("not-a-match-file", f"{_name(self.path)} does not end with a match")

    def _behind(self, rest: str) -> RuleError:
        return RuleError(
            "behind-the-rounds",
            f"{_name(self.path)} has {_shown(rest)} behind its rounds, where the match would go "
            "on: move it in front of `rounds:`, or take it out",
        )


def _in_round(audit: Audit) -> bool:
    """Whether the last round there is has not come to its end."""
    return bool(audit.rounds) and not audit.rounds[-1].ended


def _ended(audit: Audit) -> bool:
    """Whether the moves of the last round end it, whatever the file says."""
    state = audit.rounds[-1].state if audit.rounds else None
    return state is not None and state.end is not None


def _block_end(text: str, start: int) -> int:
    """Where the block of moves that begins at `start` ends: the first line not indented so far."""
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : len(text) if end < 0 else end]
        if line.strip(" ") and not line.startswith("    "):
            return start
        if end < 0:
            break
        start = end + 1
    return len(text)


def _whole_words(text: str, start: int) -> int:
    """The length of a text that ends with moves, without a last word that has no terminator."""
    line = text.rfind("\n") + 1
    size = len(text)
    if text[-1] not in " \n":
        size = max(text.rfind(" ") + 1, line)
    return max(size if text[line:size].strip() else line, start)


def _canonical_indent(record: match.RoundRecord) -> bool:
    """Whether moves stand where a recorder would write the next one."""
    node = record.moves
    return node is None or not node.text.strip() or node.indent == 4


def _not_canonical(path: Path) -> RuleError:
    return RuleError(
        "not-canonical",
        f"{_name(path)} is not in canonical form, so no move can be written behind it: "
        f"run scoutcli fmt --in-place on it first",
    )


def _name(path: Path) -> str:
    return printable(str(path))


def _shown(text: str) -> str:
    """A text of unknown origin, quoted, not too long, safe to print."""
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")
