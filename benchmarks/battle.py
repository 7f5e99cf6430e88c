"""How long a battle takes: the kernel against the same battle in C.

Both are timed in turn within one run, so that a busy machine slows both; the best of all
repetitions counts, less the time of copying the board.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.battle_boards import copy_all, fight_all, mid_game
from benchmarks.battle_twin import Twin
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.battle import battle
from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Rules
from sim.neuroshima.position import no_choices

Ints = NDArray[np.int64]
Rows = NDArray[np.int16]

ROUNDS = 4  # short slices: one of them escapes whatever else the machine does
REPETITIONS = 100


@dataclass(frozen=True)
class Result:
    """Nanoseconds per battle, and how many boards they come from."""

    boards: int
    kernel: float
    c: float

    @property
    def ratio(self) -> float:
        """How many times as long as C the kernel takes."""
        return self.kernel / self.c


class Setting:
    """The arrays that a battle reads and writes."""

    def __init__(self) -> None:
        armies = NeuroshimaData().figures.armies
        tables = tabling.build(armies)
        self.faces: Rows = tables.faces
        self.rules: Ints = tabling.rules(Rules())
        self.boards = mid_game(armies, tables, self.rules)
        self.state = np.zeros(S.SIZE, np.int64)
        self.work = np.zeros(W.SIZE, np.int64)
        self.choices = no_choices()
        self.trace = T.new(0)

    def kernel_boards(self) -> Ints:
        """Return every board after the kernel's battle."""
        boards = self.boards.copy()
        for board in boards:
            battle(board, self.faces, self.rules, self.work, self.choices, self.trace, 0)
        return boards

    def c_boards(self, twin: Twin) -> Ints:
        """Return every board after the battle in C."""
        boards = self.boards.copy()
        for board in boards:
            twin.battle(board, self.faces, self.rules, self.work, self.choices)
        return boards


def _seconds(call: Callable[[], int]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(repetitions: int = REPETITIONS) -> Result:
    """Check that both give the same boards, then time both."""
    s = Setting()
    twin = Twin()
    after = s.kernel_boards()
    np.testing.assert_array_equal(after, s.c_boards(twin))
    assert (after != s.boards).any(axis=1).mean() > 0.5, "the boards see too few fights"
    shared = (s.boards, s.state, s.faces, s.rules, s.work, s.choices)
    assert fight_all(*shared, s.trace, 1) == twin.fight_all(*shared, 1)
    calls: dict[str, Callable[[], int]] = {
        "kernel": lambda: fight_all(*shared, s.trace, ROUNDS),
        "kernel copy": lambda: copy_all(s.boards, s.state, ROUNDS),
        "c": lambda: twin.fight_all(*shared, ROUNDS),
        "c copy": lambda: twin.copy_all(s.boards, s.state, ROUNDS),
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(repetitions + 1):  # the first one compiles and warms up
        for name, call in calls.items():
            best[name] = min(best[name], _seconds(call))
    count = len(s.boards)
    nanoseconds = {name: seconds / ROUNDS / count * 1e9 for name, seconds in best.items()}
    return Result(
        count,
        nanoseconds["kernel"] - nanoseconds["kernel copy"],
        nanoseconds["c"] - nanoseconds["c copy"],
    )


def main() -> None:
    """Print the table."""
    result = measure()
    table = Table(title=f"One Neuroshima battle, {result.boards:,} mid-game boards")
    table.add_column("engine")
    table.add_column("ns per battle", justify="right")
    table.add_column("times C", justify="right")
    table.add_row("kernel", f"{result.kernel:,.0f}", f"{result.ratio:.2f}")
    table.add_row("C, gcc -O3", f"{result.c:,.0f}", "1.00")
    Console().print(table)


if __name__ == "__main__":
    main()
