"""From one decision to the next: what is under way, then the phases of a turn (SA-REC-4)."""

from kernels.deck import shuffle
from kernels.jit import inlined, kernel
from kernels.rng import Streams
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.ending import (
    answer,
    count_and_cool,
    enough_trophies,
    pay_noted,
    pick_up,
    refill_field,
)
from kernels.steel_arena.field import ground, set_tile
from kernels.steel_arena.harm import go_on_harming, reckon
from kernels.steel_arena.legal import flips, mine_areas
from kernels.steel_arena.mine import go_on_cooling, go_on_heating, go_on_mining
from kernels.steel_arena.move import go_on_moving, ground_works
from kernels.steel_arena.parts import ability, remove
from kernels.steel_arena.state import Ints, at, top
from kernels.steel_arena.strike import go_on_striking
from kernels.steel_arena.uses import rams

# streams: the field, the third generation, then two for each player
FIELD, TILES, PLAYER = 0, 1, 2
DEAL, TIES = 0, 1
PURPOSES = PLAYER + 2 * B.SEATS


@inlined
def _after(state: Ints, book: Ints, trace: Ints) -> None:
    """End an activation: Fury costs the module and the card, wear the module (SA-REC-14)."""
    frame = top(state)
    seat = state[frame + F.WHO]
    block = at(seat)
    slot = state[frame + F.SLOT]
    mode = state[frame + F.MODE]
    F.pop(state)
    if not state[frame + F.REFLEX]:
        state[S.PART] = S.AGAIN if state[frame + F.SPEEDY] else S.LAST
    if mode != A.FURY and mode != A.WORN:
        return
    if state[block + S.OWNED] >> slot & 1:
        T.note(trace, T.LOST, seat, state[block + S.KIND + slot], S.NONE)
        remove(state, block, slot)
    if mode == A.FURY and ability(state, book, block, B.FURY) == 1:
        state[block + S.ABILITY] = 0
    if book[B.ARSENAL] and state[block + S.OWNED] == 0:
        reckon(state, book, trace, S.DESTROYED)


@kernel
def settle(state: Ints, book: Ints, trace: Ints, legal: Ints) -> bool:
    """Go on with what is under way; say whether somebody has to decide.

    `legal` is room for a list of rams.
    """
    while state[S.DEPTH] > 0 and state[S.STAGE] != S.OVER:
        frame = top(state)
        kind = state[frame + F.KIND]
        asked = False
        if kind == F.MOVING:
            asked = go_on_moving(state, book, trace)
        elif kind == F.HARMING:
            asked = go_on_harming(state, book, trace)
        elif kind == F.STRIKING:
            asked = go_on_striking(state, book, trace)
        elif kind == F.HEATING:
            asked = go_on_heating(state, trace)
        elif kind == F.COOLING:
            asked = go_on_cooling(state, book, trace)
        elif kind == F.MINING:
            asked = go_on_mining(state, book, trace)
        elif kind == F.AFTER:
            _after(state, book, trace)
        elif rams(state, book, state[frame + F.WHO], legal, 0):
            asked = F.ask(state, S.RAM, state[frame + F.WHO])
        else:
            F.pop(state)
        if asked:
            return True
    return False


@kernel
def form_field(state: Ints, book: Ints, streams: Streams) -> None:
    """Lay the field from the second generation; what is left goes into the box (SA-REC-1)."""
    for seat in range(book[B.PLAYERS]):
        for i in range(book[B.DEALT]):
            kind = state[S.DEAL + seat * B.DEAL_ROOM + i]
            if kind >= 0:
                state[S.PILE_2] += 1
                state[S.PILE_2 + state[S.PILE_2]] = kind
    shuffle(state, S.PILE_2 + 1, state[S.PILE_2], streams, FIELD)
    for cell in range(book[B.AREAS]):
        set_tile(state, book, cell, state[S.PILE_2 + 1 + cell])


