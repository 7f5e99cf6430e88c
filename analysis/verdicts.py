"""Which sides are proven to be unfair, with the number of sides taken into account."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import polars as pl

from analysis.intervals import LEVEL


def verdicts(
    scores: pl.DataFrame, fair: float, level: float = LEVEL, mirrored: bool = False
) -> pl.DataFrame:
    """Return the scores with p, p_holm and proven; they must carry their `effective` games.

    p is that of the score test which Wilson's interval inverts, against the fair share. Rows
    without evidence (a side against itself) are no tests and do not count among them. Rows that
    mirror one another (the two sides of a duel) are a single test and need no correction.
    """
    error = sqrt(2.0 * fair * (1.0 - fair))
    tested = [effective > 0.0 for effective in scores["effective"]]
    p = [
        erfc(abs(score - fair) * sqrt(effective) / error)
        for score, effective in scores.select("score", "effective").iter_rows()
    ]
    real = [value for value, counts in zip(p, tested, strict=True) if counts]
    corrected = iter(real if mirrored else holm(real))
    adjusted = [next(corrected) if counts else 1.0 for counts in tested]
    return scores.with_columns(
        pl.Series("p", p, dtype=pl.Float64),
        pl.Series("p_holm", adjusted, dtype=pl.Float64),
        pl.Series("proven", [value < 1.0 - level for value in adjusted], dtype=pl.Boolean),
    )


def holm(p: Sequence[float]) -> list[float]:
    """Return p-values corrected by Holm's step-down method, in the order given."""
    adjusted = [0.0] * len(p)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        largest = max(largest, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = largest
    return adjusted
