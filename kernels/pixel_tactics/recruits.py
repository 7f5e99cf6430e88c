"""Recruiting heroes, by action or by effect (PXT-ACT-2, PXT-DEC-56)."""

from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at
from kernels.pixel_tactics.cards import empty_cells, put, use
from kernels.pixel_tactics.rows import ASKED, ASKED_2, DO, NEXT, STOP, end_row
from kernels.pixel_tactics.stack import ask, react


@kernel
def recruit(state: Ints, book: Ints, trace: Ints, who: int, character: int, cell: int) -> int:
    """Put a hero from the hand into an empty cell, with the reactions (PXT-ACT-2)."""
    card = who * B.CHARACTER_ROOM + character
    place = who * S.CELLS + cell
    block = at(who)
    state[block + S.HAND] &= ~(1 << character)
    state[block + S.PLAYED] |= 1 << character
    put(state, place, S.HERO, card)
    use(state, place)
    T.note(trace, T.RECRUITED, place, card)
    react(state, book, B.RECRUITED, who, S.NONE, card, S.NONE, S.NO, S.NO, S.NO, S.ANY_OP)
    return card


@kernel
def recruits(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Recruit one hero, or as many as wanted, one after another (PXT-DEC-56)."""
    who = state[frame + S.F_WHO]
    block = at(who)
    where = book[row + B.ARG]
    phase = state[frame + S.F_PHASE]
    if phase == DO and where == 5 and state[frame + S.F_SPARE] == 0:
        if not state[S.ANSWERED]:
            ask(state, who, 7 << S.P_ROW, S.NO, B.RECRUIT)
            return
        state[S.ANSWERED] = 0
        state[frame + S.F_LINE] = state[S.PICKED] - S.P_ROW
        state[frame + S.F_SPARE] = 1
    every = book[row + B.AMOUNT_IS] == B.ALL_OF_IT
    cells = empty_cells(state, who)
    if where == B.WAVE_ROW:
        cells &= 0o7 << 3 * state[S.WAVE]
    elif where == 5:
        cells &= 0o7 << 3 * state[frame + S.F_LINE]
    hand = state[block + S.HAND] & ~state[frame + S.F_COUNTS]
    if phase == DO:
        if not (cells and hand):
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, who, STOP if every else 0, hand, B.RECRUIT)
        return
    if phase == ASKED:
        state[S.ANSWERED] = 0
        if state[S.PICKED] == S.P_STOP:
            end_row(state, book, frame)
            return
        state[frame + S.F_LAST] = state[S.PICKED] - S.P_CHARACTER
        state[frame + S.F_PHASE] = ASKED_2
        ask(state, who, cells << who * S.CELLS, S.NO, B.RECRUIT)
        return
    state[S.ANSWERED] = 0
    character = state[frame + S.F_LAST]
    state[frame + S.F_COUNTS] |= 1 << character
    state[frame + S.F_IT] = who * B.CHARACTER_ROOM + character
    state[frame + S.F_PHASE] = DO if every else NEXT
    recruit(state, book, trace, who, character, state[S.PICKED] % S.CELLS)
