"""Rates, matchups, seats, lengths and endings: small runs worked by hand, large ones by laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import analysis.tally
from analysis.frames import games
from analysis.intervals import from_sets, score_interval, wilson
from analysis.lengths import endings, length
from analysis.matchups import matchups, matchups_of
from analysis.rates import rates, rates_of
from analysis.seats import first_player_effect, seats, seats_of
from analysis.tally import tally
from tests.analysis.synthetic import all_pairs, by_hand, lineup, manifest, parts

# Three sets of Moloch against Borgo; scores by seat, Moloch first, then Borgo first.
# Moloch's points: 1 + 1, 0 + ½, 1 + 0; so its sets are 1, ¼, ½.
DUEL = [(1, 0), (0, 1), (0, 1), (0.5, 0.5), (1, 0), (1, 0)]


def _run(about: dict[str, Any], scores: Sequence[Sequence[float]]) -> pl.LazyFrame:
    return games(by_hand(about, scores), about)


def _duel() -> pl.LazyFrame:
    return _run(manifest([lineup("moloch", "borgo")], 6), DUEL)


def test_rates_by_hand() -> None:
    got = rates(_duel(), "army")
    low, high = score_interval(from_sets([1, 0.25, 0.5]))
    assert got.drop("low", "high").rows() == [
        ("army", "moloch", 6, 3, 1, 2, 3.5 / 6),
        ("army", "borgo", 6, 2, 1, 3, 2.5 / 6),
    ]
    assert got["low"].to_list() == pytest.approx([float(low), 1 - float(high)])
    assert got["high"].to_list() == pytest.approx([float(high), 1 - float(low)])


def test_matchups_by_hand() -> None:
    low, high = score_interval(from_sets([1, 0.25, 0.5]))
    (row,) = matchups(_duel()).rows()
    assert row == pytest.approx(("moloch", "borgo", 6, 3.5 / 6, float(low), float(high)))


def test_seats_by_hand() -> None:
    # The first seat's points: 1 + 0, 0 + ½, 1 + 1.
    low, high = score_interval(from_sets([0.5, 0.25, 1]))
    got = seats(_duel())
    assert got.drop("low", "high").rows() == [
        (1, 6, 3, 1, 2, 3.5 / 6),
        (2, 6, 2, 1, 3, 2.5 / 6),
    ]
    assert got.row(0)[-2:] == pytest.approx((float(low), float(high)))
    effect = first_player_effect(got)
    assert effect == pytest.approx((50 / 6, 100 * float(low) - 50, 100 * float(high) - 50))
    assert not effect.proven


def test_single_games_are_wilson() -> None:
    about = manifest([lineup("moloch", "borgo")], 20, rotations=[[0, 1]])
    got = rates(_run(about, [(1, 0)] * 15 + [(0, 1)] * 5))
    low, high = wilson(15, 20)
    assert got.row(0)[-3:] == pytest.approx((0.75, float(low), float(high)))


def test_opponents_are_strata() -> None:
    lineups = [lineup("moloch", "borgo"), lineup("moloch", "outpost")]
    about = manifest(lineups, 16)
    # Moloch takes 1, ½, 1, ½ from Borgo's sets and 0, ½, 0, ½ from Outpost's, in turn.
    won, lost, split = [(1, 0), (0, 1)], [(0, 1), (1, 0)], [(1, 0), (1, 0)]
    scores = [*won, *lost, *split, *split] * 2
    got = rates(_run(about, scores))
    expected = score_interval(from_sets([1, 0.5, 1, 0.5, 0, 0.5, 0, 0.5], [0] * 4 + [1] * 4))
    assert got.row(0)[-2:] == pytest.approx(tuple(map(float, expected)))
    unaware = score_interval(from_sets([1, 0.5, 1, 0.5, 0, 0.5, 0, 0.5]))
    assert got["low"][0] > unaware.low


def test_a_side_against_itself_counts_but_proves_nothing() -> None:
    lineups = [lineup("moloch", "borgo"), lineup("moloch", "moloch")]
    about = manifest(lineups, 8)
    scores = [(1, 0), (0, 1), (1, 0), (1, 0)] * 2
    got = rates(_run(about, scores))
    low, high = score_interval(from_sets([1, 1]))
    moloch = got.row(0, named=True)
    assert (moloch["games"], moloch["wins"], moloch["draws"], moloch["losses"]) == (8, 4, 4, 0)
    assert (moloch["score"], moloch["low"], moloch["high"]) == pytest.approx(
        (1, float(low), float(high))
    )
    assert matchups(_run(about, scores)).rows() == [
        ("moloch", "borgo", 4, 1.0, pytest.approx(float(low)), pytest.approx(float(high))),
        ("moloch", "moloch", 4, 0.5, 0.5, 0.5),
    ]


def test_a_side_that_only_meets_itself_has_the_fair_share() -> None:
    about = manifest([lineup("moloch", "moloch")], 2)
    assert rates(_run(about, [(1, 0), (1, 0)])).rows() == [
        ("side", "moloch", 2, 0, 2, 0, 0.5, 0.5, 0.5)
    ]


def test_policies_are_an_axis_and_told_apart() -> None:
    about = manifest([lineup("moloch", "moloch", policies=["greedy", "random"])], 4)
    frame = _run(about, [(1, 0), (0, 1), (1, 0), (0.5, 0.5)])
    got = rates(frame, "army")
    assert got.drop("low", "high").rows() == [
        ("army", "moloch", 4, 0, 4, 0, 0.5),
        ("policy", "greedy", 4, 3, 1, 0, 3.5 / 4),
        ("policy", "random", 4, 0, 1, 3, 0.5 / 4),
    ]
    met = matchups(frame)
    assert met.columns == ["a", "b", "games", "score", "low", "high", "policy_a", "policy_b"]
    row = met.row(0, named=True)
    assert (row["policy_a"], row["policy_b"], row["score"]) == ("greedy", "random", 3.5 / 4)
    assert row["low"] < row["score"] < row["high"]


def test_maps_are_an_axis_when_there_are_several() -> None:
    about = manifest([lineup("moloch", "borgo", where=m) for m in ("ruins", "desert")], 4)
    got = rates(_run(about, [(1, 0), (0, 1), (0, 1), (1, 0)]))
    assert got.filter(pl.col("axis") == "map").select("name", "games", "score").rows() == [
        ("moloch @ ruins", 2, 1.0),
        ("borgo @ ruins", 2, 0.0),
        ("moloch @ desert", 2, 0.0),
        ("borgo @ desert", 2, 1.0),
    ]
    assert matchups(_run(about, [(1, 0), (0, 1), (0, 1), (1, 0)])).rows()[0][:4] == (
        *("moloch", "borgo", 4, 0.5),
    )


def test_larger_tables_compare_head_to_head() -> None:
    about = manifest([lineup("moloch", "borgo", "outpost")], 6)
    # Points of Moloch, Borgo, Outpost: first set 1, 2, 0; second 2, 0, 1.
    scores = [(0, 1, 0), (0, 0, 1), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 1, 0)]
    frame = _run(about, scores)
    assert rates(frame)["score"].to_list() == pytest.approx([3 / 6, 2 / 6, 1 / 6])
    assert matchups(frame).select("a", "b", "score").rows() == [
        ("moloch", "borgo", pytest.approx(3 / 5)),
        ("moloch", "outpost", pytest.approx(3 / 4)),
        ("borgo", "outpost", pytest.approx(2 / 3)),
    ]
    assert seats(frame)["score"].sum() == pytest.approx(1.0)


def test_two_who_never_won_are_even_and_unknown() -> None:
    about = manifest([lineup("moloch", "borgo", "outpost")], 3)
    frame = _run(about, [(0, 0, 1), (0, 1, 0), (1, 0, 0)])
    assert matchups(frame).row(0) == ("moloch", "borgo", 3, 0.5, 0.0, 1.0)


def test_a_side_on_two_seats_counts_for_each() -> None:
    about = manifest([lineup("moloch", "moloch", "borgo")], 6)
    # Points of the two Molochs and Borgo: 2, 0, 1 and 0, 2, 1.
    scores = [(1, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 0)]
    frame = _run(about, scores)
    got = rates(frame)
    assert got.select("name", "games", "wins", "losses", "score").rows() == [
        ("moloch", 12, 4, 8, pytest.approx(4 / 12)),
        ("borgo", 6, 2, 4, pytest.approx(2 / 6)),
    ]
    assert matchups(frame).select("a", "b", "score").rows() == [
        ("moloch", "moloch", 0.5),
        ("moloch", "borgo", pytest.approx(2 / (2 + 2))),
    ]


def test_a_set_cut_short_counts_for_what_it_is() -> None:
    frame = _run(manifest([lineup("moloch", "borgo")], 5), DUEL[:5])
    moloch = rates(frame).row(0, named=True)
    assert (moloch["games"], moloch["score"]) == (5, pytest.approx(3.5 / 5))
    assert 0.0 < moloch["low"] < moloch["score"] < moloch["high"] < 1.0


def test_lengths_and_endings_by_hand() -> None:
    about = manifest([lineup("moloch", "borgo")], 6)
    frame = _run(about, DUEL)  # lengths 10 … 15
    assert length(frame, "turns") == {
        "unit": "turns",
        "median": 12,
        "p5": 10,
        "p95": 15,
        "mean": 12.5,
    }
    assert endings(frame) == {"hq destroyed": 2, "points": 2, "draw": 1, "both destroyed": 1}
    assert endings(frame.head(1))["draw"] == 0
    with pytest.raises(ValueError, match="no games"):
        length(frame.head(0))


def test_windows_do_not_change_the_tally(monkeypatch: pytest.MonkeyPatch) -> None:
    about = manifest(all_pairs(), 600)
    frame = games(parts(about), about)
    whole = tally(frame)
    monkeypatch.setattr(analysis.tally, "WINDOW", 7)
    assert_frame_equal(tally(frame).sets, whole.sets)


def test_the_tally_agrees_with_a_plain_count() -> None:
    about = manifest(all_pairs(), 1_200)
    frame = games(parts(about), about)
    table = frame.collect()
    mine = np.concatenate(
        [
            table.filter(pl.col(f"side_{k}") == "borgo").select("set", "lineup", f"score_{k}")
            for k in range(2)
        ]
    )
    sets, place = np.unique(mine[:, 0], return_inverse=True)
    points = np.bincount(place, mine[:, 2]) / np.bincount(place)
    strata = np.array([mine[mine[:, 0] == s][0, 1] for s in sets])
    expected = score_interval(from_sets(points, strata))
    row = rates(frame).row(by_predicate=pl.col("name") == "borgo", named=True)
    assert row["score"] == pytest.approx(points.mean())
    assert (row["low"], row["high"]) == pytest.approx(tuple(map(float, expected)))


RESULTS = st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)])


@settings(max_examples=25, deadline=None)
@given(st.lists(RESULTS, min_size=12, max_size=60), st.booleans())
def test_laws_of_duels(scores: list[tuple[float, float]], mirrored: bool) -> None:
    lineups = all_pairs(["moloch", "borgo", "outpost"])
    if mirrored:
        lineups.append(lineup("borgo", "borgo"))
    about = manifest(lineups, len(scores))
    counted = tally(_run(about, scores))
    table, met, seated = rates_of(counted), matchups_of(counted), seats_of(counted)
    for row in (*table.rows(named=True), *seated.rows(named=True)):
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]
    for row in (*table.rows(named=True), *met.rows(named=True), *seated.rows(named=True)):
        assert 0.0 <= row["low"] <= row["score"] <= row["high"] <= 1.0
    assert met["games"].sum() == len(scores) == seated["games"][0]
    assert seated["score"].sum() == pytest.approx(1.0)

    # The same games with the players of each lineup named in the other order.
    turned = manifest(
        [line | {"sides": line["sides"][::-1]} for line in lineups],
        len(scores),
        rotations=[[1, 0], [0, 1]],
    )
    back = matchups(_run(turned, scores))
    for mine, theirs in zip(met.rows(named=True), back.rows(named=True), strict=True):
        assert (mine["a"], mine["b"], mine["games"]) == (theirs["b"], theirs["a"], theirs["games"])
        assert mine["score"] == pytest.approx(1 - theirs["score"])
        assert mine["low"] == pytest.approx(1 - theirs["high"])
