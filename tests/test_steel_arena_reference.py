"""Lines of fire, bursts, rams and defence: the kernel against the plain reference."""

from __future__ import annotations

import random

import kernels
from kernels import rng as streams_of
from kernels.steel_arena import actions as A
from kernels.steel_arena import frames as F
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.aim import areas_hit
from kernels.steel_arena.apply import apply
from kernels.steel_arena.state import at, top
from kernels.steel_arena.turn import PURPOSES
from tests.reference import steel_arena as plain
from tests.steel_arena_table import MORE_ROOM, NAMES, Layout, allowed

FIELDS = 500 if kernels.DEBUG else 50_000
STREAMS = streams_of.new_streams(PURPOSES)
SILENT = T.new(0)

# one module of each pattern: its range, its strength
WEAPONS = {
    "gun_m1": ("shot", (0, 0)),
    "burst_gun": ("burst", (0, 0)),
    "saw": ("melee", (0, 0)),
    "grapeshot": ("front", (0, 0)),
    "cyclone_m3": ("all_round", (0, 0)),
    "f451": ("flame", (1, 2)),
    "mortar": ("lob", (2, 4)),
}
STRENGTH = {"cannon": ("shot", 2), "burst_m3": ("burst", 2), "cyclone_m3": ("all_round", 2)}
STRENGTH |= {"wrecking_ball": ("melee", 3), "grapeshot": ("front", 1)}
DEFENCES = {
    "shield_m1": ((0,), 1),
    "front_plate": ((0,), 2),
    "front_arc": ((0, 1, 5), 1),
    "side_plates": ((1, 2, 4, 5), 1),
    "umbrella": (tuple(range(6)), 1),
    "rear_plate": ((2, 3, 4), 2),
    "ring": (tuple(range(6)), 1),
}


def do(layout: Layout, action: int) -> None:
    """Carry out an action and go on."""
    apply(layout.state, layout.book, STREAMS, SILENT, MORE_ROOM, action)


def test_lines_of_fire_and_bursts() -> None:
    """SA-REC-6, SA-ATK-2, SA-ATK-3 on random fields."""
    rng = random.Random(11)
    hits = dict.fromkeys(WEAPONS, 0)
    for _ in range(FIELDS):
        layout = Layout(rng, ("scrap", "cover", "barrels", "water_2", "cannon"), 0.3)
        module = rng.choice(list(WEAPONS))
        pattern, reach = WEAPONS[module]
        seat = rng.randrange(layout.players)
        name = NAMES[seat]
        expected = plain.hit_areas(
            layout.ground, layout.robots, name, layout.facings[name], pattern, reach
        )
        cell, facing = layout.cell(layout.robots[name]), layout.facings[name]
        bits = 0
        for distance in range(reach[0], reach[1] + 1) if pattern == "lob" else (0,):
            row = layout.row(module)
            bits |= int(areas_hit(layout.state, layout.book, row, cell, facing, distance))
        got = {area for i, area in enumerate(layout.tables.areas) if bits >> i & 1}
        assert got == expected, (pattern, layout.ground, layout.robots, layout.facings)
        hits[module] += bool(expected)
        layout.state[S.ACTOR] = layout.state[S.TURN_SEAT] = seat
        layout.equip(seat, module)
        offered = [a for a in allowed(layout) if A.what(a) == A.ATTACK and A.first(a) == 0]
        assert bool(offered) == bool(expected), "an attack needs a target, and no more"
    assert min(hits.values()) > FIELDS // 200, "every pattern must hit something now and then"


