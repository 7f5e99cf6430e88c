"""From one decision to the next: equipping, the end of a turn, events, the next turn."""

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.build import can_build_more
from kernels.clones.cards import (
    can_wear,
    draw_next,
    keep_drawn,
    owe_draw,
    place_of,
    take_off,
    wear,
    worn_sum,
)
from kernels.clones.dice import HIGHEST, Ints, at, heal, lowest_on_line, return_boost
from kernels.clones.fame import reckon
from kernels.clones.harm import harm
from kernels.jit import kernel
from kernels.rng import Streams


@kernel
def sheltered(state: Ints, book: Ints, seat: int) -> bool:
    """Say whether the seat's tile has the dome, or a hideout of its team (RLD-HID-1)."""
    cell = state[at(seat) + S.CELL]
    if cell == state[S.DOME_AT]:
        return True
    for mate in range(book[B.PLAYERS]):
        own = book[B.TEAM_OF + mate] == book[B.TEAM_OF + seat]
        if own and state[at(mate) + S.HIDEOUT] == cell:
            return True
    return False


@kernel
def is_protected(state: Ints, book: Ints, seat: int) -> bool:
    """Say whether toxin cannot hurt a seat where it stands (RLD-TOX-1)."""
    block = at(seat)
    cell = state[block + S.CELL]
    if not state[S.TOXINS] >> cell & 1:
        return True
    if book[B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE + B.TOXIN_SAFE]:
        return True
    return sheltered(state, book, seat) or worn_sum(state, book, block, B.TOXIN_PROOF) > 0


@kernel
def choices_for(state: Ints, book: Ints, block: int, place: int) -> int:
    """Return the kinds in the backpack that can fill a free place, as bits."""
    packed = state[block + S.PACK]
    if place == S.ON_BODY:
        return packed & book[B.BODIES]
    if place == S.ON_HEAD:
        return packed & book[B.HEADS]
    if place == S.FIRST_HAND:
        return packed & (book[B.HANDS] | book[B.TWO_HANDED])
    first = state[block + S.WORN + S.FIRST_HAND]
    if first == S.NONE or book[B.TWO_HANDED] >> first & 1:
        return 0
    return packed & book[B.HANDS]


@kernel
def _begin_turn(state: Ints, book: Ints, trace: Ints) -> None:
    """Begin the next turn: all dice but the damaged ones to the reserve (RLD-TRN-1)."""
    seat = state[S.TURN_NUMBER] % book[B.PLAYERS]
    state[S.TURN_NUMBER] += 1
    state[S.TURN_SEAT] = seat
    block = at(seat)
    T.note(trace, T.TURN_STARTS, seat, state[S.TURN_NUMBER])
    state[block + S.LINE : block + S.USED + B.ACTIONS] = 0
    state[block + S.RESERVE] = book[B.DICE] - state[block + S.DAMAGED]
    state[block + S.STUNNED] = 0
    state[block + S.BOOST] = 0
    state[block + S.EXCHANGED] = 0
    state[block + S.PIERCING] = 0
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    state[block + S.FREE_RUNS_LEFT] = book[row + B.FREE_RUNS]
    for place in range(S.PLACES):
        take_off(state, block, place)
        state[block + S.CARD_USED + place] = 0
    state[S.EQUIP_PLACE] = 0
    state[S.RESUME] = S.TO_ACTION


@kernel
def _equip(state: Ints, book: Ints, trace: Ints) -> bool:
    """Fill the places for equipment in turn; say whether the player has to choose (RLD-TRN-3).

    No place stays empty that a card could fill (RLD-DEC-3).
    """
    seat = state[S.TURN_SEAT]
    block = at(seat)
    while state[S.EQUIP_PLACE] < S.PLACES:
        place = state[S.EQUIP_PLACE]
        kinds = choices_for(state, book, block, place)
        if kinds & (kinds - 1):
            return True
        state[S.EQUIP_PLACE] += 1
        if kinds:
            kind = 0
            while not kinds >> kind & 1:
                kind += 1
            wear(state, book, trace, seat, kind, place)
    state[S.EQUIP_PLACE] = S.EQUIPPED
    if worn_sum(state, book, block, B.BOOST_EACH_TURN):
        state[block + S.BOOST] = S.BOOST_FREE
    return False


