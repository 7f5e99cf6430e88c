"""A position that can be set up by hand: for scenarios, tests and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernels.hexgrid import CELLS, NUMBER
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import put
from kernels.neuroshima.links import snapshot, sort_tiles
from sim.errors import BadInput
from sim.neuroshima import tables as tabling
from sim.neuroshima.tables import Ints, Tables

Cell = tuple[int, int]


@dataclass(frozen=True)
class Placed:
    """A tile on the board."""

    army: str
    tile: str
    at: Cell
    facing: int
    wounds: int


def no_choices() -> Ints:
    """Return choices that leave every clown and quartermaster to the default rules."""
    return np.full(W.CHOICES, W.BY_DEFAULT, np.int64)


class Position:
    """The state of a game in the making, with names instead of numbers."""

    def __init__(self, tables: Tables, rules: Ints, armies: Sequence[str]) -> None:
        self.tables = tables
        self.rules = rules
        self.armies = tuple(armies)
        self.state = np.zeros(S.SIZE, np.int64)
        self.state[S.FACE : S.FACE + S.CELLS] = S.EMPTY
        self.state[S.STAGE] = S.ACT
        self.state[S.ENDED_BY] = S.NOBODY
        self.counted = S.WON if rules[R.ENOUGH] else S.POINTS
        for seat in range(int(rules[R.PLAYERS])):
            self._seat(seat)[[S.ALIVE, S.HQ_CELL]] = (1, S.NOBODY)
            self._seat(seat)[S.POINTS] = rules[R.HQ_POINTS + seat]
        on_board = int(rules[R.BOARD])
        self.cells = [at for i, at in enumerate(CELLS) if on_board >> i & 1]
        self.work = np.zeros(W.SIZE, np.int64)
        self.trace = T.new()

    def _seat(self, seat: int) -> Ints:
        start = S.SEAT + seat * S.SEAT_SIZE
        return self.state[start : start + S.SEAT_SIZE]

    def seat_of(self, army: str) -> int:
        """Return the seat of an army."""
        if army not in self.armies:
            raise BadInput(f"{army} does not take part; armies: {', '.join(self.armies)}")
        return self.armies.index(army)

    def place(self, army: str, tile: str, at: Cell, facing: int = 0, wounds: int = 0) -> None:
        """Lay a tile on a free cell."""
        kind = self.tables.kind(army, tile)
        cell = NUMBER[at]
        face = kind * 6 + tabling.facing(self.tables, kind, facing)
        put(self.state, self.tables.faces, cell, face, self.seat_of(army))
        self.state[S.WOUNDS + cell] = wounds

    def set_points(self, army: str, points: int) -> None:
        """Set the HQ points an army has left, or has won in a game for points."""
        self._seat(self.seat_of(army))[self.counted] = points

    def points(self, army: str) -> int:
        """Return the HQ points an army has left, or has won in a game for points."""
        return int(self._seat(self.seat_of(army))[self.counted])

    def battle(self, starter: str | None = None, choices: Ints | None = None) -> None:
        """Fight a battle; what happens is added to the trace."""
        t = self.tables
        battle(
            self.state,
            t.faces,
            self.rules,
            self.work,
            no_choices() if choices is None else choices,
            self.trace,
            0 if starter is None else self.seat_of(starter),
        )

    def look(self) -> None:
        """Work out nets, bonuses and links as they stand now."""
        sort_tiles(self.state, self.tables.faces, self.work)
        snapshot(self.state, self.tables.faces, self.rules, self.work)

    def netted(self) -> list[Cell]:
        """Return the cells held by a net."""
        self.look()
        held = int(self.work[W.NETTED])
        return [at for at in self.cells if held >> NUMBER[at] & 1]

    def initiative(self, at: Cell) -> list[int]:
        """Return the current initiative values of a tile, highest first."""
        self.look()
        cell = NUMBER[at]
        values = int(self.tables.faces[self.state[S.FACE + cell], F.VALUES])
        shift = int(self.work[cell * W.ROW + W.INITIATIVE])
        now = [max(0, v + shift) for v in range(values.bit_length()) if values >> v & 1]
        return sorted(now, reverse=True)

    def strength(self, at: Cell, side: int, kind: str) -> int:
        """Return the strength of an attack (`melee` or `ranged`) on a board side, with bonuses."""
        self.look()
        cell = NUMBER[at]
        printed = int(self.tables.faces[self.state[S.FACE + cell], tabling.ATTACKS[kind] + side])
        bonus = int(self.work[cell * W.ROW + (W.MELEE if kind == "melee" else W.RANGED)])
        return max(0, printed + bonus) if printed else 0

    def tile_at(self, at: Cell) -> Placed | None:
        """Return the tile on a cell."""
        cell = NUMBER[at]
        face = int(self.state[S.FACE + cell])
        if face == S.EMPTY:
            return None
        tile = self.tables.kinds[face // 6][1]
        army = self.armies[int(self.state[S.OWNER + cell])]
        return Placed(army, tile, at, face % 6, int(self.state[S.WOUNDS + cell]))

    def tiles(self) -> list[Placed]:
        """Return the tiles on the board in cell order."""
        found = (self.tile_at(at) for at in self.cells)
        return [tile for tile in found if tile is not None]

    def events(self) -> list[tuple[int, ...]]:
        """Return the trace so far."""
        return [tuple(int(x) for x in row) for row in self.trace[1 : self.trace[0, 0] + 1]]

    def forget_events(self) -> None:
        """Empty the trace."""
        self.trace[0, 0] = 0
