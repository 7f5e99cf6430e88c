"""The players of Steel Arena: greedy is far better than random, with every robot and rule."""

from __future__ import annotations

import numpy as np
import pytest

from sim.game import GAMES, Batch, Lineup
from sim.steel_arena.engine import engine
from sim.steel_arena.figures import SteelArenaData

pytestmark = pytest.mark.compiled  # too many games for plain Python
GAMES_PLAYED = 400
ALL = {"forced": True, "starting_equipment": True, "abilities": True, "mines": True}


def score(sides: tuple[str, ...], policies: tuple[str, ...], rules: dict[str, object]) -> float:
    """What player 0 scores over rotated seats."""
    players = len(sides)
    number = np.arange(GAMES_PLAYED)
    seats = (np.arange(players) + number[:, None]) % players
    lineup = Lineup(sides, policies, "melee")
    zeros = np.zeros(GAMES_PLAYED, np.int64)
    batch = Batch(3, [lineup], number, number // players, zeros, seats)
    played = engine(SteelArenaData([{"rules": rules}])).play(batch)
    return float(played["score"][seats == 0].mean())


@pytest.mark.parametrize("robot", ["object_113", "batodo", "xerxes", "tilda"])
@pytest.mark.parametrize("rules", [{}, ALL], ids=["plain", "all_rules"])
def test_greedy_beats_random_in_duels(robot: str, rules: dict[str, object]) -> None:
    other = "tilda" if robot != "tilda" else "batodo"
    assert score((robot, other), ("greedy", "random"), rules) > 0.9


def test_greedy_beats_random_in_the_base_game() -> None:
    assert score(("tilda", "batodo"), ("greedy", "random"), {"arsenal": False}) > 0.9


def test_greedy_beats_three_random_players() -> None:
    robots = ("tilda", "batodo", "xerxes", "object_113")
    assert score(robots, ("greedy", "random", "random", "random"), {}) > 0.6


def test_greedy_duels_seldom_stall() -> None:
    """SA-REC-23 knows duels that stall in 1 to 5 of 100; restlessness must hold that."""
    game = GAMES.get("steel_arena")
    number = np.arange(GAMES_PLAYED)
    seats = (np.arange(2) + number[:, None]) % 2
    zeros = np.zeros(GAMES_PLAYED, np.int64)
    lineup = Lineup(("tilda", "batodo"), ("greedy", "greedy"), "melee")
    played = game.play(game.load(), Batch(4, [lineup], number, number // 2, zeros, seats))
    stalled = np.mean(played["ending"] == game.endings.index("last turn"))
    assert stalled < 0.05
