"""The referee: what a seat is told, word for word, what is kept from it, what becomes of faults.

Expected lines are written by hand from the protocol's page, the rules and the deal.
"""

from __future__ import annotations

import random
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, count, permutations, repeat
from pathlib import Path
from typing import Any

import pytest

import games
from games.bots import Bot
from games.dealer import Dealer
from games.errors import RuleError
from games.game import Deal, Move, State
from notation import codec
from notation.diagnostics import TextError
from scoutcli.arena import program, protocol
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import Fault
from scoutcli.arena.plan import Entry, Pairing
from scoutcli.arena.program import Program
from scoutcli.arena.referee import Played
from scoutcli.arena.seats import BuiltIn, Place
from scoutcli.arena.stable import Stable
from tests import toy
from tests.record import part_of, rules_of
from tests.scoutcli.matches import (
    FIRST,
    PYTHON,
    Double,
    built_in,
    check,
    fault_lines,
    plan,
    play,
    raise_fault,
    script,
)

# A round of SCOUT. The deal of the seed `tea` for three:
#   1: 49 92 85 93 95 16 68 35 24 27 84 32
#   2: 14 12 34 38 87 54 17 81 15 97 73 96     has card 1/2, so it starts
#   3: 25 98 13 47 67 57 62 64 36 91 28 56
# Seat 3 flips: 52 89 31 74 76 75 26 46 63 19 82 65. Seat 2 shows 3 3. Seat 3 takes the 34 of it
# and shows 7 7 7 over the 3 that is left. Seats 1 and 2 scout: so the round ends. Seat 1 has 13
# cards; seat 2 a token and 11 cards; seat 3 one card captured and two tokens, and is exempt.
SCOUT = (
    ["K", "L47@13"],
    ["K", "S3:33", "R75@1"],
    ["F", "L34@1+S5:777"],
)
SCOUT_RULES = (
    "exempt:owner,all_scouted_empty:end,first_starter:holder-1-2,flip:swap,rounds:1,"
    "turn_limit:1000,scout_token_to:centre,unspent_tokens:score,voluntary_stop:false"
)

# A round of SKYJO, and a whole match. The deal of the seed `tea` for two, rows of a b c d:
#   1: 6730 3863 AA0B     2: 845Z 2Y08 A4Y0     up 9
#   the draw pile: 5 1 6 2 4 1 B C 8 Z 5 8 Z A 0 1 …
# Seat 1 opens 3 and 0, seat 2 opens 8 and 4: seat 2 starts. It clears columns b (4 4 4), a
# (8 8 8) and, in its last turn, c (0 0 0); left are Z Z 0, that is −2. Seat 1 opens all with
# 6 7 3 0 / 4 Z 6 3 / A A A B: 69 points, doubled. So it has more than 100, and the match is over.
SKYJO = (
    [
        *("Oc1d1", "D", "/a1", "D", "/b1", "T@a2", "D", "/c2", "D", "/d2", "D", "@b2"),
        *("D", "/a3", "D", "/b3", "D", "@c3", "D", "/d3"),
    ],
    [
        *("Oa1b1", "D", "/b3", "D", "/a2", "D", "@b2", "T@c1", "D", "/d1", "D", "@a3"),
        *("T@a2", "D", "/c2", "T@d2", "T@c3", "T@c1"),
    ],
)
SKYJO_RULES = (
    "first_tie:seat,next_starter:ender,clear_rows:false,final_clear:true,ender_penalty:double,"
    "draw_exhausted:keep-top,score_limit:100,rounds:none,turn_limit:1000"
)


@pytest.fixture
def _toy() -> Iterator[None]:
    games.register(toy.GAME)
    codec.register(toy.NOTATION)
    yield
    del games._GAMES["toy"], codec._NOTATIONS["toy"]


def exchange(
    game: str,
    moves: tuple[list[str], ...],
    seat: int,
    options: dict[str, str],
    want: str = "",
) -> list[str]:
    """All lines between the referee and one of several scripted programs."""
    said: list[str] = []
    programs = [
        Program(
            script(*answers, want=want if at == seat else "want legal off"),
            (lambda way, line: said.append(f"{way} {line}")) if at == seat else None,
        )
        for at, answers in enumerate(moves)
    ]
    try:
        played = play(game, programs, options)
    finally:
        for each in programs:
            each.close()
    assert played.outcome.faults == ()
    assert [len(times) for times in played.times] == [len(answers) for answers in moves]
    return said


