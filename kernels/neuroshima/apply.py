"""Carrying out an action (NSH-PRC-1 steps 4 to 7)."""

from kernels.bits import lowest
from kernels.hexgrid import ALL_SIDES, AROUND
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.attacks import add_hit
from kernels.neuroshima.battle import bury
from kernels.neuroshima.board import Ints, Rows, occupied, put, shift
from kernels.neuroshima.links import snapshot, sort_tiles
from kernels.neuroshima.medics import absorb
from kernels.neuroshima.moves import push_cells
from kernels.neuroshima.turn import (
    begin_turn,
    discard_if_full,
    end_turn,
    fight,
    lose_from_hand,
    redraw,
)

INSTANT = -1  # the attacker of hits that no tile on the board deals
ONE, LETHAL = 1, 1000  # wounds


@kernel
def strike_from_afar(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    trace: Ints,
    targets: int,
    wounds: int,
) -> None:
    """Deal wounds to tiles at once, outside battle; medics work, armour does not (DEC-38 to 40)."""
    sort_tiles(state, faces, work)
    snapshot(state, faces, rules, work)
    work[W.EXPLODED] = 0
    work[W.UNHITTABLE] = 0
    while targets:
        cell = lowest(targets)
        targets &= targets - 1
        add_hit(work, INSTANT, cell, wounds)
    bury(state, faces, rules, work, trace, absorb(state, faces, rules, work, trace))


@kernel
def _in_blast(state: Ints, faces: Rows, centre: int) -> int:
    """Return the units and modules that an air strike hurts (NSH-AIR-1, NSH-AIR-3)."""
    hurt = 0
    cells = (AROUND[centre, ALL_SIDES] | 1 << centre) & occupied(state)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if faces[state[S.FACE + cell], F.KIND] != F.HQ:
            hurt |= 1 << cell
    return hurt


@kernel
def is_full(state: Ints, rules: Ints) -> bool:
    """Say whether every cell of the main field holds a tile."""
    return rules[R.MAIN_FIELD] & ~occupied(state) == 0


@kernel
def do_on_board(
    state: Ints, faces: Rows, rules: Ints, work: Ints, trace: Ints, action: int
) -> None:
    """Carry out the effect of an action on the board: all but battle, push and hand."""
    what = A.what(action)
    to = A.to(action)
    seat = state[S.TURN_SEAT]
    if what == A.PLACE:
        kind = state[S.SEAT + seat * S.SEAT_SIZE + S.HAND + A.slot(action)]
        put(state, faces, to, kind * 6 + A.facing(action), seat)
    elif what == A.MOVE or what == A.MOBILITY or what == A.TRANSPORT:
        origin = A.origin(action)
        kind = state[S.FACE + origin] // 6
        shift(state, faces, origin, to, kind * 6 + A.facing(action))
        if what == A.MOBILITY:
            state[S.MOVED + to] |= S.BY_MOBILITY
        elif what == A.TRANSPORT:
            state[S.MOVED + to] |= S.BY_TRANSPORT
    elif what == A.SNIPER:
        strike_from_afar(state, faces, rules, work, trace, 1 << to, ONE)
    elif what == A.GRENADE:
        strike_from_afar(state, faces, rules, work, trace, 1 << to, LETHAL)
    elif what == A.AIRSTRIKE:
        blast = _in_blast(state, faces, to)
        strike_from_afar(state, faces, rules, work, trace, blast, ONE)


@kernel
def apply(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    action: int,
) -> None:
    """Carry out a legal action and go on to the next decision."""
    what = A.what(action)
    seat = state[S.ACTOR]
    T.note(trace, T.ACTED, seat, action)
    if what == A.PLACE_HQ:
        block = S.SEAT + seat * S.SEAT_SIZE
        put(state, faces, A.to(action), state[block + S.HAND] * 6, seat)
        state[block + S.HAND_SIZE] = 0
        if seat + 1 < rules[R.PLAYERS]:
            state[S.ACTOR] = seat + 1
        else:
            begin_turn(state, faces, rules, trace, rules[R.ORDER])
        return
    if what == A.REDRAW:
        redraw(state, faces, rules, trace)
        return
    if what == A.KEEP:
        discard_if_full(state, rules)
        return
    if what == A.DISCARD:
        lose_from_hand(state, A.slot(action))
        state[S.STAGE] = S.ACT
        return
    if what == A.END:
        end_turn(state, faces, rules, work, choices, trace)
        return
    if what == A.BATTLE:
        lose_from_hand(state, A.slot(action))
        fight(state, faces, rules, work, choices, trace, T.BY_TILE)
        if state[S.STAGE] != S.OVER:
            end_turn(state, faces, rules, work, choices, trace)
        return
    was_full = is_full(state, rules)
    if what == A.PUSH:
        lose_from_hand(state, A.slot(action))
        state[S.USED] += 1
        state[S.PUSHER] = A.origin(action)
        state[S.PUSHED] = A.to(action)
        cells = push_cells(state, rules, A.origin(action), A.to(action))
        if cells & (cells - 1):
            state[S.STAGE] = S.ANSWER_PUSH
            state[S.ACTOR] = state[S.OWNER + A.to(action)]
            return
        shift(state, faces, A.to(action), lowest(cells), state[S.FACE + A.to(action)])
    elif what == A.ANSWER:
        pushed = state[S.PUSHED]
        shift(state, faces, pushed, A.to(action), state[S.FACE + pushed])
        state[S.STAGE] = S.ACT
        state[S.ACTOR] = state[S.TURN_SEAT]
    else:
        do_on_board(state, faces, rules, work, trace, action)
        if what != A.MOBILITY and what != A.TRANSPORT:
            lose_from_hand(state, A.slot(action))
            state[S.USED] += 1
    if not was_full and is_full(state, rules):
        fight(state, faces, rules, work, choices, trace, T.BY_FULL_BOARD)
        if state[S.STAGE] != S.OVER:
            end_turn(state, faces, rules, work, choices, trace)
