"""The interpreter of ability records: targets first, then the operation (PXT-VOC-2)."""

from kernels import rng
from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, in_truce, row_at, slot_at, spell_at
from kernels.pixel_tactics.deeds import acts_on_cards, gives_actions, rearranges, revives
from kernels.pixel_tactics.grants import grants
from kernels.pixel_tactics.hands import handles_cards
from kernels.pixel_tactics.harm import defeat
from kernels.pixel_tactics.orders import runs_order
from kernels.pixel_tactics.recruits import recruits
from kernels.pixel_tactics.rows import (
    CHOOSING,
    DO,
    LINE_ASKED,
    NEXT,
    START,
    STOP,
    TARGETS,
    UNIT_ASKED,
    end_row,
    members,
    points_of,
)
from kernels.pixel_tactics.stack import ask, push_harm, push_record
from kernels.pixel_tactics.tokens import move_damage


@kernel
def _starts(state: Ints, book: Ints, frame: int, row: int) -> bool:
    """Whether a record's card still holds its slot, and may use it now (PXT-SEQ-2)."""
    if state[frame + S.F_SLOT] == S.NONE:
        return True
    place = state[S.WHERE + state[frame + S.F_SELF]]
    if place == S.NONE or place // S.CELLS != state[frame + S.F_WHO]:
        return False
    if slot_at(state, place) != state[frame + S.F_SLOT]:
        return False
    state[frame + S.F_SLOT] = S.NONE
    if book[row + B.LIMIT] & B.ONCE_A_TURN:
        if state[S.ONCE + place]:
            return False
        state[S.ONCE + place] = 1
    return True


@kernel
def _keep_it(state: Ints, frame: int, places: int) -> None:
    """Remember the cards chosen, for later steps."""
    for k in range(3):
        state[frame + S.F_IT + k] = S.NONE
        if places:
            state[frame + S.F_IT + k] = state[S.CARD + lowest(places)]
            places &= places - 1