def test_a_round_of_scout_word_for_word() -> None:
    assert exchange("scout", SCOUT, 0, {"rounds": "1"}, "want legal off") == [
        "> scoutbot 1",
        "< id name Script%20%C3%A9",
        "< want legal off",
        "< ready scout skyjo toy",
        f"> match scout seats 3 you 1 rules {SCOUT_RULES} names Ada%20L. Bo Cy",
        "> round 1 totals 0,0,0 starter 2 hand 49 92 85 93 95 16 68 35 24 27 84 32",
        "> go move=60000",
        "< play K",
        "> did 1 K",
        "> did 2 ?",
        "> did 3 ?",
        "> did 2 S3:33 cards 34 38",
        "> did 3 L34@1+S5:777 cards 74 76 75",
        "> go move=60000",
        "< play L47@13",
        "> did 1 L47@13",
        "> did 2 R75@1",
        "> end round unbeaten score -13,-10,3",
        "> end match total -13,-10,3 winners 3",
        "> quit",
    ]


def test_the_seat_that_flips_is_told_that_it_does_and_what_it_may_do() -> None:
    hand = "25 98 13 47 67 57 62 64 36 91 28 56"
    said = exchange("scout", SCOUT, 2, {"rounds": "1"})
    assert said[5:] == [
        f"> round 1 totals 0,0,0 starter 2 hand {hand}",
        "> go move=60000 legal K F",
        "< play F",
        "> did 1 ?",
        "> did 2 ?",
        "> did 3 F",
        "> did 2 S3:33 cards 34 38",
        said[12],
        "< play L34@1+S5:777",
        "> did 3 L34@1+S5:777 cards 74 76 75",
        "> did 1 L47@13",
        "> did 2 R75@1",
        "> end round unbeaten score -13,-10,3",
        "> end match total -13,-10,3 winners 3",
        "> quit",
    ]
    # Upper numbers 5 8 3 7 7 7 2 4 6 1 8 6: over 3 3 goes 7 7, twice, and 7 7 7.
    shows = ["S4:77", "S4:777", "S5:77"]
    scouts = [
        f"{side}{card}@{at}"
        for side, card in (("L", "34"), ("L", "43"), ("R", "38"), ("R", "83"))
        for at in range(1, 14)
    ]
    words = said[12].split()
    assert words[:4] == [">", "go", "move=60000", "legal"]
    assert words[4 : 4 + 55] == shows + scouts
    assert {word.partition("+")[0] for word in words[59:]} == set(scouts)
    assert all(re.fullmatch(r"[LR]\w\w@\d+\+S\d+:\w+", word) for word in words[59:])


def test_a_match_of_skyjo_word_for_word() -> None:
    names = [f"{column}{row}" for row in "123" for column in "abcd"]
    opened = {"c1", "d1"}
    takes = " ".join(f"T@{name}" for name in names)

    def asked(*draws: str) -> list[str]:
        """The lines from a `go` to the answer of a turn; with a draw there are two of each."""
        first, *second = draws
        lines = [f"> go move=60000 legal {takes} D", f"< play {first}"]
        if second:
            card, answer = second
            put = [*(f"@{name}" for name in names), *(f"/{n}" for n in names if n not in opened)]
            lines += [f"> see {card}", f"> go move=60000 legal {' '.join(put)}", f"< play {answer}"]
        opened.add((draws[-1])[-2:])
        return lines

    pairs = " ".join(f"O{one}{other}" for one, other in combinations(names, 2))
    assert exchange("skyjo", SKYJO, 0, {})[4:] == [
        f"> match skyjo seats 2 you 1 rules {SKYJO_RULES} names Ada%20L. Bo",
        "> round 1 totals 0,0 up 9",
        f"> go move=60000 legal {pairs}",
        "< play Oc1d1",
        "> did 1 Oc1:3d1:0",
        "> did 2 Oa1:8b1:4",
        "> did 2 D5/b3:4",
        *asked("D", "1", "/a1"),
        "> did 1 D1/a1:6",
        "> did 2 D6/a2:2",
        *asked("D", "2", "/b1"),
        "> did 1 D2/b1:7",
        "> did 2 D4@b2:Y#b",
        *asked("T@a2"),
        "> did 1 T4@a2:3",
        "> did 2 T3@c1:5",
        *asked("D", "1", "/c2"),
        "> did 1 D1/c2:6",
        "> did 2 DB/d1:Z",
        *asked("D", "C", "/d2"),
        "> did 1 DC/d2:3",
        "> did 2 D8@a3:A",
        *asked("D", "Z", "@b2"),
        "> did 1 DZ@b2:8",
        "> did 2 T8@a2:2#a",
        *asked("D", "5", "/a3"),
        "> did 1 D5/a3:A",
        "> did 2 D8/c2:0",
        *asked("D", "Z", "/b3"),
        "> did 1 DZ/b3:A",
        "> did 2 TZ@d2:8",
        *asked("D", "A", "@c3"),
        "> did 1 DA@c3:0",
        "> did 2 T0@c3:Y",
        *asked("D", "0", "/d3"),
        "> did 1 D0/d3:B",
        "> did 2 T0@c1:3#c",
        "> end round opened score 138,-2",
        "> end match total 138,-2 winners 2",
        "> quit",
    ]


