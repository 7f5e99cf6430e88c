"""Decisions: any legal action at random, or each one tried and the best taken."""

from kernels import rng
from kernels.jit import inlined
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import weights as P
from kernels.steel_arena.apply import carry_out
from kernels.steel_arena.greedy import NEVER, copy, place_worth, quick
from kernels.steel_arena.legal import legal_actions
from kernels.steel_arena.state import Ints
from kernels.steel_arena.turn import PLAYER, TIES, settle
from kernels.steel_arena.view import view

RANDOM = -1  # any other policy is the row of its weights


@inlined
def decide(
    state: Ints,
    book: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    players: Ints,
    legal: Ints,
    ahead: Ints,
    more: Ints,
    silent: Ints,
) -> int:
    """Return the action that the seat to decide takes; equally good ones are drawn for.

    All of it is one function: each further level of calls would be compiled anew.
    """
    n = legal_actions(state, book, legal)
    if n == 1:
        return legal[0]
    seat = state[S.ACTOR]
    purpose = PLAYER + 2 * players[seat] + TIES
    if policies[seat] == RANDOM:
        return legal[rng.below(streams, purpose, n)]
    own = weights[policies[seat]]
    stage = state[S.STAGE]
    rule_of_thumb = (
        stage == S.DISCARD
        or stage == S.HEAT
        or stage == S.COOL
        or stage == S.DEFEND
        or stage == S.MINE_TYPE
    )
    if rule_of_thumb:
        return legal[quick(state, book, own, legal, n)]
    best_score = NEVER
    equals = 0
    for i in range(n):
        if stage == S.EQUIP:
            score = 0
            for k in range(book[B.DEALT]):
                if A.first(legal[i]) >> k & 1:
                    score += own[P.COUNT + state[S.DEAL + seat * B.DEAL_ROOM + k]]
        elif stage == S.CHOOSE_ABILITY:
            score = 0
        elif stage == S.PLACE:
            score = place_worth(state, book, own, seat, legal[i])
        else:
            # what the position after the action is worth, the others answering by rule of thumb
            copy(state, ahead)
            ahead[S.GUESSING] = seat + 1
            carry_out(ahead, book, silent, legal[i])
            while settle(ahead, book, silent, more):
                answers = legal_actions(ahead, book, more)
                carry_out(ahead, book, silent, more[quick(ahead, book, own, more, answers)])
            score = view(ahead, book, own, seat)
            if A.what(legal[i]) == A.COOL_ALL:
                score -= own[P.RESTLESS] * state[S.QUIET]
        if score > best_score:
            best_score = score
            equals = 0
        if score == best_score:
            legal[equals] = legal[i]
            equals += 1
    if equals == 1:
        return legal[0]
    return legal[rng.below(streams, purpose, equals)]
