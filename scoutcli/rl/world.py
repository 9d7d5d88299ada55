"""A game as a PettingZoo environment: agents take turns (AEC), each sees what its seat may know.

Nothing here knows a game: rules and chance are those of a `Dealer`, the
numbers those of the game's `Encoding`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, SupportsIndex

import click
import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import games
from games import encoding
from games.dealer import Dealer
from games.deals import ALGORITHM
from games.errors import RuleError
from games.game import Game, Move, Player, State, View
from games.options import Rules
from notation import codec, writer
from notation import match as matches
from notation.recorder import Scribe
from scoutcli.options import not_for, players_for

Observation = dict[str, Any]
"""``observation``, a vector of int16; ``action_mask``, an int8 for each action: 1 where legal."""


class _Choice(NamedTuple):
    """What the seat to act has before it; `actions` are the numbers of its legal `moves`."""

    view: View
    actions: list[int]
    moves: list[Move]


def env(
    game: str,
    players: int | None = None,
    rules: Mapping[str, object] | None = None,
    preset: str | None = None,
    *,
    match: bool = False,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, np.int64]:
    """A game as an environment; call `reset` before anything else.

    `players`, `rules` and `preset` are those of the command line; what does
    not apply to so many players is warned of. An episode is the first round
    of a match, or a whole `match`. `render_mode` is ``ansi`` or ``human``, see
    `World.render`. Raises RuleError for what is none of these or the game does
    not know, and ``no-encoding`` where it has no numbers for learners.
    """
    known = games.get(game)
    chosen = _rules(known, players, rules, preset)
    return OrderEnforcingWrapper(World(known, chosen, match=match, render_mode=render_mode))


class World(AECEnv[str, Observation, np.int64]):
    """The environment itself; `env` makes one that also minds the order of calls.

    Agents are ``seat_1``, ``seat_2`` … at their seats. When a round has ended,
    the reward of each is its points less the mean of the others' (the other
    way round where the lowest win), so that rewards add up to 0; else it is 0.
    """

    metadata = {"render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: Game, rules: Rules, *, match: bool = False, render_mode: str | None = None
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo types most, not all
        self.game = game
        self.rules = rules
        self.match = match
        self.encoding = encoding.get(game)(rules)
        self.notation = codec.get(game.name)
        self.metadata = {**World.metadata, "name": f"{game.name}_v{self.encoding.version}"}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(self.metadata["render_modes"])
            raise RuleError(
                "unknown-render-mode", f"render_mode is one of {modes}, not {render_mode!r}"
            )
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, rules.players + 1)]
        self.agents: list[str] = []
        self.episode_seed = ""
        """The text that gave the cards of this episode; see `reset`."""
        self._first_seed = ""
        self._episode = 0
        self._choice: _Choice | None = None
        """What `_now` has found out; None before somebody asks."""
        # One space for each agent, as each has a sampler of its own.
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents
        }

    def _observations(self) -> spaces.Dict:
        fields = self.encoding.fields
        sizes = [field.size for field in fields]
        low = np.repeat(np.array([field.low for field in fields], np.int16), sizes)
        high = np.repeat(np.array([field.high for field in fields], np.int16), sizes)
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The bounds of what an agent sees; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        """The numbers of all moves; the same for all."""
        return self.action_spaces[agent]

    # An episode

    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Begin an episode.

        Its cards are those that ``scoutcli deal --seed`` deals for the seed, a
        number or any text. Without one, the episodes after that of the seed 7
        have the seeds ``7-2``, ``7-3`` …, and the first of all a fresh one.
        `options` mean nothing.
        """
        if seed is not None or not self._episode:
            self._first_seed = os.urandom(8).hex() if seed is None else str(seed)
            self._episode = 0
        self._episode += 1
        self.episode_seed = self._first_seed + (f"-{self._episode}" if self._episode > 1 else "")
        self._scribe = Scribe(self.notation, growing=True)
        self._written = [self._scribe.begin_match(self._header())]
        self._dealer = Dealer(self.game, self.rules, self.episode_seed, listener=self._write)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin_round()
        self._turn_to_act()

    def step(self, action: SupportsIndex | None) -> None:
        """Make the move of that number for the agent selected; None once the episode is over.

        Raises RuleError ``illegal-action``, and changes nothing then.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # it wants None
            return
        move = self._move(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._dealer.play(move)
        if self._dealer.state.end is not None:
            self._end_round()
        self._accumulate_rewards()
        self._turn_to_act()

    def _move(self, action: SupportsIndex | None) -> Move:
        _, actions, moves = self._now()
        if action is None or index(action) not in actions:
            raise RuleError(
                "illegal-action",
                f"{self.agent_selection} cannot take action {action} now; the action mask marks "
                f"the {len(actions)} that are legal",
            )
        return moves[actions.index(index(action))]

    def _begin_round(self) -> None:
        deal = self._dealer.draw_deal()
        self._written.append(self._scribe.begin_round(deal))
        self._dealer.begin_round(deal)

    def _end_round(self) -> None:
        """Give the rewards; then the next round of a match, or the end."""
        dealer = self._dealer
        played = dealer.end_round()
        assert played.end is not None
        self._written.append(self._scribe.end_round(played.end, played.scores))
        self.rewards = dict(
            zip(self.agents, _margins(played.scores, self.game.lowest_wins), strict=True)
        )
        if self.match and not dealer.over:
            self._begin_round()
            return
        self.terminations = dict.fromkeys(self.agents, True)
        totals = [total or 0 for total in dealer.totals]
        winners = self.game.winners(totals) if dealer.over else ()
        self._written.append(self._scribe.end_match(totals, winners))

    def _turn_to_act(self) -> None:
        """Select the agent whose turn it is; when all is over, the first that takes its leave."""
        self._choice = None
        self.agent_selection = self.agents[max(self._dealer.state.turn, 0)]
        if self.render_mode == "human":
            self.render()

    # What there is to know

    def observe(self, agent: str) -> Observation:
        """What an agent sees; nothing is legal for one whose turn it is not."""
        state = self._dealer.state
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.encoding.actions, np.int8)
        if seat == state.turn:
            view, actions, _ = self._now()
            mask[actions] = 1
        else:
            view = state.view(seat)
        vector = np.array(self.encoding.vector(view), np.int16)
        return {"observation": vector, "action_mask": mask}

    def _now(self) -> _Choice:
        """What is before the seat to act."""
        if self._choice is None:
            state = self._dealer.state
            view, moves = state.view(state.turn), state.legal()
            self._choice = _Choice(view, self.encoding.actions_of(view, moves), moves)
        return self._choice

    def legal(self) -> dict[int, str]:
        """The legal actions of the agent selected, each with its move in the notation."""
        _, actions, moves = self._now()
        return dict(zip(actions, map(self.notation.choice, moves), strict=True))

    def action_of(self, player: Player) -> int:
        """The action that a player chooses for the agent selected, such as a built-in bot."""
        view, actions, moves = self._now()
        return actions[moves.index(player.choose(view, moves))]

    def record(self) -> str:
        """The episode so far as a match file, which all other tools read.

        It ends like one that is being played: in the middle of a lap its last line is open.
        """
        return "".join(self._written)

    def _header(self) -> str:
        players = [matches.Player(agent) for agent in self.possible_agents]
        shuffle = {"algorithm": ALGORITHM, "seed": self.episode_seed}
        return writer.header(self.game, players, self.rules, {}, shuffle)

    def _write(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        self._written.append(self._scribe.play(seat, moves, state, choice=choice))

    def render(self) -> str | None:
        """The position as the agent selected sees it, and once all is over as it is, as text.

        Returned in the mode ``ansi``, printed in the mode ``human``.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs env(…, render_mode='ansi') or 'human'")
            return None
        state = self._dealer.state
        if state.end is None:
            lines = self.notation.show(state.view(state.turn), self.possible_agents)
        else:
            lines = self.notation.show_all(state, self.possible_agents)
        text = "".join(f"{line}\n" for line in lines)
        if self.render_mode == "ansi":
            return text
        click.echo(text)
        return None

    def close(self) -> None:
        """Nothing is held that would have to be let go."""


def _rules(
    game: Game, players: int | None, given: Mapping[str, object] | None, preset: str | None
) -> Rules:
    """The rules asked for."""
    if players is not None:
        try:
            players = index(players)
        except TypeError:
            raise RuleError(
                "wrong-players", f"players is a whole number, as in players=4, not {players!r}"
            ) from None
        if players not in game.players:
            raise RuleError("wrong-players", not_for(game, players))
    rules, ignored = game.rules(players_for(game, players), given, preset)
    for warning in ignored:
        warnings.warn(warning.message, stacklevel=3)
    return rules


def _margins(scores: Sequence[int | None], lowest_wins: bool) -> list[float]:
    """The points of each less the mean of the others', more being better."""
    points = [-(score or 0) if lowest_wins else score or 0 for score in scores]
    others = len(points) - 1
    return [float(own - (sum(points) - own) / others) for own in points]
