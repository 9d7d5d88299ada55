"""The notation of SKYJO: one object that gathers what the modules beside this one do.

Cards and moves are in `skyjo_moves`, deals in `skyjo_deals`, position lines in
`skyjo_position`, typed short forms in `skyjo_choose`, the words of a bot's
line in `skyjo_bot`, and words for people in `skyjo_words`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Deal, Event, Move, View
from games.game import State as AnyState
from games.options import Rules
from games.skyjo import GAME
from games.skyjo.state import State
from notation import skyjo_bot, skyjo_choose, skyjo_deals, skyjo_moves, skyjo_position, skyjo_words
from notation.codec import Notation


class SkyjoNotation(Notation):
    """The text of SKYJO."""

    game = GAME
    short_forms = skyjo_choose.SHORT_FORMS
    cheat_sheet = skyjo_words.CHEAT_SHEET

    # A look-up in a cache and nothing else: records are read through this.
    parse = staticmethod(skyjo_moves.parse_move)

    def format(self, moves: Sequence[Move]) -> str:
        return skyjo_moves.format_moves(moves)

    def is_chance(self, text: str) -> bool:
        return text[:1] in ("N", "n")

    def choice(self, move: Move) -> str:
        return skyjo_words.choice(move)

    def choose(self, text: str, view: View, legal: Sequence[Move]) -> list[Move]:
        return skyjo_choose.choose(text, view)

    def kind(self, move: Move) -> str:
        return skyjo_words.KINDS.get(type(move), "")

    def explain(self, move: Move, view: View) -> str:
        return skyjo_words.explain(move, view)

    def tell(self, event: Event, names: Sequence[str], by: int | None) -> str:
        return skyjo_words.tell(event, names, by)

    def chosen(self, text: str, state: AnyState) -> Move:
        return skyjo_bot.chosen(text)

    def dealt(self, deal: Deal, seat: int, state: AnyState) -> str:
        return skyjo_bot.dealt(deal)

    def read_dealt(self, words: Sequence[str], rules: Rules, seat: int) -> Deal:
        return skyjo_bot.read_dealt(words, rules)

    def told(self, moves: Sequence[Move], state: AnyState) -> str:
        assert isinstance(state, State)
        return skyjo_bot.told(moves, state)

    def recorded(self, text: str) -> str:
        return skyjo_bot.recorded(text)

    def begun(self, moves: Sequence[Move]) -> str:
        return skyjo_bot.begun(moves)

    def read_begun(self, text: str) -> tuple[Move, ...]:
        return skyjo_bot.read_begun(text)

    def parse_deal(self, text: str, rules: Rules) -> Deal:
        return skyjo_deals.parse_deal(text, rules)

    def format_deal(self, deal: Deal) -> str:
        return skyjo_deals.format_deal(deal)

    def locate(self, text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
        return skyjo_deals.locate(text, about)

    def parse_position(self, text: str) -> State:
        return skyjo_position.parse_position(text)

    def format_position(self, state: AnyState) -> str:
        assert isinstance(state, State)
        return skyjo_position.format_position(state)

    def show(self, view: View, names: Sequence[str]) -> list[str]:
        return skyjo_words.show(view, names)

    def show_all(self, state: AnyState, names: Sequence[str]) -> list[str]:
        assert isinstance(state, State)
        return skyjo_words.show_all(state, names)


NOTATION = SkyjoNotation()
