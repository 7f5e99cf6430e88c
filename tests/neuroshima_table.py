"""A table with a real game on it: the compiled engine, driven one decision at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kernels import rng
from kernels.neuroshima import play
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.apply import apply
from kernels.neuroshima.legal import legal_actions
from kernels.neuroshima.setup import set_up
from sim.neuroshima import tables as tabling
from sim.neuroshima.engine import Engine, room
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Rules

ARMIES = ("outpost", "moloch", "borgo", "hegemony")
ENGINE = Engine(NeuroshimaData())
FACES = ENGINE.tables.faces
QUIET = T.new(0)
TRACE_ROWS = 4096

Event = tuple[int, ...]


@dataclass(frozen=True)
class Lying:
    """A tile on the board."""

    kind: int
    facing: int
    owner: int
    wounds: int


@dataclass(frozen=True)
class Sight:
    """Everything a state says, as plain Python; lists have one entry per seat."""

    tiles: Mapping[int, Lying]
    hands: list[list[int]]
    piles: list[list[int]]  # the top is last
    points: list[int]
    won: list[int]  # in a game for points
    hq_cells: list[int]
    bitboards: list[int]
    turn: Mapping[int, int]  # the figures of the turn, by their place in the state

    def __getitem__(self, place: int) -> int:
        return self.turn[place]


def see(state: tabling.Ints, seats: int) -> Sight:
    """Return what a state says."""
    s: list[int] = state.tolist()
    blocks = [S.SEAT + seat * S.SEAT_SIZE for seat in range(seats)]
    piles = [S.PILES + seat * S.PILE_ROOM for seat in range(seats)]
    return Sight(
        tiles={
            cell: Lying(face // 6, face % 6, s[S.OWNER + cell], s[S.WOUNDS + cell])
            for cell, face in enumerate(s[S.FACE : S.FACE + S.CELLS])
            if face != S.EMPTY
        },
        hands=[s[b + S.HAND : b + S.HAND + s[b + S.HAND_SIZE]] for b in blocks],
        piles=[s[p : p + s[b + S.PILE_SIZE]] for b, p in zip(blocks, piles, strict=True)],
        points=[s[b + S.POINTS] for b in blocks],
        won=[s[b + S.WON] for b in blocks],
        hq_cells=[s[b + S.HQ_CELL] for b in blocks],
        bitboards=[s[b + S.TILES] for b in blocks],
        turn=dict(enumerate(s[S.TURN : S.PILES], S.TURN)),
    )


class Table:
    """A game between armies, waiting for its next decision."""

    def __init__(
        self,
        armies: Sequence[str],
        switches: Rules | None = None,
        policies: Sequence[str] = (),
        seed: int = 1,
        game: int = 0,
        players: Sequence[int] = (),
        mode: str = "duel",
    ) -> None:
        self.armies = tuple(armies)
        self.mode = mode
        self.switches = switches or Rules()
        self.rules = tabling.rules(self.switches, players=len(armies), mode=mode)
        self.players = np.array(players or range(len(armies)), np.int64)
        policies = policies or ["random"] * len(armies)
        sides = np.array([ENGINE.tables.army_ids.index(a) for a in armies], np.int64)
        rows = [ENGINE.policy_row(p, a) for p, a in zip(policies, armies, strict=True)]
        self.policies = np.array(rows, np.int64)
        self.room = room()
        self.trace = T.new(TRACE_ROWS)
        rng.start(self.room.streams, seed, game)
        set_up(
            self.room.state,
            ENGINE.tables.armies,
            self.rules,
            self.room.streams,
            sides,
            self.players,
        )

    @property
    def state(self) -> tabling.Ints:
        """The state of the game."""
        return self.room.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state[S.STAGE] == S.OVER)

    def sight(self) -> Sight:
        """Return what the state says."""
        return see(self.state, int(self.rules[R.PLAYERS]))

    def legal(self) -> list[int]:
        """Return every legal action."""
        n = legal_actions(self.state, FACES, self.rules, self.room.work, self.room.legal)
        return [int(action) for action in self.room.legal[:n]]

    def decide(self) -> int:
        """Return the action that the policy of the seat to decide takes."""
        return play.decide(
            self.state,
            FACES,
            self.rules,
            self.policies,
            ENGINE.weights,
            self.room.streams,
            self.players,
            self.room.legal,
            self.room.scratch,
            self.room.work,
            self.room.choices,
            QUIET,
        )

    def do(self, action: int) -> list[Event]:
        """Carry out an action and return what happened."""
        self.trace[0, 0] = 0
        apply(
            self.state,
            FACES,
            self.rules,
            self.room.work,
            self.room.choices,
            self.trace,
            action,
        )
        used = int(self.trace[0, 0])
        assert used < TRACE_ROWS - 1, "the trace is too short for what one action can set off"
        return [tuple(row) for row in self.trace[1 : used + 1].tolist()]

    def tried(self, action: int) -> tuple[Sight, list[Event]]:
        """Return how things would look after an action, and what would happen; undo it."""
        before = self.state.copy()
        events = self.do(action)
        after = self.sight()
        self.state[:] = before
        return after, events
