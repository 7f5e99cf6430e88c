"""What each kind of tile is worth to a greedy player, by its weights."""

from __future__ import annotations

from sim.steel_arena.models import Attack, Figures, Module, Terrain
from sim.steel_arena.policy import Policy


def tile_worths(figures: Figures, policy: Policy) -> list[int]:
    """Return the worth of every module, then of every terrain tile."""
    return [
        *(_module(each, policy) for each in figures.modules.values()),
        *(_terrain(each, policy) for each in figures.terrain.values()),
    ]


def _module(module: Module, own: Policy) -> int:
    worth = own.module + own.speed * module.speed + own.autocool * module.autocool
    if module.attack:
        worth += _attack(module.attack, own)
    if module.move:
        worth += own.area * module.move.areas[1] + own.free_way * (module.move.way != "forward")
    if module.turn:
        worth += own.sector * module.turn[1]
    if module.defence:
        by_side = {0: own.shield_front, 3: own.shield_rear}
        for side in set(module.defence.sides):
            worth += by_side.get(side, own.shield_side) * module.defence.value
    return worth


def _attack(attack: Attack, own: Policy) -> int:
    if attack.pattern == "ram":
        return own.ram
    far = attack.pattern in ("shot", "lob", "burst")
    worth = own.strength * attack.strength + own.reach * far
    worth += own.target_heat * attack.target_heat - own.target_heat * attack.cool_target
    worth += own.pierce * (attack.ignore_defence or attack.pull or attack.push > 0)
    return worth + own.self_damage * attack.self_damage


def _terrain(terrain: Terrain, own: Policy) -> int:
    harmful = terrain.damage or terrain.heat or terrain.explodes or terrain.slow
    good = terrain.cool or terrain.cool_all
    return own.harmful_ground * bool(harmful) + own.good_ground * bool(good)
