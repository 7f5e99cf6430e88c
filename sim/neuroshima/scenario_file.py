"""What may stand in a scenario file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kernels.neuroshima.state import HAND_ROOM

Cell = Annotated[list[int], Field(min_length=2, max_length=2)]
Facing = Annotated[int, Field(ge=0, le=5)]
Points = Annotated[int, Field(ge=0, le=999)]
Word = Annotated[str, Field(max_length=100)]


class Table(BaseModel):
    """A table of a scenario file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Place(Table):
    """A tile that lies on the board, or is placed."""

    army: Word
    tile: Word
    at: Cell
    facing: Facing = 0
    wounds: int = Field(0, ge=0, le=99)


class Move(Table):
    """A tile that moves or turns."""

    origin: Cell = Field(alias="from")
    to: Cell | None = None
    facing: Facing | None = None


class Turn(Table):
    """A tile that turns."""

    at: Cell
    facing: Facing


class Push(Table):
    """A push: who, whom, and where the owner of the pushed tile puts it."""

    by: Cell
    target: Cell
    to: Cell


class Conversion(Table):
    """The attack that a quartermaster changes."""

    at: Cell
    side: Facing
    type: Literal["melee", "ranged"]


DEEDS = (
    "battle",
    "move",
    "turn",
    "mobility",
    "transport",
    "push",
    "sniper",
    "grenade",
    "airstrike",
    "place",
    "redraw",
    "discard",
    "end",
)


class Deed(Table):
    """One step of a scenario."""

    battle: Literal[True] | None = None
    move: Move | None = None
    turn: Turn | None = None
    mobility: Move | None = None
    transport: Move | None = None
    push: Push | None = None
    sniper: Cell | None = None
    grenade: Cell | None = None
    airstrike: Cell | None = None
    place: Place | None = None
    redraw: Literal[True] | None = None
    discard: Word | None = None
    end: Literal[True] | None = None
    army: Word | None = None
    illegal: bool = False
    starter: Word | None = None
    explode: list[Cell] = []
    hold: list[Cell] = []
    convert: list[Conversion] = []
    decline: list[Cell] = []

    @property
    def what(self) -> str:
        """Return the name of the deed."""
        return next(deed for deed in DEEDS if getattr(self, deed) is not None)

    @model_validator(mode="after")
    def _is_one_deed(self) -> Deed:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"a step names exactly one of {', '.join(DEEDS)}")
        return self


class TurnTable(Table):
    """Where in the game the scenario begins, if the order of turns is to be followed."""

    army: Word
    number: int = Field(3, ge=1, le=999)
    hand: dict[Word, list[Word]] = {}
    pile: dict[Word, list[Word]] = {}
    tie: bool = False


class Alive(Table):
    """A tile that must be on the board."""

    at: Cell
    tile: Word | None = None
    army: Word | None = None
    wounds: int | None = None
    facing: Facing | None = None


class Values(Table):
    """The current initiative of a tile."""

    at: Cell
    values: list[int]


class Strength(Table):
    """The current strength of a tile on one side of the board."""

    at: Cell
    side: Facing
    melee: int | None = None
    ranged: int | None = None


class Removed(Table):
    """A tile that the last battle must have removed, and in which phase."""

    at: Cell
    phase: int


class Expect(Table):
    """What must hold at the end."""

    hq: dict[Word, Points] = {}
    empty: list[Cell] = []
    alive: list[Alive] = []
    tiles: int | None = None
    netted: list[Cell] | None = None
    initiative: list[Values] = []
    strength: list[Strength] = []
    removed: list[Removed] | None = None
    hand: dict[Word, list[Word]] = {}
    pile: dict[Word, int] = {}
    turn: Word | None = None
    stage: Literal["redraw", "discard", "act", "over"] | None = None
    battles: int | None = None
    winner: Word | None = None


class SolveTable(Table):
    """What a solver is asked: who plays which tiles, and to what end."""

    army: Word
    tiles: list[Word] = Field(min_length=1, max_length=HAND_ROOM)
    order: Literal["given", "any"] = "given"
    goal: Literal["destroy", "win", "most damage", "damage", "survive"] = "destroy"
    at_least: int | None = Field(None, ge=1, le=99)
    enemy: Word | None = None
    skip: bool = False
    free_moves: bool = True
    solutions: int | None = Field(None, ge=0)

    @model_validator(mode="after")
    def _says_how_much(self) -> SolveTable:
        if (self.at_least is not None) != (self.goal == "damage"):
            raise ValueError('goal = "damage" and at_least = … go together')
        return self


class ScenarioFile(Table):
    """A whole scenario."""

    game: Word
    title: str = Field(min_length=1, max_length=300)
    case: Word | None = None
    rule: list[Word] = []
    hq: dict[Word, Points] = {}
    rules: dict[str, Any] = {}
    mode: Literal["duel", "ffa", "points", "loner", "teams", "trio"] = "duel"
    teams: list[list[Word]] = Field([], max_length=6)
    place: list[Place] = Field([], max_length=60)
    do: list[Deed] = Field([], max_length=500)
    turn: TurnTable | None = None
    solve: SolveTable | None = None
    expect: Expect = Expect()

    def armies(self) -> Sequence[str]:
        """Return every army word in the order of the file; it is the order of turns."""
        words = [*self.hq, *(p.army for p in self.place)]
        words += [army for team in self.teams for army in team]
        if self.turn:
            words += [*self.turn.hand, *self.turn.pile, self.turn.army]
        for deed in self.do:
            words += [deed.army] if deed.army else []
            words += [deed.place.army] if deed.place else []
        if self.solve:
            words += [self.solve.army, *([self.solve.enemy] if self.solve.enemy else [])]
        return list(dict.fromkeys(words))
