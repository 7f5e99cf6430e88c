"""What may stand in a scenario file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Cell = Annotated[list[int], Field(min_length=2, max_length=2)]
Edge = Annotated[list[Cell], Field(min_length=2, max_length=2)]
Word = Annotated[str, Field(max_length=100)]
Words = Annotated[list[Word], Field(max_length=64)]
Face = Literal[1, 2, 3, 4, 5, "skull"]
Number = Annotated[int, Field(ge=1, le=5)]
Line = Annotated[list[Number], Field(max_length=6)]
Few = Annotated[int, Field(ge=0, le=99)]
Level = Literal["1", "2", "3"]


class Table(BaseModel):
    """A table of a scenario file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Trap(Table):
    """A trap that lies on a tile."""

    kind: Word
    at: Cell


class Slots(Table):
    """How many dice lie on the slots of each action, from the left."""

    run: Few = 0
    activate: Few = 0
    loot: Few = 0
    build: Few = 0


class Tokens(Table):
    """Fame tokens on a track, by kind."""

    damage: Few | None = None
    reload: Few | None = None
    beacon: Few | None = None
    spirit: Few | None = None
    trap: Few | None = None


class Character(Table):
    """A character: where it is and what it has. Without `at` it is off the map."""

    name: Word
    at: Cell | None = None
    line: Line = []
    slots: Slots = Slots()
    damaged: Few = 0
    reserve: Few | None = None  # only to be checked: the dice that are nowhere else
    boost: bool = False
    worn: Words = []
    backpack: Words = []
    beacons: Few = 0
    hideout: Cell | None = None
    walls: list[Edge] = Field([], max_length=20)
    traps: list[Trap] = Field([], max_length=20)
    tokens: Tokens = Tokens()
    fame: Few | None = None


class Tile(Table):
    """What lies on a tile, where it is not what the map says."""

    at: Cell
    beacons: Few | None = None
    boxes_2: Few | None = None
    boxes_3: Few | None = None
    toxin: bool = False
    dome: bool = False


class Exchange(Table):
    """What changes hands between team mates: "beacon", or a card of the backpack."""

    mate: Word = Field(alias="with")
    give: Word | None = None
    take: Word | None = None


DEEDS = (
    "land",
    "wear",
    "leave",
    "discard",
    "run",
    "activate",
    "loot",
    "trap",
    "hideout",
    "wall",
    "destroy_hideout",
    "destroy_wall",
    "stop",
    "heal",
    "melee",
    "shoot",
    "use",
    "blast",
    "blast_hideout",
    "blast_wall",
    "exchange",
    "answer",
    "decline",
    "end",
)


class Deed(Table):
    """One step of a scenario."""

    land: Cell | None = None
    wear: Word | None = None
    leave: Word | None = None  # a new card stays in the backpack
    discard: Word | None = None
    run: Cell | None = None
    activate: Literal[True] | None = None
    loot: Literal["beacon", "box 2", "box 3"] | None = None
    trap: Word | None = None
    hideout: Literal[True] | None = None
    wall: Cell | None = None  # on the edge towards this tile
    destroy_hideout: Word | None = None  # whose
    destroy_wall: Cell | None = None
    stop: Literal[True] | None = None
    heal: Word | None = None
    melee: Word | None = None
    shoot: Word | None = None
    use: Word | None = None
    blast: Word | None = None
    blast_hideout: Word | None = None
    blast_wall: Edge | None = None
    exchange: Exchange | None = None
    answer: Word | None = None
    decline: Literal[True] | None = None
    end: Literal[True] | None = None
    # beside the deed
    by: Word | None = None  # who must be the one to decide
    illegal: bool = False
    rolls: list[Face] = Field([], max_length=10)
    target_rolls: list[Face] = Field([], max_length=10)
    hand: Literal["first", "second"] | None = None  # with wear
    free: bool = False  # with run: without a die for one of its Runs
    moved: Edge | None = Field(None, alias="from")  # with wall: the one that is moved
    weapon: Word | None = Field(None, alias="with")  # with shoot and blast: the card
    on: Word | None = None  # with use: whom it helps
    event: Word | None = None  # lies on top of the event deck as the turn ends

    @property
    def what(self) -> str:
        """Return the name of the deed."""
        return next(deed for deed in DEEDS if getattr(self, deed) is not None)

    @model_validator(mode="after")
    def _is_one_deed(self) -> Deed:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"a step names exactly one of {', '.join(DEEDS)}")
        return self


