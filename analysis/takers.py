"""What those score who did something in a game: picked up a module, chose a card.

A game writes such things as columns of each seat: whole numbers (`ability_0`) or sets as bits
(`took_0`). Whoever leads can pick up more, so such a score says what goes together with winning,
not what causes it.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.frames import seat_count
from analysis.intervals import LEVEL, normal_quantile

_SCHEMA = {
    "seats": pl.Int64,
    "score": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def by_flag(
    games: pl.DataFrame, column: str, names: Sequence[str], level: float = LEVEL
) -> pl.DataFrame:
    """Return name, seats, score, low, high for each bit of a column of every seat."""
    seats = _seats(games, column)
    rows = [
        (name, *_mean(seats.filter((pl.col("value") // 2**bit) % 2 == 1), level))
        for bit, name in enumerate(names)
    ]
    return pl.DataFrame(rows, schema={"name": pl.String, **_SCHEMA}, orient="row")


def by_value(games: pl.DataFrame, column: str, level: float = LEVEL) -> pl.DataFrame:
    """Return value, seats, score, low, high for each value of a column of every seat."""
    seats = _seats(games, column)
    rows = [
        (value, *_mean(seats.filter(pl.col("value") == value), level))
        for value in seats["value"].unique().sort()
    ]
    return pl.DataFrame(rows, schema={"value": pl.Int64, **_SCHEMA}, orient="row")


def _seats(games: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return set, value and score of every seat of every game."""
    return pl.concat(
        games.select(
            "set",
            pl.col(f"{column}_{k}").cast(pl.Int64).alias("value"),
            pl.col(f"score_{k}").alias("score"),
        )
        for k in range(seat_count(games.lazy()))
    )


def _mean(
    seats: pl.DataFrame, level: float
) -> tuple[int, float | None, float | None, float | None]:
    """Return how many, their mean score and its interval; the unit of evidence is the set."""
    if seats.height == 0:
        return 0, None, None, None
    mean = float(seats["score"].to_numpy().mean())
    sets = seats.group_by("set").agg((pl.col("score") - mean).sum().alias("rest"))
    if sets.height < 2:
        return seats.height, mean, None, None
    square = float((sets["rest"].to_numpy() ** 2).sum()) * sets.height / (sets.height - 1)
    half = normal_quantile(level) * square**0.5 / seats.height
    return seats.height, mean, max(0.0, mean - half), min(1.0, mean + half)
