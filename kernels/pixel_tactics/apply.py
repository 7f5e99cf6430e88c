"""Doing what a player decided."""

from kernels import rng
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, spell_at
from kernels.pixel_tactics.cards import draw, exchange, remove, use
from kernels.pixel_tactics.harm import step_attack, step_harm, step_watchers
from kernels.pixel_tactics.legal import special_row
from kernels.pixel_tactics.orders import begin_order, step_order
from kernels.pixel_tactics.record import step_record
from kernels.pixel_tactics.recruits import recruit
from kernels.pixel_tactics.setup import lead, next_leader
from kernels.pixel_tactics.stack import push_attack, push_record
from kernels.pixel_tactics.turn import end_turn, go_on

# the kind of action whose price an action has, by its number
_PRICED = (
    -1,
    B.A_DRAW,
    B.A_RECRUIT,
    B.A_ATTACK,
    B.A_CAST,
    B.A_SPECIAL,
    B.A_ORDER,
    B.A_CLEAR,
    B.A_MOVE,
    B.A_SWAP,
)


@kernel
def _pay(state: Ints, block: int, what: int) -> None:
    """Pay for an action: a free use first, then order actions, then plain ones (PXT-DEC-13)."""
    free = state[block + S.FREE + what] > state[block + S.USES + what]
    if what != B.A_ORDER:  # orders are counted where they begin, also those played by effects
        state[block + S.USES + what] += 1
    if free:
        return
    if what == B.A_ORDER and state[block + S.ORDER_ACTIONS] > 0:
        state[block + S.ORDER_ACTIONS] -= 1
    else:
        state[block + S.ACTIONS] -= 2 if what == B.A_SWAP else 1


@kernel
def _act(state: Ints, book: Ints, trace: Ints, action: int) -> None:
    """Do a turn's action."""
    what = A.what(action)
    x, y = A.first(action), A.second(action)
    who = state[S.ACTIVE]
    block = at(who)
    if what == A.PASS:
        end_turn(state, book)
        return
    state[S.ACTS] += 1
    _pay(state, block, _PRICED[what])
    place = who * S.CELLS + x
    if what == A.DRAW:
        draw(state, trace, who)
    elif what == A.RECRUIT:
        recruit(state, book, trace, who, x, y)
    elif what == A.ATTACK:
        use(state, place)
        target = (1 - who) * S.CELLS + A.third(action)
        push_attack(state, state[S.CARD + place], y, target, S.NO)
    elif what == A.CAST:
        use(state, place)
        push_record(state, spell_at(state, book, place), who, state[S.CARD + place], B.BY_SPELL)
    elif what == A.SPECIAL:
        card = state[S.CARD + who * S.CELLS + S.MIDDLE]
        push_record(state, special_row(state, book, who), who, card, B.BY_ABILITY)
    elif what == A.ORDER:
        state[block + S.HAND] &= ~(1 << x)
        begin_order(state, who, x)
    elif what == A.CLEAR:
        remove(state, trace, place, S.NO)
    else:  # a move or a swap
        other = who * S.CELLS + y
        for each in (place, other):
            if state[S.KIND + each] == S.HERO:
                use(state, each)
        exchange(state, place, other)


@kernel
def apply(state: Ints, book: Ints, streams: rng.Streams, trace: Ints, action: int) -> None:
    """Do an action (NOTHING: none yet), and go on to the next decision, or to the end."""
    if action != A.NOTHING:
        what = A.what(action)
        T.note(trace, T.ACTED, state[S.DECIDER], action, state[S.STAGE])
        if what == A.PICK:
            state[S.PICKED] = A.first(action)
            state[S.ANSWERED] = 1
            state[S.STAGE] = S.ACT
        elif what == A.LEAD:
            lead(state, state[S.DECIDER], A.first(action))
            next_leader(state)
        else:
            _act(state, book, trace, action)
    while state[S.STAGE] == S.ACT or (state[S.STAGE] == S.PICK and state[S.ANSWERED]):
        if state[S.DEPTH] == 0:
            if go_on(state, book, streams, trace):
                return
            continue
        frame = S.STACK + (state[S.DEPTH] - 1) * S.FRAME
        kind = state[frame + S.F_TYPE]
        if kind == S.RECORD:
            step_record(state, book, streams, trace, frame)
        elif kind == S.HARM:
            step_harm(state, book, trace, frame)
        elif kind == S.ATTACK:
            step_attack(state, book, trace, frame)
        elif kind == S.ORDER:
            step_order(state, book, trace, frame)
        else:
            step_watchers(state, book, trace, frame)