def test_what_another_seat_draws_is_not_told_before_it_is_placed() -> None:
    said = exchange("skyjo", SKYJO, 1, {}, "want legal off")
    assert [line for line in said if line.startswith("> see")] == [
        f"> see {card}" for card in "564B88"
    ]
    at = said.index("> did 1 D1/a1:6")
    assert said[at - 1 : at + 2] == ["> did 2 D5/b3:4", "> did 1 D1/a1:6", "> go move=60000"]


def test_a_program_that_wants_every_line_at_once_gets_it_so() -> None:
    """Seat 1 is not asked again for a while, but what others do it hears while they think."""
    heard: list[list[str]] = []

    def choose(texts: Iterator[str]) -> Callable[[State], Move]:
        def chosen(state: State) -> Move:
            heard.append([line for way, line in said if way == ">"])
            return codec.get("scout").chosen(next(texts), state)

        return chosen

    said: list[tuple[str, str]] = []
    for want, known in (
        ("want prompt", "did 2 S3:33 cards 34 38"),
        ("", "go move=60000 legal K F"),
    ):
        said.clear()
        heard.clear()
        seats = [
            Program(script(*SCOUT[0], want=want), lambda *line: said.append(line)),
            *(Double(choose(iter(moves))) for moves in SCOUT[1:]),
        ]
        try:
            play("scout", seats)
        finally:
            seats[0].close()
        assert heard[3][-1] == known  # when seat 3 shows


def test_a_new_draw_pile_is_told_by_its_size() -> None:
    """Nobody opens a card, so after 53 draws (150 − 8 · 12 − 1) there is none left to draw.

    On the discard pile lie the 53 and the first one; its top stays, or all are shuffled and one
    of them is turned up.
    """

    def choose(state: State) -> Move:
        legal = state.legal()
        if state.opening:
            return legal[0]  # a1 and b1
        return legal[0] if state.midturn else legal[-1]

    for options, line in (
        ({}, r"did - N 53"),
        ({"draw_exhausted": "turn-one"}, r"did - N 53 up ."),
    ):
        seats = [Double(choose) for _ in range(8)]
        played = play("skyjo", seats, {"turn_limit": "60", "rounds": "1", **options})
        for seat in seats:
            at = next(at for at, line in enumerate(seat.lines) if line.startswith("did -"))
            assert re.fullmatch(line, seat.lines[at])
            dids = [each for each in seat.lines[:at] if re.match(r"did \d D", each)]
            assert len(dids) == 53
        moves = part_of(played.record).match.rounds[0].moves.text
        (pile,) = re.findall(r"N([0-9ABCYZ]+)(:.)?\b", moves)
        assert len(pile[0]) == 53


# What is kept from a seat


def heard_in(
    game: str,
    options: dict[str, str],
    deal: Deal,
    players: int,
    choose: Callable[[State], Move],
    monkeypatch: pytest.MonkeyPatch,
) -> list[list[str]]:
    """What each seat hears in a round from that deal."""
    monkeypatch.setattr(type(games.get(game)), "deal", lambda *_: deal)
    seats = [Double(choose) for _ in range(players)]
    play(game, seats, options)
    return [seat.lines for seat in seats]


def noting(texts: list[str], game: str, choose: Callable[[State], Move]) -> Callable[[State], Move]:
    """The same, and its choices are noted."""

    def chosen(state: State) -> Move:
        move = choose(state)
        texts.append(codec.get(game).choice(move))
        return move

    return chosen


