"""All legal actions of the seat that decides."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena.aim import areas_hit, first_hit
from kernels.steel_arena.field import beyond, ground, is_open
from kernels.steel_arena.harm import shields
from kernels.steel_arena.mine import mine_row, ways_out
from kernels.steel_arena.move import slow_here
from kernels.steel_arena.parts import (
    ability,
    central_ready,
    coolable,
    heatable,
    ready,
    row_of,
)
from kernels.steel_arena.state import Ints, at, top

ROOM = 4096
FARTHEST = 15  # areas of one movement that an action can say


@kernel
def _reach(state: Ints, book: Ints, cell: int, direction: int) -> int:
    """Return the longest movement in a direction that differs from a shorter one.

    Beyond a wall nothing is gained, beyond a robot nothing but the collision; a slide may carry on.
    """
    free = 0
    here = beyond(book, cell, direction)
    while is_open(state, here):
        free += 1
        if state[S.ROBOT_AT + here]:
            break
        if ground(state, book, here, B.SLIDE):
            return FARTHEST
        here = beyond(book, here, direction)
    return free


@inlined
def _goes(
    state: Ints, book: Ints, block: int, bits: int, mode: int, slow: int, legal: Ints, n: int
) -> int:
    """List the movements of modules: those that can leave the area (SA-REC-14, SA-TER-2)."""
    cell = state[block + S.CELL]
    facing = state[block + S.FACING]
    ahead = _reach(state, book, cell, facing)
    while bits:
        slot = lowest(bits)
        bits &= bits - 1
        row = row_of(state, book, block, slot)
        way, low, high = book[row + B.MOVE_WAY], book[row + B.MOVE_LOW], book[row + B.MOVE_HIGH]
        if mode != A.PRINTED:
            way, low = B.FORWARD, 1
            high = book[B.FORCED_FORWARD] if mode == A.FORCED else 1
        high -= slow
        low = min(low, high)
        if high <= 0:
            continue
        if way == B.FORWARD:
            if ahead:
                for areas in range(low, max(low, min(high, ahead)) + 1):
                    legal[n] = A.action(A.GO, slot, areas + 16 * facing, mode)
                    n += 1
        elif way == B.JUMP:
            here = cell
            for steps in range(1, high + 1):
                here = beyond(book, here, facing)
                if here < 0:
                    break
                if steps >= low and is_open(state, here) and not state[S.ROBOT_AT + here]:
                    legal[n] = A.action(A.GO, slot, steps + 16 * facing, mode)
                    n += 1
        else:
            for d in range(6):
                reach = _reach(state, book, cell, d)
                if reach:
                    for areas in range(low, max(low, min(high, reach)) + 1):
                        legal[n] = A.action(A.GO, slot, areas + 16 * d, mode)
                        n += 1
    return n


@inlined
def _turns(state: Ints, book: Ints, block: int, bits: int, mode: int, legal: Ints, n: int) -> int:
    """List the turns of modules either way, as sectors clockwise."""
    while bits:
        slot = lowest(bits)
        bits &= bits - 1
        row = row_of(state, book, block, slot)
        low, high = book[row + B.TURN_LOW], book[row + B.TURN_HIGH]
        if mode != A.PRINTED:
            low = 1
            high = book[B.FORCED_TURN] if mode == A.FORCED else 1
        elif slot == B.CENTRAL and state[block + S.REINFORCED]:
            high = book[row + B.TURN_REINFORCED]
        for sectors in range(1, 6):
            if low <= min(sectors, 6 - sectors) <= high:
                legal[n] = A.action(A.TURN, slot, sectors, mode)
                n += 1
    return n


@inlined
def _attacks(state: Ints, book: Ints, block: int, bits: int, mode: int, legal: Ints, n: int) -> int:
    """List the attacks of modules: none without a target (SA-REC-6)."""
    cell = state[block + S.CELL]
    facing = state[block + S.FACING]
    shot = -2  # not looked for
    while bits:
        slot = lowest(bits)
        bits &= bits - 1
        row = row_of(state, book, block, slot)
        pattern = book[row + B.PATTERN]
        low = 0
        high = 0
        if pattern == B.SHOT:
            if shot == -2:
                shot = first_hit(state, book, beyond(book, cell, facing), facing)
            if shot < 0:
                continue
        elif pattern == B.MELEE:
            front = beyond(book, cell, facing)
            if front < 0 or not state[S.ROBOT_AT + front]:
                continue
        elif pattern == B.LOB:
            low = book[row + B.NEAR]
            high = book[row + B.FAR]
        elif pattern == B.RAM:
            continue
        for distance in range(low, high + 1):
            sure = pattern == B.SHOT or pattern == B.MELEE
            if sure or areas_hit(state, book, row, cell, facing, distance):
                legal[n] = A.action(A.ATTACK, slot, distance, mode)
                n += 1
                if book[row + B.COOL_TARGET]:
                    legal[n] = A.action(A.ATTACK, slot, distance + 16, mode)
                    n += 1
    return n


@kernel
def uses(state: Ints, book: Ints, legal: Ints) -> int:
    """List every activation of the seat that decides (SA-REC-14, SA-REC-19).

    After cooling all only the central module is left (SA-CHG-2).
    """
    seat = state[S.ACTOR]
    block = at(seat)
    slow = slow_here(state, book, seat)
    moves, turns, attacks = (
        state[block + S.MOVES],
        state[block + S.TURNS],
        state[block + S.ATTACKS],
    )
    printed = ready(state, block)
    fresh = state[block + S.OWNED] & ~state[block + S.USED]
    hot = fresh & state[block + S.HOT]
    central = 1 << B.CENTRAL if central_ready(state, block) else 0
    forced = 0
    reflex = state[S.STAGE] == S.REFLEX
    if not reflex and state[S.PART] == S.COOLED_ALL:
        printed = 0
        hot = 0
    elif book[B.FORCED]:
        cold = (moves | turns) & fresh & ~state[block + S.HOT]
        forced = cold & ~state[block + S.GEN_1]
        if reflex:  # no flips outside the own turn
            forced &= state[block + S.DOWN]
            printed &= ~((moves | turns) & state[block + S.DOWN])
        else:
            printed |= cold
    fury = hot if ability(state, book, block, B.FURY) else 0
    worn = hot & ~state[block + S.GEN_1] if book[B.WEAR] else 0
    n = 0
    for mode in range(A.PRINTED, A.WORN + 1):
        if mode == A.PRINTED:
            bits = printed & (moves | turns | attacks) | central
        elif mode == A.FORCED:
            bits = forced
        elif mode == A.FURY:
            bits = fury & attacks
        else:
            bits = worn & (moves | turns)
        if bits == 0:
            continue
        n = _turns(state, book, block, bits & (turns | central), mode, legal, n)
        if bits & (moves | central):
            n = _goes(state, book, block, bits & (moves | central), mode, slow, legal, n)
        if bits & (attacks | central):
            n = _attacks(state, book, block, bits & (attacks | central), mode, legal, n)
    return n


@kernel
def rams(state: Ints, book: Ints, seat: int, legal: Ints, n: int) -> int:
    """List the Ram modules that can be used in a collision (SA-REC-5)."""
    block = at(seat)
    able = ready(state, block) & state[block + S.ATTACKS]
    angry = 0
    if ability(state, book, block, B.FURY):
        hot = state[block + S.ATTACKS] & state[block + S.HOT]
        angry = hot & ~state[block + S.USED]
    both = able | angry
    while both:
        slot = lowest(both)
        both &= both - 1
        if book[row_of(state, book, block, slot) + B.PATTERN] == B.RAM:
            legal[n] = A.action(A.RAM, slot, 0, A.PRINTED if able >> slot & 1 else A.FURY)
            n += 1
    return n


@kernel
def mine_areas(state: Ints, book: Ints, seat: int) -> int:
    """Return the areas on which a seat may lay a mine now, as bits (SA-MIN-1, SA-REC-21)."""
    block = at(seat)
    if not state[block + S.MINES]:
        return 0
    areas = state[block + S.VISITED] & ~state[S.MINED]
    if book[B.MINE_AT_STOPS]:
        areas &= ~state[S.STOPS]
    for other in range(book[B.PLAYERS]):
        areas &= ~(1 << state[at(other) + S.CELL])
    return areas


@kernel
def flips(state: Ints, book: Ints, seat: int) -> int:
    """Return the modules worth flipping: only for Reflexes does the side matter (SA-DEC-3)."""
    block = at(seat)
    if not book[B.FORCED] or ability(state, book, block, B.AFTER_DAMAGE) != B.ACTS_AFTER:
        return 0
    drives = (state[block + S.MOVES] | state[block + S.TURNS]) & ~state[block + S.GEN_1]
    kept = state[block + S.HOT] | state[block + S.HIDDEN] | state[block + S.FLIPPED]
    return drives & ~kept


@inlined
def _acts(state: Ints, book: Ints, legal: Ints) -> int:
    """List what the active player may do."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    part = state[S.PART]
    n = 0
    if part != S.LAST:
        n = uses(state, book, legal)
    areas = mine_areas(state, book, seat) if state[block + S.MINES] else 0
    while areas:
        cell = lowest(areas)
        areas &= areas - 1
        for strong in range(2):
            if state[block + S.MINES] >> strong & 1:
                legal[n] = A.action(A.LAY, strong, cell, 0)
                n += 1
    turned = flips(state, book, seat) if book[B.FORCED] else 0
    while turned:
        legal[n] = A.action(A.FLIP, lowest(turned), 0, 0)
        turned &= turned - 1
        n += 1
    legal[n] = A.action(A.COOL_ALL if part == S.FIRST else A.STOP, 0, 0, 0)
    return n + 1


