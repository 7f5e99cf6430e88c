"""From the words of a question to an attack: its numbers, and which figures they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from kernels.neon import attack_places as A
from kernels.neon import odds as K
from sim.errors import BadInput
from sim.neon.effects import Effect
from sim.neon.models import Figures, Loot
from sim.neon.odds_words import Words

Ints = NDArray[np.int64]

ANY = 9  # dice to roll again: more than there are
WEAPONS = ("pistol", "heavy", "melee", "grenade")
KINDS = {"fighter": A.FIGHTER, "automa": A.AUTOMA, "bot": A.BOT}
SUPPLIES = {"ammo": (), "cell": (), "battery": ("batt",), "grenade": ("gren",)}
REROLLS = ("attack", "defence", "both")
T = A.TARGET
_AGAIN = "may roll again"

# What a change of dice adds to, by moment, from and to.
_CHANGES = {
    ("after_attack", "cond", "hit"): A.COND_TO_HIT,
    ("after_attack", "hit", "crit"): A.HIT_TO_CRIT,
    ("before_defence", "hit", "miss"): T + A.HIT_TO_MISS,
    ("after_defence", "fail", "guard"): T + A.FAIL_TO_GUARD,
    ("after_defence", "guard", "block"): T + A.GUARD_TO_BLOCK,
    ("after_defence", "block", "fail"): T + A.BLOCK_TO_FAIL,
    ("always", "guard", "block"): T + A.GUARD_IS_BLOCK,
    ("always", "fail", "guard"): T + A.FAIL_IS_GUARD,
}
# What fills one of several places, in the order of payment.
_PROTECTS = {
    ("cancel", "crit"): T + A.CANCEL_CRIT,
    ("change", "crit"): T + A.CRIT_TO_HIT,
    ("cancel", "hit"): T + A.CANCEL_HIT,
}
# What happens after the damage, or to others, and so changes no odds of one attack.
_ELSEWHERE = ("area", "second_target", "drain", "steal", "step", "blast", "surcharge", "safe")


@dataclass
class Case:
    """An attack before the dice are rolled, and how it is told."""

    attack: Ints = field(default_factory=lambda: np.zeros(A.SIZE, np.int64))
    attacker: list[str] = field(default_factory=list)
    defender: list[str] = field(default_factory=list)
    rests_on: list[str] = field(default_factory=lambda: ["board.attack_die", "board.defence_die"])


def cases(figures: Figures, given: Mapping[str, str]) -> Iterator[Case]:
    """Yield the attack that the words describe, once for each way to spend the supplies."""
    words = Words(given)
    weapon = _card(words, figures, "weapon", WEAPONS)
    supplies = words.several("supplies", "supply", SUPPLIES)
    if supplies and weapon is None:
        raise BadInput("--supplies pay for effects of a weapon; name it: --weapon CARD")
    card = None if weapon is None else figures.loot[weapon]
    for paid in _ways_to_pay(card, supplies) if card else [()]:
        yield _case(figures, words, weapon, paid)


def _case(figures: Figures, words: Words, weapon: str | None, paid: tuple[Effect, ...]) -> Case:
    case = Case()
    rules = figures.rules
    case.attack[A.DICE_CAP] = rules.most_attack_dice
    case.attack[A.CRIT_DAMAGE] = case.attack[A.HIT_DAMAGE] = case.attack[A.TARGETS] = 1
    case.attack[T + A.DEFENCE_CAP] = rules.most_defence_dice
    case.attack[T + A.SPARK_ENERGY] = 1
    distance = _aim(case, figures, words, weapon, paid)
    _defend(case, figures, words)
    _reroll(case, words)
    _stand(case, figures, words, distance)
    if 2 * rules.most_attack_dice + case.attack[A.CRIT_BONUS] >= K.VALUES:
        raise BadInput(f"--weapon {weapon}: more than {K.VALUES} damage cannot be counted through")
    return case


def _card(words: Words, figures: Figures, option: str, types: tuple[str, ...]) -> str | None:
    """Return the loot card of an option, of the right type."""
    known = {key: card for key, card in figures.loot.items() if card.type in types}
    return words.item(option, option, known)


def _ways_to_pay(card: Loot, supplies: list[str]) -> list[tuple[Effect, ...]]:
    """Return every choice of effects that the supplies pay for, each once (NEON-EQP-9)."""
    choices = []
    for kind in SUPPLIES:
        effects = [e for e in card.effects if e.supply == kind and e.do != "area"]
        if supplies.count(kind) > len(effects):
            costs = ", ".join(e.supply for e in card.effects if e.supply and e.do != "area")
            raise BadInput(
                f"--supplies {','.join(supplies)}: {card.name} can spend "
                f"{costs or 'none'} on an attack, each once"
            )
        choices.append(list(combinations(effects, supplies.count(kind))))
    return [tuple(e for part in way for e in part) for way in product(*choices)]


def _aim(
    case: Case, figures: Figures, words: Words, weapon: str | None, paid: tuple[Effect, ...]
) -> int:
    """Bring the weapon, its dice and its effects; return the distance."""
    card = None if weapon is None else figures.loot[weapon]
    dice = figures.board.base_weapon if card is None else card.dice
    nearest = next((n for n, shown in enumerate(dice) if shown), 0)
    distance = words.number("range", 0, len(dice) - 1, nearest)
    most = figures.rules.most_attack_dice
    case.attack[A.WEAPON_DICE] = words.number("attack", 1, most, dice[distance])
    told = f"{case.attack[A.WEAPON_DICE]} attack {_dice(case.attack[A.WEAPON_DICE])}"
    if card is not None:
        told += f", {card.name} at range {distance}"
        case.rests_on.append(f"loot.{weapon}.effects")
    case.attacker.append(told)
    if "attack" not in words:
        case.rests_on.append("board.base_weapon" if card is None else f"loot.{weapon}.dice")
        if not dice[distance] and not any(e.blank for e in paid):
            name = "the base weapon" if card is None else card.name
            shown = ", ".join(f"{n} at range {r}" for r, n in enumerate(dice) if n)
            raise BadInput(f"--range {distance}: {name} has no dice there, but {shown}")
    for effect in [] if card is None else card.effects:
        if any(effect is each for each in paid) or (
            effect.supply is None and effect.do not in _ELSEWHERE
        ):
            cost = f" for {effect.supply}" if effect.supply else ""
            _use(case, effect, case.attacker, cost)
    return distance


def _defend(case: Case, figures: Figures, words: Words) -> None:
    """Bring the target, its dice and what it wears."""
    kind = words.choice("target", KINDS, "fighter")
    own = {
        "fighter": (figures.rules.base_defence, "rules.base_defence"),
        "automa": (figures.board.automa.defence_dice, "board.automa.defence_dice"),
        "bot": (figures.rules.bot_dice, "rules.bot_dice"),
    }
    dice, path = own[kind]
    case.attack[T + A.KIND] = KINDS[kind]
    case.attack[T + A.BASE_DICE] = words.number("defence", 0, figures.rules.most_defence_dice, dice)
    if "defence" not in words:
        case.rests_on.append(path)
    told = f"{case.attack[T + A.BASE_DICE]} defence {_dice(case.attack[T + A.BASE_DICE])}"
    case.defender.append(told if kind == "fighter" else f"{told}, rolled with the attack")
    for option in ("armour", "helmet"):
        key = _card(words, figures, option, (option,))
        if key is None:
            continue
        if kind != "fighter":
            raise BadInput(f"--{option}: a fighter wears one, no {kind} does")
        case.defender.append(figures.loot[key].name)
        case.rests_on.append(f"loot.{key}.effects")
        for effect in figures.loot[key].effects:
            _use(case, effect, case.defender, f" for {effect.supply}" if effect.supply else "")


def _reroll(case: Case, words: Words) -> None:
    """Let those roll again who may: any number of dice (NEON-ABL-2)."""
    who = words.choice("reroll", REROLLS, "")
    if who in ("attack", "both"):
        case.attack[A.REROLL_MOST] = ANY
        case.attacker.append(f"{_AGAIN} any dice")
    if who in ("defence", "both"):
        if case.attack[T + A.KIND] != A.FIGHTER:
            raise BadInput(f"--reroll {who}: only a fighter rolls defence dice again")
        case.attack[T + A.DEFENCE_REROLL_MOST] = ANY
        case.defender.append(f"{_AGAIN} any dice")


def _stand(case: Case, figures: Figures, words: Words, distance: int) -> None:
    """Bring the sectors: attack effects from here, defence effects there."""
    there = words.item("sector", "sector", figures.sectors)
    here = words.item("from_sector", "sector", figures.sectors)
    if there and here and here != there and distance == 0:
        raise BadInput(f"--from-sector {here}: at range 0 both stand in one sector, {there}")
    here = here or (there if distance == 0 else None)
    there = there or (here if distance == 0 else None)
    for key, told, moments in (
        (here, case.attacker, ("before_attack", "after_attack")),
        (there, case.defender, ("before_defence", "after_defence")),
    ):
        if key is None:
            continue
        sector = figures.sectors[key]
        told.append(sector.name)
        case.rests_on.append(f"sectors.{key}.effects")
        attacking = told is case.attacker
        for effect in sector.effects:
            if effect.do == "no_reroll":
                most = A.REROLL_MOST if attacking else T + A.DEFENCE_REROLL_MOST
                case.attack[most] = 0
                told[:] = [each for each in told if not each.startswith(_AGAIN)]
                told.append("where no dice are rolled again")
            elif effect.when in moments or (effect.when == "always" and not attacking):
                _use(case, effect, told, f" for {effect.energy} energy" if effect.energy else "")


def _use(case: Case, effect: Effect, told: list[str], cost: str) -> None:
    """Bring one effect into the attack, and tell it."""
    attack, amount = case.attack, effect.amount
    change = (effect.when, effect.change_from or "", effect.to or "")
    if effect.do in _ELSEWHERE or "in_field" in effect.needs:
        return
    if effect.do == "attack_dice":
        attack[A.ADDED_DICE] += amount
        words = f"+{amount} attack {_dice(amount)}"
    elif effect.do == "defence_dice":
        attack[T + A.ADDED_DEFENCE] += amount
        words = f"+{amount} defence {_dice(amount)}"
    elif effect.do == "reroll":
        most = A.REROLL_MOST if effect.when == "after_attack" else T + A.DEFENCE_REROLL_MOST
        attack[most] = max(attack[most], min(amount, ANY))
        words = f"{_AGAIN} {'any' if amount >= ANY else amount} {_dice(amount)}"
    elif effect.do == "damage" and effect.change_from == "crit":
        attack[A.CRIT_BONUS] += amount
        words = f"+{amount} damage if a crit goes through"
    elif effect.when == "wounded" and (effect.do, effect.change_from) in _PROTECTS:
        place = _PROTECTS[effect.do, str(effect.change_from)]
        attack[next(p for p in range(place, place + A.EFFECTS) if not attack[p])] = amount
        turned = f"turns {amount} crit to hit" if effect.do == "change" else ""
        words = turned or f"cancels {'up to ' if amount > 1 else ''}{amount} {effect.change_from}"
    elif change in _CHANGES:
        attack[_CHANGES[change]] += amount
        which = "every" if effect.when == "always" else amount
        words = f"{which} {effect.change_from} as {effect.to}"
    else:
        raise BadInput(
            f"do = {effect.do!r} from {effect.change_from!r} to {effect.to!r} when = "
            f"{effect.when!r}: exact odds cannot count this effect through"
        )
    told.append(words + cost)


def _dice(amount: int) -> str:
    return "die" if amount == 1 else "dice"
