"""Intervals against published values, and their coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from analysis.intervals import (
    Evidence,
    Floats,
    Interval,
    effective_games,
    from_sets,
    score_interval,
    wilson,
)

Z = 1.959963984540054
KINDS = ("independent", "alike", "mostly alike", "opposed", "mostly opposed", "with draws")


def test_wilson_published_values() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    low, high = wilson([81, 15, 0, 1], [263, 148, 20, 29])
    assert low == pytest.approx([0.2553, 0.0624, 0.0, 0.0061], abs=5e-5)
    assert high == pytest.approx([0.3662, 0.1605, 0.1611, 0.1718], abs=5e-5)


def test_wilson_without_games_says_nothing() -> None:
    low, high = wilson(0, 0)
    assert (float(low), float(high)) == (0.0, 1.0)


@pytest.mark.parametrize(("won", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_wilson_refuses_impossible_counts(won: int, n: int) -> None:
    with pytest.raises(ValueError, match="between 0 and n"):
        wilson(won, n)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_level_is_a_probability(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        wilson(1, 2, level)


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.sampled_from([0.8, 0.95, 0.99]))
def test_sets_won_or_lost_are_exactly_wilson(won: list[bool], level: float) -> None:
    evidence = from_sets(np.array(won, dtype=float))
    assert effective_games(evidence, level) == pytest.approx(len(won))
    got = score_interval(evidence, level)
    assert np.allclose(got, wilson(sum(won), len(won), level), atol=1e-12)


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=1, max_size=60))
def test_interval_holds_the_score_and_never_vanishes(points: list[float]) -> None:
    low, high = score_interval(from_sets(points))
    assert 0.0 <= low <= np.mean(points) <= high <= 1.0
    assert high - low > 0.5 / (len(points) + 4)


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=1, max_size=60))
def test_interval_mirrors_with_the_score(points: list[float]) -> None:
    low, high = score_interval(from_sets(points))
    other_low, other_high = score_interval(from_sets([1 - x for x in points]))
    assert (low, high) == pytest.approx((1 - other_high, 1 - other_low))


def test_equal_sets_by_hand() -> None:
    # 100 sets of exactly one half: the augmented variance is z²/4 / (100 + z²).
    evidence = from_sets([0.5] * 100)
    assert effective_games(evidence) == pytest.approx(100 * (100 + Z**2) / Z**2)


def test_strata_remove_what_the_opponents_explain() -> None:
    points = np.array([0.0, 0.25, 0.0, 0.25, 1.0, 0.75, 1.0, 0.75])
    opponents = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    # Within an opponent: squares 4 x 1/64, variance with one degree lost 1/48.
    assert from_sets(points, opponents).variance == pytest.approx(1 / 48 * 7 / 8)
    assert from_sets(points).variance == pytest.approx(np.var(points))


def test_a_lone_set_in_a_stratum_joins_them() -> None:
    points = [0.0, 0.5, 1.0]
    assert from_sets(points, [0, 0, 1]).variance == pytest.approx(np.var(points))


def _pairs(kind: str, p: Floats, n: int, rng: np.random.Generator) -> Floats:
    """Return set means (one row per replication) of two games won with probability p each."""
    shape = (len(p), n)
    chance = p[:, None]
    luck, other = rng.random(shape), rng.random(shape)
    one, free = luck < chance, other < chance
    opposed = 1.0 - luck < chance
    mostly = rng.random(shape) < 0.8
    if kind == "with draws":
        drawn = np.minimum(chance, 1 - chance)  # as many draws as p allows, half of the time
        games = [
            np.where(rng.random(shape) < drawn, 0.5, rng.random(shape) < _decided(chance, drawn))
            for _ in range(2)
        ]
        both: Floats = np.mean(games, axis=0)
        return both
    two = {
        "independent": free,
        "alike": one,
        "mostly alike": np.where(mostly, one, free),
        "opposed": opposed,
        "mostly opposed": np.where(mostly, opposed, free),
    }[kind]
    mean: Floats = (one.astype(float) + two) / 2.0
    return mean


def _decided(chance: Floats, drawn: Floats) -> Floats:
    return (chance - drawn / 2.0) / (1.0 - drawn)


def _coverage(got: Interval, truth: Floats) -> float:
    return float(np.mean((got.low <= truth) & (truth <= got.high)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("band", [(0.4, 0.6), (0.75, 0.9), (0.9, 0.98)])
def test_coverage(kind: str, band: tuple[float, float]) -> None:
    # The true score is drawn from a band, for sets won or lost as a whole can only give Wilson's
    # interval, whose coverage swings around 95 % from one exact score to the next.
    for n in (5, 10, 20, 50, 200):
        rng = np.random.default_rng([n, KINDS.index(kind)])
        p = rng.uniform(*band, size=4_000)
        x = _pairs(kind, p, n, rng)
        got = score_interval(from_sets(x))
        assert _coverage(got, p) >= 0.935, n
        if n == 200:  # and it is no wider than the sets' own spread demands
            plain = 2 * Z * np.sqrt(np.mean((x - p[:, None]) ** 2) / n)
            assert np.mean(got.high - got.low) < 1.15 * plain


@pytest.mark.parametrize("kind", KINDS)
def test_coverage_near_certainty(kind: str) -> None:
    # With scores of 98 to 99.9 % and ten sets Wilson's own coverage is 92 %; that cannot be
    # mended where the sets look like single games, but it must not get worse.
    for n in (5, 10, 20, 50, 200):
        rng = np.random.default_rng([n, KINDS.index(kind)])
        p = rng.uniform(0.98, 0.999, size=4_000)
        got = score_interval(from_sets(_pairs(kind, p, n, rng)))
        noise = 3 * np.sqrt(0.05 * 0.95 / 4_000)
        assert _coverage(got, p) >= min(0.935, _wilson_coverage(n, p) - noise), n


def _wilson_coverage(n: int, p: Floats) -> float:
    """Return Wilson's exact coverage for n games, averaged over the scores."""
    won = np.arange(n + 1)
    low, high = wilson(won, np.full(n + 1, n))
    chance = binom.pmf(won, n, p[:, None])
    return float(np.mean((chance * ((low <= p[:, None]) & (p[:, None] <= high))).sum(axis=1)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "alike"])
