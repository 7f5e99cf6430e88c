"""Whole games: set up, let the players decide, record the results."""

from kernels import rng
from kernels.jit import inlined, kernel
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.apply import apply
from kernels.neuroshima.board import Ints, Rows
from kernels.neuroshima.legal import legal_actions
from kernels.neuroshima.plan import choose
from kernels.neuroshima.setup import TIES, set_up

RANDOM = -1  # any other policy is the row of its weights

# columns of the results, after the scores of the seats
LENGTH, ENDING, BATTLES, FULL_BATTLES, DECISIONS = 0, 1, 2, 3, 4
POINTS = 5  # HQ points left (in a game for points: points won), one column per seat
RESULTS = POINTS + S.SEATS


@inlined
def decide(
    state: Ints,
    faces: Rows,
    rules: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    players: Ints,
    legal: Ints,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
) -> int:
    """Return the action that the seat to decide takes."""
    seat = state[S.ACTOR]
    purpose = players[seat] * 2 + TIES
    n = legal_actions(state, faces, rules, work, legal)
    if n == 1:
        return legal[0]
    if policies[seat] == RANDOM:
        return legal[rng.below(streams, purpose, n)]
    return choose(
        state,
        faces,
        rules,
        weights[policies[seat]],
        streams,
        purpose,
        legal,
        n,
        scratch,
        work,
        choices,
        quiet,
    )


@kernel
def play_chunk(
    state: Ints,
    faces: Rows,
    armies: Ints,
    rules: Ints,
    sides: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    legal: Ints,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    quiet: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    won: Ints,
) -> None:
    """Play one game per row: `sides`, `players`, `policies` say who sits on which seat.

    `won[i, k]` becomes 1 where seat k wins or shares the win.
    """
    for i in range(sets.shape[0]):
        rng.start(streams, seed, sets[i])
        set_up(state, armies, rules, streams, sides[i], players[i])
        decisions = 0
        while state[S.STAGE] != S.OVER:
            action = decide(
                state,
                faces,
                rules,
                policies[i],
                weights,
                streams,
                players[i],
                legal,
                scratch,
                work,
                choices,
                quiet,
            )
            apply(state, faces, rules, work, choices, trace, action)
            decisions += 1
        results[i, LENGTH] = state[S.TURN_NUMBER]
        results[i, ENDING] = state[S.ENDING]
        results[i, BATTLES] = state[S.BATTLES]
        results[i, FULL_BATTLES] = state[S.FULL_BATTLES]
        results[i, DECISIONS] = decisions
        counted = S.WON if rules[R.ENOUGH] else S.POINTS
        for seat in range(rules[R.PLAYERS]):
            block = S.SEAT + seat * S.SEAT_SIZE
            results[i, POINTS + seat] = state[block + counted]
            won[i, seat] = state[S.WINNERS] >> seat & 1
