"""What a change of the rules does to anything that can be read off a game, on the same games."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from analysis.intervals import LEVEL, normal_quantile

_SCHEMA = {
    "name": pl.String,
    "before": pl.Float64,
    "after": pl.Float64,
    "change": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def effects(
    before: pl.DataFrame,
    after: pl.DataFrame,
    quantities: Mapping[str, pl.Expr],
    level: float = LEVEL,
) -> pl.DataFrame:
    """Return name, before, after, change, low, high: the mean of each quantity under both rules.

    Both frames must hold the same games (`game`, `set`), played under different rules. The games
    are paired, and the unit of evidence is the mirrored set.
    """
    exprs = [expr.cast(pl.Float64).alias(name) for name, expr in quantities.items()]
    keys = ["game", "set"]
    both = before.select(*keys, *exprs).join(
        after.select(*keys, *exprs), on=keys, how="inner", suffix=" after"
    )
    if not both.height == before.height == after.height:
        raise ValueError("the two runs do not hold the same games")
    rows = [(name, *_change(both, name, level)) for name in quantities]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _change(
    both: pl.DataFrame, name: str, level: float
) -> tuple[float, float, float, float | None, float | None]:
    old, new = both[name].to_numpy(), both[f"{name} after"].to_numpy()
    change = float((new - old).mean())
    rest = both.select("set", (pl.col(f"{name} after") - pl.col(name) - change).alias("rest"))
    sets = rest.group_by("set").agg(pl.col("rest").sum())["rest"].to_numpy()
    mean = (float(old.mean()), float(new.mean()), change)
    if len(sets) < 2:
        return (*mean, None, None)
    square = float((sets**2).sum()) * len(sets) / (len(sets) - 1)
    half = normal_quantile(level) * square**0.5 / both.height
    return (*mean, change - half, change + half)
