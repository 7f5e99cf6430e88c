"""Search: a few moves weighed by simulated continuations, hidden information dealt anew.

Built for each game by `make_search` from what the game knows of itself. A continuation copies the
table, deals anew what the seat cannot know, makes the move, lets the greedy player go on for all
seats, and judges the table some turns later. The greedy player also proposes the moves: the best
few by its own scores, its favourite first. All moves still in the race see the same deals, and
after each round the worse half leaves it (sequential halving); the favourite stays to the end, so
that a change of mind rests on the most continuations. With a depth, the decisions that follow the
move grow a tree over what the deciding seat can tell apart (its moves), widened as it is visited.

What a seat must not do is left out by `make_permitted`, whoever plays; `make_consider` makes the
proposals of a game whose greedy player only names its favourite.

Integers only; all room comes from the caller; streams are its own, so no deck or die is touched.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.jit import kernel

Ints = NDArray[np.int64]

# settings
WIDTH = 0  # moves that are weighed
HORIZON = 1  # turns that a continuation goes on before it is judged
SCALE = 2  # the lead, in the greedy player's points, that counts for half of a win
DEPTH = 3  # decisions after the move that are searched; 0: only the move itself
EXPLORE = 4  # how much less visited moves draw, in thousandths of a win
WIDEN = 5  # moves of a node: 1 + the root of its visits, so many hundredths
FLAT = 6  # 1: plain Monte Carlo, every move alike, to the end of the game: to measure by
SETTINGS = 7

WHOLE = 1000  # a win
MOST = 64  # moves that can be weighed
DEEPEST = 16
FIRST, STEP, LIMIT = 0, 1, 50_000  # numbers of simulations, named for the compiler

# the pool: the moves in the race, their places, the way of a simulation, then nodes
_TOTAL = 0
_ORDER = MOST
_PATH = 2 * MOST
_SEATS = _PATH + DEEPEST + 2
_NODES = _SEATS + DEEPEST + 2
# a node: its move, the next node of the same parent, its first child, visits, total
_MOVE, _NEXT, _CHILD, _SEEN, _SUM = 0, 1, 2, 3, 4
_NODE = 5
NODE_ROOM = 4096
POOL = _NODES + NODE_ROOM * _NODE

_IMAGINED = np.uint64(0x2545F4914F6CDD1D)  # sets what is imagined apart from what happens
_DECISION = np.uint64(40)
_NUMBER = np.uint64(16)


class Thought(NamedTuple):
    """How the seats of each game think, and the room for it; a row for each game of a chunk."""

    budgets: Ints  # simulations for each decision of each seat, 0 for none
    manner: Ints  # and how it searches: a row of `settings`
    settings: Ints
    bans: Ints  # what each seat must not do
    streams: rng.Streams  # of what is imagined
    table: Ints
    pool: Ints
    moves: Ints
    later: Ints
    one: Ints
    scores: Ints
    ranked: Ints


@kernel
def dream(streams: rng.Streams, seed: int, game: int, decision: int, number: int) -> None:
    """Set all streams to the start of one simulation of one decision of a game."""
    streams[rng.SEED] = np.uint64(seed) ^ _IMAGINED
    streams[rng.GAME] = np.uint64(game) | np.uint64(decision) << _DECISION
    for purpose in range(rng.DRAWS, streams.size):
        streams[purpose] = np.uint64(number) << _NUMBER


@kernel
def root(n: int) -> int:
    """Return the whole part of a square root."""
    guess = n
    better = (n + 1) // 2
    while better < guess:
        guess = better
        better = (guess + n // guess) // 2
    return guess


@kernel
def softened(lead: int, scale: int) -> int:
    """Return a lead in points as a share of a win: half of one at zero, never quite a whole."""
    return (WHOLE + WHOLE * lead // (abs(lead) + scale)) // 2


@kernel
def _halve(pool: Ints, alive: int) -> int:
    """Keep the better half of the moves in the race, and the favourite; return how many."""
    for i in range(1, alive):
        move = pool[_ORDER + i]
        k = i
        while k > 0 and pool[_TOTAL + pool[_ORDER + k - 1]] < pool[_TOTAL + move]:
            pool[_ORDER + k] = pool[_ORDER + k - 1]
            k -= 1
        pool[_ORDER + k] = move
    kept = (alive + 1) // 2
    for i in range(kept):
        if pool[_ORDER + i] == 0:
            return kept
    pool[_ORDER + max(1, kept - 1)] = 0
    return max(2, kept)


@kernel
def _pick(pool: Ints, node: int, moves: Ints, n: int, explore: int) -> tuple[int, int]:
    """Choose a move at a node: (its place in `moves`, its node or -1 where it has none yet)."""
    best = -(1 << 40)
    chosen, found = 0, -1
    parent = root(pool[node + _SEEN] * WHOLE * WHOLE)
    for i in range(n):
        child = pool[node + _CHILD]
        while child and pool[child + _MOVE] != moves[i]:
            child = pool[child + _NEXT]
        if child == 0:
            # untried moves come in the order of their promise
            return i, -1
        seen = pool[child + _SEEN]
        score = pool[child + _SUM] // max(1, seen)
        score += explore * parent // (WHOLE * (1 + seen))
        if score > best:
            best = score
            chosen, found = i, child
    return chosen, found


def make_permitted(is_banned: Callable[..., bool], actor: Callable[..., int]) -> Callable[..., int]:
    """Return the kernel that leaves out of a list what the seat to decide must not do.

    `is_banned(state, bans, seat, move)` reads the row of `bans` of that seat.
    """

    @kernel
    def permitted(state: Ints, bans: Ints, legal: Ints, n: int) -> int:
        """Keep the legal moves that are not forbidden to the actor; all where none is left."""
        seat = actor(state)
        kept = 0
        for i in range(n):
            if not is_banned(state, bans[seat], seat, legal[i]):
                kept += 1
        if kept == 0 or kept == n:
            return n
        kept = 0
        for i in range(n):
            if not is_banned(state, bans[seat], seat, legal[i]):
                legal[kept] = legal[i]
                kept += 1
        return kept

    return permitted


def make_consider(options: Callable[..., int], favourite: Callable[..., int]) -> Callable[..., int]:
    """Return the kernel that proposes the favourite, then what it would be without that, and so on.

    `options(mind, table, moves)` writes the moves that are allowed, `favourite(mind, table, n)`
    returns the greedy player's choice among the first n of `mind.legal`.
    """

    @kernel
    def consider(mind: Any, state: Ints, moves: Ints, few: int) -> int:
        """Write the best few moves, the greedy player's own first."""
        legal = mind.legal
        n = options(mind, state, legal)
        found = 0
        while found < few and n > 0:
            best = legal[0]
            if n > 1:
                best = favourite(mind, state, n)
            moves[found] = best
            found += 1
            kept = 0
            for i in range(n):
                if legal[i] != best:
                    legal[kept] = legal[i]
                    kept += 1
            n = kept
        return found

    return consider


