"""Bots as data, their budgets, and the text that names one."""

from __future__ import annotations

import pytest

import games
from games.bots import USUAL, Bot, Budget, Spec
from games.errors import RuleError
from games.game import Game
from games.scout import GAME
from games.search import compiled
from tests import toy


class Trial:
    """Keeps what it was made from."""

    def __init__(self, *made_from: object) -> None:
        self.made_from = made_from


@pytest.fixture(params=["scout", "skyjo"])
def game(request: pytest.FixtureRequest) -> Game:
    return games.get(request.param)


def code_of(text: str) -> str:
    with pytest.raises(RuleError) as caught:
        Spec.read(GAME, text)
    return caught.value.code


def message_of(text: str) -> str:
    with pytest.raises(RuleError) as caught:
        Spec.read(GAME, text)
    return caught.value.message


# Budgets


@pytest.mark.parametrize(
    ("text", "playouts", "seconds"),
    [
        ("playouts=1", 1, None),
        ("playouts=10000000", 10_000_000, None),
        ("time-ms=1", None, 0.001),
        ("time-ms=50", None, 0.05),
        ("time-ms=3600000", None, 3600.0),
    ],
)
def test_a_budget_is_read_and_written(
    text: str, playouts: int | None, seconds: float | None
) -> None:
    assert Budget.read(text) == Budget(playouts, seconds)
    assert str(Budget(playouts, seconds)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "playouts", "playouts=", "playouts=0", "playouts=-1", "playouts=1e3", "playouts=1.5",
        "playouts= 5", "playouts=10000001", "time-ms=0", "time-ms=3600001", "seconds=1",
        "playouts=5:time-ms=5", "playouts=٣", "playouts=" + 5000 * "9",
    ],
)  # fmt: skip
def test_what_is_no_budget(text: str) -> None:
    assert code_of(f"expert:{text}") == "bad-budget"


def test_a_budget_is_one_thing() -> None:
    for given in ({}, {"playouts": 5, "seconds": 1.0}):
        with pytest.raises(RuleError, match="either playouts or time") as caught:
            Budget(**given)  # type: ignore[arg-type]
        assert caught.value.code == "bad-budget"


def test_an_error_says_what_would_be_right() -> None:
    assert message_of("expert:playouts=0") == "playouts are 1 to 10000000, not 0"
    assert message_of("expert:time-ms=0") == "time-ms is 1 to 3600000, not 0"
    assert message_of("expert:deep") == (
        "'deep' is no budget; one is written playouts=2000 or time-ms=50"
    )
    assert message_of("greedy:time-ms=5") == (
        "greedy does not search, so it takes no budget: leave out 'time-ms=5'"
    )


# Names


def test_a_bot_is_named_with_a_budget_or_without(game: Game) -> None:
    expert = game.bots["expert"]
    assert Spec.read(game, "expert") == ("expert", expert, None)
    assert Spec.read(game, "expert:time-ms=50") == ("expert", expert, Budget(seconds=0.05))
    for text in ("random", "steady", "expert", "expert:playouts=2000", "expert:time-ms=50"):
        assert str(Spec.read(game, text)) == text


@pytest.mark.parametrize("text", ["random", "greedy", "steady"])
def test_a_budget_is_for_those_that_search(text: str) -> None:
    assert code_of(f"{text}:playouts=5") == "no-search"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deep", "SCOUT has no bot 'deep'; it has random, greedy, steady, expert"),
        ("gredy", "SCOUT has no bot 'gredy'; did you mean greedy?"),
        ("exprt:playouts=5", "SCOUT has no bot 'exprt'; did you mean expert?"),
        ("", "SCOUT has no bot ''; it has random, greedy, steady, expert"),
    ],
)
def test_a_name_that_is_none(text: str, said: str) -> None:
    assert code_of(text) == "unknown-bot"
    assert message_of(text) == said


# Making one


def test_only_what_searches_is_made_with_a_budget() -> None:
    given = Budget(playouts=5)
    searcher, other = Bot(Trial, "searches", searches=True), Bot(Trial, "does not")
    made = [searcher.make(7, given), searcher.make(7), other.make(7, given), other.make(7)]
    assert [player.made_from for player in made] == [(7, given), (7, USUAL), (7,), (7,)]  # type: ignore[attr-defined]
    assert Spec("trial", searcher, given).make(3).made_from == (3, given)  # type: ignore[attr-defined]


def test_unless_told_otherwise_1000_playouts_are_made() -> None:
    assert (USUAL.playouts, USUAL.seconds) == (1000, None)


def test_the_levels_of_both_games(game: Game) -> None:
    facts = {name: (bot.searches, bot.compiled, bot.stateless) for name, bot in game.bots.items()}
    assert list(facts) == ["random", "greedy", "steady", "expert"]
    assert facts == {
        "random": (False, False, False),
        "greedy": (False, False, False),
        "steady": (False, True, True),
        "expert": (True, True, True),
    }
    assert all(bot.help and bot.strength for bot in game.bots.values())
    assert len({bot.strength for bot in game.bots.values()}) == 4


def test_what_is_compiled_says_what_to_install(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise compiled.CompilerMissingError(ImportError("none"))

    monkeypatch.setattr(compiled, "compiler", missing)
    for name in ("steady", "expert"):
        with pytest.raises(compiled.CompilerMissingError, match="pip install"):
            game.bots[name].make(1)
    assert game.bots["greedy"].make(1)


def test_a_game_from_elsewhere_needs_to_say_little() -> None:
    spec = Spec.read(toy.GAME, "high")
    assert (spec.bot.searches, spec.bot.compiled, spec.bot.strength) == (False, False, "")
    assert isinstance(spec.make(1), toy.HighBot)
