"""The compiled attack of Neon: worked examples, rules, and the plain reference at random."""

import random
from collections import Counter

import numpy as np
import pytest

import kernels
from kernels.neon import attack_places as A
from kernels.neon.attack import (
    count_attack,
    count_defence,
    reroll_attack,
    reroll_defence,
    resolve,
    roll_attack,
    roll_defence,
    settle,
)
from kernels.rng import new_streams, start
from tests import neon_attack_table as table
from tests.reference import neon_attack as reference
from tests.reference.neon_attack import Attack, Change, Effect, Target

# The pass with bounds checking looks for stray indices, not for rules.
ATTACKS = 5_000 if kernels.DEBUG else 100_000
ATTACKER, DEFENDER, OTHERS = range(3)  # purposes of the streams
T = table.target()


def attacked(rolled: str, target: Target, **effects: int) -> dict[str, int]:
    """Resolve an attack by the kernel; return what is left of the target."""
    array = table.laid(Attack(rolled.split(), [target], **effects))
    resolve(array)
    return table.outcome(array)


def streams(number: int) -> np.ndarray:
    """Return streams at their first draws."""
    found = new_streams(3)
    start(found, 7, number)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_attacks_agree_with_the_reference(seed: int) -> None:
    rng = random.Random(f"attack {seed}")
    seen: Counter[str] = Counter()
    for _ in range(ATTACKS // 2):
        case = table.random_attack(rng)
        array = table.laid(case)
        reference.attack(case)
        resolve(array)
        for i, target in enumerate(case.targets):
            left = table.outcome(array, i)
            assert left == table.told(target), case
            seen.update(name for name, value in left.items() if value)
        assert array[A.DAMAGE] == sum(target.damage for target in case.targets), case
        assert array[A.GAINED] == case.gained, case
        bonus = case.crit_bonus and any(target.crits for target in case.targets)
        assert array[A.USED_CRIT_BONUS] == bool(bonus), case
    assert min(seen.values()) > ATTACKS / 1000, "something hardly ever happens"
    assert seen.keys() == table.outcome(table.plain(1, 1)).keys(), "something never happens"


def test_resolving_again_gives_the_same() -> None:
    """What is given and rolled stays: a caller may ask again with other numbers."""
    rng = random.Random("again")
    for _ in range(200):
        array = table.laid(table.random_attack(rng))
        resolve(array)
        once = array.copy()
        resolve(array)
        np.testing.assert_array_equal(array, once)


def test_guard_stops_a_hit_and_block_anything() -> None:
    """NEON-GT-10: GUARD on a HIT, BLOCK on the CRIT or the other HIT."""
    left = attacked("crit hit hit", Target(["guard", "block", "spark"]))
    assert (left["damage"], left["energy"]) == (1, 1)


def test_guards_do_not_stop_critical_hits() -> None:
    """NEON-GT-11."""
    assert attacked("crit crit", Target(["guard", "guard"]))["damage"] == 2


def test_a_spark_rolled_again_gives_nothing() -> None:
    """NEON-GT-12, NEON-DEF-3."""
    array = table.plain(1, 1)
    array[T + A.DEFENCE_REROLL_MOST] = 3
    for number in range(200):
        stream = streams(number)
        roll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)
        if not array[T + A.DEFENCE_ROLLED + A.SPARK]:
            continue
        array[T + A.DEFENCE_AGAIN + A.SPARK] = 1
        reroll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)
        resolve(array)
        assert array[T + A.ENERGY] == array[T + A.DEFENCE_ROLLED + A.SPARK]
        if array[T + A.DEFENCE_ROLLED + A.GUARD]:
            assert array[T + A.ENERGY] == 0
            return
    pytest.fail("no SPARK was rolled again to GUARD")


@pytest.mark.parametrize(
    ("weapon", "more", "lost", "dice"),
    [
        (4, 2, 0, 5),  # NEON-GT-13: the cap
        (2, 2, 0, 4),  # NEON-GT-26: two uses of Infrasound
        (4, 2, 1, 4),  # NEON-REC-6: Neko counts after the cap
        (1, 0, 1, 1),  # NEON-REC-6: one die always stays
        (0, 0, 1, 0),
    ],
)
def test_attack_dice(weapon: int, more: int, lost: int, dice: int) -> None:
    """NEON-ATT-4."""
    array = table.plain(weapon, 1)
    array[A.ADDED_DICE], array[A.LOST_DICE] = more, lost
    assert count_attack(array) == reference.attack_dice(weapon, more, neko=lost) == dice


