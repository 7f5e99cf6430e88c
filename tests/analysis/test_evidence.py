"""Scores from weighted sets, and the coverage of the head-to-head share at larger tables."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.evidence import scores
from analysis.intervals import from_sets, score_interval


def test_counts_stand_for_repeated_sets() -> None:
    rows = pl.DataFrame(
        {"key": "x", "lineup": 0, "points": [2.0, 1.0], "share": 2.0, "sets": [3, 5]}
    )
    low, high = score_interval(from_sets([1.0] * 3 + [0.5] * 5))
    (got,) = scores(rows, ["key"]).rows(named=True)
    assert (got["score"], got["low"], got["high"]) == pytest.approx(
        (5.5 / 8, float(low), float(high))
    )


def test_keys_keep_their_order() -> None:
    rows = pl.DataFrame(
        {"key": ["b", "a", "b"], "lineup": 0, "points": 1.0, "share": 2.0, "sets": 1}
    )
    assert scores(rows, ["key"])["key"].to_list() == ["b", "a"]


@pytest.mark.parametrize("chance", [(0.4, 0.3), (0.2, 0.02)])
def test_coverage_of_a_share_of_points(chance: tuple[float, float]) -> None:
    # Three games a set, each won by a, by b or by others; luck of the set moves all chances.
    rng = np.random.default_rng(11)
    runs, sets = 1_500, 60
    weights = np.array([*chance, 1 - sum(chance)])
    luck = rng.dirichlet(6 * weights, size=(runs, sets))
    points = rng.multinomial(3, luck).astype(float)
    rows = pl.DataFrame(
        {
            "key": np.arange(runs).repeat(sets),
            "lineup": 0,
            "points": points[..., 0].ravel(),
            "share": points[..., :2].sum(axis=-1).ravel(),
            "sets": 1,
        }
    )
    truth = chance[0] / sum(chance)
    got = scores(rows, ["key"])
    assert got.select(pl.lit(truth).is_between("low", "high").mean()).item() >= 0.935
    assert got["score"].mean() == pytest.approx(truth, abs=0.01)
