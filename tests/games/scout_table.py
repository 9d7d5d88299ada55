"""A table to try the rules of SCOUT on: hands, moves and whole rounds from a few words.

Cards are written as in a match file (`4T` is 4 over 10), moves too (`S3:44`,
`L37@2`, `L37@2+S2:34`, `K`, `F`, `P`, `?`), always with the seat before them
(`2.L37@2`). This reader is the tests' own, so that they do not lean on what
is under test elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import games
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Event, Move, Round
from games.options import Rules
from games.scout import GAME
from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    UNNOTED,
    UNSAID,
    Scout,
    ScoutShow,
    Show,
)
from games.scout.state import Deal, State

NUMBERS = "?123456789T"
DEALT = {2: 11, 3: 12, 4: 11, 5: 9}
PLAYED_WITH = {
    players: [
        f"{NUMBERS[low]}{NUMBERS[high]}"
        for low in range(1, 11)
        for high in range(low + 1, 11)
        if not (players in (2, 4) and (low, high) == (9, 10)) and not (players == 3 and high == 10)
    ]
    for players in range(2, 6)
}
"""The cards in play, the smaller number up, as the table under "Setup" says."""

STYLES: tuple[dict[type, float], ...] = (
    {Scout: 2.0, Show: 0.02, ScoutShow: 0.03},
    {Scout: 1.0, Show: 0.1, ScoutShow: 0.5},
    {Show: 1.0, Scout: 0.5, ScoutShow: 0.1},
    {Show: 1.0, Scout: 0.2, ScoutShow: 0.5},
    {Show: 1.0, ScoutShow: 0.2},
)
"""How rounds are played: the weights of the kinds of move.

Without Shows hands grow, with many of them rounds end on an emptied hand; of
Scouts & Shows there are few in a round, so they must come late now and then.
"""


def cards(text: str) -> bytes:
    """Cards from left to right: ``37 4T ??``."""
    return bytes(NUMBERS.index(word[0]) << 4 | NUMBERS.index(word[1]) for word in text.split())


def text_of(block: bytes) -> str:
    """The inverse of `cards`."""
    return " ".join(NUMBERS[card >> 4] + NUMBERS[card & 15] for card in block)


def move(text: str) -> Move:
    """A move from its text, without a seat."""
    words: dict[str, Move] = {"K": KEEP, "F": FLIP, "P": STOP, "?": UNNOTED}
    if text in words:
        return words[text]
    if "+" in text:
        scout, _, show = text.partition("+")
        return ScoutShow(move(scout), move(show))
    if found := re.fullmatch(r"([LR])(..)@(\?|\d+)", text):
        return Scout(found[1] == "R", cards(found[2])[0], position(found[3]))
    found = re.fullmatch(r"S(\?|\d+)(?::(\S+)|=(\S+))", text)
    assert found, text
    if found[2]:
        return Show(position(found[1]), bytes(map(NUMBERS.index, found[2])))
    block = cards(found[3].replace("-", " "))
    return Show(position(found[1]), bytes(card >> 4 for card in block), block)


def position(text: str) -> int:
    """A position from its text: they count from 1 there, and ``?`` is one nobody noted."""
    return UNSAID if text == "?" else int(text) - 1


def rules_for(players: int, options: Mapping[str, object] | None = None) -> Rules:
    """Rules in which every option said applies."""
    rules, warnings = GAME.rules(players, options)
    assert not warnings
    return rules


def table(
    *hands: str,
    on: str = "",
    owner: int | None = None,
    turn: int,
    scouts: int = 0,
    won: Sequence[int] = (),
    tokens: Sequence[int] = (),
    marker: Sequence[bool] = (),
    actions: int = 1,
    number: int = 1,
    **options: object,
) -> State:
    """A round in the middle. `on` lies on the table; seats count from 1, positions too."""
    players = len(hands)
    return State.from_position(
        rules_for(players, options),
        [cards(hand) for hand in hands],
        cards(on),
        -1 if owner is None else owner - 1,
        turn - 1,
        scouts,
        won or [0] * players,
        tokens or [3 if players == 2 else 0] * players,
        marker or [players > 2] * players,
        actions,
        number,
        (),
    )


def facing(players: int, on: str, hand: str, **options: object) -> State:
    """Seat 1 has shown `on`, seat 2 holds `hand` and is to move, others hold two cards each."""
    used = {"".join(sorted(card, key=NUMBERS.index)) for card in (*on.split(), *hand.split())}
    spare = [card for card in PLAYED_WITH[players] if card not in used]
    hands = [" ".join(spare[2 * seat : 2 * seat + 2]) for seat in range(players)]
    hands[1] = hand
    return table(*hands, on=on, owner=1 if on else None, turn=2, **options)  # type: ignore[arg-type]


def dealt(*hands: str, past: Sequence[Round] = (), **options: object) -> State:
    """A round from its deal, hands filled up with any cards in play to the number dealt.

    The opening is still to come.
    """
    players = len(hands)
    used = {"".join(sorted(card, key=NUMBERS.index)) for hand in hands for card in hand.split()}
    spare = [card for card in PLAYED_WITH[players] if card not in used]
    full = []
    for hand in hands:
        words = hand.split()
        words += [spare.pop() for _ in range(DEALT[players] - len(words))]
        full.append(cards(" ".join(words)))
    rules = rules_for(players, options)
    deal = Deal(tuple(full))
    GAME.check_deal(rules, past, deal)
    return GAME.begin(rules, past, deal)


def shuffled(players: int, seed: str, past: Any = (), **options: object) -> State:
    """A round from a shuffled deal, who starts settled."""
    rules = rules_for(players, options)
    shuffler = Shuffler(seed, len(past) + 1)
    state = GAME.begin(rules, past, GAME.deal(rules, past, shuffler))
    if chance := state.chance():
        state.apply(-1, GAME.draw(chance, shuffler))
    return state


def play(state: State, text: str) -> list[Event]:
    """Make moves as they stand in a record; what they caused."""
    events: list[Event] = []
    for word in text.split():
        seat, _, said = word.partition(".")
        state.check(int(seat) - 1, move(said))
        events += state.apply(int(seat) - 1, move(said))
    return events


def verdict(state: State, text: str) -> str:
    """``legal``, or the code of the rule that a move of the seat to act breaks.

    Whatever `check` says, `legal` must say too, and a refused move leaves no trace.
    """
    made = move(text)
    before = facts(state)
    try:
        state.check(state.turn, made)
    except RuleError as error:
        assert made not in state.legal()
        assert facts(state) == before
        return error.code
    assert state.complete(state.turn, made) in state.legal()
    return "legal"


def message(state: State, text: str, seat: int | None = None) -> str:
    """What a refused move is told. `seat` counts from 1; the seat to act where it is not said."""
    try:
        state.check(state.turn if seat is None else seat - 1, move(text))
    except RuleError as error:
        return f"{error.code}: {error.message}"
    raise AssertionError(f"{text} is legal")


def facts(state: State) -> dict[str, object]:
    """All that a round is, to compare."""
    result = {}
    for name in State.__slots__:
        value = getattr(state, name)
        result[name] = list(value) if isinstance(value, list) else value
    result["ledger"] = state.ledger and dict(state.ledger._where)
    result["counted"] = set(state.counted)
    return result


assert games.get("scout") is GAME
