"""A map as the kernels read it: bits of cells, tokens, walls, distances over its tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from kernels.clones import book as B
from kernels.hexes import CELLS, DIRECTIONS, NUMBER
from kernels.hexgrid import ALL_SIDES, AROUND
from sim.clones.ground import Map, Tile, Tokens

Ints = NDArray[np.int64]
Cell = tuple[int, int]


def lay_map(book: Ints, one: Map, tiles: Mapping[str, Tile]) -> None:
    """Write a map into its section of a book."""
    ground = one.cells
    kinds = list(tiles)
    land = _bits(ground)
    book[B.LAND] = land
    book[B.PORTALS] = _bits((q, r) for q, r in one.portals)
    book[B.ABILITY_CELLS] = _bits(cell for cell, kind in ground.items() if tiles[kind].activate)
    for cell, kind in ground.items():
        book[B.CELL_GROUND + NUMBER[cell]] = kinds.index(kind)
        if tiles[kind].landing:
            around = int(AROUND[NUMBER[cell], ALL_SIDES])
            book[B.LANDINGS] |= (1 << NUMBER[cell] | around) & land
    for column, tokens in (
        (B.CELL_BEACONS, one.beacons),
        (B.CELL_BOXES_2, one.boxes_2),
        (B.CELL_BOXES_3, one.boxes_3),
    ):
        for cell in token_cells(tokens, ground):
            book[column + NUMBER[cell]] += 1
    for first, second in wall_edges(one):
        book[B.CELL_WALLS + NUMBER[first]] |= 1 << side_towards(first, second)
        book[B.CELL_WALLS + NUMBER[second]] |= 1 << side_towards(second, first)
    for start in ground:
        rings = B.RING + NUMBER[start] * B.RINGS
        book[rings : rings + B.RINGS] = _rings(start, ground)
    for i, zone in enumerate(one.zones):
        book[B.ZONE_CORNER + i] = NUMBER[zone.corner[0], zone.corner[1]]
        book[B.ZONE_EDGE + i] = NUMBER[zone.edge[0], zone.edge[1]]
        book[B.ZONE_INNER + i] = NUMBER[zone.inner[0], zone.inner[1]]


def token_cells(tokens: Tokens, ground: Mapping[Cell, str]) -> list[Cell]:
    """Return the cells on which tokens of one sort lie, one entry per token."""
    on_kinds = [cell for cell in CELLS if ground.get(cell) in tokens.each]
    return on_kinds + [(q, r) for q, r in tokens.at]


def wall_edges(one: Map) -> list[tuple[Cell, Cell]]:
    """Return the neutral walls of a map as pairs of neighbouring cells."""
    return [((a[0], a[1]), (b[0], b[1])) for a, b in one.walls]


def side_towards(start: Cell, neighbour: Cell) -> int:
    """Return the side of a cell on which a neighbour lies."""
    return DIRECTIONS.index((neighbour[0] - start[0], neighbour[1] - start[1]))


def _bits(cells: Iterable[Cell]) -> int:
    return sum(1 << NUMBER[cell] for cell in set(cells))


def _rings(start: Cell, ground: Mapping[Cell, str]) -> list[int]:
    """Return the tiles at each distance, counted over tiles of the map (RLD-DEC-40)."""
    rings = [{start}]
    seen = {start}
    while len(rings) < B.RINGS:
        steps = {(q + dq, r + dr) for q, r in rings[-1] for dq, dr in DIRECTIONS}
        rings.append({cell for cell in steps if cell in ground} - seen)
        seen |= rings[-1]
    return [_bits(ring) for ring in rings]
