"""The solver against brute force on small random études, and what it says about them."""

import random
from typing import Any

import pytest

from sim.neuroshima import tables as tabling
from sim.neuroshima.etude import Etude, read
from sim.neuroshima.etude_words import solution
from sim.neuroshima.figures import NeuroshimaData
from tests.reference import neuroshima as N
from tests.reference.neuroshima_etude import Final, Puzzle, final, solve

DATA = N.load_data()
TABLES = tabling.build(NeuroshimaData().figures.armies)
FACINGS = {
    key: max(1, int(TABLES.faces[kind * 6, tabling.F.FACINGS]))
    for kind, key in enumerate(TABLES.kinds)
}
GOALS = ("destroy", "win", "damage", "most damage", "survive")
ETUDES = 48


def random_etude(seed: int) -> dict[str, Any]:
    """A crowded board, so that brute force comes to an end, and one to three tiles to play."""
    rng = random.Random(seed)
    own, enemy = rng.sample(N.ARMIES, 2)
    cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    rng.shuffle(cells)
    moves = rng.random() < 0.3
    hand = 1 if moves else rng.choice([1, 2, 2, 2, 3])
    free = 3 if moves else {1: 6, 2: 3, 3: 2}[hand]
    place = []
    mobile = 0
    for i, at in enumerate(cells[free:]):
        army = (own, enemy)[i % 2]
        lying = [t for t, e in DATA[army].items() if e["kind"] in ("unit", "module")]
        tile = "hq" if i < 2 else rng.choice(lying)
        travels = DATA[army][tile].get("mobility") or tile == "transport"
        if moves and army == own and travels:
            mobile += 1
            tile = tile if mobile == 1 else "scout"
        place.append({"army": army, "tile": tile, "at": list(at), "facing": rng.randrange(6)})
    tiles = [t for t, e in DATA[own].items() if e["kind"] != "hq"]
    chosen = [rng.choice(tiles) for _ in range(hand)]
    if "battle" in chosen:
        chosen = [t for t in chosen if t != "battle"] + ["battle"]
    goal = rng.choice(GOALS)
    asked: dict[str, Any] = {
        "army": own,
        "tiles": chosen,
        "goal": goal,
        "order": rng.choice(["given", "any"]),
        "skip": rng.random() < 0.2,
        "free_moves": moves,
    }
    if goal == "damage":
        asked["at_least"] = rng.randint(1, 4)
    points = {own: rng.randint(1, 4), enemy: rng.randint(1, 4) if goal != "most damage" else 20}
    return {
        "game": "neuroshima",
        "title": f"étude {seed}",
        "hq": points,
        "place": place,
        "solve": asked,
    }


def board_of(document: dict[str, Any]) -> N.Board:
    """The position of an étude for the reference."""
    points = dict(document["hq"])
    board = N.Board({}, points, list(points))
    for p in document["place"]:
        board.place(N.make_tile(DATA, p["army"], p["tile"], tuple(p["at"]), p["facing"]))
    return board


def puzzle_of(document: dict[str, Any]) -> Puzzle:
    """The question of an étude for the reference."""
    asked = document["solve"]
    enemy = next(army for army in document["hq"] if army != asked["army"])
    goal = "damage" if asked["goal"] == "most damage" else asked["goal"]
    return Puzzle(
        DATA,
        asked["army"],
        enemy,
        goal,
        asked.get("at_least", 1),
        asked["order"] == "given",
        asked["skip"],
        asked["free_moves"],
        FACINGS,
    )


def by_hand(puzzle: Puzzle, board: N.Board, deeds: Any) -> Final:
    """The board before the battle, from the deeds of a solution, by the reference's rules."""
    for deed in deeds:
        (what, how), *_ = deed.items()
        if what == "place":
            at = tuple(how["at"])
            board.place(N.make_tile(DATA, how["army"], how["tile"], at, how["facing"]))
        elif what in ("move", "mobility", "transport"):
            N.move(board, puzzle.army, tuple(how["from"]), tuple(how["to"]), how["facing"])
        elif what == "push":
            N.push(board, puzzle.army, *(tuple(how[key]) for key in ("by", "target", "to")))
        elif what != "battle":
            act = {"sniper": N.sniper, "grenade": N.grenade, "airstrike": N.air_strike}[what]
            act(board, puzzle.army, tuple(how))
    return final(puzzle, board)


def finals(etude: Etude, document: dict[str, Any]) -> tuple[int | None, set[Final]]:
    """The most damage, and the solutions of the solver as boards."""
    best, lines, complete = etude.lines(2, None)
    assert complete
    puzzle = puzzle_of(document)
    boards = [
        by_hand(puzzle, board_of(document), solution(etude, line.actions).deeds) for line in lines
    ]
    assert len(set(boards)) == len(boards), "a solution is listed twice"
    return best, set(boards)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(ETUDES))
def test_solver_and_brute_force_find_the_same_solutions(seed: int) -> None:
    document = random_etude(seed)
    etude = read(document, "étude")
    best, found = finals(etude, document)
    puzzle = puzzle_of(document)
    wanted: set[Final] = set()
    if document["solve"]["goal"] != "most damage":
        wanted = solve(puzzle, board_of(document), tuple(document["solve"]["tiles"]))
        assert best is None
    else:
        while True:
            puzzle.need = 1 if not wanted else puzzle.need + 1
            more = solve(puzzle, board_of(document), tuple(document["solve"]["tiles"]))
            if not more:
                break
            wanted = more
        assert best == (puzzle.need - 1 if wanted else 0)
    assert found == wanted