@kernel
def _wear_new(state: Ints, book: Ints, trace: Ints) -> bool:
    """Put a new card on where its place is free (RLD-DEC-4); say whether the player must choose."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    kind = state[S.NEW + state[S.NEW]]
    if not state[block + S.PACK] >> kind & 1:
        state[S.NEW] -= 1
        return False
    place = place_of(book, kind)
    first = state[block + S.WORN + S.FIRST_HAND]
    second = state[block + S.WORN + S.SECOND_HAND]
    if place != S.FIRST_HAND:
        free = state[block + S.WORN + place] == S.NONE
    elif book[B.TWO_HANDED] >> kind & 1:
        free = first == S.NONE and second == S.NONE
    else:
        free = first == S.NONE
        if not free and second == S.NONE and not book[B.TWO_HANDED] >> first & 1:
            place = S.SECOND_HAND
            free = True
    if free:
        state[S.NEW] -= 1
        wear(state, book, trace, seat, kind, place)
        return False
    can = can_wear(state, book, block, kind, place)
    if place == S.FIRST_HAND:
        can = can or can_wear(state, book, block, kind, S.SECOND_HAND)
    if not can:
        state[S.NEW] -= 1
    return can


@kernel
def _end_turn(state: Ints, book: Ints, trace: Ints) -> None:
    """Clean up after a turn, in the order of RLD-EOT-1."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    return_boost(state, block)
    on_line = 0
    for value in range(1, HIGHEST + 1):
        state[block + S.LINE + value] += state[block + S.ASSIGNED + value]
        state[block + S.ASSIGNED + value] = 0
        on_line += state[block + S.LINE + value]
    state[block + S.SKULLS] = 0
    state[block + S.STUNNED] = 0
    state[block + S.RESERVE] = book[B.DICE] - state[block + S.DAMAGED] - on_line
    if state[block + S.CELL] != S.NONE:
        if state[block + S.DAMAGED]:  # armour heals before hideout and toxin (RLD-DEC-16)
            healed = heal(state, seat, worn_sum(state, book, block, B.HEAL_EACH_TURN))
            if healed:
                T.note(trace, T.HEALED, seat, healed)
        value = lowest_on_line(state, block)
        if value and sheltered(state, book, seat):
            state[block + S.LINE + value] -= 1
            state[block + S.RESERVE] += 1
            T.note(trace, T.HID, seat)
        if not is_protected(state, book, seat):
            T.note(trace, T.TOXIC, seat)
            harm(state, book, trace, seat, S.NONE, 1)
    least = book[B.AUTO_HEAL_FROM]
    if least == 0:
        return
    for other in range(book[B.PLAYERS]):
        there = at(other)
        # who is off the map heals by itself no more than it is hurt (RLD-DEC-22)
        if other == seat or state[there + S.CELL] == S.NONE or state[there + S.DAMAGED] < least:
            continue
        if is_protected(state, book, other):
            healed = heal(state, other, book[B.AUTO_HEAL_BY])
            if healed:
                T.note(trace, T.HEALED, other, healed)


@kernel
def place_box(state: Ints, trace: Ints, cell: int, level: int) -> None:
    """Put a supply box onto a tile, as long as there are any."""
    left = S.BOXES_2_LEFT if level == 2 else S.BOXES_3_LEFT
    there = (S.BOXES_2_AT if level == 2 else S.BOXES_3_AT) + cell
    if state[left] > 0:
        state[left] -= 1
        state[there] += 1
        T.note(trace, T.PLACED_BOX, cell, level)


@kernel
def _poison(state: Ints, trace: Ints, cell: int) -> None:
    state[S.TOXINS] |= 1 << cell
    T.note(trace, T.PLACED_TOXIN, cell)


