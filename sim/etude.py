"""What came out of solving an étude, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from sim.game import Step
from sim.runner import Progress


@dataclass(frozen=True)
class Solution:
    """One way to solve an étude: its steps in words and as deeds of a scenario file."""

    words: tuple[str, ...]
    deeds: tuple[Mapping[str, Any], ...]
    left: Mapping[str, int]  # HQ points after the battle, by side

    def to_json(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"words": list(self.words), "do": list(self.deeds), "hq": dict(self.left)}


@dataclass(frozen=True)
class Solved:
    """The answer to an étude: all solutions, the best one first, or the proof that none exists."""

    title: str
    goal: str  # in words
    best: int | None  # the most points of damage, where that was asked
    solutions: tuple[Solution, ...]  # as many as were put into words
    count: int  # how many there are, by the board before the battle
    complete: bool  # False: there are more than were counted
    expected: int | None  # how many solutions the file promises
    positions: int
    battles: int
    steps: tuple[Step, ...]  # the best solution with a board after each step
    story: Callable[[], tuple[Step, ...]]  # the same with every phase of the battle, when asked for
    scenario: str  # the best solution as a scenario file; empty where there is none

    @property
    def ok(self) -> bool:
        """Whether there is a solution, or as many as the file promises."""
        if self.expected is None:
            return self.count > 0
        return self.complete and self.count == self.expected

    def verdict(self) -> str:
        """Return the answer as one sentence."""
        n = self.count
        most = "" if self.best is None else f"The most is {self.best}. "
        if not n:
            found = f"{most}There is no solution"
        elif self.complete:
            found = f"{most}There is 1 solution" if n == 1 else f"{most}There are {n:,} solutions"
        else:
            found = f"{most}There are more than {n:,} solutions"
        wrong = "" if self.expected is None or self.ok else f", but the file says {self.expected:,}"
        return f"{found}{wrong}; all {self.positions:,} positions were searched."

    def to_json(self) -> dict[str, Any]:
        """Return everything but pictures, ready for JSON."""
        return {
            "title": self.title,
            "ok": self.ok,
            "goal": self.goal,
            "best": self.best,
            "solutions": [each.to_json() for each in self.solutions],
            "count": self.count,
            "complete": self.complete,
            "expected": self.expected,
            "positions": self.positions,
            "battles": self.battles,
            "verdict": self.verdict(),
        }


Watching = Callable[[Progress], None]


@runtime_checkable
class Solver(Protocol):
    """The part of a game that solves études; not every game has it."""

    def solve(
        self,
        document: Mapping[str, Any],
        source: str,
        threads: int | None,
        progress: Watching | None,
    ) -> Solved:
        """Find every solution of the étude that a document describes."""

    def warm_solver(self) -> None:
        """Compile the solver."""

    def is_solver_warm(self) -> bool:
        """Whether the compiled solver is in the cache."""
