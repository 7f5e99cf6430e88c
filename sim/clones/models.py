"""What a designer may write about Clones: Reload: characters, events, traps, and all of it."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from pydantic import Field, model_validator

from sim.clones.draws import Draw
from sim.clones.gear import DECK_ROOM, KIND_ROOM, Armour, Card, Melee, Ranged, Use
from sim.clones.ground import GROUND_ROOM, ZONES, Map, Tile
from sim.clones.policy import Policy
from sim.clones.rules import EVENT_ROOM, Board, OwnSlots, Rules, Slots
from sim.models import Id, Item, Model
from sim.thinking import Search

__all__ = [
    "Armour",
    "Board",
    "Card",
    "Character",
    "Draw",
    "Event",
    "Figures",
    "Map",
    "Melee",
    "OwnSlots",
    "Policy",
    "Ranged",
    "Rules",
    "Slots",
    "Tile",
    "Trap",
    "Use",
]

CHARACTER_ROOM = 16  # the kernels have room for no more
TRAP_ROOM = 8
MAP_ROOM = 16


class Character(Item):
    """A character: what it can do that others cannot."""

    draw_more: int = Field(0, ge=0, le=2)  # cards more whenever it draws; it keeps as many
    free_run: int = Field(0, ge=0, le=3)  # runs without a die, each turn
    armour: int = Field(0, ge=0, le=5)  # without wearing any
    armour_cap: int = Field(5, ge=0, le=10)  # with worn armour no more than this, or the worn alone
    builds_per_die: int = Field(1, ge=1, le=4)  # different Build options with one die
    slots: OwnSlots = OwnSlots()


class Trap(Item):
    """One kind of trap (RLD-REC-9)."""

    count: int = Field(ge=0, le=20)  # of each character
    damage: int = Field(0, ge=0, le=5)
    stuns: int = Field(0, ge=0, le=5)  # unassigned dice that cannot be used in this turn


class Event(Item):
    """One kind of event card (RLD-REC-8)."""

    kind: Literal["contamination", "supply_drop", "tech_aid", "dome", "gift"]
    copies: int = Field(ge=0, le=EVENT_ROOM)
    certain: int = Field(0, ge=0, le=EVENT_ROOM)  # copies that are always in the deck (RLD-SET-2)
    zone: int | None = Field(None, ge=1, le=ZONES)
    level: int | None = Field(None, ge=2, le=3)  # of the box that tech-aid brings
    draw: Draw | None = None
    whom: Literal["all", "least_fame"] = "all"

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Event:
        needs = {
            "contamination": {"zone"},
            "supply_drop": set[str](),
            "tech_aid": {"zone", "level"},
            "dome": {"zone"},
            "gift": {"draw"},
        }[self.kind]
        has = {key for key in ("zone", "level", "draw") if getattr(self, key) is not None}
        if has != needs:
            wanted = " and ".join(sorted(needs)) or "none of zone, level, draw"
            raise ValueError(f"a card of kind {self.kind!r} has {wanted}")
        if self.certain > self.copies:
            raise ValueError(f"certain = {self.certain} of only {self.copies} copies")
        return self


class Figures(Model):
    """Everything a game of Clones: Reload is played with."""

    characters: dict[Id, Character] = Field(min_length=1, max_length=CHARACTER_ROOM)
    board: Board
    equipment: dict[Id, Card] = Field(min_length=1, max_length=KIND_ROOM)
    tiles: dict[Id, Tile] = Field(min_length=1, max_length=GROUND_ROOM)
    maps: dict[Id, Map] = Field(min_length=1, max_length=MAP_ROOM)
    events: dict[Id, Event] = Field(min_length=1, max_length=EVENT_ROOM)
    traps: dict[Id, Trap] = Field(max_length=TRAP_ROOM)
    rules: Rules = Rules()
    policies: dict[Id, Policy] = Field({})
    search: Search

    @model_validator(mode="after")
    def _decks_are_sound(self) -> Figures:
        cards: Counter[int] = Counter()
        for key, card in self.equipment.items():
            cards[card.level] += card.copies
            other = self.equipment.get(card.instead_of or key)
            if card.instead_of and (other is None or other.instead_of or other.level != card.level):
                raise ValueError(
                    f"equipment.{key}.instead_of = {card.instead_of!r} names no card of its level"
                )
        for level in (1, 2, 3):
            if not 1 <= cards[level] <= DECK_ROOM:
                raise ValueError(
                    f"equipment: a level has 1 to {DECK_ROOM} cards, level {level} {cards[level]}"
                )
        events = sum(event.copies for event in self.events.values())
        if not 1 <= events <= EVENT_ROOM:
            raise ValueError(f"events: there are 1 to {EVENT_ROOM} cards, here {events}")
        return self

    @model_validator(mode="after")
    def _maps_use_tiles(self) -> Figures:
        for key, one in self.maps.items():
            for kind, cells in one.tiles.items():
                tile = self.tiles.get(kind)
                if tile is None:
                    raise ValueError(
                        f"maps.{key}.tiles: there is no tile {kind!r}; "
                        f"known: {', '.join(sorted(self.tiles))}"
                    )
                if len(cells) > tile.count:
                    raise ValueError(
                        f"maps.{key}.tiles.{kind}: {len(cells)} tiles, but the box holds "
                        f"tiles.{kind}.count = {tile.count}"
                    )
            if not any(self.tiles[kind].landing for kind in one.cells.values()):
                raise ValueError(f"maps.{key}: nobody can land; no tile has landing = true")
        return self
