"""How long games last and how they end."""

from __future__ import annotations

from typing import Any

import polars as pl


def length(games: pl.LazyFrame, unit: str = "turns") -> dict[str, Any]:
    """Return unit, median, p5, p95 and mean of the length of games.

    A percentile is the shortest length that at least so many games do not exceed.
    """
    counts = (
        games.group_by("length")
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .collect(engine="streaming")
        .sort("length")
    )
    total = int(counts["games"].sum())
    if total == 0:
        raise ValueError("no games to measure")
    reached = counts.with_columns(pl.col("games").cum_sum().alias("reached"))

    def percentile(percent: int) -> int:
        return int(reached.filter(pl.col("reached") * 100 >= total * percent)["length"][0])

    mean = float((counts["length"].cast(pl.Float64) * counts["games"]).sum()) / total
    return {
        "unit": unit,
        "median": percentile(50),
        "p5": percentile(5),
        "p95": percentile(95),
        "mean": mean,
    }


def endings(games: pl.LazyFrame) -> dict[str, int]:
    """Return how many games ended in each way; ways that never happened count 0."""
    kinds = games.collect_schema()["ending"]
    found = games.group_by("ending").agg(pl.len().alias("games")).collect(engine="streaming")
    counts = dict(found.select(pl.col("ending").cast(pl.String), "games").iter_rows())
    order = kinds.categories.to_list() if isinstance(kinds, pl.Enum) else sorted(counts)
    return {name: int(counts.get(name, 0)) for name in order}
