"""What a designer may write: characters with their abilities, the rule switches, the players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kernels.pixel_tactics import book as B
from sim.pixel_tactics import vocabulary as W
from sim.pixel_tactics.policy import Policy
from sim.thinking import Search

Source = Literal["rulebook", "public", "reconstructed"]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
MOST_REMEMBERED = 3  # cards that later steps can speak of as `it`
SLOTS = ("leader", "vanguard", "flank", "rear", "order")


class Model(BaseModel):
    """A table of a data file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class Ability(Model):
    """One row of a card: what kind it is, when it happens, what it does, to whom (PXT-VOC-2)."""

    kind: Literal["passive", "spell", "reaction", "replacement", "order", "action", "then"]
    on: str = ""
    conditions: list[str] = Field([], alias="if")
    do: str
    to: str
    limit: list[Literal["opt", "1/turn", "1/turn/card", "dur=wave"]] = []

    @model_validator(mode="after")
    def _is_readable(self) -> Ability:
        step = W.read_operation(self.do, self.kind)
        target = W.read_selection(self.to)
        W.read_conditions(self.conditions)
        if bool(self.on) != (self.kind in ("reaction", "replacement")):
            raise ValueError(f"on = {self.on!r}: reactions and replacements need it, others not")
        event = W.read_event(self.on).name if self.on else ""
        if self.kind == "passive":
            if step.name not in W.PASSIVE_OPS:
                raise ValueError(f"do = {self.do!r} is nothing that is always true")
            if target.quantifier not in (B.REFERENCE, B.ALL) or target.filters & B.PICKS:
                raise ValueError(f"to = {self.to!r} asks a player; a passive cannot")
        elif step.op in (B.KW_RANGED, B.KW_INTERCEPT) or (
            step.name in W.PASSIVE_OPS - {"atk", "actions", "peek"}
        ):
            raise ValueError(f"do = {self.do!r} is for a passive only")
        if (self.kind == "replacement") != (step.name in ("redirect", "retarget")):
            raise ValueError(f"do = {self.do!r} does not fit kind = {self.kind!r}")
        if step.name == "redirect" and (event != "damage" or self.to != "self"):
            raise ValueError('do = "redirect" needs on = "damage(..)" and to = "self"')
        if step.name == "redirect" and step.args[0] == 0 and "opt" not in self.limit:
            raise ValueError('do = "redirect(all)" needs limit = ["opt"]')
        if step.name == "retarget" and event != "declare":
            raise ValueError('do = "retarget()" needs on = "declare(melee)"')
        if target.quantifier == B.SPLIT and step.name not in ("damage", "heal"):
            raise ValueError(f"to = {self.to!r}: only damage and heal can be split")
        if target.quantifier == B.SPLIT and not 0 < step.amount <= W.MOST_SPLIT:
            raise ValueError(f"do = {self.do!r}: allowed with split: 1 to {W.MOST_SPLIT}")
        if step.name == "move_damage":
            alone = step.source.quantifier == B.REFERENCE and step.amount_is == B.PLAIN
            if alone and not 1 <= step.amount <= 2:
                raise ValueError(f"do = {self.do!r}: from one card 1, 2 or all tokens can move")
            if step.amount > W.MOST_SPLIT:
                raise ValueError(f"do = {self.do!r}: allowed: up to {W.MOST_SPLIT} tokens")
        self._knows(event, step, target)
        return self

    def _knows(self, event: str, step: W.Operation, target: W.Selection) -> None:
        """Refuse what speaks of a card or number that this row cannot know (PXT-VOC-5)."""
        later = self.kind == "then"
        for word, known in (
            ("attacker", event in W.WITH_ATTACKER or later),
            ("subject", event in W.WITH_SUBJECT or later),
            ("it", later),
        ):
            if self.to == word and not known:
                raise ValueError(f"to = {word!r}: nothing before says who that is")
        if step.amount_is == B.DEALT and not (event in W.WITH_DEALT or later):
            raise ValueError('"dealt" needs an event that deals damage')
        if step.amount_is in (B.PREVIOUS, B.LIFE_OF_IT) and not later:
            raise ValueError(f"do = {self.do!r} needs an earlier step")
        if self.kind == "order" and target.ref in (B.SELF, B.FORE, B.SUPP) and self.to != "me":
            raise ValueError(f"to = {self.to!r}: an order is no card in play")
        spell_grants = step.name == "grant" and step.args[0] & B.G_SPELL
        if self.kind == "spell" and spell_grants:
            raise ValueError("a spell cannot begin by granting spells; use a later step")


_ALLOWED = {
    "leader": {"passive", "spell", "reaction", "replacement", "action", "then"},
    "order": {"order", "then"},
}
_HERO_KINDS = {"passive", "spell", "reaction", "replacement", "then"}


