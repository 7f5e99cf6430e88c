"""What a greedy player expects of the attack under way: standing hits, rerolls, effects."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import weights as P
from kernels.neon.arena import Ints, are_allies, at, blocks, effect
from kernels.neon.expect import SMOKE, STADIUM, expected_of_hits
from kernels.neon.payment import price, source_of
from kernels.neon.peril import THOUSAND, energy_worth, own_loss, reading
from kernels.neon.worth import hit_worth, wound_worth

NEVER = -(1 << 40)


@kernel
def payment_worth(state: Ints, book: Ints, own: Ints, block: int, row: int, how: int) -> int:
    """Return what a payment costs its player."""
    if how == A.ENERGY:
        paid = price(state, book, block, row, source_of(state, book, block, row))
        return energy_worth(state, book, own, paid)
    if how == A.UNDER_IT:
        return own[P.SPEND]
    if how == A.ITSELF:
        return own[P.SPEND] + own[P.OWN_CARD]
    return own[P.SPEND_BOT]


@kernel
def damage_of(crits: int, hits: int, blocks_: int, guards: int) -> int:
    """Return the damage that dice leave, the defender choosing well (NEON-DEF-2)."""
    return max(0, crits + max(0, hits - guards) - blocks_)


@kernel
def stand_worth(
    state: Ints, book: Ints, own: Ints, odds: Ints, crits: int, hits: int, only: int
) -> int:
    """Return what so many hits are worth against all targets, or against one of them."""
    total = 0
    hits = min(hits, 5 - min(crits, 5))
    for i in range(state[S.ATTACK + F.TARGETS]):
        if only != S.NONE and i != only:
            continue
        target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
        who = state[S.TARGETS + i]
        if state[target + F.KIND] == F.FIGHTER:
            dice = state[target + F.BASE_DICE] + state[target + F.FIELDS]
            dice = min(dice + state[target + F.ADDED_DEFENCE], state[target + F.DEFENCE_CAP])
            way = reading(state, book, state[at(who) + S.SECTOR])
            again = 1 if state[at(who) + S.ENERGY] > 0 else 0
            dealt = expected_of_hits(odds, crits, hits, dice, way, again)
            total += dealt * wound_worth(state, book, own, who) // THOUSAND
        else:
            rolled = target + F.DEFENCE_ROLLED
            dealt = damage_of(crits, hits, state[rolled + F.BLOCK], state[rolled + F.GUARD])
            if state[target + F.KIND] == F.AUTOMA:
                total += dealt * wound_worth(state, book, own, who)
            elif dealt > 0:
                total += book[B.BOT_POINTS] * own[P.POINT] + own[P.WOUND]
    return total


@kernel
def _faces(book: Ints, first: int, face: int) -> int:
    count = 0
    for k in range(E.FACES):
        if book[first + k] == face:
            count += 1
    return count


@kernel
def attack_reroll_worth(state: Ints, book: Ints, own: Ints, odds: Ints, more: int) -> int:
    """Return the exact gain of rolling some dice again; hits are never rolled again."""
    if more & 63:
        return NEVER
    dice = (more >> 6 & 7) + (more >> 9 & 7)
    crits = state[S.ATTACK + F.ROLLED + F.CRIT]
    hits = state[S.ATTACK + F.ROLLED + F.HIT]
    crit_faces = _faces(book, B.ATTACK_FACES, F.CRIT)
    hit_faces = _faces(book, B.ATTACK_FACES, F.HIT)
    rest = E.FACES - crit_faces - hit_faces
    total = 0
    whole = 1
    for _ in range(dice):
        whole *= E.FACES
    for c in range(dice + 1):
        for h in range(dice - c + 1):
            ways = 1  # of the dice, c crits and h hits
            for k in range(c):
                ways = ways * (dice - k) // (k + 1)
            for k in range(h):
                ways = ways * (dice - c - k) // (k + 1)
            ways *= crit_faces**c * hit_faces**h * rest ** (dice - c - h)
            if ways:
                total += ways * stand_worth(state, book, own, odds, crits + c, hits + h, S.NONE)
    return total // whole - stand_worth(state, book, own, odds, crits, hits, S.NONE)


@kernel
def _counts(state: Ints, rolled: int, way: int, face: int) -> int:
    """Return how many dice count as BLOCK or GUARD, as they are read in the sector."""
    guards = state[rolled + F.GUARD]
    if face == F.BLOCK:
        return state[rolled + F.BLOCK] + (guards if way & STADIUM else 0)
    smoked = state[rolled + F.FAIL] if way & SMOKE else 0
    return smoked + (0 if way & STADIUM else guards)


@kernel
def defence_reroll_worth(state: Ints, book: Ints, own: Ints, block: int, more: int) -> int:
    """Return the exact gain of rolling defence dice again; blocks are never rolled again."""
    if more & 7:
        return NEVER
    target = S.ATTACK + F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
    rolled = target + F.DEFENCE_ROLLED
    crits = state[S.ATTACK + F.CRITS]
    hits = max(0, state[S.ATTACK + F.HITS] - state[target + F.HIT_TO_MISS])
    way = reading(state, book, state[at(block) + S.SECTOR])
    blocks_ = _counts(state, rolled, way, F.BLOCK)
    guards = _counts(state, rolled, way, F.GUARD)
    before = damage_of(crits, hits, blocks_, guards)
    if before == 0:
        return NEVER
    guard_dice, spark_dice, fail_dice = more >> 3 & 7, more >> 6 & 7, more >> 9 & 7
    dice = guard_dice + spark_dice + fail_dice
    if way & STADIUM:
        blocks_ -= guard_dice
    else:
        guards -= guard_dice
    if way & SMOKE:
        guards -= fail_dice
    block_faces = _faces(book, B.DEFENCE_FACES, F.BLOCK)
    guard_faces = _faces(book, B.DEFENCE_FACES, F.GUARD)
    if way & STADIUM:
        block_faces += guard_faces
        guard_faces = 0
    if way & SMOKE:
        guard_faces += _faces(book, B.DEFENCE_FACES, F.FAIL)
    rest = E.FACES - block_faces - guard_faces
    total = 0
    whole = 1
    for _ in range(dice):
        whole *= E.FACES
    for b in range(dice + 1):
        for g in range(dice - b + 1):
            ways = 1
            for k in range(b):
                ways = ways * (dice - k) // (k + 1)
            for k in range(g):
                ways = ways * (dice - b - k) // (k + 1)
            ways *= block_faces**b * guard_faces**g * rest ** (dice - b - g)
            total += ways * damage_of(crits, hits, blocks_ + b, guards + g)
    gained = (before * whole - total) * own_loss(state, own, block) // whole
    return gained - energy_worth(state, book, own, spark_dice)


@kernel
def _attack_use(
    state: Ints, book: Ints, own: Ints, odds: Ints, row: int, more: int, stage: int
) -> int:
    """Return what an effect of the attacker's gains before the defence."""
    here = effect(row)
    what = book[here + E.WHAT]
    attack = S.ATTACK
    if stage == S.BEFORE_ATTACK:
        dice = state[attack + F.WEAPON_DICE] + state[attack + F.ADDED_DICE]
        lost = state[attack + F.LOST_DICE]
        now = max(min(dice, state[attack + F.DICE_CAP]) - lost, 0)
        then = min(dice + book[here + E.AMOUNT], state[attack + F.DICE_CAP]) - lost
        total = 0
        for i in range(state[attack + F.TARGETS]):
            who = state[S.TARGETS + i]
            if who >= S.BOT_TARGET:
                who += A.BOT_AT - S.BOT_TARGET
            total += hit_worth(state, book, own, odds, who, max(then, 0), 0)
            total -= hit_worth(state, book, own, odds, who, now, 0)
        return total
    if what == E.REROLL:
        return attack_reroll_worth(state, book, own, odds, more)
    crits = state[attack + F.ROLLED + F.CRIT]
    hits = state[attack + F.ROLLED + F.HIT]
    before = stand_worth(state, book, own, odds, crits, hits, S.NONE)
    if what == E.SECOND_TARGET:
        if more >= S.BOT_TARGET:
            return book[B.BOT_POINTS] * own[P.POINT] // 3 if crits + hits else 0
        dealt = expected_of_hits(odds, min(crits, 5), min(hits, 5 - min(crits, 5)), 1, 0, 1)
        return dealt * wound_worth(state, book, own, more) // THOUSAND
    face, to = book[here + E.FROM], book[here + E.TO]
    crits += (1 if to == E.CRIT else 0) - (1 if face == E.CRIT else 0)
    hits += (1 if to == E.HIT else 0) - (1 if face == E.HIT else 0)
    return stand_worth(state, book, own, odds, crits, hits, S.NONE) - before


