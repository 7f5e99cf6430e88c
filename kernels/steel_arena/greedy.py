"""What the greedy player goes by: rules of thumb, the worth of modules and of places."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import weights as P
from kernels.steel_arena.parts import row_of
from kernels.steel_arena.state import Ints, at, top

NEVER = -(1 << 40)


@kernel
def _slot_worth(state: Ints, own: Ints, seat: int, slot: int) -> int:
    """Return what a module is worth as it lies: hot ones less."""
    block = at(seat)
    worth = own[P.COUNT + state[block + S.KIND + slot]] * 100
    if state[block + S.HOT] >> slot & 1:
        worth = worth * (100 - own[P.HOT]) // 100
    return worth


@kernel
def quick(state: Ints, book: Ints, own: Ints, legal: Ints, n: int) -> int:
    """Return the number of the action that a rule of thumb takes in a nested decision."""
    stage = state[S.STAGE]
    seat = state[S.ACTOR]
    best = 0
    best_score = NEVER
    who = at(state[top(state) + F.WHO]) if stage == S.MINE_TYPE else 0
    for i in range(n):
        deed = legal[i]
        slot = A.first(deed)
        score = -i
        if A.what(deed) == A.STOP:
            score = NEVER // 2
            if stage == S.EDGE:
                score = 1
        elif stage == S.DISCARD:
            score = -_slot_worth(state, own, seat, slot)
        elif stage == S.HEAT:
            target = state[top(state) + F.WHO]
            score = _slot_worth(state, own, target, slot)
            if target == seat:
                score = -score
        elif stage == S.COOL:
            score = 0
            if slot != B.CENTRAL:
                score = own[P.COUNT + state[at(seat) + S.KIND + slot]]
        elif stage == S.DEFEND:
            # the smallest that stops all, else the largest
            amount = state[top(state) + F.AMOUNT + seat]
            value = book[row_of(state, book, at(seat), slot) + B.DEFENCE]
            score = value if value < amount else 1000 - value
        elif stage == S.MINE_TYPE:
            cold = state[who + S.ATTACKS + slot - B.ATTACK] & ~state[who + S.HOT]
            score = 0
            while cold:
                score += own[P.COUNT + state[who + S.KIND + lowest(cold)]]
                cold &= cold - 1
        if score > best_score:
            best_score = score
            best = i
    return best


@kernel
def copy(state: Ints, ahead: Ints) -> None:
    """Copy a position; what lies under the stack of frames is not needed to think ahead."""
    size = S.FRAMES + state[S.DEPTH] * S.FRAME_SIZE
    for i in range(size):
        ahead[i] = state[i]


@kernel
def place_worth(state: Ints, book: Ints, own: Ints, seat: int, deed: int) -> int:
    """Return the worth of a place at the start: the tile there, what lies ahead, who is in line."""
    cell, facing = A.first(deed), A.second(deed)
    kind = state[S.TILE_AT + cell]
    worth = own[P.COUNT + kind] if kind >= 0 else 0
    here = cell
    for steps in range(1, 4):
        here = book[B.NEXT + here * 6 + facing]
        if here < 0:
            return worth - own[P.TROPHY] // steps
        if state[S.ROBOT_AT + here]:
            worth -= own[P.DANGER]  # the other moves first
        there = state[S.TILE_AT + here]
        if there >= 0:
            worth += own[P.COUNT + there] // (steps + 1)
    return worth
