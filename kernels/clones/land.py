"""The map: walls, ways, lines of sight (RLD-WAL-1, RLD-LOS-1, RLD-RUN-1)."""

from kernels.bits import lowest
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.dice import Ints
from kernels.hexgrid import ALL_SIDES, AROUND
from kernels.jit import inlined, kernel


@inlined
def neighbour(cell: int, side: int) -> int:
    """Return the cell on a side of another; there must be one."""
    return lowest(AROUND[cell, 1 << side])


@inlined
def has_neighbour(book: Ints, cell: int, side: int) -> bool:
    """Say whether the map goes on beyond a side; walls stand between tiles only (RLD-DEC-18)."""
    return AROUND[cell, 1 << side] & book[B.LAND] != 0


@kernel
def set_wall(state: Ints, book: Ints, cell: int, side: int, wall: int) -> None:
    """Put a wall (NEUTRAL, OWN + team; 0 takes it away) on an edge, as seen from both tiles."""
    there = neighbour(cell, side)
    back = (side + 3) % 6
    state[S.WALL_AT + cell * 6 + side] = wall
    state[S.WALL_AT + there * 6 + back] = wall
    edge_cell, edge_side = (cell, side) if side < 3 else (there, back)
    for team in range(book[B.TEAM_COUNT]):
        bars = wall != 0 and wall != S.OWN + team
        own = S.OWN_WALLS + team * B.CELLS + edge_cell
        if wall == S.OWN + team:
            state[own] |= 1 << edge_side
            state[S.WALLED + team] |= 1 << edge_cell
        else:
            state[own] &= ~(1 << edge_side)
            if state[own] == 0:
                state[S.WALLED + team] &= ~(1 << edge_cell)
        here = S.BARRED + team * B.CELLS
        if bars:
            state[here + cell] |= 1 << side
            state[here + there] |= 1 << back
        else:
            state[here + cell] &= ~(1 << side)
            state[here + there] &= ~(1 << back)


@inlined
def open_to(state: Ints, book: Ints, team: int, cell: int) -> int:
    """Return the adjacent tiles without a wall that bars the team in between, as bits."""
    barred = state[S.BARRED + team * B.CELLS + cell]
    return AROUND[cell, ALL_SIDES & ~barred] & book[B.LAND]


@inlined
def runs_needed(book: Ints, origin: int, to: int) -> int:
    """Return how many runs a step takes: hard ground adds up (RLD-DEC-5)."""
    leave = book[B.GROUND + book[B.CELL_GROUND + origin] * B.GROUND_SIZE + B.LEAVE_RUNS]
    enter = book[B.GROUND + book[B.CELL_GROUND + to] * B.GROUND_SIZE + B.ENTER_RUNS]
    return leave + enter - 1


@kernel
def sight(state: Ints, book: Ints, team: int, cell: int, far: int, arc: int) -> int:
    """Return the tiles in sight up to a distance, as bits: some shortest path is free of walls."""
    seen = 1 << cell
    edge = seen
    for distance in range(1, min(far, B.RINGS - 1) + 1):
        ring = book[B.RING + cell * B.RINGS + distance]
        if arc:
            edge = ring
        else:
            reached = 0
            while edge:
                step = lowest(edge)
                edge &= edge - 1
                reached |= open_to(state, book, team, step)
            edge = reached & ring
        seen |= edge
        if edge == 0:
            break
    return seen


@inlined
def distance(book: Ints, a: int, b: int) -> int:
    """Return how many steps apart two tiles of the map are."""
    for steps in range(B.RINGS):
        if book[B.RING + a * B.RINGS + steps] >> b & 1:
            return steps
    return B.RINGS
