"""What a single tile is worth: change one copy of it, and count how often it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernels.neuroshima import state as S
from sim.game import Batch, GameData, PieceKind
from sim.neuroshima.engine import engine
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import PILE_ROOM


def pieces(data: GameData) -> Sequence[PieceKind]:
    """Return the tiles of every pile, without HQs and blanks."""
    assert isinstance(data, NeuroshimaData)
    return [
        PieceKind(army, key, tile.name, tile.count)
        for army, each in data.figures.armies.items()
        for key, tile in each.tiles.items()
        if tile.kind not in ("hq", "blank") and tile.count
    ]


def blank_one(data: GameData, piece: PieceKind) -> Mapping[str, Any]:
    """Return the overlay that puts a blank where one copy of a tile lay."""
    assert isinstance(data, NeuroshimaData)
    tiles = data.figures.armies[piece.side].tiles
    names = ("blank" if i == 1 else f"blank_{i}" for i in count(1))
    blank = {
        "name": "Blank",
        "kind": "blank",
        "count": 1,
        "instead_of": tiles[piece.id].instead_of or piece.id,
    }
    key = next(name for name in names if name not in tiles)
    changed = {piece.id: {"count": piece.copies - 1}, key: blank}
    return {"armies": {piece.side: {"tiles": changed}}}


def add_one(data: GameData, piece: PieceKind) -> Mapping[str, Any] | None:
    """Return the overlay with one copy more, or None where the pile is full."""
    assert isinstance(data, NeuroshimaData)
    tiles = data.figures.armies[piece.side].tiles
    if sum(tile.count for tile in tiles.values()) > PILE_ROOM:
        return None
    return {"armies": {piece.side: {"tiles": {piece.id: {"count": piece.copies + 1}}}}}


def observe(data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
    """Play a batch and return `score` and `drawn` (games x seats x pieces).

    What a pile does not hold any more at the end was drawn, so the final state tells.
    """
    mine = engine(data)
    known = pieces(data)
    kinds = np.array([mine.tables.kind(piece.side, piece.id) for piece in known])
    games, seats = batch.seat_player.shape
    score = np.zeros((games, seats))
    drawn = np.zeros((games, seats, len(known)), np.int16)
    piles = mine.tables.armies
    whole = np.array(
        [np.bincount(pile[2 : 2 + pile[1]], minlength=len(mine.tables.kinds)) for pile in piles]
    )[:, kinds]
    for i in range(games):
        one = replace(
            batch,
            game=batch.game[i : i + 1],
            set_index=batch.set_index[i : i + 1],
            lineup=batch.lineup[i : i + 1],
            seat_player=batch.seat_player[i : i + 1],
        )
        result, state = mine.play_to_the_end(one)
        score[i] = result["score"][0]
        lineup = batch.lineups[int(batch.lineup[i])]
        for seat, player in enumerate(batch.seat_player[i]):
            army = mine.tables.army_ids.index(lineup.sides[player])
            first = S.PILES + seat * S.PILE_ROOM
            left = state[first : first + state[S.SEAT + seat * S.SEAT_SIZE + S.PILE_SIZE]]
            still = np.bincount(left, minlength=len(mine.tables.kinds))[kinds]
            drawn[i, seat] = whole[army] - still
    return {"score": score, "drawn": drawn}
