"""Error rates of contracts by simulation: alarms, misses, games spent; and the bets themselves."""

import numpy as np
import pytest
from scipy.stats import binom

from analysis.betting import Bet, Level, doubts, outcome, threshold
from analysis.check import looks
from analysis.estimates import Mean, widened
from analysis.rounds import Measure, Observed
from benchmarks.contracts import fixed_rounds, pairs, simulate, variance

SURE = 0.999  # a right program fails a test of a rate once in a thousand changes of the seed


def most_allowed(rate: float, repetitions: int) -> int:
    """Return the count that a true rate exceeds only once in a thousand."""
    return int(binom.ppf(SURE, repetitions, rate))


# --- the bets


def test_batches_do_not_matter() -> None:
    scores = pairs(np.random.default_rng(3), 0.53, (500,))
    whole, cut = Bet(0.5, True, 0.02), Bet(0.5, True, 0.02)
    whole.add(scores)
    for part in np.split(scores, [1, 2, 50, 333]):
        cut.add(part)
    cut.add(np.zeros(0))
    assert whole.rounds == cut.rounds == 500
    assert float(cut.evidence) == pytest.approx(float(whole.evidence), rel=1e-12)


@pytest.mark.parametrize("above", [True, False])
def test_a_round_has_an_expected_gain_of_nothing_where_the_claim_is_just_true(above: bool) -> None:
    # All sequences of three rounds of scores 0, 1/2, 1 with mean 0.4: the mean purse is exactly 1.
    chances = {0.0: 0.5, 0.5: 0.2, 1.0: 0.3}
    total = 0.0
    for a, p in chances.items():
        for b, q in chances.items():
            for c, r in chances.items():
                bet = Bet(0.4, above, 0.1)
                bet.add([a, b, c])
                total += p * q * r * float(np.exp(bet._purse))
    assert total == pytest.approx(1.0, abs=1e-12)


def test_no_bet_breaks_the_bank() -> None:
    for claim in (0.001, 0.5, 0.999):
        for above, worst in ((True, 0.0), (False, 1.0)):
            bet = Bet(claim, above, 0.5)
            bet.add(np.full(1000, worst))
            assert np.isfinite(bet._purse) and float(bet.evidence) == 0.0


def test_ends_that_nobody_can_pass_need_no_bet() -> None:
    fails, passes = doubts(0.0, 0.9, 0.05)
    assert [(bet.claim, bet.above) for bet in fails] == [(0.9, True)]
    assert [(bet.claim, bet.above) for bet in passes] == [(pytest.approx(0.95), False)]
    assert outcome(*doubts(0.0, 1.0, 0.05), Level(0.01, 0.01)) == 1


def test_a_share_of_few_points_counts_as_a_ratio() -> None:
    # At a table of four, a takes 30 % of what a and b take: 0.15 of 0.5 points.
    rng = np.random.default_rng(5)
    share = rng.integers(0, 3, 4000) / 4
    bet = Bet(0.4, above=False, least=0.02)
    bet.add(share * 0.3, share)
    assert float(bet.evidence) > threshold(1e-6)
    other = Bet(0.2, above=False, least=0.02)
    other.add(share * 0.3, share)
    assert float(other.evidence) < threshold(0.5)


def test_the_interval_that_is_shown_covers_and_agrees_with_the_verdict() -> None:
    rng, covered, repetitions, most = np.random.default_rng(21), 0, 60, 600
    for _ in range(repetitions):
        scores = pairs(rng, 0.55, (most,))
        mean = Mean(Measure(lambda part: Observed(part, np.ones_like(part)), 1), 0.05)  # type: ignore[arg-type, return-value]
        inside = True
        for start in range(0, most, 200):
            mean.add(scores[start : start + 200])  # type: ignore[arg-type]
            value, low, high = mean.estimate()
            assert low <= value <= high
            inside &= low <= 55.0 <= high
        covered += inside
        bet = Bet((low - 0.5) / 100, above=True, least=0.05)
        bet.add(scores)
        assert float(bet.evidence) >= threshold(0.025), "what lies below the interval is refuted"
    assert repetitions - covered <= most_allowed(0.05, repetitions)


