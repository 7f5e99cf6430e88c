"""What modules can be used for: movements, turns, attacks and rams of the seat that decides."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.aim import areas_hit, first_hit
from kernels.steel_arena.field import beyond, ground, is_open
from kernels.steel_arena.move import slow_here
from kernels.steel_arena.parts import ability, central_ready, ready, row_of
from kernels.steel_arena.state import Ints, at

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
            # written first and kept if it may be: quicker than a branch that none can foresee
            legal[n] = A.action(A.TURN, slot, sectors, mode)
            shorter = min(sectors, 6 - sectors)
            n += (low <= shorter) & (shorter <= high)
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


@inlined
def _in_sight(state: Ints, book: Ints, block: int) -> bool:
    """Say whether anything to hit is straight ahead; if not, only `WIDE` attacks can hit."""
    targets = state[S.EXPLOSIVES]
    for seat in range(book[B.PLAYERS]):
        targets |= 1 << state[at(seat) + S.CELL]
    cell, facing = state[block + S.CELL], state[block + S.FACING]
    return book[B.AHEAD + (cell & B.ANY_CELL) * 6 + (facing & B.ANY_SIDE)] & targets != 0


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
    in_sight = _in_sight(state, book, block)
    n = 0
    last = A.WORN if forced | fury | worn else A.PRINTED
    for mode in range(A.PRINTED, last + 1):
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
        bits &= attacks | central
        if not in_sight:
            bits &= state[block + S.WIDE]
        if bits:
            n = _attacks(state, book, block, bits, mode, legal, n)
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