def _refuse_too_many(slot: str, rows: list[Ability]) -> None:
    """Refuse `it` after a choice of more cards than a step can remember."""
    chosen = 0
    for row in rows:
        target = W.read_selection(row.to)
        if (row.to == "it" or "(it)" in row.do) and chosen > MOST_REMEMBERED:
            raise ValueError(
                f"{slot}: 'it' follows a choice of up to {chosen} cards; allowed: {MOST_REMEMBERED}"
            )
        if row.kind != "then":
            chosen = 0
        if target.quantifier in (B.ONE, B.UP_TO, B.EXACT, B.SPLIT):
            step = W.read_operation(row.do, row.kind)
            chosen = step.amount if target.quantifier == B.SPLIT else max(1, target.number)


class Leader(Model):
    """A character: its leader side, its hero side with three rows, its order."""

    name: str = Field(min_length=1, max_length=60)
    aliases: list[str] = []
    hero_attack: int = Field(ge=0, le=30)
    hero_life: int = Field(ge=1, le=60)
    leader_attack: int = Field(ge=0, le=30)
    leader_life: int = Field(ge=1, le=99)
    leader: list[Ability] = Field(max_length=12)
    vanguard: list[Ability] = Field(max_length=12)
    flank: list[Ability] = Field(max_length=12)
    rear: list[Ability] = Field(max_length=12)
    order: list[Ability] = Field(min_length=1, max_length=12)
    source: dict[str, Source] = {}

    @model_validator(mode="after")
    def _slots_are_sound(self) -> Leader:
        for slot in SLOTS:
            rows: list[Ability] = getattr(self, slot)
            allowed = _ALLOWED.get(slot, _HERO_KINDS)
            for number, row in enumerate(rows):
                if row.kind not in allowed:
                    raise ValueError(
                        f"{slot}: kind = {row.kind!r}; allowed: {', '.join(sorted(allowed))}"
                    )
                if row.kind == "then" and (number == 0 or rows[number - 1].kind == "passive"):
                    raise ValueError(f"{slot}: a 'then' row follows no step")
                if row.do == "retarget()" and slot != "leader":
                    raise ValueError(f"{slot}: only a leader can retarget")
            _refuse_too_many(slot, rows)
            for kind in ("spell", "order", "action"):
                if sum(row.kind == kind for row in rows) > 1:
                    raise ValueError(f"{slot}: at most one {kind} is allowed")
        unknown = sorted(set(self.source) - set(type(self).model_fields))
        if unknown:
            raise ValueError(f"source names what is not there: {', '.join(unknown)}")
        return self


def _switch(default: Any, source: Source, about: str, **limits: Any) -> Any:
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


class Rules(Model):
    """The rule switches."""

    edition: Literal["second", "first"] = _switch(
        "second", "public", "whose cards are played; --edition sets it"
    )
    trophies: int = _switch(
        1, "rulebook", "trophies that win a series; 1: a single game (PXT-SER-1)", ge=1, le=5
    )
    turn_actions: int = _switch(2, "rulebook", "actions of a turn (PXT-RND-4)", ge=1, le=6)
    hand_limit: int = _switch(
        5, "rulebook", "cards in hand that bar the draw action (PXT-ACT-1)", ge=1, le=25
    )
    start_cards: int = _switch(
        5, "rulebook", "cards drawn at the start, the leader's included (PXT-SET-1)", ge=1, le=10
    )
    truce_rounds: int = _switch(
        1, "rulebook", "rounds of truce at the start (PXT-TRU-1)", ge=0, le=5
    )
    markers: int = _switch(
        4, "reconstructed", "most level markers on a leader (PXT-DEC-43)", ge=0, le=20
    )
    grants_use_up: bool = _switch(
        False,
        "reconstructed",
        "a granted attack or spell counts as the hero's one action (PXT-DEC-15)",
    )
    choose_leader: bool = _switch(
        False,
        "rulebook",
        "players choose the first leader from their cards too (PXT-SET-1)",
    )
    round_cap: int = _switch(
        40, "reconstructed", "rounds after which a game is a draw (PXT-CAP-1)", ge=2, le=200
    )
    series_cap: int = _switch(
        9, "reconstructed", "games after which a series ends (PXT-CAP-3)", ge=1, le=15
    )


class Figures(Model):
    """Everything a game of Pixel Tactics is played with."""

    leaders: dict[Id, Leader] = Field(min_length=12, max_length=B.CHARACTER_ROOM)
    rules: Rules = Rules()
    policies: dict[Id, Policy] = Field({})
    search: Search

    @model_validator(mode="after")
    def _fit_the_book(self) -> Figures:
        rows = sum(len(getattr(one, slot)) for one in self.leaders.values() for slot in SLOTS)
        if rows >= B.ROW_ROOM:
            raise ValueError(f"leaders: {rows} rows of abilities; allowed: {B.ROW_ROOM - 1}")
        for name, policy in self.policies.items():
            unknown = sorted(set(policy.favour) - set(self.leaders))
            if unknown:
                raise ValueError(f"policies.{name}.favour: there is no leader {unknown[0]!r}")
        return self
