"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel

WIDTH = 6
ROWS = 16384

# event, then its figures
TURN_STARTS = 1  # seat, turn number
ACTED = 2  # seat, action, kind of the module, stage
MOVED = 3  # seat, area
COLLIDED = 4  # seat, with seat
HURT = 5  # seat, damage, source seat or NONE
LOST = 6  # seat, kind, seat that gets it or NONE
HEATED = 7  # seat, kind
COOLED = 8  # seat, kind, NONE the central module
MINE = 9  # seat that steps on it, owner, 1 strong, area
EXPLODED = 10  # area
PICKED = 11  # seat, kind
REFILLED = 12  # area, kind
TURNED = 13  # seat, facing
REINFORCED = 14  # seat, 1 reinforced or 0 normal
BOXED = 15  # area, kind
GAME_OVER = 16  # winners as bits, ending
COOLED_ALL = 17  # seat
NOTED = 18  # seat, damage
AFTER_TURN = 19  # seat


def new(rows: int = ROWS) -> NDArray[np.int64]:
    """Return an empty trace with room for a game; `rows=0` gives one that records nothing."""
    return np.zeros((rows, WIDTH), np.int64)


@kernel
def _write(trace: NDArray[np.int64], event: int, a: int, b: int, c: int, d: int) -> None:
    row = trace[0, 0] + 1
    if row < trace.shape[0]:
        trace[0, 0] = row
        trace[row, 0] = event
        trace[row, 1] = a
        trace[row, 2] = b
        trace[row, 3] = c
        trace[row, 4] = d


@inlined
def note(
    trace: NDArray[np.int64], event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Add one event, where there is a trace and room in it."""
    if trace.shape[0] > 0:
        _write(trace, event, a, b, c, d)
