"""Exact odds of an attack on one target, rerolls played optimally.

The attacker rolls again and changes dice so that the expected damage is highest, the defender
rolls again so that it is lowest; both choose over all subsets of their dice and know what the
rules let them know: a fighter defends after the attack stands (NEON-DEF-1), against a bot or the
Automa the attacker sees both rolls (NEON-BOT-5). Where two choices are equally good, the defender
takes the one with more energy, then both the one with fewer dice.

`room` is one array with named places, given by the caller. A roll of n dice is told by how many
show each face, in base 8; weights are whole numbers out of sides ** (2 * dice) of both sides.
"""

import numpy as np

from kernels.jit import inlined, kernel
from kernels.neon import attack_places as A
from kernels.neon.attack import Ints, count_attack, count_defence, settle

MOST_ATTACK, MOST_DEFENCE = 6, 4  # dice that can be counted through
VALUES = 32  # more than any damage or energy
CODES = 8**4  # of a roll; the digits are its faces
ROLLS = 8**3  # of a roll whose number of dice is known
DEFENCES = 35  # different rolls of MOST_DEFENCE dice
PAIRS = 8 * 8  # CRITs and HITs that are left of an attack: crits * 8 + hits

# the room
ATTACK = 0  # the attack, laid out again
DAMAGE = ATTACK + A.SIZE  # the answer: the weight of each damage …
ENERGY = DAMAGE + VALUES  # … and of each energy gained by the defender
ATTACK_WAYS = ENERGY + VALUES  # for each code the number of ways to roll it
DEFENCE_WAYS = ATTACK_WAYS + CODES
NUMBER = DEFENCE_WAYS + CODES  # for each defence roll its number
TAKEN = NUMBER + ROLLS  # damage and energy of each defence roll against the attack at hand
GAINED = TAKEN + DEFENCES
VALUE = GAINED + DEFENCES  # for each pair the expected damage, times sides ** (2 * dice)
WEIGHT = VALUE + PAIRS  # for each pair how often the attack ends in it
PAIR_DAMAGE = WEIGHT + PAIRS  # VALUES for each pair
PAIR_ENERGY = PAIR_DAMAGE + PAIRS * VALUES
REDEFEND = PAIR_ENERGY + PAIRS * VALUES  # for each pair and defence roll the code to roll again
REATTACK = REDEFEND + PAIRS * DEFENCES  # for each defence seen and attack roll likewise
FINAL = REATTACK + DEFENCES * ROLLS  # likewise the pair that the attacker makes of a roll
ROOM = FINAL + DEFENCES * ROLLS


@inlined
def code_of(a: int, b: int, c: int, d: int) -> int:
    """Return the code of a roll."""
    return a + 8 * (b + 8 * (c + 8 * d))


@inlined
def digit(code: int, face: int) -> int:
    """Return how many dice of a roll show a face."""
    return code >> (3 * face) & 7


@inlined
def _dice(code: int) -> int:
    """Return how many dice a roll has."""
    return digit(code, 0) + digit(code, 1) + digit(code, 2) + digit(code, 3)


@kernel
def _count_ways(room: Ints, ways: int, most: int, faces: Ints) -> None:
    """Write for every roll of up to so many dice in how many ways it can fall."""
    room[ways : ways + CODES] = 0
    room[ways] = 1
    for code in range(CODES):
        if room[ways + code] == 0:
            continue
        dice = _dice(code)
        if dice == most:
            continue
        # One die more, always of the highest face so far or a higher one: n! / (a! b! c! d!).
        for face in range(A.FACES):
            if code >> (3 * (face + 1)):
                continue
            sides = 0
            for side in faces:
                sides += 1 if side == face else 0
            more = room[ways + code] * (dice + 1) // (digit(code, face) + 1) * sides
            room[ways + code + (1 << (3 * face))] = more


@kernel
def _rerolled(room: Ints, ways: int, values: int, index: int, kept: int, dice: int) -> int:
    """Return the sum of a value over every roll of some dice added to those kept."""
    total = 0
    for a in range(dice + 1):
        for b in range(dice + 1 - a):
            for c in range(dice + 1 - a - b):
                code = code_of(a, b, c, dice - a - b - c)
                at = room[index + (kept + code) % ROLLS]
                total += room[ways + code] * room[values + at]
    return total


