"""How long a fight along the line of dice takes: the kernel against the same fight in C.

Both are timed in turn within one run, so that a busy machine slows both; the best of all
repetitions counts, less the time of copying the fight.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.die_line_twin import Twin
from kernels.clones import fight_places as F
from kernels.clones.fight import resolve_melee, resolve_ranged
from kernels.jit import kernel

Ints = NDArray[np.int64]

FIGHTS = 2_000
ROUNDS = 4  # short slices: one of them escapes whatever else the machine does
REPETITIONS = 100
KINDS = ("ranged", "melee")


@dataclass(frozen=True)
class Result:
    """Nanoseconds per fight of one kind."""

    kind: str
    kernel: float
    c: float

    @property
    def ratio(self) -> float:
        """How many times as long as C the kernel takes."""
        return self.kernel / self.c


def _side(rng: random.Random, fight: Ints, side: int, dice: int, line: int) -> None:
    """Lay out one side: its dice, now and then armour and a card."""
    fight[side + F.DICE] = dice
    fight[side + F.LINE_SIZE] = line
    values = sorted((rng.randint(1, 5) for _ in range(line)), reverse=True)
    fight[side + F.LINE : side + F.LINE + line] = values
    fight[side + F.ROLLED : side + F.SIDE] = [
        rng.randint(1, F.SKULL) for _ in range(F.SIDE - F.ROLLED)
    ]
    fight[side + F.ARMOUR] = rng.choice([0, 0, 1])
    fight[side + F.EXCESS] = 1
    fight[side + F.CELLS] = 4
    fight[side + F.LOWEST_TO] = rng.choice([0, 0, 3, 4])
    fight[side + F.REROLLS] = rng.choice([0, 0, 0, 1])


def rolled_fights(melee: bool) -> Ints:
    """Return fights as they come in games: a few dice on the line, a few rolled, some damaged."""
    rng = random.Random(f"die line {melee}")
    fights = np.zeros((FIGHTS, F.SIZE), np.int64)
    for fight in fights:
        for side in (F.ATTACKER, F.DEFENDER):
            damaged = rng.randint(0, 2)
            dice = rng.randint(1, 5 - damaged)
            _side(rng, fight, side, dice, 5 - damaged - dice)
            fight[side + F.DAMAGED] = damaged
        if not melee:
            _side(rng, fight, F.ATTACKER, rng.randint(2, 4), 0)
        fight[F.SLOT : F.SIZE] = [rng.randint(1, 4), *rng.choice([(1, 0), (0, 1)]), 2]
    return fights


@kernel
def fight_all(fights: Ints, fight: Ints, melee: bool, rounds: int) -> int:
    """Resolve every fight, over and over; return a checksum of the damage."""
    total = 0
    for _ in range(rounds):
        for n in range(fights.shape[0]):
            for i in range(F.SIZE):
                fight[i] = fights[n, i]
            if melee:
                resolve_melee(fight)
            else:
                resolve_ranged(fight)
            total += fight[F.ATTACKER + F.DAMAGE] * 31 + fight[F.DEFENDER + F.DAMAGE]
    return total


@kernel
def copy_all(fights: Ints, fight: Ints, rounds: int) -> int:
    """Do what `fight_all` does without the fight."""
    total = 0
    for _ in range(rounds):
        for n in range(fights.shape[0]):
            for i in range(F.SIZE):
                fight[i] = fights[n, i]
            total += fight[F.DEFENDER + F.DAMAGED]
    return total


def _seconds(call: Callable[[], int]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _agree(twin: Twin, fights: Ints, melee: bool) -> None:
    """Check that kernel and C leave the same of every fight."""
    resolved, in_c = fights.copy(), fights.copy()
    for one, other in zip(resolved, in_c, strict=True):
        (resolve_melee if melee else resolve_ranged)(one)
        twin.resolve(other, melee)
    np.testing.assert_array_equal(resolved, in_c)
    hit = resolved[:, F.ATTACKER + F.DAMAGE] + resolved[:, F.DEFENDER + F.DAMAGE] > 0
    assert hit.mean() > 0.5, "too few of the fights do damage"


def measure(kind: str, repetitions: int = REPETITIONS) -> Result:
    """Check that both resolve the fights alike, then time both."""
    melee = kind == "melee"
    twin, fights, fight = Twin(), rolled_fights(melee), np.zeros(F.SIZE, np.int64)
    _agree(twin, fights, melee)
    assert fight_all(fights, fight, melee, 1) == twin.fight_all(fights, fight, melee, 1)
    calls: dict[str, Callable[[], int]] = {
        "kernel": lambda: fight_all(fights, fight, melee, ROUNDS),
        "kernel copy": lambda: copy_all(fights, fight, ROUNDS),
        "c": lambda: twin.fight_all(fights, fight, melee, ROUNDS),
        "c copy": lambda: twin.copy_all(fights, fight, ROUNDS),
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(repetitions + 1):  # the first one compiles and warms up
        for name, call in calls.items():
            best[name] = min(best[name], _seconds(call))
    spent = {name: seconds / ROUNDS / FIGHTS * 1e9 for name, seconds in best.items()}
    return Result(kind, spent["kernel"] - spent["kernel copy"], spent["c"] - spent["c copy"])


def main() -> None:
    """Print the table."""
    table = Table(title=f"One fight of Clones: Reload, {FIGHTS:,} rolled fights of each kind")
    for column in ("fight", "kernel, ns", "C, gcc -O3, ns", "times C"):
        table.add_column(column, justify="left" if column == "fight" else "right")
    for kind in KINDS:
        result = measure(kind)
        table.add_row(kind, f"{result.kernel:,.0f}", f"{result.c:,.0f}", f"{result.ratio:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
