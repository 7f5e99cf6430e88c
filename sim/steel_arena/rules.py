"""The rule switches."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from sim.models import Source, Sourced


def _switch(default: Any, source: Source, about: str, **limits: Any) -> Any:
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


class Rules(Sourced):
    """What is played with, and the readings of the rules that are in doubt (SA-REC-24)."""

    arsenal: bool = _switch(
        True, "rulebook", "play with the expansion Arsenal; false: the base game (SA-REC-22)"
    )
    # the four optional rules (SA-OPT-1)
    forced: bool = _switch(False, "rulebook", "forced mode of move and turn modules (SA-FRC-1)")
    starting_equipment: bool = _switch(
        False, "rulebook", "begin with two second-generation modules more (SA-STQ-1)"
    )
    abilities: bool = _switch(False, "rulebook", "ability cards (SA-ABL-0)")
    mines: bool = _switch(False, "rulebook", "two mines for every robot (SA-MIN-1)")
    one_ability: Literal[
        "none",
        "mobility",
        "speed",
        "reflexes",
        "strength",
        "fury",
        "secret_weapon",
        "agility",
        "dexterity",
    ] = _switch("none", "rulebook", "one ability for all robots, without cards (SA-ABL-10)")
    wear: bool = _switch(
        False, "reconstructed", "hot move and turn modules can be worn out (SA-REC-11)"
    )
    field: Literal["players", "small", "medium", "large"] = _switch(
        "players", "reconstructed", "the field: by the number of players, or one of them (SA-REC-1)"
    )
    # numbers
    trophies: int = _switch(10, "public", "trophies that end the game (SA-PUB-1)", ge=1, le=50)
    reinforced_up_to: int = _switch(
        5, "public", "modules up to which a robot is reinforced (SA-PUB-1)", ge=0, le=62
    )
    most_turns: int = _switch(
        200, "reconstructed", "turns after which most trophies win (SA-REC-12)", ge=10, le=1000
    )
    ram_bonus: int = _switch(
        1, "rulebook", "damage of a ram beyond the areas passed (SA-ATK-1)", ge=0, le=5
    )
    forced_forward: int = _switch(
        1, "rulebook", "areas that a forced move module goes (SA-FRC-3)", ge=1, le=3
    )
    forced_turn: int = _switch(
        1, "rulebook", "sectors that a forced turn module turns (SA-FRC-3)", ge=1, le=3
    )
    deal_attack: int = _switch(
        2, "rulebook", "attack modules dealt as starting equipment (SA-STQ-1)", ge=0, le=4
    )
    deal_move: int = _switch(1, "rulebook", "move modules dealt (SA-STQ-1)", ge=0, le=1)
    deal_turn: int = _switch(1, "rulebook", "turn modules dealt (SA-STQ-1)", ge=0, le=1)
    keep_equipment: int = _switch(2, "rulebook", "of them kept (SA-STQ-1)", ge=0, le=2)
    # readings in doubt (SA-REC-24)
    central_heats: bool = _switch(
        True, "reconstructed", "the central module gets hot when it is used (SA-REC-3)"
    )
    autocool_clears_enemy_token: bool = _switch(
        False, "reconstructed", "AUTOCOOL removes tokens of heat effects as well (SA-REC-13)"
    )
    ram_needs_speed: bool = _switch(
        False, "reconstructed", "a ram only after a move module with SPEED (SA-REC-5)"
    )
    collision_damage: int = _switch(
        0, "reconstructed", "damage to the robot collided with (SA-REC-5)", ge=0, le=1
    )
    refill_under_robot: bool = _switch(
        False, "reconstructed", "areas under robots are refilled too (SA-INF-2)"
    )
    slow_applies_to_push: bool = _switch(
        True, "reconstructed", "Slow holds a robot that is pushed (SA-REC-15)"
    )
    mine_forbidden_on: Literal["current", "every_stop"] = _switch(
        "current", "reconstructed", "no mine where the robot is, or wherever it stopped (SA-MIN-1)"
    )

    @model_validator(mode="after")
    def _fit_together(self) -> Rules:
        options = [
            key
            for key in ("forced", "starting_equipment", "abilities", "mines")
            if getattr(self, key)
        ]
        if self.one_ability != "none":
            options.append("one_ability")
        if options and not self.arsenal:
            raise ValueError(f"{options[0]} belongs to Arsenal, but arsenal = false")
        if self.wear and self.forced:
            raise ValueError("forced mode replaces wear (SA-FRC-1): turn one of them off")
        if self.keep_equipment > sum(self.deal().values()):
            raise ValueError(
                f"keep_equipment = {self.keep_equipment} of only {sum(self.deal().values())} dealt"
            )
        return self

    def deal(self) -> dict[str, int]:
        """Return how many modules of each type are dealt as starting equipment."""
        return {"move": self.deal_move, "turn": self.deal_turn, "attack": self.deal_attack}
