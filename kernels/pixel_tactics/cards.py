"""Moving cards between deck, hand, unit and discard; they always belong to their owner."""

from kernels import rng
from kernels.bits import count, nth
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, slot_of

# purposes of the streams, each for two players
DECK, TIES, CHANCE = 0, 2, 4
PURPOSES = 6

FIELDS = 9  # arrays with one entry per place


@inlined
def owner_of(card: int) -> int:
    """Return whose card it is."""
    return card // B.CHARACTER_ROOM


@kernel
def settle(state: Ints, place: int) -> None:
    """Note what now lies on a place."""
    kind = state[S.KIND + place]
    block = at(place // S.CELLS)
    bit = 1 << place % S.CELLS
    state[block + S.HEROES] &= ~bit
    state[block + S.CORPSES] &= ~bit
    if state[S.USED + place]:
        state[block + S.READY] &= ~bit
    else:
        state[block + S.READY] |= bit
    if kind == S.HERO:
        state[block + S.HEROES] |= bit
    elif kind == S.CORPSE:
        state[block + S.CORPSES] |= bit
    if kind != S.EMPTY:
        state[S.WHERE + state[S.CARD + place]] = place
    state[S.SLOT + place] = slot_of(state, place)
    state[S.DIRTY] = 1


@kernel
def put(state: Ints, place: int, kind: int, card: int) -> None:
    """Lay a card onto a place, without any tokens or marks (PXT-DEC-17)."""
    for field in range(FIELDS):
        state[field * S.PLACES + place] = 0
    state[S.KIND + place] = kind
    state[S.CARD + place] = card
    settle(state, place)


@kernel
def use(state: Ints, place: int) -> None:
    """Note that a card has done its starred action of this turn (PXT-ACT-11)."""
    state[S.USED + place] = 1
    state[at(place // S.CELLS) + S.READY] &= ~(1 << place % S.CELLS)


@kernel
def lift(state: Ints, place: int) -> int:
    """Take the card off a place and return it."""
    card = state[S.CARD + place]
    put(state, place, S.EMPTY, S.NO)
    state[S.WHERE + card] = S.NONE
    return card


@kernel
def exchange(state: Ints, a: int, b: int) -> None:
    """Let the cards of two places change places, with everything on them."""
    for field in range(FIELDS):
        at_a, at_b = field * S.PLACES + a, field * S.PLACES + b
        state[at_a], state[at_b] = state[at_b], state[at_a]
    settle(state, a)
    settle(state, b)


@kernel
def to_discard(state: Ints, card: int) -> None:
    """Put a card into its owner's discard (PXT-DEC-6)."""
    state[at(owner_of(card)) + S.DISCARDS] |= 1 << card % B.CHARACTER_ROOM


@kernel
def to_hand(state: Ints, card: int) -> None:
    """Put a card into its owner's hand."""
    block = at(owner_of(card))
    state[block + S.HAND] |= 1 << card % B.CHARACTER_ROOM
    state[block + S.DREW] |= 1 << card % B.CHARACTER_ROOM


@kernel
def remove(state: Ints, trace: Ints, place: int, to_the_hand: int) -> None:
    """Take a card out of play, to its owner's discard or hand."""
    card = lift(state, place)
    T.note(trace, T.LEFT_PLAY, place, card, to_the_hand)
    if to_the_hand:
        to_hand(state, card)
    else:
        to_discard(state, card)


@kernel
def draw(state: Ints, trace: Ints, who: int) -> int:
    """Draw the top card and return its character, or NONE without one (PXT-DEC-8)."""
    block = at(who)
    if state[block + S.DECK_SIZE] == 0:
        return S.NONE
    state[block + S.DECK_SIZE] -= 1
    character = state[block + S.DECK + state[block + S.DECK_SIZE]]
    to_hand(state, who * B.CHARACTER_ROOM + character)
    T.note(trace, T.DREW, who, who * B.CHARACTER_ROOM + character)
    return character


@kernel
def throw_away(state: Ints, trace: Ints, who: int, character: int) -> None:
    """Discard a card from a hand."""
    state[at(who) + S.HAND] &= ~(1 << character)
    to_discard(state, who * B.CHARACTER_ROOM + character)
    T.note(trace, T.DISCARDED, who, who * B.CHARACTER_ROOM + character)


@kernel
def any_of_hand(state: Ints, streams: rng.Streams, who: int) -> int:
    """Return a random character of a hand, which must not be empty (PXT-CAP-4)."""
    hand = state[at(who) + S.HAND]
    purpose = CHANCE + state[S.SEATED + who]
    return nth(hand, rng.below(streams, purpose, count(hand)))


@kernel
def deck_bits(state: Ints, who: int) -> int:
    """Return the characters in a deck, as bits."""
    block = at(who)
    bits = 0
    for i in range(state[block + S.DECK_SIZE]):
        bits |= 1 << state[block + S.DECK + i]
    return bits


@kernel
def take_from_deck(state: Ints, who: int, character: int) -> None:
    """Take one character out of a deck; the others keep their order."""
    block = at(who)
    size = state[block + S.DECK_SIZE]
    found = 0
    for i in range(size):
        if found:
            state[block + S.DECK + i - 1] = state[block + S.DECK + i]
        elif state[block + S.DECK + i] == character:
            found = 1
    state[block + S.DECK_SIZE] = size - found


@inlined
def empty_cells(state: Ints, who: int) -> int:
    """Return the empty cells of a unit, as bits."""
    block = at(who)
    return 0o757 & ~(state[block + S.HEROES] | state[block + S.CORPSES])
