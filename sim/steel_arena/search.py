"""Games in which a seat searches or is restricted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kernels.steel_arena import actions as A
from kernels.steel_arena import legal, search
from kernels.steel_arena import state as S
from kernels.steel_arena.turn import PURPOSES
from sim import thinking
from sim.game import Batch, GameData
from sim.steel_arena.figures import SteelArenaData

if TYPE_CHECKING:
    from sim.steel_arena.engine import Engine

DEEDS: Mapping[str, int] = {
    "move": A.GO,
    "turn": A.TURN,
    "attack": A.ATTACK,
    "ram": A.RAM,
    "defend": A.DEFEND,
    "cool_all": A.COOL_ALL,
    "lay_mine": A.LAY,
    "flip": A.FLIP,
    "pull": A.PULL,
}


def forbidden(data: GameData) -> thinking.Forbidden:
    """Return what can be forbidden: using a module, and the deeds of a turn."""
    assert isinstance(data, SteelArenaData)
    modules = {key: (one.name, *one.aliases) for key, one in data.figures.modules.items()}
    return {"module": modules, "action": {deed: () for deed in DEEDS}}


def searching(engine: Engine, batch: Batch) -> Callable[..., None]:
    """Return the kernel that plays a batch, to be called like the one without search."""
    places = {f"action:{deed}": (search.BANNED_DEEDS, 1 << bit) for deed, bit in DEEDS.items()}
    for kind, module in enumerate(engine.figures.modules):  # the first kinds of tiles
        places[f"module:{module}"] = (search.BANNED_KINDS + kind, 1)
    return thinking.searching(
        search.play_chunk,
        engine.figures.search,
        batch,
        thinking.banned(batch.lineups, search.BANS, places),
        size=S.SIZE,
        legal=legal.ROOM,
        purposes=PURPOSES,
    )
