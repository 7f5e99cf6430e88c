"""How long games last and how they end, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import polars as pl

from analysis.evidence import scores
from analysis.frames import games as games_frame
from analysis.intervals import LEVEL, normal_quantile, wilson

MOST_BARS = 60


@dataclass(frozen=True)
class Shape:
    """Lengths and endings of the games of a run.

    `lengths`: low and high end of a bar (equal where every length has its own), share, and the
    interval of the share. `endings`: name, games, share, low, high, most frequent first.
    """

    unit: str
    mean: float
    mean_low: float
    mean_high: float
    lengths: pl.DataFrame
    endings: pl.DataFrame


def shape(parts: pl.LazyFrame, manifest: Mapping[str, Any], level: float = LEVEL) -> Shape:
    """Return lengths and endings; the games of a mirrored set share their luck, and count so."""
    games = games_frame(parts, manifest)
    mean, low, high = _mean(games, level)
    return Shape(
        unit=manifest["length_unit"],
        mean=mean,
        mean_low=low,
        mean_high=high,
        lengths=_lengths(games, level),
        endings=_endings(games),
    )


def _mean(games: pl.LazyFrame, level: float) -> tuple[float, float, float]:
    """Return the mean length and its normal interval, from the sums of sets as a ratio."""
    sets = games.group_by("set").agg(
        pl.col("length").cast(pl.Float64).sum().alias("sum"), pl.len().cast(pl.Float64).alias("n")
    )
    s, n = pl.col("sum"), pl.col("n")
    total, count, squares, cross, both, many = (
        sets.select(
            s.sum(),
            n.sum().alias("count"),
            (s**2).sum().alias("squares"),
            (s * n).sum().alias("cross"),
            (n**2).sum().alias("both"),
            pl.len().alias("many"),
        )
        .collect(engine="streaming")
        .row(0)
    )
    mean = total / count
    spread = max(squares - 2.0 * mean * cross + mean**2 * both, 0.0)
    half = normal_quantile(level) * sqrt(spread * many / max(many - 1, 1)) / count
    return mean, mean - half, mean + half


def _lengths(games: pl.LazyFrame, level: float) -> pl.DataFrame:
    counts = games.group_by("length").agg(pl.len().alias("games")).collect().sort("length")
    least, most, total = counts["length"].min(), counts["length"].max(), counts["games"].sum()
    assert isinstance(least, int) and isinstance(most, int)
    width = (most - least) // MOST_BARS + 1
    start = (pl.col("length").cast(pl.Int64) - least) // width * width + least
    bars = pl.DataFrame({"low": range(least, most + 1, width)}, schema={"low": pl.Int64}).join(
        counts.group_by(start.alias("low")).agg(pl.col("games").sum()), on="low", how="left"
    )
    found = bars.sort("low").select(
        "low", (pl.col("low") + width - 1).alias("high"), pl.col("games").fill_null(0)
    )
    low, high = wilson(found["games"].to_numpy(), float(total), level)
    return found.with_columns(
        (pl.col("games") / total).alias("share"),
        pl.Series("share_low", low),
        pl.Series("share_high", high),
    )


def _endings(games: pl.LazyFrame) -> pl.DataFrame:
    ending = pl.col("ending").cast(pl.String)
    sets = (
        games.group_by("lineup", "set", ending)
        .agg(pl.len().alias("points"))
        .collect(engine="streaming")
    )
    sizes = sets.group_by("lineup", "set").agg(pl.col("points").sum().alias("share"))
    names = sets.select("ending").unique()
    every = (
        sizes.join(names, how="cross")
        .join(sets, on=["lineup", "set", "ending"], how="left")
        .group_by("lineup", "ending", "share", pl.col("points").fill_null(0))
        .agg(pl.len().alias("sets"))
        .with_columns(pl.col("points", "share").cast(pl.Float64))
        .sort("lineup", "ending", "points", "share")
    )
    counts = sets.group_by("ending").agg(pl.col("points").sum().alias("games"))
    return (
        scores(every, ["ending"])
        .join(counts, on="ending")
        .select(
            pl.col("ending").alias("name"), "games", pl.col("score").alias("share"), "low", "high"
        )
        .sort("games", "name", descending=[True, False])
    )
