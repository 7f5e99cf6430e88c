"""Closing sectors (NEON-CLS-2), and the last two sectors of a Battle Royale (NEON-BR-2)."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import (
    Ints,
    at,
    beside,
    blocks,
    effect,
    is_automa,
    lower_neighbour,
    sector_amount,
)
from kernels.neon.harm import enter, harm
from kernels.neon.payment import ABILITY, MANOEUVRE, first_of, payments
from kernels.rng import Streams


@kernel
def escape_of(state: Ints, book: Ints, block: int) -> int:
    """Return the row of an ability against closing damage that can be paid, or NONE."""
    for source in (MANOEUVRE, ABILITY):
        found = first_of(state, book, block, source)
        for row in range(found >> 4, (found >> 4) + (found & 15)):
            here = effect(row)
            saves = book[here + E.WHEN] == E.CLOSING and book[here + E.WHAT] == E.SAFE
            if saves and payments(state, book, block, row, source, S.NONE):
                return row
    return S.NONE


@kernel
def _begin(state: Ints, book: Ints, trace: Ints) -> None:
    """Begin to close the sector on the top token, steps 1 and 2."""
    sector = state[S.SCOREBOARD + state[S.SCOREBOARD]]
    state[S.CLOSING] = sector
    state[S.CLOSED_IN + sector] = state[S.ROUND]
    T.note(trace, T.CLOSED, sector)
    state[S.BOT_AT + sector] = S.NONE
    state[S.SEARCHED + sector] = 0
    for step in (-1, 1):
        there = beside(state, sector, step)
        if there != sector and (step == 1 or state[S.RING] > 2):
            state[S.SEARCHED + there] = max(0, state[S.SEARCHED + there] - 1)
    state[S.FLEEING] = 0
    for block in range(blocks(book)):
        own = at(block)
        if state[own + S.TOKEN_AT] == sector:
            state[own + S.TOKEN_AT] = S.NONE
            T.note(trace, T.TOKEN_BACK, block)
        if state[own + S.SECTOR] == sector:
            state[own + S.FIELDS] = 0
            state[S.FLEEING] |= 1 << block
    state[S.FLED] = 0


@kernel
def _end(state: Ints) -> None:
    """Box the closed sector, unless only two are left, and put its token away: steps 4 and 5."""
    sector = state[S.CLOSING]
    size = state[S.RING]
    if size > 2:
        for place in range(state[S.PLACE + sector], size - 1):
            state[S.RING + 1 + place] = state[S.RING + 2 + place]
            state[S.PLACE + state[S.RING + 1 + place]] = place
        state[S.RING] = size - 1
        state[S.PLACE + sector] = S.NONE
    state[S.SCOREBOARD] -= 1
    state[S.CLOSINGS] -= 1
    state[S.CLOSING] = S.NONE


@kernel
def _first_fleeing(state: Ints, book: Ints) -> int:
    """Return who is next: from the leader clockwise, the Automa last."""
    players = book[B.PLAYERS]
    for k in range(players):
        block = (state[S.LEADER] + k) % players
        if state[S.FLEEING] >> block & 1:
            return block
    return players


@kernel
def take_closing_damage(state: Ints, book: Ints, trace: Ints, block: int) -> None:
    """Take the damage of a closing sector: nobody's trophy (NEON-DMG-2)."""
    state[S.FLEEING] &= ~(1 << block)
    state[S.FLED] = 0
    harm(state, book, trace, block, S.NONE, 1)


@kernel
def _automa_flees(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Let the Automa take its damage, then move to the lower neighbour (NEON-AUT-4)."""
    block = book[B.PLAYERS]
    here = state[at(block) + S.SECTOR]
    take_closing_damage(state, book, trace, block)
    if state[at(block) + S.SECTOR] == S.NONE or state[S.CLOSING] == S.NONE:
        return
    to = lower_neighbour(state, book, here)
    enter(state, book, streams, trace, block, to)


@kernel
def _flee(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Let the next fighter of the sector leave it or pay; say whether he has to decide."""
    block = _first_fleeing(state, book)
    own = at(block)
    sector = state[S.CLOSING]
    if is_automa(book, block):
        _automa_flees(state, book, streams, trace)
        return False
    if state[own + S.SECTOR] == S.NONE:  # a trap was quicker (REC-11.6)
        state[S.FLEEING] &= ~(1 << block)
        state[S.FLED] = 0
        return False
    state[S.ACTOR] = block
    if sector != S.NONE and not state[S.FLED]:
        if state[S.RING] > 2:
            state[S.STAGE] = S.FLEE
            return True
        state[S.FLED] = 1
        enter(state, book, streams, trace, block, beside(state, sector, 1))
        return False
    left = state[own + S.SECTOR] if sector == S.NONE else sector
    if sector_amount(state, book, left, E.SAFE):  # Underpass (NEON-SEC-5)
        state[S.FLEEING] &= ~(1 << block)
        state[S.FLED] = 0
        return False
    if escape_of(state, book, block) != S.NONE:
        state[S.STAGE] = S.ESCAPE
        return True
    take_closing_damage(state, book, trace, block)
    return False


@kernel
def close_sectors(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Go on closing the sectors of a round; say whether somebody has to decide."""
    if state[S.CLOSINGS] == S.NONE:
        cells = min(state[S.ROUND], book[B.LAST_CELL]) - 1
        state[S.CLOSINGS] = min(book[B.CELLS + cells], state[S.SCOREBOARD])
        if book[B.ROYALE] and state[S.RING] <= 2:
            state[S.CLOSINGS] = 1
            state[S.FLEEING] = 0
            for k in range(state[S.RING]):
                there = S.SEARCHED + state[S.RING + 1 + k]
                state[there] = max(0, state[there] - 1)
            for block in range(blocks(book)):
                if state[at(block) + S.SECTOR] != S.NONE:
                    state[S.FLEEING] |= 1 << block
            state[S.CLOSING] = S.NONE
            state[S.LAST_TWO] = 1
    if state[S.FLEEING]:
        return _flee(state, book, streams, trace)
    if state[S.LAST_TWO]:
        state[S.LAST_TWO] = 0
        state[S.CLOSINGS] = 0
    elif state[S.CLOSING] != S.NONE:
        _end(state)
    elif state[S.CLOSINGS] > 0:
        _begin(state, book, trace)
    return False
