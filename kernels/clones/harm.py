"""Damage outside fights, reload, and the fame for both (RLD-DMG-2, RLD-REL-1, RLD-REL-2)."""

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.cards import lose_everything, owe_draw
from kernels.clones.dice import Ints, at, damage
from kernels.clones.fame import lay_token
from kernels.jit import kernel


@kernel
def reload(state: Ints, book: Ints, trace: Ints, seat: int, by: int) -> None:
    """Take a character off the map with a full damage zone; `by` may be nobody (NONE).

    What it has built stays; its card is drawn when the action is done (RLD-DEC-21).
    """
    block = at(seat)
    cell = state[block + S.CELL]
    T.note(trace, T.RELOADED, seat, by)
    state[S.BEACONS_AT + cell] += state[block + S.BEACONS]
    state[block + S.BEACONS] = 0
    state[block + S.CELL] = S.NONE
    lose_everything(state, book, block)
    state[block + S.LINE : block + S.SKULLS + 1] = 0
    state[block + S.DAMAGED] = 0
    state[block + S.RESERVE] = book[B.DICE]
    state[block + S.BOOST] = 0
    state[block + S.RELOADS] += 1
    owe_draw(state, seat, book[B.RELOAD_LEVEL], book[B.RELOAD_DRAW], book[B.RELOAD_KEEP])
    if seat == state[S.TURN_SEAT]:
        state[S.RESUME] = S.TO_END_OF_TURN  # RLD-REC-2
        state[S.NEW] = 0
        state[S.WALLS_TO_PLACE] = 0
        state[S.BUILDS_LEFT] = 0
    if by == S.NONE:
        return
    lay_token(state, book, trace, by, B.RELOAD_TOKEN)
    team = book[B.TEAM_OF + by]
    for mate in range(book[B.PLAYERS]):
        with_them = state[at(mate) + S.CELL] == cell
        if mate != by and book[B.TEAM_OF + mate] == team and with_them:
            lay_token(state, book, trace, by, B.SPIRIT_TOKEN)


@kernel
def settle(state: Ints, book: Ints, trace: Ints, seat: int, by: int, dice: int, small: int) -> None:
    """Reckon what a seat has just suffered: reload or fame, and may it answer (RLD-DEC-12)?"""
    block = at(seat)
    if dice or small:
        T.note(trace, T.HURT, seat, dice, small, by)
    if dice == 0:
        return
    if by != S.NONE:
        state[at(by) + S.DEALT] += dice
    if state[block + S.DAMAGED] >= book[B.DAMAGE_CELLS]:
        reload(state, book, trace, seat, by)
        return
    if by != S.NONE:
        lay_token(state, book, trace, by, B.DAMAGE_TOKEN)
    if seat != state[S.TURN_SEAT] and state[block + S.PACK] & book[B.ANY_TIME_ITEMS]:
        state[S.HURT] |= 1 << seat


@kernel
def harm(state: Ints, book: Ints, trace: Ints, seat: int, by: int, amount: int) -> None:
    """Deal damage outside a fight."""
    settle(state, book, trace, seat, by, damage(state, book, seat, amount), 0)
