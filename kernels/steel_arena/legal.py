"""All legal actions of the seat that decides."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena.harm import shields
from kernels.steel_arena.mine import mine_row, ways_out
from kernels.steel_arena.move import slow_here
from kernels.steel_arena.parts import (
    ability,
    coolable,
    heatable,
)
from kernels.steel_arena.state import Ints, at, top
from kernels.steel_arena.uses import rams, uses

ROOM = 4096


@kernel
def mine_areas(state: Ints, book: Ints, seat: int) -> int:
    """Return the areas on which a seat may lay a mine now, as bits (SA-MIN-1, SA-REC-21)."""
    block = at(seat)
    if not state[block + S.MINES]:
        return 0
    areas = state[block + S.VISITED] & ~state[S.MINED]
    if book[B.MINE_AT_STOPS]:
        areas &= ~state[S.STOPS]
    for other in range(book[B.PLAYERS]):
        areas &= ~(1 << state[at(other) + S.CELL])
    return areas


@kernel
def flips(state: Ints, book: Ints, seat: int) -> int:
    """Return the modules worth flipping: only for Reflexes does the side matter (SA-DEC-3)."""
    block = at(seat)
    if not book[B.FORCED] or ability(state, book, block, B.AFTER_DAMAGE) != B.ACTS_AFTER:
        return 0
    drives = (state[block + S.MOVES] | state[block + S.TURNS]) & ~state[block + S.GEN_1]
    kept = state[block + S.HOT] | state[block + S.HIDDEN] | state[block + S.FLIPPED]
    return drives & ~kept


@inlined
def _acts(state: Ints, book: Ints, legal: Ints) -> int:
    """List what the active player may do."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    part = state[S.PART]
    n = 0
    if part != S.LAST:
        n = uses(state, book, legal)
    areas = mine_areas(state, book, seat) if state[block + S.MINES] else 0
    while areas:
        cell = lowest(areas)
        areas &= areas - 1
        for strong in range(2):
            if state[block + S.MINES] >> strong & 1:
                legal[n] = A.action(A.LAY, strong, cell, 0)
                n += 1
    turned = flips(state, book, seat) if book[B.FORCED] else 0
    while turned:
        legal[n] = A.action(A.FLIP, lowest(turned), 0, 0)
        turned &= turned - 1
        n += 1
    legal[n] = A.action(A.COOL_ALL if part == S.FIRST else A.STOP, 0, 0, 0)
    return n + 1


@kernel
def _slots(bits: int, what: int, legal: Ints, n: int) -> int:
    while bits:
        legal[n] = A.action(what, lowest(bits), 0, 0)
        bits &= bits - 1
        n += 1
    return n


@kernel
def _sends(state: Ints, book: Ints, seat: int, low: int, high: int, legal: Ints, n: int) -> int:
    """List displacements in any direction that is open."""
    ways = ways_out(state, book, seat)
    for d in range(6):
        if ways >> d & 1:
            for areas in range(low, high + 1):
                legal[n] = A.action(A.SEND, d, areas, 0)
                n += 1
    return n


@kernel
def _spins(low: int, high: int, legal: Ints, n: int) -> int:
    for sectors in range(1, 6):
        if low <= min(sectors, 6 - sectors) <= high:
            legal[n] = A.action(A.SPIN, sectors, 0, 0)
            n += 1
    return n


@inlined
def _places(state: Ints, book: Ints, legal: Ints) -> int:
    """List the edge areas, with every facing (SA-REC-1)."""
    n = 0
    areas = book[B.EDGE] & ~state[S.SHUT] & ~state[S.EXPLOSIVES]
    while areas:
        cell = lowest(areas)
        areas &= areas - 1
        if state[S.ROBOT_AT + cell]:
            continue
        for facing in range(6):
            legal[n] = A.action(A.PLACE, cell, facing, 0)
            n += 1
    return n


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write every legal action of the seat that decides into a list, and return how many."""
    stage = state[S.STAGE]
    seat = state[S.ACTOR]
    block = at(seat)
    n = 0
    if stage == S.ACT:
        return _acts(state, book, legal)
    if stage == S.DISCARD:
        return _slots(state[block + S.OWNED], A.DISCARD, legal, 0)
    if stage == S.PLACE:
        return _places(state, book, legal)
    if stage == S.EQUIP:
        for bits in range(1 << book[B.DEALT]):
            if count(bits) == book[B.KEPT]:
                legal[n] = A.action(A.EQUIP, bits, 0, 0)
                n += 1
        return n
    if stage == S.CHOOSE_ABILITY:
        legal[0] = A.action(A.ABILITY, 0, 0, 0)
        legal[1] = A.action(A.ABILITY, 1, 0, 0)
        return 2
    if stage == S.MOBILITY:
        high = state[block + S.OWED] - slow_here(state, book, seat)
        n = _sends(state, book, seat, 1, high, legal, n)
    elif stage == S.REFLEX:
        n = uses(state, book, legal)
    else:
        frame = top(state)
        who = state[frame + F.WHO]
        if stage == S.DEFEND:
            direction = state[frame + F.DIRECTIONS] >> 3 * seat & 7
            n = _slots(shields(state, book, seat, direction), A.DEFEND, legal, n)
        elif stage == S.RAM:
            n = rams(state, book, seat, legal, n)
        elif stage == S.HEAT:
            return _slots(heatable(state, at(who)), A.HEAT, legal, n)
        elif stage == S.COOL:
            n = _slots(coolable(state, book, block), A.COOL, legal, n)
            if state[frame + F.CENTRAL_TOO] and state[block + S.CENTRAL_HOT]:
                legal[n] = A.action(A.COOL, B.CENTRAL, 0, 0)
                n += 1
            return n
        elif stage == S.EDGE:
            n = _spins(1, ability(state, book, block, B.EDGE_TURN), legal, n)
        elif stage == S.PULL:
            legal[n] = A.action(A.PULL, 0, 0, 0)
            n += 1
        elif stage == S.PAUSE:
            legal[n] = A.action(A.ONWARD, 0, 0, 0)
            n += 1
        else:
            row = mine_row(state, seat)
            strong = state[frame + F.STRONG]
            low, high = book[row + B.MINE_LOW + strong], book[row + B.MINE_HIGH + strong]
            if stage == S.MINE_MOVE:
                return _sends(state, book, who, low, high, legal, n)
            if stage == S.MINE_TURN:
                return _spins(low, high, legal, n)
            cold = heatable(state, at(who))
            for what in range(B.ATTACK, B.DEFENCE_TYPE + 1):
                if cold & state[at(who) + S.ATTACKS + what - B.ATTACK]:
                    legal[n] = A.action(A.TYPE, what, 0, 0)
                    n += 1
            return n
    legal[n] = A.action(A.STOP, 0, 0, 0)
    return n + 1
