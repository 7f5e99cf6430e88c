"""Movement: step by step, with collisions, slides, mines and terrain (SA-REC-5, SA-REC-15)."""

from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.field import beyond, ground, put, set_tile
from kernels.steel_arena.harm import NO_SIDES, explode, harm
from kernels.steel_arena.parts import ability, cool_all
from kernels.steel_arena.state import Ints, at, top

STEPPING, ENTERED, MINED, STOPPED, AT_EDGE, PAUSED = 0, 1, 2, 3, 4, 5


@kernel
def move(
    state: Ints, book: Ints, seat: int, direction: int, areas: int, own: int, slowed: int
) -> None:
    """Begin a movement of some areas; what Slow under the robot takes off is taken off already."""
    frame = F.push(state, F.MOVING, seat)
    state[frame + F.DIRECTION] = direction
    state[frame + F.LEFT] = areas
    state[frame + F.OWN] = own
    state[frame + F.SLOWED] = slowed
    if own:
        state[at(seat) + S.VISITED] |= 1 << state[at(seat) + S.CELL]


@inlined
def _enter(state: Ints, trace: Ints, frame: int, cell: int) -> None:
    seat = state[frame + F.WHO]
    put(state, seat, cell)
    T.note(trace, T.MOVED, seat, cell)
    state[frame + F.GONE] += 1
    if state[frame + F.OWN]:
        state[at(seat) + S.PASSED] += 1
        state[at(seat) + S.VISITED] |= 1 << cell


@kernel
def jump(state: Ints, book: Ints, trace: Ints, seat: int, cell: int, own: int) -> None:
    """Begin a jump: nothing between matters, only the landing (SA-REC-5, SA-MIN-4)."""
    move(state, book, seat, state[at(seat) + S.FACING], 0, own, 1)
    frame = top(state)
    _enter(state, trace, frame, cell)
    state[frame + F.STEP] = ENTERED


@inlined
def slow_here(state: Ints, book: Ints, seat: int) -> int:
    """Return by how much the terrain under a robot slows it."""
    return ground(state, book, state[at(seat) + S.CELL], B.SLOW)


@kernel
def ground_works(state: Ints, book: Ints, trace: Ints, seat: int, when: int) -> None:
    """Let the terrain under a robot work, if it is triggered now (SA-TER-3, SA-TER-4, SA-REC-8).

    Terrain with ENTER and STOP works once per arrival.
    """
    cell = state[at(seat) + S.CELL]
    kind = state[S.TILE_AT + cell]
    if kind < 0:
        return
    row = B.KIND + kind * B.KIND_SIZE
    triggers = book[row + B.WHEN]
    if not triggers & when or (when == B.ON_STOP and triggers & B.ON_ENTER):
        return
    cools = book[row + B.COOLS]
    if cools == B.ALL:
        cool_all(state, book, trace, seat)
    elif cools:
        frame = F.push(state, F.COOLING, seat)
        state[frame + F.LEFT] = cools
        state[frame + F.CENTRAL_TOO] = 1
    if book[row + B.BURN]:
        frame = F.push(state, F.HEATING, seat)
        state[frame + F.CHOOSER] = seat
        state[frame + F.LEFT] = book[row + B.BURN]
    if book[row + B.DAMAGE]:
        harm(state, book, S.NONE, 1 << seat, NO_SIDES, book[row + B.DAMAGE], 0, 0)
    if book[row + B.EXPLODES]:
        explode(state, book, trace, cell, S.NONE)
    elif book[row + B.BOXED]:
        T.note(trace, T.BOXED, cell, kind)
        set_tile(state, book, cell, S.NONE)


@inlined
def _collide(state: Ints, book: Ints, trace: Ints, frame: int, other: int) -> None:
    """Stop before a robot; the active player may ram it (SA-REC-5)."""
    seat = state[frame + F.WHO]
    direction = state[frame + F.DIRECTION]
    state[frame + F.STEP] = STOPPED
    T.note(trace, T.COLLIDED, seat, other)
    if state[frame + F.OWN] and not (book[B.RAM_NEEDS_SPEED] and not state[S.SPEEDY]):
        ram = F.push(state, F.RAMMING, seat)
        state[ram + F.TARGET] = other
        state[ram + F.DIRECTION] = direction
    if book[B.COLLISION_DAMAGE]:
        directions = direction << 3 * other
        harm(state, book, seat, 1 << other, directions, book[B.COLLISION_DAMAGE], 0, 0)


@inlined
def go_on_moving(state: Ints, book: Ints, trace: Ints) -> bool:
    """Go on with a movement; say whether somebody has to decide."""
    frame = top(state)
    seat = state[frame + F.WHO]
    step = state[frame + F.STEP]
    if step == STEPPING:
        direction = state[frame + F.DIRECTION]
        there = beyond(book, state[at(seat) + S.CELL], direction)
        over = state[frame + F.LEFT] <= 0 and state[frame + F.SLIDING] <= 0
        if over or there < 0 or state[S.SHUT] >> there & 1:
            state[frame + F.STEP] = STOPPED
            return False
        if state[S.ROBOT_AT + there]:
            _collide(state, book, trace, frame, state[S.ROBOT_AT + there] - 1)
            return False
        state[frame + F.SLID] = state[frame + F.SLIDING] > 0
        if state[frame + F.SLID]:
            state[frame + F.SLIDING] -= 1
        else:
            state[frame + F.LEFT] -= 1
        _enter(state, trace, frame, there)
        step = ENTERED
        state[frame + F.STEP] = ENTERED
    if step == ENTERED:
        cell = state[at(seat) + S.CELL]
        if state[S.MINE_AT + cell]:
            # SA-MIN-3: the movement is over; if the robot is still here, the terrain works then
            state[frame + F.LEFT] = 0
            state[frame + F.SLIDING] = 0
            state[frame + F.AREA] = cell
            state[frame + F.STEP] = MINED
            mine = F.push(state, F.MINING, seat)
            state[mine + F.OWNER] = (state[S.MINE_AT + cell] - 1) // 2
            state[mine + F.STRONG] = (state[S.MINE_AT + cell] - 1) % 2
            return False
        slide = ground(state, book, cell, B.SLIDE)
        if slide:
            state[frame + F.SLIDING] = slide
        if state[frame + F.SLOWED]:
            left = state[frame + F.LEFT] - ground(state, book, cell, B.SLOW)
            state[frame + F.LEFT] = max(0, left)
        slid = state[frame + F.SLID] and state[frame + F.SLIDING] == 0
        rest = state[frame + F.OWN] and state[frame + F.LEFT] > 0
        state[frame + F.STEP] = PAUSED if slid and rest else STEPPING
        if ground(state, book, cell, B.WHEN) & B.ON_ENTER:
            ground_works(state, book, trace, seat, B.ON_ENTER)
        return False
    if step == PAUSED:
        return F.ask(state, S.PAUSE, seat)
    if step == MINED:
        still = state[at(seat) + S.CELL] == state[frame + F.AREA]
        state[frame + F.STEP] = ENTERED if still else AT_EDGE
        return False
    if step == STOPPED:
        state[frame + F.STEP] = AT_EDGE
        if state[frame + F.GONE]:
            ground_works(state, book, trace, seat, B.ON_STOP)
        return False
    cell = state[at(seat) + S.CELL]
    if state[frame + F.OWN] and state[frame + F.GONE]:
        state[S.STOPS] |= 1 << cell
        if ability(state, book, at(seat), B.EDGE_TURN) and book[B.EDGE] >> cell & 1:
            return F.ask(state, S.EDGE, seat)
    F.pop(state)
    return False
