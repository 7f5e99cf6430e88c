"""Building and tearing down (RLD-BLD-1)."""

from kernels.bits import lowest
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.actions import HIDEOUT, TEAR_HIDEOUT, TEAR_WALL, TRAP, WALL, action
from kernels.clones.dice import Ints, at
from kernels.clones.land import has_neighbour
from kernels.jit import kernel

# options of the Build action, as bits: a die performs different ones (RLD-REC-6, Raven)
A_TRAP, A_HIDEOUT, WALLS, TEARING = 1, 2, 4, 8


@kernel
def option_of(what: int) -> int:
    """Return the Build option that an action belongs to."""
    if what == TRAP:
        return A_TRAP
    if what == HIDEOUT:
        return A_HIDEOUT
    return WALLS if what == WALL else TEARING


@kernel
def hideout_at(state: Ints, book: Ints, cell: int) -> int:
    """Return the seat whose hideout stands on a tile, or NONE."""
    for seat in range(book[B.PLAYERS]):
        if state[at(seat) + S.HIDEOUT] == cell:
            return seat
    return S.NONE


@kernel
def wall_options(state: Ints, book: Ints, seat: int, legal: Ints, n: int) -> int:
    """List the walls that can be placed around a seat's tile, or moved there (RLD-DEC-8)."""
    cell = state[at(seat) + S.CELL]
    team = book[B.TEAM_OF + seat]
    supply = state[S.TEAM_WALLS + team]
    for side in range(6):
        if state[S.WALL_AT + cell * 6 + side] or not has_neighbour(book, cell, side):
            continue
        if supply > 0:
            legal[n] = action(WALL, side, 0, 0)
            n += 1
            continue
        walled = state[S.WALLED + team]
        while walled:
            origin = lowest(walled)
            walled &= walled - 1
            walls = state[S.OWN_WALLS + team * B.CELLS + origin]
            while walls:
                legal[n] = action(WALL, side, 1 + origin * 6 + lowest(walls), 0)
                walls &= walls - 1
                n += 1
    return n


@kernel
def build_options(state: Ints, book: Ints, seat: int, done: int, legal: Ints, n: int) -> int:
    """List what can be built on a seat's tile, but for options that the die has already done."""
    block = at(seat)
    cell = state[block + S.CELL]
    there = hideout_at(state, book, cell)
    if book[B.TRAPS_ON] and not done & A_TRAP and state[S.TRAP_AT + cell] == 0:
        for kind in range(book[B.TRAP_KINDS]):
            if state[block + S.TRAPS + kind]:
                legal[n] = action(TRAP, kind, 0, 0)
                n += 1
    if not done & A_HIDEOUT and there == S.NONE:
        legal[n] = action(HIDEOUT, 0, 0, 0)
        n += 1
    if not done & WALLS and book[B.WALLS_PER_BUILD]:
        n = wall_options(state, book, seat, legal, n)
    if not done & TEARING:
        if there != S.NONE:
            legal[n] = action(TEAR_HIDEOUT, there, 0, 0)
            n += 1
        for side in range(6):
            if state[S.WALL_AT + cell * 6 + side]:
                legal[n] = action(TEAR_WALL, side, 0, 0)
                n += 1
    return n


@kernel
def can_build_more(state: Ints, book: Ints) -> bool:
    """Say whether the build under way can go on at all."""
    if state[S.BUILDS_LEFT]:
        return True  # something can always be torn down or built; STOP is offered beside it
    seat = state[S.TURN_SEAT]
    cell = state[at(seat) + S.CELL]
    for side in range(6):
        if state[S.WALL_AT + cell * 6 + side] == 0 and has_neighbour(book, cell, side):
            return True
    return False
