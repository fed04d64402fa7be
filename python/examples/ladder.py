"""A ladder of built-in players: ladder.py [games] [auto]

With "auto", or an address, on the machines of a Ray cluster; without, on two processes of
this one. Either way the ratings are the same. What is done is kept beside the program and not
done again when it was interrupted.
"""

import sys

import parlor

given = sys.argv[1:]
where = {"ray": given[1]} if len(given) > 1 else {"workers": 2}
ratings = parlor.ladder(
    ["random", "greedy", "medium"],
    games=int(given[0]) if given else 120,
    game="duel",
    iterations=20,
    keep="ladder.jsonl",
    progress=lambda done, games: print(f"\r{done} of {games}", end="", flush=True),
    **where,
)
print()
for agent, rating, error in ratings:
    print(f"{agent:8} {rating:+6.0f} ± {error:.0f}")
