"""Setting up a game (NEON-SET-1 to NEON-SET-14)."""

from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon.arena import ARENA, CARDS, LOOT, PLAYER, UPGRADES, Ints, at
from kernels.rng import Streams, below


@kernel
def seat_fighters(state: Ints, book: Ints, fighters: Ints, players: Ints) -> None:
    """Give every seat its fighter, on the drop ship (NEON-SET-9 to NEON-SET-12)."""
    for block in range(book[B.PLAYERS] + book[B.AUTOMA]):
        own = at(block)
        automa = block == book[B.PLAYERS]
        state[own + S.FIGHTER] = S.NONE if automa else fighters[block]
        state[own + S.PLAYER] = S.NONE if automa else players[block]
        state[own + S.SECTOR] = S.NONE
        state[own + S.SIDE] = 1 if automa else book[B.ROYALE]
        state[own + S.ENERGY] = 0 if automa else book[B.ENERGY]
        state[own + S.HEALTH] = book[B.AUTOMA_HEALTH] if automa else book[B.HEALTH]
        state[own + S.TOKEN_AT] = S.NONE
        state[own + S.UPGRADE] = S.NONE
        state[own + S.LANDED_AT] = S.NONE
        for place in range(E.TYPES):
            state[own + S.CARD + place] = S.NONE


@kernel
def draw_cards(state: Ints, streams: Streams, block: int, count: int) -> None:
    """Draw action cards; an empty deck is made of the discards (NEON-RND-7)."""
    own = at(block)
    for _ in range(count):
        if state[own + S.DECK] == 0:
            size = 0
            for card in range(B.CARDS):
                if state[own + S.DISCARDED] >> card & 1:
                    size += 1
                    state[own + S.DECK + size] = card
            state[own + S.DISCARDED] = 0
            state[own + S.DECK] = size
            purpose = PLAYER + 3 * state[own + S.PLAYER] + CARDS
            shuffle(state, own + S.DECK + 1, size, streams, purpose)
        if state[own + S.DECK] == 0:
            return
        state[own + S.HAND] |= 1 << state[own + S.DECK + state[own + S.DECK]]
        state[own + S.DECK] -= 1


@kernel
def lay_arena(state: Ints, book: Ints, streams: Streams) -> None:
    """Lay the ring of sectors, the scoreboard tokens and the bots (NEON-SET-2 to NEON-SET-5)."""
    state[S.RING] = B.SECTORS
    state[S.SCOREBOARD] = B.SECTORS
    for sector in range(B.SECTORS):
        state[S.RING + 1 + sector] = sector
        state[S.SCOREBOARD + 1 + sector] = sector
    shuffle(state, S.RING + 1, B.SECTORS, streams, ARENA)
    shuffle(state, S.SCOREBOARD + 1, B.SECTORS, streams, ARENA)
    for place in range(B.SECTORS):
        state[S.PLACE + state[S.RING + 1 + place]] = place
    sector = 0
    for kind in range(B.BOT_KINDS):
        for _ in range(book[B.BOT + 2 * kind]):
            state[S.BOT_AT + sector] = kind
            sector += 1
    shuffle(state, S.BOT_AT, B.SECTORS, streams, ARENA)


@kernel
def set_up(state: Ints, book: Ints, streams: Streams, fighters: Ints, players: Ints) -> None:
    """Set the table, up to the first choice of cards."""
    state[:] = 0
    seat_fighters(state, book, fighters, players)
    lay_arena(state, book, streams)
    for level in range(B.CLASSES):
        deck = S.DECKS + level * S.DECK_SIZE
        source = B.LOOT_DECKS + level * (1 + B.DECK_ROOM)
        for k in range(book[source] + 1):
            state[deck + k] = book[source + k]
        shuffle(state, deck + 1, book[source], streams, LOOT + level)
    if not book[B.ROYALE]:
        for k in range(book[B.UPGRADE_DECK] + 1):
            state[S.UPGRADES + k] = book[B.UPGRADE_DECK + k]
        shuffle(state, S.UPGRADES + 1, book[B.UPGRADE_DECK], streams, UPGRADES)
    for block in range(book[B.PLAYERS]):
        state[at(block) + S.DISCARDED] = (1 << B.CARDS) - 1
        draw_cards(state, streams, block, 3)
    # The leader token goes to a player, not to a seat, so that rotations share it.
    leader = below(streams, ARENA, book[B.PLAYERS])
    for block in range(book[B.PLAYERS]):
        if state[at(block) + S.PLAYER] == leader:
            state[S.LEADER] = block
    if book[B.AUTOMA]:
        own = at(book[B.PLAYERS])
        state[own + S.SECTOR] = state[S.SCOREBOARD + state[S.SCOREBOARD]]
        state[own + S.LANDED_AT] = state[own + S.SECTOR]
    state[S.ROUND] = 1
    state[S.PHASE] = S.PLANNING
    state[S.TURN] = S.NONE
    state[S.CLOSING] = S.NONE
    state[S.ATTACKER] = S.NONE
