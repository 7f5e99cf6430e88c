"""Every legal action of the seat that decides (NSH-PRC-1)."""

from kernels.bits import count, lowest
from kernels.hexgrid import ALL_SIDES, AROUND
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import work as W
from kernels.neuroshima.board import Ints, Rows, occupied, tiles_of
from kernels.neuroshima.moves import carried, goes_far, push_cells, push_targets, reach, survey

ROOM = 16384  # six Move tiles for 19 tiles of which each may reach 18 cells, with room to spare
NONE = 0  # named, because numba compiles a function anew for a literal number


@kernel
def _add_moves(
    state: Ints,
    faces: Rows,
    rules: Ints,
    legal: Ints,
    n: int,
    what: int,
    slot: int,
    movers: int,
    far: bool,
) -> int:
    """Add every move and turn of a set of tiles; return the new number of actions."""
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        face = state[S.FACE + origin]
        facings = faces[face, F.FACINGS]
        for facing in range(facings):
            if facing != face % 6:
                legal[n] = A.action(what, slot, origin, origin, facing)
                n += 1
        cells = reach(state, faces, rules, origin, far)
        while cells:
            to = lowest(cells)
            cells &= cells - 1
            for facing in range(facings):
                legal[n] = A.action(what, slot, origin, to, facing)
                n += 1
    return n


@kernel
def add_uses(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    legal: Ints,
    n: int,
    seat: int,
    slot: int,
    far: bool,
) -> int:
    """Add every use of one tile of the hand; return the new number of actions."""
    block = S.SEAT + seat * S.SEAT_SIZE
    kind = state[block + S.HAND + slot]
    row = kind * 6
    free = rules[R.BOARD] & ~occupied(state)
    if faces[row, F.KIND] != F.INSTANT:
        while free:
            cell = lowest(free)
            free &= free - 1
            for facing in range(faces[row, F.FACINGS]):
                legal[n] = A.action(A.PLACE, slot, NONE, cell, facing)
                n += 1
        return n
    deed = faces[row, F.ACTION]
    mine = state[block + S.TILES]
    loose = mine & ~work[W.NETTED]
    if deed == F.BATTLE:
        if state[S.ENDED_BY] == S.NOBODY:
            legal[n] = A.action(A.BATTLE, slot, NONE, NONE, NONE)
            n += 1
    elif deed == F.MOVE:
        n = _add_moves(state, faces, rules, legal, n, A.MOVE, slot, loose, far)
    elif deed == F.PUSH:
        while loose:
            pusher = lowest(loose)
            loose &= loose - 1
            targets = push_targets(state, rules, work[W.NETTED], seat, pusher)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if push_cells(state, rules, pusher, target):
                    legal[n] = A.action(A.PUSH, slot, pusher, target, NONE)
                    n += 1
    elif deed == F.AIRSTRIKE:
        centres = rules[R.BOARD]
        while centres:
            cell = lowest(centres)
            centres &= centres - 1
            if count(AROUND[cell, ALL_SIDES] & rules[R.BOARD]) == 6:
                legal[n] = A.action(A.AIRSTRIKE, slot, NONE, cell, NONE)
                n += 1
    else:
        foes = tiles_of(state, rules[R.FOES + seat])
        hq = state[block + S.HQ_CELL]
        if deed == F.GRENADE:
            if hq == S.NOBODY or work[W.NETTED] >> hq & 1:
                return n
            foes &= AROUND[hq, ALL_SIDES]
        while foes:
            cell = lowest(foes)
            foes &= foes - 1
            if faces[state[S.FACE + cell], F.KIND] != F.HQ:
                hurt = A.GRENADE if deed == F.GRENADE else A.SNIPER
                legal[n] = A.action(hurt, slot, NONE, cell, NONE)
                n += 1
    return n


@kernel
def may_use_tiles(state: Ints, rules: Ints) -> bool:
    """Say whether the seat on turn may still use a tile of its hand (VAR-1, VAR-2, DEC-49)."""
    seat = S.SEAT + state[S.TURN_SEAT] * S.SEAT_SIZE
    if state[S.TIE] and not rules[R.TIE_HAND] and state[seat + S.PILE_WAS_EMPTY]:
        return False
    most = rules[R.MOST_USED]
    if rules[R.ALTERNATIVE_START] and state[S.TURN_NUMBER] == 1:
        most = 1
    return state[S.USED] < most


