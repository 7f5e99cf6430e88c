"""Maps and boards of Clones: Reload as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.dice import at
from kernels.hexes import CELLS, DIRECTIONS, NUMBER, distance
from sim.board import NOBODY, Field, Flag, Pawn, Picture, Standing, Token, Wall
from sim.clones.figures import ClonesData
from sim.clones.land import token_cells, wall_edges
from sim.clones.models import Figures
from sim.clones.tables import Ints, Tables
from sim.clones.words import Names, by_value, counted, faces
from sim.game import GameData

Cell = tuple[int, int]
GUESSED = "reconstructed"

# What the kinds of tile look like; a kind of a designer's own is told by its name alone.
LOOKS = {
    "tower": "tower",
    "village": "houses",
    "mountain": "mountain",
    "jungle": "trees",
    "plain": "plain",
    "hospital": "cross",
    "armoury": "swords",
    "warehouse": "crates",
    "swamp": "reeds",
    "bunker": "bunker",
}
ZONES = "Z1: the first contamination of zone 1 reaches the tile; Z1+: the second one."


def picture_of_map(data: GameData, map_id: str) -> Picture:
    """Return the drawing of a map as it is laid out before a game."""
    assert isinstance(data, ClonesData)
    one = data.figures.maps[map_id]
    ground = one.cells
    tokens = [Token((q, r), "portal", "portal") for q, r in one.portals]
    for kind, name, text, where in (
        ("beacon", "beacon", "", one.beacons),
        ("box", "supply box, level 2", "2", one.boxes_2),
        ("box", "supply box, level 3", "3", one.boxes_3),
    ):
        cells = token_cells(where, ground)
        tokens += [
            Token(cell, kind, name, text=text, count=cells.count(cell))
            for cell in dict.fromkeys(cells)
        ]
    walls = [
        Wall(first, DIRECTIONS.index((second[0] - first[0], second[1] - first[1])))
        for first, second in wall_edges(one)
    ]
    return Picture(
        _radius(ground),
        (),
        (),
        f"{one.name}, {counted(len(ground), 'tile')}",
        fields=_fields(data.figures, map_id),
        tokens=tuple(tokens),
        walls=tuple(walls),
        links=_links(data.figures, map_id),
        flags=_flags(data.figures, map_id),
        remarks=_remarks(data.figures, map_id),
    )


class Artist:
    """Draws the boards of one game."""

    def __init__(
        self, figures: Figures, tables: Tables, book: Ints, map_id: str, names: Names
    ) -> None:
        self.figures, self.map_id, self.names, self.book = figures, map_id, names, book
        self.letters = letters(names.seats)
        self.cards = tables.cards

    def draw(self, state: Iterable[int], caption: str = "") -> Picture:
        """Return the board of a state as a picture."""
        values = [int(x) for x in state]
        names = self.names
        teams = range(int(self.book[B.TEAM_COUNT]))
        spoiled = {at for i, at in enumerate(CELLS) if values[S.TOXINS] >> i & 1}
        return Picture(
            _radius(self.figures.maps[self.map_id].cells),
            (),
            tuple(names.team(team) for team in teams),
            caption,
            fields=_fields(self.figures, self.map_id, spoiled),
            tokens=tuple(self._tokens(values)),
            pawns=tuple(self._pawns(values)),
            walls=tuple(_walls(values)),
            links=_links(self.figures, self.map_id),
            flags=_flags(self.figures, self.map_id),
            standings=tuple(self._standing(values, seat) for seat in range(len(names.seats))),
            remarks=(ZONES,),
        )

    def _tokens(self, state: Sequence[int]) -> Iterable[Token]:
        one = self.figures.maps[self.map_id]
        for q, r in one.portals:
            yield Token((q, r), "portal", "portal")
        for cell, where in enumerate(CELLS):
            if state[S.DOME_AT] == cell:
                yield Token(where, "dome", "dome")
            for seat, team in enumerate(self.names.teams):
                if state[at(seat) + S.HIDEOUT] == cell:
                    yield Token(where, "hideout", "hideout", team)
            if lies := state[S.TRAP_AT + cell]:
                owner = self.names.teams[(lies - 1) // B.TRAP_ROOM]
                yield Token(where, "trap", "trap", owner)
            for kind, name, text, place in (
                ("beacon", "beacon", "", S.BEACONS_AT),
                ("box", "supply box, level 2", "2", S.BOXES_2_AT),
                ("box", "supply box, level 3", "3", S.BOXES_3_AT),
            ):
                if count := state[place + cell]:
                    yield Token(where, kind, name, text=text, count=count)

    def _pawns(self, state: Sequence[int]) -> Iterable[Pawn]:
        for seat, name in enumerate(self.names.seats):
            cell = state[at(seat) + S.CELL]
            if cell != S.NONE:
                yield Pawn(CELLS[cell], self.names.teams[seat], self.letters[seat], name)

    def _standing(self, state: Sequence[int], seat: int) -> Standing:
        block, team = at(seat), self.names.teams[seat]
        facts = [f"fame {state[S.TEAM_FAME + team]}"]
        if state[block + S.CELL] == S.NONE:
            facts.append("off the map")
        else:
            line = by_value(state, block + S.LINE) + by_value(state, block + S.ASSIGNED)
            facts.append(f"line {faces(line)}")
            facts.append(f"reserve {state[block + S.RESERVE]}")
            facts.append(f"damaged {state[block + S.DAMAGED]} of {self.book[B.DAMAGE_CELLS]}")
        if state[block + S.BEACONS]:
            facts.append(counted(state[block + S.BEACONS], "beacon"))
        worn = [k for k in state[block + S.WORN : block + S.WORN + S.PLACES] if k != S.NONE]
        facts += [self.names.card(kind) for kind in worn]
        packed = sum(state[block + S.PACKED : block + S.PACKED + B.KIND_ROOM])
        if packed:
            facts.append(f"{packed} in the backpack")
        return Standing(team, self.letters[seat], self.names.seat(seat), tuple(facts))


def letters(seats: Sequence[str]) -> list[str]:
    """Return a sign for each seat: the first letter, with a second one where it is not alone."""
    first = [name[:1].upper() for name in seats]
    return [
        letter + ascii_uppercase[first[:k].count(letter)] if first.count(letter) > 1 else letter
        for k, letter in enumerate(first)
    ]


def _walls(state: Sequence[int]) -> Iterable[Wall]:
    for cell, where in enumerate(CELLS):
        for side in range(3):  # each edge is seen from one of its tiles
            wall = state[S.WALL_AT + cell * 6 + side]
            if wall:
                yield Wall(where, side, NOBODY if wall == S.NEUTRAL else wall - S.OWN)


def _radius(cells: Iterable[Cell]) -> int:
    return max(distance(cell) for cell in cells)


def _fields(figures: Figures, map_id: str, spoiled: Iterable[Cell] = ()) -> tuple[Field, ...]:
    """Return the tiles of a map, with the zones that toxin comes by."""
    one = figures.maps[map_id]
    notes: dict[Cell, str] = {}
    for number, zone in enumerate(one.zones, 1):
        for (q, r), note in (
            (zone.corner, f"Z{number}"),
            (zone.edge, f"Z{number}"),
            (zone.inner, f"Z{number}+"),
        ):
            notes[q, r] = f"{notes[q, r]} {note}" if (q, r) in notes else note
    toxic = set(spoiled)
    kinds = one.cells
    return tuple(
        Field(
            cell,
            LOOKS.get(kinds[cell], "plain"),
            figures.tiles[kinds[cell]].name,
            notes.get(cell, ""),
            "toxin" if cell in toxic else "",
        )
        for cell in sorted(kinds, key=NUMBER.__getitem__)
    )


def _links(figures: Figures, map_id: str) -> tuple[tuple[Cell, Cell, str], ...]:
    """Return the portals, each joined to the next."""
    portals = [(q, r) for q, r in figures.maps[map_id].portals]
    return tuple((a, b, "portal") for a, b in pairwise(portals))


def _flags(figures: Figures, map_id: str) -> tuple[Flag, ...]:
    """Return the zone markers, at the corners of the zones (RLD-ZON-1)."""
    zones: Mapping[int, Cell] = {
        number: (zone.corner[0], zone.corner[1])
        for number, zone in enumerate(figures.maps[map_id].zones, 1)
    }
    return tuple(Flag(cell, f"Zone {number}") for number, cell in zones.items())


def _remarks(figures: Figures, map_id: str) -> tuple[str, ...]:
    """Return what the signs beside the tiles mean, and what of the map is reconstructed."""
    guessed = [key for key, source in figures.maps[map_id].source.items() if source == GUESSED]
    names = [key.replace("boxes_", "boxes of level ") for key in guessed]
    return (ZONES, f"Reconstructed: {', '.join(names)}.") if names else (ZONES,)