def test_movements_and_rams() -> None:
    """SA-REC-15 and SA-ATK-1: forward with slides, slow ground, collisions and a ram."""
    rng = random.Random(12)
    rammed = stopped = 0
    for _ in range(FIELDS):
        layout = Layout(rng, ("scrap", "cover", "slide", "slow", "cannon"), 0.4)
        layout.equip(0, "step_m3_o", "ram", "gun_m1")
        for seat in range(1, layout.players):
            layout.equip(seat, *["gun_m1"] * 20)
        before = rng.randrange(4)
        layout.state[at(0) + S.PASSED] = before
        name, facing = NAMES[0], layout.facings[NAMES[0]]
        goes = [a for a in allowed(layout) if A.what(a) == A.GO and A.first(a) == 0]
        leaves = plain.can_leave(layout.ground, layout.robots, name, facing)
        most = plain.longest(layout.ground, layout.robots, name, 4)
        assert bool(goes) == (leaves and most > 0)
        if not goes:
            stopped += 1
            continue
        action = rng.choice(goes)
        areas = int(A.second(action)) & 15
        assert 1 <= areas <= most
        onward = rng.random() < 0.5
        journey = plain.move(
            layout.ground, layout.robots, name, facing, areas, lambda onward=onward: onward
        )
        do(layout, action)
        while layout.state[S.STAGE] == S.PAUSE:
            do(layout, int(A.action(A.ONWARD if onward else A.STOP, 0, 0, 0)))
        assert layout.state[at(0) + S.CELL] == layout.cell(journey.at)
        if not journey.ran_into:
            assert layout.state[S.STAGE] != S.RAM
            continue
        rammed += 1
        assert layout.state[S.STAGE] == S.RAM
        assert layout.state[at(0) + S.PASSED] == before + len(journey.entered)
        victim = NAMES.index(journey.ran_into)
        do(layout, int(A.action(A.RAM, 1, 0, 0)))
        assert layout.state[S.STAGE] == S.DISCARD and layout.state[S.ACTOR] == victim
        amount = layout.state[top(layout.state) + F.AMOUNT + victim]
        assert amount == plain.ram_damage(before, journey)
    assert rammed > FIELDS // 50 and stopped > FIELDS // 50


def random_defences(rng: random.Random, layout: Layout, seat: int) -> list[plain.Defence]:
    """Give a robot defence modules, some of them not ready, and something to lose."""
    found = []
    for slot in range(rng.randrange(5)):
        module = rng.choice(list(DEFENCES))
        layout.equip(seat, module)
        marks = [m for m in (S.HOT, S.DOWN, S.USED) if rng.random() < 0.15]
        for mark in marks:
            layout.state[at(seat) + mark] |= 1 << slot
        if S.DOWN in marks and rng.random() < 0.5:
            layout.state[at(seat) + S.HIDDEN] |= 1 << slot
            marks.remove(S.DOWN)
        found.append(plain.Defence(*DEFENCES[module], ready=not marks))
    layout.equip(seat, *["gun_m1"] * 10)
    return found


def test_directional_defence() -> None:
    """SA-REC-17: which modules work on which side, and what they leave of the damage."""
    rng = random.Random(13)
    asked = 0
    for _ in range(FIELDS):
        layout = Layout(rng, ("cover", "water_2"), 0.25)
        module = rng.choice(list(STRENGTH))
        pattern, strength = STRENGTH[module]
        layout.equip(0, module)
        shields = {seat: random_defences(rng, layout, seat) for seat in range(1, layout.players)}
        attack = int(A.action(A.ATTACK, 0, 0, 0))
        if attack not in allowed(layout):
            continue
        at_area, facing = layout.robots[NAMES[0]], layout.facings[NAMES[0]]
        hit = plain.hit_areas(layout.ground, layout.robots, NAMES[0], facing, pattern, (0, 0))
        do(layout, attack)
        left = {}
        for seat in range(1, layout.players):
            area = layout.robots[NAMES[seat]]
            if area not in hit:
                continue
            flies = plain.flies(at_area, area, facing, pattern)
            side = plain.side_hit(flies, layout.facings[NAMES[seat]])
            covered = layout.ground[area] == "cover" and pattern in ("shot", "burst")
            used: list[int] = []
            while plain.left_of(strength, covered, [shields[seat][i].value for i in used]):
                able = [i for i in plain.can_defend(shields[seat], side) if i not in used]
                if not able:
                    break
                assert layout.state[S.STAGE] == S.DEFEND and layout.state[S.ACTOR] == seat
                asked += 1
                choices = [A.first(a) for a in allowed(layout) if A.what(a) == A.DEFEND]
                assert sorted(choices) == able
                if rng.random() < 0.2:
                    do(layout, int(A.action(A.STOP, 0, 0, 0)))
                    break
                used.append(rng.choice(able))
                do(layout, int(A.action(A.DEFEND, used[-1], 0, 0)))
            left[seat] = plain.left_of(strength, covered, [shields[seat][i].value for i in used])
        for seat, amount in left.items():
            lost = 0
            while layout.state[S.STAGE] == S.DISCARD and layout.state[S.ACTOR] == seat:
                do(layout, allowed(layout)[-1])
                lost += 1
            assert lost == amount
        assert layout.state[at(0) + S.TROPHIES] == sum(left.values())
    assert asked > FIELDS // 20


def test_reference_agrees_with_the_table_of_sides() -> None:
    """SA-GT-19 by the reference itself."""
    assert [plain.side_hit(0, facing) for facing in (3, 1, 0)] == [0, 2, 3]
