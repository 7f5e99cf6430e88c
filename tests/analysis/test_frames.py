"""The games frame: names in place of numbers, one row per game or per seat."""

from __future__ import annotations

import polars as pl
import pytest

from analysis.frames import games, seat_count, seats_long
from tests.analysis.synthetic import by_hand, lineup, manifest, parts


def test_names_follow_the_players_to_their_seats() -> None:
    about = manifest(
        [lineup("moloch", "borgo", policies=["greedy", "random"]), lineup("borgo", "hegemony")], 4
    )
    frame = games(by_hand(about, [(1, 0), (0, 1), (0.5, 0.5), (1, 0)]), about).collect()
    assert frame["side_0"].to_list() == ["moloch", "borgo", "borgo", "hegemony"]
    assert frame["side_1"].to_list() == ["borgo", "moloch", "hegemony", "borgo"]
    assert frame["policy_0"].to_list() == ["greedy", "random", "greedy", "greedy"]
    assert frame["policy_1"].to_list() == ["random", "greedy", "greedy", "greedy"]
    assert frame["score_0"].to_list() == [1.0, 0.0, 0.5, 1.0]
    assert frame["ending"].to_list() == ["hq destroyed", "points", "draw", "both destroyed"]
    assert frame["mode"].to_list() == ["duel"] * 4
    assert frame["game"].to_list() == [0, 1, 2, 3]


def test_columns_and_their_order() -> None:
    about = manifest([lineup("moloch", "borgo")], 10)
    frame = games(parts(about), about)
    assert frame.collect_schema().names() == [
        *("game", "set", "lineup", "rotation"),
        *("player_0", "side_0", "policy_0", "player_1", "side_1", "policy_1"),
        *("score_0", "score_1", "map", "mode", "length", "ending", "battles", "hq_0", "hq_1"),
    ]
    assert seat_count(frame) == 2


def test_maps_come_from_the_lineup() -> None:
    about = manifest([lineup("moloch", "borgo", where=m) for m in ("ruins", "desert")], 4)
    frame = games(by_hand(about, [(1, 0)] * 4), about).collect()
    assert frame["map"].to_list() == ["ruins", "ruins", "desert", "desert"]


def test_an_ending_that_the_game_does_not_know_is_an_error() -> None:
    about = manifest([lineup("moloch", "borgo")], 2)
    bad = by_hand(about, [(1, 0), (0, 1)]).with_columns(ending=pl.lit(9, dtype=pl.Int8))
    with pytest.raises(pl.exceptions.InvalidOperationError):
        games(bad, about).collect()


def test_one_row_per_seat() -> None:
    about = manifest([lineup("moloch", "borgo", "outpost")], 6)
    frame = games(parts(about), about)
    long = seats_long(frame).collect().sort("game", "seat")
    assert long.height == 18
    assert long["seat"].to_list() == [1, 2, 3] * 6
    assert {"side", "policy", "player", "score", "hq", "battles", "length"} <= set(long.columns)
    assert not {"hq_0", "score_0"} & set(long.columns)
    wide = frame.collect()
    second = long.filter(pl.col("seat") == 2)
    assert second["side"].to_list() == wide["side_1"].to_list()
    assert second["hq"].to_list() == wide["hq_1"].to_list()
    assert long.group_by("game").agg(pl.col("score").sum())["score"].to_list() == pytest.approx(
        [1.0] * 6
    )
