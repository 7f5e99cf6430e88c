"""An attack, stage by stage: target, attack, defence, results (NEON-ATT-1)."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.aim import add_target
from kernels.neon.arena import (
    TABLE_DICE,
    Ints,
    at,
    dice_of,
    effect,
    gain,
    is_automa,
    token_effect,
)
from kernels.neon.attack import (
    change_attack,
    reroll_attack,
    reroll_defence,
    roll_attack,
    roll_defence,
    settle,
)
from kernels.neon.harm import enter
from kernels.neon.payment import (
    ARMOUR,
    HELMET,
    UPGRADE,
    cheapest,
    first_of,
    is_spent,
    mark_used,
    pay,
    payments,
    place_of,
    source_of,
)
from kernels.neon.results import deal, finish, forced_results, use_result
from kernels.rng import Streams

PACK = 3  # bits of a count of dice


@kernel
def _packed(state: Ints, rolled: int) -> int:
    dice = 0
    for face in range(F.FACES):
        dice |= state[rolled + face] << PACK * face
    return dice


@kernel
def _read(state: Ints, book: Ints, target: int, sector: int) -> None:
    """Let automatic effects change defence dice: each is read once (NEON-SEC-9, REC-11.16)."""
    rolled = target + F.DEFENCE_ROLLED
    blocks_, guards = state[rolled + F.BLOCK], state[rolled + F.GUARD]
    sparks, fails = state[rolled + F.SPARK], state[rolled + F.FAIL]
    row = B.SECTOR + sector * B.SECTOR_SIZE
    turned = 0  # faces that were changed already, as bits
    for k in range(book[row + B.COUNT] + book[B.PLAYERS]):
        here = S.NONE
        if k < book[row + B.COUNT]:
            here = effect(book[row + B.FIRST] + k)
            if book[here + E.WHEN] != E.ALWAYS or book[here + E.WHAT] != E.CHANGE:
                continue
        else:
            owner = k - book[row + B.COUNT]
            if state[at(owner) + S.TOKEN_AT] != sector:
                continue
            token = token_effect(state, book, owner)
            if token == S.NONE or book[effect(token) + E.LAYS] != E.CHANGE:
                continue
            here = effect(token)
        face = book[here + E.FROM] - E.BLOCK
        if face < 0 or turned >> face & 1:
            continue
        turned |= 1 << face
        dice = blocks_
        if face == F.GUARD:
            dice = guards
        elif face == F.SPARK:
            dice = sparks
        elif face == F.FAIL:
            dice = fails
        dice = min(dice, book[here + E.AMOUNT])
        state[rolled + face] -= dice
        state[rolled + book[here + E.TO] - E.BLOCK] += dice


@kernel
def _asks(state: Ints, book: Ints, stage: int, block: int) -> bool:
    """Let a fighter decide at a stage, unless he has passed; the Automa has no effects."""
    if state[S.PASSED] or is_automa(book, block):
        state[S.PASSED] = 0
        return False
    state[S.STAGE] = stage
    state[S.ACTOR] = block
    return True


@kernel
def _roll(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Roll the attack, and the dice of bots and the Automa with it (NEON-BOT-5)."""
    block = state[S.ATTACKER]
    attack = state[S.ATTACK : S.ATTACK + F.SIZE]
    attack_faces = book[B.ATTACK_FACES : B.ATTACK_FACES + E.FACES]
    defence_faces = book[B.DEFENCE_FACES : B.DEFENCE_FACES + E.FACES]
    purpose = dice_of(state, book, block)
    roll_attack(attack, attack_faces, defence_faces, streams, purpose, TABLE_DICE)
    T.note(trace, T.ROLLED, block, _packed(state, S.ATTACK + F.ROLLED), 0)
    for i in range(state[S.ATTACK + F.TARGETS]):
        target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
        if state[target + F.KIND] != F.FIGHTER:
            dice = _packed(state, target + F.DEFENCE_ROLLED)
            T.note(trace, T.DEFENDED, state[S.TARGETS + i], dice, 0)
            _read(state, book, target, state[S.TARGET_SECTOR])


