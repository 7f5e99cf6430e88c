"""What a designer may write about the rules: the switches."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from sim.models import Source, Sourced


def _switch(default: Any, source: Source, about: str, **limits: Any) -> Any:
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


class Rules(Sourced):
    """The rule switches."""

    automa: bool = _switch(
        False, "rulebook", "the Automa fights too; with two players always (NEON-AUT-1)"
    )
    board: Literal["fitting", "short", "long"] = _switch(
        "fitting", "rulebook", "side of the round board; fitting: by the fighters (NEON-SET-6)"
    )
    # energy
    energy: int = _switch(3, "rulebook", "energy at the start (NEON-SET-11)", ge=0, le=6)
    most_energy: int = _switch(6, "rulebook", "energy at most (NEON-ENR-1)", ge=3, le=9)
    defence_energy: int = _switch(
        2, "rulebook", "energy of the Defence action (NEON-GRD-2)", ge=0, le=6
    )
    leader_energy: int = _switch(
        1, "rulebook", "energy of the Leadership action (NEON-ALT-2)", ge=0, le=6
    )
    # attacks
    most_attack_dice: int = _switch(5, "rulebook", "attack dice at most (NEON-ATT-4)", ge=1, le=5)
    base_defence: int = _switch(
        1, "rulebook", "defence dice without effects (NEON-DEF-1)", ge=0, le=3
    )
    most_defence_dice: int = _switch(3, "rulebook", "defence dice at most (NEON-DEF-1)", ge=1, le=3)
    bot_dice: int = _switch(1, "rulebook", "defence dice of a bot (NEON-BOT-1)", ge=0, le=3)
    spoils: int = _switch(
        2, "rulebook", "equipment taken from a defeated fighter at most (NEON-KO-2)", ge=0, le=6
    )
    # search
    green_seen: int = _switch(3, "rulebook", "green cards seen (NEON-SRC-2)", ge=1, le=4)
    orange_seen: int = _switch(2, "rulebook", "orange cards seen (NEON-SRC-2)", ge=1, le=4)
    purple_seen: int = _switch(1, "rulebook", "purple cards seen (NEON-SRC-2)", ge=1, le=3)
    purple_green: int = _switch(
        1, "rulebook", "green cards seen in a purple sector (NEON-SRC-2)", ge=0, le=3
    )
    kept: int = _switch(2, "rulebook", "cards kept of a search (NEON-SRC-2)", ge=1, le=4)
    tech_cards: int = _switch(
        1, "rulebook", "loot of each class in tech service (NEON-RES-M1)", ge=0, le=2
    )
    upgrades_seen: int = _switch(
        2, "rulebook", "upgrades to choose from in tech service (NEON-RES-M1)", ge=0, le=4
    )
    # points
    bot_points: int = _switch(1, "rulebook", "points of a bot (NEON-BOT-3)", ge=0, le=9)
    pair_points: int = _switch(
        1, "rulebook", "more points of a pair of bots (NEON-BOT-3)", ge=0, le=9
    )
    leader_points: int = _switch(
        1, "rulebook", "points of the leader token (NEON-RES-M2)", ge=0, le=9
    )
    royale_rounds: int = _switch(
        40, "reconstructed", "rounds after which a Battle Royale is drawn (NEON-REC-5)", ge=8, le=60
    )

    @model_validator(mode="after")
    def _fit_together(self) -> Rules:
        if self.energy > self.most_energy:
            raise ValueError(
                f"energy = {self.energy} is more than most_energy = {self.most_energy}"
            )
        return self
