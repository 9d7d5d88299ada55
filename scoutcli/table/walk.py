"""A round played again from its words: bots and chance go on as if they had never been left.

For a match that is taken up from its file, and for moves that are taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots import Spec, bot_seed
from games.deals import Shuffler
from games.game import Chance, Deal, Event, Game, Move, Player, State
from notation.replay import CHANCE, reader, settle_starter

if TYPE_CHECKING:
    from scoutcli.table.session import Seat, Session


@dataclass(frozen=True, slots=True)
class Walked:
    """Where words led. `bots` have chosen the moves, `shuffler` has made the draws of chance;
    `chosen` is what the bot to act has chosen already; `drawn` is what a lot brought before them.
    """

    state: State
    bots: dict[int, Player]
    shuffler: Shuffler
    chosen: Move | None
    drawn: Sequence[Event]


def walk(session: Session, start: State, deal: Deal, words: Sequence[str]) -> Walked:
    """Play words that are known to be legal, from a round at its `start`; that is changed.

    Bots are asked, and chance is drawn, as they were the first time, and what
    they answer is passed over: so both go on as if nothing had interrupted them.
    A new draw pile comes after a bot has chosen the move that needs it: where
    that move is missing at the end, it is `Walked.chosen`. Bots that are
    stateless are asked for that one only, as it is all the same to them.
    Programs are told all moves.
    """
    game, state, notation, programs = session.game, start, session.notation, session.programs
    number = session.round_number
    bots = make_bots(game, session.seats, session.seed, number)
    stateless = {seat for seat in bots if Spec.read(game, session.seats[seat].bot).bot.stateless}
    shuffler = Shuffler(session.seed, number)
    drawn = _draw_starter(session, state, words, shuffler)
    if programs is not None:
        programs.begin_round(number, session.totals, state, deal)
    read = reader(notation)
    chosen: Move | None = None
    for at, word in enumerate(words, 1):
        settle_starter(notation, state, word)
        seat, moves = read[word]
        choice = state.opening
        for move in moves:
            if programs is not None and seat != CHANCE:
                programs.witness(seat, state.complete(seat, move), state)
            who = state.turn if seat == CHANCE else seat
            answer = chosen
            last = seat == CHANCE and at == len(words)
            if who in bots and chosen is None and (last or who not in stateless):
                answer = bots[who].choose(state.view(who), state.legal())
            chosen = answer if seat == CHANCE else None
            if seat == CHANCE and (due := _due(state)) is not None:
                game.draw(due, shuffler)
            state.apply(seat, move)
        if programs is not None:
            programs.made(seat, moves, state, choice)
    # One that goes by the clock, or another version of a bot, may not choose that move again.
    kept = chosen if chosen is None or chosen in state.legal() else None
    return Walked(state, bots, shuffler, kept, drawn)


def make_bots(game: Game, seats: Sequence[Seat], seed: str, round_number: int) -> dict[int, Player]:
    """The bots of a round, by seat."""
    return {
        seat: Spec.read(game, who.bot).make(bot_seed(seed, round_number, seat))
        for seat, who in enumerate(seats)
        if who.bot and who.entry is None
    }


def _draw_starter(
    session: Session, state: State, words: Sequence[str], shuffler: Shuffler
) -> Sequence[Event]:
    """Where a lot decides who starts before anybody chooses: what it brings.

    The first move after the opening tells what it brought, if it is in the file.
    """
    chance = state.chance()
    if chance is None or chance.kind != "starter":
        return ()
    made = words[session.rules.players :]
    if made:
        seat, _ = reader(session.notation)[made[0]]
        state.apply(CHANCE, session.game.started(seat))
        return ()
    return state.apply(CHANCE, session.game.draw(chance, shuffler))


def _due(state: State) -> Chance | None:
    """The chance event that comes now, or before one of the legal moves."""
    for move in (None, *state.legal()):
        if (chance := state.chance(move)) is not None:
            return chance
    return None
