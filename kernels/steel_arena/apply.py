"""Carrying out an action."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.rng import Streams
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.ending import noted_source
from kernels.steel_arena.field import beyond
from kernels.steel_arena.harm import lose
from kernels.steel_arena.move import STEPPING, STOPPED, jump, move
from kernels.steel_arena.parts import attach, cool, cool_all, heat, pay, row_of
from kernels.steel_arena.state import Ints, at, top
from kernels.steel_arena.strike import next_target, pull, ram, strike
from kernels.steel_arena.turn import next_phase, settle

GO_ON = -1  # no action; so is any negative one


@inlined
def _turn(state: Ints, trace: Ints, seat: int, sectors: int) -> None:
    block = at(seat)
    state[block + S.FACING] = (state[block + S.FACING] + sectors) % 6
    T.note(trace, T.TURNED, seat, state[block + S.FACING])


@inlined
def _activate(state: Ints, book: Ints, trace: Ints, seat: int, deed: int, reflex: int) -> None:
    """Activate a module: pay its heat, then let it work (SA-REC-14)."""
    block = at(seat)
    what = A.what(deed)
    slot = A.first(deed)
    how = A.second(deed)
    mode = A.third(deed)
    row = row_of(state, book, block, slot)
    own = 0 if reflex else 1
    speedy = mode == A.FORCED
    if mode == A.PRINTED or mode == A.FURY:
        speedy = book[row + B.SPEED] != 0
    state[S.SPEEDY] = speedy
    after = F.push(state, F.AFTER, seat)
    state[after + F.SLOT] = slot
    state[after + F.MODE] = mode
    state[after + F.SPEEDY] = speedy
    state[after + F.REFLEX] = reflex
    pay(state, book, seat, slot, mode)
    if what == A.ATTACK:
        strike(state, book, seat, row, how & 15, how >> 4)
    elif what == A.TURN:
        _turn(state, trace, seat, how)
    else:
        areas, direction = how & 15, how >> 4
        if mode == A.PRINTED and book[row + B.MOVE_WAY] == B.JUMP:
            cell = state[block + S.CELL]
            for _ in range(areas):
                cell = beyond(book, cell, direction)
            jump(state, book, trace, seat, cell, own)
        else:
            move(state, book, seat, direction, areas, own, 1)


@inlined
def _discard(state: Ints, book: Ints, trace: Ints, seat: int, slot: int) -> None:
    """Lose a module of one's choice: to the damage under way, or to the damage noted."""
    if state[S.DEPTH]:
        frame = top(state)
        state[frame + F.AMOUNT + seat] -= 1
        lose(state, trace, seat, slot, state[frame + F.SOURCE])
    else:
        lose(state, trace, seat, slot, noted_source(state, book, seat))


