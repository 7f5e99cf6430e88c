"""From the words of a question to a fight: what both sides bring, and which figures that rests on.

A card brings into a fight what `kernels.clones.combat` brings from a card that is worn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.clones.gear import Ranged
from sim.clones.models import Card, Figures
from sim.clones.odds_words import Cards, Words, check_hands, flag
from sim.errors import BadInput

MOST_REROLLS = 2  # the kernel has room for no more
MOST_EXCESS = 4  # as on a card


@dataclass
class Side:
    """What one side brings into a fight."""

    line: tuple[int, ...] = ()
    dice: int = 0  # rolled
    damaged: int = 0
    elsewhere: int = 0  # neither rolled, nor on the line, nor damaged
    armour: int = 0
    pierces: bool = False
    excess: int = 1  # damage of each excess skull
    rerolls: int = 0
    lowest_to: list[int] = field(default_factory=list)  # of each card in a hand
    one_to: list[int] = field(default_factory=list)
    one_plus: list[int] = field(default_factory=list)
    low_up_to: int = 0
    low_to: int = 0
    cards: list[str] = field(default_factory=list)  # names, as told


@dataclass
class Case:
    """A fight before the dice are rolled."""

    attacker: Side
    defender: Side
    slot: int = 0
    bonus_damage: int = 0
    bonus_small: int = 0
    rests_on: list[str] = field(default_factory=list)  # paths of the figures that count


def ranged(figures: Figures, given: Mapping[str, str]) -> Case:
    """Return the shot that the words describe (RLD-RNG-1 to RLD-RNG-5)."""
    words = Words(given)
    case = Case(Side(), Side(), rests_on=["rules.damage_zone", "rules.dice", "board.faces"])
    _aim(case, figures, words)
    dice = words.number("reserve", 0, figures.rules.dice, 0)
    _stand(case.defender, figures, words, "", "reserve", dice)
    _wear(case, case.defender, figures, words, "armour", "ranged", attacked=True)
    _note_rerolls(case)
    return case


def melee(figures: Figures, given: Mapping[str, str]) -> Case:
    """Return the melee that the words describe (RLD-MEL-1 to RLD-MEL-4)."""
    words = Words(given)
    case = Case(Side(), Side(), rests_on=["rules.damage_zone", "rules.dice", "board.faces"])
    for who, side in (("attacker", case.attacker), ("defender", case.defender)):
        dice = words.number(f"{who}_dice", 0, figures.rules.dice, 0)
        _stand(side, figures, words, f"{who}_", "dice", dice)
        _arm(case, side, figures.equipment, words, who)
        _wear(case, side, figures, words, f"{who}_armour", "melee", attacked=who == "defender")
    _note_rerolls(case)
    return case


def _aim(case: Case, figures: Figures, words: Words) -> None:
    """Bring the weapon and what the shooter adds to it."""
    most = figures.rules.most_shooting_dice
    shooter, cards = case.attacker, figures.equipment
    used = words.cards("weapon", cards)
    gun = _gun(used, cards)
    if gun is None and "shooting" not in words:
        raise BadInput(f"say how many dice shoot: --shooting 1 to {most}, or --weapon CARD")
    shooter.cards = [cards[key].name for key in used]
    dice = min(_dice(case, used, cards), most) if gun else 0
    shooter.dice = words.number("shooting", 1, most, dice)
    case.slot = words.number("slot", 1, 5, gun.slots[0] if gun else 0)
    shooter.rerolls = words.number("reroll", 0, MOST_REROLLS, gun.reroll if gun else 0)
    shooter.pierces = "piercing" in words or _pierces(case, used, cards)
    if "bonus" in words:
        bonus = words.bonus("bonus")
        case.bonus_damage, case.bonus_small = bonus.get("damage", 0), bonus.get("small", 0)
    elif gun:
        case.bonus_damage, case.bonus_small = gun.bonus_damage, gun.bonus_small
    if (case.bonus_damage or case.bonus_small) and not case.slot:
        raise BadInput("say which value brings the bonus: --slot 1 to 5")
    if gun:
        asked = {"slots": "slot", "bonus_damage": "bonus", "bonus_small": "bonus"}
        asked |= {"dice": "shooting", "reroll": "reroll", "piercing": "piercing"}
        weapon = next(key for key in used if cards[key].ranged)
        for key, option in asked.items():
            if option not in words:
                case.rests_on.append(f"equipment.{weapon}.ranged.{key}")


def _gun(used: list[str], cards: Cards) -> Ranged | None:
    """Return the one weapon among the cards that are used; None where none are."""
    shooting = [key for key in used if cards[key].ranged]
    helping = [key for key in used if _helps(cards[key])]
    for key in used:
        if key not in (*shooting, *helping):
            known = ", ".join(each for each, card in cards.items() if card.ranged)
            raise BadInput(f"--weapon {key}: it has no table ranged; weapons that shoot: {known}")
    if used and not shooting:
        raise BadInput(f"--weapon {' and '.join(used)}: nothing of that shoots; add a weapon")
    if len(shooting) > 1:
        raise BadInput(f"--weapon {' and '.join(shooting)}: only one weapon shoots at a time")
    return cards[shooting[0]].ranged if shooting else None


def _helps(card: Card) -> bool:
    return card.shooting_dice > 0 or (card.item is not None and card.item.pierces)


def _dice(case: Case, used: list[str], cards: Cards) -> int:
    """Return how many dice the cards shoot with, without the limit (RLD-DIE-3)."""
    case.rests_on += [f"equipment.{key}.shooting_dice" for key in used if cards[key].shooting_dice]
    guns = (card.dice for key in used if (card := cards[key].ranged))
    return sum(guns) + sum(cards[key].shooting_dice for key in used)


def _pierces(case: Case, used: list[str], cards: Cards) -> bool:
    items = [key for key in used if (item := cards[key].item) and item.pierces]
    case.rests_on += [f"equipment.{key}.item.pierces" for key in items]
    return bool(items) or any(gun.piercing for key in used if (gun := cards[key].ranged))


def _stand(side: Side, figures: Figures, words: Words, prefix: str, rolled: str, dice: int) -> None:
    """Lay out the dice of a side: all of a character's are somewhere (RLD-CMP-6)."""
    rules = figures.rules
    side.line, side.dice = words.line(f"{prefix}line"), dice
    line, damaged = f"{prefix}line", f"{prefix}damaged"
    given = len(side.line) + side.dice
    told = f"{flag(line)} and {flag(prefix + rolled)}"
    if given > rules.dice:
        raise BadInput(f"{told} are {given} dice; allowed: {rules.dice} in all (rules.dice)")
    side.damaged = words.number(damaged, 0, rules.dice, rules.dice - given)
    if side.damaged >= rules.damage_zone:
        implied = "" if damaged in words else f"{told} hold {given} of {rules.dice} dice: "
        raise BadInput(
            f"{implied}{flag(damaged)} {side.damaged} fills the damage zone, which ends every "
            f"fight; allowed: 0 to {rules.damage_zone - 1} (rules.damage_zone)"
        )
    side.elsewhere = rules.dice - given - side.damaged
    if side.elsewhere < 0:
        raise BadInput(
            f"{told} are {given} dice and {side.damaged} are damaged; "
            f"allowed: {rules.dice} in all (rules.dice)"
        )


