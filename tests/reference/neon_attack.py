"""An attack of Neon in plain Python, from the rules NEON-ATT, NEON-DEF, NEON-RES and NEON-REC-11.

Dice are words in lists. A defender tries everything that he may do with his dice, and takes what
hurts least; a tie goes to the fewest payments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

ATTACK_DIE = ["crit", "hit", "hit", "cond", "miss", "miss"]
DEFENCE_DIE = ["block", "guard", "guard", "spark", "fail", "fail"]


@dataclass
class Effect:
    """What a defender pays for: a helmet, an armour or an upgrade that acts on symbols."""

    card: str  # "helmet", "armour", "upgrade"
    what: str  # "cancel crit", "crit to hit", "cancel hit"
    amount: int


@dataclass
class Change:
    """One die turned to another face, by a card; `discards` names cards that are gone with it."""

    old: str
    new: str
    discards: tuple[str, ...] = ()


@dataclass
class Target:
    """A defender: his dice, what he may use, and what became of him."""

    rolled: list[str]
    kind: str = "fighter"
    stadium: bool = False
    smoke: bool = False
    holograms: int = 0
    changes: list[Change] = field(default_factory=list)
    turned_blocks: int = 0  # BLOCKs that the attacker may count as FAIL
    effects: list[Effect] = field(default_factory=list)
    spark: int = 1
    # left
    damage: int = 0
    crits: int = 0
    hits: int = 0
    energy: int = 0
    drained: int = 0
    used_holograms: int = 0
    used_turns: int = 0
    used_changes: list[Change] = field(default_factory=list)
    used_effects: list[Effect] = field(default_factory=list)


@dataclass
class Attack:
    """The attacker's roll, what he may use, and his targets in turn order."""

    rolled: list[str]
    targets: list[Target]
    cond_to_hit: int = 0
    hit_to_crit: int = 0
    crit_damage: int = 1
    hit_damage: int = 1
    crit_bonus: int = 0
    drain: int = 0
    hit_drain: int = 0
    hit_gain: int = 0
    # left
    gained: int = 0


def attack_dice(weapon: int, more: int, most: int = 5, neko: int = 0) -> int:
    """NEON-ATT-4, and Neko of REC-6: after the cap, never below 1."""
    dice = weapon + more
    while dice > most:
        dice -= 1
    for _ in range(neko):
        if dice > 1:
            dice -= 1
    return dice


def defence_dice(base: int, fields: int, more: int, most: int = 3) -> int:
    """NEON-DEF-1."""
    return sorted([base + fields + more, most])[0]


def turn(dice: list[str], old: str, new: str) -> bool:
    """Turn one die, if there is one."""
    if old not in dice:
        return False
    dice[dice.index(old)] = new
    return True


def attack(case: Attack) -> None:
    """Stages 2 to 4 after all rolls and rerolls."""
    dice = list(case.rolled)
    for _ in range(case.cond_to_hit):
        turn(dice, "cond", "hit")
    for _ in range(case.hit_to_crit):
        turn(dice, "hit", "crit")
    case.gained = 0
    for target in case.targets:
        defend(case, target, dice)
        if target.damage and target.kind != "bot":
            case.gained += case.hit_gain


def defend(case: Attack, target: Target, dice: list[str]) -> None:
    """NEON-DEF in the order of REC-11 item 16."""
    dice = list(dice)
    target.used_holograms = sum(turn(dice, "hit", "miss") for _ in range(target.holograms))
    symbols = (dice.count("crit"), dice.count("hit"))
    shown = {"guard": "block" if target.stadium else "guard"}
    shown["fail"] = "guard" if target.smoke else "fail"
    read = [shown.get(die, die) for die in target.rolled]
    best: tuple[int, int] | None = None
    for changed, used in ways_to_change(read, target.changes):
        gone = {card for change in used for card in change.discards}
        effects = [e for e in target.effects if e.card not in gone]
        (damage, paid), turns, left, paying = attackers_answer(
            case, target, symbols, changed, effects
        )
        outcome = damage, paid + len(used)
        if best is None or outcome < best:
            best = outcome
            target.damage, target.used_turns, target.used_changes = damage, turns, used
            target.used_effects = paying
            target.crits, target.hits = left
    fighter = target.kind == "fighter"
    target.energy = target.rolled.count("spark") * target.spark if fighter else 0
    target.drained = case.drain + (case.hit_drain if target.damage else 0) if fighter else 0


def ways_to_change(
    dice: list[str], changes: list[Change]
) -> Iterator[tuple[list[str], list[Change]]]:
    """Every way to use some of the changes, in their order, each on a die that fits."""
    if not changes:
        yield dice, []
        return
    first, *rest = changes
    yield from ways_to_change(dice, rest)
    turned = list(dice)
    if turn(turned, first.old, first.new):
        for result, used in ways_to_change(turned, rest):
            yield result, [first, *used]


Answer = tuple[tuple[int, int], int, tuple[int, int], list[Effect]]


def attackers_answer(
    case: Attack,
    target: Target,
    symbols: tuple[int, int],
    dice: list[str],
    effects: list[Effect],
) -> Answer:
    """The attacker counts a BLOCK as FAIL if that does more damage, never more than needed."""
    dice = list(dice)
    chosen = cancelled(case, symbols, dice, effects)
    found: Answer = (chosen[0], 0, *chosen[1:])
    for turns in range(1, target.turned_blocks + 1):
        if not turn(dice, "block", "fail"):
            break
        chosen = cancelled(case, symbols, dice, effects)
        if chosen[0][0] > found[0][0]:
            found = (chosen[0], turns, *chosen[1:])
    return found


def cancelled(
    case: Attack, symbols: tuple[int, int], dice: list[str], effects: list[Effect]
) -> tuple[tuple[int, int], tuple[int, int], list[Effect]]:
    """The defender's best way to lay his dice; a CRIT stopped rather than a HIT if it is equal."""
    found = []
    for crits, hits in leftovers(*symbols, tuple(sorted(dice))):
        left, used = protect(crits, hits, effects)
        damage = left[0] * case.crit_damage + left[1] * case.hit_damage
        damage += case.crit_bonus if left[0] else 0
        found.append(((damage, len(used)), crits, hits, left, used))
    best = min(found, key=lambda each: each[:3])
    return best[0], best[3], best[4]


@cache
def leftovers(crits: int, hits: int, dice: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """What can be left: every die may stop something that it can stop, or nothing."""
    if not dice:
        return frozenset({(crits, hits)})
    die, *rest = dice
    found = set(leftovers(crits, hits, tuple(rest)))
    if hits and die in ("guard", "block"):
        found |= leftovers(crits, hits - 1, tuple(rest))
    if crits and die == "block":
        found |= leftovers(crits - 1, hits, tuple(rest))
    return frozenset(found)


def protect(crits: int, hits: int, effects: list[Effect]) -> tuple[tuple[int, int], list[Effect]]:
    """NEON-DEF-4: the helmet, then the armour, then the upgrade, while there is something left."""
    used = []
    for what in ("cancel crit", "crit to hit", "cancel hit"):
        for effect in effects:
            left = hits if what == "cancel hit" else crits
            if effect.what != what or not left:
                continue
            used.append(effect)
            for _ in range(min(left, effect.amount)):
                if what == "cancel hit":
                    hits -= 1
                else:
                    crits -= 1
                    hits += what == "crit to hit"
    return (crits, hits), used
