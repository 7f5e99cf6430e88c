"""Where tiles may go: moves, pushes (NSH-MOV-*, NSH-MOB-*, NSH-PSH-*, NSH-DEC-32 to 34)."""

from kernels.bits import lowest
from kernels.hexgrid import ALL_SIDES, AROUND
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import work as W
from kernels.neuroshima.board import Ints, Rows, occupied, shift
from kernels.neuroshima.links import share_control, sort_tiles
from kernels.neuroshima.medics import of_side
from kernels.neuroshima.nets import netted, netters


@kernel
def survey(state: Ints, faces: Rows, rules: Ints, work: Ints) -> None:
    """Work out nets and who controls which supporter, outside battle (NSH-DEC-37)."""
    sort_tiles(state, faces, work)
    work[W.NETTED] = netted(state, faces, rules, work[W.NETTERS])
    share_control(state, faces, rules, work)


@kernel
def _working_with(state: Ints, faces: Rows, rules: Ints, work: Ints, seat: int, trait: int) -> int:
    """Return the supporters with a trait that work for a seat, those of allies too (NSH-ALY-2)."""
    found = 0
    cells = of_side(rules, work, seat)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if faces[state[S.FACE + cell], F.TRAITS] & trait:
            found |= 1 << cell
    return found


@kernel
def carried(state: Ints, faces: Rows, rules: Ints, work: Ints, seat: int) -> int:
    """Return the own tiles that a working transport may move (NSH-HEG-14, NSH-DEC-60)."""
    cells = 0
    transports = _working_with(state, faces, rules, work, seat, F.TRANSPORT)
    while transports:
        cell = lowest(transports)
        transports &= transports - 1
        cells |= AROUND[cell, faces[state[S.FACE + cell], F.LINK]]
    return cells & state[S.SEAT + seat * S.SEAT_SIZE + S.TILES]


@kernel
def goes_far(state: Ints, faces: Rows, rules: Ints, work: Ints, seat: int) -> bool:
    """Say whether the moves of a seat may be two steps long (NSH-OUT-7)."""
    return _working_with(state, faces, rules, work, seat, F.RECON) != 0


@kernel
def _held_at(state: Ints, faces: Rows, rules: Ints, origin: int, cell: int) -> bool:
    """Say whether a tile would be netted on another cell, with its facing unchanged."""
    face = state[S.FACE + origin]
    shift(state, faces, origin, cell, face)
    held = netted(state, faces, rules, netters(state, faces)) >> cell & 1
    shift(state, faces, cell, origin, face)
    return held != 0


@kernel
def reach(state: Ints, faces: Rows, rules: Ints, origin: int, far: bool) -> int:
    """Return the free cells a tile may move to, in one step or in two (NSH-DEC-32, NSH-DEC-33)."""
    free = rules[R.BOARD] & ~occupied(state)
    near = AROUND[origin, ALL_SIDES] & free
    if not far:
        return near
    cells = near
    steps = near
    while steps:
        step = lowest(steps)
        steps &= steps - 1
        onward = AROUND[step, ALL_SIDES] & free & ~cells
        if onward and not _held_at(state, faces, rules, origin, step):
            cells |= onward
    return cells


@kernel
def push_targets(state: Ints, rules: Ints, held: int, seat: int, pusher: int) -> int:
    """Return the enemy tiles next to a pusher that are free to be pushed at all."""
    enemies = 0
    for other in range(rules[R.PLAYERS]):
        if rules[R.PUSHES + seat] >> other & 1:
            enemies |= state[S.SEAT + other * S.SEAT_SIZE + S.TILES]
    return AROUND[pusher, ALL_SIDES] & enemies & ~held


@kernel
def push_cells(state: Ints, rules: Ints, pusher: int, target: int) -> int:
    """Return the free cells behind a pushed tile: next to it, not next to the pusher."""
    behind = AROUND[target, ALL_SIDES] & ~AROUND[pusher, ALL_SIDES]
    return behind & rules[R.BOARD] & ~occupied(state)
