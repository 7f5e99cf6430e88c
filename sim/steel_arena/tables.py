"""From the data models to the array the kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels.steel_arena import book as B
from sim.steel_arena.field import Area, areas, neighbours, straight
from sim.steel_arena.models import Ability, Attack, Central, Figures, Mine, Module, Robot, Terrain

Ints = NDArray[np.int64]

TYPES = {"attack": B.ATTACK, "move": B.MOVE, "turn": B.TURN, "defence": B.DEFENCE_TYPE}
WAYS = {"forward": B.FORWARD, "shift": B.SHIFT, "jump": B.JUMP}
PATTERNS = {
    "melee": B.MELEE,
    "front": B.FRONT,
    "all_round": B.ALL_ROUND,
    "flame": B.FLAME,
    "shot": B.SHOT,
    "burst": B.BURST,
    "lob": B.LOB,
    "ram": B.RAM,
}
TRIGGERS = {"enter": B.ON_ENTER, "stop": B.ON_STOP, "start": B.ON_START}
MINES = {"heat": B.MINE_HEAT, "move": B.MINE_MOVE, "turn": B.MINE_TURN, "damage": B.MINE_DAMAGE}


class Tables(NamedTuple):
    """The book for a number of players, and the names behind the numbers in it."""

    book: Ints
    areas: list[Area]
    robots: tuple[str, ...]
    tiles: tuple[str, ...]  # modules, then terrain
    abilities: tuple[str, ...]


def build(figures: Figures, players: int, board: str = "") -> Tables:
    """Return the tables for a number of players, on the field made for them unless one is named."""
    book = np.zeros(B.SIZE, np.int64)
    field = areas((figures.fields[board] if board else figures.field(players)).rows)
    next_to = neighbours(field)
    _rules(book, figures, players)
    book[B.AREAS] = len(field)
    book[B.EDGE] = sum(1 << i for i, sides in enumerate(next_to) if -1 in sides)
    book[B.NEXT : B.NEXT + len(field) * 6] = np.array(next_to).ravel()
    ahead = [[straight(next_to, cell, d) for d in range(6)] for cell in range(len(field))]
    book[B.AHEAD : B.AHEAD + len(field) * 6] = np.array(ahead).ravel()
    tiles = (*figures.modules, *figures.terrain)
    abilities = tuple(figures.abilities)
    rows = [
        *(_module(each) for each in figures.modules.values()),
        *(_terrain(each) for each in figures.terrain.values()),
        _central(figures.central, None),
        *(_central(figures.central, each) for each in figures.abilities.values()),
    ]
    for i, row in enumerate(rows):
        _write(book, B.KIND + i * B.KIND_SIZE, row)
    central = range(len(tiles), len(rows))
    book[B.CENTRAL_KIND : B.CENTRAL_KIND + len(central)] = central
    for i, ability in enumerate(figures.abilities.values()):
        forever = figures.rules.one_ability != "none"
        _write(book, B.ABILITY + i * B.ABILITY_SIZE, _ability(ability, forever))
    for i, robot in enumerate(figures.robots.values()):
        mine = figures.mines[robot.mine]
        _write(book, B.ROBOT + i * B.ROBOT_SIZE, _robot(robot, mine, abilities))
    for place, gen in ((B.SECOND_GEN, 2), (B.THIRD_GEN, 3)):
        _pile(book, place, [tiles.index(key) for key in figures.pile(gen)])
    _pile(book, B.START_SET, [tiles.index(key) for key in figures.pile(1)])
    return Tables(book, field, tuple(figures.robots), tiles, abilities)


def _write(book: Ints, start: int, row: dict[int, int]) -> None:
    for column, value in row.items():
        book[start + column] = value


def _pile(book: Ints, place: int, kinds: Sequence[int]) -> None:
    book[place] = len(kinds)
    book[place + 1 : place + 1 + len(kinds)] = kinds


def _rules(book: Ints, figures: Figures, players: int) -> None:
    rules = figures.rules
    one = rules.one_ability
    _write(
        book,
        0,
        {
            B.PLAYERS: players,
            B.ARSENAL: rules.arsenal,
            B.FORCED: rules.forced,
            B.EQUIPMENT: rules.starting_equipment,
            B.ABILITIES_ON: rules.abilities,
            B.MINES_ON: rules.mines,
            B.ONE_ABILITY: 0 if one == "none" else 1 + list(figures.abilities).index(one),
            B.WEAR: rules.wear,
            B.TROPHIES_TO_WIN: rules.trophies,
            B.REINFORCED_UP_TO: rules.reinforced_up_to,
            B.MOST_TURNS: rules.most_turns,
            B.CENTRAL_HEATS: rules.central_heats,
            B.CLEARS_TOKENS: rules.autocool_clears_enemy_token,
            B.RAM_NEEDS_SPEED: rules.ram_needs_speed,
            B.COLLISION_DAMAGE: rules.collision_damage,
            B.REFILL_UNDER_ROBOT: rules.refill_under_robot,
            B.SLOW_PUSH: rules.slow_applies_to_push,
            B.MINE_AT_STOPS: rules.mine_forbidden_on == "every_stop",
            B.RAM_BONUS: rules.ram_bonus,
            B.FORCED_FORWARD: rules.forced_forward,
            B.FORCED_TURN: rules.forced_turn,
            B.KEPT: rules.keep_equipment,
        },
    )
    dealt = [TYPES[kind] for kind, number in rules.deal().items() for _ in range(number)]
    _pile(book, B.DEALT, dealt if rules.starting_equipment else [])


def _module(module: Module) -> dict[int, int]:
    row = {
        B.TYPE: TYPES[module.type],
        B.GEN: module.gen,
        B.SPEED: module.speed,
        B.AUTOCOOL: module.autocool,
    }
    if module.move:
        low, high = module.move.areas
        row |= {B.MOVE_WAY: WAYS[module.move.way], B.MOVE_LOW: low, B.MOVE_HIGH: high}
    if module.turn:
        row |= {B.TURN_LOW: module.turn[0], B.TURN_HIGH: module.turn[1]}
    if module.attack:
        row |= _attack(module.attack)
    if module.defence:
        row |= {
            B.SIDES: sum(1 << side for side in set(module.defence.sides)),
            B.DEFENCE: module.defence.value,
            B.MINE_PROOF: module.defence.no_side,
        }
    return row


def _attack(attack: Attack) -> dict[int, int]:
    near, far = attack.range or (0, 0)
    return {
        B.PATTERN: PATTERNS[attack.pattern],
        B.STRENGTH: attack.strength,
        B.NEAR: near,
        B.FAR: far,
        B.IGNORES_DEFENCE: attack.ignore_defence,
        B.TARGET_HEAT: attack.target_heat,
        B.COOL_TARGET: attack.cool_target,
        B.PUSH: attack.push,
        B.PULL: attack.pull,
        B.SELF_DAMAGE: attack.self_damage,
    }


def _terrain(terrain: Terrain) -> dict[int, int]:
    return {
        B.TYPE: B.TERRAIN,
        B.GEN: terrain.gen,
        B.WHEN: sum(TRIGGERS[each] for each in set(terrain.when)),
        B.OBSTACLE: terrain.obstacle,
        B.CLOSED: terrain.closed,
        B.COVER: terrain.cover,
        B.SLIDE: terrain.slide,
        B.SLOW: terrain.slow,
        B.DAMAGE: terrain.damage,
        B.BURN: terrain.heat,
        B.COOLS: B.ALL if terrain.cool_all else terrain.cool,
        B.BOXED: terrain.boxed,
        B.EXPLODES: terrain.explodes,
    }


def _central(central: Central, ability: Ability | None) -> dict[int, int]:
    """Return the central module as a kind of its own, changed by an ability."""
    forward = (ability and ability.forward) or central.forward
    turn = (ability and ability.turn) or central.turn
    reinforced = (ability and ability.turn_reinforced) or central.turn_reinforced
    melee = central.melee if ability is None or ability.melee is None else ability.melee
    shot = None if ability is None else ability.shot
    return {
        B.TYPE: B.CORE,
        B.MOVE_WAY: B.FORWARD,
        B.MOVE_LOW: forward[0],
        B.MOVE_HIGH: forward[1],
        B.TURN_LOW: turn[0],
        B.TURN_HIGH: turn[1],
        B.TURN_REINFORCED: reinforced[1],
        B.PATTERN: B.MELEE if shot is None else B.SHOT,
        B.STRENGTH: melee if shot is None else shot,
    }


def _ability(ability: Ability, forever: bool) -> dict[int, int]:
    after = {None: 0, "move": B.MOVES_AFTER, "activate": B.ACTS_AFTER}[ability.after_damage]
    fury = 0 if not ability.fury else 2 if forever else 1
    return {B.AFTER_DAMAGE: after, B.FURY: fury, B.EDGE_TURN: ability.edge_turn}


def _robot(robot: Robot, mine: Mine, abilities: Sequence[str]) -> dict[int, int]:
    sides = [1 + abilities.index(each) for each in robot.abilities]
    first, second = (sides + sides + [0, 0])[:2]
    fixed = 0 if robot.ability == "choose" else 1 + abilities.index(robot.ability)
    whole_type = robot.mine == "heat" and mine.strong_type
    return {
        B.FIRST_ABILITY: first,
        B.SECOND_ABILITY: second,
        B.FIXED_ABILITY: fixed if len(set(sides)) != 1 else first,
        B.MINE_EFFECT: MINES[robot.mine],
        B.MINE_LOW: mine.weak[0],
        B.MINE_LOW + 1: B.ALL if whole_type else mine.strong[0],
        B.MINE_HIGH: mine.weak[1],
        B.MINE_HIGH + 1: mine.strong[1],
    }
