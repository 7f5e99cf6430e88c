"""The battle (NSH-BAT-*, NSH-INI-*, steps of NSH-PRC-2)."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.attacks import collect
from kernels.neuroshima.board import Ints, Rows, remove
from kernels.neuroshima.choices import choose
from kernels.neuroshima.links import clear_snapshot, snapshot, sort_tiles
from kernels.neuroshima.medics import absorb


@inlined
def schedule(state: Ints, faces: Rows, work: Ints) -> int:
    """Say for every phase which free tiles act in it by an unspent value (NSH-DEC-11).

    Return the highest current initiative of any tile, netted ones included (NSH-BAT-3).
    """
    first = 0
    netted = work[W.NETTED]
    fighters = work[W.FIGHTERS]
    while fighters:
        cell = lowest(fighters)
        fighters &= fighters - 1
        row = cell * W.ROW
        values = faces[state[S.FACE + cell], F.VALUES] & ~work[row + W.SPENT]
        while values:
            phase = max(0, lowest(values) + work[row + W.INITIATIVE])
            values &= values - 1
            first = max(first, phase)
            if not netted >> cell & 1:
                work[W.DUE + phase] |= 1 << cell
    return first


@kernel
def _spend(state: Ints, faces: Rows, work: Ints, cell: int, phase: int) -> None:
    """Use up the values by which a tile acts; at 0 all that sank there (NSH-DEC-9, DEC-10)."""
    row = cell * W.ROW
    printed = phase - work[row + W.INITIATIVE]
    work[row + W.SPENT] |= 1 << printed if phase else (1 << (printed + 1)) - 1
    work[row + W.LAST_PHASE] = phase


@kernel
def _extra_attack(state: Ints, faces: Rows, rules: Ints, work: Ints, cell: int, phase: int) -> bool:
    """Say whether a tile with a giver makes an extra attack now, and count it (NSH-DEC-12)."""
    row = cell * W.ROW
    values = faces[state[S.FACE + cell], F.VALUES]
    if rules[R.EXTRA_BY_VALUE]:
        k = max(0, lowest(values) + work[row + W.INITIATIVE]) - phase
        if k < 1 or k > work[row + W.GIVERS] or work[row + W.EXTRAS] >> k & 1:
            return False
        work[row + W.EXTRAS] |= 1 << k
    else:
        if work[row + W.LAST_PHASE] != phase + 1 or work[row + W.GIVERS] <= work[row + W.EXTRAS]:
            return False
        values &= ~work[row + W.SPENT]
        if values and lowest(values) + work[row + W.INITIATIVE] <= phase:
            return False  # its own attacks come first
        work[row + W.EXTRAS] += 1
    work[row + W.LAST_PHASE] = phase
    return True


@inlined
def _acting(state: Ints, faces: Rows, rules: Ints, work: Ints, phase: int) -> int:
    """Return the tiles that act in a phase, and use up what they act by."""
    acting = work[W.DUE + phase]
    work[W.DUE + phase] = 0
    cells = acting
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        _spend(state, faces, work, cell, phase)
    cells = work[W.BOOSTED] & work[W.FIGHTERS] & ~work[W.NETTED] & ~acting
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if _extra_attack(state, faces, rules, work, cell, phase):
            acting |= 1 << cell
    return acting


@kernel
def _win_points(
    state: Ints, faces: Rows, trace: Ints, attacker: int, target: int, wounds: int
) -> None:
    """Give the owner of an attacker a point for each wound on another's HQ (NSH-PTS-2)."""
    if attacker < 0 or faces[state[S.FACE + target], F.KIND] != F.HQ:
        return
    owner = state[S.OWNER + attacker]
    if owner != state[S.OWNER + target]:
        won = S.SEAT + owner * S.SEAT_SIZE + S.WON
        state[won] += wounds
        T.note(trace, T.POINTS_WON, owner, state[won])


@kernel
def most_won(state: Ints, rules: Ints) -> int:
    """Return the most points that anybody has won."""
    most = 0
    for seat in range(rules[R.PLAYERS]):
        most = max(most, state[S.SEAT + seat * S.SEAT_SIZE + S.WON])
    return most


