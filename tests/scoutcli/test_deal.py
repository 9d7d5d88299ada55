"""`scoutcli deal`."""

from __future__ import annotations

from collections import Counter

import pytest

from scoutcli.cli import run


def deals(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[list[str]]]:
    """Every round, as the words after the colon of each line."""
    assert run(["deal", *arguments]) == 0
    rounds = capsys.readouterr().out.split("\n\n")
    return [[line.partition(": ")[2].split() for line in text.splitlines()] for text in rounds]


def pairs(hands: list[list[str]]) -> Counter[str]:
    """The cards of some hands, each with its smaller number first."""
    return Counter(min(card, card[::-1], key=lambda c: c.replace("T", ":")) for hand in hands
                   for card in hand)  # fmt: skip


@pytest.mark.parametrize(
    ("players", "size", "left_out"),
    [
        (3, 12, {"1T", "2T", "3T", "4T", "5T", "6T", "7T", "8T", "9T"}),
        (4, 11, {"9T"}),
        (5, 9, set()),
    ],
)
def test_scout_deals_all_cards_in_play_once(
    capsys: pytest.CaptureFixture[str], players: int, size: int, left_out: set[str]
) -> None:
    (hands,) = deals(capsys, "scout", "--players", str(players), "--seed", "tea")
    numbers = "123456789T"
    deck = {low + high for low in numbers for high in numbers if low < high or high == "T" != low}
    assert len(deck) == 45
    assert [len(hand) for hand in hands] == [size] * players
    assert pairs(hands) == Counter(deck - left_out)


def test_two_players_of_scout_get_the_other_cards_in_an_even_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second, third = deals(capsys, "scout", "-p", "2", "-s", "tea", "--rounds", "3")
    assert [len(hand) for hand in first + second] == [11] * 4
    both = pairs(first + second)
    assert len(both) == 44
    assert set(both.values()) == {1}
    assert pairs(third) != pairs(first)


def test_skyjo_deals_150_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "skyjo", "--players", "8", "--seed", "tea"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads, cards = zip(*(line.split(": ") for line in lines), strict=True)
    assert heads == ("1", "2", "3", "4", "5", "6", "7", "8", "up", "stock")
    count = Counter("".join(cards).replace(" ", ""))
    tens = dict.fromkeys("Z123456789ABC", 10)
    assert count == Counter({**tens, "Y": 5, "0": 15})


def test_a_seed_stands_for_its_cards(capsys: pytest.CaptureFixture[str]) -> None:
    tea = deals(capsys, "scout", "--seed", "tea")
    assert deals(capsys, "scout", "--seed", "tea") == tea
    assert deals(capsys, "scout", "--seed", "coffee") != tea
    assert deals(capsys, "scout", "--seed", "tea", "--rounds", "2")[:1] == tea


def test_the_seed_that_was_made_up_gives_the_same_cards_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["deal", "scout"]) == 0
    out, err = capsys.readouterr()
    assert run(["deal", "scout", "--seed", err.removeprefix("seed: ").strip()]) == 0
    assert capsys.readouterr() == (out, "")


def test_rules_may_be_given_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--preset", "web", "-r", "flip=rotate", "rounds=5", "--rules", "exempt=owner"]
    assert run(["deal", *given, "scout", "--seed", "tea"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'GAME'"),
        (["tarok"], "there is no game 'tarok'; there is scout, skyjo"),
        (["scout", "-p", "6"], "SCOUT is for 2 to 5 players, not for 6"),
        (["scout", "-n", "0"], "0 is not in the range"),
        (["scout", "-r", "flip"], "'flip' is not KEY=VALUE"),
        (["scout", "--seed", ""], "a seed is 1 to 200 printable characters"),
    ],
)
def test_a_wrong_command_line_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(["deal", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
