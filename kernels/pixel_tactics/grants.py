"""Attacks and spells given by cards (PXT-DEC-15, PXT-DEC-31)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, in_truce, spell_at
from kernels.pixel_tactics.cards import use
from kernels.pixel_tactics.rows import ASKED, ASKED_2, DO, NEXT, STOP, end_row, offers
from kernels.pixel_tactics.stack import ask, push_attack, push_record


@kernel
def _last_attack(state: Ints, book: Ints, frame: int, who: int) -> None:
    """Offer the last attack of a hero that has just fallen (BER-L, PXT-DEC-31)."""
    subject = state[frame + S.F_SUBJECT]
    if state[frame + S.F_PHASE] == DO:
        foe = 1 - who
        figures = state[at(foe) + S.HEROES] | 1 << S.MIDDLE
        cells = figures & ~((figures & 7) << 3 | (figures & 7) << 6 | (figures & 0o70) << 3)
        if state[frame + S.F_STRENGTH] != 1 or in_truce(state, book):
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, who, cells << S.P_MELEE | STOP, S.NO, B.GRANT)
        return
    state[S.ANSWERED] = 0
    state[frame + S.F_PHASE] = NEXT
    if state[S.PICKED] == S.P_STOP:
        return
    target = (1 - who) * S.CELLS + state[S.PICKED] - S.P_MELEE
    attack = push_attack(state, state[S.CARD + target], S.NO, target, S.NO)
    state[attack + S.F_WHO] = who
    state[attack + S.F_ATTACKER] = subject
    state[attack + S.F_SPARE] = 2
    state[attack + S.F_COUNTS] = state[frame + S.F_COUNTS]
    state[attack + S.F_COUNTS + 1] = state[frame + S.F_COUNTS + 1]
    state[attack + S.F_LEFT] = state[frame + S.F_LEFT]


@kernel
def grants(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Offer attacks or spells to the cards chosen (PXT-DEC-15)."""
    who = state[frame + S.F_WHO]
    phase = state[frame + S.F_PHASE]
    every = book[row + B.TO + B.QUANTIFIER] == B.ALL
    if book[row + B.ON] == B.DEFEATED:
        _last_attack(state, book, frame, who)
        return
    if phase == DO:
        able = 0
        places = state[frame + S.F_MASK]
        while places:
            each = lowest(places)
            places &= places - 1
            if offers(state, book, row, each):
                able |= 1 << each
        if not able:
            end_row(state, book, frame)
        elif every:
            state[frame + S.F_PHASE] = ASKED
            ask(state, who, able | STOP, S.NO, B.GRANT)
        else:
            place = lowest(able)
            state[frame + S.F_TARGET] = place
            state[frame + S.F_PHASE] = ASKED_2
            ask(state, who, offers(state, book, row, place) | STOP, S.NO, B.GRANT)
        return
    state[S.ANSWERED] = 0
    pick = state[S.PICKED]
    if phase == ASKED:
        if pick == S.P_STOP:
            end_row(state, book, frame)
            return
        state[frame + S.F_TARGET] = pick
        state[frame + S.F_MASK] &= ~(1 << pick)
        state[frame + S.F_PHASE] = ASKED_2
        ask(state, who, offers(state, book, row, pick) | STOP, S.NO, B.GRANT)
        return
    state[frame + S.F_PHASE] = DO if every else NEXT
    if pick == S.P_STOP:
        return
    place = state[frame + S.F_TARGET]
    card = state[S.CARD + place]
    if book[row + B.LIMIT] & B.ONCE_PER_CARD or book[B.GRANTS_USE_UP]:
        use(state, place)
    if pick == S.P_SPELL:
        T.note(trace, T.CASTS, who, card)
        push_record(state, spell_at(state, book, place), who, card, B.BY_SPELL)
        return
    ranged = 1 if pick >= S.P_RANGED else 0
    cell = pick - (S.P_RANGED if ranged else S.P_MELEE)
    attack = push_attack(state, card, ranged, (1 - who) * S.CELLS + cell, book[row + B.ARG_2])
    state[attack + S.F_STRENGTH] = book[row + B.ARG_3]
    if state[S.KIND + place] == S.CORPSE:
        state[attack + S.F_SPARE] = 1