@kernel
def _defence_use(
    state: Ints, book: Ints, own: Ints, odds: Ints, block: int, row: int, more: int, stage: int
) -> int:
    """Return what an effect of the defender's gains, or one against his dice."""
    here = effect(row)
    what = book[here + E.WHAT]
    amount = book[here + E.AMOUNT]
    target = S.ATTACK + F.TARGET + state[S.TARGET_NOW] * F.TARGET_SIZE
    crits = min(state[S.ATTACK + F.CRITS], 5)
    hits = max(0, state[S.ATTACK + F.HITS] - state[target + F.HIT_TO_MISS])
    hits = min(hits, 5 - crits)
    who = state[S.TARGETS + state[S.TARGET_NOW]]
    if stage == S.BEFORE_DEFENCE:
        dice = state[target + F.BASE_DICE] + state[target + F.FIELDS]
        dice += state[target + F.ADDED_DEFENCE]
        way = reading(state, book, state[at(block) + S.SECTOR])
        again = 1 if state[at(block) + S.ENERGY] > 0 else 0
        cap = state[target + F.DEFENCE_CAP]
        now = expected_of_hits(odds, crits, hits, min(dice, cap), way, again)
        if what == E.CHANGE:
            then = expected_of_hits(odds, crits, max(0, hits - amount), min(dice, cap), way, again)
        else:
            then = expected_of_hits(odds, crits, hits, min(dice + amount, cap), way, again)
        return (now - then) * own_loss(state, own, block) // THOUSAND
    if stage == S.AFTER_DEFENCE:
        return defence_reroll_worth(state, book, own, block, more)
    if stage == S.WOUNDED:
        if what != E.CANCEL:
            return NEVER
        through = F.CRITS_THROUGH if book[here + E.FROM] == E.CRIT else F.HITS_THROUGH
        return min(amount, state[target + through]) * own_loss(state, own, block)
    rolled = target + F.DEFENCE_ROLLED
    blocks_, guards = state[rolled + F.BLOCK], state[rolled + F.GUARD]
    before = damage_of(crits, hits, blocks_, guards)
    face, to = book[here + E.FROM], book[here + E.TO]
    blocks_ += (1 if to == E.BLOCK else 0) - (1 if face == E.BLOCK else 0)
    guards += (1 if to == E.GUARD else 0) - (1 if face == E.GUARD else 0)
    after = damage_of(crits, hits, blocks_, guards)
    if stage == S.CHANGES:
        return (before - after) * own_loss(state, own, block)
    if who >= S.BOT_TARGET:
        return book[B.BOT_POINTS] * own[P.POINT] if after > 0 and before == 0 else 0
    return (after - before) * wound_worth(state, book, own, who)


