"""The results of an attack: damage, what follows it, bots (NEON-RES-1 to NEON-RES-4)."""

from kernels.jit import kernel
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
    drain,
    effect,
    gain,
)
from kernels.neon.harm import harm
from kernels.neon.loot import card
from kernels.neon.payment import WEAPON, first_of


@kernel
def use_result(state: Ints, book: Ints, trace: Ints, block: int, row: int) -> None:
    """Carry out an effect that follows the damage: more of it, or lost energy."""
    here = effect(row)
    what = book[here + E.WHAT]
    amount = book[here + E.AMOUNT]
    if what == E.BLAST:
        state[S.BLAST] = amount  # dealt with the damage of the attack
        return
    for i in range(state[S.ATTACK + F.TARGETS]):
        target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
        who = state[S.TARGETS + i]
        hurt = state[target + F.TAKEN]
        if what == E.DAMAGE:
            crit = book[here + E.FROM] != E.CRIT or state[target + F.CRITS_THROUGH] > 0
            if hurt > 0 and crit:
                state[target + F.TAKEN] += amount
                return
        elif state[target + F.KIND] != F.BOT:
            if book[here + E.NEEDS] & E.IF_DAMAGED and hurt == 0:
                continue
            drain(state, book, trace, who, amount)
            if what == E.STEAL:
                gain(state, book, trace, block, amount)
            if book[here + E.TEAM] and book[B.IN_TEAMS]:
                _drain_ally(state, book, trace, block, who, amount)


@kernel
def _drain_ally(state: Ints, book: Ints, trace: Ints, block: int, who: int, amount: int) -> None:
    """Let an ally of the target who stands in the attacker's sector lose energy too (EQP-11)."""
    best = S.NONE
    for other in range(book[B.PLAYERS]):
        if other == who or not are_allies(book, other, who):
            continue
        if state[at(other) + S.SECTOR] != state[at(block) + S.SECTOR]:
            continue
        if best == S.NONE or state[at(other) + S.ENERGY] > state[at(best) + S.ENERGY]:
            best = other
    if best != S.NONE:
        drain(state, book, trace, best, amount)


@kernel
def forced_results(state: Ints, book: Ints, trace: Ints) -> None:
    """Do what the weapon does by itself once the damage is known."""
    block = state[S.ATTACKER]
    found = first_of(state, book, block, WEAPON)
    if state[S.WEAPON_GONE] and state[S.WEAPON_KIND] != S.NONE:
        row = card(state[S.WEAPON_KIND])  # it was its own payment; what costs nothing still works
        found = book[row] * 16 + book[row + 1]
    for row in range(found >> 4, (found >> 4) + (found & 15)):
        here = effect(row)
        if book[here + E.WHEN] == E.RESULT and book[here + E.FORCED]:
            use_result(state, book, trace, block, row)


@kernel
def deal(state: Ints, book: Ints, trace: Ints) -> None:
    """Deal the damage to every fighter that was targeted, and a firestorm's to the others."""
    block = state[S.ATTACKER]
    total = 0
    for i in range(state[S.ATTACK + F.TARGETS]):
        target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
        who = state[S.TARGETS + i]
        total += state[target + F.TAKEN]
        if who < S.BOT_TARGET:
            harm(state, book, trace, who, block, state[target + F.TAKEN])
    if total == 0:
        T.note(trace, T.FAILED, block)
    if state[S.BLAST] == 0:
        return
    for other in range(blocks(book)):
        if are_allies(book, other, block):
            continue
        targeted = False
        for i in range(state[S.ATTACK + F.TARGETS]):
            targeted = targeted or state[S.TARGETS + i] == other
        if not targeted and state[at(other) + S.SECTOR] == state[S.TARGET_SECTOR]:
            harm(state, book, trace, other, block, state[S.BLAST])


@kernel
def finish(state: Ints, book: Ints, trace: Ints) -> None:
    """End the attack; destroyed bots go to the attacker (NEON-RES-4), not to the Automa."""
    block = state[S.ATTACKER]
    for i in range(state[S.ATTACK + F.TARGETS]):
        who = state[S.TARGETS + i]
        target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
        if who >= S.BOT_TARGET and state[target + F.TAKEN] > 0:
            kind = state[S.BOT_AT + who - S.BOT_TARGET]
            state[S.BOT_AT + who - S.BOT_TARGET] = S.NONE
            state[at(block) + S.BOTS + kind] += 1
            T.note(trace, T.BOT_TAKEN, block, kind)
    state[S.ATTACKER] = S.NONE
