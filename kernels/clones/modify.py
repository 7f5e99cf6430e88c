"""What players change about the dice that they have rolled (RLD-DEC-F1, RLD-DEC-F2)."""

import numpy as np
from numpy.typing import NDArray

from kernels.clones import fight_places as F
from kernels.jit import inlined, kernel

Ints = NDArray[np.int64]


@inlined
def _lowest(fight: Ints, side: int, limit: int) -> int:
    """Return the place of the lowest rolled die if it shows at most the limit, else -1."""
    found = -1
    lowest = limit + 1
    for i in range(side + F.ROLLED, side + F.ROLLED + fight[side + F.DICE]):
        if fight[i] < lowest:
            lowest = fight[i]
            found = i
    return found


@kernel
def modify(fight: Ints, side: int) -> None:
    """Change the dice that a side has rolled: reroll, every low die, lowest, one to, one plus.

    Numbers only, never a skull (RLD-PUB-1); each card takes the lowest die that it improves.
    """
    for i in range(fight[side + F.REROLLS]):
        die = _lowest(fight, side, fight[F.REROLL_UP_TO])
        if die >= 0:
            fight[die] = fight[side + F.SPARE + i]
    low = min(fight[side + F.LOW_UP_TO], fight[side + F.LOW_TO] - 1)
    if low > 0:
        for i in range(side + F.ROLLED, side + F.ROLLED + fight[side + F.DICE]):
            if fight[i] <= low:
                fight[i] = fight[side + F.LOW_TO]
    for card in range(side + F.LOWEST_TO, side + F.ONE_PLUS):  # LOWEST_TO, then ONE_TO
        if fight[card] > 0:
            die = _lowest(fight, side, fight[card] - 1)
            if die >= 0:
                fight[die] = fight[card]
    for card in range(side + F.ONE_PLUS, side + F.ONE_PLUS + F.HANDS):
        if fight[card] > 0:
            die = _lowest(fight, side, F.HIGHEST - 1)
            if die >= 0:
                fight[die] = min(fight[die] + fight[card], F.HIGHEST)
