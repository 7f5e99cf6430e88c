"""Loot: decks, equipment, supplies under it (NEON-EQP-1 to NEON-EQP-10)."""

from kernels.deck import shuffle
from kernels.jit import inlined, kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import LOOT, Ints, at
from kernels.rng import Streams


@inlined
def card(kind: int) -> int:
    """Return where a kind of loot begins in the book."""
    return B.LOOT + kind * B.LOOT_SIZE


@kernel
def discard(state: Ints, book: Ints, kind: int) -> None:
    """Put a card onto the discard pile of its class."""
    pile = S.DECKS + (book[card(kind) + B.LOOT_CLASS] - 1) * S.DECK_SIZE + S.PILE_SIZE
    state[pile] += 1
    state[pile + state[pile]] = kind


@kernel
def draw(state: Ints, level: int, streams: Streams) -> int:
    """Draw the top card of a class; an empty deck is made of its discards (NEON-SRC-4)."""
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
        shuffle(state, deck + 1, size, streams, LOOT + level - 1)
    kind = state[deck + state[deck]]
    state[deck] -= 1
    return kind


@kernel
def see(state: Ints, streams: Streams, trace: Ints, block: int, level: int, cards: int) -> None:
    """Let a fighter look at the top cards of a class."""
    for _ in range(cards):
        if state[S.SEEN] == S.SEEN_ROOM:
            return
        kind = draw(state, level, streams)
        if kind == S.NONE:
            return
        state[S.SEEN] += 1
        state[S.SEEN + state[S.SEEN]] = kind
        T.note(trace, T.DREW, block, kind)


@kernel
def take_out(state: Ints, pile: int, kind: int) -> None:
    """Take the first card of a kind out of a small pile: its size, then its cards."""
    size = state[pile]
    k = 1
    while state[pile + k] != kind:
        k += 1
    for j in range(k, size):
        state[pile + j] = state[pile + j + 1]
    state[pile] = size - 1


@kernel
def keep_seen(state: Ints, block: int) -> None:
    """Take the cards that were kept: they are laid at once (NEON-SRC-5)."""
    for k in range(1, state[S.SEEN] + 1):
        if state[S.NEW] < S.SEEN_ROOM:
            state[S.NEW] += 1
            state[S.NEW + state[S.NEW]] = state[S.SEEN + k]
    state[S.SEEN] = 0
    state[S.NEW_SEAT] = block


@kernel
def can_cover(state: Ints, book: Ints, block: int, kind: int, on: int) -> bool:
    """Say whether a card can be laid on top of an equipment card (NEON-EQP-4, EQP-5, REC-11.15)."""
    own = at(block)
    below = state[own + S.CARD + on]
    if below == S.NONE or not book[card(kind) + B.SYMBOLS] & book[card(below) + B.SYMBOLS]:
        return False
    place = book[card(kind) + B.TYPE]
    return place == on or state[own + S.CARD + place] == S.NONE


@kernel
def can_supply(state: Ints, book: Ints, block: int, kind: int, under: int) -> bool:
    """Say whether a card can be laid under an equipment card (NEON-EQP-2, NEON-EQP-5)."""
    own = at(block)
    above = state[own + S.CARD + under]
    if above == S.NONE or not book[card(kind) + B.SYMBOLS] & book[card(above) + B.SYMBOLS]:
        return False
    return state[own + S.SUPPLIED + under] < book[card(above) + B.MOST]


@kernel
def is_free(state: Ints, book: Ints, block: int, kind: int) -> bool:
    """Say whether a card can go to a free place: none of its type is in play (NEON-EQP-1)."""
    return state[at(block) + S.CARD + book[card(kind) + B.TYPE]] == S.NONE


@kernel
def can_lay(state: Ints, book: Ints, block: int, kind: int) -> bool:
    """Say whether a card can be laid in any way."""
    if is_free(state, book, block, kind):
        return True
    for place in range(E.TYPES):
        if can_cover(state, book, block, kind, place) or can_supply(
            state, book, block, kind, place
        ):
            return True
    return False


@inlined
def supplies(block: int, place: int) -> int:
    """Return where the supplies under a card begin."""
    return at(block) + S.SUPPLY + place * S.SUPPLY_ROOM


@kernel
def strip(state: Ints, book: Ints, block: int, place: int) -> int:
    """Take an equipment card away, discard its supplies, and return it (NEON-EQP-8)."""
    own = at(block)
    kind = state[own + S.CARD + place]
    for k in range(state[own + S.SUPPLIED + place]):
        discard(state, book, state[supplies(block, place) + k])
    state[own + S.SUPPLIED + place] = 0
    state[own + S.CARD + place] = S.NONE
    return kind


@kernel
def lay(state: Ints, book: Ints, trace: Ints, block: int, kind: int, how: int) -> None:
    """Lay a card as equipment or as a supply, or discard it."""
    own = at(block)
    T.note(trace, T.LAID, block, kind, how)
    if how == A.AWAY:
        discard(state, book, kind)
    elif how >= A.UNDER:
        under = how - A.UNDER
        state[supplies(block, under) + state[own + S.SUPPLIED + under]] = kind
        state[own + S.SUPPLIED + under] += 1
    elif how == A.FREE:
        state[own + S.CARD + book[card(kind) + B.TYPE]] = kind
    else:
        on = how - A.COVER
        place = book[card(kind) + B.TYPE]
        below = state[own + S.CARD + on]
        size = state[own + S.SUPPLIED + on]
        if place != on:
            for k in range(size):
                state[supplies(block, place) + k] = state[supplies(block, on) + k]
            state[own + S.SUPPLIED + on] = 0
            state[own + S.CARD + on] = S.NONE
        state[own + S.CARD + place] = kind
        state[supplies(block, place) + size] = below
        state[own + S.SUPPLIED + place] = size + 1
        if size + 1 > book[card(kind) + B.MOST]:
            state[S.EXCESS] = 1 + place  # the owner picks what goes (NEON-EQP-3, REC-11.15)
            state[S.NEW_SEAT] = block


@kernel
def shed(state: Ints, book: Ints, block: int, place: int, kind: int) -> None:
    """Discard one supply from under a card."""
    first = supplies(block, place)
    size = state[at(block) + S.SUPPLIED + place]
    k = 0
    while state[first + k] != kind:
        k += 1
    for j in range(k, size - 1):
        state[first + j] = state[first + j + 1]
    state[at(block) + S.SUPPLIED + place] = size - 1
    discard(state, book, kind)


@kernel
def lose_everything(state: Ints, book: Ints, block: int) -> None:
    """Discard all equipment and supplies (NEON-KO-2)."""
    for place in range(E.TYPES):
        if state[at(block) + S.CARD + place] != S.NONE:
            discard(state, book, strip(state, book, block, place))


@kernel
def fitting_supply(state: Ints, book: Ints, block: int, place: int, supply: int) -> int:
    """Return which supply under a card pays: one with a single symbol rather than two; or NONE."""
    found = S.NONE
    for k in range(state[at(block) + S.SUPPLIED + place]):
        kind = state[supplies(block, place) + k]
        symbols = book[card(kind) + B.SYMBOLS]
        if symbols == 1 << supply:
            return kind
        if symbols >> supply & 1 and found == S.NONE:
            found = kind
    return found
