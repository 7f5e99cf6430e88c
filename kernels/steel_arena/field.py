"""The field: who stands where, what lies where."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.state import Ints, at


@inlined
def beyond(book: Ints, cell: int, direction: int) -> int:
    """Return the area next to an area, NONE off the field."""
    return book[B.NEXT + (cell & B.ANY_CELL) * 6 + (direction & B.ANY_SIDE)]


@inlined
def ground(state: Ints, book: Ints, cell: int, column: int) -> int:
    """Return what the terrain of an area says in a column; 0 where there is none."""
    kind = state[S.TILE_AT + cell]
    return book[B.KIND + (kind & B.KINDS - 1) * B.KIND_SIZE + column] if kind >= 0 else 0


@kernel
def put(state: Ints, seat: int, cell: int) -> None:
    """Put a robot on an area."""
    block = at(seat)
    state[S.ROBOT_AT + state[block + S.CELL]] = 0
    state[block + S.CELL] = cell
    state[S.ROBOT_AT + cell] = seat + 1


@kernel
def set_tile(state: Ints, book: Ints, cell: int, kind: int) -> None:
    """Lay a tile on an area, or take it away (NONE)."""
    bit = 1 << cell
    state[S.TILE_AT + cell] = kind
    for place in (S.OBSTACLES, S.SHUT, S.EXPLOSIVES, S.EMPTY):
        state[place] &= ~bit
    if kind < 0:
        state[S.EMPTY] |= bit
        return
    row = B.KIND + kind * B.KIND_SIZE
    if book[row + B.OBSTACLE]:
        state[S.OBSTACLES] |= bit
    if book[row + B.CLOSED]:
        state[S.SHUT] |= bit
    if book[row + B.EXPLODES]:
        state[S.EXPLOSIVES] |= bit


@inlined
def is_open(state: Ints, cell: int) -> bool:
    """Say whether an area is on the field and can be entered, robots aside."""
    return cell >= 0 and not state[S.SHUT] >> cell & 1


@kernel
def robots_near(state: Ints, book: Ints, cell: int) -> int:
    """Return the robots on and next to an area, as bits."""
    found = 0
    if state[S.ROBOT_AT + cell]:
        found |= 1 << (state[S.ROBOT_AT + cell] - 1)
    for d in range(6):
        there = beyond(book, cell, d)
        if there >= 0 and state[S.ROBOT_AT + there]:
            found |= 1 << (state[S.ROBOT_AT + there] - 1)
    return found


@kernel
def steps_to(state: Ints, book: Ints, cell: int, direction: int, seat: int) -> int:
    """Return how far away a robot stands in a direction, 0 where it is not there."""
    steps = 0
    here = cell
    while True:
        here = beyond(book, here, direction)
        steps += 1
        if here < 0:
            return 0
        if state[S.ROBOT_AT + here] == seat + 1:
            return steps


@inlined
def refill(state: Ints, book: Ints, cells: int) -> int:
    """Lay third-generation tiles on areas from the top down; return the areas filled (SA-REC-4)."""
    filled = 0
    while cells and state[S.PILE_3]:
        cell = lowest(cells)
        cells &= cells - 1
        set_tile(state, book, cell, state[S.PILE_3 + state[S.PILE_3]])
        state[S.PILE_3] -= 1
        filled |= 1 << cell
    return filled
