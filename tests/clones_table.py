"""Fights of Clones: Reload laid out twice: as fighters of the reference, and for the kernel."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernels.clones import fight_places as F
from tests.reference.clones_fight import Card, Die, Fighter

Ints = NDArray[np.int64]
FACES = np.array([1, 2, 3, 4, 5, F.SKULL], np.int64)
PLACES = {"lowest": F.LOWEST_TO, "one": F.ONE_TO, "plus": F.ONE_PLUS}


@dataclass
class Weapon:
    """What a ranged combat needs besides two fighters."""

    slot: int = 0
    damage: int = 0
    small: int = 0
    worst_kept: int = 2

    @property
    def bonus(self) -> list[str]:
        """The bonus as the reference wants it."""
        return ["damage"] * self.damage + ["small"] * self.small


def face(die: Die) -> int:
    """A die as the kernel writes it."""
    return die if isinstance(die, int) else F.SKULL


def laid(attacker: Fighter, defender: Fighter, weapon: Weapon) -> Ints:
    """The same fight for the kernel."""
    fight = np.zeros(F.SIZE, np.int64)
    for side, fighter in ((F.ATTACKER, attacker), (F.DEFENDER, defender)):
        given = {
            F.DICE: [len(fighter.rolled)],
            F.REROLLS: [fighter.rerolls],
            F.ARMOUR: [fighter.armour, int(fighter.piercing), fighter.per_skull],
            F.OTHER: [fighter.elsewhere],
            F.DAMAGED: [fighter.damaged],
            F.CELLS: [fighter.zone],
            F.LINE_SIZE: [len(fighter.line), *fighter.line],
            F.ROLLED: [face(d) for d in fighter.rolled],
            F.SPARE: [face(d) for d in fighter.again],
        }
        for place, values in given.items():
            fight[side + place : side + place + len(values)] = values
        used = dict.fromkeys(PLACES, 0)
        for card in fighter.cards:
            if card.kind == "all low":
                fight[side + F.LOW_UP_TO], fight[side + F.LOW_TO] = card.up_to, card.value
            else:
                fight[side + PLACES[card.kind] + used[card.kind]] = card.value
                used[card.kind] += 1
    fight[F.SLOT : F.SIZE] = [weapon.slot, weapon.damage, weapon.small, weapon.worst_kept]
    return fight


def outcome(fight: Ints, side: int) -> dict[str, object]:
    """What the kernel left of a side."""
    size = int(fight[side + F.LINE_SIZE])
    return {
        "line": [int(d) for d in fight[side + F.LINE : side + F.LINE + size]],
        "skulls": int(fight[side + F.SKULLS]),
        "elsewhere": int(fight[side + F.OTHER]),
        "damaged": int(fight[side + F.DAMAGED]),
        "damage": int(fight[side + F.DAMAGE]),
        "small": int(fight[side + F.SMALL]),
        "reloaded": bool(fight[side + F.RELOADED]),
    }


def told(fighter: Fighter) -> dict[str, object]:
    """What the reference left of a side."""
    return {
        "line": fighter.line,
        "skulls": fighter.skulls,
        "elsewhere": fighter.elsewhere,
        "damaged": fighter.damaged,
        "damage": fighter.damage,
        "small": fighter.small,
        "reloaded": fighter.reloaded,
    }


def random_die(rng: random.Random) -> Die:
    """One throw; skulls oftener than on a die, so that many fights turn on them."""
    return rng.choice([1, 2, 3, 4, 5, "skull", "skull"])


def random_cards(rng: random.Random) -> list[Card]:
    """What can be held in two hands, and more: up to two cards of each kind."""
    cards = [
        Card(kind, rng.randint(1, 5)) for kind in PLACES for _ in range(rng.choice([0, 0, 0, 1, 2]))
    ]
    if rng.random() < 0.2:
        cards.append(Card("all low", rng.randint(1, 5), rng.randint(1, 5)))
    return cards


def random_fighter(rng: random.Random, dice: int | None = None) -> Fighter:
    """Anybody; without `dice` his own five (or six) lie in line, reserve, zone and elsewhere."""
    zone = rng.choice([4, 5])
    damaged = rng.randint(0, zone - 1)
    left = rng.choice([5, 5, 5, 6]) - damaged
    elsewhere = rng.choice([0, 0, 0, rng.randint(0, left)])
    thrown = rng.randint(0, left - elsewhere) if dice is None else dice
    line = [] if dice else [rng.randint(1, 5) for _ in range(left - elsewhere - thrown)]
    return Fighter(
        line=sorted(line, reverse=True),
        rolled=[random_die(rng) for _ in range(thrown)],
        cards=random_cards(rng) if rng.random() < 0.5 else [],
        again=[random_die(rng) for _ in range(2)],
        rerolls=rng.choice([0, 0, 1, 2]),
        armour=rng.choice([0, 0, 1, 2]),
        piercing=rng.random() < 0.2,
        per_skull=rng.choice([1, 1, 1, 2]),
        elsewhere=elsewhere,
        damaged=damaged,
        zone=zone,
    )


def random_weapon(rng: random.Random) -> Weapon:
    """Any slot, any bonus."""
    return Weapon(
        slot=rng.randint(0, 5),
        damage=rng.choice([0, 0, 1, 2]),
        small=rng.choice([0, 0, 1, 2]),
        worst_kept=rng.choice([2, 2, 0, 1, 3, 5]),
    )
