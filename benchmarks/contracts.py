"""How many games `check` spends beside a design of fixed size; the table in docs/contracts.md.

python -m benchmarks.contracts
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analysis.betting import Level, doubts, outcome
from analysis.check import looks
from analysis.intervals import Floats


@dataclass(frozen=True)
class Trials:
    """Verdicts (-1 fail, 1 pass, 0 open) and rounds used of many simulated checks of one line."""

    verdict: NDArray[np.int64]
    rounds: NDArray[np.int64]

    def share(self, verdict: int) -> float:
        """Return how often a verdict was given."""
        return float((self.verdict == verdict).mean())


def pairs(rng: np.random.Generator, mean: float, shape: tuple[int, ...]) -> Floats:
    """Return the scores of mirrored pairs: two games with some draws, the seat worth something."""
    drawn, seat = 0.06, 0.03
    scores = []
    for edge in (seat, -seat):
        at = rng.random(shape)
        won = mean + edge - drawn / 2
        scores.append((at < won) + 0.5 * ((at >= won) & (at < won + drawn)))
    return np.asarray((scores[0] + scores[1]) / 2)


def variance(mean: float) -> float:
    """Return the variance of such a pair."""
    return float(np.var(pairs(np.random.default_rng(0), mean, (400_000,))))


def simulate(
    mean: float,
    low: float | Floats,
    high: float | Floats,
    margin: float,
    level: Level,
    repetitions: int,
    most: int,
    seed: int = 1,
) -> Trials:
    """Check one line many times on simulated pairs, as `balance check` does."""
    rng = np.random.default_rng(seed)
    fails, passes = doubts(low, high, margin)
    verdict = np.zeros(repetitions, np.int64)
    used = np.full(repetitions, most, np.int64)
    before = 0
    for here in looks(most):
        scores = pairs(rng, mean, (repetitions, here - before))
        before = here
        for bet in (*fails, *passes):
            bet.add(scores)
        found = np.where(verdict == 0, outcome(fails, passes, level), verdict)
        used[(verdict == 0) & (found != 0)] = here
        verdict = found
        if verdict.all():
            break
    return Trials(verdict, used)


def fixed_rounds(mean: float, margin: float, level: Level) -> float:
    """Return the rounds of a fixed-size design that tells edge and margin apart as surely."""
    z = NormalDist().inv_cdf
    sure = z(1.0 - level.alarm / 2) + z(1.0 - level.miss)
    return (sure / margin) ** 2 * variance(mean)


def main() -> None:
    """Print the table."""
    low, high, margin, repetitions = 0.45, 0.55, 0.02, 1000
    places = {"in the middle of the band": 0.50, "two points inside": 0.53, "on the edge": 0.55}
    places |= {"one point outside": 0.56, "on the margin": 0.57, "two points beyond it": 0.59}
    print("| true score | lines | PASS | FAIL | games | fixed size | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for lines in (1, 12):
        level = Level(0.01 / lines, 0.01)
        for place, mean in places.items():
            got = simulate(mean, low, high, margin, level, repetitions, 100_000)
            games, fixed = 2 * got.rounds.mean(), 2 * fixed_rounds(mean, margin, level)
            print(
                f"| {100 * mean:.0f} %, {place} | {lines} | {100 * got.share(1):.1f} % | "
                f"{100 * got.share(-1):.1f} % | {games:,.0f} | {fixed:,.0f} | {games / fixed:.2f} |"
            )


if __name__ == "__main__":
    main()
