"""What an attack can be expected to bring, from a table of exact odds: for players who weigh.

The table is filled once for a pair of dice. It has a block for every number of DD, each way the
defence dice are read (STADIUM, SMOKE) and whether the defender may roll again; figures are in
thousandths, rounded down, both sides rolling again as well as they can.
"""

from itertools import product

import numpy as np

from kernels.jit import kernel
from kernels.neon import attack_places as A
from kernels.neon import odds
from kernels.neon.attack import Ints

THOUSAND = 1000
MOST_ATTACK, MOST_DEFENCE = 5, 3
STADIUM, SMOKE = 1, 2  # bits of a reading
READINGS = 4

# a block
DAMAGE = odds.PAIRS  # after the values of all pairs of CRITs and HITs: by AD, then by reroll
SOME = DAMAGE + 2 * (MOST_ATTACK + 1)  # likewise the chance of any damage
BLOCK = SOME + 2 * (MOST_ATTACK + 1)
SIZE = (MOST_DEFENCE + 1) * READINGS * 2 * BLOCK

_VALUES = np.arange(odds.VALUES)


@kernel
def _block(defence: int, reading: int, may_reroll: int) -> int:
    """Return where the block of a defence begins."""
    return ((min(defence, MOST_DEFENCE) * READINGS + reading) * 2 + may_reroll) * BLOCK


def fill(table: Ints, attack: Ints, attack_faces: Ints, defence_faces: Ints, room: Ints) -> None:
    """Fill the table; `attack` has A.SIZE places, `room` odds.ROOM, whatever is in them."""
    attack[:] = 0
    attack[A.DICE_CAP] = MOST_ATTACK
    attack[[A.CRIT_DAMAGE, A.HIT_DAMAGE, A.TARGETS]] = 1
    target = attack[A.TARGET : A.TARGET + A.TARGET_SIZE]
    target[A.DEFENCE_CAP], target[A.SPARK_ENERGY] = MOST_DEFENCE, 1
    damages = room[odds.DAMAGE : odds.DAMAGE + odds.VALUES]
    pairs = [pair for pair in range(odds.PAIRS) if pair // 8 + pair % 8 <= MOST_ATTACK]
    for defence, reading, redefend in product(range(MOST_DEFENCE + 1), range(READINGS), (0, 1)):
        target[A.BASE_DICE], target[A.DEFENCE_REROLL_MOST] = defence, redefend * MOST_DEFENCE
        target[A.GUARD_IS_BLOCK] = bool(reading & STADIUM)
        target[A.FAIL_IS_GUARD] = bool(reading & SMOKE)
        block = _block(defence, reading, redefend)
        for dice, again in product(range(MOST_ATTACK + 1), (0, 1)):
            attack[A.WEAPON_DICE], attack[A.REROLL_MOST] = dice, again * MOST_ATTACK
            total = odds.count_all(attack, attack_faces, defence_faces, room)
            at = block + 2 * dice + again
            table[at + DAMAGE] = int(damages @ _VALUES) * THOUSAND // total
            table[at + SOME] = (total - int(damages[0])) * THOUSAND // total
        for pair in pairs:  # of the largest attack, which was the last
            value = int(room[odds.VALUE + pair]) * THOUSAND
            table[block + pair] = value // defence_faces.size ** (2 * defence)


@kernel
def expected_damage(
    table: Ints, dice: int, may_reroll: int, defence: int, reading: int, may_defend_again: int
) -> int:
    """Return the expected damage of so many AD against so many DD, in thousandths."""
    block = _block(defence, reading, may_defend_again)
    return table[block + DAMAGE + 2 * min(dice, MOST_ATTACK) + may_reroll]


@kernel
def chance_of_damage(
    table: Ints, dice: int, may_reroll: int, defence: int, reading: int, may_defend_again: int
) -> int:
    """Return the chance that so many AD do any damage, in thousandths."""
    block = _block(defence, reading, may_defend_again)
    return table[block + SOME + 2 * min(dice, MOST_ATTACK) + may_reroll]


@kernel
def expected_of_hits(
    table: Ints, crits: int, hits: int, defence: int, reading: int, may_defend_again: int
) -> int:
    """Return the expected damage of an attack that stands, in thousandths; at most five hits."""
    return table[_block(defence, reading, may_defend_again) + crits * 8 + hits]


@kernel
def pick_misses(attack: Ints) -> None:
    """Name the AD that a sound attacker rolls again: MISS, then every COND that stays one."""
    most = attack[A.REROLL_MOST]
    attack[A.AGAIN + A.CRIT] = 0
    attack[A.AGAIN + A.HIT] = 0
    misses = min(attack[A.ROLLED + A.MISS], most)
    left = max(attack[A.ROLLED + A.COND] - attack[A.COND_TO_HIT], 0)
    attack[A.AGAIN + A.MISS] = misses
    attack[A.AGAIN + A.COND] = min(left, most - misses)


@kernel
def pick_idle(attack: Ints, target: int) -> None:
    """Name the DD that a sound defender rolls again: nothing if he is safe, else what is idle.

    The defence is settled already; a GUARD is idle if there are fewer HITs than GUARDs.
    """
    again = target + A.DEFENCE_AGAIN
    rolled = target + A.DEFENCE_ROLLED
    for face in range(A.FACES):
        attack[again + face] = 0
    if attack[target + A.TAKEN] == 0:
        return
    most = attack[target + A.DEFENCE_REROLL_MOST]
    smoke = attack[target + A.FAIL_IS_GUARD]
    if not smoke:
        attack[again + A.FAIL] = min(attack[rolled + A.FAIL], most)
        most -= attack[again + A.FAIL]
    attack[again + A.SPARK] = min(attack[rolled + A.SPARK], most)
    most -= attack[again + A.SPARK]
    hits = max(attack[A.HITS] - attack[target + A.HIT_TO_MISS], 0)
    guards = 0 if attack[target + A.GUARD_IS_BLOCK] else attack[rolled + A.GUARD]
    smoked = attack[rolled + A.FAIL] if smoke else 0
    idle = min(max(guards + smoked - hits, 0), most)
    attack[again + A.GUARD] = min(idle, guards)
    attack[again + A.FAIL] += min(idle - attack[again + A.GUARD], smoked)
