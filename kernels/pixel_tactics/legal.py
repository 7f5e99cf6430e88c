"""What the player to decide may do (PXT-ACT-1 to PXT-ACT-12)."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
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


@inlined
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


@inlined
def _may(state: Ints, block: int, what: int) -> bool:
    """Whether a player can pay for a kind of action, and is not barred from it."""
    return can_pay(state, block, what) and not state[block + S.FORBIDDEN] >> what & 1


@inlined
def _ready(state: Ints, who: int) -> int:
    """Return the cells of heroes that have not done their starred action, as bits (PXT-ACT-11)."""
    found = 0
    bits = state[at(who) + S.HEROES]
    while bits:
        cell = lowest(bits)
        bits &= bits - 1
        if not state[S.USED + who * S.CELLS + cell]:
            found |= 1 << cell
    return found


@inlined
def _fighters(state: Ints, who: int) -> int:
    """Return the cells of figures in the row of the wave that may still act (PXT-DEC-11)."""
    found = _ready(state, who)
    if not state[S.USED + who * S.CELLS + S.MIDDLE]:
        found |= LEADER_BIT
    return found & 0o7 << 3 * state[S.WAVE]


@kernel
def turn_kinds(state: Ints, book: Ints) -> int:
    """Return the kinds of action that the active player has, as bits; he may always pass."""
    who = state[S.ACTIVE]
    block = at(who)
    kinds = 1 << A.PASS
    if state[S.ACTS] >= CAP:
        return kinds
    refresh(state, book)
    hand, heroes, corpses = (
        state[block + S.HAND],
        state[block + S.HEROES],
        state[block + S.CORPSES],
    )
    empty = empty_cells(state, who)
    if (
        state[block + S.DECK_SIZE] > 0
        and count(hand) < book[B.HAND_LIMIT]
        and _may(state, block, B.A_DRAW)
    ):
        kinds |= 1 << A.DRAW
    if hand and empty & 0o7 << 3 * state[S.WAVE] and _may(state, block, B.A_RECRUIT):
        kinds |= 1 << A.RECRUIT
    truce = in_truce(state, book)
    attack = not truce and _may(state, block, B.A_ATTACK)
    cast = _may(state, block, B.A_CAST)
    figures = _fighters(state, who)
    while figures:
        place = who * S.CELLS + lowest(figures)
        figures &= figures - 1
        if attack and not kinds >> A.ATTACK & 1:
            able = targets(state, book, place, S.NO, S.NO)
            if not able and has_ranged(state, book, place):
                able = targets(state, book, place, S.YES, S.NO)
            if able:
                kinds |= 1 << A.ATTACK
        if cast and not kinds >> A.CAST & 1 and castable(state, book, place):
            kinds |= 1 << A.CAST
    if can_pay(state, block, B.A_SPECIAL) and _special(state, book, who):
        kinds |= 1 << A.SPECIAL
    if hand and not truce and _may(state, block, B.A_ORDER):
        kinds |= 1 << A.ORDER
    if corpses and _may(state, block, B.A_CLEAR):
        kinds |= 1 << A.CLEAR
    if heroes:
        heroes = _ready(state, who)
    if heroes and empty and _may(state, block, B.A_MOVE):
        kinds |= 1 << A.MOVE
    bodies = heroes | corpses
    if bodies & (bodies - 1) and _may(state, block, B.A_SWAP):
        kinds |= 1 << A.SWAP
    return kinds


@kernel
def _fights(state: Ints, book: Ints, who: int, kinds: int, legal: Ints, n: int) -> int:
    """Add attacks and spells, figure by figure."""
    figures = _fighters(state, who)
    while figures:
        cell = lowest(figures)
        figures &= figures - 1
        place = who * S.CELLS + cell
        if kinds >> A.ATTACK & 1:
            for ranged in range(2):
                if ranged and not has_ranged(state, book, place):
                    break
                bits = targets(state, book, place, ranged, S.NO)
                while bits:
                    legal[n] = A.action(A.ATTACK, cell, ranged, lowest(bits))
                    bits &= bits - 1
                    n += 1
        if kinds >> A.CAST & 1 and castable(state, book, place):
            legal[n] = A.action(A.CAST, cell, 0, 0)
            n += 1
    return n


@kernel
def _shifts(state: Ints, who: int, kinds: int, legal: Ints, n: int) -> int:
    """Add moves and swaps (PXT-ACT-8, PXT-ACT-9)."""
    heroes = _ready(state, who)
    if kinds >> A.MOVE & 1:
        bits = heroes
        empty = empty_cells(state, who)
        while bits:
            cell = lowest(bits)
            bits &= bits - 1
            cells = empty
            while cells:
                legal[n] = A.action(A.MOVE, cell, lowest(cells), 0)
                cells &= cells - 1
                n += 1
    if kinds >> A.SWAP & 1:
        bits = heroes | state[at(who) + S.CORPSES]
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
def turn_actions(state: Ints, book: Ints, kinds: int, legal: Ints) -> int:
    """Write the actions of some kinds, which must be among `turn_kinds`; return how many."""
    who = state[S.ACTIVE]
    block = at(who)
    n = 0
    if kinds >> A.PASS & 1:
        legal[n] = A.action(A.PASS, 0, 0, 0)
        n += 1
    if kinds >> A.DRAW & 1:
        legal[n] = A.action(A.DRAW, 0, 0, 0)
        n += 1
    if kinds >> A.RECRUIT & 1:
        cells = empty_cells(state, who) & 0o7 << 3 * state[S.WAVE]
        cards = state[block + S.HAND]
        while cards:
            character = lowest(cards)
            cards &= cards - 1
            bits = cells
            while bits:
                legal[n] = A.action(A.RECRUIT, character, lowest(bits), 0)
                bits &= bits - 1
                n += 1
    if kinds & (1 << A.ATTACK | 1 << A.CAST):
        n = _fights(state, book, who, kinds, legal, n)
    if kinds >> A.SPECIAL & 1:
        legal[n] = A.action(A.SPECIAL, 0, 0, 0)
        n += 1
    if kinds >> A.ORDER & 1:
        cards = state[block + S.HAND]
        while cards:
            legal[n] = A.action(A.ORDER, lowest(cards), 0, 0)
            cards &= cards - 1
            n += 1
    if kinds >> A.CLEAR & 1:
        bits = state[block + S.CORPSES]
        while bits:
            legal[n] = A.action(A.CLEAR, lowest(bits), 0, 0)
            bits &= bits - 1
            n += 1
    if kinds & (1 << A.MOVE | 1 << A.SWAP):
        n = _shifts(state, who, kinds, legal, n)
    return n


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write every legal action of the player who decides into a list, and return how many."""
    if state[S.STAGE] == S.ACT:
        return turn_actions(state, book, turn_kinds(state, book), legal)
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
