"""Damage: defence as a reaction, the choice of what is lost, trophies (SA-REC-17)."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.field import beyond, ground, robots_near, set_tile
from kernels.steel_arena.parts import ready, remove
from kernels.steel_arena.state import Ints, at, top

NO_SIDES = (1 << 3 * B.SEATS) - 1  # NO_SIDE for every seat
DEFENDING, LOSING = 0, 1


@kernel
def harm(
    state: Ints,
    book: Ints,
    source: int,
    victims: int,
    directions: int,
    amount: int,
    ignores: int,
    covered: int,
) -> None:
    """Begin a batch of damage; terrain may take some of it off (`covered`)."""
    frame = F.push(state, F.HARMING, source)
    state[frame + F.VICTIMS] = victims
    state[frame + F.DIRECTIONS] = directions
    state[frame + F.IGNORES] = ignores
    for seat in range(book[B.PLAYERS]):
        if victims >> seat & 1:
            cover = ground(state, book, state[at(seat) + S.CELL], B.COVER) if covered else 0
            state[frame + F.AMOUNT + seat] = max(0, amount - cover)


@kernel
def explode(state: Ints, book: Ints, trace: Ints, cell: int, source: int) -> None:
    """Blow up Barrels: the tile is boxed, everyone on and next to it is hurt (SA-REC-8)."""
    amount = ground(state, book, cell, B.EXPLODES)
    T.note(trace, T.EXPLODED, cell)
    set_tile(state, book, cell, S.NONE)
    directions = NO_SIDES
    for d in range(6):
        there = beyond(book, cell, d)
        if there >= 0 and state[S.ROBOT_AT + there]:
            seat = state[S.ROBOT_AT + there] - 1
            directions = directions & ~(7 << 3 * seat) | d << 3 * seat
    harm(state, book, source, robots_near(state, book, cell), directions, amount, 0, 0)


@kernel
def shields(state: Ints, book: Ints, seat: int, direction: int) -> int:
    """Return the ready defence modules that work against an attack from a direction, as bits."""
    block = at(seat)
    able = ready(state, block) & state[block + S.DEFENCES]
    found = 0
    side = (direction + 3 - state[block + S.FACING]) % 6
    while able:
        slot = lowest(able)
        able &= able - 1
        row = B.KIND + state[block + S.KIND + slot] * B.KIND_SIZE
        if direction == F.NO_SIDE:
            works = book[row + B.MINE_PROOF] != 0
        else:
            works = book[row + B.SIDES] >> side & 1 != 0
        if works:
            found |= 1 << slot
    return found


@kernel
def reckon(state: Ints, book: Ints, trace: Ints, ending: int) -> None:
    """End the game: most trophies, then more modules, then shared (SA-REC-7)."""
    best = -1
    winners = 0
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        figure = state[block + S.TROPHIES] * (B.SLOTS + 1) + count(state[block + S.OWNED])
        if figure > best:
            best = figure
            winners = 0
        if figure == best:
            winners |= 1 << seat
    state[S.WINNERS] = winners
    state[S.ENDING] = ending
    state[S.STAGE] = S.OVER
    T.note(trace, T.GAME_OVER, winners, ending)


@kernel
def lose(state: Ints, trace: Ints, seat: int, slot: int, source: int) -> None:
    """Lose a module by damage; it is a trophy of whoever dealt it (SA-INF-4)."""
    block = at(seat)
    taker = source if source != seat else S.NONE
    T.note(trace, T.LOST, seat, state[block + S.KIND + slot], taker)
    remove(state, block, slot)
    state[block + S.TAKEN] += 1
    state[S.QUIET] = 0
    if taker >= 0:
        state[at(taker) + S.TROPHIES] += 1
        state[at(taker) + S.DEALT_DAMAGE] += 1


@inlined
def _next_victim(state: Ints, book: Ints, frame: int) -> int:
    """Return the next seat to be asked, from the active player clockwise, or NONE."""
    people = book[B.PLAYERS]
    while state[frame + F.ASKED] < people:
        seat = (state[S.TURN_SEAT] + state[frame + F.ASKED]) % people
        if state[frame + F.VICTIMS] >> seat & 1 and state[frame + F.AMOUNT + seat] > 0:
            return seat
        state[frame + F.ASKED] += 1
    return S.NONE


@inlined
def go_on_harming(state: Ints, book: Ints, trace: Ints) -> bool:
    """Go on with a batch of damage; say whether somebody has to decide."""
    frame = top(state)
    source = state[frame + F.SOURCE]
    while state[frame + F.STEP] == DEFENDING:
        seat = _next_victim(state, book, frame)
        if seat < 0:
            state[frame + F.STEP] = LOSING
            state[frame + F.ASKED] = 0
            break
        direction = state[frame + F.DIRECTIONS] >> 3 * seat & 7
        if not state[frame + F.IGNORES] and shields(state, book, seat, direction):
            return F.ask(state, S.DEFEND, seat)
        state[frame + F.ASKED] += 1
    while True:
        seat = _next_victim(state, book, frame)
        if seat < 0:
            break
        block = at(seat)
        amount = state[frame + F.AMOUNT + seat]
        if not book[B.ARSENAL]:
            # SA-REC-22: damage is noted and paid for at the end of the turn
            state[block + S.NOTED + (source if source >= 0 else B.SEATS)] += amount
            T.note(trace, T.NOTED, seat, amount)
            state[frame + F.ASKED] += 1
            continue
        if amount < count(state[block + S.OWNED]):
            return F.ask(state, S.DISCARD, seat)
        while state[block + S.OWNED]:
            lose(state, trace, seat, lowest(state[block + S.OWNED]), source)
        state[frame + F.AMOUNT + seat] = 0
    victims = state[frame + F.VICTIMS]
    F.pop(state)
    if book[B.ARSENAL]:
        for seat in range(book[B.PLAYERS]):
            if victims >> seat & 1 and state[at(seat) + S.OWNED] == 0:
                reckon(state, book, trace, S.DESTROYED)
                return False
    return False
