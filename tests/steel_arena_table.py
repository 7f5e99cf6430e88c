"""Random fields of Steel Arena, laid out twice: for the reference and for the kernel."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.field import set_tile
from kernels.steel_arena.legal import ROOM, legal_actions
from kernels.steel_arena.parts import attach
from kernels.steel_arena.setup import lay_out
from kernels.steel_arena.state import at
from sim.steel_arena.figures import SteelArenaData
from sim.steel_arena.tables import Ints, Tables, build
from tests.reference.steel_arena import Area, Field, Robots, make_field

NAMES = ("one", "two", "three", "four")
MIDDLE = {2: 5, 3: 6, 4: 7}


@cache
def tables(players: int) -> Tables:
    """The figures for a number of players; F451 too, though it is not in the stacks."""
    return build(SteelArenaData().figures, players)


class Layout:
    """A random field with robots: `ground` and `robots` for the reference, `state` for us."""

    def __init__(self, rng: random.Random, terrain: tuple[str, ...], density: float) -> None:
        self.players = rng.choice([2, 3, 4])
        self.tables = tables(self.players)
        self.book = self.tables.book
        self.ground: Field = make_field(MIDDLE[self.players])
        for area in self.ground:
            if rng.random() < density:
                self.ground[area] = rng.choice(terrain)
        free = [a for a, tile in self.ground.items() if tile not in ("scrap", "barrels")]
        self.robots: Robots = dict(zip(NAMES, rng.sample(free, self.players), strict=False))
        self.facings = {name: rng.randrange(6) for name in self.robots}
        self.state = empty(self.players)
        for area, tile in self.ground.items():
            kind = self.tables.tiles.index(tile) if tile else S.NONE
            set_tile(self.state, self.book, self.cell(area), kind)
        for seat, (name, area) in enumerate(self.robots.items()):
            self.state[at(seat) + S.CELL] = self.cell(area)
            self.state[at(seat) + S.FACING] = self.facings[name]
            self.state[S.ROBOT_AT + self.cell(area)] = seat + 1
        self.state[S.PHASE] = S.ACTIVE
        self.state[S.STAGE] = S.ACT

    def cell(self, area: Area) -> int:
        """The kernel's number of an area."""
        return self.tables.areas.index(area)

    def equip(self, seat: int, *modules: str) -> None:
        """Attach modules."""
        for module in modules:
            attach(self.state, self.book, seat, self.tables.tiles.index(module), 0)

    def row(self, module: str) -> int:
        """Where the figures of a module begin."""
        return B.KIND + self.tables.tiles.index(module) * B.KIND_SIZE


@cache
def _bare(players: int) -> Ints:
    state = np.zeros(S.SIZE, np.int64)
    book = tables(players).book.copy()
    book[B.START_SET] = 0
    lay_out(state, book, np.zeros(players, np.int64))
    return state


def empty(players: int) -> Ints:
    """A table with robots that have no modules."""
    return _bare(players).copy()


ROOM_FOR_ACTIONS = np.zeros(ROOM, np.int64)
MORE_ROOM = np.zeros(ROOM, np.int64)


def allowed(layout: Layout) -> list[int]:
    """Every legal action."""
    n = legal_actions(layout.state, layout.book, ROOM_FOR_ACTIONS)
    return [int(action) for action in ROOM_FOR_ACTIONS[:n]]
