"""The random player: a kind of action first, then one of that kind (PXT-DEC-64)."""

from kernels import rng
from kernels.bits import count, nth
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import Ints, at, row_of_wave
from kernels.pixel_tactics.cards import empty_cells
from kernels.pixel_tactics.legal import casters, ready, turn_actions


@kernel
def _figures(state: Ints, book: Ints, who: int, kind: int) -> tuple[int, int]:
    """Return what the first and the second figure of a kind of action may be, as bits.

    Each of the first goes with each of the second.
    """
    block = at(who)
    if kind == A.MOVE:
        return ready(state, who) & state[block + S.HEROES], empty_cells(state, who)
    if kind == A.RECRUIT:
        return state[block + S.HAND], empty_cells(state, who) & row_of_wave(state)
    if kind == A.ORDER:
        return state[block + S.HAND], 1
    if kind == A.CLEAR:
        return state[block + S.CORPSES], 1
    if kind == A.CAST:
        return casters(state, book, who), 1
    return 1, 1  # to draw, or the leader's own action


@kernel
def _any_two(bodies: int, k: int) -> int:
    """Return the k-th swap of two of some cells."""
    first = 0
    others = count(bodies) - 1
    while k >= others - first:
        k -= others - first
        first += 1
    return A.action(A.SWAP, nth(bodies, first), nth(bodies, first + 1 + k), 0)


@kernel
def any_action(
    state: Ints, book: Ints, kinds: int, legal: Ints, streams: rng.Streams, purpose: int
) -> int:
    """Return a random action of one of some kinds; a pass only as the last.

    Most legal actions are moves and swaps; uniform over all of them, games would hardly end. The
    draw is the place in the list of that kind, but only attacks have to be listed for it.
    """
    kinds &= ~(1 << A.PASS)
    kind = nth(kinds, rng.below(streams, purpose, count(kinds)))
    if kind == A.ATTACK:
        n = turn_actions(state, book, 1 << kind, legal)
        return legal[rng.below(streams, purpose, n)]
    who = state[S.ACTIVE]
    if kind == A.SWAP:
        block = at(who)
        bodies = ready(state, who) & state[block + S.HEROES] | state[block + S.CORPSES]
        n = count(bodies)
        return _any_two(bodies, rng.below(streams, purpose, n * (n - 1) // 2))
    first, second = _figures(state, book, who, kind)
    n = count(second)
    k = rng.below(streams, purpose, count(first) * n)
    return A.action(kind, nth(first, k // n), nth(second, k % n), 0)


@kernel
def any_pick(legal: Ints, n: int, streams: rng.Streams, purpose: int) -> int:
    """Return a random pick or leader; the draw that chooses a kind of action is made all the same.

    Every decision then takes two draws, whatever is decided.
    """
    rng.skip(streams, purpose)
    return legal[rng.below(streams, purpose, n)]
