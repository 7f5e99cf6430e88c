"""What a designer may write about a player: how it values things."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sim.models import Model

Weight = Annotated[int, Field(ge=-100_000, le=100_000)]
Percent = Annotated[int, Field(ge=0, le=1000)]


class Policy(Model):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    about: str = ""
    win: Weight
    trophy: Weight
    their_trophy: Percent
    their_modules: Percent
    hot: Annotated[int, Field(ge=0, le=100)]
    central_hot: Weight
    tile: Percent
    near_tile: Percent
    now: Weight
    aim: Weight
    danger: Weight
    turn_away: Percent
    close: Weight
    bad_ground: Weight
    slow: Weight
    mine_in_hand: Weight
    mine_near: Weight
    mine_far: Weight
    edge_rear: Weight
    restless: Weight
    # what a tile is worth
    module: Weight
    strength: Weight
    reach: Weight
    target_heat: Weight
    pierce: Weight
    ram: Weight
    self_damage: Weight
    speed: Weight
    autocool: Weight
    area: Weight
    free_way: Weight
    sector: Weight
    shield_front: Weight
    shield_side: Weight
    shield_rear: Weight
    good_ground: Weight
    harmful_ground: Weight
