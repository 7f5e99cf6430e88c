"""The course of the game: drawing, the end of turns, battles and the end (PRC-1, PRC-3)."""

from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import Ints, Rows


@kernel
def _draw(state: Ints, rules: Ints, trace: Ints, seat: int, hand_size: int) -> None:
    """Draw up to a hand of this size; a draw that empties the pile brings the end near (DEC-46)."""
    block = S.SEAT + seat * S.SEAT_SIZE
    while state[block + S.HAND_SIZE] < hand_size and state[block + S.PILE_SIZE] > 0:
        state[block + S.PILE_SIZE] -= 1
        kind = state[S.PILES + seat * S.PILE_ROOM + state[block + S.PILE_SIZE]]
        state[block + S.HAND + state[block + S.HAND_SIZE]] = kind
        state[block + S.HAND_SIZE] += 1
        T.note(trace, T.DRAWN, seat, kind)
        if state[block + S.PILE_SIZE] == 0 and state[S.ENDED_BY] == S.NOBODY:
            state[S.ENDED_BY] = seat
            state[S.TURNS_LEFT] = _survivors(state, rules)
            T.note(trace, T.END_NEAR, seat)


@kernel
def _survivors(state: Ints, rules: Ints) -> int:
    """Return how many players are still in the game."""
    n = 0
    for seat in range(rules[R.PLAYERS]):
        n += state[S.SEAT + seat * S.SEAT_SIZE + S.ALIVE]
    return n


@kernel
def _hand_to_draw_to(state: Ints, rules: Ints) -> int:
    """Return how many tiles the seat on turn may hold after drawing (NSH-STA-2 to STA-4)."""
    if state[S.TURN_NUMBER] <= rules[R.PLAYERS]:
        return rules[R.FIRST_DRAW + state[S.TURN_SEAT]]
    return rules[R.FULL_HAND]


@kernel
def _after_drawing(state: Ints, faces: Rows, rules: Ints) -> None:
    """Set the stage by what the hand holds: redraw, compulsory discard, or act."""
    seat = state[S.TURN_SEAT]
    block = S.SEAT + seat * S.SEAT_SIZE
    held = state[block + S.HAND_SIZE]
    only_instants = held > 0
    for slot in range(held):
        if faces[state[block + S.HAND + slot] * 6, F.KIND] != F.INSTANT:
            only_instants = False
    barred = state[S.TIE] and state[block + S.PILE_WAS_EMPTY]
    if only_instants and not barred:
        state[S.STAGE] = S.REDRAW
    else:
        discard_if_full(state, rules)


@kernel
def discard_if_full(state: Ints, rules: Ints) -> None:
    """Ask for the compulsory discard when the hand is full (NSH-TRN-2, NSH-DEC-41)."""
    block = S.SEAT + state[S.TURN_SEAT] * S.SEAT_SIZE
    full = state[block + S.HAND_SIZE] >= rules[R.FULL_HAND]
    state[S.STAGE] = S.DISCARD if full else S.ACT


@kernel
def begin_turn(state: Ints, faces: Rows, rules: Ints, trace: Ints, seat: int) -> None:
    """Start a turn: draw, and find out what the player has to do first."""
    block = S.SEAT + seat * S.SEAT_SIZE
    state[S.TURN_NUMBER] += 1
    state[S.TURN_SEAT] = seat
    state[S.ACTOR] = seat
    state[S.USED] = 0
    state[S.MOVED : S.MOVED + S.CELLS] = 0
    state[block + S.PILE_WAS_EMPTY] = 1 if state[block + S.PILE_SIZE] == 0 else 0
    T.note(trace, T.TURN_STARTS, seat, state[S.TURN_NUMBER])
    _draw(state, rules, trace, seat, _hand_to_draw_to(state, rules))
    _after_drawing(state, faces, rules)


