"""Whatever figures a designer writes, the engine fights by the rules: random armies in battle."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData, printed
from sim.neuroshima.models import Rules
from sim.neuroshima.position import Position
from sim.neuroshima.tables import Tables
from sim.variant import merge
from tests.reference import boards, neuroshima
from tests.reference.neuroshima import Board, Data

VARIANTS = 12
BOARDS_PER_VARIANT = 12
ATTACKS = ("melee", "ranged", "gauss")
HABITS = ("medic", "transport", "quartermaster", "recon")


def some_sides(dice: random.Random) -> list[int]:
    """Return up to six sides of a tile."""
    return dice.sample(range(6), dice.randint(0, 6))


def random_tile(dice: random.Random, army: str, is_hq: bool) -> dict[str, Any]:
    """Return figures that no tile of the box has.

    Two things stay as they are printed, because no rule says what else would happen: only the
    Outpost hacks modules, and an HQ neither saves others nor explodes.
    """
    crowded = dice.choice([0.1, 0.3, 0.8])
    effects: dict[str, Any] = {
        "initiative": dice.randint(-3, 3),
        "melee": dice.randint(-3, 3),
        "ranged": dice.randint(-3, 3),
        "extra_attack": dice.choice([0, 0, 1, 3]),
        "scoper": army == "outpost" and not is_hq and dice.random() < 0.3,
        **{habit: not is_hq and dice.random() < 0.25 for habit in HABITS},
    }
    return {
        "initiative": dice.choice([[], [0], [2], [0, 3], [1, 2, 3], [9], [0, 4, 9]]),
        "attacks": [
            {"side": side, "type": attack, "strength": dice.choice([1, 2, 9])}
            for side in range(6)
            for attack in ATTACKS
            if dice.random() < crowded
        ],
        "armour": some_sides(dice),
        "net": some_sides(dice) if dice.random() < 0.3 else [],
        "toughness": dice.choice([0, 0, 1, 3, 20]),
        "explodes": not is_hq and dice.random() < 0.15,
        "links": some_sides(dice),
        "serves": dice.choice(["friends", "friends", "enemies"]),
        "effects": effects,
    }


def random_armies(dice: random.Random) -> tuple[Tables, Data]:
    """Return armies with random figures, for the engine and for the reference."""
    tiles = {
        army: {
            key: random_tile(dice, army, tile["kind"] == "hq")
            for key, tile in each["tiles"].items()
            if tile["kind"] != "instant"
        }
        for army, each in printed()["armies"].items()
    }
    overlay = {"armies": {army: {"tiles": changed} for army, changed in tiles.items()}}
    document = merge(printed(), overlay)
    data = {army: each["tiles"] for army, each in document["armies"].items()}
    for tile in (tile for army in data.values() for tile in army.values()):
        # the reference takes an effect that is named for one that is there
        effects = tile.get("effects", {})
        tile["effects"] = {name: value for name, value in effects.items() if value}
    return tabling.build(NeuroshimaData([overlay]).figures.armies), data


def lying(board: Board, tables: Tables) -> list[tuple[object, ...]]:
    """Return what lies where on a reference board, as the engine would say it."""
    tiles = (board.tiles[at] for at in board.occupied())
    return [
        (
            tile.army,
            tile.id,
            tile.at,
            tabling.facing(tables, tables.kind(tile.army, tile.id), tile.facing),
            0 if tile.is_hq else tile.wounds,
        )
        for tile in tiles
    ]


def assert_same_battle(board: Board, tables: Tables, switches: Rules, starter: str) -> None:
    """Fight on both and compare what is left."""
    position = Position(tables, tabling.rules(switches, len(board.armies)), board.armies)
    for army, points in board.hq.items():
        position.set_points(army, points)
    for tile in board.tiles.values():
        position.place(tile.army, tile.id, tile.at, tile.facing, tile.wounds)
    reference = copy.deepcopy(board)
    assert position.netted() == sorted(neuroshima.netted(reference))
    position.battle(starter)
    choice = {"extra_attack": switches.extra_attack, "fallen_hq": switches.fallen_hq}
    neuroshima.battle(reference, starter, choice)
    left = [(t.army, t.tile, t.at, t.facing, t.wounds) for t in position.tiles()]
    assert left == lying(reference, tables)
    assert {army: position.points(army) for army in board.armies} == reference.hq


@pytest.mark.parametrize("extra_attack", ["follow", "value"])
@pytest.mark.parametrize("fallen_hq", ["phase", "battle"])
def test_armies_of_random_figures_fight_by_the_rules(extra_attack: str, fallen_hq: str) -> None:
    dice = random.Random(f"variants {extra_attack} {fallen_hq}")
    switches = Rules.model_validate({"extra_attack": extra_attack, "fallen_hq": fallen_hq})
    for _ in range(VARIANTS):
        tables, data = random_armies(dice)
        for _ in range(BOARDS_PER_VARIANT):
            armies = dice.sample(neuroshima.ARMIES, dice.choice([2, 2, 3]))
            board = boards.random_board(dice, armies, data, dice.randint(3, 14))
            assert_same_battle(board, tables, switches, dice.choice(armies))


def test_an_hq_never_hurts_an_hq_whatever_it_shoots_with() -> None:
    """A gauss shot goes on through the first target, but an HQ behind it is spared (NSH-HQ-3)."""
    gauss = [{"side": 0, "type": "gauss", "strength": 1}]
    overlay = {"armies": {"moloch": {"tiles": {"hq": {"attacks": gauss}}}}}
    tables = tabling.build(NeuroshimaData([overlay]).figures.armies)
    position = Position(tables, tabling.rules(Rules()), ["moloch", "borgo"])
    position.place("moloch", "hq", (0, 2), facing=0)
    position.place("borgo", "mutant", (0, 0), facing=3)
    position.place("borgo", "hq", (0, -2))
    position.battle("moloch")
    assert position.tile_at((0, 0)) is None, "the mutant is hit"
    assert position.points("borgo") == 20
