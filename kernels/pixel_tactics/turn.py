"""From one decision to the next: frames, turns, waves, rounds, games of a series."""

from kernels import rng
from kernels.bits import count
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, life_of
from kernels.pixel_tactics.harm import defeat, lethal_heroes
from kernels.pixel_tactics.setup import deal, reveal
from kernels.pixel_tactics.stack import react
from kernels.pixel_tactics.values import free_kinds, refresh


@kernel
def begin_turn(state: Ints, book: Ints, trace: Ints) -> None:
    """Begin the turn of the active player (PXT-DEC-57)."""
    who = state[S.ACTIVE]
    block = at(who)
    if state[S.CONDITIONAL]:
        state[S.DIRTY] = 1
    refresh(state, book)
    actions = book[B.TURN_ACTIONS] + state[block + S.EXTRA]
    slowed = state[block + S.SLOWED]  # at most 0
    if slowed:
        actions = max(actions + slowed, min(actions, state[block + S.SLOW_LEAST]))
    state[block + S.ACTIONS] = actions
    state[block + S.ORDER_ACTIONS] = 0
    state[block + S.ORDERS] = 0
    state[S.ACTS] = 0
    for what in range(B.ACTION_KINDS):
        state[block + S.USES + what] = 0
    state[block + S.READY] = 0o777
    for cell in range(S.CELLS):
        state[S.USED + who * S.CELLS + cell] = 0
        state[S.ONCE + who * S.CELLS + cell] = 0
    state[S.RESUME] = S.TO_ACT
    T.note(trace, T.TURN_STARTS, who, state[S.ROUND], state[S.WAVE], actions)


@kernel
def begin_wave(state: Ints, book: Ints, trace: Ints) -> None:
    """Begin a wave: the first player's turn comes first (PXT-RND-1)."""
    for who in range(2):
        block = at(who)
        state[block + S.SLOWED] = state[block + S.SLOWED_NEXT]
        state[block + S.SLOWED_NEXT] = 0
    state[S.WAVES] += 1
    state[S.ACTIVE] = state[S.FIRST]
    state[S.SECOND_TURN] = 0
    begin_turn(state, book, trace)


@kernel
def end_turn(state: Ints, book: Ints) -> None:
    """End the turn of the active player, with what happens then (PXT-SEQ-5)."""
    who = state[S.ACTIVE]
    state[at(who) + S.ACTIONS] = 0
    state[S.RESUME] = S.TO_NEXT_TURN
    react(state, book, B.TURN_END, who, S.NONE, S.NONE, S.NONE, S.NO, S.NO, S.NO, S.ANY_OP)


@kernel
def _game_over(state: Ints, book: Ints, streams: rng.Streams, trace: Ints) -> None:
    """Close a game: trophies, and the next game of a series (PXT-SER-1, PXT-SER-2)."""
    state[S.DEPTH] = 0
    winner = state[S.WINNER]
    state[S.ROUNDS] += state[S.ROUND]
    T.note(trace, T.GAME_OVER, winner, state[S.ENDING])
    target = book[B.TARGET]
    if target == 1:
        state[S.STAGE] = S.OVER
        return
    for who in range(2):
        block = at(who)
        state[block + S.OUT] |= 1 << state[block + S.LEADER_CARD]  # PXT-DEC-3
        if winner == who:
            state[block + S.TROPHIES] += 1
        elif winner == S.NONE and state[block + S.TROPHIES] + 1 < target:
            state[block + S.TROPHIES] += 1  # a draw never wins the series (PXT-TIE-2)
    mine, yours = state[at(0) + S.TROPHIES], state[at(1) + S.TROPHIES]
    T.note(trace, T.TROPHIES, mine, yours)
    left = book[B.CHARACTERS_COUNT] - count(state[at(0) + S.OUT])
    capped = state[S.GAME] >= book[B.SERIES_CAP] or left < book[B.LEAST_DECK]
    if max(mine, yours) >= target or capped:
        state[S.STAGE] = S.OVER
        if max(mine, yours) < target:
            state[S.ENDING] = S.SERIES_LIMIT  # PXT-CAP-3
        state[S.WINNER] = S.NONE
        if mine != yours:
            state[S.WINNER] = 0 if mine > yours else 1
        T.note(trace, T.SERIES_OVER, state[S.WINNER], mine, yours)
        return
    # the winner goes first; after a draw he who went second (PXT-DEC-4)
    state[S.STARTER] = 1 - state[S.STARTER] if winner == S.NONE else winner
    deal(state, book, streams)


