"""Random Neuroshima positions, crowded with the tiles whose rules are hard."""

import random

from .neuroshima_board import Board, Cell, Data, Tile, distance, make_tile, step

HQ_PRESENT = 0.9
HQ_NEARLY_FALLEN = 0.35
WOUNDED = 0.4
AIMED = 0.7
FOR_ATTACKERS = ("quartermaster", "extra_attack")
RARE_EFFECTS = ("medic", "quartermaster", "scoper", "extra_attack")


def random_board(
    rng: random.Random,
    armies: list[str],
    data: Data,
    n_tiles: int,
    *,
    radius: int = 2,
    teams: list[list[str]] | None = None,
) -> Board:
    """A position of about n_tiles tiles that keeps to the army lists."""
    board = Board({}, {}, list(armies), radius, [list(team) for team in teams or []])
    for army in armies:
        board.hq[army] = rng.randint(1, 3 if rng.random() < HQ_NEARLY_FALLEN else 20)
    chosen = [(army, "hq") for army in armies if rng.random() < HQ_PRESENT]
    bags = {army: _bag(data, army) for army in armies}
    while len(chosen) < n_tiles and any(bags.values()):
        army = rng.choice([army for army in armies if bags[army]])
        weights = [_weight(data, army, tile) for tile in bags[army]]
        index = rng.choices(range(len(weights)), weights)[0]
        chosen.append((army, bags[army].pop(index)))
    rng.shuffle(chosen)
    for army, tile in chosen[:n_tiles]:
        cell = _cell(rng, board)
        if cell is None:
            break
        board.place(make_tile(data, army, tile, cell, rng.randrange(6)))
    for cell in board.occupied():
        _aim(rng, board, board.tiles[cell])
        _wound(rng, board.tiles[cell])
    return board


def _bag(data: Data, army: str) -> list[str]:
    """Units and modules of an army, each as often as its list has it."""
    bag = []
    for tile, entry in data[army].items():
        if entry["kind"] in ("unit", "module"):
            bag += [tile] * entry["count"]
    return bag


def _weight(data: Data, army: str, tile: str) -> int:
    """How readily a tile is drawn."""
    entry = data[army][tile]
    if "quartermaster" in entry.get("effects", {}):
        return 12
    if entry.get("explodes") or any(name in RARE_EFFECTS for name in entry.get("effects", {})):
        return 5
    if entry.get("net"):
        return 4
    return 2 if entry["kind"] == "module" else 1


def _cell(rng: random.Random, board: Board) -> Cell | None:
    """A free cell, most often beside a tile."""
    free = [cell for cell in board.cells() if board.free(cell)]
    if not free:
        return None
    beside = [sum(distance(cell, other) == 1 for other in board.tiles) for cell in free]
    return rng.choices(free, [1 + 4 * min(count, 2) for count in beside])[0]


def _aim(rng: random.Random, board: Board, tile: Tile) -> None:
    """Mostly turn a tile so that a net, a link or an attack finds a neighbour."""
    if rng.random() >= AIMED:
        return
    facings = [facing for facing in range(6) if _finds(board, tile, facing)]
    if facings:
        tile.facing = rng.choice(facings)


def _finds(board: Board, tile: Tile, facing: int) -> bool:
    """Whether in this facing a marked side touches a tile it works on."""
    sides = tile.net or tile.links or [side for side, _, _ in tile.attacks]
    friendly = bool(tile.links) and not tile.net and tile.serves == "friends"
    for side in sides:
        other = board.tiles.get(step(tile.at, side + facing))
        if other is None or friendly != board.serves(tile.army, other.army):
            continue
        if other.attacks or not any(name in FOR_ATTACKERS for name in tile.effects):
            return True
    return False


def _wound(rng: random.Random, tile: Tile) -> None:
    """Sometimes give a tough tile wounds it survives."""
    if not tile.is_hq and tile.toughness and rng.random() < WOUNDED:
        tile.wounds = rng.randint(1, tile.toughness)