@kernel
def _settle(state: Ints, book: Ints, trace: Ints) -> None:
    """Cancel hits by dice, then by what helmet and armour must do (NEON-DEF-2, NEON-DEF-4)."""
    who = state[S.TARGETS + state[S.TARGET_NOW]]
    at_target = F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
    target = S.ATTACK + at_target
    for i in range(3 * F.EFFECTS):
        state[S.OFFER_CRIT + i] = S.NONE
        state[target + F.CANCEL_CRIT + i] = 0
    if state[target + F.KIND] == F.FIGHTER:
        for source in (HELMET, ARMOUR, UPGRADE):
            found = first_of(state, book, who, source)
            asked = 0
            for row in range(found >> 4, (found >> 4) + (found & 15)):
                here = effect(row)
                if book[here + E.WHEN] != E.WOUNDED or not book[here + E.FORCED]:
                    continue
                place = place_of(state, source)
                ways = payments(state, book, who, row, source, place)
                if ways == 0 or is_spent(state, book, who, row, source):
                    continue
                if asked and not ways >> A.UNDER_IT & 1:
                    continue  # one supply pays for one effect
                group = 2
                if book[here + E.FROM] == E.CRIT:
                    group = 0 if book[here + E.WHAT] == E.CANCEL else 1
                slot = F.UPGRADE if source == UPGRADE else asked
                if slot == F.UPGRADE and source != UPGRADE:
                    continue
                state[S.OFFER_CRIT + group * F.EFFECTS + slot] = row
                state[target + F.CANCEL_CRIT + group * F.EFFECTS + slot] = book[here + E.AMOUNT]
                asked += 1
    settle(state[S.ATTACK : S.ATTACK + F.SIZE], at_target)
    for i in range(3 * F.EFFECTS):
        row = state[S.OFFER_CRIT + i]
        if row != S.NONE and state[target + F.USED_CANCEL_CRIT + i]:
            source = source_of(state, book, who, row)
            place = place_of(state, source)
            ways = payments(state, book, who, row, source, place)
            mark_used(state, book, who, row)
            if ways:
                pay(state, book, trace, who, row, source, place, cheapest(ways))
    if state[target + F.ENERGY]:
        gain(state, book, trace, who, state[target + F.ENERGY])


