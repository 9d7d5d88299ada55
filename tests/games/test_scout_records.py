"""Records of rounds of SCOUT with gaps lead to what the whole ones lead to.

What can have been is never refused: the same turns, ends, tables and scores.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from games.errors import RuleError
from games.game import Move, Round
from games.options import Rules
from games.scout import GAME
from games.scout.moves import (
    UNNOTED,
    UNSAID,
    Missed,
    Scout,
    ScoutShow,
    Show,
)
from games.scout.state import Deal, State
from tests.conftest import shared
from tests.games.scout_table import (
    cards,
    move,
    rules_for,
    shuffled,
)

KINDS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"scout_token_to": "owner", "voluntary_stop": True, "flip": "rotate"}),
    (3, {"flip": "rotate"}),
    (4, {"all_scouted_empty": "continue", "turn_limit": 50}),
    (5, {}),
]
every_kind = pytest.mark.parametrize(("players", "options"), KINDS)


def record(players: int, options: dict[str, object], seed: int) -> list[tuple[State, Move]]:
    """A random round: every move with the round as it stood before it; at last a move of none."""
    chance = random.Random(seed)
    past = []
    if players == 2 and seed % 2:
        first = shuffled(2, f"{seed}", **options)
        past = [Round((0, 0), "emptied", 0, None, Deal(first.dealt))]
    state = shuffled(players, f"{seed}", past, **options)
    moves: list[tuple[State, Move]] = []
    while state.end is None:
        legal = state.legal()
        shows = [made for made in legal if type(made) is Show]
        made = chance.choice(shows if shows and chance.random() < 0.6 else legal)
        moves.append((state.copy(), made))
        state.apply(state.turn, made)
    return [*moves, (state, UNNOTED)]


def begin_like(full: State, deal: Deal) -> State:
    """The same round from what is known of its deal."""
    past: list[Round] = []
    if full.number == 2:
        rest = bytes(card for card in State(rules_for(2), deal).deck if card not in full.deck)
        past = [Round((0, 0), "emptied", 0, None, Deal((rest[:11], rest[11:])))]
    GAME.check_deal(full.rules, past, deal)
    state = GAME.begin(full.rules, past, deal)
    if state.starter is None:
        state.check(-1, GAME.started(full.starter or 0))
        state.apply(-1, GAME.started(full.starter or 0))
    return state


@every_kind
def test_the_record_that_one_seat_can_write_leads_to_what_it_knows(
    players: int, options: dict[str, object]
) -> None:
    for seed in range(6):
        moves = record(players, options, seed)
        for me in range(players):
            full = moves[0][0]
            part = begin_like(full, GAME.seen_deal(Deal(full.dealt), me))
            for full, made in moves[:-1]:
                assert part.view(me) == full.view(me)
                seat = full.turn
                seen = full.seen(seat, full.complete(seat, made), me)
                part.check(seat, seen)
                assert part.complete(seat, seen) == seen or seat == me
                part.apply(seat, seen)
            end = moves[-1][0]
            if part.end is None:
                # What the other holds is not known, so neither is that it can show nothing.
                assert (players, end.end, part.certain) == (2, "unbeaten", False)
                with pytest.raises(RuleError, match="goes on here, not emptied"):
                    part.claim("emptied")
                part.claim("unbeaten")
            assert part.view(me) == end.view(me)
            assert (part.end, part.exempt, part.scores()) == (end.end, end.exempt, end.scores())
            assert part.certain
            assert part.unchecked == 0


def without_positions(made: Move, chance: random.Random) -> Move:
    """The move with some of its positions not noted."""
    if isinstance(made, Show):
        return made._replace(at=UNSAID) if chance.random() < 0.3 else made
    if isinstance(made, Scout):
        return made._replace(to=UNSAID) if chance.random() < 0.3 else made
    if isinstance(made, ScoutShow):
        scout, show = made
        if chance.random() < 0.3:
            scout = scout._replace(to=UNSAID)
        if chance.random() < 0.3:
            show = show._replace(at=UNSAID)
        return ScoutShow(scout, show)
    return made


def with_cards(state: State, made: Move) -> Move:
    """A move of the seat to act with the whole cards of its Show."""
    hand = state.hands[state.turn]
    if isinstance(made, ScoutShow):
        scout, show = made
        hand = hand[: scout.to] + bytes((scout.card,)) + hand[scout.to :]
        return ScoutShow(scout, with_cards_of(hand, show))
    return with_cards_of(hand, made) if isinstance(made, Show) else made


def with_cards_of(hand: bytes, show: Show) -> Show:
    return show._replace(cards=hand[show.at : show.at + len(show.values)])


@every_kind
@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_positions_that_nobody_noted(players: int, options: dict[str, object], hands: str) -> None:
    counted = 0
    for seed in range(8):
        chance = random.Random(seed)
        moves = record(players, options, seed)
        full = moves[0][0]
        deal = Deal(full.dealt)
        part = begin_like(
            full, deal if hands == "known" else Deal((bytes(len(deal.hands[0])),) * players)
        )
        for full, made in moves[:-1]:
            assert (part.turn, part.end, part.table) == (full.turn, None, full.table)
            assert list(map(len, part.hands)) == list(map(len, full.hands))
            noted = made if full.opening else without_positions(with_cards(full, made), chance)
            part.check(full.turn, noted)
            part.apply(full.turn, noted)
        end = moves[-1][0]
        part.claim(end.end or "")
        assert (part.end, part.scores()) == (end.end, end.scores())
        counted += part.unchecked
    assert counted > 8


@every_kind
def test_moves_that_nobody_noted(players: int, options: dict[str, object]) -> None:
    for seed in range(10):
        chance = random.Random(seed)
        moves = record(players, options, seed)
        full = moves[0][0]
        part = begin_like(full, Deal(full.dealt))
        lost = 0
        for full, made in moves[:-1]:
            seat = full.turn
            noted = full.seen(seat, made, chance.choice((-1, seat)))
            if full.opening:
                noted = made
            elif chance.random() < 0.2:
                noted = UNNOTED
                lost += 1
            part.check(seat, noted)
            events = part.apply(seat, noted)
            if noted is UNNOTED:
                assert events[0] == Missed(seat)
        end = moves[-1][0]
        part.claim(end.end or "")
        assert part.end == end.end
        assert part.unchecked >= lost
        assert part.scores() == ((None,) * players if lost else end.scores())
        assert part.certain == (lost == 0)


# Real records


def scout_matches(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """The matches of SCOUT whose rounds are all there, with no comments in them."""
    found = []
    for file in sorted(folder.glob("*.yaml")):
        for match in yaml.load_all(file.read_text("utf-8-sig"), yaml.CSafeLoader):
            whole = all({"deal", "moves", "end", "score"} <= set(r) for r in match["rounds"])
            if match["game"] == "scout" and whole and not file.name.startswith("hand-"):
                found.append((file.name, match))
    return found


def test_reference_matches_as_one_seat_saw_them() -> None:
    folder = shared()
    if folder is None:
        pytest.skip("the reference matches are not here")
    matches = scout_matches(folder / "matches" / "valid")
    assert len(matches) > 30
    for index, (name, match) in enumerate(matches):
        given = dict(match.get("rules", {}))
        players = len(match["players"])
        rules, _ = GAME.rules(players, given, given.pop("preset", None))
        for me in {index % players, (index + 1) % players}:
            replay(rules, match["rounds"], me, name)


def replay(rules: Rules, rounds: Sequence[dict[str, Any]], me: int, name: str) -> None:
    past: list[Round] = []
    past_part: list[Round] = []
    for number, played in enumerate(rounds, 1):
        where = f"{name}, round {number}, seat {me + 1}"
        hands = tuple(cards(line.partition(": ")[2]) for line in played["deal"].splitlines())
        GAME.check_deal(rules, past, Deal(hands))
        full = GAME.begin(rules, past, Deal(hands))
        part_deal = GAME.seen_deal(Deal(hands), me)
        GAME.check_deal(rules, past_part, part_deal)
        part = GAME.begin(rules, past_part, part_deal)
        for word in played["moves"].split():
            found = re.fullmatch(r"(\d)\.(\S+)", word)
            assert found, where
            seat, made = int(found[1]) - 1, move(found[2])
            for state in (full, part):
                if state.turn < 0 and state.end is None:
                    state.check(-1, GAME.started(seat))
                    state.apply(-1, GAME.started(seat))
            full.check(seat, made)
            seen = full.seen(seat, full.complete(seat, made), me)
            part.check(seat, seen)
            full.apply(seat, made)
            part.apply(seat, seen)
        assert (full.end, list(full.scores())) == (played["end"], played["score"]), where
        part.claim(played["end"])
        assert part.scores() == full.scores(), where
        past.append(Round(full.scores(), full.end, full.starter, None, Deal(hands)))
        past_part.append(Round(part.scores(), part.end, part.starter, None, part_deal))
