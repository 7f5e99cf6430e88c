"""Two rule sets played with the same luck: what each mirrored set scored under either.

Game i under one rule set and game i under the other share seats, decks and dice. So what differs
between them is the rules' doing, and the luck they share drops out of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import erfc, sqrt
from operator import add
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.intervals import LEVEL, Floats, normal_quantile, within_variance
from analysis.matchups import KEY, points_shared
from analysis.rates import named_axes, points_taken
from analysis.sequences import ScoreSequence, best_time
from analysis.tally import Tally
from analysis.verdicts import holm
from sim.plan import Plan
from sim.runner import Rows, rows_of
from sim.teams import parties

SIDE = ["axis", "name"]
HIGHER, LOWER, SAME = "higher", "lower", "no proven change"
# One imagined set gained and one lost (Bonett and Price 2012): without them a few hundred equal
# sets would prove that nothing changed, and a single changed one would have no margin.
_IMAGINED = 2.0
_SPREAD = 0.05  # the variance of a set's difference before the first game; a small change


def both(
    before: Plan,
    after: Plan,
    more: Callable[[pl.DataFrame, pl.DataFrame], list[pl.Series]] = lambda one, other: [],
) -> Rows:
    """Return what plays a stretch of games under both rule sets, one row a game.

    Columns: game, set, lineup, player_k, before_k and after_k (score of seat k), same (whether
    every recorded figure of the game is equal), and those that `more` makes of either's rows.
    """

    def play(plan: Plan, first: int, count: int) -> pl.DataFrame:
        one, other = rows_of(before, first, count), rows_of(after, first, count)
        equal = reduce(lambda x, y: x & y, (one[name] == other[name] for name in one.columns))
        seats = range(plan.players)
        return one.select(
            "game",
            "set",
            "lineup",
            *[f"player_{k}" for k in seats],
            *[pl.col(f"score_{k}").alias(f"before_{k}") for k in seats],
        ).with_columns(
            *[other[f"score_{k}"].alias(f"after_{k}") for k in seats],
            equal.alias("same"),
            *more(one, other),
        )

    return play


@dataclass(frozen=True)
class Pairs:
    """Mirrored sets counted by what they scored under both rule sets.

    `sets`: lineup, played, before_p and after_p (points of player p), same (games) -> sets.
    """

    plan: Plan
    sets: pl.DataFrame

    @property
    def games(self) -> int:
        """Games played under either rule set."""
        return int((self.sets["sets"] * self.sets["played"]).sum())

    @property
    def same(self) -> int:
        """Games that went exactly alike."""
        return int((self.sets["sets"] * self.sets["same"]).sum())

    def tally(self, when: str) -> Tally:
        """Return the tally of one rule set; rows of its sets are those of the pairs."""
        players = range(self.plan.players)
        played = set(self.sets["lineup"])
        teams, order = self.plan.teams, self.plan.data.sides
        who = [
            (i, p, teams[p], called[teams[p]].name, line.sides[p], line.policies[p], *where)
            for i, line in enumerate(self.plan.lineups)
            if i in played
            for called, where in [(parties(line, teams, order), (line.map, line.mode))]
            for p in players
        ]
        columns: dict[str, Any] = {"lineup": pl.Int32, "player": pl.Int8, "team": pl.Int8}
        columns |= dict.fromkeys(("party", "side", "policy", "map", "mode"), pl.String)
        points = [pl.col(f"{when}_{p}").alias(f"points_{p}") for p in players]
        sets = self.sets.select("lineup", "played", *points, "sets")
        entrants = pl.DataFrame(who, schema=columns, orient="row")
        return Tally(len(players), entrants, pl.DataFrame(), sets, teams)


def pairs_of(plan: Plan, rows: pl.DataFrame) -> Pairs:
    """Count the games that `both` played."""
    players = range(plan.players)
    points = [
        _points_of(p, when, plan.players).sum().alias(f"{when}_{p}")
        for when in ("before", "after")
        for p in players
    ]
    keys = ["lineup", "played", *[f"{w}_{p}" for w in ("before", "after") for p in players], "same"]
    each = rows.group_by("set").agg(
        pl.col("lineup").first(),
        pl.len().cast(pl.Int64).alias("played"),
        *points,
        pl.col("same").sum().cast(pl.Int64),
    )
    return Pairs(plan, each.group_by(keys).agg(pl.len().cast(pl.Int64).alias("sets")).sort(keys))


def rows_by_side(pairs: Pairs) -> pl.DataFrame:
    """Return axis, name, lineup, sets, points and share before and after, same, played."""
    before, after = pairs.tally("before"), pairs.tally("after")
    return pl.concat(
        _joined(
            pairs,
            [
                points_taken(t, who).with_columns(pl.lit(axis).alias("axis"))
                for t in (before, after)
            ],
            SIDE,
        )
        for axis, who in named_axes(before, pairs.plan.game.side)
    )


def rows_by_matchup(pairs: Pairs) -> pl.DataFrame:
    """Return a, policy_a, b, policy_b and the rest as `rows_by_side`, without mirror matches."""
    tables = [points_shared(pairs.tally(when)) for when in ("before", "after")]
    equal = (pl.col("a") == pl.col("b")) & (pl.col("policy_a") == pl.col("policy_b"))
    return _joined(pairs, tables, KEY).filter(~equal)


def differences(rows: pl.DataFrame, key: Sequence[str], level: float = LEVEL) -> pl.DataFrame:
    """Return key, before, after, difference, low, high, error (its standard error), identical
    (whether every game was), saved.

    The variance is that of the sets' differences within lineups. `saved` is the share of games
    that pairing saves: two runs with luck of their own would need 1 / (1 - saved) times as many.
    """
    z = normal_quantile(level)
    found = []
    for name, mine in rows.group_by(key, maintain_order=True):
        count = mine["sets"].to_numpy().astype(np.float64)
        lineup = np.unique(mine["lineup"].to_numpy(), return_inverse=True)[1]
        n = count.sum()
        off, score = {}, {}
        for when in ("before", "after"):
            points, share = (mine[f"{x}_{when}"].to_numpy() for x in ("points", "share"))
            total = float(share @ count)
            score[when] = float(points @ count) / total if total else 0.5
            off[when] = (points - score[when] * share) * (n / total if total else 0.0)
        spread = {
            what: _variance(value, count, lineup)
            for what, value in {**off, "change": off["after"] - off["before"]}.items()
        }
        change = score["after"] - score["before"]
        centre, error = with_imagined(change, spread["change"], n)
        apart = spread["before"] + spread["after"]
        found.append(
            (
                *name,
                score["before"],
                score["after"],
                change,
                min(change, max(-1.0, centre - z * error)),
                max(change, min(1.0, centre + z * error)),
                error,
                bool((mine["same"] == mine["played"]).all()),
                1.0 - spread["change"] / apart if apart > 0 else 1.0,
            )
        )
    numbers = ("before", "after", "difference", "low", "high", "error")
    schema: dict[str, Any] = {
        **{k: rows.schema[k] for k in key},
        **dict.fromkeys(numbers, pl.Float64),
    }
    schema |= {"identical": pl.Boolean, "saved": pl.Float64}
    return pl.DataFrame(found, schema=schema, orient="row")


def verdicts(found: pl.DataFrame, mirrored: bool = False, level: float = LEVEL) -> pl.DataFrame:
    """Return the differences with `verdict`, corrected by Holm over all rows that could differ.

    A row in which every game went alike could not have been proven to differ whatever its luck,
    so it is no test (Tarone 1990). Rows that mirror one another are a single test.
    """
    p = [
        erfc(abs(change) / (error * sqrt(2.0))) if error > 0 and not identical else 1.0
        for change, error, identical in found.select("difference", "error", "identical").iter_rows()
    ]
    open_ = [value for value, same in zip(p, found["identical"], strict=True) if not same]
    corrected = iter(open_ if mirrored else holm(open_))
    words = [
        SAME if same or next(corrected) >= 1.0 - level else (HIGHER if change > 0 else LOWER)
        for same, change in found.select("identical", "difference").iter_rows()
    ]
    return found.with_columns(pl.Series("verdict", words, dtype=pl.String))


def saved_games(pairs: Pairs) -> tuple[float, int | None]:
    """Return the share of games that pairing saves, and how many an unpaired comparison as
    precise would take; None where it could take any number.

    Counted over the lineups in which some game changed: those that the change cannot touch would
    flatter the figure.
    """
    touched = pairs.sets.filter(pl.col("same") < pl.col("played"))["lineup"].unique()
    sets = pairs.sets.filter(pl.col("lineup").is_in(touched.implode()))
    paired = apart = 0.0
    count = sets["sets"].to_numpy().astype(np.float64)
    lineup = np.unique(sets["lineup"].to_numpy(), return_inverse=True)[1]
    for p in range(pairs.plan.players):
        before, after = (sets[f"{when}_{p}"].to_numpy() for when in ("before", "after"))
        if sets.height:
            paired += _variance(after - before, count, lineup)
            apart += _variance(before, count, lineup) + _variance(after, count, lineup)
    if paired == 0.0 or apart == 0.0:
        return 1.0, None
    return 1.0 - paired / apart, round(pairs.games * apart / paired)


class DifferenceSequence:
    """Confidence sequences of differences, fed with batches of paired rows.

    With `ratio` the two rule sets share what is played for unequally (head to head at larger
    tables); then the sequences of both scores are laid against each other: wider than need be,
    but sound.
    """

    def __init__(
        self, key: Sequence[str], wanted: float, whole: float, ratio: bool = False
    ) -> None:
        self._key = list(key)
        if ratio:
            time, level = best_time(wanted / 2.0), 1.0 - (1.0 - LEVEL) / 2.0
            self._parts = [ScoreSequence(key, time, whole, level) for _ in range(2)]
        else:
            time = best_time(wanted, _SPREAD)
            self._parts = [ScoreSequence(key, time, whole, reach=2.0, guess=0.0)]

    @property
    def empty(self) -> bool:
        """Whether nothing was taken in yet."""
        return self._parts[0].empty

    def add(self, rows: pl.DataFrame) -> None:
        """Take in the next batch."""
        if len(self._parts) == 1:
            change = pl.col("points_after") - pl.col("points_before")
            self._parts[0].add(rows.with_columns(points=change, share=pl.col("share_before")))
            return
        for sequence, when in zip(self._parts, ("before", "after"), strict=True):
            sequence.add(
                rows.with_columns(points=pl.col(f"points_{when}"), share=pl.col(f"share_{when}"))
            )

    def growth(self, wanted: float) -> float:
        """Return about how many times the games so far it takes until every ± is as wanted."""
        return max(sequence.growth(wanted / len(self._parts)) for sequence in self._parts)

    def table(self) -> pl.DataFrame:
        """Return key, low, high of the difference."""
        before, *rest = (sequence.table() for sequence in self._parts)
        if not rest:
            return before.select(*self._key, "low", "high")
        joined = before.join(rest[0], on=self._key, suffix="_after", maintain_order="left")
        return joined.select(
            *self._key,
            (pl.col("low_after") - pl.col("high")).alias("low"),
            (pl.col("high_after") - pl.col("low")).alias("high"),
        )


def _joined(pairs: Pairs, tables: Sequence[pl.DataFrame], key: Sequence[str]) -> pl.DataFrame:
    before, after = tables
    on = [*key, "lineup", "pattern"]
    kept = after.select(*on, points_after="points", share_after="share")
    about = pairs.sets.with_row_index("pattern").select("pattern", "played", "same")
    return (
        before.rename({"points": "points_before", "share": "share_before"})
        .join(kept, on=on, maintain_order="left")
        .join(about, on="pattern", maintain_order="left")
        .select(
            *key,
            "lineup",
            "sets",
            *[f"{x}_{when}" for when in ("before", "after") for x in ("points", "share")],
            "same",
            "played",
        )
    )


def _variance(value: Floats, count: Floats, lineup: NDArray[np.int64]) -> float:
    """Return the variance of a set within lineups."""
    size = int(lineup.max()) + 1
    sums = (
        np.bincount(lineup, weights, size).astype(np.float64)
        for weights in (count, value * count, value**2 * count)
    )
    return float(within_variance(*sums))


def with_imagined(change: float, variance: float, n: float) -> tuple[float, float]:
    """Return centre and standard error of a mean of n sets with the imagined ones added."""
    total = n + _IMAGINED
    centre = n * change / total
    square = (n * (variance + change**2) + _IMAGINED) / total
    return centre, sqrt(max(square - centre**2, 0.0) / total)


def _points_of(player: int, when: str, seats: int) -> pl.Expr:
    return reduce(
        add,
        [
            pl.when(pl.col(f"player_{k}") == player).then(pl.col(f"{when}_{k}")).otherwise(0.0)
            for k in range(seats)
        ],
    )
