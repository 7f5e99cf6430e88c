"""What a designer may write about the rules and the boards: the switches, slots, dice."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sim.clones.draws import MOST_DRAWN
from sim.clones.gear import Face
from sim.models import Model, Source, Sourced

SLOT_ROOM = 6  # slots of one action; the kernels have room for no more
EVENT_ROOM = 64

Row = Annotated[list[Face], Field(max_length=SLOT_ROOM)]


class Slots(Model):
    """The action slots of a board, from the left: the values that dice on them show."""

    run: Row
    activate: Row
    loot: Row
    build: Row
    heal: int = Field(ge=0, le=3)  # how many; the die on it shows what it rolled (RLD-HEA-1)
    melee: int = Field(ge=0, le=1)  # how many; the die on it shows a skull (RLD-MEL-6)


class OwnSlots(Model):
    """Slots in which a character's board differs from the common one."""

    run: Row | None = None
    activate: Row | None = None
    loot: Row | None = None
    build: Row | None = None
    heal: int | None = Field(None, ge=0, le=3)
    melee: int | None = Field(None, ge=0, le=1)


class Board(Sourced):
    """What is printed on every character's board, and on the dice."""

    slots: Slots
    faces: list[Literal[1, 2, 3, 4, 5, "skull"]] = Field(min_length=6, max_length=6)


def _switch(default: Any, source: Source, about: str, **limits: Any) -> Any:
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


class Rules(Sourced):
    """The rule switches."""

    # dice and damage
    dice: int = _switch(5, "rulebook", "action dice of a character (RLD-CMP-6)", ge=2, le=6)
    damage_zone: int = _switch(
        4,
        "reconstructed",
        "cells of the damage zone; full or no dice left: reload (REC-2)",
        ge=1,
        le=6,
    )
    most_shooting_dice: int = _switch(
        4, "rulebook", "shooting dice that are rolled at most (RLD-DIE-3)", ge=1, le=4
    )
    reroll_up_to: int = _switch(
        2, "reconstructed", "a die that shows more is not rolled again (RLD-REC-7)", ge=1, le=5
    )
    heal_self: int = _switch(
        1, "rulebook", "dice healed by healing oneself (RLD-HEA-1)", ge=0, le=5
    )
    heal_mate: int = _switch(
        2, "rulebook", "dice healed by healing a team mate (RLD-HEA-1)", ge=0, le=5
    )
    heal_skull: int = _switch(1, "rulebook", "more dice on a skull (RLD-HEA-1)", ge=0, le=5)
    auto_heal: int = _switch(
        1, "rulebook", "dice the others heal after a turn, each alone (RLD-EOT-1)", ge=0, le=5
    )
    auto_heal_from: int = _switch(
        2, "rulebook", "damage from which they do (RLD-EOT-1)", ge=1, le=6
    )
    # fame
    fame_damage: int = _switch(
        1, "reconstructed", "length of a Damage token (RLD-REC-3)", ge=0, le=20
    )
    fame_reload: int = _switch(
        3, "reconstructed", "length of a Reload token (RLD-REC-3)", ge=0, le=20
    )
    fame_beacon: int = _switch(2, "reconstructed", "length of a Beacon (RLD-REC-3)", ge=0, le=20)
    fame_spirit: int = _switch(
        1, "reconstructed", "length of a Team spirit token (RLD-REC-3)", ge=0, le=20
    )
    fame_trap: int = _switch(1, "reconstructed", "length of a Trap token (RLD-REC-3)", ge=0, le=20)
    track_start: int = _switch(
        4, "reconstructed", "cells of the first part of the track (RLD-REC-3)", ge=0, le=50
    )
    track_middle: int = _switch(
        6, "reconstructed", "cells of each middle part of the track (RLD-REC-3)", ge=0, le=50
    )
    track_end: int = _switch(
        6, "reconstructed", "cells of the last part of the track (RLD-REC-3)", ge=1, le=50
    )
    middles: int = _switch(2, "rulebook", "middle parts, each alone (RLD-MOD-1)", ge=0, le=8)
    team_middles: int = _switch(4, "rulebook", "middle parts, in teams (RLD-MOD-2)", ge=0, le=8)
    superstar: int = _switch(
        3, "reconstructed", "last cells of the track, which win at once (RLD-REC-3)", ge=1, le=50
    )
    shorter: bool = _switch(
        False,
        "rulebook",
        "three or four, each alone: begin with a blank plug on the track (RLD-SET-1)",
    )
    plug: int = _switch(4, "reconstructed", "length of that plug (RLD-REC-3)", ge=0, le=50)
    # walls and traps
    walls: int = _switch(
        3, "rulebook", "walls of a character; team mates share theirs (RLD-CMP-5)", ge=0, le=20
    )
    walls_per_build: int = _switch(
        2, "rulebook", "walls that one Build places or moves (RLD-BLD-1)", ge=0, le=6
    )
    traps: bool = _switch(
        True, "reconstructed", "traps can be built; the parts list lacks them (RLD-REC-9)"
    )
    defused_from: int = _switch(
        4,
        "reconstructed",
        "lowest roll that defuses a trap; 6: skulls only (RLD-REC-9)",
        ge=1,
        le=6,
    )
    # cards
    start_level: int = _switch(1, "rulebook", "level of the first card (RLD-SET-4)", ge=1, le=3)
    start_draw: int = _switch(
        2, "rulebook", "cards drawn at the start (RLD-SET-4)", ge=0, le=MOST_DRAWN
    )
    start_keep: int = _switch(1, "rulebook", "of them kept (RLD-SET-4)", ge=0, le=MOST_DRAWN)
    reload_level: int = _switch(
        2, "rulebook", "level of the card after a reload (RLD-REL-2)", ge=1, le=3
    )
    reload_draw: int = _switch(
        2, "rulebook", "cards drawn after a reload (RLD-REL-2)", ge=0, le=MOST_DRAWN
    )
    reload_keep: int = _switch(1, "rulebook", "of them kept (RLD-REL-2)", ge=0, le=MOST_DRAWN)
    box_draw: int = _switch(
        2, "rulebook", "cards drawn from a supply box (RLD-LOT-1)", ge=1, le=MOST_DRAWN
    )
    box_keep: int = _switch(1, "rulebook", "of them kept (RLD-LOT-1)", ge=1, le=MOST_DRAWN)
    boxes_2: int = _switch(18, "rulebook", "level-2 boxes in the game (RLD-CMP-9)", ge=0, le=99)
    boxes_3: int = _switch(16, "rulebook", "level-3 boxes in the game (RLD-CMP-9)", ge=0, le=99)
    events_2: int = _switch(
        14, "rulebook", "random events at most, two players (RLD-SET-2)", ge=0, le=EVENT_ROOM
    )
    events_3: int = _switch(
        16, "rulebook", "random events at most, three (RLD-SET-2)", ge=0, le=EVENT_ROOM
    )
    events_4: int = _switch(
        18, "rulebook", "random events at most, four (RLD-SET-2)", ge=0, le=EVENT_ROOM
    )

    def track(self, in_teams: bool) -> int:
        """Return the cells of a fame track."""
        middles = self.team_middles if in_teams else self.middles
        return self.track_start + middles * self.track_middle + self.track_end

    def events(self, people: int) -> int:
        """Return how many random cards the event deck has."""
        return {2: self.events_2, 3: self.events_3, 4: self.events_4}[people]
