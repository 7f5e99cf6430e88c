"""What holds in every game of Pixel Tactics at every moment, whoever plays it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kernels
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.legal import legal_actions
from kernels.pixel_tactics.setup import set_up
from sim.game import Batch, Lineup
from sim.pixel_tactics.engine import Engine
from sim.pixel_tactics.figures import PixelData, best_of, edition
from tests import pixel_tactics_table as table

GAMES = 6 if kernels.DEBUG else 20
MOST_DECISIONS = 40 * 6 * 200  # far more than any game takes
Ints = np.ndarray

ENGINES = {
    "second": table.ENGINE,
    "first": Engine(PixelData([edition("first")])),
    "series": Engine(PixelData([best_of("3")])),
    "strict": Engine(PixelData([{"rules": {"grants_use_up": True, "truce_rounds": 0}}])),
}


def cards_of(state: Ints, owner: int) -> list[int]:
    """Return all cards of a player that lie somewhere: hand, discard, deck, out, in play."""
    block = S.PLAYER + owner * S.PLAYER_SIZE
    found = []
    for pile in (S.HAND, S.DISCARDS, S.OUT):
        found += [c for c in range(B.CHARACTER_ROOM) if int(state[block + pile]) >> c & 1]
    size = int(state[block + S.DECK_SIZE])
    found += state[block + S.DECK : block + S.DECK + size].tolist()
    for place in range(S.PLACES):
        card = int(state[S.CARD + place])
        if state[S.KIND + place] != S.EMPTY and card // B.CHARACTER_ROOM == owner:
            found.append(card % B.CHARACTER_ROOM)
            assert state[S.WHERE + card] == place
    return sorted(found)


def check(state: Ints) -> None:
    """Check what holds between two actions."""
    for seat in range(2):
        assert cards_of(state, seat) == list(range(25))  # PXT-CMP-1, PXT-DEC-6
        block = S.PLAYER + seat * S.PLAYER_SIZE
        heroes = corpses = 0
        for cell in range(S.CELLS):
            place = seat * S.CELLS + cell
            kind = state[S.KIND + place]
            heroes |= (kind == S.HERO) << cell
            corpses |= (kind == S.CORPSE) << cell
            assert state[block + S.READY] >> cell & 1 == (state[S.USED + place] == 0)
            assert state[S.DAMAGE + place] >= 0
            if kind in (S.EMPTY, S.CORPSE):
                assert state[S.DAMAGE + place] == 0  # PXT-CRP-1
        assert state[S.KIND + seat * S.CELLS + S.MIDDLE] == S.LEADER
        assert state[block + S.HEROES] == heroes and state[block + S.CORPSES] == corpses
        assert state[block + S.ACTIONS] >= 0 and state[block + S.ORDER_ACTIONS] >= 0
        assert 0 <= state[block + S.MARKERS] <= 4  # PXT-DEC-43
    assert state[S.DEPTH] == 0


def check_offer(state: Ints, names: set[int]) -> None:
    """Check what may be done now: the hand limit bars drawing and nothing else."""
    block = S.PLAYER + int(state[S.ACTIVE]) * S.PLAYER_SIZE
    hand, deck = int(state[block + S.HAND]).bit_count(), int(state[block + S.DECK_SIZE])
    wanted = hand < 5 and deck > 0 and state[block + S.ACTIONS] > 0 and state[S.ACTS] < 60
    assert (A.DRAW in names) == wanted  # PXT-ACT-1
    if state[S.ROUND] <= 1 and not names & {A.ATTACK, A.ORDER}:
        return
    assert state[S.ROUND] > 1 or table.BOOK[B.TRUCE_ROUNDS] == 0 or not names & {A.ATTACK, A.ORDER}


@pytest.mark.parametrize("kind", ENGINES)
def test_every_moment_is_sound(kind: str) -> None:
    motor = ENGINES[kind]
    legal = table.room()
    rng = random.Random(f"games {kind}")
    state = np.zeros(S.SIZE, np.int64)
    for number in range(GAMES):
        leaders = np.array([number % 25, rng.randrange(25)])
        streams = table.streams(number)
        set_up(state, motor.book, streams, leaders, np.array([0, 1]), number % 2)
        action = A.NOTHING
        for _ in range(MOST_DECISIONS):
            apply(state, motor.book, streams, table.BLANK, action)
            if state[S.STAGE] == S.OVER:
                break
            n = legal_actions(state, motor.book, legal)
            assert 0 < n < legal.size
            offered = legal[:n].tolist()
            assert len(set(offered)) == n
            if state[S.STAGE] == S.ACT:
                check(state)
                if kind != "strict":
                    check_offer(state, {a & 255 for a in offered})
            if len(offered) > 1 and offered[0] == A.PASS and rng.random() < 0.9:
                offered = offered[1:]
            kinds = sorted({a & 255 for a in offered})
            wanted = rng.choice(kinds)
            action = rng.choice([a for a in offered if a & 255 == wanted])
        assert state[S.STAGE] == S.OVER, "the game does not end"
        assert not state[S.DROPPED]  # PXT-CAP-2


def score(policies: tuple[str, str], games: int, motor: Engine = table.ENGINE) -> float:
    """Return the share of points that the first of two policies gets, with every leader."""
    names = motor.leaders
    lineups = [
        Lineup((name, names[(k * 7 + 3) % 25]), policies, "duel") for k, name in enumerate(names)
    ]
    sets = np.repeat(np.arange(games // 2), 2)
    seats = np.tile([[0, 1], [1, 0]], (games // 2, 1))
    batch = Batch(5, lineups, np.arange(games), sets, sets % len(lineups), seats)
    won = motor.play(batch)["score"]
    return float(np.take_along_axis(won, np.argsort(seats, axis=1), axis=1)[:, 0].mean())


def test_greedy_beats_random() -> None:
    assert score(("greedy", "random"), 50 if kernels.DEBUG else 400) > 0.95


def test_greedy_beats_random_in_series_and_in_the_first_edition() -> None:
    assert score(("greedy", "random"), 50, ENGINES["series"]) > 0.95
    assert score(("greedy", "random"), 50, ENGINES["first"]) > 0.9
