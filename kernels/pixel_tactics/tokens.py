"""Moving damage tokens from cards to cards (PXT-DEC-26, PXT-DEC-54)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints
from kernels.pixel_tactics.rows import ASKED, ASKED_2, DO, STOP, end_row, members, points_of
from kernels.pixel_tactics.stack import ask
from kernels.pixel_tactics.values import sources_of


@kernel
def move_damage(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Ask for sources, target and amount, then move tokens (PXT-DEC-26, PXT-DEC-54)."""
    who = state[frame + S.F_WHO]
    sel = row + B.FROM
    source_is = book[sel + B.QUANTIFIER]
    most = points_of(state, book, frame, row)
    place = S.NONE
    if state[frame + S.F_VIA] != B.BY_ORDER:
        place = state[S.WHERE + state[frame + S.F_SELF]]
        if place == S.NONE:
            end_row(state, book, frame)
            return
    phase = state[frame + S.F_PHASE]
    if phase == DO:
        state[frame + S.F_LEFT] = most
        state[frame + S.F_PHASE] = ASKED
        phase = ASKED
        if source_is == B.REFERENCE:
            sources = sources_of(state, book, row, who, place)
            if not sources:
                end_row(state, book, frame)
                return
            state[frame + S.F_MASK] = sources
            state[frame + S.F_PHASE] = ASKED_2
            phase = ASKED_2
    if phase == ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_STOP:
                state[frame + S.F_LEFT] = 0
            else:
                each = state[S.PICKED]
                state[frame + S.F_MASK] |= 1 << each
                state[frame + S.F_LAST] = each
                state[frame + S.F_LEFT] -= 1
                state[frame + S.F_COUNTS + each // S.CELLS] += 1 << 4 * (each % S.CELLS)
                if source_is == B.ONE:
                    state[frame + S.F_LEFT] = 0
        options = 0
        if state[frame + S.F_LEFT] > 0:
            sources = sources_of(state, book, row, who, place)
            while sources:
                each = lowest(sources)
                sources &= sources - 1
                word = state[frame + S.F_COUNTS + each // S.CELLS]
                left = state[S.DAMAGE + each] - (word >> 4 * (each % S.CELLS) & 15)
                if each >= state[frame + S.F_LAST] and left > 0:
                    options |= 1 << each
        if options:
            if state[frame + S.F_MASK]:
                options |= STOP
            ask(state, who, options, S.NO, B.MOVE_DAMAGE)
            return
        if not state[frame + S.F_MASK]:
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED_2
        state[frame + S.F_LAST] = S.NONE
    if state[frame + S.F_LAST] == S.NONE or source_is != B.REFERENCE:  # the target
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            state[frame + S.F_LAST] = state[S.PICKED]
        elif book[row + B.TO + B.QUANTIFIER] == B.REFERENCE:
            to = members(state, book, frame, row)
            if not to:
                end_row(state, book, frame)
                return
            state[frame + S.F_LAST] = lowest(to)
        else:
            to = members(state, book, frame, row)
            if book[row + B.TO + B.FILTERS] & B.OTHER:
                to &= ~state[frame + S.F_MASK]
            if not to:
                end_row(state, book, frame)
                return
            ask(state, who, to, S.NO, B.MOVE_DAMAGE)
            return
    target = state[frame + S.F_LAST]
    points = S.NONE
    if source_is == B.REFERENCE:
        source = lowest(state[frame + S.F_MASK])
        most = min(most, state[S.DAMAGE + source])
        points = most
        if most == 2 and book[row + B.AMOUNT_IS] == B.PLAIN:
            if not state[S.ANSWERED]:
                ask(state, who, 3 << S.P_AMOUNT, S.NO, B.MOVE_DAMAGE)
                return
            state[S.ANSWERED] = 0
            points = state[S.PICKED] - S.P_AMOUNT + 1
    sources = state[frame + S.F_MASK]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        moved = points
        if source_is == B.ONE:
            moved = min(most, state[S.DAMAGE + source])
        elif points == S.NONE:
            word = state[frame + S.F_COUNTS + source // S.CELLS]
            moved = word >> 4 * (source % S.CELLS) & 15
        state[S.DAMAGE + source] -= moved
        state[S.DAMAGE + target] += moved
        T.note(trace, T.MOVED_TOKENS, source, target, moved)
    end_row(state, book, frame)
