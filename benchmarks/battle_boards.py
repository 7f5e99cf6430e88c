"""Mid-game boards for the battle benchmark, and the loop that fights on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels.jit import kernel
from kernels.neuroshima import state as S
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import copy_board

Ints = NDArray[np.int64]


@kernel
def fight_all(
    boards: Ints,
    state: Ints,
    faces: Ints,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    rounds: int,
) -> int:
    """Fight on every board, over and over; return a checksum of the HQ points left."""
    total = 0
    for _ in range(rounds):
        for i in range(boards.shape[0]):
            copy_board(boards[i], state)
            battle(state, faces, rules, work, choices, trace, 0)
            total += state[S.SEAT + S.POINTS] * 31 + state[S.SEAT + S.SEAT_SIZE + S.POINTS]
    return total


@kernel
def copy_all(boards: Ints, state: Ints, rounds: int) -> int:
    """Do what `fight_all` does without the battle."""
    total = 0
    for _ in range(rounds):
        for i in range(boards.shape[0]):
            copy_board(boards[i], state)
            total += state[S.SEAT + S.POINTS]
    return total
