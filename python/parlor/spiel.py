"""Parlor's games as OpenSpiel games: parlor_duel, parlor_sea_salt ...

    >>> import pyspiel, parlor.spiel
    >>> game = pyspiel.load_game("parlor_duel")

The first node is chance: it draws one of "deals" seeds. Everything random after it follows
from that seed and stays hidden in the state, as in a shuffled deck.
"""

from typing import Any

import numpy as np
import pyspiel

from parlor import _core
from parlor.spaces import spaces
from parlor.table import Seats

# A bound on the length of random games: OpenSpiel wants one, the rules have none.
LENGTH_MAX = 20000
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class State(pyspiel.State):
    """A table from the deal to the end."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self.game, self.players, self._deals, self.seed = game.deal
        self.seats: Seats | None = None
        self._player = CHANCE

    # OpenSpiel and its users ask these several times a move: one attribute, no more, and no
    # way through C++ where Python asks.
    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self._deals)

    def _legal_actions(self, player: int) -> list[int]:
        return self.seats.core.legal() if player >= 0 and player == self._player else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self._player == CHANCE and player in (None, CHANCE):
            return [deal for deal, _ in self._deals]
        return self._legal_actions(self._player if player is None else player)

    def _apply_action(self, action: int) -> None:
        if self.seats is None:
            self.seats = Seats(self.game, self.players, self.seed + action)
        else:
            self.seats.apply(action)
        self._player = TERMINAL if self.seats.over else self.seats.to_act

    def _action_to_string(self, player: int, action: int) -> str:
        if self.seats is None:
            return f"deal {action}"
        try:
            return f"{action}: {self.seats.core.say(action)}"
        except ValueError:
            return str(action)

    def returns(self) -> list[float]:
        if self.seats is None:
            return [0.0] * self.players
        return [self.seats.reward(seat) for seat in range(self.players)]

    def __str__(self) -> str:
        if self.seats is None:
            return f"{self.game} before the deal"
        return f"{self.game} {self.seats.core.hash():016x} after {self.seats.moves} moves"


class Observer:
    """What a seat sees, as OpenSpiel's observers give it."""

    def __init__(self, game: "Game") -> None:
        self.tensor = np.zeros(game.spaces.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor."""
        if state.seats is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.seats.observe(player)

    def string_from(self, state: State, player: int) -> str:
        """The same as text."""
        self.set_from(state, player)
        return self.tensor.astype(np.int16).tobytes().hex()


class Game(pyspiel.Game):
    """One of Parlor's games; parameters: players, deals, seed."""

    id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.spaces = spaces(self.id)
        players = int(params.get("players", self.spaces.players[0]))
        deals = int(params.get("deals", 1000))
        outcomes = [(deal, 1.0 / deals) for deal in range(deals)]
        self.deal = (self.id, players, outcomes, int(params.get("seed", 0)))
        super().__init__(
            _game_type(self.id, players),
            pyspiel.GameInfo(
                num_distinct_actions=self.spaces.actions,
                max_chance_outcomes=deals,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if players == 2 else None,
                max_game_length=LENGTH_MAX,
            ),
            params,
        )

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


def _game_type(game: str, players: int) -> pyspiel.GameType:
    """Two players' rewards are opposite; with more, all but the winners lose one."""
    return pyspiel.GameType(
        short_name=f"parlor_{game.replace('-', '_')}",
        long_name=f"Parlor: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=(pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spaces(game).players[-1],
        min_num_players=spaces(game).players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spaces(game).players[0], "deals": 1000, "seed": 0},
    )


def _register(game: str) -> None:
    name = f"Parlor{game.title().replace('-', '')}"
    kind = type(name, (Game,), {"id": game, "__module__": __name__})
    globals()[name] = kind  # where pickle looks for it
    pyspiel.register_game(_game_type(game, spaces(game).players[0]), kind)


for _game in _core.games():
    _register(_game)
