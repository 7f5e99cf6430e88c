"""Setting up a game."""

from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.board import Ints
from kernels.neuroshima.relations import relate, unruly_seats
from kernels.rng import Streams

DECK, TIES = 0, 1  # purposes of a player's random streams: player * 2 + DECK or TIES
PURPOSES = 2 * S.SEATS


@kernel
def set_up(
    state: Ints, armies: Ints, rules: Ints, streams: Streams, sides: Ints, players: Ints
) -> None:
    """Clear the board, shuffle every pile and hand each seat its HQ to place (NSH-SET-2).

    `armies[a]` lists an army: the kind of its HQ, the size of its pile, then the pile, and whether
    it hurts its allies; so the relations in `rules` are filled in for the armies on the seats.
    """
    relate(rules, unruly_seats(rules, armies, sides))
    state[:] = 0
    state[S.FACE : S.FACE + S.CELLS] = S.EMPTY
    state[S.STAGE] = S.PLACE_HQ
    state[S.ENDED_BY] = S.NOBODY
    for seat in range(rules[R.PLAYERS]):
        block = S.SEAT + seat * S.SEAT_SIZE
        army = sides[seat]
        state[block + S.POINTS] = rules[R.HQ_POINTS + seat]
        state[block + S.HQ_CELL] = S.NOBODY
        state[block + S.ALIVE] = 1
        state[block + S.HAND] = armies[army, 0]
        state[block + S.HAND_SIZE] = 1
        size = armies[army, 1]
        state[block + S.PILE_SIZE] = size
        first = S.PILES + seat * S.PILE_ROOM
        for k in range(size):
            state[first + k] = armies[army, 2 + k]
        shuffle(state, first, size, streams, players[seat] * 2 + DECK)
