"""Each SKYJO seat with its own draw order: who draws what, and what becomes of the record.

Expected draws come from the rule in `games.skyjo.draws`, written down here as a list of
places for each seat, of which a draw takes the first that is left.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from pathlib import Path

import pytest

from games import get
from games.dealer import Dealer
from games.deals import ALGORITHM, OWN_DRAWS
from games.errors import RuleError
from games.game import Move, State
from games.skyjo import GAME
from games.skyjo.cards import ALL, DECK, EMPTY, places_in
from games.skyjo.moves import Draw, Drew, Pile, Reshuffled, Reveal, Swap, Take, Turn
from games.skyjo.state import State as SkyjoState
from notation import writer
from notation.match import Player
from notation.recorder import Recorder
from notation.skyjo import NOTATION
from tests import toy
from tests.kinds.skyjo import SkyjoKind
from tests.record import errors_of, fast_disk, option_sets, part_of, rules_of
from tests.skyjo_table import HIDDEN, lay, make, plies, rules

CASES = [
    pytest.param(players, options, id=f"{players} {number}")
    for players in GAME.players
    for number, options in enumerate(option_sets(GAME, players))
]


def order(seat: int, players: int, size: int) -> list[int]:
    """The places of a pile in the order in which a seat draws: its own, then from the bottom up."""
    own = range(seat, size, players)
    return [*own, *(place for place in reversed(range(size)) if place not in own)]


def lying(state: State) -> list[int]:
    """Every card, wherever it lies."""
    assert isinstance(state, SkyjoState)
    cards = [card for grid in state.grids for card in grid if card != EMPTY]
    cards += [*state.discard, *state.stock[state.at :]]
    return sorted(cards if state.drawn is None else [*cards, state.drawn])


class Table:
    """A match with own draw orders, in which every draw is foretold."""

    def __init__(self, players: int, options: dict[str, str], seed: str) -> None:
        self.rules = rules_of("skyjo", players, options)
        self.seed = seed
        self.dealer = Dealer(GAME, self.rules, seed, listener=self.listen, own_draws=True)
        self.dice = random.Random(seed)
        self.piles: list[Sequence[int]] = []
        """The draw piles of the round as they were shuffled."""
        self.taken: list[list[int]] = []
        """Of each of them the places that were drawn, in order."""
        self.told: list[tuple[int, Sequence[Move], State, bool]] = []

    def listen(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        self.told.append((seat, moves, state.copy(), choice))
        if isinstance(moves[0], Pile):
            self.piles.append(moves[0].cards)

    def round(self) -> None:
        """Play a round."""
        deal = self.dealer.draw_deal()
        self.told, self.piles, self.taken = [], [deal.stock], [[]]
        self.dealer.begin_round(deal)
        while (state := self.dealer.state).end is None:
            for event in self.dealer.play(self.choose(state)):
                if isinstance(event, Reshuffled):
                    self.taken.append([])
                elif isinstance(event, Drew):
                    assert event.card == self.next(event.seat)
            assert lying(state) == list(DECK)
        self.dealer.end_round()

    def choose(self, state: State) -> Move:
        """Any move, more often than not one that draws, and puts the card on an open one."""
        assert isinstance(state, SkyjoState)
        legal, opened = state.legal(), state.opened[state.turn]
        drawing = [move for move in legal if isinstance(move, Draw)
                   or (isinstance(move, Swap) and opened >> move.place & 1)]  # fmt: skip
        return self.dice.choice(drawing if drawing and self.dice.random() < 0.9 else legal)

    def next(self, seat: int) -> int:
        """The card that a seat has to draw now, which is then gone."""
        pile, taken = self.piles[-1], self.taken[-1]
        own = order(seat, self.rules.players, len(pile))
        taken.append(next(place for place in own if place not in taken))
        return pile[taken[-1]]

    def as_they_came(self) -> list[tuple[int, ...]]:
        """Each draw pile with the drawn cards first, in the order of drawing."""
        return [
            tuple(pile[place] for place in (*taken, *sorted({*range(len(pile))} - {*taken})))
            for pile, taken in zip(self.piles, self.taken, strict=True)
        ]

    def write(self, recorder: Recorder) -> None:
        """Write the round that was played last, as it turned out."""
        played, piles = self.dealer.past[-1], iter(self.dealer.piles)
        recorder.begin_round(self.dealer.deal)
        for seat, moves, state, choice in self.told:
            final = [next(piles)] if isinstance(moves[0], Pile) else moves
            recorder.play(seat, final, state, choice=choice)
        assert played.end is not None
        recorder.end_round(played.end, played.scores)


@pytest.mark.parametrize(("players", "options"), CASES)
def test_a_seat_draws_by_its_own_order_and_the_record_has_the_cards_as_they_came(
    players: int, options: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_disk(monkeypatch)
    table, path = Table(players, options, f"own {players}"), tmp_path / "match.yaml"
    made = 0
    with Recorder(path, NOTATION) as recorder:
        names = [Player(f"P{seat}") for seat in range(1, players + 1)]
        shuffle = {"algorithm": OWN_DRAWS, "seed": table.seed}
        recorder.begin_match(writer.header(GAME, names, table.rules, {}, shuffle))
        while not table.dealer.over and len(table.dealer.past) < 2:
            table.round()
            dealer = table.dealer
            came = [dealer.deal.stock, *(pile.cards for pile in dealer.piles)]
            assert came == table.as_they_came()
            made += len(dealer.piles)
            table.write(recorder)
    assert made or table.rules["turn_limit"] in (50, 60)
    text = path.read_text()
    assert errors_of(text) == []
    audit = part_of(text).audit
    assert audit is not None
    assert [checked.scores for checked in audit.rounds] == [r.scores for r in table.dealer.past]
    assert audit.verified == len(table.dealer.past)
    # Under the usual name the deals would be compared with those of the seed, which they are not.
    assert any("seed-mismatch" in fault for fault in errors_of(text.replace(OWN_DRAWS, ALGORITHM)))


def drawn(dealer: Dealer, by: Move, watched: int) -> list[int]:
    """What a seat draws from the first pile that draws in every turn; the others play `by`.

    All put every card at the place a1, so the round goes on to its limit.
    """
    cards: list[int] = []
    dealer.begin_round(dealer.draw_deal())
    while (state := dealer.state).end is None and not dealer.piles:
        move: Move = Draw() if state.turn == watched else by
        if state.opening:
            move = Reveal((0, 1))
        elif state.midturn or state.legal() == [Draw()]:
            move = Swap(0) if state.midturn else Draw()
        events = dealer.play(move)
        cards += [event.card for event in events if isinstance(event, Drew) and not dealer.piles
                  and event.seat == watched]  # fmt: skip
    return cards


@pytest.mark.parametrize("players", GAME.players)
def test_what_a_seat_draws_does_not_depend_on_what_the_others_do(players: int) -> None:
    in_force = rules(players, turn_limit="none")
    stock = Dealer(GAME, in_force, "tea").draw_deal().stock
    for seat in (0, players - 1):
        own = list(stock[seat::players])
        alone, among = (
            drawn(Dealer(GAME, in_force, "tea", own_draws=True), by, seat)
            for by in (Take(0), Draw())
        )
        assert alone == [stock[place] for place in order(seat, players, len(stock))]
        # Where all draw, some have a card more in the pile: a last one can go to another seat.
        both = min(len(own), len(among))
        assert among[:both] == own[:both]
        assert both >= len(own) - 1
        usual = drawn(Dealer(GAME, in_force, "tea"), Take(0), seat)
        assert usual == list(stock)


def test_only_a_card_that_somebody_took_is_passed_over() -> None:
    # Three seats: 1 4 7 are meant for the first, 2 5 for the second, 3 6 for the third.
    pile = Pile((1, 2, 3, 4, 5, 6, 7))

    def draws(*turns: str) -> tuple[list[int], Pile]:
        state = lay(HIDDEN, HIDDEN, HIDDEN, stock=pile.cards, spent=True, turn_limit=50)
        own, cards, came = GAME.draw_order(3), [], pile
        for turn in turns:
            came = own.arrange(state, came)
            make(state, turn)
            if turn == "D":
                assert state.drawn is not None
                cards.append(state.drawn)
                came = own.arrange(state, came)
                make(state, "@a1")
        return cards, came

    take, draw = "T@a1", "D"
    assert draws(draw, draw, draw, draw, draw, draw, draw)[0] == [1, 2, 3, 4, 5, 6, 7]
    assert draws(draw, draw, take, draw, take, take, draw)[0] == [1, 2, 4, 7]
    assert draws(take, draw, draw, take, draw, draw, draw)[0] == [2, 3, 5, 6, 1]
    # The second seat has drawn 2 and 5, and goes on with the last cards of the pile.
    second = (take, draw, take)
    assert draws(*second * 4)[0] == [2, 5, 7, 6]
    # So the third has 3 and then, as 6 is gone, what is left of the pile from its bottom.
    cards, came = draws(*second * 4, take, take, draw, take, take, draw, draw)
    assert cards == [2, 5, 7, 6, 3, 4, 1]
    assert came == Pile((2, 5, 7, 6, 3, 4, 1))


@pytest.mark.parametrize("players", GAME.players)
def test_nobody_sees_anything_of_it(players: int) -> None:
    own = GAME.draw_order(players)
    changed = 0
    for state, _, _ in plies(rules(players), "views", bias=0.7):
        views = [state.view(seat) for seat in range(players)]
        legal, stock = state.legal(), state.stock
        own.arrange(state, Pile(()))
        assert [state.view(seat) for seat in range(players)] == views
        assert state.legal() == legal
        assert lying(state) == list(DECK)
        assert state.stock[: state.at] == stock[: state.at]
        changed += state.stock != stock
    assert changed


def test_without_it_nothing_changes() -> None:
    made: list[Pile] = []
    dealer = Dealer(
        GAME,
        rules(8),
        "plain",
        listener=lambda _, moves, *__: made.extend(m for m in moves if isinstance(m, Pile)),
    )
    choose = SkyjoKind().chooser("plain")
    deal = dealer.draw_deal()
    dealer.begin_round(deal)
    cards: list[int] = []
    while (state := dealer.state).end is None:
        events = dealer.play(choose(state, state.legal()))
        cards += [event.card for event in events if isinstance(event, Drew)]
    assert made
    assert (dealer.deal, dealer.piles) == (deal, made)
    shuffled = [*deal.stock, *(card for pile in made for card in pile.cards)]
    assert cards == shuffled[: len(cards)]


def test_the_piles_are_those_of_the_round_in_play() -> None:
    table = Table(8, {"rounds": "2"}, "piles")
    table.round()
    assert table.dealer.piles
    assert table.dealer.past[0].deal == table.dealer.deal
    table.dealer.begin_round(table.dealer.draw_deal())
    assert table.dealer.piles == []


@pytest.mark.parametrize("game", [get("scout"), toy.GAME], ids=lambda game: game.name)
def test_a_game_that_does_not_offer_it_says_so(game: object) -> None:
    with pytest.raises(RuleError) as caught:
        Dealer(game, game.rules(3)[0], "x", own_draws=True)  # type: ignore[arg-type, attr-defined]
    assert caught.value.code == "no-own-draws"


def test_a_round_begun_elsewhere_cannot_have_it() -> None:
    dealer = Dealer(GAME, rules(2), "x", own_draws=True)
    with pytest.raises(RuleError) as caught:
        dealer.resume(dealer.draw_deal(), lay(HIDDEN, HIDDEN))
    assert caught.value.code == "no-own-draws"


# Less luck


def cautious(state: State, most: int) -> Move:
    """Put a card of at most `most` at the dearest place, else draw, else turn the first up."""
    assert isinstance(state, SkyjoState)
    if state.opening:
        return Reveal((0, 1))
    grid, opened = state.grids[state.turn], state.opened[state.turn]
    there = places_in(ALL & ~state.gone[state.turn])
    costs = {place: grid[place] if opened >> place & 1 else 5 for place in there}
    dearest = max(there, key=lambda place: costs[place])
    card = state.discard[-1] if state.drawn is None else state.drawn
    if card <= min(most, costs[dearest] - 1) and not state.must_draw:
        return Take(dearest) if state.drawn is None else Swap(dearest)
    hidden = next(place for place in there if not opened >> place & 1)
    return Draw() if state.drawn is None else Turn(hidden)


def margin(seed: str, *, own_draws: bool) -> float:
    """How much better the more cautious of two is, in a deal that is played in both seatings."""
    sums = [0, 0]
    for seats in ((3, 5), (5, 3)):
        dealer = Dealer(GAME, rules(2), seed, own_draws=own_draws)
        dealer.begin_round(dealer.draw_deal())
        while (state := dealer.state).end is None:
            dealer.play(cautious(state, seats[state.turn]))
        for most, points in zip(seats, dealer.end_round().scores, strict=True):
            assert points is not None
            sums[most == 5] += points
    return (sums[1] - sums[0]) / 2


def test_duplicate_deals_tell_two_players_apart_with_less_luck() -> None:
    usual, own = (
        [margin(f"luck {deal}", own_draws=own_draws) for deal in range(200)]
        for own_draws in (False, True)
    )
    # Of 400 other deals the variances were 398 and 252.
    assert statistics.variance(own) < 0.9 * statistics.variance(usual)
