"""Random rollouts of a thousand tables: how long games are, and who wins: rollouts.py [steps]"""

import sys

import numpy as np

import parlor

TABLES, STEPS = 1024, int(sys.argv[1]) if len(sys.argv) > 1 else 300
for game in parlor.games():
    with parlor.Batch(game, TABLES, threads=2, seed=3) as batch:
        ended, won = 0, np.zeros(batch.players)
        for _ in range(STEPS):
            batch.step(batch.sample())
            ended += int(batch.dones.sum())
            won += (batch.rewards > 0).sum(0)
        print(f"{game}: {ended} games ended, won by seat: {won.astype(int).tolist()}")
