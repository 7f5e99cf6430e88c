"""Whole games per second on one core, random moves beside OpenSpiel's, and thread scaling."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sim.game import GAMES, Batch
from sim.plan import Plan, Request, make_plan

DUELS = {
    "neuroshima": ("moloch", "borgo"),
    "clones": ("korat", "blitz"),
    "neon": ("ghost", "boulder", "snake", "akari"),
    "pixel_tactics": ("knight", "witch"),
    "steel_arena": ("tilda", "batodo"),
}
OPEN_SPIEL_GAMES = ("hex", "havannah", "connect_four", "go(board_size=9)")


def duel(name: str, policy: str) -> Plan:
    """Return the plan of one table of sides, all played by one policy."""
    return make_plan(Request(name, DUELS[name], len(DUELS[name]), policies=(policy,)))


def compiled(name: str, policy: str) -> Plan:
    """Return such a plan, its engine compiled."""
    plan = duel(name, policy)
    play(plan, plan.batch(0, 2))
    return plan


def play(plan: Plan, batch: Batch) -> int:
    """Play a batch and return how many decisions it took."""
    return int(plan.game.play(plan.data, batch)["decisions"].sum())


def best_of(repetitions: int, work: Callable[[], int]) -> float:
    """Return the highest rate (units of work per second) of several repetitions."""
    rates = []
    for _ in range(repetitions):
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return max(rates)


def games_per_second(name: str, policy: str, games: int, repetitions: int = 7) -> float:
    """Return games per second on one core."""
    plan = compiled(name, policy)

    def work() -> int:
        play(plan, plan.batch(0, games))
        return games

    return best_of(repetitions, work)


def moves_per_second(name: str, games: int = 2_000, repetitions: int = 7) -> float:
    """Return random decisions per second on one core."""
    plan = compiled(name, "random")
    return best_of(repetitions, lambda: play(plan, plan.batch(0, games)))


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


def thread_scaling(name: str, policy: str, chunks: int = 16, games: int = 100) -> float:
    """Return how many times as fast two threads play as one."""
    plan = compiled(name, policy)

    def chunk(number: int) -> None:
        play(plan, plan.batch(number * games, games))

    def seconds(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(chunk, range(chunks)))
            return time.perf_counter() - start

    one = min(seconds(1) for _ in range(3))
    two = min(seconds(2) for _ in range(3))
    return one / two


def title(name: str) -> str:
    """Return the name of a game that readers see."""
    return GAMES.get(name).title
