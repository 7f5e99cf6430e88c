"""Attacks of Neon laid out twice: as cases of the reference, and for the kernel."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kernels.neon import attack_places as A
from tests.reference.neon_attack import ATTACK_DIE, DEFENCE_DIE, Attack, Change, Effect, Target

Ints = NDArray[np.int64]
ATTACK_WORDS = {"crit": A.CRIT, "hit": A.HIT, "cond": A.COND, "miss": A.MISS}
DEFENCE_WORDS = {"block": A.BLOCK, "guard": A.GUARD, "spark": A.SPARK, "fail": A.FAIL}
ATTACK_FACES = np.array([ATTACK_WORDS[face] for face in ATTACK_DIE], np.int64)
DEFENCE_FACES = np.array([DEFENCE_WORDS[face] for face in DEFENCE_DIE], np.int64)
KINDS = {"fighter": A.FIGHTER, "automa": A.AUTOMA, "bot": A.BOT}
EFFECTS = {
    "cancel crit": (A.CANCEL_CRIT, A.USED_CANCEL_CRIT),
    "crit to hit": (A.CRIT_TO_HIT, A.USED_CRIT_TO_HIT),
    "cancel hit": (A.CANCEL_HIT, A.USED_CANCEL_HIT),
}
ENDS = {"helmet": A.ENDS_HELMET, "armour": A.ENDS_ARMOUR}
CHANGES = {
    "fail": (A.FAIL_TO_GUARD, A.FAIL_TO_GUARD_ENDS, A.USED_FAIL_TO_GUARD),
    "guard": (A.GUARD_TO_BLOCK, A.GUARD_TO_BLOCK_ENDS, A.USED_GUARD_TO_BLOCK),
}


def target(i: int = 0) -> int:
    """Return where the block of a target begins."""
    return A.TARGET + i * A.TARGET_SIZE


def plain(attack: int, defence: int, kind: str = "fighter") -> Ints:
    """Return an attack by so many dice on one target, without any effect."""
    laid = np.zeros(A.SIZE, np.int64)
    laid[A.WEAPON_DICE], laid[A.DICE_CAP] = attack, 5
    laid[A.CRIT_DAMAGE] = laid[A.HIT_DAMAGE] = laid[A.TARGETS] = 1
    laid[target() + A.KIND] = KINDS[kind]
    laid[target() + A.BASE_DICE], laid[target() + A.DEFENCE_CAP] = defence, 3
    laid[target() + A.SPARK_ENERGY] = 1
    return laid


def count(laid: list[int] | Ints, place: int, dice: Iterable[str], words: dict[str, int]) -> None:
    """Lay dice as counts."""
    for die in dice:
        laid[place + words[die]] += 1


def slot(effect: Effect, taken: dict[str, int]) -> int:
    """Return which of the places of its kind an effect has."""
    if effect.card == "upgrade":
        return A.UPGRADE
    taken[effect.what] = taken.get(effect.what, -1) + 1
    return taken[effect.what]


def laid(case: Attack) -> Ints:
    """Return a case as the array of the kernel."""
    array = [0] * A.TARGET
    count(array, A.ROLLED, case.rolled, ATTACK_WORDS)
    array[A.DICE] = len(case.rolled)
    array[A.COND_TO_HIT], array[A.HIT_TO_CRIT] = case.cond_to_hit, case.hit_to_crit
    array[A.CRIT_DAMAGE], array[A.HIT_DAMAGE] = case.crit_damage, case.hit_damage
    array[A.CRIT_BONUS], array[A.DRAIN] = case.crit_bonus, case.drain
    array[A.HIT_DRAIN], array[A.HIT_GAIN] = case.hit_drain, case.hit_gain
    array[A.TARGETS] = len(case.targets)
    for each in case.targets:
        block = [0] * A.TARGET_SIZE
        count(block, A.DEFENCE_ROLLED, each.rolled, DEFENCE_WORDS)
        block[A.KIND], block[A.DEFENCE_DICE] = KINDS[each.kind], len(each.rolled)
        block[A.GUARD_IS_BLOCK], block[A.FAIL_IS_GUARD] = each.stadium, each.smoke
        block[A.HIT_TO_MISS], block[A.SPARK_ENERGY] = each.holograms, each.spark
        block[A.BLOCK_TO_FAIL] = each.turned_blocks
        for change in each.changes:
            number, ends, _ = CHANGES[change.old]
            block[number] += 1
            block[ends] = sum(ENDS[card] for card in change.discards)
        taken: dict[str, int] = {}
        for effect in each.effects:
            block[EFFECTS[effect.what][0] + slot(effect, taken)] = effect.amount
        array += block
    return np.array(array + [0] * (A.SIZE - len(array)), np.int64)


PLACES = {
    "damage": A.TAKEN,
    "crits": A.CRITS_THROUGH,
    "hits": A.HITS_THROUGH,
    "energy": A.ENERGY,
    "drained": A.DRAINED,
    "holograms": A.USED_HIT_TO_MISS,
    "turned blocks": A.USED_BLOCK_TO_FAIL,
    **{f"changed {old}": used for old, (_, _, used) in CHANGES.items()},
    **{f"{what} {n}": at + n for what, (_, at) in EFFECTS.items() for n in range(A.EFFECTS)},
}
NOTHING = dict.fromkeys(PLACES, 0)


def outcome(array: Ints, i: int = 0) -> dict[str, int]:
    """Return what the kernel left of a target, by name."""
    block = array[target(i) : target(i) + A.TARGET_SIZE].tolist()
    return {name: block[place] for name, place in PLACES.items()}


def told(each: Target) -> dict[str, int]:
    """Return what the reference left of a target, by the same names."""
    found = NOTHING | {
        "damage": each.damage,
        "crits": each.crits,
        "hits": each.hits,
        "energy": each.energy,
        "drained": each.drained,
        "holograms": each.used_holograms,
        "turned blocks": each.used_turns,
    }
    for change in each.used_changes:
        found[f"changed {change.old}"] += 1
    taken: dict[str, int] = {}
    for effect in each.effects:
        n = slot(effect, taken)
        if any(effect is used for used in each.used_effects):
            found[f"{effect.what} {n}"] += 1
    return found


def random_target(rng: random.Random) -> Target:
    """Return any defender, with effects or without."""
    found = Target([rng.choice(DEFENCE_DIE) for _ in range(rng.randint(0, 3))])
    found.kind = rng.choice(["fighter", "fighter", "fighter", "automa", "bot"])
    found.stadium, found.smoke = rng.random() < 0.2, rng.random() < 0.2
    if rng.random() < 0.3:
        found.turned_blocks = rng.randint(1, 2)
    if found.kind != "fighter":  # no effects but automatic ones: NEON-BOT-1, NEON-AUT-5
        return found
    found.holograms = rng.choice([0, 0, 0, 1])
    found.spark = rng.choice([1, 1, 1, 0, 2])
    for old, new in (("fail", "guard"), ("guard", "block")):
        discards = tuple(card for card in ENDS if rng.random() < 0.3)
        for _ in range(rng.choice([0, 0, 1, 2])):
            found.changes.append(Change(old, new, discards))
    cards = (("helmet", "cancel crit"), ("helmet", "crit to hit"), ("armour", "cancel hit"))
    for card, what in cards:
        for _ in range(rng.choice([0, 0, 1, 2])):
            found.effects.append(Effect(card, what, rng.randint(1, 2)))
        if rng.random() < 0.2:
            found.effects.append(Effect("upgrade", what, rng.randint(1, 2)))
    return found


def random_attack(rng: random.Random) -> Attack:
    """Return any attack after its rolls, on one to three targets."""
    rolled = [rng.choice(ATTACK_DIE) for _ in range(rng.randint(1, 5))]
    found = Attack(rolled, [random_target(rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))])
    found.cond_to_hit, found.hit_to_crit = rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 1, 2])
    found.crit_damage, found.hit_damage = rng.choice([(1, 1), (1, 1), (2, 1), (1, 2)])
    found.crit_bonus, found.drain = rng.choice([0, 0, 1]), rng.choice([0, 0, 1, 2])
    found.hit_drain, found.hit_gain = rng.choice([(0, 0), (1, 1), (2, 1)])
    return found
