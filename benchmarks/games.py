"""Whole games per second on one core, random moves beside OpenSpiel's, and thread scaling."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sim.game import Batch, Lineup
from sim.neuroshima.engine import Engine
from sim.neuroshima.figures import NeuroshimaData

PAIR = ("moloch", "borgo")
OPEN_SPIEL_GAMES = ("hex", "havannah", "connect_four", "go(board_size=9)")


def batch(policy: str, first: int, games: int) -> Batch:
    """Return mirrored games of one pair of armies, both played by one policy."""
    index = np.arange(first, first + games)
    seats = np.stack([index % 2, 1 - index % 2], axis=1)
    zeros = np.zeros(games, np.int64)
    return Batch(1, [Lineup(PAIR, (policy, policy), "duel")], index, index // 2, zeros, seats)


def best_of(repetitions: int, work: Callable[[], int]) -> float:
    """Return the highest rate (units of work per second) of several repetitions."""
    rates = []
    for _ in range(repetitions):
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return max(rates)


def games_per_second(engine: Engine, policy: str, games: int, repetitions: int = 7) -> float:
    """Return games per second on one core."""

    def work() -> int:
        engine.play(batch(policy, 0, games))
        return games

    return best_of(repetitions, work)


def moves_per_second(engine: Engine, games: int = 2_000, repetitions: int = 7) -> float:
    """Return random decisions per second on one core."""
    return best_of(
        repetitions, lambda: int(engine.play(batch("random", 0, games))["decisions"].sum())
    )


def open_spiel_moves_per_second(name: str, seconds: float = 1.0) -> float:
    """Return random moves per second of an OpenSpiel game driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            moves += 1
    return moves / (time.perf_counter() - start)


def thread_scaling(engine: Engine, policy: str, chunks: int = 16, games: int = 100) -> float:
    """Return how many times as fast two threads play as one."""

    def play(chunk: int) -> None:
        engine.play(batch(policy, chunk * games, games))

    def seconds(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(play, range(chunks)))
            return time.perf_counter() - start

    one = min(seconds(1) for _ in range(3))
    two = min(seconds(2) for _ in range(3))
    return one / two


def new_engine() -> Engine:
    """Return the engine with the printed figures, compiled."""
    engine = Engine(NeuroshimaData())
    engine.play(batch("greedy", 0, 2))
    return engine
