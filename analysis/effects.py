"""What a change of the rules does to anything that can be read off a game, on the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.intervals import LEVEL, normal_quantile, within_variance
from analysis.paired import with_imagined
from sim.plan import Plan
from sim.teams import fair_share

GAME = "game"  # the group of what belongs to no tally
LENGTH, FIRST = "length", "going first"
_BEYOND = "score beyond the fair share"
SPREAD = "spread: most less least"
_FIGURES = ("before", "after", "difference", "low", "high")
SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("group", "name", "measure"), pl.String),
    **dict.fromkeys((*_FIGURES, "error"), pl.Float64),
    "identical": pl.Boolean,
}


@dataclass(frozen=True)
class Quantity:
    """Something that can be read off every game: `value` times `scale`, less `less`."""

    group: str
    name: str
    measure: str  # what the figure is: "turns", "mean per robot"
    value: pl.Expr
    scale: float = 1.0
    less: float = 0.0


def quantities(plan: Plan) -> list[Quantity]:
    """Return what every comparison tells of its games: length, going first, the game's tallies.

    Of a tally, the mean of the seats, and how far apart the seats of a game end.
    """
    seats = range(plan.players)
    found = [
        Quantity(GAME, LENGTH, plan.game.length_unit, pl.col("length").cast(pl.Int64)),
        Quantity(
            GAME,
            FIRST,
            "score beyond the fair share",
            pl.col("score_0"),
            1.0,
            fair_share(plan.teams),
        ),
    ]
    for tally in plan.game.tallies:
        each = [pl.col(f"{tally.column}_{k}").cast(pl.Int64) for k in seats]
        apart = pl.max_horizontal(each) - pl.min_horizontal(each)
        mean = f"mean per {plan.game.side}"
        total = pl.sum_horizontal(each)
        found.append(Quantity(tally.group, tally.name, mean, total, 1.0 / plan.players))
        found.append(Quantity(tally.group, tally.name, SPREAD, apart))
    return found


def columns(asked: Sequence[Quantity], rows: pl.DataFrame, when: str) -> list[pl.Series]:
    """Return the quantities of some games, as columns that `Changes` takes in."""
    named = [each.value.alias(f"{when} {i}") for i, each in enumerate(asked)]
    return rows.select(named).get_columns()


class Changes:
    """Sums over mirrored sets of what changed, taken in stretch by stretch.

    A stretch holds whole sets: `set`, `lineup`, and the `columns` of both rule sets. Nothing else
    is kept of them, so a comparison of any size needs little memory.
    """

    def __init__(self, asked: Sequence[Quantity]) -> None:
        self._asked = tuple(asked)
        self._sums: pl.DataFrame | None = None

    @property
    def columns(self) -> list[str]:
        """The names of the columns that are taken in."""
        return [f"{when} {i}" for when in ("before", "after") for i in range(len(self._asked))]

    def add(self, rows: pl.DataFrame) -> None:
        """Take in the next stretch of games."""
        numbers = range(len(self._asked))
        old, new = ([pl.col(f"{when} {i}") for i in numbers] for when in ("before", "after"))
        games = pl.col("games").cast(pl.Float64)
        sums = (
            rows.group_by("set", "lineup")
            .agg(
                pl.len().cast(pl.Int64).alias("games"),
                *[each.sum() for each in (*old, *new)],
                *[(new[i] != old[i]).sum().alias(f"moved {i}") for i in numbers],
            )
            .with_columns((new[i] - old[i]).cast(pl.Float64).alias(f"change {i}") for i in numbers)
            .group_by("lineup")
            .agg(
                pl.len().cast(pl.Int64).alias("sets"),
                pl.col("games").sum(),
                (games**2).sum().alias("games games"),
                *[pl.col(name).sum() for name in self.columns],
                *[pl.col(f"{what} {i}").sum() for what in ("moved", "change") for i in numbers],
                *[(pl.col(f"change {i}") ** 2).sum().alias(f"square {i}") for i in numbers],
                *[(pl.col(f"change {i}") * games).sum().alias(f"cross {i}") for i in numbers],
            )
        )
        if self._sums is not None:
            sums = pl.concat([self._sums, sums]).group_by("lineup").agg(pl.all().sum())
        self._sums = sums.sort("lineup")

    def table(self, level: float = LEVEL) -> pl.DataFrame:
        """Return group, name, measure, before, after, difference, low, high, error, identical."""
        if self._sums is None:
            return pl.DataFrame(schema=SCHEMA)
        rows = [
            (each.group, each.name, each.measure, *_change(self._sums, i, each, level))
            for i, each in enumerate(self._asked)
        ]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def effects(
    before: pl.DataFrame,
    after: pl.DataFrame,
    quantities: Mapping[str, pl.Expr],
    level: float = LEVEL,
) -> pl.DataFrame:
    """Return name, before, after, difference, low, high: the mean of each quantity under both
    rules.

    Both frames must hold the same games (`game`, `set`, `lineup`), played under different rules.
    The games are paired, and the unit of evidence is the mirrored set.
    """
    asked = [Quantity("", name, "", expr) for name, expr in quantities.items()]
    keys = ["game", "set", "lineup"]
    old, new = (
        frame.select(*keys).hstack(columns(asked, frame, when))
        for frame, when in ((before, "before"), (after, "after"))
    )
    both = old.join(new, on=keys, how="inner")
    if not both.height == before.height == after.height:
        raise ValueError("the two runs do not hold the same games")
    changes = Changes(asked)
    changes.add(both)
    return changes.table(level).select("name", *_FIGURES)


def _change(
    sums: pl.DataFrame, number: int, asked: Quantity, level: float
) -> tuple[float, float, float, float, float, float, bool]:
    """Return before, after, difference, low, high, error, and whether no game changed."""
    sets, games, both = (
        sums[name].to_numpy().astype(np.float64) for name in ("sets", "games", "games games")
    )
    total, square, cross = (
        sums[f"{name} {number}"].to_numpy().astype(np.float64)
        for name in ("change", "square", "cross")
    )
    n, played = float(sets.sum()), float(games.sum())
    change = float(total.sum()) / played
    # Of a set its change less what it should be: exact also where a set was cut short.
    rest = total - change * games
    squares = np.maximum(square - 2.0 * change * cross + change**2 * both, 0.0)
    scale = asked.scale * n / played  # from the sum of a set to a mean of its games
    variance = float(within_variance(sets, rest, squares)) * scale**2
    difference = change * asked.scale
    centre, error = with_imagined(difference, variance, n)
    half = normal_quantile(level) * error
    old, new = (
        float(sums[f"{when} {number}"].sum()) / played * asked.scale - asked.less
        for when in ("before", "after")
    )
    moved = int(sums[f"moved {number}"].sum())
    low, high = min(difference, centre - half), max(difference, centre + half)
    return old, new, difference, low, high, error, moved == 0
