"""How long an attack of Neon takes: the kernel against the same attack in C.

Both are timed in turn within one run, so that a busy machine slows both; the best of all
repetitions counts. Resolving leaves what is given and rolled as it is, so attacks are resolved
where they lie, over and over.
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

from benchmarks.neon_attack_twin import Twin
from kernels.jit import kernel
from kernels.neon import attack_places as A
from kernels.neon.attack import (
    change_attack,
    conclude,
    reroll_attack,
    reroll_defence,
    resolve,
    roll_attack,
    roll_defence,
    settle,
)
from kernels.rng import Streams, new_streams, start

Ints = NDArray[np.int64]

ATTACKS = 1_000
ROUNDS = 4  # short slices: one of them escapes whatever else the machine does
REPETITIONS = 100
KINDS = ("resolved", "rolled and resolved")
ATTACK_FACES = np.array([A.CRIT, A.HIT, A.HIT, A.COND, A.MISS, A.MISS], np.int64)
DEFENCE_FACES = np.array([A.BLOCK, A.GUARD, A.GUARD, A.SPARK, A.FAIL, A.FAIL], np.int64)
PURPOSES = 3
TARGETS = 2  # at most
ROOM = A.TARGET + TARGETS * A.TARGET_SIZE  # the other targets are left out


@dataclass(frozen=True)
class Result:
    """Nanoseconds per attack."""

    kind: str
    kernel: float
    c: float

    @property
    def ratio(self) -> float:
        """How many times as long as C the kernel takes."""
        return self.kernel / self.c


def rolled_attacks() -> Ints:
    """Return attacks as they come in games: mostly one target, now and then an effect."""
    rng = random.Random("neon attack")
    attacks = np.zeros((ATTACKS, ROOM), np.int64)
    for attack in attacks:
        attack[A.WEAPON_DICE], attack[A.DICE_CAP] = rng.choice([2, 2, 3, 3, 4]), 5
        attack[A.ADDED_DICE] = rng.choice([0, 0, 1])
        attack[A.REROLL_MOST] = rng.choice([0, 0, 5])
        attack[A.AGAIN + A.COND : A.AGAIN + A.FACES] = 5
        attack[A.COND_TO_HIT], attack[A.HIT_TO_CRIT] = rng.choice([(0, 0), (0, 0), (1, 0), (0, 1)])
        attack[A.CRIT_DAMAGE] = attack[A.HIT_DAMAGE] = 1
        attack[A.TARGETS] = rng.choice([1, 1, 1, 1, TARGETS])
        for die in rng.choices(ATTACK_FACES.tolist(), k=rng.randint(2, 5)):
            attack[A.ROLLED + die] += 1
        for i in range(attack[A.TARGETS]):
            _lay_target(rng, attack[A.TARGET + i * A.TARGET_SIZE :])
    return attacks


def _lay_target(rng: random.Random, target: Ints) -> None:
    target[A.KIND] = rng.choice([A.FIGHTER, A.FIGHTER, A.FIGHTER, A.BOT])
    target[A.BASE_DICE], target[A.FIELDS], target[A.DEFENCE_CAP] = 1, rng.choice([0, 0, 1, 2]), 3
    target[A.DEFENCE_REROLL_MOST] = rng.choice([0, 0, 3])
    target[A.DEFENCE_AGAIN + A.SPARK : A.DEFENCE_AGAIN + A.FACES] = 3
    target[A.GUARD_IS_BLOCK] = rng.random() < 0.1
    target[A.CANCEL_CRIT] = rng.choice([0, 0, 1])
    target[A.CANCEL_HIT] = rng.choice([0, 0, 1, 2])
    target[A.FAIL_TO_GUARD] = rng.random() < 0.1
    target[A.BLOCK_TO_FAIL] = rng.random() < 0.1
    target[A.SPARK_ENERGY] = 1
    for die in rng.choices(DEFENCE_FACES.tolist(), k=rng.randint(1, 3)):
        target[A.DEFENCE_ROLLED + die] += 1


@kernel
def resolve_all(attacks: Ints, rounds: int) -> int:
    """Resolve every attack, over and over; return a checksum of damage and energy."""
    total = 0
    for _ in range(rounds):
        for n in range(attacks.shape[0]):
            attack = attacks[n]
            resolve(attack)
            total += attack[A.DAMAGE] * 31 + attack[A.TARGET + A.ENERGY]
    return total


@kernel
def attack_all(
    attacks: Ints,
    attack_faces: Ints,
    defence_faces: Ints,
    streams: Streams,
    rounds: int,
) -> int:
    """Roll, reroll and resolve every attack, over and over; return a checksum."""
    total = 0
    for seed in range(rounds):
        for n in range(attacks.shape[0]):
            attack = attacks[n]
            start(streams, seed, n)
            roll_attack(attack, attack_faces, defence_faces, streams, 0, 2)
            reroll_attack(attack, attack_faces, streams, 0)
            change_attack(attack)
            for k in range(attack[A.TARGETS]):
                target = A.TARGET + k * A.TARGET_SIZE
                if attack[target + A.KIND] == A.FIGHTER:
                    roll_defence(attack, target, defence_faces, streams, 1)
                    reroll_defence(attack, target, defence_faces, streams, 1)
                settle(attack, target)
            conclude(attack)
            total += attack[A.DAMAGE] * 31 + attack[A.TARGET + A.ENERGY]
    return total


def _seconds(call: Callable[[], int]) -> float:
    start_time = time.perf_counter()
    call()
    return time.perf_counter() - start_time


def _agree(twin: Twin, attacks: Ints) -> None:
    """Check that kernel and C leave the same of every attack."""
    resolved, in_c = attacks.copy(), attacks.copy()
    for one, other in zip(resolved, in_c, strict=True):
        resolve(one)
        twin.resolve(other)
    np.testing.assert_array_equal(resolved, in_c)
    assert (resolved[:, A.DAMAGE] > 0).mean() > 0.3, "too few of the attacks do damage"


def measure(kind: str, repetitions: int = REPETITIONS) -> Result:
    """Check that both resolve the attacks alike, then time both."""
    twin, attacks = Twin(), rolled_attacks()
    _agree(twin, attacks)
    if kind == "resolved":
        calls: dict[str, Callable[[], int]] = {
            "kernel": lambda: resolve_all(attacks, ROUNDS),
            "c": lambda: twin.resolve_all(attacks, ROUNDS),
        }
    else:
        dice = ATTACK_FACES, DEFENCE_FACES, new_streams(PURPOSES)
        calls = {
            "kernel": lambda: attack_all(attacks, *dice, ROUNDS),
            "c": lambda: twin.attack_all(attacks, *dice, ROUNDS),
        }
    assert calls["kernel"]() == calls["c"]()
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(repetitions + 1):  # the first one warms up
        for name, call in calls.items():
            best[name] = min(best[name], _seconds(call))
    spent = {name: seconds / ROUNDS / ATTACKS * 1e9 for name, seconds in best.items()}
    return Result(kind, spent["kernel"], spent["c"])


def main() -> None:
    """Print the table."""
    table = Table(title=f"One attack of Neon, {ATTACKS:,} attacks")
    for column in ("attack", "kernel, ns", "C, gcc -O3, ns", "times C"):
        table.add_column(column, justify="left" if column == "attack" else "right")
    for kind in KINDS:
        result = measure(kind)
        table.add_row(kind, f"{result.kernel:,.0f}", f"{result.c:,.0f}", f"{result.ratio:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
