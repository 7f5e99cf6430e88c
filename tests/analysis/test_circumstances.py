"""What chance changes before a game: worked by hand, and against plain simulation."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
import pytest

from analysis.circumstances import circumstance_effects
from analysis.intervals import normal_quantile

MANIFEST: dict[str, Any] = {
    "names": {"red": "Red", "blue": "Blue"},
    "lineups": [{"sides": ["red", "blue"]}],
    "circumstances": [
        {
            "group": "Weather",
            "thing": "day",
            "about": "of rain",
            "columns": [["rain", "Rain"]],
            "split": 5,
            "counts": [["hits", "hits"]],
        }
    ],
}


def game(number: int, rain: int, red: float, hits: tuple[int, int], turned: bool) -> dict[str, Any]:
    """Return one game; turned, red sits on the second seat."""
    sides = ("blue", "red") if turned else ("red", "blue")
    scores = (1.0 - red, red) if turned else (red, 1.0 - red)
    row: dict[str, Any] = {"set": number, "rain": rain}
    for k in range(2):
        row |= {f"side_{k}": sides[k], f"score_{k}": scores[k], f"hits_{k}": hits[k]}
    return row


def test_means_differences_and_intervals_by_hand() -> None:
    rows = []
    for number in range(24):  # twelve sets with rain, of which red wins 3 of 4; twelve without
        rain = number % 2 == 0
        won = float(number % 8 != 0) if rain else float(number % 4 == 1)
        rows += [game(number, 2 if rain else 9, won, (4 if rain else 1, 2), k == 1) for k in (0, 1)]
    found = circumstance_effects(pl.LazyFrame(rows), MANIFEST).rows(named=True)
    red, blue, hits = found
    assert (red["name"], red["outcome"], red["of"]) == ("Rain", "score", "red")
    assert (red["so"], red["else"]) == (0.75, 0.5)
    # a set is one observation: variances 3/16 and 1/4 over 12 sets, one degree of freedom each
    error = (3 / 16 / 11 + 1 / 4 / 11) ** 0.5
    assert red["high"] - red["difference"] == pytest.approx(normal_quantile(0.95) * error)
    assert blue["difference"] == pytest.approx(-red["difference"])
    assert not red["proven"]
    assert (hits["outcome"], hits["of"], hits["so"], hits["else"]) == ("hits", "", 3.0, 1.5)


def test_too_few_sets_say_nothing() -> None:
    rows = [game(number, number % 2 * 9, 1.0, (1, 1), False) for number in range(18)]
    found = circumstance_effects(pl.LazyFrame(rows), MANIFEST)
    assert found["difference"].null_count() == 3 and not found["proven"].any()


def test_intervals_cover_and_effects_are_found() -> None:
    dice = random.Random(5)
    covered = proven = 0
    for _ in range(200):
        rows = []
        for number in range(60):
            rain = dice.randrange(1, 11)
            chance = 0.6 if rain <= 5 else 0.4
            rows.append(game(number, rain, float(dice.random() < chance), (0, 0), False))
        red = circumstance_effects(pl.LazyFrame(rows), MANIFEST).row(0, named=True)
        covered += red["low"] <= 0.2 <= red["high"]
        proven += red["proven"]
    assert covered >= 180  # 95 % of 200, less three standard deviations
    assert proven >= 40


def test_games_without_circumstances_have_no_rows() -> None:
    assert circumstance_effects(pl.LazyFrame([game(0, 1, 1.0, (0, 0), False)]), {}).height == 0
