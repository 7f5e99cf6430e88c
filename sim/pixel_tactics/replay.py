"""Telling one game turn by turn, with both units after every turn."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.actions import NOTHING
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.board import at
from kernels.pixel_tactics.setup import set_up
from sim.game import Batch, GameData, Step
from sim.pixel_tactics.engine import Room, engine, room
from sim.pixel_tactics.figures import PixelData
from sim.pixel_tactics.picture import Artist
from sim.pixel_tactics.tables import Ints
from sim.pixel_tactics.words import WAVE_NAMES, Teller

_ENDS = {
    S.LEADER_FELL: "{} wins: the other leader has fallen.",
    S.MORE_HEROES: "{} wins: both leaders have fallen, but more of its heroes stand.",
    S.SERIES_LIMIT: "{} wins by trophies: the series was cut short.",
}


def _seat_names(names: list[str]) -> list[str]:
    """Return how the seats are called: by their leaders, numbered where both are the same."""
    return names if names[0] != names[1] else [f"{name} {k + 1}" for k, name in enumerate(names)]


class Story:
    """A game being told from the actions that were taken in it."""

    def __init__(self, data: PixelData, book: Ints, names: list[str]) -> None:
        self.teller = Teller(data.figures, names)
        self.artist = Artist(data.figures, book, names)
        self.names = names
        self.steps: list[Step] = []
        self.heading = "Setup"
        self.lines = [f"{names[0]} meets {names[1]}; {names[0]} begins."]

    def turn_page(self, heading: str, board: Ints | None) -> None:
        """Close the step that is being told, with the board after it, and begin another."""
        if self.lines:
            picture = None if board is None else self.artist.draw(board, self.heading)
            self.steps.append(Step(self.heading, tuple(self.lines), picture))
        self.heading, self.lines = heading, []

    def tell(self, trace: Ints, board: Ints, evening: Ints) -> None:
        """Tell what an action led to: to a board, by way of another when the wave was over."""
        for event, a, b, c, d, _ in trace[1 : int(trace[0, 0]) + 1].tolist():
            if event == T.TURN_STARTS:
                self.turn_page(f"Round {b}, {WAVE_NAMES[c]} wave: {self.names[a]}", board)
                self.lines.append(f"{self.names[a]} has {d} action{'' if d == 1 else 's'}")
            elif event == T.WAVE_ENDS:
                self.turn_page(f"Round {a}, {WAVE_NAMES[b]} wave: casualties", evening)
            elif event == T.GAME_STARTS:
                # of a later game: the cards of the one before are gone from the table
                self.turn_page(f"Game {a}", board if a == 1 else None)
            elif line := self.teller.line(event, a, b, c, d):
                self.lines.append(line)


def _evening(before: Room, book: Ints, action: int) -> Ints:
    """Return the board after an action that ends a wave, as it is before the casualties.

    The engine goes on to the next decision. So the action is done as if this were the first turn of
    the wave: the other player's, who has to decide, follows then.
    """
    state = before.state
    if state[S.RESUME] in (S.TO_ACT, S.TO_NEXT_TURN):
        state[S.SECOND_TURN] = 0
        state[at(1 - int(state[S.ACTIVE])) + S.SLOWED] = 0
        apply(state, book, before.streams, T.new(), action)
    return state


def replay(data: GameData, batch: Batch) -> list[Step]:
    """Play the single game of a batch again and tell it.

    The actions are read from the record of the game and done once more, one by one; chance has
    streams of its own, so that the same happens.
    """
    assert isinstance(data, PixelData)
    made, told = T.new(1 << 16), T.new()
    motor = engine(data)
    result = motor.play(batch, made)
    lineup = batch.lineups[int(batch.lineup[0])]
    seated = batch.seat_player[0]
    sides = [lineup.sides[int(player)] for player in seated]
    names = _seat_names([data.figures.leaders[side].name for side in sides])
    story = Story(data, motor.book, names)
    mine = room()
    rng.start(mine.streams, batch.seed, int(batch.set_index[0]))
    leaders = np.array([motor.leaders.index(side) for side in sides])
    set_up(mine.state, motor.book, mine.streams, leaders, np.array(seated, np.int64), 0)
    rows = made[1 : int(made[0, 0]) + 1]
    actions = [NOTHING, *rows[rows[:, 0] == T.ACTED][:, 2].tolist()]
    for action in actions:
        told[0, 0] = 0
        before = mine._replace(state=mine.state.copy(), streams=mine.streams.copy())
        apply(mine.state, motor.book, mine.streams, told, action)
        waves = told[1 : int(told[0, 0]) + 1, 0] == T.WAVE_ENDS
        evening = _evening(before, motor.book, action) if waves.any() else mine.state
        story.tell(told, mine.state, evening)
    scores = result["score"][0]
    if scores[0] == scores[1]:
        story.lines.append("A draw.")
    else:
        text = _ENDS.get(int(result["ending"][0]), "{} wins.")
        story.lines.append(text.format(names[int(scores[1] > scores[0])]))
    story.turn_page("", mine.state)
    return story.steps
