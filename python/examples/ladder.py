"""A ladder of built-in players; with Ray on as many machines as there are: ladder.py [auto]"""

import sys

import parlor

result = parlor.tournament(
    ["random", "greedy", "medium"],
    games=60,
    game="sea-salt",
    iterations=20,
    ray=sys.argv[1] if len(sys.argv) > 1 else None,
)
for agent in sorted(result.agents, key=result.rate, reverse=True):
    print(f"{agent:8} {result.rate(agent):6.1%} {result.elo(agent):+6.0f}")
