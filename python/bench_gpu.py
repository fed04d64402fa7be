"""Speeds of Batch on a GPU: every step draws, acts, deals anew, writes masks and rewards.

python bench_gpu.py [GAME...]
"""

import statistics
import sys
import time

import parlor

TABLES = {"sea-salt": 1 << 22, "duel": 1 << 22, "smashup": 1 << 18, "combat": 1 << 18}
WANTED = {  # million steps a second: without observations, with them
    "sea-salt": (1000, 300),
    "duel": (600, 200),
    "smashup": (60, None),
    "combat": (40, None),
}


def speed(batch: parlor.Batch, steps: int) -> float:
    """Million steps a second, the median of five."""
    times = []
    for _ in range(6):
        batch.synchronize()
        began = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.sample())
        batch.synchronize()
        times.append((time.perf_counter() - began) / steps)
    return batch.n / statistics.median(times[1:]) / 1e6


def main() -> None:
    print("game        tables   without obs.  (wanted)   with obs.  (wanted)   [M steps/s]")
    for game in sys.argv[1:] or TABLES:
        n, found = TABLES[game], []
        large = n < 1 << 20
        for observe in (False, True):
            batch = parlor.Batch(game, n, device="cuda", observe=observe, tensors="dlpack")
            batch.play(300)  # so that tables are in the middle of their games
            found.append(speed(batch, 10 if large else 40))
            batch.close()
            del batch
        wanted = [f"{w}" if w else "-" for w in WANTED[game]]
        print(
            f"{game:<10}{n:>8}{found[0]:>14.1f}{wanted[0]:>11}{found[1]:>13.1f}{wanted[1]:>11}",
            flush=True,
        )


if __name__ == "__main__":
    main()
