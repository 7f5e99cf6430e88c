"""The meta of made-up runs: coverage of its intervals, and what it says in words."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analysis.meta import meta_of, sentence
from sim.errors import BadInput
from tests.analysis.synthetic import all_pairs, by_hand, lineup, manifest, parts

SIDES = ("moloch", "borgo", "outpost", "hegemony")


def played(about: dict[str, Any], chance: np.ndarray, seat: float, seed: int) -> pl.LazyFrame:
    """Return games in which side i beats side j with odds exp(chance[i, j]), a seat worth exp(seat)
    more, and one in ten is drawn."""
    rng = np.random.default_rng(seed)
    place = {side: i for i, side in enumerate(SIDES)}
    scores = []
    for game in range(about["games"]):
        sides = about["lineups"][game // 2 % len(about["lineups"])]["sides"]
        first, second = (place[sides[p]] for p in about["rotations"][game % 2])
        odds = np.exp(chance[first, second] + seat)
        won = 0.5 if rng.random() < 0.1 else float(rng.random() < odds / (1.0 + odds))
        scores.append((won, 1.0 - won))
    return by_hand(about, scores)


def circle(size: float) -> np.ndarray:
    """Return the log odds of rock-paper-scissors between the first three, the last beaten."""
    odds = np.zeros((4, 4))
    for a, b in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)):
        odds[a, b], odds[b, a] = size, -size
    return odds


def test_strengths_and_seat_lie_in_their_intervals_at_the_stated_rate() -> None:
    # Draws halve nothing in the order but pull scores to the middle: 0.9 p + 0.05 has its own odds.
    about = manifest(all_pairs(SIDES), 1_200)
    level = 0.4
    odds = np.zeros((4, 4))
    odds[0], odds[:, 0] = level, -level
    odds[0, 0] = 0.0
    p = [0.05 + 0.9 / (1.0 + np.exp(-(x + 0.2))) for x in (level, -level, 0.0)]
    log = [float(np.log(x / (1.0 - x))) for x in p]
    seat = log[2]
    strong = (log[0] - log[1]) / 2.0
    truth = np.array([0.75, -0.25, -0.25, -0.25]) * strong
    inside = seats = 0
    runs = 40
    for seed in range(runs):
        found = meta_of(played(about, odds, 0.2, seed), about, replicates=200)
        rows = {row["name"]: row for row in found.strengths.to_dicts()}
        for side, true in zip(SIDES, truth, strict=True):
            inside += rows[side]["strength_low"] <= true <= rows[side]["strength_high"]
        first = found.seats.row(0, named=True)
        seats += first["low"] <= 1.0 / (1.0 + np.exp(-seat)) <= first["high"]
    assert 0.90 <= inside / (4 * runs) <= 0.99
    assert seats / runs >= 0.87


def test_rock_paper_scissors_is_proven_and_named() -> None:
    about = manifest(all_pairs(SIDES), 2_400)
    found = meta_of(played(about, circle(1.0), 0.1, 1), about, replicates=100)
    assert found.proven and found.p < 1e-6
    assert [sorted(each.names) for each in found.circles] == [sorted(SIDES[:3])]
    told = sentence(found)
    assert told.startswith("Rock-paper-scissors is proven")
    for words in ("Moloch beats Borgo", "Borgo beats Outpost", "Outpost beats Moloch"):
        assert words in told
    nash = dict(found.strengths.select("name", "nash").iter_rows())
    assert nash["hegemony"] == 0.0 and all(nash[side] > 0.15 for side in SIDES[:3])
    assert found.share.low > 0.2
    document = found.to_json()
    assert document["rock_paper_scissors"]["proven"] is True
    assert document["sentence"] == told


def test_an_order_proves_no_circle() -> None:
    about = manifest(all_pairs(SIDES), 2_400)
    strength = np.array([0.9, 0.3, -0.3, -0.9])
    found = meta_of(played(about, strength[:, None] - strength, 0.0, 2), about, replicates=100)
    assert not found.proven and found.p > 0.01
    assert "not proven" in sentence(found)
    assert found.strengths["name"].to_list() == list(SIDES)
    assert found.share.low == 0.0 and found.share.high < 0.15
    assert np.allclose(found.cyclic, -found.cyclic.T)


def test_a_side_that_never_loses_has_a_finite_strength() -> None:
    about = manifest([lineup("moloch", "borgo")], 40)
    found = meta_of(by_hand(about, [(1.0, 0.0), (0.0, 1.0)] * 20), about, replicates=50)
    best = found.strengths.row(0, named=True)
    assert best["name"] == "moloch" and 1.0 < best["strength"] < 10.0
    assert best["nash"] == 1.0
    assert "circle" in sentence(found)


def test_three_players_and_shared_luck() -> None:
    line = lineup("moloch", "borgo", "outpost")
    about = manifest([line], 1_500)
    strength = {"moloch": 0.8, "borgo": 0.0, "outpost": -0.8}
    found = meta_of(parts(about, strength=strength), about, replicates=100)
    assert found.strengths["name"].to_list() == ["moloch", "borgo", "outpost"]
    assert found.seats.height == 3
    assert found.seats["score"].sum() == pytest.approx(1.0)


def test_what_never_met_is_said() -> None:
    about = manifest([lineup("moloch", "borgo"), lineup("outpost", "hegemony")], 40)
    with pytest.raises(BadInput, match="moloch and outpost never meet"):
        meta_of(parts(about), about)
    mirror = manifest([lineup("moloch", "moloch")], 40)
    with pytest.raises(BadInput, match="2 to 60 different sides, not 1"):
        meta_of(parts(mirror), mirror)
