"""Search in Neuroshima, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import greedy as G
from kernels.neuroshima import judge
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import weights as P
from kernels.neuroshima.apply import apply
from kernels.neuroshima.board import Ints, Rows, copy_board
from kernels.neuroshima.legal import NONE, legal_actions
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
    MOST,
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
    scores: Ints
    ranked: Ints
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
def _rank(mind: Mind, state: Ints, n: int, few: int, now: int) -> int:
    """Sort the most promising uses of tiles by what they gain, into `ranked`; return how many."""
    seat = state[S.ACTOR]
    scratch = mind.scratch
    found = G._pick_best_few(mind.legal, scratch, NONE, n, few)
    sorted_ = 0
    for k in range(found):
        i = scratch[G.BEST + k]
        promised = scratch[G.PROMISES + i]
        if promised <= G.LITTLE:
            break
        after = G._try(
            state,
            mind.faces,
            mind.rules,
            mind.own,
            scratch,
            mind.work,
            mind.choices,
            mind.quiet,
            seat,
            mind.legal[i],
        )
        gain = after - now + promised
        place = sorted_
        while place > 0 and mind.scores[place - 1] < gain:
            mind.scores[place] = mind.scores[place - 1]
            mind.ranked[place] = mind.ranked[place - 1]
            place -= 1
        mind.scores[place] = gain
        mind.ranked[place] = mind.legal[i]
        sorted_ += 1
    return sorted_


@kernel
def _acts(mind: Mind, state: Ints, moves: Ints, n: int, few: int, purpose: int) -> int:
    """Write the best moves of a turn: what the greedy player would do, battle, end, the others."""
    seat = state[S.ACTOR]
    own = mind.own
    legal = mind.legal
    fight = -1
    for i in range(n):
        if A.what(legal[i]) == A.BATTLE:
            fight = legal[i]
    end = legal[n - 1]
    G._note_promises(
        state,
        mind.faces,
        mind.rules,
        own,
        mind.streams,
        purpose,
        legal,
        NONE,
        n,
        mind.scratch,
        seat,
    )
    now, fought = G._now(
        state,
        mind.faces,
        mind.rules,
        own,
        mind.scratch,
        mind.work,
        mind.choices,
        mind.quiet,
        seat,
    )
    look = own[P.LOOK_AT] if few == 1 else max(few, own[P.LOOK_AT])
    ranked = _rank(mind, state, n, min(look, MOST), now)
    if fight >= 0 and fought >= own[P.HQ_DESTROYED] // 2:
        found = _add(moves, NONE, few, fight)
    elif ranked and mind.scores[0] > own[P.GAIN_TO_ACT]:
        found = _add(moves, NONE, few, mind.ranked[0])
    elif fight >= 0 and fought > own[P.GAIN_TO_FIGHT]:
        found = _add(moves, NONE, few, fight)
    else:
        found = _add(moves, NONE, few, end)
    found = _add(moves, found, few, fight)
    found = _add(moves, found, few, end)
    for k in range(ranked):
        found = _add(moves, found, few, mind.ranked[k])
    return found


@kernel
def consider(mind: Mind, state: Ints, moves: Ints, few: int) -> int:
    """Write the best few moves, the greedy player's own first."""
    legal = mind.legal
    seat = state[S.ACTOR]
    n = legal_actions(state, mind.faces, mind.rules, mind.work, legal)
    n = permitted(state, mind.bans, legal, n)
    if n == 1:
        moves[0] = legal[0]
        return n
    purpose = mind.players[seat] * 2 + TIES
    stage = state[S.STAGE]
    if stage == S.PLACE_HQ:
        first = G.place_hq(state, mind.rules, mind.own, mind.streams, purpose, legal, n)
    elif stage == S.ANSWER_PUSH:
        first = G.answer_push(
            state,
            mind.faces,
            mind.rules,
            mind.own,
            legal,
            n,
            mind.scratch,
            mind.work,
            mind.choices,
            mind.quiet,
            seat,
        )
    else:
        judge.take_notes(state, mind.faces, mind.rules, mind.own, mind.work, mind.scratch, seat)
        if stage == S.ACT:
            return _acts(mind, state, moves, n, few, purpose)
        restricted = n < state[S.SEAT + seat * S.SEAT_SIZE + S.HAND_SIZE] and stage == S.DISCARD
        if restricted:
            first = legal[0]
        else:
            first = G.sort_hand(
                state,
                mind.faces,
                mind.rules,
                mind.own,
                mind.streams,
                purpose,
                legal,
                mind.scratch,
                mind.work,
                mind.choices,
                mind.quiet,
                seat,
            )
            n = legal_actions(state, mind.faces, mind.rules, mind.work, legal)
    found = _add(moves, NONE, few, first)
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
                    thought.scores,
                    thought.ranked,
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
