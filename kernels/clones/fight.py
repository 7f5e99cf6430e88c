"""The fight along the line of dice: skulls, comparison from top to bottom, bonus.

Rolling stands apart from resolving, so that the same code resolves dice that were rolled, laid
by a scenario, or counted through for exact odds.
"""

from kernels.clones import fight_places as F
from kernels.clones.modify import Ints, modify
from kernels.jit import inlined, kernel
from kernels.rng import Streams, below


@kernel
def roll(
    fight: Ints, faces: Ints, streams: Streams, attacker_purpose: int, defender_purpose: int
) -> None:
    """Roll the dice of both sides, and those that rerolls may need, each from its own stream."""
    for side in range(0, 2 * F.SIDE, F.SIDE):
        purpose = attacker_purpose if side == F.ATTACKER else defender_purpose
        for i in range(fight[side + F.DICE]):
            fight[side + F.ROLLED + i] = faces[below(streams, purpose, faces.size)]
        for i in range(fight[side + F.REROLLS]):
            fight[side + F.SPARE + i] = faces[below(streams, purpose, faces.size)]


@inlined
def _wound(fight: Ints, side: int) -> None:
    """Count a die into the damage zone; a full zone ends the fight at once (RLD-REL-1)."""
    fight[side + F.DAMAGE] += 1
    fight[side + F.DAMAGED] += 1
    if fight[side + F.DAMAGED] >= fight[side + F.CELLS]:
        fight[side + F.RELOADED] = 1


@kernel
def hurt(fight: Ints, side: int) -> None:
    """Deal one damage: the lowest die of the line, a skull die, any other (RLD-DMG-1, REC-10.3)."""
    if fight[side + F.LINE_SIZE] > 0:
        fight[side + F.LINE_SIZE] -= 1
    elif fight[side + F.SKULLS] > 0:
        fight[side + F.SKULLS] -= 1
    elif fight[side + F.OTHER] > 0:
        fight[side + F.OTHER] -= 1
    else:
        return
    _wound(fight, side)


@inlined
def _graze(fight: Ints, side: int, times: int) -> None:
    """Deal small damages: the lowest line die goes down, one at 1 is damaged (RLD-MIN-1)."""
    for _ in range(times):
        if fight[side + F.RELOADED] or fight[side + F.LINE_SIZE] == 0:
            return
        fight[side + F.SMALL] += 1
        lowest = side + F.LINE + fight[side + F.LINE_SIZE] - 1
        if fight[lowest] > 1:
            fight[lowest] -= 1
        else:
            fight[side + F.LINE_SIZE] -= 1
            _wound(fight, side)


@inlined
def _muster(fight: Ints, side: int) -> None:
    """Lay skulls aside and the other rolled dice into the line, descending (RLD-RNG-2, MEL-2)."""
    fight[side + F.DAMAGE] = 0
    fight[side + F.SMALL] = 0
    fight[side + F.RELOADED] = 0
    skulls = 0
    size = fight[side + F.LINE_SIZE]
    for i in range(fight[side + F.DICE]):
        die = fight[side + F.ROLLED + i]
        if die == F.SKULL:
            skulls += 1
        else:
            at = side + F.LINE + size
            size += 1
            while at > side + F.LINE and fight[at - 1] < die:
                fight[at] = fight[at - 1]
                at -= 1
            fight[at] = die
    fight[side + F.SKULLS] = skulls
    fight[side + F.LINE_SIZE] = size


@inlined
def _counted(fight: Ints, side: int, other: int) -> int:
    """Return the skulls of a side that the opponent's armour leaves (RLD-RNG-3, MEL-3)."""
    skulls = fight[side + F.SKULLS]
    if fight[side + F.PIERCES]:
        return skulls
    return max(skulls - fight[other + F.ARMOUR], 0)


@inlined
def _strike(fight: Ints, side: int, excess: int, damage: int) -> None:
    """Deal the damage of excess skulls."""
    for _ in range(excess * damage):
        if fight[side + F.RELOADED]:
            return
        hurt(fight, side)


