"""Both units of Pixel Tactics as a picture: three rows of three cards each, fronts meeting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from sim.board import Card, Picture, Standing
from sim.pixel_tactics.models import Figures

ROWS = ("Rear", "Flank", "Vanguard", "Vanguard", "Flank", "Rear")
KINDS = {S.HERO: "hero", S.CORPSE: "corpse", S.LEADER: "leader"}


def draw(
    state: NDArray[np.int64], figures: Figures, players: Sequence[str], caption: str
) -> Picture:
    """Return both units of a state as a picture; the second player's lies on top."""
    return Picture(
        0,
        (),
        tuple(players),
        caption,
        cards=tuple(_cards(state, figures)),
        rows=ROWS,
        standings=tuple(_standing(state, seat, name) for seat, name in enumerate(players)),
    )


def _cards(state: NDArray[np.int64], figures: Figures) -> Iterable[Card]:
    leaders = list(figures.leaders.values())
    for line in range(2 * 3):
        seat, row = (1, 2 - line) if line < 3 else (0, line - 3)
        for column in range(3):
            place = seat * S.CELLS + row * 3 + column
            kind = int(state[S.KIND + place])
            if kind == S.EMPTY:
                yield Card((line, column), seat)
                continue
            one = leaders[int(state[S.CARD + place]) % B.CHARACTER_ROOM]
            if kind == S.CORPSE:
                yield Card((line, column), seat, "corpse", one.name)
                continue
            leads = kind == S.LEADER
            yield Card(
                (line, column),
                seat,
                KINDS[kind],
                one.name,
                f"attack {one.leader_attack if leads else one.hero_attack}",
                one.leader_life if leads else int(state[S.TAKEN + place]) or one.hero_life,
                int(state[S.DAMAGE + place]),
            )


def _standing(state: NDArray[np.int64], seat: int, name: str) -> Standing:
    own = S.PLAYER + seat * S.PLAYER_SIZE
    facts = (
        f"hand {int(state[own + S.HAND]).bit_count()}",
        f"deck {int(state[own + S.DECK_SIZE])}",
    )
    return Standing(seat, name[:1], name, facts)
