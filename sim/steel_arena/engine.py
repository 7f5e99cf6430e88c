"""Running the compiled engine on batches of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.steel_arena import book as B
from kernels.steel_arena import legal, play
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena import weights as P
from kernels.steel_arena.decide import RANDOM
from kernels.steel_arena.turn import PURPOSES
from sim.game import Batch, GameData, Lineup
from sim.steel_arena.figures import SteelArenaData
from sim.steel_arena.models import Figures
from sim.steel_arena.policy import Policy
from sim.steel_arena.tables import Ints, Tables, build
from sim.steel_arena.worth import tile_worths
from sim.thinking import thoughtful, weights_of

_KEYS = {name.lower(): place for name, place in vars(P).items() if name.isupper()}
del _KEYS["count"]
SEAT_COLUMNS = {
    "trophies": play.TROPHIES,
    "modules": play.MODULES,
    "dealt": play.DEALT,
    "stopped": play.STOPPED,
    "cooled": play.COOLED,
    "picked": play.PICKED,
    "mines_hit": play.MINES_HIT,
    "ability": play.ABILITY,
    "took": play.TOOK,
}


class Room(NamedTuple):
    """Scratch arrays of one thread."""

    state: Ints
    streams: NDArray[np.uint64]
    legal: Ints
    ahead: Ints
    more: Ints
    silent: Ints


def room() -> Room:
    """Return fresh scratch arrays."""
    return Room(
        np.zeros(S.SIZE, np.int64),
        rng.new_streams(PURPOSES),
        np.zeros(legal.ROOM, np.int64),
        np.zeros(S.SIZE, np.int64),
        np.zeros(legal.ROOM, np.int64),
        T.new(0),
    )


def weights(figures: Figures, policy: Policy) -> Ints:
    """Return the row of weights of a policy, and the worth of every kind of tile behind it."""
    row = np.zeros(P.COUNT + B.KINDS, np.int64)
    for key, place in _KEYS.items():
        row[place] = getattr(policy, key)
    worths = tile_worths(figures, policy)
    row[P.COUNT : P.COUNT + len(worths)] = worths
    return row


class Engine:
    """The engine for one set of figures: its books, and the weights of every policy."""

    def __init__(self, data: SteelArenaData) -> None:
        self.figures = data.figures
        self.policies = tuple(data.figures.policies)
        rows = [weights(data.figures, policy) for policy in data.figures.policies.values()]
        self.weights = np.array(rows, np.int64).reshape(-1, P.COUNT + B.KINDS)
        self._tables: dict[tuple[int, str], Tables] = {}

    def tables(self, seats: int, board: str = "") -> Tables:
        """Return the tables for a number of players on a field, built once."""
        if (seats, board) not in self._tables:
            self._tables[seats, board] = build(self.figures, seats, board)
        return self._tables[seats, board]

    def policy_row(self, policy: str) -> int:
        """Return the number by which the kernels know a policy."""
        name = weights_of(policy, self.figures.search)
        return RANDOM if name == "random" else self.policies.index(name)

    def play(self, batch: Batch, trace: Ints | None = None) -> Mapping[str, NDArray[Any]]:
        """Play every game of a batch; with a trace, record the last one."""
        return self.play_to_the_end(batch, trace)[0]

    def play_to_the_end(
        self, batch: Batch, trace: Ints | None = None
    ) -> tuple[Mapping[str, NDArray[Any]], Ints]:
        """Play every game of a batch, and return the last one's final state as well."""
        games, seats = batch.seat_player.shape
        lineups = batch.lineups
        robots = list(self.figures.robots)
        robot = np.array([[robots.index(s) for s in line.sides] for line in lineups])
        policy = np.array([[self.policy_row(p) for p in line.policies] for line in lineups])
        rows = batch.lineup[:, None]
        results = np.zeros((games, play.RESULTS), np.int64)
        at_seats = np.zeros((games, seats, play.SEAT_RESULTS), np.int64)
        mine = room()
        board = np.array([line.map for line in lineups])[batch.lineup]
        for name in dict.fromkeys(board.tolist()):
            here = np.flatnonzero(board == name)
            seated = batch.seat_player[here]
            told, at_seat = results[here], at_seats[here]
            chunk = play.play_chunk
            if thoughtful(lineups):
                from sim.steel_arena.search import searching

                chunk = searching(
                    self, replace(batch, lineup=batch.lineup[here], seat_player=seated)
                )
            chunk(
                mine.state,
                self.tables(seats, name).book,
                robot[rows[here], seated],
                seated,
                policy[rows[here], seated],
                self.weights,
                mine.streams,
                mine.legal,
                mine.ahead,
                mine.more,
                mine.silent,
                T.new(0) if trace is None else trace,
                batch.seed,
                batch.set_index[here],
                told,
                at_seat,
            )
            results[here], at_seats[here] = told, at_seat
        columns: dict[str, NDArray[Any]] = {
            "score": at_seats[:, :, play.SCORE] / float(play.WHOLE),
            "length": results[:, play.LENGTH],
            "ending": results[:, play.ENDING],
            "decisions": results[:, play.DECISIONS],
            "areas": results[:, play.AREAS],
        }
        for column, place in SEAT_COLUMNS.items():
            columns[column] = at_seats[:, :, place]
        return columns, mine.state


@cache
def _engine(data: SteelArenaData) -> Engine:
    return Engine(data)


def engine(data: GameData) -> Engine:
    """Return the engine for a set of figures, built once."""
    assert isinstance(data, SteelArenaData)
    return _engine(data)


def warm() -> None:
    """Compile everything by playing a mirrored pair of games."""
    lineup = Lineup(("tilda", "batodo"), ("greedy", "random"), "melee")
    zeros = np.zeros(2, np.int64)
    seats = np.array([[0, 1], [1, 0]])
    engine(SteelArenaData()).play(Batch(1, [lineup], np.arange(2), zeros, zeros, seats))
