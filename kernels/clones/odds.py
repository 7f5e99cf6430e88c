"""Exact odds of a fight: every roll once, weighted by how often it comes; and fights at random.

`room` is one array with named places, given by the caller, all zero at first. It begins with a
fight, so that it can be handed on as one. Dice that show the same are exchangeable, so
a side has at most 462 different rolls; what it changes about them is done before the two sides
meet.
"""

from kernels.clones import fight_places as F
from kernels.clones.fight import resolve_melee, resolve_ranged, roll, settle_melee, settle_ranged
from kernels.clones.modify import Ints, modify
from kernels.jit import kernel
from kernels.rng import Streams, start

RANGED, MELEE = 0, 1

MOST_ROLLS = 462  # different rolls of six dice
ROLL = 1 + F.ROLL_ROOM  # its weight, its dice
DIGITS = (1, 7, 49, 343, 2401)  # of a code: how many ones, twos … fives, up to six of each
CODES = 7**5
VALUES = 64  # more than any damage; a small damage takes one pip of a line
DAMAGE, SMALL, RELOADED, KINDS = 0, 1, 2, 3

# the room
PICKED = F.SIZE  # after the fight itself: the faces of one roll, ascending
ROLLS = PICKED + F.ROLL_ROOM  # MOST_ROLLS per side
KNOWN = ROLLS + 2 * MOST_ROLLS * ROLL  # for each code the number of its roll, 0 where none
COUNTS = KNOWN + CODES  # VALUES per side and kind
ROOM = COUNTS + 2 * KINDS * VALUES


@kernel
def _forget(room: Ints) -> None:
    """Set all counts to nothing."""
    for i in range(COUNTS, ROOM):
        room[i] = 0


@kernel
def _copy(fight: Ints, room: Ints) -> None:
    """Lay a fight out at the start of the room."""
    for i in range(F.SIZE):
        room[i] = fight[i]


@kernel
def _ways(dice: Ints, first: int, count: int) -> int:
    """Return in how many orders a sorted roll can fall."""
    ways = 1
    same = 0
    for i in range(count):
        same = same + 1 if i and dice[first + i] == dice[first + i - 1] else 1
        ways = ways * (i + 1) // same
    return ways


@kernel
def _code(dice: Ints, first: int, count: int) -> int:
    """Return the place in KNOWN that all rolls share which show the same."""
    code = KNOWN
    for i in range(first, first + count):
        if dice[i] != F.SKULL:
            code += DIGITS[dice[i] - 1]
    return code


@kernel
def _list_rolls(room: Ints, side: int, faces: Ints, rolls: int) -> int:
    """Write every different roll of a side, as modified, with its weight; return how many."""
    dice = room[side + F.DICE]
    spares = 1
    for _ in range(room[side + F.REROLLS]):
        spares *= faces.size
    found = 0
    for i in range(dice):
        room[PICKED + i] = 0
    last = 0
    while last >= 0:
        ways = _ways(room, PICKED, dice)
        for spare in range(spares):
            for i in range(dice):
                room[side + F.ROLLED + i] = faces[room[PICKED + i]]
            room[side + F.SPARE] = faces[spare % faces.size]
            room[side + F.SPARE + 1] = faces[spare // faces.size % faces.size]
            modify(room, side)
            code = _code(room, side + F.ROLLED, dice)
            if room[code] == 0:
                for i in range(dice):
                    room[rolls + found * ROLL + 1 + i] = room[side + F.ROLLED + i]
                room[rolls + found * ROLL] = 0
                found += 1
                room[code] = found
            room[rolls + (room[code] - 1) * ROLL] += ways
        last = dice - 1
        while last >= 0 and room[PICKED + last] == faces.size - 1:
            last -= 1
        if last >= 0:
            face = room[PICKED + last] + 1
            for i in range(last, dice):
                room[PICKED + i] = face
    for i in range(found):
        room[_code(room, rolls + i * ROLL + 1, dice)] = 0
    return found


@kernel
def _count(room: Ints, weight: int) -> None:
    """Add one outcome to the counts of both sides."""
    for side in range(2):
        counts = COUNTS + side * KINDS * VALUES
        out = side * F.SIDE
        room[counts + DAMAGE * VALUES + room[out + F.DAMAGE]] += weight
        room[counts + SMALL * VALUES + room[out + F.SMALL]] += weight
        room[counts + RELOADED * VALUES + room[out + F.RELOADED]] += weight


@kernel
def count_all(fight: Ints, kind: int, faces: Ints, room: Ints) -> int:
    """Count every roll of a fight into COUNTS by its weight; return the sum of all weights."""
    _forget(room)
    _copy(fight, room)
    defending = ROLLS + MOST_ROLLS * ROLL
    attacks = defences = 0
    for side in range(0, 2 * F.SIDE, F.SIDE):  # one call: what is called is compiled in
        attacks = defences
        defences = _list_rolls(room, side, faces, ROLLS if side == F.ATTACKER else defending)
    total = 0
    for a in range(ROLLS, ROLLS + attacks * ROLL, ROLL):
        for d in range(defending, defending + defences * ROLL, ROLL):
            _copy(fight, room)
            for i in range(F.ROLL_ROOM):
                room[F.ATTACKER + F.ROLLED + i] = room[a + 1 + i]
                room[F.DEFENDER + F.ROLLED + i] = room[d + 1 + i]
            if kind == RANGED:
                settle_ranged(room)
            else:
                settle_melee(room)
            weight = room[a] * room[d]
            _count(room, weight)
            total += weight
    return total


@kernel
def count_some(
    fight: Ints,
    kind: int,
    faces: Ints,
    streams: Streams,
    seed: int,
    first: int,
    fights: int,
    room: Ints,
) -> None:
    """Roll and resolve a fight many times, each by its own number from `first`, into COUNTS."""
    _forget(room)
    for number in range(first, first + fights):
        start(streams, seed, number)
        _copy(fight, room)
        roll(room, faces, streams, 0, 1)
        if kind == RANGED:
            resolve_ranged(room)
        else:
            resolve_melee(room)
        _count(room, 1)
