"""Where effects come from, how often they may be used, and paying for them (NEON-EQP-10)."""

from kernels.jit import inlined, kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import (
    Ints,
    at,
    effect,
    is_automa,
    sector_amount,
)
from kernels.neon.loot import card, discard, fitting_supply, shed, strip

# where effects come from
MANOEUVRE, ABILITY, SECTOR, UPGRADE, WEAPON, ARMOUR, HELMET = 0, 1, 2, 3, 4, 5, 6
SOURCES = 7


@kernel
def place_of(state: Ints, source: int) -> int:
    """Return the place of the card that a source is, or NONE."""
    if source == WEAPON:
        return state[S.WEAPON]
    if source == ARMOUR:
        return E.ARMOUR
    if source == HELMET:
        return E.HELMET
    return S.NONE


@kernel
def span_of(state: Ints, book: Ints, block: int, source: int) -> int:
    """Return where the book names the effects that a fighter has from one source, or NONE."""
    own = at(block)
    if is_automa(book, block):
        return S.NONE
    where = S.NONE
    if source == MANOEUVRE:
        where = B.MANOEUVRES
    elif source == ABILITY:
        where = B.FIGHTERS + B.SPAN * state[own + S.FIGHTER]
    elif source == SECTOR:
        if state[own + S.SECTOR] != S.NONE:
            where = B.SECTOR + state[own + S.SECTOR] * B.SECTOR_SIZE
    elif source == UPGRADE:
        if state[own + S.UPGRADE] != S.NONE:
            where = B.UPGRADE + B.SPAN * state[own + S.UPGRADE]
    elif source == WEAPON:
        if block == state[S.ATTACKER] and state[S.WEAPON] < S.BASE and not state[S.WEAPON_GONE]:
            where = card(state[S.WEAPON_KIND])
    else:
        kind = state[own + S.CARD + place_of(state, source)]
        if kind != S.NONE:
            where = card(kind)
    return where


@kernel
def first_of(state: Ints, book: Ints, block: int, source: int) -> int:
    """Return first effect * 16 + how many, of one source of a fighter's effects."""
    where = span_of(state, book, block, source)
    if where == S.NONE:
        return 0
    return book[where + B.FIRST] * 16 + book[where + B.COUNT]


@inlined
def price(state: Ints, book: Ints, block: int, row: int, source: int) -> int:
    """Return what an effect costs in energy; abilities cost more in the TV tower (NEON-SEC-10)."""
    cost = book[effect(row) + E.ENERGY]
    if source <= ABILITY:
        cost += sector_amount(state, book, state[at(block) + S.SECTOR], E.SURCHARGE)
    return cost


@kernel
def payments(state: Ints, book: Ints, block: int, row: int, source: int, place: int) -> int:
    """Return the ways in which an effect can be paid, as bits (NEON-EQP-7, EQP-10, REC-11.9)."""
    supply = book[effect(row) + E.SUPPLY] - 1
    own = at(block)
    if price(state, book, block, row, source) > state[own + S.ENERGY]:
        return 0
    if supply < 0:
        return 1 << A.ENERGY
    ways = 0
    if place != S.NONE and state[own + S.CARD + place] != S.NONE:
        if fitting_supply(state, book, block, place, supply) != S.NONE:
            ways |= 1 << A.UNDER_IT
        elif book[card(state[own + S.CARD + place]) + B.SYMBOLS] >> supply & 1:
            ways |= 1 << A.ITSELF
    for kind in range(B.BOT_KINDS):
        if state[own + S.BOTS + kind] and book[B.BOT + 2 * kind + 1] >> supply & 1:
            ways |= 1 << (A.BOT + kind)
    return ways


@kernel
def pay(
    state: Ints, book: Ints, trace: Ints, block: int, row: int, source: int, place: int, how: int
) -> None:
    """Pay for an effect."""
    own = at(block)
    state[own + S.ENERGY] -= price(state, book, block, row, source)
    if how == A.UNDER_IT:
        kind = fitting_supply(state, book, block, place, book[effect(row) + E.SUPPLY] - 1)
        shed(state, book, block, place, kind)
    elif how == A.ITSELF:
        discard(state, book, strip(state, book, block, place))
        if block == state[S.ATTACKER] and place == state[S.WEAPON]:
            state[S.WEAPON_GONE] = 1
    elif how >= A.BOT:
        state[own + S.BOTS + how - A.BOT] -= 1
        state[own + S.FLIPPED + how - A.BOT] += 1
    T.note(trace, T.PAID, block, row, how)


@kernel
def cheapest(ways: int) -> int:
    """Return how a mandatory effect is paid: from under the card, a bot token, the card itself."""
    if ways >> A.ENERGY & 1:
        return A.ENERGY
    if ways >> A.UNDER_IT & 1:
        return A.UNDER_IT
    for kind in range(B.BOT_KINDS):
        if ways >> (A.BOT + kind) & 1:
            return A.BOT + kind
    return A.ITSELF


@inlined
def stamp(state: Ints, block: int, when: int) -> int:
    """Return what marks an effect as used in this attack, or in this defence."""
    serial = state[S.ATTACK_SERIAL]
    if when == E.BEFORE_DEFENCE or when == E.WOUNDED:
        serial = state[S.SERIAL]
    if when == E.AFTER_DEFENCE and block != state[S.ATTACKER]:
        serial = state[S.SERIAL]
    return serial * 8 + block


@kernel
def is_spent(state: Ints, book: Ints, block: int, row: int, source: int) -> bool:
    """Say whether an effect was used as often as it may be (NEON-EQP-9, NEON-ABL-1, NEON-UPG-1)."""
    here = effect(row)
    if book[here + E.LIMIT] == E.PER_ROUND:
        return state[at(block) + S.UPGRADE_USED] != 0
    if source < WEAPON and book[here + E.LIMIT] == E.FREELY:
        return False
    return state[S.USED + row] == stamp(state, block, book[here + E.WHEN])


@kernel
def mark_used(state: Ints, book: Ints, block: int, row: int) -> None:
    """Remember that an effect was used."""
    here = effect(row)
    if book[here + E.LIMIT] == E.PER_ROUND:
        state[at(block) + S.UPGRADE_USED] = 1
    state[S.USED + row] = stamp(state, block, book[here + E.WHEN])


@kernel
def source_of(state: Ints, book: Ints, block: int, row: int) -> int:
    """Return the source from which a fighter has an effect."""
    for source in range(SOURCES):
        found = first_of(state, book, block, source)
        if found >> 4 <= row and row < (found >> 4) + (found & 15):
            return source
    return S.NONE
