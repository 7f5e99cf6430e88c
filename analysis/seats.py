"""What it is worth to sit where one sits."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from analysis.evidence import Measure, scores
from analysis.tally import Tally, tally

COLUMNS = ["seat", "games", "wins", "draws", "losses", "score", "low", "high"]


class Effect(NamedTuple):
    """A difference in points (hundredths of a game) with its interval."""

    points: float
    low: float
    high: float

    @property
    def proven(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0.0 or self.high < 0.0


def seats(games: pl.LazyFrame) -> pl.DataFrame:
    """Return seat (1-based), games, wins, draws, losses, score, low, high."""
    return seats_of(tally(games))


def seats_of(counted: Tally, measure: Measure = scores) -> pl.DataFrame:
    """Return the seats of a tally."""
    number = pl.col("games")
    counts = pl.concat(
        counted.outcomes.select(
            pl.lit(k + 1, dtype=pl.Int64).alias("seat"),
            number.sum(),
            number.filter(pl.col(f"score_{k}") == 1.0).sum().alias("wins"),
            number.filter(pl.col(f"score_{k}").is_between(0.0, 1.0, closed="none"))
            .sum()
            .alias("draws"),
            number.filter(pl.col(f"score_{k}") == 0.0).sum().alias("losses"),
        )
        for k in range(counted.seats)
    )
    rows = pl.concat(
        counted.sets.select(
            pl.lit(k + 1, dtype=pl.Int64).alias("seat"),
            "lineup",
            "sets",
            pl.col(f"seat_{k}").alias("points"),
            pl.col("played").cast(pl.Float64).alias("share"),
        )
        for k in range(counted.seats)
    )
    found = counts.join(measure(rows, ["seat"]), on="seat", how="left", maintain_order="left")
    return found.select(COLUMNS)


def first_player_effect(seats: pl.DataFrame, fair: float | None = None) -> Effect:
    """Return what seat 1 scores beyond the fair share (by default 1 over the seats), in points."""
    fair = 1.0 / seats.height if fair is None else fair
    score, low, high = seats.filter(pl.col("seat") == 1).select("score", "low", "high").row(0)
    return Effect(100.0 * (score - fair), 100.0 * (low - fair), 100.0 * (high - fair))