def replaying(game: str, texts: Sequence[str]) -> Callable[[State], Move]:
    """Choices made again, as far as they can be made."""
    rest = iter(texts)

    def choose(state: State) -> Move:
        return codec.get(game).chosen(next(rest, "") or "none left", state)

    def or_fault(state: State) -> Move:
        try:
            return choose(state)
        except TextError as error:
            raise Fault("illegal", error.message) from error

    return or_fault


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hidden_cards_of_scout_change_no_line_before_they_are_shown(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four cards of the other hands change places; the same moves are made."""
    options = {"rounds": "1", "first_starter": "1"}
    compared = shown = 0
    for trial in range(8):
        dice = random.Random(f"{players} {trial}")
        deal = Dealer(
            games.get("scout"), rules_of("scout", players, options), f"{trial}"
        ).draw_deal()
        seat = dice.randrange(players)
        hands = [bytearray(hand) for hand in deal.hands]
        there = [(at, n) for at in range(players) if at != seat for n in range(len(hands[at]))]
        places = dice.sample(there, 4)
        cards = [hands[at][n] for at, n in places]
        for (at, n), card in zip(places, [*cards[1:], cards[0]], strict=True):
            hands[at][n] = card
        texts: list[str] = []
        at_random = noting(texts, "scout", lambda state: dice.choice(state.legal()))  # noqa: B023
        before = heard_in("scout", options, deal, players, at_random, monkeypatch)[seat]
        other = deal._replace(hands=tuple(map(bytes, hands)))
        again = replaying("scout", texts)
        after = heard_in("scout", options, other, players, again, monkeypatch)[seat]
        moved = {f"{high}{low}" for card in cards for high, low in permutations(divmod(card, 16))}
        moved = {text.replace("10", "T") for text in moved}
        tells = [
            at for at, line in enumerate(before) if moved & set(re.findall(r"[1-9T]{2}", line))
        ]
        until = tells[0] if tells else len(before)
        assert before[:until] == after[:until]
        compared += until
        shown += bool(tells)
    assert shown > 3
    assert compared > 60


@pytest.mark.parametrize("players", [2, 3, 8])
def test_hidden_cards_of_skyjo_change_no_line_before_they_are_turned(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hidden card of each seat, its own too, and the last of the draw pile change places.

    Nobody touches them, so only the points can tell.
    """
    options = {"rounds": "1", "turn_limit": "50"}
    names = [f"{column}{row}" for row in "123" for column in "abcd"]
    for trial in range(10):
        dice = random.Random(f"{players} {trial}")
        deal = Dealer(
            games.get("skyjo"), rules_of("skyjo", players, options), f"{trial}"
        ).draw_deal()
        kept = [dice.randrange(12) for _ in range(players)]
        grids = [list(grid) for grid in deal.grids]
        cards = [grid[place] for grid, place in zip(grids, kept, strict=True)]
        for grid, place, card in zip(grids, kept, [*cards[1:], deal.stock[-1]], strict=True):
            grid[place] = card
        other = deal._replace(
            grids=tuple(type(old)(new) for old, new in zip(deal.grids, grids, strict=True)),
            stock=(*deal.stock[:-1], cards[0]),
        )

        def choose(state: State) -> Move:
            name = names[kept[state.turn]]  # noqa: B023
            choice = codec.get("skyjo").choice
            return dice.choice(  # noqa: B023
                [
                    move
                    for move in state.legal()
                    if name not in re.findall("[a-d][1-3]", choice(move))
                ]
            )

        texts: list[str] = []
        noted = noting(texts, "skyjo", choose)
        before = heard_in("skyjo", options, deal, players, noted, monkeypatch)
        again = replaying("skyjo", texts)
        after = heard_in("skyjo", options, other, players, again, monkeypatch)
        for one, two in zip(before, after, strict=True):
            assert one[:-2] == two[:-2]
            assert len(one) > 100 // players
            assert [line.split()[:2] for line in one[-2:]] == [["end", "round"], ["end", "match"]]
        assert before != after


# Clocks


class Fake:
    """A program that answers after so many seconds, and the time in which it does."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, answers: Sequence[tuple[float, str]]
    ) -> None:
        self.now = 1000.0
        self.sent: list[str] = []
        self.spoke = True
        self._answers = [(0.0, "ready scout"), *answers]
        monkeypatch.setattr(program.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(program, "Process", lambda *_, **__: self)

    def send(self, text: str) -> None:
        self.sent += text.splitlines()

    def pending(self) -> None:
        return None

    def read_line(self, deadline: float) -> str:
        seconds, line = self._answers[0]
        if self.now + seconds > deadline:
            self.now = deadline
            raise Fault("time")
        self.now += seconds
        del self._answers[0]
        return line

    def close(self) -> None:
        pass


def timed(
    monkeypatch: pytest.MonkeyPatch, text: str, margin: float, *answers: tuple[float, str]
) -> tuple[list[str], str]:
    """The clocks that a program is shown with each question, and its fault in the end."""
    rules = rules_of("scout", 2)
    state = games.get("scout").begin(
        rules, [], Dealer(games.get("scout"), rules, "tea").draw_deal()
    )
    fake = Fake(monkeypatch, answers)
    seat = Program(Entry("fake", command=("fake",)))
    seat.begin_match(
        Place(games.get("scout"), rules, 0, ["A", "B"]), Clock(TimeControl.read(text)), margin
    )
    fault = ""
    try:
        for _ in answers:
            seat.ask(state)
            seat.answer(state)
    except Fault as found:
        fault = str(found)
    return [line.removesuffix(" legal K F") for line in fake.sent if line[:2] == "go"], fault


def test_so_much_time_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, fault = timed(
        monkeypatch, "500", 0.0, (0.0, "play K"), (0.5, "play K"), (0.25, "play K")
    )
    assert (shown, fault) == (["go move=500"] * 3, "")
    assert timed(monkeypatch, "500", 0.0, (0.625, "play K"))[1] == "time +125ms"
    assert timed(monkeypatch, "500", 0.0, (1.5, "play K"))[1] == "time +1000ms"
    assert timed(monkeypatch, "500", 0.0, (1.75, "play K"))[1] == "time no answer to a go of 500ms"


def test_the_margin_is_no_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """So late is no fault; what is later is late by all of it."""
    assert timed(monkeypatch, "500", 0.25, (0.75, "play K"), (0.75, "play K"))[1] == ""
    assert timed(monkeypatch, "500", 0.25, (0.875, "play K"))[1] == "time +375ms"
    assert timed(monkeypatch, "500", 0.25, (1.8, "play K"))[1] == "time no answer to a go of 500ms"


def test_a_clock_for_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        (0.25, "play K"),
        (0.0, "play K"),
        (0.75, "play K"),
        (0.7, "play K"),
        (0.25, "play K"),
    ]
    shown, fault = timed(monkeypatch, "1000+100", 0.0, *answers)
    assert shown == [
        "go left=1000 inc=100",
        "go left=850 inc=100",  # 1000 − 250 + 100
        "go left=950 inc=100",
        "go left=300 inc=100",  # 950 − 750 + 100
    ]
    assert fault == "time +400ms"


def test_a_clock_without_increment_runs_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late answer within the margin leaves nothing, not less than nothing."""
    answers = [(0.75, "play K"), (0.375, "play K"), (0.125, "play K"), (0.25, "play K")]
    shown, fault = timed(monkeypatch, "1000+0", 0.125, *answers)
    assert shown == [f"go left={left} inc=0" for left in (1000, 250, 0, 0)]
    assert fault == "time +250ms"


def test_what_else_a_program_says_takes_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [(0.25, "info depth 1"), (0.125, "pong 17"), (0.0, ""), (0.25, "play K")]
    assert timed(monkeypatch, "500", 0.0, *said) == (["go move=500"], "time +125ms")


def test_what_it_says_instead_of_an_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [(0.25, "info depth 1"), (0.0, "K"), (0.0, "pong 17"), (9.0, "play K")]
    fault = timed(monkeypatch, "500", 0.0, *said)[1]
    assert fault == "time no answer to a go of 500ms; it said: K"


@pytest.mark.parametrize("text", ["1", "5000", "60000+500", "1+0", "86400000+86400000", " 5 "])
def test_times_are_read(text: str) -> None:
    assert str(TimeControl.read(text)) == text.strip()


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "5s", "1.5", "1e3", "+5", "5+", "0+5", "5+-1", "5+5+5", "86400001",
     "1+86400001", "9" * 1000, "5\n+5", "\x1b[2J", "٣"],
)  # fmt: skip
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(RuleError, match="is no time; 5000 gives each move 5 s") as caught:
        TimeControl.read(text)
    assert caught.value.code == "bad-time"
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 250


