"""Damage, trophies and defeat (NEON-DMG-1, NEON-DMG-2, NEON-KO-1); entering sectors."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import (
    Ints,
    are_allies,
    at,
    blocks,
    dice_of,
    effect,
    gain,
    is_automa,
    sector_amount,
    token_effect,
)
from kernels.rng import Streams, below


@kernel
def _fall(state: Ints, book: Ints, trace: Ints, block: int, by: int) -> None:
    """Send a defeated fighter to the ship, or out of the game (NEON-KO-1)."""
    own = at(block)
    state[own + S.FIELDS] = 0
    state[own + S.SECTOR] = S.NONE
    out = state[own + S.SIDE] == 1
    if out:
        state[own + S.OUT] = state[S.ROUND]
    if state[S.TURN] == block:
        state[own + S.DONE] = S.HALVES + 1  # the rest of the turn is lost (REC-11.3)
    T.note(trace, T.FELL, block, by, 1 if out else 0)
    if is_automa(book, block):
        return
    state[S.FALLEN] += 1
    entry = S.FALLEN + 2 * state[S.FALLEN] - 1
    state[entry] = block
    state[entry + 1] = by


@kernel
def harm(state: Ints, book: Ints, trace: Ints, block: int, by: int, damage: int) -> None:
    """Deal damage: tokens from the top row down, to whoever caused it (NEON-DMG-1, DMG-2)."""
    own = at(block)
    health = B.AUTOMA_HEALTH if is_automa(book, block) else B.HEALTH
    lost = min(damage, state[own + S.HEALTH])
    if lost <= 0:
        return
    worth = 0
    for _ in range(lost):
        value = book[health + 1 + book[health] - state[own + S.HEALTH]]
        state[own + S.HEALTH] -= 1
        worth += value
        if by != S.NONE and not book[B.ROYALE]:
            state[at(by) + S.TROPHIES + value] += 1
    if by != S.NONE:
        state[at(by) + S.DEALT] += lost
    T.note(trace, T.HURT, block, by, lost, worth)
    if state[own + S.HEALTH] == 0:
        _fall(state, book, trace, block, by)


@kernel
def enter(state: Ints, book: Ints, streams: Streams, trace: Ints, block: int, sector: int) -> None:
    """Enter a sector: what it does on entering, and traps of others (NEON-MOV-2, REC-6)."""
    own = at(block)
    state[own + S.SECTOR] = sector
    T.note(trace, T.MOVED, block, sector)
    gain(state, book, trace, block, sector_amount(state, book, sector, E.GAIN))
    for other in range(blocks(book)):
        if are_allies(book, other, block) or state[at(other) + S.TOKEN_AT] != sector:
            continue
        row = token_effect(state, book, other)
        if row == S.NONE or book[effect(row) + E.LAYS] != E.TRAP:
            continue
        state[at(other) + S.TOKEN_AT] = S.NONE
        face = book[B.DEFENCE_FACES + below(streams, dice_of(state, book, block), E.FACES)]
        T.note(trace, T.TRAPPED, block, other, face)
        if face + E.BLOCK != E.BLOCK and face + E.BLOCK != E.GUARD:
            harm(state, book, trace, block, other, book[effect(row) + E.AMOUNT])
        if state[own + S.SECTOR] != sector:
            return
