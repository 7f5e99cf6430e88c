"""All legal actions of the fighter who decides."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon.aim import area_of, blank_of, long_shot_of
from kernels.neon.arena import Ints, are_allies, at, beside, blocks, distance, effect, token_effect
from kernels.neon.loot import can_cover, can_supply, card, is_free, supplies
from kernels.neon.offers import offers
from kernels.neon.payment import ABILITY, UPGRADE, WEAPON, first_of, is_spent, payments
from kernels.neon.turn import can_lay_token

ROOM = 2048
WAYS = A.BOT + B.BOT_KINDS  # ways to pay


@kernel
def list_rows(state: Ints, book: Ints, block: int, legal: Ints) -> int:
    """List the action rows of a hand, at most 48 (NEON-RND-3, NEON-REC-2)."""
    hand = state[at(block) + S.HAND]
    n = 0
    for upper in range(B.CARDS):
        if not hand >> upper & 1:
            continue
        over = B.CARD + upper * B.CARD_SIZE + B.HALVES
        ways = 1 if book[over] == book[over + 1] else 2
        for lower in range(B.CARDS):
            if lower == upper or not hand >> lower & 1:
                continue
            under = B.CARD + lower * B.CARD_SIZE + B.HALVES
            halves = 1 if book[under] == book[under + 1] else 2
            for half in range(halves):
                for side in range(2):
                    for turned in range(ways):
                        how = half | side << 1 | turned << 2
                        legal[n] = A.action(A.PLAN, upper | lower << 4, how, 0)
                        n += 1
    return n


@kernel
def row_place(cards: int, how: int, k: int) -> int:
    """Return which half is the k-th of an action row, from the left: 2 * card + half."""
    side = how >> 1 & 1  # 0: the lower card shows on the left
    turned = how >> 2 & 1
    shown = 0 if side == 0 else 2
    if k == shown:
        return 2 * (cards >> 4) + (how & 1)
    first = k == (1 if side == 0 else 0)
    return 2 * (cards & 15) + (turned if first else 1 - turned)


@kernel
def row_half(book: Ints, cards: int, how: int, k: int) -> int:
    """Return what the k-th half of an action row offers, from the left."""
    place = row_place(cards, how, k)
    return book[B.CARD + (place >> 1) * B.CARD_SIZE + B.HALVES + (place & 1)]


@kernel
def list_moves(state: Ints, book: Ints, block: int, legal: Ints, n: int) -> int:
    """List where a Move can go (NEON-MOV-1), and farther with an effect."""
    here = state[at(block) + S.SECTOR]
    size = state[S.RING]
    legal[n] = A.action(A.MOVE, beside(state, here, 1), 0, 0)
    n += 1
    if size > 2:
        legal[n] = A.action(A.MOVE, beside(state, here, -1), 0, 0)
        n += 1
    for source in range(ABILITY, UPGRADE + 1):
        found = first_of(state, book, block, source)
        for row in range(found >> 4, (found >> 4) + (found & 15)):
            if book[effect(row) + E.WHEN] != E.MOVE or is_spent(state, book, block, row, source):
                continue
            if not payments(state, book, block, row, source, S.NONE):
                continue
            for k in range(size):
                to = state[S.RING + 1 + k]
                away = distance(state, here, to)
                if away >= 2 and away <= book[effect(row) + E.AMOUNT]:
                    legal[n] = A.action(A.MOVE, to, 1 + row, 0)
                    n += 1
    return n


@kernel
def _list_targets(
    state: Ints,
    book: Ints,
    block: int,
    weapon: int,
    cost: int,
    near: int,
    far: int,
    area: bool,
    legal: Ints,
    n: int,
) -> int:
    """List the targets of a weapon from one distance to another."""
    here = state[at(block) + S.SECTOR]
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        away = distance(state, here, sector)
        if away < near or away > far:
            continue
        if state[S.BOT_AT + sector] != S.NONE:
            legal[n] = A.action(A.ATTACK, weapon, A.BOT_AT + sector, cost)
            n += 1
        anybody = False
        for other in range(blocks(book)):
            if state[at(other) + S.SECTOR] != sector or are_allies(book, other, block):
                continue
            anybody = True
            if not area:
                legal[n] = A.action(A.ATTACK, weapon, other, cost)
                n += 1
        if area and anybody:
            legal[n] = A.action(A.ATTACK, weapon, A.ALL_AT + sector, cost)
            n += 1
    return n


@kernel
def list_attacks(state: Ints, book: Ints, block: int, legal: Ints, n: int) -> int:
    """List every weapon with every target in its range (NEON-ATT-2, NEON-ATT-3)."""
    own = at(block)
    for away in range(3):
        if book[B.BASE_WEAPON + away]:
            n = _list_targets(state, book, block, S.BASE, 0, away, away, False, legal, n)
    for place in range(E.GRENADE + 1):
        kind = state[own + S.CARD + place]
        if kind == S.NONE:
            continue
        area = area_of(book, kind)
        blank = blank_of(book, kind)
        for away in range(3):
            shows = book[card(kind) + B.DICE + away] > 0
            row = area
            if area == S.NONE and not shows:
                row = blank
            if row == S.NONE:
                if shows:
                    n = _list_targets(state, book, block, place, 0, away, away, False, legal, n)
                continue
            if not shows and (row == area or (place == E.MELEE and away > 0)):
                continue
            ways = payments(state, book, block, row, WEAPON, place)
            for how in range(WAYS):
                if ways >> how & 1:
                    n = _list_targets(
                        state, book, block, place, 1 + how, away, away, row == area, legal, n
                    )
    row = long_shot_of(state, book, block)
    if row != S.NONE and payments(state, book, block, row, ABILITY, S.NONE):
        n = _list_targets(state, book, block, S.LONG, 0, 2, B.SECTORS, False, legal, n)
    return n


@kernel
def list_acts(state: Ints, book: Ints, block: int, legal: Ints) -> int:
    """List what the next half of the row offers, the special token, or nothing."""
    own = at(block)
    n = 0
    if state[own + S.DONE] < S.HALVES:
        half = state[own + S.ROW + state[own + S.DONE]]
        if half & B.MOVE:
            n = list_moves(state, book, block, legal, n)
        if half & B.SEARCH and state[S.SEARCHED + state[own + S.SECTOR]] <= state[own + S.ENERGY]:
            legal[n] = A.action(A.SEARCH, 0, 0, 0)
            n += 1
        if half & B.ATTACK:
            n = list_attacks(state, book, block, legal, n)
        if half & B.DEFENCE:
            legal[n] = A.action(A.DEFEND, 0, 0, 0)
            n += 1
        if half & B.LEAD:
            legal[n] = A.action(A.LEAD, 0, 0, 0)
            n += 1
        if half & B.GAIN_1:
            legal[n] = A.action(A.GAIN, 1, 0, 0)
            n += 1
        if half & B.GAIN_2:
            legal[n] = A.action(A.GAIN, 2, 0, 0)
            n += 1
    if can_lay_token(state, book, block):
        row = token_effect(state, book, block)
        here = state[own + S.SECTOR]
        legal[n] = A.action(A.TOKEN, here, row, 0)
        legal[n + 1] = A.action(A.TOKEN, beside(state, here, 1), row, 0)
        n += 2
        if state[S.RING] > 2:
            legal[n] = A.action(A.TOKEN, beside(state, here, -1), row, 0)
            n += 1
    legal[n] = A.action(A.SKIP, 0, 0, 0)
    return n + 1


@kernel
def list_ways_to_lay(state: Ints, book: Ints, block: int, legal: Ints) -> int:
    """List what can become of the cards to be laid; equal ones once (NEON-EQP-2)."""
    n = 0
    for k in range(1, state[S.NEW] + 1):
        kind = state[S.NEW + k]
        again = False
        for j in range(1, k):
            again = again or state[S.NEW + j] == kind
        if again:
            continue
        if is_free(state, book, block, kind):
            legal[n] = A.action(A.LAY, kind, A.FREE, 0)
            n += 1
        for place in range(E.TYPES):
            if can_cover(state, book, block, kind, place):
                legal[n] = A.action(A.LAY, kind, A.COVER + place, 0)
                n += 1
            if can_supply(state, book, block, kind, place):
                legal[n] = A.action(A.LAY, kind, A.UNDER + place, 0)
                n += 1
        legal[n] = A.action(A.LAY, kind, A.AWAY, 0)
        n += 1
    return n


@kernel
def _list_kinds(state: Ints, first: int, size: int, what: int, legal: Ints) -> int:
    """List an action for each kind in a small pile, equal ones once."""
    n = 0
    for k in range(size):
        again = False
        for j in range(k):
            again = again or state[first + j] == state[first + k]
        if not again:
            legal[n] = A.action(what, state[first + k], 0, 0)
            n += 1
    return n


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """List all legal actions of the fighter who decides; return how many."""
    stage = state[S.STAGE]
    block = state[S.ACTOR]
    if stage == S.PLAN:
        return list_rows(state, book, block, legal)
    if stage == S.ACT:
        return list_acts(state, book, block, legal)
    if stage == S.LAY:
        return list_ways_to_lay(state, book, block, legal)
    if stage >= S.BEFORE_ATTACK and stage <= S.AFTERWARDS:
        n = offers(state, book, stage, block, legal, 0)
        legal[n] = A.action(A.GO_ON, 0, 0, 0)
        return n + 1
    if stage == S.LAND:
        for k in range(state[S.RING]):
            legal[k] = A.action(A.LAND, state[S.RING + 1 + k], 0, 0)
        return state[S.RING]
    if stage == S.FLEE:
        legal[0] = A.action(A.FLEE, beside(state, state[S.CLOSING], 1), 0, 0)
        legal[1] = A.action(A.FLEE, beside(state, state[S.CLOSING], -1), 0, 0)
        return 2
    if stage == S.AMBUSHING or stage == S.ESCAPE:
        legal[0] = A.action(A.FIRST, 0, 0, 0)
        legal[1] = A.action(A.DECLINE, 0, 0, 0)
        return 2
    if stage == S.DISCARD:
        return _list_kinds(state, S.SEEN + 1, state[S.SEEN], A.DISCARD, legal)
    if stage == S.SHED:
        place = state[S.EXCESS] - 1
        size = state[at(block) + S.SUPPLIED + place]
        return _list_kinds(state, supplies(block, place), size, A.SHED, legal)
    if stage == S.CHOOSE:
        return _list_kinds(state, S.CHOICE + 1, state[S.CHOICE], A.CHOOSE, legal)
    n = 0
    if stage == S.SPOIL:
        for place in range(E.TYPES):
            if state[at(state[S.FALLEN + 1]) + S.CARD + place] != S.NONE:
                legal[n] = A.action(A.SPOIL, place, 0, 0)
                n += 1
        legal[n] = A.action(A.DECLINE, 0, 0, 0)
        n += 1
    return n
