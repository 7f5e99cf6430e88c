"""Setting up a game (SA-REC-1, SA-STQ-1)."""

from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.rng import Streams, below
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.parts import attach
from kernels.steel_arena.state import Ints, at
from kernels.steel_arena.turn import DEAL, PLAYER, TILES


@kernel
def _deal(state: Ints, book: Ints, streams: Streams, seat: int, purpose: int) -> None:
    """Deal starting equipment: a random second-generation module of each type asked for."""
    for i in range(book[B.DEALT]):
        wanted = book[B.DEALT + 1 + i]
        size = state[S.PILE_2]
        fitting = 0
        for k in range(1, size + 1):
            kind = state[S.PILE_2 + k]
            fitting += book[B.KIND + kind * B.KIND_SIZE + B.TYPE] == wanted
        place = S.DEAL + seat * B.DEAL_ROOM + i
        state[place] = S.NONE
        if fitting == 0:
            continue
        left = below(streams, purpose, fitting)
        for k in range(1, size + 1):
            kind = state[S.PILE_2 + k]
            if book[B.KIND + kind * B.KIND_SIZE + B.TYPE] != wanted:
                continue
            if left == 0:
                state[place] = kind
                state[S.PILE_2 + k] = state[S.PILE_2 + size]
                state[S.PILE_2] = size - 1
                break
            left -= 1


@kernel
def lay_out(state: Ints, book: Ints, robots: Ints) -> None:
    """Clear the table and give every seat its robot with the first generation's modules."""
    state[:] = 0
    state[S.EMPTY] = (1 << book[B.AREAS]) - 1
    state[S.ENDING] = S.NONE
    for cell in range(B.CELLS):
        state[S.TILE_AT + cell] = S.NONE
    for i in range(B.SEATS * B.DEAL_ROOM):
        state[S.DEAL + i] = S.NONE
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        state[block + S.ROBOT] = robots[seat]
        state[block + S.CELL] = S.NONE
        state[block + S.REINFORCED] = 1
        row = B.ROBOT + robots[seat] * B.ROBOT_SIZE
        if book[B.MINES_ON] and book[row + B.MINE_EFFECT]:
            state[block + S.MINES] = 3
        for k in range(book[B.START_SET]):
            attach(state, book, seat, book[B.START_SET + 1 + k], 0)


@kernel
def set_up(state: Ints, book: Ints, streams: Streams, robots: Ints, players: Ints) -> None:
    """Set the table: modules, stacks, starting equipment. The field is laid when it goes on."""
    lay_out(state, book, robots)
    for pile, printed in ((S.PILE_2, B.SECOND_GEN), (S.PILE_3, B.THIRD_GEN)):
        for k in range(book[printed] + 1):
            state[pile + k] = book[printed + k]
    shuffle(state, S.PILE_3 + 1, state[S.PILE_3], streams, TILES)
    if book[B.EQUIPMENT]:
        for seat in range(book[B.PLAYERS]):
            _deal(state, book, streams, seat, PLAYER + 2 * players[seat] + DEAL)
