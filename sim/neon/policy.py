"""What a designer may write about a player: how it values things."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sim.models import Model

Weight = Annotated[int, Field(ge=-100_000, le=100_000)]


class Policy(Model):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    about: str = ""
    point: Weight
    wound: Weight
    defeat: Weight
    drift: Weight
    spend: Weight
    own_card: Weight
    spend_bot: Weight
    energy: Weight
    health: Weight
    last_health: Weight
    field: Weight
    early: Weight
    lead: Weight
    lead_at_end: Weight
    closing: Weight
    near: Weight
    search_1: Weight
    search_2: Weight
    search_3: Weight
    late_search: Weight
    stay: Weight
    prey: Weight
    safe: Weight
    charge: Weight
    die_0: Weight
    die_1: Weight
    die_2: Weight
    effect: Weight
    guard: Weight
    cancel: Weight
    supply: Weight
    first_supply: Weight
    up_dice: Weight
    up_change: Weight
    up_defence: Weight
    up_cancel: Weight
    up_gain: Weight
    up_see: Weight
    up_reach: Weight
    token: Weight
    own_smoke: Weight
    ambush: Weight
    ambush_left: Weight
    drain: Weight
    ally: Weight
    focus: Weight
    ally_lead: Weight
    ally_bots: Weight
    ally_token: Weight
    automa: Weight
    armoured: Weight
    danger: Weight
    cover: Weight
    late_energy: Weight
    early_near: Weight
    keep_move: Weight
    spare: Weight
    early_search: Weight
    step: Weight
    second_attack: Weight
    second_search: Weight
