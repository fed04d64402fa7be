"""A match to explore: moves and cards by name, undo, forks, positions, agents."""

import html
import json
import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from parlor import _core
from parlor.errors import Refused

MOVES_SHOWN = 12
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def _language(name: str) -> int:
    if name not in LANGUAGES:
        raise ValueError(f"no language is called {name!r}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES.index(name)


class Card(NamedTuple):
    """A card, base, wonder, token or unit as the catalog has it."""

    id: str
    kind: str
    group: str
    count: int
    name: str
    text: str


def cards(game: str, language: str = "en") -> list[Card]:
    """Everything in a game's catalog, named in one of three languages."""
    return [Card(*row) for row in _core.cards(game, _language(language))]


class Move:
    """One legal move: what it is, where it stands in the action space, its sentence."""

    __slots__ = ("action", "player", "place", "words", "_match", "_moves")

    def __init__(self, match: "Match", player: int, action: dict[str, Any], place: int, words: str) -> None:
        self.action = action
        self.player = player
        self.place = place
        self.words = words
        self._match = match
        self._moves = match.moves

    @property
    def type(self) -> str:
        """The name of the action."""
        return self.action["type"]

    def say(self, language: str) -> str:
        """The sentence in another language."""
        match = self._match
        if match.moves != self._moves:
            match = match.fork(self._moves)
        answer = match.ask("legal", language=language, say=True)
        return answer["words"][answer["actions"].index(self.action)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.player, self.action) == (other.player, other.action)

    def __hash__(self) -> int:
        return hash((self.player, json.dumps(self.action, sort_keys=True)))

    def __repr__(self) -> str:
        return f"<Move {self.place}: {self.words}>"


class Match:
    """A match of any game. Refusals are exceptions with a code and a sentence."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        language: str = "en",
    ) -> None:
        self._session = _core.Session(game)
        self.language = language
        self._game = game
        request: dict[str, Any] = {"game": game, "seed": seed}
        if players is not None:
            request["players"] = players
        if options:
            request["options"] = options
        self._setup = dict(request)
        self._status = self.ask("new", **request)

    def ask(self, op: str, *, language: str | None = None, **fields: Any) -> dict[str, Any]:
        """One request of the line protocol (docs/PROTOCOL.md) and its answer."""
        lang = _language(language or self.language)
        answer = json.loads(self._session.call(json.dumps({"op": op, **fields}), lang))
        if not answer["ok"]:
            raise Refused(answer["error"]["code"], answer["error"]["message"])
        return answer

    def _moved(self, answer: dict[str, Any]) -> dict[str, Any]:
        self._status = answer
        return answer

    @property
    def game(self) -> str:
        return self._game

    @property
    def hash(self) -> str:
        """Over every byte of the state."""
        return self._status["hash"]

    @property
    def to_act(self) -> int | None:
        return self._status["to_act"]

    @property
    def phase(self) -> str:
        return self._status["phase"]

    @property
    def over(self) -> bool:
        return self._status["over"]

    @property
    def winners(self) -> list[int]:
        """Seats that have won; empty while the game goes on, or when nobody has."""
        return self._status.get("winners", [])

    @property
    def moves(self) -> int:
        """How many have been made."""
        return self._status["moves"]

    def legal(self) -> list[Move]:
        """Every move open to the seat that acts."""
        answer = self.ask("legal", say=True)
        places = self._session.places()
        rows = zip(answer["actions"], places, answer["words"], strict=True)
        return [Move(self, answer["player"], action, place, words) for action, place, words in rows]

    def _action(self, move: Any) -> tuple[int | None, dict[str, Any]]:
        if isinstance(move, Move):
            return move.player, move.action
        if isinstance(move, dict):
            return None, move
        if isinstance(move, int):
            for one in self.legal():
                if one.place == move:
                    return one.player, one.action
            raise Refused("not_an_option", f"Nothing legal stands at place {move} now.")
        raise TypeError(f"a move is a Move, a dict or a place, not {type(move).__name__}")

    def apply(self, move: Any) -> list[dict[str, Any]]:
        """Make a move; the events that followed."""
        player, action = self._action(move)
        fields = {"action": action} if player is None else {"action": action, "player": player}
        return self._moved(self.ask("apply", **fields))["events"]

    def validate(self, move: Any) -> dict[str, Any]:
        """Whether a move is legal, why not, and what it costs."""
        player, action = self._action(move) if not isinstance(move, int) else (None, {})
        fields = {"action": action} if player is None else {"action": action, "player": player}
        return self.ask("validate", **fields)

    def state(self) -> dict[str, Any]:
        """Everything, hidden or not."""
        return self.ask("state")["state"]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know; None is somebody looking on."""
        return self.ask("view", player=seat)["view"]

    def events(self, since: int = 0, viewer: int | None = -1) -> list[dict[str, Any]]:
        """What has happened; with a viewer, as that seat may know it (None: looking on)."""
        fields = {} if viewer == -1 else {"viewer": viewer}
        return self.ask("events", since=since, **fields)["events"]

    def score(self) -> dict[str, Any]:
        return self.ask("score")["score"]

    def undo(self, count: int = 1) -> "Match":
        self._moved(self.ask("undo", count=count))
        return self

    def redo(self, count: int = 1) -> "Match":
        self._moved(self.ask("redo", count=count))
        return self

    def _another(self) -> "Match":
        other = object.__new__(Match)
        other._session = _core.Session(self._game)
        other.language = self.language
        other._game = self._game
        other._setup = dict(self._setup)
        return other

    def fork(self, moves: int | None = None) -> "Match":
        """Another match that goes on from here, or from an earlier move."""
        other = self._another()
        other._status = other.ask("load", match=self.save())
        if moves is not None:
            other._moved(other.ask("fork", moves=moves))
        return other

    def position(self, state: dict[str, Any]) -> "Match":
        """Begin anew from a position, whole or partial, in the shape of state()."""
        self._moved(self.ask("position", state=state, **self._setup))
        return self

    def save(self) -> dict[str, Any]:
        """The match as plain data: its setup, its seed, its moves."""
        return self.ask("save")["match"]

    @classmethod
    def load(cls, saved: dict[str, Any]) -> "Match":
        """What save() gave."""
        if not isinstance(saved, dict) or not isinstance(saved.get("game"), str):
            raise TypeError("a saved match is the dict that save() gave")
        match = object.__new__(cls)
        match._session = _core.Session(saved["game"])
        match.language = "en"
        match._game = saved["game"]
        match._setup = {"game": saved["game"]}
        match._status = match.ask("load", match=saved)
        return match

    def replay(self) -> Iterator["Match"]:
        """The match after 0, 1, 2 ... moves, up to now."""
        other = self.fork()
        for moves in range(self.moves + 1):
            yield other.fork(moves)

    def agent(self, name: str, *, ms: int = 0, iterations: int = 0, seed: int = 0) -> Move:
        """The move a built-in player would make; it sees its seat's view alone."""
        fields: dict[str, Any] = {"name": name, "seed": seed, "ms": ms}
        if iterations:
            fields["iterations"] = iterations
        answer = self.ask("agent", **fields)
        if "stand_in" in answer:
            warnings.warn(
                f"{name} has not learned such a table; {answer['stand_in']} plays in its place",
                stacklevel=2,
            )
        for move in self.legal():
            if move.action == answer["action"]:
                return move
        raise AssertionError("an agent's move is legal")

    def play_out(self, agents: list[str], *, seed: int = 0, ms: int = 0) -> dict[str, Any]:
        """To the end, by built-in players."""
        return self._moved(self.ask("play_out", agents=agents, seed=seed, ms=ms))

    def analyse(self, *, iterations: int = 0, ms: int = 0, seed: int = 0) -> "Analysis":
        """How good each decision was, judged by search from what the player could know."""
        fields = {"iterations": iterations} if iterations else {}
        if ms:
            fields["ms"] = ms
        return Analysis(self.ask("analyse", seed=seed, **fields))

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.load, (self.save(),)

    def __repr__(self) -> str:
        stands = f"seat {self.to_act} to act" if not self.over else f"over, won by {self.winners}"
        return f"<Match {self.game}: {self.moves} moves, {self.phase}, {stands}>"

    def draw(self, seat: int | None = None, *, language: str | None = None, columns: int = 100) -> str:
        """The table as the terminal draws it, with colours, as a seat may see it; without one
        as the seat to act does, and a finished one as somebody looking on: print(m.draw())"""
        who = self.to_act if seat is None else seat
        where = _language(language or self.language)
        return self._session.draw(-1 if who is None else who, where, columns)

    def _repr_html_(self) -> str:
        """The table drawn, what can be done, and everything the seat may know folded below."""
        moves = [] if self.over else self.legal()
        lines = "".join(f"<li>{html.escape(move.words)}</li>" for move in moves[:MOVES_SHOWN])
        more = f"<li>… {len(moves)}</li>" if len(moves) > MOVES_SHOWN else ""
        return (
            f"<b>{html.escape(repr(self)[1:-1])}</b>{ansi_html(self.draw())}"
            f"<ol>{lines}{more}</ol><details><summary>view</summary>"
            f"{_html_of(self.view(self.to_act))}</details>"
        )


class Analysis:
    """The decisions of a match, each with the share of the win it kept or lost."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer
        self.decisions: list[dict[str, Any]] = answer["decisions"]

    def curve(self) -> list[list[float]]:
        """For each decision every seat's share of the win before it."""
        return [decision["hope"] for decision in self.decisions]

    def _repr_html_(self) -> str:
        return curve_svg(self.curve())

    def __repr__(self) -> str:
        return f"<Analysis of {len(self.decisions)} decisions>"


def ansi_html(text: str) -> str:
    """Text with a terminal's colours as a page shows it."""
    parts = ['<pre style="line-height:1.25;font-family:monospace">']
    for number, part in enumerate(_SGR.split(text)):
        if number % 2 == 0:
            parts.append(html.escape(part))
            continue
        flags, _, colour = part.partition(";38;5;")
        style = "".join(_STYLES.get(flag, "") for flag in flags.split(";"))
        if colour:
            style += f"color:{_colour(int(colour))};"
        parts.append(f'</span><span style="{style}">')
    return "".join(parts).replace("</span>", "", 1) + "</span></pre>"


_SGR = re.compile("\x1b\\[([0-9;]*)m")
_STYLES = {"1": "font-weight:bold;", "2": "opacity:0.65;", "7": "outline:1px solid;"}


def _colour(number: int) -> str:
    """One of a terminal's 256 colours: a cube of six levels, then greys."""
    if number >= 232:
        return f"rgb({', '.join([str(8 + 10 * (number - 232))] * 3)})"
    levels, number = (0, 95, 135, 175, 215, 255), number - 16
    return f"rgb({levels[number // 36]}, {levels[number // 6 % 6]}, {levels[number % 6]})"


_COLOURS = ("#2166ac", "#b2182b", "#1b7837", "#e08214")


def curve_svg(curve: list[list[float]], width: int = 480, height: int = 120) -> str:
    """Shares of the win over the decisions of a match, a line a seat."""
    lines = []
    seats = len(curve[0]) if curve else 0
    step = width / max(1, len(curve) - 1)
    for seat in range(seats):
        points = " ".join(f"{i * step:.1f},{height * (1 - row[seat]):.1f}" for i, row in enumerate(curve))
        lines.append(
            f'<polyline fill="none" stroke="{_COLOURS[seat % 4]}" stroke-width="2" '
            f'points="{points}"><title>seat {seat}</title></polyline>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" '
        f'fill="none" stroke="#999"/>{"".join(lines)}</svg>'
    )


def _html_of(value: Any) -> str:
    """Plain data as nested tables: lists of objects get a column each."""
    if isinstance(value, dict):
        rows = "".join(
            f'<tr><th style="text-align:left">{html.escape(str(key))}</th>' f"<td>{_html_of(one)}</td></tr>"
            for key, one in value.items()
        )
        return f"<table>{rows}</table>"
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        cells = "".join(f'<td style="vertical-align:top">{_html_of(one)}</td>' for one in value)
        return f"<table><tr>{cells}</tr></table>"
    if isinstance(value, list):
        return html.escape(", ".join("?" if one is None else str(one) for one in value))
    return html.escape("" if value is None else str(value))
