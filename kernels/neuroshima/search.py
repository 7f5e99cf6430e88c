"""Search in Neuroshima, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import judge
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.apply import apply
from kernels.neuroshima.board import Ints, Rows, copy_board
from kernels.neuroshima.legal import NONE, legal_actions
from kernels.neuroshima.plan import choose, most_gaining
from kernels.neuroshima.play import (
    BATTLES,
    DECISIONS,
    ENDING,
    FULL_BATTLES,
    LENGTH,
    POINTS,
    RANDOM,
)
from kernels.neuroshima.setup import DECK, TIES, set_up
from kernels.search import (
    SCALE,
    WHOLE,
    Thought,
    make_permitted,
    make_search,
    softened,
)

# what a seat must not do: deeds as bits, then one entry per kind of tile
BANNED_DEEDS, BANNED_KINDS = 0, 1


class Mind(NamedTuple):
    """What a thinking seat works with; `streams` are those of what it imagines."""

    faces: Rows
    rules: Ints
    own: Ints
    settings: Ints
    bans: Ints
    streams: rng.Streams
    players: Ints
    legal: Ints
    scratch: Ints
    work: Ints
    choices: Ints
    quiet: Ints
    one: Ints


@kernel
def actor(state: Ints) -> int:
    """Return the seat that decides."""
    return state[S.ACTOR]


@kernel
def _takes_tile(what: int) -> bool:
    """Say whether a deed takes a tile of the hand."""
    return what >= A.PLACE and what <= A.AIRSTRIKE


@kernel
def _is_banned(state: Ints, bans: Ints, seat: int, action: int) -> bool:
    """Say whether a seat must not do something: the deed, or what the tile would be used for."""
    what = A.what(action)
    if bans[BANNED_DEEDS] >> what & 1:
        return True
    if not _takes_tile(what):
        return False
    return bans[BANNED_KINDS + state[S.SEAT + seat * S.SEAT_SIZE + S.HAND + A.slot(action)]] != 0


@kernel
def _is_useless(state: Ints, bans: Ints, seat: int, action: int) -> bool:
    """Say whether a discard gets rid of a tile that the seat must not use."""
    kind = state[S.SEAT + seat * S.SEAT_SIZE + S.HAND + A.slot(action)]
    return A.what(action) == A.DISCARD and bans[BANNED_KINDS + kind] != 0


allowed = make_permitted(_is_banned, actor)


@kernel
def permitted(state: Ints, bans: Ints, legal: Ints, n: int) -> int:
    """Keep what is allowed; a discard is of a tile that must not be used, where there is one."""
    if state[S.STAGE] != S.DISCARD:
        return allowed(state, bans, legal, n)
    seat = state[S.ACTOR]
    kept = 0
    for i in range(n):
        if _is_useless(state, bans[seat], seat, legal[i]):
            legal[kept] = legal[i]
            kept += 1
    return kept if kept else n


@kernel
def options(mind: Mind, state: Ints, moves: Ints) -> int:
    """Write every move that is allowed."""
    n = legal_actions(state, mind.faces, mind.rules, mind.work, moves)
    return permitted(state, mind.bans, moves, n)


@kernel
def _add(moves: Ints, found: int, few: int, move: int) -> int:
    """Add a move to a list that has room and does not hold it yet; return its new length."""
    if move < 0 or found >= few:
        return found
    for i in range(found):
        if moves[i] == move:
            return found
    moves[found] = move
    return found + 1


@kernel
def consider(mind: Mind, state: Ints, moves: Ints, few: int) -> int:
    """Write the best few moves: the player's own, battle, the end of the turn, what gains most."""
    legal = mind.legal
    seat = state[S.ACTOR]
    stage = state[S.STAGE]
    n = options(mind, state, legal)
    if n == 1:
        moves[0] = legal[0]
        return n
    purpose = mind.players[seat] * 2 + TIES
    end = legal[n - 1]
    fight = -1
    for i in range(n):
        if A.what(legal[i]) == A.BATTLE:
            fight = legal[i]
    first = legal[0]
    restricted = n < state[S.SEAT + seat * S.SEAT_SIZE + S.HAND_SIZE] and stage == S.DISCARD
    if not restricted:
        first = choose(
            state,
            mind.faces,
            mind.rules,
            mind.own,
            mind.streams,
            purpose,
            legal,
            n,
            mind.scratch,
            mind.work,
            mind.choices,
            mind.quiet,
        )
    found = _add(moves, NONE, few, first)
    if few == 1:
        return found
    if stage == S.ACT:
        found = _add(moves, found, few, fight)
        found = _add(moves, found, few, end)
        ranked = most_gaining(legal, mind.scratch, few)
        for k in range(ranked):
            found = _add(moves, found, few, legal[k])
        return found
    if stage == S.DISCARD or stage == S.REDRAW:
        n = options(mind, state, legal)  # thinking about the hand has written over them
    turn = rng.below(mind.streams, purpose, n)
    for i in range(n):
        found = _add(moves, found, few, legal[(i + turn) % n])
    return found


