"""Whom an attack hits: lines of fire, bursts, lobs and blows (SA-REC-6, SA-ATK-1 to SA-ATK-3)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.field import beyond
from kernels.steel_arena.state import Ints


@kernel
def first_hit(state: Ints, book: Ints, start: int, direction: int) -> int:
    """Return the area of the first robot or Barrels on a line that begins with `start`, or NONE.

    An obstacle under the target does not protect it; any other ends the line.
    """
    here = start
    while here >= 0:
        if state[S.ROBOT_AT + here] or state[S.EXPLOSIVES] >> here & 1:
            return here
        if state[S.OBSTACLES] >> here & 1:
            return S.NONE
        here = beyond(book, here, direction)
    return S.NONE


@kernel
def areas_hit(state: Ints, book: Ints, row: int, cell: int, facing: int, distance: int) -> int:
    """Return the areas with a robot or Barrels that an attack hits, as bits.

    `distance` is that of a lob. Melee types hit no Barrels.
    """
    pattern = book[row + B.PATTERN]
    found = 0
    if pattern == B.SHOT:
        hit = first_hit(state, book, beyond(book, cell, facing), facing)
        return 1 << hit if hit >= 0 else 0
    if pattern == B.MELEE or pattern == B.FRONT or pattern == B.ALL_ROUND:
        for d in range(6):
            turned = (d - facing) % 6
            if pattern == B.MELEE and turned != 0:
                continue
            if pattern == B.FRONT and 1 < turned < 5:
                continue
            there = beyond(book, cell, d)
            if there >= 0 and state[S.ROBOT_AT + there]:
                found |= 1 << there
        return found
    if pattern == B.BURST:
        for turned in range(-1, 2):
            start = beyond(book, cell, (facing + turned) % 6)
            hit = first_hit(state, book, start, facing)
            if hit >= 0:
                found |= 1 << hit
        return found
    steps = 0
    here = cell
    while True:
        here = beyond(book, here, facing)
        steps += 1
        if here < 0:
            return found
        target = state[S.ROBOT_AT + here] > 0 or state[S.EXPLOSIVES] >> here & 1
        if pattern == B.FLAME:
            if steps > book[row + B.FAR]:
                return found
            if target:
                found |= 1 << here
            if state[S.OBSTACLES] >> here & 1:
                return found
        elif pattern == B.LOB:
            if steps == distance:
                return 1 << here if target else 0
        else:
            return 0


@kernel
def blow_direction(state: Ints, book: Ints, cell: int, there: int, facing: int) -> int:
    """Return the direction from an area to its neighbour, `facing` where it is none."""
    for d in range(6):
        if beyond(book, cell, d) == there:
            return d
    return facing


@kernel
def robots_on(state: Ints, areas: int) -> int:
    """Return the robots on some areas, as bits."""
    found = 0
    while areas:
        cell = lowest(areas)
        areas &= areas - 1
        if state[S.ROBOT_AT + cell]:
            found |= 1 << (state[S.ROBOT_AT + cell] - 1)
    return found


@kernel
def directions_of(state: Ints, book: Ints, row: int, cell: int, facing: int, targets: int) -> int:
    """Return from where an attack hits each target, three bits a seat (SA-REC-17)."""
    pattern = book[row + B.PATTERN]
    close = pattern == B.MELEE or pattern == B.FRONT or pattern == B.ALL_ROUND
    found = 0
    while targets:
        seat = lowest(targets)
        targets &= targets - 1
        d = facing
        if close:
            d = blow_direction(state, book, cell, state[S.at(seat) + S.CELL], facing)
        found |= d << 3 * seat
    return found
