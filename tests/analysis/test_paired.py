"""Paired differences: coverage of their intervals by simulation, verdicts, what pairing saves."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.intervals import Floats
from analysis.paired import (
    HIGHER,
    LOWER,
    SAME,
    DifferenceSequence,
    differences,
    verdicts,
)

KINDS = ("rare", "one way", "often", "apart", "opposed seats", "two lineups")


def _played(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the points of sets of two games before and after."""
    strength = np.where(np.arange(shape[1]) % 2 == 0, 0.2, 0.8) if kind == "two lineups" else 0.55
    luck = rng.random((2, *shape))
    before = luck < strength
    if kind == "apart":
        return before.sum(axis=0).astype(float), rng.binomial(2, 0.5, shape).astype(float)
    if kind == "opposed seats":  # what one seat gains the other loses
        flips = rng.random(shape) < 0.3
        after = np.stack([before[0] ^ flips, before[1] ^ (flips & (before[0] == before[1]))])
    else:
        rate = {"rare": 0.01, "one way": 0.05, "often": 0.3, "two lineups": 0.1}[kind]
        flips = rng.random((2, *shape)) < rate
        after = np.where(
            flips, False if kind == "one way" else rng.random((2, *shape)) < 0.4, before
        )
    return before.sum(axis=0).astype(float), after.sum(axis=0).astype(float)


def _rows(before: Floats, after: Floats, lineups: int = 1) -> pl.DataFrame:
    """Return the rows of one side per replication."""
    replications, n = before.shape
    rows = pl.DataFrame(
        {
            "axis": "side",
            "name": np.repeat(np.arange(replications), n),
            "lineup": np.tile(np.arange(n) % lineups, replications),
            "points_before": before.ravel(),
            "points_after": after.ravel(),
            "share_before": 2.0,
            "share_after": 2.0,
            "same": np.where(before == after, 2, 0).ravel(),
            "played": 2,
        }
    )
    keys = rows.columns
    return rows.group_by(keys, maintain_order=True).agg(pl.len().cast(pl.Int64).alias("sets"))


# A flipped game is won with 40 % instead of 55; "opposed seats" turns 30 % of the sets around.
TRUTH = {
    "rare": 0.01 * (0.4 - 0.55),
    "one way": -0.05 * 0.55,
    "often": 0.3 * (0.4 - 0.55),
    "apart": 0.5 - 0.55,
    "opposed seats": 0.3 * (0.45 - 0.55),
    "two lineups": 0.1 * (0.4 - 0.5),
}


@pytest.mark.parametrize("kind", KINDS)
def test_coverage_of_the_paired_difference(kind: str) -> None:
    truth = TRUTH[kind]
    for n in (20, 200):
        rng = np.random.default_rng([n, KINDS.index(kind)])
        lineups = 2 if kind == "two lineups" else 1
        found = differences(_rows(*_played(kind, (800, n), rng), lineups), ["axis", "name"])
        held = (found["low"] <= truth) & (truth <= found["high"])
        assert held.mean() >= 0.935, n
        assert (
            (found["low"] <= found["difference"]) & (found["difference"] <= found["high"])
        ).all()


def test_the_interval_is_no_wider_than_it_must_be() -> None:
    before, after = _played("often", (300, 1_000), np.random.default_rng(5))
    found = differences(_rows(before, after), ["axis", "name"])
    plain = 2 * 1.96 * np.std((after - before) / 2.0) / np.sqrt(1_000)
    assert (found["high"] - found["low"]).mean() < 1.05 * plain


def test_no_false_verdicts_on_rules_that_differ_without_effect() -> None:
    # Twelve sides at a time, results reshuffled without favour: at most 5 % of the families err.
    rng = np.random.default_rng(6)
    luck = rng.random((2, 1_440, 150))
    before = (luck < 0.5).sum(axis=0).astype(float)
    flips = rng.random(luck.shape) < 0.2
    after = np.where(flips, rng.random(luck.shape) < 0.5, luck < 0.5).sum(axis=0).astype(float)
    found = differences(_rows(before, after), ["axis", "name"])
    families = [verdicts(found.slice(12 * i, 12)) for i in range(120)]
    wrong = [(family["verdict"] != SAME).any() for family in families]
    assert np.mean(wrong) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 120)


def test_verdicts_by_hand() -> None:
    found = pl.DataFrame(
        {
            "difference": [0.05, -0.05, 0.02, 0.0],
            "error": [0.01, 0.01, 0.0095, 0.001],
            "identical": [False, False, False, True],
        }
    )
    # The third has p = 0.035: proven alone, and as the last of three by Holm, too.
    assert verdicts(found)["verdict"].to_list() == [HIGHER, LOWER, HIGHER, SAME]
    alone = found.with_columns(pl.Series("difference", [0.0, 0.0, 0.02, 0.0]))
    assert verdicts(alone)["verdict"].to_list() == [SAME] * 4


def test_what_pairing_saves() -> None:
    rng = np.random.default_rng(7)
    shape = (1, 20_000)
    rare = differences(_rows(*_played("rare", shape, rng)), ["axis", "name"])["saved"][0]
    apart = differences(_rows(*_played("apart", shape, rng)), ["axis", "name"])["saved"][0]
    assert rare > 0.95
    assert abs(apart) < 0.03, "luck of their own: nothing is saved"


def test_coverage_of_the_sequence_of_differences() -> None:
    rng = np.random.default_rng(8)
    truth = TRUTH["often"]
    sequence = DifferenceSequence(["axis", "name"], 0.02, 2.0)
    missed = np.zeros(300, bool)
    for _ in range(15):
        sequence.add(_rows(*_played("often", (300, 40), rng)))
        ends = sequence.table()
        missed |= ((ends["low"] > truth) | (ends["high"] < truth)).to_numpy()
    assert missed.mean() <= 0.05
    assert (ends["high"] - ends["low"]).mean() < 0.2


def test_the_projection_comes_true() -> None:
    rng = np.random.default_rng(9)
    sequence = DifferenceSequence(["axis", "name"], 0.02, 2.0)
    sequence.add(_rows(*_played("often", (1, 300), rng)))
    sets = 300 * sequence.growth(0.02)
    sequence.add(_rows(*_played("often", (1, round(sets) - 300), rng)))
    ends = sequence.table()
    assert float((ends["high"] - ends["low"])[0]) / 2 == pytest.approx(0.02, rel=0.15)
