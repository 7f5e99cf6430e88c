"""Units as bits: who stands before whom, who is in melee, sets of places (PXT-MEL-2, PXT-INT-2)."""

import numpy as np
from numpy.typing import NDArray

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S

Ints = NDArray[np.int64]

VAN, FLANK = 0o7, 0o70
LEADER_BIT = 1 << S.MIDDLE


@inlined
def at(player: int) -> int:
    """Return where a player's block begins."""
    return S.PLAYER + player * S.PLAYER_SIZE


@inlined
def in_truce(state: Ints, book: Ints) -> bool:
    """Whether the truce holds (PXT-TRU-1)."""
    return state[S.ROUND] <= book[B.TRUCE_ROUNDS]


@inlined
def row_of_wave(state: Ints) -> int:
    """Return the cells of the row whose wave it is, as bits (PXT-GEO-1)."""
    return VAN << 3 * state[S.WAVE]


@inlined
def behind(bits: int) -> int:
    """Return the cells behind some cells, in the same columns."""
    return (bits & VAN) << 3 | (bits & VAN) << 6 | (bits & FLANK) << 3


@inlined
def melee(state: Ints, unit: int) -> int:
    """Return the cells of a unit that are in melee, as bits (PXT-MEL-2)."""
    figures = state[at(unit) + S.HEROES] | LEADER_BIT
    return figures & ~behind(figures)


@inlined
def slot_at(state: Ints, place: int) -> int:
    """Return where the slot that a living figure holds stands in the book, or NONE."""
    return state[S.SLOT + place]


@kernel
def slot_of(state: Ints, place: int) -> int:
    """Work out the slot that a living figure holds, or NONE."""
    kind = state[S.KIND + place]
    unit = place // S.CELLS
    if kind == S.LEADER:
        character = state[at(unit) + S.LEADER_AS]
        return B.CHARACTERS + character * B.CHARACTER_SIZE + B.CHARACTER_SLOTS
    if kind == S.HERO:
        character = state[S.CARD + place] % B.CHARACTER_ROOM
        slot = 1 + (place - unit * S.CELLS) // 3
        return B.CHARACTERS + character * B.CHARACTER_SIZE + B.CHARACTER_SLOTS + slot * B.SLOT_SIZE
    return S.NONE


@kernel
def order_slot(character: int) -> int:
    """Return where the order of a character stands in the book."""
    return B.CHARACTERS + character * B.CHARACTER_SIZE + B.CHARACTER_SLOTS + B.O * B.SLOT_SIZE


@inlined
def row_at(number: int) -> int:
    """Return where a row stands in the book."""
    return B.ROWS + number * B.ROW_SIZE


@inlined
def life_of(state: Ints, book: Ints, place: int) -> int:
    """Return the life of a figure or corpse."""
    unit = place // S.CELLS
    if state[S.KIND + place] == S.LEADER:
        character = state[at(unit) + S.LEADER_AS]
        return book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.LEADER_LIFE]
    if state[S.TAKEN + place]:
        return state[S.TAKEN + place]
    character = state[S.CARD + place] % B.CHARACTER_ROOM
    return book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.HERO_LIFE]


@inlined
def spell_at(state: Ints, book: Ints, place: int) -> int:
    """Return the number of the row of a figure's spell, or NONE."""
    slot = slot_at(state, place)
    return S.NONE if slot == S.NONE else book[slot + B.SLOT_SPELL]


@kernel
def _filtered(state: Ints, book: Ints, bits: int, unit: int, filters: int) -> int:
    """Return those of some cells whose state fits the filters that must look at each."""
    found = 0
    while bits:
        cell = lowest(bits)
        bits &= bits - 1
        place = unit * S.CELLS + cell
        if filters & B.HURT and not state[S.HURT + place]:
            continue
        if filters & B.HIT_US and not state[S.HIT_US + place]:
            continue
        if filters & B.HAS_SPELL:
            row = spell_at(state, book, place)
            if row == S.NONE or book[row_at(row) + B.OP] == B.COPY_SPELL:
                continue
        found |= 1 << cell
    return found