# --- error rates


def test_false_alarms_at_the_edge_under_continuous_peeking() -> None:
    level, repetitions, most = Level(0.05, 0.01), 1500, 1200
    rng = np.random.default_rng(11)
    fails, _ = doubts(0.45, 0.55, 0.02)
    naive = np.zeros(repetitions, dtype=bool)
    total, before = np.zeros(repetitions), 0
    for here in looks(most):
        scores = pairs(rng, 0.55, (repetitions, here - before))
        before = here
        total += scores.sum(axis=1)
        for bet in fails:
            bet.add(scores)
        naive |= total / here - 0.55 > 1.96 * (variance(0.55) / here) ** 0.5
    alarms = int((outcome(fails, [Bet(0.5, True, 0.1)], level) < 0).sum())
    assert alarms <= most_allowed(0.05, repetitions)
    assert naive.mean() > 0.1, "an ordinary test that looks as often cries wolf"


def test_false_alarms_over_a_file() -> None:
    # Twelve lines, all exactly at the edge of their bands: the worst that unchanged rules can do.
    lines, files = 12, 300
    level = Level(0.01 / lines, 0.01)
    got = simulate(0.55, 0.45, 0.55, 0.05, level, lines * files, 1500, seed=2)
    broken = (got.verdict.reshape(files, lines) < 0).any(axis=1)
    assert int(broken.sum()) <= most_allowed(0.01, files)
    assert got.share(1) > 0.95


def test_a_shift_of_two_points_is_caught() -> None:
    repetitions = 250
    for mean, low, high in ((0.57, 0.45, 0.55), (0.28, 0.30, 1.0)):
        level = Level(0.01 / 12, 0.01)
        got = simulate(mean, low, high, 0.02, level, repetitions, 40_000, seed=4)
        missed = int((got.verdict >= 0).sum())
        assert missed <= most_allowed(0.01, repetitions)


@pytest.mark.parametrize("shift", [0.0, 0.02])
def test_recorded_values_raise_no_alarm_and_do_not_hide_a_shift(shift: float) -> None:
    # tolerance + margin + twice what the record itself may be off comes to just two points.
    tolerance, margin, recorded_rounds, repetitions = 0.004, 0.01, 160_000, 120
    rng = np.random.default_rng(6)
    alarm = 0.01
    deviation = variance(0.52) ** 0.5 / recorded_rounds**0.5
    recorded = 0.52 + deviation * rng.standard_normal((repetitions, 1))
    unsure = widened(1.96 * deviation, alarm / 2)
    assert tolerance + margin + 2 * unsure <= 0.02
    reach = tolerance + unsure
    level = Level(alarm / 2, 0.01)
    got = simulate(
        0.52 + shift, recorded - reach, recorded + reach, margin, level, repetitions, 60_000, seed=8
    )
    wrong = got.verdict < 0 if shift == 0.0 else got.verdict >= 0
    assert int(wrong.sum()) <= most_allowed(0.01, repetitions)
    assert got.share(0) < 0.02


def test_games_are_saved() -> None:
    level = Level(0.01 / 12, 0.01)
    for mean, at_most in ((0.50, 0.1), (0.55, 0.5), (0.57, 0.6), (0.59, 0.35)):
        got = simulate(mean, 0.45, 0.55, 0.02, level, 200, 40_000, seed=9)
        assert got.rounds.mean() <= at_most * fixed_rounds(mean, 0.02, level)


def test_looks_are_fixed_and_reach_the_end() -> None:
    assert list(looks(30)) == [8, 12, 16, 20, 24, 28, 30]
    assert 17 in set(looks(30, also=17)) and list(looks(5)) == [5]
    far = list(looks(1_000_000))
    assert far[-1] == 1_000_000 and len(far) < 150
    assert set(looks(1000)) - {1000} <= set(far)
