"""Games of teams: one result for each team, whoever sits where."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import sim
from analysis.check import check
from analysis.compare import compare
from analysis.frames import games as games_frame
from analysis.impact import impact
from analysis.intervals import from_sets, score_interval
from analysis.matchups import matchups
from analysis.meta import _Field, check_field, meta_of
from analysis.rates import rates
from analysis.record import record
from analysis.summary import sentence, summarise
from analysis.sweep import sweep
from analysis.tally import tally
from analysis.until import most_held
from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Request, make_plan
from tests.analysis.synthetic import by_hand, lineup, manifest

TEAMS = [0, 1, 0, 1]
NAMES = {"a": "Korat", "b": "Blitz", "c": "Nyx", "d": "Toro"}


def about(*lineups: dict[str, Any], games: int = 4) -> dict[str, Any]:
    """Return the manifest of a run of two teams of two."""
    return manifest(lineups, games, teams=TEAMS, names=NAMES)


def rows(found: pl.DataFrame, axis: str) -> dict[str, dict[str, Any]]:
    """Return the rates of an axis by name."""
    return {row["name"]: row for row in found.filter(axis=axis).iter_rows(named=True)}


# Seats 1 and 3 win, then 2 and 4, then a draw, then 1 and 3: by rotation players 0 and 2, then
# (seats 2 and 4 hold players 2 and 0) again 0 and 2, then nobody, then players 3 and 1.
SCORES = [(1, 0, 1, 0), (0, 1, 0, 1), (0.5, 0.5, 0.5, 0.5), (1, 0, 1, 0)]


def test_a_side_fares_as_its_team_does() -> None:
    told = about(lineup("a", "c", "b", "d"))
    found = rates(games_frame(by_hand(told, SCORES), told), teams=TEAMS)
    expected = {"games": 4, "wins": 2, "draws": 1, "losses": 1, "score": 2.5 / 4}
    for name in ("a", "b"):
        assert expected.items() <= rows(found, "side")[name].items()
    for name in ("c", "d"):
        assert rows(found, "side")[name]["score"] == 1.5 / 4
    assert expected.items() <= rows(found, "team")["a+b"].items()
    assert list(rows(found, "team")) == ["a+b", "c+d"]


def test_team_names_follow_the_order_of_the_game_not_of_the_players() -> None:
    told = about(lineup("d", "b", "a", "c"))
    frame = games_frame(by_hand(told, SCORES), told)
    assert frame.collect()["team_0"].to_list() == ["a+d", "b+c", "a+d", "b+c"]
    met = matchups(frame, TEAMS)
    assert met.select("a", "b", "games").rows() == [("a+d", "b+c", 4)]
    assert met["score"].to_list() == [2.5 / 4]


def test_no_matchup_between_team_mates() -> None:
    told = about(lineup("a", "c", "b", "d"), lineup("a", "b", "c", "d"), games=8)
    met = matchups(games_frame(by_hand(told, SCORES * 2), told), TEAMS)
    assert met.select("a", "b").rows() == [("a+b", "c+d"), ("a+c", "b+d")]


def test_a_side_in_both_teams_meets_only_itself() -> None:
    told = about(lineup("a", "a", "b", "c"), games=4)
    found = rows(rates(games_frame(by_hand(told, SCORES), told), teams=TEAMS), "side")
    assert (found["a"]["games"], found["a"]["draws"], found["a"]["score"]) == (4, 4, 0.5)
    assert (found["b"]["wins"], found["c"]["wins"]) == (2, 1)


def test_a_side_that_fills_a_team_counts_once() -> None:
    told = about(lineup("a", "c", "a", "d"), games=4)
    found = rows(rates(games_frame(by_hand(told, SCORES), told), teams=TEAMS), "side")
    assert (found["a"]["games"], found["a"]["wins"], found["a"]["score"]) == (4, 2, 2.5 / 4)


def test_two_seats_of_a_team_are_one_result() -> None:
    # Whole sets won or lost: the interval of the side is that of its team, from sets of one result.
    rng = np.random.default_rng(5)
    won = rng.random(60) < 0.7
    scores = [
        tuple(float(won[s] == (TEAMS[(k + r) % 4] == 0)) for k in range(4))
        for s in range(60)
        for r in range(4)
    ]
    told = about(lineup("a", "c", "b", "d"), games=240)
    found = rates(games_frame(by_hand(told, scores), told), teams=TEAMS)
    low, high = score_interval(from_sets(won.astype(float)))
    for axis, name in (("side", "a"), ("side", "b"), ("team", "a+b")):
        row = rows(found, axis)[name]
        assert (row["low"], row["high"]) == (pytest.approx(float(low)), pytest.approx(float(high)))


def test_the_fair_share_is_that_of_a_team() -> None:
    told = about(lineup("a", "c", "b", "d"))
    found = summarise(by_hand(told, SCORES), told)
    assert found.fair == 0.5
    assert found.first_player.points == pytest.approx(100 * (2.5 / 4 - 0.5))
    assert found.seats["wins"].to_list() == [2, 1, 2, 1]
    assert found.shown("a+b") == "Korat + Blitz" and found.shown("a+b @ c") == "Korat + Blitz @ Nyx"
    assert found.to_json()["teams"] == TEAMS
    assert sentence(found).startswith("No winner is proven between Korat + Blitz and Nyx + Toro")


def test_rows_of_one_pairing_are_one_test() -> None:
    told = about(lineup("a", "c", "b", "d"), games=400)
    scores = [(1, 0, 1, 0) if TEAMS[i % 4] == 0 else (0, 1, 0, 1) for i in range(400)]
    found = summarise(by_hand(told, scores), told)
    assert found.verdicts["proven"].all()
    assert found.verdicts["p"].to_list() == found.verdicts["p_holm"].to_list()


def test_most_held_counts_teams() -> None:
    assert most_held([("a", "a", "b", "c")], (0, 1, 2, 3)) == 2
    assert most_held([("a", "c", "a", "d")], TEAMS) == 1
    assert most_held([("a", "a", "b", "c")], TEAMS) == 1  # in both teams: meets itself
    assert most_held([("a", "b", "c", "a", "b", "d")], (0, 1, 2, 0, 1, 2)) == 1
    assert most_held([("a", "a", "c", "b", "b", "d")], (0, 1, 2, 0, 1, 2)) == 2


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})


@pytest.mark.usefixtures("_toy")
def test_the_meta_of_teams() -> None:
    run = sim.run("toy", mode="teams", sides="red+gold,green+blue", games=8_000)
    found = meta_of(run.parts(), run.manifest, replicates=50)
    assert found.strengths["name"].to_list() == ["red+gold", "green+blue"]
    assert found.seats.height == 2 and found.seats["score"].sum() == pytest.approx(1.0)
    assert found.seats["low"][0] > 0.5  # the first seat adds 3, and its team with it
    score = run.matchups()["score"][0]
    assert found.strengths["score"][0] == pytest.approx(score, abs=0.06)


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(
    "words", [{"players": 3}, {"mode": "teams", "sides": "red+gold,green+blue"}]
)
def test_the_meta_knows_who_sat_where(words: dict[str, Any]) -> None:
    # 125 sets: the orders around the table are not played equally often.
    per_set = 3 if "players" in words else 4
    run = sim.run("toy", games=125 * per_set, **words)
    counted = tally(games_frame(run.parts(), run.manifest), run.manifest["teams"])
    field = _Field(counted, run.manifest)
    seats = len(field.entrant[0])
    word = "team" if seats < per_set else "side"
    expected = run.games().group_by(f"{word}_{k}" for k in range(seats)).len().rows()
    found: Counter[tuple[str, ...]] = Counter()
    for who, games in zip(field.seating.entrant, field.seating.games, strict=True):
        found[tuple(field.names[i] for i in who)] += games
    imagined = per_set * len(run.manifest["lineups"])  # games, one set of each lineup
    assert sum(found.values()) == pytest.approx(run.manifest["games"] + imagined)
    for *who, games in expected:
        assert 0 < found[tuple(who)] - games < per_set


@pytest.mark.usefixtures("_toy")
def test_the_meta_needs_teams_that_all_meet() -> None:
    with pytest.raises(BadInput, match=r"red\+green and red\+blue never meet.*share nobody"):
        check_field(make_plan(Request("toy", mode="teams")))


@pytest.mark.usefixtures("_toy")
def test_a_precision_is_reached_with_intervals_around_the_same_scores() -> None:
    run = sim.run("toy", mode="teams", sides="red+gold,green+blue", until="4%")
    assert run.precise
    plain = sim.run("toy", mode="teams", sides="red+gold,green+blue", games=run.manifest["games"])
    for one, other in ((run.rates(), plain.rates()), (run.matchups(), plain.matchups())):
        assert one["score"].to_list() == pytest.approx(other["score"].to_list())
        assert (one["high"] - one["low"]).max() <= 0.08 + 1e-12
        assert ((one["high"] - one["low"]) >= (other["high"] - other["low"])).all()


@pytest.mark.usefixtures("_toy")
def test_a_comparison_of_teams() -> None:
    stronger = {"colours": {"gold": {"strength": 40}}}
    found = compare("toy", stronger, mode="teams", sides="red+gold,green+blue", games=4_000)
    assert found.sides["axis"].unique(maintain_order=True).to_list() == ["colour", "team"]
    by_name = {row["name"]: row for row in found.sides.to_dicts()}
    gain = by_name["red+gold"]["difference"]
    assert by_name["gold"]["difference"] == by_name["red"]["difference"] == gain > 0.1
    assert by_name["green+blue"]["difference"] == pytest.approx(-gain)
    assert found.matchups.select("a", "b", "verdict").rows() == [
        ("red+gold", "green+blue", "higher")
    ]
    assert found.shown("red+gold") == "Red + Gold"
    before = sim.run("toy", mode="teams", sides="red+gold,green+blue", games=4_000)
    assert by_name["red+gold"]["before"] == pytest.approx(before.matchups()["score"][0])


@pytest.mark.usefixtures("_toy")
def test_a_contract_of_teams(tmp_path: Path) -> None:
    contract = tmp_path / "balance.toml"
    contract.write_text(
        """
        [[request]]
        game = "toy"
        sides = ["red+gold", "green+blue"]
        mode = "teams"
        expect = [
          { score = "each", within = 12 },
          { seat = 1, within = 6 },
          { matchup = ["Gold+red", "deep blue+green"], between = [50, 62] },
        ]
        """
    )
    report = check(contract)
    assert [line.verdict for line in report.lines] == ["PASS"] * 3
    assert [cell.low for cell in report.lines[0].cells] == [38.0] * 4  # half each, not a quarter
    assert report.lines[2].text == "Red + Gold v Green + Deep Blue 50 – 62 %"


@pytest.mark.usefixtures("_toy")
def test_a_recorded_contract_of_teams_holds(tmp_path: Path) -> None:
    path = tmp_path / "balance.toml"
    asked = Request("toy", mode="teams", sides=("red+gold", "green+blue"), games=2_000)
    record(asked, path)
    assert 'matchup = ["red+gold", "green+blue"]' in path.read_text()
    assert check(path).verdict == "PASS"


@pytest.mark.usefixtures("_toy")
def test_a_sweep_of_teams_measures_from_the_share_of_a_team() -> None:
    found = sweep("toy", "rules.first_seat_bonus=0:3:3", mode="teams", games=1_200)
    assert found.fair == 0.5 and all(point.off < 0.2 for point in found.points)


@pytest.mark.usefixtures("_toy")
def test_the_impact_of_a_piece_is_that_on_its_team() -> None:
    bag = {"colours": {"red": {"tokens": {"ace": {"count": 3, "bonus": 40}}}}}
    found = impact("toy", sides="red", mode="teams", set=bag, games=400)
    (side,) = found.sides
    assert side.pieces[0].blank is not None and side.pieces[0].blank.difference < 0
    plain = sim.run("toy", mode="teams", set=bag, games=400)
    assert side.score == pytest.approx(rows(plain.rates(), "colour")["red"]["score"])