# Faults


def own_dice(seat: int) -> Callable[[State], Move]:
    """Any move, whatever the other seats do."""
    dice = random.Random(seat)
    return lambda state: dice.choice(state.legal())


def from_time(
    turn: int, then: Callable[[State], Move], before: Callable[[State], Move]
) -> Callable[[State], Move]:
    """Another way to choose from the so-many-th choice on."""
    choices = chain([before] * (turn - 1), repeat(then))
    return lambda state: next(choices)(state)  # noqa: PLW0108 - another one each time


def with_fault(
    game: str, players: int, seat: int, turn: int, fault: Fault, on_fault: str, **more: Any
) -> tuple[Played, list[Double]]:
    """A match in which a seat does wrong when it is to choose for the so-many-th time."""

    def wrong(_: State) -> Move:
        raise fault

    seats = [Double(own_dice(at)) for at in range(players)]
    seats[seat].choose = from_time(turn, wrong, seats[seat].choose)
    return play(game, seats, on_fault=on_fault, **more), seats


WHEN = [
    # The opening counts as move 0. Of the seed `tea` seat 2 starts for three in SCOUT and for two
    # in SKYJO, where a draw and what is done with the card are one move.
    ("scout", 3, 1, 1, 0),
    ("scout", 3, 1, 2, 1),
    ("scout", 3, 1, 3, 4),
    ("scout", 3, 0, 2, 3),
    ("skyjo", 2, 0, 1, 0),
    ("skyjo", 2, 1, 2, 1),
    ("skyjo", 2, 0, 2, 2),
]


