"""What a designer may write about a player: how it values things."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sim.models import Model

Weight = Annotated[int, Field(ge=-100_000, le=100_000)]


class Policy(Model):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    about: str = ""
    gain_to_act: Weight
    pull: Weight
    decay: int = Field(ge=0, le=100)
    beacon: Weight
    box_2: Weight
    box_3: Weight
    upload: Weight
    search: Weight
    care: Weight
    prey: Weight
    aim: Weight
    shelter: Weight
    toxin: Weight
    take_beacon: Weight
    take_box_2: Weight
    take_box_3: Weight
    late_beacon: Weight
    wound: Weight
    fame: Weight
    reload: Weight
    own_wound: Weight
    last_action: Weight
    heal_1: Weight
    heal_2: Weight
    heal_3: Weight
    heal_mate: Weight
    free_run: Weight
    boost: Weight
    pierce: Weight
    trap: Weight
    hideout: Weight
    wall: Weight
    tear: Weight
    exchange_beacon: Weight
    answer: Weight
    answer_from: Weight
    line_1: Weight
    line_2: Weight
    line_3: Weight
    line_4: Weight
    line_5: Weight
    near: int = Field(ge=0, le=12)
    shooting_die: Weight
    range: Weight
    slot: Weight
    second_slot: Weight
    bonus_damage: Weight
    bonus_small: Weight
    arc: Weight
    pierces: Weight
    reroll: Weight
    melee: Weight
    excess: Weight
    armour_ranged: Weight
    armour_melee: Weight
    hidden: Weight
    toxin_proof: Weight
    each_turn: Weight
    build_slot: Weight
    item_boost: Weight
    item_heal: Weight
    item_pierce: Weight
    item_blast: Weight
