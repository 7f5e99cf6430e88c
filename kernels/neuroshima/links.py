"""What modules and HQs give: the snapshot of a phase (NSH-MOD-*, NSH-DEC-6, NSH-DEC-25)."""

from kernels.bits import lowest
from kernels.hexgrid import AROUND
from kernels.jit import inlined, kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import work as W
from kernels.neuroshima.board import Ints, Rows, occupied, tiles_of
from kernels.neuroshima.nets import netted


@kernel
def sort_tiles(state: Ints, faces: Rows, work: Ints) -> None:
    """Clear the rows of all tiles and note which ones support, net and fight.

    While a battle lasts tiles only leave, so this is done once.
    """
    supporters = 0
    netters = 0
    fighters = 0
    clowns = 0
    cells = occupied(state)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        for k in range(W.ROW):
            work[cell * W.ROW + k] = 0
        face = state[S.FACE + cell]
        bit = 1 << cell
        if faces[face, F.TRAITS] & F.SUPPORTS:
            supporters |= bit
        if faces[face, F.NET]:
            netters |= bit
        if faces[face, F.VALUES]:
            fighters |= bit
        if faces[face, F.TRAITS] & F.EXPLODES:
            clowns |= bit
    work[W.SUPPORTERS] = supporters
    work[W.NETTERS] = netters
    work[W.FIGHTERS] = fighters
    work[W.CLOWNS] = clowns


@inlined
def share_control(state: Ints, faces: Rows, rules: Ints, work: Ints) -> None:
    """Say for whom each working supporter works: its owner, or the scoper that hacked it.

    A scoper itself always works for its owner, so two facing scopers hack nothing of each other.
    """
    working = work[W.SUPPORTERS] & ~work[W.NETTED]
    for seat in range(rules[R.PLAYERS]):
        work[W.CONTROL + seat] = working & state[S.SEAT + seat * S.SEAT_SIZE + S.TILES]
    cells = working
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if faces[state[S.FACE + cell], F.TRAITS] & F.SCOPER:
            working &= ~_hack(state, faces, rules, work, cell, working)


@kernel
def _hack(state: Ints, faces: Rows, rules: Ints, work: Ints, cell: int, working: int) -> int:
    """Let the enemy modules connected to a scoper work for its owner; return them (NSH-OUT-12).

    Of the scopers of several players the first in the order of cells gets a module.
    """
    hacker = state[S.OWNER + cell]
    reached = AROUND[cell, faces[state[S.FACE + cell], F.LINK]] & working
    reached &= tiles_of(state, rules[R.FOES + hacker])
    hacked = 0
    while reached:
        module = lowest(reached)
        reached &= reached - 1
        face = state[S.FACE + module]
        if faces[face, F.KIND] == F.MODULE and not faces[face, F.TRAITS] & F.SCOPER:
            for seat in range(rules[R.PLAYERS]):
                work[W.CONTROL + seat] &= ~(1 << module)
            work[W.CONTROL + hacker] |= 1 << module
            hacked |= 1 << module
    return hacked


@kernel
def snapshot(state: Ints, faces: Rows, rules: Ints, work: Ints) -> None:
    """Work out nets, then bonuses, extra attacks, medic and quartermaster links of every tile.

    The rows must be clear of an earlier snapshot.
    """
    work[W.NETTED] = netted(state, faces, rules, work[W.NETTERS])
    work[W.ALL_MEDICS] = 0
    work[W.BOOSTED] = 0
    work[W.SUPPLIED] = 0
    share_control(state, faces, rules, work)
    for seat in range(rules[R.PLAYERS]):
        work[W.TARGETS + seat] = tiles_of(state, rules[R.HITS + seat])
        cells = work[W.CONTROL + seat]
        if cells:
            friends = tiles_of(state, rules[R.SERVES + seat])
            foes = tiles_of(state, rules[R.FOES + seat])
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                face = state[S.FACE + cell]
                enemies = faces[face, F.TRAITS] & F.SERVES_ENEMIES
                _give(faces, work, cell, face, foes if enemies else friends)


@kernel
def clear_snapshot(state: Ints, work: Ints) -> None:
    """Clear the rows of all tiles for a new snapshot."""
    cells = occupied(state)
    while cells:
        row = lowest(cells) * W.ROW
        cells &= cells - 1
        for k in range(W.SNAPSHOT):
            work[row + k] = 0


@inlined
def _give(faces: Rows, work: Ints, cell: int, face: int, served: int) -> None:
    """Add what one supporter gives to the tiles it is connected to."""
    touched = AROUND[cell, faces[face, F.LINK]]
    linked = touched & served
    traits = faces[face, F.TRAITS]
    if traits & F.SPECIAL:
        if traits & F.MEDIC:
            work[W.ALL_MEDICS] |= 1 << cell
            while touched:
                work[lowest(touched) * W.ROW + W.MEDICS] |= 1 << cell
                touched &= touched - 1
        if traits & F.QUARTERMASTER:
            work[W.SUPPLIED] |= linked
            tiles = linked
            while tiles:
                work[lowest(tiles) * W.ROW + W.QUARTERMASTERS] |= 1 << cell
                tiles &= tiles - 1
        if faces[face, F.GIVES_ATTACKS]:
            work[W.BOOSTED] |= linked
            tiles = linked
            while tiles:
                work[lowest(tiles) * W.ROW + W.GIVERS] += faces[face, F.GIVES_ATTACKS]
                tiles &= tiles - 1
    while linked:
        row = lowest(linked) * W.ROW
        linked &= linked - 1
        work[row + W.INITIATIVE] += faces[face, F.GIVES_INITIATIVE]
        work[row + W.MELEE] += faces[face, F.GIVES_MELEE]
        work[row + W.RANGED] += faces[face, F.GIVES_RANGED]