@pytest.mark.parametrize(("game", "players", "seat", "turn", "move"), WHEN)
@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
def test_a_fault_is_recorded_with_its_seat_and_move(
    game: str, players: int, seat: int, turn: int, move: int, on_fault: str
) -> None:
    fault = Fault("time", "+151ms")
    played, seats = with_fault(game, players, seat, turn, fault, on_fault)
    assert fault_lines(played.record) == [[f"seat {seat + 1} move {move} time +151ms"]]
    assert played.faults == [f"round 1 seat {seat + 1} move {move} time +151ms"]
    outcome = played.outcome
    assert outcome.faults == ((seat, "time"),)
    assert [double.dismissed for double in seats] == [
        ["time +151ms"] if at == seat else [] for at in range(players)
    ]
    assert sum(line.startswith("go") for line in seats[seat].lines) == turn
    match = part_of(played.record).match
    assert match is not None
    if on_fault == "abort":
        assert outcome.abandoned
        assert (outcome.scores, outcome.winners) == ((), ())
        assert match.rounds[0].end == "abandoned"
        assert match.winners is None
        assert all("end round" not in line for line in seats[seat].lines)
        total = ",".join("0" * players)
        assert seats[seat].lines[-1] == f"end match total {total} winners -"
    else:
        assert not outcome.abandoned
        assert outcome.scores == (match.rounds[0].score,)
        assert outcome.winners == match.winners
        best = (min if game == "skyjo" else max)(outcome.scores[0])
        assert match.winners == tuple(
            at for at, points in enumerate(outcome.scores[0]) if points == best
        )


def test_in_the_middle_of_a_turn_the_fault_is_of_that_move() -> None:
    """Seat 2 draws, and then does wrong; the card drawn is played by somebody else."""

    def wrong(state: State) -> Move:
        assert state.midturn
        raise Fault("crash", "exit 3")

    for on_fault in ("forfeit", "random", "abort"):
        first, second = (replaying("skyjo", moves) for moves in SKYJO)
        seats = [Double(from_time(2, own_dice(0), first)), Double(from_time(3, wrong, second))]
        played = play("skyjo", seats, on_fault=on_fault)
        assert fault_lines(played.record) == [["seat 2 move 1 crash exit 3"]]
        moves = part_of(played.record).match.rounds[0].moves.text  # type: ignore[union-attr]
        assert ("2.D5" in moves) is (on_fault != "abort")


def test_new_draw_piles_are_no_moves() -> None:
    """After 53 draws the draw pile of eight is empty; the draw behind the new one is move 54."""

    def choose(state: State) -> Move:
        legal = state.legal()
        if any(line.startswith("did -") for line in seats[0].lines):
            raise Fault("silent")
        return legal[0] if state.opening or state.midturn else legal[-1]

    seats = [Double(choose) for _ in range(8)]
    played = play("skyjo", seats, {"turn_limit": "60", "rounds": "1"}, on_fault="abort")
    ((line,),) = fault_lines(played.record)
    assert re.fullmatch(r"seat \d move 54 silent", line)


@pytest.mark.parametrize(("game", "players", "seat", "turn", "move"), WHEN)
def test_a_forfeit_plays_the_last_legal_move(
    game: str, players: int, seat: int, turn: int, move: int
) -> None:
    played, _ = with_fault(game, players, seat, turn, Fault("flood"), "forfeit")
    seats = [Double(own_dice(at)) for at in range(players)]
    seats[seat].choose = from_time(turn, lambda state: state.legal()[-1], seats[seat].choose)
    block = f"  faults: |\n    seat {seat + 1} move {move} flood\n"
    assert played.record.replace(block, "") == play(game, seats).record


def test_at_random_the_seat_plays_on_with_legal_moves_that_the_seed_decides() -> None:
    records = {}
    for on_fault, seed in (("random", "tea"), ("random", "milk"), ("forfeit", "tea")):
        played, _ = with_fault("scout", 3, 1, 2, Fault("flood"), on_fault, seed=seed)
        again, _ = with_fault("scout", 3, 1, 2, Fault("flood"), on_fault, seed=seed)
        assert played == again
        records[on_fault, seed] = played.record
    assert len(set(records.values())) == 3


def test_a_fault_holds_until_the_end_of_the_match_and_stands_in_its_round() -> None:
    """The second round of seat 3 begins with its choice; from then on it is not asked any more."""
    options = {"rounds": "3"}
    seats = [Double(own_dice(at)) for at in range(3)]
    choices = count()

    def choose(state: State) -> Move:
        if state.opening and next(choices):
            raise Fault("illegal", "S3:44")
        return state.legal()[0]

    seats[2].choose = choose
    played = play("scout", seats, options)
    assert fault_lines(played.record) == [[], ["seat 3 move 0 illegal S3:44"], []]
    assert played.faults == ["round 2 seat 3 move 0 illegal S3:44"]
    assert len(played.outcome.scores) == 3
    begun = [at for at, line in enumerate(seats[2].lines) if line.startswith("round")]
    assert sum(line.startswith("go") for line in seats[2].lines[begun[1] :]) == 1


