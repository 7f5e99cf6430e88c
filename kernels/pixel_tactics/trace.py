"""The record of a game for replays: rows of integers, written only when somebody reads along.

Row 0 holds the number of rows in its first entry. A trace without rows costs one comparison.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel

WIDTH = 6
ROWS = 16384

# event, then its figures; places are absolute, cards physical
GAME_STARTS = 1  # number in the series, first player, leader characters of both
TURN_STARTS = 2  # player, round, wave, actions
ACTED = 3  # player, action
STRIKES = 4  # attacking card, target place, 0 melee or 1 ranged, strength
HURT = 5  # place, tokens, card, by card (NONE: no card)
HEALED = 6  # place, tokens, card
MOVED_TOKENS = 7  # from place, to place, tokens
FELL = 8  # place, card
ROSE = 9  # place, card
RECRUITED = 10  # place, card
LEFT_PLAY = 11  # place, card, 0 to the discard, 1 to the hand
MOVED = 12  # card, from place, to place
DREW = 13  # player, card
DISCARDED = 14  # player, card
REACTS = 15  # player, card (of a reaction or effect), row
CASTS = 16  # player, card
ORDER_RUNS = 17  # player, card
REDIRECTED = 18  # from place, to place
RETARGETED = 19  # new target place
MORE_ACTIONS = 20  # player, number, 1: orders only, 2: next wave
LEVEL = 21  # player, markers
BOOSTED = 22  # place, bonus, card
WAVE_ENDS = 23  # round, wave
GAME_OVER = 24  # winner (NONE: draw), ending
SERIES_OVER = 25  # winner (NONE: draw), trophies of both
TROPHIES = 26  # of player 0, of player 1
FAILED = 27  # attacking card
FOUND = 28  # player, card: taken from the deck by name


def new(rows: int = ROWS) -> NDArray[np.int64]:
    """Return an empty trace with room for a game; `rows=0` gives one that records nothing."""
    return np.zeros((rows, WIDTH), np.int64)


@kernel
def _write(
    trace: NDArray[np.int64], event: int, a: np.int64, b: np.int64, c: np.int64, d: np.int64
) -> None:
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
        # the same types every time: one translation
        _write(trace, event, np.int64(a), np.int64(b), np.int64(c), np.int64(d))
