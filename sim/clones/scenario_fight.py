"""A fight by itself: dice laid by hand, resolved by the kernel that resolves them in a game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kernels.clones import book as B
from kernels.clones import fight_places as F
from kernels.clones.fight import resolve_melee, resolve_ranged
from sim.clones.names import Names
from sim.clones.scenario_file import Face, Fight, ScenarioFile, Side
from sim.clones.tables import Ints
from sim.errors import BadInput

SIDES = {"attacker": F.ATTACKER, "defender": F.DEFENDER}


def face(die: Face) -> int:
    """Return a die as the kernels count it."""
    return die if isinstance(die, int) else F.SKULL


def shown(die: int) -> str:
    """Return a die as it is written."""
    return "skull" if die == F.SKULL else str(die)


class ScenarioFight:
    """A fight that a scenario lays out."""

    def __init__(self, file: ScenarioFile, names: Names) -> None:
        assert file.fight is not None
        self.file = file
        self.names = names
        self.book = names.book
        if file.fight.weapon is not None and not self._shoots(file.fight.weapon):
            raise BadInput(f"{names.source}: {file.fight.weapon} does not shoot")
        self.fight: Ints = np.zeros(F.SIZE, np.int64)
        fight = file.fight
        for key, side in SIDES.items():
            self._lay(side, getattr(fight, key), fight)
        if fight.kind == "ranged":
            self._weapon(fight)
        self.fight[F.REROLL_UP_TO] = self.book[B.REROLL_UP_TO]
        self.log: list[str] = []

    def _lay(self, side: int, one: Side, fight: Fight) -> None:
        book = self.book
        armour = B.ARMOUR_RANGED if fight.kind == "ranged" else B.ARMOUR_MELEE
        cards = [B.GEAR + self.names.card(word) * B.GEAR_SIZE for word in one.cards]
        own = {
            F.DICE: [len(one.rolled)],
            F.ARMOUR: [one.armour + sum(int(book[card + armour]) for card in cards)],
            F.EXCESS: [1],
            F.DAMAGED: [one.damaged, int(book[B.DAMAGE_CELLS])],
            F.LINE_SIZE: [len(one.line), *sorted(one.line, reverse=True)],
            F.ROLLED: [face(die) for die in one.rolled],
            F.SPARE: [face(die) for die in one.again],
        }
        for place, values in own.items():
            self.fight[side + place : side + place + len(values)] = values
        if fight.kind == "melee":
            self._arm(side, cards)
            self.fight[side + F.PIERCES] |= int(fight.piercing and side == F.ATTACKER)
        guard = sum(int(book[card + B.GUARD_REROLLS]) for card in cards)
        self._reroll(side, one, guard if side == F.DEFENDER else self._weapon_rerolls(fight))

    def _shoots(self, weapon: str) -> bool:
        return bool(self.book[B.GEAR + self.names.card(weapon) * B.GEAR_SIZE + B.SHOOTING_DICE])

    def _weapon_rerolls(self, fight: Fight) -> int:
        if fight.kind == "melee" or fight.weapon is None:
            return 0
        return int(self.book[B.GEAR + self.names.card(fight.weapon) * B.GEAR_SIZE + B.REROLLS])

    def _reroll(self, side: int, one: Side, rerolls: int) -> None:
        self.fight[side + F.REROLLS] = rerolls
        if len(one.again) != rerolls:
            raise BadInput(
                f"{self.names.source}: again has {len(one.again)} dice, the cards reroll {rerolls}"
            )

    def _arm(self, side: int, cards: list[int]) -> None:
        fight, book = self.fight, self.book
        for hand, card in enumerate(cards[: F.HANDS]):
            fight[side + F.LOWEST_TO + hand] = book[card + B.LOWEST_TO]
            fight[side + F.ONE_TO + hand] = book[card + B.ONE_TO]
            fight[side + F.ONE_PLUS + hand] = book[card + B.ONE_PLUS]
        for card in cards:
            if book[card + B.LOW_TO]:
                fight[side + F.LOW_TO] = book[card + B.LOW_TO]
                fight[side + F.LOW_UP_TO] = book[card + B.LOW_UP_TO]
            fight[side + F.PIERCES] |= book[card + B.MELEE_PIERCES]
            fight[side + F.EXCESS] = max(fight[side + F.EXCESS], book[card + B.EXCESS])

    def _weapon(self, fight: Fight) -> None:
        laid, book = self.fight, self.book
        laid[F.SLOT] = fight.slot or 0
        laid[F.BONUS_DAMAGE], laid[F.BONUS_SMALL] = fight.bonus_damage, fight.bonus_small
        laid[F.ATTACKER + F.PIERCES] = fight.piercing
        if fight.weapon is None:
            return
        card = B.GEAR + self.names.card(fight.weapon) * B.GEAR_SIZE
        laid[F.SLOT] = fight.slot or book[card + B.CARD_SLOT]
        laid[F.BONUS_DAMAGE] += book[card + B.BONUS_DAMAGE]
        laid[F.BONUS_SMALL] += book[card + B.BONUS_SMALL]
        laid[F.ATTACKER + F.PIERCES] |= book[card + B.PIERCES]

    def run(self) -> None:
        """Resolve the fight."""
        assert self.file.fight is not None
        if self.file.fight.kind == "ranged":
            resolve_ranged(self.fight)
        else:
            resolve_melee(self.fight)
        for key in SIDES:
            left = self.left(key)
            told = ", ".join(f"{what} {value}" for what, value in left.items())
            self.log.append(f"{key}: {told}")

    def left(self, key: str) -> dict[str, object]:
        """Return what is left of a side."""
        side, fight = SIDES[key], self.fight
        size = int(fight[side + F.LINE_SIZE])
        return {
            "line": [int(die) for die in fight[side + F.LINE : side + F.LINE + size]],
            "skulls": int(fight[side + F.SKULLS]),
            "damage": int(fight[side + F.DAMAGE]),
            "small": int(fight[side + F.SMALL]),
            "damaged": int(fight[side + F.DAMAGED]),
            "reloaded": bool(fight[side + F.RELOADED]),
        }

    def failures(self) -> Iterator[str]:
        """Yield a sentence for every expectation that does not hold."""
        for key in SIDES:
            left = self.left(key)
            wanted = getattr(self.file.expect.fight, key).model_dump(exclude_none=True)
            for what, value in wanted.items():
                if left[what] != value:
                    yield f"{what} of the {key}: expected {value}, got {left[what]}"
