"""Lines of fire, bursts, movement with rams, and directional defence of Steel Arena, plainly.

Written from the rules (SA-REC-1, SA-REC-5, SA-REC-6, SA-REC-15, SA-REC-17, SA-ATK-1 to SA-ATK-3)
and slow on purpose. An area is (q, r); a field is a dict from area to the name of its terrain, ""
where there is none; robots are a dict from name to area.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # clockwise
OBSTACLES = ("scrap", "cover")
SLIDE, SLOW = 2, 1  # areas

Area = tuple[int, int]
Field = dict[Area, str]
Robots = dict[str, Area]


def make_field(middle: int) -> Field:
    """Five rows, the middle one of some length; row r runs from max(0, -r)."""
    return {(q, r): "" for r in range(-2, 3) for q in range(max(0, -r), middle - max(0, r))}


def step(area: Area, direction: int, areas: int = 1) -> Area:
    """The area so many steps away."""
    dq, dr = STEPS[direction % 6]
    return area[0] + areas * dq, area[1] + areas * dr


def standing(robots: Robots, area: Area) -> str:
    """Who stands there, "" if nobody."""
    return next((name for name, where in robots.items() if where == area), "")


def line_of_fire(ground: Field, robots: Robots, start: Area, direction: int) -> Area | None:
    """The first robot or Barrels on a line from `start` on, unless an obstacle is before it."""
    at = start
    while at in ground:
        if standing(robots, at) or ground[at] == "barrels":
            return at
        if ground[at] in OBSTACLES:
            return None
        at = step(at, direction)
    return None


def hit_areas(
    ground: Field, robots: Robots, who: str, facing: int, pattern: str, reach: tuple[int, int]
) -> set[Area]:
    """The areas whose robot or Barrels an attack hits; of a lob, all it could be aimed at."""
    at = robots[who]

    def target(area: Area, barrels: bool = True) -> bool:
        there = area in ground
        return there and bool(standing(robots, area) or (barrels and ground[area] == "barrels"))

    if pattern == "shot":
        return {line_of_fire(ground, robots, step(at, facing), facing)} - {None}  # type: ignore[return-value]
    if pattern == "burst":
        starts = [step(at, facing + turned) for turned in (-1, 0, 1)]
        return {line_of_fire(ground, robots, start, facing) for start in starts} - {None}  # type: ignore[return-value]
    if pattern in ("melee", "front", "all_round"):
        turned = {"melee": [0], "front": [-1, 0, 1], "all_round": range(6)}[pattern]
        areas = [step(at, facing + t) for t in turned]
        return {area for area in areas if target(area, barrels=False)}
    if pattern == "flame":
        found = set()
        for distance in range(1, reach[1] + 1):
            area = step(at, facing, distance)
            if target(area):
                found.add(area)
            if area not in ground or ground[area] in OBSTACLES:
                break
        return found
    lobbed = [step(at, facing, distance) for distance in range(reach[0], reach[1] + 1)]
    return {area for area in lobbed if target(area)}


@dataclass
class Journey:
    """How a movement went."""

    at: Area
    entered: list[Area] = field(default_factory=list)
    ran_into: str = ""


def can_leave(ground: Field, robots: Robots, who: str, direction: int) -> bool:
    """Whether the next area is on the field and not Scrap; a robot there is a collision."""
    area = step(robots[who], direction)
    return area in ground and ground[area] != "scrap"


def longest(ground: Field, robots: Robots, who: str, strength: int) -> int:
    """How many areas a movement of some strength can be, from where the robot stands."""
    return strength - (SLOW if ground[robots[who]] == "slow" else 0)


def move(
    ground: Field,
    robots: Robots,
    who: str,
    direction: int,
    areas: int,
    goes_on: Callable[[], bool],
) -> Journey:
    """Move step by step; `goes_on` is asked after a slide with steps left."""
    journey = Journey(robots[who])
    left, slide = areas, 0
    while left > 0 or slide > 0:
        there = step(journey.at, direction)
        if there not in ground or ground[there] == "scrap":
            break
        other = standing({n: a for n, a in robots.items() if n != who}, there)
        if other:
            journey.ran_into = other
            break
        sliding = slide > 0
        if sliding:
            slide -= 1
        else:
            left -= 1
        journey.at = there
        journey.entered.append(there)
        if ground[there] == "slide":
            slide = SLIDE
        if ground[there] == "slow":
            left = max(0, left - SLOW)
        if sliding and slide == 0 and left > 0 and not goes_on():
            break
    return journey


def ram_damage(passed_before: int, journey: Journey) -> int:
    """Areas passed in this turn up to the collision, and one."""
    return passed_before + len(journey.entered) + 1


@dataclass
class Defence:
    """A defence module: sides counted clockwise from the front."""

    sides: tuple[int, ...]
    value: int
    ready: bool


def side_hit(direction: int, facing: int) -> int:
    """Which side of its target an attack that flies in a direction hits: 0 is the front."""
    comes_from = (direction + 3) % 6
    return (comes_from - facing) % 6


def flies(at: Area, target: Area, facing: int, pattern: str) -> int:
    """The direction of an attack: that of the attacker's front, of blows that to the target."""
    if pattern in ("melee", "front", "all_round"):
        return next(d for d in range(6) if step(at, d) == target)
    return facing


def can_defend(modules: list[Defence], side: int) -> list[int]:
    """The numbers of the modules that work against a hit on a side."""
    return [i for i, each in enumerate(modules) if each.ready and side in each.sides]


def left_of(strength: int, covered: bool, used: list[int]) -> int:
    """The damage left when modules of some values are used; Cover takes one off first."""
    left = max(0, strength - 1) if covered else strength
    for value in used:
        left = max(0, left - value)
    return left
