"""Reach, intercept, strength and casualties of Pixel Tactics in plain Python, from the rules.

A unit is a dict from cells ("V1", "L", …) to cards. What gives a keyword or changes strength is
listed here by hand from the cards, not read from the game's data.
"""

from __future__ import annotations

from dataclasses import dataclass

ROWS = "VFR"
CELLS = ("V1", "V2", "V3", "F1", "L", "F3", "R1", "R2", "R3")


@dataclass
class Card:
    """A hero, corpse or leader in play."""

    code: str
    attack: int
    life: int
    damage: int = 0
    corpse: bool = False
    hurt: bool = False


Unit = dict[str, Card]

# who has intercept or shoots by itself, by row
INTERCEPTS = {
    "V": {"ALC", "FIG", "HEA", "HOM", "KNI", "MYS", "OVE", "PAL", "PLA", "TRA"},
    "F": set(),
    "R": set(),
}
SHOOTS = {"V": {"GUN", "PLA"}, "F": {"GUN", "PYR"}, "R": {"GUN", "DRA", "PLA", "PYR"}}
LEADER_SHOOTS = {"GUN", "PLA", "PYR", "TRA"}


def row_and_column(cell: str) -> tuple[int, int]:
    """Return row 0 to 2 and column 1 to 3 of a cell."""
    return (1, 2) if cell == "L" else (ROWS.index(cell[0]), int(cell[1]))


def cell_at(row: int, column: int) -> str:
    """Return the name of a cell."""
    return "L" if (row, column) == (1, 2) else f"{ROWS[row]}{column}"


def living(unit: Unit, cell: str) -> bool:
    """Whether a living figure stands on a cell."""
    return cell in unit and not unit[cell].corpse


def neighbour(unit: Unit, cell: str, step: int) -> Card | None:
    """Return the living figure one row ahead (-1) or behind (+1), if any (PXT-GEO-2)."""
    row, column = row_and_column(cell)
    if not 0 <= row + step <= 2:
        return None
    other = cell_at(row + step, column)
    return unit[other] if living(unit, other) else None


def ahead(cell: str) -> list[str]:
    """Return the cells nearer the front in the same column."""
    row, column = row_and_column(cell)
    return [cell_at(r, column) for r in range(row)]


def in_melee(unit: Unit, cell: str) -> bool:
    """Whether a figure is the first living one of its column (PXT-MEL-2)."""
    return living(unit, cell) and not any(living(unit, other) for other in ahead(cell))


def is_hero_in(unit: Unit, cell: str, row: str, code: str) -> bool:
    """Whether a certain living hero stands on a cell of a row."""
    return cell != "L" and cell[0] == row and living(unit, cell) and unit[cell].code == code


def intercepts(unit: Unit, leader: str, cell: str) -> bool:
    """Whether a living hero has intercept: by its row, a Trapper behind it, or its leader."""
    if cell == "L" or not living(unit, cell):
        return False
    if leader == "TRA" or unit[cell].code in INTERCEPTS[cell[0]]:
        return True
    row, column = row_and_column(cell)
    behind = cell_at(row + 1, column) if row < 2 else ""
    return behind not in ("", "L") and is_hero_in(unit, behind, "F", "TRA")


def shoots(unit: Unit, leader: str, cell: str) -> bool:
    """Whether a figure has a ranged attack: by itself, its neighbours, or its leader."""
    if cell == "L":
        return leader in LEADER_SHOOTS
    if leader == "PLA" or unit[cell].code in SHOOTS[cell[0]]:
        return True
    row, column = row_and_column(cell)
    if row < 2:
        behind = cell_at(row + 1, column)
        if behind != "L" and any(is_hero_in(unit, behind, "F", c) for c in ("PLA", "PYR")):
            return True
    if row > 0:
        front = cell_at(row - 1, column)
        if front != "L" and any(is_hero_in(unit, front, "F", c) for c in ("GUN", "PLA", "TRA")):
            return True
    return False


def melee_targets(own: Unit, foe: Unit, cell: str) -> set[str]:
    """Return whom a figure can strike (PXT-MEL-1)."""
    if not in_melee(own, cell):
        return set()
    return {other for other in CELLS if in_melee(foe, other)}


def ranged_targets(own: Unit, foe: Unit, leaders: tuple[str, str], cell: str) -> set[str]:
    """Return whom a figure can shoot at (PXT-RNG-1, PXT-INT-2)."""
    if not shoots(own, leaders[0], cell):
        return set()
    return {
        other
        for other in CELLS
        if living(foe, other)
        and not any(intercepts(foe, leaders[1], before) for before in ahead(other))
    }


def strength(
    own: Unit, foe: Unit, leaders: tuple[str, str], cell: str, target: str, melee: bool, first: bool
) -> int:
    """Return the strength of an attack: printed, times factors, plus bonuses (PXT-DEC-21)."""
    card, leader = own[cell], leaders[0]
    times, bonus = 1, 0
    at_leader = target == "L"
    if leader == "FIG" and melee:
        bonus += 3
    if cell != "L":
        bonus += 5 if leader == "TEM" and card.hurt else 0
        bonus += 3 if leader == "PYR" and first else 0
        row = cell[0]
        corpses = sum(c.corpse for unit in (own, foe) for c in unit.values())
        front = own.get(cell_at(ROWS.index(row) - 1, int(cell[1]))) if row != "V" else None
        if row == "V":
            bonus += {"BER": 2, "HOM": 2, "TEM": card.damage, "WIT": corpses}.get(card.code, 0)
            if card.code == "GUN" and intercepts(foe, leaders[1], target):
                bonus += 3
            if card.code == "ASN" and at_leader:
                times *= 2
        elif row == "F":
            bonus += 2 if card.code == "FIG" else 0
            bonus += 4 if card.code == "WIT" and front is not None and front.corpse else 0
        else:
            bonus += 4 if card.code == "FIG" else 0
        behind = neighbour(own, cell, 1) if cell != "V2" else None
        if row == "V" and behind is not None:
            bonus += 2 if behind.code == "MYS" else 0
            times *= 2 if behind.code == "ASN" and not at_leader else 1
        before = neighbour(own, cell, -1) if cell != "R2" else None
        if row == "R" and before is not None and before.code == "DRA":
            bonus += 3
    return max(0, card.attack * times + bonus)


def fallen(unit: Unit) -> set[str]:
    """Return the cells of heroes that fall at the end of the wave (PXT-CAS-1)."""
    return {
        cell
        for cell, card in unit.items()
        if cell != "L" and not card.corpse and card.damage >= card.life
    }


def winner(units: tuple[Unit, Unit]) -> int | str | None:
    """Return who wins at the end of a wave: 0, 1, "draw", or None (PXT-END-1, PXT-TIE-1)."""
    down = [unit["L"].damage >= unit["L"].life for unit in units]
    if not any(down):
        return None
    if not all(down):
        return 1 if down[0] else 0
    left = []
    for unit in units:
        heroes = [c for c in unit if c != "L" and not unit[c].corpse]
        left.append(len(heroes) - len(fallen(unit)))
    return "draw" if left[0] == left[1] else int(left[1] > left[0])
