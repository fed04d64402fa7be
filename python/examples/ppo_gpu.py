"""PPO on the duel with everything on the GPU: tables, network, learning. Needs torch.

    python ppo_gpu.py [seconds]

A player learns against itself; every decision is looked at from the seat that makes it.
"""

import sys
import time

import torch
from torch import nn

import parlor

TABLES, STEPS, PARTS, GAMMA, LAMBDA, CLIP = 65536, 16, 8, 1.0, 0.95, 0.2


class Player(nn.Module):
    """256 x 3, then what to do and how it will end."""

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        sizes = [seen, 256, 256, 256]
        layers = [[nn.Linear(a, b), nn.ReLU()] for a, b in zip(sizes, sizes[1:], strict=False)]
        self.body = nn.Sequential(*[part for layer in layers for part in layer])
        self.act, self.value = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast("cuda", torch.bfloat16):
            hidden = self.body(seen.to(torch.bfloat16).log1p_())
            logits, value = self.act(hidden), self.value(hidden)
        return logits.float().masked_fill(~mask, -1e9), value.float().squeeze(-1)


def draw(logits: torch.Tensor) -> torch.Tensor:
    return (logits - torch.empty_like(logits).exponential_().log_()).argmax(-1)


def collect(batch: parlor.Batch, player: Player) -> dict[str, torch.Tensor]:
    """So many steps at every table, then what each was worth."""
    rows: dict[str, list[torch.Tensor]] = {}
    for _ in range(STEPS):
        seen, mask, actor = batch.observations.clone(), batch.mask().clone(), batch.actors.long()
        logits, value = player(seen, mask)
        action = draw(logits)
        chance = logits.log_softmax(-1).gather(1, action[:, None])[:, 0]
        batch.step(action)
        reward = batch.rewards.gather(1, actor[:, None])[:, 0]
        done = batch.dones.float()
        same = torch.where(batch.actors.long() == actor, 1.0, -1.0) * (1 - done)
        now = dict(seen=seen, mask=mask, action=action, chance=chance, value=value,
                   reward=reward, same=same)  # fmt: skip
        for name, row in now.items():
            rows.setdefault(name, []).append(row)
    following = player(batch.observations, batch.mask())[1]
    gain, gains = torch.zeros_like(following), []
    for step in reversed(range(STEPS)):
        same = rows["same"][step]  # the next to act is the other one: its gain is our loss
        delta = rows["reward"][step] + GAMMA * same * following - rows["value"][step]
        gain = delta + GAMMA * LAMBDA * same * gain
        gains.insert(0, gain)
        following = rows["value"][step]
    flat = {name: torch.cat(rows[name]) for name in ("seen", "mask", "action", "chance", "value")}
    flat["gain"] = torch.cat(gains)
    return flat


def learn(player: Player, optimizer: torch.optim.Optimizer, rows: dict[str, torch.Tensor]) -> None:
    size = len(rows["gain"]) // PARTS
    for part in torch.randperm(PARTS).tolist():
        # Tables are alike, so a slice is as good as a draw; its rows lie together.
        now = {name: row[part * size : (part + 1) * size] for name, row in rows.items()}
        gain = (now["gain"] - now["gain"].mean()) / (now["gain"].std() + 1e-6)
        logits, value = player(now["seen"], now["mask"])
        logs = logits.log_softmax(-1)
        ratio = (logs.gather(1, now["action"][:, None])[:, 0] - now["chance"]).exp()
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        error = (value - (now["value"] + now["gain"])).square().mean()
        surprise = -(logs.exp() * logs).sum(-1).mean()
        loss = policy + 0.5 * error - 0.01 * surprise
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 0.5)
        optimizer.step()


@torch.no_grad()
def against_chance(player: Player, tables: int = 16384) -> float:
    """How often seat 0 wins against a player of chance, a draw being half."""
    batch = parlor.Batch("duel", tables, device="cuda", seed=99, tensors="torch")
    won = played = 0.0
    for step in range(160):
        action = draw(player(batch.observations, batch.mask())[0])
        batch.step(torch.where(batch.actors == 0, action, batch.sample(step).long()))
        won += float((batch.rewards[:, 0] + 1)[batch.dones].sum()) / 2
        played += float(batch.dones.sum())
    return won / played


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    torch.manual_seed(1)
    batch = parlor.Batch("duel", TABLES, device="cuda", seed=1, tensors="torch")
    spaces = batch.spaces
    player = Player(spaces.observation, spaces.actions).cuda()
    optimizer = torch.optim.Adam(player.parameters(), 5e-4, eps=1e-5)
    print(f"before: wins {against_chance(player):.1%} against chance", flush=True)
    for _ in range(2):
        collect_and_learn(batch, player, optimizer)
    torch.cuda.synchronize()
    began, decisions, told = time.perf_counter(), 0, 0.0
    while (spent := time.perf_counter() - began) < seconds:
        collect_and_learn(batch, player, optimizer)
        torch.cuda.synchronize()
        decisions += TABLES * STEPS
        if spent - told > seconds / 4:
            told = spent
            print(f"{spent:5.1f} s  {decisions / spent / 1e6:.2f} M decisions/s", flush=True)
    spent = time.perf_counter() - began
    batch.check()
    print(f"{decisions / spent / 1e6:.2f} M decisions/s over {spent:.1f} s, played and learned")
    print(f"after: wins {against_chance(player):.1%} against chance")


def collect_and_learn(batch: parlor.Batch, player: Player, optimizer: torch.optim.Optimizer) -> None:
    with torch.no_grad():
        rows = collect(batch, player)
    learn(player, optimizer, rows)


if __name__ == "__main__":
    main()
