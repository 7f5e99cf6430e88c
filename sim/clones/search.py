"""Games in which a seat searches or is restricted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from kernels import trace
from kernels.clones import actions as A
from kernels.clones import legal, search
from kernels.clones import state as S
from kernels.clones.cards import PURPOSES
from sim import thinking
from sim.clones.figures import ClonesData
from sim.game import Batch, GameData

if TYPE_CHECKING:
    from sim.clones.engine import Engine

DEEDS: Mapping[str, int] = {
    "run": A.RUN,
    "activate": A.ACTIVATE,
    "loot": A.LOOT,
    "trap": A.TRAP,
    "hideout": A.HIDEOUT,
    "wall": A.WALL,
    "tear_hideout": A.TEAR_HIDEOUT,
    "tear_wall": A.TEAR_WALL,
    "heal": A.HEAL,
    "melee": A.MELEE,
    "shoot": A.SHOOT,
    "item": A.ITEM,
    "blast": A.BLAST,
    "exchange": A.EXCHANGE,
}


def forbidden(data: GameData) -> thinking.Forbidden:
    """Return what can be forbidden: wearing or using a card, and the deeds of a turn."""
    assert isinstance(data, ClonesData)
    cards = {key: (one.name, *one.aliases) for key, one in data.figures.equipment.items()}
    return {"card": cards, "action": {deed: () for deed in DEEDS}}


def searching(engine: Engine, batch: Batch) -> Callable[..., None]:
    """Return the kernel that plays a batch, to be called like the one without search."""
    places = {f"action:{deed}": (search.BANNED_DEEDS, 1 << bit) for deed, bit in DEEDS.items()}
    for kind, card in enumerate(engine.figures.equipment):
        places[f"card:{card}"] = (search.BANNED_KINDS + kind, 1)
    kernel = thinking.searching(
        search.play_chunk,
        engine.figures.search,
        batch,
        thinking.banned(batch.lineups, search.BANS, places),
        size=S.SIZE,
        legal=legal.ROOM,
        purposes=PURPOSES,
    )
    return partial(kernel, trace.new(0))
