"""Aiming: weapons, their range, targets and the dice of an attack (NEON-ATT-2 to ATT-4)."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
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
from kernels.neon.loot import card
from kernels.neon.payment import WEAPON, mark_used, pay


@kernel
def turn_order(state: Ints, book: Ints, block: int) -> int:
    """Return a number that orders fighters by their turns in this round (NEON-ATT-7)."""
    own = at(block)
    if is_automa(book, block):
        return 1 << 20
    if state[own + S.ACTED]:
        return state[own + S.ACTED]
    players = book[B.PLAYERS]
    tie = (block - state[S.LEADER] + players) % players
    return 64 + (0 if state[own + S.AMBUSH] else state[own + S.INITIATIVE]) * 8 + tie


@kernel
def area_of(book: Ints, kind: int) -> int:
    """Return the row of a weapon's area effect, or NONE."""
    for k in range(book[card(kind) + B.COUNT]):
        row = book[card(kind) + B.FIRST] + k
        if book[effect(row) + E.WHAT] == E.AREA:
            return row
    return S.NONE


@kernel
def blank_of(book: Ints, kind: int) -> int:
    """Return the row of an effect that allows an attack at a blank range, or NONE."""
    for k in range(book[card(kind) + B.COUNT]):
        row = book[card(kind) + B.FIRST] + k
        if book[effect(row) + E.BLANK]:
            return row
    return S.NONE


@kernel
def long_shot_of(state: Ints, book: Ints, block: int) -> int:
    """Return the row of a fighter's long shot, or NONE (NEON-ABL-7)."""
    if is_automa(book, block):
        return S.NONE
    row = B.FIGHTERS + B.SPAN * state[at(block) + S.FIGHTER]
    for k in range(book[row + 1]):
        if book[effect(book[row] + k) + E.WHAT] == E.LONG_SHOT:
            return book[row] + k
    return S.NONE


@kernel
def add_target(state: Ints, book: Ints, who: int) -> None:
    """Add a target, behind those whose turn comes before (NEON-ATT-7)."""
    attack = S.ATTACK
    k = state[attack + F.TARGETS]
    state[attack + F.TARGETS] = k + 1
    if who < S.BOT_TARGET:
        first = state[S.TARGET_NOW]
        order = turn_order(state, book, who)
        while k > first:
            before = state[S.TARGETS + k - 1]
            if before < S.BOT_TARGET and turn_order(state, book, before) <= order:
                break
            state[S.TARGETS + k] = before
            for j in range(F.TARGET_SIZE):
                to = attack + F.TARGET + k * F.TARGET_SIZE + j
                state[to] = state[to - F.TARGET_SIZE]
            k -= 1
    state[S.TARGETS + k] = who
    target = attack + F.TARGET + k * F.TARGET_SIZE
    state[target : target + F.TARGET_SIZE] = 0
    state[target + F.DEFENCE_CAP] = book[B.MOST_DEFENCE_DICE]
    if who >= S.BOT_TARGET:
        state[target + F.KIND] = F.BOT
        state[target + F.BASE_DICE] = book[B.BOT_DICE]
    elif is_automa(book, who):
        state[target + F.KIND] = F.AUTOMA
        state[target + F.BASE_DICE] = book[B.AUTOMA_DEFENCE]
    else:
        state[target + F.KIND] = F.FIGHTER
        state[target + F.BASE_DICE] = book[B.BASE_DEFENCE]
        state[target + F.FIELDS] = state[at(who) + S.FIELDS]
        state[target + F.SPARK_ENERGY] = 1


@kernel
def begin_attack(
    state: Ints, book: Ints, trace: Ints, block: int, weapon: int, target: int, cost: int
) -> None:
    """Begin an attack: its weapon, targets and dice; `cost` is 0 or 1 + a payment."""
    own = at(block)
    state[S.ATTACKER] = block
    state[S.WEAPON] = weapon
    state[S.WEAPON_KIND] = S.NONE
    state[S.WEAPON_GONE] = 0
    state[S.TARGET_NOW] = 0
    state[S.CHANGED] = 0
    state[S.BLAST] = 0
    state[S.SERIAL] += 1
    state[S.ATTACK_SERIAL] = state[S.SERIAL]
    state[S.STEP] = S.BEFORE_ATTACK
    state[S.PASSED] = 0
    state[own + S.ATTACKS] += 1
    state[S.ATTACK : S.ATTACK + F.TARGET] = 0
    if target >= A.ALL_AT:
        sector = target - A.ALL_AT
        for other in range(blocks(book)):
            if state[at(other) + S.SECTOR] == sector and not are_allies(book, other, block):
                add_target(state, book, other)
    elif target >= A.BOT_AT:
        sector = target - A.BOT_AT
        add_target(state, book, S.BOT_TARGET + sector)
    else:
        sector = state[at(target) + S.SECTOR]
        add_target(state, book, target)
    state[S.TARGET_SECTOR] = sector
    away = distance(state, state[own + S.SECTOR], sector)
    dice = 0
    if is_automa(book, block):
        dice = book[B.AUTOMA_DICE + away] if away < 3 else 0
    elif weapon == S.LONG:
        row = long_shot_of(state, book, block)
        dice = book[effect(row) + E.AMOUNT]
        pay(state, book, trace, block, row, 1, S.NONE, A.ENERGY)
    elif weapon == S.BASE:
        dice = book[B.BASE_WEAPON + away]
    else:
        kind = state[own + S.CARD + weapon]
        state[S.WEAPON_KIND] = kind
        dice = book[card(kind) + B.DICE + away]
        if cost:
            row = area_of(book, kind)
            if row == S.NONE:
                row = blank_of(book, kind)
                state[S.ATTACK + F.ADDED_DICE] += book[effect(row) + E.AMOUNT]
            mark_used(state, book, block, row)
            pay(state, book, trace, block, row, WEAPON, weapon, cost - 1)
    state[S.ATTACK + F.WEAPON_DICE] = dice
    state[S.ATTACK + F.DICE_CAP] = book[B.MOST_ATTACK_DICE]
    state[S.ATTACK + F.CRIT_DAMAGE] = 1
    state[S.ATTACK + F.HIT_DAMAGE] = 1
    lost = token_amount(state, book, state[own + S.SECTOR], E.ATTACK_DICE, block)
    state[S.ATTACK + F.LOST_DICE] = lost
    for i in range(state[S.ATTACK + F.TARGETS]):
        T.note(trace, T.TARGETED, state[S.TARGETS + i], block, weapon)
