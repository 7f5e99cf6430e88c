"""From one decision to the next: the phases of a round, turns, the Automa (NEON-RND-2)."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.aim import turn_order
from kernels.neon.arena import (
    Ints,
    at,
    blocks,
    effect,
    gain,
    token_effect,
    upgrade_amount,
)
from kernels.neon.automa import automa_acts
from kernels.neon.closing import close_sectors
from kernels.neon.fallen import go_on_fallen
from kernels.neon.loot import can_lay, card, keep_seen, lay, take_out
from kernels.neon.payment import ABILITY, payments
from kernels.neon.score import reckon, teams_left
from kernels.neon.setup import draw_cards
from kernels.neon.strike import go_on_attack
from kernels.rng import Streams

_LAST = 1 << 30


@kernel
def ambush_of(state: Ints, book: Ints, block: int) -> int:
    """Return the row of an ability to act first that can be paid now, or NONE (NEON-ABL-6)."""
    own = at(block)
    if state[own + S.SECTOR] == S.NONE:
        return S.NONE  # no abilities on the ship (NEON-RND-9)
    row = B.FIGHTERS + B.SPAN * state[own + S.FIGHTER]
    for k in range(book[row + 1]):
        one = book[row] + k
        ambush = book[effect(one) + E.WHEN] == E.REVEAL
        if ambush and payments(state, book, block, one, ABILITY, S.NONE):
            return one
    return S.NONE


@kernel
def can_lay_token(state: Ints, book: Ints, block: int) -> bool:
    """Say whether a fighter can lay his special token now (NEON-TOK-1)."""
    own = at(block)
    row = token_effect(state, book, block)
    if row == S.NONE or state[own + S.TOKEN_AT] != S.NONE or state[own + S.SECTOR] == S.NONE:
        return False
    return payments(state, book, block, row, ABILITY, S.NONE) != 0


@kernel
def next_in_turn(state: Ints, book: Ints) -> int:
    """Return who acts next: by initiative, ties from the leader clockwise (NEON-RND-5)."""
    best = _LAST
    found = S.NONE
    for block in range(book[B.PLAYERS]):
        own = at(block)
        if state[own + S.OUT] or state[own + S.ACTED]:
            continue
        order = turn_order(state, book, block)
        if order < best:
            best = order
            found = block
    return found


@kernel
def _begin_round(state: Ints, book: Ints, trace: Ints) -> None:
    state[S.ROUND] += 1
    T.note(trace, T.ROUND_STARTS, state[S.ROUND])
    state[S.PHASE] = S.PLANNING
    state[S.ACTING] = 0
    for block in range(blocks(book)):
        own = at(block)
        state[own + S.FIELDS] = 0  # NEON-GRD-3
        state[own + S.UPGRADE_USED] = 0
        state[own + S.ACTED] = 0
        state[own + S.AMBUSH] = 0
        if state[own + S.OUT]:
            state[own + S.TOKEN_AT] = S.NONE  # NEON-TOK-1


@kernel
def _reveal(state: Ints, book: Ints, trace: Ints) -> None:
    """Reveal all rows; whoever defends is in a force field at once (NEON-RND-6, NEON-GRD-1)."""
    for block in range(book[B.PLAYERS]):
        own = at(block)
        if state[own + S.OUT]:
            continue
        for k in range(S.HALVES):
            if state[own + S.ROW + k] & B.DEFENCE:
                state[own + S.FIELDS] += 1
        state[own + S.FIELDS] = min(state[own + S.FIELDS], 2)
        if state[own + S.FIELDS]:
            T.note(trace, T.FIELD, block, state[own + S.FIELDS])
    state[S.PHASE] = S.REVEAL
    state[S.ASKED] = 0


@kernel
def _begin_turn(state: Ints, book: Ints, trace: Ints, block: int) -> None:
    own = at(block)
    state[S.TURN] = block
    state[S.ACTING] += 1
    state[own + S.ACTED] = state[S.ACTING]
    state[own + S.DONE] = 0
    T.note(trace, T.TURN_STARTS, block)
    if state[own + S.TOKEN_AT] != S.NONE:
        state[own + S.TOKEN_AT] = S.NONE  # it comes back (NEON-TOK-1)
        T.note(trace, T.TOKEN_BACK, block)
    gain(state, book, trace, block, upgrade_amount(state, book, block, E.TURN_STARTS, E.GAIN))


@kernel
def _end_turn(state: Ints, book: Ints, streams: Streams) -> None:
    """Discard the row and draw two cards (NEON-RND-7)."""
    own = at(state[S.TURN])
    played = state[own + S.PLAYED]
    state[own + S.DISCARDED] |= played
    state[own + S.PLAYED] = 0
    draw_cards(state, streams, state[S.TURN], 2)
    state[S.TURN] = S.NONE


@kernel
def _check(state: Ints, book: Ints, trace: Ints) -> bool:
    """Say whether the game ends after the actions of a round (NEON-END-1, NEON-END-2)."""
    left = teams_left(state, book)
    over = left & (left - 1) == 0 or state[S.ROUND] >= book[B.ROUNDS]
    if over:
        reckon(state, book, trace)
    return over


@kernel
def _act(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Go on with the action phase; say whether somebody has to decide."""
    block = state[S.TURN]
    if block == S.NONE:
        block = next_in_turn(state, book)
        if block != S.NONE:
            _begin_turn(state, book, trace, block)
            return False
        automa = book[B.PLAYERS]
        if book[B.AUTOMA] and not state[at(automa) + S.OUT] and not state[at(automa) + S.ACTED]:
            automa_acts(state, book, streams, trace)
        else:
            state[S.PHASE] = S.CHECK
        return False
    own = at(block)
    if state[own + S.OUT] or state[own + S.DONE] > S.HALVES:
        _end_turn(state, book, streams)
        return False
    state[S.ACTOR] = block
    if state[own + S.SECTOR] == S.NONE:
        state[S.STAGE] = S.LAND
        return True
    if state[own + S.DONE] < S.HALVES:
        if state[own + S.ROW + state[own + S.DONE]] == B.DEFENCE:
            state[own + S.DONE] += 1
            gain(state, book, trace, block, book[B.DEFENCE_ENERGY])  # NEON-GRD-2
            return False
        state[S.STAGE] = S.ACT
        return True
    if can_lay_token(state, book, block):
        state[S.STAGE] = S.ACT
        return True
    _end_turn(state, book, streams)
    return False


