"""SCOUT: its facts, and the way from one round to the next.

Read on in this order: cards, options, moves, blocks, state, scoring, view,
bots. The rules in words are in the manual page scoutcli-scout(7).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, Game, Move, Round
from games.options import Rules
from games.scout.bots import BOT_HELP, BOTS
from games.scout.cards import HAND_SIZE, TURN, deck_for, pair_of
from games.scout.moves import Starter
from games.scout.options import OPTIONS, PRESETS
from games.scout.state import Deal, State


class Scout(Game):
    """The card game SCOUT by Kei Kajino, for 2 to 5 players."""

    name = "scout"
    title = "SCOUT"
    players = range(2, 6)
    options = OPTIONS
    presets = PRESETS
    ends = ("emptied", "unbeaten", "limit", "stopped")
    lowest_wins = False
    bots = BOTS
    bot_help = BOT_HELP

    def deal(self, rules: Rules, past: Sequence[Round], shuffler: Shuffler) -> Deal:
        """Cards in random order, each either way up.

        With two players every even round deals the 22 cards that the round
        before left.
        """
        players = rules.players
        deck = self._left_over(rules, past) or deck_for(players)
        cards = shuffler.shuffled(deck, "deal")
        turned = shuffler.coins(len(cards), "orientation")
        lie = [TURN[card] if turn else card for card, turn in zip(cards, turned, strict=True)]
        size = HAND_SIZE[players]
        return Deal(tuple(bytes(lie[i * size : (i + 1) * size]) for i in range(players)))

    def _left_over(self, rules: Rules, past: Sequence[Round]) -> bytes:
        """With two players in an even round: the cards that the round before did not use."""
        if rules.players != 2 or len(past) % 2 == 0 or past[-1].deal is None:
            return b""
        used = {pair_of(card) for hand in past[-1].deal.hands for card in hand}
        return bytes(card for card in deck_for(2) if card not in used)

    def check_deal(self, rules: Rules, past: Sequence[Round], deal: Deal) -> None:
        size = HAND_SIZE[rules.players]
        deck = frozenset(deck_for(rules.players))
        left = frozenset(self._left_over(rules, past)) if self._whole(past) else deck
        seen: set[int] = set()
        for seat, hand in enumerate(deal.hands):
            if len(hand) != size:
                raise RuleError(
                    "scout-hand-size",
                    f"seat {seat + 1} is dealt {len(hand)} cards; "
                    f"with {rules.players} players it is {size}",
                    ("hand", seat),
                )
            for at, card in enumerate(hand):
                if not (card >> 4 and card & 15):
                    continue
                pair = pair_of(card)
                fault = ""
                if pair not in deck:
                    fault = f"is not in play with {rules.players} players"
                elif pair in seen:
                    fault = "is dealt twice"
                elif pair not in (left or deck):
                    fault = "was dealt in the round before; this one deals the other 22"
                if fault:
                    raise RuleError(
                        "scout-card-twice" if pair in seen else "scout-no-such-card",
                        f"the card {card >> 4}/{card & 15} {fault}",
                        ("hand", seat, at),
                    )
                seen.add(pair)

    @staticmethod
    def _whole(past: Sequence[Round]) -> bool:
        """Whether the deal of the last round is known to the last card."""
        deal = past[-1].deal if past else None
        return deal is not None and all(c >> 4 and c & 15 for hand in deal.hands for c in hand)

    def unknown_deal(self, rules: Rules) -> Deal:
        return Deal((bytes(HAND_SIZE[rules.players]),) * rules.players)

    def seen_deal(self, deal: Deal, by: int) -> Deal:
        return Deal(
            tuple(hand if seat == by else bytes(len(hand)) for seat, hand in enumerate(deal.hands))
        )

    def begin(self, rules: Rules, past: Sequence[Round], deal: Deal) -> State:
        state = State(rules, deal, len(past) + 1, self.totals(rules.players, past))
        state.find_starter(past)
        return state

    def draw(self, chance: Chance, shuffler: Shuffler) -> Move:
        return Starter(shuffler.one_of(chance.among, "starter"))

    def started(self, seat: int) -> Move:
        return Starter(seat)

    def over(self, rules: Rules, past: Sequence[Round]) -> bool | None:
        return len(past) >= (rules.number("rounds") or rules.players)


GAME = Scout()
