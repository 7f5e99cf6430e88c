"""Sums over the games of each mirrored set, window after window: memory stays flat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

_CELLS = 8_000_000  # values looked at together; bounds the memory a run of any size needs
_MOST_SETS = 100_000


def windows(games: pl.LazyFrame, cells: int) -> Iterator[pl.LazyFrame]:
    """Split games into stretches of whole sets; `cells` values are wanted of each game."""
    ends = games.select(
        pl.col("set").min().alias("first"), pl.col("set").max().alias("last"), pl.len()
    )
    first, last, number = ends.collect(engine="streaming").row(0)
    if not number:
        return
    rotations = -(-number // (last + 1 - first))
    size = min(max(_CELLS // (cells * rotations), 1_000), _MOST_SETS)
    for start in range(first, last + 1, size):
        yield games.filter(pl.col("set").is_between(start, start + size - 1))


def collected(window: pl.LazyFrame, wanted: Sequence[Any]) -> tuple[pl.DataFrame, NDArray[np.intp]]:
    """Return the wanted columns of a window, set after set, and where each set begins."""
    frame = window.select("set", *wanted).collect(engine="streaming")
    if not frame["set"].is_sorted():
        frame = frame.sort("set", maintain_order=True)
    sets = frame["set"].to_numpy()
    return frame, np.flatnonzero(np.diff(sets, prepend=sets[:1] - 1))


def summed(values: NDArray[Any], starts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the sums over the games of each set."""
    return np.add.reduceat(values, starts, axis=0, dtype=np.float64)
