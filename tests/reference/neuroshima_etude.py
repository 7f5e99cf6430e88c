"""Études by brute force: every sequence of legal acts, a whole board copied for each (NSH-CMP-2).

No position is remembered, none is skipped. A solution is the board on which the battle is fought;
where the owner of a pushed tile has a choice (NSH-PSH-3) the goal must be met whatever he does.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from . import neuroshima as N

Lying = tuple[str, str, N.Cell, int, int]
Final = frozenset[Lying]


@dataclass
class Puzzle:
    """What is asked, and a counter of the positions looked at."""

    data: N.Data
    army: str
    enemy: str
    goal: str  # destroy, win, damage, survive
    need: int = 1
    in_order: bool = True
    may_skip: bool = False
    free_moves: bool = True
    facings: dict[tuple[str, str], int] = field(default_factory=dict)  # different facings of a tile
    positions: int = 0
    fought: dict[Final, dict[str, int]] = field(default_factory=dict)  # HQ points after the battle


Hand = tuple[str, ...]
Made = frozenset[tuple[N.Cell, str]]  # free moves made: where the tile is now, and how it moved


@dataclass
class Act:
    """A board after an act, the hand and free moves made, and whether a battle must follow."""

    board: N.Board
    hand: Hand
    made: Made
    fights: bool = False


def final(puzzle: Puzzle, board: N.Board) -> Final:
    """A board as a set of tiles; facings that look alike count as one (NSH-DEC-2)."""
    return frozenset(
        (t.army, t.id, t.at, t.facing % puzzle.facings[t.army, t.id], 0 if t.is_hq else t.wounds)
        for t in board.tiles.values()
    )


def met(puzzle: Puzzle, before: N.Board) -> bool:
    """Whether the battle on a board reaches the goal."""
    key = final(puzzle, before)
    if key not in puzzle.fought:
        board = deepcopy(before)
        N.battle(board, puzzle.army)
        puzzle.fought[key] = board.hq
    own, enemy = puzzle.fought[key][puzzle.army], puzzle.fought[key][puzzle.enemy]
    if puzzle.goal == "survive":
        return own > 0
    if puzzle.goal == "damage":
        return before.hq[puzzle.enemy] - enemy >= puzzle.need
    return enemy == 0 and (own > 0 or puzzle.goal == "destroy")


def solve(puzzle: Puzzle, board: N.Board, hand: Hand, made: Made = frozenset()) -> set[Final]:
    """Every board from which the battle reaches the goal, by plans that nothing refutes."""
    puzzle.positions += 1
    found: set[Final] = set()
    if (not hand or puzzle.may_skip) and met(puzzle, board):
        found.add(final(puzzle, board))
    for outcomes in _choices(puzzle, board, hand, made):
        plan: set[Final] = set()
        for act in outcomes:
            reached = _go_on(puzzle, act)
            if not reached:
                break
            plan |= reached
        else:
            found |= plan
    return found


def _go_on(puzzle: Puzzle, act: Act) -> set[Final]:
    if not act.fights:
        return solve(puzzle, act.board, act.hand, act.made)
    puzzle.positions += 1
    allowed = not act.hand or puzzle.may_skip
    return {final(puzzle, act.board)} if allowed and met(puzzle, act.board) else set()


def _choices(puzzle: Puzzle, board: N.Board, hand: Hand, made: Made) -> Iterator[list[Act]]:
    """Each act of the solver, as the list of boards it may lead to by the enemy's choice."""
    for i in range(len(hand)):
        if puzzle.in_order and i and not puzzle.may_skip:
            break
        rest = hand[i + 1 :] if puzzle.in_order else hand[:i] + hand[i + 1 :]
        yield from _uses(puzzle, board, hand[i], rest, made)
    if puzzle.free_moves:
        yield from _free_moves(puzzle, board, hand, made)


def _uses(puzzle: Puzzle, board: N.Board, tile: str, rest: Hand, made: Made) -> Iterator[list[Act]]:
    entry: dict[str, Any] = puzzle.data[puzzle.army][tile]
    army = puzzle.army
    if entry["kind"] != "instant":
        for at in board.cells():
            for facing in range(6):
                if board.free(at):
                    after = deepcopy(board)
                    after.place(N.make_tile(puzzle.data, army, tile, at, facing))
                    yield [Act(after, rest, made, after.main_field_full())]
        return
    deed = entry["action"]
    if deed == "battle":
        yield [Act(board, rest, made, True)]
    elif deed == "move":
        for cell in board.occupied():
            if N.may_move(board, army, cell):
                for to, facing in N.reach(board, cell):
                    after = deepcopy(board)
                    N.move(after, army, cell, to, facing)
                    yield [Act(after, rest, _followed(made, cell, to))]
    elif deed == "push":
        for pusher in board.occupied():
            for target in board.occupied():
                if board.tiles[pusher].army == army:
                    ends = N.push_cells(board, pusher, target)
                    yield from _pushes(board, army, pusher, target, ends, rest, made)
    else:
        may, do = {
            "sniper": (lambda cell: N.sniper_may_hit(board, army, cell), N.sniper),
            "grenade": (lambda cell: N.grenade_may_hit(board, army, cell), N.grenade),
            "airstrike": (lambda cell: N.air_strike_may_hit(board, cell), N.air_strike),
        }[deed]
        for cell in board.cells():
            if may(cell):
                after = deepcopy(board)
                do(after, army, cell)
                yield [Act(after, rest, made)]


def _pushes(
    board: N.Board,
    army: str,
    pusher: N.Cell,
    target: N.Cell,
    ends: Sequence[N.Cell],
    rest: Hand,
    made: Made,
) -> Iterator[list[Act]]:
    outcomes = []
    for to in ends:
        after = deepcopy(board)
        N.push(after, army, pusher, target, to)
        outcomes.append(Act(after, rest, made))
    if outcomes:
        yield outcomes


def _free_moves(puzzle: Puzzle, board: N.Board, hand: Hand, made: Made) -> Iterator[list[Act]]:
    ways = (("mobility", N.may_use_mobility), ("transport", N.may_use_transport))
    for cell in board.occupied():
        for way, may in ways:
            if (cell, way) not in made and may(board, puzzle.army, cell):
                for to, facing in N.reach(board, cell):
                    after = deepcopy(board)
                    N.move(after, puzzle.army, cell, to, facing)
                    yield [Act(after, hand, _followed(made, cell, to) | {(to, way)})]


def _followed(made: Made, cell: N.Cell, to: N.Cell) -> Made:
    """The free moves made, with those of a tile that has gone elsewhere."""
    return frozenset((to if at == cell else at, way) for at, way in made)
