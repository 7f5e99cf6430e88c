"""Positions already searched: a table that holds them whole, so that no two are ever confused.

A position is what the rest of the search can depend on: the tiles with facing, wounds and free
moves made, the hand, and the placement just made (which bars some of the next ones).
"""

import numpy as np
from numpy.typing import NDArray

from kernels.bits import lowest
from kernels.hexgrid import CELLS, NUMBER
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import question as Q
from kernels.neuroshima import state as S
from kernels.neuroshima.board import Ints, Rows, occupied

Table = NDArray[np.int32]

HAND = S.CELLS  # columns: one per cell, then the hand, then
LAST = HAND + S.HAND_ROOM  # the placement just made
WIDTH = LAST + 1
VERDICT = WIDTH
STAMP = WIDTH + 1  # which search wrote the row
COLUMNS = STAMP + 1
PROBES = 16  # rows tried before a position is left out, which only costs time
NO_ROW = -1
UNTURNED = 0  # named, because numba compiles a function anew for a literal number


def _turned_cells() -> NDArray[np.int64]:
    table = np.zeros((6, S.CELLS), np.int64)
    for cell, (q, r) in enumerate(CELLS):
        for turn in range(6):
            table[turn, cell] = NUMBER[q, r]
            q, r = -r, q + r  # a sixth clockwise
    return table


TURNED = _turned_cells()  # sixths clockwise, cell -> the cell it comes to


@kernel
def turned_face(faces: Rows, face: int, turn: int) -> int:
    """Return a tile turned with the board; equal patterns are one facing (NSH-DEC-2)."""
    return face // 6 * 6 + (face % 6 + turn) % max(1, faces[face, F.FACINGS])


@kernel
def _write(state: Ints, faces: Rows, seat: int, last: int, turn: int, row: Table) -> int:
    """Write a position, turned, into a row and return its hash."""
    row[:WIDTH] = 0
    tiles = occupied(state)
    while tiles:
        cell = lowest(tiles)
        tiles &= tiles - 1
        face = turned_face(faces, state[S.FACE + cell], turn) + 1
        about = state[S.OWNER + cell] | state[S.MOVED + cell] << 3 | state[S.WOUNDS + cell] << 5
        row[TURNED[turn, cell]] = face | about << 14
    hand = S.SEAT + seat * S.SEAT_SIZE
    for slot in range(state[hand + S.HAND_SIZE]):
        row[HAND + slot] = state[hand + S.HAND + slot] + 1
    row[LAST] = last
    mix = 0
    for k in range(WIDTH):
        mix = (mix ^ int(row[k])) * 0x2545F491 & 0x3FFFFFFF
        mix ^= mix >> 13
    return mix


@kernel
def _before(a: Table, b: Table) -> bool:
    """Say which of two rows comes first."""
    for k in range(WIDTH):
        if a[k] != b[k]:
            return a[k] < b[k]
    return False


@kernel
def pack(state: Ints, faces: Rows, question: Ints, last: int, rows: Table) -> int:
    """Write a position into row 0 and return its hash; turned boards that are alike become one."""
    best = _write(state, faces, question[Q.SEAT], last, UNTURNED, rows[0])
    for turn in range(1, 6):
        if question[Q.TURNS] >> turn & 1:
            mix = _write(state, faces, question[Q.SEAT], last, turn, rows[1])
            if _before(rows[1], rows[0]):
                for k in range(WIDTH):
                    rows[0, k] = rows[1, k]
                best = mix
    return best


@kernel
def look_up(table: Table, rows: Table, mix: int, stamp: int) -> int:
    """Return the row of the position in row 0, or a free one, or NO_ROW where all are taken."""
    for k in range(PROBES):
        i = (mix + k) % table.shape[0]
        if table[i, STAMP] != stamp:
            return i
        same = True
        for c in range(WIDTH):
            if table[i, c] != rows[0, c]:
                same = False
                break
        if same:
            return i
    return NO_ROW
