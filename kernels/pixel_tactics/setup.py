"""Setting up a series and each of its games (PXT-SET-1 to PXT-SET-3, PXT-SER-2)."""

from kernels import rng
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at
from kernels.pixel_tactics.cards import DECK, put, settle, take_from_deck


@kernel
def set_up(
    state: Ints, book: Ints, streams: rng.Streams, leaders: Ints, players: Ints, starter: int
) -> None:
    """Set up a series and deal its first game; `leaders` are forced on the players."""
    state[:] = 0
    for seat in range(2):
        state[S.CHOSEN + seat] = S.NONE if book[B.CHOOSE] else leaders[seat]
        state[S.SEATED + seat] = players[seat]
    state[S.STARTER] = starter
    deal(state, book, streams)


@kernel
def deal(state: Ints, book: Ints, streams: rng.Streams) -> None:
    """Shuffle both decks and deal the cards of a game; leaders are chosen next."""
    state[S.GAME] += 1
    for place in range(S.PLACES):
        put(state, place, S.EMPTY, S.NO)
    for card in range(S.CARDS):
        state[S.WHERE + card] = S.NONE
    for seat in range(2):
        block = at(seat)
        state[block + S.HAND : block + S.TROPHIES] = 0
        state[block + S.LEADER_AS] = 0
        state[block + S.LEADER_CARD] = S.NONE
        size = S.NO
        for character in range(book[B.CHARACTERS_COUNT]):
            if not state[block + S.OUT] >> character & 1:
                state[block + S.DECK + size] = character
                size += 1
        purpose = DECK + state[S.SEATED + seat]
        shuffle(state, block + S.DECK, size, streams, purpose)
        state[block + S.DECK_SIZE] = size
        state[block + S.DREW] = 0
        state[block + S.PLAYED] = 0
        state[block + S.ORDERED] = 0
        forced = state[S.CHOSEN + seat]
        cards = book[B.START_CARDS] + state[at(1 - seat) + S.TROPHIES]
        if forced != S.NONE:
            take_from_deck(state, seat, forced)
            cards -= 1
        for _ in range(cards):
            if state[block + S.DECK_SIZE] > 0:
                state[block + S.DECK_SIZE] -= 1
                character = state[block + S.DECK + state[block + S.DECK_SIZE]]
                state[block + S.HAND] |= 1 << character
        if forced != S.NONE:
            lead(state, seat, forced)
            state[S.CHOSEN + seat] = S.NONE
    state[S.ROUND] = 1
    state[S.WAVE] = 0
    state[S.FIRST] = state[S.STARTER]
    state[S.CASUALTIES] = 0
    state[S.DEPTH] = 0
    state[S.RESUME] = S.TO_START
    next_leader(state)


@kernel
def lead(state: Ints, seat: int, character: int) -> None:
    """Lay a leader, not yet revealed (PXT-SET-2)."""
    block = at(seat)
    state[block + S.HAND] &= ~(1 << character)
    state[block + S.LEADER_CARD] = character


@kernel
def next_leader(state: Ints) -> None:
    """Let whoever has no leader yet choose one."""
    state[S.STAGE] = S.ACT
    for seat in range(1, -1, -1):
        if state[at(seat) + S.LEADER_CARD] == S.NONE:
            state[S.STAGE] = S.CHOOSE_LEADER
            state[S.DECIDER] = seat


@kernel
def reveal(state: Ints, book: Ints, trace: Ints) -> None:
    """Reveal both leaders; one may stand for the other from now on (DOP-L, PXT-DEC-44)."""
    copying = 0
    for seat in range(2):
        block = at(seat)
        character = state[block + S.LEADER_CARD]
        state[block + S.LEADER_AS] = character
        put(state, seat * S.CELLS + S.MIDDLE, S.LEADER, seat * B.CHARACTER_ROOM + character)
        state[block + S.DREW] = state[block + S.HAND]
        slot = B.CHARACTERS + character * B.CHARACTER_SIZE + B.CHARACTER_SLOTS
        if book[slot + B.SLOT_FLAGS] & B.F_COPIES:
            copying |= 1 << seat
    if copying == 1 or copying == 2:
        seat = copying - 1
        state[at(seat) + S.LEADER_AS] = state[at(1 - seat) + S.LEADER_CARD]
        settle(state, seat * S.CELLS + S.MIDDLE)
    first, second = state[at(0) + S.LEADER_CARD], state[at(1) + S.LEADER_CARD]
    T.note(trace, T.GAME_STARTS, state[S.GAME], state[S.FIRST], first, second)
