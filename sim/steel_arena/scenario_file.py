"""What a scenario file of Steel Arena may say."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Area = Annotated[list[int], Field(min_length=2, max_length=2)]
Facing = Annotated[int, Field(ge=0, le=5)]
Word = Annotated[str, Field(min_length=1, max_length=100)]
Mode = Literal["printed", "forced", "fury", "worn"]
Strength = Literal["weak", "strong"]


class Table(BaseModel):
    """A table of a scenario file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RobotPlace(Table):
    """A robot on the field; modules are ids, with marks behind colons: "cannon:hot"."""

    robot: Word
    at: Area
    facing: Facing = 0
    modules: list[Word] | None = Field(None, max_length=40)
    trophies: int = Field(0, ge=0, le=99)
    central_hot: bool = False
    central_used: bool = False
    reinforced: bool | None = None
    passed: int = Field(0, ge=0, le=50)
    ability: Word | None = None
    mines: list[Strength] = []
    visited: list[Area] = []


class TilePlace(Table):
    """A tile on the field."""

    at: Area
    tile: Word


class MinePlace(Table):
    """A mine on the field."""

    at: Area
    owner: Word
    mine: Strength


class Go(Table):
    """A movement by a module, or by the central one."""

    by: Word
    areas: int = Field(ge=0, le=9)
    direction: Facing | None = None
    mode: Mode = "printed"


class TurnBy(Table):
    """A turn by a module: sectors to the right, or, with a minus, to the left."""

    by: Word
    sectors: int = Field(ge=-3, le=3)
    mode: Mode = "printed"


class AttackBy(Table):
    """An attack with a module."""

    by: Word
    distance: int = Field(0, ge=0, le=9)
    cool_first: bool = False
    mode: Mode = "printed"


class RamBy(Table):
    """A ram in a collision."""

    by: Word
    mode: Mode = "printed"


class Lay(Table):
    """A mine that is laid."""

    mine: Strength
    at: Area


class Send(Table):
    """A displacement by a mine or by Mobility."""

    direction: Facing
    areas: int = Field(ge=1, le=9)


class Place(Table):
    """Where a robot starts."""

    at: Area
    facing: Facing


DEEDS = (
    "go",
    "turn",
    "attack",
    "ram",
    "cool_all",
    "stop",
    "lay",
    "flip",
    "defend",
    "discard",
    "heat",
    "cool",
    "type",
    "send",
    "spin",
    "pull",
    "onward",
    "place",
    "equip",
    "ability",
)


class Deed(Table):
    """One step of a scenario."""

    go: Go | None = None
    turn: TurnBy | None = None
    attack: AttackBy | None = None
    ram: RamBy | None = None
    cool_all: Literal[True] | None = None
    stop: Literal[True] | None = None
    lay: Lay | None = None
    flip: Word | None = None
    defend: Word | None = None
    discard: Word | None = None
    heat: Word | None = None
    cool: Word | None = None
    type: Literal["attack", "move", "turn", "defence"] | None = None
    send: Send | None = None
    spin: Annotated[int, Field(ge=-3, le=3)] | None = None
    pull: Literal[True] | None = None
    onward: Literal[True] | None = None
    place: Place | None = None
    equip: list[Word] | None = None
    ability: Word | None = None
    robot: Word | None = None  # who must be the one to decide
    illegal: bool = False  # the rules must refuse it
    legal: bool = False  # only look whether it is allowed

    @property
    def what(self) -> str:
        """Return the name of the deed."""
        return next(deed for deed in DEEDS if getattr(self, deed) is not None)

    @model_validator(mode="after")
    def _is_one_deed(self) -> Deed:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"a step names exactly one of {', '.join(DEEDS)}")
        return self


class ExpectRobot(Table):
    """How a robot must be at the end."""

    robot: Word
    at: Area | None = None
    facing: Facing | None = None
    modules: list[Word] | None = None  # exactly these
    hot: list[Word] | None = None  # exactly these have a token
    down: list[Word] | None = None  # exactly these lie face down
    trophies: int | None = None
    central_hot: bool | None = None
    reinforced: bool | None = None
    passed: int | None = None
    mines: list[Strength] | None = None
    ability: Word | None = None  # "none" where the card is gone


class Expect(Table):
    """What must hold at the end."""

    robots: list[ExpectRobot] = []
    tiles: list[TilePlace] = []  # "empty" for no tile
    mined: list[Area] | None = None  # exactly these areas have a mine
    decides: Word | None = None
    about: Word | None = None  # what is to be decided: act, defend, discard, …
    turn: Word | None = None
    ending: Word | None = None  # "none" where the game goes on
    winner: Word | None = None


class ScenarioFile(Table):
    """A whole scenario."""

    game: Word
    title: str = Field(min_length=1, max_length=300)
    case: Word | None = None
    rule: list[Word] = []
    rules: dict[str, Any] = {}
    robots: list[RobotPlace] = Field([], max_length=4)
    field: list[TilePlace] = Field([], max_length=60)
    mines: list[MinePlace] = Field([], max_length=20)
    pile: list[Word] = Field([], max_length=100)
    turn: Word | None = None
    start: bool = False
    setup: bool = False
    deal: dict[Word, list[Word]] = {}
    do: list[Deed] = Field([], max_length=500)
    expect: Expect = Expect()
