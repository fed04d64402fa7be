"""A checkpoint as the file that agents/net.c plays by: weights of one byte, whole numbers only.

    python train/export.py runs/duel/checkpoint.pt data/nets/duel.net

Each output of a layer has its own scale. What one layer tells the next is measured on
positions of self-play, so that it fills fifteen bits and seldom more.
"""

import math
import sys
from pathlib import Path

import numpy as np
import torch

import reference
from evaluate import against
from features import Features
from games import GAMES
from model import Net, draw
from parlor import _core
from reference import SHIFT, File, Layer
from sights import Sight
from tables import Tables

ROOM = 12000  # what the largest activation seen is told as; 32767 is the ceiling
BIT = 1000  # ratings and odds: thousandths of a factor of two


def load(path: Path) -> Net:
    kept = torch.load(path, map_location="cpu")
    known = kept["features"]
    features = Features(GAMES[kept["game"]], [Sight(*s) for s in known["sights"]], known["fits"])
    net = Net(features, kept["wide"], kept["deep"])
    net.load_state_dict(kept["net"])
    return net


@torch.no_grad()
def positions(net: Net, tables: int = 128, steps: int = 120) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks of self-play."""
    at, seen, mask = Tables(net.features.game, tables, "cpu", 5), [], []
    for step in range(steps):
        if step % 8 == 7:
            seen.append(at.seen.clone())
            mask.append(at.mask.clone())
        at.step(draw(net(at.seen, at.mask)[0]))
    return torch.cat(seen), torch.cat(mask)


@torch.no_grad()
def reach(net: Net, seen: torch.Tensor, mask: torch.Tensor) -> list[float]:
    """The largest that each layer says."""
    hidden, most = net.features(seen, mask, torch.float32), []
    for layer in (net.first, net.second, net.third):
        hidden = torch.relu(layer(hidden))
        most.append(float(hidden.max()))
    return most


def whole(weight: np.ndarray, bias: np.ndarray, unit_in: float, unit_out: float) -> Layer:
    """[outputs, inputs] in numbers of one byte; units are what a 1 stands for, in and out."""
    each = np.maximum(np.abs(weight).max(1), 1e-9) / 127
    scale = np.round(each * unit_in / unit_out * 2**SHIFT)
    if scale.max() >= 2**31:
        raise ValueError("a layer's scale does not fit; is the network trained?")
    inner = np.clip(np.round(bias / (each * unit_in)), -(2**30), 2**30)
    return Layer(inner.astype(np.int32), scale.astype(np.int32), np.round(weight / each[:, None]).astype(np.int8))


def quantize(net: Net) -> File:
    seen, mask = positions(net)
    units = [max(most, 1e-6) / ROOM for most in reach(net, seen, mask)]
    bit = math.log(2) / BIT
    layer = {
        name: (part.weight.detach().numpy().astype(np.float64), part.bias.detach().numpy().astype(np.float64))
        for name, part in (("first", net.first), ("second", net.second), ("third", net.third))
    }
    heads = [np.concatenate([getattr(net.act, n).detach(), getattr(net.win, n).detach()]) for n in ("weight", "bias")]
    first = whole(*layer["first"], 1.0, units[0])
    features = net.features
    return File(
        features.game.name,
        _core.net_fingerprint(features.game.name),
        features.numbers,
        features.actions,
        features.sights,
        features.fits,
        first._replace(weight=np.ascontiguousarray(first.weight.T)),
        whole(*layer["second"], units[0], units[1]),
        whole(*layer["third"], units[1], units[2]),
        whole(heads[0].astype(np.float64), heads[1].astype(np.float64), units[2], bit),
    )


@torch.no_grad()
def agreement(net: Net, file: File, count: int = 400) -> tuple[float, float]:
    """How often both prefer the same action, and how far their hopes are apart."""
    seen, mask = positions(net, 32, 120)
    pick = torch.randperm(len(seen), generator=torch.Generator().manual_seed(1))[:count]
    logits, odds = net(seen[pick], mask[pick])
    same, apart = 0, 0.0
    for row, each in enumerate(pick.tolist()):
        legal = torch.nonzero(mask[each])[:, 0].tolist()
        rating, hope = reference.run(file, seen[each].numpy(), legal)
        same += legal[int(np.argmax(rating))] == int(logits[row].argmax())
        apart += abs(1 / (1 + 2 ** (-hope / BIT)) - float(odds[row].sigmoid()))
    return same / len(pick), apart / len(pick)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    torch.manual_seed(1)
    net = load(Path(sys.argv[1]))
    file = quantize(net)
    data = reference.write(file)
    same, apart = agreement(net, file)
    print(f"{len(data)} bytes; prefers the same action {same:.1%} of the time, hopes {apart:.4f} apart")
    print(f"wins {against(net, net.features.game, 'greedy', 64, 'cpu'):.1%} of 64 against greedy before")
    if len(data) > 1 << 20:
        print("larger than a megabyte: make it narrower", file=sys.stderr)
        return 1
    Path(sys.argv[2]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[2]).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
