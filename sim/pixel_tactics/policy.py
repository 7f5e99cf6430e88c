"""What a designer may write about a player: how it values things."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Weight = Annotated[int, Field(ge=-100_000, le=100_000)]


class Policy(BaseModel):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    about: str = ""
    leader_life: Weight
    leader_low: Weight
    low_from: int = Field(ge=0, le=99)
    leader_doomed: Weight
    hero: Weight
    hero_life: Weight
    hero_attack: Weight
    hero_idle: Weight
    doomed_share: int = Field(ge=0, le=100)
    lost_share: int = Field(ge=0, le=100)
    shield: Weight
    shield_intercept: Weight
    card: Weight
    card_beyond: Weight
    corpse: Weight
    corpse_useful: Weight
    action: Weight
    order_action: Weight
    slowed: Weight
    watching: Weight
    marker: Weight
    deck: Weight
    passive: Weight
    spell: Weight
    reaction: Weight
    intercept: Weight
    ranged: Weight
    bonus: Weight
    patience: Weight
    look_at: int = Field(ge=1, le=64)
    look_far: int = Field(ge=1, le=12)
    favour: dict[str, Weight] = {}
