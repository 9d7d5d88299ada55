"""The worlds for learners: PettingZoo's own tests, episodes, rewards, seeds, records."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import games
from games import encoding
from games.encoding import Encoding, Field
from games.errors import RuleError
from games.options import Rules
from notation import codec
from scoutcli import rl
from scoutcli.rl.world import _margins
from tests import toy
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.record import canonical_of, errors_of, option_sets, part_of, parts_of

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
TABLES = [(game, players) for game in KINDS for players in games.get(game).players]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
both = pytest.mark.parametrize("game", KINDS)


def at_random(env: Any, seed: int = 0, most: int = 1 << 30) -> dict[str, list[float]]:
    """Play on at random, at most so many steps; what rewards each agent got, without the zeros."""
    dice = random.Random(seed)
    rewards: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, info = env.last()
        assert not truncation
        assert info == {}
        assert env.observation_space(agent).contains(observation)
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert bool(legal) != termination
        if reward:
            rewards[agent].append(reward)
        env.step(None if termination else dice.choice(legal))
    return rewards


# PettingZoo's tests


@pytest.mark.parametrize("match", [False, True])
@every_table
def test_api(game: str, players: int, match: bool) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(rl.env(game, players, match=match), num_cycles=1000 if not match else 200)
    # It says so of every dict with a mask; only for those of its own it has a list of names.
    assert {str(warning.message).split(" probably")[0] for warning in said} == {
        "Observation is not a NumPy array",
        "Observation space for each agent",
    }


@both
def test_api_with_other_rules(game: str) -> None:
    for options in option_sets(games.get(game), 2):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Observation")
            api_test(rl.env(game, 2, options), num_cycles=1000)


@every_table
def test_seeds(game: str, players: int) -> None:
    seed_test(partial(rl.env, game, players), num_cycles=500)
    seed_test(partial(rl.env, game, players, match=True), num_cycles=20)


@every_table
def test_rendering(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        partial(rl.env, game, players),
        custom_tests={"ansi": lambda text: "seat_1" in text and text.endswith("\n")},
    )
    assert "seat_1" in capsys.readouterr().out


# Episodes


@every_table
def test_an_episode_is_a_round_with_rewards_at_its_end(game: str, players: int) -> None:
    env = rl.env(game, players)
    env.reset(seed=players)
    rewards = at_random(env)
    assert env.agents == []
    part = part_of(env.record())
    assert part.audit is not None
    (played,) = part.audit.rounds
    scores = played.scores
    assert scores is not None and None not in scores
    sign = -1 if game == "skyjo" else 1
    for seat, own in enumerate(scores):
        others = [points for other, points in enumerate(scores) if other != seat]
        margin = sign * (own - sum(others) / len(others))
        assert sum(rewards[f"seat_{seat + 1}"]) == pytest.approx(margin)
    assert sum(map(sum, rewards.values())) == pytest.approx(0)
    assert any(map(sum, rewards.values()))


def test_rewards_compare_with_the_mean_of_the_others() -> None:
    # The second: 6 less (6 - 7 - 2) / 3; the third: -7 less (6 + 6 - 2) / 3.
    assert _margins((6, 6, -7, -2), False) == pytest.approx([7, 7, -31 / 3, -11 / 3])
    assert _margins((10, 25, 40), True) == [22.5, 0, -22.5]
    assert _margins((30, 4), True) == [-26, 26]


@pytest.mark.parametrize(("game", "players"), [("scout", 2), ("scout", 3), ("skyjo", 4)])
def test_an_episode_can_be_a_match(game: str, players: int) -> None:
    rules = {"rounds": 3, "turn_limit": 100}
    env = rl.env(game, players, rules, match=True)
    env.reset(seed=1)
    rewards = at_random(env)
    text = env.record()
    part = part_of(text)
    assert part.diagnostics == []  # a whole match, nothing is to be said of it
    assert part.match is not None and part.match.total is not None
    assert len(part.match.rounds) == 3
    total = [float(points or 0) for points in part.match.total]
    sign = -1 if game == "skyjo" else 1
    for seat, own in enumerate(total):
        margin = sign * (own - (sum(total) - own) / (players - 1))
        got = rewards[f"seat_{seat + 1}"]
        assert len(got) <= 3
        assert sum(got) == pytest.approx(margin)
    assert max(map(len, rewards.values())) > 1
    best = max(range(players), key=lambda seat: sum(rewards[f"seat_{seat + 1}"]))
    assert best in (part.match.winners or ())


@both
def test_a_turn_limit_bounds_an_episode(game: str) -> None:
    for seed in range(5):
        env = rl.env(game, 4, {"turn_limit": 50})
        env.reset(seed=seed)
        at_random(env, seed, 4 + 2 * 50)  # four choices; in SKYJO a turn can take two steps
        assert all(env.terminations.values())


@both
def test_opening_choices_are_steps(game: str) -> None:
    env = rl.env(game, 3)
    env.reset(seed=1)
    for agent in ("seat_1", "seat_2", "seat_3"):
        assert env.agent_selection == agent
        texts = list(env.legal().values())
        assert texts == ["K", "F"] if game == "scout" else texts[0] == "Oa1b1" and len(texts) == 66
        env.step(next(iter(env.legal())))


@every_table
def test_what_others_hold_changes_no_observation(game: str, players: int) -> None:
    kind, dice = KINDS[game], random.Random(players)
    env = rl.env(game, players, render_mode="ansi")
    env.reset(seed=players)
    dealer = env.unwrapped._dealer
    for ply in range(60):
        if any(env.terminations.values()):
            break
        if ply % 4 == 0:
            state = dealer.state
            for seat, agent in enumerate(env.agents):
                seen, text = env.observe(agent), env.render()
                dealer._state = kind.permuted(state, seat, dice)
                env.unwrapped._choice = None
                assert data_equivalence(env.observe(agent), seen)
                if seat == state.turn:
                    assert env.render() == text
                dealer._state = state
                env.unwrapped._choice = None
        env.step(dice.choice(list(env.legal())))
    assert ply > 10


# Seeds and records


@every_table
def test_the_seed_gives_the_cards_of_the_other_tools(game: str, players: int) -> None:
    env = rl.env(game, players)
    env.reset(seed=7)
    done = subprocess.run(
        [sys.executable, "-m", "scoutcli", "deal", game, "-p", str(players), "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    deal = "".join(f"    {line}\n" for line in done.stdout.splitlines())
    assert f"- deal: |\n{deal}  moves: |\n" in env.record()


@both
def test_resets_without_a_seed_go_on_from_the_last_one(game: str) -> None:
    env = rl.env(game, 2)
    seeds, records = [], []
    for seed in (7, None, None, 7, None, "tea", None, "7-3"):
        env.reset(seed=seed)
        at_random(env, most=20)
        seeds.append(env.episode_seed)
        records.append(env.record())
    assert seeds == ["7", "7-2", "7-3", "7", "7-2", "tea", "tea-2", "7-3"]
    assert records[:2] == records[3:5]
    assert records[2] == records[7]
    assert len(set(records)) == 5
    fresh = set()
    for _ in range(2):
        env = rl.env(game, 2)
        env.reset()
        fresh.add(env.episode_seed)
        env.reset()
        fresh.add(env.episode_seed)
    assert len(fresh) == 4


@every_table
def test_a_record_is_right_at_every_moment(game: str, players: int) -> None:
    env = rl.env(game, players, {"turn_limit": 60}, match=True)
    env.reset(seed="it's 12:30")
    for _ in range(40):
        at_random(env, most=7)
        text = env.record()
        assert errors_of(text) == []
        part = part_of(text)
        assert canonical_of(part) == text
        if not env.agents:
            break
    assert "  end: " in text
    assert 'seed: "it\'s 12:30"' in text or "seed: it's 12:30" in text


def test_the_moves_of_a_record_are_those_that_were_made() -> None:
    env = rl.env("scout", 3)
    env.reset(seed=2)
    dice, words = random.Random(2), []
    while not any(env.terminations.values()):
        action, text = dice.choice(list(env.legal().items()))
        words.append(f"{env.agent_selection.removeprefix('seat_')}.{text}")
        env.step(action)
    moves = env.record().split("moves: |\n")[1].split("  end:")[0]
    assert moves.split() == words


def test_the_text_is_what_the_seat_to_act_sees_and_at_the_end_everything() -> None:
    env = rl.env("skyjo", 2, {"turn_limit": 50}, render_mode="ansi")
    env.reset(seed=1)
    at_random(env, most=7)
    view = env.unwrapped._dealer.state.view(env.unwrapped._dealer.state.turn)
    lines = codec.get("skyjo").show(view, ["seat_1", "seat_2"])
    assert env.render().splitlines() == lines
    at_random(env, most=200)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(next(iter(env.legal())))
    assert env.render().splitlines() == codec.get("skyjo").show_all(
        env.unwrapped._dealer.state, ["seat_1", "seat_2"]
    )


@pytest.mark.filterwarnings("ignore:.*render")
def test_without_a_mode_nothing_is_rendered() -> None:
    env = rl.env("scout")
    env.reset(seed=1)
    assert env.render() is None
    env.close()


# Actions


@both
def test_an_illegal_action_changes_nothing(game: str) -> None:
    env = rl.env(game, 3)
    env.reset(seed=1)
    at_random(env, most=6)
    count = env.action_space("seat_1").n
    illegal = set(range(count)) - set(env.legal())
    before = env.record(), env.agent_selection, env.observe(env.agent_selection)
    for action in (min(illegal), np.int64(max(illegal)), -1, count, None):
        with pytest.raises(RuleError, match=f"cannot take action {action} now") as caught:
            env.step(action)
        assert caught.value.code == "illegal-action"
        env.unwrapped._choice = None
        assert data_equivalence(
            (env.record(), env.agent_selection, env.observe(env.agent_selection)), before
        )
    with pytest.raises(TypeError):
        env.step(1.5)
    env.step(np.int32(next(iter(env.legal()))))
    assert env.record() != before[0] or env.agent_selection != before[1] or game == "skyjo"


@pytest.mark.filterwarnings("ignore:.*")
def test_an_illegal_action_can_be_made_a_loss() -> None:
    env: Any = TerminateIllegalWrapper(rl.env("scout", 3), illegal_reward=-50)
    env.reset(seed=1)
    env.step(50)
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"seat_1": -50, "seat_2": 0, "seat_3": 0}


@every_table
def test_only_the_agent_to_act_has_legal_actions(game: str, players: int) -> None:
    env = rl.env(game, players)
    env.reset(seed=3)
    at_random(env, most=players + 3)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert bool(mask.any()) == (agent == env.agent_selection)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert sorted(env.legal()) == np.flatnonzero(mask).tolist()


@both
def test_built_in_bots_play_in_it(game: str) -> None:
    env = rl.env(game, 3)
    bots = {
        f"seat_{seat}": games.get(game).bots[name].make(seat)
        for seat, name in enumerate(("greedy", "random", "random"), 1)
    }
    won = 0.0
    for episode in range(10):
        env.reset(seed=episode)
        for agent in env.agent_iter():
            _, reward, termination, _, _ = env.last(observe=False)
            won += reward if agent == "seat_1" else 0
            env.step(None if termination else env.action_of(bots[agent]))
    # Far more than luck: greedy beats random by some twenty points a round in SCOUT.
    assert won / 10 > 5


@both
def test_a_copy_plays_on_by_itself(game: str) -> None:
    env = rl.env(game, 3)
    env.reset(seed=1)
    at_random(env, most=9)
    before = env.record()
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301
    for other in others:
        at_random(other, 5)
    assert env.record() == before
    at_random(env, 5)
    assert env.record() != before
    assert {other.record() for other in others} == {env.record()}


# What can be asked for


def test_options_pass_through() -> None:
    env = rl.env("scout", 4, rules={"exempt": "emptied"})
    env.reset(seed=1)
    assert "rules:\n  exempt: emptied\n" in env.record()
    env = rl.env("scout", preset="web")
    env.reset(seed=1)
    assert len(env.possible_agents) == 4
    assert "preset: web\n" in env.record()


@pytest.mark.parametrize(
    ("game", "players", "rules", "code"),
    [
        ("scout", 6, {}, "wrong-players"),
        ("skyjo", 1, {}, "wrong-players"),
        ("scout", "4", {}, "wrong-players"),
        ("scout", 4.0, {}, "wrong-players"),
        ("scout", 4, {"exmpt": "owner"}, "unknown-option"),
        ("scout", 4, {"exempt": "all"}, "bad-option-value"),
        ("whist", 4, {}, "unknown-game"),
    ],
)
def test_what_is_not_there_is_refused(
    game: str, players: Any, rules: dict[str, object], code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        rl.env(game, players, rules)
    assert caught.value.code == code


def test_other_mistakes_are_told() -> None:
    with pytest.raises(RuleError, match="render_mode is one of ansi, human, not 'rgb_array'"):
        rl.env("scout", render_mode="rgb_array")
    with pytest.raises(RuleError, match="players is a whole number, as in players=4, not '4'"):
        rl.env("scout", "4")  # type: ignore[arg-type]
    assert rl.env("scout", np.int64(3)).possible_agents == ["seat_1", "seat_2", "seat_3"]  # type: ignore[arg-type]
    with pytest.warns(UserWarning, match="voluntary_stop means nothing with 4 players"):
        rl.env("scout", 4, {"voluntary_stop": True})
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        rl.env("scout").agent_selection  # noqa: B018


def test_it_says_what_to_install() -> None:
    script = "import sys; sys.modules['pettingzoo'] = None; import scoutcli.rl"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert re.search(r"^ImportError: .*: pip install 'scoutcli\[rl\]'$", done.stderr, re.MULTILINE)


@both
def test_the_example_plays(game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "learn.py"), game, "2"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    told = re.findall(r"^episode \d: \d+ steps, rewards \[(.+), (.+)\]$", done.stdout, re.MULTILINE)
    assert len(told) == 2
    assert all(float(one) == -float(other) for one, other in told)


def test_the_loop_in_the_manual_plays(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "rl.md").read_text()
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(block, {})  # noqa: S102
    (played,) = parts_of(capsys.readouterr().out)
    assert not played.faulty


# A third game


class ToyNumbers(Encoding):
    """The toy game as numbers: the seat's hand, the top of the discard pile, a few counts."""

    version = 3

    def __init__(self, rules: Rules) -> None:
        self.actions = 15
        self.fields = (Field("hand", 6, 0, 2), Field("top", 1, 1, 6), Field("turns", 1, 0, 60))

    def actions_of(self, view: Any, moves: Any) -> list[int]:
        first = {toy.Stake: 0, toy.Throw: 6, toy.Draw: 12, toy.Take: 13, toy.Knock: 14}
        thrown = (toy.Stake, toy.Throw)
        return [
            first[type(move)] + (move.card - 1 if isinstance(move, thrown) else 0) for move in moves
        ]

    def parts(self, view: Any) -> Any:
        hand = [view.hand.count(card) for card in range(1, 7)]
        return hand, view.discard[-1:] or (1,), (view.turns,)


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(encoding, "_ENCODINGS", {})
    with toy.known():
        yield


@pytest.mark.usefixtures("_toy")
def test_a_third_game_says_that_it_has_no_numbers() -> None:
    with pytest.raises(RuleError, match=r"TOY says nothing of its moves and views as numbers"):
        rl.env("toy", 2)


@pytest.mark.usefixtures("_toy")
@pytest.mark.filterwarnings("ignore:Observation")
def test_a_third_game_with_numbers_is_a_world() -> None:
    encoding.register("toy", ToyNumbers)
    assert len(rl.env("toy").possible_agents) == 3  # four are too many for it
    for players in (2, 3):
        api_test(rl.env("toy", players, match=True), num_cycles=1000)
        seed_test(partial(rl.env, "toy", players), num_cycles=500)
        env = rl.env("toy", players, match=True)
        assert env.metadata["name"] == "toy_v3"
        env.reset(seed=1)
        at_random(env)
        assert part_of(env.record()).diagnostics == []
