"""Reading and changing the board."""

import numpy as np
from numpy.typing import NDArray

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import state as S

Ints = NDArray[np.int64]
Rows = NDArray[np.int16]  # the tile table


@kernel
def put(state: Ints, faces: Rows, cell: int, face: int, owner: int) -> None:
    """Lay an unhurt tile on a free cell."""
    state[S.FACE + cell] = face
    state[S.OWNER + cell] = owner
    state[S.WOUNDS + cell] = 0
    state[S.MOVED + cell] = 0
    seat = S.SEAT + owner * S.SEAT_SIZE
    state[seat + S.TILES] |= 1 << cell
    if faces[face, F.KIND] == F.HQ:
        state[seat + S.HQ_CELL] = cell


@kernel
def remove(state: Ints, faces: Rows, cell: int) -> None:
    """Take a tile off the board."""
    seat = S.SEAT + state[S.OWNER + cell] * S.SEAT_SIZE
    state[seat + S.TILES] &= ~(1 << cell)
    if faces[state[S.FACE + cell], F.KIND] == F.HQ:
        state[seat + S.HQ_CELL] = S.NOBODY
    state[S.FACE + cell] = S.EMPTY


@kernel
def shift(state: Ints, faces: Rows, origin: int, target: int, face: int) -> None:
    """Move a tile to a free cell (or leave it where it is) and give it a facing."""
    owner = state[S.OWNER + origin]
    wounds = state[S.WOUNDS + origin]
    moved = state[S.MOVED + origin]
    remove(state, faces, origin)
    put(state, faces, target, face, owner)
    state[S.WOUNDS + target] = wounds
    state[S.MOVED + target] = moved


@kernel
def tiles_of(state: Ints, seats: int) -> int:
    """Return the cells held by a set of seats."""
    cells = 0
    while seats:
        cells |= state[S.SEAT + lowest(seats) * S.SEAT_SIZE + S.TILES]
        seats &= seats - 1
    return cells


@kernel
def occupied(state: Ints) -> int:
    """Return all cells that hold a tile."""
    cells = 0
    for seat in range(S.SEATS):
        cells |= state[S.SEAT + seat * S.SEAT_SIZE + S.TILES]
    return cells


@kernel
def copy_board(source: Ints, target: Ints) -> None:
    """Copy the cells and seats of a state."""
    for i in range(S.BOARD_SIZE):
        target[i] = source[i]
