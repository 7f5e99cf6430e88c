"""Running the compiled engine on batches of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.neuroshima import legal, plan, play
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import weights as P
from kernels.neuroshima import work as W
from kernels.neuroshima.setup import PURPOSES
from sim.game import Batch, GameData, Lineup
from sim.neuroshima import seating
from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Policy
from sim.neuroshima.position import no_choices
from sim.neuroshima.tables import Ints, Tables
from sim.thinking import MANNERS, SEARCH, player, thoughtful

_KEYS = {name.lower(): place for name, place in vars(P).items() if name.isupper()}
del _KEYS["count"]


class Room(NamedTuple):
    """Scratch arrays of one thread."""

    state: Ints
    streams: NDArray[np.uint64]
    legal: Ints
    scratch: Ints
    work: Ints
    choices: Ints


def room() -> Room:
    """Return fresh scratch arrays."""
    return Room(
        np.zeros(S.SIZE, np.int64),
        rng.new_streams(PURPOSES),
        np.zeros(legal.ROOM, np.int64),
        np.zeros(plan.SIZE, np.int64),
        np.zeros(W.SIZE, np.int64),
        no_choices(),
    )


def weights(policy: Policy, army: str) -> Ints:
    """Return the row of weights of a policy that plays an army."""
    row = np.zeros(P.COUNT, np.int64)
    for key, place in _KEYS.items():
        given: int | dict[str, int] = getattr(policy, key)
        row[place] = given.get(army, given.get("other", 0)) if isinstance(given, dict) else given
    return row


class Engine:
    """The engine for one set of figures: tables, rules and the weights of every policy."""

    def __init__(self, data: NeuroshimaData) -> None:
        figures = data.figures
        self.tables: Tables = tabling.build(figures.armies)
        self.switches = figures.rules
        self.search = figures.search
        self.rows = {
            (name, army): i
            for i, (name, army) in enumerate(
                (name, army) for name in figures.policies for army in figures.armies
            )
        }
        found = [weights(figures.policies[name], army) for name, army in self.rows]
        for army in figures.armies:  # whoever searches needs no plan besides
            self.rows[SEARCH, army] = len(found)
            found.append(weights(figures.policies[self.search.policy], army))
            found[-1][P.PLAN] = 0
        self.weights = np.array(found, np.int64).reshape(-1, P.COUNT)

    def policy_row(self, policy: str, army: str) -> int:
        """Return the number by which the kernels know a policy that plays an army."""
        name = player(policy).name
        if name == "random":
            return play.RANDOM
        return self.rows[SEARCH if name in MANNERS else name, army]

    def play(self, batch: Batch, trace: Ints | None = None) -> Mapping[str, NDArray[Any]]:
        """Play every game of a batch; with a trace, record the last one."""
        return self.play_to_the_end(batch, trace)[0]

    def play_to_the_end(
        self, batch: Batch, trace: Ints | None = None
    ) -> tuple[Mapping[str, NDArray[Any]], Ints]:
        """Play every game of a batch, and return the last one's final state as well."""
        games, seats = batch.seat_player.shape
        lineups = batch.lineups
        army = np.array(
            [[self.tables.army_ids.index(s) for s in lineup.sides] for lineup in lineups]
        )
        policy = np.array(
            [
                [self.policy_row(p, s) for p, s in zip(lineup.policies, lineup.sides, strict=True)]
                for lineup in lineups
            ]
        )
        rows = batch.lineup[:, None]
        results = np.zeros((games, play.RESULTS), np.int64)
        won = np.zeros((games, seats), np.int64)
        mine = room()
        chunk = play.play_chunk
        if thoughtful(lineups):
            from sim.neuroshima.search import searching

            chunk = searching(self, batch)
        chunk(
            mine.state,
            self.tables.faces,
            self.tables.armies,
            tabling.rules(self.switches, players=seats, mode=lineups[0].mode),
            army[rows, batch.seat_player],
            batch.seat_player,
            policy[rows, batch.seat_player],
            self.weights,
            mine.streams,
            mine.legal,
            mine.scratch,
            mine.work,
            mine.choices,
            T.new(0) if trace is None else trace,
            T.new(0),
            batch.seed,
            batch.set_index,
            results,
            won,
        )
        columns: dict[str, NDArray[Any]] = {
            "score": _scores(won, seating.teams(lineups[0].mode, seats)),
            "length": results[:, play.LENGTH],
            "ending": results[:, play.ENDING],
            "battles": results[:, play.BATTLES],
            "full_battles": results[:, play.FULL_BATTLES],
            "decisions": results[:, play.DECISIONS],
        }
        for seat in range(seats):
            columns[f"hq_{seat}"] = results[:, play.POINTS + seat]
        return columns, mine.state


def _scores(won: Ints, teams: Sequence[int]) -> NDArray[np.float64]:
    """Return the score of each seat, that of its team: the teams that won share one point."""
    first = [teams.index(team) for team in sorted(set(teams))]
    scores: NDArray[np.float64] = won / won[:, first].sum(axis=1, keepdims=True)
    return scores


@cache
def _engine(data: NeuroshimaData) -> Engine:
    return Engine(data)


def engine(data: GameData) -> Engine:
    """Return the engine for a set of figures, built once."""
    assert isinstance(data, NeuroshimaData)
    return _engine(data)


def warm() -> None:
    """Compile everything by playing a mirrored pair of games."""
    lineup = Lineup(("moloch", "borgo"), ("greedy", "random"), "duel")
    zeros = np.zeros(2, np.int64)
    seats = np.array([[0, 1], [1, 0]])
    engine(NeuroshimaData()).play(Batch(1, [lineup], np.arange(2), zeros, zeros, seats))