@pytest.mark.parametrize(
    ("fields", "more", "dice"),
    [
        (0, 0, 1),
        (0, 2, 3),  # NEON-GT-2: Shield
        (1, 2, 3),  # NEON-GT-3: Shield in a force field
        (2, 0, 3),
    ],
)
def test_defence_dice(fields: int, more: int, dice: int) -> None:
    """NEON-DEF-1, NEON-GRD-1."""
    array = table.plain(1, 1)
    array[T + A.FIELDS], array[T + A.ADDED_DEFENCE] = fields, more
    assert count_defence(array, T) == reference.defence_dice(1, fields, more) == dice


def faces(array: np.ndarray, place: int) -> list[int]:
    """Return how many dice show each face."""
    return [int(n) for n in array[place : place + A.FACES]]


def test_attack_dice_are_rolled_again_only_once() -> None:
    """NEON-GT-20, NEON-ATT-6: after the free reroll of Highway none by any effect."""
    changed = [0, 0]
    for number in range(50):
        stream = streams(number)
        array = table.plain(5, 3)
        array[A.REROLL_MOST] = 1
        array[T + A.DEFENCE_REROLL_MOST] = 3
        roll_attack(array, table.ATTACK_FACES, table.DEFENCE_FACES, stream, ATTACKER, OTHERS)
        roll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)
        first = faces(array, A.ROLLED)
        array[A.AGAIN : A.AGAIN + A.FACES] = 5
        reroll_attack(array, table.ATTACK_FACES, stream, ATTACKER)
        once = faces(array, A.ROLLED)
        assert sum(abs(a - b) for a, b in zip(first, once, strict=True)) in (0, 2)  # one die
        assert array[A.REROLLED] == 1
        array[A.REROLL_MOST] = 5
        reroll_attack(array, table.ATTACK_FACES, stream, ATTACKER)
        assert faces(array, A.ROLLED) == once
        array[T + A.DEFENCE_AGAIN : T + A.DEFENCE_AGAIN + A.FACES] = 3
        before = faces(array, T + A.DEFENCE_ROLLED)
        reroll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)  # the defender may, once
        after = faces(array, T + A.DEFENCE_ROLLED)
        reroll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)
        assert faces(array, T + A.DEFENCE_ROLLED) == after
        assert (sum(once), sum(after)) == (5, 3)
        changed[0] += first != once
        changed[1] += before != after
    assert min(changed) > 20


def test_nobody_rolls_again_in_the_police_station() -> None:
    """NEON-SEC-8: REROLL_MOST 0; a kept roll does not count as rolled again."""
    stream = streams(2)
    array = table.plain(3, 1)
    roll_attack(array, table.ATTACK_FACES, table.DEFENCE_FACES, stream, ATTACKER, OTHERS)
    before, drawn = faces(array, A.ROLLED), stream.copy()
    array[A.AGAIN : A.AGAIN + A.FACES] = 5
    reroll_attack(array, table.ATTACK_FACES, stream, ATTACKER)
    assert (faces(array, A.ROLLED), array[A.REROLLED]) == (before, 0)
    np.testing.assert_array_equal(stream, drawn)


@pytest.mark.parametrize(("kind", "dice"), [("bot", 1), ("automa", 2)])
def test_bots_and_the_automa_roll_with_the_attack_and_never_again(kind: str, dice: int) -> None:
    """NEON-BOT-1, NEON-BOT-5, NEON-AUT-5."""
    stream = streams(3)
    array = table.plain(3, dice, kind)
    array[T + A.DEFENCE_REROLL_MOST] = 3
    roll_attack(array, table.ATTACK_FACES, table.DEFENCE_FACES, stream, ATTACKER, OTHERS)
    rolled = faces(array, T + A.DEFENCE_ROLLED)
    assert sum(rolled) == dice
    array[T + A.DEFENCE_AGAIN : T + A.DEFENCE_AGAIN + A.FACES] = 3
    reroll_defence(array, T, table.DEFENCE_FACES, stream, OTHERS)
    assert faces(array, T + A.DEFENCE_ROLLED) == rolled


def test_a_fighter_does_not_roll_before_he_knows_the_attack() -> None:
    """NEON-DEF-1."""
    stream = streams(4)
    array = table.plain(3, 2)
    roll_attack(array, table.ATTACK_FACES, table.DEFENCE_FACES, stream, ATTACKER, OTHERS)
    assert sum(faces(array, T + A.DEFENCE_ROLLED)) == 0


