"""What the player to decide may do (PXT-ACT-1 to PXT-ACT-12)."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import (
    LEADER_BIT,
    Ints,
    at,
    in_truce,
    row_at,
    set_of,
    slot_at,
)
from kernels.pixel_tactics.cards import empty_cells
from kernels.pixel_tactics.values import castable, granted, has_ranged, refresh, targets

ROOM = 512  # at most 286 moves are numbered (PXT-ENC-5)
CAP = 60  # actions in one turn (PXT-CAP-2)


@kernel
def can_pay(state: Ints, block: int, what: int) -> bool:
    """Whether a player can pay for a kind of action (PXT-DEC-13)."""
    if state[block + S.FREE + what] > state[block + S.USES + what]:
        return True
    if what == B.A_ORDER and state[block + S.ORDER_ACTIONS] > 0:
        return True
    return state[block + S.ACTIONS] >= (2 if what == B.A_SWAP else 1)


@kernel
def special_row(state: Ints, book: Ints, who: int) -> int:
    """Return the row of the leader's own action, or NONE (PXT-ACT-5)."""
    slot = slot_at(state, who * S.CELLS + S.MIDDLE)
    for number in range(book[slot + B.SLOT_COUNT]):
        if book[row_at(book[slot + B.SLOT_START] + number) + B.KIND] == B.SPECIAL:
            return book[slot + B.SLOT_START] + number
    return S.NONE


@kernel
def _special(state: Ints, book: Ints, who: int) -> bool:
    """Whether the leader's own action can do something now."""
    number = special_row(state, book, who)
    if number == S.NONE:
        return False
    row = row_at(number)
    if book[row + B.OP] != B.GRANT:
        return True
    quiet = 1 if in_truce(state, book) else 0
    here = who * S.CELLS + S.MIDDLE
    places = set_of(state, book, row + B.TO, who, here, S.NO, S.NO, quiet)
    while places:
        place = lowest(places)
        places &= places - 1
        if state[S.USED + place]:
            continue
        if granted(state, book, place, book[row + B.ARG], book[row + B.ARG_2]):
            return True
    return False


@kernel
def _fights(state: Ints, book: Ints, who: int, legal: Ints, n: int) -> int:
    """Add attacks and spells from the row of the wave (PXT-DEC-11)."""
    block = at(who)
    figures = (state[block + S.HEROES] | LEADER_BIT) & 0o7 << 3 * state[S.WAVE]
    attack, cast = can_pay(state, block, B.A_ATTACK), can_pay(state, block, B.A_CAST)
    if state[block + S.FORBIDDEN] >> B.A_ATTACK & 1:
        attack = False
    if state[block + S.FORBIDDEN] >> B.A_CAST & 1:
        cast = False
    truce = in_truce(state, book)
    while figures:
        cell = lowest(figures)
        figures &= figures - 1
        place = who * S.CELLS + cell
        if state[S.USED + place]:
            continue
        if attack and not truce:
            for ranged in range(2):
                if ranged and not has_ranged(state, book, place):
                    break
                bits = targets(state, book, place, ranged, S.NO)
                while bits:
                    legal[n] = A.action(A.ATTACK, cell, ranged, lowest(bits))
                    bits &= bits - 1
                    n += 1
        if cast and castable(state, book, place):
            legal[n] = A.action(A.CAST, cell, 0, 0)
            n += 1
    return n


@kernel
def _shifts(state: Ints, who: int, legal: Ints, n: int) -> int:
    """Add moves and swaps (PXT-ACT-8, PXT-ACT-9)."""
    block = at(who)
    barred = state[block + S.FORBIDDEN]
    heroes = 0
    bits = state[block + S.HEROES]
    while bits:
        cell = lowest(bits)
        bits &= bits - 1
        if not state[S.USED + who * S.CELLS + cell]:
            heroes |= 1 << cell
    if can_pay(state, block, B.A_MOVE) and not barred >> B.A_MOVE & 1:
        bits = heroes
        while bits:
            cell = lowest(bits)
            bits &= bits - 1
            cells = empty_cells(state, who)
            while cells:
                legal[n] = A.action(A.MOVE, cell, lowest(cells), 0)
                cells &= cells - 1
                n += 1
    if can_pay(state, block, B.A_SWAP) and not barred >> B.A_SWAP & 1:
        bits = heroes | state[block + S.CORPSES]
        while bits:
            cell = lowest(bits)
            bits &= bits - 1
            others = bits
            while others:
                legal[n] = A.action(A.SWAP, cell, lowest(others), 0)
                others &= others - 1
                n += 1
    return n


@kernel
def _turn_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write the actions of a turn; passing is always possible (PXT-ACT-10)."""
    who = state[S.ACTIVE]
    block = at(who)
    legal[0] = A.action(A.PASS, 0, 0, 0)
    n = 1
    if state[S.ACTS] >= CAP:
        return n
    refresh(state, book)
    hand, barred = state[block + S.HAND], state[block + S.FORBIDDEN]
    if (
        state[block + S.DECK_SIZE] > 0
        and count(hand) < book[B.HAND_LIMIT]
        and can_pay(state, block, B.A_DRAW)
        and not barred >> B.A_DRAW & 1
    ):
        legal[n] = A.action(A.DRAW, 0, 0, 0)
        n += 1
    cells = empty_cells(state, who) & 0o7 << 3 * state[S.WAVE]
    if cells and can_pay(state, block, B.A_RECRUIT) and not barred >> B.A_RECRUIT & 1:
        cards = hand
        while cards:
            character = lowest(cards)
            cards &= cards - 1
            bits = cells
            while bits:
                legal[n] = A.action(A.RECRUIT, character, lowest(bits), 0)
                bits &= bits - 1
                n += 1
    n = _fights(state, book, who, legal, n)
    if can_pay(state, block, B.A_SPECIAL) and _special(state, book, who):
        legal[n] = A.action(A.SPECIAL, 0, 0, 0)
        n += 1
    if (
        not in_truce(state, book)
        and can_pay(state, block, B.A_ORDER)
        and not barred >> B.A_ORDER & 1
    ):
        while hand:
            legal[n] = A.action(A.ORDER, lowest(hand), 0, 0)
            hand &= hand - 1
            n += 1
    if can_pay(state, block, B.A_CLEAR) and not barred >> B.A_CLEAR & 1:
        bits = state[block + S.CORPSES]
        while bits:
            legal[n] = A.action(A.CLEAR, lowest(bits), 0, 0)
            bits &= bits - 1
            n += 1
    return _shifts(state, who, legal, n)


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write every legal action of the player who decides into a list, and return how many."""
    if state[S.STAGE] == S.ACT:
        return _turn_actions(state, book, legal)
    n = 0
    if state[S.STAGE] == S.CHOOSE_LEADER:
        cards = state[at(state[S.DECIDER]) + S.HAND]
        while cards:
            legal[n] = A.action(A.LEAD, lowest(cards), 0, 0)
            cards &= cards - 1
            n += 1
        return n
    bits = state[S.OPTIONS]
    while bits:
        legal[n] = A.action(A.PICK, lowest(bits), 0, 0)
        bits &= bits - 1
        n += 1
    bits = state[S.CHARACTER_OPTIONS]
    while bits:
        legal[n] = A.action(A.PICK, S.P_CHARACTER + lowest(bits), 0, 0)
        bits &= bits - 1
        n += 1
    return n
