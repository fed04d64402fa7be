"""Tables of a game as tensors, on the CPU or on a GPU alike."""

import torch

import parlor
from games import Game


class Tables:
    """parlor.Batch, looked at through torch; what it shows is overwritten by the next step."""

    def __init__(self, game: Game, count: int, device: str, seed: int, **more: object) -> None:
        if device == "cuda":
            more["tensors"] = "torch"
        self.batch = parlor.Batch(
            game.name,
            count,
            device=device,
            players=game.players,
            options=game.options,
            seed=seed,
            **more,
        )
        self.count, self.on_gpu = count, device == "cuda"

    def _look(self, array: object) -> torch.Tensor:
        return array if self.on_gpu else torch.from_numpy(array)

    @property
    def seen(self) -> torch.Tensor:
        return self._look(self.batch.observations)

    @property
    def mask(self) -> torch.Tensor:
        return self._look(self.batch.mask())

    @property
    def actors(self) -> torch.Tensor:
        return self._look(self.batch.actors).long()

    @property
    def rewards(self) -> torch.Tensor:
        return self._look(self.batch.rewards)

    @property
    def dones(self) -> torch.Tensor:
        return self._look(self.batch.dones)

    def step(self, actions: torch.Tensor) -> None:
        self.batch.step(actions if self.on_gpu else actions.numpy())

    def by_chance(self, seed: int) -> torch.Tensor:
        return self._look(self.batch.sample(seed)).long()