@kernel
def _defend(room: Ints, dice: int, most: int, sides: int, pair: int) -> None:
    """Choose for every defence roll what is rolled again; write the odds of a pair."""
    damages = PAIR_DAMAGE + pair * VALUES
    energies = PAIR_ENERGY + pair * VALUES
    room[damages : damages + VALUES] = 0
    room[energies : energies + VALUES] = 0
    for first in range(CODES):
        ways = room[DEFENCE_WAYS + first]
        if _dice(first) != dice:
            continue
        best = best_damage = best_energy = best_dice = -1
        for d in range(digit(first, 3), -1, -1):
            for c in range(digit(first, 2), -1, -1):
                for b in range(digit(first, 1), -1, -1):
                    for a in range(digit(first, 0), -1, -1):
                        again = a + b + c + d
                        if again > most:
                            continue
                        code = code_of(a, b, c, d)
                        scale = sides ** (dice - again)
                        damage = scale * _rerolled(
                            room, DEFENCE_WAYS, TAKEN, NUMBER, first - code, again
                        )
                        energy = scale * _rerolled(
                            room, DEFENCE_WAYS, GAINED, NUMBER, first - code, again
                        )
                        better = best < 0 or damage < best_damage
                        if damage == best_damage:
                            better = energy > best_energy
                            if energy == best_energy:
                                better = again < best_dice
                        if better:
                            best = code
                            best_damage = damage
                            best_energy = energy
                            best_dice = again
        room[REDEFEND + pair * DEFENCES + room[NUMBER + first % ROLLS]] = best
        weight = ways * sides ** (dice - best_dice)
        for a in range(best_dice + 1):
            for b in range(best_dice + 1 - a):
                for c in range(best_dice + 1 - a - b):
                    code = code_of(a, b, c, best_dice - a - b - c)
                    at = room[NUMBER + (first - best + code) % ROLLS]
                    more = weight * room[DEFENCE_WAYS + code]
                    room[damages + room[TAKEN + at]] += more
                    room[energies + room[GAINED + at]] += more
    room[VALUE + pair] = 0
    for value in range(VALUES):
        room[VALUE + pair] += value * room[damages + value]


@kernel
def _finish(room: Ints, attack: Ints, dice: int, final: int) -> None:
    """Choose for every attack roll how it is changed: the pair with the highest value."""
    for a in range(dice + 1):
        for b in range(dice + 1 - a):
            for c in range(dice + 1 - a - b):
                turned = min(attack[A.COND_TO_HIT], c)
                best = a * 8 + b + turned
                for raised in range(1, min(attack[A.HIT_TO_CRIT], b + turned) + 1):
                    pair = (a + raised) * 8 + b + turned - raised
                    if room[VALUE + pair] > room[VALUE + best]:
                        best = pair
                room[final + code_of(a, b, c, 0)] = best


@kernel
def _attack(room: Ints, dice: int, most: int, sides: int, seen: int) -> None:
    """Choose for every attack roll what is rolled again; write how often each pair results."""
    final = FINAL + seen * ROLLS
    room[WEIGHT : WEIGHT + PAIRS] = 0
    for first in range(CODES):
        ways = room[ATTACK_WAYS + first]
        if _dice(first) != dice:
            continue
        best = best_damage = best_dice = -1
        for d in range(digit(first, 3), -1, -1):
            for c in range(digit(first, 2), -1, -1):
                for b in range(digit(first, 1), -1, -1):
                    for a in range(digit(first, 0), -1, -1):
                        again = a + b + c + d
                        if again > most:
                            continue
                        code = code_of(a, b, c, d)
                        damage = sides ** (dice - again) * _rerolled(
                            room, ATTACK_WAYS, VALUE, final, first - code, again
                        )
                        better = damage > best_damage
                        if damage == best_damage:
                            better = again < best_dice
                        if better:
                            best = code
                            best_damage = damage
                            best_dice = again
        room[REATTACK + seen * ROLLS + first % ROLLS] = best
        weight = ways * sides ** (dice - best_dice)
        for a in range(best_dice + 1):
            for b in range(best_dice + 1 - a):
                for c in range(best_dice + 1 - a - b):
                    code = code_of(a, b, c, best_dice - a - b - c)
                    pair = room[final + (first - best + code) % ROLLS]
                    room[WEIGHT + pair] += weight * room[ATTACK_WAYS + code]


@kernel
def _lay(attack: Ints, target: int, code: int) -> None:
    """Lay a defence roll."""
    for face in range(A.FACES):
        attack[target + A.DEFENCE_ROLLED + face] = digit(code, face)


