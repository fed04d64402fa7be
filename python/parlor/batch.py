"""Many tables at once: the interface that trainers need."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlor import _core
from parlor.spaces import spaces


class Batch:
    """n tables of a game, stepped together; games that end are dealt anew.

    The arrays below are written in place by reset(), step() and restore(), with no copy and
    no Python per game. They always speak of the seat that is to act, 'actors':

    observations  [n, numbers]  what that seat sees
    masks         [n, words]    bit a of a row: action a is legal (mask() unpacks them)
    rewards       [n, players]  by absolute seat: 1, -1 or 0; not 0 only where done
    dones         [n]           the game ended in this step, and another has begun
    actors        [n]           the seat to act
    counts        [n]           how many actions are legal
    actions       [n]           what sample() drew, or the last step's
    """

    def __new__(cls, *_: Any, device: str = "cpu", **__: Any) -> "Batch":
        if cls is Batch and device != "cpu":
            from parlor.gpu import CudaBatch

            return object.__new__(CudaBatch)
        return object.__new__(cls)

    def __init__(
        self,
        game: str,
        n: int,
        threads: int = 1,
        *,
        device: str = "cpu",
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        agents: Sequence[str | None] | None = None,
        ms: int = 0,
        iterations: int = 0,
    ) -> None:
        del device
        if not isinstance(n, int) or isinstance(n, bool) or n < 1:
            raise ValueError(f"n is a whole number from 1 on, not {n!r}")
        self.spaces = spaces(game)
        self.players = self.spaces.players[0] if players is None else players
        self.game, self.n, self.threads = game, n, threads
        if self.players not in self.spaces.players:
            raise ValueError(f"{game} is for {self.spaces.players} players, not {players}")
        setup = {"players": self.players, "options": options or {}}
        seats = tuple(agents) if agents is not None else (None,) * self.players
        self.observations = np.zeros((n, self.spaces.observation), self.spaces.dtype)
        self.masks = np.zeros((n, self.spaces.words), np.uint64)
        self.rewards = np.zeros((n, self.players), np.float32)
        self.dones = np.zeros(n, np.bool_)
        self.actors = np.zeros(n, np.int8)
        self.counts = np.zeros(n, np.int32)
        self.actions = np.zeros(n, np.int32)
        arrays = (
            self.observations,
            self.masks,
            self.rewards,
            self.dones,
            self.actors,
            self.counts,
            self.actions,
        )
        self._core = _core.Batch(game, json.dumps(setup), n, threads, seats, ms, iterations, arrays)
        self._samples = 0
        self.reset(seed)

    def reset(self, seed: int | NDArray[Any] = 0) -> NDArray[Any]:
        """Deal every table anew; a seed for all, or one for each. The observations."""
        self._core.reset(self._seeds(seed))
        return self.observations

    def _seeds(self, seed: int | NDArray[Any]) -> NDArray[np.uint64]:
        if isinstance(seed, int | np.integer):
            return np.random.SeedSequence(int(seed) % 2**64).generate_state(self.n, np.uint64)
        mixed = np.ascontiguousarray(seed, np.uint64)
        if mixed.shape != (self.n,):
            raise ValueError(f"seeds have the shape {mixed.shape}, not {(self.n,)}")
        return mixed

    def sample(self, rng: np.random.Generator | int | None = None) -> NDArray[np.int32]:
        """A legal action for every table, each equally likely."""
        self._core.sample(self._draw(rng))
        return self.actions

    def _draw(self, rng: np.random.Generator | int | None) -> int:
        if rng is None:
            self._samples += 1
            return self._samples
        if isinstance(rng, int | np.integer):
            return int(rng) % 2**64
        if not isinstance(rng, np.random.Generator):
            raise TypeError(f"rng is a Generator of NumPy or a whole number, not {rng!r}")
        return int(rng.integers(1 << 63))

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_]]:
        """Make an action at every table: (observations, rewards, dones)."""
        if actions is not self.actions:
            given = np.asarray(actions)
            if given.shape != (self.n,):
                raise ValueError(f"actions have the shape {given.shape}, not {(self.n,)}")
            if not np.issubdtype(given.dtype, np.integer):
                raise TypeError(f"actions are whole numbers, not {given.dtype}")
            np.copyto(self.actions, given, casting="unsafe")
            if given.dtype.itemsize > 4 and not np.array_equal(self.actions, given):
                raise ValueError("an action is not in the action space")
        self._core.step()
        return self.observations, self.rewards, self.dones

    def play(
        self,
        steps: int,
        policy: NDArray[Any] | None = None,
        rng: np.random.Generator | int | None = None,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """So many steps of chance at every table in one call: (games that ended, [n]; their
        rewards summed by seat, [n, players]). A policy is a table of weights, whole numbers
        0 .. 65535 for every action, [actions] or [players, actions]: what is legal is drawn
        as likely as its weight says. Only the last step is looked at."""
        finished = np.zeros(self.n, np.int32)
        scores = np.zeros((self.n, self.players), np.int32)
        self._core.play(self._draw(rng), steps, self._weights(policy), finished, scores)
        return finished, scores

    def _weights(self, policy: NDArray[Any] | None) -> NDArray[np.uint16] | None:
        if policy is None:
            return None
        given = np.asarray(policy)
        shape = (self.players, self.spaces.actions)
        if given.shape not in (shape, shape[1:]):
            raise ValueError(f"a policy has the shape {given.shape}, not {shape} or {shape[1:]}")
        if not np.issubdtype(given.dtype, np.integer) or given.min() < 0 or given.max() > 65535:
            raise ValueError("a policy has whole numbers from 0 to 65535")
        return np.ascontiguousarray(np.broadcast_to(given, shape), np.uint16)

    def mask(self) -> NDArray[np.bool_]:
        """The masks unpacked: [n, actions]."""
        flat = np.unpackbits(self.masks.view(np.uint8), axis=1, bitorder="little")
        return flat[:, : self.spaces.actions].view(np.bool_)

    def snapshot(self) -> bytes:
        """Every table as bytes."""
        return self._core.snapshot()

    def restore(self, snapshot: bytes) -> NDArray[Any]:
        """Go on from a snapshot of such a batch. The observations."""
        self._core.restore(snapshot)
        self.rewards[:] = 0
        self.dones[:] = False
        return self.observations

    def close(self) -> None:
        """End its threads; nothing else can be asked of it then."""
        self._core.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Batch cannot be pickled; pickle its snapshot() and restore() it")

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game}, {self.threads} threads>"
