"""Hexagonal boards of 19 or 37 cells: neighbours, rays, distances, sets of cells as bits."""

import numpy as np
from numpy.typing import NDArray

from kernels.bits import highest, lowest
from kernels.hexes import CELLS, DIRECTIONS, NUMBER, RADIUS, board, distance
from kernels.jit import kernel

__all__ = [
    "ALL_SIDES",
    "AROUND",
    "CELLS",
    "DIRECTIONS",
    "DISTANCE",
    "NUMBER",
    "RADIUS",
    "RAY",
    "board",
    "distance",
    "nearest",
]

ALL_SIDES = 63


def _rays() -> NDArray[np.int64]:
    table = np.zeros((len(CELLS), 6), np.int64)
    for (q, r), cell in NUMBER.items():
        for d, (dq, dr) in enumerate(DIRECTIONS):
            steps = ((q + dq * k, r + dr * k) for k in range(1, 2 * RADIUS + 1))
            table[cell, d] = sum(1 << NUMBER[step] for step in steps if step in NUMBER)
    return table


def _around() -> NDArray[np.int64]:
    table = np.zeros((len(CELLS), 64), np.int64)
    for (q, r), cell in NUMBER.items():
        for sides in range(64):
            for d, (dq, dr) in enumerate(DIRECTIONS):
                if sides >> d & 1 and (q + dq, r + dr) in NUMBER:
                    table[cell, sides] |= 1 << NUMBER[q + dq, r + dr]
    return table


RAY = _rays()  # cell, direction -> the cells in that direction
AROUND = _around()  # cell, sides -> the neighbours on those sides
DISTANCE = np.array([[distance(a, b) for b in CELLS] for a in CELLS])


@kernel
def nearest(cells: int, direction: int) -> int:
    """Return the first of some cells of a ray; numbers rise along the directions 1, 2 and 3."""
    if 1 <= direction <= 3:
        return lowest(cells)
    return highest(cells)
