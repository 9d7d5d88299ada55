"""The referee: what a seat is told, word for word, and what is kept from it.

Expected lines are written by hand from the protocol's page, the rules and the deal.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest

import games
from games.dealer import Dealer
from games.game import Deal, Move, State
from notation import codec
from scoutcli.arena.plan import Entry, Pairing
from scoutcli.arena.program import Program
from scoutcli.arena.stable import Stable
from tests import toy
from tests.record import part_of, rules_of
from tests.scoutcli.matches import (
    FIRST,
    PYTHON,
    SCOUT,
    SCOUT_RULES,
    SKYJO,
    SKYJO_RULES,
    Double,
    built_in,
    check,
    fault_lines,
    plan,
    play,
    replaying,
    script,
)


@pytest.fixture
def _toy() -> Iterator[None]:
    with toy.known():
        yield


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
