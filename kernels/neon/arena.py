"""The ring of sectors, energy, and what is found where."""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T

Ints = NDArray[np.int64]

# purposes of the random streams: those of the table, then three of each player
ARENA, LOOT, UPGRADES, TABLE_DICE = 0, 1, 4, 5
PLAYER = 6
CARDS, DICE, TIES = 0, 1, 2
PURPOSES = PLAYER + 3 * B.SEATS


@inlined
def at(block: int) -> int:
    """Return where the block of a seat or the Automa begins."""
    return block * S.BLOCK_SIZE


@inlined
def effect(row: int) -> int:
    """Return where an effect begins in the book."""
    return B.EFFECT + row * E.EFFECT_SIZE


@inlined
def blocks(book: Ints) -> int:
    """Return how many fight: the seats, and the Automa."""
    return book[B.PLAYERS] + book[B.AUTOMA]


@inlined
def is_automa(book: Ints, block: int) -> bool:
    """Say whether a block is the Automa's."""
    return block == book[B.PLAYERS]


@inlined
def dice_of(state: Ints, book: Ints, block: int) -> int:
    """Return the stream of a fighter's dice."""
    if is_automa(book, block):
        return TABLE_DICE
    return PLAYER + 3 * state[at(block) + S.PLAYER] + DICE


@inlined
def are_allies(book: Ints, one: int, other: int) -> bool:
    """Say whether two blocks are of one team; everybody is his own ally."""
    return book[B.TEAM_OF + one] == book[B.TEAM_OF + other]


@inlined
def beside(state: Ints, sector: int, step: int) -> int:
    """Return the sector some steps round the ring."""
    size = state[S.RING]
    return state[S.RING + 1 + (state[S.PLACE + sector] + step + size) % size]


@inlined
def distance(state: Ints, one: int, other: int) -> int:
    """Return the shorter way round the ring (REC-11.1)."""
    apart = abs(state[S.PLACE + one] - state[S.PLACE + other])
    return min(apart, state[S.RING] - apart)


@kernel
def lower_neighbour(state: Ints, book: Ints, sector: int) -> int:
    """Return the neighbour with the lower number (NEON-AUT-3, NEON-AUT-4)."""
    left, right = beside(state, sector, -1), beside(state, sector, 1)
    left_number = book[B.SECTOR + left * B.SECTOR_SIZE + B.NUMBER]
    right_number = book[B.SECTOR + right * B.SECTOR_SIZE + B.NUMBER]
    return left if left_number < right_number else right


@kernel
def gain(state: Ints, book: Ints, trace: Ints, block: int, energy: int) -> None:
    """Give energy, at most up to the limit (NEON-ENR-1); the Automa has none."""
    if is_automa(book, block) or energy <= 0:
        return
    before = state[at(block) + S.ENERGY]
    state[at(block) + S.ENERGY] = min(before + energy, book[B.MOST_ENERGY])
    T.note(trace, T.GAINED, block, state[at(block) + S.ENERGY] - before)


@kernel
def drain(state: Ints, book: Ints, trace: Ints, block: int, energy: int) -> None:
    """Take energy away, down to 0."""
    if is_automa(book, block):
        return
    lost = min(state[at(block) + S.ENERGY], energy)
    state[at(block) + S.ENERGY] -= lost
    T.note(trace, T.LOST, block, lost)


@kernel
def sector_amount(state: Ints, book: Ints, sector: int, what: int) -> int:
    """Return the sum of an automatic effect of a sector."""
    if sector == S.NONE:
        return 0
    row = B.SECTOR + sector * B.SECTOR_SIZE
    total = 0
    for k in range(book[row + B.COUNT]):
        here = effect(book[row + B.FIRST] + k)
        if book[here + E.WHAT] == what and book[here + E.FORCED]:
            total += book[here + E.AMOUNT]
    return total


@kernel
def token_effect(state: Ints, book: Ints, block: int) -> int:
    """Return the row of a fighter's special token, or NONE."""
    if is_automa(book, block):
        return S.NONE
    row = B.FIGHTERS + B.SPAN * state[at(block) + S.FIGHTER]
    for k in range(book[row + 1]):
        if book[effect(book[row] + k) + E.WHAT] == E.TOKEN:
            return book[row] + k
    return S.NONE


@kernel
def token_amount(state: Ints, book: Ints, sector: int, lays: int, but: int) -> int:
    """Return the sum of what special tokens do in a sector, without those of one block."""
    total = 0
    for block in range(book[B.PLAYERS]):
        if block == but or state[at(block) + S.TOKEN_AT] != sector:
            continue
        row = token_effect(state, book, block)
        if row != S.NONE and book[effect(row) + E.LAYS] == lays:
            total += book[effect(row) + E.AMOUNT]
    return total


@kernel
def upgrade_amount(state: Ints, book: Ints, block: int, when: int, what: int) -> int:
    """Return the sum of an automatic effect of a fighter's upgrade."""
    kind = state[at(block) + S.UPGRADE]
    if kind == S.NONE:
        return 0
    row = B.UPGRADE + B.SPAN * kind
    total = 0
    for k in range(book[row + 1]):
        here = effect(book[row] + k)
        if book[here + E.WHEN] == when and book[here + E.WHAT] == what:
            total += book[here + E.AMOUNT]
    return total
