"""Gymnasium environments: one seat against built-in players.

    >>> gymnasium.make("parlor.gym:parlor/Duel-v1", opponent="greedy")

Gymnasium before 1.0 finds the ids by itself; later ones are told the module, or import it.
"""

from typing import Any

import gymnasium as gym
import numpy as np

from parlor import _core
from parlor.table import Seats

_REGISTERED = False


def gym_env(game: str, **options: Any) -> "SeatEnv":
    """parlor.gym_env("duel", opponent="greedy")"""
    return SeatEnv(game, **options)


def register() -> None:
    """Registration ids: parlor/Duel-v1, parlor/SeaSalt-v1 ..."""
    global _REGISTERED
    if _REGISTERED:
        return
    _REGISTERED = True
    for game in _core.games():
        name = "".join(word.capitalize() for word in game.split("-"))
        gym.register(id=f"parlor/{name}-v1", entry_point="parlor.gym:SeatEnv", kwargs={"game": game})


class SeatEnv(gym.Env):
    """The seat 'seat' of a table; the others are built-in players.

    The observation is a dict of the vector and the mask of legal actions. An action that the
    mask forbids ends the episode with -1, and info says why.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        seat: int = 0,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        ms: int = 0,
        iterations: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.seats = Seats(game, players, 0, options)
        if not 0 <= seat < self.seats.players:
            raise ValueError(f"seat {seat} is not one of 0 to {self.seats.players - 1}")
        if opponent not in _core.agents():
            raise ValueError(f"no agent is called {opponent!r}; there are {_core.agents()}")
        self.seat, self.opponent = seat, opponent
        self.ms, self.iterations = ms, iterations
        self.render_mode = render_mode
        sp = self.seats.spaces
        limits = np.iinfo(sp.dtype)
        self.observation_space = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(limits.min, limits.max, (sp.observation,), np.dtype(sp.dtype)),
                "action_mask": gym.spaces.Box(0, 1, (sp.actions,), np.int8),
            }
        )
        self.action_space = gym.spaces.Discrete(sp.actions)
        self._seed = 0

    def _others_move(self) -> None:
        seats = self.seats
        while not seats.over and seats.to_act != self.seat:
            seats.apply(seats.core.pick(self.opponent, self._seed, self.ms, self.iterations))

    def _seen(self) -> dict[str, Any]:
        over = bool(self.seats.over)
        mask = np.zeros(self.seats.spaces.actions, np.int8) if over else self.seats.mask()
        return {"observation": self.seats.observe(self.seat), "action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(1 << 62))
        self.seats.deal(self._seed)
        self._others_move()
        while self.seats.over:
            self._seed += 1
            self.seats.deal(self._seed)
            self._others_move()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.seats.over:
            raise RuntimeError("the game is over: reset() it")
        try:
            self.seats.apply(int(action))
        except ValueError as refused:
            return self._seen(), -1.0, True, False, {"refused": str(refused)}
        self._others_move()
        return self._seen(), self.seats.reward(self.seat), bool(self.seats.over), False, {}

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return f"{self.seats.game}: points {self.seats.core.points()}, {self.seats.moves} moves"


register()
