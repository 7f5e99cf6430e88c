"""The compiled battle against the plain reference, on random boards, in every mode."""

import copy
import itertools
import random

import pytest

import kernels
from kernels.hexgrid import CELLS
from kernels.neuroshima import trace as T
from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Rules
from sim.neuroshima.position import Position
from tests.reference import boards, neuroshima

DATA = neuroshima.load_data()
# second copies of two armies, for tables at which armies are repeated
AGAIN = {"outpost_2": "outpost", "borgo_2": "borgo"}
FIGURES = NeuroshimaData().figures.armies
TABLES = tabling.build({**FIGURES, **{copied: FIGURES[army] for copied, army in AGAIN.items()}})
DATA |= {copied: DATA[army] for copied, army in AGAIN.items()}
PAIRS = list(itertools.combinations(neuroshima.ARMIES, 2))
# 21,000 duels in all; the pass with bounds checking looks for stray indices, not for rules
BOARDS_PER_PAIR = 300 if kernels.DEBUG else 3_500
BOARDS = 100 if kernels.DEBUG else 1_000  # of each kind


def position(board: neuroshima.Board, switches: Rules, mode: str) -> Position:
    """The same board for the kernel."""
    rules = tabling.rules(
        switches,
        len(board.armies),
        board.radius,
        mode,
        [next(k for k, team in enumerate(board.teams) if army in team) for army in board.armies]
        if board.teams
        else (),
        sum(1 << seat for seat, army in enumerate(board.armies) if army == "moloch"),
    )
    result = Position(TABLES, rules, board.armies)
    for army, points in board.hq.items():
        result.set_points(army, points)
    for tile in board.tiles.values():
        result.place(tile.army, tile.id, tile.at, tile.facing, tile.wounds)
    return result


def tiles_of_board(board: neuroshima.Board) -> list[tuple[object, ...]]:
    """What lies where, as the kernel would say it."""
    found = []
    for at in board.occupied():
        tile = board.tiles[at]
        facing = tabling.facing(TABLES, TABLES.kind(tile.army, tile.id), tile.facing)
        found.append((tile.army, tile.id, at, facing, 0 if tile.is_hq else tile.wounds))
    return found


def tiles_of_position(board: Position) -> list[tuple[object, ...]]:
    """What lies where after the kernel's battle."""
    return [(t.army, t.tile, t.at, t.facing, t.wounds) for t in board.tiles()]


def removals(board: Position) -> list[tuple[object, ...]]:
    """The cells emptied, with the phase."""
    phase, found = -1, []
    for event, a, *_ in board.events():
        if event == T.PHASE:
            phase = a
        elif event == T.LEFT_THE_GAME:
            phase = neuroshima.AFTER_BATTLE
        elif event == T.REMOVED:
            found.append((CELLS[a], phase))
    return found


def assert_same_battle(
    board: neuroshima.Board, switches: Rules, starter: str, mode: str = "duel"
) -> neuroshima.Board:
    """Fight on both and compare the netted, the removals phase by phase, the board and the HQs."""
    got = position(board, switches, mode)
    reference = copy.deepcopy(board)
    assert got.netted() == sorted(neuroshima.netted(reference))
    fallen = "battle" if mode == "ffa" else "phase"  # NSH-DEC-5
    choice = {
        "extra_attack": switches.extra_attack,
        "fallen_hq": fallen if switches.fallen_hq == "mode" else switches.fallen_hq,
        "points": switches.points_to_win if mode == "points" else 0,
        "all_against_all": mode == "ffa",
    }
    events = neuroshima.battle(reference, starter, choice)
    got.battle(starter)
    removed = [(e[1], e[2]) for e in events if e[0] == "remove"]
    assert sorted(removals(got)) == sorted(removed)
    assert tiles_of_position(got) == tiles_of_board(reference)
    assert {a: got.points(a) for a in board.armies} == {
        a: max(0, p) for a, p in reference.hq.items()
    }
    return reference


