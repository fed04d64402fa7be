"""Explore a match: moves by name, events, views, undo, forks, agents."""

import parlor

match = parlor.Match("duel", seed=7)
for move in match.legal():
    print(move, "|", move.say("zh-Hans"))
print(match.apply(match.legal()[0]))
try:
    match.apply({"type": "build_card", "card": "lumber_yard"})
except parlor.Refused as refused:
    print("refused:", refused.code, "-", refused.sentence)
other = match.fork()
other.apply(other.agent("greedy"))
print(match, other, sep="\n")
assert other.undo().hash == match.hash
match.play_out(["greedy", "random"])
print(match, match.analyse(iterations=20))
