"""What the greedy player of Neon decides at a table: Ambush, and playing for its team."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from kernels.neon.arena import PLAYER, TIES
from kernels.neon.greedy import choose
from kernels.neon.legal import legal_actions
from sim.neon.engine import engine
from sim.neon.figures import NeonData
from sim.neon.position import Position
from sim.neon.scenario import Scenario
from sim.neon.scenario_file import ScenarioFile

pytestmark = pytest.mark.compiled  # the exact table takes minutes in plain Python


def decided(text: str, **weights: int) -> dict[str, Any]:
    """Return what greedy does at the end of a scenario, in words."""
    head = 'game = "neon"\ntitle = "A table"\nrule = ["NEON-ABL-6"]\n'
    file = ScenarioFile.model_validate(tomllib.loads(head + text))
    data = NeonData([{"policies": {"greedy": weights}}])
    own = engine(data)
    tables = own.tables(file.mode, len(file.fighter))
    scenario = Scenario(file, Position(file, data, tables, "a table"))
    scenario.run()
    room, state = scenario.position.room, scenario.state
    n = int(legal_actions(state, tables.book, room.legal))
    row = own.weights[own.policy_row("greedy")]
    odds = own.odds(tables)
    deed = choose(
        state, tables.book, row, odds, room.streams, PLAYER + TIES, room.legal, n, room.notes
    )
    return scenario.position.names.describe(state, int(deed))


AMBUSH = """
[[fighter]]
name = "ghost"
at = "park"
energy = {energy}
equipment = ["minigun"]
hand = [5, 6, 7]
[[fighter]]
name = "boulder"
at = "{at}"
health = 2
hand = [1, 2, 3]
[[fighter]]
name = "snake"
at = "{at}"
hand = [1, 2, 4]
[[do]]
plan = [{ghost}]
[[do]]
plan = [2, 1]
[[do]]
plan = [2, 1]
"""


def table(at: str = "factory", ghost: str = "7, 6", energy: int = 6) -> str:
    """Return a table just after the reveal; Ghost has a strong weapon and two Attacks."""
    return AMBUSH.format(at=at, ghost=ghost, energy=energy)


def test_ghost_acts_first_to_strike_before_others_move() -> None:
    """NEON-ABL-6."""
    assert decided(table(), ambush=100) == {"accept": True}
    assert decided(table(energy=5), ambush=100) == {"decline": True}  # too little would be left


def test_ambush_is_not_paid_for_nothing() -> None:
    """Nobody in range; no weight; energy that is dearer than all it can gain."""
    assert decided(table(at="mall"), ambush=100) == {"decline": True}
    assert decided(table(), ambush=0) == {"decline": True}
    assert decided(table(), ambush=100, energy=500) == {"decline": True}


def test_ambush_is_not_paid_by_whoever_acts_first_anyway() -> None:
    text = table().replace("plan = [2, 1]", "plan = [3, 2]", 1)
    text = text.replace("plan = [2, 1]", "plan = [4, 2]").replace("plan = [7, 6]", "plan = [1, 6]")
    assert decided(text.replace("hand = [5, 6, 7]", "hand = [1, 6, 7]"), ambush=100) == {
        "decline": True
    }


TEAM = """
mode = "coalition"
turn = "{turn}"
{table}
[[fighter]]
name = "ghost"
at = "park"
{ghost}
[[fighter]]
name = "boulder"
{boulder}
[[fighter]]
name = "snake"
{snake}
[[fighter]]
name = "akari"
{akari}
"""


def team(
    turn: str = "ghost",
    table: str = "",
    ghost: str = "",
    boulder: str = "",
    snake: str = "",
    akari: str = "",
) -> str:
    """Return a table of two teams: Ghost and Snake against Boulder and Akari."""
    return TEAM.format(
        turn=turn, table=table, ghost=ghost, boulder=boulder, snake=snake, akari=akari
    )


def test_the_leader_token_stays_with_an_ally() -> None:
    """NEON-CO-2: it counts for the team, whoever has it."""
    row = 'energy = 0\nrow = ["leadership/gain_2", "move", "move"]'
    assert decided(team(table='leader = "boulder"', ghost=row)) == {"lead": True}
    assert decided(team(table='leader = "snake"', ghost=row)) == {"gain": 2}
    assert decided(team(table='leader = "snake"', ghost=row), ally_lead=100) == {"lead": True}


@pytest.mark.parametrize(("snake", "target"), [("highway", "boulder"), ("police", "akari")])
def test_a_team_goes_for_the_same_opponent(snake: str, target: str) -> None:
    found = decided(
        team(
            ghost='equipment = ["carbine"]\nrow = ["attack", "defence", "defence"]',
            boulder='at = "factory"',
            akari='at = "tv_tower"',
            snake=f'at = "{snake}"',
        )
    )
    assert found["attack"] == target


@pytest.mark.parametrize(("held", "sector"), [("medic", "factory"), ("taxi", "tv_tower")])
def test_a_bot_may_complete_a_pair_of_the_team(held: str, sector: str) -> None:
    """NEON-CO-2: pairs count across the team."""
    found = decided(
        team(
            table='bot = { factory = "medic", tv_tower = "taxi" }',
            ghost='equipment = ["carbine"]\nrow = ["attack", "defence", "defence"]',
            snake=f'bots = ["{held}"]',
        )
    )
    assert (found["attack"], found["in"]) == ("bot", sector)


def test_neko_spares_allies() -> None:
    """NEON-ABL-8: she meets allies like anybody else."""
    text = team(
        turn="akari",
        ghost="",
        snake='at = "park"',
        boulder='at = "park"',
        akari='at = "factory"\nenergy = 3\nrow = ["defence", "defence", "move"]',
        table="[figures.policies.greedy]\nnear = 0",
    )
    assert "token" in decided(text, ally_token=0)
    assert "token" not in decided(text)


THREE = """
{table}
[[fighter]]
name = "ghost"
{ghost}
[[fighter]]
name = "boulder"
{boulder}
[[fighter]]
name = "snake"
{snake}
"""


def three(
    table: str = 'turn = "ghost"', ghost: str = "", boulder: str = "", snake: str = ""
) -> str:
    """Return a table of three, on which Ghost decides."""
    return THREE.format(table=table, ghost=ghost, boulder=boulder, snake=snake)


def test_equipment_of_a_target_can_be_weighed() -> None:
    text = three(
        ghost='at = "park"\nequipment = ["carbine"]\nrow = ["attack", "defence", "defence"]',
        boulder='at = "park"\nequipment = ["kevlar"]',
        snake='at = "park"\nfields = 1',
    )
    assert decided(text)["attack"] == "boulder"
    assert decided(text, armoured=90)["attack"] == "snake"


def test_the_automa_can_be_spared_or_hunted() -> None:
    text = """
    turn = "ghost"
    automa = { at = "park" }
    [[fighter]]
    name = "ghost"
    at = "park"
    equipment = ["carbine"]
    row = ["attack", "defence", "defence"]
    [[fighter]]
    name = "boulder"
    at = "park"
    """
    assert decided(text, automa=-60)["attack"] == "boulder"
    assert decided(text, automa=500)["attack"] == "automa"


def test_whoever_fears_danger_lands_out_of_reach() -> None:
    ring = ["park", "factory", "electro_station", "highway", "underpass"]
    ring += ["mall", "station", "police", "stadium", "tv_tower"]
    text = three(
        table=f'turn = "ghost"\nring = {ring}',
        ghost='row = ["attack", "defence", "defence"]',
        boulder='at = "park"\nequipment = ["minigun"]',
        snake='at = "factory"\nequipment = ["minigun"]',
    )
    near = decided(text, near=0)
    far = decided(text, near=0, danger=1000)
    assert ring.index(near["land"]) in (0, 1, 2, 3, 8, 9)
    assert ring.index(far["land"]) in (5, 6)  # four or more from both


def planned(hand: str, more: str = "", **weights: int) -> list[int]:
    """Return the two cards that Ghost lays, the upper one first."""
    text = three(
        table="",
        ghost=f'at = "park"\nhand = {hand}\n{more}',
        boulder='at = "park"\nequipment = ["minigun"]\nhand = [1, 2, 3]',
        snake='at = "factory"\nequipment = ["minigun"]\nhand = [1, 2, 3]',
    )
    found: list[int] = decided(text, **weights)["plan"]
    return found


def test_a_row_is_weighed_as_a_whole() -> None:
    assert set(planned("[1, 5, 6]", field=0, cover=1000)) == {1, 5}  # two force fields
    assert 3 not in planned("[3, 5, 6]", keep_move=10_000)  # it stays in hand
    assert 3 in planned("[3, 5, 6]", keep_move=-10_000)
    assert planned("[2, 5, 7]", early_near=10_000)[0] == 2
    assert planned("[2, 5, 7]", early_near=-10_000)[0] == 7


def test_doing_the_same_twice_can_count_more_or_less() -> None:
    """Cards 6 and 7 have an attack, 5 and 6 a search."""
    assert set(planned("[5, 6, 7]", second_attack=-10_000)) == {6, 7}
    assert set(planned("[5, 6, 7]", second_search=-10_000)) == {5, 6}


def test_a_weapon_that_adds_no_dice_becomes_a_supply() -> None:
    text = three(
        table='turn = "ghost"\nloot = ["stinger", "visor", "machete"]',
        ghost='at = "park"\nequipment = ["scattergun"]\nrow = ["search", "move", "move"]',
    )
    text += """
    [[do]]
    search = true
    [[do]]
    discard = "machete"
    [[do]]
    lay = "visor"
    how = "free"
    """
    assert decided(text)["how"] == "free"
    assert decided(text, spare=100)["how"] == "under"


@pytest.mark.parametrize(
    ("round_", "weights", "deed"),
    [
        (1, {}, "search"),
        (3, {"early_search": -100}, "gain"),
        (6, {"late_search": 100}, "search"),
        (6, {"late_search": 30}, "gain"),
        (6, {"late_search": 30, "late_energy": 50}, "search"),
    ],
)
def test_searches_and_energy_have_their_time(
    round_: int, weights: dict[str, int], deed: str
) -> None:
    text = three(
        table=f'turn = "ghost"\nround = {round_}',
        ghost='at = "park"\nenergy = 2\nrow = ["search/gain_2", "defence", "defence"]',
    )
    assert deed in decided(text, **weights)
