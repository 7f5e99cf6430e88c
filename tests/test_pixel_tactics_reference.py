"""Reach, intercept, strength and casualties of the kernel agree with the plain reference."""

from __future__ import annotations

import random

import pytest

import kernels
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.values import facts_of, has_ranged, refresh, strength, targets
from tests import pixel_tactics_table as table
from tests.reference import pixel_tactics as reference
from tests.reference.pixel_tactics import CELLS, Card, Unit

# The pass with bounds checking looks for stray indices, not for rules.
BOARDS = 2_000 if kernels.DEBUG else 20_000
CHUNKS = 4
LEADERS = [code for code in table.CODES if code != "DOP"]  # its copy is a case of its own


def random_unit(rng: random.Random, leader: str) -> Unit:
    """Return a unit with some heroes and corpses; damage is often close to lethal."""
    attack, life = table.figures(leader, leader=True)
    doomed = rng.random() < 0.15
    unit = {"L": Card(leader, attack, life, rng.randint(life, life + 3) if doomed else 0)}
    codes = rng.sample([code for code in table.CODES if code != leader], 8)
    filled = rng.random()
    for cell in CELLS:
        if cell == "L" or rng.random() > filled:
            continue
        code = codes.pop()
        attack, life = table.figures(code)
        corpse = rng.random() < 0.25
        damage = 0 if corpse else rng.choice([0, 0, rng.randint(0, life - 1), life, life + 2])
        unit[cell] = Card(code, attack, life, damage, corpse, damage > 0 and rng.random() < 0.5)
    return unit


def cells_of(bits: int) -> set[str]:
    """Return the names of cells in a set of bits."""
    return {cell for k, cell in enumerate(CELLS) if bits >> k & 1}


def check_attacks(units: tuple[Unit, Unit], first: int) -> int:
    """Compare every attack of player 0; return how many there are."""
    own, foe = units
    leaders = (own["L"].code, foe["L"].code)
    state = table.laid(units, first=first)
    refresh(state, table.BOOK)
    seen = 0
    for place, cell in enumerate(CELLS):
        if not reference.living(own, cell):
            continue
        for ranged in (False, True):
            if ranged:
                wanted = reference.ranged_targets(own, foe, leaders, cell)
                able = has_ranged(state, table.BOOK, place)
            else:
                wanted = reference.melee_targets(own, foe, cell)
                able = True
            got = cells_of(targets(state, table.BOOK, place, int(ranged), 0)) if able else set()
            assert got == wanted, (units, cell, ranged)
            for target in wanted:
                facts = facts_of(state, S.CELLS + CELLS.index(target), int(ranged))
                expected = reference.strength(
                    own, foe, leaders, cell, target, not ranged, first == 0
                )
                assert strength(state, table.BOOK, place, facts) == expected, (units, cell, target)
                seen += 1
    return seen


def end_wave(units: tuple[Unit, Unit]) -> tuple[list[set[str]], int | str | None]:
    """Let the kernel end the wave; nobody wants a last attack or a fallen hero."""
    state = table.laid(units)
    state[S.SECOND_TURN], state[S.RESUME] = 1, S.TO_NEXT_TURN
    streams = table.streams(1)
    action = A.NOTHING
    while True:
        apply(state, table.BOOK, streams, table.BLANK, action)
        if state[S.STAGE] != S.PICK:
            break
        action = A.PICK | S.P_STOP << 8
    left = [table.unit_of(state, seat) for seat in range(2)]
    turned = [
        {cell for cell, card in left[k].items() if card.corpse and not units[k][cell].corpse}
        for k in range(2)
    ]
    if state[S.STAGE] != S.OVER:
        return turned, None
    return turned, "draw" if state[S.WINNER] == S.NONE else int(state[S.WINNER])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_boards_agree_with_the_reference(chunk: int) -> None:
    rng = random.Random(f"boards {chunk}")
    attacks = falls = ends = 0
    for _ in range(BOARDS // CHUNKS):
        leaders = rng.choice(LEADERS), rng.choice(LEADERS)
        units = random_unit(rng, leaders[0]), random_unit(rng, leaders[1])
        attacks += check_attacks(units, rng.randrange(2))
        turned, won = end_wave(units)
        assert turned == [reference.fallen(unit) for unit in units], units
        assert won == reference.winner(units), units
        falls += sum(map(len, turned))
        ends += won is not None
    # the boards must hold what is compared
    assert attacks > BOARDS // CHUNKS and falls > BOARDS // CHUNKS // 4 and ends > 10
