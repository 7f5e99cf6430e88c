"""What a seat cannot know, dealt anew for what it imagines (PXT-AI-12)."""

from kernels import rng
from kernels.bits import count, lowest, nth
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import Ints, at
from kernels.pixel_tactics.cards import DECK, deck_bits


@kernel
def deal_anew(state: Ints, streams: rng.Streams, seat: int) -> None:
    """Deal anew what a seat cannot know: both decks, the other's hand and hidden leader."""
    mine = at(seat)
    purpose = DECK + state[S.SEATED + seat]
    shuffle(state, mine + S.DECK, state[mine + S.DECK_SIZE], streams, purpose)
    other = 1 - seat
    block = at(other)
    purpose = DECK + state[S.SEATED + other]
    unseen = state[block + S.HAND] | deck_bits(state, other)
    size = count(state[block + S.HAND])
    veiled = state[block + S.LEADER_CARD] != S.NONE
    veiled = veiled and state[S.KIND + other * S.CELLS + S.MIDDLE] == S.EMPTY
    if veiled:
        unseen |= 1 << state[block + S.LEADER_CARD]
        size += 1
    hand = 0
    for _ in range(size):
        card = nth(unseen, rng.below(streams, purpose, count(unseen)))
        unseen &= ~(1 << card)
        hand |= 1 << card
    if veiled:
        card = nth(hand, rng.below(streams, purpose, size))
        hand &= ~(1 << card)
        state[block + S.LEADER_CARD] = card
    state[block + S.HAND] = hand
    size = 0
    while unseen:
        state[block + S.DECK + size] = lowest(unseen)
        unseen &= unseen - 1
        size += 1
    shuffle(state, block + S.DECK, size, streams, purpose)
