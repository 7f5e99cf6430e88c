"""Decks, the backpack and what is worn (RLD-SET-3, RLD-EQP-1)."""

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.dice import Ints, at
from kernels.deck import shuffle
from kernels.jit import inlined, kernel
from kernels.rng import Streams

# purposes of the random streams: shared decks, then two of each player
LEVELS = 0  # one for each level
EVENTS = 3
PLAYER = 4
DICE, TIES = 0, 1
PURPOSES = PLAYER + 2 * B.SEATS


@inlined
def pack(state: Ints, block: int, kind: int) -> None:
    """Put a card into a backpack."""
    state[block + S.PACKED + kind] += 1
    state[block + S.PACK] |= 1 << kind


@inlined
def unpack(state: Ints, block: int, kind: int) -> None:
    """Take a card out of a backpack."""
    state[block + S.PACKED + kind] -= 1
    if state[block + S.PACKED + kind] == 0:
        state[block + S.PACK] &= ~(1 << kind)


@kernel
def discard(state: Ints, book: Ints, kind: int) -> None:
    """Put a card onto the discard pile of its level."""
    level = book[B.GEAR + kind * B.GEAR_SIZE + B.LEVEL]
    pile = S.DECKS + (level - 1) * S.DECK_SIZE + S.PILE_SIZE
    state[pile] += 1
    state[pile + state[pile]] = kind


@kernel
def draw(state: Ints, level: int, streams: Streams) -> int:
    """Draw the top card of a level; an empty deck is rebuilt from its discards (RLD-SET-3)."""
    deck = S.DECKS + (level - 1) * S.DECK_SIZE
    if state[deck] == 0:
        pile = deck + S.PILE_SIZE
        size = state[pile]
        if size == 0:
            return S.NONE
        for k in range(1, size + 1):
            state[deck + k] = state[pile + k]
        state[deck] = size
        state[pile] = 0
        shuffle(state, deck + 1, size, streams, LEVELS + level - 1)
    kind = state[deck + state[deck]]
    state[deck] -= 1
    return kind


@kernel
def owe_draw(state: Ints, seat: int, level: int, cards: int, keep: int) -> None:
    """Let a seat draw cards and keep some, as soon as what is under way is done."""
    waiting = state[S.QUEUE]
    if waiting == S.QUEUE_ROOM or cards == 0:
        return
    entry = S.QUEUE + 1 + 4 * waiting
    state[entry] = seat
    state[entry + 1] = level
    state[entry + 2] = cards
    state[entry + 3] = keep
    state[S.QUEUE] = waiting + 1


@kernel
def draw_next(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Carry out the first draw that waits, of as many cards as there are (RLD-DEC-24)."""
    first = S.QUEUE + 1
    seat = state[first]
    level = state[first + 1]
    character = state[at(seat) + S.CHARACTER]
    more = book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.DRAW_MORE]
    cards = min(state[first + 2] + more, S.DRAWN_ROOM)
    state[S.KEEP] = state[first + 3]
    waiting = state[S.QUEUE] - 1
    state[S.QUEUE] = waiting
    for k in range(4 * waiting):
        state[first + k] = state[first + k + 4]
    state[S.DRAWN] = 0
    for _ in range(cards):
        kind = draw(state, level, streams)
        if kind == S.NONE:
            break
        state[S.DRAWN] += 1
        state[S.DRAWN + state[S.DRAWN]] = kind
        T.note(trace, T.DREW, seat, level, kind)
    state[S.ACTOR] = seat


@kernel
def keep_drawn(state: Ints, book: Ints) -> None:
    """Take the cards that were kept; in one's own turn new equipment may be put on at once."""
    seat = state[S.ACTOR]
    block = at(seat)
    may_wear = state[S.RESUME] == S.TO_ACTION and seat == state[S.TURN_SEAT]
    for k in range(1, state[S.DRAWN] + 1):
        kind = state[S.DRAWN + k]
        pack(state, block, kind)
        wearable = book[B.GEAR + kind * B.GEAR_SIZE + B.TYPE] != B.ITEM
        if may_wear and wearable and state[S.NEW] < S.DRAWN_ROOM:
            state[S.NEW] += 1
            state[S.NEW + state[S.NEW]] = kind
    state[S.DRAWN] = 0


@kernel
def place_of(book: Ints, kind: int) -> int:
    """Return where a card is worn; cards for one hand may also go into the second."""
    worn_as = book[B.GEAR + kind * B.GEAR_SIZE + B.TYPE]
    if worn_as == B.BODY:
        return S.ON_BODY
    if worn_as == B.HEAD:
        return S.ON_HEAD
    return S.FIRST_HAND


@inlined
def take_off(state: Ints, block: int, place: int) -> None:
    """Put a worn card back into the backpack."""
    kind = state[block + S.WORN + place]
    if kind != S.NONE:
        pack(state, block, kind)
        state[block + S.WORN + place] = S.NONE


@kernel
def can_wear(state: Ints, book: Ints, block: int, kind: int, place: int) -> bool:
    """Say whether a card can go to a place: what it replaces must bear no die (RLD-TRN-3)."""
    if state[block + S.CARD_USED + place]:
        return False
    if place == S.ON_BODY or place == S.ON_HEAD:
        return True
    first = state[block + S.WORN + S.FIRST_HAND]
    two_handed = first != S.NONE and book[B.TWO_HANDED] >> first & 1
    if book[B.TWO_HANDED] >> kind & 1:
        return place == S.FIRST_HAND and state[block + S.CARD_USED + S.SECOND_HAND] == 0
    return not (two_handed and state[block + S.CARD_USED + S.FIRST_HAND])


@kernel
def wear(state: Ints, book: Ints, trace: Ints, seat: int, kind: int, place: int) -> None:
    """Put a card from the backpack on; what it replaces goes into the backpack."""
    block = at(seat)
    unpack(state, block, kind)
    take_off(state, block, place)
    if place == S.FIRST_HAND or place == S.SECOND_HAND:
        other = S.FIRST_HAND + S.SECOND_HAND - place
        first = state[block + S.WORN + other]
        both = book[B.TWO_HANDED]
        if both >> kind & 1 or (first != S.NONE and both >> first & 1):
            take_off(state, block, other)
    state[block + S.WORN + place] = kind
    T.note(trace, T.WORE, seat, kind, place)


@kernel
def lose_everything(state: Ints, book: Ints, block: int) -> None:
    """Discard all equipment, worn and carried (RLD-REL-2 step 3)."""
    for place in range(S.PLACES):
        take_off(state, block, place)
        state[block + S.CARD_USED + place] = 0
    for kind in range(B.KIND_ROOM):
        if not state[block + S.PACK] >> kind & 1:
            continue
        for _ in range(state[block + S.PACKED + kind]):
            discard(state, book, kind)
        state[block + S.PACKED + kind] = 0
    state[block + S.PACK] = 0


@inlined
def worn_sum(state: Ints, book: Ints, block: int, column: int) -> int:
    """Return the sum of a figure over the cards worn."""
    total = 0
    for place in range(S.PLACES):
        kind = state[block + S.WORN + place]
        if kind != S.NONE:
            total += book[B.GEAR + kind * B.GEAR_SIZE + column]
    return total
