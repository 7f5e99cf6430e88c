"""The games of a run as one frame, with names instead of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from sim.teams import in_teams, members, team_name


def games(parts: pl.LazyFrame, manifest: Mapping[str, Any]) -> pl.LazyFrame:
    """Return one row per game: who sat where, how it was played, how it ended.

    Columns: game, set, lineup, rotation; for each seat k player_k (index into the lineup), side_k,
    policy_k, score_k; map, mode, length, ending; then the game's own columns. Where there are
    teams, team_k names that of the seat, and score_k is its team's.
    """
    lineups = manifest["lineups"]
    players = len(lineups[0]["sides"])
    names = []
    for seat in range(players):
        slot = pl.col("lineup").cast(pl.Int64) * players + pl.col(f"player_{seat}")
        names += [
            _look_up(slot, [s for line in lineups for s in line["sides"]], f"side_{seat}"),
            _look_up(slot, [s for line in lineups for s in line["policies"]], f"policy_{seat}"),
        ]
    teams = manifest.get("teams") or range(players)
    shared = in_teams(teams)
    if shared:
        called = [team for line in lineups for team in _teams(line, teams, manifest["names"])]
        for seat in range(players):
            slot = pl.col("lineup").cast(pl.Int64) * players + pl.col(f"player_{seat}")
            names.append(_look_up(slot, called, f"team_{seat}"))
    lineup = pl.col("lineup")
    names += [
        _look_up(lineup, [line["map"] for line in lineups], "map"),
        _look_up(lineup, [line["mode"] for line in lineups], "mode"),
        pl.col("length"),
        _look_up(pl.col("ending"), manifest["endings"], "ending"),
    ]
    words = ("player", "side", *(["team"] if shared else []), "policy")
    seats = [f"{word}_{k}" for k in range(players) for word in words]
    scores = [f"score_{k}" for k in range(players)]
    first = ["game", "set", "lineup", "rotation", *seats, *scores]
    last = ["map", "mode", "length", "ending"]
    named = {*first, *last}
    own = [name for name in parts.collect_schema().names() if name not in named]
    return parts.with_columns(names).select(*first, *last, *own)


def seats_long(games: pl.LazyFrame) -> pl.LazyFrame:
    """Return one row per game and seat: seat (1-based), player, side, policy, score and the rest.

    The game's own columns stay; those it has per seat (`hq_0`, `hq_1`, …) become one (`hq`).
    """
    columns = games.collect_schema().names()
    seats = seat_count(games)
    stems = [name.removesuffix("_0") for name in columns if name.endswith("_0")]
    per_seat = [stem for stem in stems if all(f"{stem}_{k}" in columns for k in range(seats))]
    split = {f"{stem}_{k}" for stem in per_seat for k in range(seats)}
    shared = [name for name in columns if name not in split]
    return pl.concat(
        games.select(
            *shared,
            pl.lit(k + 1, dtype=pl.Int8).alias("seat"),
            *[pl.col(f"{stem}_{k}").alias(stem) for stem in per_seat],
        )
        for k in range(seats)
    )


def seat_count(games: pl.LazyFrame) -> int:
    """Return how many seats a game has."""
    return sum(name.startswith("score_") for name in games.collect_schema().names())


def _teams(
    line: Mapping[str, Any], teams: Sequence[int], order: Mapping[str, str]
) -> Iterator[str]:
    """Return the name of each player's team."""
    named = [team_name((line["sides"][p] for p in held), order) for held in members(teams)]
    return (named[team] for team in teams)


def _look_up(index: pl.Expr, words: Sequence[str], name: str) -> pl.Expr:
    """Return the word at an index, as an Enum whose order is that of first appearance."""
    kinds = pl.Enum(list(dict.fromkeys(words)))
    found = index.replace_strict(list(range(len(words))), list(words), return_dtype=kinds)
    return found.alias(name)
