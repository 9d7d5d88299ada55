"""What hint, why and tutor say: true, reproducible, within the rules, and blind to hidden cards."""

from __future__ import annotations

import math
import random
import re
import threading
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

import games
from games.bots import Budget
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Game, Move, State
from games.scout.moves import Scout, Show
from games.scout.state import State as ScoutState
from games.search import compiled
from games.skyjo.moves import DRAW, REVEALS, SWAPS, TAKES, Reveal
from notation import codec
from scoutcli.analysis import Analyst, Candidate
from scoutcli.analysis.reasons import reasons_for
from scoutcli.analysis.words import hint, warn, why
from scoutcli.table.words import Turn
from tests import toy
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.skyjo_table import lay

FEW = Budget(playouts=300)
KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
TABLES = [("scout", 2), ("scout", 3), ("scout", 4), ("scout", 5), ("skyjo", 2), ("skyjo", 3),
          ("skyjo", 8)]  # fmt: skip
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def turn_of(state: State, name: str) -> Turn:
    """The moment of the seat to act, as the table hands it on."""

    def fault(move: Move) -> RuleError | None:
        try:
            state.check(state.turn, move)
        except RuleError as error:
            return error
        return None

    return Turn(codec.get(name), state.view(state.turn), state.legal(), fault)


def moments(name: str, players: int, seed: str = "advice", each: int = 5) -> Iterator[State]:
    """Positions of a round between rules of thumb in which there is a choice."""
    game, shuffler, dice = games.get(name), Shuffler(seed, 1), random.Random(seed)
    rules, _ = game.rules(players)
    state = game.begin(rules, [], game.deal(rules, [], shuffler))
    bots = [game.bots["greedy"].make(seat) for seat in range(players)]
    made = 0
    while state.end is None and made < min(14 * players, 60):
        due = state.chance()
        if due is None:
            legal = state.legal()
            if made % each == 0 and len(legal) > 1:
                yield state
            move = bots[state.turn].choose(state.view(state.turn), legal)
            move = dice.choice(legal) if dice.random() < 0.1 else move
            due = state.chance(move)
        if due is not None:
            state.apply(-1, game.draw(due, shuffler))
            continue
        state.apply(state.turn, move)
        made += 1


def by_move(found: Sequence[Candidate]) -> dict[Move, Candidate]:
    return {each.move: each for each in found}


# Whatever the position


@every_table
def test_advice_names_legal_moves_and_figures(name: str, players: int) -> None:
    analyst, dice = Analyst(games.get(name), 1, FEW), random.Random(1)
    seen = 0
    for state in islice(moments(name, players), 6):
        turn = turn_of(state, name)
        said = hint(analyst, turn)
        text = said.partition(": ")[0]
        assert text in turn.words
        assert turn.explain(turn.words[text]) in said
        assert re.search(r"; ([+-]\d+\.\d|0\.0) points against the mean of the others", said)
        assert "\n" not in said
        thought = dice.choice(turn.legal)
        judged = why(analyst, turn, thought)
        assert judged.startswith(turn.notation.choice(thought))
        assert re.search(r"best move found|loses \d+\.\d points|too close|as good as", judged)
        seen += 1
    assert seen > 2


@every_table
def test_what_is_asked_for_is_among_the_candidates_as_itself(name: str, players: int) -> None:
    analyst, dice = Analyst(games.get(name), 1, FEW), random.Random(2)
    for state in islice(moments(name, players, "include"), 6):
        legal = state.legal()
        wanted = dice.sample(legal, min(3, len(legal)))
        found = analyst.candidates(state.view(state.turn), legal, wanted)
        moves = [each.move for each in found]
        assert set(wanted) <= set(moves) <= set(legal)
        assert len(moves) == len(set(moves))
        assert found[0].error == 0 and all(each.playouts > 1 for each in found)


