"""The attack: dice counted and rolled, changed, and cancelled by the defender's best choice.

Rolling stands apart from resolving, so that the same code resolves dice that were rolled, laid
by a scenario, or counted through for exact odds. Resolving reads what is given and rolled and
writes only what is left: it can be asked again with other numbers.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined, kernel
from kernels.neon import attack_places as A
from kernels.rng import Streams, word

Ints = NDArray[np.int64]

_PAYMENTS = 64  # more than any defender can make: damage * _PAYMENTS + payments orders outcomes
_WORST = 1 << 40
_LOW = np.uint64(0xFFFFFFFF)
_WORDS = np.uint64(0x100000000)  # a draw is one of so many
_32 = np.uint64(32)


# dice


@kernel
def count_attack(attack: Ints) -> int:
    """Set and return how many AD are rolled: weapon and effects, the cap, Neko (NEON-ATT-4)."""
    dice = min(attack[A.WEAPON_DICE] + attack[A.ADDED_DICE], attack[A.DICE_CAP])
    attack[A.DICE] = max(dice - attack[A.LOST_DICE], min(dice, 1))
    return attack[A.DICE]


@kernel
def count_defence(attack: Ints, target: int) -> int:
    """Set and return how many DD a target rolls: base, force field, effects (NEON-DEF-1)."""
    dice = attack[target + A.BASE_DICE] + attack[target + A.FIELDS]
    dice = min(dice + attack[target + A.ADDED_DEFENCE], attack[target + A.DEFENCE_CAP])
    attack[target + A.DEFENCE_DICE] = dice
    return dice


@inlined
def _roll(
    attack: Ints, rolled: int, dice: int, faces: Ints, streams: Streams, purpose: int
) -> None:
    """Add dice to the counts of a roll, all from one draw.

    Lemire's method for sides ** dice, whose digits are the dice (Brackett-Rozinsky and Lemire
    2024): every roll is equally likely, and a roll costs as much as one die.
    """
    if dice == 0:
        return
    sides = np.uint64(faces.size)
    rolls = np.uint64(1)
    for _ in range(dice):
        rolls *= sides
    bits = np.uint64(word(streams, purpose))
    low = bits * rolls & _LOW
    if low < rolls:
        threshold = _WORDS % rolls
        while low < threshold:
            bits = np.uint64(word(streams, purpose))
            low = bits * rolls & _LOW
    for _ in range(dice):
        product = bits * sides
        attack[rolled + faces[np.int64(product >> _32)]] += 1
        bits = product & _LOW


@inlined
def _roll_again(
    attack: Ints, rolled: int, most: int, faces: Ints, streams: Streams, purpose: int
) -> int:
    """Roll the chosen dice again, at most so many; return how many."""
    again = rolled + A.FACES
    dice = 0
    for face in range(A.FACES):
        picked = min(attack[again + face], attack[rolled + face], most - dice)
        attack[rolled + face] -= picked
        dice += picked
    _roll(attack, rolled, dice, faces, streams, purpose)
    return dice


@kernel
def roll_defence(attack: Ints, target: int, faces: Ints, streams: Streams, purpose: int) -> None:
    """Count and roll the DD of one target."""
    rolled = target + A.DEFENCE_ROLLED
    attack[rolled : rolled + A.FACES] = 0
    attack[target + A.DEFENCE_REROLLED] = 0
    _roll(attack, rolled, count_defence(attack, target), faces, streams, purpose)


@kernel
def roll_attack(
    attack: Ints,
    attack_faces: Ints,
    defence_faces: Ints,
    streams: Streams,
    purpose: int,
    others: int,
) -> None:
    """Count and roll the AD, and with them the DD of bots and the Automa (NEON-BOT-5).

    `others` is the stream of those who are no players.
    """
    attack[A.ROLLED : A.ROLLED + A.FACES] = 0
    attack[A.REROLLED] = 0
    _roll(attack, A.ROLLED, count_attack(attack), attack_faces, streams, purpose)
    for i in range(attack[A.TARGETS]):
        target = A.TARGET + i * A.TARGET_SIZE
        if attack[target + A.KIND] != A.FIGHTER:
            roll_defence(attack, target, defence_faces, streams, others)


@kernel
def reroll_attack(attack: Ints, faces: Ints, streams: Streams, purpose: int) -> None:
    """Roll the AD again that AGAIN names, once per attack (NEON-ATT-6)."""
    most = 0 if attack[A.REROLLED] else attack[A.REROLL_MOST]
    if _roll_again(attack, A.ROLLED, most, faces, streams, purpose):
        attack[A.REROLLED] = 1


@kernel
def reroll_defence(attack: Ints, target: int, faces: Ints, streams: Streams, purpose: int) -> None:
    """Roll the DD again that DEFENCE_AGAIN names, once per defender (NEON-DEF-3)."""
    most = attack[target + A.DEFENCE_REROLL_MOST]
    if attack[target + A.DEFENCE_REROLLED] or attack[target + A.KIND] != A.FIGHTER:
        most = 0  # bots and the Automa never roll again (NEON-BOT-1, NEON-AUT-5)
    if _roll_again(attack, target + A.DEFENCE_ROLLED, most, faces, streams, purpose):
        attack[target + A.DEFENCE_REROLLED] = 1


# resolving


@kernel
def change_attack(attack: Ints) -> None:
    """Count the hits of the roll, COND and then HIT changed (NEON-ATT-5, NEON-ATT-6, REC-7)."""
    hits = attack[A.ROLLED + A.HIT]
    turned = min(attack[A.COND_TO_HIT], attack[A.ROLLED + A.COND])
    raised = min(attack[A.HIT_TO_CRIT], hits + turned)
    attack[A.USED_COND_TO_HIT] = turned
    attack[A.USED_HIT_TO_CRIT] = raised
    attack[A.CRITS] = attack[A.ROLLED + A.CRIT] + raised
    attack[A.HITS] = hits + turned - raised


@inlined
def _pay(block: Ints, effect: int, used: int, symbols: int, gone: int) -> tuple[int, int]:
    """Use the effects of one kind while symbols are left; return how many they take, how often.

    Who has an effect must use it (NEON-DEF-4); those of a card that is gone are gone with it.
    """
    taken = paid = 0
    for i in range(A.EFFECTS):
        amount = block[effect + i]
        if gone and i != A.UPGRADE:
            amount = 0
        amount = min(amount, symbols - taken)
        block[used + i] = 1 if amount > 0 else 0
        paid += block[used + i]
        taken += amount
    return taken, paid


@inlined
def _let_through(attack: Ints, block: Ints, crits: int, hits: int, gone: int) -> int:
    """Let helmet, armour and upgrade act on what the dice have not cancelled; write what is left.

    Return damage and payments in one number that orders outcomes for the defender.
    """
    cancelled, helmet = _pay(block, A.CANCEL_CRIT, A.USED_CANCEL_CRIT, crits, gone & A.ENDS_HELMET)
    crits -= cancelled
    lowered, visor = _pay(block, A.CRIT_TO_HIT, A.USED_CRIT_TO_HIT, crits, gone & A.ENDS_HELMET)
    crits -= lowered
    hits += lowered
    cancelled, armour = _pay(block, A.CANCEL_HIT, A.USED_CANCEL_HIT, hits, gone & A.ENDS_ARMOUR)
    hits -= cancelled
    damage = crits * attack[A.CRIT_DAMAGE] + hits * attack[A.HIT_DAMAGE]
    if crits > 0:
        damage += attack[A.CRIT_BONUS]
    block[A.CRITS_THROUGH] = crits
    block[A.HITS_THROUGH] = hits
    block[A.TAKEN] = damage
    return damage * _PAYMENTS + helmet + visor + armour


@kernel
def settle(attack: Ints, target: int) -> None:
    """Resolve the defence of one target whose dice are rolled (REC-11.16).

    The defender changes dice and lays BLOCKs so that he takes the least damage, then pays for
    the fewest effects; between the two the attacker turns BLOCKs where that brings damage.
    """
    # A view whose places are plain numbers: the compiler need not ask whether one is negative.
    block = attack[target : target + A.TARGET_SIZE]
    blocks = block[A.DEFENCE_ROLLED + A.BLOCK]
    guards = block[A.DEFENCE_ROLLED + A.GUARD]
    sparks = block[A.DEFENCE_ROLLED + A.SPARK]
    fails = block[A.DEFENCE_ROLLED + A.FAIL]
    # Each die is read once, from what it shows: a smoked FAIL is no BLOCK in the Stadium.
    if block[A.GUARD_IS_BLOCK]:
        blocks += guards
        guards = 0
    if block[A.FAIL_IS_GUARD]:
        guards += fails
        fails = 0
    crits = attack[A.CRITS]
    missed = min(block[A.HIT_TO_MISS], attack[A.HITS])
    hits = attack[A.HITS] - missed
    best = _WORST
    best_raised = best_hardened = best_turned = best_on_crits = best_gone = 0
    for raised in range(min(block[A.FAIL_TO_GUARD], fails) + 1):
        for hardened in range(min(block[A.GUARD_TO_BLOCK], guards + raised) + 1):
            gone = block[A.FAIL_TO_GUARD_ENDS] if raised else 0
            gone |= block[A.GUARD_TO_BLOCK_ENDS] if hardened else 0
            answer = -1
            answer_turned = answer_on_crits = 0
            for turned in range(min(block[A.BLOCK_TO_FAIL], blocks + hardened) + 1):
                b = blocks + hardened - turned
                g = guards + raised - hardened
                least = _WORST
                least_on_crits = 0
                for on_crits in range(min(b, crits), -1, -1):
                    outcome = _let_through(
                        attack, block, crits - on_crits, max(hits - g - (b - on_crits), 0), gone
                    )
                    if outcome < least:
                        least = outcome
                        least_on_crits = on_crits
                if least // _PAYMENTS > answer // _PAYMENTS:
                    answer = least
                    answer_turned = turned
                    answer_on_crits = least_on_crits
            answer += raised + hardened
            if answer < best:
                best = answer
                best_raised = raised
                best_hardened = hardened
                best_turned = answer_turned
                best_on_crits = answer_on_crits
                best_gone = gone
    b = blocks + best_hardened - best_turned - best_on_crits
    g = guards + best_raised - best_hardened
    _let_through(attack, block, crits - best_on_crits, max(hits - g - b, 0), best_gone)
    block[A.USED_HIT_TO_MISS] = missed
    block[A.USED_FAIL_TO_GUARD] = best_raised
    block[A.USED_GUARD_TO_BLOCK] = best_hardened
    block[A.USED_BLOCK_TO_FAIL] = best_turned
    fighter = 1 if block[A.KIND] == A.FIGHTER else 0
    drained = attack[A.DRAIN]
    if block[A.TAKEN] > 0:
        drained += attack[A.HIT_DRAIN]
    block[A.ENERGY] = fighter * sparks * block[A.SPARK_ENERGY]
    block[A.DRAINED] = fighter * drained


@kernel
def conclude(attack: Ints) -> None:
    """Add up what all targets have taken (NEON-RES-1, NEON-RES-5)."""
    attack[A.DAMAGE] = 0
    attack[A.GAINED] = 0
    attack[A.USED_CRIT_BONUS] = 0
    for i in range(attack[A.TARGETS]):
        target = A.TARGET + i * A.TARGET_SIZE
        attack[A.DAMAGE] += attack[target + A.TAKEN]
        if attack[target + A.TAKEN] > 0 and attack[target + A.KIND] != A.BOT:
            attack[A.GAINED] += attack[A.HIT_GAIN]
        if attack[target + A.CRITS_THROUGH] > 0 and attack[A.CRIT_BONUS] > 0:
            attack[A.USED_CRIT_BONUS] = 1


@kernel
def resolve(attack: Ints) -> None:
    """Resolve an attack whose dice are all rolled, target by target (NEON-ATT-7)."""
    change_attack(attack)
    for i in range(attack[A.TARGETS]):
        settle(attack, A.TARGET + i * A.TARGET_SIZE)
    conclude(attack)
