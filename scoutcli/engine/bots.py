"""Bots that are asked for moves of a round of which moves can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.bots import Spec, bot_seed
from games.game import Move, Player
from scoutcli.engine.line import Place

MOST_BOTS = 16
"""So many are kept; a script that names others all the time makes them anew."""


@dataclass(slots=True)
class _Asked:
    """A bot, the places at which it was asked, in their order, and what it chose there."""

    bot: Player
    places: list[Place] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)


class Bots:
    """The bots of a round.

    Each chooses as if it had sat at the seat to act since the round began,
    with the seed that `scoutcli play` gives it: it is asked for every choice of
    its seat, in their order. So it always answers the same at a place, whatever
    was asked before, and a match of such choices is the one that `scoutcli play` plays.
    """

    def __init__(self) -> None:
        self._asked: dict[tuple[str, int], _Asked] = {}

    def best(self, spec: Spec, places: Sequence[Place]) -> Move:
        """What a bot chooses at the last of the places that the round went through.

        A legal move has to be known there. Raises CompilerMissingError.
        """
        now = places[-1]
        seat = now.state.turn
        turns = [place for place in places if place.state.turn == seat]
        if spec.bot.stateless:
            turns = [now]
        name = str(spec), seat
        asked = self._asked.get(name)
        # What it was asked for must be the beginning of this, or this of that.
        if asked is None or asked.places[: len(turns)] != turns[: len(asked.places)]:
            if len(self._asked) >= MOST_BOTS:
                self._asked.clear()
            bot = spec.make(bot_seed(now.seed, len(now.past) + 1, seat))
            asked = self._asked[name] = _Asked(bot)
        for place in turns[len(asked.places) :]:
            legal = place.state.legal()
            # With cards that nobody noted, none may be known before; none is chosen then.
            chosen = asked.bot.choose(place.state.view(seat), legal) if legal else None
            asked.moves.append(chosen)
            asked.places.append(place)
        return asked.moves[len(turns) - 1]
