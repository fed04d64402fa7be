"""Past selves: a learner that only meets itself forgets how to beat what it once was."""

import copy
import random

import torch

from model import Net

SIZE = 6


class League:
    """A few old copies; at every fourth table one of them has a seat."""

    def __init__(self, net: Net, tables: int, device: str, seed: int) -> None:
        self.past: list[dict[str, torch.Tensor]] = []
        self.guest = copy.deepcopy(net).requires_grad_(False)
        self.rng = random.Random(seed)
        self.tables = tables // 4
        self.seat = torch.arange(self.tables, device=device) % 2  # where the learner sits

    def remember(self, net: Net) -> None:
        kept = {name: each.detach().to(torch.half).clone() for name, each in net.state_dict().items()}
        if len(self.past) == SIZE:  # a fresh one for any but the newest: old ones stay around
            self.past.pop(self.rng.randrange(SIZE - 1))
        self.past.append(kept)

    def invite(self) -> None:
        """Whom the learner meets next."""
        if self.past:
            self.guest.load_state_dict(self.rng.choice(self.past))

    def guests(self, actors: torch.Tensor) -> torch.Tensor:
        """At which tables a guest is to act."""
        found = torch.zeros_like(actors, dtype=torch.bool)
        if self.past:
            found[: self.tables] = actors[: self.tables] != self.seat
        return found