def test_a_match_is_given_up_in_a_later_round_with_the_points_so_far() -> None:
    seats = [Double(own_dice(at)) for at in range(3)]
    choices = count()

    def choose(state: State) -> Move:
        if state.opening and next(choices):
            raise Fault("illegal", "S3:44")
        return state.legal()[0]

    seats[2].choose = choose
    played = play("scout", seats, {"rounds": "3"}, on_fault="abort")
    (scores,) = played.outcome.scores
    match = part_of(played.record).match
    assert match is not None
    assert [each.end for each in match.rounds][1:] == ["abandoned"]
    assert (match.total, match.winners) == (scores, None)
    assert seats[0].lines[-1] == f"end match total {','.join(map(str, scores))} winners -"


@pytest.mark.parametrize("on_fault", ["forfeit", "abort"])
def test_several_may_do_wrong(on_fault: str) -> None:
    seats = [Double(own_dice(at)) for at in range(3)]
    seats[0].choose = raise_fault("crash", "exit 1")
    seats[2].choose = raise_fault("time", "+9ms")
    played = play("scout", seats, on_fault=on_fault)
    lines = ["seat 1 move 0 crash exit 1", "seat 3 move 0 time +9ms"]
    assert fault_lines(played.record) == [lines if on_fault == "forfeit" else lines[:1]]


class Absent(Double):
    """A seat that does not even get ready."""

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        raise Fault("start", "no such program")


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
def test_who_does_not_get_ready(on_fault: str) -> None:
    absent = [Absent(own_dice(0)), Absent(own_dice(1))]
    played = play("scout", [*absent, Double(own_dice(2))], on_fault=on_fault)
    assert fault_lines(played.record) == [
        ["seat 1 move 0 start no such program", "seat 2 move 0 start no such program"]
    ]
    assert played.outcome.abandoned is (on_fault == "abort")
    assert not any(line.startswith("go") for double in absent for line in double.lines)


def test_a_built_in_bot_can_do_wrong_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: Any, legal: Sequence[Move]) -> Move:
            if view.opening:
                return legal[0]
            raise ZeroDivisionError("a bug\n\x1b[2J")

    class Cheat(Broken):
        def choose(self, view: Any, legal: Sequence[Move]) -> Move:
            return codec.get("scout").chosen("S40:T", view)

    game = games.get("scout")
    bots = {**game.bots, "broken": Bot(Broken, "breaks"), "cheat": Bot(Cheat, "cheats")}
    monkeypatch.setattr(type(game), "bots", bots)
    seats = [BuiltIn(game, name) for name in ("broken", "greedy", "cheat")]
    played = play("scout", seats)
    ((crash, illegal),) = map(sorted, fault_lines(played.record))
    assert crash.startswith("seat 1 move ")
    assert crash.endswith(r" crash ZeroDivisionError: a bug \x1b[2J")
    assert illegal.startswith("seat 3 move 0 illegal S40:T: ")


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "abort"])
@pytest.mark.parametrize("turn", [1, 2, 9, 20])
def test_own_draws_are_recorded_as_they_came(on_fault: str, turn: int) -> None:
    options = {"rounds": "1"}
    played, _ = with_fault(
        "skyjo", 3, 2, turn, Fault("time"), on_fault, options=options, own_draws=True
    )
    match = part_of(played.record).match
    assert match is not None
    assert match.shuffle == {"algorithm": "sha256-fisher-yates 1 own-draws", "seed": "tea"}


# Programs


def test_a_program_is_sent_its_options_and_hears_that_it_did_wrong() -> None:
    said: list[str] = []
    entry = script("K", "S1:T", want="option Depth int 3\noption Book%20file text %")
    entry = replace(entry, options={"Depth": "9", "Book file": "my book.txt"})
    program = Program(entry, lambda way, line: said.append(f"{way} {line}"))
    seats = [Double(own_dice(0)), program, Double(own_dice(2))]
    played = play("scout", seats, names=["a", "100 % b", "c\td"])
    program.close()
    (line,) = fault_lines(played.record)[0]
    assert line.startswith("seat 2 move 1 illegal S1:T: ")
    assert said[5:8] == [
        "> set Depth 9",
        "> set Book%20file my%20book.txt",
        f"> match scout seats 3 you 2 rules {SCOUT_RULES} names a 100%20%25%20b c%09d",
    ]
    assert said[-3:] == ["< play S1:T", f"> error {line.removeprefix('seat 2 move 1 ')}", "> quit"]


@pytest.mark.parametrize(
    ("want", "options", "detail"),
    [
        ("", {"Depth": "9"}, "the bot has no option 'Depth'; it has none"),
        (
            "option A int 1\noption B int 1",
            {"C": "1"},
            "the bot has no option 'C'; it has 'A', 'B'",
        ),
        ("ready chess\nready scout", {}, "it plays chess, not scout"),
        ("ready", {}, "it plays nothing, not scout"),
    ],
)
def test_what_a_program_says_of_itself_must_fit(
    want: str, options: dict[str, str], detail: str
) -> None:
    program = Program(replace(script("K", want=want), options=options))
    played = play("scout", [program, Double(own_dice(1))])
    program.close()
    assert fault_lines(played.record) == [[f"seat 1 move 0 start {detail}"]]


