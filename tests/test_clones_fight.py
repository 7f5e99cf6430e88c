"""The compiled fight of Clones: Reload: worked examples, and the plain reference at random."""

import random

import pytest

import kernels
from kernels.clones import fight_places as F
from kernels.clones.fight import resolve_melee, resolve_ranged
from tests import clones_table as table
from tests.reference import clones_fight as reference
from tests.reference.clones_fight import Card, Die, Fighter

# Of each kind, 100,000 in all; the pass with bounds checking looks for stray indices, not rules.
FIGHTS = 5_000 if kernels.DEBUG else 50_000
SHOTGUN = table.Weapon(slot=2, damage=1)
PLAIN = table.Weapon()


def shoot(shots: list[Die], target: Fighter, weapon: table.Weapon = PLAIN) -> dict[str, object]:
    """Resolve a ranged combat by the kernel; return what is left of the target."""
    fight = table.laid(Fighter([], shots), target, weapon)
    resolve_ranged(fight)
    assert fight[F.ATTACKER + F.DAMAGE] == fight[F.ATTACKER + F.SMALL] == 0  # RLD-RNG-1
    return table.outcome(fight, F.DEFENDER)


def clash(attacker: Fighter, defender: Fighter) -> tuple[dict[str, object], dict[str, object]]:
    """Resolve a melee by the kernel; return what is left of both."""
    fight = table.laid(attacker, defender, PLAIN)
    resolve_melee(fight)
    return table.outcome(fight, F.ATTACKER), table.outcome(fight, F.DEFENDER)