@pytest.mark.parametrize("armies", PAIRS, ids="-".join)
def test_duel_battles_agree_with_the_reference(armies: tuple[str, str]) -> None:
    rng = random.Random(f"duel {armies}")
    for _ in range(BOARDS_PER_PAIR):
        board = boards.random_board(rng, list(armies), DATA, rng.randint(4, 19))
        assert_same_battle(board, Rules(), rng.choice(armies))


@pytest.mark.parametrize("extra_attack", ["follow", "value"])
@pytest.mark.parametrize("fallen_hq", ["phase", "battle"])
def test_switches_and_several_armies_agree_with_the_reference(
    extra_attack: str, fallen_hq: str
) -> None:
    rng = random.Random(f"switches {extra_attack} {fallen_hq}")
    switches = Rules.model_validate({"extra_attack": extra_attack, "fallen_hq": fallen_hq})
    for _ in range(400):
        armies = rng.sample(neuroshima.ARMIES, rng.choice([2, 3, 4]))
        board = boards.random_board(rng, armies, DATA, rng.randint(4, 19))
        assert_same_battle(board, switches, rng.choice(armies))


def some_teams(rng: random.Random) -> list[list[str]]:
    """Two teams of the four armies, of two or of one; Moloch is mostly in a team of two."""
    armies = rng.sample(neuroshima.ARMIES, 4)
    first = rng.choice([1, 2, 2])
    teams = [armies[:first], armies[first : first + 2]]
    if rng.random() < 0.6 and not any("moloch" in team and len(team) == 2 for team in teams):
        teams[1] = ["moloch", next(army for army in teams[1] if army != "moloch")]
        teams[0] = [a for a in neuroshima.ARMIES if a not in teams[1]][:first]
    return teams


@pytest.mark.parametrize("radius", [2, 3])
def test_battles_in_teams_agree_with_the_reference(radius: int) -> None:
    """Allies, Moloch among them, two against two and one against two (NSH-ALY-1 to ALY-8)."""
    rng = random.Random(f"teams {radius}")
    for _ in range(100 if kernels.DEBUG else 1_200):
        teams = some_teams(rng)
        armies = rng.sample([army for team in teams for army in team], sum(map(len, teams)))
        tiles = rng.randint(5, 19 if radius == 2 else 28)
        board = boards.random_board(rng, armies, DATA, tiles, radius=radius, teams=teams)
        mode = "teams" if len(armies) == 4 else "loner"
        assert_same_battle(board, Rules(), rng.choice(armies), mode)


@pytest.mark.parametrize("fallen_hq", ["mode", "phase"])
def test_battles_of_all_against_all_agree_with_the_reference(fallen_hq: str) -> None:
    """Up to six, armies repeated; the fallen leave after the battle (NSH-FFA-3, NSH-DEC-5)."""
    rng = random.Random(f"all against all {fallen_hq}")
    switches = Rules.model_validate({"fallen_hq": fallen_hq})
    fell = 0
    for _ in range(BOARDS):
        armies = rng.sample([*neuroshima.ARMIES, *AGAIN], rng.choice([3, 4, 5, 6]))
        radius = rng.choice([2, 3])
        tiles = rng.randint(5, 19 if radius == 2 else 30)
        board = boards.random_board(rng, armies, DATA, tiles, radius=radius)
        after = assert_same_battle(board, switches, rng.choice(armies), "ffa")
        fell += min(after.hq.values()) == 0
    assert fell > BOARDS // 50, "HQs must fall for this to test anything"


def test_battles_for_points_agree_with_the_reference() -> None:
    """Wounds on HQs are points, and enough points end the battle (NSH-PTS-2, NSH-DEC-57)."""
    rng = random.Random("points")
    won = 0
    for _ in range(BOARDS):
        armies = rng.sample([*neuroshima.ARMIES, *AGAIN], rng.choice([3, 4, 6]))
        board = boards.random_board(rng, armies, DATA, rng.randint(6, 19))
        board.hq = {army: rng.randint(0, 19) for army in armies}
        after = assert_same_battle(board, Rules(), rng.choice(armies), "points")
        won += max(after.hq.values()) >= 20
    assert won > BOARDS // 50, "games must end for this to test anything"
