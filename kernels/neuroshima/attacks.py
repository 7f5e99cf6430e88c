"""Collecting the hits of a phase (NSH-MEL-*, NSH-RNG-*, NSH-ARM-*, NSH-HQ-3)."""

from kernels.bits import lowest
from kernels.hexgrid import ALL_SIDES, AROUND, RAY, nearest
from kernels.jit import inlined, kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import state as S
from kernels.neuroshima import work as W
from kernels.neuroshima.board import Ints, Rows


@kernel
def add_hit(work: Ints, attacker: int, target: int, wounds: int) -> None:
    """Note one attacker's wounds on one target."""
    if work[W.UNHITTABLE] >> target & 1:
        return
    hit = W.HIT + 3 * work[W.HITS]
    work[W.HITS] += 1
    work[hit] = attacker
    work[hit + 1] = target
    work[hit + 2] = wounds
    work[target * W.ROW + W.DAMAGE] += wounds


@kernel
def forget_hits(work: Ints) -> None:
    """Take back all hits noted so far."""
    for i in range(work[W.HITS]):
        work[work[W.HIT + 3 * i + 1] * W.ROW + W.DAMAGE] = 0
    work[W.HITS] = 0


@kernel
def _explode(state: Ints, work: Ints, cell: int) -> None:
    """Hurt every neighbour by one wound, friend and foe (NSH-MOL-15)."""
    tiles = AROUND[cell, ALL_SIDES]
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        if state[S.FACE + tile] != S.EMPTY:
            add_hit(work, cell, tile, 1)


@kernel
def _force(first: int, second: int, bonus: int) -> int:
    """Return the wounds of up to two attacks of one type on one side."""
    wounds = max(0, first + bonus) if first else 0
    if second:
        wounds += max(0, second + bonus)
    return wounds


@inlined
def strike(state: Ints, faces: Rows, work: Ints, cell: int) -> None:
    """Note the hits of all attacks of one tile."""
    face = state[S.FACE + cell]
    row = cell * W.ROW
    enemies = work[W.TARGETS + state[S.OWNER + cell]]
    is_hq = faces[face, F.KIND] == F.HQ
    converted = work[row + W.CONVERTED] - 1
    directions = faces[face, F.ATTACK]
    while directions:
        d = lowest(directions)
        directions &= directions - 1
        line = RAY[cell, d] & enemies
        if not line:
            continue
        blow = faces[face, F.MELEE + d]
        shot = faces[face, F.RANGED + d]
        gauss = faces[face, F.GAUSS + d]
        second_blow = 0
        second_shot = 0
        if converted >= 0 and converted >> 1 == d:
            if converted & 1:
                second_blow, shot = shot, 0
            else:
                second_shot, blow = blow, 0
        target = nearest(line, d)
        wounds = 0
        if AROUND[cell, 1 << d] >> target & 1:
            wounds = _force(blow, second_blow, work[row + W.MELEE])
        if shot or second_shot or gauss:
            armour = faces[state[S.FACE + target], F.ARMOUR] >> (d + 3) % 6 & 1
            wounds += _force(shot, second_shot, work[row + W.RANGED] - armour)
            wounds += max(0, gauss - armour)
        if wounds and not (is_hq and faces[state[S.FACE + target], F.KIND] == F.HQ):
            add_hit(work, cell, target, wounds)
        if gauss:  # it goes on through the first target (NSH-DEC-24)
            line &= ~(1 << target)
            while line:
                target = lowest(line)
                line &= line - 1
                hit = state[S.FACE + target]
                armour = faces[hit, F.ARMOUR] >> (d + 3) % 6 & 1
                if gauss > armour and not (is_hq and faces[hit, F.KIND] == F.HQ):
                    add_hit(work, cell, target, gauss - armour)


@kernel
def collect(state: Ints, faces: Rows, work: Ints, acting: int) -> None:
    """Note all hits of the acting tiles, with the explosions and conversions chosen so far."""
    forget_hits(work)
    while acting:
        cell = lowest(acting)
        acting &= acting - 1
        if work[W.EXPLODED] >> cell & 1:
            _explode(state, work, cell)
        else:
            strike(state, faces, work, cell)