@kernel
def _number(room: Ints, dice: int) -> None:
    """Number the different defence rolls."""
    number = 0
    for a in range(dice + 1):
        for b in range(dice + 1 - a):
            for c in range(dice + 1 - a - b):
                room[NUMBER + code_of(a, b, c, 0)] = number
                number += 1


@kernel
def _settle_all(room: Ints, laid: Ints, dice: int, crits: int, hits: int) -> None:
    """Write what every defence roll leaves of so many CRITs and HITs."""
    laid[A.CRITS] = crits
    laid[A.HITS] = hits
    for a in range(dice + 1):
        for b in range(dice + 1 - a):
            for c in range(dice + 1 - a - b):
                code = code_of(a, b, c, dice - a - b - c)
                _lay(laid, A.TARGET, code)
                settle(laid, A.TARGET)
                at = room[NUMBER + code % ROLLS]
                room[TAKEN + at] = laid[A.TARGET + A.TAKEN]
                room[GAINED + at] = laid[A.TARGET + A.ENERGY]


@kernel
def _settle_pairs(room: Ints, laid: Ints, dice: int) -> None:
    """Write what the defence roll that lies there leaves of every attack."""
    for crits in range(dice + 1):
        for hits in range(dice + 1 - crits):
            laid[A.CRITS] = crits
            laid[A.HITS] = hits
            settle(laid, A.TARGET)
            room[VALUE + crits * 8 + hits] = laid[A.TARGET + A.TAKEN]


@kernel
def _gather(room: Ints) -> None:
    """Add up the odds of all pairs as often as they come."""
    for pair in range(PAIRS):
        weight = room[WEIGHT + pair]
        for value in range(VALUES if weight else 0):
            room[DAMAGE + value] += weight * room[PAIR_DAMAGE + pair * VALUES + value]
            room[ENERGY + value] += weight * room[PAIR_ENERGY + pair * VALUES + value]


@kernel
def _gather_seen(room: Ints, ways: int) -> None:
    """Add up the damage of all pairs against a defence roll that falls in so many ways."""
    for pair in range(PAIRS):
        if room[WEIGHT + pair]:
            room[DAMAGE + room[VALUE + pair]] += ways * room[WEIGHT + pair]
            room[ENERGY] += ways * room[WEIGHT + pair]


def _rolls(dice: int) -> list[int]:
    """Return the codes of all different rolls."""
    return [code for code in range(CODES) if _dice(code) == dice]


def count_all(attack: Ints, attack_faces: Ints, defence_faces: Ints, room: Ints) -> int:
    """Write the weight of each damage and energy of the only target; return their sum.

    The attack is laid out as for `roll_attack`; it stays as it is. This is plain Python between
    kernels: as one kernel it would take as long to compile as all its parts together.
    """
    laid = room[ATTACK : ATTACK + A.SIZE]
    laid[:] = attack
    room[DAMAGE : DAMAGE + 2 * VALUES] = 0
    dice = int(count_attack(laid))
    defence = int(count_defence(laid, A.TARGET))
    sides, others = attack_faces.size, defence_faces.size
    _count_ways(room, ATTACK_WAYS, dice, attack_faces)
    _count_ways(room, DEFENCE_WAYS, defence, defence_faces)
    _number(room, defence)
    if laid[A.TARGET + A.KIND] == A.FIGHTER:
        again = laid[A.TARGET + A.DEFENCE_REROLL_MOST]
        for crits in range(dice + 1):
            for hits in range(dice + 1 - crits):
                _settle_all(room, laid, defence, crits, hits)
                _defend(room, defence, again, others, crits * 8 + hits)
        _finish(room, laid, dice, FINAL)
        _attack(room, dice, laid[A.REROLL_MOST], sides, 0)
        _gather(room)
    else:
        for code in _rolls(defence):
            _lay(laid, A.TARGET, code)
            _settle_pairs(room, laid, dice)
            seen = int(room[NUMBER + code % ROLLS])
            _finish(room, laid, dice, FINAL + seen * ROLLS)
            _attack(room, dice, laid[A.REROLL_MOST], sides, seen)
            _gather_seen(room, room[DEFENCE_WAYS + code] * others**defence)
    return int(sides ** (2 * dice) * others ** (2 * defence))


def new_room() -> Ints:
    """Return room for odds."""
    return np.zeros(ROOM, np.int64)
