"""What was decided in a game, read from its trace, to be done once more step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_ROWS = 1 << 17  # more than any game fills


class Deeds:
    """The decisions of one game in order; whoever decided, nobody has to think again."""

    def __init__(self, play: Callable[[Ints], Any], new: Callable[[int], Ints], acted: int) -> None:
        """Play the game with a trace; `acted` is the event of an action, its third entry."""
        trace = new(_ROWS)
        play(trace)
        self._acted = acted
        self._all = [int(row[2]) for row in trace[1 : trace[0, 0] + 1] if row[0] == acted]
        self._next = 0

    def next(self) -> int:
        """Return the next decision."""
        return self._all[self._next]

    def done(self, trace: Ints) -> None:
        """Take in what the decision brought about: what was forced upon it is noted as well."""
        events = trace[1 : trace[0, 0] + 1, 0]
        self._next += int(np.count_nonzero(events == self._acted))
