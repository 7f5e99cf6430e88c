"""What a map does to every game on it, whoever plays: going first, and how long games last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.lengths import length
from analysis.seats import first_player_effect, seats_of
from analysis.tally import tally

SCHEMA: dict[str, Any] = {
    "map": pl.String,
    "games": pl.Int64,
    **dict.fromkeys(("first_player", "low", "high"), pl.Float64),
    **dict.fromkeys(("median", "p5", "p95"), pl.Int64),
}


def places(games: pl.LazyFrame, manifest: Mapping[str, Any]) -> pl.DataFrame:
    """Return map, games, first_player, low, high, median, p5, p95; empty for a single map.

    `first_player` is what seat 1 scores beyond the fair share, with its interval; the rest is the
    length of games.
    """
    maps = list(dict.fromkeys(line["map"] for line in manifest["lineups"]))
    if len(maps) < 2:
        return pl.DataFrame(schema=SCHEMA)
    rows = []
    for name in maps:
        mine = games.filter(pl.col("map") == name)
        counted = tally(mine, manifest.get("teams"))
        if counted.games == 0:
            continue
        ends = (x / 100.0 for x in first_player_effect(seats_of(counted), counted.fair))
        lasts = length(mine)
        rows.append((name, counted.games, *ends, *(lasts[key] for key in ("median", "p5", "p95"))))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")