@inlined
def bury(state: Ints, faces: Rows, rules: Ints, work: Ints, trace: Ints, medics_used: int) -> int:
    """Turn the hits that remain into wounds and take off what is destroyed; return those cells."""
    gone = medics_used | work[W.EXPLODED]
    for i in range(work[W.HITS]):
        hit = W.HIT + 3 * i
        cell = work[hit + 1]
        if work[hit + 2]:
            T.note(trace, T.HIT, work[hit], cell, work[hit + 2])
            if rules[R.ENOUGH]:
                _win_points(state, faces, trace, work[hit], cell, work[hit + 2])
        damage = work[cell * W.ROW + W.DAMAGE]
        if damage == 0:
            continue
        work[cell * W.ROW + W.DAMAGE] = 0  # several hits on one tile are settled together
        face = state[S.FACE + cell]
        if faces[face, F.KIND] == F.HQ:
            if rules[R.ENOUGH]:
                continue  # HQs cannot be destroyed (NSH-PTS-2)
            points = S.SEAT + state[S.OWNER + cell] * S.SEAT_SIZE + S.POINTS
            state[points] = max(0, state[points] - damage)
            T.note(trace, T.HQ_POINTS, state[S.OWNER + cell], state[points])
            if state[points] == 0:
                if rules[R.FALLEN_HQ_STAYS]:
                    work[W.UNHITTABLE] |= 1 << cell
                else:
                    gone |= 1 << cell
        else:
            state[S.WOUNDS + cell] += damage
            if state[S.WOUNDS + cell] >= faces[face, F.HIT_POINTS]:
                gone |= 1 << cell
    work[W.HITS] = 0
    cells = gone
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        T.note(trace, T.REMOVED, cell, state[S.FACE + cell], state[S.OWNER + cell])
        remove(state, faces, cell)
    return gone


@kernel
def _clear_fallen(state: Ints, faces: Rows, rules: Ints, trace: Ints) -> None:
    """Take off everything of players whose HQ fell in the battle (NSH-FFA-3, NSH-DEC-5)."""
    for seat in range(rules[R.PLAYERS]):
        block = S.SEAT + seat * S.SEAT_SIZE
        if state[block + S.POINTS] == 0 and state[block + S.TILES]:
            T.note(trace, T.LEFT_THE_GAME, seat)
            cells = state[block + S.TILES]
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                T.note(trace, T.REMOVED, cell, state[S.FACE + cell], seat)
                remove(state, faces, cell)


@kernel
def _drop_missed(work: Ints, phase: int) -> None:
    """Clear the phases that are over: a value that jumped above them is missed (NSH-INI-8)."""
    for p in range(phase + 1, W.PHASES):
        work[W.DUE + p] = 0


@kernel
def _close_ranks(state: Ints, faces: Rows, rules: Ints, work: Ints, gone: int, phase: int) -> None:
    """Bring the snapshot up to date for the next phase after tiles have left.

    Nets and bonuses change only when a netter or a supporter was among them.
    """
    changed = gone & (work[W.SUPPORTERS] | work[W.NETTERS])
    work[W.FIGHTERS] &= ~gone
    work[W.SUPPORTERS] &= ~gone
    work[W.NETTERS] &= ~gone
    work[W.UNHITTABLE] &= ~gone
    work[W.EXPLODED] = 0
    if changed:
        for p in range(phase + 1):
            work[W.DUE + p] = 0
        clear_snapshot(state, work)
        snapshot(state, faces, rules, work)
        if schedule(state, faces, work) > phase:
            _drop_missed(work, phase)
    else:
        for seat in range(rules[R.PLAYERS]):
            work[W.TARGETS + seat] &= ~gone
        for p in range(phase + 1):
            work[W.DUE + p] &= ~gone


@kernel
def battle(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    starter: int,
) -> None:
    """Fight a battle to its end on the board of a state."""
    sort_tiles(state, faces, work)
    work[W.EXPLODED] = 0
    work[W.UNHITTABLE] = 0
    work[W.USED_QUARTERMASTERS] = 0
    snapshot(state, faces, rules, work)
    first = schedule(state, faces, work)
    for phase in range(first, -1, -1):
        T.note(trace, T.PHASE, phase)
        acting = _acting(state, faces, rules, work, phase)
        if not acting:
            continue
        asked = acting & (work[W.CLOWNS] | work[W.SUPPLIED])
        if asked:
            choose(state, faces, rules, work, choices, trace, acting, asked, starter)
        collect(state, faces, work, acting)
        while asked:
            work[lowest(asked) * W.ROW + W.CONVERTED] = 0
            asked &= asked - 1
        if work[W.HITS] == 0 and work[W.EXPLODED] == 0:
            continue
        medics_used = absorb(state, faces, rules, work, trace)
        gone = bury(state, faces, rules, work, trace, medics_used)
        if rules[R.ENOUGH] and most_won(state, rules) >= rules[R.ENOUGH]:
            for p in range(phase):  # the rest of the battle is not fought (NSH-DEC-57)
                work[W.DUE + p] = 0
            break
        if gone and phase > 0:
            _close_ranks(state, faces, rules, work, gone, phase - 1)
    if rules[R.ALL_LEAVE]:
        _clear_fallen(state, faces, rules, trace)
