"""Fights between characters: from the state to the dice and back (RLD-RNG-1, RLD-MEL-1)."""

from kernels.clones import book as B
from kernels.clones import fight_places as F
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.cards import worn_sum
from kernels.clones.dice import HIGHEST, Ints, at
from kernels.clones.fight import resolve_melee, resolve_ranged, roll
from kernels.clones.harm import settle
from kernels.clones.land import distance
from kernels.jit import kernel
from kernels.rng import Streams


@kernel
def armour(state: Ints, book: Ints, block: int, column: int) -> int:
    """Return a character's armour: worn cards add up, his own lifts them to a cap (REC-6, 10.7)."""
    worn = worn_sum(state, book, block, column)
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    return max(worn, min(worn + book[row + B.OWN_ARMOUR], book[row + B.ARMOUR_CAP]))


@kernel
def _muster(
    state: Ints, book: Ints, fight: Ints, side: int, seat: int, dice: int, armour_column: int
) -> None:
    """Bring a character's dice and armour into a fight, without modifications."""
    block = at(seat)
    fight[side : side + F.SIDE] = 0
    fight[side + F.DICE] = dice
    fight[side + F.ARMOUR] = armour(state, book, block, armour_column)
    fight[side + F.EXCESS] = 1
    fight[side + F.DAMAGED] = state[block + S.DAMAGED]
    fight[side + F.CELLS] = book[B.DAMAGE_CELLS]
    size = 0
    for value in range(HIGHEST, 0, -1):
        for _ in range(state[block + S.LINE + value]):
            fight[side + F.LINE + size] = value
            size += 1
    fight[side + F.LINE_SIZE] = size


@kernel
def _arm(state: Ints, book: Ints, fight: Ints, side: int, seat: int) -> None:
    """Bring what a character's cards do in melee into a fight."""
    block = at(seat)
    for place in range(S.PLACES):
        kind = state[block + S.WORN + place]
        if kind == S.NONE:
            continue
        card = B.GEAR + kind * B.GEAR_SIZE
        if place == S.FIRST_HAND or place == S.SECOND_HAND:
            fight[side + F.LOWEST_TO + place] = book[card + B.LOWEST_TO]
            fight[side + F.ONE_TO + place] = book[card + B.ONE_TO]
            fight[side + F.ONE_PLUS + place] = book[card + B.ONE_PLUS]
        if book[card + B.LOW_TO] > fight[side + F.LOW_TO]:
            fight[side + F.LOW_TO] = book[card + B.LOW_TO]
            fight[side + F.LOW_UP_TO] = book[card + B.LOW_UP_TO]
        fight[side + F.PIERCES] |= book[card + B.MELEE_PIERCES]
        fight[side + F.EXCESS] = max(fight[side + F.EXCESS], book[card + B.EXCESS])


@kernel
def _note_rolls(fight: Ints, trace: Ints, side: int, seat: int, shooting: int) -> None:
    if trace.shape[0] == 0:
        return
    faces = 0
    for i in range(fight[side + F.DICE]):
        faces |= fight[side + F.ROLLED + i] << 3 * i
    T.note(trace, T.ROLLED, seat, faces, shooting)


@kernel
def _write_back(state: Ints, fight: Ints, side: int, seat: int) -> None:
    """Lay a character's dice as a fight has left them; skull dice go to the reserve."""
    block = at(seat)
    state[block + S.LINE : block + S.LINE + S.VALUES] = 0
    for i in range(fight[side + F.LINE_SIZE]):
        state[block + S.LINE + fight[side + F.LINE + i]] += 1
    state[block + S.RESERVE] = fight[side + F.SKULLS]
    state[block + S.DAMAGED] = fight[side + F.DAMAGED]


@kernel
def shooting_dice(state: Ints, book: Ints, seat: int, kind: int, target: int, steps: int) -> int:
    """Return how many dice a card shoots with at a target some steps away (RLD-DIE-3)."""
    dice = book[B.GEAR + kind * B.GEAR_SIZE + B.SHOOTING_DICE]
    dice += worn_sum(state, book, at(seat), B.MORE_DICE)
    ground = B.GROUND + book[B.CELL_GROUND + state[at(target) + S.CELL]] * B.GROUND_SIZE
    if book[ground + B.COVER] and steps >= book[ground + B.COVER_FROM]:
        dice -= book[ground + B.COVER]
    return max(1, min(dice, book[B.MOST_SHOOTING_DICE]))


