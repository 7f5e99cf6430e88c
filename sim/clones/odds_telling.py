"""Telling a fight and its odds in words."""

from __future__ import annotations

from collections.abc import Sequence

from sim.clones.odds_case import Case, Side
from sim.exact import Chance, Distribution


def title(kind: str) -> str:
    """Return what the answer is about."""
    return f"Clones: Reload, exact odds of {'a shot' if kind == 'ranged' else 'a melee'}"


def facts(kind: str, case: Case, cells: int) -> tuple[str, ...]:
    """Return the case as it was understood, a line for each side."""
    if kind == "melee":
        return tuple(
            f"{who}: {', '.join(_side(side, cells))}"
            for who, side in (("attacker", case.attacker), ("defender", case.defender))
        )
    shot = [*case.attacker.cards, _dice(case.attacker.dice, "shooting ")]
    bonus = [(case.bonus_damage, "damage"), (case.bonus_small, "small damage")]
    shot += [f"{n} {what} for each {case.slot}" for n, what in bonus if n]
    shot += _changes(case.attacker)
    return (
        f"attacker: {', '.join(shot)}",
        f"defender: {', '.join(_side(case.defender, cells))}",
    )


def _side(side: Side, cells: int) -> list[str]:
    told = [f"line {','.join(map(str, side.line)) or 'empty'}", f"rolls {_dice(side.dice)}"]
    told += side.cards
    if side.armour:
        told.append(f"armour {side.armour}")
    told += _changes(side)
    told.append(f"{side.damaged} of {cells} cells damaged")
    if side.elsewhere:
        told.append(f"{_dice(side.elsewhere)} elsewhere, damaged last")
    return told


def _changes(side: Side) -> list[str]:
    told = [f"may reroll {_dice(side.rerolls)}"] if side.rerolls else []
    told += [f"{side.excess} damage for each excess skull"] if side.excess > 1 else []
    return [*told, *(["piercing"] if side.pierces else [])]


def _dice(count: int, kind: str = "") -> str:
    return f"1 {kind}die" if count == 1 else f"{count or 'no'} {kind}dice"


def sentence(kind: str, rows: Sequence[Distribution], chances: Sequence[Chance]) -> str:
    """Return the answer in one sentence."""
    mean = {(row.who, row.what): f"{float(row.mean):.2f}" for row in rows}
    reload = {chance.who: f"{100 * float(chance.exact):.1f} %" for chance in chances}
    dealt = f"{mean['defender', 'damage']} damage"
    if kind == "ranged":
        return (
            f"On average the target takes {dealt}, and it must reload after {reload['defender']} "
            "of such shots."
        )
    return (
        f"On average the attacker deals {dealt} and takes {mean['attacker', 'damage']}; the "
        f"defender must reload after {reload['defender']} of such fights, the attacker after "
        f"{reload['attacker']}."
    )
