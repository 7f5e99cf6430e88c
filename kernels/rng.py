"""Counter-based random numbers: Philox4x32-10 (Salmon et al. 2011).

A draw is a pure function of (seed, game, purpose, number of the draw), so games can be played in
any order, on any thread, and a purpose that draws more often disturbs no other.
`streams` is the whole state of one game: [seed, game, draws made for purpose 0, 1, …].
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import kernel

Streams = NDArray[np.uint64]

SEED, GAME, DRAWS = 0, 1, 2

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


def new_streams(purposes: int) -> Streams:
    """Return room for the streams of one game."""
    return np.zeros(DRAWS + purposes, np.uint64)


@kernel
def start(streams: Streams, seed: int, game: int) -> None:
    """Set every stream of a game to its first draw."""
    streams[:] = 0
    streams[SEED] = np.uint64(seed)
    streams[GAME] = np.uint64(game)


@kernel
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Return the four 32-bit words of one Philox4x32-10 block."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _32) ^ c1 ^ k0, p1 & _LOW, (p0 >> _32) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@kernel
def word(streams: Streams, purpose: int) -> int:
    """Return the next 32 random bits of a purpose."""
    draw = streams[DRAWS + purpose]
    streams[DRAWS + purpose] = draw + np.uint64(1)
    game = streams[GAME]
    seed = streams[SEED]
    block = philox(
        draw & _LOW, np.uint64(purpose), game & _LOW, game >> _32, seed & _LOW, seed >> _32
    )
    return block[0]


@kernel
def skip(streams: Streams, purpose: int) -> None:
    """Leave out a draw of a purpose, as if there had been only one thing to draw from."""
    streams[DRAWS + purpose] += np.uint64(1)


@kernel
def below(streams: Streams, purpose: int, n: int) -> int:
    """Return a random integer from 0 to n - 1, each equally likely (Lemire's method)."""
    size = np.uint64(n)
    product = word(streams, purpose) * size
    low = product & _LOW
    if low < size:
        threshold = (np.uint64(0x100000000) - size) % size
        while low < threshold:
            product = word(streams, purpose) * size
            low = product & _LOW
    return np.int64(product >> _32)
