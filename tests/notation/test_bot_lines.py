"""Moves and deals on a bot's line: what the protocol's page says, both ways, for both games.

Expected lines are those of the page, or written by hand from the deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest

import games
from games.errors import RuleError
from games.game import State
from games.scout import moves as scout
from games.skyjo import moves as skyjo
from notation import codec
from notation.diagnostics import TextError
from tests import toy
from tests.record import at_random, canonical_of, errors_of, option_sets, part_of, rules_of
from tests.scribed import plain_header, scribed
from tests.telling import Telling

SCOUT, SKYJO = codec.get("scout"), codec.get("skyjo")
NOWHERE: State = None  # type: ignore[assignment]
"""The built-in games read a choice without looking at the table."""

EVERY_TABLE = [
    pytest.param(game, players, options, id=f"{game}-{players}-{number}")
    for game in ("scout", "skyjo")
    for players in games.get(game).players
    for number, options in enumerate(option_sets(games.get(game), players))
    if number < 2 or players in (2, 3)
]


@pytest.fixture
def _toy() -> Iterator[None]:
    with toy.known():
        yield


def card(text: str) -> int:
    """A card of SCOUT, one digit for each number."""
    return int(text, 16)


# Choices


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("K", scout.KEEP),
        ("F", scout.FLIP),
        ("P", scout.STOP),
        ("S3:44", scout.Show(2, bytes([4, 4]))),
        ("S10:T", scout.Show(9, bytes([10]))),
        ("L37@2", scout.Scout(False, card("37"), 1)),
        ("RT3@12", scout.Scout(True, card("a3"), 11)),
        (
            "L37@2+S2:34",
            scout.ScoutShow(scout.Scout(False, card("37"), 1), scout.Show(1, bytes([3, 4]))),
        ),
    ],
)
def test_a_choice_in_scout(text: str, move: object) -> None:
    assert SCOUT.chosen(text, NOWHERE) == move
    assert SCOUT.choice(move) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Oa1b2", skyjo.Reveal((0, 5))),  # places in reading order: a1 b1 c1 d1 a2 b2 …
        ("Od1a2", skyjo.Reveal((3, 4))),
        ("T@b2", skyjo.Take(5)),
        ("D", skyjo.Draw()),
        ("@d3", skyjo.Swap(11)),
        ("/b2", skyjo.Turn(5)),
    ],
)
def test_a_choice_in_skyjo(text: str, move: object) -> None:
    assert SKYJO.chosen(text, NOWHERE) == move
    assert SKYJO.choice(move) == text


HUGE = 10 << 20
SCOUT_REFUSED = [
    "", "?", "k", "f", "s3:44", "S3:4?", "S?:44", "S?=47-4T", "S3=47-4T", "l37@2", "L37@?",
    "L??@2", "L3?@2", "L33@2", "Lt4@2", "L37@0", "L37@02", "L37@2+", "L37@2+S2", "L37@2+S?:34",
    "L37@2+S2=34-47", "L37@2+L37@2", "S2:34+L37@2", "S03:44", "S0:44", "S-1:44", "S3:", "S3",
    "S3:0", "S99:4", "S3:44444444444", "1.K", "1.S3:44", "K!", "K $1", "{K}", "N57", "T@b2", "D",
    "RA3@12",
]  # fmt: skip
SKYJO_REFUSED = [
    "", "?", "d", "D7", "D?", "D7@b2:5", "D7/b2:5", "D@b2", "t@b2", "T@B2", "T7@b2", "T7@b2:5",
    "T@e1", "T@b4", "T@b0", "T@?", "T@", "@B2", "@b2:5", "@b2#b", "/B2", "/b2:?", "/?", "@",
    "Oa1", "Oa1a1", "Ob2a1", "oa1b2", "OA1B2", "Oa1:5b2:Z", "Oa1b2c3", "O??", "N57", "1.D", "K",
]  # fmt: skip
NO_TEXT = [
    " {}", "{} ", "{}\n", "\n{}", "\t{}", "{}\r", "{}\0", "\0{}", "{}\x1b[2J", "{}{}", "{} {}",
    "{},", "+{}", "{}\N{ZERO WIDTH SPACE}", "\N{BYTE ORDER MARK}{}", "{}\N{COMBINING ACUTE ACCENT}",
]  # fmt: skip
LOOKALIKES = [
    "\N{KELVIN SIGN}", "S\N{FULLWIDTH DIGIT THREE}:44", "S3:\N{ARABIC-INDIC DIGIT FOUR}",
    "S\N{SUPERSCRIPT THREE}:44", "\N{LATIN SMALL LETTER LONG S}3:44",
    "L37@\N{DIGIT TWO FULL STOP}", "\N{CYRILLIC CAPITAL LETTER TE}@b2",
    "T@b\N{ARABIC-INDIC DIGIT TWO}", "@\N{FULLWIDTH LATIN SMALL LETTER B}2",
    "\N{MATHEMATICAL BOLD CAPITAL D}", "/b\N{SUPERSCRIPT TWO}",
    "O\N{FEMININE ORDINAL INDICATOR}1b2",
]  # fmt: skip
ENDLESS = [
    "K" * HUGE, "?" * HUGE, "S3:" + "4" * HUGE, "S" + "1" * HUGE + ":4", "L37@" + "2" * HUGE,
    "L37@2+" * (HUGE // 6), "S3=" + "47-" * (HUGE // 3), "D" * HUGE, "@b2" * (HUGE // 3),
    "O" + "a1b2" * (HUGE // 4), "\x1b[2J" * (HUGE // 4), "\N{GREEK SMALL LETTER ALPHA}" * HUGE,
]  # fmt: skip


def refused(notation: codec.Notation, text: str) -> str:
    """The error for a text that is no choice: short, and safe to print."""
    with pytest.raises(TextError) as caught:
        notation.chosen(text, NOWHERE)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 300
    return caught.value.message


@pytest.mark.parametrize("text", SCOUT_REFUSED)
def test_nothing_but_the_canonical_text_is_taken_in_scout(text: str) -> None:
    refused(SCOUT, text)


@pytest.mark.parametrize("text", SKYJO_REFUSED)
def test_nothing_but_the_canonical_text_is_taken_in_skyjo(text: str) -> None:
    refused(SKYJO, text)


@pytest.mark.parametrize("form", NO_TEXT)
def test_nothing_may_stand_around_a_choice(form: str) -> None:
    for notation, texts in ((SCOUT, ("K", "S3:44", "L37@2+S2:34")), (SKYJO, ("D", "@b2", "Oa1b2"))):
        for text in texts:
            refused(notation, form.replace("{}", text))


@pytest.mark.parametrize("notation", [SCOUT, SKYJO])
def test_letters_that_look_alike_are_others(notation: codec.Notation) -> None:
    for text in LOOKALIKES:
        refused(notation, text)


@pytest.mark.parametrize("number", range(len(ENDLESS)))
def test_a_text_of_ten_million_characters(number: int) -> None:
    refused(SCOUT, ENDLESS[number])
    refused(SKYJO, ENDLESS[number])


# Deals


def test_a_hand_is_dealt_from_left_to_right() -> None:
    rules = rules_of("scout", 3)
    lines = [
        "34 98 75 96 27 76 79 87 52 35 64 81",
        "92 37 42 45 63 85 16 51 39 26 49 21",
        "47 91 59 32 65 83 84 13 82 86 14 17",
    ]
    deal = SCOUT.parse_deal("".join(f"{at}: {hand}\n" for at, hand in enumerate(lines, 1)), rules)
    state = SCOUT.game.begin(rules, [], deal)
    for seat, hand in enumerate(lines):
        assert SCOUT.dealt(deal, seat, state) == f"hand {hand}"
    seen = SCOUT.read_dealt(["hand", *lines[1].split()], rules, 1)
    assert SCOUT.format_deal(seen) == f"1: *\n2: {lines[1]}\n3: *\n"


def test_two_players_know_which_cards_the_second_round_has() -> None:
    """The 22 cards that the first round did not use, of all pairs of numbers but 9/10."""
    telling = Telling(games.get("scout"), rules_of("scout", 2), "tea")
    choose = at_random("two")
    for state in telling.turns():
        telling.play(choose(state, state.legal()))
    hands = [
        [line.partition(" hand ")[2] for line in lines if line.startswith("round ")]
        for lines in telling.heard
    ]
    assert [first.count(" of ") for first, _ in hands] == [0, 0]
    used = {tuple(sorted(card)) for first, _ in hands for card in first.split()}
    numbers = "123456789T"
    every = {tuple(sorted(pair)) for pair in combinations(numbers, 2)} - {("9", "T")}
    for _, second in hands:
        hand, _, of = second.partition(" of ")
        assert {tuple(sorted(card)) for card in of.split()} == every - used
        assert {tuple(sorted(card)) for card in hand.split()} < every - used
        ranks = [tuple(map(numbers.index, card)) for card in of.split()]
        assert ranks == sorted(ranks)
        assert all(low < high for low, high in ranks)


@pytest.mark.parametrize("up", ["5", "0", "C", "Z", "Y"])
def test_of_a_deal_in_skyjo_the_first_discard_is_seen(up: str) -> None:
    rules = rules_of("skyjo", 2)
    deal = SKYJO.read_dealt(["up", up], rules, 0)
    state = SKYJO.game.begin(rules, [], deal)
    assert [SKYJO.dealt(deal, seat, state) for seat in (0, 1)] == [f"up {up}"] * 2
    assert SKYJO.format_deal(deal) == f"1: *\n2: *\nup: {up}\nstock: *\n"


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        (SCOUT, ""),
        (SCOUT, "hand"),
        (SCOUT, "up 5"),
        (SCOUT, "hand 34 98 75 96 27 76 79 87 52 35 64"),
        (SCOUT, "hand 34 98 75 96 27 76 79 87 52 35 64 81 12"),
        (SCOUT, "hand 34 98 75 96 27 76 79 87 52 35 64 88"),
        (SCOUT, "hand 34 98 75 96 27 76 79 87 52 35 64 \x1b[2J"),
        (SCOUT, "hand 34 98 75 96 27 76 79 87 52 35 64 " + "8" * 100_000),
        (SCOUT, "HAND 34 98 75 96 27 76 79 87 52 35 64 81"),
        (SKYJO, ""),
        (SKYJO, "up"),
        (SKYJO, "up 13"),
        (SKYJO, "up -1"),
        (SKYJO, "up 5 5"),
        (SKYJO, "up \x1b[2J"),
        (SKYJO, "hand 5"),
    ],
)
def test_no_deal_is_read_from_another_line(notation: codec.Notation, line: str) -> None:
    with pytest.raises((TextError, RuleError)) as caught:
        notation.read_dealt(line.split(" "), rules_of(notation.game.name, 3), 0)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 200


# What is told


def test_what_is_told_in_scout() -> None:
    state = SCOUT.parse_position(
        "scout hands=1213/56/78/91 table=474T owner=3 turn=2 scouts=2 won=1,0,1,0 "
        "tokens=1,1,1,0 show=1111 actions=6 round=1 totals=0,0,0,0"
    )
    shown = scout.Show(2, bytes([4, 4]))
    scouted = scout.Scout(True, card("37"), 1)
    for move, line, word in [
        (scout.KEEP, "K", "K"),
        (scout.Choose("unknown"), "?", "?"),
        (shown, "S3:44 cards 47 4T", "S3=47-4T"),
        (shown._replace(cards=bytes([card("47"), card("4a")])), "S3:44 cards 47 4T", "S3=47-4T"),
        (scouted, "R37@2", "R37@2"),
        (scout.ScoutShow(scouted, shown), "R37@2+S3:44 cards 47 4T", "R37@2+S3=47-4T"),
        (scout.STOP, "P", "P"),
    ]:
        assert SCOUT.told([move], state) == line
        assert SCOUT.recorded(line) == word


def test_what_is_told_in_skyjo() -> None:
    rules = rules_of("skyjo", 2)
    state = SKYJO.game.begin(rules, [], SKYJO.read_dealt(["up", "5"], rules, 0))
    left = 150 - 2 * 12 - 1
    for moves, line, word in [
        ([skyjo.Reveal((0, 5), (5, -1))], "Oa1:5b2:Z", "Oa1:5b2:Z"),
        ([skyjo.Take(5, 7, 5, ())], "T7@b2:5", "T7@b2:5"),
        ([skyjo.Draw(7), skyjo.Swap(5, 5, (1,), 7)], "D7@b2:5#b", "D7@b2:5#b"),
        ([skyjo.Draw(12), skyjo.Turn(11, 0, (), 12)], "DC/d3:0", "DC/d3:0"),
        ([skyjo.Pile((), None, True)], f"N {left}", "N*"),
        ([skyjo.Pile((), 5, True)], f"N {left} up 5", "N*:5"),
    ]:
        assert SKYJO.told(moves, state) == line
        assert SKYJO.recorded(line) == word


@pytest.mark.parametrize("text", ["7", "0", "C", "Z", "Y"])
def test_a_card_drawn(text: str) -> None:
    value = {"C": 12, "Z": -1, "Y": -2}.get(text) if not text.isdigit() else int(text)
    assert SKYJO.begun([skyjo.Draw(value)]) == text
    assert SKYJO.read_begun(text) == (skyjo.Draw(value),)


@pytest.mark.parametrize("text", ["", "13", "-1", "D7", "77", "\N{SUPERSCRIPT TWO}", "7" * HUGE])
def test_no_card_drawn(text: str) -> None:
    with pytest.raises(TextError) as caught:
        SKYJO.read_begun(text)
    assert len(caught.value.message) < 200


def retold(telling: Telling, seat: int) -> str:
    """A record made of nothing but the lines that a seat heard."""
    notation, rules = telling.notation, telling.rules
    text = f"{plain_header(telling.game.name, rules, 'tea')}rounds:\n"
    for line in telling.heard[seat]:
        word, *words = line.split(" ")
        if word == "round":
            dealt = words[5:] if words[3] == "starter" else words[3:]
            deal = notation.format_deal(notation.read_dealt(dealt, rules, seat))
            text += "- deal: |\n" + "".join(f"    {row}\n" for row in deal.splitlines())
            text += "  moves: |\n"
        elif word == "did":
            lead = "" if words[0] == "-" else f"{words[0]}."
            text += f"    {lead}{notation.recorded(' '.join(words[1:]))}\n"
        elif line.startswith("end round "):
            text += f"  end: {words[1]}\n  score: [{words[3].replace(',', ', ')}]\n"
        elif line.startswith("end match "):
            text += f"total: [{words[2].replace(',', ', ')}]\n"
            text += f"winners: [{words[4].replace(',', ', ')}]\n"
    return text


def by_values(text: str) -> str:
    """A record without its seed, and with Shows by their upper numbers alone."""
    return re.sub(
        r"=([-\w]+)",
        lambda found: ":" + "".join(shown[0] for shown in found[1].split("-")),
        text.replace("  seed: tea\n", ""),
    )


@pytest.mark.parametrize(("game", "players", "options"), EVERY_TABLE)
def test_the_lines_of_a_seat_are_the_record_as_that_seat_knows_it(
    game: str, players: int, options: dict[str, str]
) -> None:
    """Two rounds at random: each choice is read back, and nobody is told less or more."""
    rules = rules_of(game, players, options | {"rounds": "2"})
    choose = at_random(f"{game} {players}")
    telling = Telling(games.get(game), rules, "tea")
    for state in telling.turns():
        legal = state.legal()
        for move in legal:
            assert telling.notation.chosen(telling.notation.choice(move), state) == move
        telling.play(choose(state, legal))
    whole = part_of(scribed(game, rules, "tea", at_random(f"{game} {players}")).text)
    for seat in range(players):
        text = retold(telling, seat)
        assert errors_of(text) == []
        assert canonical_of(part_of(text), seat) == canonical_of(whole, seat)
        assert by_values(canonical_of(part_of(text))) == by_values(canonical_of(whole, seat))


# Any other game


@pytest.mark.usefixtures("_toy")
def test_a_game_that_says_nothing_of_bots_has_lines_all_the_same() -> None:
    notation = codec.get("toy")
    rules = rules_of("toy", 2)
    deal = notation.parse_deal("1: 132\n2: 644\nup: 5\npile: 56213\n", rules)
    line = notation.dealt(deal, 1, toy.GAME.begin(rules, [], deal))
    assert line == "deal 1%3A%20%3F%3F%3F%0A2%3A%20644%0Aup%3A%205%0Apile%3A%20%3F%3F%3F%3F%3F%0A"
    assert notation.read_dealt(line.split(), rules, 1) == toy.GAME.seen_deal(deal, 1)
    state = toy.GAME.begin(rules, [], deal)
    assert notation.chosen("B3", state) == toy.Stake(3)
    for text in ("B6", "b3", "D", "", "B3 ", "?" * HUGE):
        with pytest.raises(TextError):
            notation.chosen(text, state)
    drawn = [toy.Draw(4), toy.Throw(2)]
    assert notation.recorded(notation.told(drawn, state)) == "D4-2"
    for words in ([], ["deal"], ["up", "5"], ["deal", "%ff"], ["deal", "1%3A"]):
        with pytest.raises((TextError, RuleError)):
            notation.read_dealt(words, rules, 0)
