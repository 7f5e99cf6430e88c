"""Whole games: set up, let the players decide, record the results."""

from kernels import rng
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.apply import apply
from kernels.clones.cards import PLAYER, TIES
from kernels.clones.dice import Ints, at
from kernels.clones.greedy import choose
from kernels.clones.legal import legal_actions
from kernels.clones.setup import set_up
from kernels.clones.turn import advance
from kernels.jit import inlined, kernel

RANDOM = -1  # any other policy is the row of its weights
WHOLE = 12  # a win in shares: twelfths can be split among two, three or four

# columns of the results
LENGTH, ENDING, DECISIONS = 0, 1, 2
RESULTS = 3

# columns of each seat
SCORE, TOTAL_FAME = 0, 1
TOKEN = 2  # fame tokens laid, by kind
RELOADS = TOKEN + B.TOKENS
DEALT = RELOADS + 1
SEAT_RESULTS = DEALT + 1


@kernel
def record(state: Ints, book: Ints, results: Ints, seats: Ints) -> None:
    """Write down how a game ended: `results` of the game, one row of `seats` each."""
    results[LENGTH] = state[S.TURN_NUMBER]
    results[ENDING] = state[S.ENDING]
    results[DECISIONS] = state[S.DECISIONS]
    winners = 0
    for team in range(book[B.TEAM_COUNT]):
        winners += state[S.WINNERS] >> team & 1
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        team = book[B.TEAM_OF + seat]
        seats[seat, SCORE] = WHOLE // winners if state[S.WINNERS] >> team & 1 else 0
        seats[seat, TOTAL_FAME] = state[S.TEAM_FAME + team]
        for token in range(B.TOKENS):
            seats[seat, TOKEN + token] = state[block + S.TOKEN + token]
        seats[seat, RELOADS] = state[block + S.RELOADS]
        seats[seat, DEALT] = state[block + S.DEALT]


@inlined
def decide(
    state: Ints,
    book: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    players: Ints,
    legal: Ints,
    fight: Ints,
    table: Ints,
    room: Ints,
    notes: Ints,
) -> int:
    """Return the action that the seat to decide takes."""
    seat = state[S.ACTOR]
    n = legal_actions(state, book, legal)
    if n == 1:
        return legal[0]
    purpose = PLAYER + 2 * players[seat] + TIES
    policy = policies[seat]
    if policy == RANDOM:
        return legal[rng.below(streams, purpose, n)]
    own = weights[policy]
    return choose(state, book, own, streams, purpose, legal, n, fight, table, room, notes)


@kernel
def play_chunk(
    state: Ints,
    books: Ints,
    maps: Ints,
    characters: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    legal: Ints,
    fight: Ints,
    table: Ints,
    room: Ints,
    notes: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row of `characters`, and write down how it ended.

    Streams belong to players and sets, not to seats, so that the games of a mirrored set share
    their decks.
    """
    for game in range(sets.size):
        book = books[maps[game]]
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, characters[game])
        advance(state, book, streams, trace)
        while state[S.STAGE] != S.OVER:
            deed = decide(
                state,
                book,
                policies[game],
                weights,
                streams,
                players[game],
                legal,
                fight,
                table,
                room,
                notes,
            )
            apply(state, book, streams, players[game], fight, trace, deed)
        record(state, book, results[game], seats[game])
