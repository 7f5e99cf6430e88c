"""Whole games: set up, let the players decide, record the results."""

from kernels import rng
from kernels.bits import count
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.anything import any_action, any_pick
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.board import Ints, at
from kernels.pixel_tactics.cards import TIES
from kernels.pixel_tactics.greedy import choose
from kernels.pixel_tactics.legal import legal_actions, turn_kinds
from kernels.pixel_tactics.setup import set_up

IMAGINED = 0x5DEECE66D  # sets what is imagined apart from what happens
RANDOM = -1  # any other policy is the row of its weights

# columns of the results
LENGTH, ENDING, DECISIONS, GAMES, DROPPED = 0, 1, 2, 3, 4
RESULTS = 5

# columns of each seat
SCORE, DAMAGE, HEROES, DREW, PLAYED, ORDERED, TROPHIES = 0, 1, 2, 3, 4, 5, 6
SEAT_RESULTS = 7


@kernel
def record(state: Ints, results: Ints, seats: Ints) -> None:
    """Write down how a game or series ended: scores in halves, one row of `seats` each."""
    results[LENGTH] = state[S.ROUNDS]
    results[ENDING] = state[S.ENDING]
    results[DECISIONS] = state[S.DECISIONS]
    results[GAMES] = state[S.GAME]
    results[DROPPED] = state[S.DROPPED]
    for seat in range(2):
        block = at(seat)
        winner = state[S.WINNER]
        seats[seat, SCORE] = 1 if winner == S.NONE else (2 if winner == seat else 0)
        seats[seat, DAMAGE] = state[block + S.DEALT]
        seats[seat, HEROES] = count(state[block + S.HEROES])
        seats[seat, DREW] = state[block + S.DREW]
        seats[seat, PLAYED] = state[block + S.PLAYED]
        seats[seat, ORDERED] = state[block + S.ORDERED]
        seats[seat, TROPHIES] = state[block + S.TROPHIES]


@kernel
def play_chunk(
    state: Ints,
    book: Ints,
    leaders: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    imagined: rng.Streams,
    legal: Ints,
    copy: Ints,
    blank: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game or series for each row of `leaders`, and write down how it ended.

    Streams belong to players and sets, not to seats, so that the games of a mirrored set share
    their decks. What a player imagines has streams of its own: nobody foresees chance.
    """
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        rng.start(imagined, seed ^ IMAGINED, sets[game])
        set_up(state, book, streams, leaders[game], players[game], 0)
        deed = A.NOTHING
        while True:
            apply(state, book, streams, trace, deed)
            if state[S.STAGE] == S.OVER:
                break
            seat = state[S.DECIDER]
            purpose = TIES + state[S.SEATED + seat]
            policy = policies[game, seat]
            if policy == RANDOM and state[S.STAGE] == S.ACT:
                kinds = turn_kinds(state, book)
                deed = A.PASS
                if kinds != 1 << A.PASS:
                    state[S.DECISIONS] += 1
                    deed = any_action(state, book, kinds, legal, streams, purpose)
                continue
            n = legal_actions(state, book, legal)
            deed = legal[0]
            if n == 1:
                continue
            state[S.DECISIONS] += 1
            if policy == RANDOM:
                deed = any_pick(legal, n, streams, purpose)
            else:
                own = weights[policy]
                deed = choose(state, book, own, streams, imagined, purpose, legal, n, copy, blank)
        record(state, results[game], seats[game])
