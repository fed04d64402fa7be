"""The network: facts, two hidden layers, then what to do and how it will end."""

import torch
from torch import nn

from features import Features


class Net(nn.Module):
    """Rectified all the way, which is what whole numbers do best (export.py)."""

    def __init__(self, features: Features, wide: int = 256, deep: int = 128) -> None:
        super().__init__()
        self.features = features
        self.first = nn.Linear(features.rows, wide)
        self.second, self.third = nn.Linear(wide, deep), nn.Linear(deep, deep)
        self.act, self.win = nn.Linear(deep, features.actions), nn.Linear(deep, 1)
        nn.init.normal_(self.first.weight, std=0.1)  # a tenth of the rows is on at most
        for head in (self.act, self.win):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The log of each action's weight, legal or far below; and of the odds of winning."""
        dtype = torch.bfloat16 if seen.is_cuda else torch.float32
        facts = self.features(seen, mask, dtype)
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
            hidden = torch.relu(self.first(facts))
            hidden = torch.relu(self.third(torch.relu(self.second(hidden))))
            logits, odds = self.act(hidden), self.win(hidden)
        return logits.float().masked_fill(~mask, -1e9), odds.float().squeeze(-1)


def draw(logits: torch.Tensor) -> torch.Tensor:
    """An action as likely as its weight says."""
    return (logits - torch.empty_like(logits).exponential_().log_()).argmax(-1)