@kernel
def add_uses_of_hand(state: Ints, faces: Rows, rules: Ints, work: Ints, legal: Ints, n: int) -> int:
    """Add every use of every tile of the hand; of equal tiles only the first is listed."""
    seat = state[S.TURN_SEAT]
    hand = S.SEAT + seat * S.SEAT_SIZE + S.HAND
    far = goes_far(state, faces, rules, work, seat)
    for slot in range(state[S.SEAT + seat * S.SEAT_SIZE + S.HAND_SIZE]):
        seen = False
        for earlier in range(slot):
            if state[hand + earlier] == state[hand + slot]:
                seen = True
        if not seen:
            n = add_uses(state, faces, rules, work, legal, n, seat, slot, far)
    return n


@kernel
def add_free_moves(state: Ints, faces: Rows, rules: Ints, work: Ints, legal: Ints, n: int) -> int:
    """Add every move by mobility or transport (NSH-DEC-29, NSH-DEC-30)."""
    seat = state[S.TURN_SEAT]
    mine = state[S.SEAT + seat * S.SEAT_SIZE + S.TILES] & ~work[W.NETTED]
    by_transport = carried(state, faces, rules, work, seat) & mine
    by_mobility = 0
    cells = mine
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        moved = state[S.MOVED + cell]
        if faces[state[S.FACE + cell], F.TRAITS] & F.MOBILITY and not moved & S.BY_MOBILITY:
            by_mobility |= 1 << cell
        if moved & S.BY_TRANSPORT:
            by_transport &= ~(1 << cell)
    if by_mobility | by_transport == 0:
        return n
    far = goes_far(state, faces, rules, work, seat)
    n = _add_moves(state, faces, rules, legal, n, A.MOBILITY, NONE, by_mobility, far)
    return _add_moves(state, faces, rules, legal, n, A.TRANSPORT, NONE, by_transport, far)


@kernel
def legal_actions(state: Ints, faces: Rows, rules: Ints, work: Ints, legal: Ints) -> int:
    """Write every legal action into `legal`; return how many there are.

    Outside the set-up this leaves the nets and the control of supporters in `work`.
    """
    n = NONE
    stage = state[S.STAGE]
    seat = state[S.ACTOR]
    block = S.SEAT + seat * S.SEAT_SIZE
    if stage != S.PLACE_HQ:
        survey(state, faces, rules, work)
    if stage == S.PLACE_HQ:
        free = rules[R.BOARD] & ~occupied(state)
        while free:
            legal[n] = A.action(A.PLACE_HQ, NONE, NONE, lowest(free), 0)
            free &= free - 1
            n += 1
    elif stage == S.REDRAW:
        legal[0] = A.action(A.REDRAW, NONE, NONE, NONE, NONE)
        legal[1] = A.action(A.KEEP, NONE, NONE, NONE, NONE)
        n = 2
    elif stage == S.ANSWER_PUSH:
        cells = push_cells(state, rules, state[S.PUSHER], state[S.PUSHED])
        while cells:
            legal[n] = A.action(A.ANSWER, NONE, NONE, lowest(cells), 0)
            cells &= cells - 1
            n += 1
    elif stage == S.DISCARD:
        for slot in range(state[block + S.HAND_SIZE]):
            legal[n] = A.action(A.DISCARD, slot, NONE, NONE, NONE)
            n += 1
    elif stage == S.ACT:
        if may_use_tiles(state, rules):
            n = add_uses_of_hand(state, faces, rules, work, legal, n)
        n = add_free_moves(state, faces, rules, work, legal, n)
        if not rules[R.KEEP_REST]:
            for slot in range(state[block + S.HAND_SIZE]):
                legal[n] = A.action(A.DISCARD, slot, NONE, NONE, NONE)
                n += 1
        legal[n] = A.action(A.END, NONE, NONE, NONE, NONE)
        n += 1
    return n
