"""Playing orders, and running those of other cards (PXT-ACT-6, PXT-DEC-47)."""

from kernels import rng
from kernels.bits import lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, in_truce, order_slot
from kernels.pixel_tactics.cards import any_of_hand, throw_away, to_discard
from kernels.pixel_tactics.rows import ASKED, DO, NEXT, end_row
from kernels.pixel_tactics.stack import ask, push_order, push_record, react


@kernel
def begin_order(state: Ints, who: int, character: int) -> None:
    """Begin an order that was taken out of the hand (PXT-ACT-6)."""
    block = at(who)
    state[block + S.ORDERS] += 1
    state[block + S.USES + B.A_ORDER] += 1
    state[block + S.ORDERED] |= 1 << character
    frame = push_order(state, who, who * B.CHARACTER_ROOM + character, S.YES, S.NO)
    state[frame + S.F_AMOUNT] = state[block + S.ORDERS]


@kernel
def step_order(state: Ints, book: Ints, trace: Ints, frame: int) -> None:
    """Carry out an order, then discard its card, then the events (PXT-SEQ-1)."""
    card, who = state[frame + S.F_SELF], state[frame + S.F_WHO]
    character = card % B.CHARACTER_ROOM
    if state[frame + S.F_PHASE] == 0:
        state[frame + S.F_PHASE] = 1
        T.note(trace, T.ORDER_RUNS, who, card, state[frame + S.F_SPARE])
        number = book[order_slot(character) + B.SLOT_START]
        push_record(state, number, who, card, B.BY_ORDER)
        return
    played, discarded = state[frame + S.F_SPARE], state[frame + S.F_LEFT]
    number = state[frame + S.F_AMOUNT]
    state[S.DEPTH] -= 1
    if played:
        to_discard(state, card)
        react(state, book, B.ORDERED, who, S.NONE, S.NONE, S.NONE, S.NO, number, S.NO, S.ANY_OP)
    elif discarded and state[at(card // B.CHARACTER_ROOM) + S.HAND] >> character & 1:
        throw_away(state, trace, card // B.CHARACTER_ROOM, character)


@kernel
def _is_running(state: Ints, card: int) -> bool:
    """Whether the order of a card is being carried out already (PXT-DEC-47)."""
    for k in range(state[S.DEPTH]):
        frame = S.STACK + k * S.FRAME
        if state[frame + S.F_TYPE] == S.ORDER and state[frame + S.F_SELF] == card:
            return True
    return False


@kernel
def runs_order(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int
) -> None:
    """Show a card and carry out its order as one's own (PXT-DEC-46, PXT-DEC-47)."""
    who = state[frame + S.F_WHO]
    source, picker = book[row + B.ARG], book[row + B.ARG_2]
    if in_truce(state, book):
        end_row(state, book, frame)
        return
    owner = 1 - who if source == B.OPPONENT_HAND else who
    hand = state[at(owner) + S.HAND]
    # a player who only imagines does not look into the other's hand
    if source != B.MY_LEADER and (hand == 0 or (owner != who and state[S.DREAM])):
        end_row(state, book, frame)
        return
    if source == B.MY_LEADER:
        character = state[at(who) + S.LEADER_CARD]
    elif picker == B.PICK_RANDOM:
        character = any_of_hand(state, streams, owner)
    elif state[frame + S.F_PHASE] == DO:
        able = 0
        while hand:
            each = lowest(hand)
            hand &= hand - 1
            if not _is_running(state, owner * B.CHARACTER_ROOM + each):
                able |= 1 << each
        if not able:
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, 1 - who if picker == B.PICK_OPPONENT else who, S.NO, able, B.RUN_ORDER)
        return
    else:
        state[S.ANSWERED] = 0
        character = state[S.PICKED] - S.P_CHARACTER
    state[frame + S.F_PHASE] = NEXT
    card = owner * B.CHARACTER_ROOM + character
    if _is_running(state, card):
        if book[row + B.ARG_3]:
            throw_away(state, trace, owner, character)
        return
    push_order(state, who, card, S.NO, book[row + B.ARG_3])
