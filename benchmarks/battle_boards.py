"""Mid-game boards for the battle benchmark, and the loops that fight on them."""

from __future__ import annotations

import itertools
import random

import numpy as np
from numpy.typing import NDArray

from kernels.hexgrid import CELLS
from kernels.jit import kernel
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import copy_board
from sim.neuroshima.models import Army
from sim.neuroshima.position import Position
from sim.neuroshima.tables import Tables

Ints = NDArray[np.int64]
Rows = NDArray[np.int16]

SEED = 5
BOARDS_PER_PAIR = 170
FEWEST_TILES, MOST_TILES = 3, 6  # of each army, besides its HQ: 8 to 14 on the board
FEWEST_POINTS, MOST_POINTS = 8, 20


def mid_game(armies: dict[str, Army], tables: Tables, rules: Ints) -> Ints:
    """Return boards of every pair of armies: tiles drawn evenly from the army lists."""
    rng = random.Random(SEED)
    pairs = itertools.combinations(armies, 2)
    boards = [
        _board(rng, {army: armies[army] for army in pair}, tables, rules)
        for pair in pairs
        for _ in range(BOARDS_PER_PAIR)
    ]
    rng.shuffle(boards)
    return np.array(boards)


def _board(rng: random.Random, armies: dict[str, Army], tables: Tables, rules: Ints) -> Ints:
    position = Position(tables, rules, list(armies))
    cells = [at for i, at in enumerate(CELLS) if int(rules[R.BOARD]) >> i & 1]
    rng.shuffle(cells)
    for name, army in armies.items():
        position.set_points(name, rng.randint(FEWEST_POINTS, MOST_POINTS))
        position.place(name, next(t for t, e in army.tiles.items() if e.kind == "hq"), cells.pop())
        bag = [
            tile
            for tile, entry in army.tiles.items()
            if entry.kind in ("unit", "module")
            for _ in range(entry.count)
        ]
        for tile in rng.sample(bag, rng.randint(FEWEST_TILES, MOST_TILES)):
            position.place(name, tile, cells.pop(), rng.randrange(6))
    return position.state[: S.BOARD_SIZE].copy()


@kernel
def fight_all(
    boards: Ints,
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    rounds: int,
) -> int:
    """Fight on every board, over and over; return a checksum of the HQ points left."""
    total = 0
    for _ in range(rounds):
        for i in range(boards.shape[0]):
            copy_board(boards[i], state)
            battle(state, faces, rules, work, choices, trace, 0)
            total += state[S.SEAT + S.POINTS] * 31 + state[S.SEAT + S.SEAT_SIZE + S.POINTS]
    return total


@kernel
def copy_all(boards: Ints, state: Ints, rounds: int) -> int:
    """Do what `fight_all` does without the battle."""
    total = 0
    for _ in range(rounds):
        for i in range(boards.shape[0]):
            copy_board(boards[i], state)
            total += state[S.SEAT + S.POINTS]
    return total
