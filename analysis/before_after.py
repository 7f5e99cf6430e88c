"""Two runs side by side: what moved from the first to the second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from math import hypot
from typing import TYPE_CHECKING, Any, cast

import polars as pl

from analysis.intervals import LEVEL, normal_quantile
from analysis.matchups import KEY
from analysis.paired import (
    SAME,
    SIDE,
    differences,
    pairs_of,
    rows_by_matchup,
    rows_by_side,
    verdicts,
)
from analysis.words import shown as shown_name
from sim.errors import BadInput
from sim.game import GAMES, GameData, Lineup
from sim.plan import Plan, Request
from sim.teams import in_teams
from sim.variant import flatten, toml_text

if TYPE_CHECKING:
    from sim.library import Run

# What must be equal for game i of one run to be played with the luck of game i of the other.
_ALIKE = ("seed", "mode", "lineups", "rotations", "orders", "teams")


@dataclass(frozen=True)
class BeforeAfter:
    """What moved between two runs; with `paired` on the same games, else between two samples.

    `sides`: axis, name, before, after, difference, low, high, verdict, identical; `matchups`:
    a, policy_a, b, policy_b and the same.
    """

    names: tuple[str, str]
    games: tuple[int, int]
    paired: bool
    same: int | None  # games that went exactly alike, where paired
    sides: pl.DataFrame
    matchups: pl.DataFrame
    only: tuple[tuple[str, ...], tuple[str, ...]]  # sides that only one of the runs has
    shown_names: Mapping[str, str]

    def shown(self, name: str) -> str:
        """Return the name that readers see for an id."""
        return shown_name(name, self.shown_names)

    @property
    def moved(self) -> pl.DataFrame:
        """The sides that are proven to have moved, most first."""
        first = self.sides.filter(pl.col("axis") == self.sides["axis"].first())
        proven = first.filter(pl.col("verdict") != SAME)
        return proven.sort(pl.col("difference").abs(), descending=True, maintain_order=True)


def before_after(before: Run, after: Run) -> BeforeAfter:
    """Compare two runs of a game, on the same games where they were played with the same luck."""
    old, new = before.manifest, after.manifest
    if old["game"] != new["game"]:
        raise BadInput(
            f"the runs are of two games, {old['title']} and {new['title']}; name two of one game"
        )
    if len(old["lineups"][0]["sides"]) != len(new["lineups"][0]["sides"]) or list(
        old["teams"]
    ) != list(new["teams"]):
        raise BadInput("the runs are not of the same number of players or teams, so nothing pairs")
    paired = all(old.get(key) == new.get(key) for key in _ALIKE)
    sides, matchups, same = _paired(before, after) if paired else _apart(before, after)
    if not sides.height:
        raise BadInput(f"the runs have no {old['side']} in common")
    duel = not in_teams(old["teams"]) and _is_duel(sides, old)
    mine, other = ({s for line in m["lineups"] for s in line["sides"]} for m in (old, new))
    return BeforeAfter(
        names=_names(old, new),
        games=(_even(old), _even(new)),
        paired=paired,
        same=same,
        sides=pl.concat(
            verdicts(t, mirrored=duel) for t in sides.partition_by("axis", maintain_order=True)
        ),
        matchups=verdicts(matchups),
        only=(tuple(sorted(mine - other)), tuple(sorted(other - mine))),
        shown_names={**old["names"], **new["names"]},
    )


def _names(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, str]:
    """Return what to call the runs: by variant, by version of the rules, else first and second."""
    named = tuple(" + ".join((m.get("request") or {}).get("variants") or ()) for m in (old, new))
    if named[0] != named[1]:
        return named[0] or "base", named[1] or "base"
    overlays = [(m.get("request") or {}).get("overlay") or {} for m in (old, new)]
    if overlays[0] != overlays[1]:
        return _changed(overlays[0]), _changed(overlays[1])
    if old["rules_version"] != new["rules_version"]:
        return f"rules {old['rules_version']}", f"rules {new['rules_version']}"
    return "first", "second"


def _changed(overlay: Mapping[str, Any]) -> str:
    """Return what single figures were set to, in a few words."""
    figures = [f"{path} = {toml_text(value)}" for path, value in flatten(overlay)]
    if not figures:
        return "base"
    return figures[0] if len(figures) == 1 else f"{len(figures)} changed figures"


def _is_duel(sides: pl.DataFrame, manifest: Mapping[str, Any]) -> bool:
    """Whether the rows are one test: what one of two gains, the other loses."""
    return (
        len(set(manifest["teams"])) == 2
        and sides["axis"].n_unique() == 1
        and sides["name"].n_unique() == 2
    )


def _paired(before: Run, after: Run) -> tuple[pl.DataFrame, pl.DataFrame, int]:
    plan = _recorded(before.manifest)
    per_set = len(before.manifest["rotations"])
    games = min(map(_even, (before.manifest, after.manifest))) // per_set * per_set
    if not games:
        raise BadInput("the runs have not one whole set of games in common")
    one, other = (run.parts().head(games).collect() for run in (before, after))
    shared = [name for name in one.columns if name in other.columns]
    equal = reduce(lambda x, y: x & y, (one[name] == other[name] for name in shared))
    seats = range(plan.players)
    rows = one.select(
        "game",
        "set",
        "lineup",
        *[f"player_{k}" for k in seats],
        *[pl.col(f"score_{k}").alias(f"before_{k}") for k in seats],
    ).with_columns(*[other[f"score_{k}"].alias(f"after_{k}") for k in seats], equal.alias("same"))
    pairs = pairs_of(plan, rows)
    return (
        differences(rows_by_side(pairs), SIDE),
        differences(rows_by_matchup(pairs), KEY),
        pairs.same,
    )


def _even(manifest: Mapping[str, Any]) -> int:
    """Return how many games went to all lineups evenly; only these have partners for sure."""
    spend = manifest.get("spend")
    return int(spend["even"] if spend else manifest["games"])


def _recorded(manifest: Mapping[str, Any]) -> Plan:
    """Return as much of a run's plan as its manifest holds; rules may have changed since."""
    lineups = tuple(
        Lineup(tuple(line["sides"]), tuple(line["policies"]), line["mode"], line["map"])
        for line in manifest["lineups"]
    )
    return Plan(
        request=Request(game=manifest["game"]),
        game=GAMES.get(manifest["game"]),
        data=cast(GameData, _Sides(manifest["names"])),
        lineups=lineups,
        rotations=tuple(tuple(seats) for seats in manifest["rotations"]),
        teams=tuple(manifest["teams"]),
        games=manifest["games"],
    )