@kernel
def aim(
    state: Ints, book: Ints, fight: Ints, seat: int, place: int, target: int, slot: int
) -> None:
    """Set up the dice of a shot with a worn card, ready to be rolled.

    The shooter's armour takes skulls of the target's away, as the target's takes his (RLD-DEC-9).
    """
    block = at(seat)
    kind = state[block + S.WORN + place]
    card = B.GEAR + kind * B.GEAR_SIZE
    steps = distance(book, state[block + S.CELL], state[at(target) + S.CELL])
    fight[F.ATTACKER : F.ATTACKER + F.SIDE] = 0
    fight[F.ATTACKER + F.DICE] = shooting_dice(state, book, seat, kind, target, steps)
    fight[F.ATTACKER + F.REROLLS] = min(book[card + B.REROLLS], F.SPARE_ROOM)
    fight[F.ATTACKER + F.ARMOUR] = armour(state, book, block, B.ARMOUR_RANGED)
    fight[F.ATTACKER + F.PIERCES] = book[card + B.PIERCES] | state[block + S.PIERCING]
    fight[F.ATTACKER + F.EXCESS] = 1
    fight[F.ATTACKER + F.CELLS] = book[B.DAMAGE_CELLS]
    fight[F.SLOT] = slot
    fight[F.BONUS_DAMAGE] = book[card + B.BONUS_DAMAGE]
    fight[F.BONUS_SMALL] = book[card + B.BONUS_SMALL]
    fight[F.REROLL_UP_TO] = book[B.REROLL_UP_TO]
    reserve = state[at(target) + S.RESERVE]
    _muster(state, book, fight, F.DEFENDER, target, reserve, B.ARMOUR_RANGED)
    rerolls = worn_sum(state, book, at(target), B.GUARD_REROLLS)
    fight[F.DEFENDER + F.REROLLS] = min(rerolls, F.SPARE_ROOM)


@kernel
def shoot(
    state: Ints,
    book: Ints,
    streams: Streams,
    fight: Ints,
    trace: Ints,
    seat: int,
    target: int,
    purpose: int,
    target_purpose: int,
) -> None:
    """Fight out a shot that is aimed (RLD-RNG-2 to RLD-RNG-6)."""
    roll(fight, book[B.FACES : B.FACES + 6], streams, purpose, target_purpose)
    _note_rolls(fight, trace, F.ATTACKER, seat, 1)
    _note_rolls(fight, trace, F.DEFENDER, target, 0)
    resolve_ranged(fight)
    _write_back(state, fight, F.DEFENDER, target)
    dice, small = fight[F.DEFENDER + F.DAMAGE], fight[F.DEFENDER + F.SMALL]
    settle(state, book, trace, target, seat, dice, small)


@kernel
def square_up(state: Ints, book: Ints, fight: Ints, seat: int, target: int) -> None:
    """Set up the dice of a melee, ready to be rolled; the active player's slots join his line."""
    block = at(seat)
    dice = state[block + S.RESERVE] + state[block + S.SKULLS]
    _muster(state, book, fight, F.ATTACKER, seat, dice, B.ARMOUR_MELEE)
    size = 0
    for value in range(HIGHEST, 0, -1):
        for _ in range(state[block + S.ASSIGNED + value]):
            fight[F.ATTACKER + F.LINE + size] = value
            size += 1
    fight[F.ATTACKER + F.LINE_SIZE] = size
    reserve = state[at(target) + S.RESERVE]
    _muster(state, book, fight, F.DEFENDER, target, reserve, B.ARMOUR_MELEE)
    rerolls = worn_sum(state, book, at(target), B.GUARD_REROLLS)
    fight[F.DEFENDER + F.REROLLS] = min(rerolls, F.SPARE_ROOM)
    fight[F.REROLL_UP_TO] = book[B.REROLL_UP_TO]
    _arm(state, book, fight, F.ATTACKER, seat)
    _arm(state, book, fight, F.DEFENDER, target)


@kernel
def strike(
    state: Ints,
    book: Ints,
    streams: Streams,
    fight: Ints,
    trace: Ints,
    seat: int,
    target: int,
    purpose: int,
    target_purpose: int,
) -> None:
    """Fight out a melee (RLD-MEL-2 to MEL-5); the attacker's fame comes first (RLD-DEC-11)."""
    block = at(seat)
    roll(fight, book[B.FACES : B.FACES + 6], streams, purpose, target_purpose)
    _note_rolls(fight, trace, F.ATTACKER, seat, 0)
    _note_rolls(fight, trace, F.DEFENDER, target, 0)
    resolve_melee(fight)
    state[block + S.ASSIGNED : block + S.SKULLS + 1] = 0
    _write_back(state, fight, F.ATTACKER, seat)
    _write_back(state, fight, F.DEFENDER, target)
    taken, small = fight[F.ATTACKER + F.DAMAGE], fight[F.ATTACKER + F.SMALL]
    dealt, grazed = fight[F.DEFENDER + F.DAMAGE], fight[F.DEFENDER + F.SMALL]
    settle(state, book, trace, target, seat, dealt, grazed)
    settle(state, book, trace, seat, target, taken, small)