@kernel
def _lay_new(state: Ints, book: Ints, trace: Ints) -> bool:
    """Discard cards that cannot be laid; say whether one is left to decide on (NEON-SRC-5)."""
    block = state[S.NEW_SEAT]
    for k in range(1, state[S.NEW] + 1):
        if can_lay(state, book, block, state[S.NEW + k]):
            state[S.STAGE] = S.LAY
            state[S.ACTOR] = block
            return True
    while state[S.NEW] > 0:
        kind = state[S.NEW + 1]
        take_out(state, S.NEW, kind)
        lay(state, book, trace, block, kind, A.AWAY)
    return False


@kernel
def _ask_ambush(state: Ints, book: Ints) -> bool:
    for block in range(book[B.PLAYERS]):
        if state[at(block) + S.OUT] or state[S.ASKED] >> block & 1:
            continue
        if ambush_of(state, book, block) != S.NONE:
            state[S.STAGE] = S.AMBUSHING
            state[S.ACTOR] = block
            return True
    return False


@kernel
def advance(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Go on to the next decision, or to the end of the game."""
    while state[S.STAGE] != S.OVER:
        if state[S.EXCESS]:
            place = state[S.EXCESS] - 1
            own = at(state[S.NEW_SEAT])
            most = book[card(state[own + S.CARD + place]) + B.MOST]
            if state[own + S.SUPPLIED + place] > most:
                state[S.STAGE] = S.SHED
                state[S.ACTOR] = state[S.NEW_SEAT]
                return
            state[S.EXCESS] = 0
        elif state[S.SEEN] > 0:
            if state[S.SEEN] > state[S.KEEP]:
                state[S.STAGE] = S.DISCARD
                state[S.ACTOR] = state[S.TURN]
                return
            keep_seen(state, state[S.TURN])
        elif state[S.NEW] > 0:
            if _lay_new(state, book, trace):
                return
        elif state[S.ATTACKER] != S.NONE:
            if go_on_attack(state, book, streams, trace):
                return
        elif state[S.FALLEN] > 0:
            if go_on_fallen(state, book, streams, trace):
                return
        elif state[S.PHASE] == S.PLANNING:
            waiting = S.NONE
            for block in range(book[B.PLAYERS]):
                own = at(block)
                if not state[own + S.OUT] and not state[own + S.PLAYED]:
                    waiting = block
                    break
            if waiting != S.NONE:
                state[S.STAGE] = S.PLAN
                state[S.ACTOR] = waiting
                return
            _reveal(state, book, trace)
        elif state[S.PHASE] == S.REVEAL:
            if _ask_ambush(state, book):
                return
            state[S.PHASE] = S.ACTIONS
        elif state[S.PHASE] == S.ACTIONS:
            if _act(state, book, streams, trace):
                return
        elif state[S.PHASE] == S.CHECK:
            for block in range(blocks(book)):
                sector = state[at(block) + S.SECTOR]
                if sector != S.NONE:
                    state[at(block) + S.ROUNDS_IN + sector] += 1
            if not _check(state, book, trace):
                state[S.PHASE] = S.CLOSE
                state[S.CLOSINGS] = S.NONE
        elif close_sectors(state, book, streams, trace):
            return
        elif state[S.FALLEN] == 0 and state[S.CLOSINGS] == 0:
            left = teams_left(state, book)
            if left & (left - 1) == 0:
                reckon(state, book, trace)
            else:
                _begin_round(state, book, trace)
