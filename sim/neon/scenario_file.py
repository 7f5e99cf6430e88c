"""What may stand in a scenario file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Word = Annotated[str, Field(max_length=60)]
Words = Annotated[list[Word], Field(max_length=64)]
Few = Annotated[int, Field(ge=0, le=99)]
Faces = Annotated[
    list[Literal["crit", "hit", "cond", "miss", "block", "guard", "spark", "fail"]],
    Field(min_length=1, max_length=5),
]


class Table(BaseModel):
    """A table of a scenario file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Fighter(Table):
    """A fighter: where he is and what he has. Without `at` he is on the drop ship."""

    name: Word
    at: Word | None = None
    energy: Few = 3
    health: Few | None = None
    side: Literal["A", "B"] | None = None
    out: bool = False
    fields: Annotated[int, Field(ge=0, le=2)] = 0
    token: Word | None = None  # sector of the special token
    equipment: Words = []
    supplies: dict[Word, Words] = {}  # under which card
    bots: Words = []
    flipped: Words = []
    trophies: list[Annotated[int, Field(ge=1, le=3)]] = Field([], max_length=60)
    upgrade: Word | None = None
    row: list[Word] | None = Field(None, min_length=3, max_length=3)
    initiative: Few | None = None  # where the fighter has not acted yet
    hand: list[Few] | None = Field(None, min_length=3, max_length=3)  # action cards by initiative


class Automa(Table):
    """The Automa."""

    at: Word | None = None
    health: Few | None = None
    trophies: list[Annotated[int, Field(ge=1, le=3)]] = []
    out: bool = False


DEEDS = (
    "plan",
    "land",
    "move",
    "search",
    "attack",
    "gain",
    "lead",
    "token",
    "skip",
    "discard",
    "lay",
    "shed",
    "take",
    "choose",
    "use",
    "pass",
    "flee",
    "accept",
    "decline",
    "idle",
    "close",
    "go_on",
)


class Deed(Table):
    """One step of a scenario."""

    plan: list[Few] | None = Field(None, min_length=2, max_length=2)  # upper, lower card
    land: Word | None = None
    move: Word | None = None
    search: Literal[True] | None = None
    attack: Word | None = None  # a fighter, "bot" or "all", with `in`
    gain: Few | None = None
    lead: Literal[True] | None = None
    token: Word | None = None
    skip: Literal[True] | None = None
    discard: Word | None = None
    lay: Word | None = None
    shed: Word | None = None
    take: Word | None = None
    choose: Word | None = None
    use: Word | None = None
    pass_: Literal[True] | None = Field(None, alias="pass")
    flee: Word | None = None
    accept: Literal[True] | None = None
    decline: Literal[True] | None = None
    idle: Literal[True] | None = None  # nobody does anything for the rest of the round
    close: Literal[True] | None = None  # the actions of the round are over
    go_on: Literal[True] | None = None  # go on to the next decision, when nobody decides yet
    # beside the deed
    who: Word | None = None  # who must be the one to decide
    illegal: bool = False
    rolls: list[Faces] = Field([], max_length=12)  # in the order in which they are rolled
    half: Annotated[int, Field(ge=0, le=1)] | None = None
    side: Literal["left", "right"] | None = None
    turned: bool | None = None
    by: Word | None = None  # with move: the effect that allows it
    in_: Word | None = Field(None, alias="in")
    weapon: Word | None = None
    pay: Word | None = None
    how: Literal["free", "cover", "under", "away"] | None = None
    card: Word | None = None
    do: Word | None = None
    owner: Word | None = None
    dice: Words | None = None
    on: Word | None = None
    to: Word | None = None

    @property
    def what(self) -> str:
        """Return the name of the deed."""
        return next(deed for deed in DEEDS if getattr(self, _field(deed)) is not None)

    def words(self) -> dict[str, Any]:
        """Return what the step says of its action."""
        beside = ("half", "side", "turned", "by", "in", "weapon", "pay", "how", "card", "do")
        keys = (self.what, *beside, "owner", "dice", "on", "to")
        found = {key: getattr(self, _field(key)) for key in keys}
        return {key: value for key, value in found.items() if value is not None}

    @model_validator(mode="after")
    def _is_one_deed(self) -> Deed:
        if sum(getattr(self, _field(deed)) is not None for deed in DEEDS) != 1:
            raise ValueError(f"a step names exactly one of {', '.join(DEEDS)}")
        return self


def _field(key: str) -> str:
    return {"pass": "pass_", "in": "in_"}.get(key, key)


class ExpectFighter(Table):
    """What must hold of a fighter."""

    at: Word | None = None
    on_ship: bool | None = None
    out: bool | None = None
    side: Literal["A", "B"] | None = None
    energy: Few | None = None
    health: Few | None = None
    fields: Few | None = None
    token: Word | None = None
    token_back: bool | None = None
    trophies: list[int] | None = None
    points: Few | None = None
    equipment: Words | None = None
    supplies: dict[Word, Words] | None = None
    bots: Words | None = None
    flipped: Words | None = None
    upgrade: Word | None = None
    cards: list[Few] | None = Field(None, min_length=3, max_length=3)  # hand, deck, discard


class Expect(Table):
    """What must hold at the end."""

    fighters: dict[Word, ExpectFighter] = {}
    decides: Word | None = None
    stage: Word | None = None
    order: Words | None = None  # who still acts in this round
    leader: Word | None = None
    ring: Words | None = None
    searched: dict[Word, Few] | None = None
    bot_at: dict[Word, Word] | None = None
    no_bot: Words | None = None
    discarded: Words | None = None  # loot on the discard piles
    round: Few | None = None
    winners: Words | None = None
    ending: Word | None = None
    best: Word | None = None  # the most points, in the game or not
    rolled: list[Few] | None = Field(None, min_length=2, max_length=2)  # AD, DD of the attack
    options: dict[str, Any] | None = None  # a legal action now
    no_option: dict[str, Any] | None = None
    rows: Few | None = None  # action rows to choose from


class ScenarioFile(Table):
    """A scenario file."""

    game: Literal["neon"]
    title: Word | Annotated[str, Field(max_length=200)]
    rule: Words = []
    case: Word | None = None
    note: str = ""
    mode: Literal["resurrection", "royale", "coalition", "trios"] = "resurrection"
    rules: dict[str, Any] = {}
    figures: dict[str, Any] = {}
    fighter: list[Fighter] = Field(min_length=2, max_length=6)
    automa: Automa | None = None
    ring: Words | None = None
    closing: Words = []  # scoreboard tokens from the top
    searched: dict[Word, Few] = {}
    bot: dict[Word, Word] = {}
    loot: Words = []  # on top of the decks, the first of a class on top
    upgrades: Words = []  # on top of the deck
    round: Annotated[int, Field(ge=1, le=60)] = 1
    leader: Word | None = None
    turn: Word | None = None  # whose turn it is; without it rows are chosen first
    do: list[Deed] = []
    expect: Expect = Expect()
