"""The maps of Clones: what the box holds suffices for them, and they are drawn as they lie."""

from __future__ import annotations

import pytest

from kernels.hexes import distance
from sim.clones.figures import MAPS, ClonesData
from sim.clones.land import token_cells
from sim.clones.picture import LOOKS, picture_of_map

DATA = ClonesData()
NEUTRAL_WALLS, PORTALS, BEACONS = 3, 4, 20  # RLD-CMP-8, RLD-CMP-9


@pytest.mark.parametrize("name", MAPS)
def test_the_box_holds_what_a_map_needs(name: str) -> None:
    one, rules = DATA.figures.maps[name], DATA.figures.rules
    for kind, cells in one.tiles.items():
        assert len(cells) <= DATA.figures.tiles[kind].count, kind
    assert len(one.walls) <= NEUTRAL_WALLS
    assert len(one.portals) in (0, 2, PORTALS)
    assert len(token_cells(one.beacons, one.cells)) <= BEACONS
    assert len(token_cells(one.boxes_2, one.cells)) <= rules.boxes_2
    assert len(token_cells(one.boxes_3, one.cells)) <= rules.boxes_3


@pytest.mark.parametrize("name", MAPS)
def test_zones_cover_a_map_without_its_tower(name: str) -> None:
    """Six zones of three tiles take the eighteen toxin tokens; none reaches the Tower (REC-8)."""
    one = DATA.figures.maps[name]
    taken = [tuple(cell) for zone in one.zones for cell in (zone.corner, zone.edge, zone.inner)]
    assert len(set(taken)) == 18
    assert (0, 0) not in taken
    assert one.cells[0, 0] == "tower"
    for zone in one.zones:
        q, r = zone.corner
        assert sum(distance((q, r), cell) == 1 for cell in one.cells) < 6, "a corner is outside"
        assert distance((q, r), (zone.inner[0], zone.inner[1])) == 1
        assert distance((q, r), (zone.edge[0], zone.edge[1])) == 1


@pytest.mark.parametrize("name", MAPS)
def test_neighbouring_zones_share_a_tile(name: str) -> None:
    """RLD-ZON-1: a corner and its neighbours are a zone; it meets both zones beside it."""
    one = DATA.figures.maps[name]
    zones = [
        {cell for cell in one.cells if distance((zone.corner[0], zone.corner[1]), cell) <= 1}
        for zone in one.zones
    ]
    for k, zone in enumerate(zones):
        assert zone & zones[(k + 1) % len(zones)]


@pytest.mark.parametrize("name", [name for name in MAPS if name != "arcadia"])
def test_maps_of_ours_look_alike_from_opposite_sides(name: str) -> None:
    """Half a turn maps tiles, walls and portals onto their like: no side of the Tower is better."""
    one = DATA.figures.maps[name]
    assert {(-q, -r): kind for (q, r), kind in one.cells.items()} == one.cells
    walls = {frozenset((q, r) for q, r in wall) for wall in one.walls}
    assert {frozenset((-q, -r) for q, r in wall) for wall in walls} == walls
    portals = {(q, r) for q, r in one.portals}
    assert {(-q, -r) for q, r in portals} == portals


def test_arcadia_carries_what_the_rulebook_says() -> None:
    """RLD-MAP-2: 14 beacons, four boxes of level 2, three walls around the Tower; RLD-GT-14."""
    picture = picture_of_map(DATA, "arcadia")
    kinds = [token.kind for token in picture.tokens]
    assert (kinds.count("beacon"), kinds.count("box"), len(kinds)) == (14, 4, 18)
    assert len(picture.fields) == 19
    assert [wall.at for wall in picture.walls] == [(0, 0)] * 3
    assert {wall.side for wall in picture.walls} == {0, 2, 4}


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_drawn_as_it_lies(name: str) -> None:
    one, picture = DATA.figures.maps[name], picture_of_map(DATA, name)
    assert {each.at: each.label for each in picture.fields} == {
        cell: DATA.figures.tiles[kind].name for cell, kind in one.cells.items()
    }
    assert [flag.at for flag in picture.flags] == [tuple(zone.corner) for zone in one.zones]
    assert [flag.text for flag in picture.flags] == [f"Zone {k}" for k in range(1, 7)]
    assert len(picture.links) == max(0, len(one.portals) - 1)
    assert picture.radius == max(distance(cell) for cell in one.cells)
    guessed = [key for key, source in one.source.items() if source == "reconstructed"]
    assert picture.remarks[-1].startswith("Reconstructed: ")
    assert picture.remarks[-1].count(",") + 1 == len(guessed)


def test_every_kind_of_tile_has_a_look() -> None:
    assert set(LOOKS) == set(DATA.figures.tiles)
    assert len(set(LOOKS.values())) == len(LOOKS)


def test_a_kind_of_ones_own_is_drawn_by_name() -> None:
    own = {
        "tiles": {"crater": {"name": "Crater", "count": 1}},
        "maps": {"foundry": {"tiles": {"crater": [[0, 2]], "hospital": [[0, -2]]}}},
    }
    fields = {each.at: each for each in picture_of_map(ClonesData([own]), "foundry").fields}
    assert (fields[0, 2].label, fields[0, 2].look) == ("Crater", "plain")
