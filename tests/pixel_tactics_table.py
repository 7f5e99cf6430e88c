"""A table of Pixel Tactics for tests: positions in, positions out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import legal
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.cards import PURPOSES, settle
from sim.pixel_tactics.engine import Engine
from sim.pixel_tactics.figures import PixelData
from sim.pixel_tactics.words import codes_of
from tests.reference.pixel_tactics import CELLS, Card, Unit

DATA = PixelData()
ENGINE = Engine(DATA)
BOOK = ENGINE.book
CODES = codes_of(DATA.figures)
BLANK = T.new(0)
Ints = NDArray[np.int64]


def figures(code: str, leader: bool = False) -> tuple[int, int]:
    """Return attack and life of a card, as printed."""
    card = B.CHARACTERS + CODES.index(code) * B.CHARACTER_SIZE
    places = (B.LEADER_ATTACK, B.LEADER_LIFE) if leader else (B.HERO_ATTACK, B.HERO_LIFE)
    return int(BOOK[card + places[0]]), int(BOOK[card + places[1]])


def streams(seed: int) -> NDArray[np.uint64]:
    """Return the streams of a game."""
    found = rng.new_streams(PURPOSES)
    rng.start(found, seed, 1)
    return found


def laid(units: tuple[Unit, Unit], wave: int = 0, first: int = 0, round_: int = 2) -> Ints:
    """Return the state of a table with two units; player 0 is to act."""
    state = np.zeros(S.SIZE, np.int64)
    state[S.WHERE : S.WHERE + S.CARDS] = S.NONE
    leaders = [CODES.index(unit["L"].code) for unit in units]
    for seat, unit in enumerate(units):
        block = S.PLAYER + seat * S.PLAYER_SIZE
        state[block + S.LEADER_CARD] = state[block + S.LEADER_AS] = leaders[seat]
        if unit["L"].code == "DOP" and units[1 - seat]["L"].code != "DOP":
            state[block + S.LEADER_AS] = leaders[1 - seat]
        for cell, card in unit.items():
            place = seat * S.CELLS + CELLS.index(cell)
            kind = S.LEADER if cell == "L" else S.CORPSE if card.corpse else S.HERO
            state[S.KIND + place] = kind
            state[S.CARD + place] = seat * B.CHARACTER_ROOM + CODES.index(card.code)
            state[S.DAMAGE + place] = card.damage
            state[S.HURT + place] = int(card.hurt)
    for place in range(S.PLACES):
        settle(state, place)
    state[S.ROUND], state[S.WAVE], state[S.FIRST] = round_, wave, first
    state[S.SECOND_TURN] = int(first != 0)
    state[S.GAME] = 1
    state[[S.SEATED, S.SEATED + 1]] = 0, 1
    state[[S.CHOSEN, S.CHOSEN + 1]] = S.NONE
    for seat in range(2):
        state[S.PLAYER + seat * S.PLAYER_SIZE + S.ACTIONS] = 2
    return state


def unit_of(state: Ints, seat: int) -> Unit:
    """Return a unit as the reference has it."""
    found: Unit = {}
    for k, cell in enumerate(CELLS):
        place = seat * S.CELLS + k
        kind = int(state[S.KIND + place])
        if kind != S.EMPTY:
            code = CODES[int(state[S.CARD + place]) % B.CHARACTER_ROOM]
            attack, life = figures(code, kind == S.LEADER)
            damage = int(state[S.DAMAGE + place])
            found[cell] = Card(code, attack, life, damage, kind == S.CORPSE)
    return found


def room() -> Ints:
    """Return room for legal actions."""
    return np.zeros(legal.ROOM, np.int64)
