"""The greedy player: judge every action cheaply, work out the battle for the best few."""

from kernels import rng
from kernels.bits import count, lowest
from kernels.hexgrid import ALL_SIDES, AROUND, DISTANCE
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import judge
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import weights as P
from kernels.neuroshima.apply import do_on_board
from kernels.neuroshima.board import Ints, Rows, copy_board, shift
from kernels.neuroshima.legal import NONE, ROOM, add_uses
from kernels.neuroshima.moves import goes_far, push_cells

# scratch: a board to try things on, notes, the promise of every action, the best few
PROMISES = judge.NOTES_END
BEST = PROMISES + ROOM
MOST = 64
FOUND = BEST + MOST  # how many they are
GAINS = FOUND + 1  # and what each of them gains over doing nothing
USES = GAINS + MOST  # where the uses of each tile in hand end
SIZE = USES + S.HAND_ROOM

LITTLE = -(1 << 40)


@kernel
def _try(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
    action: int,
) -> int:
    """Return what the position after an action is worth; a push is answered by its worst reply."""
    if A.what(action) == A.PUSH:
        worst = -LITTLE
        target = A.to(action)
        cells = push_cells(state, rules, A.origin(action), target)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            copy_board(state, scratch)
            shift(scratch, faces, target, cell, state[S.FACE + target])
            worst = min(
                worst,
                judge.outlook(scratch, faces, rules, weights, work, choices, quiet, seat),
            )
        return worst
    copy_board(state, scratch)
    scratch[S.TURN_SEAT] = seat
    do_on_board(scratch, faces, rules, work, quiet, action)
    return judge.outlook(scratch, faces, rules, weights, work, choices, quiet, seat)


@kernel
def _pick_best_few(legal: Ints, scratch: Ints, first: int, n: int, few: int) -> int:
    """Put the most promising of the actions first..n-1 in order into BEST; return how many."""
    found = 0
    for i in range(first, n):
        promised = scratch[PROMISES + i]
        if found == few and promised <= scratch[PROMISES + scratch[BEST + few - 1]]:
            continue
        k = found if found < few else few - 1
        while k > 0 and scratch[PROMISES + scratch[BEST + k - 1]] < promised:
            scratch[BEST + k] = scratch[BEST + k - 1]
            k -= 1
        scratch[BEST + k] = i
        if found < few:
            found += 1
    return found


@kernel
def best_action(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    legal: Ints,
    first: int,
    n: int,
    few: int,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
    now: int,
) -> tuple[int, int]:
    """Return the best of the actions first..n-1 and what it gains over doing nothing.

    Battle, discards and the end of the turn are not weighed here.
    """
    best = -1
    gain = LITTLE
    found = _pick_best_few(legal, scratch, first, n, few)
    scratch[FOUND] = 0
    for k in range(found):
        i = scratch[BEST + k]
        if scratch[PROMISES + i] <= LITTLE:
            break
        after = _try(state, faces, rules, weights, scratch, work, choices, quiet, seat, legal[i])
        total = after - now + scratch[PROMISES + i]
        scratch[FOUND] = k + 1
        scratch[GAINS + k] = total
        if total > gain:
            best, gain = legal[i], total
    return best, gain


@kernel
def _note_promises(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    first: int,
    n: int,
    scratch: Ints,
    seat: int,
) -> None:
    """Judge the actions first..n-1 cheaply; a random start breaks ties between equal promises."""
    last = -1  # actions that differ only in facing follow each other and share their ground
    ground = 0
    for i in range(first, n):
        action = legal[i]
        what = A.what(action)
        if what == A.BATTLE or what == A.DISCARD or what == A.END:
            scratch[PROMISES + i] = LITTLE
        elif what == A.PLACE or what == A.MOVE or what == A.MOBILITY or what == A.TRANSPORT:
            face = A.facing(action)
            if what == A.PLACE:
                face += state[S.SEAT + seat * S.SEAT_SIZE + S.HAND + A.slot(action)] * 6
            else:
                face += state[S.FACE + A.origin(action)] // 6 * 6
            if action & A.BUT_FACING != last:
                last = action & A.BUT_FACING
                ground = judge.ground(faces, weights, scratch, face, A.to(action))
                if what != A.PLACE:
                    ground -= _stands(state, faces, weights, scratch, A.origin(action))
            scratch[PROMISES + i] = ground + judge.bearing(
                state, faces, weights, scratch, face, A.to(action)
            )
        else:
            scratch[PROMISES + i] = judge.promise(
                state, faces, rules, weights, scratch, seat, action
            )
    if n - first > 1:
        turn = rng.below(streams, purpose, n - first)
        _rotate(legal, first, n - first, turn)
        _rotate(scratch, PROMISES + first, n - first, turn)


@kernel
def _stands(state: Ints, faces: Rows, weights: Ints, notes: Ints, cell: int) -> int:
    """Return how well the tile on a cell stands there now."""
    face = state[S.FACE + cell]
    ground = judge.ground(faces, weights, notes, face, cell)
    return ground + judge.bearing(state, faces, weights, notes, face, cell)


@kernel
def _rotate(array: Ints, first: int, n: int, turn: int) -> None:
    """Rotate n entries of an array by `turn` places, in place."""
    _reverse(array, first, first + turn)
    _reverse(array, first + turn, first + n)
    _reverse(array, first, first + n)


