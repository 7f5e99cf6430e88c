"""Choices of acting tiles: the exploding clown and the quartermaster (NSH-DEC-21, NSH-DEC-22)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.attacks import collect
from kernels.neuroshima.board import Ints, Rows, occupied
from kernels.neuroshima.medics import dies

HQ_WOUND, HQ_FALL, UNIT_FALL, MODULE_FALL, WOUND, BLAST = 3, 1000, 4, 3, 1, 4


@kernel
def phase_score(state: Ints, faces: Rows, rules: Ints, work: Ints, seat: int) -> int:
    """Judge the collected hits for a seat, before medics: losses of its side count against it."""
    score = 0
    cells = occupied(state)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        owner = state[S.OWNER + cell]
        sign = -1 if rules[R.SERVES + seat] >> owner & 1 else 1
        if work[W.EXPLODED] >> cell & 1:
            score += sign * BLAST
            continue
        damage = work[cell * W.ROW + W.DAMAGE]
        if damage == 0:
            continue
        kind = faces[state[S.FACE + cell], F.KIND]
        fatal = dies(state, faces, cell, damage)
        if kind == F.HQ:
            score += sign * (HQ_WOUND * damage + (HQ_FALL if fatal else 0))
        elif not fatal:
            score += sign * WOUND * damage
        elif kind == F.UNIT:
            score += sign * UNIT_FALL
        else:
            score += sign * MODULE_FALL
    return score


@kernel
def _choose_explosion(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    acting: int,
    cell: int,
) -> bool:
    """Say whether the owner lets this clown explode in this phase."""
    chosen = choices[W.EXPLODE + cell]
    if chosen != W.BY_DEFAULT:
        return chosen == 1
    owner = state[S.OWNER + cell]
    collect(state, faces, work, acting)
    plain = phase_score(state, faces, rules, work, owner)
    work[W.EXPLODED] |= 1 << cell
    work[W.UNHITTABLE] |= 1 << cell
    collect(state, faces, work, acting)
    blast = phase_score(state, faces, rules, work, owner)
    work[W.EXPLODED] &= ~(1 << cell)
    work[W.UNHITTABLE] &= ~(1 << cell)
    return blast > plain


@kernel
def _choose_conversion(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    acting: int,
    cell: int,
) -> int:
    """Return the attack (direction * 2 + 1 for a shot) that the owner converts, or NONE."""
    chosen = choices[W.CONVERT + cell]
    if chosen != W.BY_DEFAULT:
        return chosen
    owner = state[S.OWNER + cell]
    face = state[S.FACE + cell]
    collect(state, faces, work, acting)
    best_score = phase_score(state, faces, rules, work, owner)
    best = W.NONE
    for d in range(6):
        for shot in range(2):
            if not faces[face, (F.RANGED if shot else F.MELEE) + d]:
                continue
            work[cell * W.ROW + W.CONVERTED] = d * 2 + shot + 1
            collect(state, faces, work, acting)
            score = phase_score(state, faces, rules, work, owner)
            if score > best_score:
                best_score, best = score, d * 2 + shot
    work[cell * W.ROW + W.CONVERTED] = 0
    return best


@kernel
def choose(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    acting: int,
    asked: int,
    starter: int,
) -> None:
    """Ask the owners of acting clowns and of tiles with a quartermaster, in the order of PRC-2 c.

    Leaves the decisions in EXPLODED, UNHITTABLE and CONVERTED.
    """
    players = rules[R.PLAYERS]
    for k in range(players):
        seat = (starter + k) % players
        mine = asked & state[S.SEAT + seat * S.SEAT_SIZE + S.TILES]
        while mine:
            cell = lowest(mine)
            mine &= mine - 1
            if faces[state[S.FACE + cell], F.TRAITS] & F.EXPLODES and _choose_explosion(
                state, faces, rules, work, choices, acting, cell
            ):
                work[W.EXPLODED] |= 1 << cell
                work[W.UNHITTABLE] |= 1 << cell
                T.note(trace, T.EXPLODED, cell)
                continue
            free = work[cell * W.ROW + W.QUARTERMASTERS] & ~work[W.USED_QUARTERMASTERS]
            if free:
                chosen = _choose_conversion(state, faces, rules, work, choices, acting, cell)
                if chosen != W.NONE:
                    work[cell * W.ROW + W.CONVERTED] = chosen + 1
                    work[W.USED_QUARTERMASTERS] |= free & -free
                    T.note(trace, T.CONVERTED, cell, chosen >> 1, chosen & 1)
