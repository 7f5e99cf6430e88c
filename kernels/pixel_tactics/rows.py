"""What every step of a record needs: its amount, its cards, the next step."""

from kernels.bits import lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import Ints, in_truce, near, row_at, set_of
from kernels.pixel_tactics.values import amount, castable, copies, granted

# phases of a step
START, UNIT_ASKED, LINE_ASKED, TARGETS, CHOOSING, DO, ASKED, ASKED_2, NEXT = range(9)

STOP = 1 << S.P_STOP


@kernel
def end_row(state: Ints, book: Ints, frame: int) -> None:
    """Go on to the next step of the record, or close it."""
    number = state[frame + S.F_ROW] + 1
    if book[row_at(number) + B.KIND] != B.THEN:
        state[S.DEPTH] -= 1
        return
    state[frame + S.F_ROW] = number
    state[frame + S.F_PHASE] = START
    state[frame + S.F_MASK] = 0
    state[frame + S.F_COUNTS] = 0
    state[frame + S.F_COUNTS + 1] = 0
    state[frame + S.F_LAST] = S.NONE
    state[frame + S.F_STRENGTH] = S.NONE
    state[frame + S.F_SPARE] = 0


@kernel
def points_of(state: Ints, book: Ints, frame: int, row: int) -> int:
    """Return the amount of a step."""
    kind = book[row + B.AMOUNT_IS]
    if kind == B.DEALT:
        return state[frame + S.F_DEALT]
    if kind == B.PREVIOUS:
        return state[frame + S.F_PREVIOUS] + 1
    if kind == B.ALL_OF_IT:
        return 99
    if kind == B.LIFE_OF_IT:
        card = state[frame + S.F_IT]
        if card == S.NONE:
            return 0
        character = card % B.CHARACTER_ROOM
        return book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.HERO_LIFE]
    card = state[frame + S.F_SELF]
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    return amount(state, book, row, state[frame + S.F_WHO], place)


@kernel
def _referred(state: Ints, frame: int, ref: int, quiet: int) -> int:
    """Return the places of the cards that a reference means, as bits."""
    if ref == B.IT:
        found = 0
        for k in range(3):
            card = state[frame + S.F_IT + k]
            if card != S.NONE and state[S.WHERE + card] != S.NONE:
                found |= 1 << state[S.WHERE + card]
        return found
    if ref == B.ATTACKER or ref == B.SUBJECT:
        card = state[frame + (S.F_ATTACKER if ref == B.ATTACKER else S.F_SUBJECT)]
        if card == S.NONE or state[S.WHERE + card] == S.NONE:
            return 0
        return 1 << state[S.WHERE + card]
    if quiet and ref == B.FOE_LEADER:
        return 0
    card = state[frame + S.F_SELF]
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    return near(state, ref, state[frame + S.F_WHO], place)


@kernel
def offers(state: Ints, book: Ints, row: int, place: int) -> int:
    """Return what a grant lets a card do now, as picks in bits."""
    what = book[row + B.ARG]
    if state[S.KIND + place] == S.CORPSE and book[row + B.TO + B.TYPE] != B.CORPSE:
        return 0  # what was granted to a hero is not for the corpse it became
    if book[row + B.LIMIT] & B.ONCE_PER_CARD and state[S.USED + place]:
        return 0
    found = granted(state, book, place, what, book[row + B.ARG_2])
    if what & B.G_SPELL and state[S.KIND + place] != S.CORPSE and castable(state, book, place):
        found |= 1 << S.P_SPELL
    return found


@kernel
def members(state: Ints, book: Ints, frame: int, row: int) -> int:
    """Return the places that a step may choose from or touches, as bits."""
    quiet = 1 if in_truce(state, book) else 0
    to = row + B.TO
    if book[to + B.QUANTIFIER] == B.REFERENCE:
        return _referred(state, frame, book[to + B.REF], quiet)
    who = state[frame + S.F_WHO]
    card = state[frame + S.F_SELF]
    # an order has no place of its own
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    if state[frame + S.F_VIA] == B.BY_ORDER:
        place = S.NONE
    op = book[row + B.OP]
    if op == B.COPY_SPELL:
        return copies(state, book, row, who, place)
    places = set_of(
        state, book, to, who, place, state[frame + S.F_UNIT], state[frame + S.F_LINE], quiet
    )
    if op == B.GRANT:
        able = 0
        while places:
            each = lowest(places)
            places &= places - 1
            if offers(state, book, row, each):
                able |= 1 << each
        return able
    return places