def make_search(
    redeal: Callable[..., None],
    consider: Callable[..., int],
    options: Callable[..., int],
    step: Callable[..., None],
    is_over: Callable[..., bool],
    actor: Callable[..., int],
    clock: Callable[..., int],
    worth: Callable[..., int],
) -> Callable[..., int]:
    """Return the decision of a thinking player, compiled together with the game's own functions.

    `mind` is whatever tuple of arrays those functions want; its `streams` are the dream's, its
    `settings` tell how it searches.
    `redeal(mind, table, seat)` deals anew what a seat cannot know, `consider(mind, table, moves,
    few)` writes the best few moves, the greedy player's own first, `options(mind, table, moves)`
    all that are allowed; `step(mind, table, move)` makes one; `clock(table)` rises with every turn;
    `worth(mind, root, table, seat)` is 0 to WHOLE.
    """

    @kernel
    def follow(mind: Any, table: Ints) -> int:
        """Return the greedy player's move."""
        consider(mind, table, mind.one, mind.one.size)
        return int(mind.one[0])

    @kernel
    def simulate(mind: Any, thought: Thought, state: Ints, used: int) -> int:
        """Go on from a table after the move at `pool[_PATH]`; return how many nodes are in use."""
        table, pool, moves = thought.table, thought.pool, thought.later
        settings = mind.settings
        seat = actor(state)
        over = clock(state) + settings[HORIZON]
        length = 1
        node = pool[_PATH]
        growing = settings[DEPTH] > 0
        while growing and not is_over(table) and clock(table) < over:
            few = 1 + root(pool[node + _SEEN] * settings[WIDEN]) // 10
            n = consider(mind, table, moves, min(few, MOST))
            chosen, child = _pick(pool, node, moves, n, settings[EXPLORE])
            if child < 0:
                growing = False
                if used < NODE_ROOM:
                    child = _NODES + used * _NODE
                    used += 1
                    pool[child + _MOVE] = moves[chosen]
                    pool[child + _NEXT] = pool[node + _CHILD]
                    pool[child + _CHILD] = 0
                    pool[child + _SEEN] = 0
                    pool[child + _SUM] = 0
                    pool[node + _CHILD] = child
            if child >= 0:
                pool[_PATH + length] = child
                pool[_SEATS + length] = actor(table)
                length += 1
                node = child
            if length > settings[DEPTH]:
                growing = False
            step(mind, table, moves[chosen])
        while not is_over(table) and (clock(table) < over or settings[FLAT]):
            step(mind, table, follow(mind, table))
        pool[_SEATS] = seat
        for k in range(length):
            child = pool[_PATH + k]
            pool[child + _SEEN] += 1
            pool[child + _SUM] += worth(mind, state, table, pool[_SEATS + k])
        return used

    @kernel
    def search(
        mind: Any,
        thought: Thought,
        state: Ints,
        budget: int,
        seed: int,
        game: int,
        decision: int,
    ) -> int:
        """Return the move of the seat to decide, after `budget` simulated continuations."""
        table, pool, moves = thought.table, thought.pool, thought.moves
        settings = mind.settings
        seat = actor(state)
        dream(mind.streams, seed, game, decision, FIRST)
        if settings[FLAT]:
            n = options(mind, state, moves)
            # more moves than simulations: as many as there are simulations, drawn
            for i in range(min(n, budget)):
                other = i + rng.below(mind.streams, FIRST, n - i)
                moves[i], moves[other] = moves[other], moves[i]
            n = min(n, budget)
        else:
            n = consider(mind, state, moves, min(settings[WIDTH], budget))
        if n == 1:
            return moves[0]
        # every move of the race is a node under the root
        for i in range(n):
            node = _NODES + (i + 1) * _NODE
            pool[node + _MOVE] = moves[i]
            pool[node + _CHILD] = 0
            pool[node + _SEEN] = 0
            pool[node + _SUM] = 0
        if settings[FLAT]:
            best, most = 0, -1
            each = budget // n
            for i in range(n):
                node = _NODES + (i + 1) * _NODE
                for k in range(each):
                    for j in range(state.size):
                        table[j] = state[j]
                    dream(mind.streams, seed, game, decision, STEP + i * each + k)
                    redeal(mind, table, seat)
                    step(mind, table, moves[i])
                    pool[_PATH] = node
                    simulate(mind, thought, state, n + 1)
                if pool[node + _SUM] > most:
                    best, most = i, pool[node + _SUM]
            return moves[best]
        used = n + 1
        rounds = 0
        while 1 << rounds < n:
            rounds += 1
        for i in range(n):
            pool[_ORDER + i] = i
            pool[_TOTAL + i] = 0
        alive = n
        left = budget
        number = STEP
        for stage in range(rounds):
            each = max(1, left // ((rounds - stage) * alive))
            for _ in range(each):
                if left < alive:
                    break
                for i in range(alive):
                    move = pool[_ORDER + i]
                    node = _NODES + (move + 1) * _NODE
                    for j in range(state.size):
                        table[j] = state[j]
                    dream(mind.streams, seed, game, decision, number)
                    redeal(mind, table, seat)
                    step(mind, table, moves[move])
                    pool[_PATH] = node
                    used = simulate(mind, thought, state, used)
                    pool[_TOTAL + move] = pool[node + _SUM]
                left -= alive
                number += 1
            alive = _halve(pool, alive)
        best = 0
        for i in range(alive):
            if pool[_TOTAL + pool[_ORDER + i]] > pool[_TOTAL + best]:
                best = pool[_ORDER + i]
        return moves[best]

    @kernel
    def think(
        mind: Any,
        thought: Thought,
        state: Ints,
        budget: int,
        seed: int,
        game: int,
        decision: int,
    ) -> int:
        """Return the move of the seat to decide: the greedy player's, or what a search finds."""
        if budget == 0:
            return follow(mind, state)
        return search(mind, thought, state, budget, seed, game, decision)

    return think
