"""PettingZoo environments: one agent after the other, legal actions in 'action_mask'.

PettingZoo's wrappers for order, bounds and illegal moves cost ten times what a step does; Env
keeps their promises itself, with the same errors and warnings.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from parlor import _core
from parlor.table import Seats

ILLEGAL = -1.0  # the reward of an action that is not legal; the game ends with it
BYTE = np.dtype(np.int8)


def env(game: str, **options: Any) -> "Env":
    """parlor.env("smashup", players=3)"""
    return Env(game, **options)


def parallel_env(game: str, **options: Any) -> Any:
    """The same, all agents at once: those who are not to act are not heard."""
    return turn_based_aec_to_parallel(env(game, **options))


class Places(gym.spaces.Discrete):
    """An action space whose sample(mask) is quick; what is asked otherwise is gymnasium's."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self._count = n

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        if mask is not None and probability is None:
            rng = self._np_random or self.np_random
            place = _core.draw(mask, self._count, rng.random())
            if place is not None:
                return np.int64(place)
        return super().sample(mask, probability)


class Turns(AECIterable):
    """Whose turn it is, time after time; each has to be answered by step()."""

    def __iter__(self) -> Iterator[str]:
        env = self.env
        for _ in repeat(None, min(self.max_iter, 1 << 62)):
            if not env.agents:
                return
            assert env._stepped, "need to call step() or reset() in a loop over `agent_iter`"
            env._stepped = False
            yield env.agent_selection


class AfterReset:
    """What an environment has from its first reset on. (A __getattr__ would say the same, and make
    every attribute of every step slower.)"""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, env: Any, owner: type) -> Any:
        raise AttributeError(f"{self.name} cannot be accessed before reset")


class Env(AECEnv):
    """A table as PettingZoo knows it; the agents are "seat_0", "seat_1" ..."""

    agents: Any = AfterReset()
    agent_selection: Any = AfterReset()
    rewards: Any = AfterReset()
    terminations: Any = AfterReset()
    truncations: Any = AfterReset()
    infos: Any = AfterReset()
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
        self._stepped = self._ended = self._dealt = False
        sp = self.seats.spaces
        self._actions, self._numbers, self._dtype = sp.actions, sp.observation, np.dtype(sp.dtype)
        limits = np.iinfo(sp.dtype)
        one = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(limits.min, limits.max, (sp.observation,), self._dtype),
                "action_mask": gym.spaces.Box(0, 1, (sp.actions,), np.int8),
            }
        )
        self.observation_spaces = {name: one for name in self.possible_agents}
        self.action_spaces = {name: Places(sp.actions) for name in self.possible_agents}

    @property
    def num_agents(self) -> int:
        if not self._dealt:
            raise AttributeError("num_agents cannot be accessed before reset")
        return len(self.agents)

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
        self.infos = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self.seats.to_act]
        self._skip_agent_selection = None
        self._ended = False
        self._stepped = self._dealt = True

    def agent_iter(self, max_iter: int = 1 << 63) -> Turns:
        if not self._dealt:
            EnvLogger.error_agent_iter_before_reset()
        return Turns(self, max_iter)

    def observe(self, agent: str) -> dict[str, Any]:
        if not self._dealt:
            EnvLogger.error_observe_before_reset()
        seen = np.empty(self._numbers, self._dtype)
        mask = np.empty(self._actions, BYTE)
        self.seats.core.observe(self._number[agent], seen, mask)
        if self._ended:
            mask.fill(0)
        return {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        if not self._ended:
            return seen, 0.0, False, False, self.infos[agent]
        rewards, terminations = self._cumulative_rewards, self.terminations
        return seen, rewards[agent], terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: int | None) -> None:
        if self._ended or not self._dealt:
            self._step_of_the_dead(action)
            return
        try:
            seat = self.seats.core.apply(action)
        except (TypeError, ValueError, OverflowError):
            self._refuse(action)
            return
        self._stepped = True
        if seat >= 0:
            self.seats.to_act = seat
            self.agent_selection = self.possible_agents[seat]
        else:
            self.seats.stands()
            self._end({name: self.seats.reward(seat) for name, seat in self._number.items()})

    def _end(self, rewards: dict[str, float]) -> None:
        """Everybody has still to be told; PettingZoo steps each with None."""
        self._ended = True
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _step_of_the_dead(self, action: int | None) -> None:
        if not self._dealt:
            EnvLogger.error_step_before_reset()
        self._stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        else:
            assert action is None or self._known(action), "action is not in action space"
            self._was_dead_step(action)

    def _known(self, action: Any) -> bool:
        return self.action_space(self.agent_selection).contains(action)

    def _refuse(self, action: Any) -> None:
        """An action outside the space is the program's mistake; an illegal one loses."""
        assert self._known(action), "action is not in action space"
        self._stepped = True
        EnvLogger.warn_on_illegal_move()
        self.truncations = dict.fromkeys(self.agents, True)
        self._end({**dict.fromkeys(self.agents, 0), self.agent_selection: ILLEGAL})

    def render(self) -> str | None:
        if not self._dealt:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            gym.logger.warn("render() without a render_mode")
            return None
        core = self.seats.core
        who = "over" if self.seats.over else f"seat {self.seats.to_act} to act"
        moves = [core.say(place) for place in self.seats.legal()[:20]]
        return "\n".join([f"{self.seats.game}: {who}, points {core.points()}", *moves])

    def close(self) -> None:
        """There is nothing to end."""


__all__ = ["Env", "Places", "Turns", "env", "parallel_env"]
