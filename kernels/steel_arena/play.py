"""Whole games: set up, let the players decide, record the results."""

from kernels import rng
from kernels.bits import count
from kernels.jit import inlined, kernel
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.apply import GO_ON, apply
from kernels.steel_arena.decide import decide
from kernels.steel_arena.setup import set_up
from kernels.steel_arena.state import Ints, at

WHOLE = 12  # a win in shares: twelfths can be split among two, three or four

# columns of the results
LENGTH, ENDING, DECISIONS, AREAS = 0, 1, 2, 3
RESULTS = 4

# columns of each seat
SCORE, TROPHIES, MODULES, DEALT, STOPPED, COOLED, PICKED, MINES_HIT, ABILITY = range(9)
TOOK = 9  # kinds of modules picked up, as bits
SEAT_RESULTS = 10


@inlined
def record(state: Ints, book: Ints, results: Ints, seats: Ints) -> None:
    """Write down how a game ended: `results` of the game, one row of `seats` each."""
    results[LENGTH] = state[S.TURN_NUMBER]
    results[ENDING] = state[S.ENDING]
    results[DECISIONS] = state[S.DECISIONS]
    results[AREAS] = book[B.AREAS]
    winners = count(state[S.WINNERS])
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        seats[seat, SCORE] = WHOLE // winners if state[S.WINNERS] >> seat & 1 else 0
        seats[seat, TROPHIES] = state[block + S.TROPHIES]
        seats[seat, MODULES] = count(state[block + S.OWNED])
        seats[seat, DEALT] = state[block + S.DEALT_DAMAGE]
        seats[seat, STOPPED] = state[block + S.STOPPED]
        seats[seat, COOLED] = state[block + S.COOLED]
        seats[seat, PICKED] = state[block + S.PICKED]
        seats[seat, MINES_HIT] = state[block + S.MINES_HIT]
        seats[seat, ABILITY] = state[block + S.CHOSEN_ABILITY]
        seats[seat, TOOK] = state[block + S.TOOK]


@kernel
def play_chunk(
    state: Ints,
    book: Ints,
    robots: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    legal: Ints,
    ahead: Ints,
    more: Ints,
    silent: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row of `robots`, and write down how it ended.

    Streams belong to players and sets, not to seats, so that the games of a mirrored set share
    their field and their third generation.
    """
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, robots[game], players[game])
        deed = GO_ON - game  # not a constant, for which all would be compiled once more
        while True:
            apply(state, book, streams, trace, more, deed)
            if state[S.STAGE] == S.OVER:
                break
            deed = decide(
                state,
                book,
                policies[game],
                weights,
                streams,
                players[game],
                legal,
                ahead,
                more,
                silent,
            )
        record(state, book, results[game], seats[game])
