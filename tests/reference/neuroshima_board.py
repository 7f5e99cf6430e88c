"""Cells, tiles, boards and who counts as whose enemy: the plain reference."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Data = dict[str, dict[str, Any]]

ARMIES = ("outpost", "moloch", "borgo", "hegemony")
DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DATA_FOLDER = Path(__file__).parents[2] / "sim" / "neuroshima" / "data"


class Illegal(ValueError):
    """An act the rules refuse."""


@dataclass
class Tile:
    """A board tile where it stands, with the figures of its kind."""

    army: str
    id: str
    at: Cell
    facing: int
    wounds: int
    kind: str
    initiative: list[int] = field(default_factory=list)
    attacks: list[tuple[int, str, int]] = field(default_factory=list)
    armour: list[int] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    serves: str = "friends"
    effects: dict[str, int] = field(default_factory=dict)
    toughness: int = 0
    mobility: bool = False
    explodes: bool = False

    @property
    def hit_points(self) -> int:
        """Wounds that destroy the tile; meaningless for an HQ (NSH-DEC-1)."""
        return 1 + self.toughness

    @property
    def is_hq(self) -> bool:
        """Whether the tile is a headquarters."""
        return self.kind == "hq"

    def direction(self, side: int) -> int:
        """The direction on the board in which a printed side looks."""
        return (side + self.facing) % 6

    def directions(self, sides: list[int]) -> list[int]:
        """The directions of several printed sides, ascending."""
        return sorted(self.direction(side) for side in sides)


@dataclass
class Board:
    """A position: tiles by cell, HQ points left (points game: points won), turn order, teams."""

    tiles: dict[Cell, Tile]
    hq: dict[str, int]
    armies: list[str]
    radius: int = 2
    teams: list[list[str]] = field(default_factory=list)

    def contains(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return distance((0, 0), cell) <= self.radius

    def cells(self) -> list[Cell]:
        """All cells in cell order."""
        span = range(-self.radius, self.radius + 1)
        return [(q, r) for q in span for r in span if self.contains((q, r))]

    def occupied(self) -> list[Cell]:
        """Cells with a tile, in cell order."""
        return sorted(self.tiles)

    def free(self, cell: Cell) -> bool:
        """Whether a tile could stand on the cell."""
        return self.contains(cell) and cell not in self.tiles

    def main_field_full(self) -> bool:
        """Whether the 19 cells of the main field are all taken (NSH-USE-5, NSH-EXT-1)."""
        return all(cell in self.tiles for cell in self.cells() if distance((0, 0), cell) <= 2)

    def place(self, tile: Tile) -> None:
        """Put a tile on its cell, which must be free (NSH-USE-3, NSH-USE-4)."""
        if not self.free(tile.at):
            raise Illegal(f"{tile.at} is not a free cell")
        self.tiles[tile.at] = tile

    def hq_cell(self, army: str) -> Cell | None:
        """Where the HQ of an army stands, if it does."""
        for cell in self.occupied():
            if self.tiles[cell].army == army and self.tiles[cell].is_hq:
                return cell
        return None

    # The rows of the table in NSH-DEC-65, a acting on b.

    def allied(self, a: str, b: str) -> bool:
        """Two different armies of one team."""
        return a != b and any(a in team and b in team for team in self.teams)

    def hostile(self, a: str, b: str) -> bool:
        """Plain enemies: sniper, grenade, saboteur and scoper work on these."""
        return a != b and not self.allied(a, b)

    def hits(self, a: str, b: str) -> bool:
        """Attacks of a hurt tiles of b, which stop its plain shots."""
        return self.hostile(a, b) or (self.allied(a, b) and a == "moloch")

    def nets(self, a: str, b: str) -> bool:
        """Nets of a catch tiles of b."""
        return self.hostile(a, b) or (self.allied(a, b) and "moloch" in (a, b))

    def pushes(self, a: str, b: str) -> bool:
        """Tiles of a may push tiles of b."""
        return self.nets(a, b)

    def serves(self, a: str, b: str) -> bool:
        """Bonuses, medics and extra attacks of a work for tiles of b."""
        return a == b or self.allied(a, b)

    def moves(self, a: str, b: str) -> bool:
        """The Move instant of a may be used on tiles of b."""
        return a == b


def distance(a: Cell, b: Cell) -> int:
    """Steps between two cells."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def step(cell: Cell, direction: int) -> Cell:
    """The next cell in a direction, on the board or not."""
    q, r = DIRECTIONS[direction % 6]
    return (cell[0] + q, cell[1] + r)


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells around, clockwise from north, on the board or not."""
    return [step(cell, direction) for direction in range(6)]


def load_data(folder: Path = DATA_FOLDER) -> Data:
    """The tile tables of the four armies, as the files give them."""
    data = {}
    for army in ARMIES:
        data[army] = tomllib.loads((folder / f"{army}.toml").read_text(encoding="utf-8"))["tiles"]
    return data


def make_tile(data: Data, army: str, tile: str, at: Cell, facing: int = 0, wounds: int = 0) -> Tile:
    """A board tile with the figures of its kind from the data."""
    entry = data[army][tile]
    if entry["kind"] not in ("hq", "unit", "module"):
        raise Illegal(f"{army}/{tile} is not a board tile")
    return Tile(
        army=army,
        id=tile,
        at=at,
        facing=facing,
        wounds=wounds,
        kind=entry["kind"],
        initiative=list(entry.get("initiative", [])),
        attacks=[(a["side"], a["type"], a["strength"]) for a in entry.get("attacks", [])],
        armour=list(entry.get("armour", [])),
        net=list(entry.get("net", [])),
        links=list(entry.get("links", [])),
        serves=entry.get("serves", "friends"),
        effects={name: int(value) for name, value in entry.get("effects", {}).items()},
        toughness=entry.get("toughness", 0),
        mobility=entry.get("mobility", False),
        explodes=entry.get("explodes", False),
    )
