"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel

WIDTH = 6
ROWS = 8192

# event, then its figures
TURN_STARTS = 1  # seat, turn number
ACTED = 2  # seat, action
DREW = 3  # seat, level, kind
WORE = 4  # seat, kind, place
SHOT = 5  # seat, target, card kind, shooting dice, value of the assigned die
STRUCK = 6  # seat, target
ROLLED = 7  # seat, faces (three bits each, from the left), 1: shooting dice
LINE = 8  # seat, values of a fight's line (three bits each, from the left), skulls
HURT = 9  # seat, dice damaged, small damage, seat that did it (NONE: nobody)
RELOADED = 10  # seat, by seat
TOKEN = 11  # seat, kind, fame of its team
HEALED = 12  # seat, dice
HEAL_ROLL = 13  # seat, face
TRAP_ROLL = 14  # seat, face, owner, kind
TRAP_SPRUNG = 15  # seat, owner, kind
TOXIC = 16  # seat
EVENT = 17  # kind
PLACED_BOX = 18  # cell, level
PLACED_TOXIN = 19  # cell
PLACED_DOME = 20  # cell
GAME_OVER = 21  # winners as bits, ending
HID = 22  # seat: its lowest die goes back to the reserve
TOOK = 23  # seat, BEACON or level, cell


def new(rows: int = ROWS) -> NDArray[np.int64]:
    """Return an empty trace with room for a game; `rows=0` gives one that records nothing."""
    return np.zeros((rows, WIDTH), np.int64)


@kernel
def _write(trace: NDArray[np.int64], event: int, a: int, b: int, c: int, d: int, e: int) -> None:
    row = trace[0, 0] + 1
    if row < trace.shape[0]:
        trace[0, 0] = row
        trace[row, 0] = event
        trace[row, 1] = a
        trace[row, 2] = b
        trace[row, 3] = c
        trace[row, 4] = d
        trace[row, 5] = e


@inlined
def note(
    trace: NDArray[np.int64], event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """Add one event, where there is a trace and room in it."""
    if trace.shape[0] > 0:
        _write(trace, event, a, b, c, d, e)
