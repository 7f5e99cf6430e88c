"""What a side counts per game: means with intervals from mirrored sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from rich.console import Console

import sim
from analysis import load
from analysis.frames import games as games_frame
from analysis.intervals import normal_quantile
from analysis.loading import export
from analysis.tallies import SCHEMA, tallies
from reports.tables import report, tally_tables
from sim.game import GAMES
from tests.analysis.synthetic import by_hand, lineup, manifest

FAME = {"group": "Fame", "column": "fame", "name": "all"}


def counted(
    values: Sequence[Sequence[float]], *lineups: dict[str, Any], **changes: Any
) -> pl.DataFrame:
    """Return the tallies of games in which the seats counted this much."""
    told = manifest(lineups, len(values), tallies=[FAME], **changes)
    parts = by_hand(told, [[1.0 / len(row)] * len(row) for row in values])
    parts = parts.with_columns(
        pl.Series(f"fame_{k}", [row[k] for row in values]) for k in range(len(values[0]))
    )
    return tallies(games_frame(parts, told), told)


def test_the_mean_follows_the_side_from_seat_to_seat() -> None:
    # Sets of two games, seats swapped: moloch counts 5 + 4, then 1 + 2; borgo 0 + 3, then 9 + 6.
    found = counted([[5, 0], [3, 4], [1, 9], [6, 2]], lineup("moloch", "borgo"))
    assert found.select("group", "column", "name", "side").rows() == [
        ("Fame", "fame", "all", "moloch"),
        ("Fame", "fame", "all", "borgo"),
    ]
    assert found["mean"].to_list() == [12 / 4, 18 / 4]
    # Set means 4.5 and 1.5: their spread over the root of their number is 1.5.
    half = normal_quantile(0.95) * 1.5
    assert found["low"][0] == pytest.approx(3.0 - half)
    assert found["high"][0] == pytest.approx(3.0 + half)


def test_opponents_are_not_luck() -> None:
    # Against borgo always 2, against outpost always 10: the mean is 6 and sure.
    lines = lineup("moloch", "borgo"), lineup("moloch", "outpost")
    found = counted([[2, 0], [0, 2], [10, 0], [0, 10]] * 5, *lines)
    assert found.row(0)[3:] == ("moloch", 6.0, 6.0, 6.0)


def test_a_side_on_two_seats_counts_for_each() -> None:
    found = counted([[1, 3], [5, 7]] * 2, lineup("moloch", "moloch"))
    assert found["mean"].to_list() == [4.0]


def test_a_single_set_has_no_interval() -> None:
    found = counted([[5, 0], [3, 4]], lineup("moloch", "borgo"))
    assert found.select("mean", "low", "high").row(0) == (4.5, None, None)


def test_a_set_cut_short_weighs_by_its_games() -> None:
    found = counted([[6, 0], [0, 6], [6, 0]], lineup("moloch", "borgo"))
    assert found.select("mean", "low", "high").row(0) == pytest.approx((6.0, 6.0, 6.0))


def test_windows_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(3).integers(0, 9, (60, 2)).tolist()
    lines = lineup("moloch", "borgo"), lineup("borgo", "outpost")
    whole = counted(values, *lines)
    monkeypatch.setattr("analysis.by_set._MOST_SETS", 7)
    again = counted(values, *lines)
    assert again["side"].to_list() == whole["side"].to_list()
    for name in ("mean", "low", "high"):
        assert again[name].to_list() == pytest.approx(whole[name].to_list())


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    # Games of a set share their luck; lineups differ in their mean.
    rng = np.random.default_rng(11)
    lines = lineup("moloch", "borgo"), lineup("moloch", "outpost")
    held, runs, sets = 0, 300, 120
    for _ in range(runs):
        luck = rng.exponential(3.0, sets)[:, None] + rng.exponential(1.0, (sets, 2))
        luck[1::2] += 4.0
        games = [[x, 0.0] if r == 0 else [0.0, x] for pair in luck for r, x in enumerate(pair)]
        _, low, high = counted(games, *lines).select("mean", "low", "high").row(0)
        held += low <= 6.0 <= high
    assert 0.91 <= held / runs <= 0.98


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> sim.Run:
    """A run of a game that counts."""
    monkeypatch.setattr(GAMES, "folders", {"brawl": "tests.brawl_game", "toy": "tests.toy_game"})
    return sim.run("brawl", mode="teams", games=240)


def test_a_run_has_its_tallies(run: sim.Run, tmp_path: Path) -> None:
    found = run.tallies()
    assert dict(found.schema) == SCHEMA
    assert run.manifest["tallies"][0] == {
        "group": "Points by source",
        "column": "by_strength",
        "name": "strength",
        "curve": False,
    }
    mine = found.filter(column="by_strength")
    assert dict(mine.select("side", "mean").iter_rows()) == {
        "red": 12.0,
        "green": 10.0,
        "blue": 8.0,
        "gold": 14.0,
    }
    assert set(found.filter(column="last")["mean"]) == {0.25}
    games = run.games()
    red = sum(games.filter(pl.col(f"side_{k}") == "red")[f"by_luck_{k}"].sum() for k in range(4))
    luck = found.filter(column="by_luck", side="red")["mean"].item()
    assert luck == pytest.approx(red / games.height)
    assert len(run.summary().to_json()["tallies"]) == found.height
    assert load(run).tallies.equals(found)
    path = export(run, "csv", tmp_path / "tallies.csv", "tallies")
    assert path is not None and pl.read_csv(path)["mean"].to_list() == found["mean"].to_list()


def test_a_game_that_counts_nothing_has_none(run: sim.Run) -> None:
    plain = sim.run("toy", games=60)
    assert plain.tallies().is_empty() and dict(plain.tallies().schema) == SCHEMA
    assert "tallies" not in plain.summary().to_json()


def test_the_report_has_a_table_for_each_group(run: sim.Run) -> None:
    text = shown(report(run.summary(), 80), 80)
    assert "Points by source, mean per game\n Colour         strength        luck" in text
    assert "\n Deep Blue   8.00 ± 0.00  " in text
    assert "Seats, mean per game\n Colour        sat last" in text


@pytest.mark.parametrize("width", [20, 24, 30, 40, 80])
def test_tallies_keep_to_the_width(run: sim.Run, width: int) -> None:
    for part in tally_tables(run.summary(), "Points by source", width):
        lines = shown(part, width).splitlines()
        assert all(len(line.rstrip()) <= width for line in lines)
    text = "".join(shown(p, width) for p in tally_tables(run.summary(), "Points by source", width))
    for mean in ("12.00", "10.00", "8.00", "14.00"):
        assert mean in text
    assert "±" in text


def shown(part: Any, width: int) -> str:
    """Return what a terminal of that width shows."""
    console = Console(width=width, record=True, file=None, quiet=False)
    with console.capture() as captured:
        console.print(part)
    return captured.get()
