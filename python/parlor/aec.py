"""PettingZoo environments: one agent after the other, legal actions in 'action_mask'."""

from typing import Any

import gymnasium as gym
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from parlor.table import Seats


def env(game: str, **options: Any) -> AECEnv:
    """parlor.env("smashup", players=3): with PettingZoo's usual checks around it."""
    inner: AECEnv = RawEnv(game, **options)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


def parallel_env(game: str, **options: Any) -> Any:
    """The same, all agents at once: those who are not to act are not heard."""
    return turn_based_aec_to_parallel(env(game, **options))


class RawEnv(AECEnv):
    """A table as PettingZoo knows it; the agents are "seat_0", "seat_1" ..."""

    metadata = {"render_modes": ["ansi"], "name": "parlor_v1", "is_parallelizable": True}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.seats = Seats(game, players, 0, options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats.players)]
        self.metadata = {**self.metadata, "name": f"parlor_{game.replace('-', '_')}_v1"}
        self._number = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng(0)
        sp = self.seats.spaces
        limits = np.iinfo(sp.dtype)
        one = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(
                    limits.min, limits.max, (sp.observation,), np.dtype(sp.dtype)
                ),
                "action_mask": gym.spaces.Box(0, 1, (sp.actions,), np.int8),
            }
        )
        self.observation_spaces = {name: one for name in self.possible_agents}
        self.action_spaces = {
            name: gym.spaces.Discrete(sp.actions) for name in self.possible_agents
        }
        self._nothing = np.zeros(sp.actions, np.int8)

    def observation_space(self, agent: str) -> gym.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.seats.deal(int(self._rng.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self.seats.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._number[agent]
        acts = not self.seats.over and self.seats.to_act == seat
        return {
            "observation": self.seats.observe(seat),
            "action_mask": self.seats.mask() if acts else self._nothing.copy(),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for agents that are done")
        self._cumulative_rewards[agent] = 0.0
        self.seats.apply(int(action))
        if not self.seats.over:
            self.agent_selection = self.agents[self.seats.to_act]
            return
        for name in self.agents:
            self.rewards[name] = self.seats.reward(self._number[name])
            self.terminations[name] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        if self.render_mode is None:
            gym.logger.warn("render() without a render_mode")
            return None
        core = self.seats.core
        who = "over" if self.seats.over else f"seat {self.seats.to_act} to act"
        moves = [core.say(place) for place in self.seats.legal()[:20]]
        return "\n".join([f"{self.seats.game}: {who}, points {core.points()}", *moves])

    def close(self) -> None:
        """There is nothing to end."""


__all__ = ["RawEnv", "env", "parallel_env"]