@kernel
def _choose(state: Ints, book: Ints, frame: int, row: int) -> bool:
    """Let the controller choose targets one by one; say whether the choice is complete."""
    to = row + B.TO
    quantifier = book[to + B.QUANTIFIER]
    who = state[frame + S.F_WHO]
    op = book[row + B.OP]
    mask = state[frame + S.F_MASK]
    last = state[frame + S.F_LAST]
    if state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        if state[S.PICKED] == S.P_STOP:
            state[frame + S.F_LEFT] = 0
        else:
            last = state[S.PICKED]
            mask |= 1 << last
            state[frame + S.F_MASK] = mask
            state[frame + S.F_LAST] = last
            state[frame + S.F_LEFT] -= 1
            word = frame + S.F_COUNTS + last // S.CELLS
            state[word] += 1 << 4 * (last % S.CELLS)
    left = state[frame + S.F_LEFT]
    if left <= 0:
        return True
    options = members(state, book, frame, row)
    if quantifier == B.SPLIT:
        options &= ~((1 << max(last, 0)) - 1)
        if op == B.HEAL:
            able = 0
            while options:
                each = lowest(options)
                options &= options - 1
                word = state[frame + S.F_COUNTS + each // S.CELLS]
                if state[S.DAMAGE + each] > word >> 4 * (each % S.CELLS) & 15:
                    able |= 1 << each
            options = able | STOP if able else 0
    else:
        options &= ~((2 << last) - 1) if last >= 0 else ~0
        if quantifier == B.EXACT:
            spare = count(options) - left
            able = 0
            rest = options
            while rest and spare >= 0:
                able |= rest & -rest
                rest &= rest - 1
                spare -= 1
            options = able if able else options & -options
        elif quantifier == B.UP_TO and mask:
            options = options | STOP if options else 0
    if not options:
        return True
    ask(state, who, options, S.NO, op)
    return False


@kernel
def step_record(state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int) -> None:
    """Go on with a record: conditions, picks, targets, then the operation.

    Phases follow one another at once unless a player is asked something in between.
    """
    row = row_at(state[frame + S.F_ROW])
    op = book[row + B.OP]
    phase = state[frame + S.F_PHASE]
    who = state[frame + S.F_WHO]
    to = row + B.TO
    filters = book[to + B.FILTERS]
    if phase == NEXT:
        end_row(state, book, frame)
        return
    if phase == START:
        if not _starts(state, book, frame, row):
            state[S.DEPTH] -= 1
            return
        if book[row + B.KIND] == B.REACTION:
            T.note(trace, T.REACTS, who, state[frame + S.F_SELF], state[frame + S.F_ROW])
        state[frame + S.F_PHASE] = UNIT_ASKED
        asks_itself = op == B.GRANT or op == B.PLAY_ORDER or (op == B.REVIVE and book[row + B.ARG])
        if book[row + B.LIMIT] & B.OPTIONAL and not asks_itself:
            ask(state, who, 3 << S.P_NO, S.NO, op)
            return
        phase = UNIT_ASKED
    if phase == UNIT_ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_NO:
                state[S.DEPTH] -= 1
                return
        state[frame + S.F_PHASE] = LINE_ASKED
        state[frame + S.F_UNIT] = who
        if filters & B.PICK_UNIT:
            units = 1 << who if in_truce(state, book) else 3
            ask(state, who, units << S.P_UNIT, S.NO, op)
            return
        phase = LINE_ASKED
    if phase == LINE_ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            state[frame + S.F_UNIT] = state[S.PICKED] - S.P_UNIT
        state[frame + S.F_PHASE] = TARGETS
        if filters & B.PICK_ROW:
            ask(state, who, 7 << S.P_ROW, S.NO, op)
            return
        if filters & B.PICK_COLUMN:
            ask(state, who, 7 << S.P_COLUMN, S.NO, op)
            return
        phase = TARGETS
    if phase == TARGETS:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            base = S.P_ROW if filters & B.PICK_ROW else S.P_COLUMN
            state[frame + S.F_LINE] = state[S.PICKED] - base
        state[frame + S.F_PHASE] = DO
        quantifier = book[to + B.QUANTIFIER]
        ref = book[to + B.REF]
        player = quantifier == B.REFERENCE and (ref == B.ME or ref == B.OPPONENT)
        if op != B.MOVE_DAMAGE and not player:
            if quantifier == B.REFERENCE or quantifier == B.ALL:
                state[frame + S.F_MASK] = members(state, book, frame, row)
            else:
                phase = CHOOSING
                state[frame + S.F_PHASE] = CHOOSING
                state[frame + S.F_LEFT] = 1 if quantifier == B.ONE else book[to + B.NUMBER]
                if quantifier == B.SPLIT:
                    state[frame + S.F_LEFT] = points_of(state, book, frame, row)
    if phase == CHOOSING:
        if not _choose(state, book, frame, row):
            return
        state[frame + S.F_PHASE] = DO
        if state[frame + S.F_MASK]:
            _keep_it(state, frame, state[frame + S.F_MASK])
        if op == B.COPY_SPELL:
            state[frame + S.F_PHASE] = NEXT
            if state[frame + S.F_MASK]:
                number = spell_at(state, book, lowest(state[frame + S.F_MASK]))
                push_record(state, number, who, state[frame + S.F_SELF], B.BY_SPELL)
            return
    if op == B.DAMAGE:
        state[frame + S.F_PHASE] = NEXT
        places = state[frame + S.F_MASK]
        points = points_of(state, book, frame, row)
        if places:
            source = state[frame + S.F_SELF]
            if state[frame + S.F_VIA] == B.BY_ORDER:
                source = S.NONE
            split = book[to + B.QUANTIFIER] == B.SPLIT
            harm = push_harm(
                state, places, S.NONE if split else points, source, state[frame + S.F_VIA], who
            )
            state[harm + S.F_COUNTS] = state[frame + S.F_COUNTS]
            state[harm + S.F_COUNTS + 1] = state[frame + S.F_COUNTS + 1]
    elif op == B.DEFEAT:
        state[frame + S.F_PHASE] = NEXT
        if book[row + B.LASTS] and not in_truce(state, book):
            state[at(who) + S.WATCH] = state[frame + S.F_ROW] + 1
        fallen = 0
        places = state[frame + S.F_MASK]
        while places:
            place = lowest(places)
            places &= places - 1
            if state[S.KIND + place] == S.HERO:
                fallen |= 1 << place
        if fallen:
            defeat(state, book, trace, fallen)
    elif op == B.MOVE_DAMAGE:
        move_damage(state, book, trace, frame, row)
    elif op == B.REVIVE:
        revives(state, book, trace, frame, row)
    elif op == B.GRANT:
        grants(state, book, trace, frame, row)
    elif op == B.RECRUIT:
        recruits(state, book, trace, frame, row)
    elif op == B.REARRANGE:
        rearranges(state, book, frame, row)
    elif op == B.RUN_ORDER:
        runs_order(state, book, streams, trace, frame, row)
    elif op == B.ACTIONS or op == B.MARKER:
        gives_actions(state, book, trace, frame, row)
    elif op == B.COPY_SPELL:
        end_row(state, book, frame)
    elif (op >= B.DRAW and op <= B.PLAY_ORDER) or op == B.PEEK:
        handles_cards(state, book, streams, trace, frame, row)
    else:
        acts_on_cards(state, book, trace, frame, row)
