"""Sequential tests whose errors hold at every look: bets against a claim about a mean.

Whoever doubts a claim ("the mean is at most 55 %") bets on every round of games at odds that are
fair or worse if the claim is true. Then his purse, 1 at the start, ever reaches 1/error with at
most that probability (Ville), for any bounded scores, at any number of looks, without a normal
approximation. Written by hand because no maintained package offers it for ratios and in batches.
The size of a bet is the one that is best if the mean lies a given distance beyond the claim, or
as far as the rounds so far suggest; it never looks at the round it is laid on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.intervals import Floats

# The variance of a round before there are rounds: as of a won-or-lost game, for so many rounds.
_GUESS, _WEIGHT = 0.25, 4.0
_DARING = 0.5  # the part of the purse that a single round may cost at most


@dataclass
class Bet:
    """Evidence that a mean lies above `claim` (`above`) or below it; rounds run along the last
    axis, and leading axes are independent repetitions.

    The mean is that of `points` per `share`, where 0 <= points <= share <= 1 in every round.
    `least` is the distance beyond the claim that is worth finding.
    """

    claim: float | Floats  # one for all, or one for each repetition in a last axis of length one
    above: bool
    least: float
    rounds: int = 0
    evidence: Floats = field(default_factory=lambda: np.zeros(()))  # log of the highest purse
    _purse: Floats = field(default_factory=lambda: np.zeros(()))
    _sum: Floats = field(default_factory=lambda: np.zeros(()))
    _square: Floats = field(default_factory=lambda: np.zeros(()))

    def add(self, points: ArrayLike, share: ArrayLike = 1.0) -> None:
        """Lay bets on further rounds."""
        ahead = np.asarray(points, dtype=np.float64) - self.claim * np.asarray(share)
        if not self.above:
            ahead = -ahead
        if ahead.shape[-1] == 0:
            return
        size = self._sizes(ahead)
        purse = self._purse[..., None] + np.cumsum(np.log1p(size * ahead), axis=-1)
        self.evidence = np.maximum(self.evidence, purse.max(axis=-1))
        self._purse = purse[..., -1]
        self._sum = self._sum + ahead.sum(axis=-1)
        self._square = self._square + (ahead**2).sum(axis=-1)
        self.rounds += ahead.shape[-1]

    def _sizes(self, ahead: Floats) -> Floats:
        """Return the bet on each round, from the rounds before it."""
        before = self.rounds + np.arange(ahead.shape[-1], dtype=np.float64)
        total = self._sum[..., None] + np.cumsum(ahead, axis=-1) - ahead
        square = self._square[..., None] + np.cumsum(ahead**2, axis=-1) - ahead**2
        mean = total / np.maximum(before, 1.0)
        spread = np.maximum(square - before * mean**2, 0.0)
        variance = (spread + _GUESS * _WEIGHT) / (before + _WEIGHT)
        # Believe in a greater distance only as far as it exceeds its own standard error.
        sure = mean - np.sqrt(variance / np.maximum(before, 1.0))
        drift = np.maximum(self.least, np.where(before > 0, sure, 0.0))
        dearest = np.maximum(self.claim if self.above else 1.0 - self.claim, 1e-9)
        sizes: Floats = np.minimum(drift / (variance + drift**2), _DARING / dearest)
        return sizes


@dataclass(frozen=True)
class Level:
    """How sure a verdict must be: the errors of a false FAIL and of a false PASS."""

    alarm: float
    miss: float


def threshold(error: float) -> float:
    """Return the evidence that is reached with at most this probability if the claim is true."""
    return float(-np.log(error))


def doubts(low: float | Floats, high: float | Floats, margin: float) -> tuple[list[Bet], list[Bet]]:
    """Return the bets that a mean is outside a band, and those that it is in the wider band.

    An end that no mean can pass needs no bet.
    """
    fails, passes = [], []
    if np.any(low > 0.0):
        fails.append(Bet(low, above=False, least=margin))
    if np.any(high < 1.0):
        fails.append(Bet(high, above=True, least=margin))
    if np.any(low - margin > 0.0):
        passes.append(Bet(low - margin, above=True, least=margin))
    if np.any(high + margin < 1.0):
        passes.append(Bet(high + margin, above=False, least=margin))
    return fails, passes


def outcome(fails: Sequence[Bet], passes: Sequence[Bet], level: Level) -> NDArray[np.int64]:
    """Return -1 where some bet proves a mean outside, 1 where all prove it inside, else 0.

    The error of a false alarm is shared among the ways to fail. A false pass must go through the
    one bet whose claim is true, so each of those may err as often as all together.
    """
    enough, shown = threshold(level.alarm / max(len(fails), 1)), threshold(level.miss)
    out = np.zeros((), dtype=bool)
    inside = np.ones((), dtype=bool)
    for bet in fails:
        out = out | (bet.evidence >= enough)
    for bet in passes:
        inside = inside & (bet.evidence >= shown)
    return np.where(out, -1, np.where(inside, 1, 0))
