"""SKYJO: its facts, and the way from one round to the next.

Read on in this order: cards, options, moves, state, gaps, scoring, view,
draws, appraisal, bots. For learners: encoding. For search, compiled: layout, kernel,
bridge, thumb, gauge, weights, outlook, worlds, search, strong. The rules in
words are in the manual page scoutcli-skyjo(7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, DrawOrder, Game, Move, Round, View
from games.options import Rules
from games.skyjo import appraisal
from games.skyjo.bots import BOTS
from games.skyjo.cards import COUNTS, DECK, PLACES, UNKNOWN, VALUES
from games.skyjo.draws import OwnDraws
from games.skyjo.moves import Pile, Starter
from games.skyjo.options import OPTIONS, PRESETS
from games.skyjo.state import Deal, State

_IN_DECK = {**{value: COUNTS[value] for value in VALUES}, UNKNOWN: len(DECK)}


def stock_size(players: int) -> int:
    """The cards in the draw pile before the first turn."""
    return len(DECK) - PLACES * players - 1


class Skyjo(Game):
    """The card game SKYJO by Alexander Bernhardt, for 2 to 8 players."""

    name = "skyjo"
    title = "SKYJO"
    players = range(2, 9)
    options = OPTIONS
    presets = PRESETS
    ends = ("opened", "limit")
    lowest_wins = True
    setup = (
        ("players", "cards", "hand", "discard pile", "draw pile"),
        *(
            (str(players), str(len(DECK)), str(PLACES), "1", str(stock_size(players)))
            for players in range(2, 9)
        ),
    )
    bots = BOTS

    def deal(self, rules: Rules, past: Sequence[Round], shuffler: Shuffler) -> Deal:
        """The shuffled deck: the grids, seat by seat in reading order, discard, draw pile."""
        cards = tuple(shuffler.shuffled(DECK, "deal"))
        dealt = PLACES * rules.players
        grids = tuple(cards[start : start + PLACES] for start in range(0, dealt, PLACES))
        return Deal(grids, cards[dealt], cards[dealt + 1 :])

    def check_deal(self, rules: Rules, past: Sequence[Round], deal: Deal) -> None:
        if len(deal.grids) != rules.players:
            raise RuleError(
                "skyjo-seats", f"{len(deal.grids)} seats are dealt to, there are {rules.players}"
            )
        _check_cards(deal)
        for seat, grid in enumerate(deal.grids):
            if len(grid) != PLACES:
                raise RuleError(
                    "skyjo-grid-size",
                    f"seat {seat + 1} is dealt {len(grid)} cards; it is {PLACES}",
                    ("grid", seat),
                )
        size = stock_size(rules.players)
        if len(deal.stock) != size:
            raise RuleError(
                "skyjo-stock-size",
                f"the draw pile has {len(deal.stock)} cards; with {rules.players} players it has "
                f"{size} (write * for a rest that is not known)",
                ("stock",),
            )

    def unknown_deal(self, rules: Rules) -> Deal:
        players = rules.players
        return Deal(((UNKNOWN,) * PLACES,) * players, UNKNOWN, (UNKNOWN,) * stock_size(players))

    def seen_deal(self, deal: Deal, by: int) -> Deal:
        """The first discard, and nothing else: nobody looks at the cards in the own grid."""
        return Deal(((UNKNOWN,) * PLACES,) * len(deal.grids), deal.up, (UNKNOWN,) * len(deal.stock))

    def begin(self, rules: Rules, past: Sequence[Round], deal: Deal) -> State:
        state = State(rules, deal, len(past) + 1, self.totals(rules.players, past))
        state.find_starter(past)
        return state

    def draw(self, chance: Chance, shuffler: Shuffler) -> Move:
        """A seat by lot, or the cards shuffled; of them the first is turned up where one is."""
        if chance.kind == "starter":
            return Starter(shuffler.one_of(chance.among, "starter"))
        cards = tuple(shuffler.shuffled(chance.among, "pile"))
        if chance.kind == "pile-turn-one":
            return Pile(cards[1:], cards[0])
        return Pile(cards)

    def draw_order(self, players: int) -> DrawOrder:
        return OwnDraws(players)

    def started(self, seat: int) -> Move:
        return Starter(seat)

    def appraise(self, view: View, legal: Sequence[Move]) -> list[float]:
        return appraisal.appraise(view, legal)

    def over(self, rules: Rules, past: Sequence[Round]) -> bool | None:
        rounds = rules.number("rounds")
        if rounds is not None and len(past) >= rounds:
            return True
        limit = rules.number("score_limit")
        if limit is None:
            return False
        totals = self.totals(rules.players, past)
        if any(total is not None and total >= limit for total in totals):
            return True
        return None if None in totals else False


def _check_cards(deal: Deal) -> None:
    """Raise where a card does not exist, or is there more often than in the deck."""
    counts: dict[int, int] = {}
    for about, card in _places(deal):
        if card not in _IN_DECK:
            raise RuleError("skyjo-no-such-card", f"there is no card {card}", about)
        counts[card] = counts.get(card, 0) + 1
        if counts[card] > _IN_DECK[card]:
            raise RuleError(
                "skyjo-card-too-often",
                f"this is the card {card} once more than the deck has it: {COUNTS[card]} times",
                about,
            )


def _places(deal: Deal) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Every card of a deal with the place it has there."""
    for seat, grid in enumerate(deal.grids):
        for place, card in enumerate(grid):
            yield ("grid", seat, place), card
    yield ("up",), deal.up
    for at, card in enumerate(deal.stock):
        yield ("stock", at), card


GAME = Skyjo()
