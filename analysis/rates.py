"""How often each side, each team, each policy, each side on each map wins."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.evidence import Measure, scores
from analysis.tally import Tally, tally

COLUMNS = ["axis", "name", "games", "wins", "draws", "losses", "score", "low", "high"]


def rates(
    games: pl.LazyFrame, side: str = "side", teams: Sequence[int] | None = None
) -> pl.DataFrame:
    """Return axis, name, games, wins, draws, losses, score, low, high.

    The first axis is the game's word for a side. Where there are teams (`teams` is the team of
    each player) `team` follows, with names such as "korat+blitz"; `policy` when several policies
    take part; `map` and `mode` when there are several, with names such as "moloch @ ruins".

    A win is a score of 1, a loss 0; anything between is a draw (a shared win). A side that meets
    only itself scores the fair share by construction, whatever the game is like. Such games are
    counted (each as one draw), but where the side also has other opponents they are kept out of
    score and interval: they would pull the score to the middle and feign certainty. A side that
    holds two seats of a larger table counts once for each. In teams a side fares as its team does,
    and counts once for each team that it is in; one that is in every team meets only itself.
    """
    return rates_of(tally(games, teams), side).select(COLUMNS)


def rates_of(counted: Tally, side: str = "side", measure: Measure = scores) -> pl.DataFrame:
    """Return the rates of a tally, with the further column `effective` (games)."""
    return pl.concat(
        _axis(counted, who, axis, measure).select("axis", *COLUMNS[1:], "effective")
        for axis, who in named_axes(counted, side)
    )


def named_axes(counted: Tally, side: str) -> list[tuple[str, pl.DataFrame]]:
    """Return each axis with the entrants, whose `name` says under which name they count on it."""
    who = counted.entrants
    axes = [(side, pl.col("side"))]
    if counted.in_teams:
        axes.append(("team", pl.col("party")))
    if who["policy"].n_unique() > 1:
        axes.append(("policy", pl.col("policy")))
    axes += [
        (axis, pl.format("{} @ {}", "side", axis))
        for axis in ("map", "mode")
        if who[axis].n_unique() > 1
    ]
    return [(axis, who.with_columns(name.alias("name"))) for axis, name in axes]


def _slots(counted: Tally, who: pl.DataFrame) -> pl.DataFrame:
    """Return lineup, player (the first of his team under a name), name; how many teams have the
    name, the first player of all with it, whether it meets only itself."""
    one = who.group_by("lineup", "team", "name", maintain_order=True).agg(pl.col("player").min())
    held = one.group_by("lineup", "name").agg(
        pl.len().alias("held"), pl.col("player").min().alias("first")
    )
    held = held.with_columns((pl.col("held") == len(set(counted.teams))).alias("mirror"))
    return one.select("lineup", "player", "name").join(held, on=["lineup", "name"])


def points_taken(counted: Tally, who: pl.DataFrame) -> pl.DataFrame:
    """Return name, lineup, pattern (row of the tally's sets), points, share and sets."""
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
    ).join(_slots(counted, who), on=["lineup", "player"])
    return (
        points.filter(~pl.col("mirror"))
        .group_by("name", "lineup", "pattern", maintain_order=True)
        .agg(
            pl.col("points").sum(),
            (pl.col("played").first() * pl.col("held").first()).cast(pl.Float64).alias("share"),
            pl.col("sets").first(),
        )
    )


def _axis(counted: Tally, who: pl.DataFrame, axis: str, measure: Measure) -> pl.DataFrame:
    """Return the rates of one axis; `who` says in `name` under which name each player counts."""
    names = who.select(pl.lit(axis).alias("axis"), "name").unique(maintain_order=True)
    slots = _slots(counted, who)
    taken = points_taken(counted, who).with_columns(pl.lit(axis).alias("axis"))
    measured = measure(taken, ["axis", "name"])
    results = pl.concat(
        counted.outcomes.select(
            "lineup",
            "games",
            pl.col(f"player_{k}").alias("player"),
            pl.col(f"score_{k}").alias("result"),
        )
        for k in range(counted.seats)
    ).join(slots, on=["lineup", "player"])
    number, result = pl.col("games"), pl.col("result")
    mirror = pl.col("mirror")
    counts = (
        results.filter(~mirror | (pl.col("player") == pl.col("first")))
        .group_by("name")
        .agg(
            number.sum(),
            number.filter(~mirror & (result == 1.0)).sum().alias("wins"),
            number.filter(mirror | ((result > 0.0) & (result < 1.0))).sum().alias("draws"),
            number.filter(~mirror & (result == 0.0)).sum().alias("losses"),
        )
    )
    return (
        names.join(counts, on="name", how="left", maintain_order="left")
        .join(measured, on=["axis", "name"], how="left", maintain_order="left")
        .with_columns(
            pl.col("score", "low", "high").fill_null(counted.fair),
            pl.col("effective").fill_null(0.0),
        )
    )
