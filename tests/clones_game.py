"""Games of Clones: Reload played step by step, with everything that is on the table in the open."""

from __future__ import annotations

from functools import cache

import numpy as np

from kernels import rng
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.apply import apply
from kernels.clones.legal import legal_actions
from kernels.clones.play import decide
from kernels.clones.setup import set_up
from kernels.clones.turn import advance
from sim.clones.engine import Engine, room
from sim.clones.figures import ClonesData
from sim.clones.tables import Ints

CHARACTERS = ("korat", "blitz", "duke", "raven")
Event = tuple[int, ...]


@cache
def engine(traps: bool = True) -> Engine:
    """Return the engine with or without traps."""
    return Engine(ClonesData([{"rules": {"traps": traps}}]))


class Game:
    """One game, from its set-up to its end."""

    def __init__(
        self,
        mode: str = "competitive",
        seats: int = 2,
        on: str = "arcadia",
        policy: str = "random",
        traps: bool = True,
        number: int = 0,
    ) -> None:
        own = engine(traps)
        tables = own.tables(mode, seats)
        self.book: Ints = tables.books[tables.maps.index(on)]
        self.seats = seats
        self.room = room()
        self.state = self.room.state
        self.engine = own
        self.players = np.arange(seats)
        self.policies = np.full(seats, own.policy_row(policy))
        self.trace = T.new()
        rng.start(self.room.streams, 7, number)
        turned = [CHARACTERS[(k + number) % len(CHARACTERS)] for k in range(seats)]
        characters = np.array([tables.characters.index(each) for each in turned])
        set_up(self.state, self.book, self.room.streams, characters)
        advance(self.state, self.book, self.room.streams, self.trace)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state[S.STAGE] == S.OVER)

    def legal(self) -> list[int]:
        """Return the legal actions."""
        n = legal_actions(self.state, self.book, self.room.legal)
        return [int(action) for action in self.room.legal[:n]]

    def decide(self) -> int:
        """Return what the policy of the seat to decide would do."""
        own = self.room
        return int(
            decide(
                self.state,
                self.book,
                self.policies,
                self.engine.weights,
                own.streams,
                self.players,
                own.legal,
                own.fight,
                self.engine.remembered,
                own.odds,
                own.notes,
            )
        )

    def do(self, action: int) -> list[Event]:
        """Carry an action out; return what happened."""
        self.trace[0, 0] = 0
        own = self.room
        apply(self.state, self.book, own.streams, self.players, own.fight, self.trace, action)
        return [tuple(row) for row in self.trace[1 : self.trace[0, 0] + 1].tolist()]

    def tried(self, action: int) -> tuple[Ints, list[Event]]:
        """Carry an action out, look, and take it back."""
        before, dice = self.state.copy(), self.room.streams.copy()
        events = self.do(action)
        after = self.state.copy()
        self.state[:], self.room.streams[:] = before, dice
        return after, events


def cards_on_the_table(state: Ints, seats: int) -> Ints:
    """Return how many cards of each kind there are: decks, discards, open draws, worn, carried."""
    piles = [S.DRAWN]
    for level in range(3):
        deck = S.DECKS + level * S.DECK_SIZE
        piles += [deck, deck + S.PILE_SIZE]
    blocks = state[: seats * S.SEAT_SIZE].reshape(seats, S.SEAT_SIZE)
    packed = blocks[:, S.PACKED : S.PACKED + B.KIND_ROOM]
    bits = blocks[:, S.PACK, None] >> np.arange(B.KIND_ROOM) & 1
    assert packed.min() >= 0 and (bits == (packed > 0)).all()
    worn = blocks[:, S.WORN : S.WORN + S.PLACES].ravel()
    lying = [state[pile + 1 : pile + 1 + state[pile]] for pile in piles]
    open_cards = np.concatenate([worn[worn != S.NONE], *lying])
    return np.bincount(open_cards, minlength=B.KIND_ROOM) + packed.sum(axis=0)


def cards_in_the_box(book: Ints) -> Ints:
    """Return how many cards of each kind the game is played with."""
    decks = [B.DECKS + level * B.DECK_SIZE for level in range(3)]
    cards = np.concatenate([book[deck + 1 : deck + 1 + book[deck]] for deck in decks])
    return np.bincount(cards, minlength=B.KIND_ROOM)
