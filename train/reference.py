"""A network file, read and worked out in NumPy: what agents/net.c must say to the last bit."""

import struct
from typing import NamedTuple

import numpy as np

from sights import FROM, IS, VIA, Sight

MAGIC, FORMAT, SHIFT, CEILING = b"parlor\0n", 1, 24, 32767
HEAD = "<8sIIQ16s8I"


class Layer(NamedTuple):
    bias: np.ndarray  # int32 [outputs]
    scale: np.ndarray  # int32 [outputs]
    weight: np.ndarray  # int8 [outputs, inputs]

    def __call__(self, given: np.ndarray) -> np.ndarray:
        return scaled(self.weight.astype(np.int64) @ given, self)


class File(NamedTuple):
    """What is in it, in order."""

    game: str
    fingerprint: int
    numbers: int
    actions: int
    sights: list[Sight]
    fits: list[tuple[int, int]]
    first: Layer  # its weights are rows, one for each fact: [rows, wide]
    second: Layer
    third: Layer
    out: Layer  # the actions, then the odds


def scaled(total: np.ndarray, layer: Layer) -> np.ndarray:
    product = (total.astype(np.int64) + layer.bias) * layer.scale + (1 << (SHIFT - 1))
    return product >> SHIFT


def rows_on(file: File, sees: np.ndarray) -> list[int]:
    """The rows that are switched on; 'sees' is the observation, then the legal actions."""
    on = []
    for s in file.sights:
        told = there = int(sees[s.place])
        if s.kind == FROM:
            told = s.least if there >= s.least else -1
        elif s.kind != IS:
            other = s.other + (there if s.kind == VIA else 0)
            told = int(sees[other]) if there > 0 and other < file.numbers else -1
        if s.least <= told <= s.most:
            on.append(s.row + told - s.least)
    return on


def run(file: File, observation: np.ndarray, actions: list[int]) -> tuple[list[int], int]:
    """A rating for each of these actions, and the odds; thousandths of a factor of two."""
    sees = np.zeros(file.numbers + file.actions, np.int64)
    sees[: file.numbers] = observation
    sees[[file.numbers + action for action in actions]] = 1
    total = file.first.weight[rows_on(file, sees)].astype(np.int64).sum(0)
    hidden = scaled(total, file.first).clip(0, CEILING)
    for layer in (file.second, file.third):
        hidden = layer(hidden).clip(0, CEILING)
    out = file.out(hidden)
    return [int(out[action]) for action in actions], int(out[file.actions])


def hash_bytes(data: bytes) -> int:
    """engine/hash.c."""

    def fold(value: int, word: int) -> int:
        value = (value ^ word) * 0x9FB21C651E98DF25 & (1 << 64) - 1
        return value ^ value >> 29

    value = 0x2545F4914F6CDD1D ^ len(data)
    whole = len(data) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        value = fold(value, word)
    value = fold(value, int.from_bytes(data[whole:], "little"))
    return fold(value, value >> 32)


def write(file: File) -> bytes:
    rows, wide = file.first.weight.shape
    body = b"".join(struct.pack("<6H", *s) for s in file.sights)
    body += b"".join(struct.pack("<Hh", *fit) for fit in file.fits)
    for layer in (file.first, file.second, file.third, file.out):
        body += layer.bias.astype("<i4").tobytes() + layer.scale.astype("<i4").tobytes()
        body += layer.weight.astype(np.int8).tobytes()
    size = struct.calcsize(HEAD) + len(body) + 8
    head = struct.pack(HEAD, MAGIC, FORMAT, size, file.fingerprint, file.game.encode(), file.numbers,
                       file.actions, len(file.sights), len(file.fits), rows, wide,
                       len(file.second.bias), 0)  # fmt: skip
    return head + body + struct.pack("<Q", hash_bytes(head + body))


def read(data: bytes) -> File:
    magic, form, size, fingerprint, game, *counts = struct.unpack_from(HEAD, data)
    if magic != MAGIC or form != FORMAT or size != len(data):
        raise ValueError("this is not a network of parlor's")
    numbers, actions, sights, fits, rows, wide, deep, _ = counts
    at = struct.calcsize(HEAD)

    def take(dtype: str, *shape: int) -> np.ndarray:
        nonlocal at
        count = int(np.prod(shape))
        taken = np.frombuffer(data, dtype, count, at).reshape(shape)
        at += taken.nbytes
        return taken

    seen = [Sight(*map(int, row)) for row in take("<u2", sights, 6)]
    fit = [(int(place), int(value)) for place, value in take("<i2", fits, 2)]
    layers = [
        Layer(take("<i4", outputs), take("<i4", outputs), take("i1", *shape))
        for outputs, shape in (
            (wide, (rows, wide)),
            (deep, (deep, wide)),
            (deep, (deep, deep)),
            (actions + 1, (actions + 1, deep)),
        )
    ]
    return File(game.rstrip(b"\0").decode(), fingerprint, numbers, actions, seen, fit, *layers)
