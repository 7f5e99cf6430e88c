"""Which effects can be used now, at each stage of an attack (NEON-ATT-8)."""

from kernels.jit import inlined, kernel
from kernels.neon import actions as A
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon.arena import (
    Ints,
    are_allies,
    at,
    blocks,
    effect,
    sector_amount,
)
from kernels.neon.payment import SOURCES, WEAPON, is_spent, payments, place_of, span_of


@kernel
def _targets_fighter(state: Ints) -> bool:
    return state[S.ATTACK + F.TARGET + F.KIND] != F.BOT


@kernel
def _dice_fit(state: Ints, book: Ints, row: int) -> bool:
    """Say whether more attack dice can be had from an effect (NEON-ATT-4)."""
    here = effect(row)
    attack = S.ATTACK
    if state[attack + F.WEAPON_DICE] + state[attack + F.ADDED_DICE] >= state[attack + F.DICE_CAP]:
        return False
    needs = book[here + E.NEEDS]
    if book[here + E.WHOM] == E.FIGHTER and not _targets_fighter(state):
        return False
    if needs & E.WITH_MELEE and state[S.WEAPON] != E.MELEE and state[S.WEAPON] != S.BASE:
        return False
    if needs & E.IN_FIELD:
        for i in range(state[attack + F.TARGETS]):
            if state[attack + F.TARGET + i * F.TARGET_SIZE + F.FIELDS]:
                return True
        return False
    return True


@kernel
def _result_fits(state: Ints, book: Ints, row: int) -> bool:
    """Say whether an effect after the damage is known can do anything."""
    here = effect(row)
    attack = S.ATTACK
    what = book[here + E.WHAT]
    hurt = through = 0
    fighter = False
    for i in range(state[attack + F.TARGETS]):
        target = attack + F.TARGET + i * F.TARGET_SIZE
        hurt += state[target + F.TAKEN]
        through += state[target + F.CRITS_THROUGH]
        if state[target + F.KIND] != F.BOT and (
            state[target + F.TAKEN] > 0 or not book[here + E.NEEDS] & E.IF_DAMAGED
        ):
            fighter = True
    if book[here + E.NEEDS] & E.IF_DAMAGED and hurt == 0:
        return False
    if book[here + E.NEEDS] & E.IF_UNHARMED and hurt > 0:
        return False
    if what == E.DAMAGE:
        return through > 0 if book[here + E.FROM] == E.CRIT else hurt > 0
    if what == E.DRAIN or what == E.STEAL:
        return fighter
    return True


@kernel
def fits(state: Ints, book: Ints, block: int, row: int, stage: int) -> bool:
    """Say whether an effect can do something at a stage of the attack under way."""
    here = effect(row)
    what = book[here + E.WHAT]
    when = book[here + E.WHEN]
    attack = S.ATTACK
    target = attack + F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
    if stage == S.BEFORE_ATTACK:
        return when == E.BEFORE_ATTACK and what == E.ATTACK_DICE and _dice_fit(state, book, row)
    if stage == S.AFTER_ATTACK:
        if when != E.AFTER_ATTACK:
            return False
        if what == E.REROLL:
            if state[attack + F.REROLLED] or state[S.CHANGED]:
                return False
            sector = state[at(state[S.ATTACKER]) + S.SECTOR]
            return not sector_amount(state, book, sector, E.NO_REROLL)
        if what == E.CHANGE:
            return state[attack + F.ROLLED + book[here + E.FROM]] > 0
        return state[attack + F.TARGETS] < F.MOST_TARGETS
    if stage == S.BEFORE_DEFENCE:
        if when != E.BEFORE_DEFENCE:
            return False
        if what == E.CHANGE:
            return state[attack + F.HITS] > state[target + F.HIT_TO_MISS]
        dice = state[target + F.BASE_DICE] + state[target + F.FIELDS]
        return dice + state[target + F.ADDED_DEFENCE] < state[target + F.DEFENCE_CAP]
    if stage == S.AFTER_DEFENCE:
        if when != E.AFTER_DEFENCE or what != E.REROLL or state[target + F.DEFENCE_DICE] == 0:
            return False
        sector = state[at(state[S.TARGETS + state[S.TARGET_NOW]]) + S.SECTOR]
        no_reroll = sector_amount(state, book, sector, E.NO_REROLL)
        return not state[target + F.DEFENCE_REROLLED] and not no_reroll
    if stage == S.CHANGES or stage == S.COUNTER:
        if when != E.AFTER_DEFENCE or what != E.CHANGE:
            return False
        if (book[here + E.WHOM] == E.TARGET) != (stage == S.COUNTER):
            return False
        return state[target + F.DEFENCE_ROLLED + book[here + E.FROM] - E.BLOCK] > 0
    if stage == S.WOUNDED:
        if when != E.WOUNDED:
            return False
        if book[here + E.FROM] == E.CRIT:
            return state[target + F.CRITS_THROUGH] > 0
        return state[target + F.HITS_THROUGH] > 0
    if when != E.RESULT:
        return False
    if (what == E.STEP) != (stage == S.AFTERWARDS):
        return False
    return _result_fits(state, book, row)


