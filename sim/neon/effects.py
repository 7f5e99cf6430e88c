"""The words of an effect, as a designer writes them: when, cost, what, how much, on whom."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from kernels.neon import effects as E
from sim.models import Model

MOST = 9  # of anything that an effect counts

ATTACK_FACES = {"crit": E.CRIT, "hit": E.HIT, "cond": E.COND, "miss": E.MISS}
DEFENCE_FACES = {"block": E.BLOCK, "guard": E.GUARD, "spark": E.SPARK, "fail": E.FAIL}
FACES = ATTACK_FACES | DEFENCE_FACES
SUPPLIES = {"ammo": E.AMMO, "cell": E.CELL, "battery": E.BATT, "grenade": E.GREN}
TYPES = {
    "pistol": E.PISTOL,
    "heavy": E.HEAVY,
    "melee": E.MELEE,
    "grenade": E.GRENADE,
    "armour": E.ARMOUR,
    "helmet": E.HELMET,
}
WHEN = {
    "always": E.ALWAYS,
    "before_attack": E.BEFORE_ATTACK,
    "after_attack": E.AFTER_ATTACK,
    "before_defence": E.BEFORE_DEFENCE,
    "after_defence": E.AFTER_DEFENCE,
    "wounded": E.WOUNDED,
    "result": E.RESULT,
    "attack_action": E.ATTACK_ACTION,
    "own_turn": E.OWN_TURN,
    "turn_starts": E.TURN_STARTS,
    "move": E.MOVE,
    "search": E.SEARCH,
    "enter": E.ENTER,
    "closing": E.CLOSING,
    "reveal": E.REVEAL,
    "at_once": E.AT_ONCE,
}
WHAT = {
    "attack_dice": E.ATTACK_DICE,
    "defence_dice": E.DEFENCE_DICE,
    "reroll": E.REROLL,
    "change": E.CHANGE,
    "cancel": E.CANCEL,
    "damage": E.DAMAGE,
    "drain": E.DRAIN,
    "steal": E.STEAL,
    "step": E.STEP,
    "second_target": E.SECOND_TARGET,
    "area": E.AREA,
    "blast": E.BLAST,
    "long_shot": E.LONG_SHOT,
    "token": E.TOKEN,
    "reach": E.REACH,
    "see": E.SEE,
    "gain": E.GAIN,
    "safe": E.SAFE,
    "first": E.FIRST,
    "no_reroll": E.NO_REROLL,
    "surcharge": E.SURCHARGE,
    "trap": E.TRAP,
}
WHOM = {"own": E.OWN, "target": E.TARGET, "fighter": E.FIGHTER, "attacker": E.ATTACKER}
LIMIT = {"freely": E.FREELY, "per_attack": E.PER_ATTACK, "per_round": E.PER_ROUND}
NEEDS = {
    "in_field": E.IN_FIELD,
    "melee": E.WITH_MELEE,
    "damaged": E.IF_DAMAGED,
    "unharmed": E.IF_UNHARMED,
}

Face = Literal["crit", "hit", "cond", "miss", "block", "guard", "spark", "fail"]
AttackFace = Literal["crit", "hit", "cond", "miss"]
DefenceFace = Literal["block", "guard", "spark", "fail"]
Supply = Literal["ammo", "cell", "battery", "grenade"]
Type = Literal["pistol", "heavy", "melee", "grenade", "armour", "helmet"]
When = Literal[
    "always",
    "before_attack",
    "after_attack",
    "before_defence",
    "after_defence",
    "wounded",
    "result",
    "attack_action",
    "own_turn",
    "turn_starts",
    "move",
    "search",
    "enter",
    "closing",
    "reveal",
    "at_once",
]
What = Literal[
    "attack_dice",
    "defence_dice",
    "reroll",
    "change",
    "cancel",
    "damage",
    "drain",
    "steal",
    "step",
    "second_target",
    "area",
    "blast",
    "long_shot",
    "token",
    "reach",
    "see",
    "gain",
    "safe",
    "first",
    "no_reroll",
    "surcharge",
]
Lays = Literal["change", "attack_dice", "trap"]
Whom = Literal["own", "target", "fighter", "attacker"]
Limit = Literal["freely", "per_attack", "per_round"]
Need = Literal["in_field", "melee", "damaged", "unharmed"]

# What the engine can do at which moment; anything else would never happen.
SENSE: dict[str, tuple[str, ...]] = {
    "always": ("change", "no_reroll", "surcharge"),
    "before_attack": ("attack_dice", "area"),
    "after_attack": ("reroll", "change", "second_target"),
    "before_defence": ("defence_dice", "change"),
    "after_defence": ("reroll", "change"),
    "wounded": ("cancel", "change"),
    "result": ("damage", "drain", "steal", "step", "blast"),
    "attack_action": ("long_shot",),
    "own_turn": ("token",),
    "turn_starts": ("gain",),
    "move": ("reach",),
    "search": ("see",),
    "enter": ("gain",),
    "closing": ("safe",),
    "reveal": ("first",),
    "at_once": ("gain",),
}


class Effect(Model):
    """One effect of a card, an ability, an upgrade or a sector."""

    when: When
    do: What
    amount: int = Field(1, ge=0, le=E.ALL)
    energy: int = Field(0, ge=0, le=6)
    supply: Supply | None = None
    change_from: Face | None = Field(None, alias="from")
    to: Face | None = None
    on: Whom = "own"
    limit: Limit = "freely"
    needs: list[Need] = Field([])
    lays: Lays | None = None
    forced: bool = False
    team: bool = False
    blank: bool = False

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    @model_validator(mode="after")
    def _makes_sense(self) -> Effect:
        if self.do not in SENSE[self.when]:
            raise ValueError(
                f"do = {self.do!r} is not possible when = {self.when!r}; "
                f"possible: {', '.join(SENSE[self.when])}"
            )
        changes = self.do == "change" or self.lays == "change"
        if changes and (self.change_from is None or self.to is None):
            raise ValueError("a change has from and to, each a face of a die")
        if changes and (self.change_from in ATTACK_FACES) != (self.to in ATTACK_FACES):
            raise ValueError(
                f"from = {self.change_from!r} and to = {self.to!r} are faces of different dice"
            )
        on_attack = self.when in ("after_attack", "before_defence", "wounded")
        if changes and (self.change_from in ATTACK_FACES) != on_attack:
            dice = "attack" if on_attack else "defence"
            raise ValueError(f"when = {self.when!r} a change is of {dice} dice")
        only = {"before_defence": ("hit", "miss"), "wounded": ("crit", "hit")}.get(self.when)
        if self.do == "change" and only and (self.change_from, self.to) != only:
            raise ValueError(
                f"when = {self.when!r} the only change is from = {only[0]!r} to = {only[1]!r}"
            )
        if self.do == "cancel" and self.change_from not in ("crit", "hit"):
            raise ValueError("cancel needs from = 'crit' or 'hit'")
        if (self.do == "token") != (self.lays is not None):
            raise ValueError("lays belongs to do = 'token', and a token lays something")
        return self

    def row(self) -> dict[int, int]:
        """Return the effect as the kernels read it."""
        return {
            E.WHEN: WHEN[self.when],
            E.ENERGY: self.energy,
            E.SUPPLY: 0 if self.supply is None else 1 + SUPPLIES[self.supply],
            E.WHAT: WHAT[self.do],
            E.AMOUNT: self.amount,
            E.FROM: FACES[self.change_from] if self.change_from else 0,
            E.TO: FACES[self.to] if self.to else 0,
            E.WHOM: WHOM[self.on],
            E.LIMIT: LIMIT[self.limit],
            E.NEEDS: sum(NEEDS[need] for need in set(self.needs)),
            E.LAYS: WHAT[self.lays] if self.lays else E.NOTHING,
            E.FORCED: self.forced,
            E.TEAM: self.team,
            E.BLANK: self.blank,
        }
