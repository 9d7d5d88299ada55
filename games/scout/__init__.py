"""SCOUT: its facts, and the way from one round to the next.

Read on in this order: cards, options, moves, blocks, state, scoring, view,
gaps (with ledger and explain), appraisal, bots. For learners: encoding. For search,
compiled: layout, kernel, bridge, worth, weights, rank, steady, gauge, policy, nets,
tale, belief, search, strong. The rules in words are in the manual page scoutcli-scout(7).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, Game, Move, Round, View
from games.options import Rules
from games.scout import appraisal
from games.scout.bots import BOTS
from games.scout.cards import HAND_SIZE, PAIR, TURN, deck_for, is_whole
from games.scout.moves import Starter
from games.scout.options import OPTIONS, PRESETS
from games.scout.scoring import rounds_of
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
    setup = (
        ("players", "not in play", "cards", "hand", "rounds"),
        ("2", "9/10", "44, each round half of them", "11", "2"),
        ("3", "the nine with a 10", "36", "12", "3"),
        ("4", "9/10", "44", "11", "4"),
        ("5", "none", "45", "9", "5"),
    )
    bots = BOTS

    def deal(self, rules: Rules, past: Sequence[Round], shuffler: Shuffler) -> Deal:
        """Cards in random order, each either way up.

        With two players every even round deals the 22 cards that the round
        before left.
        """
        players = rules.players
        cards = shuffler.shuffled(self._deck(rules, past), "deal")
        turned = shuffler.coins(len(cards), "orientation")
        lie = [TURN[card] if turn else card for card, turn in zip(cards, turned, strict=True)]
        size = HAND_SIZE[players]
        return Deal(tuple(bytes(lie[i * size : (i + 1) * size]) for i in range(players)))

    def _deck(self, rules: Rules, past: Sequence[Round]) -> bytes:
        """The cards that can be in the next round, each with its smaller number up.

        With two players in an even round these are those that the round before
        did not use, as far as its deal is known.
        """
        deck = deck_for(rules.players)
        if rules.players != 2 or len(past) % 2 == 0 or past[-1].deal is None:
            return deck
        return deck.translate(None, b"".join(past[-1].deal.hands).translate(PAIR))

    def check_deal(self, rules: Rules, past: Sequence[Round], deal: Deal) -> None:
        players = rules.players
        size = HAND_SIZE[players]
        if len(deal.hands) != players:
            raise RuleError(
                "scout-hand-count", f"{len(deal.hands)} hands are dealt to {players} players"
            )
        for seat, hand in enumerate(deal.hands):
            if len(hand) != size:
                raise RuleError(
                    "scout-hand-size",
                    f"seat {seat + 1} is dealt {len(hand)} cards; "
                    f"with {players} players it is {size}",
                    ("hand", seat),
                )
        deck, left = deck_for(players), deal.pool or self._deck(rules, past)
        pairs = b"".join(deal.hands).translate(PAIR)
        if len(set(pairs)) == len(pairs) and not pairs.translate(None, left):
            return  # all known, all different, all in play: nearly every deal
        seen: set[int] = set()
        for seat, hand in enumerate(deal.hands):
            for at, card in enumerate(hand):
                if not is_whole(card):
                    continue
                name, about = f"the card {card >> 4}/{card & 15}", ("hand", seat, at)
                pair = PAIR[card]
                if pair not in deck:
                    raise RuleError(
                        "scout-no-such-card", f"{name} is not in play with {players} players", about
                    )
                if pair in seen:
                    raise RuleError("scout-card-twice", f"{name} is dealt twice", about)
                if pair not in left:
                    raise RuleError(
                        "scout-card-used",
                        f"{name} was dealt in the round before; this one deals the other 22",
                        about,
                    )
                seen.add(pair)

    def unknown_deal(self, rules: Rules) -> Deal:
        return Deal((bytes(HAND_SIZE[rules.players]),) * rules.players)

    def seen_deal(self, deal: Deal, by: int) -> Deal:
        return Deal(
            tuple(hand if seat == by else bytes(len(hand)) for seat, hand in enumerate(deal.hands))
        )

    def begin(self, rules: Rules, past: Sequence[Round], deal: Deal) -> State:
        totals = self.totals(rules.players, past)
        state = State(rules, deal, len(past) + 1, totals, deal.pool or self._deck(rules, past))
        state.find_starter(past)
        return state

    def draw(self, chance: Chance, shuffler: Shuffler) -> Move:
        return Starter(shuffler.one_of(chance.among, "starter"))

    def started(self, seat: int) -> Move:
        return Starter(seat)

    def appraise(self, view: View, legal: Sequence[Move]) -> list[float]:
        return appraisal.appraise(view, legal)

    def over(self, rules: Rules, past: Sequence[Round]) -> bool | None:
        return len(past) >= rounds_of(rules)


GAME = Scout()
