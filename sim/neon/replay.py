"""Playing one game again, decision by decision, and telling it."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.apply import apply
from kernels.neon.score import points
from kernels.neon.setup import set_up
from kernels.neon.turn import advance
from sim.deeds import Deeds
from sim.game import Batch, GameData, Step
from sim.neon.engine import engine, room
from sim.neon.figures import NeonData
from sim.neon.names import Names
from sim.neon.picture import Artist
from sim.neon.seating import ROYALE
from sim.neon.words import ENDINGS, tell


def replay(data: GameData, batch: Batch) -> list[Step]:
    """Return the single game of a batch, one step per turn."""
    assert isinstance(data, NeonData)
    return _Replay(data, batch).steps


class _Replay:
    """One game as it is played again, and the steps told so far."""

    def __init__(self, data: NeonData, batch: Batch) -> None:
        mine = engine(data)
        self.lineup = batch.lineups[int(batch.lineup[0])]
        players = np.ascontiguousarray(batch.seat_player[0])
        sides = [self.lineup.sides[p] for p in players]
        tables = mine.tables(self.lineup.mode, len(sides))
        self.book = tables.book
        self.names = Names(data.figures, tables, sides)
        self.steps: list[Step] = []
        self.heading = "Setting up"
        self.lines: list[str] = []
        self.round = 1
        self.own = room()
        self.trace = T.new()
        rng.start(self.own.streams, batch.seed, int(batch.set_index[0]))
        fighters = np.array([tables.fighters.index(side) for side in sides], np.int64)
        state = self.own.state
        set_up(state, self.book, self.own.streams, fighters, players)
        self.artist = Artist(data.figures, self.names, self.lineup.mode, state)
        self.lines.append(f"The arena: {self._ring()}.")
        self.lines.append(f"{self.names.fighter(int(state[S.LEADER]))} has the leader token.")
        guessed, figures = data.provenance["reconstructed"], sum(data.provenance.values())
        if guessed:
            self.lines.append(f"Of {figures} figures of the game {guessed} are reconstructed.")
        deeds = Deeds(lambda record: mine.play(batch, record), T.new, T.ACTED)
        self._new_page("Round 1, choosing cards")
        self._advance()
        while state[S.STAGE] != S.OVER:
            apply(state, self.book, self.own.streams, self.trace, deeds.next())
            deeds.done(self.trace)
            self._hear()
            self._advance()
        self._finish()

    def _advance(self) -> None:
        advance(self.own.state, self.book, self.own.streams, self.trace)
        self._hear()

    def _hear(self) -> None:
        """Tell what the trace holds, and empty it."""
        state = self.own.state.tolist()
        events = self.trace[1 : self.trace[0, 0] + 1].tolist()
        self.trace[0, 0] = 0
        for event in events:
            if event[0] == T.ROUND_STARTS:
                self.round = event[1]
                self._new_page(f"Round {self.round}, choosing cards")
            elif event[0] == T.TURN_STARTS:
                self._new_page(f"Round {self.round}, {self.names.fighter(event[1])}")
            elif line := tell(self.names, event, state):
                closing = f"Round {self.round}, closing"
                closes = event[0] == T.CLOSED or (event[0] == T.HURT and event[2] == S.NONE)
                if closes and self.heading != closing:
                    self._new_page(closing)
                self.lines.append(line)

    def _ring(self) -> str:
        state = self.own.state
        return ", ".join(
            self.names.sector(int(state[S.RING + 1 + k])) for k in range(int(state[S.RING]))
        )

    def _standing(self) -> str:
        """Return how everybody stands, in one line."""
        state = self.own.state
        told = []
        for block in range(len(self.names.sides) + int(self.book[B.AUTOMA])):
            own = block * S.BLOCK_SIZE
            sector = int(state[own + S.SECTOR])
            if state[own + S.OUT]:
                where = "out"
            else:
                where = self.names.sector(sector) if sector != S.NONE else "on the ship"
            health, energy = int(state[own + S.HEALTH]), int(state[own + S.ENERGY])
            told.append(f"{self.names.fighter(block)} {where} {health}h {energy}e")
        return " | ".join(told)

    def _new_page(self, heading: str) -> None:
        """End a step with how things stand, and begin another."""
        if self.lines:
            self.lines.append(self._standing())
            picture = self.artist.draw(self.own.state, self.heading)
            self.steps.append(Step(self.heading, tuple(self.lines), picture))
        self.heading = heading
        self.lines = []

    def _finish(self) -> None:
        state = self.own.state
        teams = self.book[B.TEAM_OF : B.TEAM_OF + len(self.names.sides)].tolist()
        if self.lineup.mode != ROYALE:
            shown = [
                f"{self.names.fighter(seat)} {int(points(state, self.book, teams[seat]))}"
                for seat in range(len(teams))
            ]
            self.lines.append(f"Victory points: {', '.join(shown)}.")
        self._new_page("The end")
        won = int(state[S.WINNERS])
        winners = [self.names.fighter(seat) for seat, team in enumerate(teams) if won >> team & 1]
        ending = ENDINGS[int(state[S.ENDING])]
        text = f"{' and '.join(winners)} won: {ending}." if winners else f"Nobody won: {ending}."
        if state[S.ENDING] == S.AUTOMA_WON:
            text = "The Automa won."
        self.steps.append(Step("The end", (text,)))