@kernel
def carry_out(state: Ints, book: Ints, trace: Ints, deed: int) -> None:
    """Do what an action says, up to what it triggers."""
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    seat = state[S.ACTOR]
    block = at(seat)
    stage = state[S.STAGE]
    kind = state[block + S.KIND + x] if x < B.SLOTS else S.NONE
    T.note(trace, T.ACTED, seat, deed, kind, stage)
    if what == A.GO or what == A.TURN or what == A.ATTACK:
        if stage == S.REFLEX:
            state[S.CURSOR] += 1
            _activate(state, book, trace, seat, deed, 1)
        else:
            _activate(state, book, trace, seat, deed, 0)
    elif what == A.COOL_ALL:
        state[block + S.COOLED] += 1
        cool_all(state, book, trace, seat)
        state[S.PART] = S.COOLED_ALL if book[B.ARSENAL] else S.LAST
    elif what == A.LAY:
        state[block + S.MINES] &= ~(1 << x)
        state[S.MINE_AT + y] = 1 + seat * 2 + x
        state[S.MINED] |= 1 << y
    elif what == A.FLIP:
        state[block + S.DOWN] ^= 1 << x
        state[block + S.FLIPPED] |= 1 << x
    elif what == A.DISCARD:
        _discard(state, book, trace, seat, x)
    elif what == A.DEFEND:
        frame = top(state)
        value = book[row_of(state, book, block, x) + B.DEFENCE]
        stopped = min(value, state[frame + F.AMOUNT + seat])
        state[frame + F.AMOUNT + seat] -= stopped
        state[block + S.STOPPED] += stopped
        pay(state, book, seat, x, A.PRINTED)
    elif what == A.RAM:
        frame = top(state)
        target, direction = state[frame + F.TARGET], state[frame + F.DIRECTION]
        F.pop(state)
        mode = A.third(deed)
        after = F.push(state, F.AFTER, seat)
        state[after + F.SLOT] = x
        state[after + F.MODE] = mode
        state[after + F.REFLEX] = 1  # a ram neither ends nor prolongs the phase
        pay(state, book, seat, x, mode)
        ram(state, book, seat, row_of(state, book, block, x), target, direction)
    elif what == A.HEAT:
        frame = top(state)
        state[frame + F.LEFT] -= 1
        heat(state, trace, state[frame + F.WHO], x)
    elif what == A.COOL:
        state[top(state) + F.LEFT] -= 1
        if x == B.CENTRAL:
            state[block + S.CENTRAL_HOT] = 0
        else:
            cool(state, book, block, 1 << x)
        T.note(trace, T.COOLED, seat, kind)
    elif what == A.TYPE:
        who = state[top(state) + F.WHO]
        F.pop(state)
        bits = state[at(who) + S.ATTACKS + x - B.ATTACK] & ~state[at(who) + S.HOT]
        while bits:
            heat(state, trace, who, lowest(bits))
            bits &= bits - 1
    elif what == A.SEND:
        if stage == S.MOBILITY:
            state[S.CURSOR] += 1
            move(state, book, seat, x, y, 0, 1)
        else:
            who = state[top(state) + F.WHO]
            F.pop(state)
            move(state, book, who, x, y, 0, 0)
    elif what == A.SPIN:
        who = state[top(state) + F.WHO]
        F.pop(state)
        _turn(state, trace, who, x)
    elif what == A.PULL:
        pull(state, book)
    elif what == A.ONWARD:
        state[top(state) + F.STEP] = STEPPING
    elif what == A.EQUIP:
        for i in range(book[B.DEALT]):
            if x >> i & 1 and state[S.DEAL + seat * B.DEAL_ROOM + i] >= 0:
                _keep(state, book, seat, i)
        state[S.CURSOR] += 1
    elif what == A.ABILITY:
        row = B.ROBOT + state[block + S.ROBOT] * B.ROBOT_SIZE
        chosen = book[row + B.FIRST_ABILITY + x]
        state[block + S.ABILITY] = chosen
        state[block + S.CHOSEN_ABILITY] = chosen
        state[S.CURSOR] += 1
    elif what == A.PLACE:
        state[block + S.CELL] = x
        state[block + S.FACING] = y
        state[S.ROBOT_AT + x] = seat + 1
        state[S.CURSOR] += 1
    else:
        _stop(state, stage)


@inlined
def _keep(state: Ints, book: Ints, seat: int, i: int) -> None:
    """Keep a module dealt as starting equipment, face down (SA-STQ-1)."""
    place = S.DEAL + seat * B.DEAL_ROOM + i
    attach(state, book, seat, state[place], 1)
    state[place] = S.NONE


@inlined
def _stop(state: Ints, stage: int) -> None:
    """Leave it: whatever was asked is not done."""
    if stage == S.ACT:
        state[S.PART] = S.LAST
        state[S.PHASE] = S.PICK_UP
    elif stage == S.MOBILITY or stage == S.REFLEX:
        state[S.CURSOR] += 1
    elif stage == S.DEFEND:
        state[top(state) + F.ASKED] += 1
    elif stage == S.PAUSE:
        state[top(state) + F.LEFT] = 0
        state[top(state) + F.STEP] = STOPPED
    elif stage == S.PULL:
        next_target(state, top(state))
    else:  # no ram, no turn at the edge
        F.pop(state)


@kernel
def apply(state: Ints, book: Ints, streams: Streams, trace: Ints, legal: Ints, deed: int) -> None:
    """Carry out a legal action and go on until somebody has to decide or the game is over.

    A negative one, such as `GO_ON`, only goes on, as at the beginning. `legal` is room for a list.
    """
    if deed >= 0:
        state[S.DECISIONS] += 1
        carry_out(state, book, trace, deed)
    state[S.STAGE] = S.ACT
    while state[S.STAGE] != S.OVER:
        if state[S.DEPTH] and settle(state, book, trace, legal):
            return
        if state[S.STAGE] != S.OVER and next_phase(state, book, streams, trace):
            return