@kernel
def redraw(state: Ints, faces: Rows, rules: Ints, trace: Ints) -> None:
    """Discard the whole hand and draw anew (NSH-BAD-1)."""
    seat = state[S.TURN_SEAT]
    T.note(trace, T.REDREW, seat)
    state[S.SEAT + seat * S.SEAT_SIZE + S.HAND_SIZE] = 0
    state[S.REDRAWS] += 1
    _draw(state, rules, trace, seat, _hand_to_draw_to(state, rules))
    _after_drawing(state, faces, rules)


@kernel
def lose_from_hand(state: Ints, slot: int) -> None:
    """Take a tile out of the hand of the seat on turn."""
    block = S.SEAT + state[S.TURN_SEAT] * S.SEAT_SIZE
    last = state[block + S.HAND_SIZE] - 1
    for k in range(slot, last):
        state[block + S.HAND + k] = state[block + S.HAND + k + 1]
    state[block + S.HAND_SIZE] = last


@kernel
def _finish(state: Ints, trace: Ints, winner: int, ending: int) -> None:
    """End the game."""
    state[S.STAGE] = S.OVER
    state[S.WINNER] = winner
    state[S.ENDING] = ending
    T.note(trace, T.GAME_OVER, winner, ending)


@kernel
def fight(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    reason: int,
) -> None:
    """Fight a battle started in the turn of the seat on turn, and end the game if an HQ fell."""
    state[S.BATTLES] += 1
    if reason == T.BY_FULL_BOARD:
        state[S.FULL_BATTLES] += 1
    T.note(trace, T.BATTLE_STARTS, state[S.TURN_SEAT], reason)
    battle(state, faces, rules, work, choices, trace, state[S.TURN_SEAT])
    T.note(trace, T.BATTLE_ENDS)
    standing = 0
    winner = S.NOBODY
    for seat in range(rules[R.PLAYERS]):
        block = S.SEAT + seat * S.SEAT_SIZE
        if state[block + S.POINTS] > 0:
            standing += 1
            winner = seat
        else:
            state[block + S.ALIVE] = 0
    if standing == 0:
        _finish(state, trace, S.DRAW, S.BOTH_DESTROYED)
    elif standing == 1:
        _finish(state, trace, winner, S.HQ_DESTROYED)


@kernel
def _leader(state: Ints, rules: Ints) -> int:
    """Return the seat with the most HQ points, or DRAW where the lead is shared (NSH-WIN-4)."""
    best = -1
    leader = S.DRAW
    for seat in range(rules[R.PLAYERS]):
        points = state[S.SEAT + seat * S.SEAT_SIZE + S.POINTS]
        if points > best:
            best, leader = points, seat
        elif points == best:
            leader = S.DRAW
    return leader


@kernel
def _next_seat(state: Ints, rules: Ints) -> int:
    """Return the surviving seat whose turn comes next."""
    seat = state[S.TURN_SEAT]
    for _ in range(rules[R.PLAYERS]):
        seat = (seat + 1) % rules[R.PLAYERS]
        if state[S.SEAT + seat * S.SEAT_SIZE + S.ALIVE]:
            break
    return seat


@kernel
def end_turn(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
) -> None:
    """Go on after a turn: the next one, or the last battles and the reckoning (NSH-PRC-3)."""
    if state[S.ENDED_BY] != S.NOBODY:
        state[S.TURNS_LEFT] -= 1
        if state[S.TURNS_LEFT] == 0:
            tie = state[S.TIE]
            reason = T.AFTER_TIE if tie else T.FINAL
            fight(state, faces, rules, work, choices, trace, reason)
            if state[S.STAGE] == S.OVER:
                return
            leader = _leader(state, rules)
            if leader != S.DRAW:
                _finish(state, trace, leader, S.ON_POINTS_AFTER_TIE if tie else S.ON_POINTS)
                return
            if tie:
                _finish(state, trace, S.DRAW, S.LEVEL)
                return
            state[S.TIE] = 1
            state[S.TURNS_LEFT] = _survivors(state, rules)
            T.note(trace, T.TIED)
    begin_turn(state, faces, rules, trace, _next_seat(state, rules))