@pytest.mark.parametrize(("p", "n"), [(0.5, 30), (0.9, 20), (0.99, 20), (0.99, 300), (0.95, 1000)])
def test_coverage_at_one_score(kind: str, p: float, n: int) -> None:
    rng = np.random.default_rng([7, n, KINDS.index(kind)])
    truth = np.full(4_000, p)
    got = score_interval(from_sets(_pairs(kind, truth, n, rng)))
    assert _coverage(got, truth) >= 0.935


@pytest.mark.parametrize("games", [3, 6])
def test_coverage_of_larger_tables(games: int) -> None:
    # Sets of three or six rotations; the luck of a set moves its chance to win each of them.
    rng = np.random.default_rng(games)
    for n in (10, 40, 200):
        for fair in (1 / games, 0.03):
            chance = rng.beta(2 * fair, 2 * (1 - fair), size=(3_000, n))
            x = rng.binomial(games, chance) / games
            assert _coverage(score_interval(from_sets(x)), np.full(3_000, fair)) >= 0.935, n


@pytest.mark.parametrize(("opponents", "each"), [(3, 4), (20, 1), (20, 2), (10, 5), (3, 100)])
def test_coverage_over_strata(opponents: int, each: int) -> None:
    rng = np.random.default_rng([opponents, each])
    strength = np.linspace(0.2, 0.9, opponents).repeat(each)
    luck = rng.normal(size=(4_000, opponents * each)) * 0.15
    chance = np.clip(strength + luck, 0, 1)
    truth = _expected(strength)
    x = rng.binomial(2, chance) / 2.0
    got = score_interval(from_sets(x, np.arange(opponents).repeat(each)))
    assert _coverage(got, np.full(len(x), truth)) >= 0.935
    pooled = score_interval(from_sets(x))
    if each == 100:
        assert np.mean(got.high - got.low) < 0.93 * np.mean(pooled.high - pooled.low)


def _expected(strength: Floats) -> float:
    """Return the mean of strength plus luck, cut off at 0 and 1, by quadrature."""
    grid = np.linspace(-6, 6, 4001)
    weight = np.exp(-(grid**2) / 2)
    chance = np.clip(strength[:, None] + 0.15 * grid, 0, 1)
    return float(np.mean(chance @ weight / weight.sum()))


def test_evidence_of_nothing() -> None:
    nothing = Evidence(np.array([0.5]), np.array([0.0]), np.array([0.0]))
    low, high = score_interval(nothing)
    assert (low[0], high[0]) == (0.0, 1.0)
