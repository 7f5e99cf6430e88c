"""Games in which a seat searches or is restricted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from kernels import trace
from kernels.neon import actions as A
from kernels.neon import legal, search
from kernels.neon import state as S
from kernels.neon.arena import PURPOSES
from sim import thinking
from sim.game import Batch, GameData
from sim.neon.figures import NeonData

if TYPE_CHECKING:
    from sim.neon.engine import Engine

DEEDS: Mapping[str, int] = {
    "move": A.MOVE,
    "search": A.SEARCH,
    "attack": A.ATTACK,
    "gain": A.GAIN,
    "lead": A.LEAD,
    "defend": A.DEFEND,
    "token": A.TOKEN,
    "use": A.USE,
    "spoil": A.SPOIL,
}


def forbidden(data: GameData) -> thinking.Forbidden:
    """Return what can be forbidden: laying or firing a card, and the deeds of a turn."""
    assert isinstance(data, NeonData)
    cards = {key: (one.name, *one.aliases) for key, one in data.figures.loot.items()}
    return {"card": cards, "action": {deed: () for deed in DEEDS}}


def searching(engine: Engine, batch: Batch) -> Callable[..., None]:
    """Return the kernel that plays a batch, to be called like the one without search."""
    places = {f"action:{deed}": (search.BANNED_DEEDS, 1 << bit) for deed, bit in DEEDS.items()}
    for kind, card in enumerate(engine.figures.loot):
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
