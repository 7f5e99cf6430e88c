"""What a designer may write about tiles and maps."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from kernels.hexes import NUMBER, RADIUS, distance
from sim.clones.draws import Draw
from sim.clones.gear import FARTHEST
from sim.models import Id, Item, Model

GROUND_ROOM = 24  # kinds of tile; the kernels have room for no more
ZONES = 6

Cell = Annotated[
    list[Annotated[int, Field(ge=-RADIUS, le=RADIUS)]], Field(min_length=2, max_length=2)
]
Cells = Annotated[list[Cell], Field(max_length=len(NUMBER))]


class Ability(Model):
    """What the action Activate does on a tile (RLD-ACT-1)."""

    upload: bool = False  # all carried beacons go onto the track (RLD-PUB-4)
    draw: Draw | None = None
    heal: int = Field(0, ge=0, le=5)
    walls: int = Field(0, ge=0, le=3)  # own walls that may be placed or moved

    @model_validator(mode="after")
    def _does_something(self) -> Ability:
        if self == Ability.model_construct():
            raise ValueError("an ability does at least one of upload, draw, heal, walls")
        return self


class Cover(Model):
    """How a tile hides those on it from shots."""

    dice: int = Field(ge=1, le=3)  # shooting dice less, but one always stays
    distance: int = Field(ge=0, le=FARTHEST)  # from here on


class Drop(Model):
    """What a supply drop brings to each tile of a kind."""

    level: int = Field(ge=2, le=3)
    if_empty: bool = False  # only where no box lies


class Tile(Item):
    """One kind of tile."""

    count: int = Field(ge=0, le=len(NUMBER))  # in the box
    enter_runs: int = Field(1, ge=1, le=3)
    leave_runs: int = Field(1, ge=1, le=3)
    range_bonus: int = Field(0, ge=0, le=FARTHEST)
    cover: Cover | None = None
    toxin_safe: bool = False
    activate: Ability | None = None
    drop: Drop | None = None
    landing: bool = False  # parachutes come down here and beside it (RLD-TRN-2)


class Tokens(Model):
    """Where tokens of one sort lie: one on each tile of some kinds, and one on each named cell."""

    each: list[Id] = Field([], max_length=GROUND_ROOM)
    at: Cells = Field([])


class Zone(Model):
    """The three tiles that contamination takes: first corner and edge, then the inner one."""

    corner: Cell
    edge: Cell
    inner: Cell


class Map(Item):
    """A map of the atlas: tiles by kind, in axial coordinates (q, r) around the middle."""

    tiles: dict[Id, Cells]
    beacons: Tokens = Tokens.model_construct(each=[], at=[])
    boxes_2: Tokens = Tokens.model_construct(each=[], at=[])
    boxes_3: Tokens = Tokens.model_construct(each=[], at=[])
    walls: list[Annotated[list[Cell], Field(min_length=2, max_length=2)]] = Field([], max_length=60)
    portals: Cells = Field([])
    zones: list[Zone] = Field(min_length=ZONES, max_length=ZONES)

    @property
    def cells(self) -> dict[tuple[int, int], str]:
        """The kind of tile on each cell."""
        return {(q, r): kind for kind, cells in self.tiles.items() for q, r in cells}

    @model_validator(mode="after")
    def _is_laid_out(self) -> Map:
        placed = [(q, r) for cells in self.tiles.values() for q, r in cells]
        self._on_the_board(placed)
        land = set(placed)
        self._named_cells_are_tiles(land)
        for a, b in self.walls:
            if distance((a[0], a[1]), (b[0], b[1])) != 1:
                raise ValueError(f"walls: {a} and {b} are not neighbours")
        if len(self.portals) == 1:
            raise ValueError("portals: one portal leads nowhere; there are none, or two and more")
        return self

    def _on_the_board(self, placed: list[tuple[int, int]]) -> None:
        if not placed:
            raise ValueError("a map has at least one tile")
        for cell in placed:
            if cell not in NUMBER:
                raise ValueError(f"tiles: {list(cell)} is more than {RADIUS} steps from [0, 0]")
            if placed.count(cell) > 1:
                raise ValueError(f"tiles: two tiles lie on {list(cell)}")
        reached = {placed[0]}
        while grown := {c for c in placed if any(distance(c, r) == 1 for r in reached)} - reached:
            reached |= grown
        if apart := sorted(set(placed) - reached):
            raise ValueError(f"tiles: {list(apart[0])} cannot be reached from {list(placed[0])}")

    def _named_cells_are_tiles(self, land: set[tuple[int, int]]) -> None:
        named = {
            "beacons.at": self.beacons.at,
            "boxes_2.at": self.boxes_2.at,
            "boxes_3.at": self.boxes_3.at,
            "portals": self.portals,
            "walls": [cell for wall in self.walls for cell in wall],
            "zones": [c for zone in self.zones for c in (zone.corner, zone.edge, zone.inner)],
        }
        for key, cells in named.items():
            for q, r in cells:
                if (q, r) not in land:
                    raise ValueError(f"{key}: there is no tile on [{q}, {r}]")
        for key in ("beacons", "boxes_2", "boxes_3"):
            for kind in getattr(self, key).each:
                if kind not in self.tiles:
                    raise ValueError(f"{key}.each: the map has no tile of kind {kind!r}")
