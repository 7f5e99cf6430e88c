"""What a change of the rules does to length, seats, or anything else of a game."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.effects import effects

LENGTH = {"length": pl.col("length")}


def frame(lengths: list[float]) -> pl.DataFrame:
    """Games in mirrored sets of two."""
    number = range(len(lengths))
    sets = [i // 2 for i in number]
    return pl.DataFrame({"game": number, "set": sets, "lineup": 0, "length": lengths})


def test_the_mean_changes_by_what_the_pairs_change() -> None:
    found = effects(frame([10, 12, 20, 22]), frame([13, 13, 20, 23]), LENGTH).row(0, named=True)
    assert (found["before"], found["after"], found["difference"]) == (16, 17.25, 1.25)
    assert found["low"] < 1.25 < found["high"]


def test_few_games_that_differ_alike_leave_doubt_and_many_leave_little() -> None:
    """As in every paired comparison, one imagined set stands against what was seen."""
    few = effects(frame([1, 2, 3, 4]), frame([6, 7, 8, 9]), LENGTH).row(0, named=True)
    assert few["difference"] == 5 and few["low"] < 4 and few["high"] > 5
    lengths = [float(i % 7) for i in range(8_000)]
    later = [each + 5 for each in lengths]
    many = effects(frame(lengths), frame(later), LENGTH).row(0, named=True)
    assert many["difference"] == pytest.approx(5) and 4.99 < many["low"] < many["high"] < 5.01


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="same games"):
        effects(frame([1, 2, 3, 4]), frame([1, 2]), LENGTH)


def test_intervals_cover_at_their_level() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        luck = np.repeat(rng.normal(0, 3, 60), 2)  # shared by the games of a set
        old = rng.normal(20, 5, 120)
        new = old + 1.5 + luck + rng.normal(0, 1, 120)
        found = effects(frame(list(old)), frame(list(new)), LENGTH).row(0, named=True)
        held += found["low"] <= 1.5 <= found["high"]
    assert held / 400 == pytest.approx(0.95, abs=0.035)