@inlined
def moment(stage: int) -> int:
    """Return the moment of effects that belongs to a stage of the attack."""
    if stage <= S.BEFORE_DEFENCE:
        return stage - S.BEFORE_ATTACK + E.BEFORE_ATTACK
    if stage <= S.COUNTER:
        return E.AFTER_DEFENCE
    return E.WOUNDED if stage == S.WOUNDED else E.RESULT


@kernel
def _list_dice(state: Ints, rolled: int, most: int, code: int, legal: Ints, n: int) -> int:
    """List every choice of dice to roll again, by face."""
    for a in range(min(state[rolled], most) + 1):
        for b in range(min(state[rolled + 1], most - a) + 1):
            for c in range(min(state[rolled + 2], most - a - b) + 1):
                for d in range(min(state[rolled + 3], most - a - b - c) + 1):
                    if a + b + c + d:
                        legal[n] = code | (a | b << 3 | c << 6 | d << 9) << 24
                        n += 1
    return n


@kernel
def _list_one(
    state: Ints, book: Ints, row: int, stage: int, block: int, code: int, legal: Ints, n: int
) -> int:
    """List the ways to use one effect that is paid in one way."""
    here = effect(row)
    what = book[here + E.WHAT]
    if what == E.REROLL:
        rolled = S.ATTACK + F.ROLLED
        if stage == S.AFTER_DEFENCE:
            rolled = S.ATTACK + F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE + F.DEFENCE_ROLLED
        return _list_dice(state, rolled, book[here + E.AMOUNT], code, legal, n)
    if what == E.SECOND_TARGET:
        sector = state[S.TARGET_SECTOR]
        for other in range(blocks(book)):
            there = state[at(other) + S.SECTOR] == sector and not are_allies(book, other, block)
            if there and not _is_target(state, other):
                legal[n] = code | other << 24
                n += 1
        if state[S.BOT_AT + sector] != S.NONE and not _is_target(state, S.BOT_TARGET + sector):
            legal[n] = code | (S.BOT_TARGET + sector) << 24
            n += 1
        return n
    if what == E.STEP:
        size = state[S.RING]
        place = state[S.PLACE + state[at(block) + S.SECTOR]]
        legal[n] = code | state[S.RING + 1 + (place + 1) % size] << 24
        n += 1
        if size > 2:
            legal[n] = code | state[S.RING + 1 + (place + size - 1) % size] << 24
            n += 1
        return n
    legal[n] = code
    return n + 1


@kernel
def _is_target(state: Ints, who: int) -> bool:
    found = False
    for i in range(state[S.ATTACK + F.TARGETS]):
        found = found or state[S.TARGETS + i] == who
    return found


@kernel
def list_offers(
    state: Ints, book: Ints, stage: int, block: int, owner: int, legal: Ints, n: int
) -> int:
    """List how a fighter can use the effects of `owner`: himself, or an ally in his sector."""
    when = moment(stage)
    attacking = stage <= S.AFTER_ATTACK or stage == S.COUNTER or stage >= S.RESULT
    for source in range(SOURCES):
        if source == WEAPON and not attacking:
            continue
        if source > WEAPON and attacking:
            continue
        where = span_of(state, book, owner, source)
        if where == S.NONE or not book[where + B.MOMENTS] >> when & 1:
            continue
        first = book[where + B.FIRST]
        for row in range(first, first + book[where + B.COUNT]):
            here = effect(row)
            if book[here + E.FORCED] or not fits(state, book, owner, row, stage):
                continue
            if owner != block and not book[here + E.TEAM]:
                continue
            if is_spent(state, book, owner, row, source):
                continue
            place = place_of(state, source)
            ways = payments(state, book, owner, row, source, place)
            for how in range(A.BOT + B.BOT_KINDS):
                if ways >> how & 1:
                    code = A.action(A.USE, row, how | owner << 4, 0)
                    n = _list_one(state, book, row, stage, block, code, legal, n)
    return n


@kernel
def offers(state: Ints, book: Ints, stage: int, block: int, legal: Ints, n: int) -> int:
    """List all effects that a fighter can use at a stage, those of allies in his sector too."""
    n = list_offers(state, book, stage, block, block, legal, n)
    if book[B.IN_TEAMS] and stage >= S.AFTER_ATTACK and stage <= S.AFTER_DEFENCE:
        for ally in range(book[B.PLAYERS]):
            near = state[at(ally) + S.SECTOR] == state[at(block) + S.SECTOR]
            if ally != block and near and are_allies(book, ally, block):
                n = list_offers(state, book, stage, block, ally, legal, n)
    return n
