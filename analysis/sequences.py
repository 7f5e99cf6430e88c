"""Confidence sequences: intervals that hold at every look at once, so that one may stop at will.

Written by hand because no maintained package offers it without a compiler: the empirical-Bernstein
sequence of Howard, Ramdas, McAuliffe and Sekhon (Annals of Statistics 2021, theorem 4) with the
gamma-exponential mixture boundary (proposition 9). It needs no normal approximation: values must
only be bounded, and their guesses must be made before they are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from analysis.intervals import LEVEL, Floats, Interval, normal_quantile

_HALVINGS = 40
_SUMS = ("n", "p", "s", "pp", "ps", "ss")


def best_time(width: float, variance: float = 0.125, level: float = LEVEL) -> float:
    """Return the summed variance at which a mean of sets with such a variance gets this ± width.

    A sequence is tightest around one moment, which must be chosen before the first game; that
    choice never costs validity. One eighth is the variance of a set of two independent games.
    """
    return _factor((1.0 - level) / 2.0) * (variance / width) ** 2


def mixing(time: float, level: float = LEVEL) -> float:
    """Return the parameter rho of the mixture that is tightest at a summed variance."""
    return time / _factor((1.0 - level) / 2.0)


def log_wealth(distance: ArrayLike, time: ArrayLike, rho: float, reach: float = 1.0) -> Floats:
    """Return the logarithm of the test martingale at a summed deviation and a summed variance.

    `reach` is the width of the range of values. The true mean is outside a one-sided sequence of
    error a as soon as this exceeds log(1/a).
    """
    from scipy.special import gammainc, gammaln  # here: few runs ask for a precision

    square = reach**2
    v = np.asarray(time, dtype=np.float64)
    a, start = (v + rho) / square, rho / square
    moved = (reach * np.asarray(distance, dtype=np.float64) + v) / square
    constant = start * log(start) - gammaln(start) - np.log(gammainc(start, start))
    x = moved + start
    grown: Floats = constant + gammaln(a) + np.log(gammainc(a, x)) - a * np.log(x) + moved
    return grown


def boundary(time: ArrayLike, rho: float, level: float = LEVEL, reach: float = 1.0) -> Floats:
    """Return how far a sum may stray from its expectation, either way, at a summed variance."""
    v = np.asarray(time, dtype=np.float64)
    enough = log(2.0 / (1.0 - level))
    low, high = np.zeros_like(v), np.sqrt(v + rho) + reach
    while np.any(short := log_wealth(high, v, rho, reach) < enough):
        high = np.where(short, 2.0 * high, high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        inside = log_wealth(middle, v, rho, reach) < enough
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return high


class ScoreSequence:
    """Sequences for many scores at once, fed with batches of mirrored sets.

    A row of a batch stands for `sets` sets of one `lineup` in which the key took `points` out of
    `share` points, as in `analysis.evidence.scores`. The score is all points over all shares.
    Each lineup's points are guessed from the batches before, so that opponents of different
    strength do not count as luck. The interval is for the mean over the lineups as they were
    played so far; it is that of the request whenever all were played equally often.

    `whole` is the largest share that a set can have. `reach` is the width of the range of
    points - score x share, in whole shares: 1 for scores, 2 for differences between two scores.
    `level` is that of one interval, `guess` what a score may be before the first game.
    """

    def __init__(
        self,
        key: Sequence[str],
        time: float,
        whole: float = 1.0,
        level: float = LEVEL,
        reach: float = 1.0,
        guess: float = 0.5,
    ) -> None:
        self.key = list(key)
        self.whole = whole
        self.level, self.reach, self.guess = level, reach, guess
        self.rho = mixing(time, level)
        self._seen: pl.DataFrame | None = None  # per key and lineup: sums so far
        self._spread: pl.DataFrame | None = None  # per key: squares around the guesses so far

    @property
    def empty(self) -> bool:
        """Whether nothing was taken in yet."""
        return self._seen is None

    def add(self, rows: pl.DataFrame) -> None:
        """Take in the next batch, whole sets only."""
        if rows.is_empty():
            return
        batch = self._sums(rows)
        where = [*self.key, "lineup"]
        known = batch.select(where) if self._seen is None else self._seen
        known = known.select(*where, *[_or_zero(known, c) for c in ("n", "p", "s")])
        joined = batch.join(
            known, on=where, how="left", suffix="_0", maintain_order="left", nulls_equal=True
        ).with_columns(pl.col("n_0", "p_0", "s_0").fill_null(0.0))
        # One imagined set at the first guess keeps the second batch from trusting a lone set.
        seen = pl.col("n_0") + 1.0
        p, s = (pl.col("p_0") + self.guess) / seen, (pl.col("s_0") + 1.0) / seen
        n = pl.col("n")
        around = joined.select(
            *self.key,
            (pl.col("pp") - 2.0 * p * pl.col("p") + n * p * p).alias("_pp"),
            (pl.col("ps") - p * pl.col("s") - s * pl.col("p") + n * p * s).alias("_ps"),
            (pl.col("ss") - 2.0 * s * pl.col("s") + n * s * s).alias("_ss"),
        )
        spread = [around] if self._spread is None else [self._spread, around]
        grouped = pl.concat(spread).group_by(self.key, maintain_order=True)
        self._spread = grouped.agg(pl.col("_pp", "_ps", "_ss").sum())
        sums = batch.select(*where, "n", "p", "s")
        seen_now = [sums] if self._seen is None else [self._seen, sums]
        self._seen = (
            pl.concat(seen_now)
            .group_by(where, maintain_order=True)
            .agg(pl.col("n", "p", "s").sum())
        )

    def table(self) -> pl.DataFrame:
        """Return score, low, high and effective (games) of each key, in order of appearance.

        `effective` is the number of won-or-lost games whose plain interval would be as wide.
        """
        if self._seen is None or self._spread is None:
            raise ValueError("a sequence without games has no intervals")
        totals = (
            self._seen.group_by(self.key, maintain_order=True)
            .agg(pl.col("p", "s").sum())
            .join(self._spread, on=self.key, how="left", maintain_order="left", nulls_equal=True)
        )
        p, s, a, b, c = (totals[name].to_numpy() for name in ("p", "s", "_pp", "_ps", "_ss"))
        with np.errstate(divide="ignore", invalid="ignore"):
            score = np.where(s > 0, p / s, self.guess)
        low, high = self._ends(p, s, a, b, c, score)
        half = np.maximum(np.maximum(score - low, high - score), 1e-12)
        spread = np.maximum(score * (1.0 - score), 0.0)
        effective = np.where(s > 0, normal_quantile(self.level) ** 2 * spread / half**2, 0.0)
        return totals.select(self.key).with_columns(
            pl.Series("score", score),
            pl.Series("low", low),
            pl.Series("high", high),
            pl.Series("effective", effective),
        )

    def growth(self, wanted: float) -> float:
        """Return about how many times the games so far it takes until every ± is as wanted."""
        if self._seen is None or self._spread is None:
            return 1.0
        totals = self._seen.group_by(self.key, maintain_order=True).agg(pl.col("p", "s").sum())
        both = totals.join(self._spread, on=self.key, nulls_equal=True)
        score = pl.col("p") / pl.col("s")
        time = pl.col("_pp") - 2.0 * score * pl.col("_ps") + score**2 * pl.col("_ss")
        found = both.filter(pl.col("s") > 0).select(time.alias("time"), "s")
        # The slowest is the one whose spread is largest for what it has seen.
        slowest = found.sort(pl.col("time") / pl.col("s") ** 2).tail(1)
        if slowest.is_empty():
            return 1.0
        spread, seen = slowest.row(0)
        times = np.geomspace(1.0, 1e6, 400)
        half = boundary(times * spread, self.rho, self.level, self.reach) / (times * seen)
        return float(times[np.argmax(half <= wanted)]) if half[-1] <= wanted else 1e6

    def _sums(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the sums of a batch per key and lineup, in whole shares."""
        if (rows["share"] > self.whole).any():
            raise ValueError(f"a set has a larger share than {self.whole}")
        p, s, n = pl.col("points") / self.whole, pl.col("share") / self.whole, pl.col("sets")
        parts = (pl.lit(1.0), p, s, p * p, p * s, s * s)
        return rows.group_by([*self.key, "lineup"], maintain_order=True).agg(
            (part * n).sum().cast(pl.Float64).alias(name)
            for name, part in zip(_SUMS, parts, strict=True)
        )

    def _ends(
        self, p: Floats, s: Floats, a: Floats, b: Floats, c: Floats, score: Floats
    ) -> Interval:
        least = 0.0 if self.reach == 1.0 else -1.0

        def time(theta: Floats) -> Floats:
            return np.maximum(a - 2.0 * theta * b + theta**2 * c, 0.0)

        if np.all(np.abs(b) < 1e-9 * (1.0 + s)) and np.all(c < 1e-9 * (1.0 + s)):
            far = boundary(time(score), self.rho, self.level, self.reach)
            with np.errstate(divide="ignore"):
                half = np.where(s > 0, far / s, np.inf)
            return Interval(np.maximum(score - half, least), np.minimum(score + half, 1.0))
        # Shares that vary: the spread depends on the score that is asked about.
        enough = log(2.0 / (1.0 - self.level))

        def held(theta: Floats) -> NDArray[np.bool_]:
            return log_wealth(np.abs(theta * s - p), time(theta), self.rho, self.reach) < enough

        ends = []
        for end in (least, 1.0):
            inside, outside = score.copy(), np.full_like(score, end)
            open_ = held(outside)
            for _ in range(_HALVINGS):
                middle = (inside + outside) / 2.0
                within = held(middle)
                inside = np.where(within, middle, inside)
                outside = np.where(within, outside, middle)
            ends.append(np.where(open_, end, outside))
        return Interval(*ends)


def _factor(error: float) -> float:
    return 2.0 * log(1.0 / error) + log(1.0 + 2.0 * log(1.0 / error))


def _or_zero(frame: pl.DataFrame, name: str) -> pl.Expr:
    return pl.col(name) if name in frame.columns else pl.lit(0.0).alias(name)
