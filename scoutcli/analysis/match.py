"""The analysis of a match, in pieces that can be worked at anywhere and in any order.

A piece is the choices of a few plays of a round, or the luck of a round. What
comes of it depends on the round and on what was asked for alone: not on other
pieces, on the file, or on the process. So the sum is the same however many
work at it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import games
from games.bots import Budget
from games.game import Game
from notation import codec
from notation.audit import Audit
from notation.reader import Part
from notation.tokens import read_moves
from scoutcli.analysis.account import accounts
from scoutcli.analysis.analyst import Stop
from scoutcli.analysis.model import Chance, Judged, MatchReport, RoundReport
from scoutcli.analysis.reasons import reasons_for

if TYPE_CHECKING:
    from games.search.compiled import Notice
    from scoutcli.analysis.judge import Judge

PLAYS = 8
"""So many plays are looked at in a piece: some seconds, so that two processes share a round."""
LUCK = -1
"""Instead of the first play of a piece: it is the luck of the round."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of an analysis: the figures depend on nothing else but the match.

    `seat` is the one whose choices are judged, from 0; None is all. `open` judges
    with all cards seen, `exact` solves small endings too.
    """

    seed: str = "1"
    budget: Budget | None = None
    """None is the usual one of the game."""
    seat: int | None = None
    open: bool = False
    exact: bool = False


class Piece(NamedTuple):
    """A part of the work: the plays from `first` up to `last` of a round, or its luck (`LUCK`)."""

    round: int
    """Its index."""
    first: int
    last: int


class Found(NamedTuple):
    """What came of a piece; `whole` says that nobody stopped it."""

    piece: Piece
    judged: tuple[Judged, ...] = ()
    luck: tuple[Chance, ...] = ()
    whole: bool = True
    notices: tuple[str, ...] = ()
    """What could not be done, in a few words each."""


Told = Callable[[int], None]
"""Told how many plays more have been looked at."""


def searchable(game: Game) -> bool:
    """Whether the game has a search. Needs no compiler, and loads nothing slow."""
    package = games.package_of(game)
    try:
        return bool(package) and find_spec(f"{package}.search") is not None
    except ModuleNotFoundError:
        return False


def ready(game: Game, notice: Notice | None = None) -> None:
    """Have compiled what an analysis of the game needs; `notice` is told before that takes a while.

    Raises CompilerMissingError, which says what to install.
    """
    from games.search.compiled import warm  # only where something is analysed

    warm(game.name, notice)


@lru_cache(maxsize=4)
def about(game: Game, wish: Wish) -> str:
    """The evaluator in words: ``search (playouts=4000 at most), seed 1``.

    Two analyses of a match of which this is the same find the same.
    """
    said = _new_judge(game, wish, None).about
    if wish.open and searchable(game):  # the luck is by search all the same
        said += f", luck by {_luck_playouts(wish)} playouts, seed {number_of(wish.seed)}"
    return said if wish.seat is None else f"{said}, seat {wish.seat + 1} alone"


def pieces(part: Part, wish: Wish, done: Iterable[int] = ()) -> list[Piece]:
    """The work that a match makes, without the rounds that are `done`; none where nothing can be.

    A match with an error is not looked at, nor one of a game that has no search.
    """
    audit = part.audit
    if audit is None or part.faulty or audit.match.game is None:
        return []
    players = len(audit.match.players)
    if not searchable(audit.match.game) or (wish.seat or 0) >= players:
        return []
    skipped = set(done)
    found = []
    for index in range(len(audit.rounds)):
        if index in skipped or not (count := plays_of(audit, index)):
            continue
        found += [
            Piece(index, first, min(first + PLAYS, count)) for first in range(0, count, PLAYS)
        ]
        found.append(Piece(index, LUCK, LUCK))
    return found


def plays_of(audit: Audit, index: int) -> int:
    """How many plays a round has that can be looked at, chance and opening choices included."""
    if index >= len(audit.rounds):
        return 0
    moves = audit.rounds[index].record.moves
    if moves is None or audit.rounds[index].state is None:
        return 0
    return len(read_moves(moves.text).plays)


def analyse_piece(
    part: Part,
    piece: Piece,
    wish: Wish,
    stop: Stop | None = None,
    told: Told | None = None,
    notice: Notice | None = None,
) -> Found:
    """Do a piece of the work; `stop` ends it early, with what was judged until then."""
    audit = part.audit
    assert audit is not None and audit.match.game is not None  # else there are no pieces
    game, key = audit.match.game, round_key(audit, piece.round)
    if piece.first == LUCK:
        if stop is not None and stop():
            return Found(piece, whole=False)
        return Found(piece, luck=tuple(_luck(audit, piece.round, wish, key, notice)))
    from scoutcli.analysis.decisions import choices  # what is used here loads the search

    judge = _judge(game, wish, notice)
    judged: list[Judged] = []
    notices: list[str] = []
    at = piece.first
    for choice in choices(audit, piece.round, open=wish.open, missed=notices.append):
        if choice.at >= piece.last:
            break
        if choice.at < piece.first or wish.seat not in (None, choice.seat):
            continue
        if told is not None and choice.at > at:
            told(choice.at - at)
            at = choice.at
        found = judge.judge(choice, f"{key}/{choice.at}/{choice.part}", stop)
        if stop is not None and stop():  # what was found in haste is worth nothing
            return Found(piece, tuple(judged), whole=False)
        judged.append(found)
        if not found.measured and judge.lacks not in notices:
            notices.append(judge.lacks)
    if told is not None:
        told(piece.last - at)
    return Found(piece, tuple(judged), notices=tuple(notices))


def gather(part: Part, wish: Wish, found: Iterable[Found], work: Sequence[Piece]) -> MatchReport:
    """The report of a match, of what was found of the pieces that the `work` is made of."""
    audit = part.audit
    assert audit is not None
    match, game = audit.match, audit.match.game
    by_piece = {each.piece: each for each in sorted(found, key=lambda each: each.piece)}
    rounds = []
    for index in sorted({piece.round for piece in work}):
        own = [by_piece[piece] for piece in work if piece.round == index and piece in by_piece]
        judged = sorted(
            (each for piece in own for each in piece.judged), key=lambda each: (each.at, each.part)
        )
        luck = tuple(event for piece in own for event in piece.luck)
        asked = [piece for piece in work if piece.round == index]
        whole = wish.seat is None and all(
            piece in by_piece and by_piece[piece].whole for piece in asked
        )
        rounds.append(
            RoundReport(index + 1, margins(audit, index), tuple(judged), luck, bool(luck), whole)
        )
    complete = (wish.seat or 0) < len(match.players) and all(
        piece in by_piece and by_piece[piece].whole for piece in work
    )
    unlike = "" if game is None else unrated(game, wish)
    able = game is not None and searchable(game)
    return MatchReport(
        match.file,
        match.index,
        "" if game is None else game.name,
        tuple(match.names),
        tuple(rounds),
        accounts(match.names, rounds, rated=not unlike),
        about(game, wish) if game is not None and able else "",
        complete,
        tuple(filter(None, (*_notices(audit, rounds, by_piece), unlike if rounds else ""))),
    )


def analyse_match(
    part: Part, wish: Wish, stop: Stop | None = None, told: Told | None = None
) -> MatchReport:
    """Analyse a match: see `pieces`. `stop` ends it early, with what is found until then."""
    work = pieces(part, wish)
    found = []
    for piece in work:
        found.append(analyse_piece(part, piece, wish, stop, told))
        if not found[-1].whole:
            break
    return gather(part, wish, found, work)


def number_of(seed: str) -> int:
    """The number that a seed stands for: itself, if it is a short one."""
    if seed.isascii() and seed.isdigit() and len(seed) < 10:
        return int(seed)
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") >> 1


def margins(audit: Audit, index: int) -> tuple[float | None, ...]:
    """What each seat got in a round against the mean of the others, more being better.

    None for all where points are not known, or the round has not ended.
    """
    checked, game = audit.rounds[index], audit.match.game
    points = [score for score in checked.scores if score is not None]
    players = len(checked.scores)
    if game is None or not checked.ended or len(points) < players or players < 2:
        return (None,) * players
    sign, total = (-1 if game.lowest_wins else 1), sum(points)
    return tuple(sign * (own - (total - own) / (players - 1)) for own in points)


def round_key(audit: Audit, index: int) -> str:
    """What the chance of an analysis of a round comes from: the cards, and which round it is.

    Not where the match stands in its file: joined files are analysed like single ones.
    """
    match, checked = audit.match, audit.rounds[index]
    assert match.game is not None
    cards = ""
    if checked.deal is not None:
        cards = codec.get(match.game.name).format_deal(checked.deal)
    elif checked.record.position is not None:
        cards = checked.record.position.text
    said = f"{match.game.name}\n{match.shuffle.get('seed')}\n{index}\n{cards}"
    return hashlib.sha256(said.encode(errors="replace")).hexdigest()[:16]


def _luck(
    audit: Audit, index: int, wish: Wish, key: str, notice: Notice | None
) -> Sequence[Chance]:
    """The luck of a round; nothing where cards are not known."""
    from scoutcli.analysis.luck import luck_of  # loads the search

    return luck_of(
        audit, index, seed=number_of(wish.seed), key=key, playouts=_luck_playouts(wish),
        notice=notice,
    )  # fmt: skip


def _luck_playouts(wish: Wish) -> int:
    """By so many playouts luck is measured."""
    from scoutcli.analysis.luck import PLAYOUTS

    most = wish.budget.playouts if wish.budget is not None else None
    return min(PLAYOUTS, most or PLAYOUTS)


@lru_cache(maxsize=4)
def _judge(game: Game, wish: Wish, notice: Notice | None) -> Judge:
    """Dear once it has judged, so it is kept."""
    return _new_judge(game, wish, notice)


def _new_judge(game: Game, wish: Wish, notice: Notice | None) -> Judge:
    from scoutcli.analysis.judge import Judge  # loads what is not needed for a page of help

    return Judge(
        game,
        seed=number_of(wish.seed),
        budget=wish.budget,
        open=wish.open,
        exact=wish.exact,
        notice=notice,
    )


def _notices(
    audit: Audit, rounds: Sequence[RoundReport], found: Mapping[Piece, Found]
) -> Iterator[str]:
    """What could not be done, in sentences; of what was not reached nothing."""
    game = audit.match.game
    if game is not None and not searchable(game):
        yield f"{game.title} cannot be searched, so there are no figures"
        return
    yield from _without_moves(audit)
    yield from dict.fromkeys(
        f"round {each.piece.round + 1}: {notice}" for each in found.values()
        for notice in each.notices
    )  # fmt: skip
    unlucky = [
        str(each.number) for each in rounds
        if not each.lucky and Piece(each.number - 1, LUCK, LUCK) in found
        and found[Piece(each.number - 1, LUCK, LUCK)].whole
    ]  # fmt: skip
    if unlucky:
        yield f"luck is not known in round {', '.join(unlucky)}: that takes every card"


def _without_moves(audit: Audit) -> Iterator[str]:
    """Of which rounds only the points are noted."""
    bare = [str(at) for at, each in enumerate(audit.rounds, 1) if each.record.moves is None]
    if bare and len(bare) == len(audit.rounds):
        yield "no move of it is noted, so there are no figures"
    elif bare:
        yield f"no move is noted of round {', '.join(bare)}, so there are no figures on it"


def unrated(game: Game, wish: Wish) -> str:
    """Why there are no rating words, in a sentence; "" where there are."""
    usual = reasons_for(game.name).PLAYOUTS
    if wish.open:
        return "judged in hindsight, with all cards seen, which nobody could know: no ratings"
    if wish.budget is None or (wish.budget.playouts or 0) >= usual:
        return ""
    budget = "a limit of time" if wish.budget.playouts is None else "so few playouts"
    return (
        f"with {budget} losses seem larger, and fewer are marked, than with the usual {usual:,} "
        "playouts: no ratings"
    )
