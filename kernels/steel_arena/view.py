"""What a position is worth to a seat: trophies, modules, aim, danger, ground."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import weights as P
from kernels.steel_arena.aim import first_hit
from kernels.steel_arena.field import beyond, ground
from kernels.steel_arena.harm import shields
from kernels.steel_arena.parts import row_of
from kernels.steel_arena.state import Ints, at


@kernel
def threat(state: Ints, book: Ints, seat: int, victim: int, facing: int, able: int) -> int:
    """Return the damage that some attack modules of a robot could do to another in one turn.

    One module and all with SPEED strike; what the victim has ready on that side is taken off.
    """
    block = at(seat)
    cell = state[block + S.CELL]
    there = state[at(victim) + S.CELL]
    steps = 0
    clear = True
    here = cell
    while True:
        here = beyond(book, here, facing)
        steps += 1
        if here < 0:
            steps = 0
            break
        if here == there:
            break
        if state[S.ROBOT_AT + here] or state[S.OBSTACLES] >> here & 1:
            clear = False
        if state[S.EXPLOSIVES] >> here & 1:
            clear = False
    beside = S.NONE
    if steps != 1:
        for d in range(6):
            if beyond(book, cell, d) == there:
                beside = d
    else:
        beside = facing
    best = 0
    fast = 0
    direction = facing
    while able:
        slot = lowest(able)
        able &= able - 1
        row = row_of(state, book, block, slot)
        pattern = book[row + B.PATTERN]
        hits = False
        if pattern == B.SHOT:
            hits = steps > 0 and clear
        elif pattern == B.MELEE:
            hits = steps == 1
        elif pattern == B.LOB:
            hits = book[row + B.NEAR] <= steps <= book[row + B.FAR]
        elif pattern == B.FLAME:
            hits = 0 < steps <= book[row + B.FAR] and clear
        elif pattern == B.ALL_ROUND:
            hits = beside >= 0
        elif pattern == B.FRONT:
            hits = beside >= 0 and not 1 < (beside - facing) % 6 < 5
        elif pattern == B.BURST:
            hits = steps > 0 and clear
            for turned in range(-1, 2, 2):
                start = beyond(book, cell, (facing + turned) % 6)
                hits = hits or first_hit(state, book, start, facing) == there
        if not hits:
            continue
        strength = book[row + B.STRENGTH]
        if pattern == B.ALL_ROUND or pattern == B.FRONT:
            direction = beside
        if book[row + B.SPEED]:
            fast += strength
        elif strength > best:
            best = strength
    total = best + fast
    if total == 0:
        return 0
    able = shields(state, book, victim, direction)
    while able:
        total -= book[row_of(state, book, at(victim), lowest(able)) + B.DEFENCE]
        able &= able - 1
    return max(0, total)


@kernel
def aimed(state: Ints, book: Ints, own: Ints, seat: int, victim: int, able: int) -> int:
    """Return a hundred times the damage a robot has ready against another, near aim included."""
    facing = state[at(seat) + S.FACING]
    straight = 100 * threat(state, book, seat, victim, facing, able)
    for turned in range(-1, 2, 2):
        there = threat(state, book, seat, victim, (facing + turned) % 6, able)
        straight = max(straight, own[P.TURN_AWAY] * there)
    return straight


@kernel
def distance(book: Ints, state: Ints, a: int, b: int) -> int:
    """Return about how far apart two areas are: the rings around `a` until `b` is inside."""
    ring = 1 << a
    steps = 0
    while not ring >> b & 1 and steps < 12:
        wider = ring
        left = ring
        while left:
            cell = lowest(left)
            left &= left - 1
            for d in range(6):
                there = beyond(book, cell, d)
                if there >= 0:
                    wider |= 1 << there
        ring = wider
        steps += 1
    return steps


@kernel
def modules_worth(state: Ints, book: Ints, own: Ints, block: int) -> int:
    """Return the worth of a robot's modules; hot ones and those face down are worth less."""
    worth = 0
    idle = state[block + S.HOT] | state[block + S.DOWN] & ~state[block + S.HIDDEN]
    if book[B.FORCED]:
        drives = state[block + S.MOVES] | state[block + S.TURNS]
        idle &= state[block + S.HOT] | ~drives
    elif book[B.ARSENAL]:
        # they come up again at the end of this turn
        idle &= state[block + S.HOT] | ~state[block + S.AUTO]
    left = state[block + S.OWNED]
    while left:
        slot = lowest(left)
        left &= left - 1
        one = own[P.COUNT + state[block + S.KIND + slot]]
        if idle >> slot & 1:
            one = one * (100 - own[P.HOT]) // 100
        worth += one
    return worth - state[block + S.CENTRAL_HOT] * own[P.CENTRAL_HOT]


