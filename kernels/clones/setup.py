"""Setting up a game (RLD-MAP-1 to RLD-SET-4)."""

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.cards import EVENTS, LEVELS, owe_draw
from kernels.clones.dice import Ints, at
from kernels.clones.land import has_neighbour, set_wall
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.rng import Streams


@kernel
def lay_out(state: Ints, book: Ints, characters: Ints) -> None:
    """Lay the map, its tokens and walls, and give every seat its character, off the map."""
    state[:] = 0
    for cell in range(B.CELLS):
        state[S.BEACONS_AT + cell] = book[B.CELL_BEACONS + cell]
        state[S.BOXES_2_AT + cell] = book[B.CELL_BOXES_2 + cell]
        state[S.BOXES_3_AT + cell] = book[B.CELL_BOXES_3 + cell]
        state[S.BOXES_2_LEFT] -= book[B.CELL_BOXES_2 + cell]
        state[S.BOXES_3_LEFT] -= book[B.CELL_BOXES_3 + cell]
        walls = book[B.CELL_WALLS + cell]
        for side in range(6):
            if walls >> side & 1 and has_neighbour(book, cell, side):
                set_wall(state, book, cell, side, S.NEUTRAL)
    state[S.BOXES_2_LEFT] = max(0, state[S.BOXES_2_LEFT] + book[B.BOXES_2])
    state[S.BOXES_3_LEFT] = max(0, state[S.BOXES_3_LEFT] + book[B.BOXES_3])
    state[S.DOME_AT] = S.NONE
    for team in range(book[B.TEAM_COUNT]):
        state[S.TEAM_FAME + team] = book[B.START_FAME]
        state[S.TEAM_WALLS + team] = book[B.WALLS]
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        state[block + S.CHARACTER] = characters[seat]
        state[block + S.CELL] = S.NONE
        state[block + S.RESERVE] = book[B.DICE]
        state[block + S.HIDEOUT] = S.NONE
        for place in range(S.PLACES):
            state[block + S.WORN + place] = S.NONE
        for kind in range(book[B.TRAP_KINDS]):
            state[block + S.TRAPS + kind] = book[B.TRAP + kind * B.TRAP_SIZE + B.TRAP_COUNT]


@kernel
def shuffle_decks(state: Ints, book: Ints, streams: Streams) -> None:
    """Shuffle the equipment and make the event deck (RLD-SET-2, RLD-SET-3)."""
    for level in range(3):
        deck = S.DECKS + level * S.DECK_SIZE
        size = book[B.DECKS + level * B.DECK_SIZE]
        state[deck] = size
        for k in range(1, size + 1):
            state[deck + k] = book[B.DECKS + level * B.DECK_SIZE + k]
        shuffle(state, deck + 1, size, streams, LEVELS + level)
    cards = book[B.EVENT_DECK]
    certain = min(book[B.EVENTS_CERTAIN], cards)
    chance = min(book[B.EVENTS_CHANCE], cards - certain)
    for k in range(1, cards + 1):
        state[S.EVENTS + k] = book[B.EVENT_DECK + k]
    shuffle(state, S.EVENTS + 1 + certain, cards - certain, streams, EVENTS)
    state[S.EVENTS] = certain + chance
    shuffle(state, S.EVENTS + 1, certain + chance, streams, EVENTS)


@kernel
def set_up(state: Ints, book: Ints, streams: Streams, characters: Ints) -> None:
    """Set the table; the first cards are drawn when the game goes on."""
    lay_out(state, book, characters)
    shuffle_decks(state, book, streams)
    for seat in range(book[B.PLAYERS]):
        owe_draw(state, seat, book[B.START_LEVEL], book[B.START_DRAW], book[B.START_KEEP])
    state[S.RESUME] = S.TO_FIRST_TURN
