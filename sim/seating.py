"""Who sits next to whom: the orders around the table, and the seatings of each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def orders(teams: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return every order of the players around the table, the one they are named in first.

    Rotations move an order on by a seat, so player 0 may stay in front. Team mates keep the
    distance they have in the lineup. Two players have one order only.
    """
    wanted = pattern(teams)
    found = ((0, *rest) for rest in permutations(range(1, len(teams))))
    return tuple(order for order in found if pattern([teams[p] for p in order]) == wanted)


def pattern(labels: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the labels as numbers in the order in which they first appear."""
    known = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return tuple(known[label] for label in labels)


def seatings(
    rotations: Sequence[Sequence[int]], around: Sequence[Sequence[int]]
) -> NDArray[np.int64]:
    """Return the player on each seat, for every order around the table and every rotation."""
    import numpy as np

    return np.array(around, dtype=np.int64)[:, np.array(rotations, dtype=np.int64)]
