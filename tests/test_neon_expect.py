"""What players of Neon expect: the table against the odds, sound picks against the best."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from kernels.neon import attack_places as A
from kernels.neon import expect, odds
from kernels.neon.attack import resolve
from tests import neon_attack_table as table
from tests.reference import neon_attack, neon_odds

Ints = table.Ints
T = table.target()


@pytest.fixture(scope="module")
def expected() -> Ints:
    """Return the table of the printed dice."""
    filled = np.zeros(expect.SIZE, np.int64)
    scratch = np.zeros(A.SIZE, np.int64)
    expect.fill(filled, scratch, table.ATTACK_FACES, table.DEFENCE_FACES, odds.new_room())
    return filled


def floored(p: Fraction) -> int:
    """Return thousandths, rounded down."""
    return int(p * expect.THOUSAND)


@pytest.mark.parametrize("reading", range(expect.READINGS))
@pytest.mark.parametrize("again", [0, 1])
def test_the_table_holds_the_exact_odds(expected: Ints, reading: int, again: int) -> None:
    for dice, defence in itertools.product(range(4), range(3)):
        target = neon_attack.Target([])
        target.stadium, target.smoke = bool(reading & 1), bool(reading & 2)
        case = neon_attack.Attack([], [target])
        question = neon_odds.Question(dice, defence, 5 * again, 3 * again, case)
        found = neon_odds.odds(question)
        some = 1 - neon_odds.share(found, 0).get(0, Fraction(0))
        where = dice, again, defence, reading, again
        assert expect.expected_damage(expected, *where) == floored(neon_odds.damage(found))
        assert expect.chance_of_damage(expected, *where) == floored(some)


def test_the_table_knows_attacks_that_stand(expected: Ints) -> None:
    """NEON-REC-1: one BLOCK and two GUARDs on six sides."""
    assert expect.expected_of_hits(expected, 1, 0, 1, 0, 0) == 833  # 5/6
    assert expect.expected_of_hits(expected, 0, 1, 1, 0, 0) == 500
    assert expect.expected_of_hits(expected, 0, 1, 1, 0, 1) == 250
    assert expect.expected_of_hits(expected, 1, 0, 1, expect.STADIUM, 0) == 500
    assert expect.expected_of_hits(expected, 0, 1, 1, expect.SMOKE, 0) == 166
    assert expect.expected_of_hits(expected, 5, 0, 0, 0, 0) == 5000


def test_more_attack_dice_are_better_and_more_defence_dice_worse(expected: Ints) -> None:
    for reading, again in itertools.product(range(expect.READINGS), (0, 1)):
        for defence in range(4):
            rising = [
                expect.expected_damage(expected, dice, again, defence, reading, again)
                for dice in range(6)
            ]
            assert rising == sorted(set(rising))
        for dice in range(1, 6):
            falling = [
                expect.expected_damage(expected, dice, again, defence, reading, again)
                for defence in range(4)
            ]
            assert falling == sorted(set(falling), reverse=True)


def test_misses_are_what_the_best_attacker_rolls_again() -> None:
    """Three dice against one: the sound pick is the optimal one for every roll."""
    array, room = table.plain(3, 1), odds.new_room()
    array[A.REROLL_MOST] = 5
    odds.count_all(array, table.ATTACK_FACES, table.DEFENCE_FACES, room)
    for roll in itertools.combinations_with_replacement(table.ATTACK_WORDS, 3):
        array[A.ROLLED : A.ROLLED + A.FACES] = 0
        table.count(array, A.ROLLED, roll, table.ATTACK_WORDS)
        expect.pick_misses(array)
        crit, hit, cond, _ = array[A.ROLLED : A.ROLLED + A.FACES].tolist()
        best = int(room[odds.REATTACK + crit + 8 * hit + 64 * cond])
        picked = array[A.AGAIN : A.AGAIN + A.FACES].tolist()
        assert picked == [best >> 3 * face & 7 for face in range(A.FACES)]


def test_a_conditional_miss_that_will_be_turned_is_kept() -> None:
    array = table.plain(3, 1)
    array[A.REROLL_MOST], array[A.COND_TO_HIT] = 2, 1
    table.count(array, A.ROLLED, ["cond", "cond", "miss"], table.ATTACK_WORDS)
    expect.pick_misses(array)
    assert array[A.AGAIN : A.AGAIN + A.FACES].tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("attack", "defence", "again"),
    [
        ("hit", "guard fail fail", []),  # safe: nothing
        ("crit", "guard spark fail", ["guard", "spark", "fail"]),
        ("crit hit", "guard guard fail", ["guard", "fail"]),
        ("crit crit hit", "block guard spark", ["spark"]),
    ],
)
def test_idle_dice_are_rolled_again(attack: str, defence: str, again: list[str]) -> None:
    case = neon_attack.Attack(attack.split(), [neon_attack.Target(defence.split())])
    array = table.laid(case)
    array[T + A.DEFENCE_REROLL_MOST] = 3
    resolve(array)
    expect.pick_idle(array, T)
    picked = array[T + A.DEFENCE_AGAIN : T + A.DEFENCE_AGAIN + A.FACES].tolist()
    assert picked == [again.count(face) for face in table.DEFENCE_WORDS]