@every_table
def test_the_same_view_gets_the_same_answer_whatever_was_asked_before(
    name: str, players: int
) -> None:
    game = games.get(name)
    old = Analyst(game, 5, FEW)
    asked = [(state.view(state.turn), state.legal()) for state in islice(moments(name, players), 5)]
    answers = [old.candidates(view, legal, legal[-1:]) for view, legal in asked]
    for at in (-1, len(asked) // 2):
        view, legal = asked[at]
        assert Analyst(game, 5, FEW).candidates(view, legal, legal[-1:]) == answers[at]
        assert old.candidates(view, legal, legal[-1:]) == answers[at]
    view, legal = asked[-1]
    others = [Analyst(game, seed, FEW).candidates(view, legal, legal[-1:]) for seed in (6, 7)]
    assert any(other != answers[-1] for other in others)


@every_table
def test_advice_knows_no_hidden_card(name: str, players: int) -> None:
    kind, dice, changed = KINDS[name], random.Random(3), 0
    analyst = Analyst(games.get(name), 1, Budget(playouts=120))
    for state in islice(moments(name, players, "hidden", each=6), 1, 6):
        twin = kind.permuted(state, state.turn, dice)
        changed += kind.facts(twin) != kind.facts(state)
        thought = dice.choice(state.legal())
        said = [
            (hint(analyst, turn), why(analyst, turn, thought), warn(analyst, turn, thought))
            for turn in (turn_of(state, name), turn_of(twin, name))
        ]
        assert said[0] == said[1]
    assert changed


# Positions whose best move is certain


def scout_position(
    hands: Sequence[bytes], table: bytes, *, scouts: int, number: int = 1
) -> ScoutState:
    """Seat 2 to act; the set is of the seat before those that scouted. Nobody has captured."""
    rules, _ = games.get("scout").rules(len(hands))
    players = len(hands)
    return ScoutState.from_position(
        rules, list(hands), table, -scouts % players, 1, scouts, [0] * players, [0] * players,
        [False] * players, 20, number, (0,) * players,
    )  # fmt: skip


def test_scout_a_show_that_ends_the_round_against_a_scout_that_does() -> None:
    # Three players; seat 1 has scouted after the Show of seat 3, so a Scout of seat 2 ends the
    # round, as does its Show of the last card. Both are counted by the rules, whatever the
    # others hold. Show: 1 captured, no hand: 1; seats 1 and 3 pay for 5 and 3 cards: -5, -3.
    # So 1 against a mean of -4: +5. Scout: two cards in the hand: -2; seat 3 gets a token and is
    # exempt: 1; seat 1 pays 5: -5. So -2 against a mean of -2: 0. The difference is 5.
    hands = [b"\x23\x45\x78\x57\x26", b"\x94", b"\x12\x34\x15"]
    turn = turn_of(scout_position(hands, b"\x83", scouts=1), "scout")
    analyst = Analyst(games.get("scout"), 1, FEW)
    scouts = [move for move in turn.legal if isinstance(move, Scout)]
    found = by_move(analyst.candidates(turn.view, turn.legal, scouts))
    show = Show(0, b"\x09")
    assert found[show].worth == pytest.approx(5)
    for scout in scouts:
        assert (found[scout].worth, found[scout].error) == (pytest.approx(0), 0)
    assert hint(analyst, turn).startswith("S1:9: captures 1, empties the hand; +5.0 points")
    warning = warn(analyst, turn, scouts[0])
    assert warning is not None
    assert "gives away about 5.0 points: S1:9 " in warning
    assert "S1:9 ends the round with no card in your hand, and captures 1 card" in warning
    assert "the best move found" in why(analyst, turn, show)
    assert warn(analyst, turn, show) is None


def test_scout_in_the_last_round_the_match_is_at_stake() -> None:
    # As above. With the Show seat 2 wins the match, worth 15, against a third of it for equals:
    # 5 + 15 - 5. With a Scout it has -2 and seat 3 wins by 1: 0 - 5.
    hands = [b"\x23\x45\x78\x57\x26", b"\x94", b"\x12\x34\x15"]
    turn = turn_of(scout_position(hands, b"\x83", scouts=1, number=3), "scout")
    analyst = Analyst(games.get("scout"), 1, FEW)
    found = analyst.candidates(turn.view, turn.legal)
    assert found[0].worth == pytest.approx(15)
    assert found[1].worth == pytest.approx(-5)
    said = hint(analyst, turn)
    assert "+15.0 points against the mean of the others, with the match at stake; " in said


def test_skyjo_the_lowest_card_there_is_for_the_highest_in_the_last_turn() -> None:
    # Seat 2 has ended the round and seat 1 has the last turn. A -2 lies on the discard pile: no
    # drawn card can be lower, no column can become three equal cards, and no place saves more than
    # that of the 12, for the hidden card is at most as high. To put it in place of the 5 saves 7
    # points less, in every world. (As much as points count at the start of a match.)
    own, other = "12 5 3 1 / 4 2 0 6 / 3 1 7 ?", "1 1 2 0 / 0 3 1 2 / 2 0 1 0"
    state = lay(own, other, discard=(8, -2), turn=0, ender=1)
    turn, analyst = turn_of(state, "skyjo"), Analyst(games.get("skyjo"), 1, FEW)
    found = analyst.candidates(turn.view, turn.legal, [TAKES[1], DRAW])
    assert found[0].move == TAKES[0]
    assert found[0].worth - by_move(found)[TAKES[1]].worth == pytest.approx(7, abs=0.8)
    warning = warn(analyst, turn, TAKES[1])
    assert warning is not None
    assert re.search(r"T@a1 leaves about (3\d) points in your grid, not 4\d", warning)
    # What comes of a draw is at best as good.
    assert by_move(found)[DRAW].worth < found[0].worth


def test_skyjo_half_a_turn() -> None:
    # As above, but that the -2 was drawn. Where it goes is all that is left to choose.
    own, other = "12 5 3 1 / 4 2 0 6 / 3 1 7 ?", "1 1 2 0 / 0 3 1 2 / 2 0 1 0"
    turn = turn_of(lay(own, other, discard=(8,), drawn=-2, turn=0, ender=1), "skyjo")
    analyst = Analyst(games.get("skyjo"), 1, FEW)
    assert hint(analyst, turn).startswith("@a1: puts the -2 for the 12 at a1")
    assert re.search(r"^@b1 loses (6\.[5-9]|7\.[0-5]) points", why(analyst, turn, SWAPS[1]))


def test_skyjo_a_column_that_goes_is_the_reason() -> None:
    own, other = "9 5 3 ? / 9 2 ? 6 / ? 1 7 ?", "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?"
    turn = turn_of(lay(own, other, discard=(9,), turn=0), "skyjo")
    analyst = Analyst(games.get("skyjo"), 1, FEW)
    assert hint(analyst, turn).startswith("T@a3: ")
    assert "T@a3 clears column a, three 9s" in why(analyst, turn, TAKES[1])


def test_skyjo_to_end_a_round_that_is_lost_is_warned_of() -> None:
    # One hidden card left, the others stand far lower: to open it doubles about 60 points.
    own, other = "9 8 7 6 / 9 8 7 6 / 2 1 0 ?", "0 1 0 ? / 1 0 1 0 / 0 1 ? -1"
    turn = turn_of(lay(own, other, discard=(12,), drawn=12, turn=0), "skyjo")
    analyst = Analyst(games.get("skyjo"), 1, Budget(playouts=600))
    ends = next(move for move in turn.legal if turn.notation.choice(move) == "/d3")
    warning = warn(analyst, turn, ends)
    assert warning is not None
    assert re.search(
        r"does not end the round at about 6\d points, with another seat at about \d", warning
    )


# Openings, forced moves, what is not legal, positions without a past


@pytest.mark.parametrize("players", range(2, 6))
def test_scout_keep_or_flip(players: int) -> None:
    state = next(moments("scout", players))
    turn, analyst = turn_of(state, "scout"), Analyst(games.get("scout"), 1, FEW)
    assert state.opening and turn.words.keys() == {"K", "F"}
    assert re.match(r"[KF]: the hand reads \S", hint(analyst, turn))
    assert {each.move.how for each in analyst.candidates(turn.view, turn.legal)} == {"keep", "flip"}


def test_skyjo_what_to_open_is_all_the_same_but_for_one_column() -> None:
    state = next(moments("skyjo", 4))
    turn, analyst = turn_of(state, "skyjo"), Analyst(games.get("skyjo"), 1, FEW)
    assert hint(analyst, turn).startswith("Oa1b1: opens a1 and b1; ")
    other = REVEALS[5]
    assert (other.places, why(analyst, turn, other)[:27]) == ((0, 6), "Oa1c2 is the best move foun")
    found = by_move(analyst.candidates(turn.view, turn.legal, [Reveal((0, 4)), Reveal((0, 6))]))
    assert found.keys() == {Reveal((0, 4)), Reveal((0, 6))}


def test_a_forced_move_is_said_to_be_one_and_takes_no_search() -> None:
    state = lay("3 1 2 4 / 5 6 7 8 / 1 ? 3 4", "1 ? 2 0 / ? 3 ? 2 / 2 ? 1 ?", turn=0)
    turn = turn_of(state, "skyjo")
    forced = Turn(turn.notation, turn.view, [DRAW], turn.fault)
    analyst = Analyst(games.get("skyjo"), 1, FEW)
    assert hint(analyst, forced) == (
        "D: draws a card; then place it, or throw it and turn one; it is the only legal move"
    )
    assert why(analyst, forced, DRAW) == hint(analyst, forced)
    assert warn(analyst, forced, DRAW) is None
    assert analyst.candidates(forced.view, [DRAW]) == [Candidate(DRAW, 0.0, 0.0, 0)]


def test_why_of_an_illegal_move_is_the_rule_it_breaks() -> None:
    hands = [b"\x12\x34\x15", b"\x94\x13", b"\x23\x45\x78\x57\x26"]
    turn = turn_of(scout_position(hands, b"\x83", scouts=0), "scout")
    analyst = Analyst(games.get("scout"), 1, FEW)
    assert why(analyst, turn, Show(1, b"\x01")) == (
        "S2:1 is not legal: a single 1 does not beat the active set, a single 8: "
        "its smallest number is lower"
    )
    assert warn(analyst, turn, Show(1, b"\x01")) is None


@pytest.mark.parametrize("players", range(2, 6))
def test_a_position_whose_past_is_not_known(players: int) -> None:
    notation, analyst = codec.get("scout"), Analyst(games.get("scout"), 1, FEW)
    tried = 0
    for state in moments("scout", players, "position", each=7):
        if state.opening:
            continue
        again = notation.parse_position(notation.format_position(state))
        turn = turn_of(again, "scout")
        assert turn.view.story is None
        text = hint(analyst, turn).partition(": ")[0]
        assert turn.words[text] in state.legal()
        assert turn.notation.choice(turn.legal[-1]) in why(analyst, turn, turn.legal[-1])
        tried += 1
    assert tried


# Where there is no search


def test_without_numba_a_rule_of_thumb_advises_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise compiled.CompilerMissingError(ImportError("No module named 'numba'"))

    monkeypatch.setattr(compiled, "compiler", missing)
    for name, players in (("scout", 3), ("skyjo", 3)):
        analyst = Analyst(games.get(name), 1, FEW)
        for state in moments(name, players, "thumb", each=7):
            turn = turn_of(state, name)
            said = hint(analyst, turn)
            assert turn.words[said.partition(": ")[0]] in turn.legal
            assert "pip install 'scoutcli[strong]'" in said and "rule of thumb" in said
            assert not re.search(r"[+-]\d+\.\d points", said)
            for move in (turn.legal[0], turn.legal[-1]):
                assert why(analyst, turn, move).startswith(turn.notation.choice(move))
                assert warn(analyst, turn, move) is None
            found = analyst.candidates(turn.view, turn.legal, turn.legal[-1:])
            assert all((each.error, each.playouts) == (math.inf, 0) for each in found)
            assert turn.legal[-1] in by_move(found)


def test_a_game_without_a_search_gets_along() -> None:
    with toy.known():
        analyst = Analyst(toy.GAME, 1, FEW)
        for state in moments_of_toy(toy.GAME):
            turn = turn_of(state, "toy")
            # High, its strongest bot, takes the first legal move, the last in the opening.
            best = turn.legal[-1 if state.opening else 0]
            assert hint(analyst, turn).startswith(f"{turn.notation.choice(best)}: ")
            assert "TOY cannot be searched" in hint(analyst, turn)
            assert "nothing better is found" in why(analyst, turn, best)
            other = next(move for move in turn.legal if move != best)
            assert "looks worse than" in why(analyst, turn, other)
            assert warn(analyst, turn, other) is None
        assert reasons_for("toy").better(turn.view, best, other) == []


def moments_of_toy(game: Game) -> Iterator[State]:
    rules, _ = game.rules(2, {"starter": 1})
    state = game.begin(rules, [], game.deal(rules, [], Shuffler("toy", 1)))
    for _ in range(6):
        if len({codec.get("toy").choice(move) for move in state.legal()}) > 1:
            yield state
        state.apply(state.turn, state.legal()[0])


# Threads


def test_an_analyst_can_be_stopped_from_another_thread() -> None:
    state = list(moments("skyjo", 3))[-1]
    analyst, enough = Analyst(games.get("skyjo"), 1, Budget(playouts=10_000_000)), threading.Event()
    view, legal = state.view(state.turn), state.legal()
    Analyst(games.get("skyjo"), 1, FEW).candidates(view, legal)  # compiled before the clock begins
    found: list[Candidate] = []
    worker = threading.Thread(
        target=lambda: found.extend(analyst.candidates(view, legal, legal, stop=enough.is_set))
    )
    worker.start()
    worker.join(0.2)
    enough.set()
    worker.join(20)
    assert not worker.is_alive()
    assert {each.move for each in found} == set(legal)