@dataclass(frozen=True)
class _Sides:
    sides: Mapping[str, str]  # in the order of the game: all that a comparison asks of the figures


def _apart(before: Run, after: Run) -> tuple[pl.DataFrame, pl.DataFrame, None]:
    """Compare two samples: the difference has the luck of both (Newcombe's interval)."""
    sides = _difference(before.rates(), after.rates(), SIDE)
    rows = [
        pl.DataFrame(run.matchups()).with_columns(
            *[
                pl.lit("").alias(name)
                for name in ("policy_a", "policy_b")
                if name not in run.matchups().columns
            ]
        )
        for run in (before, after)
    ]
    matchups = _difference(rows[0], rows[1], KEY)
    equal = (pl.col("a") == pl.col("b")) & (pl.col("policy_a") == pl.col("policy_b"))
    return sides, matchups.filter(~equal), None


def _difference(one: pl.DataFrame, other: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    joined = one.join(other, on=key, how="inner", suffix="_after", maintain_order="left")
    z = normal_quantile(LEVEL)
    found = []
    for row in joined.iter_rows(named=True):
        a, b = row["score"], row["score_after"]
        down = hypot(a - row["high"], b - row["low_after"])
        up = hypot(a - row["low"], b - row["high_after"])
        change = b - a
        ends = (change - down, change + up, max(down, up) / z, False, 0.0)
        found.append((*(row[k] for k in key), a, b, change, *ends))
    numbers = ("before", "after", "difference", "low", "high", "error")
    schema: dict[str, Any] = {
        **dict.fromkeys(key, pl.String),
        **dict.fromkeys(numbers, pl.Float64),
        "identical": pl.Boolean,
        "saved": pl.Float64,
    }
    return pl.DataFrame(found, schema=schema, orient="row")


def in_words(found: BeforeAfter) -> str:
    """Return which games are compared and how."""
    if found.paired:
        games = min(found.games)
        return f"the same {games:,} games under both" if games else ""
    return f"{found.games[0]:,} and {found.games[1]:,} games, each run with its own luck"
