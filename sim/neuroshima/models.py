"""What a designer may write about an army, a tile, the rules: the models of the data files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.thinking import Search

PILE_ROOM = 64  # what a pile may hold; the kernels have room for no more
HIGHEST_VALUE = 9

Source = Literal["rulebook", "public", "reconstructed"]
Side = Annotated[int, Field(ge=0, le=5)]
Sides = Annotated[list[Side], Field(max_length=6)]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Model(BaseModel):
    """A table of a data file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Attack(Model):
    """One attack symbol: the side it points to, its type and its strength."""

    side: Side
    type: Literal["melee", "ranged", "gauss"]
    strength: int = Field(ge=1, le=9)


class Effects(Model):
    """What a module or HQ gives to the tiles it is connected to."""

    initiative: int = Field(0, ge=-3, le=3)
    melee: int = Field(0, ge=-3, le=3)
    ranged: int = Field(0, ge=-3, le=3)
    extra_attack: int = Field(0, ge=0, le=3)
    medic: bool = False
    transport: bool = False
    quartermaster: bool = False
    scoper: bool = False
    recon: bool = False


class Tile(Model):
    """One kind of tile of an army."""

    name: str = Field(min_length=1, max_length=60)
    aliases: list[str] = []
    kind: Literal["hq", "unit", "module", "instant", "blank"]
    count: int = Field(ge=0, le=PILE_ROOM)
    action: Literal["battle", "move", "push", "sniper", "grenade", "airstrike"] | None = None
    initiative: list[Annotated[int, Field(ge=0, le=HIGHEST_VALUE)]] = []
    attacks: list[Attack] = Field([], max_length=18)
    armour: Sides = []
    net: Sides = []
    toughness: int = Field(0, ge=0, le=20)
    mobility: bool = False
    explodes: bool = False
    links: Sides = []
    serves: Literal["friends", "enemies"] = "friends"
    effects: Effects = Effects()
    instead_of: Id | None = None  # the tile whose place in the pile it takes, before shuffling
    source: dict[str, Source] = {}

    @model_validator(mode="after")
    def _is_sound(self) -> Tile:
        if (self.kind == "instant") != (self.action is not None):
            raise ValueError("an instant has an action, and only an instant")
        if self.kind == "hq" and self.count != 1:
            raise ValueError("an army has exactly one HQ: count must be 1")
        symbols = [(a.side, a.type) for a in self.attacks]
        if len(set(symbols)) < len(symbols):
            raise ValueError("two attacks of one type on one side; raise the strength instead")
        idle = {"name", "aliases", "kind", "count", "instead_of", "source"}
        fields = type(self).model_fields
        works = [key for key in fields if getattr(self, key) != fields[key].get_default()]
        if self.kind == "blank" and set(works) - idle:
            raise ValueError("a blank does nothing: it has a name and a count only")
        unknown = sorted(set(self.source) - set(type(self).model_fields))
        if unknown:
            raise ValueError(f"source names what a tile does not have: {', '.join(unknown)}")
        return self


class Army(Model):
    """An army: its name and its tiles by id."""

    name: str = Field(min_length=1, max_length=60)
    aliases: list[str] = []
    hurts_allies: bool = False  # attacks, nets and pushes among allies (NSH-ALY-6 to ALY-8)
    tiles: dict[Id, Tile] = Field(max_length=60)

    @model_validator(mode="after")
    def _has_an_hq_and_a_pile(self) -> Army:
        if sum(tile.kind == "hq" for tile in self.tiles.values()) != 1:
            raise ValueError("an army has exactly one tile of kind 'hq'")
        for tile in self.tiles.values():
            other = self.tiles.get(tile.instead_of or "")
            if tile.instead_of and (other is None or other.kind == "hq" or other.instead_of):
                raise ValueError(f"instead_of = {tile.instead_of!r} names no tile of the pile")
        pile = sum(tile.count for tile in self.tiles.values()) - 1
        if not 1 <= pile <= PILE_ROOM:
            raise ValueError(f"a pile holds 1 to {PILE_ROOM} tiles besides the HQ, this one {pile}")
        return self


def _switch(default: Any, source: Source, about: str, **limits: Any) -> Any:
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


class Rules(Model):
    """The rule switches."""

    hq_points: int = _switch(
        20, "rulebook", "points of each HQ outside teams (NSH-SET-2, NSH-OVT-1)", ge=1, le=99
    )
    team_hq_points: int = _switch(
        15, "rulebook", "points of each HQ in teams of two (NSH-TEA-1, NSH-DEC-64)", ge=1, le=99
    )
    pair_hq_points: int = _switch(
        13, "rulebook", "points of each HQ of two against one (NSH-OVT-1, NSH-DEC-64)", ge=1, le=99
    )
    points_to_win: int = _switch(
        20, "rulebook", "points that end a game for points (NSH-PTS-3)", ge=1, le=999
    )
    board: Literal["advised", "main", "extended"] = _switch(
        "advised",
        "rulebook",
        "19 cells, or 37; advised: 37 from five players on (NSH-EXT-1)",
    )
    alternative_start: bool = _switch(
        False, "rulebook", "first player draws three and uses at most one (NSH-VAR-1)"
    )
    reinforcements: bool = _switch(
        False, "rulebook", "draw up to six, use at most two, keep the rest (NSH-VAR-2)"
    )
    extra_attack: Literal["follow", "value"] = _switch(
        "follow",
        "reconstructed",
        "extra attack follows the last attack, or is one more initiative value (NSH-DEC-12)",
    )
    fallen_hq: Literal["mode", "phase", "battle"] = _switch(
        "mode",
        "reconstructed",
        "a fallen HQ leaves at the end of the phase, or of the battle; mode: of the battle where "
        "all play against all (NSH-DEC-5)",
    )
    team_score: Literal["damage", "points"] = _switch(
        "damage",
        "reconstructed",
        "at the end the team with less damage leads, or with more points left (NSH-DEC-58)",
    )
    tie_hand: Literal["keep", "use"] = _switch(
        "keep",
        "reconstructed",
        "after a tie a player without a pile keeps, or may use, the tiles in hand (NSH-DEC-49)",
    )


Weight = Annotated[int, Field(ge=-100_000, le=100_000)]


class Policy(Model):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    about: str = ""
    look_at: int = Field(ge=1, le=64)
    plan: int = Field(0, ge=0, le=16)
    gain_to_act: Weight
    gain_to_fight: Weight
    hq_wound: Weight
    hq_destroyed: Weight
    unit: Weight
    module: Weight
    wound: Weight
    presence: Weight
    aim_hq: Weight
    aim_unit: Weight
    aim_module: Weight
    net_hq: Weight
    net_unit: Weight
    net_module: Weight
    link: Weight
    danger: Weight
    guard: Weight
    hem_in: Weight
    open: Weight
    keep_battle: Weight
    keep_instant: Weight
    hq_centre: dict[str, Weight]
    hq_inner: dict[str, Weight]
    hq_edge: dict[str, Weight]
    hq_corner: dict[str, Weight]
    hq_near: dict[str, Weight]
    rival: Weight = 30
    leader: Weight = 30


class Figures(Model):
    """Everything a game of Neuroshima is played with."""

    armies: dict[Id, Army] = Field(min_length=1, max_length=40)
    rules: Rules = Rules()
    policies: dict[Id, Policy] = {}
    search: Search
