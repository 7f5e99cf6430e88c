"""How strong each side is when luck, opponents and seats are taken out: a Bradley–Terry fit.

The chance that a seat wins is proportional to exp(strength of its side + worth of the seat): for
two seats the model of Bradley and Terry, for more seats Luce's. Draws are half wins, shared wins
are split. Written by hand because choix knows no seats and no split points and the regressions of
statsmodels know two seats only; tests hold it against statsmodels where both apply.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CLOSE = 1e-9
_NEWTON_STEPS = 60
_CHORD_STEPS = 40


class Seating(NamedTuple):
    """Who sat where: `entrant[i, k]` held seat k in `games[i]` games."""

    entrant: Ints
    games: Floats
    entrants: int


class Fit(NamedTuple):
    """Strengths of the entrants and worths of the seats, both around zero, as natural log odds."""

    strength: Floats
    seat: Floats


def fit(seating: Seating, points: Floats, seat_points: Floats) -> Fit:
    """Return the most likely strengths, given what each entrant and each seat scored in all.

    These totals are all that the likelihood depends on.
    """
    taken = np.concatenate([points, seat_points])
    found = _newton(seating, taken, np.zeros(len(taken)))
    return _split(found, seating)


def refit(seating: Seating, near: Fit, points: Floats, seat_points: Floats) -> Fit:
    """Return the fits for many totals (rows) that are close to those of a known fit.

    All rows take steps with the slope of the known fit, which is cheap; the few for which that
    does not settle are fitted by themselves.
    """
    taken = np.concatenate([points, seat_points], axis=1)
    start = np.concatenate(near)
    slope = np.linalg.inv(_curvature(seating, start))
    found = np.tile(start, (len(taken), 1))
    open_rows = np.arange(len(taken))
    for _ in range(_CHORD_STEPS):
        step = (taken[open_rows] - _expected(seating, found[open_rows])) @ slope
        found[open_rows] += step
        size = np.abs(step).max(axis=1)
        open_rows = open_rows[~(size < _CLOSE)]
        if not len(open_rows):
            break
    for row in open_rows:
        found[row] = _newton(seating, taken[row], np.zeros(len(start)))
    return _split(found, seating)


def seat_scores(seat: Floats) -> Floats:
    """Return what each seat (last axis) scores at a table of equals."""
    share = np.exp(seat - seat.max(axis=-1, keepdims=True))
    return np.asarray(share / share.sum(axis=-1, keepdims=True))


def _newton(seating: Seating, taken: Floats, start: Floats) -> Floats:
    found = start.copy()
    likelihood = _likelihood(seating, taken, found)
    for _ in range(_NEWTON_STEPS):
        miss = taken - _expected(seating, found[None])[0]
        step = np.linalg.solve(_curvature(seating, found), miss)
        for _ in range(30):
            better = _likelihood(seating, taken, found + step)
            if better >= likelihood - 1e-9 * abs(likelihood):
                break
            step /= 2.0
        found += step
        likelihood = better
        if np.abs(step).max() < _CLOSE:
            return found
    raise ArithmeticError("the strengths do not settle")  # cannot happen: the likelihood is concave


def _split(found: Floats, seating: Seating) -> Fit:
    return Fit(found[..., : seating.entrants], found[..., seating.entrants :])


def _chances(seating: Seating, found: Floats) -> Floats:
    """Return the chance of every seat (last axis) of every seating for each row of parameters."""
    n = seating.entrants
    return seat_scores(found[:, :n][:, seating.entrant] + found[:, None, n:])


def _expected(seating: Seating, found: Floats) -> Floats:
    """Return the points that each entrant and each seat should take, for rows of parameters."""
    points = _chances(seating, found) * seating.games[:, None]
    member = seating.entrant.reshape(-1)[:, None] == np.arange(seating.entrants)
    by_entrant = points.reshape(len(found), -1) @ member.astype(np.float64)
    return np.concatenate([by_entrant, points.sum(axis=1)], axis=1)


def _likelihood(seating: Seating, taken: Floats, found: Floats) -> float:
    n = seating.entrants
    worth = found[:n][seating.entrant] + found[n:]
    top = worth.max(axis=1)
    logs = top + np.log(np.exp(worth - top[:, None]).sum(axis=1))
    return float(taken @ found - seating.games @ logs)


def _curvature(seating: Seating, found: Floats) -> Floats:
    """Return minus the second derivatives; strengths and seats are each held around zero."""
    n, seats = seating.entrants, seating.entrant.shape[1]
    chance = _chances(seating, found[None])[0]
    size = n + seats
    total = np.zeros((size, size))
    mean = np.zeros((len(chance), size))
    rows = np.arange(len(chance))
    for k in range(seats):
        weight = seating.games * chance[:, k]
        who = seating.entrant[:, k]
        np.add.at(total, (who, who), weight)
        by_entrant = np.bincount(who, weight, minlength=n)
        total[:n, n + k] += by_entrant
        total[n + k, :n] += by_entrant
        total[n + k, n + k] += weight.sum()
        np.add.at(mean, (rows, who), chance[:, k])
        mean[:, n + k] += chance[:, k]
    total -= mean.T @ (mean * seating.games[:, None])
    # Only differences matter: a constant on all strengths, or on all seats, changes nothing. The
    # two directions get a slope of their own so that the system can be solved.
    total[:n, :n] += 1.0
    total[n:, n:] += 1.0
    return total
