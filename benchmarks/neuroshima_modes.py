"""What a decision costs in each mode of Neuroshima, beside the duel's.

CPU time of this process; the modes take turns within one run, so that a busy machine slows all of
them, and the best of several repetitions counts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sim.game import Batch
from sim.plan import Plan, Request, make_plan

ARMIES = ("moloch", "borgo", "outpost", "hegemony")
SIX = (*ARMIES, "moloch", "borgo")
EXTENDED = ({"rules": {"board": "extended"}},)
TABLES = {
    "duel": Request("neuroshima", ARMIES, 2, "duel"),
    "ffa, 3": Request("neuroshima", ARMIES, 3, "ffa"),
    "ffa, 4": Request("neuroshima", ARMIES, 4, "ffa"),
    "points, 3": Request("neuroshima", ARMIES, 3, "points"),
    "points, 4": Request("neuroshima", ARMIES, 4, "points"),
    "loner": Request("neuroshima", ARMIES, 3, "loner"),
    "teams": Request("neuroshima", ARMIES, 4, "teams"),
    "ffa, 4, 37 cells": Request("neuroshima", ARMIES, 4, "ffa", overlays=EXTENDED),
    "ffa, 6, 37 cells": Request("neuroshima", SIX, 6, "ffa"),
}
GAMES = 240
REPETITIONS = 5


@dataclass(frozen=True)
class Cost:
    """What a mode costs: microseconds a decision, and how many times the duel's."""

    mode: str
    decision: float
    ratio: float


def _played(plan: Plan, batch: Batch) -> float:
    """Return the seconds that a decision of a batch took on average."""
    start = time.process_time()
    decisions = int(plan.game.play(plan.data, batch)["decisions"].sum())
    return (time.process_time() - start) / decisions


def measure(games: int = GAMES, repetitions: int = REPETITIONS) -> list[Cost]:
    """Return the cost of a decision of greedy players in every mode, the duel first."""
    plans = {mode: make_plan(request) for mode, request in TABLES.items()}
    batches = {mode: plan.batch(0, games) for mode, plan in plans.items()}
    best = dict.fromkeys(plans, float("inf"))
    for plan in plans.values():
        _played(plan, plan.batch(0, 2))
    for _ in range(repetitions):
        for mode, plan in plans.items():
            best[mode] = min(best[mode], _played(plan, batches[mode]))
    return [Cost(mode, 1e6 * cost, cost / best["duel"]) for mode, cost in best.items()]


def main() -> None:
    """Measure and print."""
    for cost in measure():
        print(f"{cost.mode:<18}{cost.decision:>7.1f} µs a decision  {cost.ratio:.2f}x the duel")


if __name__ == "__main__":
    main()
