"""Who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.evidence import Measure, scores
from analysis.tally import Tally, tally

KEY = ["a", "policy_a", "b", "policy_b"]


def matchups(games: pl.LazyFrame, teams: Sequence[int] | None = None) -> pl.DataFrame:
    """Return a, b, games, score, low, high: the score of a against b, one row per pair.

    Pairs come in the order of the lineups. Where a run has players of different policies, those
    are told apart, and the columns policy_a and policy_b follow. A pair of equals scores exactly
    one half by construction.

    At larger tables a and b are compared head to head: of the points that the two took at tables
    where both sat, the share that a took (per seat, should one of them hold several). With two
    players that is a's score itself. Where there are teams, a and b are teams: the sides of one
    team do not play against each other.
    """
    return matchups_of(tally(games, teams)).drop("effective")


def points_shared(counted: Tally) -> pl.DataFrame:
    """Return a, policy_a, b, policy_b, lineup, pattern (row of the tally's sets), sets, points of
    a, share (points of both)."""
    sets = counted.sets.with_row_index("pattern")
    rows = _pairs(counted.parties).join(sets, on="lineup", how="left", maintain_order="left")
    mine, theirs = _mean_points(counted, "a"), _mean_points(counted, "b")
    return rows.select(*KEY, "lineup", "pattern", "sets", points=mine, share=mine + theirs)


def matchups_of(counted: Tally, measure: Measure = scores) -> pl.DataFrame:
    """Return the matchups of a tally, with the further column `effective` (games)."""
    who = counted.parties
    pairs = _pairs(who)
    measured = measure(points_shared(counted), KEY)
    played = counted.outcomes.group_by("lineup").agg(pl.col("games").sum())
    number = pairs.join(played, on="lineup").group_by(KEY).agg(pl.col("games").sum())
    found = measured.join(number, on=KEY, how="left", maintain_order="left")
    equal = (pl.col("a") == pl.col("b")) & (pl.col("policy_a") == pl.col("policy_b"))
    found = found.with_columns(
        pl.when(equal).then(0.0).otherwise(pl.col("effective")).alias("effective"),
        *[pl.when(equal).then(0.5).otherwise(pl.col(c)).alias(c) for c in ("score", "low", "high")],
    )
    columns = ["a", "b", "games", "score", "low", "high"]
    if who["policy"].n_unique() > 1:
        columns += ["policy_a", "policy_b"]
    return found.select(*columns, "effective")


def _pairs(who: pl.DataFrame) -> pl.DataFrame:
    """Return lineup, a, policy_a, b, policy_b, players_a, players_b; each pair always the same
    way round."""
    one = who.select("lineup", "player", "side", "policy")
    both = one.join(one, on="lineup", suffix="_b").filter(pl.col("player") < pl.col("player_b"))
    both = both.sort("lineup", "player", "player_b").rename(
        {"side": "a", "policy": "policy_a", "side_b": "b"}
    )
    first: dict[frozenset[tuple[str, str]], tuple[str, str, str, str]] = {}
    for a, policy_a, b, policy_b in both.select(KEY).iter_rows():
        first.setdefault(frozenset({(a, policy_a), (b, policy_b)}), (a, policy_a, b, policy_b))
    known = pl.DataFrame(list(first.values()), schema=dict.fromkeys(KEY, pl.String), orient="row")
    seated = one.group_by("lineup", "side", "policy").agg("player")
    a = seated.rename({"side": "a", "policy": "policy_a", "player": "players_a"})
    b = seated.rename({"side": "b", "policy": "policy_b", "player": "players_b"})
    equal = (pl.col("a") == pl.col("b")) & (pl.col("policy_a") == pl.col("policy_b"))
    return (
        known.with_row_index("order")
        .join(a, on=["a", "policy_a"])
        .join(b, on=["lineup", "b", "policy_b"])
        .filter(~equal | (pl.col("players_a").list.len() > 1))
        .sort("order", "lineup")
    )


def _mean_points(counted: Tally, which: str) -> pl.Expr:
    """Return the points per seat that a (or b) took in a set."""
    players = pl.col(f"players_{which}")
    held = [
        pl.when(players.list.contains(p)).then(pl.col(f"points_{p}")).otherwise(0.0)
        for p in range(counted.seats)
    ]
    return pl.sum_horizontal(held) / players.list.len()
