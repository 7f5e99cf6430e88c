"""The solver against brute force on small random études, and what it says about them."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from reports.svg import board_svg
from sim.errors import BadInput
from sim.neuroshima import tables as tabling
from sim.neuroshima.etude import Etude, read
from sim.neuroshima.etude_words import solution
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.scenario import run_scenario
from tests.reference import neuroshima as N
from tests.reference.neuroshima_etude import Final, Puzzle, final, solve

DATA = N.load_data()
TABLES = tabling.build(NeuroshimaData().figures.armies)
FACINGS = {
    key: max(1, int(TABLES.faces[kind * 6, tabling.F.FACINGS]))
    for kind, key in enumerate(TABLES.kinds)
}
GOALS = ("destroy", "win", "damage", "most damage", "survive")
ETUDES = [seed for seed in range(48) if seed != 17]  # 17 keeps brute force busy for minutes


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
@pytest.mark.parametrize("seed", ETUDES)
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


SHIPPED = sorted((Path(__file__).parent.parent / "examples" / "etudes").glob("*.toml"))


@pytest.mark.compiled
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_etude_has_its_solutions_and_the_scenario_runner_agrees(path: Path) -> None:
    solved = read(tomllib.loads(path.read_text("utf-8")), path.name).solve(2)
    assert solved.ok and solved.count, solved.verdict()
    shipped = (path.parent / "solutions" / path.name).read_text("utf-8")
    assert solved.scenario == shipped
    for text in (shipped, solved.scenario):
        outcome = run_scenario(tomllib.loads(text), path.name)
        assert outcome.ok, outcome.failed
    assert [step.picture for step in solved.story()].count(None) == 0


def test_eight_etudes_are_shipped() -> None:
    assert len(SHIPPED) >= 8


def one_shot(**changes: Any) -> dict[str, Any]:
    """An Annihilator against an HQ of two points in the middle."""
    return {
        "game": "neuroshima",
        "title": "One shot",
        "hq": {"outpost": 20, "moloch": 2},
        "place": [
            {"army": "moloch", "tile": "hq", "at": [0, 0]},
            {"army": "outpost", "tile": "hq", "at": [-2, 2]},
        ],
        "solve": {"army": "outpost", "tiles": ["annihilator"], **changes},
    }


def test_every_line_to_the_hq_is_a_solution() -> None:
    # 12 cells lie in line with the centre, one of them is taken (NSH-RNG-1)
    solved = read(one_shot(), "x").solve(1)
    assert solved.count == 11 and solved.complete and solved.ok
    assert {tuple(deed["place"]["at"]) for s in solved.solutions for deed in s.deeds[:1]} == {
        (q, r)
        for q in range(-2, 3)
        for r in range(-2, 3)
        if 0 in (q, r, q + r) and abs(q + r) <= 2 and (q, r) not in ((0, 0), (-2, 2))
    }


def test_a_turned_board_is_searched_once_but_listed_whole() -> None:
    # Without the Outpost's HQ the board looks the same from all six sides.
    document = one_shot()
    del document["place"][1]
    etude = read(document, "x")
    solved = etude.solve(1)
    assert solved.count == 12
    assert solved.positions < 30


def test_no_solution_is_proven_and_a_wrong_number_is_told() -> None:
    # A Commando has one shot, and a second one only beside its HQ (NSH-OUT-1).
    assert read(one_shot(tiles=["commando"]), "x").solve(1).count == 1
    solved = read(one_shot(tiles=["medic"]), "x").solve(1)
    assert solved.count == 0 and not solved.ok and "no solution" in solved.verdict()
    solved = read(one_shot(solutions=3), "x").solve(1)
    assert not solved.ok and "the file says 3" in solved.verdict()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tiles": ["hq"]}, "HQ lies on the board"),
        ({"tiles": ["battle", "commando"]}, "nothing can be played after"),
        ({"tiles": ["battle", "battle"]}, "one Battle tile is enough"),
        ({"tiles": []}, "tiles"),
        ({"goal": "damage"}, "at_least"),
        ({"goal": "glory"}, "goal"),
        ({"enemy": "outpost"}, "no enemy"),
        ({"tiles": ["comando"]}, "comando"),
    ],
)
def test_bad_etude_is_refused_with_a_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read(one_shot(**changes), "x")


def test_phases_of_a_battle_are_drawn_with_their_lines() -> None:
    # NSH-NET-4: the net holds at the start; NSH-INI: the scout's link lifts the commando to 4
    path = Path(__file__).parent.parent / "examples" / "scenarios" / "freed-in-time.toml"
    steps = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name).steps()
    pictures = {step.heading: step.picture for step in steps}
    first = pictures["The battle: initiative 4"]
    assert first is not None
    assert [(s.kind, s.start, s.end, s.text) for s in first.strokes if s.kind != "link"] == [
        ("net", (1, -1), (0, 0), ""),
        ("ranged", (1, 1), (1, -1), "1"),
    ]
    assert ("link", (0, 2), (1, 1)) in {(s.kind, s.start, s.end) for s in first.strokes}
    assert [piece.at for piece in first.pieces if piece.fallen] == [(1, -1)]
    last = pictures["The battle: initiative 0"]
    assert last is not None
    assert [piece.note for piece in last.pieces if piece.at == (0, -1)] == ["18 pts"]
    drawn = board_svg(first)
    assert "leaves after this phase" in drawn and "net holds" in drawn


@pytest.mark.compiled
def test_a_push_counts_only_if_every_answer_is_met() -> None:
    # NSH-PSH-3 on open boards, where the owner of the pushed tile has up to three cells
    refuted = 0
    for seed in range(40):
        rng = random.Random(1000 + seed)
        document = random_etude(seed)
        document["hq"] = {"moloch": 20, "borgo": 20}
        cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
        rng.shuffle(cells)
        kinds = ("hq", "hq", "guard", "mutant", "juggernaut", "claws", "hunter_killer")
        document["place"] = [
            {"army": ("moloch", "borgo")[i % 2], "tile": tile, "at": list(at), "facing": i % 6}
            for i, (tile, at) in enumerate(zip(kinds, cells, strict=False))
        ]
        document["solve"] = {
            "army": "moloch",
            "tiles": ["push_back"],
            "goal": "damage",
            "at_least": 1,
            "order": "given",
            "skip": False,
            "free_moves": False,
        }
        _, found = finals(read(document, "étude"), document)
        puzzle = puzzle_of(document)
        assert found == solve(puzzle, board_of(document), ("push_back",))
        hits = [key for key, left in puzzle.fought.items() if left["borgo"] < 20]
        refuted += len(hits) > len(found)
    assert refuted, "no answer ever refuted a push"