class ExpectCharacter(Table):
    """What must hold of a character."""

    at: Cell | None = None
    off: Literal[True] | None = None  # off the map
    line: Line | None = None
    slots: Line | None = None  # values of the dice on slots
    skulls: Few | None = None  # dice on slots that show a skull
    reserve: Few | None = None
    damaged: Few | None = None
    available: Few | None = None  # dice that can be assigned now
    boost: Literal["none", "free", "used"] | None = None
    worn: Words | None = None
    backpack: Words | None = None
    beacons: Few | None = None
    hideout: Cell | None = None
    no_hideout: Literal[True] | None = None
    walls_left: Few | None = None
    tokens: Tokens = Tokens()
    fame: Few | None = None
    reloads: Few | None = None
    protected: bool | None = None  # from toxin
    armour: Few | None = None  # in ranged combat
    traps: dict[Word, Few] = {}  # left of each kind


class ExpectTile(Table):
    """What must lie on a tile."""

    at: Cell
    beacons: Few | None = None
    boxes_2: Few | None = None
    boxes_3: Few | None = None
    toxin: bool | None = None
    dome: bool | None = None
    trap: Word | None = None  # its kind, or "none"


class ExpectWall(Table):
    """Whose wall must be on an edge."""

    between: Edge
    of: Word  # a character, "neutral" or "none"


class Side(Table):
    """One side of a fight whose dice are laid by hand."""

    line: Line = []
    rolled: list[Face] = Field([], max_length=6)
    again: list[Face] = Field([], max_length=2)  # what rerolls show
    cards: Words = []  # worn
    armour: Few = 0  # beside that of the cards
    damaged: Few = 0


class Fight(Table):
    """A fight by itself: dice, cards, nothing else."""

    kind: Literal["ranged", "melee"]
    weapon: Word | None = None
    slot: Number | None = None  # the die on the weapon; its first slot where not given
    bonus_damage: Few = 0  # without a weapon
    bonus_small: Few = 0
    piercing: bool = False
    attacker: Side = Side()
    defender: Side = Side()


class ExpectSide(Table):
    """What must be left of one side of a fight."""

    line: Line | None = None
    skulls: Few | None = None
    damage: Few | None = None
    small: Few | None = None
    damaged: Few | None = None
    reloaded: bool | None = None


class ExpectFight(Table):
    """What must be left of a fight by itself."""

    attacker: ExpectSide = ExpectSide()
    defender: ExpectSide = ExpectSide()


class Expect(Table):
    """What must hold at the end."""

    character: dict[Word, ExpectCharacter] = {}
    tile: list[ExpectTile] = []
    wall: list[ExpectWall] = []
    sees: list[Words] = []
    does_not_see: list[Words] = []
    legal: list[Deed] = []
    illegal: list[Deed] = []
    decks: dict[Level, Few] = {}
    discards: dict[Level, Few] = {}
    drawn: Words | None = None  # cards of which some must be discarded now
    events: Few | None = None
    boxes_left: dict[Literal["2", "3"], Few] = {}
    turn: Word | None = None
    number: int | None = None  # of the turn, from 1
    decides: Word | None = None
    stage: Literal["land", "equip", "discard", "wear", "act", "build", "answer", "over"] | None = (
        None
    )
    winners: Words | None = None
    ending: Literal["superstar", "most fame", "more Reload tokens", "shared"] | None = None
    fight: ExpectFight = ExpectFight()


class ScenarioFile(Table):
    """A whole scenario."""

    game: Word
    title: str = Field(min_length=1, max_length=300)
    case: Word | None = None
    rule: list[Word] = []
    mode: Literal["competitive", "team", "duo"] = "competitive"
    map: Word = "arcadia"
    rules: dict[str, Any] = {}
    figures: dict[str, Any] = {}  # any overlay
    bare: bool = False  # the map without tokens and neutral walls
    neutral_walls: list[Edge] | None = Field(None, max_length=60)
    start: Literal["actions", "turn", "game"] = "actions"
    turn: Word | None = None
    round: int = Field(2, ge=1, le=99)
    contaminated: list[Annotated[int, Field(ge=1, le=6)]] = []  # zones that were hit once
    character: list[Character] = Field([], max_length=4)
    tile: list[Tile] = Field([], max_length=37)
    decks: dict[Level, Words] = {}
    discards: dict[Level, Words] = {}
    only: bool = False  # nothing lies below the cards listed in decks
    events: Words | None = None
    fight: Fight | None = None
    do: list[Deed] = Field([], max_length=500)
    expect: Expect = Expect()

    @model_validator(mode="after")
    def _has_people_or_a_fight(self) -> ScenarioFile:
        if self.fight and (self.character or self.do):
            raise ValueError("a [fight] stands alone; a game has [[character]] and [[do]]")
        if not self.fight and not 2 <= len(self.character) <= 4:
            raise ValueError(f"a game has 2 to 4 [[character]], here {len(self.character)}")
        return self
