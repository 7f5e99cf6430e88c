"""Running estimates over rounds, with an interval that holds at every look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from analysis.betting import Bet, threshold
from analysis.intervals import LEVEL, Evidence, Floats, normal_quantile, score_interval
from analysis.rounds import Measure, Observed, Rounds
from analysis.sequences import best_time, boundary, mixing
from analysis.words import margin as half_width

_KEPT = 200_000  # rounds
_HALVINGS = 14  # to less than a hundredth of a point
_WIDTH = 3.0  # margins: where the sequence for many rounds is tightest
_SET = 0.125  # the variance of a set of two independent games
_SURE = 5.0  # standard errors around a recorded length, which moves in whole steps


class Estimate(NamedTuple):
    """A value and its interval, in percent or in the game's unit of length."""

    value: float
    low: float
    high: float


class Running(Protocol):
    """An estimate that grows with the rounds."""

    def add(self, rounds: Rounds) -> None:
        """Take in further rounds."""

    def value(self) -> float:
        """Return the value so far."""

    def estimate(self) -> Estimate:
        """Return the value so far with its 95 % interval, valid whenever one stops."""

    def plus_minus(self) -> float:
        """Return the ± to record beside the value, for a number of rounds fixed before."""


@dataclass
class Mean:
    """The mean of a measure in percent; `margin` is the distance that the bets look for."""

    measure: Measure
    margin: float
    rounds: int = 0
    _points: float = 0.0
    _share: float = 0.0
    _square: float = 0.0  # around what the rounds before let one expect
    _seen: list[Observed] = field(default_factory=list)  # all rounds, as long as they are few

    def add(self, rounds: Rounds) -> None:
        """Take in further rounds."""
        points, share = seen = self.measure.observe(rounds)
        before = np.cumsum(points) - points + self._points
        shares = np.cumsum(share) - share + self._share
        # One imagined round at one half makes the first guess.
        expected = (before + 0.5) / (shares + 1.0)
        self._square += float(((points - expected * share) ** 2).sum())
        self._points += float(points.sum())
        self._share += float(share.sum())
        self.rounds += len(points)
        self._seen = [*self._seen, seen] if self.rounds <= _KEPT else []

    def value(self) -> float:
        """Return the value so far."""
        return 100.0 * self._points / self._share if self._share > 0.0 else 50.0

    def estimate(self) -> Estimate:
        """Return the value so far with its interval: the claims that no bet has refuted.

        They are bets as those that decide, so that interval and verdict agree. Where there are
        too many rounds to keep, an empirical-Bernstein sequence takes their place.
        """
        score = self.value() / 100.0
        if self._share <= 0.0:
            return Estimate(50.0, 0.0, 100.0)
        if self._seen:
            points, share = (np.concatenate(part) for part in zip(*self._seen, strict=True))
            low, high = (self._end(points, share, score, above) for above in (True, False))
        else:
            rho = mixing(best_time(_WIDTH * self.margin, _SET / self.measure.sets))
            half = float(boundary(self._square, rho)) / self._share
            low, high = max(score - half, 0.0), min(score + half, 1.0)
        return Estimate(100.0 * score, 100.0 * low, 100.0 * high)

    def _end(self, points: Floats, share: Floats, score: float, above: bool) -> float:
        """Return the claim nearest to the score that is refuted, by halving."""

        def refuted(claim: float) -> bool:
            bet = Bet(claim, above, self.margin)
            bet.add(points, share)
            return float(bet.evidence) >= threshold((1.0 - LEVEL) / 2.0)

        held, out = score, 0.0 if above else 1.0
        if not refuted(out):
            return out
        for _ in range(_HALVINGS):
            middle = (held + out) / 2.0
            held, out = (held, middle) if refuted(middle) else (middle, out)
        return out

    def plus_minus(self) -> float:
        """Return the larger half of the 95 % interval, in points."""
        if self._share <= 0.0:
            return 50.0
        score = np.asarray(self._points / self._share)
        low, high = score_interval(
            Evidence(score, np.asarray(self.variance), np.array(self.rounds))
        )
        return 100.0 * half_width(float(score), float(low), float(high))

    @property
    def variance(self) -> float:
        """The variance of a round, for a mean per whole share."""
        return (
            self._square / max(self.rounds, 1) / max(self._share / max(self.rounds, 1), 1e-9) ** 2
        )


@dataclass
class Quantile:
    """A quantile of the length: the shortest that at least such a part of the games keeps to."""

    part: float
    _sets: int = 0
    _games: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, rounds: Rounds) -> None:
        """Take in further rounds."""
        counts = np.bincount(np.maximum(rounds.length, 0).ravel(), minlength=len(self._games))
        counts[: len(self._games)] += self._games
        self._games = counts
        self._sets += rounds.length.shape[0] * rounds.length.shape[1]

    def value(self) -> float:
        """Return the value so far."""
        return self._around(0.0).value

    def estimate(self) -> Estimate:
        """Return the value so far with its interval; each set counts as no more than one game."""
        time = self._sets * self.part * (1.0 - self.part)
        stray = float(boundary(time, mixing(best_time(0.02)))) / max(self._sets, 1)
        return self._around(stray)

    def plus_minus(self) -> float:
        """Return how far the quantile may be off, at five standard errors."""
        stray = _SURE * (self.part * (1.0 - self.part) / max(self._sets, 1)) ** 0.5
        return half_width(*self._around(stray))

    def _around(self, stray: float) -> Estimate:
        reached: Floats = np.cumsum(self._games) / max(int(self._games.sum()), 1)
        ends = (self.part, self.part - stray, self.part + stray)
        # A part above all games, or below none, has the longest or the shortest game as its end.
        places = np.searchsorted(reached, np.clip(ends, reached[reached > 0.0].min(), 1.0) - 1e-12)
        value, low, high = (float(place) for place in places)
        return Estimate(value, low, high)


def widened(plus_minus: float, error: float) -> float:
    """Return a recorded 95 % half-width as one that errs with the given probability instead."""
    return plus_minus * normal_quantile(1.0 - error) / normal_quantile(0.95)
