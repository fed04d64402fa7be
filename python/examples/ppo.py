"""PPO in one file, in the manner of CleanRL, with nothing but NumPy.

One seat learns against a built-in player on a Batch: ppo.py [--game duel] [--updates 60]
"""

import argparse
from dataclasses import dataclass

import numpy as np

import parlor


@dataclass
class Args:
    game: str = "sea-salt"
    opponent: str = "random"
    tables: int = 64
    steps: int = 64
    updates: int = 60
    epochs: int = 3
    minibatches: int = 4
    hidden: int = 96
    rate: float = 1.5e-3
    gamma: float = 0.997
    lam: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1
    threads: int = 2


class Net:
    """One hidden layer; policy and value from it; Adam."""

    def __init__(self, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        self.w = {
            "in": rng.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)).astype(np.float32),
            "in_b": np.zeros(hidden, np.float32),
            "pi": np.zeros((hidden, actions), np.float32),
            "pi_b": np.zeros(actions, np.float32),
            "v": np.zeros((hidden, 1), np.float32),
            "v_b": np.zeros(1, np.float32),
        }
        self.m = {k: np.zeros_like(a) for k, a in self.w.items()}
        self.s = {k: np.zeros_like(a) for k, a in self.w.items()}
        self.t = 0

    def forward(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden layer, probabilities of the legal actions, value."""
        h = np.tanh(x @ self.w["in"] + self.w["in_b"])
        logits = np.where(mask, h @ self.w["pi"] + self.w["pi_b"], -1e9)
        p = np.exp(logits - logits.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        return h, p, (h @ self.w["v"] + self.w["v_b"])[:, 0]

    def learn(self, grads: dict[str, np.ndarray], rate: float) -> None:
        """One step of Adam, the gradient's norm at most 0.5."""
        norm = np.sqrt(sum(float((g * g).sum()) for g in grads.values()))
        self.t += 1
        for k, g in grads.items():
            g = g * min(1.0, 0.5 / (norm + 1e-8))
            self.m[k] += 0.1 * (g - self.m[k])
            self.s[k] += 0.001 * (g * g - self.s[k])
            m = self.m[k] / (1 - 0.9**self.t)
            s = self.s[k] / (1 - 0.999**self.t)
            self.w[k] -= rate * m / (np.sqrt(s) + 1e-5)


def scale(game: str) -> np.ndarray:
    """Every number of an observation as a part of the most it can be."""
    spaces = parlor.spaces(game)
    most = np.ones(spaces.observation, np.float32)
    for part in spaces.parts:
        most[part.where] = max(1, min(part.most, 100))
    return 1 / most


def draw(p: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each row."""
    picks = (p.cumsum(1) < rng.random((len(p), 1))).sum(1)
    bad = p[np.arange(len(p)), np.minimum(picks, p.shape[1] - 1)] <= 0
    return np.where(bad, p.argmax(1), picks)


def update(net: Net, a: Args, x, mask, action, old, advantage, target) -> None:
    """The clipped objective, its gradient by hand."""
    h, p, v = net.forward(x, mask)
    n = len(x)
    rows = np.arange(n)
    chosen = np.maximum(p[rows, action], 1e-8)
    ratio = chosen / old
    held = ((ratio > 1 + a.clip) & (advantage > 0)) | ((ratio < 1 - a.clip) & (advantage < 0))
    g_log = np.where(held, 0, ratio * advantage) / n
    logp = np.log(np.maximum(p, 1e-8))
    entropy = -(p * logp).sum(1, keepdims=True)
    d = p * g_log[:, None]
    d[rows, action] -= g_log
    d += a.entropy / n * p * (logp + entropy)
    dv = (v - target)[:, None] * (0.5 / n)
    dh = (d @ net.w["pi"].T + dv @ net.w["v"].T) * (1 - h * h)
    grads = {"pi": h.T @ d, "pi_b": d.sum(0), "v": h.T @ dv, "v_b": dv.sum(0)}
    grads |= {"in": x.T @ dh, "in_b": dh.sum(0)}
    net.learn({k: g.astype(np.float32) for k, g in grads.items()}, a.rate)


def collect(batch: parlor.Batch, net: Net, a: Args, factor, rng):
    """A rollout of every table, with advantages; and the games that ended."""
    shape = (a.steps, a.tables)
    xs = np.empty((*shape, batch.spaces.observation), np.float32)
    masks = np.empty((*shape, batch.spaces.actions), np.bool_)
    actions, old = np.empty(shape, np.int64), np.empty(shape, np.float32)
    values, rewards = np.empty((a.steps + 1, a.tables), np.float32), np.empty(shape, np.float32)
    dones = np.empty(shape, np.bool_)
    for t in range(a.steps):
        xs[t], masks[t] = batch.observations * factor, batch.mask()
        _, p, values[t] = net.forward(xs[t], masks[t])
        actions[t] = draw(p, rng)
        old[t] = np.maximum(p[np.arange(a.tables), actions[t]], 1e-8)
        batch.step(actions[t])
        rewards[t], dones[t] = batch.rewards[:, 0], batch.dones
    values[a.steps] = net.forward(batch.observations * factor, batch.mask())[2]
    advantage, after = np.empty(shape, np.float32), np.zeros(a.tables, np.float32)
    for t in reversed(range(a.steps)):
        goes_on = ~dones[t]
        delta = rewards[t] + a.gamma * values[t + 1] * goes_on - values[t]
        after = delta + a.gamma * a.lam * goes_on * after
        advantage[t] = after
    target = advantage + values[:-1]
    return xs, masks, actions, old, advantage, target, rewards[dones]


def train(a: Args, say=print) -> float:
    """The share of games won in the last quarter of the training."""
    rng = np.random.default_rng(a.seed)
    seats = (None, a.opponent)
    batch = parlor.Batch(a.game, a.tables, a.threads, seed=a.seed, agents=seats)
    net = Net(batch.spaces.observation, batch.spaces.actions, a.hidden, rng)
    factor, ended = scale(a.game), []
    for number in range(a.updates):
        *parts, results = collect(batch, net, a, factor, rng)
        flat = [part.reshape(-1, *part.shape[2:]) for part in parts]
        ended.append(results)
        for _ in range(a.epochs):
            for rows in np.array_split(rng.permutation(len(flat[0])), a.minibatches):
                x, mask, action, old, adv, target = (part[rows] for part in flat)
                adv = (adv - adv.mean()) / (adv.std() + 1e-8)
                update(net, a, x, mask, action, old, adv, target)
        recent = np.concatenate(ended[-10:])
        if say and len(recent) and number % 5 == 4:
            say(f"update {number + 1}: {(recent > 0).mean():.0%} won of {len(recent)}")
    last = np.concatenate(ended[-max(1, a.updates // 4) :])
    return float((last > 0).mean()) if len(last) else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in vars(Args()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    share = train(Args(**vars(parser.parse_args())))
    print(f"won {share:.0%} of its games in the last quarter")


if __name__ == "__main__":
    main()
