"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import kernel

WIDTH = 6
ROWS = 8192

# event, then its figures
PHASE = 1  # initiative
HIT = 2  # attacker cell (-1: an instant), target cell, wounds
ABSORBED = 3  # medic cell, patient cell, attacker cell
EXPLODED = 4  # cell
CONVERTED = 5  # cell, direction, 1 if a shot becomes a blow
REMOVED = 6  # cell, face, owner
HQ_POINTS = 7  # seat, points left
TURN_STARTS = 8  # seat, turn number
DRAWN = 9  # seat, kind
ACTED = 10  # seat, action
BATTLE_STARTS = 11  # seat, reason: BY_TILE, BY_FULL_BOARD, FINAL, AFTER_TIE
BATTLE_ENDS = 12
END_NEAR = 13  # seat that drew its last tile
GAME_OVER = 14  # winners (seats as bits), ending
TIED = 15
REDREW = 16  # seat
LEFT_THE_GAME = 17  # seat whose HQ fell; its tiles leave after the battle
POINTS_WON = 18  # seat, points won so far

BY_TILE, BY_FULL_BOARD, FINAL, AFTER_TIE = 0, 1, 2, 3


def new(rows: int = ROWS) -> NDArray[np.int64]:
    """Return an empty trace with room for a game; `rows=0` gives one that records nothing."""
    return np.zeros((rows, WIDTH), np.int64)


@kernel
def note(
    trace: NDArray[np.int64], event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Add one event, where there is a trace and room in it."""
    if trace.shape[0] == 0:
        return
    row = trace[0, 0] + 1
    if row < trace.shape[0]:
        trace[0, 0] = row
        trace[row, 0] = event
        trace[row, 1] = a
        trace[row, 2] = b
        trace[row, 3] = c
        trace[row, 4] = d
