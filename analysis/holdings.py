"""How those fared who had something: a card drawn or played, a module, the first sector."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from analysis.by_set import collected, summed, windows
from analysis.frames import seat_count
from analysis.intervals import LEVEL, normal_quantile, wilson

SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("thing", "name", "column", "when"), pl.String),
    "seats": pl.Int64,
    **dict.fromkeys(("score", "low", "high"), pl.Float64),
}


def holding_rates(
    games: pl.LazyFrame, manifest: Mapping[str, Any], level: float = LEVEL
) -> pl.DataFrame:
    """Return thing, name, column, when, seats, score, low, high: the mean score of who had it.

    These are observations, not effects: what is had only when ahead looks strong. The interval
    treats a mirrored set as one observation.
    """
    rows = []
    for held in manifest.get("holdings") or []:
        names = held["names"]
        columns = [column for column, _ in held["columns"]]
        sums = _sums(games, columns, len(names), held["by_value"])
        for c, (column, when) in enumerate(held["columns"]):
            for k, name in enumerate(names):
                found = _rate(sums[c * len(names) + k], level)
                rows.append((held["thing"], name, column, when, *found))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _sums(
    games: pl.LazyFrame, columns: list[str], names: int, by_value: bool
) -> np.ndarray[Any, Any]:
    """Return for each column and name: sets, seats, points, and their squares and products."""
    across = range(seat_count(games))
    wanted = [f"{column}_{s}" for column in (*columns, "score") for s in across]
    total = np.zeros((len(columns) * names, 6))
    for window in windows(games, len(wanted) + 2 * names):
        frame, starts = collected(window, wanted)
        if frame.height == 0:
            continue
        for c, column in enumerate(columns):
            seats, points = np.zeros((2, len(starts), names))
            for s in across:
                value = frame[f"{column}_{s}"].to_numpy().astype(np.int64)[:, None]
                had = (
                    value == np.arange(1, names + 1) if by_value else value >> np.arange(names) & 1
                )
                seats += summed(had, starts)
                points += summed(had * frame[f"score_{s}"].to_numpy()[:, None], starts)
            block = total[c * names : (c + 1) * names]
            block += np.stack(
                [
                    (seats > 0).sum(axis=0),
                    seats.sum(axis=0),
                    points.sum(axis=0),
                    (seats**2).sum(axis=0),
                    (seats * points).sum(axis=0),
                    (points**2).sum(axis=0),
                ],
                axis=1,
            )
    return total


def _rate(
    sums: np.ndarray[Any, Any], level: float
) -> tuple[int, float | None, float | None, float | None]:
    sets, seats, points, square, cross, points_square = (float(x) for x in sums)
    if seats == 0:
        return 0, None, None, None
    mean = points / seats
    if sets < 2:
        return int(seats), mean, None, None
    spread = max(points_square - 2.0 * mean * cross + mean**2 * square, 0.0)
    if spread < 1e-12 * seats:  # a few sets that are all alike do not prove that all sets are
        low, high = wilson(mean * sets, sets, level)
        return int(seats), mean, float(low), float(high)
    half = normal_quantile(level) * sqrt(spread * sets / (sets - 1.0)) / seats
    return int(seats), mean, max(0.0, mean - half), min(1.0, mean + half)
