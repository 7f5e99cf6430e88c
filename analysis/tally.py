"""A run boiled down to three small tables, from which every rate is computed.

Ten million games have only a few dozen different results. So games are counted by result, and
mirrored sets by the points that each player and each seat took in them; the rest of the analysis
never sees a single game again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import polars as pl

from analysis.frames import seat_count
from sim.teams import TOGETHER, fair_share, in_teams

WINDOW = 500_000  # sets looked at together; bounds the memory a run of any size needs


@dataclass(frozen=True)
class Tally:
    """What happened in a run, counted.

    `teams`: the team of each player of a lineup, whose score each of its members has.
    `entrants`: lineup, player, team, party (the team's name, or the side's), side, policy, map,
    mode: who takes part, in the order of lineups.
    `outcomes`: lineup, player_k, score_k -> games.
    `sets`: lineup, played (games of the set), points_p (of player p), seat_k (points) -> sets.
    """

    seats: int
    entrants: pl.DataFrame
    outcomes: pl.DataFrame
    sets: pl.DataFrame
    teams: tuple[int, ...]

    @property
    def parties(self) -> pl.DataFrame:
        """The entrants by team: the first player of each, and the team's name as its side."""
        return (
            self.entrants.group_by("lineup", "team", maintain_order=True)
            .agg(
                pl.col("player").first(),
                pl.col("party").first().alias("side"),
                pl.col("policy").unique(maintain_order=True).str.join(TOGETHER),
                pl.col("map", "mode").first(),
            )
            .sort("lineup", "player")
        )

    @property
    def in_teams(self) -> bool:
        """Whether anybody has a team mate."""
        return in_teams(self.teams)

    @property
    def fair(self) -> float:
        """The score of a fair game."""
        return fair_share(self.teams)

    @property
    def games(self) -> int:
        """Return the number of games counted."""
        return int(self.outcomes["games"].sum())


_COUNTED = ("game", "set", "lineup", "rotation", "length", "ending")


def counted_columns(rows: pl.DataFrame) -> pl.DataFrame:
    """Return what a tally and the names it looks up want of some games."""
    return rows.select(
        name for name in rows.columns if name in _COUNTED or name.startswith(("player_", "score_"))
    )


def tally(games: pl.LazyFrame, teams: Sequence[int] | None = None) -> Tally:
    """Count the games of a frame by outcome and its mirrored sets by the points taken.

    `teams` is the team of each player of a lineup; everyone plays alone unless told.
    """
    seats = seat_count(games)
    known = tuple(teams or range(seats))
    who = _entrants(games, seats, known)
    return Tally(seats, who, _outcomes(games, seats), _sets(games, seats), known)


def _entrants(games: pl.LazyFrame, seats: int, teams: tuple[int, ...]) -> pl.DataFrame:
    # Names are looked up in one game of each lineup, not in all of them.
    some = games.group_by("lineup").agg(pl.col("game").min()).collect(engine="streaming")["game"]
    chosen = games.filter(pl.col("game").is_in(some.to_list())).collect()
    party = "team" if in_teams(teams) else "side"
    team = pl.col("player").replace_strict(list(range(seats)), teams, return_dtype=pl.Int8)
    rows = [
        chosen.select(
            "lineup",
            pl.col(f"player_{k}").alias("player"),
            pl.col(f"{party}_{k}").cast(pl.String).alias("party"),
            pl.col(f"side_{k}").cast(pl.String).alias("side"),
            pl.col(f"policy_{k}").cast(pl.String).alias("policy"),
            pl.col("map").cast(pl.String),
            pl.col("mode").cast(pl.String),
        )
        for k in range(seats)
    ]
    return pl.concat(rows).with_columns(team.alias("team")).sort("lineup", "player")


def _outcomes(games: pl.LazyFrame, seats: int) -> pl.DataFrame:
    keys = ["lineup", *[f"{word}_{k}" for word in ("player", "score") for k in range(seats)]]
    counts = games.group_by(keys).agg(pl.len().cast(pl.Int64).alias("games"))
    return counts.collect(engine="streaming").sort(keys)


def _sets(games: pl.LazyFrame, seats: int) -> pl.DataFrame:
    points = [_points_of(p, seats).sum().alias(f"points_{p}") for p in range(seats)]
    by_seat = [pl.col(f"score_{k}").sum().alias(f"seat_{k}") for k in range(seats)]
    ends = games.select(pl.col("set").min().alias("first"), pl.col("set").max().alias("last"))
    first, last = ends.collect(engine="streaming").row(0)
    keys = ["lineup", "played", *[f"{w}_{k}" for w in ("points", "seat") for k in range(seats)]]
    schema = dict.fromkeys(keys, pl.Float64) | {"lineup": pl.Int32, "played": pl.Int64}
    counted = [pl.DataFrame(schema=schema | {"sets": pl.Int64})]
    for start in range(first or 0, (-1 if last is None else last) + 1, WINDOW):
        window = games.filter(pl.col("set").is_between(start, start + WINDOW - 1))
        each = window.group_by("set").agg(
            pl.col("lineup").first().cast(pl.Int32),
            pl.len().cast(pl.Int64).alias("played"),
            *points,
            *by_seat,
        )
        counts = each.group_by(keys).agg(pl.len().cast(pl.Int64).alias("sets"))
        counted.append(counts.collect(engine="streaming"))
    return pl.concat(counted).group_by(keys).agg(pl.col("sets").sum()).sort(keys)


def _points_of(player: int, seats: int) -> pl.Expr:
    """Return the points of a player, wherever he sits."""
    return reduce(
        add,
        [
            pl.when(pl.col(f"player_{k}") == player).then(pl.col(f"score_{k}")).otherwise(0.0)
            for k in range(seats)
        ],
    )
