"""Quick picks: how choices are made that are only imagined."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import LEADER_BIT, Ints, at, life_of


@kernel
def _weakest(state: Ints, book: Ints, places: int) -> int:
    """Return the place whose card has the least life left, lethally hit ones last."""
    best, found = 1 << 20, lowest(places)
    while places:
        place = lowest(places)
        places &= places - 1
        left = life_of(state, book, place) - state[S.DAMAGE + place]
        if left <= 0:
            left += 1 << 10
        if left < best:
            best, found = left, place
    return found


@kernel
def _sorest(state: Ints, places: int) -> int:
    """Return the place with the most damage."""
    most, found = -1, lowest(places)
    while places:
        place = lowest(places)
        places &= places - 1
        if state[S.DAMAGE + place] > most:
            most, found = state[S.DAMAGE + place], place
    return found


@kernel
def _line(state: Ints, who: int, kind: int) -> int:
    """Return the row or column where the other has most more heroes."""
    best, found = -100, 0
    for line in range(3):
        bits = 0o7 << 3 * line if kind == S.P_ROW else 0o111 << line
        gain = count(state[at(1 - who) + S.HEROES] & bits) - count(state[at(who) + S.HEROES] & bits)
        if gain > best:
            best, found = gain, line
    return found


@kernel
def quick(state: Ints, book: Ints) -> int:
    """Return the pick of somebody who does not think long: for what is only imagined."""
    who = state[S.DECIDER]
    options, op = state[S.OPTIONS], state[S.PICK_FOR]
    mine = options & 0o777 << who * S.CELLS
    yours = options & 0o777 << (1 - who) * S.CELLS
    stop = options >> S.P_STOP & 1
    if op == B.REDIRECT:
        return S.P_STOP
    if options >> S.P_YES & 1:
        return S.P_YES
    if options >> S.P_ROW & 7:
        return S.P_ROW + _line(state, who, S.P_ROW)
    if options >> S.P_COLUMN & 7:
        return S.P_COLUMN + _line(state, who, S.P_COLUMN)
    if options >> S.P_UNIT & 3 == 3:
        return S.P_UNIT + 1 - who
    attacks = (options >> S.P_MELEE | options >> S.P_RANGED) & 0o777
    if attacks:
        cell = S.MIDDLE
        if not attacks & LEADER_BIT:
            base = (1 - who) * S.CELLS
            cell = _weakest(state, book, attacks << base) - base
        ranged = S.P_RANGED + cell
        return ranged if options >> ranged & 1 else S.P_MELEE + cell
    if state[S.CHARACTER_OPTIONS]:
        return S.P_CHARACTER + lowest(state[S.CHARACTER_OPTIONS])
    if op == B.HEAL or op == B.MOVE_DAMAGE:
        if mine:
            return _sorest(state, mine)
        if stop:
            return S.P_STOP
        return lowest(options)
    if op == B.DAMAGE or op == B.DEFEAT or op == B.BOUNCE:
        if yours:
            return _weakest(state, book, yours)
        if stop:
            return S.P_STOP
        return _sorest(state, mine)
    if op == B.BOOST or op == B.REVIVE or op == B.GRANT or op == B.COPY_SPELL:
        if mine:
            return lowest(mine)
        return S.P_STOP if stop else lowest(options)
    if op == B.RETARGET:
        heroes = mine & ~(LEADER_BIT << who * S.CELLS)
        return lowest(heroes) if heroes else lowest(mine)
    return lowest(options)
