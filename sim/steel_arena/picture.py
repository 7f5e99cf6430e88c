"""A field of Steel Arena as a picture: the robots, and what lies on the field."""

from __future__ import annotations

from collections.abc import Sequence

from kernels.steel_arena import state as S
from kernels.steel_arena.state import at
from sim.board import Field, Mark, Picture, Piece
from sim.steel_arena.field import Area, areas, neighbours
from sim.steel_arena.models import Figures
from sim.steel_arena.tables import Ints, Tables

FURTHEST = 3  # the radius of the largest board that can be drawn


def draw(
    state: Ints, tables: Tables, figures: Figures, names: Sequence[str], caption: str
) -> Picture | None:
    """Return the field of a state as a picture; None where it is larger than can be drawn.

    Every area is drawn with what lies on it, so that the picture needs no coordinates.
    """
    places = centred(tables.areas)
    radius = radius_of(places)
    if radius > FURTHEST:
        return None
    pieces = []
    for cell, place in enumerate(places):
        seat = int(state[S.ROBOT_AT + cell]) - 1
        mine = int(state[S.MINE_AT + cell])
        if seat >= 0:
            block = at(seat)
            front = Mark("ranged", (int(state[block + S.FACING]) + 2) % 6)
            note = f"{int(state[block + S.OWNED]).bit_count()}m {state[block + S.TROPHIES]}t"
            pieces.append(Piece(place, seat, names[seat], names[seat][:7], (front,), note, True))
            continue
        kind = int(state[S.TILE_AT + cell])
        name = _tile_name(tables, figures, kind) if kind >= 0 else "empty"
        note = f"mine {names[(mine - 1) // 2][:5]}" if mine else ""
        pieces.append(Piece(place, len(names), name, _code(name), (), note))
    return Picture(radius, tuple(pieces), (*names, "Field"), caption)


def picture_of_field(figures: Figures, board: str) -> Picture | None:
    """Return a field before it is laid out; None where it is larger than can be drawn."""
    one = figures.fields[board]
    places = centred(areas(one.rows))
    if radius_of(places) > FURTHEST:
        return None
    edge = {i for i, sides in enumerate(neighbours(areas(one.rows))) if -1 in sides}
    fields = [Field(at, "plain", "edge" if i in edge else "area") for i, at in enumerate(places)]
    caption = f"{one.name}, {len(places)} areas, made for {one.players} players"
    return Picture(radius_of(places), (), (), caption, fields=tuple(fields))


def centred(field: Sequence[Area]) -> list[Area]:
    """Return the areas of a field around the middle of the drawing."""
    middle = sum(r == 0 for _, r in field) // 2
    return [(q - middle, r) for q, r in field]


def radius_of(places: Sequence[Area]) -> int:
    """Return how far from the middle the farthest area lies."""
    return max(max(abs(q), abs(r), abs(q + r)) for q, r in places)


def _tile_name(tables: Tables, figures: Figures, kind: int) -> str:
    key = tables.tiles[kind]
    return (figures.modules.get(key) or figures.terrain[key]).name


def _code(name: str) -> str:
    words = name.split()
    return name[:7] if len(words) < 2 else f"{words[0][:3]} {words[-1][:3]}"
