"""Confidence sequences: coverage under continuous peeking, and what they cost."""

from __future__ import annotations

from math import log

import numpy as np
import polars as pl
import pytest

from analysis.intervals import LEVEL, Floats, normal_quantile
from analysis.sequences import ScoreSequence, best_time, boundary, log_wealth, mixing

KINDS = ("two games", "alike", "opposed", "rare", "certain", "drifting luck")


def _sets(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> tuple[Floats, float]:
    """Return set means (one row per replication) and their true mean."""
    if kind == "alike":
        return (rng.random(shape) < 0.5).astype(float), 0.5
    if kind == "opposed":
        return np.full(shape, 0.5) + rng.choice([-0.5, 0.0, 0.5], shape, p=[0.02, 0.96, 0.02]), 0.5
    if kind == "rare":
        return rng.binomial(2, 0.01, shape) / 2.0, 0.01
    if kind == "certain":
        return 1.0 - (rng.random(shape) < 0.002), 0.998
    if kind == "drifting luck":
        chance = rng.beta(3, 2, shape)
        return rng.binomial(2, chance) / 2.0, 0.6
    return rng.binomial(2, 0.55, shape) / 2.0, 0.55


def _guessed(x: Floats) -> Floats:
    """Return the running mean of what came before, one imagined half first."""
    before = np.cumsum(x, axis=1) - x
    guess: Floats = (before + 0.5) / np.arange(1, x.shape[1] + 1)
    return guess


@pytest.mark.parametrize("kind", KINDS)
def test_coverage_when_looking_after_every_set(kind: str) -> None:
    replications, n = 1_000, 1_500
    rng = np.random.default_rng(KINDS.index(kind))
    x, truth = _sets(kind, (replications, n), rng)
    time = np.cumsum((x - _guessed(x)) ** 2, axis=1)
    strayed = np.abs(np.cumsum(x - truth, axis=1))
    wealth = log_wealth(strayed, time, mixing(best_time(0.02)))
    ever = (wealth >= log(2.0 / (1.0 - LEVEL))).any(axis=1)
    assert ever.mean() <= 0.05


def test_plain_intervals_fail_under_the_same_looks() -> None:
    # What the sequence is for: the usual ± misses the truth at some look far more often.
    rng = np.random.default_rng(1)
    x, truth = _sets("two games", (1_000, 1_500), rng)
    n = np.arange(1, x.shape[1] + 1)
    mean = np.cumsum(x, axis=1) / n
    error = np.sqrt(0.55 * 0.45 / 2 / n)
    outside = np.abs(mean - truth) > normal_quantile(LEVEL) * error
    assert outside[:, 50:].any(axis=1).mean() > 0.2


def test_coverage_when_looking_at_boundaries() -> None:
    # Replications are keys of one sequence: 400 sides, three opponents each, thirty batches.
    rng = np.random.default_rng(3)
    sides, opponents = 400, 3
    strength = np.array([0.3, 0.5, 0.8])
    sequence = ScoreSequence(["name"], best_time(0.02), whole=2.0)
    missed = np.zeros(sides, bool)
    for size in np.linspace(10, 60, 30).astype(int):
        points = rng.binomial(2, strength[None, :, None], (sides, opponents, size))
        sequence.add(_rows(points))
        found = sequence.table()
        low, high = found["low"].to_numpy(), found["high"].to_numpy()
        missed |= (low > strength.mean()) | (high < strength.mean())
    assert missed.mean() <= 0.05
    assert found["name"].to_list() == list(range(sides))


def _rows(points: np.ndarray) -> pl.DataFrame:
    sides, opponents, size = points.shape
    return pl.DataFrame(
        {
            "name": np.repeat(np.arange(sides), opponents * size),
            "lineup": np.tile(np.repeat(np.arange(opponents), size), sides),
            "sets": np.ones(points.size, np.int64),
            "points": points.ravel().astype(float),
            "share": np.full(points.size, 2.0),
        }
    )


def test_coverage_of_ratios() -> None:
    # Three at a table: of the points that two of them took, the share of one.
    rng = np.random.default_rng(4)
    sides, truth = 300, 0.5 / 0.7
    sequence = ScoreSequence(["name"], best_time(0.02), whole=3.0)
    missed = np.zeros(sides, bool)
    for _ in range(8):
        won = rng.multinomial(3, [0.5, 0.2, 0.3], (sides, 40))
        rows = pl.DataFrame(
            {
                "name": np.repeat(np.arange(sides), 40),
                "lineup": np.zeros(sides * 40, np.int64),
                "sets": np.ones(sides * 40, np.int64),
                "points": won[..., 0].ravel().astype(float),
                "share": won[..., :2].sum(axis=-1).ravel().astype(float),
            }
        )
        sequence.add(rows)
        found = sequence.table()
        assert ((found["low"] < found["score"]) & (found["score"] < found["high"])).all()
        missed |= ((found["low"] > truth) | (found["high"] < truth)).to_numpy()
    assert missed.mean() <= 0.05
    assert (found["high"] - found["low"]).mean() < 0.35


def test_opponents_of_different_strength_are_not_luck() -> None:
    rng = np.random.default_rng(5)
    strength = np.array([0.02, 0.98])
    widths = []
    for known in (True, False):
        sequence = ScoreSequence(["name"], best_time(0.02), whole=2.0)
        for _ in range(20):
            rows = _rows(rng.binomial(2, strength[None, :, None], (1, 2, 50)))
            sequence.add(rows if known else rows.with_columns(lineup=pl.lit(0)))
        found = sequence.table()
        widths.append(float((found["high"] - found["low"])[0]))
    assert widths[0] < 0.5 * widths[1]


def test_the_boundary_is_where_the_wealth_is_reached() -> None:
    rho = mixing(100.0)
    for reach in (1.0, 2.0):
        for time in (0.0, 1.0, 50.0, 1e4, 1e6):
            far = boundary(time, rho, 0.9, reach)
            assert log_wealth(far, time, rho, reach) == pytest.approx(log(20.0), abs=1e-6)


def test_wealth_by_quadrature() -> None:
    # The mixture is an integral over bets; here it is done numerically. The density over bets is
    # a gamma one in (1 - bet), cut off below 1 (Howard et al., proposition 9, reach 1).
    rho, s, v = 3.0, 7.0, 11.0
    bet = np.linspace(0.0, 1.0, 2_000_001)[:-1] + 2.5e-7
    density = (1.0 - bet) ** (rho - 1.0) * np.exp(-rho * (1.0 - bet))
    psi = -np.log1p(-bet) - bet
    value = np.average(np.exp(bet * s - psi * v), weights=density)
    assert log_wealth(s, v, rho) == pytest.approx(np.log(value), rel=1e-4)


def test_the_price_of_looking_at_will() -> None:
    # At the width it is tuned for, about two and a half times the sets of a fixed design.
    n = np.arange(1_000, 30_000, 50)
    half = boundary(n * 0.125, mixing(best_time(0.01))) / n
    needed = n[np.argmax(half <= 0.01)]
    fixed = normal_quantile(LEVEL) ** 2 * 0.125 / 0.01**2
    assert 2.0 < needed / fixed < 2.7


def test_batches_in_any_cut_give_the_same_score() -> None:
    rng = np.random.default_rng(6)
    rows = _rows(rng.binomial(2, 0.6, (2, 2, 30)))
    one, many = (ScoreSequence(["name"], best_time(0.05), whole=2.0) for _ in range(2))
    one.add(rows)
    for part in rows.partition_by("lineup"):
        many.add(part)
    assert one.table()["score"].to_list() == pytest.approx(many.table()["score"].to_list())


def test_a_sequence_of_nothing_and_of_too_much() -> None:
    empty = ScoreSequence(["name"], 10.0)
    with pytest.raises(ValueError, match="without games"):
        empty.table()
    with pytest.raises(ValueError, match="larger share"):
        empty.add(_rows(np.ones((1, 1, 2))))
