"""The table of Neon against a plain reference: rows, order of turns, ring, points, winners."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

import kernels
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.aim import turn_order
from kernels.neon.arena import distance
from kernels.neon.legal import list_rows, row_half
from kernels.neon.score import points, reckon
from sim.neon.figures import NeonData
from sim.neon.tables import build
from tests.reference import neon_table as reference

FIGURES = NeonData().figures
TABLES = build(FIGURES, "resurrection", 4)
CARDS: list[reference.Card] = [
    (card.initiative, "/".join(sorted(card.halves[0])), "/".join(sorted(card.halves[1])))
    for card in FIGURES.cards.values()
]
ROUNDS = 200 if kernels.DEBUG else 2000
WORDS = {"move": 1, "search": 2, "attack": 4, "defence": 8, "leadership": 16}
WORDS |= {"gain_1": 32, "gain_2": 64}


def fresh() -> np.ndarray:  # type: ignore[type-arg]
    return np.zeros(S.SIZE, np.int64)


def said(bits: int) -> str:
    """Return a half as the reference writes it."""
    return "/".join(sorted(word for word, bit in WORDS.items() if bits & bit))


@pytest.mark.parametrize("hand", list(combinations(range(7), 3)), ids=str)
def test_rows_of_every_hand(hand: tuple[int, ...]) -> None:
    """NEON-RND-3, NEON-REC-2: all 35 hands."""
    state, legal = fresh(), np.zeros(64, np.int64)
    state[S.HAND] = sum(1 << card for card in hand)
    n = int(list_rows(state, TABLES.book, 0, legal))
    found = set()
    for deed in legal[:n].tolist():
        cards, how = deed >> 8 & 255, deed >> 16 & 255
        assert deed & 255 == A.PLAN
        halves = [said(int(row_half(TABLES.book, cards, how, k))) for k in range(3)]
        found.add((CARDS[cards & 15][0], (halves[0], halves[1], halves[2])))
    wanted = reference.rows([CARDS[card] for card in hand])
    assert found == wanted
    assert n == (32 if 3 in hand else 48)  # equal halves of the Joker are listed once


def test_order_of_turns() -> None:
    """NEON-RND-5."""
    chance = random.Random(1)
    for _ in range(ROUNDS):
        state = fresh()
        initiatives = [chance.randint(1, 7) for _ in range(4)]
        leader = chance.randrange(4)
        state[S.LEADER] = leader
        for seat, initiative in enumerate(initiatives):
            state[seat * S.BLOCK_SIZE + S.INITIATIVE] = initiative
        found = sorted(range(4), key=lambda k: int(turn_order(state, TABLES.book, k)))
        assert found == reference.order(initiatives, leader)


@pytest.mark.parametrize("size", range(2, 11))
def test_distances(size: int) -> None:
    """NEON-REC-11.1."""
    chance = random.Random(size)
    names = chance.sample(range(B.SECTORS), size)
    state = fresh()
    state[S.RING] = size
    state[S.PLACE : S.PLACE + B.SECTORS] = S.NONE
    for place, sector in enumerate(names):
        state[S.RING + 1 + place] = sector
        state[S.PLACE + sector] = place
    ring = [str(name) for name in names]
    for one in names:
        for other in names:
            assert distance(state, one, other) == reference.apart(ring, str(one), str(other))


def test_points_and_winners() -> None:
    """NEON-RES-M2, NEON-RES-M3, NEON-RES-M4, NEON-BOT-3."""
    chance = random.Random(2)
    book, seats = TABLES.book, range(4)
    for _ in range(ROUNDS):
        state = fresh()
        trophies, bots = {}, {}
        leader = chance.randrange(4)
        state[S.LEADER] = leader
        left = []
        for seat in seats:
            own = seat * S.BLOCK_SIZE
            who = str(seat)
            trophies[who] = [chance.randint(1, 3) for _ in range(chance.randint(0, 4))]
            bots[who] = [chance.choice(TABLES.bots) for _ in range(chance.randint(0, 3))]
            for value in trophies[who]:
                state[own + S.TROPHIES + value] += 1
            for bot in bots[who]:
                side = chance.choice((S.BOTS, S.FLIPPED))
                state[own + side + TABLES.bots.index(bot)] += 1
            if chance.random() < 0.3:
                state[own + S.OUT] = 1
            else:
                left.append(who)
        totals = {
            str(seat): reference.points(trophies[str(seat)], bots[str(seat)], seat == leader)
            for seat in seats
        }
        assert totals == {str(seat): int(points(state, book, seat)) for seat in seats}
        reckon(state, book, T.new(0))
        found = {str(seat) for seat in seats if state[S.WINNERS] >> seat & 1}
        assert found == reference.winners(totals, trophies, left)