@pytest.mark.parametrize("seed", range(2))
def test_ranged_fights_agree_with_the_reference(seed: int) -> None:
    rng = random.Random(f"ranged {seed}")
    reloads = 0
    for _ in range(FIGHTS // 2):
        shooter = table.random_fighter(rng, dice=rng.randint(1, 4))
        target, weapon = table.random_fighter(rng), table.random_weapon(rng)
        fight = table.laid(shooter, target, weapon)
        before = fight.copy()  # by the places of `fight_places`, for whoever must look into it
        reference.ranged(shooter, target, weapon.slot, weapon.bonus, weapon.worst_kept)
        resolve_ranged(fight)
        assert table.outcome(fight, F.DEFENDER) == table.told(target), before.tolist()
        shots = table.outcome(fight, F.ATTACKER)
        assert (shots["line"], shots["damage"]) == (shooter.line, 0), before.tolist()
        reloads += target.reloaded
    assert 0.1 < reloads / (FIGHTS // 2) < 0.9


@pytest.mark.parametrize("seed", range(2))
def test_melees_agree_with_the_reference(seed: int) -> None:
    rng = random.Random(f"melee {seed}")
    reloads = 0
    for _ in range(FIGHTS // 2):
        attacker, defender = table.random_fighter(rng), table.random_fighter(rng)
        weapon = table.random_weapon(rng)
        fight = table.laid(attacker, defender, weapon)
        before = fight.copy()
        reference.melee(attacker, defender, weapon.worst_kept)
        resolve_melee(fight)
        assert table.outcome(fight, F.ATTACKER) == table.told(attacker), before.tolist()
        assert table.outcome(fight, F.DEFENDER) == table.told(defender), before.tolist()
        reloads += attacker.reloaded + defender.reloaded
    assert 0.1 < reloads / (FIGHTS // 2) < 0.9


def test_the_shotgun_of_the_rules() -> None:
    """RLD-GT-1: the vest takes the skull, 5 beats 4, the bonus takes the lowest die."""
    left = shoot([5, 2, "skull"], Fighter([4, 4, 1], [2], armour=1), SHOTGUN)
    assert (left["line"], left["damage"], left["reloaded"]) == ([4, 2], 2, False)


def test_the_shotgun_without_the_vest() -> None:
    """RLD-GT-10: the skull takes the 1, 5 beats 4, the bonus takes the 2."""
    left = shoot([5, 2, "skull"], Fighter([4, 4, 1], [2]), SHOTGUN)
    assert (left["line"], left["damage"]) == ([4], 3)


def test_the_baton_of_the_rules() -> None:
    """RLD-GT-2: 5,4,3,2 and a skull against 4,3,3,3,2; the losers stay out of the line."""
    blitz = Fighter([4, 2], ["skull", 5, 1], cards=[Card("lowest", 3)], armour=1)
    korat = Fighter([4, 3, 2], [3, 3])
    own, opposing = clash(blitz, korat)
    assert (own["line"], own["damage"], own["skulls"]) == ([5, 4, 3], 1, 1)
    assert (opposing["line"], opposing["damage"]) == ([3, 3], 3)


def test_a_small_damage_at_one_damages_the_die_and_goes_on() -> None:
    """RLD-GT-6, RLD-MIN-1: two small damages on 3,1."""
    left = shoot([4], Fighter([3, 1], []), table.Weapon(slot=4, small=2))
    assert (left["line"], left["damage"], left["small"]) == ([], 2, 1)
    left = shoot([3], Fighter([3, 1], []), table.Weapon(slot=3, small=2))
    assert (left["line"], left["damage"], left["small"]) == ([2], 1, 2)


def test_shots_without_an_opposite_die_are_small_damages() -> None:
    """RLD-GT-7, RLD-RNG-4: 5,4,3 against 5."""
    left = shoot([5, 4, 3], Fighter([5], []))
    assert (left["line"], left["damage"], left["small"]) == ([3], 0, 2)


def test_skulls_of_the_target_send_shots_back() -> None:
    """RLD-GT-8, RLD-RNG-3: the 3 goes back, the 5 alone is compared."""
    fight = table.laid(Fighter([], ["skull", 5, 3]), Fighter([4, 1], ["skull"] * 2), PLAIN)
    resolve_ranged(fight)
    assert table.outcome(fight, F.ATTACKER)["line"] == [5]
    assert table.outcome(fight, F.DEFENDER)["line"] == [1]
    assert table.outcome(fight, F.DEFENDER)["skulls"] == 2  # back to the reserve, RLD-RNG-6


def test_a_shot_sent_back_earns_no_bonus() -> None:
    """RLD-RNG-5, RLD-DEC-F4: only shooting dice still on the line count."""
    left = shoot([5, 2], Fighter([5, 5], ["skull"]), SHOTGUN)
    assert (left["line"], left["damage"]) == ([5, 5], 0)


def test_a_full_zone_ends_the_fight_at_once() -> None:
    """RLD-GT-12, RLD-REL-1: the second comparison is not made, nor the bonus applied."""
    left = shoot([5, 5, 2], Fighter([4, 4], [], damaged=3), SHOTGUN)
    assert (left["line"], left["damage"], left["reloaded"]) == ([4], 1, True)
    left = shoot([5, 5, 2], Fighter([4, 4], [], damaged=3, zone=5), SHOTGUN)
    assert (left["line"], left["damage"], left["reloaded"]) == ([], 2, True)


def test_a_full_zone_ends_a_melee_in_the_middle_of_comparing() -> None:
    """RLD-REL-1, RLD-DEC-F5: top to bottom; the attacker's lower die is not beaten any more."""
    own, opposing = clash(Fighter([5, 1], [], damaged=3), Fighter([4, 4], [], damaged=3))
    assert (opposing["reloaded"], opposing["line"]) == (True, [4])
    assert (own["reloaded"], own["damage"], own["line"]) == (False, 0, [5, 1])


def test_an_empty_line_gives_skulls_then_other_dice() -> None:
    """RLD-DMG-1, RLD-REC-10.3: excess skulls against no line."""
    left = shoot(["skull"] * 4, Fighter([], ["skull"], elsewhere=1, damaged=2, zone=5))
    assert (left["skulls"], left["elsewhere"], left["damage"]) == (0, 0, 2)
    left = shoot([3, 3], Fighter([], [], elsewhere=2))
    assert (left["elsewhere"], left["small"]) == (2, 0)  # no line, no small damage: RLD-MIN-1


def test_armour_counts_down_to_nothing_and_piercing_ignores_it() -> None:
    """RLD-PUB-1: armour reduces opposing skulls; it makes none of its own."""
    target = Fighter([5, 5], [], armour=2)
    assert shoot(["skull"], target)["damage"] == 0
    fight = table.laid(Fighter([], ["skull"] * 2, piercing=True), target, PLAIN)
    resolve_ranged(fight)
    assert fight[F.DEFENDER + F.DAMAGE] == 2


def test_each_modification_takes_the_lowest_die_it_improves() -> None:
    """RLD-DEC-F1: reroll, every low die, lowest, one, plus; a skull stays a skull."""
    cards = [Card("plus", 1), Card("one", 5), Card("lowest", 3)]
    attacker = Fighter([], [1, 1, 2, "skull"], cards=cards, again=[4, 1], rerolls=1)
    own, _ = clash(attacker, Fighter([], []))
    # reroll 1 -> 4: 4,2,1; lowest 1 -> 3: 4,3,2; one 2 -> 5: 5,4,3; plus 3 -> 4: 5,4,4
    assert (own["line"], own["skulls"]) == ([5, 4, 4], 1)


def test_the_chainsaw_turns_every_low_die() -> None:
    """RLD-REC-7: every rolled 1 and 2 becomes 4; dice on the line before stay."""
    own, _ = clash(Fighter([2], [1, 2, 3], cards=[Card("all low", 4, 2)]), Fighter([], []))
    assert own["line"] == [4, 4, 3, 2]


def test_the_electro_glove_doubles_excess_skulls() -> None:
    """RLD-REC-7: two damages per excess skull, in melee of either side."""
    own, opposing = clash(Fighter([3, 3, 3], []), Fighter([], ["skull"], per_skull=2))
    assert (own["line"], own["damage"], opposing["damage"]) == ([3], 2, 0)
