"""Mines, and the choices of modules to overheat or to cool (SA-MIN-1 to SA-MIN-6, SA-REC-21)."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.field import beyond, is_open
from kernels.steel_arena.harm import NO_SIDES, harm
from kernels.steel_arena.parts import cool, coolable, heat, heatable
from kernels.steel_arena.state import Ints, at, top


@inlined
def mine_row(state: Ints, owner: int) -> int:
    """Return where the row of the robot begins whose mines a seat has."""
    return B.ROBOT + state[at(owner) + S.ROBOT] * B.ROBOT_SIZE


@kernel
def ways_out(state: Ints, book: Ints, seat: int) -> int:
    """Return the directions in which a robot can leave its area, as bits."""
    found = 0
    for d in range(6):
        there = beyond(book, state[at(seat) + S.CELL], d)
        if is_open(state, there) and not state[S.ROBOT_AT + there]:
            found |= 1 << d
    return found


@inlined
def go_on_mining(state: Ints, book: Ints, trace: Ints) -> bool:
    """Flip a mine and do what it does; its owner makes every choice."""
    frame = top(state)
    seat = state[frame + F.WHO]
    owner = state[frame + F.OWNER]
    if state[frame + F.STEP] == 0:
        state[frame + F.STEP] = 1
        cell = state[at(seat) + S.CELL]
        state[S.MINE_AT + cell] = 0
        state[S.MINED] &= ~(1 << cell)
        if state[S.GUESSING] and state[S.GUESSING] != owner + 1 and not state[at(owner) + S.SHOWN]:
            state[frame + F.STRONG] = 1  # nobody knows: fear the worse
        strong = state[frame + F.STRONG]
        state[at(owner) + S.SHOWN] |= 1 << strong
        state[at(owner) + S.MINES_HIT] += owner != seat
        T.note(trace, T.MINE, seat, owner, strong, cell)
    row = mine_row(state, owner)
    strong = state[frame + F.STRONG]
    effect = book[row + B.MINE_EFFECT]
    low = book[row + B.MINE_LOW + strong]
    if effect == B.MINE_HEAT:
        if low == B.ALL:
            if heatable(state, at(seat)):
                return F.ask(state, S.MINE_TYPE, owner)
            F.pop(state)
            return False
        F.pop(state)
        heating = F.push(state, F.HEATING, seat)
        state[heating + F.CHOOSER] = owner
        state[heating + F.LEFT] = low
    elif effect == B.MINE_MOVE:
        if ways_out(state, book, seat):
            return F.ask(state, S.MINE_MOVE, owner)
        F.pop(state)
    elif effect == B.MINE_TURN:
        return F.ask(state, S.MINE_TURN, owner)
    else:
        F.pop(state)
        harm(state, book, owner, 1 << seat, NO_SIDES, low, 0, 0)
    return False


@inlined
def go_on_heating(state: Ints, trace: Ints) -> bool:
    """Overheat modules of somebody's choice, as many as there are (SA-EFF-2)."""
    frame = top(state)
    seat = state[frame + F.WHO]
    bits = heatable(state, at(seat))
    if state[frame + F.LEFT] > 0 and count(bits) > state[frame + F.LEFT]:
        return F.ask(state, S.HEAT, state[frame + F.CHOOSER])
    if state[frame + F.LEFT] > 0:
        while bits:
            heat(state, trace, seat, lowest(bits))
            bits &= bits - 1
    F.pop(state)
    return False


@inlined
def go_on_cooling(state: Ints, book: Ints, trace: Ints) -> bool:
    """Cool modules of the owner's choice (SA-EFF-4, SA-REC-8)."""
    frame = top(state)
    seat = state[frame + F.WHO]
    block = at(seat)
    bits = coolable(state, book, block)
    central = state[frame + F.CENTRAL_TOO] and state[block + S.CENTRAL_HOT]
    number = count(bits) + (1 if central else 0)
    if state[frame + F.LEFT] > 0 and number > state[frame + F.LEFT]:
        return F.ask(state, S.COOL, seat)
    if state[frame + F.LEFT] > 0:
        cool(state, book, block, bits)
        if central:
            state[block + S.CENTRAL_HOT] = 0
            T.note(trace, T.COOLED, seat, S.NONE)
        while bits:
            T.note(trace, T.COOLED, seat, state[block + S.KIND + lowest(bits)])
            bits &= bits - 1
    F.pop(state)
    return False
