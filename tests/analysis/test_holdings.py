"""Scores by the cards that seats had: worked by hand, and nothing where a game has no cards."""

from __future__ import annotations

import polars as pl
import pytest

from analysis.holdings import holding_rates
from analysis.intervals import normal_quantile

MANIFEST = {
    "holdings": [
        {
            "thing": "card",
            "names": ["Axe", "Bow"],
            "columns": [["drew", "drawn"]],
            "by_value": False,
        }
    ]
}


def frame(rows: list[tuple[int, int, int, float]]) -> pl.LazyFrame:
    """Return games: set, bits of both seats, score of seat 0."""
    return pl.LazyFrame(
        [
            {"set": s, "drew_0": a, "drew_1": b, "score_0": won, "score_1": 1 - won}
            for s, a, b, won in rows
        ]
    )


def test_scores_of_seats_that_had_a_card() -> None:
    # Axe (bit 0): set 0 seat 0 won and seat 0 lost, set 1 seat 1 won; Bow (bit 1): one loss
    games = frame([(0, 0b01, 0b10, 1.0), (0, 0b01, 0b00, 0.0), (1, 0b00, 0b01, 0.0)])
    axe, bow = holding_rates(games, MANIFEST).rows(named=True)
    assert (axe["name"], axe["when"], axe["seats"]) == ("Axe", "drawn", 3)
    assert axe["score"] == pytest.approx(2 / 3)
    # by sets: 1 - 2·2/3 = -1/3 and 1 - 2/3 = 1/3; spread 2/9, times 2/(2-1), over 3 seats
    half = normal_quantile(0.95) * (2 * 2 / 9) ** 0.5 / 3
    assert axe["high"] == pytest.approx(min(1.0, 2 / 3 + half))
    assert axe["low"] == pytest.approx(2 / 3 - half)
    assert (bow["seats"], bow["score"], bow["low"]) == (1, 0.0, None)


def test_a_card_that_nobody_had() -> None:
    axe, _ = holding_rates(frame([(0, 0, 0b10, 1.0)]), MANIFEST).rows(named=True)
    assert (axe["seats"], axe["score"], axe["low"], axe["high"]) == (0, None, None, None)


def test_games_without_cards_have_no_rows() -> None:
    assert holding_rates(frame([(0, 0, 0, 1.0)]), {}).height == 0


def test_a_column_may_hold_the_number_of_one_thing() -> None:
    one = {**MANIFEST["holdings"][0], "by_value": True}
    axe, bow = holding_rates(frame([(0, 1, 2, 1.0), (1, 0, 2, 0.0)]), {"holdings": [one]}).rows(
        named=True
    )
    assert (axe["seats"], axe["score"]) == (1, 1.0)
    assert (bow["seats"], bow["score"]) == (2, 0.5)
