"""How often each side, each policy, each side on each map wins."""

from __future__ import annotations

import polars as pl

from analysis.evidence import scores
from analysis.tally import Tally, tally

COLUMNS = ["axis", "name", "games", "wins", "draws", "losses", "score", "low", "high"]


def rates(games: pl.LazyFrame, side: str = "side") -> pl.DataFrame:
    """Return axis, name, games, wins, draws, losses, score, low, high.

    The first axis is the game's word for a side. `policy` follows when several policies take
    part; `map` and `mode` when there are several, with names such as "moloch @ ruins".

    A win is a score of 1, a loss 0; anything between is a draw (a shared win). A side that meets
    only itself scores the fair share by construction, whatever the game is like. Such games are
    counted (each as one draw), but where the side also has other opponents they are kept out of
    score and interval: they would pull the score to the middle and feign certainty. A side that
    holds two seats of a larger table counts once for each.
    """
    return rates_of(tally(games), side).select(COLUMNS)


def rates_of(counted: Tally, side: str = "side") -> pl.DataFrame:
    """Return the rates of a tally, with the further column `effective` (games)."""
    who = counted.entrants
    axes = [(side, pl.col("side"))]
    if who["policy"].n_unique() > 1:
        axes.append(("policy", pl.col("policy")))
    axes += [
        (axis, pl.format("{} @ {}", "side", axis))
        for axis in ("map", "mode")
        if who[axis].n_unique() > 1
    ]
    return pl.concat(
        _axis(counted, who.with_columns(name.alias("name"))).select(
            pl.lit(axis).alias("axis"), *COLUMNS[1:], "effective"
        )
        for axis, name in axes
    )


def _axis(counted: Tally, who: pl.DataFrame) -> pl.DataFrame:
    """Return the rates of one axis; `who` says in `name` under which name each player counts."""
    names = who.select("name").unique(maintain_order=True)
    held = who.group_by("lineup", "name").agg(pl.len().alias("held"))
    held = held.with_columns((pl.col("held") == counted.seats).alias("mirror"))
    slots = who.select("lineup", "player", "name").join(held, on=["lineup", "name"])

    points = pl.concat(
        counted.sets.with_row_index("pattern").select(
            "pattern",
            "lineup",
            "sets",
            "played",
            pl.lit(p, dtype=who.schema["player"]).alias("player"),
            pl.col(f"points_{p}").alias("points"),
        )
        for p in range(counted.seats)
    ).join(slots, on=["lineup", "player"])
    taken = (
        points.filter(~pl.col("mirror"))
        .group_by("name", "lineup", "pattern", maintain_order=True)
        .agg(
            pl.col("points").sum(),
            (pl.col("played").first() * pl.col("held").first()).cast(pl.Float64).alias("share"),
            pl.col("sets").first(),
        )
    )
    results = pl.concat(
        counted.outcomes.select(
            "lineup",
            "games",
            pl.col(f"player_{k}").alias("player"),
            pl.col(f"score_{k}").alias("result"),
            pl.lit(k).alias("seat"),
        )
        for k in range(counted.seats)
    ).join(slots, on=["lineup", "player"])
    number, result = pl.col("games"), pl.col("result")
    mirror = pl.col("mirror")
    counts = (
        results.filter(~mirror | (pl.col("seat") == 0))
        .group_by("name")
        .agg(
            number.sum(),
            number.filter(~mirror & (result == 1.0)).sum().alias("wins"),
            number.filter(mirror | ((result > 0.0) & (result < 1.0))).sum().alias("draws"),
            number.filter(~mirror & (result == 0.0)).sum().alias("losses"),
        )
    )
    fair = 1.0 / counted.seats
    return (
        names.join(counts, on="name", how="left", maintain_order="left")
        .join(scores(taken, ["name"]), on="name", how="left", maintain_order="left")
        .with_columns(
            pl.col("score", "low", "high").fill_null(fair), pl.col("effective").fill_null(0.0)
        )
    )
