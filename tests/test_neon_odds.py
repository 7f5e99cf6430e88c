"""Exact odds of Neon: brute force over all rolls and all subsets, and attacks at random."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import kernels
from kernels.neon import attack_places as A
from kernels.neon import odds, odds_sample
from kernels.rng import new_streams
from tests import neon_attack_table as table
from tests.reference import neon_odds as reference
from tests.reference.neon_attack import Attack, Target

CASES = 8 if kernels.DEBUG else 40
Ints = table.Ints
Shares = dict[int, Fraction]


def laid(question: reference.Question) -> Ints:
    """Return a question as the array of the kernel."""
    array = table.laid(question.case)
    array[A.WEAPON_DICE], array[A.DICE_CAP] = question.attack, odds.MOST_ATTACK
    array[A.REROLL_MOST] = question.attack_again
    target = table.target()
    array[target + A.BASE_DICE], array[target + A.DEFENCE_CAP] = question.defence, 4
    array[target + A.DEFENCE_REROLL_MOST] = question.defence_again
    return array


def exact(array: Ints, room: Ints | None = None) -> tuple[Shares, Shares]:
    """Return the odds of damage and energy by the kernel."""
    room = odds.new_room() if room is None else room
    total = int(odds.count_all(array, table.ATTACK_FACES, table.DEFENCE_FACES, room))
    found = []
    for place in (odds.DAMAGE, odds.ENERGY):
        weights = room[place : place + odds.VALUES].tolist()
        assert sum(weights) == total
        found.append({v: Fraction(w, total) for v, w in enumerate(weights) if w})
    return found[0], found[1]


def mean(shares: Shares) -> Fraction:
    """Return the expected value."""
    return sum((v * p for v, p in shares.items()), Fraction(0))


def random_question(rng: random.Random) -> reference.Question:
    """Return any question small enough for brute force."""
    case = Attack([], [table.random_target(rng)])
    case.targets[0].rolled = []
    case.cond_to_hit, case.hit_to_crit = rng.choice([0, 0, 1]), rng.choice([0, 0, 1, 2])
    case.crit_damage, case.hit_damage = rng.choice([(1, 1), (1, 1), (2, 1)])
    case.crit_bonus = rng.choice([0, 0, 1])
    return reference.Question(
        rng.randint(1, 3), rng.randint(0, 2), rng.randint(0, 3), rng.randint(0, 2), case
    )


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_agree_with_brute_force(seed: int) -> None:
    """All effects, all kinds of target, every subset of dice rolled again."""
    question = random_question(random.Random(f"odds {seed}"))
    found = reference.odds(question)
    damage, energy = exact(laid(question))
    assert damage == reference.share(found, 0), question
    if question.case.targets[0].kind == "fighter":
        assert energy == reference.share(found, 1), question
    else:
        assert energy == {0: 1}


@pytest.mark.parametrize("kind", ["fighter", "automa"])
def test_the_largest_attack_agrees_with_brute_force(kind: str) -> None:
    """Five dice against three, both rolling any of them again; the Automa never does."""
    case = Attack([], [Target([], kind=kind)])
    question = reference.Question(5, 3, 5, 3 if kind == "fighter" else 0, case)
    assert exact(laid(question))[0] == reference.share(reference.odds(question), 0)


@pytest.mark.parametrize(
    ("attack", "defence", "expected", "some"),
    [
        (2, 1, ".69", ".56"),
        (3, 1, "1.12", ".73"),
        (4, 1, "1.58", ".84"),
        (3, 2, ".83", ".58"),
        (4, 2, "1.22", ".72"),
        (5, 3, "1.31", ".72"),
    ],
)
def test_the_table_of_the_dice(attack: int, defence: int, expected: str, some: str) -> None:
    """NEON-REC-1: mean damage and the chance of any, without effects."""
    damage, _ = exact(table.plain(attack, defence))
    assert f"{float(mean(damage)):.2f}".lstrip("0") == expected
    assert f"{float(1 - damage[0]):.2f}".lstrip("0") == some


def test_a_reroll_never_hurts_and_a_free_hand_is_best() -> None:
    """More dice to roll again: more damage for the attacker, less for the defender."""
    attacks = []
    for most in range(6):
        array = table.plain(5, 3)
        array[A.REROLL_MOST] = most
        attacks.append(mean(exact(array)[0]))
    assert attacks == sorted(set(attacks))
    defences = []
    for most in range(4):
        array = table.plain(5, 3)
        array[table.target() + A.DEFENCE_REROLL_MOST] = most
        defences.append(mean(exact(array)[0]))
    assert defences == sorted(set(defences), reverse=True)


def test_seeing_the_defence_helps_the_attacker() -> None:
    """NEON-BOT-5: against a bot he decides on both rolls, against a fighter on his own."""
    means = []
    for kind in ("fighter", "bot"):
        array = table.plain(3, 1, kind)
        array[A.HIT_TO_CRIT] = 1
        array[A.REROLL_MOST] = 5
        means.append(mean(exact(array)[0]))
    assert means[0] < means[1]


def test_a_crit_is_not_always_better_than_a_hit() -> None:
    """A helmet and no armour: HIT to CRIT would only feed the helmet, so it is not used."""
    plain, raised = table.plain(1, 0), table.plain(1, 0)
    for array in (plain, raised):
        array[table.target() + A.CANCEL_CRIT] = 1
    raised[A.HIT_TO_CRIT] = 1
    assert exact(plain) == exact(raised)


@pytest.mark.parametrize("kind", ["fighter", "bot"])
def test_simulated_attacks_show_the_exact_odds(kind: str) -> None:
    """The same kernels roll; five standard errors would be one seed in a million."""
    array = table.plain(4, 2, kind)
    target = table.target()
    array[A.REROLL_MOST], array[target + A.DEFENCE_REROLL_MOST] = 2, 3
    array[A.COND_TO_HIT] = array[A.HIT_TO_CRIT] = array[target + A.CANCEL_HIT] = 1
    room, attacks = odds.new_room(), 2_000 if kernels.DEBUG else 40_000
    shares = exact(array, room)
    odds_sample.count_some(
        array,
        table.ATTACK_FACES,
        table.DEFENCE_FACES,
        new_streams(odds_sample.PURPOSES),
        1,
        0,
        attacks,
        room,
    )
    for place, exactly in zip((odds.DAMAGE, odds.ENERGY), shares, strict=True):
        counts = room[place : place + odds.VALUES]
        assert counts.sum() == attacks
        for value in range(odds.VALUES):
            p = float(exactly.get(value, 0))
            assert abs(counts[value] / attacks - p) <= 5 * sqrt(p * (1 - p) / attacks)


def test_the_attack_laid_out_stays() -> None:
    array = table.plain(3, 2)
    before = array.copy()
    exact(array)
    np.testing.assert_array_equal(array, before)
