"""Attacks: damage first, then what else the module does to its targets (SA-REC-16)."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena.aim import areas_hit, directions_of, robots_on
from kernels.steel_arena.field import steps_to
from kernels.steel_arena.harm import NO_SIDES, explode, harm
from kernels.steel_arena.move import move, slow_here
from kernels.steel_arena.state import Ints, at, top

COOL_FIRST, HIT, BLAST, HEAT, COOL, PUSH, PULL, SELF, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8


@kernel
def strike(state: Ints, book: Ints, seat: int, row: int, distance: int, cool_first: int) -> None:
    """Begin an attack with a module or the central module; its targets are found at once."""
    block = at(seat)
    cell, facing = state[block + S.CELL], state[block + S.FACING]
    areas = areas_hit(state, book, row, cell, facing, distance)
    targets = robots_on(state, areas)
    frame = F.push(state, F.STRIKING, seat)
    state[frame + F.DIRECTION] = facing
    state[frame + F.DIRECTIONS] = directions_of(state, book, row, cell, facing, targets)
    state[frame + F.WEAPON] = row
    state[frame + F.TARGETS] = targets
    state[frame + F.BARRELS] = areas & state[S.EXPLOSIVES]
    state[frame + F.POWER] = book[row + B.STRENGTH]
    state[frame + F.FIRST_COOL] = cool_first


@kernel
def ram(state: Ints, book: Ints, seat: int, row: int, target: int, direction: int) -> None:
    """Begin a ram: damage is the areas passed in this turn and the collision (SA-ATK-1)."""
    frame = F.push(state, F.STRIKING, seat)
    state[frame + F.DIRECTION] = direction
    state[frame + F.DIRECTIONS] = direction << 3 * target
    state[frame + F.WEAPON] = row
    state[frame + F.TARGETS] = 1 << target
    state[frame + F.POWER] = state[at(seat) + S.PASSED] + book[B.RAM_BONUS]


@inlined
def _cool(state: Ints, target: int, modules: int) -> None:
    frame = F.push(state, F.COOLING, target)
    state[frame + F.LEFT] = modules


@kernel
def _target(state: Ints, book: Ints, frame: int) -> int:
    """Return the target whose further effects are due, from the active player clockwise."""
    people = book[B.PLAYERS]
    while state[frame + F.SHARE] < people:
        seat = (state[S.TURN_SEAT] + state[frame + F.SHARE]) % people
        if state[frame + F.TARGETS] >> seat & 1:
            return seat
        state[frame + F.SHARE] += 1
    return S.NONE


@inlined
def go_on_striking(state: Ints, book: Ints, trace: Ints) -> bool:
    """Go on with an attack; say whether somebody has to decide."""
    frame = top(state)
    step = state[frame + F.STEP]
    row = state[frame + F.WEAPON]
    seat = state[frame + F.WHO]
    state[frame + F.STEP] = step + 1
    if step == COOL_FIRST:
        if state[frame + F.FIRST_COOL]:
            for target in range(book[B.PLAYERS]):
                if state[frame + F.TARGETS] >> target & 1:
                    _cool(state, target, book[row + B.COOL_TARGET])
    elif step == HIT:
        pattern = book[row + B.PATTERN]
        covered = pattern == B.SHOT or pattern == B.BURST
        ignores = book[row + B.IGNORES_DEFENCE]
        harm(
            state,
            book,
            seat,
            state[frame + F.TARGETS],
            state[frame + F.DIRECTIONS],
            state[frame + F.POWER],
            ignores,
            covered and not ignores,
        )
    elif step == BLAST:
        if state[frame + F.BARRELS]:
            cell = lowest(state[frame + F.BARRELS])
            state[frame + F.BARRELS] &= state[frame + F.BARRELS] - 1
            state[frame + F.STEP] = BLAST
            explode(state, book, trace, cell, seat)
    elif step == SELF:
        state[frame + F.STEP] = DONE
        if book[row + B.SELF_DAMAGE]:
            harm(state, book, S.NONE, 1 << seat, NO_SIDES, book[row + B.SELF_DAMAGE], 1, 0)
    elif step == DONE:
        F.pop(state)
    else:
        return _further(state, book, frame, step)
    return False


@inlined
def _further(state: Ints, book: Ints, frame: int, step: int) -> bool:
    """Do one further effect of an attack to one target."""
    row = state[frame + F.WEAPON]
    seat = state[frame + F.WHO]
    target = _target(state, book, frame)
    if target < 0:
        state[frame + F.STEP] = SELF
        return False
    if step == HEAT:
        if book[row + B.TARGET_HEAT]:
            heating = F.push(state, F.HEATING, target)
            state[heating + F.CHOOSER] = seat
            state[heating + F.LEFT] = book[row + B.TARGET_HEAT]
    elif step == COOL:
        if book[row + B.COOL_TARGET] and not state[frame + F.FIRST_COOL]:
            _cool(state, target, book[row + B.COOL_TARGET])
    elif step == PUSH:
        if book[row + B.PUSH]:
            direction = state[frame + F.DIRECTIONS] >> 3 * target & 7
            slowed = book[B.SLOW_PUSH]
            areas = book[row + B.PUSH] - (slow_here(state, book, target) if slowed else 0)
            move(state, book, target, direction, areas, 0, slowed)
    else:
        if book[row + B.PULL] and pull_steps(state, book, frame, target) > 0:
            state[frame + F.STEP] = PULL  # until it is decided
            return F.ask(state, S.PULL, seat)
        next_target(state, frame)
    return False


@kernel
def pull_steps(state: Ints, book: Ints, frame: int, target: int) -> int:
    """Return how many areas a target would be pulled (SA-EFF-5)."""
    cell = state[at(state[frame + F.WHO]) + S.CELL]
    return steps_to(state, book, cell, state[frame + F.DIRECTION], target) - 1


@kernel
def next_target(state: Ints, frame: int) -> None:
    """Go on to the further effects on the next target."""
    state[frame + F.SHARE] += 1
    state[frame + F.STEP] = HEAT


@kernel
def pull(state: Ints, book: Ints) -> None:
    """Pull the target that is decided about to the area next to the attacker."""
    frame = top(state)
    target = _target(state, book, frame)
    steps = pull_steps(state, book, frame, target)
    next_target(state, frame)
    move(state, book, target, (state[frame + F.DIRECTION] + 3) % 6, steps, 0, 0)
