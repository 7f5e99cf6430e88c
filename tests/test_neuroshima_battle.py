"""The compiled battle against the plain reference, on random boards of all four armies."""

import copy
import itertools
import random

import pytest

import kernels
from kernels.hexgrid import CELLS
from kernels.neuroshima import trace as T
from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Rules
from sim.neuroshima.position import Position
from tests.reference import boards, neuroshima

DATA = neuroshima.load_data()
TABLES = tabling.build(NeuroshimaData().figures.armies)
PAIRS = list(itertools.combinations(neuroshima.ARMIES, 2))
# 21,000 duels in all; the pass with bounds checking looks for stray indices, not for rules
BOARDS_PER_PAIR = 300 if kernels.DEBUG else 3_500


def position(board: neuroshima.Board, switches: Rules) -> Position:
    """The same board for the kernel."""
    rules = tabling.rules(switches, players=len(board.armies))
    result = Position(TABLES, rules, board.armies)
    for army, points in board.hq.items():
        result.set_points(army, points)
    for tile in board.tiles.values():
        result.place(tile.army, tile.id, tile.at, tile.facing, tile.wounds)
    return result


def tiles_of_board(board: neuroshima.Board) -> list[tuple[object, ...]]:
    """What lies where, as the kernel would say it."""
    found = []
    for at in board.occupied():
        tile = board.tiles[at]
        facing = tabling.facing(TABLES, TABLES.kind(tile.army, tile.id), tile.facing)
        found.append((tile.army, tile.id, at, facing, 0 if tile.is_hq else tile.wounds))
    return found


def tiles_of_position(board: Position) -> list[tuple[object, ...]]:
    """What lies where after the kernel's battle."""
    return [(t.army, t.tile, t.at, t.facing, t.wounds) for t in board.tiles()]


def removals(board: Position) -> list[tuple[object, ...]]:
    """The cells emptied, with the phase."""
    phase, found = -1, []
    for event, a, *_ in board.events():
        if event == T.PHASE:
            phase = a
        elif event == T.REMOVED:
            found.append((CELLS[a], phase))
    return found


def assert_same_battle(board: neuroshima.Board, switches: Rules, starter: str) -> None:
    """Fight on both and compare the netted, the removals phase by phase, the board and the HQs."""
    got = position(board, switches)
    reference = copy.deepcopy(board)
    assert got.netted() == sorted(neuroshima.netted(reference))
    choice = {"extra_attack": switches.extra_attack, "fallen_hq": switches.fallen_hq}
    events = neuroshima.battle(reference, starter, choice)
    got.battle(starter)
    removed = [(e[1], e[2]) for e in events if e[0] == "remove"]
    if switches.fallen_hq == "phase":
        assert removals(got) == removed
    assert tiles_of_position(got) == tiles_of_board(reference)
    assert {a: got.points(a) for a in board.armies} == {
        a: max(0, p) for a, p in reference.hq.items()
    }


@pytest.mark.parametrize("armies", PAIRS, ids="-".join)
def test_duel_battles_agree_with_the_reference(armies: tuple[str, str]) -> None:
    rng = random.Random(f"duel {armies}")
    for _ in range(BOARDS_PER_PAIR):
        board = boards.random_board(rng, list(armies), DATA, rng.randint(4, 19))
        assert_same_battle(board, Rules(), rng.choice(armies))


@pytest.mark.parametrize("extra_attack", ["follow", "value"])
@pytest.mark.parametrize("fallen_hq", ["phase", "battle"])
def test_switches_and_several_armies_agree_with_the_reference(
    extra_attack: str, fallen_hq: str
) -> None:
    rng = random.Random(f"switches {extra_attack} {fallen_hq}")
    switches = Rules.model_validate({"extra_attack": extra_attack, "fallen_hq": fallen_hq})
    for _ in range(400):
        armies = rng.sample(neuroshima.ARMIES, rng.choice([2, 3, 4]))
        board = boards.random_board(rng, armies, DATA, rng.randint(4, 19))
        assert_same_battle(board, switches, rng.choice(armies))