@inlined
def _choose_abilities(state: Ints, book: Ints) -> bool:
    """Give every robot its ability; say whether a player has to choose a side (SA-ABL-0)."""
    while state[S.CURSOR] < book[B.PLAYERS]:
        seat = state[S.CURSOR]
        block = at(seat)
        row = B.ROBOT + state[block + S.ROBOT] * B.ROBOT_SIZE
        chosen = book[B.ONE_ABILITY]
        if not chosen and book[B.ABILITIES_ON]:
            chosen = book[row + B.FIXED_ABILITY]
            if not chosen and book[row + B.FIRST_ABILITY]:
                return F.ask(state, S.CHOOSE_ABILITY, seat)
        state[block + S.ABILITY] = chosen
        state[block + S.CHOSEN_ABILITY] = chosen
        state[S.CURSOR] += 1
    return False


@inlined
def _begin_turn(state: Ints, book: Ints, trace: Ints) -> None:
    """Begin a turn: T1 and T2."""
    seat = state[S.TURN_NUMBER] % book[B.PLAYERS]
    state[S.TURN_NUMBER] += 1
    state[S.TURN_SEAT] = seat
    state[S.STOPS] = 0
    state[S.QUIET] += 1
    for other in range(book[B.PLAYERS]):
        block = at(other)
        state[block + S.USED] = 0
        state[block + S.FLIPPED] = 0
        state[block + S.CENTRAL_USED] = 0
        state[block + S.TAKEN] = 0
        state[block + S.PASSED] = 0
        state[block + S.VISITED] = 0
    T.note(trace, T.TURN_STARTS, seat, state[S.TURN_NUMBER])
    state[S.PHASE] = S.ACTIVE
    state[S.PART] = S.FIRST
    if ground(state, book, state[at(seat) + S.CELL], B.WHEN) & B.ON_START:
        ground_works(state, book, trace, seat, B.ON_START)


@inlined
def _may_do_more(state: Ints, book: Ints, seat: int) -> bool:
    """Say whether mines can be laid or modules flipped after the last activation."""
    if state[at(seat) + S.MINES] and mine_areas(state, book, seat):
        return True
    return book[B.FORCED] != 0 and flips(state, book, seat) != 0


@inlined
def next_phase(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Go on with the phases when nothing is under way; say whether somebody has to decide."""
    phase = state[S.PHASE]
    seat = state[S.TURN_SEAT]
    if phase == S.ACTIVE:
        if state[S.PART] != S.LAST or _may_do_more(state, book, seat):
            return F.ask(state, S.ACT, seat)
        state[S.PHASE] = S.PICK_UP
    elif phase == S.PICK_UP:
        pick_up(state, book, trace)
        state[S.PHASE] = S.COUNTED
        state[S.CURSOR] = 0
        state[S.ENDING] = S.NONE
    elif phase == S.COUNTED:
        if not book[B.ARSENAL] and pay_noted(state, book, trace):
            return True
        if state[S.STAGE] != S.OVER:
            count_and_cool(state, book, trace)
            state[S.PHASE] = S.REFILL
    elif phase == S.REFILL:
        refill_field(state, book, trace)
        if enough_trophies(state, book):
            reckon(state, book, trace, S.BY_TROPHIES)
        elif state[S.PILE_3] == 0:
            reckon(state, book, trace, S.NO_TILES)
        state[S.PHASE] = S.AFTER_TURN
        state[S.CURSOR] = 0
        for other in range(book[B.PLAYERS]):
            state[at(other) + S.OWED] = state[at(other) + S.TAKEN]
    elif phase == S.AFTER_TURN:
        if answer(state, book, trace):
            return True
        if enough_trophies(state, book):
            reckon(state, book, trace, S.BY_TROPHIES)
        elif state[S.TURN_NUMBER] >= book[B.MOST_TURNS]:
            reckon(state, book, trace, S.TURN_CAP)
        state[S.PHASE] = S.BEGIN
    elif phase == S.BEGIN:
        _begin_turn(state, book, trace)
    elif phase == S.PLACING:
        if state[S.CURSOR] < book[B.PLAYERS]:
            return F.ask(state, S.PLACE, state[S.CURSOR])
        state[S.PHASE] = S.BEGIN
    elif phase == S.CHOOSING:
        if _choose_abilities(state, book):
            return True
        state[S.PHASE] = S.PLACING
        state[S.CURSOR] = 0
    else:
        if book[B.EQUIPMENT] and state[S.CURSOR] < book[B.PLAYERS]:
            return F.ask(state, S.EQUIP, state[S.CURSOR])
        form_field(state, book, streams)
        state[S.PHASE] = S.CHOOSING
        state[S.CURSOR] = 0
    return False
