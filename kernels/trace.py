"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison. What
the rows mean stands in each game's own `trace`.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel

WIDTH = 6  # the event, then its figures
ROWS = 16384


def new(rows: int = ROWS) -> NDArray[np.int64]:
    """Return an empty trace with room for a game; `rows=0` gives one that records nothing."""
    return np.zeros((rows, WIDTH), np.int64)


@kernel
def _write(
    trace: NDArray[np.int64],
    event: int,
    a: np.int64,
    b: np.int64,
    c: np.int64,
    d: np.int64,
    e: np.int64,
) -> None:
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
        # the same types every time: compiled once
        _write(trace, event, np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e))
