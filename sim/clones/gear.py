"""What a designer may write about a card of equipment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from sim.models import Id, Item, Model

# the kernels have room for no more
DECK_ROOM = 64  # cards of one level
KIND_ROOM = 62
FARTHEST = 6  # no two tiles of the largest map are further apart

Face = Annotated[int, Field(ge=1, le=5)]
Pair = Annotated[list[Annotated[int, Field(ge=0, le=FARTHEST)]], Field(min_length=2, max_length=2)]


class Ranged(Model):
    """A weapon that shoots (RLD-RNG-1, RLD-EQP-2)."""

    dice: int = Field(ge=1, le=4)
    range: Pair  # nearest and farthest, in steps; 0 is the own tile
    slots: list[Face] = Field(min_length=1, max_length=3)
    arc: bool = False  # walls do not stop it (RLD-PUB-1)
    piercing: bool = False  # armour does not count (RLD-PUB-1)
    bonus_damage: int = Field(0, ge=0, le=5)  # per shooting die equal to the slot (RLD-RNG-5)
    bonus_small: int = Field(0, ge=0, le=5)
    reroll: int = Field(0, ge=0, le=2)  # shooting dice that may be rolled again

    @model_validator(mode="after")
    def _range_rises(self) -> Ranged:
        if self.range[0] > self.range[1]:
            raise ValueError(f"range = {self.range}: the nearest step comes first")
        return self


class Melee(Model):
    """What a card does to the dice its owner rolls in melee (RLD-MEL-2)."""

    lowest_to: int = Field(0, ge=0, le=5)  # the lowest rolled die becomes this; 0: no change
    one_to: int = Field(0, ge=0, le=5)  # one rolled die becomes this
    one_plus: int = Field(0, ge=0, le=4)  # one rolled die rises by this, to 5 at most
    low_up_to: int = Field(0, ge=0, le=5)  # every rolled die up to this …
    low_to: int = Field(0, ge=0, le=5)  # … becomes this
    piercing: bool = False
    excess: int = Field(1, ge=1, le=4)  # damage of each excess skull (RLD-MEL-3)

    @model_validator(mode="after")
    def _low_dice_rise(self) -> Melee:
        if bool(self.low_up_to) != bool(self.low_to) or self.low_to < self.low_up_to:
            raise ValueError("low_up_to and low_to go together, and low_to is the higher")
        return self


class Armour(Model):
    """How many opposing skulls a card takes away (RLD-PUB-1)."""

    ranged: int = Field(0, ge=0, le=5)
    melee: int = Field(0, ge=0, le=5)


class Use(Model):
    """What a special item does when it is discarded (RLD-EQP-3)."""

    boost: bool = False  # take the boost die
    heal: int = Field(0, ge=0, le=5)  # own dice that leave the damage zone
    heal_mate: bool = False  # or a team mate's on the same tile
    any_time: bool = False  # also outside the own turn
    pierces: bool = False  # the next ranged combat of this turn is piercing
    blast: int = Field(0, ge=0, le=5)  # damage to one opponent next to it; or it breaks a wall


class Card(Item):
    """One kind of equipment."""

    level: Literal[1, 2, 3]
    copies: int = Field(ge=0, le=DECK_ROOM)
    type: Literal["hand", "two_handed", "body", "head", "item"]
    ranged: Ranged | None = None
    melee: Melee | None = None
    armour: Armour | None = None
    item: Use | None = None
    reroll_when_attacked: int = Field(0, ge=0, le=2)
    shooting_dice: int = Field(0, ge=0, le=3)  # more dice with any weapon that shoots
    range_bonus: int = Field(0, ge=0, le=FARTHEST)
    hidden_from: int = Field(0, ge=0, le=FARTHEST)  # no target from this distance on; 0: always one
    toxin_proof: bool = False
    boost_each_turn: bool = False
    heal_each_turn: int = Field(0, ge=0, le=5)
    build_slots: list[Face] = Field([], max_length=2)
    instead_of: Id | None = None  # the card whose place in the deck it takes, before shuffling

    @model_validator(mode="after")
    def _worn_or_used(self) -> Card:
        fields = type(self).model_fields
        works = {key for key in fields if getattr(self, key) != fields[key].get_default()}
        worn = works - {"name", "aliases", "source", "level", "copies", "type", "instead_of"}
        if self.type == "item" and worn - {"item"}:
            raise ValueError(f"an item is used, not worn, so it has no {min(worn - {'item'})}")
        if self.type != "item" and self.item:
            raise ValueError("only cards of type 'item' have a table item")
        if self.melee and self.type not in ("hand", "two_handed"):
            raise ValueError("only cards held in a hand have a table melee")
        if self.ranged and self.build_slots:
            raise ValueError("a card has shooting slots or build_slots, not both")
        return self