@pytest.mark.parametrize(
    "name",
    [
        "\x1b]0;owned\x07 \x1b[2J",
        "a\nbot: greedy\n---\n",
        "'\"# : - [x] {y}",
        "\0\x85\u2028\ufeff\U0001f600",
        "no",
        " ",
        "%",
        "x" * 5000,
    ],
)
def test_a_program_may_call_itself_anything(name: str) -> None:
    want = f"id name {protocol.encode(name)}"
    program = Program(script(*SCOUT[0], want=want))
    played = play("scout", [program, *(Double(replaying("scout", each)) for each in SCOUT[1:])])
    program.close()
    assert played.outcome.faults == ()
    match = part_of(played.record).match
    assert match is not None
    assert match.players[0].bot == name[:200]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", played.record)


@pytest.mark.parametrize(
    "text", ["", " ", "%", "%20", "a b", "Ada L.", "é\n\0", "100 %", "a,b:c@d"]
)
def test_a_text_is_one_word(text: str) -> None:
    word = protocol.encode(text)
    assert word.split() == [word]
    assert word.isascii() and word.isprintable()
    assert protocol.decode(word) == text


def test_an_introduction_is_taken_as_far_as_it_is_known() -> None:
    heard = protocol.Introduction()
    for line in [
        "", "  ", "hello", "id", "id name", "id colour red", "id name A%20%ff  b", "id author Bo",
        "option", "option A", "option A int 3 min 1", "option B%20C text x%20y", "want", "want tea",
        "want legal off", "want prompt", "READY scout", "\x1b[2J", "play K",
    ]:  # fmt: skip
        heard.hear(line)
    assert not heard.ready
    assert (heard.name, heard.author) == ("A \ufffd b", "Bo")
    assert heard.options == {"A": ("int", "3"), "B C": ("text", "x y")}
    assert (heard.legal, heard.prompt) == (False, True)
    for number in range(1000):
        heard.hear(f"option {number} {'x' * 100}")
    assert len(heard.options) == protocol.LONGEST_TEXT
    heard.hear("ready skyjo scout")
    assert heard.ready
    assert heard.games == ("skyjo", "scout")


def test_a_program_that_does_not_start_is_tried_three_times(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    entry = Entry("broken", command=("sh", "-c", f"echo x >> {starts}; exit 3"))
    with Stable(plan(entry, built_in("greedy"))) as stable:
        pairings = [Pairing(1, deal, 1, (0, 1)) for deal in range(1, 9)]
        records = [stable.play(pairing).played.record for pairing in pairings]
        assert starts.read_text() == "x\n" * 3
        assert [fault_lines(record) for record in records] == [
            [["seat 1 move 0 start crash exit 3"]]
        ] * 8
        (program,) = [seat for seat in stable._seats.values() if isinstance(seat, Program)]
        frames = len(list(traceback.walk_tb(program._failure.__traceback__)))
        assert frames < 10, "it holds on to matches that are over"


def test_a_program_that_failed_to_start_may_start_later(tmp_path: Path) -> None:
    mark = tmp_path / "here"
    start = f'test -e {mark} || {{ touch {mark}; exit 3; }}; exec "$@"'
    entry = Entry("late", command=("sh", "-c", start, "sh", *PYTHON, "-c", FIRST))
    with Stable(plan(entry, built_in("greedy"))) as stable:
        faults = [stable.play(Pairing(1, deal, 1, (0, 1))).played.outcome.faults for deal in (1, 2)]
    assert faults == [((0, "start"),), ()]


# Any other game


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize("on_fault", ["forfeit", "abort"])
def test_a_third_game_is_played_with_nothing_edited(on_fault: str) -> None:
    first = Entry("first", command=(*PYTHON, "-c", FIRST))
    wrong = replace(script("B7"), name="wrong")
    plans = plan(
        first, built_in("high", "high"), wrong, game="toy", options={"rounds": "2"},
        on_fault=on_fault,
    )  # fmt: skip
    with Stable(plans, listen=True) as stable:
        whole = stable.play(Pairing(1, 1, 1, (0, 1, 0)))
        faulty = stable.play(Pairing(1, 1, 2, (0, 1, 2)))
    check(whole.played.record)
    assert whole.played.outcome.faults == ()
    assert len(whole.played.outcome.scores) == 2
    lines = [line for _, way, line in whole.said if way == ">"]
    assert any(line.startswith("did 2 B?") for line in lines)
    assert any(re.fullmatch(r"did 2 D\?-[1-6]", line) for line in lines)
    assert any(re.fullmatch(r"see D[1-6]", line) for line in lines)
    check(faulty.played.record)
    (line,) = fault_lines(faulty.played.record)[0]
    assert line == "seat 3 move 0 illegal 'B7' is none of the legal moves"
