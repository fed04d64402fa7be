"""Evaluate a policy against a built-in player: here the first legal action, and chance."""

import numpy as np

import parlor

GAMES = 64


def first_legal(batch: parlor.Batch) -> np.ndarray:
    return batch.mask().argmax(1)


def evaluate(policy, game: str, opponent: str, iterations: int = 0) -> float:
    batch = parlor.Batch(game, GAMES, 2, agents=(None, opponent), seed=5, iterations=iterations)
    done, points = np.zeros(GAMES, bool), np.zeros(GAMES)
    while not done.all():
        batch.step(policy(batch))
        points = np.where(~done & batch.dones, batch.rewards[:, 0], points)
        done |= batch.dones
    return float((points > 0).mean())


for name, policy in {"first": first_legal, "random": lambda batch: batch.sample()}.items():
    print(f"{name} wins {evaluate(policy, 'duel', 'hard', iterations=30):.0%} against hard")
