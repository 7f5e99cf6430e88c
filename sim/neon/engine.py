"""Running the compiled engine on batches of games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import expect, legal, odds, play, worth
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon import weights as P
from kernels.neon.arena import PURPOSES
from sim.game import Batch, GameData, Lineup
from sim.neon.figures import NeonData
from sim.neon.policy import Policy
from sim.neon.tables import Ints, Tables, build
from sim.thinking import thoughtful, weights_of

_KEYS = {name.lower(): place for name, place in vars(P).items() if name.isupper()}
del _KEYS["count"]
SURVIVAL = 7  # rounds whose survivors are counted; the long board has as many


class Room(NamedTuple):
    """Scratch arrays of one thread."""

    state: Ints
    streams: NDArray[np.uint64]
    legal: Ints
    notes: Ints


def room() -> Room:
    """Return fresh scratch arrays."""
    return Room(
        np.zeros(S.SIZE, np.int64),
        rng.new_streams(PURPOSES),
        np.zeros(legal.ROOM, np.int64),
        np.zeros(worth.SIZE, np.int64),
    )


def weights(policy: Policy) -> Ints:
    """Return the row of weights of a policy."""
    row = np.zeros(P.COUNT, np.int64)
    for key, place in _KEYS.items():
        row[place] = getattr(policy, key)
    return row


class Engine:
    """The engine for one set of figures: its books, and the weights of every policy."""

    def __init__(self, data: NeonData) -> None:
        self.figures = data.figures
        self.policies = tuple(data.figures.policies)
        rows = [weights(policy) for policy in data.figures.policies.values()]
        self.weights = np.array(rows, np.int64).reshape(-1, P.COUNT)
        self._tables: dict[tuple[str, int], Tables] = {}
        self._odds: Ints | None = None

    def tables(self, mode: str, seats: int) -> Tables:
        """Return the tables for a way of playing, built once."""
        found = self._tables.get((mode, seats))
        if found is None:
            found = self._tables[mode, seats] = build(self.figures, mode, seats)
        return found

    def odds(self, tables: Tables) -> Ints:
        """Return the exact table that greedy players weigh attacks by, filled once."""
        if self._odds is None:
            table = np.zeros(expect.SIZE, np.int64)
            attack = np.zeros(F.SIZE, np.int64)
            attack_faces = tables.book[B.ATTACK_FACES : B.ATTACK_FACES + E.FACES]
            defence_faces = tables.book[B.DEFENCE_FACES : B.DEFENCE_FACES + E.FACES]
            scratch = np.zeros(odds.ROOM, np.int64)
            expect.fill(table, attack, attack_faces, defence_faces, scratch)
            self._odds = table
        return self._odds

    def policy_row(self, policy: str) -> int:
        """Return the number by which the kernels know a policy."""
        name = weights_of(policy, self.figures.search)
        return play.RANDOM if name == "random" else self.policies.index(name)

    def play(self, batch: Batch, trace: Ints | None = None) -> Mapping[str, NDArray[Any]]:
        """Play every game of a batch; with a trace, record the last one."""
        return self.play_to_the_end(batch, trace)[0]

    def play_to_the_end(
        self, batch: Batch, trace: Ints | None = None
    ) -> tuple[Mapping[str, NDArray[Any]], Ints]:
        """Play every game of a batch, and return the last one's final state as well."""
        games, seats = batch.seat_player.shape
        lineups = batch.lineups
        tables = self.tables(lineups[0].mode, seats)
        fighter = np.array([[tables.fighters.index(s) for s in line.sides] for line in lineups])
        policy = np.array([[self.policy_row(p) for p in line.policies] for line in lineups])
        rows = batch.lineup[:, None]
        results = np.zeros((games, play.RESULTS), np.int64)
        at_seats = np.zeros((games, seats, play.SEAT_RESULTS), np.int64)
        mine = room()
        chunk = play.play_chunk
        if thoughtful(lineups):
            from sim.neon.search import searching

            chunk = searching(self, batch)
        chunk(
            mine.state,
            tables.book,
            fighter[rows, batch.seat_player],
            batch.seat_player,
            policy[rows, batch.seat_player],
            self.weights,
            self.odds(tables),
            mine.streams,
            mine.legal,
            mine.notes,
            T.new(0) if trace is None else trace,
            batch.seed,
            batch.set_index,
            results,
            at_seats,
        )
        return _columns(results, at_seats, tables), mine.state


def _columns(results: Ints, seats: Ints, tables: Tables) -> dict[str, NDArray[Any]]:
    out = seats[:, :, play.OUT]
    columns: dict[str, NDArray[Any]] = {
        "score": seats[:, :, play.SCORE] / float(play.WHOLE),
        "length": results[:, play.LENGTH],
        "ending": results[:, play.ENDING],
        "decisions": results[:, play.DECISIONS],
        "points": seats[:, :, play.POINTS],
        "points_trophies": seats[:, :, play.TROPHY_POINTS],
        "points_bots": seats[:, :, play.BOT_POINTS],
        "points_leader": seats[:, :, play.LEADER_POINTS],
        "dealt": seats[:, :, play.DEALT],
        "attacks": seats[:, :, play.ATTACKS],
        "searches": seats[:, :, play.SEARCHES],
        "serviced": seats[:, :, play.SERVICED],
        "out_in": out,
        "landed": seats[:, :, play.LANDED] + 1,
        "survived": (out == 0).astype(np.int64),
    }
    stayed = seats[:, :, play.STAYED : play.STAYED + len(tables.sectors)]
    bits = 1 << np.arange(len(tables.sectors))
    columns["ended_in"] = (stayed >= 1) @ bits
    columns["ended_often"] = (stayed >= 2) @ bits
    for number in range(1, SURVIVAL + 1):
        columns[f"alive_{number}"] = ((out == 0) | (out > number)).astype(np.int64)
    for place, sector in enumerate(tables.sectors):
        columns[f"stayed_{sector}"] = seats[:, :, play.STAYED + place]
        columns[f"closed_{sector}"] = results[:, play.CLOSED + place]
        columns[f"order_{sector}"] = results[:, play.ORDER + place]
    return columns


@cache
def _engine(data: NeonData) -> Engine:
    return Engine(data)


def engine(data: GameData) -> Engine:
    """Return the engine for a set of figures, built once."""
    assert isinstance(data, NeonData)
    return _engine(data)


def warm() -> None:
    """Compile everything by playing a mirrored pair of games."""
    lineup = Lineup(("ghost", "akari"), ("greedy", "random"), "resurrection")
    zeros = np.zeros(2, np.int64)
    seats = np.array([[0, 1], [1, 0]])
    engine(NeonData()).play(Batch(1, [lineup], np.arange(2), zeros, zeros, seats))
