"""Neon from the command line and as a library: modes, the Automa, round boards, variants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cli
import sim
from sim.errors import BadInput
from sim.neon import GAME

pytestmark = pytest.mark.compiled  # too many games for plain Python

EXAMPLES = Path(__file__).parent.parent / "examples"
NEWCOMER = {
    "name": "Newcomer",
    "abilities": {
        "overdrive": {"when": "before_attack", "energy": 2, "do": "attack_dice", "amount": 2},
        "cloud": {
            "when": "own_turn",
            "energy": 1,
            "do": "token",
            "lays": "change",
            "from": "spark",
            "to": "guard",
            "amount": 99,
        },
    },
}


def run(**words: Any) -> Any:
    """Return the games of a small run."""
    return sim.run("neon", games=24, seed=3, policy="random", **words).games()


def test_the_automa_is_a_switch_of_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["run", "neon", "--policy", "random", "-n", "24", "--players", "3", "--seed", "3"]
    assert cli.main([*words, "--automa", "--out", str(tmp_path / "with")]) == 0
    assert cli.main([*words, "--out", str(tmp_path / "without")]) == 0
    capsys.readouterr()
    found = sim.load_run(tmp_path / "with").games()
    assert not found.equals(sim.load_run(tmp_path / "without").games())
    assert found.equals(run(players=3, automa=True)) and found.equals(
        run(players=3, set={"rules": {"automa": True}})
    )


def test_with_two_players_the_automa_always_fights() -> None:
    """NEON-AUT-1."""
    assert run(players=2).equals(run(players=2, automa=True))


@pytest.mark.parametrize(("board", "rounds"), [("short", 6), ("long", 7), ("fitting", 6)])
def test_both_round_boards(board: str, rounds: int) -> None:
    """NEON-SET-6, NEON-REC-5."""
    assert set(run(round_board=board)["length"]) == {rounds}


def test_six_players_use_the_long_board() -> None:
    assert set(run(players=6)["length"]) == {7}


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(BadInput, match="fitting"):
        run(round_board="round")


@pytest.mark.parametrize("mode", GAME.modes)
def test_points_are_the_sum_of_their_sources(mode: str) -> None:
    """NEON-RES-M2; in teams bots and points are those of the team."""
    games = run(mode=mode)
    seats = GAME.modes[mode][0]
    teams = GAME.teams(mode, seats)
    for row in games.iter_rows(named=True):
        for seat in range(seats):
            mates = [k for k in range(seats) if teams[k] == teams[seat]]
            own = sum(row[f"points_trophies_{k}"] + row[f"points_leader_{k}"] for k in mates)
            assert row[f"points_{seat}"] == own + row[f"points_bots_{seat}"]
        if mode == "royale":
            assert all(row[f"points_trophies_{seat}"] == 0 for seat in range(seats))


def test_sectors_close_in_the_rounds_of_the_board() -> None:
    """NEON-CLS-1: 1, 1, 2, 2, 2 sectors; nothing closes after the last round."""
    games = run()
    columns = [name for name in games.columns if name.startswith("closed_")]
    assert len(columns) == 10
    for row in games.select(columns).iter_rows():
        assert sorted(row) == [0, 0, 1, 2, 3, 3, 4, 4, 5, 5]


def test_a_weapon_and_a_fighter_of_a_designer_play() -> None:
    changed = run(variant=EXAMPLES / "variants" / "laser-lance.toml")
    assert not changed.equals(run())
    ours = ["newcomer", "ghost", "akari", "snake"]
    games = sim.run(
        "neon", fighters=ours, games=24, seed=3, set={"fighters": {"newcomer": NEWCOMER}}
    )
    assert len(games.games()) == 24


def test_the_example_scenario_holds(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "scenarios" / "neon-highway-reroll.toml"
    assert cli.main(["scenario", str(path)]) == 0
    assert "Everything is as expected" in capsys.readouterr().out
