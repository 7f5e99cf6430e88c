"""The dice of a character: reserve, line, slots, damage zone (RLD-DIE-1, RLD-DMG-1)."""

import numpy as np
from numpy.typing import NDArray

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.jit import inlined, kernel

Ints = NDArray[np.int64]

HIGHEST = 5
SKULL = 6  # the face


@inlined
def at(seat: int) -> int:
    """Return where the block of a seat begins."""
    return S.SEAT + seat * S.SEAT_SIZE


@inlined
def available(state: Ints, block: int) -> int:
    """Return how many dice can be assigned now; stunned ones only fight (RLD-DEC-26)."""
    own = state[block + S.RESERVE] - state[block + S.STUNNED]
    return max(0, own) + (1 if state[block + S.BOOST] == S.BOOST_FREE else 0)


@inlined
def assign(state: Ints, block: int, face: int) -> None:
    """Put a die on a slot; the boost die first, as it never joins the line (RLD-DEC-1)."""
    if state[block + S.BOOST] == S.BOOST_FREE:
        state[block + S.BOOST] = S.BOOST_USED
    else:
        state[block + S.RESERVE] -= 1
    if face == SKULL:
        state[block + S.SKULLS] += 1
    else:
        state[block + S.ASSIGNED + face] += 1


@kernel
def return_boost(state: Ints, block: int) -> None:
    """Give the boost die back: it lay on the slot of the lowest value (RLD-DEC-1)."""
    if state[block + S.BOOST] == S.BOOST_USED:
        for value in range(1, HIGHEST + 1):
            if state[block + S.ASSIGNED + value]:
                state[block + S.ASSIGNED + value] -= 1
                break
        else:
            if state[block + S.SKULLS]:
                state[block + S.SKULLS] -= 1
    state[block + S.BOOST] = 0


@inlined
def lowest_on_line(state: Ints, block: int) -> int:
    """Return the lowest value on the line, 0 where it is empty."""
    for value in range(1, HIGHEST + 1):
        if state[block + S.LINE + value]:
            return value
    return 0


@kernel
def damage(state: Ints, book: Ints, seat: int, amount: int) -> int:
    """Move dice into the damage zone in the order of RLD-DMG-1, and return how many."""
    block = at(seat)
    done = 0
    while done < amount and state[block + S.DAMAGED] < book[B.DAMAGE_CELLS]:
        value = lowest_on_line(state, block)
        if value:
            state[block + S.LINE + value] -= 1
        elif state[block + S.RESERVE]:
            state[block + S.RESERVE] -= 1
        else:
            # any assigned die: its owner gives up the lowest (RLD-DEC-2)
            own = 0
            lowest = 0
            for v in range(HIGHEST, 0, -1):
                if state[block + S.ASSIGNED + v]:
                    own += state[block + S.ASSIGNED + v]
                    lowest = v
            own += state[block + S.SKULLS] - (state[block + S.BOOST] == S.BOOST_USED)
            if own <= 0:
                break
            if lowest:
                state[block + S.ASSIGNED + lowest] -= 1
            else:
                state[block + S.SKULLS] -= 1
        state[block + S.DAMAGED] += 1
        done += 1
    return done


@kernel
def heal(state: Ints, seat: int, amount: int) -> int:
    """Move dice from the damage zone to the reserve, and return how many."""
    block = at(seat)
    healed = min(amount, state[block + S.DAMAGED])
    state[block + S.DAMAGED] -= healed
    state[block + S.RESERVE] += healed
    return healed
