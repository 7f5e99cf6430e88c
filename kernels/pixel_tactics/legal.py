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
    behind,
    in_truce,
    melee,
    row_at,
    row_of_wave,
    set_of,
    slot_at,
)
from kernels.pixel_tactics.cards import empty_cells
from kernels.pixel_tactics.values import (
    castable,
    free_kinds,
    granted,
    has_ranged,
    refresh,
    targets,
)

ACTIONS = 512  # at most 286 moves are numbered (PXT-ENC-5)
ROOM = 4 * ACTIONS  # with their scores, and both once more for what is foreseen
CAP = 60  # actions in one turn (PXT-CAP-2)
_ANY = (1 << B.ACTION_KINDS) - 1


@inlined
def _payable(state: Ints, block: int) -> int:
    """Return the kinds of action that a player can pay for, as bits of A_DRAW to A_SWAP."""
    kinds = free_kinds(state, block) if state[block + S.FREE_KINDS] else 0
    if state[block + S.ACTIONS] >= 2:
        return _ANY  # PXT-ACT-9: a swap costs two
    if state[block + S.ACTIONS] == 1:
        kinds |= _ANY & ~(1 << B.A_SWAP)
    if state[block + S.ORDER_ACTIONS] > 0:
        kinds |= 1 << B.A_ORDER
    return kinds


@inlined
def special_row(state: Ints, book: Ints, who: int) -> int:
    """Return the row of the leader's own action, or NONE (PXT-ACT-5)."""
    return book[slot_at(state, who * S.CELLS + S.MIDDLE) + B.SLOT_SPECIAL]


@kernel
def _special(state: Ints, book: Ints, who: int) -> bool:
    """Whether the leader's own action can do something now."""
    number = special_row(state, book, who)
    if number == S.NONE:
        return False
    row = row_at(number)
    if book[row + B.OP] != B.GRANT:
        return True
    if in_truce(state, book):
        return False  # only attacks are given by an action
    here = who * S.CELLS + S.MIDDLE
    places = set_of(state, book, row + B.TO, who, here, S.NO, S.NO, S.NO)
    while places:
        place = lowest(places)
        places &= places - 1
        if state[S.USED + place]:
            continue
        if granted(state, book, place, book[row + B.ARG], book[row + B.ARG_2]):
            return True
    return False


@inlined
def ready(state: Ints, who: int) -> int:
    """Return the cells of figures that have not done their starred action (PXT-ACT-11)."""
    return state[at(who) + S.READY] & (state[at(who) + S.HEROES] | LEADER_BIT)


@inlined
def fighters(state: Ints, who: int) -> int:
    """Return the cells of figures in the row of the wave that may still act (PXT-DEC-11)."""
    return ready(state, who) & row_of_wave(state)


@inlined
def casters(state: Ints, book: Ints, who: int) -> int:
    """Return the cells of fighters whose spell can be cast now, as bits (PXT-ACT-4)."""
    found = 0
    bits = fighters(state, who)
    while bits:
        cell = lowest(bits)
        bits &= bits - 1
        if castable(state, book, who * S.CELLS + cell):
            found |= 1 << cell
    return found


@inlined
def _attackers(state: Ints, who: int) -> int:
    """Return the cells of fighters that can attack somebody, as bits.

    Whoever is in melee finds somebody who is, too; whoever shoots finds who is not covered.
    """
    foe = at(1 - who)
    found = fighters(state, who)
    able = melee(state, who)
    if (state[foe + S.HEROES] | LEADER_BIT) & ~behind(state[foe + S.INTERCEPT]):
        able |= state[at(who) + S.RANGED]
    return found & able


@kernel
def turn_kinds(state: Ints, book: Ints) -> int:
    """Return the kinds of action that the active player has, as bits; he may always pass."""
    who = state[S.ACTIVE]
    block = at(who)
    kinds = 1 << A.PASS
    if state[S.ACTS] >= CAP:
        return kinds
    refresh(state, book)
    payable = _payable(state, block)
    able = payable & ~state[block + S.FORBIDDEN]
    hand, heroes, corpses = (
        state[block + S.HAND],
        state[block + S.HEROES],
        state[block + S.CORPSES],
    )
    empty = empty_cells(state, who)
    if state[block + S.DECK_SIZE] > 0 and count(hand) < book[B.HAND_LIMIT]:
        kinds |= 1 << A.DRAW
    if hand and empty & row_of_wave(state):
        kinds |= 1 << A.RECRUIT
    if not in_truce(state, book):
        if able >> B.A_ATTACK & 1 and _attackers(state, who):
            kinds |= 1 << A.ATTACK
        if hand:
            kinds |= 1 << A.ORDER
    if able >> B.A_CAST & 1 and casters(state, book, who):
        kinds |= 1 << A.CAST
    if corpses:
        kinds |= 1 << A.CLEAR
    if able & (1 << B.A_MOVE | 1 << B.A_SWAP):
        heroes &= ready(state, who)
        if heroes and empty:
            kinds |= 1 << A.MOVE
        bodies = heroes | corpses
        if bodies & (bodies - 1):
            kinds |= 1 << A.SWAP
    kinds &= able << A.DRAW | 1 << A.PASS  # A_DRAW to A_SWAP stand in the order of DRAW to SWAP
    if payable >> B.A_SPECIAL & 1 and _special(state, book, who):
        kinds |= 1 << A.SPECIAL
    return kinds


@kernel
def _fights(state: Ints, book: Ints, who: int, kinds: int, legal: Ints, n: int) -> int:
    """Add attacks and spells, figure by figure."""
    figures = fighters(state, who)
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
    heroes = ready(state, who) & state[at(who) + S.HEROES]
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
        cells = empty_cells(state, who) & row_of_wave(state)
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
