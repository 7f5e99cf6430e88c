"""The toy of colours with more to tell: it counts what brought a player his total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.game import Batch, Tally
from tests.toy_game import Toy, ToyData


class Brawl(Toy):
    """The game; see the module."""

    id = "brawl"
    title = "Brawl of Colours"
    tallies: tuple[Tally, ...] = (
        Tally("Points by source", "by_strength", "strength"),
        Tally("Points by source", "by_luck", "luck"),
        Tally("Seats", "last", "sat last"),
    )

    def play(self, data: ToyData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play as the toy does, and count."""
        found = dict(super().play(data, batch))
        strength = np.array(
            [[data.figures.colours[side].strength for side in line.sides] for line in batch.lineups]
        )[batch.lineup[:, None], batch.seat_player]
        last = np.zeros(batch.seat_player.shape, np.int8)
        last[:, -1] = 1
        luck = self._totals(data, batch) - strength
        return {**found, "by_strength": strength, "by_luck": luck.astype(np.int32), "last": last}


GAME = Brawl()
