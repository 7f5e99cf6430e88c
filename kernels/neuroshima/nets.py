"""Who is netted (NSH-NET-*, NSH-DEC-15)."""

from kernels.bits import lowest
from kernels.hexgrid import AROUND
from kernels.jit import inlined, kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.board import Ints, Rows, occupied, tiles_of


@kernel
def caught_by(state: Ints, faces: Rows, rules: Ints, cell: int) -> int:
    """Return the cells that the netter on a cell points its nets at."""
    sides = faces[state[S.FACE + cell], F.NET]
    return AROUND[cell, sides] & tiles_of(state, rules[R.NETS + state[S.OWNER + cell]])


@kernel
def netters(state: Ints, faces: Rows) -> int:
    """Return the cells of all tiles with a net."""
    found = 0
    cells = occupied(state)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if faces[state[S.FACE + cell], F.NET]:
            found |= 1 << cell
    return found


@kernel
def _followed(state: Ints, faces: Rows, rules: Ints, start: int, among: int) -> int:
    """Return all netters reached from one netter by following nets, among a set."""
    seen = 0
    front = 1 << start
    while front:
        cell = lowest(front)
        front &= front - 1
        new = caught_by(state, faces, rules, cell) & among & ~seen
        seen |= new
        front |= new
    return seen


@kernel
def _free_rings(state: Ints, faces: Rows, rules: Ints, unresolved: int) -> int:
    """Return the netters of every ring at which no netter outside the ring points."""
    free = 0
    left = unresolved
    while left:
        cell = lowest(left)
        left &= left - 1
        reached = _followed(state, faces, rules, cell, unresolved)
        ring = 1 << cell
        others = reached
        while others:
            other = lowest(others)
            others &= others - 1
            if _followed(state, faces, rules, other, unresolved) >> cell & 1:
                ring |= 1 << other
        outside = unresolved & ~ring
        pointed_at = False
        while outside:
            other = lowest(outside)
            outside &= outside - 1
            if caught_by(state, faces, rules, other) & ring:
                pointed_at = True
        if not pointed_at:
            free |= ring
    return free


@inlined
def netted(state: Ints, faces: Rows, rules: Ints, unresolved: int) -> int:
    """Return the cells held by a working net, given the cells of all netters."""
    held = 0
    while unresolved:
        pointed_at = 0
        cells = unresolved
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            pointed_at |= caught_by(state, faces, rules, cell)
        working = unresolved & ~pointed_at
        among_themselves = 0
        if not working:
            working = _free_rings(state, faces, rules, unresolved)
            among_themselves = working
        cells = working
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            held |= caught_by(state, faces, rules, cell) & ~among_themselves
        unresolved &= ~(working | held)
    return held
