"""Where the games of a run go: to all lineups evenly, or from half-way on to open matchups only.

Games keep the numbers they have in an even run. What is not played is left out and nothing is
numbered anew, so that `play --game I` finds every game without knowing what was left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import BadInput
from sim.names import resolve
from sim.plan import AUTO, EVEN, OPEN, Plan

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

WAYS = {EVEN: (), OPEN: ()}
MANY = 100  # lineups, from which on games go to open matchups unless told otherwise
_LEAST = 2  # passes over all lineups before any may be left out


def spending(word: str) -> str:
    """Return the way of spending games that a word means."""
    return resolve(word, "way to spend games", dict(WAYS))


def even_games(plan: Plan) -> int:
    """Return how many games go to all lineups evenly: half of them, in whole passes."""
    passes = plan.games // (2 * games_per_pass(plan))
    return passes * games_per_pass(plan)


def games_per_pass(plan: Plan) -> int:
    """Return the games in which every lineup is played once on every seating."""
    return plan.per_set * len(plan.lineups)


def settled(plan: Plan, wish: str) -> str:
    """Return how the games of a plan are spent; BadInput where that cannot be as asked."""
    least = 2 * _LEAST * games_per_pass(plan)
    duel = len(set(plan.teams)) == 2
    if wish == AUTO:
        many = len(plan.lineups) >= MANY and plan.games >= least
        return OPEN if duel and many and plan.request.until is None else EVEN
    if wish == OPEN:
        if not duel:
            raise BadInput(
                "games can go to open matchups only where two sides meet; leave out --spend open"
            )
        if plan.request.until is not None:
            raise BadInput(
                "--until needs every lineup played equally often, so --spend open does not go "
                "with it; leave out one of the two"
            )
        if plan.games < least:
            raise BadInput(
                f"--spend open plays the first half evenly and needs at least {least:,} games for "
                f"{len(plan.lineups):,} lineups, not {plan.games:,}; ask for more with -n"
            )
    return wish


@dataclass(frozen=True)
class Stage:
    """Passes over some of the lineups: where its games begin in the run, and which it has."""

    start: int
    first_pass: int
    passes: int
    lineups: tuple[int, ...]

    def games(self, plan: Plan, first: int, count: int) -> NDArray[np.int64]:
        """Return the numbers of the games at places `first` …, all of which are of this stage."""
        import numpy as np

        place = np.arange(first, first + count, dtype=np.int64) - self.start
        sets, rotation = place // plan.per_set, place % plan.per_set
        turn, which = sets // len(self.lineups), sets % len(self.lineups)
        lineup = np.asarray(self.lineups, np.int64)[which]
        return ((self.first_pass + turn) * len(plan.lineups) + lineup) * plan.per_set + rotation

    def rows(self, plan: Plan, first: int, count: int) -> pl.DataFrame:
        """Play the games at some places of this stage and return their rows."""
        from sim.runner import rows_from

        return rows_from(plan, plan.batch_of(self.games(plan, first, count)))


class Schedule:
    """The games of a run by their places in it, stage after stage."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._stages: list[Stage] = []
        self._ends: list[int] = []

    @property
    def end(self) -> int:
        """How many games are decided on so far."""
        return self._ends[-1] if self._ends else 0

    @property
    def passes(self) -> int:
        """How many passes are decided on so far."""
        last = self._stages[-1] if self._stages else None
        return last.first_pass + last.passes if last else 0

    def extend(self, passes: int, lineups: Sequence[int]) -> None:
        """Decide on further passes over some lineups."""
        self._stages.append(Stage(self.end, self.passes, passes, tuple(sorted(lineups))))
        self._ends.append(self.end + passes * len(lineups) * self._plan.per_set)

    def stage(self, place: int) -> Stage:
        """Return the stage that the game at a place belongs to."""
        return self._stages[bisect_right(self._ends, place)]

    def end_after(self, place: int) -> int:
        """Return where the stage ends that the game at a place belongs to."""
        return self._ends[bisect_right(self._ends, place)]

    def games(self, first: int, count: int) -> NDArray[np.int64]:
        """Return the numbers of the games at places `first` … `first + count - 1`."""
        import numpy as np

        found = []
        while count:
            here = min(count, self.end_after(first) - first)
            found.append(self.stage(first).games(self._plan, first, here))
            first, count = first + here, count - here
        return np.concatenate(found)

    def sets(self, games: int) -> list[int]:
        """Return how many sets of each lineup the first so many games hold."""
        found = [0] * len(self._plan.lineups)
        for stage in self._stages:
            left = min(games // self._plan.per_set, stage.passes * len(stage.lineups))
            turns, more = divmod(max(left, 0), len(stage.lineups))
            for place, lineup in enumerate(stage.lineups):
                found[lineup] += turns + (place < more)
            games -= stage.passes * len(stage.lineups) * self._plan.per_set
        return found
