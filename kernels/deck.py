"""Shuffling piles."""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import kernel
from kernels.rng import Streams, below


@kernel
def shuffle(pile: NDArray[np.int64], first: int, size: int, streams: Streams, purpose: int) -> None:
    """Shuffle `size` entries of an array from index `first` on (Fisher-Yates)."""
    for i in range(size - 1, 0, -1):
        j = below(streams, purpose, i + 1)
        pile[first + i], pile[first + j] = pile[first + j], pile[first + i]