@kernel
def _mines_worth(state: Ints, book: Ints, own: Ints, seat: int) -> int:
    worth = count(state[at(seat) + S.MINES]) * own[P.MINE_IN_HAND]
    left = state[S.MINED]
    while left:
        cell = lowest(left)
        left &= left - 1
        if (state[S.MINE_AT + cell] - 1) // 2 != seat:
            continue
        one = own[P.MINE_FAR]
        for other in range(book[B.PLAYERS]):
            if other == seat:
                continue
            for d in range(6):
                if beyond(book, state[at(other) + S.CELL], d) == cell:
                    near = own[P.MINE_NEAR]
                    one = max(one, 2 * near if d == state[at(other) + S.FACING] else near)
        worth += one
    return worth


@kernel
def _ground_worth(state: Ints, book: Ints, own: Ints, seat: int) -> int:
    """Return what the area is worth on which a robot stands, and the best tile next to it."""
    block = at(seat)
    cell = state[block + S.CELL]
    worth = 0
    kind = state[S.TILE_AT + cell]
    if kind >= 0 and state[S.TURN_SEAT] == seat:
        worth += own[P.TILE] * own[P.COUNT + kind] // 100
    if ground(state, book, cell, B.WHEN) & B.ON_START:
        worth -= own[P.BAD_GROUND] * ground(state, book, cell, B.DAMAGE)
    if ground(state, book, cell, B.SLOW):
        worth -= own[P.SLOW]
    best = 0
    for d in range(6):
        there = beyond(book, cell, d)
        if there >= 0 and state[S.TILE_AT + there] >= 0 and not state[S.MINED] >> there & 1:
            one = own[P.COUNT + state[S.TILE_AT + there]]
            best = max(best, one if d == state[block + S.FACING] else one // 2)
    worth += own[P.NEAR_TILE] * best // 100
    if beyond(book, cell, (state[block + S.FACING] + 3) % 6) < 0:
        worth += own[P.EDGE_REAR]
    return worth


@kernel
def view(state: Ints, book: Ints, own: Ints, seat: int) -> int:
    """Return what a position is worth to a seat."""
    block = at(seat)
    people = book[B.PLAYERS]
    if state[S.STAGE] == S.OVER:
        won = own[P.WIN] if state[S.WINNERS] >> seat & 1 else -own[P.WIN]
        return won // count(state[S.WINNERS])
    worth = own[P.TROPHY] * state[block + S.TROPHIES] + modules_worth(state, book, own, block)
    worth += _ground_worth(state, book, own, seat)
    if book[B.MINES_ON]:
        worth += _mines_worth(state, book, own, seat)
    active = state[S.TURN_SEAT] == seat and state[S.PHASE] == S.ACTIVE
    again = active and state[S.PART] == S.AGAIN
    cold = state[block + S.ATTACKS] & ~state[block + S.HOT]
    nearest = 12
    for other in range(people):
        if other == seat:
            continue
        there = at(other)
        theirs = own[P.THEIR_TROPHY] * own[P.TROPHY] * state[there + S.TROPHIES]
        theirs += own[P.THEIR_MODULES] * modules_worth(state, book, own, there)
        worth -= theirs // (100 * (people - 1))
        if not book[B.ARSENAL]:
            worth += own[P.TROPHY] * state[there + S.NOTED + seat]
        worth += own[P.AIM] * aimed(state, book, own, seat, other, cold) // 100
        if again:
            left = cold & ~state[block + S.USED]
            facing = state[block + S.FACING]
            worth += own[P.NOW] * threat(state, book, seat, other, facing, left)
        theirs = state[there + S.ATTACKS] & ~state[there + S.HOT]
        worth -= own[P.DANGER] * aimed(state, book, own, other, seat, theirs) // 100
        apart = distance(book, state, state[block + S.CELL], state[there + S.CELL])
        nearest = min(nearest, apart)
    return worth - own[P.CLOSE] * nearest
