"""The mix of sides that nobody can beat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def nash_mix(score: Floats) -> Floats:
    """Return how often to choose each side so that no side scores more than half against the mix.

    `score[i, j]` is what i scores against j. Where several mixes do, this is one of them.
    """
    from scipy.optimize import linprog

    n = len(score)
    unbeaten = np.flatnonzero((score >= 0.5).all(axis=1))
    if len(unbeaten):
        alone: Floats = np.eye(n)[unbeaten[0]]
        return alone
    # Choose the mix x to make the worst opponent's v = min over j of x·score[:, j] as large as can.
    limits = np.hstack([-score.T, np.ones((n, 1))])
    found = linprog(
        c=np.append(np.zeros(n), -1.0),
        A_ub=limits,
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(n), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * n + [(None, None)],
        method="highs",
    )
    if not found.success or found.x is None:
        raise ArithmeticError(f"no mix was found: {found.message}")
    mix = np.clip(found.x[:n], 0.0, None)
    return np.asarray(mix / mix.sum())
