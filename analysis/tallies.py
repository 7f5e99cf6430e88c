"""What a side gathers in a game, on average: points by source, kills, whatever a game counts."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from analysis.by_set import windows
from analysis.frames import seat_count
from analysis.intervals import LEVEL, normal_quantile, within_variance

SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("group", "column", "name", "side"), pl.String),
    **dict.fromkeys(("mean", "low", "high"), pl.Float64),
}


def tallies(games: pl.LazyFrame, manifest: Mapping[str, Any], level: float = LEVEL) -> pl.DataFrame:
    """Return group, column, name, side, mean, low, high: what a side counts per game.

    A side that holds several seats counts once for each. Such a mean has no bounds, so its
    interval is the normal one, from what the side counted in each mirrored set, within lineups; it
    has none where there is a single set.
    """
    asked = manifest.get("tallies") or []
    if not asked:
        return pl.DataFrame(schema=SCHEMA)
    columns = list(dict.fromkeys(each["column"] for each in asked))
    sums = _sums(games, columns)
    known = set(sums["side"])
    sides = [side for side in manifest["names"] if side in known]
    rows = [
        (each["group"], each["column"], each["name"], side, *_mean(mine, each["column"], level))
        for each in asked
        for side in sides
        for mine in [sums.filter(pl.col("side") == side)]
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _sums(games: pl.LazyFrame, columns: list[str]) -> pl.DataFrame:
    """Return for each lineup and side: sets, seats held, and the sums that a variance needs."""
    share = pl.col("share")
    seats = seat_count(games)
    found = []
    for window in windows(games, 2 * seats * len(columns)):
        each = (
            pl.concat(
                window.select(
                    "set",
                    "lineup",
                    pl.col(f"player_{k}").alias("player"),
                    pl.col(f"side_{k}").cast(pl.String).alias("side"),
                    *[pl.col(f"{name}_{k}").cast(pl.Float64).alias(name) for name in columns],
                )
                for k in range(seats)
            )
            .group_by("set", "lineup", "side")
            .agg(
                pl.col("player").min(),
                pl.len().cast(pl.Float64).alias("share"),
                *[pl.col(name).sum() for name in columns],
            )
        )
        sums = each.group_by("lineup", "side").agg(
            pl.col("player").min(),
            pl.len().cast(pl.Float64).alias("sets"),
            share.sum(),
            (share**2).sum().alias("share_share"),
            *[pl.col(name).sum() for name in columns],
            *[(pl.col(name) * share).sum().alias(f"{name} share") for name in columns],
            *[(pl.col(name) ** 2).sum().alias(f"{name} square") for name in columns],
        )
        found.append(sums.collect(engine="streaming"))
    return (
        pl.concat(found)
        .group_by("lineup", "side", "player")
        .agg(pl.all().sum())
        .sort("lineup", "player")
    )


def _mean(
    mine: pl.DataFrame, column: str, level: float
) -> tuple[float, float | None, float | None]:
    """Return the mean per game of one side, and its interval."""
    sets, share, both = (mine[name].to_numpy() for name in ("sets", "share", "share_share"))
    total, cross, square = (mine[name].to_numpy() for name in _names(column))
    n, seats = float(sets.sum()), float(share.sum())
    mean = float(total.sum()) / seats
    if n < 2:
        return mean, None, None
    # Of a set the side's sum less what it should be: exact also where a set was cut short.
    rest = total - mean * share
    squares = np.maximum(square - 2.0 * mean * cross + mean**2 * both, 0.0)
    spread = float(within_variance(sets, rest, squares)) * n / (n - 1.0)
    half = normal_quantile(level) * sqrt(n * spread) / seats
    return mean, mean - half, mean + half


def _names(column: str) -> tuple[str, str, str]:
    return column, f"{column} share", f"{column} square"
