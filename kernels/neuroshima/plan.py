"""What a player chooses, who may think a few moves through to the end of the own turn first."""

from kernels import rng
from kernels.jit import apart, inlined, kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import greedy as G
from kernels.neuroshima import judge
from kernels.neuroshima import state as S
from kernels.neuroshima import weights as P
from kernels.neuroshima.apply import apply
from kernels.neuroshima.board import Ints, Rows
from kernels.neuroshima.legal import ROOM, legal_actions

# scratch, behind that of the single decision: a table to try a turn on, scratch and moves for it
AHEAD = G.SIZE
ROUGH = AHEAD + S.SIZE
MOVES = ROUGH + G.SIZE
SIZE = MOVES + ROOM


@inlined
def choose(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
) -> int:
    """Return the action that a seat takes among several, by its weights."""
    seat = state[S.ACTOR]
    stage = state[S.STAGE]
    if stage == S.PLACE_HQ:
        return G.place_hq(state, rules, weights, streams, purpose, legal, n)
    if stage == S.ANSWER_PUSH:
        return G.answer_push(
            state, faces, rules, weights, legal, n, scratch, work, choices, quiet, seat
        )
    moves = weights[P.PLAN]
    if stage == S.DISCARD and moves:
        return _best_turn(
            state, faces, rules, weights, streams, purpose, legal, n, scratch, work, choices, quiet
        )
    judge.take_notes(state, faces, rules, weights, work, scratch, seat)
    if stage != S.ACT:
        return G.sort_hand(
            state,
            faces,
            rules,
            weights,
            streams,
            purpose,
            legal,
            scratch,
            work,
            choices,
            quiet,
            seat,
        )
    first = G.act(
        state,
        faces,
        rules,
        weights,
        streams,
        purpose,
        legal,
        n,
        scratch,
        work,
        choices,
        quiet,
        seat,
    )
    if moves == 0 or A.what(first) == A.END or A.what(first) == A.BATTLE:
        return first
    found = most_gaining(legal, scratch, moves)
    return _best_turn(
        state, faces, rules, weights, streams, purpose, legal, found, scratch, work, choices, quiet
    )


@kernel
def most_gaining(legal: Ints, scratch: Ints, moves: int) -> int:
    """Put the moves that `act` found to gain most in front of `legal`; return how many."""
    found = 0
    picked = scratch[G.FOUND]
    while found < min(moves, picked):
        best = -1
        for k in range(picked):
            if scratch[G.GAINS + k] > G.LITTLE and (
                best < 0 or scratch[G.GAINS + k] > scratch[G.GAINS + best]
            ):
                best = k
        if best < 0:
            break
        scratch[G.GAINS + best] = G.LITTLE
        scratch[G.PROMISES + found] = legal[scratch[G.BEST + best]]
        found += 1
    for k in range(found):
        legal[k] = scratch[G.PROMISES + k]
    return found


@apart
def _best_turn(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
) -> int:
    """Return the first of n moves after which the rest of the turn ends best."""
    seat = state[S.ACTOR]
    ahead = scratch[AHEAD : AHEAD + S.SIZE]
    best = legal[0]
    most = G.LITTLE
    for k in range(n):
        for i in range(S.SIZE):
            ahead[i] = state[i]
        apply(ahead, faces, rules, work, choices, quiet, legal[k])
        worth = _rest_of_turn(
            ahead, faces, rules, weights, streams, purpose, scratch, work, choices, quiet, seat
        )
        if worth > most:
            best, most = legal[k], worth
    return best


@apart
def _rest_of_turn(
    ahead: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
) -> int:
    """Play on to the end of the turn, one best action at a time; return what comes of it."""
    rough = scratch[ROUGH : ROUGH + G.SIZE]
    legal = scratch[MOVES : MOVES + ROOM]
    turn = ahead[S.TURN_NUMBER]
    while ahead[S.TURN_NUMBER] == turn:
        stage = ahead[S.STAGE]
        who = ahead[S.ACTOR]
        if stage != S.ANSWER_PUSH and (stage != S.ACT or who != seat):
            break
        n = legal_actions(ahead, faces, rules, work, legal)
        action = legal[0]
        if stage == S.ANSWER_PUSH:
            if n > 1:
                action = G.answer_push(
                    ahead, faces, rules, weights, legal, n, rough, work, choices, quiet, who
                )
        elif n > 1:
            judge.take_notes(ahead, faces, rules, weights, work, rough, seat)
            action = G.act(
                ahead,
                faces,
                rules,
                weights,
                streams,
                purpose,
                legal,
                n,
                rough,
                work,
                choices,
                quiet,
                seat,
            )
        if A.what(action) == A.END:
            break
        apply(ahead, faces, rules, work, choices, quiet, action)
    if ahead[S.STAGE] == S.OVER:
        return judge.value(ahead, faces, rules, weights, seat)
    return judge.outlook(ahead, faces, rules, weights, work, choices, quiet, seat)
