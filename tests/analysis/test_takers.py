"""What those score who did something, by value and by bit."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.takers import by_flag, by_value


def frame(scores: list[tuple[float, float]], took: list[tuple[int, int]]) -> pl.DataFrame:
    """Games of two seats, each a set of its own."""
    return pl.DataFrame(
        {
            "set": range(len(scores)),
            **{f"score_{k}": [row[k] for row in scores] for k in (0, 1)},
            **{f"took_{k}": [row[k] for row in took] for k in (0, 1)},
            **{f"player_{k}": [k] * len(scores) for k in (0, 1)},
            **{f"side_{k}": ["ab"[k]] * len(scores) for k in (0, 1)},
        }
    )


def test_bits_and_values_are_counted_by_seat() -> None:
    games = frame(
        [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)], [(0b01, 0b10), (0b11, 0b00), (0b00, 1 << 61)]
    )
    found = by_flag(games, "took", ["gun", "saw", "axe"])
    assert found["name"].to_list() == ["gun", "saw", "axe"]
    assert found["seats"].to_list() == [2, 2, 0]
    assert found["score"].to_list() == [0.5, 0.0, None]
    assert by_flag(games, "took", [str(i) for i in range(62)])["seats"][61] == 1
    values = by_value(games, "took")
    assert dict(zip(values["value"], values["seats"], strict=True)) == {
        0: 2,
        1: 1,
        2: 1,
        3: 1,
        1 << 61: 1,
    }
    assert values.filter(pl.col("value") == 0)["score"].item() == 0.75


def test_intervals_cover_at_their_level() -> None:
    """Of 400 runs about 95 % must hold the true score of those who took it."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(400):
        took = rng.random(200) < 0.4
        won = rng.random(200) < np.where(took, 0.6, 0.5)
        games = frame([(float(w), 1.0 - float(w)) for w in won], [(int(t), 0) for t in took])
        row = by_flag(games, "took", ["gun"]).row(0, named=True)
        held += row["low"] <= 0.6 <= row["high"]
    assert held / 400 == pytest.approx(0.95, abs=0.03)
