"""A fight of Clones: Reload in plain Python, from the rules RLD-RNG, RLD-MEL, RLD-DMG, RLD-MIN.

Dice are integers in lists, "skull" is a skull. One class per player; the fight is told step by
step and stops by an exception as soon as somebody must reload.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Die = int | str


class Reload(Exception):
    """A damage zone is full: the fight is over (RLD-REL-1)."""


@dataclass
class Card:
    """One thing on a card that changes rolled dice: its kind and its figures."""

    kind: str
    value: int
    up_to: int = 0


@dataclass
class Fighter:
    """A player in a fight: the dice on his board, his cards, and what happened to him."""

    line: list[int]
    rolled: list[Die]
    cards: list[Card] = field(default_factory=list)
    again: list[Die] = field(default_factory=list)  # what dice show when they are rolled again
    rerolls: int = 0
    armour: int = 0
    piercing: bool = False
    per_skull: int = 1
    elsewhere: int = 0
    damaged: int = 0
    zone: int = 4
    skulls: int = 0
    damage: int = 0
    small: int = 0
    reloaded: bool = False

    def use_cards(self, worst_kept: int) -> None:
        """Apply MODIFY, in the order: roll again, all low dice, lowest, one, plus."""
        again = list(self.again)
        for _ in range(self.rerolls):
            shown = again.pop(0)
            if self.numbers() and min(self.numbers()) <= worst_kept:
                self.swap(min(self.numbers()), shown)
        for kind in ("all low", "lowest", "one", "plus"):
            for card in self.cards:
                if card.kind == kind:
                    self.use(card)

    def use(self, card: Card) -> None:
        """Apply one card to the rolled dice, where it helps."""
        if card.kind == "all low":
            for number in self.numbers():
                if number <= card.up_to:
                    self.swap(number, max(number, card.value))
        elif card.kind == "plus":
            weak = [n for n in self.numbers() if n < 5]
            if weak:
                self.swap(min(weak), min(5, min(weak) + card.value))
        elif self.numbers():
            low = min(self.numbers())
            self.swap(low, max(low, card.value))

    def numbers(self) -> list[int]:
        """The rolled dice that are no skulls."""
        return [d for d in self.rolled if isinstance(d, int)]

    def swap(self, old: Die, new: Die) -> None:
        """Turn one rolled die."""
        self.rolled.remove(old)
        self.rolled.append(new)

    def line_up(self) -> None:
        """Skulls to the skull reserve, the rest to the line in descending order."""
        self.skulls = sum(d == "skull" for d in self.rolled)
        self.line = sorted(self.line + self.numbers(), reverse=True)

    def fill_zone(self) -> None:
        """One more die lies in the damage zone."""
        self.damage += 1
        self.damaged += 1
        if self.damaged >= self.zone:
            self.reloaded = True
            raise Reload

    def take_damage(self) -> None:
        """RLD-DMG-1 with RLD-REC-10 item 3."""
        if self.line:
            self.line.remove(min(self.line))
        elif self.skulls:
            self.skulls -= 1
        elif self.elsewhere:
            self.elsewhere -= 1
        else:
            return
        self.fill_zone()

    def take_small_damage(self) -> None:
        """RLD-MIN-1."""
        if not self.line:
            return
        self.small += 1
        die = min(self.line)
        self.line.remove(die)
        if die == 1:
            self.fill_zone()
        else:
            self.line.append(die - 1)
            self.line.sort(reverse=True)

    def skulls_against(self, other: Fighter) -> int:
        """How many skulls count against an opponent."""
        return self.skulls if self.piercing else max(0, self.skulls - other.armour)


def ranged(
    shooter: Fighter,
    target: Fighter,
    slot: int,
    bonus: Sequence[str],
    worst_kept: int = 2,
) -> None:
    """RLD-RNG-2 to RLD-RNG-5; `bonus` lists what one matching die does: "damage", "small"."""
    shooter.use_cards(worst_kept)
    target.use_cards(worst_kept)
    shooter.line_up()
    target.line_up()
    try:
        mine, his = shooter.skulls_against(target), target.skulls_against(shooter)
        for _ in range((mine - his) * shooter.per_skull):
            target.take_damage()
        for _ in range(his - mine):
            shooter.line = shooter.line[:-1]
        opposite = list(target.line)
        for place, shot in enumerate(shooter.line):
            if place >= len(opposite):
                target.take_small_damage()
            elif shot > opposite[place]:
                target.line.remove(opposite[place])
                target.fill_zone()
        for shot in shooter.line:
            if shot == slot:
                for effect in bonus:
                    if effect == "damage":
                        target.take_damage()
                    else:
                        target.take_small_damage()
    except Reload:
        pass


def melee(active: Fighter, other: Fighter, worst_kept: int = 2) -> None:
    """RLD-MEL-2 to RLD-MEL-4."""
    for fighter in (active, other):
        fighter.use_cards(worst_kept)
        fighter.line_up()
    try:
        for one, opponent in ((active, other), (other, active)):
            more = one.skulls_against(opponent) - opponent.skulls_against(one)
            if more > 0:
                for _ in range(more * one.per_skull):
                    opponent.take_damage()
                break
        dice = list(active.line), list(other.line)
        for place in range(max(map(len, dice))):
            if place >= len(dice[0]):
                active.take_small_damage()
            elif place >= len(dice[1]):
                other.take_small_damage()
            elif dice[0][place] < dice[1][place]:
                active.line.remove(dice[0][place])
                active.fill_zone()
            elif dice[0][place] > dice[1][place]:
                other.line.remove(dice[1][place])
                other.fill_zone()
    except Reload:
        pass
