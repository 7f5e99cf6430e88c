"""Medics: which hits they absorb (NSH-MED-*, NSH-DEC-18, NSH-DEC-19)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.board import Ints, Rows


@kernel
def dies(state: Ints, faces: Rows, cell: int, damage: int) -> bool:
    """Say whether this much damage destroys the tile or HQ on a cell."""
    face = state[S.FACE + cell]
    if faces[face, F.KIND] == F.HQ:
        seat = S.SEAT + state[S.OWNER + cell] * S.SEAT_SIZE
        return damage >= state[seat + S.POINTS]
    return state[S.WOUNDS + cell] + damage >= faces[face, F.HIT_POINTS]


@kernel
def _available(state: Ints, faces: Rows, work: Ints, used: int) -> int:
    """Return the medics that can still save somebody: not used, not dying themselves (MED-7)."""
    found = 0
    medics = work[W.ALL_MEDICS] & ~used
    while medics:
        medic = lowest(medics)
        medics &= medics - 1
        damage = work[medic * W.ROW + W.DAMAGE]
        if not (damage and dies(state, faces, medic, damage)):
            found |= 1 << medic
    return found


@kernel
def _chain(work: Ints, start: int, among: int) -> int:
    """Return the medics reached by going from medic to the medics linked to it."""
    seen = start
    front = start
    while front:
        medic = lowest(front)
        front &= front - 1
        new = work[medic * W.ROW + W.MEDICS] & among & ~seen
        seen |= new
        front |= new
    return seen


@kernel
def of_side(rules: Ints, work: Ints, owner: int) -> int:
    """Return the supporters that work for the tiles of a seat."""
    cells = 0
    for seat in range(rules[R.PLAYERS]):
        if rules[R.SERVES + seat] >> owner & 1:
            cells |= work[W.CONTROL + seat]
    return cells


@kernel
def candidates(state: Ints, rules: Ints, work: Ints, target: int, available: int) -> int:
    """Return the medics that may absorb a hit on a tile: the last ones of each chain (MED-8)."""
    among = available & of_side(rules, work, state[S.OWNER + target])
    linked = work[target * W.ROW + W.MEDICS] & among
    if linked == 0 or (
        linked & (linked - 1) == 0 and work[lowest(linked) * W.ROW + W.MEDICS] & among == 0
    ):
        return linked
    found = 0
    pool = _chain(work, linked, among)
    left = pool
    while left:
        medic = lowest(left)
        left &= left - 1
        is_last = True
        onward = _chain(work, 1 << medic, among)
        while onward:
            other = lowest(onward)
            onward &= onward - 1
            if not _chain(work, 1 << other, among) >> medic & 1:
                is_last = False
        if is_last:
            found |= 1 << medic
    return found


@kernel
def worth(state: Ints, faces: Rows, work: Ints, target: int, wounds: int, several: bool) -> int:
    """Return how much a player wants this hit absorbed (NSH-DEC-19)."""
    damage = work[target * W.ROW + W.DAMAGE]
    doomed = dies(state, faces, target, damage)
    saved = doomed and not dies(state, faces, target, damage - wounds)
    kind = faces[state[S.FACE + target], F.KIND]
    if kind == F.HQ:
        return 100 if saved else 3 * wounds
    if saved:
        return 4 if kind == F.UNIT else 3
    if doomed:
        return 2 if several else 0
    return wounds


@kernel
def absorb(state: Ints, faces: Rows, rules: Ints, work: Ints, trace: Ints) -> int:
    """Let medics absorb hits until none can; return the medics used up.

    An absorbed hit keeps its place with 0 wounds; the damage on its target falls.
    """
    used = 0
    if not work[W.ALL_MEDICS]:
        return used
    while True:
        available = _available(state, faces, work, used)
        if not available:
            return used
        best_worth = -1
        best_hit = -1
        best_medic = -1
        best_order = 0
        for i in range(work[W.HITS]):
            hit = W.HIT + 3 * i
            wounds = work[hit + 2]
            target = work[hit + 1]
            if not wounds or not work[target * W.ROW + W.MEDICS] & available:
                continue
            medics = candidates(state, rules, work, target, available)
            if not medics:
                continue
            several = medics & (medics - 1) != 0
            value = worth(state, faces, work, target, wounds, several)
            medic = lowest(medics)
            order = (target * 64 + work[hit] + 1) * 64 + medic
            if value > best_worth or (value == best_worth and order < best_order):
                best_worth, best_hit, best_medic, best_order = value, hit, medic, order
        if best_hit < 0:
            return used
        target = work[best_hit + 1]
        work[target * W.ROW + W.DAMAGE] -= work[best_hit + 2]
        work[best_hit + 2] = 0
        used |= 1 << best_medic
        T.note(trace, T.ABSORBED, best_medic, target, work[best_hit])
