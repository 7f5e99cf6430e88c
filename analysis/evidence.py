"""From points taken in mirrored sets to scores with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from analysis.intervals import (
    LEVEL,
    Evidence,
    effective_games,
    score_interval,
    within_variance,
)

# From rows of points and shares to score, low, high, effective of each key.
Measure = Callable[[pl.DataFrame, Sequence[str]], pl.DataFrame]


def scores(rows: pl.DataFrame, key: Sequence[str], level: float = LEVEL) -> pl.DataFrame:
    """Return score, low, high and effective (games) for each key, keys in order of appearance.

    A row stands for `sets` sets of one `lineup` in which the key took `points` out of `share`
    points that it could have taken. The score is all points over all shares, so lineups weigh by
    their games. Lineups are the strata: opponents of different strength are not luck. An unequal
    share (a set cut short, a table won by a third) is a ratio estimate; its residuals
    points - score x share take the place of the sets' deviations from their mean.
    """
    count = pl.col("sets")
    totals = rows.group_by(key, maintain_order=True).agg(
        count.sum().alias("n"),
        (pl.col("points") * count).sum().alias("points_in_all"),
        (pl.col("share") * count).sum().alias("share_in_all"),
    )
    totals = totals.with_columns(
        pl.when(pl.col("share_in_all") > 0)
        .then(pl.col("points_in_all") / pl.col("share_in_all"))
        .otherwise(0.5)
        .alias("score"),
        # A side that holds two seats has no more sets than one that holds one.
        pl.min_horizontal(1.0, pl.col("n") / pl.col("share_in_all")).alias("scale"),
    )
    residual = pl.col("scale") * (pl.col("points") - pl.col("score") * pl.col("share"))
    strata = (
        rows.join(totals, on=key, how="left", maintain_order="left")
        .with_columns(residual.alias("residual"))
        .group_by([*key, "lineup"], maintain_order=True)
        .agg(
            count.sum().cast(pl.Float64).alias("count"),
            (pl.col("residual") * count).sum().alias("sum"),
            (pl.col("residual") ** 2 * count).sum().alias("square"),
        )
        .group_by(key, maintain_order=True)
        .agg("count", "sum", "square")
    )
    variance = [
        float(within_variance(*(np.asarray(part) for part in row)))
        for row in strata.select("count", "sum", "square").iter_rows()
    ]
    n = totals["n"].cast(pl.Float64).to_numpy()
    weight = (totals["share_in_all"] * totals["scale"].fill_nan(1.0)).to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.where(weight > 0, np.asarray(variance) * n / weight, 0.0)
    evidence = Evidence(totals["score"].to_numpy(), spread, weight)
    low, high = score_interval(evidence, level)
    return totals.select(*key, "score").with_columns(
        pl.Series("low", low),
        pl.Series("high", high),
        pl.Series("effective", effective_games(evidence)),
    )