@kernel
def reveal(state: Ints, book: Ints, trace: Ints, kind: int) -> None:
    """Resolve an event card (RLD-REC-8)."""
    card = B.EVENT + kind * B.EVENT_SIZE
    what = book[card + B.EVENT_KIND]
    zone = book[card + B.ZONE]
    T.note(trace, T.EVENT, kind)
    if what == B.TOXIN:
        if state[S.ZONES_HIT] >> zone & 1:
            _poison(state, trace, book[B.ZONE_INNER + zone])
        else:
            state[S.ZONES_HIT] |= 1 << zone
            _poison(state, trace, book[B.ZONE_CORNER + zone])
            _poison(state, trace, book[B.ZONE_EDGE + zone])
    elif what == B.SUPPLY_DROP:
        for cell in range(B.CELLS):
            if not book[B.LAND] >> cell & 1:
                continue
            ground = B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE
            level = book[ground + B.DROP_LEVEL]
            empty = state[S.BOXES_2_AT + cell] + state[S.BOXES_3_AT + cell] == 0
            if level and (empty or not book[ground + B.DROP_IF_EMPTY]):
                place_box(state, trace, cell, level)
    elif what == B.ZONE_BOX:
        place_box(state, trace, book[B.ZONE_CORNER + zone], book[card + B.EVENT_LEVEL])
    elif what == B.DOME:
        state[S.DOME_AT] = book[B.ZONE_INNER + zone]
        T.note(trace, T.PLACED_DOME, state[S.DOME_AT])
    else:
        least = state[S.TEAM_FAME]
        for team in range(book[B.TEAM_COUNT]):
            least = min(least, state[S.TEAM_FAME + team])
        for k in range(1, book[B.PLAYERS] + 1):  # from the next player on (RLD-DEC-23)
            seat = (state[S.TURN_SEAT] + k) % book[B.PLAYERS]
            fame = state[S.TEAM_FAME + book[B.TEAM_OF + seat]]
            if fame == least or not book[card + B.LEAST_ONLY]:
                cards, keep = book[card + B.EVENT_DRAW], book[card + B.EVENT_KEEP]
                owe_draw(state, seat, book[card + B.EVENT_LEVEL], cards, keep)


@kernel
def _go_on(state: Ints, book: Ints, trace: Ints) -> None:
    """End a turn; then an event, the end of the game, or just the next turn (RLD-EVT-1)."""
    _end_turn(state, book, trace)
    players = book[B.PLAYERS]
    first_round = state[S.TURN_NUMBER] < players
    left = state[S.EVENTS]
    if left > 0 and not first_round:
        state[S.EVENTS] = left - 1
        reveal(state, book, trace, state[S.EVENTS + left])
    state[S.RESUME] = S.TO_NEXT_TURN


@kernel
def advance(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Go on to the next decision, or to the end of the game."""
    while state[S.STAGE] != S.OVER:
        if state[S.QUEUE] > 0:
            draw_next(state, book, streams, trace)
            if state[S.DRAWN] > state[S.KEEP]:
                state[S.STAGE] = S.DISCARD
                return
            keep_drawn(state, book)
            continue
        if state[S.NEW] > 0:
            if _wear_new(state, book, trace):
                state[S.STAGE] = S.WEAR_NEW
                state[S.ACTOR] = state[S.TURN_SEAT]
                return
            continue
        if state[S.HURT]:
            seat = 0
            while not state[S.HURT] >> seat & 1:
                seat += 1
            block = at(seat)
            helps = state[block + S.PACK] & book[B.ANY_TIME_ITEMS]
            if helps and state[block + S.DAMAGED] > 0 and state[block + S.CELL] != S.NONE:
                state[S.STAGE] = S.ANSWER
                state[S.ACTOR] = seat
                return
            state[S.HURT] &= ~(1 << seat)
            continue
        after = state[S.RESUME]
        if after == S.TO_END_OF_TURN:
            _go_on(state, book, trace)
        elif after == S.TO_ACTION:
            state[S.ACTOR] = state[S.TURN_SEAT]
            if state[at(state[S.TURN_SEAT]) + S.CELL] == S.NONE:
                state[S.STAGE] = S.LAND
                return
            if state[S.EQUIP_PLACE] != S.EQUIPPED and _equip(state, book, trace):
                state[S.STAGE] = S.EQUIP
                return
            if state[S.WALLS_TO_PLACE] or state[S.BUILDS_LEFT]:
                if can_build_more(state, book):
                    state[S.STAGE] = S.BUILDING
                    return
                state[S.WALLS_TO_PLACE] = 0
                state[S.BUILDS_LEFT] = 0
            state[S.STAGE] = S.ACT
            return
        else:
            # a round is played to its end, whatever became of the events (RLD-DEC-27)
            ended = state[S.EVENTS] == 0 and state[S.TURN_NUMBER] % book[B.PLAYERS] == 0
            if ended and after == S.TO_NEXT_TURN:
                reckon(state, book, trace)
                return
            _begin_turn(state, book, trace)
