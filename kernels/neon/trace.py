"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel

WIDTH = 6
ROWS = 8192

# event, then its figures
ROUND_STARTS = 1  # round
PLANNED = 2  # seat, upper card, lower card, how (as in the action)
TURN_STARTS = 3  # block
ACTED = 4  # block, action
DREW = 5  # block, kind
LAID = 6  # block, kind, how
ROLLED = 7  # block, attack dice by face (three bits each), 1: again, how many of them
DEFENDED = 8  # block or BOT_TARGET + sector, defence dice by face, 1: again, how many
PAID = 9  # block, effect, payment
GAINED = 10  # block, energy
LOST = 11  # block, energy
HURT = 12  # block, by block (NONE: nobody), damage, value of the tokens
FELL = 13  # block, by block (NONE: nobody), 1: eliminated
MOVED = 14  # block, sector
TRAPPED = 15  # block, owner, face
BOT_TAKEN = 16  # block, kind
UPGRADED = 17  # block, kind
LEADS = 18  # block
CLOSED = 19  # sector
TOKEN_LAID = 20  # block, sector
TOKEN_BACK = 21  # block
FIELD = 22  # block, tokens
FAILED = 23  # block: an attack without damage
TARGETED = 24  # block or BOT_TARGET + sector, by block, attack dice
DISCARDED = 25  # block, kind
GAME_OVER = 26  # winners as bits, ending


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
