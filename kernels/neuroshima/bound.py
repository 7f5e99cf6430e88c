"""The most points an HQ can lose in the battle to come; never less than it will lose.

A tile attacks at most once for each of its initiative values and once for each extra attack in
play (NSH-DEC-10, NSH-DEC-12). It lies in one direction from the HQ, so only its attacks in one
direction count, raised by all bonuses in play. Shields, blockers, nets, armour and medics only
take away. HQs do not hurt HQs (NSH-HQ-3); a clown may explode next to any HQ, once (NSH-MOL-15).
"""

from kernels.bits import count, lowest
from kernels.hexgrid import AROUND, RAY
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import question as Q
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.board import Ints, Rows


@kernel
def _force(faces: Rows, face: int, d: int, near: bool, question: Ints) -> int:
    """Return the most wounds of one round of attacks in a direction."""
    melee = faces[face, F.MELEE + d]
    ranged = faces[face, F.RANGED + d]
    more_melee = question[Q.MORE_MELEE]
    more_ranged = question[Q.MORE_RANGED]
    if question[Q.CONVERTS]:  # a blow may become a shot and the other way round (NSH-DEC-22)
        more_melee = max(more_melee, more_ranged)
        more_ranged = more_melee
        near = True
    force = faces[face, F.GAUSS + d]
    if ranged:
        force += ranged + more_ranged
    if melee and near:
        force += melee + more_melee
    return force


@kernel
def _attacks(faces: Rows, face: int, question: Ints) -> int:
    """Return how often a tile can attack in one battle."""
    values = faces[face, F.VALUES]
    return count(values) + question[Q.MORE_ATTACKS] if values else 0


@kernel
def _anywhere(faces: Rows, face: int, question: Ints) -> int:
    """Return the most wounds of a tile that may still go to any cell and turn to any side."""
    best = 0
    for d in range(6):
        best = max(best, _force(faces, face, d, True, question))
    return best * _attacks(faces, face, question)


@kernel
def most_damage(state: Ints, faces: Rows, rules: Ints, question: Ints) -> int:
    """Return a number of points that the enemy HQ cannot lose more than, however play goes on."""
    seat = question[Q.SEAT]
    enemy = question[Q.ENEMY]
    hq = state[S.SEAT + enemy * S.SEAT_SIZE + S.HQ_CELL]
    hand = S.SEAT + seat * S.SEAT_SIZE + S.HAND
    total = question[Q.BLASTS]
    stay = question[Q.STILL] != 0  # whether every tile stays where it is
    for slot in range(state[S.SEAT + seat * S.SEAT_SIZE + S.HAND_SIZE]):
        row = state[hand + slot] * 6
        deed = faces[row, F.ACTION]
        if deed == F.MOVE or deed == F.PUSH:
            stay = False
        if faces[row, F.KIND] != F.INSTANT:
            total += _anywhere(faces, row, question)
    for other in range(rules[R.PLAYERS]):
        if not rules[R.HITS + other] >> enemy & 1:
            continue
        cells = state[S.SEAT + other * S.SEAT_SIZE + S.TILES]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            face = state[S.FACE + cell]
            if faces[face, F.KIND] == F.HQ:
                continue
            if not stay:
                total += _anywhere(faces, face, question)
                continue
            directions = faces[face, F.ATTACK]
            while directions:
                d = lowest(directions)
                directions &= directions - 1
                if RAY[cell, d] >> hq & 1:
                    near = AROUND[cell, 1 << d] >> hq & 1 != 0
                    force = _force(faces, face, d, near, question)
                    total += force * _attacks(faces, face, question)
    return total