def test_dice_show_their_faces_as_often_as_they_have_them() -> None:
    """NEON-REC-1: one CRIT, two HIT, one COND, two MISS; likewise the defence die."""
    rolls = 4_000
    shown = np.zeros((2, A.FACES), np.int64)
    array = table.plain(5, 3)
    for number in range(rolls):
        stream = streams(number)
        roll_attack(array, table.ATTACK_FACES, table.DEFENCE_FACES, stream, ATTACKER, OTHERS)
        roll_defence(array, T, table.DEFENCE_FACES, stream, DEFENDER)
        shown[0] += array[A.ROLLED : A.ROLLED + A.FACES]
        shown[1] += array[T + A.DEFENCE_ROLLED : T + A.DEFENCE_ROLLED + A.FACES]
    for counts, dice in zip(shown, (5, 3), strict=True):
        expected = np.array([1, 2, 1, 2]) / 6 * rolls * dice
        assert ((counts - expected) ** 2 / expected).sum() < 16.3  # chi square, 3 degrees, 0.1 %


def test_every_roll_of_several_dice_is_as_likely_as_any_other() -> None:
    """Dice of one draw do not depend on each other: ten pairs of two dice."""
    rolls, die = 9_000, np.array([0, 1, 2, 3], np.int64)
    seen: Counter[tuple[int, ...]] = Counter()
    array = table.plain(2, 0)
    for number in range(rolls):
        roll_attack(array, die, die, streams(number), ATTACKER, OTHERS)
        seen[tuple(faces(array, A.ROLLED))] += 1
    off = 0.0
    for a in range(4):
        for b in range(a, 4):
            shown = tuple((a == face) + (b == face) for face in range(4))
            expected = rolls / 16 * (1 if a == b else 2)
            off += (seen[shown] - expected) ** 2 / expected
    assert off < 27.9  # chi square, 9 degrees, 0.1 %


def test_conditional_misses_and_hits_turn_in_this_order() -> None:
    """NEON-ATT-5, NEON-SEC-1, REC-7: COND to HIT, then HIT to CRIT."""
    assert attacked("cond miss", Target([]))["damage"] == 0
    left = attacked("cond miss", Target(["guard"]), cond_to_hit=1, hit_to_crit=1)
    assert (left["damage"], left["crits"]) == (1, 1)


def test_the_stadium_reads_guards_as_blocks() -> None:
    """NEON-SEC-9, NEON-REC-4: automatic, also for bots."""
    for kind in ("fighter", "automa", "bot"):
        assert attacked("crit crit", Target(["guard", "guard"], kind))["damage"] == 2
        assert attacked("crit crit", Target(["guard", "guard"], kind, stadium=True))["damage"] == 0


def test_smoke_reads_fails_as_guards_even_in_the_stadium() -> None:
    """NEON-REC-6: a die is read once, so a smoked FAIL stops no CRIT in the Stadium."""
    assert attacked("hit hit", Target(["fail", "fail"], smoke=True))["damage"] == 0
    smoky = Target(["fail", "guard"], stadium=True, smoke=True)
    assert attacked("crit crit", smoky)["damage"] == 1
    assert attacked("crit hit", smoky)["damage"] == 0


def test_a_block_counted_as_a_fail_stays_one_in_smoke() -> None:
    """NEON-REC-7: final."""
    left = attacked("crit", Target(["block"], smoke=True, turned_blocks=1))
    assert (left["damage"], left["turned blocks"]) == (1, 1)


def test_the_attacker_does_not_pay_for_nothing() -> None:
    """NEON-EQP-6: a BLOCK that stops nothing more is left alone."""
    left = attacked("hit", Target(["block", "guard"], turned_blocks=1))
    assert (left["damage"], left["turned blocks"]) == (0, 0)


def test_the_defender_keeps_a_guard_that_would_be_turned_as_a_block() -> None:
    """REC-11.16: his changes come before the attacker's BLOCK effect, so he thinks ahead."""
    mask = [Change("guard", "block")]
    left = attacked("hit", Target(["guard"], changes=mask, turned_blocks=1))
    assert (left["damage"], left["changed guard"]) == (0, 0)
    left = attacked("crit", Target(["guard"], changes=mask))
    assert (left["damage"], left["changed guard"]) == (0, 1)


def test_a_hologram_takes_a_hit_from_one_defender_only() -> None:
    """NEON-REC-6: for this defender; a CRIT is no HIT."""
    array = table.laid(Attack(["crit", "hit"], [Target([], holograms=1), Target([])]))
    resolve(array)
    assert [table.outcome(array, i)["damage"] for i in range(2)] == [1, 2]
    assert attacked("crit", Target([], holograms=1))["holograms"] == 0


def test_every_target_defends_on_its_own_against_one_roll() -> None:
    """NEON-ATT-7."""
    targets = [Target(["block"]), Target(["guard"]), Target(["fail"], kind="bot")]
    array = table.laid(Attack(["crit", "hit"], targets))
    resolve(array)
    assert [table.outcome(array, i)["damage"] for i in range(3)] == [1, 1, 2]
    assert array[A.DAMAGE] == 4


