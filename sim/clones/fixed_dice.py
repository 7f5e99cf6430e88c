"""Fixed dice: a player's stream of dice wound on to where it shows what a scenario wants.

Draws are a pure function of seed, game, purpose and their number, so that the dice of a scenario
need no door of their own into the engine: it rolls as it always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.clones import book as B
from kernels.clones.cards import DICE, PLAYER
from sim.clones.tables import Ints

_LOW = np.uint64(0xFFFFFFFF)
_STRETCH = 1 << 16  # draws looked through at once
_FACES = 6
_NO_FACE = 0


def purpose_of(player: int) -> int:
    """Return the purpose of a player's dice."""
    return PLAYER + 2 * player + DICE


def draws(streams: rng.Streams, player: int) -> int:
    """Return how many dice a player has rolled."""
    return int(streams[rng.DRAWS + purpose_of(player)])


def wind(streams: rng.Streams, book: Ints, player: int, faces: Sequence[int]) -> None:
    """Wind the dice of a player on, so that the next ones show some faces."""
    purpose = purpose_of(player)
    printed = np.append(book[B.FACES : B.FACES + _FACES], _NO_FACE)
    start = draws(streams, player)
    while True:
        shown = printed[_indices(streams, purpose, start, _STRETCH + len(faces))]
        fits = np.ones(_STRETCH, bool)
        for k, face in enumerate(faces):
            fits &= shown[k : k + _STRETCH] == face
        if fits.any():
            streams[rng.DRAWS + purpose] = start + int(np.argmax(fits))
            return
        start += _STRETCH


def _indices(streams: rng.Streams, purpose: int, first: int, count: int) -> NDArray[np.int64]:
    """Return what `rng.below` draws for six faces, for many draws at once; 6 if it may redraw."""
    philox: Any = getattr(rng.philox, "py_func", rng.philox)
    seed, game = streams[rng.SEED], streams[rng.GAME]
    numbers = np.arange(first, first + count, dtype=np.uint64)
    same = np.full(count, game & _LOW, np.uint64)
    words = philox(
        numbers & _LOW,
        np.full(count, purpose, np.uint64),
        same,
        np.full(count, game >> np.uint64(32), np.uint64),
        seed & _LOW,
        seed >> np.uint64(32),
    )[0]
    products = words * np.uint64(_FACES)
    indices: NDArray[np.int64] = (products >> np.uint64(32)).astype(np.int64)
    indices[products & _LOW < _FACES] = _FACES
    return indices
