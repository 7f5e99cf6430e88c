"""The course of the game: drawing, the end of turns, battles and the end (PRC-1, PRC-3)."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import Ints, Rows
from kernels.neuroshima.verdict import decided, leaders, survivors


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
            state[S.WAITING] = survivors(state, rules)
            T.note(trace, T.END_NEAR, seat)


@kernel
def _hand_to_draw_to(state: Ints, rules: Ints) -> int:
    """Return how many tiles the seat on turn may hold after drawing (NSH-STA-2, NSH-DEC-54)."""
    if state[S.SLOT] < rules[R.ROUND]:
        return rules[R.FIRST_DRAW + state[S.SLOT]]
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
def _finish(state: Ints, trace: Ints, winners: int, ending: int) -> None:
    """End the game."""
    state[S.STAGE] = S.OVER
    state[S.WINNERS] = winners
    state[S.ENDING] = ending
    T.note(trace, T.GAME_OVER, winners, ending)


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
    """Fight a battle started in the turn of the seat on turn, and end the game if it decided it."""
    state[S.BATTLES] += 1
    if reason == T.BY_FULL_BOARD:
        state[S.FULL_BATTLES] += 1
    T.note(trace, T.BATTLE_STARTS, state[S.TURN_SEAT], reason)
    battle(state, faces, rules, work, choices, trace, state[S.TURN_SEAT])
    T.note(trace, T.BATTLE_ENDS)
    winners, ending = decided(state, rules)
    for seat in range(rules[R.PLAYERS]):
        block = S.SEAT + seat * S.SEAT_SIZE
        if state[block + S.POINTS] == 0:
            state[block + S.ALIVE] = 0
    if winners:
        _finish(state, trace, winners, ending)


@kernel
def _next_seat(state: Ints, rules: Ints) -> int:
    """Go on in the order of turns and return the surviving seat whose turn comes next."""
    seat = state[S.TURN_SEAT]
    for _ in range(rules[R.ROUND]):
        state[S.SLOT] += 1
        seat = rules[R.ORDER + state[S.SLOT] % rules[R.ROUND]]
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
        state[S.WAITING] &= survivors(state, rules) & ~(1 << state[S.TURN_SEAT])
        if state[S.WAITING] == 0:
            tie = state[S.TIE]
            reason = T.AFTER_TIE if tie else T.FINAL
            fight(state, faces, rules, work, choices, trace, reason)
            if state[S.STAGE] == S.OVER:
                return
            ahead = leaders(state, rules, rules[R.BY_DAMAGE])
            if ahead & ~rules[R.TEAM + lowest(ahead)] == 0:
                ending = S.ON_POINTS_AFTER_TIE if tie else S.ON_POINTS
                if rules[R.ENOUGH]:
                    ending = S.MOST_WON_AFTER_TIE if tie else S.MOST_WON
                _finish(state, trace, ahead, ending)
                return
            if tie:
                _finish(state, trace, ahead, S.LEVEL)
                return
            state[S.TIE] = 1
            state[S.WAITING] = survivors(state, rules)
            T.note(trace, T.TIED)
    begin_turn(state, faces, rules, trace, _next_seat(state, rules))
