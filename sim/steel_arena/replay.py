"""Playing one game again, decision by decision, and telling it."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.apply import GO_ON, apply
from kernels.steel_arena.setup import set_up
from kernels.steel_arena.state import at
from sim.deeds import Deeds
from sim.game import Batch, GameData, Step
from sim.steel_arena.engine import engine, room
from sim.steel_arena.figures import SteelArenaData
from sim.steel_arena.picture import draw
from sim.steel_arena.words import Teller


def replay(data: GameData, batch: Batch) -> list[Step]:
    """Return the single game of a batch, one step per turn."""
    assert isinstance(data, SteelArenaData)
    mine = engine(data)
    lineup = batch.lineups[int(batch.lineup[0])]
    players = batch.seat_player[0]
    sides = [lineup.sides[p] for p in players]
    tables = mine.tables(len(sides), lineup.map)
    robots = np.array([tables.robots.index(side) for side in sides], np.int64)
    own = room()
    teller = Teller(tables, data.figures, sides)
    steps: list[Step] = []
    heading, lines = "Setting up", list[str]()

    def close() -> None:
        trophies = ", ".join(
            f"{name} {own.state[at(k) + S.TROPHIES]}" for k, name in enumerate(teller.names)
        )
        placed = all(own.state[at(k) + S.CELL] >= 0 for k in range(len(sides)))
        picture = None
        if placed:
            caption = f"{heading}: {trophies}"
            picture = draw(own.state, tables, data.figures, teller.names, caption)
        steps.append(Step(heading, tuple(lines), picture))

    rng.start(own.streams, batch.seed, int(batch.set_index[0]))
    set_up(own.state, tables.book, own.streams, robots, players)
    apply(own.state, tables.book, own.streams, T.new(0), own.more, GO_ON)
    lines += _field(teller, own.state, len(tables.areas))
    deeds = Deeds(lambda record: mine.play(batch, record), T.new, T.ACTED)
    while own.state[S.STAGE] != S.OVER:
        trace = T.new(512)
        apply(own.state, tables.book, own.streams, trace, own.more, deeds.next())
        deeds.done(trace)
        for event in trace[1 : trace[0, 0] + 1]:
            if event[0] == T.TURN_STARTS:
                close()
                heading, lines = f"Turn {event[2]}, {teller.names[int(event[1])]}", []
                continue
            lines += teller.tell([event])
    close()
    return steps


def _field(teller: Teller, state: np.typing.NDArray[np.int64], areas: int) -> list[str]:
    """Return what lies on the field, if it is laid."""
    tiles = [int(kind) for kind in state[S.TILE_AT : S.TILE_AT + areas]]
    return [f"{teller.area(i)} {teller.tile(kind)}" for i, kind in enumerate(tiles) if kind >= 0]
