"""What is changed by what chance settles before a game, such as the order of closing sectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.by_set import collected, summed, windows
from analysis.frames import seat_count
from analysis.intervals import LEVEL, normal_quantile
from analysis.verdicts import holm

_LEAST = 10  # sets with a circumstance, and without, for anything to be said about it
SCORE = "score"
SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("group", "thing", "about", "name", "outcome", "of"), pl.String),
    **dict.fromkeys(("so", "else", "difference", "low", "high"), pl.Float64),
    "proven": pl.Boolean,
}

Floats = NDArray[np.float64]


def circumstance_effects(
    games: pl.LazyFrame, manifest: Mapping[str, Any], level: float = LEVEL
) -> pl.DataFrame:
    """Return group, thing, about, name, outcome, of, so, else, difference, low, high, proven.

    Chance deals the circumstance out, whoever plays, so a difference is an effect and no mere
    observation. `outcome` is "score", `of` a side; or `outcome` is what seats count, `of` empty.
    `so` is the mean where the thing holds, `else` where it does not. All games of a mirrored set
    share the circumstance and are one observation; Holm's method allows for the size of a table.
    """
    rows: list[tuple[Any, ...]] = []
    for each in manifest.get("circumstances") or []:
        known = {side for line in manifest["lineups"] for side in line["sides"]}
        sides = [side for side in manifest["names"] if side in known]
        sums = _sums(games, each, sides)
        about = (each["group"], each["thing"], each["about"])
        outcomes = [(SCORE, side) for side in sides] + [(shown, "") for _, shown in each["counts"]]
        for table in (range(len(sides)), range(len(sides), len(outcomes))):
            cells = [
                (name, outcomes[k], _difference(sums[0, c, k], sums[1, c, k], level))
                for c, (_, name) in enumerate(each["columns"])
                for k in table
            ]
            tested = iter(holm([found[-1] for *_, found in cells if found is not None]))
            for name, outcome, found in cells:
                if found is None:
                    measured: tuple[Any, ...] = (None,) * 5 + (False,)
                else:
                    measured = (*found[:-1], next(tested) < 1.0 - level)
                rows.append((*about, name, *outcome, *measured))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _sums(games: pl.LazyFrame, each: Mapping[str, Any], sides: Sequence[str]) -> Floats:
    """Return, with the thing and without, by name and outcome: sets, seats, what they count, and
    the squares and products."""
    columns = [column for column, _ in each["columns"]]
    counts = [column for column, _ in each["counts"]]
    seats = range(seat_count(games))
    wanted = [
        *columns,
        *[pl.col(f"side_{k}").cast(pl.String).cast(pl.Enum(sides)).to_physical() for k in seats],
        *[f"{column}_{k}" for column in (SCORE, *counts) for k in seats],
    ]
    total = np.zeros((2, len(columns), len(sides) + len(counts), 6))
    for window in windows(games, len(wanted) * 2):
        frame, starts = collected(window, wanted)
        if frame.height == 0:
            continue
        held = np.zeros((len(starts), len(sides) + len(counts)))
        taken = np.zeros_like(held)
        for k in seats:
            mine = frame[f"side_{k}"].to_numpy()[:, None] == np.arange(len(sides))
            held[:, : len(sides)] += summed(mine, starts)
            taken[:, : len(sides)] += summed(
                mine * frame[f"{SCORE}_{k}"].to_numpy()[:, None], starts
            )
            for c, column in enumerate(counts, len(sides)):
                held[:, c] += np.diff(starts, append=frame.height)
                taken[:, c] += summed(frame[f"{column}_{k}"].to_numpy(), starts)
        so = np.stack([frame[column].to_numpy()[starts] <= each["split"] for column in columns])
        parts = np.stack(
            [held > 0, held, taken, held**2, held * taken, taken**2], axis=-1, dtype=np.float64
        )
        for holds, those in enumerate((so, ~so)):
            total[holds] += np.tensordot(those.astype(np.float64), parts, axes=1)
    return total


def _difference(
    so: Floats, other: Floats, level: float
) -> tuple[float, float, float, float, float, float] | None:
    """Return both means, their difference, its interval and p; None where too little is known."""
    (mean, spread), (without, wide) = (_mean(sums) for sums in (so, other))
    if mean is None or without is None:
        return None
    error = sqrt(spread + wide)
    change = mean - without
    p = erfc(abs(change) / (error * sqrt(2.0))) if error else 1.0
    half = normal_quantile(level) * error
    return mean, without, change, change - half, change + half, p


def _mean(sums: Floats) -> tuple[float | None, float]:
    """Return a mean over seats and the square of its standard error; sets are independent."""
    sets, seats, taken, square, cross, taken_square = (float(x) for x in sums)
    if sets < _LEAST:
        return None, 0.0
    mean = taken / seats
    spread = max(taken_square - 2.0 * mean * cross + mean**2 * square, 0.0)
    return mean, spread * sets / (sets - 1.0) / seats**2
