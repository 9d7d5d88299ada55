"""The notation of SCOUT: one object that gathers what the modules beside this one do.

Cards and moves are in `scout_moves`, deals and score sheets in `scout_deals`,
position lines in `scout_position`, typed short forms in `scout_choose`, the
words of a bot's line in `scout_bot`, and words for people in `scout_words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from games.game import Deal, Event, Move, View
from games.game import State as AnyState
from games.options import Rules
from games.scout import GAME
from games.scout.state import State
from notation import scout_bot, scout_choose, scout_deals, scout_position, scout_words
from notation.codec import Notation
from notation.scout_moves import format_move, parse_move


class ScoutNotation(Notation):
    """The text of SCOUT."""

    game = GAME
    short_forms = scout_choose.SHORT_FORMS
    cheat_sheet = (
        ("37", "a card: upper number 3, lower number 7; T is ten, ? not known"),
        ("K", "keep the hand"),
        ("F", "flip the hand"),
        ("S3:44", "Show the upper numbers 4 4, from position 3 on"),
        ("S?=47-4T", "the same where the hand is not known: the whole cards"),
        ("L37@2", "Scout the left card; it becomes position 2 and stands as 37"),
        ("R73@2", "Scout the right card"),
        ("L37@2+S2:34", "Scout & Show; the positions of the Show count the card just taken"),
        ("P", "stop, where the rules let two players stop"),
        ("?", "a move nobody noted"),
    )
    only_for: ClassVar = {"L37@2+S2:34": range(3, 6), "P": range(2, 3)}

    # A look-up in a cache and nothing else: records are read through this.
    parse = staticmethod(parse_move)

    def format(self, moves: Sequence[Move]) -> str:
        return "".join(map(format_move, moves))

    def is_chance(self, text: str) -> bool:
        return False

    def choice(self, move: Move) -> str:
        return format_move(move)

    def choose(self, text: str, view: View, legal: Sequence[Move]) -> list[Move]:
        return scout_choose.choose(text, view, legal)

    def kind(self, move: Move) -> str:
        return scout_words.KINDS.get(type(move), "")

    def explain(self, move: Move, view: View) -> str:
        return scout_words.explain(move, view)

    def tell(self, event: Event, names: Sequence[str], by: int | None) -> str:
        return scout_words.tell(event, names, by)

    def chosen(self, text: str, state: AnyState) -> Move:
        return scout_bot.chosen(text)

    def dealt(self, deal: Deal, seat: int, state: AnyState) -> str:
        assert isinstance(state, State)
        return scout_bot.dealt(deal, seat, state)

    def read_dealt(self, words: Sequence[str], rules: Rules, seat: int) -> Deal:
        return scout_bot.read_dealt(words, rules, seat)

    def told(self, moves: Sequence[Move], state: AnyState) -> str:
        assert isinstance(state, State)
        return scout_bot.told(moves, state)

    def recorded(self, text: str) -> str:
        return scout_bot.recorded(text)

    def parse_deal(self, text: str, rules: Rules) -> Deal:
        return scout_deals.parse_deal(text, rules)

    def format_deal(self, deal: Deal) -> str:
        return scout_deals.format_deal(deal)

    def locate(self, text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
        return scout_deals.locate(text, about)

    def parse_position(self, text: str) -> State:
        return scout_position.parse_position(text)

    def format_position(self, state: AnyState) -> str:
        assert isinstance(state, State)
        return scout_position.format_position(state)

    def parse_parts(self, text: str, rules: Rules) -> tuple[tuple[int | None, ...], ...]:
        return scout_deals.parse_parts(text, rules)

    def show(self, view: View, names: Sequence[str]) -> list[str]:
        return scout_words.show(view, names)

    def show_all(self, state: AnyState, names: Sequence[str]) -> list[str]:
        assert isinstance(state, State)
        return scout_words.show_all(state, names)


NOTATION = ScoutNotation()
