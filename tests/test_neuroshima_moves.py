"""Moves, pushes and instants: the compiled rules against the plain reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from kernels.hexgrid import CELLS, NUMBER
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import legal as L
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.apply import apply
from kernels.neuroshima.legal import legal_actions
from sim.neuroshima import tables as tabling
from sim.neuroshima.models import Rules
from sim.neuroshima.position import Position, no_choices
from tests.neuroshima_table import ENGINE
from tests.reference import boards, neuroshima
from tests.reference.neuroshima import Board, Cell

DATA = neuroshima.load_data()
TABLES = ENGINE.tables
PAIRS = [pytest.param(pair, id="-".join(pair)) for pair in combinations(neuroshima.ARMIES, 2)]
BOARDS_PER_PAIR = 350
MOST_EFFECTS = 8  # actions of a board whose effect is compared
# Instants that choose something. The engine does not mind whose they are, so that every army can
# be tested with all of them.
INSTANTS = [
    ("outpost", "move"),
    ("moloch", "push_back"),
    ("outpost", "sniper"),
    ("borgo", "grenade"),
    ("moloch", "air_strike"),
]
UNITS = {army: next(t for t in DATA[army] if DATA[army][t]["kind"] == "unit") for army in DATA}
DEEDS = {
    A.PLACE,
    A.MOVE,
    A.MOBILITY,
    A.TRANSPORT,
    A.PUSH,
    A.SNIPER,
    A.GRENADE,
    A.AIRSTRIKE,
}

Lying = tuple[str, str, Cell, int, int]
Move = tuple[Cell, Cell, int]


class Turn:
    """A board on which an army may act, with a unit and all instants in hand."""

    def __init__(self, board: Board, army: str) -> None:
        self.board = board
        self.army = army
        self.reach: dict[Cell, set[Move]] = {}
        self.hand = [(army, UNITS[army]), *INSTANTS]
        team = {each: k for k, held in enumerate(board.teams) for each in held}
        rules = tabling.rules(
            Rules(),
            len(board.armies),
            board.radius,
            "teams" if team else "duel",
            [team[each] for each in board.armies] if team else (),
            sum(1 << seat for seat, each in enumerate(board.armies) if each == "moloch"),
        )
        self.position = Position(TABLES, rules, board.armies)
        self.state = self.position.state
        for name, points in board.hq.items():
            self.position.set_points(name, points)
        for tile in board.tiles.values():
            self.position.place(tile.army, tile.id, tile.at, tile.facing, tile.wounds)
        seat = self.position.seat_of(army)
        block = S.SEAT + seat * S.SEAT_SIZE
        self.state[[S.TURN_SEAT, S.ACTOR]] = seat
        self.state[block + S.HAND_SIZE] = len(self.hand)
        kinds = [TABLES.kind(*tile) for tile in self.hand]
        self.state[block + S.HAND : block + S.HAND + len(kinds)] = kinds

    def legal(self) -> list[int]:
        """Return the legal actions."""
        found = np.zeros(L.ROOM, np.int64)
        rules, work = self.position.rules, self.position.work
        n = legal_actions(self.state, TABLES.faces, rules, work, found)
        return [int(action) for action in found[:n]]

    def do(self, action: int) -> None:
        """Carry out an action."""
        rules, work = self.position.rules, self.position.work
        apply(self.state, TABLES.faces, rules, work, no_choices(), T.new(0), action)

    def tiles(self) -> list[Lying]:
        """Return what lies where."""
        return [(t.army, t.tile, t.at, t.facing, t.wounds) for t in self.position.tiles()]


def shown(army: str, tile: str, facing: int) -> int:
    """Return the one facing that stands for all that look the same (NSH-DEC-2)."""
    return tabling.facing(TABLES, TABLES.kind(army, tile), facing)


def lying(board: Board) -> list[Lying]:
    """Return what lies where on a reference board, as the engine would say it."""
    tiles = (board.tiles[at] for at in board.occupied())
    return [
        (t.army, t.id, t.at, shown(t.army, t.id, t.facing), 0 if t.is_hq else t.wounds)
        for t in tiles
    ]


def listed(actions: Iterable[int], deed: int) -> set[Move]:
    """Return the actions of one kind as (from, to, facing)."""
    return {(CELLS[A.origin(a)], CELLS[A.to(a)], A.facing(a)) for a in actions if A.what(a) == deed}


def targets(actions: Iterable[int], deed: int) -> set[Cell]:
    """Return where the actions of one kind go."""
    return {to for _, to, _ in listed(actions, deed)}


def moves(turn: Turn, may: Callable[[Board, str, Cell], bool]) -> set[Move]:
    """Return every move that the reference allows to the tiles that may move in some way."""
    board, army = turn.board, turn.army
    own = [cell for cell in board.occupied() if board.tiles[cell].army == army]
    movers = [cell for cell in own if may(board, army, cell)]
    for cell in movers:
        if cell not in turn.reach:
            turn.reach[cell] = reached(board, cell)
    return {end for cell in movers for end in turn.reach[cell]}


def reached(board: Board, cell: Cell) -> set[Move]:
    """Return the moves and turns of a tile; one that changes nothing is none."""
    tile = board.tiles[cell]
    ends = {
        (cell, to, shown(tile.army, tile.id, facing))
        for to, facing in neuroshima.reach(board, cell)
    }
    return ends - {(cell, cell, shown(tile.army, tile.id, tile.facing))}


def assert_same_choices(turn: Turn, actions: list[int]) -> None:
    """Compare everything that may be done with all instants in hand."""
    board, army, cells = turn.board, turn.army, turn.board.cells()
    # NSH-USE-3: a board tile goes on any free cell, in any facing that looks different
    facings = range(int(TABLES.faces[TABLES.kind(*turn.hand[0]) * 6, F.FACINGS]))
    places = {(to, facing) for _, to, facing in listed(actions, A.PLACE)}
    assert places == {(c, f) for c in cells if board.free(c) for f in facings}
    # NSH-MOV-1, NSH-OUT-7, NSH-DEC-32, NSH-DEC-33
    assert listed(actions, A.MOVE) == moves(turn, neuroshima.may_move)
    # NSH-MOB-1, NSH-DEC-29
    assert listed(actions, A.MOBILITY) == moves(turn, neuroshima.may_use_mobility)
    # NSH-HEG-14, NSH-DEC-30, hacked ones NSH-DEC-25
    assert listed(actions, A.TRANSPORT) == moves(turn, neuroshima.may_use_transport)
    # NSH-PSH-1, NSH-PSH-4, NSH-PSH-5, NSH-DEC-34
    assert listed(actions, A.PUSH) == {
        (pusher, target, 0)
        for pusher in board.occupied()
        if board.tiles[pusher].army == army
        for target in neuroshima.neighbours(pusher)
        if neuroshima.push_cells(board, pusher, target)
    }
    # NSH-SNI-1, NSH-DEC-39
    snipes = {c for c in cells if neuroshima.sniper_may_hit(board, army, c)}
    assert targets(actions, A.SNIPER) == snipes
    # NSH-GRE-1 to GRE-3
    throws = {c for c in cells if neuroshima.grenade_may_hit(board, army, c)}
    assert targets(actions, A.GRENADE) == throws
    # NSH-AIR-2, NSH-AIR-4
    strikes = {c for c in cells if neuroshima.air_strike_may_hit(board, c)}
    assert targets(actions, A.AIRSTRIKE) == strikes


def assert_same_effect(turn: Turn, action: int, dice: random.Random) -> None:
    """Do one action on both, compare the boards and the HQ points, and take it back."""
    board = replace(
        turn.board,
        tiles={at: replace(tile) for at, tile in turn.board.tiles.items()},
        hq=dict(turn.board.hq),
    )
    deed, origin, to = A.what(action), CELLS[A.origin(action)], CELLS[A.to(action)]
    before = turn.state.copy()
    turn.do(action)
    if deed == A.PUSH:
        neuroshima.push(board, turn.army, origin, to, answered(turn, origin, to, dice))
    elif deed == A.SNIPER:
        neuroshima.sniper(board, turn.army, to)
    elif deed == A.GRENADE:
        neuroshima.grenade(board, turn.army, to)
    elif deed == A.AIRSTRIKE:
        neuroshima.air_strike(board, turn.army, to)
    elif deed == A.PLACE:
        tile = neuroshima.make_tile(DATA, turn.army, UNITS[turn.army], to, A.facing(action))
        board.place(tile)
    else:
        neuroshima.move(board, turn.army, origin, to, A.facing(action))
    assert turn.tiles() == lying(board)
    assert turn.state[S.STAGE] == S.ACT
    assert {army: turn.position.points(army) for army in board.armies} == board.hq  # NSH-DEC-50
    turn.state[:] = before


def answered(turn: Turn, pusher: Cell, target: Cell, dice: random.Random) -> Cell:
    """Let the owner of a pushed tile answer where he has a choice (NSH-PSH-3); return its cell."""
    cells = neuroshima.push_cells(turn.board, pusher, target)
    if len(cells) == 1:
        return cells[0]
    owner = turn.position.seat_of(turn.board.tiles[target].army)
    assert (turn.state[S.STAGE], turn.state[S.ACTOR]) == (S.ANSWER_PUSH, owner)
    answers = turn.legal()
    assert [CELLS[A.to(answer)] for answer in answers] == cells
    chosen = dice.choice(answers)
    turn.do(chosen)
    return CELLS[A.to(chosen)]


def compare(board: Board, army: str, dice: random.Random) -> Counter[int]:
    """Compare all choices on a board and the effects of some; return what was tried."""
    turn = Turn(board, army)
    actions = turn.legal()
    assert_same_choices(turn, actions)
    actions = [action for action in actions if A.what(action) in DEEDS]
    by_deed = [[a for a in actions if A.what(a) == deed] for deed in sorted(DEEDS)]
    some = [dice.choice(group) for group in by_deed if group]
    instants = {A.SNIPER, A.GRENADE, A.AIRSTRIKE}
    hits = [action for action in actions if A.what(action) in instants]
    some += dice.sample(hits, min(len(hits), MOST_EFFECTS - len(some)))
    for action in some:
        assert_same_effect(turn, action, dice)
    return Counter(A.what(action) for action in some)


@pytest.mark.parametrize("armies", PAIRS)
def test_choices_and_effects_agree_with_the_reference(armies: tuple[str, str]) -> None:
    dice = random.Random(f"moves {armies}")
    tried: Counter[int] = Counter()
    for _ in range(BOARDS_PER_PAIR):
        board = boards.random_board(dice, list(armies), DATA, dice.randint(3, 17))
        tried += compare(board, dice.choice(armies), dice)
    missing = DEEDS - set(tried) - ({A.TRANSPORT} if "hegemony" not in armies else set())
    assert not missing, "the boards must give rise to every kind of action"


def test_several_armies_and_the_large_board_agree_with_the_reference() -> None:
    """Hostile armies beside two, and 37 cells (NSH-EXT-1, NSH-DEC-63)."""
    dice = random.Random("many moves")
    for _ in range(100):
        armies = dice.sample(neuroshima.ARMIES, dice.choice([2, 3, 4]))
        radius = dice.choice([2, 3])
        tiles = dice.randint(3, 17)
        board = boards.random_board(dice, armies, DATA, tiles, radius=radius)
        compare(board, dice.choice(armies), dice)


def test_what_allies_may_do_agrees_with_the_reference() -> None:
    """Allies are neither moved nor pushed, but for Moloch; transports carry them (NSH-ALY-3)."""
    dice = random.Random("moves of allies")
    tried: Counter[int] = Counter()
    for _ in range(100):
        armies = dice.sample(neuroshima.ARMIES, 4)
        teams = [armies[:2], armies[2:]]
        board = boards.random_board(dice, armies, DATA, dice.randint(6, 17), teams=teams)
        tried += compare(board, dice.choice(armies), dice)
    assert set(tried) == DEEDS


def test_a_free_move_is_made_once_a_turn() -> None:
    """Mobility and transport, each once per tile and turn (NSH-DEC-29 to DEC-31)."""
    armies = ["hegemony", "borgo"]
    board = Board({}, {"hegemony": 20, "borgo": 20}, armies)
    board.place(neuroshima.make_tile(DATA, "hegemony", "transport", (0, 0)))
    at = neuroshima.step((0, 0), DATA["hegemony"]["transport"]["links"][0])
    board.place(neuroshima.make_tile(DATA, "hegemony", "runner", at))
    turn = Turn(board, "hegemony")
    free = {A.MOBILITY: S.BY_MOBILITY, A.TRANSPORT: S.BY_TRANSPORT}
    for deed, other in ((A.MOBILITY, A.TRANSPORT), (A.TRANSPORT, A.MOBILITY)):
        before = turn.state.copy()
        turned = A.action(deed, 0, NUMBER[at], NUMBER[at], 3)
        assert turned in turn.legal()
        turn.do(turned)
        assert turn.state[S.MOVED + NUMBER[at]] == free[deed]
        origins = {o for o, _, _ in listed(turn.legal(), other)}
        assert origins == {at}, "the other free move and Move tiles are still there"
        assert at in {o for o, _, _ in listed(turn.legal(), A.MOVE)}
        assert at not in {o for o, _, _ in listed(turn.legal(), deed)}
        turn.state[:] = before
