"""Telling one game turn by turn, with both units after every wave."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.actions import NOTHING
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.setup import set_up
from sim.game import Batch, GameData, Step
from sim.pixel_tactics.engine import engine, room
from sim.pixel_tactics.figures import PixelData
from sim.pixel_tactics.picture import draw
from sim.pixel_tactics.words import WAVE_NAMES, Teller, board_lines, codes_of

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

    def __init__(self, data: PixelData, names: list[str]) -> None:
        self.teller = Teller(data.figures, names)
        self.codes = codes_of(data.figures)
        self.figures = data.figures
        self.state: np.ndarray | None = None
        self.names = names
        self.steps: list[Step] = []
        self.heading = "Setup"
        self.lines = [f"{names[0]} meets {names[1]}; {names[0]} begins."]

    def turn_page(self, heading: str) -> None:
        """Close the step that is being told and begin another."""
        if self.lines:
            picture = None
            if self.state is not None:
                picture = draw(self.state, self.figures, self.names, self.heading)
            self.steps.append(Step(self.heading, tuple(self.lines), picture))
        self.heading, self.lines = heading, []

    def tell(self, trace: np.ndarray, state: np.ndarray) -> None:
        """Tell what an action led to."""
        self.state = state
        for event, a, b, c, d, _ in trace[1 : int(trace[0, 0]) + 1].tolist():
            if event == T.TURN_STARTS:
                self.turn_page(f"Round {b}, {WAVE_NAMES[c]} wave: {self.names[a]}")
                self.lines.append(f"{self.names[a]} has {d} action{'' if d == 1 else 's'}")
            elif event == T.WAVE_ENDS:
                self.turn_page(f"Round {a}, {WAVE_NAMES[b]} wave: casualties")
            elif event == T.GAME_STARTS:
                self.turn_page(f"Game {a}")
            elif line := self.teller.line(event, a, b, c, d):
                self.lines.append(line)
        if self.heading.endswith("casualties") or any(
            trace[1 : int(trace[0, 0]) + 1, 0] == T.WAVE_ENDS
        ):
            self.lines += board_lines(state, self.codes, self.names)


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
    story = Story(data, names)
    mine = room()
    rng.start(mine.streams, batch.seed, int(batch.set_index[0]))
    leaders = np.array([motor.leaders.index(side) for side in sides])
    set_up(mine.state, motor.book, mine.streams, leaders, np.array(seated, np.int64), 0)
    rows = made[1 : int(made[0, 0]) + 1]
    actions = [NOTHING, *rows[rows[:, 0] == T.ACTED][:, 2].tolist()]
    for action in actions:
        told[0, 0] = 0
        apply(mine.state, motor.book, mine.streams, told, action)
        story.tell(told, mine.state)
    scores = result["score"][0]
    if scores[0] == scores[1]:
        story.lines.append("A draw.")
    else:
        text = _ENDS.get(int(result["ending"][0]), "{} wins.")
        story.lines.append(text.format(names[int(scores[1] > scores[0])]))
    story.turn_page("")
    return story.steps
