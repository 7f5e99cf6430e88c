"""A board of Neuroshima as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kernels.hexgrid import CELLS
from kernels.neuroshima import state as S
from sim.board import Mark, Picture, Piece
from sim.neuroshima.models import Army, Tile
from sim.neuroshima.tables import Tables
from sim.neuroshima.words import seat_names


def _marks(tile: Tile, facing: int) -> tuple[Mark, ...]:
    marks = [Mark(a.type, (a.side + facing) % 6, a.strength) for a in tile.attacks]
    for kind, sides in (("armour", tile.armour), ("net", tile.net), ("link", tile.links)):
        marks += [Mark(kind, (side + facing) % 6) for side in sides]
    return tuple(marks)


def _code(name: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in name).split()
    if len(words) < 2:
        return name[:7]
    return f"{words[0][:3]} {words[-1][:3]}"


def draw(
    state: Iterable[int],
    tables: Tables,
    armies: Mapping[str, Army],
    seats: Sequence[str],
    netted: int = 0,
    caption: str = "",
    radius: int = 2,
    counted: int = S.POINTS,
) -> Picture:
    """Return the board of a state as a picture; `netted` are the cells held by nets.

    `counted` are the points shown on an HQ: those left, or those won.
    """
    values = [int(x) for x in state]
    pieces = []
    for cell, at in enumerate(CELLS):
        face = values[S.FACE + cell]
        if face == S.EMPTY:
            continue
        army, tile_id = tables.kinds[face // 6]
        tile = armies[army].tiles[tile_id]
        owner = values[S.OWNER + cell]
        wounds = values[S.WOUNDS + cell]
        is_hq = tile.kind == "hq"
        notes = []
        if is_hq:
            notes.append(f"{values[S.SEAT + owner * S.SEAT_SIZE + counted]} pts")
        elif tile.initiative:
            notes.append("i" + "/".join(str(v) for v in sorted(tile.initiative, reverse=True)))
        if wounds and not is_hq:
            notes.append(f"w{wounds}")
        pieces.append(
            Piece(
                at,
                owner,
                "HQ" if is_hq else tile.name,
                "HQ" if is_hq else _code(tile.name),
                () if is_hq else _marks(tile, face % 6),
                " ".join(notes),
                is_hq,
                bool(netted >> cell & 1),
            )
        )
    return Picture(radius, tuple(pieces), tuple(seat_names(armies, seats)), caption)