@kernel
def _reverse(array: Ints, first: int, end: int) -> None:
    """Reverse the entries first..end-1 of an array."""
    end -= 1
    while first < end:
        array[first], array[end] = array[end], array[first]
        first += 1
        end -= 1


@kernel
def place_hq(
    state: Ints,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
) -> int:
    """Choose where the HQ goes: by ring of the board and distance to enemy HQs."""
    seat = state[S.ACTOR]
    best = legal[0]
    best_score = LITTLE
    offset = rng.below(streams, purpose, n)
    centre = DISTANCE.shape[0] // 2
    for i in range(n):
        action = legal[(i + offset) % n]
        cell = A.to(action)
        beside = count(AROUND[cell, ALL_SIDES] & rules[R.BOARD])
        if cell == centre:
            score = weights[P.HQ_CENTRE]
        elif beside == 6:
            score = weights[P.HQ_INNER]
        else:
            score = weights[P.HQ_CORNER] if beside == 3 else weights[P.HQ_EDGE]
        for other in range(rules[R.PLAYERS]):
            hq = state[S.SEAT + other * S.SEAT_SIZE + S.HQ_CELL]
            if rules[R.FOES + seat] >> other & 1 and hq != S.NOBODY:
                score -= weights[P.HQ_NEAR] * DISTANCE[hq, cell]
        if score > best_score:
            best, best_score = action, score
    return best


@kernel
def answer_push(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    legal: Ints,
    n: int,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
) -> int:
    """Choose the cell of a pushed tile: the best outlook, ties by cell order (NSH-DEC-35)."""
    best = legal[0]
    best_worth = LITTLE
    pushed = state[S.PUSHED]
    for i in range(n):
        copy_board(state, scratch)
        shift(scratch, faces, pushed, A.to(legal[i]), state[S.FACE + pushed])
        worth = judge.outlook(scratch, faces, rules, weights, work, choices, quiet, seat)
        if worth > best_worth:
            best, best_worth = legal[i], worth
    return best


@kernel
def act(
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
    seat: int,
) -> int:
    """Choose among the actions of a turn: the best gain, then a battle if it pays, then the end."""
    fight = -1
    end = legal[n - 1]
    scratch[FOUND] = 0
    for i in range(n):
        if A.what(legal[i]) == A.BATTLE:
            fight = legal[i]
    _note_promises(state, faces, rules, weights, streams, purpose, legal, NONE, n, scratch, seat)
    now, fought = _now(state, faces, rules, weights, scratch, work, choices, quiet, seat)
    if fight >= 0 and fought >= weights[P.HQ_DESTROYED] // 2:
        return fight
    few = weights[P.LOOK_AT]
    best, gain = best_action(
        state,
        faces,
        rules,
        weights,
        legal,
        NONE,
        n,
        few,
        scratch,
        work,
        choices,
        quiet,
        seat,
        now,
    )
    if best >= 0 and gain > weights[P.GAIN_TO_ACT]:
        return best
    if fight >= 0 and fought > weights[P.GAIN_TO_FIGHT]:
        return fight
    return end


@kernel
def _now(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
) -> tuple[int, int]:
    """Return the outlook of a position as it is, and what a battle now would gain."""
    copy_board(state, scratch)
    now = judge.outlook(scratch, faces, rules, weights, work, choices, quiet, seat)
    after = judge.value(scratch, faces, rules, weights, seat)
    return now, after - judge.value(state, faces, rules, weights, seat)


@kernel
def sort_hand(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    scratch: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
) -> int:
    """Decide about a redraw, or which tile to discard: the one whose best use gains least."""
    block = S.SEAT + seat * S.SEAT_SIZE
    hand_size = state[block + S.HAND_SIZE]
    far = goes_far(state, faces, rules, work, seat)
    uses = NONE
    for slot in range(hand_size):
        first = uses
        uses = add_uses(state, faces, rules, work, legal, first, seat, slot, far)
        scratch[USES + slot] = uses
        _note_promises(
            state, faces, rules, weights, streams, purpose, legal, first, uses, scratch, seat
        )
    now, fought = _now(state, faces, rules, weights, scratch, work, choices, quiet, seat)
    few = max(1, weights[P.LOOK_AT] // 2)
    worst_slot = NONE
    worst_gain = -LITTLE
    best_gain = LITTLE
    first = NONE
    for slot in range(hand_size):
        row = state[block + S.HAND + slot] * 6
        if faces[row, F.ACTION] == F.BATTLE:
            over = state[S.ENDED_BY] != S.NOBODY
            gain = LITTLE if over else max(weights[P.KEEP_BATTLE], fought)
        else:
            _, gain = best_action(
                state,
                faces,
                rules,
                weights,
                legal,
                first,
                scratch[USES + slot],
                few,
                scratch,
                work,
                choices,
                quiet,
                seat,
                now,
            )
            if faces[row, F.KIND] == F.INSTANT:
                gain = max(gain, weights[P.KEEP_INSTANT])
        first = scratch[USES + slot]
        best_gain = max(best_gain, gain)
        if gain < worst_gain:
            worst_slot, worst_gain = slot, gain
    if state[S.STAGE] == S.REDRAW:
        keep = best_gain > weights[P.GAIN_TO_FIGHT]
        return A.action(A.KEEP if keep else A.REDRAW, NONE, NONE, NONE, NONE)
    return A.action(A.DISCARD, worst_slot, NONE, NONE, NONE)
