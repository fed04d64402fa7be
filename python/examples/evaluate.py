"""Evaluate policies against the built-in player `hard`: evaluate.py [games]

The first legal action, chance, and `greedy`; a policy of yours is one function more.
"""

import sys

import numpy as np

import parlor

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 64


def evaluate(policy, game: str, opponent: str, iterations: int = 0) -> float:
    """The share of games won, each table's first."""
    batch = parlor.Batch(game, GAMES, 2, agents=(None, opponent), seed=5, iterations=iterations)
    done, points = np.zeros(GAMES, bool), np.zeros(GAMES)
    while not done.all():
        batch.step(policy(batch))
        points = np.where(~done & batch.dones, batch.rewards[:, 0], points)
        done |= batch.dones
    return float((points > 0).mean())


POLICIES = {
    "first": lambda batch: batch.mask().argmax(1),
    "random": lambda batch: batch.sample(),
}
for name, policy in POLICIES.items():
    print(f"{name} wins {evaluate(policy, 'duel', 'hard', iterations=30):.0%} against hard")
greedy = parlor.tournament(["greedy", "hard"], GAMES, game="duel", iterations=30)
print(f"greedy wins {greedy.rate('greedy'):.0%} against hard")
