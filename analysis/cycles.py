"""The part of who-beats-whom that strength cannot explain: rock-paper-scissors.

The log odds of all matchups are a flow on the graph of sides. Hodge's decomposition splits it into
the gradient of a strength and a rest that runs in circles (Jiang, Lim, Yao and Ye 2011; Balduzzi
and others 2018). No maintained package does this for games; with every pair met it is a mean of
rows.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Floats = NDArray[np.float64]


class Hodge(NamedTuple):
    """A skew-symmetric matrix (or a stack of them) as gradient of `strength` plus `cyclic`."""

    strength: Floats
    cyclic: Floats


def hodge(flow: Floats) -> Hodge:
    """Split flow[…, i, j] = -flow[…, j, i] into strength differences and the cyclic rest.

    The split is orthogonal, so the squares of the two parts add up to those of the flow.
    """
    strength = flow.mean(axis=-1)
    return Hodge(strength, flow - (strength[..., :, None] - strength[..., None, :]))


class Share(NamedTuple):
    """How much of the variance between matchups is cyclic; nan where there is no variance."""

    share: float
    low: float
    high: float


def cyclic_share(flow: Floats, covariance: Floats, again: Floats, level: float) -> Share:
    """Return the cyclic share of the variance of a measured flow, with its interval.

    Luck alone makes circles. So the variance that luck adds to each part, known from the
    covariance of the pairs, is taken off: once from the flow as measured, twice from a bootstrap
    replicate (`again`), which has the luck of the games and that of the resampling.
    """
    rest = cycle_space(flow.shape[-1])
    luck = np.array([np.trace(rest.T @ covariance @ rest), np.trace(covariance)])
    measured = _energies(flow) - luck
    replicates = _energies(again) - 2.0 * luck
    tail = (1.0 - level) / 2.0
    if measured[1] <= 0.0:
        return Share(float("nan"), 0.0, 1.0)
    # A replicate without any variance left says nothing: it counts for the wider interval.
    empty = replicates[:, 1] <= 0.0
    ratio = np.clip(replicates[:, 0] / np.where(empty, 1.0, replicates[:, 1]), 0.0, 1.0)
    share = float(np.clip(measured[0] / measured[1], 0.0, 1.0))
    low = float(np.quantile(np.where(empty, 0.0, ratio), tail))
    high = float(np.quantile(np.where(empty, 1.0, ratio), 1.0 - tail))
    return Share(share, min(low, share), max(high, share))


def transitive_p(flow: Floats, covariance: Floats) -> float:
    """Return the p-value of "strengths alone explain the flow" (a Wald test on all circles)."""
    space = cycle_space(flow.shape[-1])
    if space.shape[1] == 0:
        return 1.0
    circles = space.T @ edges(flow)
    statistic = circles @ np.linalg.solve(space.T @ covariance @ space, circles)
    return float(stats.chi2.sf(statistic, space.shape[1]))


def cycle_space(n: int) -> Floats:
    """Return an orthonormal basis (columns) of all flows on n sides that have no strength."""
    pairs = list(combinations(range(n), 2))
    gradient = np.zeros((len(pairs), n))
    for row, (a, b) in enumerate(pairs):
        gradient[row, a], gradient[row, b] = 1.0, -1.0
    basis: Floats = np.linalg.svd(gradient, full_matrices=True)[0][:, n - 1 :]
    return basis


def edges(flow: Floats) -> Floats:
    """Return the flow of each pair a < b, in the order of `itertools.combinations`."""
    a, b = np.triu_indices(flow.shape[-1], 1)
    pairs: Floats = flow[..., a, b]
    return pairs


def circles(beats: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Return every triple in which a beats b, b beats c and c beats a, smallest first in front."""
    n = len(beats)
    return [
        (a, int(b), int(c))
        for a in range(n)
        for b in np.flatnonzero(beats[a])
        for c in np.flatnonzero(beats[b] & beats[:, a])
        if a < min(b, c)
    ]


def _energies(flow: Floats) -> Floats:
    """Return the squares of the cyclic part and of the whole, over all pairs."""
    cyclic = edges(hodge(flow).cyclic)
    return np.stack([(cyclic**2).sum(axis=-1), (edges(flow) ** 2).sum(axis=-1)], axis=-1)
