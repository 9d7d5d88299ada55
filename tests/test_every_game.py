"""What holds of every game, for every number of players and every value of every option.

A game is put to the test by what `tests.kinds` knows of it beside its own code: the canonical
order, the moves that can be thought of, what a seat cannot see, and a witness that follows a
round by its events alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

import games
from games.dealer import Dealer
from games.errors import RuleError
from games.game import Event, Game, Move, State
from games.options import Rules
from notation import codec, replay
from notation.audit import begin_round
from notation.reader import Part
from notation.tokens import Play, read_moves
from tests import toy
from tests.kinds.kind import Kind, Witness
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.kinds.toy import ToyKind
from tests.record import (
    canonical_of,
    errors_of,
    everything,
    fast_disk,
    option_sets,
    part_of,
    record,
    rules_of,
)

KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind(), "toy": ToyKind()}
CASES = [
    pytest.param(kind, players, options, id=f"{name} {players} {number}")
    for name, kind in KINDS.items()
    for players in kind.game.players
    for number, options in enumerate(option_sets(kind.game, players))
]
every_game = pytest.mark.parametrize(("kind", "players", "options"), CASES)

OFTEN = 11
"""What takes long is looked at once in so many plies."""
SELDOM = 37
"""What takes very long, once in so many."""


@pytest.fixture(autouse=True)
def _all_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fast_disk(monkeypatch)
    with toy.known():
        yield


def test_every_game_there_is_takes_part() -> None:
    assert sorted(KINDS) == sorted(games.names())
    for name, kind in KINDS.items():
        assert kind.game is games.get(name)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_value_of_every_option_takes_part(kind: Kind) -> None:
    for players in kind.game.players:
        sets = list(option_sets(kind.game, players))
        assert rules_of(kind.game.name, players, sets[0]).changed() == {}
        for option in kind.game.options:
            tried = {options.get(option.name) for options in sets}
            if option.applies(players):
                assert tried >= {option.default, *option.words}
                numbers = [word for word in tried if word is not None and word.isdigit()]
                assert option.numbers is None or numbers
            else:
                assert tried == {None}


def test_more_than_100_000_plies_are_played() -> None:
    # Each case below asserts that it has played its part of them.
    kinds = [KINDS[str(case.id).split()[0]] for case in CASES]
    assert sum(kind.plies for kind in kinds) > 100_000


class Table:
    """Random play of one game under one set of rules, watched."""

    def __init__(self, kind: Kind, rules: Rules, seed: str) -> None:
        self.kind = kind
        self.rules = rules
        self.dice = random.Random(seed)
        self.seed = seed
        self.dealer = Dealer(kind.game, rules, seed)
        self.plies = 0
        self.rounds = 0
        self.refused = 0
        self.hidden = 0

    def run(self) -> None:
        """Play matches until the plies are played that this game's cases have."""
        match = 0
        while self.plies < self.kind.plies:
            if self.dealer.over:
                match += 1
                self.dealer = Dealer(self.kind.game, self.rules, f"{self.seed} {match}")
            self.round()

    def round(self) -> None:
        """Play a round to its end."""
        dealer, kind = self.dealer, self.kind
        deal = dealer.draw_deal()
        witness = kind.witness(self.rules, deal)
        cards = witness.cards()
        self.heard(witness, dealer.begin_round(deal))
        turns = plies = 0
        while (state := dealer.state).end is None:
            legal = state.legal()
            self.look_at(state, legal, plies)
            counts = not state.opening
            events = dealer.play(kind.choose(state, legal, self.dice))
            assert events
            self.heard(witness, events)
            assert witness.cards() == cards
            turns += counts and not dealer.state.midturn
            plies += 1
        self.plies += plies
        self.rounds += 1
        self.see_the_end(state, witness, turns)
        dealer.end_round()

    def heard(self, witness: Witness, events: list[Event]) -> None:
        """The events tell all that has changed."""
        for event in events:
            assert witness.end is None or type(event).__name__ in ("Flipped", "Cleared", "Ended")
            witness.hear(event)
        state = self.dealer.state
        assert self.kind.facts(state) == witness.facts()
        assert witness.is_over() in (state.end is not None, None)
        if witness.starter is not None:
            assert state.starter == witness.starter

    def look_at(self, state: State, legal: list[Move], plies: int) -> None:
        """What has to hold before any move."""
        assert legal
        assert 0 <= state.turn < self.rules.players
        if len(legal) < 40 or (self.plies + plies) % OFTEN == 0:
            order = [self.kind.order(state, move) for move in legal]
            assert order == sorted(set(order)), "each once, in canonical order"
            assert len(set(legal)) == len(legal)
        if (self.plies + plies) % OFTEN == 1:
            self.views_hide(state)
        if (self.plies + plies) % SELDOM == 0:
            self.check_agrees(state, legal)

    def check_agrees(self, state: State, legal: list[Move]) -> None:
        """`check` lets pass what is legal and nothing else, and changes nothing; so do others."""
        seat = state.turn
        views = [state.view(by) for by in range(self.rules.players)]
        before = everything(state)  # here, as a state may work out late what only views need
        known = set(legal)
        complete = {state.complete(seat, move) for move in legal}
        for move in legal[:: 1 + len(legal) // 60]:
            state.check(seat, move)
            full = state.complete(seat, move)
            for by in range(self.rules.players):
                state.seen(seat, full, by)
            assert state.seen(seat, full, seat) == full
            state.check(seat, full)
        for other in {-1, (seat + 1) % self.rules.players, self.rules.players}:
            with pytest.raises(RuleError):
                state.check(other, legal[0])
        for move in self.kind.conceivable(state, self.dice):
            if not passes(state, seat, move):
                self.refused += 1
                assert move not in known
            else:  # legal, or a legal move in other words
                assert state.complete(seat, move) in complete
        assert [state.view(by) for by in range(self.rules.players)] == views
        copy = state.copy()
        assert everything(copy) == before
        copy.apply(seat, legal[-1]) if copy.chance(legal[-1]) is None else None
        assert everything(state) == before

    def views_hide(self, state: State) -> None:
        """A view, and what is legal, does not depend on what the seat cannot see."""
        players = range(self.rules.players)
        for seat in {state.turn, *self.dice.sample(players, 2)}:
            twin = self.kind.permuted(state, seat, self.dice)
            self.hidden += self.kind.facts(twin) != self.kind.facts(state)
            view = state.view(seat)
            assert twin.view(seat) == view
            assert twin.public_view() == state.public_view()  # all know less than each
            assert (view.seat, view.turn, view.players) == (seat, state.turn, self.rules.players)
            if seat == state.turn:
                assert twin.legal() == state.legal()

    def see_the_end(self, state: State, witness: Witness, turns: int) -> None:
        """The round ended in time, as one of its ends, with the points of the rules."""
        assert state.end in self.kind.game.ends
        assert state.legal() == []
        assert state.turn == -1
        assert state.chance() is None
        assert state.certain
        assert not state.unchecked
        assert list(state.scores()) == witness.scores()
        limit = self.rules.number("turn_limit" if "turn_limit" in self.rules else "length")
        assert limit is None or turns <= limit
        assert (state.end == "limit") <= (turns == limit)


def passes(state: State, seat: int, move: Move) -> bool:
    """Whether a check lets a move pass."""
    try:
        state.check(seat, move)
    except RuleError:
        return False
    return True


@every_game
def test_random_play(kind: Kind, players: int, options: dict[str, str]) -> None:
    rules = rules_of(kind.game.name, players, options)
    play = Table(kind, rules, f"{kind.game.name} {players} {sorted(options.items())}")
    play.run()
    assert play.plies >= kind.plies
    assert play.refused > 100
    assert play.hidden > 100
    assert play.rounds > 1


def shortened(game: Game) -> int:
    """After so many rounds a recorded match is left."""
    return 2 if game.name == "skyjo" else 3


@every_game
def test_the_same_seed_gives_the_same_match_and_its_record_says_the_same(
    kind: Kind, players: int, options: dict[str, str], tmp_path: Path
) -> None:
    name = kind.game.name
    rules = rules_of(name, players, options)
    played, again = (
        record(
            tmp_path / file, rules, name, "tea", kind.chooser("leaves"),
            most_rounds=shortened(kind.game),
        )
        for file in ("one.yaml", "other.yaml")
    )  # fmt: skip
    assert played == again
    text = (tmp_path / "one.yaml").read_text()
    assert text == (tmp_path / "other.yaml").read_text()
    part = part_of(text)
    assert errors_of(text) == []
    assert part.audit is not None
    audit = part.audit
    assert [checked.scores for checked in audit.rounds] == [done.scores for done in played.rounds]
    assert audit.verified == len(played.rounds) > 0
    assert audit.over == played.over
    totals = tuple(sum(done.scores[seat] or 0 for done in played.rounds) for seat in range(players))
    assert audit.total == totals
    best = min(totals) if name == "skyjo" else max(totals)
    won = tuple(seat for seat in range(players) if totals[seat] == best)
    assert audit.winners == (won if played.over else ())
    for index, words in enumerate(played.words):
        assert [step.text for step in steps_of(part, index)] == words
        moves = audit.match.rounds[index].moves
        assert moves is not None
        in_laps(moves.text, players)
    assert canonical_of(part) == text


def in_laps(text: str, players: int) -> None:
    """The choices have a line to themselves; every other line is a lap that the starter begins."""
    choices, *laps = text.splitlines()
    assert [word[:2] for word in choices.split()] == [f"{seat}." for seat in range(1, players + 1)]
    seats = [[word[0] for word in lap.split() if word[0].isdigit()] for lap in laps]
    starter = seats[0][0]
    for made in seats:
        first = [seat for seat, _ in groupby(made)]
        assert first[0] == starter
        assert len(set(first)) == len(first)
        assert len(first) == players or made is seats[-1]


def kind_of(part: Part) -> Kind:
    """The game of a match."""
    assert part.match is not None and part.match.game is not None
    return KINDS[part.match.game.name]


def beginning(part: Part, index: int) -> tuple[State, list[Play]]:
    """A round at its start, and its moves."""
    assert part.audit is not None
    state = begin_round(part.audit, index)
    moves = part.audit.match.rounds[index].moves
    assert state is not None and moves is not None
    return state, read_moves(moves.text).plays


def steps_of(part: Part, index: int) -> Iterator[replay.Step]:
    """The moves of a round once more."""
    state, plays = beginning(part, index)
    yield from replay.steps(codec.get(kind_of(part).game.name), state, plays)
    assert state.end is not None


@every_game
def test_what_a_seat_knew_is_a_record_that_tells_just_that(
    kind: Kind, players: int, options: dict[str, str], tmp_path: Path
) -> None:
    name = kind.game.name
    path = tmp_path / "match.yaml"
    rules = rules_of(name, players, options)
    record(path, rules, name, "rain", kind.chooser("drops"), most_rounds=2)
    whole = part_of(path.read_bytes())
    for seat in {0, players // 2, players - 1}:
        text = canonical_of(whole, seat)
        assert errors_of(text) == []
        assert canonical_of(part_of(text)) == text
        assert canonical_of(part_of(text), seat) == text
        alike = zip(states_of(whole, 0), states_of(part_of(text), 0), strict=True)
        for real, known in alike:
            view, told = real.view(seat), known.view(seat)
            for field in kind.before_eyes:
                assert getattr(told, field) == getattr(view, field), field
            assert known.opening or kind.keeps_secrets(known, view)


def states_of(part: Part, index: int) -> Iterator[State]:
    """A round after each of its moves but the last."""
    state, plays = beginning(part, index)
    notation = codec.get(kind_of(part).game.name)
    for _ in replay.steps(notation, state, plays[:-1]):
        yield state
