"""Networks in C held to the same file worked out in NumPy, bit for bit; TAP.

Run by ./test with the interpreter of .deps/python; torch is not needed.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import tap

import parlor
from parlor import _core

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "train"))

import reference  # noqa: E402
from sights import FROM, IS, VIA, WITH, Sight  # noqa: E402


def positions(game, tables=16, steps=160, every=5):
    """Observations with the places of the legal actions, from random play."""
    batch = parlor.Batch(game, tables, seed=9)
    for step in range(steps):
        if step % every == 0:
            for seen, mask in zip(batch.observations, batch.mask()):
                yield seen, np.flatnonzero(mask).astype(np.uint16)
        batch.step(batch.sample(step))


def said_by_c(game, data, seen, actions):
    ratings = np.zeros(len(actions), np.int32)
    odds = _core.net_run(game, data, seen.tobytes(), actions.tobytes(), ratings)
    return ratings.tolist(), odds


def hold(game, data, count):
    file = reference.read(data)
    assert reference.write(file) == data
    told = set()
    for seen, actions in positions(game):
        here = reference.run(file, seen, actions.tolist())
        assert said_by_c(game, data, seen, actions) == here, here
        told.add(here[1])
        count -= 1
        if not count:
            break
    assert len(told) > 20, "it says the same everywhere"


def shipped_networks_are_exact():
    for path in sorted((ROOT / "data/nets").glob("*.net")):
        hold(path.stem, path.read_bytes(), 300)


def layer(rng, outputs, inputs, scale):
    weight = rng.integers(-127, 128, (outputs, inputs))
    bias = rng.integers(-20000, 20000, outputs)
    return reference.Layer(bias.astype(np.int32), np.full(outputs, scale, np.int32), weight.astype(np.int8))


def made_up(game, seed):
    """Every kind of sight, rows shared, sums that reach the ceiling and fall below zero."""
    rng, spaces = np.random.default_rng(seed), parlor.spaces(game)
    sights, row = [], 0
    for _ in range(400):
        kind, place = int(rng.integers(4)), int(rng.integers(spaces.observation))
        least = int(rng.integers(0, 3))
        most = least if kind == FROM else least + int(rng.integers(0, 9))
        other = int(rng.integers(spaces.observation)) if kind in (WITH, VIA) else 0
        sights.append(Sight(kind, place, other, row, least, most))
        row += 0 if rng.random() < 0.2 else most - least + 1
    sights += [Sight(FROM, spaces.observation + a, 0, a % row, 1, 1) for a in range(600)]
    first = layer(rng, 32, row + 16, 3 << 24)
    return reference.File(
        game,
        _core.net_fingerprint(game),
        spaces.observation,
        spaces.actions,
        sights,
        [],
        first._replace(weight=np.ascontiguousarray(first.weight.T)),
        layer(rng, 16, 32, 1 << 16),
        layer(rng, 16, 16, 1 << 17),
        layer(rng, spaces.actions + 1, 16, 1 << 18),
    )


def any_network_is_exact():
    for seed, game in enumerate(("sea-salt", "duel", "combat")):
        file = made_up(game, seed)
        assert {s.kind for s in file.sights} == {IS, FROM, WITH, VIA}
        hold(game, reference.write(file), 100)


def a_network_that_does_not_fit_is_refused():
    data = (ROOT / "data/nets/duel.net").read_bytes()
    seen, actions = next(positions("duel"))
    for game, file, code in (("duel", data[:-1], "net_broken"), ("sea-salt", data, "net_other")):
        try:
            said_by_c(game, file, seen, actions)
        except parlor.Refused as said:
            assert said.code == code, said.code
            continue
        raise AssertionError(f"{code} was not raised")


def a_match_asks_those_who_learned():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("instinct", "expert"):
            parlor.Match("duel", seed=3).agent(name, iterations=20)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        parlor.Match("sea-salt", players=3, seed=3).agent("expert", iterations=20)
    assert any("hard plays in its place" in str(each.message) for each in heard), heard


TESTS = [
    shipped_networks_are_exact,
    any_network_is_exact,
    a_network_that_does_not_fit_is_refused,
    a_match_asks_those_who_learned,
]


def main():
    tap.run([(tap.named(test), test) for test in TESTS])


if __name__ == "__main__":
    main()
