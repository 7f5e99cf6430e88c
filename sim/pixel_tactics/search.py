"""Games in which a seat searches or is restricted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import legal, search
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.cards import PURPOSES
from sim import thinking
from sim.game import Batch, GameData
from sim.pixel_tactics.figures import PixelData

if TYPE_CHECKING:
    from sim.pixel_tactics.engine import Engine

DEEDS: Mapping[str, int] = {
    "draw": A.DRAW,
    "recruit": A.RECRUIT,
    "attack": A.ATTACK,
    "cast": A.CAST,
    "special": A.SPECIAL,
    "order": A.ORDER,
    "clear": A.CLEAR,
    "move": A.MOVE,
    "swap": A.SWAP,
}


def forbidden(data: GameData) -> thinking.Forbidden:
    """Return what can be forbidden: playing a card as hero or order, and the deeds of a turn."""
    assert isinstance(data, PixelData)
    cards = {key: (one.name, *one.aliases) for key, one in data.figures.leaders.items()}
    return {"card": cards, "action": {deed: () for deed in DEEDS}}


def searching(engine: Engine, batch: Batch) -> Callable[..., None]:
    """Return the kernel that plays a batch, to be called like the one without search."""
    places = {f"action:{deed}": (search.BANNED_DEEDS, 1 << bit) for deed, bit in DEEDS.items()}
    for number, card in enumerate(engine.leaders):
        places[f"card:{card}"] = (search.BANNED_CARDS, 1 << number)
    return thinking.searching(
        search.play_chunk,
        engine.figures.search,
        batch,
        thinking.banned(batch.lineups, search.BANS, places),
        size=S.SIZE,
        legal=legal.ROOM,
        purposes=PURPOSES,
    )
