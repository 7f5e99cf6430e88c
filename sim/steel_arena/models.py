"""What a designer may write about Steel Arena: modules, terrain, robots, fields, and all of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from sim.models import Id, Item, Model, Sourced
from sim.steel_arena.policy import Policy
from sim.steel_arena.rules import Rules
from sim.thinking import Search

# the kernels have room for no more
KIND_ROOM = 100  # kinds of modules and terrain
PILE_ROOM = 120
AREA_ROOM = 62
START_ROOM = 12
ROBOT_ROOM = 16
ABILITY_ROOM = 15

Count = Annotated[int, Field(ge=0, le=20)]
Areas = Annotated[int, Field(ge=1, le=9)]
Sectors = Annotated[int, Field(ge=1, le=3)]
Span = Annotated[list[Areas], Field(min_length=2, max_length=2)]
Turn = Annotated[list[Sectors], Field(min_length=2, max_length=2)]
Side = Annotated[int, Field(ge=0, le=5)]


def rising(what: str, span: list[int] | None) -> None:
    """Refuse a span that does not begin with the smaller number."""
    if span is not None and span[0] > span[1]:
        raise ValueError(f"{what} = {span}: the smaller number comes first")


class Movement(Model):
    """How a module moves its robot (SA-REC-5)."""

    way: Literal["forward", "shift", "jump"]
    areas: Span

    @model_validator(mode="after")
    def _rises(self) -> Movement:
        rising("areas", self.areas)
        return self


class Attack(Model):
    """How a module attacks, and what else it does (SA-ATK-1 to SA-EFF-5, SA-REC-6)."""

    pattern: Literal["melee", "front", "all_round", "flame", "shot", "burst", "lob", "ram"]
    strength: int = Field(0, ge=0, le=20)
    range: Span | None = None
    ignore_defence: bool = False
    target_heat: int = Field(0, ge=0, le=20)
    cool_target: int = Field(0, ge=0, le=20)
    push: int = Field(0, ge=0, le=9)
    pull: bool = False
    self_damage: int = Field(0, ge=0, le=20)

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Attack:
        rising("range", self.range)
        if (self.range is not None) != (self.pattern in ("lob", "flame")):
            raise ValueError(f"only a lob and a flame have a range; this is {self.pattern!r}")
        if self.pattern == "ram" and self.strength:
            raise ValueError("a ram has no strength: its damage is the areas passed (SA-ATK-1)")
        return self


class Defence(Model):
    """From which sides a module takes how much damage off (SA-REC-17)."""

    sides: list[Side] = Field(min_length=1, max_length=6)
    value: int = Field(ge=0, le=20)
    no_side: bool = False  # also against damage without a side, such as a mine's (SA-MIN-6)


class Module(Item):
    """One kind of module."""

    type: Literal["attack", "move", "turn", "defence"]
    gen: Literal[1, 2, 3]
    count: Count
    box: Literal["base", "arsenal"] = "base"
    extra: bool = False
    out_with_arsenal: bool = False
    out_with_forced: Count = 0
    speed: bool = False
    autocool: bool = False
    move: Movement | None = None
    turn: Turn | None = None
    attack: Attack | None = None
    defence: Defence | None = None

    @model_validator(mode="after")
    def _does_what_it_is(self) -> Module:
        rising("turn", self.turn)
        does = [k for k in ("attack", "move", "turn", "defence") if getattr(self, k) is not None]
        if does != [self.type]:
            raise ValueError(f"a module of type {self.type!r} has {self.type} and no other effect")
        if self.out_with_forced > self.count:
            raise ValueError(f"out_with_forced = {self.out_with_forced} of only {self.count} tiles")
        return self

    def copies(self, rules: Rules) -> int:
        """Return how many are in the stacks (SA-CHG-1, SA-FRC-5, SA-STQ-1)."""
        if self.box == "arsenal" and not rules.arsenal:
            return 0
        if self.out_with_arsenal and rules.arsenal:
            return 0
        if self.extra and not (rules.forced or rules.starting_equipment):
            return 0
        return self.count - (self.out_with_forced if rules.forced else 0)


class Terrain(Item):
    """One kind of terrain tile."""

    gen: Literal[2, 3]
    count: Count
    box: Literal["base", "arsenal"] = "base"
    when: list[Literal["enter", "stop", "start"]] = Field([])
    obstacle: bool = False
    closed: bool = False
    cover: int = Field(0, ge=0, le=20)
    slide: int = Field(0, ge=0, le=9)
    slow: int = Field(0, ge=0, le=9)
    damage: int = Field(0, ge=0, le=20)
    heat: int = Field(0, ge=0, le=20)
    cool: int = Field(0, ge=0, le=20)
    cool_all: bool = False
    boxed: bool = False
    explodes: int = Field(0, ge=0, le=20)

    @model_validator(mode="after")
    def _is_triggered(self) -> Terrain:
        if (self.damage or self.heat or self.cool or self.cool_all or self.explodes) and (
            not self.when
        ):
            raise ValueError("when is missing: enter, stop or start makes terrain work")
        if self.cool and self.cool_all:
            raise ValueError("cool and cool_all exclude each other")
        return self

    def copies(self, rules: Rules) -> int:
        """Return how many are in the stacks."""
        return self.count if rules.arsenal or self.box == "base" else 0


class Ability(Item):
    """One side of an ability card (SA-ABL-1 to SA-ABL-8)."""

    forward: Span | None = None
    turn: Turn | None = None
    turn_reinforced: Turn | None = None
    melee: int | None = Field(None, ge=0, le=20)
    shot: int | None = Field(None, ge=0, le=20)  # instead of melee
    after_damage: Literal["move", "activate"] | None = None
    fury: bool = False
    edge_turn: int = Field(0, ge=0, le=3)


class Mine(Item):
    """What the two mines of a robot do (SA-MIN-5)."""

    weak: Span
    strong: Span
    strong_type: bool = False

    @model_validator(mode="after")
    def _rises(self) -> Mine:
        rising("weak", self.weak)
        rising("strong", self.strong)
        return self


class Robot(Item):
    """A robot: its card and its mines."""

    abilities: list[Id] = Field(max_length=2)
    ability: str = "choose"
    mine: Literal["heat", "move", "turn", "damage"]


class Board(Item):
    """A field of hexes: the middle row is the longest, each row is one longer than the next."""

    players: Literal[2, 3, 4]
    rows: list[Annotated[int, Field(ge=1, le=11)]] = Field(min_length=1, max_length=9)

    @model_validator(mode="after")
    def _is_a_hexagon(self) -> Board:
        half = len(self.rows) // 2
        wanted = [max(self.rows) - abs(r - half) for r in range(len(self.rows))]
        if len(self.rows) % 2 == 0 or self.rows != wanted or sum(self.rows) > AREA_ROOM:
            raise ValueError(
                f"rows = {self.rows}: an odd number of rows, the middle one longest, each next one "
                f"shorter by 1, at most {AREA_ROOM} areas"
            )
        return self


class Central(Sourced):
    """The central module of every robot (SA-REC-3)."""

    forward: Span
    turn: Turn
    turn_reinforced: Turn
    melee: int = Field(ge=0, le=20)


class Figures(Model):
    """Everything a game of Steel Arena is played with."""

    robots: dict[Id, Robot] = Field(min_length=1, max_length=ROBOT_ROOM)
    modules: dict[Id, Module] = Field(min_length=1, max_length=KIND_ROOM)
    terrain: dict[Id, Terrain] = Field(max_length=20)
    abilities: dict[Id, Ability] = Field(max_length=ABILITY_ROOM)
    mines: dict[Id, Mine]
    fields: dict[Id, Board] = Field(min_length=1, max_length=8)
    central: Central
    rules: Rules = Rules()
    policies: dict[Id, Policy] = Field({})
    search: Search

    @property
    def open_fields(self) -> dict[str, Board]:
        """Return the fields that can be chosen: all of them, unless the rules name one."""
        wanted = self.rules.field
        return self.fields if wanted == "players" else {wanted: self.fields[wanted]}

    def field(self, players: int) -> Board:
        """Return the field that is laid for a number of players unless another is chosen."""
        wanted = self.rules.field
        if wanted != "players":
            return self.fields[wanted]
        return next(each for each in self.fields.values() if each.players == players)

    def pile(self, gen: int) -> list[str]:
        """Return the ids of all tiles in the stacks of a generation."""
        tiles: list[tuple[str, Module | Terrain]] = [*self.modules.items(), *self.terrain.items()]
        return [
            key for key, tile in tiles if tile.gen == gen for _ in range(tile.copies(self.rules))
        ]

    @model_validator(mode="after")
    def _names_are_known(self) -> Figures:
        for key in set(self.modules) & set(self.terrain):
            raise ValueError(f"modules.{key} and terrain.{key} have the same id")
        for key, robot in self.robots.items():
            for ability in robot.abilities:
                if ability not in self.abilities:
                    raise ValueError(
                        f"robots.{key}.abilities: there is no ability {ability!r}; "
                        f"known: {', '.join(sorted(self.abilities))}"
                    )
            if robot.ability not in ("choose", *robot.abilities):
                raise ValueError(
                    f"robots.{key}.ability = {robot.ability!r} is not allowed; allowed: "
                    f"{', '.join(['choose', *robot.abilities])}"
                )
            if robot.mine not in self.mines:
                raise ValueError(f"robots.{key}.mine: there is no table mines.{robot.mine}")
        if self.rules.one_ability not in ("none", *self.abilities):
            raise ValueError(f"rules.one_ability: there is no ability {self.rules.one_ability!r}")
        if self.rules.field not in ("players", *self.fields):
            raise ValueError(f"rules.field: there is no table fields.{self.rules.field}")
        return self

    @model_validator(mode="after")
    def _tiles_suffice(self) -> Figures:
        rules = self.rules
        start = sum(each.copies(rules) for each in self.modules.values() if each.gen == 1)
        if not 1 <= start <= START_ROOM:
            raise ValueError(f"modules: a robot starts with 1 to {START_ROOM}, here {start}")
        for gen in (2, 3):
            if not 1 <= len(self.pile(gen)) <= PILE_ROOM:
                raise ValueError(
                    f"generation {gen} has 1 to {PILE_ROOM} tiles, here {len(self.pile(gen))}"
                )
        for players in (2, 3, 4):
            if rules.field == "players" and not any(
                each.players == players for each in self.fields.values()
            ):
                raise ValueError(f"fields: none is for {players} players")
        kept = rules.keep_equipment * 4 if rules.starting_equipment else 0
        for key, board in self.open_fields.items():
            need = sum(board.rows) + kept
            if len(self.pile(2)) < need:
                raise ValueError(
                    f"4 players on fields.{key} need {need} tiles of generation 2, "
                    f"there are {len(self.pile(2))}"
                )
        if rules.starting_equipment:
            for kind, each in rules.deal().items():
                have = sum(
                    m.copies(rules) for m in self.modules.values() if m.gen == 2 and m.type == kind
                )
                if have < 4 * each:
                    raise ValueError(
                        f"starting equipment of 4 players needs {4 * each} modules of type "
                        f"{kind!r} in generation 2, there are {have}"
                    )
        return self