def test_helmets_take_crits_and_armour_takes_hits() -> None:
    """NEON-DEF-4: helmet for CRIT, armour for HIT, each paid only when needed."""
    effects = [Effect("helmet", "cancel crit", 1), Effect("armour", "cancel hit", 2)]
    left = attacked("crit hit hit", Target([], effects=effects))
    assert (left["damage"], left["cancel crit 0"], left["cancel hit 0"]) == (0, 1, 1)
    left = attacked("crit crit", Target([], effects=effects))
    assert (left["damage"], left["cancel crit 0"], left["cancel hit 0"]) == (1, 1, 0)


def test_blocks_are_laid_where_the_cards_do_not_help() -> None:
    """NEON-DEF-2: with a helmet the BLOCK stops the HIT, without cards either."""
    helmet = Target(["block"], effects=[Effect("helmet", "cancel crit", 1)])
    left = attacked("crit hit", helmet)
    assert (left["damage"], left["cancel crit 0"]) == (0, 1)
    armour = Target(["block"], effects=[Effect("armour", "cancel hit", 1)])
    left = attacked("crit hit", armour)
    assert (left["damage"], left["cancel hit 0"]) == (0, 1)
    left = attacked("crit", helmet)  # the die does it: nothing to pay
    assert (left["damage"], left["cancel crit 0"]) == (0, 0)


def test_a_visor_makes_work_for_the_armour() -> None:
    """NEON-REC-7, REC-11.9: CRIT to HIT by the helmet, then the armour, then Plating."""
    effects = [
        Effect("helmet", "crit to hit", 1),
        Effect("armour", "cancel hit", 1),
        Effect("upgrade", "cancel hit", 1),
    ]
    left = attacked("crit hit hit", Target([], effects=effects))
    assert (left["damage"], left["crits"], left["hits"]) == (1, 0, 1)
    assert left["crit to hit 0"] == left["cancel hit 0"] == left["cancel hit 2"] == 1


def test_a_card_that_pays_with_itself_is_gone() -> None:
    """REC-11.19: Nano-armour without supplies changes a FAIL or cancels two HITs, not both."""
    nano = [Effect("armour", "cancel hit", 2)]
    change = [Change("fail", "guard", ("armour",))]
    left = attacked("hit hit hit", Target(["fail"], changes=change, effects=nano))
    assert (left["damage"], left["changed fail"], left["cancel hit 0"]) == (1, 0, 1)
    supplied = [Change("fail", "guard")]
    left = attacked("hit hit hit", Target(["fail"], changes=supplied, effects=nano))
    assert (left["damage"], left["changed fail"], left["cancel hit 0"]) == (0, 1, 1)


def test_the_reaper_of_the_rules_turns_a_block() -> None:
    """NEON-GT-4: the effect applies; discarding the card is the business of the table."""
    left = attacked("crit hit", Target(["block"], turned_blocks=1))
    assert (left["damage"], left["turned blocks"]) == (2, 1)


def test_berserk_adds_damage_once_if_a_crit_goes_through() -> None:
    """NEON-REC-7; the defender knows it and stops the CRIT."""
    assert attacked("crit crit", Target([]), crit_bonus=1)["damage"] == 3
    left = attacked("crit hit hit", Target(["block"]), crit_bonus=1)
    assert (left["damage"], left["crits"]) == (2, 0)


def test_energy_is_drained_from_fighters_only() -> None:
    """NEON-REC-7 and REC-10: Flash grenade hit or not, Shock baton if hit; no bot has energy."""
    targets = [Target(["guard", "spark"]), Target(["fail"]), Target(["spark"], kind="automa")]
    targets.append(Target(["spark"], kind="bot"))
    array = table.laid(Attack(["hit"], targets, drain=1, hit_drain=1, hit_gain=1))
    resolve(array)
    left = [table.outcome(array, i) for i in range(4)]
    assert [each["drained"] for each in left] == [1, 2, 0, 0]
    assert [each["energy"] for each in left] == [1, 0, 0, 0]
    assert array[A.GAINED] == 2  # the fighter and the Automa, which counts as one (NEON-AUT-2)


def test_a_failed_attack() -> None:
    """NEON-RES-5: no damage to anybody, a roll without hits included."""
    array = table.laid(Attack(["miss", "cond"], [Target([])]))
    resolve(array)
    assert array[A.DAMAGE] == 0


def test_one_target_can_be_settled_without_the_others() -> None:
    """REC-11.16: the engine asks defenders one by one."""
    array = table.laid(Attack(["hit"], [Target([]), Target([])]))
    array[A.HITS] = 1
    settle(array, table.target(1))
    assert [array[table.target(i) + A.TAKEN] for i in range(2)] == [0, 1]
