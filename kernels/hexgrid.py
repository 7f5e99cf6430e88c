"""Hexagonal boards of 19 or 37 cells: neighbours, rays, distances, sets of cells as bits.

Flat-top hexes, axial coordinates (q, r), centre (0, 0). Directions run clockwise from north.
Cells are numbered by ascending q, then r, always on the larger board: the smaller one is a set of
its cells, so that one table serves both and a cell keeps its number.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.bits import highest, lowest
from kernels.jit import kernel

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
RADIUS = 3
ALL_SIDES = 63


def distance(a: tuple[int, int], b: tuple[int, int] = (0, 0)) -> int:
    """Return how many steps apart two cells are."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


_SPAN = range(-RADIUS, RADIUS + 1)
CELLS = tuple((q, r) for q in _SPAN for r in _SPAN if distance((q, r)) <= RADIUS)
NUMBER = {cell: i for i, cell in enumerate(CELLS)}


def board(radius: int) -> int:
    """Return the cells of a board of radius 2 or 3, as bits."""
    return sum(1 << i for i, cell in enumerate(CELLS) if distance(cell) <= radius)


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
