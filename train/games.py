"""What is particular about each game: what a network of it has to see, and where it fits."""

from typing import NamedTuple


class Paired(NamedTuple):
    """Flags that count together with a second fact: for each card held, its colour."""

    flags: str  # the part with a flag for each thing, seat after seat
    facts: str  # the part with a fact for each thing
    each: bool  # rows of its own for each thing, or shared by all


class Game(NamedTuple):
    name: str
    options: dict[str, object]
    players: int
    fits: tuple[str, ...]  # parts that must read as they did in training
    paired: tuple[Paired, ...]  # flags with facts
    via: tuple[tuple[str, str], ...]  # parts with names of things, and the part with their facts
    legal: tuple[str, ...]  # actions of which it matters whether they are legal
    left_out: tuple[str, ...]  # parts that others say better


GAMES = {
    game.name: game
    for game in (
        Game("duel", {}, 2, ("base_only",), (), (), ("build_card", "build_wonder"), ()),
        Game(
            "sea-salt",
            {},
            2,
            ("rules", "profile", "players", "card_count", "pepper"),
            (
                Paired("hand", "colour", False),
                Paired("played", "colour", False),
                Paired("look", "colour", True),
            ),
            (("pile_top", "colour"),),
            ("declare_stop", "declare_last_chance"),
            ("colour",),
        ),
        Game("combat", {}, 2, (), (), (), (), ("unit_dots", "unit_buffs", "unit_sticky")),
        Game("smashup", {}, 2, ("rules",), (), (), (), ()),
    )
}
