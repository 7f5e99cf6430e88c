"""What fighters can do to one another: defence, reach, and what that may cost."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import weights as P
from kernels.neon.arena import (
    Ints,
    are_allies,
    at,
    blocks,
    distance,
    effect,
    is_automa,
    token_amount,
)
from kernels.neon.expect import SMOKE, STADIUM, expected_damage
from kernels.neon.loot import card

HUNDRED = 100
THOUSAND = 1000


@kernel
def reading(state: Ints, book: Ints, sector: int) -> int:
    """Return how defence dice are read in a sector: STADIUM, SMOKE, as bits."""
    found = 0
    row = B.SECTOR + sector * B.SECTOR_SIZE
    for k in range(book[row + B.COUNT]):
        here = effect(book[row + B.FIRST] + k)
        if book[here + E.WHEN] == E.ALWAYS and book[here + E.WHAT] == E.CHANGE:
            found |= STADIUM
    if token_amount(state, book, sector, E.CHANGE, S.NONE):
        found |= SMOKE
    return found


@kernel
def next_value(state: Ints, book: Ints, block: int) -> int:
    """Return the value of the health token that a fighter loses next."""
    health = B.AUTOMA_HEALTH if is_automa(book, block) else B.HEALTH
    left = max(state[at(block) + S.HEALTH], 1)
    return book[health + 1 + book[health] - left]


@kernel
def defence_of(state: Ints, book: Ints, block: int) -> int:
    """Return how many defence dice a fighter rolls without further effects."""
    if is_automa(book, block):
        return book[B.AUTOMA_DEFENCE]
    dice = book[B.BASE_DEFENCE] + state[at(block) + S.FIELDS]
    return min(dice, book[B.MOST_DEFENCE_DICE])


@kernel
def reach_dice(state: Ints, book: Ints, block: int, weapon: int, away: int) -> int:
    """Return the attack dice of a weapon at a distance."""
    if weapon == S.BASE:
        return book[B.BASE_WEAPON + away] if away < 3 else 0
    kind = state[at(block) + S.CARD + weapon]
    if kind == S.NONE or away > 2:
        return 0
    return book[card(kind) + B.DICE + away]


@kernel
def own_loss(state: Ints, own: Ints, block: int) -> int:
    """Return what one damage costs a fighter."""
    loss = own[P.HEALTH]
    if state[at(block) + S.HEALTH] <= 2:
        loss += own[P.LAST_HEALTH]
    return loss


@kernel
def energy_worth(state: Ints, book: Ints, own: Ints, energy: int) -> int:
    """Return what so much energy is worth now."""
    worth = energy * own[P.ENERGY]
    late = not book[B.ROYALE] and state[S.ROUND] >= book[B.ROUNDS]
    if late and own[P.LATE_ENERGY] != HUNDRED:
        worth = worth * own[P.LATE_ENERGY] // HUNDRED
    return worth


@kernel
def danger(state: Ints, book: Ints, own: Ints, odds: Ints, block: int, sector: int) -> int:
    """Return what opponents may cost a fighter in a sector, each after one step at most."""
    total = 0
    way = reading(state, book, sector)
    again = 1 if state[at(block) + S.ENERGY] > 0 else 0
    for other in range(blocks(book)):
        there = state[at(other) + S.SECTOR]
        if there == S.NONE or are_allies(book, other, block):
            continue
        away = distance(state, sector, there)
        near = max(away - 1, 0)
        if near > 2:
            continue
        rerolls = 0
        if is_automa(book, other):
            attack = book[B.AUTOMA_DICE + near]
        else:
            attack = reach_dice(state, book, other, S.BASE, near)
            for weapon in range(E.GRENADE + 1):
                attack = max(attack, reach_dice(state, book, other, weapon, near))
                attack = max(attack, reach_dice(state, book, other, weapon, away))
            rerolls = 1 if state[at(other) + S.ENERGY] > 0 else 0
        total += expected_damage(odds, attack, rerolls, book[B.BASE_DEFENCE], way, again)
    return total * own_loss(state, own, block) // THOUSAND
