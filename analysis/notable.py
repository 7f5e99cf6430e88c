"""Games of a run that are worth looking at: a typical one and those at the ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.frames import games as games_frame
from analysis.frames import seat_count
from sim.teams import in_teams


@dataclass(frozen=True)
class Notable:
    """One game of a run, and why it is worth looking at."""

    key: str  # "closest"
    title: str  # "The closest game"
    why: str  # one sentence
    game: int


def notable(
    parts: pl.LazyFrame, manifest: Mapping[str, Any], lead: tuple[str, str]
) -> list[Notable]:
    """Return a typical game, the shortest, the closest and the most lopsided.

    `lead` is the column by which one seat is ahead of another, and its name; a team has the sum of
    its seats. A
    game is as close as the winner's lead over the best of the others is small, whatever its sign.
    Among equals the lowest number is taken, so that the same run always shows the same games.
    """
    games = games_frame(parts, manifest)
    looked = games.select("game", "length", "ending", _won(games), _ahead(games, manifest, lead[0]))
    unit = manifest["length_unit"]
    found = [_typical(looked, unit)]
    shortest = _first(looked, "length", "game")
    found.append(
        Notable(
            "shortest",
            "The shortest game",
            f"No game was over sooner than after {shortest['length']} {unit}.",
            shortest["game"],
        )
    )
    decided = looked.filter("won")
    if decided.select(pl.len()).collect().item():
        word = lead[1]
        close = _first(decided.with_columns(pl.col("ahead").abs()), "ahead", "-length", "game")
        wide = _first(decided, "-ahead", "length", "game")
        found += [
            Notable(
                "closest",
                "The closest game",
                f"Of all games with a winner none was nearer: {word} differed by "
                f"{_number(close['ahead'])}.",
                close["game"],
            ),
            Notable(
                "lopsided",
                "The most lopsided game",
                f"Nobody won by more: {word} differed by {_number(wide['ahead'])}.",
                wide["game"],
            ),
        ]
    return found


def _typical(looked: pl.LazyFrame, unit: str) -> Notable:
    """Return a game of median length that ends as most do, with the usual lead."""
    middle = looked.select(
        pl.col("length").quantile(0.5, "lower"), pl.col("ahead").quantile(0.5, "lower")
    ).collect()
    common = (
        looked.group_by("ending")
        .agg(pl.len().alias("games"))
        .sort("games", "ending", descending=[True, False])
        .collect()
    )
    ending = str(common["ending"][0])
    length, ahead = middle.row(0)
    row = _first(
        looked.filter(pl.col("ending").cast(pl.String) == ending).with_columns(
            off=(pl.col("length") - length).abs(), far=(pl.col("ahead") - ahead).abs()
        ),
        "off",
        "far",
        "game",
    )
    why = f"It lasted {row['length']} {unit} and ended as most do: {ending}."
    return Notable("typical", "A typical game", why, row["game"])


def _won(games: pl.LazyFrame) -> pl.Expr:
    scores = [pl.col(f"score_{k}") for k in range(seat_count(games))]
    return (pl.max_horizontal(scores) == 1.0).alias("won")


def _ahead(games: pl.LazyFrame, manifest: Mapping[str, Any], lead: str) -> pl.Expr:
    """Return the winner's lead over the best of the others, 0 where nobody counts anything."""
    known = games.collect_schema().names()
    seats = range(seat_count(games))
    if any(f"{lead}_{k}" not in known for k in seats):
        return pl.lit(0.0).alias("ahead")
    mine = [pl.col(f"{lead}_{k}").cast(pl.Float64) for k in seats]
    if in_teams(manifest.get("teams") or seats):
        # Of a team every seat has the same score; the sum over seats with equal teams is its lead.
        mine = [
            pl.sum_horizontal(
                pl.when(pl.col(f"team_{j}") == pl.col(f"team_{k}")).then(mine[j]).otherwise(0.0)
                for j in seats
            )
            for k in seats
        ]
    won = [pl.col(f"score_{k}") == 1.0 for k in seats]
    best = pl.max_horizontal(pl.when(w).then(m) for w, m in zip(won, mine, strict=True))
    rest = pl.max_horizontal(pl.when(~w).then(m) for w, m in zip(won, mine, strict=True))
    return (best - rest).fill_null(0.0).alias("ahead")


def _first(looked: pl.LazyFrame, *order: str) -> dict[str, Any]:
    """Return the first row in an order of columns; `-` before a name turns it round."""
    names = [name.removeprefix("-") for name in order]
    down = [name.startswith("-") for name in order]
    return looked.sort(names, descending=down).head(1).collect().row(0, named=True)


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
