"""Fixed dice: a stream of dice wound on to where it shows what a scenario wants.

Draws are a pure function of seed, game, purpose and their number, so that the dice of a scenario
need no door of their own into the engine: it rolls as it always does. One roll is one draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernels import rng
from kernels.neon import effects as E
from kernels.neon.arena import DICE, PLAYER, PURPOSES, TABLE_DICE
from sim.neon.tables import Ints

_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_STRETCH = 1 << 15  # draws looked through at once
_SIDES = np.uint64(E.FACES)


def purposes() -> list[int]:
    """Return the purposes of all dice: the players', then those of bots and the Automa."""
    return [*range(PLAYER + DICE, PURPOSES, 3), TABLE_DICE]


def wind(streams: rng.Streams, purpose: int, printed: Ints, faces: Sequence[int]) -> None:
    """Wind a stream on, so that the next roll shows some faces in any order."""
    philox: Any = getattr(rng.philox, "py_func", rng.philox)
    seed, game = streams[rng.SEED], streams[rng.GAME]
    start = int(streams[rng.DRAWS + purpose])
    wanted = np.bincount(np.array(faces, np.int64), minlength=4)
    rolls = np.uint64(E.FACES ** len(faces))
    while True:
        numbers = np.arange(start, start + _STRETCH, dtype=np.uint64)
        bits = philox(
            numbers & _LOW,
            np.full(_STRETCH, purpose, np.uint64),
            np.full(_STRETCH, game & _LOW, np.uint64),
            np.full(_STRETCH, game >> _32, np.uint64),
            seed & _LOW,
            seed >> _32,
        )[0]
        sure = (bits * rolls & _LOW) >= rolls  # others may be drawn again
        shown = np.zeros((_STRETCH, 4), np.int64)
        for _ in faces:
            product = bits * _SIDES
            shown[np.arange(_STRETCH), printed[(product >> _32).astype(np.int64)]] += 1
            bits = product & _LOW
        fits = sure & (shown == wanted).all(axis=1)
        if fits.any():
            streams[rng.DRAWS + purpose] = start + int(np.argmax(fits))
            return
        start += _STRETCH