@kernel
def settle_ranged(fight: Ints) -> None:
    """Resolve a ranged combat whose dice are rolled and modified (RLD-RNG-2 to RNG-5)."""
    fight[F.ATTACKER + F.LINE_SIZE] = 0  # shooting dice only; the shooter risks nothing (RNG-1)
    _muster(fight, F.ATTACKER)
    _muster(fight, F.DEFENDER)
    shots = fight[F.ATTACKER + F.LINE_SIZE]
    excess = _counted(fight, F.ATTACKER, F.DEFENDER) - _counted(fight, F.DEFENDER, F.ATTACKER)
    if excess > 0:
        _strike(fight, F.DEFENDER, excess, fight[F.ATTACKER + F.EXCESS])
    else:
        shots = max(shots + excess, 0)
        fight[F.ATTACKER + F.LINE_SIZE] = shots
    if fight[F.DEFENDER + F.RELOADED]:
        return
    # Dice are paired before the first comparison: nobody moves up (RLD-GT-1, RLD-DEC-F3).
    size = fight[F.DEFENDER + F.LINE_SIZE]
    kept = 0
    for i in range(size):
        die = fight[F.DEFENDER + F.LINE + i]
        beaten = i < shots and fight[F.ATTACKER + F.LINE + i] > die
        if beaten and not fight[F.DEFENDER + F.RELOADED]:
            _wound(fight, F.DEFENDER)
        else:
            fight[F.DEFENDER + F.LINE + kept] = die
            kept += 1
    fight[F.DEFENDER + F.LINE_SIZE] = kept
    _graze(fight, F.DEFENDER, shots - size)
    for i in range(shots):
        if fight[F.ATTACKER + F.LINE + i] == fight[F.SLOT]:  # RLD-DEC-F4
            _strike(fight, F.DEFENDER, fight[F.BONUS_DAMAGE], 1)
            _graze(fight, F.DEFENDER, fight[F.BONUS_SMALL])


@kernel
def settle_melee(fight: Ints) -> None:
    """Resolve a melee whose dice are rolled and modified (RLD-MEL-2 to MEL-4)."""
    _muster(fight, F.ATTACKER)
    _muster(fight, F.DEFENDER)
    excess = _counted(fight, F.ATTACKER, F.DEFENDER) - _counted(fight, F.DEFENDER, F.ATTACKER)
    struck = F.DEFENDER if excess > 0 else F.ATTACKER
    _strike(fight, struck, abs(excess), fight[F.DEFENDER - struck + F.EXCESS])
    if fight[struck + F.RELOADED]:
        return
    own = fight[F.ATTACKER + F.LINE_SIZE]
    opposing = fight[F.DEFENDER + F.LINE_SIZE]
    own_kept = opposing_kept = 0
    over = 0  # who reloads first ends it for both (RLD-DEC-F5)
    for i in range(max(own, opposing)):
        a = fight[F.ATTACKER + F.LINE + i]
        d = fight[F.DEFENDER + F.LINE + i]
        compared = i < own and i < opposing and not over
        if compared and a < d:
            _wound(fight, F.ATTACKER)
            over = fight[F.ATTACKER + F.RELOADED]
        elif i < own:
            fight[F.ATTACKER + F.LINE + own_kept] = a
            own_kept += 1
        if compared and a > d:
            _wound(fight, F.DEFENDER)
            over = fight[F.DEFENDER + F.RELOADED]
        elif i < opposing:
            fight[F.DEFENDER + F.LINE + opposing_kept] = d
            opposing_kept += 1
    fight[F.ATTACKER + F.LINE_SIZE] = own_kept
    fight[F.DEFENDER + F.LINE_SIZE] = opposing_kept
    if not over:
        _graze(fight, F.DEFENDER, own - opposing)
        _graze(fight, F.ATTACKER, opposing - own)


@kernel
def resolve_ranged(fight: Ints) -> None:
    """Modify what both have rolled, the shooter first (REC-10.8), and resolve a ranged combat."""
    modify(fight, F.ATTACKER)
    modify(fight, F.DEFENDER)
    settle_ranged(fight)


@kernel
def resolve_melee(fight: Ints) -> None:
    """Modify what both have rolled, the attacker first (REC-10.8), and resolve a melee."""
    modify(fight, F.ATTACKER)
    modify(fight, F.DEFENDER)
    settle_melee(fight)
