"""What one seat saw of matches in which known things were not noted, here and there at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.game import Move, State
from games.scout.moves import UNNOTED, UNSAID, Choose, Scout, ScoutShow, Show
from notation import codec
from notation.audit import begin_round
from notation.reader import Part
from notation.replay import reader, settle_starter, word
from notation.tokens import read_moves
from tests.record import at_random, canonical_of, errors_of, part_of, rules_of
from tests.scribed import scribed

SCOUT = codec.get("scout")
KINDS: list[tuple[int, dict[str, str]]] = [
    (2, {"scout_token_to": "owner", "voluntary_stop": "true", "flip": "rotate", "rounds": "2"}),
    (2, {"rounds": "2"}),
    (3, {"flip": "rotate", "rounds": "2"}),
    (4, {"all_scouted_empty": "continue", "turn_limit": "50", "rounds": "1"}),
    (5, {"rounds": "1"}),
]
PARTS = ("hand", "card", "choice", "move", "number", "position")


class Forgetful:
    """Writes a match down once more, and leaves things out; which ones, and how often, by lot."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.often = {part: self.dice.choice((0, 0, 0.1, 0.4)) for part in PARTS}
        self.often["move"] /= 4  # behind one of these hardly anything is known

    def record(self, part: Part) -> str:
        """The match as it was noted."""
        assert part.match is not None
        assert part.audit is not None
        text = part.match.text.partition("\nrounds:\n")[0] + "\nrounds:\n"
        for index, record in enumerate(part.match.rounds):
            text += "- deal: |\n"
            for line in SCOUT.format_deal(part.audit.rounds[index].deal).splitlines():
                seat, *cards = line.split()
                hand = " ".join(map(self._text, cards))
                text += f"    {seat} {'*' if self._leaves_out('hand') else hand}\n"
            text += f"  moves: |\n    {' '.join(self._words(part, index))}\n"
            assert record.score is not None
            text += f"  end: {record.end}\n  score: {list(record.score)}\n"
        return text

    def _words(self, part: Part, index: int) -> Iterator[str]:
        for state, seat, moves in turns(part, index):
            noted = []
            for move in moves:
                said = state.complete(seat, move)
                if self.dice.random() < 0.5 and not state.opening:  # with its whole cards
                    said = state.seen(seat, said, (seat + 1) % state.players)
                noted.append(self._noted(said))
                state.apply(seat, move)
            yield word(SCOUT, seat, noted)

    def _noted(self, move: Move) -> Move:
        if isinstance(move, Choose):
            return Choose("unknown") if self._leaves_out("choice") else move
        if self._leaves_out("move"):
            return UNNOTED
        if isinstance(move, ScoutShow):
            return ScoutShow(self._scout(move.scout), self._show(move.show))
        if isinstance(move, Scout):
            return self._scout(move)
        return self._show(move) if isinstance(move, Show) else move

    def _scout(self, scout: Scout) -> Scout:
        return Scout(scout.right, self._card(scout.card), self._place(scout.to))

    def _show(self, show: Show) -> Show:
        cards = bytes(map(self._card, show.cards))
        values = [card >> 4 for card in cards] or map(self._number, show.values)
        return Show(self._place(show.at), bytes(values), cards)

    def _text(self, card: str) -> str:
        return "".join("?" if self._leaves_out("card") else number for number in card)

    def _card(self, card: int) -> int:
        return self._number(card >> 4) << 4 | self._number(card & 15)

    def _number(self, number: int) -> int:
        return 0 if self._leaves_out("number") else number

    def _place(self, place: int) -> int:
        return UNSAID if self._leaves_out("position") else place

    def _leaves_out(self, part: str) -> bool:
        return self.dice.random() < self.often[part]


def turns(part: Part, index: int) -> Iterator[tuple[State, int, tuple[Move, ...]]]:
    """The moves of a round, each with its seat and the round before it; whoever asks plays them."""
    assert part.match is not None
    assert part.audit is not None
    moves, state = part.match.rounds[index].moves, begin_round(part.audit, index)
    assert moves is not None
    assert state is not None
    for play in read_moves(moves.text).plays:
        settle_starter(SCOUT, state, play.text)
        yield state, *reader(SCOUT)[play.text]


@pytest.mark.parametrize(("players", "options"), KINDS)
def test_what_a_seat_saw_is_a_canonical_record_of_all_it_saw(
    players: int, options: dict[str, str]
) -> None:
    rules = rules_of("scout", players, options)
    for seed in range(8):
        whole = scribed("scout", rules, f"{seed}", at_random(seed, {Show: 3}))
        text = Forgetful(seed).record(part_of(whole.text))
        assert errors_of(text) == []
        part = part_of(text)
        assert canonical_of(part_of(canonical_of(part))) == canonical_of(part)
        for seat in range(players):
            seen = canonical_of(part, seat)
            assert errors_of(seen) == []
            again = part_of(seen)
            assert canonical_of(again) == seen
            assert canonical_of(again, seat) == seen
            sees_as_much(seat, part, again)


def sees_as_much(seat: int, whole: Part, seen: Part) -> None:
    """The cards that a record knows, and the seat saw, are those of the record of what it saw."""
    assert whole.match is not None
    for index in range(len(whole.match.rounds)):
        both = zip(turns(whole, index), turns(seen, index), strict=True)
        for (full, who, moves), (part, _, parts) in both:
            for move, told in zip(moves, parts, strict=True):
                full.apply(who, move)
                part.apply(who, told)
            assert part.view(seat).table == full.view(seat).table
            assert part.view(seat).hands == full.view(seat).hands
