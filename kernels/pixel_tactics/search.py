"""Search in Pixel Tactics, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count, nth
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import greedy as G
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.board import Ints
from kernels.pixel_tactics.cards import TIES
from kernels.pixel_tactics.hidden import deal_anew
from kernels.pixel_tactics.legal import legal_actions
from kernels.pixel_tactics.play import IMAGINED, RANDOM, record
from kernels.pixel_tactics.setup import set_up
from kernels.pixel_tactics.worth import worth as lead_of
from kernels.search import (
    SCALE,
    WHOLE,
    Thought,
    make_consider,
    make_permitted,
    make_search,
    softened,
)

# what a seat must not do: deeds as bits, characters as bits
BANNED_DEEDS, BANNED_CARDS = 0, 1
BANS = 2

GAMES_APART = 1 << 20  # on the clock: a continuation ends with its game of the series


class Mind(NamedTuple):
    """What a thinking seat works with; `streams` are those of what it imagines."""

    book: Ints
    own: Ints
    settings: Ints
    bans: Ints
    streams: rng.Streams
    imagined: rng.Streams
    legal: Ints
    copy: Ints
    blank: Ints
    one: Ints


@kernel
def actor(state: Ints) -> int:
    """Return the seat that decides."""
    return state[S.DECIDER]


@kernel
def _is_banned(state: Ints, bans: Ints, seat: int, action: int) -> bool:
    """Say whether something must not be done: the deed, or playing the card."""
    what = A.what(action)
    if bans[BANNED_DEEDS] >> what & 1:
        return True
    plays = what == A.RECRUIT or what == A.ORDER
    return plays and bans[BANNED_CARDS] >> A.first(action) & 1 != 0


permitted = make_permitted(_is_banned, actor)


@kernel
def options(mind: Mind, state: Ints, moves: Ints) -> int:
    """Write every move that is allowed."""
    return permitted(state, mind.bans, moves, legal_actions(state, mind.book, moves))


@kernel
def _favourite(mind: Mind, state: Ints, n: int) -> int:
    """Return the greedy player's choice among the first n moves of `legal`."""
    purpose = TIES + state[S.SEATED + state[S.DECIDER]]
    return G.choose(
        state,
        mind.book,
        mind.own,
        mind.streams,
        mind.imagined,
        purpose,
        mind.legal,
        n,
        mind.copy,
        mind.blank,
    )


consider = make_consider(options, _favourite)


@kernel
def step(mind: Mind, state: Ints, action: int) -> None:
    """Make a move and go on to the next decision."""
    apply(state, mind.book, mind.streams, mind.blank, action)


@kernel
def redeal(mind: Mind, state: Ints, seat: int) -> None:
    """Deal anew what a seat cannot know."""
    deal_anew(state, mind.streams, seat)


@kernel
def is_over(state: Ints) -> bool:
    """Say whether the series is over."""
    return state[S.STAGE] == S.OVER


@kernel
def clock(state: Ints) -> int:
    """Return the number of the wave, far on in the next game of a series."""
    return state[S.GAME] * GAMES_APART + state[S.WAVES]


@kernel
def worth(mind: Mind, root: Ints, state: Ints, seat: int) -> int:
    """Return what a table is worth: the result of the game, or the lead in the greedy's eyes."""
    if state[S.STAGE] == S.OVER or state[S.GAME] != root[S.GAME]:
        winner = state[S.WINNER]
        if winner == S.NONE:
            return WHOLE // 2
        return WHOLE if winner == seat else 0
    lead = lead_of(state, mind.book, mind.own, seat, root[S.GAME])
    return softened(lead, mind.settings[SCALE])


@kernel
def _anything(legal: Ints, n: int, streams: rng.Streams, purpose: int) -> int:
    """Return a random action: first its kind, then one of that kind; a pass only as the last."""
    kinds = 0
    for k in range(n):
        kinds |= 1 << A.what(legal[k])
    if kinds & (kinds - 1):
        kinds &= ~(1 << A.PASS)
    kind = nth(kinds, rng.below(streams, purpose, count(kinds)))
    fitting = 0
    for k in range(n):
        if A.what(legal[k]) == kind:
            legal[fitting] = legal[k]
            fitting += 1
    return legal[rng.below(streams, purpose, fitting)]


think = make_search(redeal, consider, options, step, is_over, actor, clock, worth)


@kernel
def play_chunk(
    thought: Thought,
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
    """Play games or series as `play.play_chunk`, where seats search or are restricted."""
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        rng.start(imagined, seed ^ IMAGINED, sets[game])
        set_up(state, book, streams, leaders[game], players[game], S.NO)
        deed = A.NOTHING
        decision = 0
        while True:
            apply(state, book, streams, trace, deed)
            if state[S.STAGE] == S.OVER:
                break
            n = permitted(state, thought.bans[game], legal, legal_actions(state, book, legal))
            deed = legal[0]
            if n == 1:
                continue
            state[S.DECISIONS] += 1
            decision += 1
            seat = state[S.DECIDER]
            if policies[game, seat] == RANDOM:
                deed = _anything(legal, n, streams, TIES + state[S.SEATED + seat])
                continue
            budget = thought.budgets[game, seat]
            mind = Mind(
                book,
                weights[policies[game, seat]],
                thought.settings[thought.manner[game, seat]],
                thought.bans[game],
                thought.streams if budget else streams,
                thought.streams if budget else imagined,
                legal,
                copy,
                blank,
                thought.one,
            )
            deed = think(mind, thought, state, budget, seed, sets[game], decision)
        record(state, results[game], seats[game])
