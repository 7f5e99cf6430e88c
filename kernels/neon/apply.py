"""Carrying out an action."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.aim import begin_attack
from kernels.neon.arena import Ints, at, gain, sector_amount, upgrade_amount
from kernels.neon.closing import escape_of, take_closing_damage
from kernels.neon.fallen import take_upgrade
from kernels.neon.harm import enter
from kernels.neon.legal import row_half
from kernels.neon.loot import discard, lay, see, shed, strip, take_out
from kernels.neon.payment import ABILITY, MANOEUVRE, mark_used, pay, source_of
from kernels.neon.strike import use_effect
from kernels.neon.turn import ambush_of
from kernels.rng import Streams


@kernel
def _plan(state: Ints, book: Ints, trace: Ints, block: int, deed: int) -> None:
    """Lay two cards as an action row, face down."""
    own = at(block)
    cards, how = A.first(deed), A.second(deed)
    upper, lower = cards & 15, cards >> 4
    for k in range(S.HALVES):
        state[own + S.ROW + k] = row_half(book, cards, how, k)
    state[own + S.INITIATIVE] = book[B.CARD + upper * B.CARD_SIZE + B.INITIATIVE]
    state[own + S.PLAYED] = 1 << upper | 1 << lower
    state[own + S.HAND] &= ~state[own + S.PLAYED]
    T.note(trace, T.PLANNED, block, upper, lower, how)


@kernel
def _search(state: Ints, book: Ints, streams: Streams, trace: Ints, block: int) -> None:
    """Search the own sector (NEON-SRC-1 to NEON-SRC-6)."""
    own = at(block)
    sector = state[own + S.SECTOR]
    state[own + S.ENERGY] -= state[S.SEARCHED + sector]
    state[S.SEARCHED + sector] += 1
    state[own + S.SEARCHES] += 1
    level = book[B.SECTOR + sector * B.SECTOR_SIZE + B.CLASS]
    more = sector_amount(state, book, sector, E.SEE)
    cards = book[B.SEEN + level - 1]
    scanned = upgrade_amount(state, book, block, E.SEARCH, E.SEE)
    state[S.KEEP] = book[B.KEPT]
    if level == B.CLASSES:
        see(state, streams, trace, block, level, cards + more)
        see(state, streams, trace, block, 1, book[B.PURPLE_GREEN] + scanned)
    else:
        see(state, streams, trace, block, level, cards + more + scanned)


@kernel
def _act(state: Ints, book: Ints, streams: Streams, trace: Ints, block: int, deed: int) -> None:
    """Do what one half of the row offers."""
    own = at(block)
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    state[own + S.DONE] += 1
    if what == A.MOVE:
        if y:
            source = source_of(state, book, block, y - 1)
            mark_used(state, book, block, y - 1)
            pay(state, book, trace, block, y - 1, source, S.NONE, A.ENERGY)
        enter(state, book, streams, trace, block, x)
    elif what == A.SEARCH:
        _search(state, book, streams, trace, block)
    elif what == A.ATTACK:
        begin_attack(state, book, trace, block, x, y, A.third(deed))
    elif what == A.GAIN:
        gain(state, book, trace, block, x)
    elif what == A.DEFEND:
        gain(state, book, trace, block, book[B.DEFENCE_ENERGY])
    elif what == A.LEAD:
        state[S.LEADER] = block
        T.note(trace, T.LEADS, block)
        gain(state, book, trace, block, book[B.LEADER_ENERGY])


@kernel
def apply(state: Ints, book: Ints, streams: Streams, trace: Ints, deed: int) -> None:
    """Carry out a legal action; `advance` then goes on to the next decision."""
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    block = state[S.ACTOR]
    own = at(block)
    T.note(trace, T.ACTED, block, deed)
    if what == A.PLAN:
        _plan(state, book, trace, block, deed)
    elif what == A.USE:
        use_effect(state, book, streams, trace, deed)
    elif what == A.GO_ON:
        state[S.PASSED] = 1
    elif what == A.LAND:
        if state[own + S.LANDED_AT] == S.NONE:
            state[own + S.LANDED_AT] = x
        enter(state, book, streams, trace, block, x)
    elif what == A.TOKEN:
        pay(state, book, trace, block, y, ABILITY, S.NONE, A.ENERGY)
        state[own + S.TOKEN_AT] = x
        T.note(trace, T.TOKEN_LAID, block, x)
    elif what == A.DISCARD:
        take_out(state, S.SEEN, x)
        discard(state, book, x)
        T.note(trace, T.DISCARDED, block, x)
    elif what == A.LAY:
        take_out(state, S.NEW, x)
        lay(state, book, trace, block, x, y)
    elif what == A.SHED:
        shed(state, book, block, state[S.EXCESS] - 1, x)
        T.note(trace, T.DISCARDED, block, x)
    elif what == A.SPOIL:
        victim = state[S.FALLEN + 1]
        state[S.NEW] = 1
        state[S.NEW + 1] = strip(state, book, victim, x)
        state[S.NEW_SEAT] = block
        state[S.SPOILS] += 1
    elif what == A.CHOOSE:
        take_upgrade(state, trace, block, x)
    elif what == A.FLEE:
        state[S.FLED] = 1
        enter(state, book, streams, trace, block, x)
    elif what == A.FIRST:
        if state[S.STAGE] == S.AMBUSHING:
            row = ambush_of(state, book, block)
            pay(state, book, trace, block, row, ABILITY, S.NONE, A.ENERGY)
            state[own + S.AMBUSH] = 1
            state[S.ASKED] |= 1 << block
        else:
            row = escape_of(state, book, block)
            pay(state, book, trace, block, row, MANOEUVRE, S.NONE, A.ENERGY)
            state[S.FLEEING] &= ~(1 << block)
            state[S.FLED] = 0
    elif what == A.DECLINE:
        if state[S.STAGE] == S.AMBUSHING:
            state[S.ASKED] |= 1 << block
        elif state[S.STAGE] == S.SPOIL:
            state[S.SPOILS] = book[B.SPOILS]
        else:
            take_closing_damage(state, book, trace, block)
    else:
        _act(state, book, streams, trace, block, deed)
