"""The modules of a robot: which are ready, what using, heating and cooling does to them."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.state import Ints, at


@inlined
def row_of(state: Ints, book: Ints, block: int, slot: int) -> int:
    """Return where the row of a module's kind begins, or that of the central module."""
    if slot == B.CENTRAL:
        kind = book[B.CENTRAL_KIND + (state[block + S.ABILITY] & 2 * B.ABILITIES - 1)]
    else:
        kind = state[block + S.KIND + slot]
    return B.KIND + (kind & B.KINDS - 1) * B.KIND_SIZE


@inlined
def ability(state: Ints, book: Ints, block: int, column: int) -> int:
    """Return what the robot's ability says in a column, 0 without one."""
    number = state[block + S.ABILITY]
    return book[B.ABILITY + (number - 1) * B.ABILITY_SIZE + column] if number else 0


@inlined
def ready(state: Ints, block: int) -> int:
    """Return the modules without a token, not used, face up or hidden, as bits (SA-REC-13)."""
    up = ~state[block + S.DOWN] | state[block + S.HIDDEN]
    return state[block + S.OWNED] & ~state[block + S.HOT] & ~state[block + S.USED] & up


@inlined
def central_ready(state: Ints, block: int) -> bool:
    """Say whether the central module can be activated."""
    return not (state[block + S.CENTRAL_HOT] or state[block + S.CENTRAL_USED])


@kernel
def attach(state: Ints, book: Ints, seat: int, kind: int, hidden: int) -> bool:
    """Attach a module, cold and unused; say whether there was a slot for it."""
    block = at(seat)
    free = ~state[block + S.OWNED] & ((1 << B.SLOTS) - 1)
    if free == 0:
        return False
    slot = lowest(free)
    bit = 1 << slot
    row = B.KIND + kind * B.KIND_SIZE
    state[block + S.KIND + slot] = kind
    state[block + S.OWNED] |= bit
    if hidden:
        state[block + S.DOWN] |= bit
        state[block + S.HIDDEN] |= bit
    what = book[row + B.TYPE]
    if what == B.ATTACK:
        state[block + S.ATTACKS] |= bit
        pattern = book[row + B.PATTERN]
        if pattern == B.FRONT or pattern == B.ALL_ROUND or pattern == B.BURST:
            state[block + S.WIDE] |= bit
    elif what == B.MOVE:
        state[block + S.MOVES] |= bit
    elif what == B.TURN:
        state[block + S.TURNS] |= bit
    else:
        state[block + S.DEFENCES] |= bit
    if book[row + B.GEN] == 1:
        state[block + S.GEN_1] |= bit
    if book[row + B.AUTOCOOL]:
        state[block + S.AUTO] |= bit
    return True


@kernel
def remove(state: Ints, block: int, slot: int) -> None:
    """Take a module off, with its token and every other mark."""
    bit = ~(1 << slot)
    for place in range(S.OWNED, S.FLIPPED + 1):
        state[block + place] &= bit


@kernel
def pay(state: Ints, book: Ints, seat: int, slot: int, mode: int) -> None:
    """Mark a module as used and pay its heat (SA-REC-14 step 2)."""
    block = at(seat)
    if slot == B.CENTRAL:
        state[block + S.CENTRAL_USED] = 1
        state[block + S.CENTRAL_HOT] = book[B.CENTRAL_HEATS]
        return
    bit = 1 << slot
    state[block + S.USED] |= bit
    if mode == A.FORCED:
        state[block + S.DOWN] |= bit
        if book[row_of(state, book, block, slot) + B.GEN] < 3:
            state[block + S.HOT] |= bit
    elif mode == A.PRINTED:
        state[block + S.HIDDEN] &= ~bit
        if state[block + S.AUTO] & bit:
            state[block + S.DOWN] |= bit
        else:
            state[block + S.DOWN] &= ~bit
            state[block + S.HOT] |= bit


@inlined
def heatable(state: Ints, block: int) -> int:
    """Return the modules that can be overheated, as bits."""
    return state[block + S.OWNED] & ~state[block + S.HOT]


@kernel
def coolable(state: Ints, book: Ints, block: int) -> int:
    """Return the modules that cooling changes, as bits (SA-REC-13)."""
    down = state[block + S.DOWN] & ~state[block + S.HIDDEN]
    if book[B.FORCED]:
        down &= ~(state[block + S.MOVES] | state[block + S.TURNS])
    return state[block + S.HOT] | down


@kernel
def cool(state: Ints, book: Ints, block: int, bits: int) -> None:
    """Cool some modules: no token, face up; hidden ones and forced ones keep their side."""
    state[block + S.HOT] &= ~bits
    turned = bits & ~state[block + S.HIDDEN]
    if book[B.FORCED]:
        turned &= ~(state[block + S.MOVES] | state[block + S.TURNS])
    state[block + S.DOWN] &= ~turned


@kernel
def cool_all(state: Ints, book: Ints, trace: Ints, seat: int) -> None:
    """Cool every module and the central module (SA-REC-2)."""
    block = at(seat)
    cool(state, book, block, state[block + S.OWNED])
    state[block + S.CENTRAL_HOT] = 0
    T.note(trace, T.COOLED_ALL, seat)


@kernel
def heat(state: Ints, trace: Ints, seat: int, slot: int) -> None:
    """Put a token on a module."""
    block = at(seat)
    state[block + S.HOT] |= 1 << slot
    T.note(trace, T.HEATED, seat, state[block + S.KIND + slot])
