"""The numbers that learners see: every legal move has one of its own, and means what is written.

What a number means is worked out here from the tables of ``docs/rl.md``, as the
text of a move; the notation says the text of the legal moves.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import games
from games import encoding
from games.dealer import Dealer
from games.errors import RuleError
from games.game import Move, State, View
from games.options import Rules
from games.scout.moves import Scout, Show
from notation import codec
from tests import toy
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.record import option_sets, rules_of

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = (ROOT / "docs" / "rl.md").read_text()

KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
CASES = [
    pytest.param(kind, rules_of(name, players, options), id=f"{name} {players} {number}")
    for name, kind in KINDS.items()
    for players in kind.game.players
    for number, options in enumerate(option_sets(kind.game, players))
]
MOST_CARDS = {2: 21, 3: 34, 4: 41, 5: 41}
"""C: of 22, 36, 44, 45 cards dealt the others hold at least 1, 2, 3, 4."""
ACTIONS = {2: 297, 3: 46_719, 4: 67_817, 5: 67_817}
"""3 + 14 C, and with more than two players 40 C² Scout & Shows."""
PLACES = [f"{column}{row}" for row in "123" for column in "abcd"]
DIGITS = "0123456789T"


# What an action means, by the tables


def scout_text(action: int, view: View) -> str:
    """The move of SCOUT with this number."""
    most = MOST_CARDS[view.players]
    hand = [(card >> 4, card & 15) for card in view.hand]

    def show(number: int, cards: Sequence[tuple[int, int]]) -> str:
        position, length = number // 10, number % 10 + 1
        block = cards[position : position + length]
        assert len(block) == length
        return f"S{position + 1}:{''.join(DIGITS[upper] for upper, _ in block)}"

    def scout(number: int) -> tuple[str, list[tuple[int, int]]]:
        way, position = divmod(number, most)
        card = view.table[-1 if way // 2 else 0]
        upper, lower = (card & 15, card >> 4) if way % 2 else (card >> 4, card & 15)
        text = f"{'LR'[way // 2]}{DIGITS[upper]}{DIGITS[lower]}@{position + 1}"
        assert position <= len(hand)
        return text, [*hand[:position], (upper, lower), *hand[position:]]

    if action < 3:
        return "KFP"[action]
    if (number := action - 3) < 10 * most:
        return show(number, hand)
    if (number := action - 3 - 10 * most) < 4 * most:
        return scout(number)[0]
    first, second = divmod(action - 3 - 14 * most, 10 * most)
    text, after = scout(first)
    return f"{text}+{show(second, after)}"


def skyjo_text(action: int, _: View) -> str:
    """The move of SKYJO with this number, as it is written where choosing."""
    if action < 66:
        return "O" + "".join(list(combinations(PLACES, 2))[action])
    if action < 78:
        return f"T@{PLACES[action - 66]}"
    if action == 78:
        return "D"
    return f"@{PLACES[action - 79]}" if action < 91 else f"/{PLACES[action - 91]}"


TEXTS: dict[str, Callable[[int, View], str]] = {"scout": scout_text, "skyjo": skyjo_text}


def look_at(numbers: encoding.Encoding, state: State, legal: list[Move]) -> list[int]:
    """The legal moves have each a number, which means that move; what the seat sees fits."""
    name, seat = state.view(state.turn).game, state.turn
    view = state.view(seat)
    actions = numbers.actions_of(view, legal)
    choice = codec.get(name).choice
    assert [TEXTS[name](action, view) for action in actions] == list(map(choice, legal))
    assert len(set(actions)) == len(legal)
    assert min(actions) >= 0
    assert max(actions) < numbers.actions
    return actions


def fits(numbers: encoding.Encoding, view: View) -> list[int]:
    """A vector, seen to be as long as its parts are, and each number within its bounds."""
    vector = numbers.vector(view)
    bounds = [field for field in numbers.fields for _ in range(field.size)]
    assert len(vector) == len(bounds)
    for number, field in zip(vector, bounds, strict=True):
        assert field.low <= number <= field.high, field.name
    return vector


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_every_legal_move_has_a_number_that_means_it(kind: Kind, rules: Rules) -> None:
    numbers = encoding.get(kind.game)(rules)
    assert numbers.actions == {"scout": ACTIONS.get(rules.players), "skyjo": 103}[kind.game.name]
    dice = random.Random(1)
    plies = match = 0
    dealer = Dealer(kind.game, rules, "0")
    while plies < 120:
        if dealer.over:
            match += 1
            dealer = Dealer(kind.game, rules, str(match))
        dealer.begin_round(dealer.draw_deal())
        while (state := dealer.state).end is None:
            legal = state.legal()
            actions = look_at(numbers, state, legal)
            for seat in range(rules.players) if plies % 5 == 0 else (state.turn,):
                fits(numbers, state.view(seat))
            move = kind.choose(state, legal, dice)
            # A record names the cards of a move, and it is the same move.
            if state.chance(move) is None:
                named = state.complete(state.turn, move)
                view = state.view(state.turn)
                assert numbers.actions_of(view, [named]) == [actions[legal.index(move)]]
            dealer.play(move)
            plies += 1
        for seat in range(rules.players):
            fits(numbers, state.view(seat))
        dealer.end_round()


@pytest.mark.parametrize(
    ("players", "seed", "size"), [(3, "12", 33), (4, "106", 35), (5, "118", 27)]
)
def test_hands_as_large_as_they_can_be_made_have_numbers(
    players: int, seed: str, size: int
) -> None:
    """All play for seat 1 to get as many cards as it can; with these seeds it gets very many."""
    rules = rules_of("scout", players, {"all_scouted_empty": "continue", "turn_limit": "150"})
    numbers = encoding.get(games.get("scout"))(rules)
    dealer = Dealer(games.get("scout"), rules, seed)
    dealer.begin_round(dealer.draw_deal())
    largest = 0
    while (state := dealer.state).end is None:
        legal = state.legal()
        hand = state.view(0).hand
        if len(hand) > largest and state.turn == 0:
            look_at(numbers, state, legal)
            fits(numbers, state.view(0))
            largest = len(hand)
        dealer.play(_generous(state, legal))
    assert size - 1 <= largest <= MOST_CARDS[players]


def _generous(state: State, legal: list[Move]) -> Move:
    """Scout, best beside an equal card; else show as many cards as the others can scout."""
    view = state.view(state.turn)
    scouts = [move for move in legal if isinstance(move, Scout)]
    shows = [move for move in legal if isinstance(move, Show)]
    if view.opening:
        return legal[0]
    if scouts:
        return max(scouts, key=lambda move: _neighbours(view.hand, move).count(move.card >> 4))
    if view.seat == 0:
        return shows[0]
    most = max(1, min(view.players - 1, len(view.hand) - 1))
    return min(shows, key=lambda move: (len(move.values) > most, -len(move.values)))


def _neighbours(hand: bytes, move: Scout) -> list[int]:
    return [card >> 4 for card in hand[max(move.to - 1, 0) : move.to + 1]]


# What an observation says


def parts_of(game: str, line: str, seat: int) -> dict[str, list[int]]:
    """The parts of the vector of a seat, from a position line."""
    state = codec.get(game).parse_position(line)
    numbers = encoding.get(games.get(game))(state.rules)
    vector = fits(numbers, state.view(seat))
    parts = {}
    for field in numbers.fields:
        parts[field.name], vector = vector[: field.size], vector[field.size :]
    return parts


def padded(numbers: Sequence[int], room: int) -> list[int]:
    return [*numbers, *[0] * (room - len(numbers))]


SCOUT = (
    "scout hands=8474/522975/21 table=3627 owner=3 turn=2 scouts=1 won=1,0,4 tokens=0,2,1 "
    "show=011 actions=6 round=2 totals=5,-3,0"
)


def test_what_a_seat_sees_in_scout() -> None:
    parts = parts_of("scout", SCOUT, 1)
    # Of the other hands, seats 3 and 1 from seat 2 on, nothing was seen.
    hand = padded([5, 2, 7], 34) + padded([2, 9, 5], 34)
    unseen = [(1, 2), (4, 8), (4, 7)]
    others = [(2, 5), (2, 9), (5, 7), (3, 6), (2, 7)]
    deck = list(combinations(range(1, 11), 2))
    dealt = dict(zip(deck, parts.pop("unseen"), strict=True))
    assert all(dealt[card] for card in unseen)
    assert not any(dealt[card] for card in others)
    assert not any(dealt[card] for card in deck if card[1] == 10)
    assert parts == {
        "hands": hand + [0] * (4 * 34),
        "sizes": [3, 1, 2],
        "table": padded([3, 2], 10) + padded([6, 7], 10),
        "owner": [0, 1, 0],
        "turn": [1, 0, 0],
        "starter": [1, 0, 0],  # of a position whoever acts is taken for the starter
        "won": [0, 4, 1],
        "tokens": [2, 1, 0],
        "marker": [1, 1, 0],
        "totals": [-3, 0, 5],
        "round": [2],
        "actions": [6],
        "scouts": [1],
        "opening": [0],
        "chosen": [0, 0],
    }


def test_cards_seen_on_their_way_are_seen_in_other_hands() -> None:
    state = codec.get("scout").parse_position(SCOUT)
    (move,) = codec.get("scout").parse("R72@2")
    state.apply(1, move)
    numbers = encoding.get(games.get("scout"))(state.rules)
    # For seat 3 the hand of seat 2 comes last: four cards, of which the second is 7/2.
    hands = numbers.vector(state.view(2))[: 2 * 34 * 3]
    assert hands[: 34 * 2] == padded([2], 34) + padded([1], 34)
    assert hands[34 * 4 :] == padded([0, 7], 34) + padded([0, 2], 34)


@pytest.mark.parametrize(("choice", "chosen"), [("K", [1, 0]), ("F", [0, 1])])
def test_ones_own_choice_is_seen_before_it_has_an_effect(choice: str, chosen: list[int]) -> None:
    rules = rules_of("scout", 2)
    numbers = encoding.get(games.get("scout"))(rules)
    dealer = Dealer(games.get("scout"), rules, "tea")
    dealer.begin_round(dealer.draw_deal())
    before = [numbers.vector(dealer.state.view(seat)) for seat in range(2)]
    dealer.play(codec.get("scout").parse(choice)[0])
    at = sum(field.size for field in numbers.fields[:14])
    assert [field.name for field in numbers.fields[13:16]] == ["opening", "chosen", "unseen"]
    after = [numbers.vector(dealer.state.view(seat)) for seat in range(2)]
    assert after[0][at - 1 : at + 2] == [1, *chosen]
    assert after[1][at - 1 : at + 2] == [1, 0, 0]
    assert after[0][: 2 * 21 * 2] == before[0][: 2 * 21 * 2]
    assert after[1][: 2 * 21 * 2] == before[1][: 2 * 21 * 2]


SKYJO = (
    "skyjo grids=9.(Y)(9)(A).Z5(1).(1)2/4B0A(6)(2)(6)(6)(C)(9)(3)(C) discard=08CZ stock=AC07BA* "
    "drawn=7 turn=2 ender=- turns=3 round=3 totals=12,-4"
)


def test_what_a_seat_sees_in_skyjo() -> None:
    parts = parts_of("skyjo", SKYJO, 1)
    own = [0] * 4 + [1] * 8
    next_one = [0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0]
    assert parts.pop("hidden") == own + next_one
    assert parts.pop("open") == [1] * 4 + [0] * 8 + [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1]
    values = [4, 11, 0, 10, *[0] * 8, 9, 0, 0, 0, 0, 0, -1, 5, 0, 0, 0, 2]
    assert parts.pop("values") == values
    # Before its eyes: 4 11 0 10 in its grid, 9 -1 5 2 in the other, 0 8 12 -1 on the pile, the 7.
    #         -2  -1  0  1  2   3   4  5  6   7  8  9  10 11 12
    unseen = [5, 8, 13, 10, 9, 10, 9, 9, 10, 9, 9, 9, 9, 9, 9]
    assert parts.pop("unseen") == unseen
    assert parts == {
        "turn": [1, 0],
        "starter": [0, 1],  # three turns ago it was seat 1's
        "ender": [0, 0],
        "totals": [-4, 12],
        "round": [3],
        "turns": [3],
        "opening": [0],
        "chosen": [0],
        "midturn": [1],
        "must_draw": [0],
        "holds": [1],
        "drawn": [7],
        "top": [-1],
        "discard": [4],
        "stock": [124],
        "known": [0],
        "pile": [0] * 15,
    }
    other = parts_of("skyjo", SKYJO, 0)
    assert (other["midturn"], other["holds"], other["drawn"]) == ([1], [0], [0])


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_a_seat_cannot_know_changes_no_number(kind: Kind) -> None:
    told = 0
    for players in (2, 3, kind.game.players[-1]):
        rules = rules_of(kind.game.name, players)
        numbers = encoding.get(kind.game)(rules)
        dice = random.Random(players)
        dealer = Dealer(kind.game, rules, "tea")
        dealer.begin_round(dealer.draw_deal())
        while (state := dealer.state).end is None:
            legal = state.legal()
            for seat in range(players) if dice.random() < 0.3 else ():
                other = kind.permuted(state, seat, dice)
                assert numbers.vector(other.view(seat)) == numbers.vector(state.view(seat))
                told += any(
                    numbers.vector(other.view(by)) != numbers.vector(state.view(by))
                    for by in range(players)
                    if by != seat
                )
                if seat == state.turn:
                    actions = numbers.actions_of(other.view(seat), other.legal())
                    assert actions == numbers.actions_of(state.view(seat), legal)
            dealer.play(kind.choose(state, legal, dice))
    if kind.game.name == "scout":  # in SKYJO others do not see what this seat does not
        assert told > 20


@pytest.mark.parametrize("game", KINDS)
def test_the_tables_of_the_manual_are_those_of_the_code(game: str) -> None:
    table = DOCS.split(f"<!-- {game} -->\n")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ", table, re.MULTILINE)
    assert len(rows) > 10
    for players in games.get(game).players:
        known = {"P": players, "C": MOST_CARDS.get(players)}
        sizes = [(name, eval(text.replace("\\", ""), known)) for name, text in rows]  # noqa: S307
        fields = encoding.get(games.get(game))(rules_of(game, players)).fields
        assert sizes == [(field.name, field.size) for field in fields]
    assert f"`{game}_v{encoding.get(games.get(game)).version}`" in DOCS


def test_what_has_no_bound_is_cut() -> None:
    assert encoding.cut([9999, 10_000, -10_000, 0, None]) == [9999, 9999, -9999, 0, 0]


# Where encodings come from


def test_a_game_without_an_encoding_says_so() -> None:
    with pytest.raises(RuleError, match=r"^TOY says nothing .* scoutcli\.encodings$") as caught:
        encoding.get(toy.GAME)
    assert caught.value.code == "no-encoding"


def test_a_package_announces_the_encoding_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "_ENCODINGS", {})
    (tmp_path / "toynumbers.py").write_text("class Numbers: ...\n")
    about = tmp_path / "toynumbers-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toynumbers\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[scoutcli.encodings]\ntoy = toynumbers:Numbers\n")
    monkeypatch.syspath_prepend(tmp_path)
    found: Any = encoding.get(toy.GAME)
    assert (found.__module__, found.__name__) == ("toynumbers", "Numbers")


def test_no_numpy_is_needed() -> None:
    script = (
        "import sys, games\n"
        "from games import encoding\n"
        "for name in ('scout', 'skyjo'):\n"
        "    game = games.get(name)\n"
        "    print(encoding.get(game)(game.rules(2)[0]).actions)\n"
        "print(sorted({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split("\n") == ["297", "103", "[]", ""]