@kernel
def step(mind: Mind, state: Ints, action: int) -> None:
    """Make a move and go on to the next decision."""
    apply(state, mind.faces, mind.rules, mind.work, mind.choices, mind.quiet, action)


@kernel
def redeal(mind: Mind, state: Ints, seat: int) -> None:
    """Shuffle every pile: their order is all that anybody does not know (NSH-POL-1)."""
    for other in range(mind.rules[R.PLAYERS]):
        size = state[S.SEAT + other * S.SEAT_SIZE + S.PILE_SIZE]
        first = S.PILES + other * S.PILE_ROOM
        shuffle(state, first, size, mind.streams, mind.players[other] * 2 + DECK)


@kernel
def is_over(state: Ints) -> bool:
    """Say whether the game is over."""
    return state[S.STAGE] == S.OVER


@kernel
def clock(state: Ints) -> int:
    """Return the number of the turn."""
    return state[S.TURN_NUMBER]


@kernel
def worth(mind: Mind, root: Ints, state: Ints, seat: int) -> int:
    """Return what a table is worth: the result, or the board as it lies and after a battle.

    A battle need not come, so what it would bring counts half, and an HQ lost in it not for all.
    """
    if state[S.STAGE] == S.OVER:
        winners = state[S.WINNERS]
        if not winners >> seat & 1:
            return 0
        mates = count(winners & mind.rules[R.SERVES + seat])
        return WHOLE * mates // count(winners)
    scale = mind.settings[SCALE]
    now = judge.value(state, mind.faces, mind.rules, mind.own, seat)
    copy_board(state, mind.scratch)
    fought = judge.outlook(
        mind.scratch, mind.faces, mind.rules, mind.own, mind.work, mind.choices, mind.quiet, seat
    )
    change = max(-4 * scale, min(4 * scale, fought - now))
    return softened(now + change // 2, scale)


think = make_search(redeal, consider, options, step, is_over, actor, clock, worth)


@kernel
def play_chunk(
    thought: Thought,
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
    """Play one game per row, as `play.play_chunk`, where seats search or are restricted."""
    for i in range(sets.shape[0]):
        rng.start(streams, seed, sets[i])
        set_up(state, armies, rules, streams, sides[i], players[i])
        decisions = 0
        while state[S.STAGE] != S.OVER:
            decisions += 1
            seat = state[S.ACTOR]
            n = legal_actions(state, faces, rules, work, legal)
            n = permitted(state, thought.bans[i], legal, n)
            action = legal[0]
            if n > 1 and policies[i, seat] == RANDOM:
                action = legal[rng.below(streams, players[i, seat] * 2 + TIES, n)]
            elif n > 1:
                budget = thought.budgets[i, seat]
                mind = Mind(
                    faces,
                    rules,
                    weights[policies[i, seat]],
                    thought.settings[thought.manner[i, seat]],
                    thought.bans[i],
                    thought.streams if budget else streams,
                    players[i],
                    legal,
                    scratch,
                    work,
                    choices,
                    quiet,
                    thought.one,
                )
                action = think(mind, thought, state, budget, seed, sets[i], decisions)
            apply(state, faces, rules, work, choices, trace, action)
        results[i, LENGTH] = state[S.TURN_NUMBER]
        results[i, ENDING] = state[S.ENDING]
        results[i, BATTLES] = state[S.BATTLES]
        results[i, FULL_BATTLES] = state[S.FULL_BATTLES]
        results[i, DECISIONS] = decisions
        counted = S.WON if rules[R.ENOUGH] else S.POINTS
        for seat in range(rules[R.PLAYERS]):
            results[i, POINTS + seat] = state[S.SEAT + seat * S.SEAT_SIZE + counted]
            won[i, seat] = state[S.WINNERS] >> seat & 1