def _wear(
    case: Case,
    side: Side,
    figures: Figures,
    words: Words,
    name: str,
    fight: str,
    attacked: bool,
) -> None:
    """Bring what is worn: armour adds up (RLD-REC-10.7), a helmet may reroll when attacked."""
    worn = words.armour(name, figures.equipment)
    if isinstance(worn, int):
        side.armour = worn
        return
    for key in worn:
        card = figures.equipment[key]
        side.cards.append(card.name)
        if card.armour:
            side.armour += card.armour.ranged if fight == "ranged" else card.armour.melee
            case.rests_on.append(f"equipment.{key}.armour.{fight}")
        if attacked and card.reroll_when_attacked:
            side.rerolls = min(side.rerolls + card.reroll_when_attacked, MOST_REROLLS)
            case.rests_on.append(f"equipment.{key}.reroll_when_attacked")


def _arm(case: Case, side: Side, cards: Cards, words: Words, who: str) -> None:
    """Bring what cards in the hands do to rolled dice and skulls (RLD-MEL-2)."""
    held = words.cards(f"{who}_weapon", cards)
    check_hands(held, cards, flag(f"{who}_weapon"))
    side.pierces = f"{who}_piercing" in words
    for key in held:
        card = cards[key]
        side.cards.append(card.name)
        if card.melee is None:
            raise BadInput(
                f"{flag(f'{who}_weapon')} {key}: it has no table melee, so it does nothing"
            )
        side.lowest_to.append(card.melee.lowest_to)
        side.one_to.append(card.melee.one_to)
        side.one_plus.append(card.melee.one_plus)
        if card.melee.low_to > side.low_to:
            side.low_up_to, side.low_to = card.melee.low_up_to, card.melee.low_to
        side.pierces |= card.melee.piercing
        side.excess = max(side.excess, card.melee.excess)
        ours = card.melee.model_fields_set - ({"excess"} if f"{who}_excess" in words else set())
        case.rests_on += [f"equipment.{key}.melee.{each}" for each in sorted(ours)]
    side.excess = words.number(f"{who}_excess", 1, MOST_EXCESS, side.excess)


def _note_rerolls(case: Case) -> None:
    if case.attacker.rerolls or case.defender.rerolls:
        case.rests_on.append("rules.reroll_up_to")
