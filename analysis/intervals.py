"""Confidence intervals for scores whose unit of evidence is the mirrored set."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95

Floats = NDArray[np.float64]


class Interval(NamedTuple):
    """Lower and upper ends, one pair per estimate."""

    low: Floats
    high: Floats


@dataclass(frozen=True)
class Evidence:
    """A mean score as it was seen: the mean of the sets, their variance, how many there were.

    The variance is the population variance (divided by the number of sets). For strata it is the
    variance within them, so that opponents of different strength do not count as luck.
    """

    score: Floats
    variance: Floats
    sets: Floats


def normal_quantile(level: float) -> float:
    """Return z such that a normal variable stays within ±z with the given probability."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"a level lies between 0 and 1, not {level}")
    return NormalDist().inv_cdf((1.0 + level) / 2.0)


def wilson(successes: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval; n = 0 gives [0, 1], and n need not be whole."""
    count = np.asarray(n, dtype=np.float64)
    won = np.asarray(successes, dtype=np.float64)
    if np.any(count < 0) or np.any(won < 0) or np.any(won > count):
        raise ValueError("successes must lie between 0 and n")
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(count > 0, won / count, 0.5)
    return _wilson(share, count, level)


def effective_games(evidence: Evidence, level: float = LEVEL) -> Floats:
    """Return how many independent won-or-lost games would know as much as these sets do.

    The variance of a few sets is itself uncertain; ten equal sets do not prove that there is none.
    So it is taken from the sets plus z²/2 imagined sets lost and z²/2 won, the very ones that
    turn a plain proportion into the centre of Wilson's interval. For sets that are won or lost as
    a whole the answer is the number of sets, whatever their score.
    """
    z2 = normal_quantile(level) ** 2
    n = evidence.sets
    total = n + z2
    mean = (n * evidence.score + z2 / 2.0) / total
    square = (n * (evidence.variance + evidence.score**2) + z2 / 2.0) / total
    games: Floats = n * mean * (1.0 - mean) / (square - mean**2)
    return games


def score_interval(evidence: Evidence, level: float = LEVEL) -> Interval:
    """Return Wilson's interval on the effective number of games.

    It is exactly Wilson's where every set is one game won or lost, never has zero width and never
    leaves [0, 1]. It shares Wilson's weakness: with fewer than about five sets of the rarer kind
    to be expected, its coverage at an unlucky true score can fall to some 90 %.
    """
    return _wilson(evidence.score, effective_games(evidence, level), level)


def from_sets(points: ArrayLike, strata: ArrayLike | None = None) -> Evidence:
    """Return the evidence in the mean scores of sets (last axis), optionally from several strata.

    Every set counts alike, so strata weigh as much as they have sets.
    """
    x = np.asarray(points, dtype=np.float64)
    group = np.zeros(x.shape[-1], dtype=np.int64)
    if strata is not None:
        group = np.unique(np.asarray(strata), return_inverse=True)[1]
    member = group[:, None] == np.arange(group.max() + 1)
    counts = member.sum(axis=0).astype(np.float64)
    mean = x.mean(axis=-1)
    residual = x - mean[..., None]
    sums, squares = residual @ member, residual**2 @ member
    n = np.full(mean.shape, float(x.shape[-1]))
    return Evidence(mean, within_variance(counts, sums, squares), n)


def within_variance(counts: Floats, sums: Floats, squares: Floats) -> Floats:
    """Return the variance of a set within strata, from the residuals' totals per stratum (last
    axis).

    Each stratum's mean costs a degree of freedom; one is left uncounted, so that a single stratum
    gives the plain population variance. Where a stratum has one set only, nothing can be said
    about its variance, and the strata are taken as one: a little too wide, never too narrow.
    """
    n = counts.sum(axis=-1)
    if np.any(counts < 2):
        plain: Floats = squares.sum(axis=-1) / n
        return plain
    spread = np.maximum(squares - sums**2 / counts, 0.0) * counts / (counts - 1.0)
    within: Floats = spread.sum(axis=-1) * (n - 1.0) / n**2
    return within


def _wilson(share: Floats, n: Floats, level: float) -> Interval:
    z = normal_quantile(level)
    z2 = z * z
    centre = (n * share + z2 / 2.0) / (n + z2)
    half = z / (n + z2) * np.sqrt(n * share * (1.0 - share) + z2 / 4.0)
    low = np.where((share <= 0.0) | (n <= 0.0), 0.0, np.clip(centre - half, 0.0, share))
    high = np.where((share >= 1.0) | (n <= 0.0), 1.0, np.clip(centre + half, share, 1.0))
    return Interval(low, high)