@kernel
def go_on_attack(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Carry the attack on to its next decision; say whether there is one."""
    block = state[S.ATTACKER]
    faces = book[B.DEFENCE_FACES : B.DEFENCE_FACES + E.FACES]
    while True:
        step = state[S.STEP]
        at_target = F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
        target = S.ATTACK + at_target
        who = state[S.TARGETS + state[S.TARGET_NOW]]
        attack = state[S.ATTACK : S.ATTACK + F.SIZE]
        if step == S.BEFORE_ATTACK:
            if _asks(state, book, step, block):
                return True
            _roll(state, book, streams, trace)
            state[S.STEP] = S.AFTER_ATTACK
        elif step == S.AFTER_ATTACK:
            if _asks(state, book, step, block):
                return True
            change_attack(attack)
            state[S.STEP] = S.BEFORE_DEFENCE
            state[S.SERIAL] += 1
        elif step == S.BEFORE_DEFENCE:
            if state[target + F.KIND] != F.FIGHTER:
                state[S.STEP] = S.COUNTER
                continue
            if _asks(state, book, step, who):
                return True
            roll_defence(attack, at_target, faces, streams, dice_of(state, book, who))
            T.note(trace, T.DEFENDED, who, _packed(state, target + F.DEFENCE_ROLLED), 0)
            state[S.STEP] = S.AFTER_DEFENCE
        elif step == S.AFTER_DEFENCE:
            if _asks(state, book, step, who):
                return True
            _read(state, book, target, state[at(who) + S.SECTOR])
            state[S.STEP] = S.CHANGES
        elif step == S.CHANGES:
            if _asks(state, book, step, who):
                return True
            state[S.STEP] = S.COUNTER
        elif step == S.COUNTER:
            if _asks(state, book, step, block):
                return True
            _settle(state, book, trace)
            state[S.STEP] = S.WOUNDED
        elif step == S.WOUNDED:
            hurt = state[target + F.KIND] == F.FIGHTER and state[target + F.TAKEN] > 0
            if hurt and _asks(state, book, step, who):
                return True
            state[S.TARGET_NOW] += 1
            state[S.STEP] = S.BEFORE_DEFENCE
            state[S.SERIAL] += 1
            if state[S.TARGET_NOW] == state[S.ATTACK + F.TARGETS]:
                state[S.TARGET_NOW] = 0
                state[S.STEP] = S.RESULT
                forced_results(state, book, trace)
        elif step == S.RESULT:
            if _asks(state, book, step, block):
                return True
            deal(state, book, trace)
            state[S.STEP] = S.AFTERWARDS
        else:
            on_arena = state[at(block) + S.SECTOR] != S.NONE
            if on_arena and _asks(state, book, step, block):
                return True
            finish(state, book, trace)
            return False


@kernel
def _turn_dice(state: Ints, rolled: int, face: int, to: int, most: int) -> None:
    """Turn dice of a roll from one face to another."""
    dice = min(state[rolled + face], most)
    state[rolled + face] -= dice
    state[rolled + to] += dice


@kernel
def use_effect(state: Ints, book: Ints, streams: Streams, trace: Ints, deed: int) -> None:
    """Pay for an effect and carry it out, at the stage at which the attack is."""
    row = A.first(deed)
    how = A.second(deed) & 15
    owner = A.second(deed) >> 4
    more = A.third(deed)
    here = effect(row)
    what = book[here + E.WHAT]
    amount = book[here + E.AMOUNT]
    source = source_of(state, book, owner, row)
    mark_used(state, book, owner, row)
    pay(state, book, trace, owner, row, source, place_of(state, source), how)
    step = state[S.STEP]
    block = state[S.ATTACKER]
    at_target = F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
    target = S.ATTACK + at_target
    who = state[S.TARGETS + state[S.TARGET_NOW]]
    attack = state[S.ATTACK : S.ATTACK + F.SIZE]
    if what == E.ATTACK_DICE:
        state[S.ATTACK + F.ADDED_DICE] += amount
    elif what == E.DEFENCE_DICE:
        state[target + F.ADDED_DEFENCE] += amount
    elif what == E.REROLL:
        again = S.ATTACK + F.AGAIN if step == S.AFTER_ATTACK else target + F.DEFENCE_AGAIN
        dice = 0
        for face in range(F.FACES):
            state[again + face] = more >> PACK * face & 7
            dice += state[again + face]
        if step == S.AFTER_ATTACK:
            state[S.ATTACK + F.REROLL_MOST] = amount
            faces = book[B.ATTACK_FACES : B.ATTACK_FACES + E.FACES]
            reroll_attack(attack, faces, streams, dice_of(state, book, block))
            T.note(trace, T.ROLLED, block, _packed(state, S.ATTACK + F.ROLLED), 1, dice)
        else:
            state[target + F.DEFENCE_REROLL_MOST] = amount
            faces = book[B.DEFENCE_FACES : B.DEFENCE_FACES + E.FACES]
            reroll_defence(attack, at_target, faces, streams, dice_of(state, book, who))
            T.note(trace, T.DEFENDED, who, _packed(state, target + F.DEFENCE_ROLLED), 1, dice)
    elif what == E.CHANGE:
        face, to = book[here + E.FROM], book[here + E.TO]
        if step == S.AFTER_ATTACK:
            _turn_dice(state, S.ATTACK + F.ROLLED, face, to, amount)
            state[S.CHANGED] = 1
        elif step == S.BEFORE_DEFENCE:
            state[target + F.HIT_TO_MISS] += amount
        elif step == S.WOUNDED:
            dice = min(amount, state[target + F.CRITS_THROUGH])
            state[target + F.CRITS_THROUGH] -= dice
            state[target + F.HITS_THROUGH] += dice
        else:
            rolled = target + F.DEFENCE_ROLLED
            _turn_dice(state, rolled, face - E.BLOCK, to - E.BLOCK, amount)
    elif what == E.CANCEL:
        through = target + F.CRITS_THROUGH
        if book[here + E.FROM] == E.HIT:
            through = target + F.HITS_THROUGH
        dice = min(amount, state[through])
        state[through] -= dice
        state[target + F.TAKEN] -= dice
    elif what == E.SECOND_TARGET:
        add_target(state, book, more)
        T.note(trace, T.TARGETED, more, block, state[S.WEAPON])
        for i in range(state[S.ATTACK + F.TARGETS]):
            there = F.TARGET + i * F.TARGET_SIZE
            if state[S.TARGETS + i] == more and state[S.ATTACK + there + F.KIND] != F.FIGHTER:
                faces = book[B.DEFENCE_FACES : B.DEFENCE_FACES + E.FACES]
                roll_defence(attack, there, faces, streams, TABLE_DICE)
                dice = _packed(state, S.ATTACK + there + F.DEFENCE_ROLLED)
                T.note(trace, T.DEFENDED, more, dice, 0)
                _read(state, book, S.ATTACK + there, state[S.TARGET_SECTOR])
    elif what == E.STEP:
        enter(state, book, streams, trace, block, more)
    else:
        use_result(state, book, trace, block, row)
