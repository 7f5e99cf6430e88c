"""Instants and moves outside battle: who may be their target and what they do."""

from copy import deepcopy

from .neuroshima_battle import Event, leaving, resolve_hits
from .neuroshima_board import Board, Cell, Illegal, distance, neighbours
from .neuroshima_medics import Hits
from .neuroshima_snapshot import controller, netted, snapshot


def _strike(board: Board, hits: Hits) -> list[Event]:
    """Hits of an instant: medics, wounds, removal at once (NSH-DEC-37)."""
    events, used = resolve_hits(board, snapshot(board), hits)
    for cell in leaving(board, used, [], False):
        del board.tiles[cell]
        events.append(("remove", cell, None))
    return events


def sniper_may_hit(board: Board, army: str, cell: Cell) -> bool:
    """Any hostile unit or module, anywhere (NSH-SNI-1, NSH-DEC-39)."""
    tile = board.tiles.get(cell)
    return tile is not None and not tile.is_hq and board.hostile(army, tile.army)


def sniper(board: Board, army: str, cell: Cell) -> list[Event]:
    """One wound to the chosen tile."""
    if not sniper_may_hit(board, army, cell):
        raise Illegal(f"no sniper target at {cell}")
    return _strike(board, {(None, cell): 1})


def grenade_may_hit(board: Board, army: str, cell: Cell) -> bool:
    """A hostile unit or module next to the thrower's un-netted HQ (NSH-GRE-1 to 3)."""
    thrower = board.hq_cell(army)
    if thrower is None or thrower in netted(board) or distance(thrower, cell) != 1:
        return False
    return sniper_may_hit(board, army, cell)


def grenade(board: Board, army: str, cell: Cell) -> list[Event]:
    """Destroy the chosen tile, unless a medic absorbs it (NSH-DEC-38)."""
    if not grenade_may_hit(board, army, cell):
        raise Illegal(f"no grenade target at {cell}")
    return _strike(board, {(None, cell): board.tiles[cell].hit_points})


def air_strike_may_hit(board: Board, cell: Cell) -> bool:
    """All seven cells must be on the board (NSH-AIR-2)."""
    return all(board.contains(each) for each in [cell, *neighbours(cell)])


def air_strike(board: Board, army: str, cell: Cell) -> list[Event]:
    """One wound to every unit and module of the seven cells, whoever owns it (NSH-AIR-1)."""
    if army not in board.armies or not air_strike_may_hit(board, cell):
        raise Illegal(f"no air strike on {cell}")
    zone = [each for each in [cell, *neighbours(cell)] if each in board.tiles]
    return _strike(board, {(None, each): 1 for each in zone if not board.tiles[each].is_hq})


def push_cells(board: Board, pusher: Cell, target: Cell) -> list[Cell]:
    """Cells to which the pusher may push the target, in cell order; empty if it may not."""
    if pusher not in board.tiles or target not in board.tiles or distance(pusher, target) != 1:
        return []
    if not board.pushes(board.tiles[pusher].army, board.tiles[target].army):
        return []
    caught = netted(board)
    if pusher in caught or target in caught:
        return []
    behind = [cell for cell in neighbours(target) if distance(pusher, cell) == 2]
    return sorted(cell for cell in behind if board.free(cell))


def push(board: Board, army: str, pusher: Cell, target: Cell, to: Cell) -> None:
    """Push a tile to the cell its owner chose; it keeps its facing (NSH-DEC-35)."""
    if to not in push_cells(board, pusher, target) or board.tiles[pusher].army != army:
        raise Illegal(f"{pusher} cannot push {target} to {to}")
    _shift(board, target, to, board.tiles[target].facing)


def _shift(board: Board, start: Cell, to: Cell, facing: int) -> None:
    tile = board.tiles.pop(start)
    tile.at, tile.facing = to, facing
    board.tiles[to] = tile


def move_steps(board: Board, cell: Cell) -> int:
    """Cells a tile may go in one move: 2 with a working recon center, else 1 (NSH-DEC-32)."""
    snap = snapshot(board)
    for other in board.occupied():
        if "recon" not in board.tiles[other].effects or other in snap.netted:
            continue
        if board.serves(controller(board, snap, other), board.tiles[cell].army):
            return 2
    return 1


def reach(board: Board, cell: Cell) -> list[tuple[Cell, int]]:
    """Cells and facings a tile may reach by one move; empty if netted (NSH-DEC-33).

    Standing still with the same facing is no move.
    """
    if cell not in board.tiles or cell in netted(board):
        return []
    facing = board.tiles[cell].facing
    ends = {cell}
    frontier = [cell]
    for _ in range(move_steps(board, cell)):
        onward = []
        for start in frontier:
            for to in neighbours(start):
                if board.free(to) and to not in ends:
                    ends.add(to)
                    onward.append(to)
        frontier = [to for to in onward if not _netted_at(board, cell, to)]
    found = [(end, turned) for end in sorted(ends) for turned in range(6)]
    return [end for end in found if end != (cell, facing)]


def _netted_at(board: Board, cell: Cell, to: Cell) -> bool:
    """Whether the tile would be netted on another cell with its old facing."""
    trial = deepcopy(board)
    _shift(trial, cell, to, trial.tiles[cell].facing)
    return to in netted(trial)


def may_move(board: Board, army: str, cell: Cell) -> bool:
    """Whether the army may use a Move instant on the tile (NSH-MOV-1, NSH-ALY-3)."""
    tile = board.tiles.get(cell)
    return tile is not None and board.moves(army, tile.army) and cell not in netted(board)


def may_use_mobility(board: Board, army: str, cell: Cell) -> bool:
    """Whether the tile has mobility of its own and is free to use it (NSH-MOB-1)."""
    return may_move(board, army, cell) and board.tiles[cell].mobility


def may_use_transport(board: Board, army: str, cell: Cell) -> bool:
    """Whether a working transport is linked to the tile (NSH-HEG-14, NSH-DEC-30)."""
    givers = [giver for giver, receiver in snapshot(board).links if receiver == cell]
    carried = any("transport" in board.tiles[giver].effects for giver in givers)
    return may_move(board, army, cell) and carried


def move(board: Board, army: str, cell: Cell, to: Cell, facing: int) -> None:
    """Move and/or turn an own tile (NSH-MOV-1)."""
    if not may_move(board, army, cell) or (to, facing) not in reach(board, cell):
        raise Illegal(f"{cell} cannot move to {to}, facing {facing}")
    _shift(board, cell, to, facing)
