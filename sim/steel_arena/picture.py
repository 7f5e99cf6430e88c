"""A field of Steel Arena as a picture: the robots, and what lies on the field."""

from __future__ import annotations

from collections.abc import Sequence

from kernels.steel_arena import state as S
from kernels.steel_arena.state import at
from sim.board import Mark, Picture, Piece
from sim.steel_arena.models import Figures
from sim.steel_arena.tables import Ints, Tables

FURTHEST = 3  # the radius of the largest board that can be drawn


def draw(
    state: Ints, tables: Tables, figures: Figures, names: Sequence[str], caption: str
) -> Picture | None:
    """Return the field of a state as a picture; None where it is larger than can be drawn.

    Every area is drawn with what lies on it, so that the picture needs no coordinates.
    """
    middle = max(figures.field(len(names)).rows) // 2
    areas = [(q - middle, r) for q, r in tables.areas]
    radius = max(max(abs(q), abs(r), abs(q + r)) for q, r in areas)
    if radius > FURTHEST:
        return None
    pieces = []
    for cell, place in enumerate(areas):
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


def _tile_name(tables: Tables, figures: Figures, kind: int) -> str:
    key = tables.tiles[kind]
    return (figures.modules.get(key) or figures.terrain[key]).name


def _code(name: str) -> str:
    words = name.split()
    return name[:7] if len(words) < 2 else f"{words[0][:3]} {words[-1][:3]}"
