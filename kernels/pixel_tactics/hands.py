"""Drawing, discarding, searching and looking at cards."""

from kernels import rng
from kernels.bits import count, lowest
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import Ints, at, in_truce
from kernels.pixel_tactics.cards import (
    DECK,
    any_of_hand,
    deck_bits,
    draw,
    take_from_deck,
    throw_away,
    to_discard,
    to_hand,
)
from kernels.pixel_tactics.orders import begin_order
from kernels.pixel_tactics.rows import ASKED, DO, NEXT, STOP, end_row, points_of
from kernels.pixel_tactics.stack import ask


@kernel
def _discards(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int, target: int
) -> None:
    """Discard from a hand: all of it, at random, or as the controller picks."""
    block = at(target)
    who = state[frame + S.F_WHO]
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_LEFT] = min(
            points_of(state, book, frame, row), count(state[block + S.HAND])
        )
        state[frame + S.F_PREVIOUS] = state[frame + S.F_LEFT]
        state[frame + S.F_PHASE] = ASKED
    if state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        throw_away(state, trace, target, state[S.PICKED] - S.P_CHARACTER)
        state[frame + S.F_LEFT] -= 1
    while state[frame + S.F_LEFT] > 0:
        hand = state[block + S.HAND]
        if book[row + B.ARG]:
            throw_away(state, trace, target, any_of_hand(state, streams, target))
        elif state[frame + S.F_LEFT] >= count(hand):
            throw_away(state, trace, target, lowest(hand))
        elif target != who and state[S.DREAM]:
            # imagined: some card goes, nobody knows which
            throw_away(state, trace, target, lowest(hand))
        else:
            ask(state, who, S.NO, hand, B.DISCARD)
            return
        state[frame + S.F_LEFT] -= 1
    end_row(state, book, frame)


@kernel
def handles_cards(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int
) -> None:
    """Draw, discard, sift, search, look, play the card drawn."""
    who = state[frame + S.F_WHO]
    op = book[row + B.OP]
    target = 1 - who if book[row + B.TO + B.REF] == B.OPPONENT else who
    if target != who and in_truce(state, book):
        end_row(state, book, frame)
        return
    block = at(target)
    if op == B.DRAW:
        for _ in range(points_of(state, book, frame, row)):
            character = draw(state, trace, target)
            if character != S.NONE:
                state[frame + S.F_IT] = target * B.CHARACTER_ROOM + character
        end_row(state, book, frame)
        return
    if op == B.DISCARD:
        _discards(state, book, streams, trace, frame, row, target)
        return
    if op == B.PLAY_ORDER:
        card = state[frame + S.F_IT]
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_YES:
                character = card % B.CHARACTER_ROOM
                state[block + S.HAND] &= ~(1 << character)
                state[frame + S.F_PHASE] = NEXT
                begin_order(state, who, character)
                return
        elif card != S.NONE and not in_truce(state, book) and not state[S.DREAM]:
            # who only imagines does not know the card
            ask(state, who, 3 << S.P_NO, S.NO, B.PLAY_ORDER)
            return
        end_row(state, book, frame)
        return
    if op == B.SEARCH:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] != S.P_STOP:
                character = state[S.PICKED] - S.P_CHARACTER
                take_from_deck(state, target, character)
                to_hand(state, target * B.CHARACTER_ROOM + character)
                T.note(trace, T.FOUND, target, target * B.CHARACTER_ROOM + character)
        elif state[block + S.DECK_SIZE] > 0:
            ask(state, who, STOP, deck_bits(state, target), B.SEARCH)
            return
        purpose = DECK + state[S.SEATED + target]
        shuffle(state, block + S.DECK, state[block + S.DECK_SIZE], streams, purpose)
        end_row(state, book, frame)
        return
    # sift and peek: cards lie open, then go back one by one
    if state[frame + S.F_PHASE] == DO:
        n = min(points_of(state, book, frame, row), state[block + S.DECK_SIZE])
        for _ in range(n):
            state[block + S.DECK_SIZE] -= 1
            character = state[block + S.DECK + state[block + S.DECK_SIZE]]
            state[frame + S.F_COUNTS] |= 1 << character
        state[frame + S.F_PHASE] = ASKED
        state[frame + S.F_LEFT] = 0
    elif state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        character = state[S.PICKED] - S.P_CHARACTER
        state[frame + S.F_COUNTS] &= ~(1 << character)
        if op == B.PEEK:  # top card first: remembered until all are named
            state[frame + S.F_COUNTS + 1] |= (character + 1) << 6 * state[frame + S.F_LEFT]
        elif state[frame + S.F_LEFT] == 0:
            to_hand(state, target * B.CHARACTER_ROOM + character)
            T.note(trace, T.DREW, target, target * B.CHARACTER_ROOM + character)
        else:
            state[block + S.DECK + state[block + S.DECK_SIZE]] = character
            state[block + S.DECK_SIZE] += 1
        state[frame + S.F_LEFT] += 1
    open_cards = state[frame + S.F_COUNTS]
    if open_cards and (op == B.PEEK or state[frame + S.F_LEFT] < 2):
        ask(state, who, S.NO, open_cards, op)
        return
    while open_cards:
        character = lowest(open_cards)
        open_cards &= open_cards - 1
        to_discard(state, target * B.CHARACTER_ROOM + character)
        T.note(trace, T.DISCARDED, target, target * B.CHARACTER_ROOM + character)
    if op == B.PEEK:
        for k in range(state[frame + S.F_LEFT] - 1, -1, -1):
            state[block + S.DECK + state[block + S.DECK_SIZE]] = (
                state[frame + S.F_COUNTS + 1] >> 6 * k & 63
            ) - 1
            state[block + S.DECK_SIZE] += 1
    end_row(state, book, frame)
