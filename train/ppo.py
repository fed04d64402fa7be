"""Proximal policy optimization: play so many steps, then learn what was better than expected.

Every decision is looked at from the seat that makes it. Who acts next may be the other one:
then its gain is our loss.
"""

from typing import NamedTuple

import torch

from league import League
from model import Net, draw
from tables import Tables

LAMBDA, CLIP, VALUE = 0.95, 0.2, 1.0


class Rows(NamedTuple):
    """Decisions, one a row."""

    seen: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    chance: torch.Tensor  # the log of how likely it was
    gain: torch.Tensor  # how much better it went than expected
    share: torch.Tensor  # of the win that came of it
    own: torch.Tensor  # the learner's decision, with something to choose


class Told(NamedTuple):
    """What learning says of itself."""

    policy: float
    value: float
    entropy: float
    change: float


@torch.no_grad()
def collect(tables: Tables, net: Net, league: League, steps: int) -> Rows:
    rows: dict[str, list[torch.Tensor]] = {}
    league.invite()
    for _ in range(steps):
        seen, mask, actors = tables.seen.clone(), tables.mask.clone(), tables.actors
        logits, odds = net(seen, mask)
        action = draw(logits)
        guests = league.guests(actors)
        part = slice(0, league.tables)
        if league.past:
            other = draw(league.guest(seen[part], mask[part])[0])
            action[part] = torch.where(guests[part], other, action[part])
        chance = logits.log_softmax(-1).gather(1, action[:, None])[:, 0]
        tables.step(action)
        reward = tables.rewards.gather(1, actors[:, None])[:, 0]
        over = tables.dones.float()
        same = torch.where(tables.actors == actors, 1.0, -1.0) * (1 - over)
        now = dict(seen=seen, mask=mask, action=action, chance=chance, reward=reward, same=same,
                   worth=odds.sigmoid() * 2 - 1, own=~guests & (mask.sum(1) > 1))  # fmt: skip
        for name, row in now.items():
            rows.setdefault(name, []).append(row)
    following = net(tables.seen, tables.mask)[1].sigmoid() * 2 - 1
    gain, gains = torch.zeros_like(following), []
    for step in reversed(range(steps)):
        same, worth = rows["same"][step], rows["worth"][step]
        gain = rows["reward"][step] + same * following - worth + LAMBDA * same * gain
        gains.insert(0, gain)
        following = worth
    flat = {name: torch.cat(row) for name, row in rows.items()}
    gain = torch.cat(gains)
    share = ((flat["worth"] + gain + 1) / 2).clamp(0, 1)
    return Rows(flat["seen"], flat["mask"], flat["action"], flat["chance"], gain, share, flat["own"])


def learn(net: Net, optimizer: torch.optim.Optimizer, rows: Rows, parts: int, keep: float) -> Told:
    """One pass over the rows; 'keep' is what an undecided player is worth."""
    size, told = len(rows.gain) // parts, []
    chosen = rows.gain[rows.own]
    centre, scale = chosen.mean(), chosen.std() + 1e-6
    for part in torch.randperm(parts).tolist():
        # Tables are alike, so a slice is as good as a draw; its rows lie together.
        now = Rows(*[row[part * size : (part + 1) * size] for row in rows])
        own = now.own.float() / now.own.float().sum().clamp(min=1)
        gain = (now.gain - centre) / scale
        logits, odds = net(now.seen, now.mask)
        logs = logits.log_softmax(-1)
        change = logs.gather(1, now.action[:, None])[:, 0] - now.chance
        ratio = (change * now.own).exp()
        better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        policy = -(better * own).sum()
        value = torch.nn.functional.binary_cross_entropy_with_logits(odds, now.share)
        entropy = (-(logs.exp() * logs).sum(-1) * own).sum()
        loss = policy + VALUE * value - keep * entropy
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()
        told.append(torch.stack([policy, value, entropy, ((ratio - 1 - change) * own).sum()]).detach())
    return Told(*torch.stack(told).mean(0).tolist())
