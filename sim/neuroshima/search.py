"""Games in which a seat searches or is restricted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kernels.neuroshima import actions as A
from kernels.neuroshima import legal, search
from kernels.neuroshima import state as S
from kernels.neuroshima.setup import PURPOSES
from sim import thinking
from sim.game import Batch, GameData
from sim.neuroshima.figures import NeuroshimaData

if TYPE_CHECKING:
    from sim.neuroshima.engine import Engine

DEEDS: Mapping[str, int] = {
    "place": A.PLACE,
    "battle": A.BATTLE,
    "move": A.MOVE,
    "push": A.PUSH,
    "sniper": A.SNIPER,
    "grenade": A.GRENADE,
    "airstrike": A.AIRSTRIKE,
    "mobility": A.MOBILITY,
    "transport": A.TRANSPORT,
    "redraw": A.REDRAW,
}


def forbidden(data: GameData) -> thinking.Forbidden:
    """Return what can be forbidden: using a tile, of whatever army, and the deeds of a turn."""
    assert isinstance(data, NeuroshimaData)
    tiles: dict[str, tuple[str, ...]] = {}
    for army in data.figures.armies.values():
        for key, tile in army.tiles.items():
            if tile.kind != "hq":
                tiles.setdefault(key, (tile.name, *tile.aliases))
    return {"tile": tiles, "action": {deed: () for deed in DEEDS}}


def searching(engine: Engine, batch: Batch) -> Callable[..., None]:
    """Return the kernel that plays a batch, to be called like the one without search."""
    kinds = engine.tables.kinds
    bans = thinking.banned(
        batch.lineups,
        search.BANNED_KINDS + len(kinds),
        {f"action:{deed}": (search.BANNED_DEEDS, 1 << bit) for deed, bit in DEEDS.items()}
        | {f"tile:{tile}": (search.BANNED_KINDS, 0) for _, tile in kinds},
    )
    for i, line in enumerate(batch.lineups):
        for k, policy in enumerate(line.policies):
            words = thinking.player(policy).bans
            for kind, (_, tile) in enumerate(kinds):
                bans[i, k, search.BANNED_KINDS + kind] = f"tile:{tile}" in words
    return thinking.searching(
        search.play_chunk,
        engine.search,
        batch,
        bans,
        size=S.SIZE,
        legal=legal.ROOM,
        purposes=PURPOSES,
    )
