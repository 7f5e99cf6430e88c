"""Nets, hacked modules, links, initiatives and strengths of a position (NSH-PRC-2 step 2a)."""

from dataclasses import dataclass

from .neuroshima_board import Board, Cell, step


@dataclass
class Snapshot:
    """What holds for a whole phase: netted cells, hacked modules and working links."""

    netted: set[Cell]
    hacked: dict[Cell, str]
    links: list[tuple[Cell, Cell]]


def net_targets(board: Board, cell: Cell) -> list[Cell]:
    """Cells of tiles at which the nets of a tile aim, whether or not they work."""
    tile = board.tiles[cell]
    found = []
    for direction in tile.directions(tile.net):
        other = step(cell, direction)
        if other in board.tiles and board.nets(tile.army, board.tiles[other].army):
            found.append(other)
    return found


def netted(board: Board) -> set[Cell]:
    """Cells of the tiles caught by a working net (NSH-DEC-15)."""
    aims = {cell: net_targets(board, cell) for cell in board.occupied() if board.tiles[cell].net}
    unresolved = sorted(aims)
    caught: set[Cell] = set()
    while unresolved:
        unaimed = [
            cell
            for cell in unresolved
            if not any(cell in aims[other] for other in unresolved if other != cell)
        ]
        if unaimed:
            groups = [[cell] for cell in unaimed]
        else:
            groups = _groups_nobody_outside_aims_at(aims, unresolved)
        for group in groups:
            for cell in group:
                unresolved.remove(cell)
                caught.update(target for target in aims[cell] if target not in group)
        unresolved = [cell for cell in unresolved if cell not in caught]
    return caught


def _groups_nobody_outside_aims_at(
    aims: dict[Cell, list[Cell]], unresolved: list[Cell]
) -> list[list[Cell]]:
    """Strongly connected groups of unresolved netters that no other unresolved one aims at."""
    reached = {cell: _reached(aims, unresolved, cell) for cell in unresolved}
    groups: list[list[Cell]] = []
    for cell in unresolved:
        group = [o for o in unresolved if o in reached[cell] and cell in reached[o]]
        aimed_from_outside = any(
            target in group for o in unresolved if o not in group for target in aims[o]
        )
        if group and not aimed_from_outside and group not in groups:
            groups.append(group)
    return groups


def _reached(aims: dict[Cell, list[Cell]], unresolved: list[Cell], start: Cell) -> set[Cell]:
    """Unresolved netters one comes to from a netter by following nets, itself included."""
    reached = {start}
    todo = [start]
    while todo:
        for target in aims[todo.pop()]:
            if target in unresolved and target not in reached:
                reached.add(target)
                todo.append(target)
    return reached


def hacked(board: Board, caught: set[Cell]) -> dict[Cell, str]:
    """Modules connected to an un-netted hostile scoper, with the army they now work for."""
    found: dict[Cell, str] = {}
    for cell in board.occupied():
        scoper = board.tiles[cell]
        if "scoper" not in scoper.effects or cell in caught:
            continue
        for direction in scoper.directions(scoper.links):
            other = board.tiles.get(step(cell, direction))
            if other is None or other.kind != "module":
                continue
            if board.hostile(scoper.army, other.army) and other.at not in found:
                found[other.at] = scoper.army
    return found


def touches(board: Board, giver: Cell, other: Cell) -> bool:
    """Whether a connection side of the giver touches the other cell."""
    tile = board.tiles[giver]
    return any(step(giver, direction) == other for direction in tile.directions(tile.links))


def links(board: Board, caught: set[Cell], works_for: dict[Cell, str]) -> list[tuple[Cell, Cell]]:
    """Pairs (giver, receiver) of every connection that has its effect."""
    found = []
    for giver in board.occupied():
        if giver in caught:
            continue
        tile = board.tiles[giver]
        controller = works_for.get(giver, tile.army)
        for receiver in board.occupied():
            army = board.tiles[receiver].army
            if tile.serves == "enemies":
                right_side = board.hostile(controller, army)
            else:
                right_side = board.serves(controller, army)
            if right_side and touches(board, giver, receiver):
                found.append((giver, receiver))
    return found


def snapshot(board: Board) -> Snapshot:
    """Nets first, then hacked modules, then links (NSH-DEC-6)."""
    caught = netted(board)
    works_for = hacked(board, caught)
    return Snapshot(caught, works_for, links(board, caught, works_for))


def controller(board: Board, snap: Snapshot, cell: Cell) -> str:
    """The army a tile's effects work for: its own, or its hacker's (NSH-DEC-25)."""
    return snap.hacked.get(cell, board.tiles[cell].army)


def bonus(board: Board, snap: Snapshot, cell: Cell, effect: str) -> int:
    """Sum of an effect over all givers linked to a tile (NSH-MOD-4)."""
    total = 0
    for giver, receiver in snap.links:
        if receiver == cell:
            total += board.tiles[giver].effects.get(effect, 0)
    return total


def initiatives(board: Board, snap: Snapshot, cell: Cell) -> list[int]:
    """Current initiatives in the order printed (NSH-DEC-9)."""
    shift = bonus(board, snap, cell, "initiative")
    return [max(0, printed + shift) for printed in board.tiles[cell].initiative]


def current_values(board: Board, cell: Cell) -> list[int]:
    """Current initiatives of a tile, highest first."""
    return sorted(initiatives(board, snapshot(board), cell), reverse=True)


def raised(board: Board, snap: Snapshot, cell: Cell, attack: str, printed: int) -> int:
    """Strength of an attack with its bonuses; gauss takes none (NSH-DEC-24)."""
    if attack == "gauss":
        return printed
    return max(0, printed + bonus(board, snap, cell, attack))


def strength(board: Board, cell: Cell, direction: int, attack: str) -> int:
    """Current strength of a tile's attack of one type on a board side, 0 without one."""
    tile = board.tiles[cell]
    snap = snapshot(board)
    total = 0
    for side, kind, printed in tile.attacks:
        if tile.direction(side) == direction and kind == attack:
            total += raised(board, snap, cell, attack, printed)
    return total
