"""Plain operations on cards in play, and on actions."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, in_truce
from kernels.pixel_tactics.cards import FIELDS, empty_cells, exchange, lift, put, remove, settle
from kernels.pixel_tactics.rows import ASKED, DO, STOP, end_row, points_of
from kernels.pixel_tactics.stack import ask


@kernel
def rearranges(state: Ints, book: Ints, frame: int, row: int) -> None:
    """Ask for a new cell for each body in turn, then move them all (PXT-DEC-53)."""
    who = state[frame + S.F_WHO]
    to = row + B.TO
    bodies = state[frame + S.F_MASK]
    if not bodies:
        end_row(state, book, frame)
        return
    unit = lowest(bodies) // S.CELLS
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_LEFT] = 0
        state[frame + S.F_SPARE] = 0  # cells given away
        state[frame + S.F_PHASE] = ASKED
    else:
        state[S.ANSWERED] = 0
        cell = state[S.PICKED] % S.CELLS
        state[frame + S.F_COUNTS] |= cell << 4 * state[frame + S.F_LEFT]
        state[frame + S.F_SPARE] |= 1 << cell
        state[frame + S.F_LEFT] += 1
    if state[frame + S.F_LEFT] < count(bodies):
        area = 0o757 & ~state[frame + S.F_SPARE]
        if book[to + B.FILTERS] & B.PICK_COLUMN:
            area &= 0o111 << state[frame + S.F_LINE]
        ask(state, who, area << unit * S.CELLS, S.NO, B.REARRANGE)
        return
    aside = frame + S.FRAME  # the room above the highest frame is free
    number = 0
    rest = bodies
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        for field in range(FIELDS):
            state[aside + number * FIELDS + field] = state[field * S.PLACES + place]
        lift(state, place)
        number += 1
    for k in range(number):
        place = unit * S.CELLS + (state[frame + S.F_COUNTS] >> 4 * k & 15)
        for field in range(FIELDS):
            state[field * S.PLACES + place] = state[aside + k * FIELDS + field]
        settle(state, place)
    end_row(state, book, frame)


@kernel
def revives(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Turn corpses into heroes where they lie, or take one into the own unit."""
    who = state[frame + S.F_WHO]
    places = state[frame + S.F_MASK]
    if not book[row + B.ARG]:
        while places:
            place = lowest(places)
            places &= places - 1
            if state[S.KIND + place] == S.CORPSE:
                put(state, place, S.HERO, state[S.CARD + place])
                state[S.TAKEN + place] = book[row + B.ARG_2] if book[row + B.ARG_3] else 0
                T.note(trace, T.ROSE, place, state[S.CARD + place])
        end_row(state, book, frame)
        return
    cells = empty_cells(state, who)
    place = lowest(places) if places else S.NONE
    if place == S.NONE or state[S.KIND + place] != S.CORPSE or not cells:
        end_row(state, book, frame)
        return
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_PHASE] = ASKED
        stop = STOP if book[row + B.LIMIT] & B.OPTIONAL else 0
        ask(state, who, cells << who * S.CELLS | stop, S.NO, B.REVIVE)
        return
    state[S.ANSWERED] = 0
    if state[S.PICKED] != S.P_STOP:
        card = lift(state, place)
        put(state, state[S.PICKED], S.HERO, card)
        state[S.TAKEN + state[S.PICKED]] = book[row + B.ARG_2]
        T.note(trace, T.ROSE, state[S.PICKED], card)
    end_row(state, book, frame)


@kernel
def acts_on_cards(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Do a plain operation on every target: heal, clear, bounce, scrap, boost, swap."""
    op = book[row + B.OP]
    who = state[frame + S.F_WHO]
    places = state[frame + S.F_MASK]
    if op == B.SWAP:
        a = lowest(places) if places else S.NONE
        rest = places & (places - 1)
        b = lowest(rest) if rest else S.NONE
        if book[row + B.ARG]:
            b = state[S.WHERE + state[frame + S.F_SELF]]
        if a != S.NONE and b != S.NONE:
            T.note(trace, T.MOVED, state[S.CARD + a], a, b)
            T.note(trace, T.MOVED, state[S.CARD + b], b, a)
            exchange(state, a, b)
        end_row(state, book, frame)
        return
    split = book[row + B.TO + B.QUANTIFIER] == B.SPLIT
    points = points_of(state, book, frame, row)
    while places:
        place = lowest(places)
        places &= places - 1
        kind = state[S.KIND + place]
        living = kind == S.HERO or kind == S.LEADER
        if op == B.HEAL and living:
            if split:
                points = state[frame + S.F_COUNTS + place // S.CELLS] >> 4 * (place % S.CELLS) & 15
            healed = min(points, state[S.DAMAGE + place])
            state[S.DAMAGE + place] -= healed
            if healed:
                T.note(trace, T.HEALED, place, healed, state[S.CARD + place])
        elif op == B.BOOST and living:
            state[S.BONUS + place] += points
            T.note(trace, T.BOOSTED, place, points, state[S.CARD + place])
        elif op == B.CLEAR and kind == S.CORPSE:
            remove(state, trace, place, S.NO)
        elif op == B.BOUNCE and (kind == S.HERO or kind == S.CORPSE):
            remove(state, trace, place, S.YES)
        elif op == B.SCRAP and place // S.CELLS == who and kind != S.LEADER:
            remove(state, trace, place, S.NO)
    end_row(state, book, frame)


@kernel
def gives_actions(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Add or take actions, or a level marker."""
    who = state[frame + S.F_WHO]
    n = points_of(state, book, frame, row)
    block = at(who)
    if book[row + B.OP] == B.MARKER:
        state[block + S.MARKERS] = min(state[block + S.MARKERS] + n, book[B.MARKER_CAP])
        T.note(trace, T.LEVEL, who, state[block + S.MARKERS])
    elif book[row + B.ARG_2]:
        other = 1 - who if book[row + B.TO + B.REF] == B.OPPONENT else who
        if other == who or not in_truce(state, book):
            state[at(other) + S.SLOWED_NEXT] += n
            state[at(other) + S.SLOW_LEAST] = book[row + B.ARG_3]
            T.note(trace, T.MORE_ACTIONS, other, n, 2)
    else:
        place = S.ORDER_ACTIONS if book[row + B.ARG] else S.ACTIONS
        state[block + place] += n
        T.note(trace, T.MORE_ACTIONS, who, n, book[row + B.ARG])
    end_row(state, book, frame)
