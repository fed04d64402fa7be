"""How good a network is: games against chance, and against the built-in players."""

import torch

from games import Game
from model import Net, draw
from tables import Tables


@torch.no_grad()
def against(net: Net, game: Game, name: str, games: int, device: str, **thinking: int) -> float:
    """The share of so many games won, half of them from each seat, by its likeliest moves."""
    return sum(_from_seat(net, game, name, games // 2, device, seat, thinking) for seat in (0, 1)) / 2


def _from_seat(net: Net, game: Game, name: str, games: int, device: str, seat: int, thinking: dict[str, int]) -> float:
    """Only the first game at each table counts: short ones would come too often."""
    others = [name if other != seat else None for other in range(game.players)]
    tables = Tables(game, games, "cpu", 1000 + seat, agents=others, **thinking)
    won, over = torch.zeros(games), torch.zeros(games, dtype=torch.bool)
    while not over.all():
        action = net(tables.seen.to(device), tables.mask.to(device))[0].argmax(-1)
        tables.step(action.cpu())
        ended = tables.dones & ~over
        won[ended] = (tables.rewards[ended, seat] + 1) / 2
        over |= ended
    tables.batch.close()
    return float(won.mean())


@torch.no_grad()
def calibration(net: Net, game: Game, games: int, device: str) -> tuple[float, float]:
    """Brier's score of what it hopes for in self-play: over the whole game, in its middle third."""
    tables = Tables(game, games, "cpu", 2000)
    hopes: list[list[tuple[int, float]]] = [[] for _ in range(games)]
    won = torch.full((games,), -1.0)
    while (won < 0).any():
        logits, odds = net(tables.seen.to(device), tables.mask.to(device))
        actors, share = tables.actors.tolist(), odds.sigmoid().tolist()
        for table in torch.nonzero(won < 0)[:, 0].tolist():
            hopes[table].append((actors[table], share[table]))
        tables.step(draw(logits).cpu())
        ended = tables.dones & (won < 0)
        won[ended] = (tables.rewards[ended, 0] + 1) / 2
    errors = [
        [(hope - (float(won[t]) if seat == 0 else 1 - float(won[t]))) ** 2 for seat, hope in hopes[t]]
        for t in range(games)
    ]
    middle = [each[len(each) // 3 : 2 * len(each) // 3] for each in errors]
    return _mean(errors), _mean(middle)


def _mean(errors: list[list[float]]) -> float:
    return sum(map(sum, errors)) / max(1, sum(map(len, errors)))