@kernel
def _casualties(state: Ints, book: Ints, streams: rng.Streams, trace: Ints) -> None:
    """Turn every lethally hit hero, then look at the leaders (PXT-SEQ-6, PXT-END-1)."""
    state[S.CASUALTIES] = 1
    T.note(trace, T.WAVE_ENDS, state[S.ROUND], state[S.WAVE])
    fallen = lethal_heroes(state, book)
    if fallen:
        defeat(state, book, trace, fallen)
    down = 0
    for who in range(2):
        place = who * S.CELLS + S.MIDDLE
        if state[S.DAMAGE + place] >= life_of(state, book, place):
            down |= 1 << who
    state[S.RESUME] = S.TO_NEXT_WAVE
    if not down:
        return
    state[S.ENDING] = S.LEADER_FELL
    if down == 3:
        ours, theirs = count(state[at(0) + S.HEROES]), count(state[at(1) + S.HEROES])
        state[S.ENDING] = S.DRAWN if ours == theirs else S.MORE_HEROES
        state[S.WINNER] = S.NONE if ours == theirs else (0 if ours > theirs else 1)
    else:
        state[S.WINNER] = 1 if down == 1 else 0
    _game_over(state, book, streams, trace)


@kernel
def _next_wave(state: Ints, book: Ints, trace: Ints) -> None:
    """Drop the effects of the wave and go on to the next, or to the end of the round."""
    for place in range(S.OF_THE_WAVE, S.OF_THE_WAVE + 3 * S.PLACES):
        state[place] = 0
    for who in range(2):
        state[at(who) + S.WATCH] = 0
    if state[S.WAVE] < 2:
        state[S.CASUALTIES] = 0
        state[S.WAVE] += 1
        begin_wave(state, book, trace)
    else:
        state[S.RESUME] = S.TO_NEXT_ROUND
        react(state, book, B.ROUND_END, S.NONE, S.NONE, S.NONE, S.NONE, S.NO, S.NO, S.NO, S.ANY_OP)


@kernel
def _next_round(state: Ints, book: Ints, streams: rng.Streams, trace: Ints) -> None:
    """Exchange the player cards and begin the next round (PXT-RND-3)."""
    state[S.CASUALTIES] = 0
    if state[S.ROUND] >= book[B.ROUND_CAP]:
        state[S.WINNER] = S.NONE
        state[S.ENDING] = S.ROUND_LIMIT  # PXT-CAP-1
        _game_over(state, book, streams, trace)
        return
    state[S.ROUND] += 1
    state[S.WAVE] = 0
    state[S.FIRST] = 1 - state[S.FIRST]
    begin_wave(state, book, trace)


@kernel
def go_on(state: Ints, book: Ints, streams: rng.Streams, trace: Ints) -> bool:
    """Go on when nothing is left to resolve; say whether the active player has to act."""
    after = state[S.RESUME]
    if after == S.TO_ACT:
        block = at(state[S.ACTIVE])
        refresh(state, book)
        if (
            state[block + S.ACTIONS]
            or state[block + S.ORDER_ACTIONS]
            or (state[block + S.FREE_KINDS] and free_kinds(state, block))
        ):
            state[S.STAGE] = S.ACT
            state[S.DECIDER] = state[S.ACTIVE]
            return True
        end_turn(state, book)
    elif after == S.TO_NEXT_TURN:
        if state[S.SECOND_TURN]:
            state[S.RESUME] = S.TO_CASUALTIES
            state[S.CASUALTIES] = 1
            react(
                state, book, B.WAVE_END, S.NONE, S.NONE, S.NONE, S.NONE, S.NO, S.NO, S.NO, S.ANY_OP
            )
        else:
            state[S.SECOND_TURN] = 1
            state[S.ACTIVE] = 1 - state[S.ACTIVE]
            begin_turn(state, book, trace)
    elif after == S.TO_CASUALTIES:
        _casualties(state, book, streams, trace)
    elif after == S.TO_NEXT_WAVE:
        _next_wave(state, book, trace)
    elif after == S.TO_NEXT_ROUND:
        _next_round(state, book, streams, trace)
    else:
        reveal(state, book, trace)
        begin_wave(state, book, trace)
    return False
