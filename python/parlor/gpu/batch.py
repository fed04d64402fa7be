"""parlor.Batch on a GPU: the same calls, the same bytes, everything stays there."""

import ctypes
import importlib.util
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from parlor import _core
from parlor.batch import Batch
from parlor.gpu import driver, nvrtc
from parlor.gpu.dlpack import Array, Borrowed
from parlor.spaces import spaces

_LANES, _CHUNK = 32, 16
_GROUPS = 1024
_GROUPED = ("smashup", "combat")  # so unlike from table to table that sorting them pays
_DEFERRING = ("sea-salt",)  # moves of theirs are made in two parts
_STACK = 32768  # bytes that a thread of Smash Up needs; the compiler cannot tell
_KERNELS = (
    "reset act resume deal look see count_groups begin_groups order sample begin_play draw unpack take states_out "
    "states_in hash games".split()
)


class _Tables(ctypes.Structure):
    """BatchTables of cuda/batch.h."""

    _fields_ = [
        (name, ctypes.c_uint64)
        for name in (
            "catalog states seed number moves seen masks rewards dones actors counts actions "
            "draws finished scores order ended ended_count waiting waiting_count group rank group_count group_first "
            "refused count"
        ).split()
    ] + [("setup", ctypes.c_ubyte * len(_core.setup("duel", "{}")))]


class _Call(ctypes.Structure):
    """BatchCall of cuda/batch.h."""

    _fields_ = [
        ("seed", ctypes.c_uint64),
        ("input", ctypes.c_uint64),
        ("output", ctypes.c_uint64),
        ("steps", ctypes.c_uint32),
        ("pad", ctypes.c_uint32),
    ]


_functions: dict[tuple[int, str], dict[str, ctypes.c_void_p]] = {}


def _load(on: driver.Device, game: str) -> dict[str, ctypes.c_void_p]:
    """The kernels of a game on a GPU, compiled when they are first asked for."""
    if (on.number, game) not in _functions:
        names = [f"kernel_{name}" for name in _KERNELS]
        found: dict[str, ctypes.c_void_p] = {}
        for half in nvrtc.code(game, on.arch):
            found |= on.load(half, names)
        _functions[on.number, game] = found
        if game == "smashup":
            _stack(_STACK)
    return _functions[on.number, game]


def _stack(size: int) -> None:
    """So many bytes at least for a thread."""
    now = ctypes.c_size_t()
    driver.call("cuCtxGetLimit", ctypes.byref(now), 0)
    if now.value < size:
        driver.call("cuCtxSetLimit", 0, ctypes.c_size_t(size))


def _framework(wanted: str | None) -> str:
    """Whose arrays: torch's where it is installed, else CuPy's, else our own."""
    if wanted is not None:
        if wanted not in ("torch", "cupy", "dlpack"):
            raise ValueError(f"tensors is torch, cupy or dlpack, not {wanted!r}")
        return wanted
    for name in ("torch", "cupy"):
        if importlib.util.find_spec(name):
            return name
    return "dlpack"