@kernel
def _result_use(state: Ints, book: Ints, own: Ints, block: int, row: int) -> int:
    """Return what an effect gains once the damage is known."""
    here = effect(row)
    what = book[here + E.WHAT]
    amount = book[here + E.AMOUNT]
    who = state[S.TARGETS]
    if what == E.DAMAGE:
        return amount * wound_worth(state, book, own, who) if who < S.BOT_TARGET else 0
    if what == E.BLAST:
        total = 0
        for other in range(blocks(book)):
            if state[at(other) + S.SECTOR] != state[S.TARGET_SECTOR]:
                continue
            if other != who and not are_allies(book, other, block):
                total += amount * wound_worth(state, book, own, other)
        return total
    gained = own[P.DRAIN] * amount
    if what == E.STEAL:
        gained += own[P.ENERGY] * amount
    return gained


@kernel
def use_worth(
    state: Ints, book: Ints, own: Ints, odds: Ints, block: int, deed: int, stage: int
) -> int:
    """Return what using an effect gains, less its price."""
    row = A.first(deed)
    more = A.third(deed)
    if stage <= S.AFTER_ATTACK:
        gained = _attack_use(state, book, own, odds, row, more, stage)
    elif stage >= S.RESULT:
        gained = _result_use(state, book, own, block, row)
    else:
        gained = _defence_use(state, book, own, odds, block, row, more, stage)
    how = A.second(deed) & 15
    owner = A.second(deed) >> 4
    return gained - payment_worth(state, book, own, owner, row, how)
