"""The Bradley–Terry fit: against statsmodels, and on games whose strengths are known."""

import numpy as np
import pytest

from analysis.strength import Seating, fit, refit, seat_scores

TRUTH = np.array([0.6, 0.1, -0.2, -0.5])
SEAT = np.array([0.15, -0.15])


def duels(games: float) -> Seating:
    """Return all pairs of four, on either seat."""
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    return Seating(np.array(pairs), np.full(len(pairs), games), 4)


def test_exact_points_give_the_exact_strengths() -> None:
    seating = duels(100.0)
    a, b = seating.entrant.T
    win = 1.0 / (1.0 + np.exp(-(TRUTH[a] - TRUTH[b] + SEAT[0] - SEAT[1])))
    points = np.bincount(a, 100.0 * win) + np.bincount(b, 100.0 * (1.0 - win))
    seats = 100.0 * np.array([win.sum(), (1.0 - win).sum()])
    found = fit(seating, points, seats)
    assert np.allclose(found.strength, TRUTH - TRUTH.mean(), atol=1e-8)
    assert np.allclose(found.seat, SEAT, atol=1e-8)
    again = refit(seating, found, np.array([points, points[::-1]]), np.array([seats, seats]))
    assert np.allclose(again.strength[0], found.strength)
    assert np.allclose(again.strength[1], fit(seating, points[::-1], seats).strength)


def test_statsmodels_finds_the_same() -> None:
    glm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(2)
    seating = duels(50.0)
    a, b = seating.entrant.T
    won = rng.binomial(50, 0.3 + 0.1 * rng.random(len(a))).astype(float)
    design = np.eye(4)[a] - np.eye(4)[b]
    design = np.column_stack([design[:, 1:], np.ones(len(a))])  # the first side is the measure
    model = glm.GLM(np.column_stack([won, 50 - won]), design, family=glm.families.Binomial()).fit()
    found = fit(
        seating,
        np.bincount(a, won) + np.bincount(b, 50 - won),
        np.array([won.sum(), (50 - won).sum()]),
    )
    assert np.allclose(found.strength[1:] - found.strength[0], model.params[:3], atol=1e-6)
    assert found.seat[0] - found.seat[1] == pytest.approx(model.params[3], abs=1e-6)


def test_larger_tables_share_points_like_luce() -> None:
    orders = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    seating = Seating(orders, np.full(3, 30.0), 3)
    strength, seat = np.array([0.4, 0.0, -0.4]), np.array([0.2, 0.0, -0.2])
    chance = seat_scores(strength[orders] + seat)
    points = np.bincount(orders.ravel(), 30.0 * chance.ravel())
    found = fit(seating, points, 30.0 * chance.sum(axis=0))
    assert np.allclose(found.strength, strength, atol=1e-8)
    assert np.allclose(found.seat, seat, atol=1e-8)