@kernel
def set_of(
    state: Ints, book: Ints, sel: int, who: int, place: int, unit_pick: int, line: int, quiet: int
) -> int:
    """Return the places of a SET, as bits; `quiet`: the truce hides the other unit (PXT-DEC-18)."""
    side, kind = book[sel + B.SIDE], book[sel + B.TYPE]
    filters, row = book[sel + B.FILTERS], book[sel + B.ROW_IS]
    found = 0
    for unit in range(2):
        if (side == B.OWN and unit != who) or (side == B.FOE and unit == who):
            continue
        if quiet and unit != who:
            continue
        if filters & B.PICK_UNIT and unit != unit_pick:
            continue
        block = at(unit)
        bits = 0
        if kind == B.HERO or kind == B.FIGURE or kind == B.BODY:
            bits = state[block + S.HEROES]
        if kind == B.LEADER or kind == B.FIGURE:
            bits |= LEADER_BIT
        if kind == B.CORPSE or kind == B.BODY:
            bits |= state[block + S.CORPSES]
        if filters & B.IN_MELEE:
            bits &= melee(state, unit)
        if filters & B.REACH:
            bits &= ~behind(state[block + S.HEROES] | LEADER_BIT)
        if row == B.WAVE_ROW:
            bits &= VAN << 3 * state[S.WAVE]
        elif row:
            bits &= VAN << 3 * (row - 1)
        if filters & B.PICK_ROW:
            bits &= VAN << 3 * line
        if filters & B.PICK_COLUMN:
            bits &= 0o111 << line
        if filters & B.OTHER and place != S.NONE and place // S.CELLS == unit:
            bits &= ~(1 << place % S.CELLS)
        if filters & (B.HURT | B.HIT_US | B.HAS_SPELL):
            bits = _filtered(state, book, bits, unit, filters)
        found |= bits << unit * S.CELLS
    return found


@kernel
def near(state: Ints, ref: int, who: int, place: int) -> int:
    """Return the places of a reference that hangs on where a card stands, as bits (PXT-GEO-2)."""
    if ref == B.OWN_LEADER:
        return 1 << who * S.CELLS + S.MIDDLE
    if ref == B.FOE_LEADER:
        return 1 << (1 - who) * S.CELLS + S.MIDDLE
    if place == S.NONE:
        return 0
    cell = place % S.CELLS
    if ref == B.SELF:
        return 1 << place
    other = S.NONE
    if ref == B.FORE and cell >= 3:
        other = place - 3
    if ref == B.SUPP and cell < 6:
        other = place + 3
    if other != S.NONE and (state[S.KIND + other] == S.HERO or state[S.KIND + other] == S.LEADER):
        return 1 << other
    return 0


@kernel
def covered(state: Ints, book: Ints, sel: int, who: int, place: int) -> int:
    """Return the places that a passive row touches, as bits."""
    if book[sel + B.QUANTIFIER] == B.REFERENCE:
        return near(state, book[sel + B.REF], who, place)
    return set_of(state, book, sel, who, place, S.NO, S.NO, S.NO)


@kernel
def holds(state: Ints, book: Ints, row: int, who: int, place: int, facts: int) -> bool:
    """Whether the conditions of a row are true; `facts` are those of the attack being computed."""
    need, bar = book[row + B.NEED], book[row + B.BAR]
    if not need | bar:
        return True
    if in_truce(state, book):
        facts |= B.IN_TRUCE
    if state[S.FIRST] == who:
        facts |= B.IS_FIRST
    if state[S.WAVE] == 2:
        facts |= B.REAR_WAVE
    if place != S.NONE and place % S.CELLS >= 3 and state[S.KIND + place - 3] == S.CORPSE:
        facts |= B.FRONT_CORPSE
    return facts & need == need and not facts & bar
