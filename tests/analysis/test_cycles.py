"""Hodge's decomposition, circles and the unbeatable mix, on matrices made by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.cycles import circles, cycle_space, cyclic_share, edges, hodge, transitive_p
from analysis.nash import nash_mix

ROCK = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])
Floats = NDArray[np.float64]


def skew(pairs: Floats, n: int) -> Floats:
    """Return the flow with these values for the pairs a < b."""
    flow = np.zeros((n, n))
    flow[np.triu_indices(n, 1)] = pairs
    return flow - flow.T


def test_a_pure_order_has_no_cyclic_part() -> None:
    strength = np.array([1.5, 0.25, -0.5, -1.25])
    found = hodge(strength[:, None] - strength)
    assert np.allclose(found.strength, strength, atol=1e-15)
    assert np.allclose(found.cyclic, 0.0, atol=1e-15)


def test_rock_paper_scissors_is_all_cyclic() -> None:
    found = hodge(ROCK)
    assert np.array_equal(found.strength, np.zeros(3))
    assert np.array_equal(found.cyclic, ROCK)


def test_the_parts_are_orthogonal_and_add_up() -> None:
    flow = skew(np.random.default_rng(3).normal(size=15), 6)
    found = hodge(flow)
    gradient = found.strength[:, None] - found.strength
    assert np.allclose(gradient + found.cyclic, flow)
    assert abs(np.sum(gradient * found.cyclic)) < 1e-12
    space = cycle_space(6)
    assert space.shape == (15, 10)
    assert np.allclose(space @ space.T @ edges(flow), edges(found.cyclic))


def test_circles_are_found_once_each() -> None:
    assert circles(ROCK > 0) == [(0, 1, 2)]
    assert circles(ROCK.T > 0) == [(0, 2, 1)]
    assert circles(np.triu(np.ones((5, 5)), 1) > 0) == []


def test_the_mix_of_rock_paper_scissors_is_a_third_each() -> None:
    assert np.allclose(nash_mix(0.5 + 0.2 * ROCK), 1 / 3)


def test_the_mix_leaves_out_what_is_beaten() -> None:
    score = np.full((4, 4), 0.5)
    score[:3, :3] += 0.2 * ROCK
    score[3, :3], score[:3, 3] = 0.4, 0.6
    assert np.allclose(nash_mix(score), [1 / 3, 1 / 3, 1 / 3, 0.0])
    uneven = 0.5 + np.array([[0.0, 0.1, -0.2], [-0.1, 0.0, 0.3], [0.2, -0.3, 0.0]])
    mix = nash_mix(uneven)
    assert np.allclose(mix, [1 / 2, 1 / 3, 1 / 6])
    assert np.allclose(mix @ uneven, 0.5)


def test_the_mix_is_one_side_where_nobody_beats_it() -> None:
    score = np.array([[0.5, 0.6, 0.55], [0.4, 0.5, 0.9], [0.45, 0.1, 0.5]])
    assert np.array_equal(nash_mix(score), [1.0, 0.0, 0.0])


@pytest.mark.parametrize(("part", "noise"), [(0.0, 0.06), (0.3, 0.06), (0.6, 0.1)])
def test_the_share_is_within_its_interval_as_often_as_it_says(part: float, noise: float) -> None:
    rng = np.random.default_rng(5)
    gradient = np.subtract.outer(*[np.array([0.3, 0.1, -0.1, -0.3])] * 2)
    cyclic = skew(part * cycle_space(4) @ np.array([1.0, 0.5, -0.5]), 4)
    truth = np.sum(cyclic**2) / np.sum((gradient + cyclic) ** 2)
    covariance = noise**2 * np.eye(6)
    inside, alarms, runs = 0, 0, 150
    for _ in range(runs):
        seen = edges(gradient + cyclic) + noise * rng.normal(size=6)
        again = seen + noise * rng.normal(size=(200, 6))
        flows = np.array([skew(row, 4) for row in again])
        share = cyclic_share(skew(seen, 4), covariance, flows, 0.95)
        inside += share.low <= truth <= share.high
        alarms += transitive_p(skew(seen, 4), covariance) < 0.05
    assert inside / runs >= 0.92
    if part == 0.0:
        assert 0.01 <= alarms / runs <= 0.09
    else:
        assert alarms / runs > 0.9


def test_no_variance_at_all_says_nothing() -> None:
    flat = np.zeros((3, 3))
    share = cyclic_share(flat, np.eye(3), np.zeros((9, 3, 3)), 0.95)
    assert np.isnan(share.share) and (share.low, share.high) == (0.0, 1.0)