class CudaBatch(Batch):
    """n tables of a game on a GPU. As Batch, but for this:

    The arrays are CUDA tensors of torch, CuPy or our own (tensors="dlpack": hand them to
    jax.dlpack.from_dlpack and the like). Nothing waits for the GPU: a step is put on the
    current stream (or 'stream'), and an action that is not legal leaves its table as it is
    and is told by the next check(), snapshot() or close(). Rows of observations begin at
    multiples of sixteen bytes; 'rows' are the same with what fills them up, one after the
    other, as JAX wants them. observe=False leaves observations out of a step.
    """

    def __init__(
        self,
        game: str,
        n: int,
        threads: int = 1,
        *,
        device: str = "cuda",
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        agents: Sequence[str | None] | None = None,
        observe: bool = True,
        tensors: str | None = None,
        stream: Any = None,
        ms: int = 0,
        iterations: int = 0,
    ) -> None:
        del threads, ms, iterations
        if agents is not None and any(agents):
            raise ValueError("built-in players sit at tables on the CPU only")
        kind, _, number = device.partition(":")
        if kind != "cuda" or (number and not number.isdigit()):
            raise ValueError(f"device is cpu, cuda or cuda:N, not {device!r}")
        self._sizes(game, n, players)
        self._device = driver.device(int(number or 0))
        self._given, self._framework = stream, _framework(tensors)
        self._json = json.dumps({"players": self.players, "options": options or {}})
        setup = _core.setup(game, self._json)
        self._kernel = _load(self._device, game)
        self._samples, self._closed = 0, False
        self._allocate(setup, observe)
        self.reset(seed)

    def _sizes(self, game: str, n: int, players: int | None) -> None:
        if not isinstance(n, int) or isinstance(n, bool) or n < 1 or n > 1 << 24:
            raise ValueError(f"n is a whole number from 1 to {1 << 24}, not {n!r}")
        self.spaces = spaces(game)
        self.players = self.spaces.players[0] if players is None else players
        self.game, self.n, self.threads = game, n, 0
        if self.players not in self.spaces.players:
            raise ValueError(f"{game} is for {self.spaces.players} players, not {players}")
        self.state_bytes = _core.state_bytes(game)

    def _allocate(self, setup: bytes, observe: bool) -> None:
        n, sp = self.n, self.spaces
        row = -(-sp.observation * np.dtype(sp.dtype).itemsize // _CHUNK) * _CHUNK
        chunks = -(-self.state_bytes // _CHUNK)
        blocks = -(-n // _LANES) * _LANES
        catalog = _core.catalog(self.game)
        sizes = {
            "catalog": len(catalog),
            "states": blocks * chunks * _CHUNK,
            "seed": 8 * n,
            "number": 4 * n,
            "moves": 4 * n,
            "seen": n * row if observe else 0,
            "masks": 8 * n * sp.words,
            "rewards": 4 * n * self.players,
            "dones": n,
            "actors": n,
            "counts": 4 * n,
            "actions": 4 * n,
            "draws": 8 * n,
            "finished": 4 * n,
            "scores": 4 * n * self.players,
            "order": 4 * n,
            "ended": 4 * n,
            "ended_count": 4,
            "waiting": 4 * n,
            "waiting_count": 4,
            "group": 4 * n,
            "rank": 4 * n,
            "group_count": 4 * _GROUPS,
            "group_first": 4 * _GROUPS,
            "refused": 4,
        }
        self._memory = {name: driver.Memory(self._device, size) for name, size in sizes.items()}
        self._memory["catalog"].write(catalog)
        self._tables = _Tables(count=n)
        for name, memory in self._memory.items():
            setattr(self._tables, name, memory.pointer)
        ctypes.memmove(self._tables.setup, setup, len(setup))
        self._grouped = self.game in _GROUPED
        self._tables.order = 0
        self._call = _Call()
        self._arguments = (ctypes.c_void_p * 2)(ctypes.addressof(self._tables), ctypes.addressof(self._call))
        self._arrays: dict[str, Array] = {}
        self.observations = self._array("seen", (n, sp.observation), sp.dtype, row)
        whole = row // np.dtype(sp.dtype).itemsize
        self.rows = self._array("seen", (n, whole), sp.dtype)
        if not observe:
            self.observations = self.rows = None
        self.masks = self._array("masks", (n, sp.words), np.uint64)
        self.rewards = self._array("rewards", (n, self.players), np.float32)
        self.dones = self._array("dones", (n,), np.bool_)
        self.actors = self._array("actors", (n,), np.int8)
        self.counts = self._array("counts", (n,), np.int32)
        self.actions = self._array("actions", (n,), np.int32)
        self.finished = self._array("finished", (n,), np.int32)
        self.scores = self._array("scores", (n, self.players), np.int32)
        self._unpacked: Any = None

    def _array(self, name: str, shape: tuple[int, ...], dtype: Any, row: int | None = None) -> Any:
        made = Array(self._memory[name], shape, dtype, self._stream, row)
        self._arrays[name] = made
        return self._as_tensor(made)

    def _as_tensor(self, made: Array) -> Any:
        if self._framework == "torch":
            import torch

            return torch.from_dlpack(made)
        if self._framework == "cupy":
            import cupy

            return cupy.from_dlpack(made)
        return made

    def _stream(self) -> int:
        return driver.stream_of(self._given)

    def _run(self, kernel: str, total: int | None = None, **given: int) -> None:
        """Put a kernel on the stream."""
        if self._closed:
            raise RuntimeError("this Batch is closed")
        self._device.enter()
        for name, value in given.items():
            setattr(self._call, name, value)
        blocks = -(-(self.n if total is None else total) // nvrtc.BLOCK)
        driver.call(
            "cuLaunchKernel",
            self._kernel[f"kernel_{kernel}"],
            blocks, 1, 1, nvrtc.BLOCK, 1, 1, 0,
            ctypes.c_void_p(self._stream()),
            self._arguments,
            None,
        )  # fmt: skip

    def reset(self, seed: int | Any = 0) -> Any:
        self._memory["seed"].write(self._seeds(seed), self._stream())
        self._run("reset")
        self._look()
        return self.observations

    def _act(self) -> None:
        self._group(0)
        self._run("act")
        if self.game in _DEFERRING:
            self._run("resume")
        self._run("deal")

    def _look(self, sees: bool = True) -> None:
        self._group(1)
        self._run("look")
        self._tables.order = 0
        if sees and self.observations is not None:
            self._run("see")

    def _group(self, what: int) -> None:
        """Tables that do alike become neighbours, where that pays."""
        if self._grouped:
            self._run("count_groups", steps=what)
            self._run("begin_groups", _GROUPS)
            self._tables.order = self._memory["order"].pointer
            self._run("order")

    def sample(self, rng: np.random.Generator | int | None = None) -> Any:
        self._run("sample", seed=self._draw(rng))
        return self.actions

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        if actions is not self.actions:
            self._take(actions)
        self._act()
        self._look()
        return self.observations, self.rewards, self.dones

    def _take(self, actions: Any) -> None:
        """Actions of somebody else's, 32 or 64 bits wide, as ours."""
        if not hasattr(actions, "__dlpack__"):
            raise TypeError(f"actions are a CUDA array, not {type(actions).__name__}")
        given = Borrowed(actions, self._stream())
        if given.shape != (self.n,):
            raise ValueError(f"actions have the shape {given.shape}, not {(self.n,)}")
        if given.code not in (0, 1) or given.bits not in (32, 64):
            raise TypeError("actions are whole numbers of 32 or 64 bits")
        if given.device != self._device.number:
            raise ValueError(f"actions lie on GPU {given.device}, not {self._device.number}")
        if given.bits == 64:
            self._run("take", input=given.pointer)
            return
        self._device.enter()
        driver.call(
            "cuMemcpyDtoDAsync_v2",
            ctypes.c_uint64(self._tables.actions),
            ctypes.c_uint64(given.pointer),
            ctypes.c_size_t(4 * self.n),
            ctypes.c_void_p(self._stream()),
        )

    def play(self, steps: int, policy: Any = None, rng: Any = None) -> tuple[Any, Any]:
        weights = self._weights(policy)
        kept = None
        if weights is not None:
            kept = driver.Memory(self._device, weights.nbytes)
            kept.write(weights.tobytes())
        self._run("begin_play", seed=self._draw(rng))
        for step in range(steps):
            self._run("draw", input=kept.pointer if kept else 0)
            self._act()
            self._look(step == steps - 1)
        if kept:
            self.synchronize()
        return self.finished, self.scores

    def mask(self) -> Any:
        if self._unpacked is None:
            shape = (self.n, self.spaces.actions)
            self._memory["unpacked"] = driver.Memory(self._device, self.n * self.spaces.actions)
            self._unpacked = self._array("unpacked", shape, np.bool_)
        total = self.n * self.spaces.actions
        self._run("unpack", total, output=self._memory["unpacked"].pointer)
        return self._unpacked

    def states(self) -> bytes:
        """Every state, one after the other, as the CPU has them."""
        out = driver.Memory(self._device, self.n * self.state_bytes)
        self._run("states_out", output=out.pointer)
        return out.read(stream=self._stream())

    def hashes(self) -> np.ndarray:
        """64 bits that stand for each state."""
        out = driver.Memory(self._device, 8 * self.n)
        self._run("hash", output=out.pointer)
        return np.frombuffer(out.read(stream=self._stream()), np.uint64)

    def games(self, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whole games played by chance from the list of legal moves, as tests/golden has
        them: for each its hash over every state on the way, and its moves."""
        if self.game == "smashup":
            _stack(2 * _STACK)  # for the list of moves too
        setup = np.frombuffer(bytes(self._tables.setup), np.uint8)
        rows = np.tile(setup, (self.n, 1))
        rows[:, :8] = np.ascontiguousarray(seeds, np.uint64).view(np.uint8).reshape(-1, 8)
        given = driver.Memory(self._device, rows.nbytes)
        out = driver.Memory(self._device, 8 * self.n)
        given.write(rows.tobytes())
        self._run("games", input=given.pointer, output=out.pointer)
        hashes = np.frombuffer(out.read(stream=self._stream()), np.uint64)
        return hashes, self._arrays["finished"].numpy()

    def synchronize(self) -> None:
        """Wait for everything that was asked for."""
        self._device.enter()
        driver.call("cuStreamSynchronize", ctypes.c_void_p(self._stream()))

    def check(self) -> None:
        """Wait, and raise ValueError if an action was not legal since the last check."""
        found = int.from_bytes(self._memory["refused"].read(stream=self._stream()), "little")
        if found:
            self._memory["refused"].write(bytes(4))
            raise ValueError(f"an action of table {found - 1} was not legal there")

    def snapshot(self) -> bytes:
        self.check()
        parts = [self._memory[name].read(stream=self._stream()) for name in ("seed", "number", "moves")]
        return _core.snapshot(self.game, self._json, self.n, (self.states(), *parts))

    def restore(self, snapshot: bytes) -> Any:
        parts = _core.snapshot_parts(self.game, self._json, self.n, snapshot)
        for name, part in zip(("seed", "number", "moves"), parts[1:], strict=True):
            self._memory[name].write(part, self._stream())
        given = driver.Memory(self._device, len(parts[0]))
        given.write(parts[0])
        self._run("states_in", input=given.pointer)
        self._look()
        self._memory["rewards"].zero(self._stream())
        self._memory["dones"].zero(self._stream())
        self.synchronize()
        return self.observations

    def close(self) -> None:
        if not self._closed:
            self.synchronize()
            self._closed = True
            self.check()

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game} on {self._device.name}>"
