"""The end phase of a turn: E1 to E6 (SA-REC-4)."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.field import refill, set_tile
from kernels.steel_arena.harm import lose, reckon
from kernels.steel_arena.mine import ways_out
from kernels.steel_arena.move import slow_here
from kernels.steel_arena.parts import ability, attach, cool
from kernels.steel_arena.state import Ints, at


@inlined
def pick_up(state: Ints, book: Ints, trace: Ints) -> None:
    """Take the tile under the robot, if it is a module: E1."""
    seat = state[S.TURN_SEAT]
    cell = state[at(seat) + S.CELL]
    kind = state[S.TILE_AT + cell]
    if kind < 0 or book[B.KIND + kind * B.KIND_SIZE + B.TYPE] == B.TERRAIN:
        return
    if attach(state, book, seat, kind, 0):
        set_tile(state, book, cell, S.NONE)
        state[S.QUIET] = 0
        state[at(seat) + S.PICKED] += 1
        if kind < B.SLOTS:
            state[at(seat) + S.TOOK] |= 1 << kind
        T.note(trace, T.PICKED, seat, kind)


@kernel
def noted_source(state: Ints, book: Ints, seat: int) -> int:
    """Cross one damage off that was noted, and return who dealt it (SA-REC-22, SA-DEC-8)."""
    noted = at(seat) + S.NOTED
    for k in range(book[B.PLAYERS]):
        source = (state[S.TURN_SEAT] + k) % book[B.PLAYERS]
        if state[noted + source]:
            state[noted + source] -= 1
            return source
    state[noted + B.SEATS] -= 1
    return S.NONE


@kernel
def pay_noted(state: Ints, book: Ints, trace: Ints) -> bool:
    """Discard for the damage noted; say whether a player has to choose (SA-REC-22)."""
    people = book[B.PLAYERS]
    while state[S.CURSOR] < people:
        seat = (state[S.TURN_SEAT] + state[S.CURSOR]) % people
        block = at(seat)
        noted = 0
        for source in range(B.SEATS + 1):
            noted += state[block + S.NOTED + source]
        if 0 < noted < count(state[block + S.OWNED]):
            return F.ask(state, S.DISCARD, seat)
        if noted > count(state[block + S.OWNED]):
            state[S.ENDING] = S.DESTROYED
        while noted and state[block + S.OWNED]:
            source = noted_source(state, book, seat)
            lose(state, trace, seat, lowest(state[block + S.OWNED]), source)
            noted -= 1
        for source in range(B.SEATS + 1):
            state[block + S.NOTED + source] = 0
        state[S.CURSOR] += 1
    if state[S.ENDING] == S.DESTROYED:
        reckon(state, book, trace, S.DESTROYED)
    return False


@inlined
def count_and_cool(state: Ints, book: Ints, trace: Ints) -> None:
    """Turn the board over and the AUTOCOOL modules up: E2 and E3."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    reinforced = count(state[block + S.OWNED]) <= book[B.REINFORCED_UP_TO]
    if reinforced != state[block + S.REINFORCED]:
        state[block + S.REINFORCED] = reinforced
        T.note(trace, T.REINFORCED, seat, reinforced)
    for other in range(book[B.PLAYERS]):
        if other != seat and not book[B.ARSENAL]:
            continue  # SA-CHG-4
        block = at(other)
        bits = state[block + S.AUTO] & ~state[block + S.HIDDEN]
        if not book[B.CLEARS_TOKENS]:
            bits &= ~state[block + S.HOT]
        if book[B.FORCED]:  # SA-REC-19
            bits &= ~(state[block + S.MOVES] | state[block + S.TURNS])
        if bits & (state[block + S.DOWN] | state[block + S.HOT]):
            cool(state, book, block, bits)


@inlined
def refill_field(state: Ints, book: Ints, trace: Ints) -> None:
    """Fill empty areas with third-generation tiles: E4."""
    empty = state[S.EMPTY]
    if not book[B.REFILL_UNDER_ROBOT]:
        for seat in range(book[B.PLAYERS]):
            empty &= ~(1 << state[at(seat) + S.CELL])
    filled = refill(state, book, empty)
    while filled:
        cell = lowest(filled)
        filled &= filled - 1
        T.note(trace, T.REFILLED, cell, state[S.TILE_AT + cell])


@inlined
def enough_trophies(state: Ints, book: Ints) -> bool:
    for seat in range(book[B.PLAYERS]):
        if state[at(seat) + S.TROPHIES] >= book[B.TROPHIES_TO_WIN]:
            return True
    return False


@inlined
def answer(state: Ints, book: Ints, trace: Ints) -> bool:
    """Let those who took damage use Mobility or Reflexes: E6 (SA-REC-20)."""
    people = book[B.PLAYERS]
    while state[S.CURSOR] < people:
        seat = (state[S.TURN_SEAT] + state[S.CURSOR]) % people
        block = at(seat)
        if state[S.CURSOR] > 0 and state[block + S.OWED] > 0:
            how = ability(state, book, block, B.AFTER_DAMAGE)
            able = state[block + S.OWED] > slow_here(state, book, seat)
            if how == B.MOVES_AFTER and able and ways_out(state, book, seat):
                return F.ask(state, S.MOBILITY, seat)
            if how == B.ACTS_AFTER:
                return F.ask(state, S.REFLEX, seat)
        state[S.CURSOR] += 1
    return False
