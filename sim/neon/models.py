"""What a designer may write about Neon: fighters, sectors, loot, cards, and all of it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field, model_validator

from sim.models import Id, Item, Model, Sourced
from sim.neon.effects import AttackFace, DefenceFace, Effect, Supply, Type
from sim.neon.policy import Policy
from sim.neon.rules import Rules
from sim.thinking import Search

FIGHTER_ROOM = 16  # the kernels have room for no more
SECTORS = 10
LOOT_ROOM = 62
DECK_ROOM = 64
UPGRADE_ROOM = 16
BOT_KINDS = 5
CARDS = 7
EFFECT_ROOM = 250
ROUNDS_ROOM = 10
MOST_SUPPLIES = 6

Dice = Annotated[list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=3, max_length=3)]
Symbols = Annotated[list[Supply], Field(min_length=1, max_length=2)]
Action = Literal["move", "search", "attack", "defence", "leadership", "gain_1", "gain_2"]
Half = Annotated[list[Action], Field(min_length=1, max_length=5)]
Effects = Annotated[list[Effect], Field(max_length=4)]
Health = Annotated[list[Annotated[int, Field(ge=1, le=3)]], Field(min_length=1, max_length=6)]
Cells = Annotated[
    list[Annotated[int, Field(ge=1, le=2)]], Field(min_length=1, max_length=ROUNDS_ROOM)
]


class Fighter(Item):
    """A fighter: his own abilities, by name."""

    abilities: dict[Id, Effect] = Field(min_length=0, max_length=4)


class Sector(Item):
    """A sector of the arena."""

    number: int = Field(ge=1, le=99)
    class_: Literal[1, 2, 3] = Field(alias="class")
    effects: Effects = Field([])


class Loot(Item):
    """A loot card: equipment, or a supply under equipment."""

    class_: Literal[1, 2, 3] = Field(alias="class")
    type: Type
    supply: Symbols
    most: int = Field(ge=0, le=MOST_SUPPLIES)
    dice: Dice = Field([0, 0, 0])
    copies: int = Field(2, ge=0, le=10)
    effects: Effects = Field([])

    @model_validator(mode="after")
    def _can_be_paid(self) -> Loot:
        for effect in self.effects:
            if effect.supply is not None and effect.supply not in self.supply:
                raise ValueError(
                    f"an effect costs {effect.supply!r}, which the card does not show; "
                    f"supply = {', '.join(self.supply)}"
                )
            if effect.energy:
                raise ValueError("effects of equipment cost supplies, not energy")
        return self


class Upgrade(Item):
    """An upgrade of the tech service."""

    copies: int = Field(1, ge=0, le=4)
    effects: Effects


class Bot(Item):
    """A kind of bot: what its token is worth as a supply."""

    copies: int = Field(ge=0, le=10)
    supply: Symbols


class Card(Item):
    """An action card: its initiative and what its two halves offer."""

    initiative: int = Field(ge=1, le=99)
    halves: list[Half] = Field(min_length=2, max_length=2)


class Automa(Model):
    """The Automa."""

    health: Health
    dice: Dice
    defence_dice: int = Field(ge=0, le=3)


class Board(Sourced):
    """What every fighter and the table have."""

    attack_die: list[AttackFace] = Field(min_length=6, max_length=6)
    defence_die: list[DefenceFace] = Field(min_length=6, max_length=6)
    health: Health
    base_weapon: Dice
    short_board: Cells
    long_board: Cells
    manoeuvres: dict[Id, Effect] = Field(max_length=6)
    automa: Automa


class Figures(Model):
    """Everything a game of Neon is played with."""

    fighters: dict[Id, Fighter] = Field(min_length=1, max_length=FIGHTER_ROOM)
    board: Board
    sectors: dict[Id, Sector] = Field(min_length=SECTORS, max_length=SECTORS)
    cards: dict[Id, Card] = Field(min_length=CARDS, max_length=CARDS)
    loot: dict[Id, Loot] = Field(min_length=1, max_length=LOOT_ROOM)
    upgrades: dict[Id, Upgrade] = Field(max_length=UPGRADE_ROOM)
    bots: dict[Id, Bot] = Field(min_length=BOT_KINDS, max_length=BOT_KINDS)
    rules: Rules = Rules()
    policies: dict[Id, Policy] = Field({})
    search: Search

    @model_validator(mode="after")
    def _decks_are_sound(self) -> Figures:
        cards: Counter[int] = Counter()
        for card in self.loot.values():
            cards[card.class_] += card.copies
        for level in (1, 2, 3):
            if not 1 <= cards[level] <= DECK_ROOM:
                raise ValueError(
                    f"loot: a class has 1 to {DECK_ROOM} cards, class {level} {cards[level]}"
                )
        if (bots := sum(bot.copies for bot in self.bots.values())) != SECTORS:
            raise ValueError(f"bots: one for each of {SECTORS} sectors, here {bots}")
        if (upgrades := sum(each.copies for each in self.upgrades.values())) > UPGRADE_ROOM:
            raise ValueError(f"upgrades: at most {UPGRADE_ROOM} cards, here {upgrades}")
        return self

    @model_validator(mode="after")
    def _effects_have_room(self) -> Figures:
        if (effects := len(self.effects())) > EFFECT_ROOM:
            raise ValueError(f"there is room for {EFFECT_ROOM} effects, here are {effects}")
        return self

    def effects(self) -> list[tuple[str, str, Effect]]:
        """Return every effect with the kind and the id of what has it, in the kernels' order."""
        found = [("manoeuvre", key, effect) for key, effect in self.board.manoeuvres.items()]
        for key, fighter in self.fighters.items():
            found += [("fighter", key, effect) for effect in fighter.abilities.values()]
        for key, sector in self.sectors.items():
            found += [("sector", key, effect) for effect in sector.effects]
        for key, card in self.loot.items():
            found += [("loot", key, effect) for effect in card.effects]
        for key, upgrade in self.upgrades.items():
            found += [("upgrade", key, effect) for effect in upgrade.effects]
        return found