@kernel
def _slots(bits: int, what: int, legal: Ints, n: int) -> int:
    while bits:
        legal[n] = A.action(what, lowest(bits), 0, 0)
        bits &= bits - 1
        n += 1
    return n


@kernel
def _sends(state: Ints, book: Ints, seat: int, low: int, high: int, legal: Ints, n: int) -> int:
    """List displacements in any direction that is open."""
    ways = ways_out(state, book, seat)
    for d in range(6):
        if ways >> d & 1:
            for areas in range(low, high + 1):
                legal[n] = A.action(A.SEND, d, areas, 0)
                n += 1
    return n


@kernel
def _spins(low: int, high: int, legal: Ints, n: int) -> int:
    for sectors in range(1, 6):
        if low <= min(sectors, 6 - sectors) <= high:
            legal[n] = A.action(A.SPIN, sectors, 0, 0)
            n += 1
    return n


@inlined
def _places(state: Ints, book: Ints, legal: Ints) -> int:
    """List the edge areas, with every facing (SA-REC-1)."""
    n = 0
    areas = book[B.EDGE] & ~state[S.SHUT] & ~state[S.EXPLOSIVES]
    while areas:
        cell = lowest(areas)
        areas &= areas - 1
        if state[S.ROBOT_AT + cell]:
            continue
        for facing in range(6):
            legal[n] = A.action(A.PLACE, cell, facing, 0)
            n += 1
    return n


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write every legal action of the seat that decides into a list, and return how many."""
    stage = state[S.STAGE]
    seat = state[S.ACTOR]
    block = at(seat)
    n = 0
    if stage == S.ACT:
        return _acts(state, book, legal)
    if stage == S.DISCARD:
        return _slots(state[block + S.OWNED], A.DISCARD, legal, 0)
    if stage == S.PLACE:
        return _places(state, book, legal)
    if stage == S.EQUIP:
        for bits in range(1 << book[B.DEALT]):
            if count(bits) == book[B.KEPT]:
                legal[n] = A.action(A.EQUIP, bits, 0, 0)
                n += 1
        return n
    if stage == S.CHOOSE_ABILITY:
        legal[0] = A.action(A.ABILITY, 0, 0, 0)
        legal[1] = A.action(A.ABILITY, 1, 0, 0)
        return 2
    if stage == S.MOBILITY:
        high = state[block + S.OWED] - slow_here(state, book, seat)
        n = _sends(state, book, seat, 1, high, legal, n)
    elif stage == S.REFLEX:
        n = uses(state, book, legal)
    else:
        frame = top(state)
        who = state[frame + F.WHO]
        if stage == S.DEFEND:
            direction = state[frame + F.DIRECTIONS] >> 3 * seat & 7
            n = _slots(shields(state, book, seat, direction), A.DEFEND, legal, n)
        elif stage == S.RAM:
            n = rams(state, book, seat, legal, n)
        elif stage == S.HEAT:
            return _slots(heatable(state, at(who)), A.HEAT, legal, n)
        elif stage == S.COOL:
            n = _slots(coolable(state, book, block), A.COOL, legal, n)
            if state[frame + F.CENTRAL_TOO] and state[block + S.CENTRAL_HOT]:
                legal[n] = A.action(A.COOL, B.CENTRAL, 0, 0)
                n += 1
            return n
        elif stage == S.EDGE:
            n = _spins(1, ability(state, book, block, B.EDGE_TURN), legal, n)
        elif stage == S.PULL:
            legal[n] = A.action(A.PULL, 0, 0, 0)
            n += 1
        elif stage == S.PAUSE:
            legal[n] = A.action(A.ONWARD, 0, 0, 0)
            n += 1
        else:
            row = mine_row(state, seat)
            strong = state[frame + F.STRONG]
            low, high = book[row + B.MINE_LOW + strong], book[row + B.MINE_HIGH + strong]
            if stage == S.MINE_MOVE:
                return _sends(state, book, who, low, high, legal, n)
            if stage == S.MINE_TURN:
                return _spins(low, high, legal, n)
            cold = heatable(state, at(who))
            for what in range(B.ATTACK, B.DEFENCE_TYPE + 1):
                if cold & state[at(who) + S.ATTACKS + what - B.ATTACK]:
                    legal[n] = A.action(A.TYPE, what, 0, 0)
                    n += 1
            return n
    legal[n] = A.action(A.STOP, 0, 0, 0)
    return n + 1
