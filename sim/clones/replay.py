"""Playing one game again, decision by decision, and telling it."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.apply import apply
from kernels.clones.dice import at
from kernels.clones.setup import set_up
from kernels.clones.turn import advance
from sim.clones.engine import engine, room
from sim.clones.figures import ClonesData
from sim.clones.picture import Artist
from sim.clones.seating import COMPETITIVE, DUO
from sim.clones.tables import Ints
from sim.clones.tale import FIGHTING, NOWHERE, Tale
from sim.clones.words import Names, by_value, counted, faces
from sim.deeds import Deeds
from sim.game import Batch, GameData, Lineup, Step


def replay(data: GameData, batch: Batch) -> list[Step]:
    """Return the single game of a batch, one step per turn."""
    assert isinstance(data, ClonesData)
    return _Replay(data, batch).steps


class _Replay:
    """One game as it is played again, and the steps told so far."""

    def __init__(self, data: ClonesData, batch: Batch) -> None:
        mine = engine(data)
        self.lineup = batch.lineups[int(batch.lineup[0])]
        players = np.ascontiguousarray(batch.seat_player[0])
        sides = [self.lineup.sides[p] for p in players]
        tables = mine.tables(self.lineup.mode, len(sides))
        self.book = tables.books[tables.maps.index(self.lineup.map)]
        self.names = Names(data.figures, tables, self.book, self.lineup.map, sides)
        self.tale = Tale(self.names)
        self.artist = Artist(data.figures, tables, self.book, self.lineup.map, self.names)
        self.steps: list[Step] = []
        self.heading = "Setting up"
        self.turn_of = S.NONE
        self.own = room()
        self.trace = T.new()
        rng.start(self.own.streams, batch.seed, int(batch.set_index[0]))
        characters = np.array([tables.characters.index(side) for side in sides], np.int64)
        set_up(self.own.state, self.book, self.own.streams, characters)
        self.shown_fame = self._fame()
        self.tale.lines += _opening(self.names, self.lineup, self.own.state)
        guessed, figures = data.provenance["reconstructed"], sum(data.provenance.values())
        if guessed:
            self.tale.lines.append(f"Of {figures} figures of the game {guessed} are reconstructed.")
        self._play(Deeds(lambda record: mine.play(batch, record), T.new, T.ACTED), players)

    def _play(self, deeds: Deeds, players: Ints) -> None:
        own, book = self.own, self.book
        before = own.state.copy()
        advance(own.state, book, own.streams, self.trace)
        self._hear(before)
        while own.state[S.STAGE] != S.OVER:
            before = own.state.copy()
            deed = deeds.next()
            apply(own.state, book, own.streams, players, own.fight, self.trace, deed)
            deeds.done(self.trace)
            self._hear(before)
        self._close()

    def _hear(self, before: Ints) -> None:
        """Tell what the trace holds, and empty it."""
        old, new, fight = (part.tolist() for part in (before, self.own.state, self.own.fight))
        self.tale.look(old)
        events = self.trace[1 : self.trace[0, 0] + 1].tolist()
        self.trace[0, 0] = 0
        for event in events:
            if event[0] == T.TURN_STARTS:
                self._close()
                self.turn_of = event[1]
                rounds = (event[2] - 1) // int(self.book[B.PLAYERS]) + 1
                self.heading = f"Turn {event[2]} (round {rounds}), {self.names.seat(event[1])}"
                continue
            if event[0] not in FIGHTING:
                self.tale.end_fight()
            self.tale.hear(old, new, fight, event)
        self.tale.end_fight()

    def _close(self) -> None:
        """End a step with how things stand."""
        self.tale.flush()
        if self.turn_of != S.NONE:
            lines, end = self.tale.lines, self.tale.ended_at
            lines.insert(len(lines) if end == NOWHERE else end, self._standing(self.turn_of))
        fame = self._fame()
        if fame != self.shown_fame or self.tale.winner:
            self.tale.lines.append(f"Fame: {fame}.")
            self.shown_fame = fame
        if self.tale.winner:
            self.tale.lines.append(self.tale.winner)
        picture = self.artist.draw(self.own.state, self.heading)
        self.steps.append(Step(self.heading, tuple(self.tale.turn_page()), picture))

    def _standing(self, seat: int) -> str:
        """Return how the turn left the dice of the seat whose it was."""
        state = self.own.state.tolist()
        block = at(seat)
        who = self.names.seat(seat)
        if state[block + S.CELL] == S.NONE:
            return f"{who} is off the map, all dice in the reserve."
        line = by_value(state, block + S.LINE) + by_value(state, block + S.ASSIGNED)
        cells = f"{state[block + S.DAMAGED]} of {self.book[B.DAMAGE_CELLS]} cells full"
        where = self.names.tile(state[block + S.CELL])
        reserve = f"{state[block + S.RESERVE]} in reserve"
        return f"{who} ends on {where}: line {faces(line)}, {reserve}, {cells}."

    def _fame(self) -> str:
        fame = self.own.state[S.TEAM_FAME : S.TEAM_FAME + int(self.book[B.TEAM_COUNT])]
        return ", ".join(f"{self.names.team(team)} {value}" for team, value in enumerate(fame))


def _opening(names: Names, lineup: Lineup, state: Ints) -> list[str]:
    """Return the lines before the first cards: the table, the track, how to read."""
    book = names.book
    if lineup.mode == COMPETITIVE:
        table = f"Each alone, in this order: {', '.join(names.seats)}."
    else:
        sides = " against ".join(names.team(team) for team in range(int(book[B.TEAM_COUNT])))
        hands = ", one player for each team" if lineup.mode == DUO else ""
        table = f"Teams: {sides}{hands}. Order: {', '.join(names.seats)}."
    tiles = counted(int(book[B.LAND]).bit_count(), "tile")
    start = int(book[B.START_FAME])
    plug = f" Everybody begins with {start} fame." if start else ""
    events = counted(int(state[S.EVENTS]), "event card")
    return [
        f"The map is {names.map}, {tiles}. {table}",
        f"{int(book[B.SUPERSTAR])} fame win at once.{plug} The deck has {events}.",
        "In brackets: the dice that an action puts on slots.",
    ]
