"""Running the compiled engine on batches of games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.clones import book as B
from kernels.clones import fight_places as F
from kernels.clones import legal, odds, play, worth
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones import weights as P
from kernels.clones.cards import PURPOSES
from sim.clones.figures import ClonesData
from sim.clones.policy import Policy
from sim.clones.seating import people, teams
from sim.clones.tables import Ints, Tables, build
from sim.game import Batch, GameData, Lineup
from sim.thinking import thoughtful, weights_of

_KEYS = {name.lower(): place for name, place in vars(P).items() if name.isupper()}
del _KEYS["count"]
_REMEMBERED = 1 << 17  # words for the odds of fights, two for each
_FAME = {
    "fame_beacons": B.BEACON_TOKEN,
    "fame_damage": B.DAMAGE_TOKEN,
    "fame_reloads": B.RELOAD_TOKEN,
    "fame_spirit": B.SPIRIT_TOKEN,
    "fame_traps": B.TRAP_TOKEN,
}


class Room(NamedTuple):
    """Scratch arrays of one thread."""

    state: Ints
    streams: NDArray[np.uint64]
    legal: Ints
    fight: Ints
    odds: Ints
    notes: Ints


def room() -> Room:
    """Return fresh scratch arrays."""
    return Room(
        np.zeros(S.SIZE, np.int64),
        rng.new_streams(PURPOSES),
        np.zeros(legal.ROOM, np.int64),
        np.zeros(F.SIZE, np.int64),
        np.zeros(odds.ROOM, np.int64),
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

    def __init__(self, data: ClonesData) -> None:
        self.figures = data.figures
        self.policies = tuple(data.figures.policies)
        rows = [weights(policy) for policy in data.figures.policies.values()]
        self.weights = np.array(rows, np.int64).reshape(-1, P.COUNT)
        self.remembered = np.zeros(_REMEMBERED, np.int64)
        self._tables: dict[tuple[str, int], Tables] = {}

    def tables(self, mode: str, seats: int) -> Tables:
        """Return the tables of all maps for a way of playing, built once."""
        found = self._tables.get((mode, seats))
        if found is None:
            sides = teams(mode, seats)
            found = build(self.figures, tuple(self.figures.maps), sides, people(mode, seats))
            self._tables[mode, seats] = found
        return found

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
        maps = np.array([tables.maps.index(lineup.map) for lineup in lineups])
        character = np.array([[tables.characters.index(s) for s in line.sides] for line in lineups])
        policy = np.array([[self.policy_row(p) for p in line.policies] for line in lineups])
        rows = batch.lineup[:, None]
        results = np.zeros((games, play.RESULTS), np.int64)
        at_seats = np.zeros((games, seats, play.SEAT_RESULTS), np.int64)
        mine = room()
        chunk = play.play_chunk
        if thoughtful(lineups):
            from sim.clones.search import searching

            chunk = searching(self, batch)
        chunk(
            mine.state,
            tables.books,
            maps[batch.lineup],
            character[rows, batch.seat_player],
            batch.seat_player,
            policy[rows, batch.seat_player],
            self.weights,
            mine.streams,
            mine.legal,
            mine.fight,
            self.remembered,
            mine.odds,
            mine.notes,
            T.new(0) if trace is None else trace,
            batch.seed,
            batch.set_index,
            results,
            at_seats,
        )
        lengths = tables.books[0, B.FAME : B.FAME + B.TOKENS]
        columns: dict[str, NDArray[Any]] = {
            "score": at_seats[:, :, play.SCORE] / float(play.WHOLE),
            "length": results[:, play.LENGTH],
            "ending": results[:, play.ENDING],
            "decisions": results[:, play.DECISIONS],
            "fame": at_seats[:, :, play.TOTAL_FAME],
        }
        for column, token in _FAME.items():
            columns[column] = at_seats[:, :, play.TOKEN + token] * lengths[token]
        columns["dealt"] = at_seats[:, :, play.DEALT]
        columns["reloads"] = at_seats[:, :, play.RELOADS]
        return columns, mine.state


@cache
def _engine(data: ClonesData) -> Engine:
    return Engine(data)


def engine(data: GameData) -> Engine:
    """Return the engine for a set of figures, built once."""
    assert isinstance(data, ClonesData)
    return _engine(data)


def warm() -> None:
    """Compile everything by playing a mirrored pair of games."""
    lineup = Lineup(("korat", "blitz"), ("greedy", "random"), "competitive", "arcadia")
    zeros = np.zeros(2, np.int64)
    seats = np.array([[0, 1], [1, 0]])
    engine(ClonesData()).play(Batch(1, [lineup], np.arange(2), zeros, zeros, seats))
