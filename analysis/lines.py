"""The lines of a contract as sequential tests: each name that a line speaks of is one cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np

from analysis.betting import Bet, Level, doubts, outcome
from analysis.contract import DEFAULT_MARGIN, Expect
from analysis.estimates import Estimate, Mean, Quantile, Running, widened
from analysis.rounds import (
    Measure,
    Observed,
    Rounds,
    matchup_of,
    named,
    named_party,
    names,
    no_longer_than,
    pairs,
    policy_of,
    score_of,
    seat_of,
    side_of,
)
from analysis.words import shown
from sim.plan import Plan

Verdict = Literal["PASS", "FAIL", "INCONCLUSIVE"]
_STEP = 0.02  # of the games: what a bet on a length looks for


class Doubt(NamedTuple):
    """A bet on a measure."""

    measure: Measure
    bet: Bet


@dataclass
class Cell:
    """One name of a line, tested: it fails by any of `fails` and passes by all of `passes`."""

    name: str
    low: float
    high: float
    margin: float
    level: Level
    running: Running
    fails: list[Doubt]
    passes: list[Doubt]
    recorded: bool = False
    verdict: Verdict | None = None
    games: int = 0
    estimate: Estimate = field(default_factory=lambda: Estimate(0.0, 0.0, 0.0))

    def add(self, rounds: Rounds, games: int) -> None:
        """Take in further rounds; `games` is how many there are in all."""
        seen: dict[int, Observed] = {}
        for measure, bet in (*self.fails, *self.passes):
            if id(measure) not in seen:
                seen[id(measure)] = measure.observe(rounds)
            bet.add(*seen[id(measure)])
        self.running.add(rounds)
        self.games = games

    def decide(self) -> None:
        """Give the verdict, if the evidence suffices."""
        found = outcome(
            [doubt.bet for doubt in self.fails], [doubt.bet for doubt in self.passes], self.level
        )
        if found:
            self.settle("FAIL" if found < 0 else "PASS")

    def settle(self, verdict: Verdict) -> None:
        """Close the cell with what is known now."""
        self.verdict = verdict
        self.estimate = self.running.estimate()

    def fixed_rounds(self) -> float:
        """Return how many rounds a design of fixed size would take with the same errors."""
        if not isinstance(self.running, Mean) or self.margin <= 0.0:
            return 0.0
        z = NormalDist().inv_cdf
        sure = z(1.0 - self.level.alarm / max(len(self.fails), 1)) + z(1.0 - self.level.miss)
        return (sure / (self.margin / 100.0)) ** 2 * self.running.variance


def cell_names(expect: Expect, plan: Plan) -> list[tuple[str, ...]]:
    """Return the ids that a line speaks of, one tuple for each cell."""
    if expect.kind == "seat":
        return [(str(expect.seat),)]
    if expect.kind == "length":
        return [(expect.length or "",)]
    if expect.kind == "matchup":
        words = expect.matchup or []
        if words == ["each"]:
            return list(pairs(plan))
        return [tuple(named_party(plan, word) for word in words)]
    label = side_of if expect.kind == "score" else policy_of
    words = (expect.score if expect.kind == "score" else expect.policy) or []
    if words == ["each"]:
        return [(name,) for name in names(plan, label)]
    what = plan.game.side if expect.kind == "score" else "policy"
    return [(named(plan, word, label, what),) for word in words]


def make_cell(expect: Expect, plan: Plan, ids: tuple[str, ...], level: Level) -> Cell:
    """Return the tests of one cell of a line."""
    if expect.kind == "length":
        return _length_cell(expect, plan, level)
    margin = DEFAULT_MARGIN if expect.margin is None else expect.margin
    measure = _measure(expect, plan, ids)
    low, high, level = _band(expect, plan, level)
    fails, passes = doubts(low / 100, high / 100, margin / 100)
    return Cell(
        name=_shown(expect, plan, ids),
        low=low,
        high=high,
        margin=margin,
        level=level,
        running=Mean(measure, margin / 100),
        fails=[Doubt(measure, bet) for bet in fails],
        passes=[Doubt(measure, bet) for bet in passes],
        recorded=expect.recorded is not None,
    )


def _length_cell(expect: Expect, plan: Plan, level: Level) -> Cell:
    """A quantile is at most x exactly when that part of the games is no longer than x."""
    part, margin = expect.quantile, int(expect.margin or 0)
    low, high, level = _band(expect, plan, level)
    low, high = np.ceil(low), np.floor(high)

    def doubt(length: float, above: bool) -> Doubt:
        return Doubt(no_longer_than(plan, int(length)), Bet(part, above, _STEP))

    return Cell(
        name=f"{expect.length} length",
        low=low,
        high=high,
        margin=margin,
        level=level,
        running=Quantile(part),
        fails=[doubt(low - 1, above=True), doubt(high, above=False)],
        passes=[doubt(low - margin - 1, above=False), doubt(high + margin, above=True)],
        recorded=expect.recorded is not None,
    )


def _band(expect: Expect, plan: Plan, level: Level) -> tuple[float, float, Level]:
    """Return where a value must lie, and the level that is left for the test.

    A recorded value is itself uncertain: half of the error goes to the chance that the true value
    was further off than the band is widened.
    """
    if expect.between is not None:
        return expect.between[0], expect.between[1], level
    if expect.within is not None:
        fair = 50.0 if expect.kind == "matchup" else 100.0 * plan.fair
        return fair - expect.within, fair + expect.within, level
    assert expect.recorded is not None
    unsure = expect.plus_minus or 0.0
    if expect.kind != "length":
        unsure = widened(unsure, level.alarm / 2)
    reach = (expect.tolerance or 0.0) + unsure
    return expect.recorded - reach, expect.recorded + reach, Level(level.alarm / 2, level.miss)


def _measure(expect: Expect, plan: Plan, ids: tuple[str, ...]) -> Measure:
    if expect.kind == "seat":
        return seat_of(plan, int(ids[0]))
    if expect.kind == "matchup":
        return matchup_of(plan, *ids)
    return score_of(plan, ids[0], side_of if expect.kind == "score" else policy_of)


def _shown(expect: Expect, plan: Plan, ids: tuple[str, ...]) -> str:
    if expect.kind == "seat":
        return f"seat {ids[0]}"
    if expect.kind == "policy":
        return ids[0]
    names = {key: side.name for key, side in plan.data.sides.items()}
    return " v ".join(shown(each, names) for each in ids)


def sentence(expect: Expect, plan: Plan) -> str:
    """Return a line of a contract in words."""
    return f"{_subject(expect, plan)} {_claim(expect, plan)}"


def _subject(expect: Expect, plan: Plan) -> str:
    if expect.kind == "length":
        return f"{expect.length} length"
    if expect.kind == "seat":
        return f"seat {expect.seat}"
    words = getattr(expect, expect.kind)
    if words == ["each"]:
        return {"score": f"each {plan.game.side}", "policy": "each policy"}.get(
            expect.kind, "each matchup"
        )
    cells = cell_names(expect, plan)
    return ", ".join(_shown(expect, plan, ids) for ids in cells)


def _claim(expect: Expect, plan: Plan) -> str:
    unit = plan.game.length_unit if expect.kind == "length" else "%"
    if expect.between is not None:
        return f"{expect.between[0]:g} – {expect.between[1]:g} {unit}"
    if expect.within is not None:
        fair = "even" if expect.kind == "matchup" else "its fair share"
        return f"within {_points(expect.within)} of {fair}"
    far = f"{expect.tolerance:g}" if expect.kind == "length" else _points(expect.tolerance)
    return f"within {far} of the recorded {expect.recorded:g} ± {expect.plus_minus:g} {unit}"


def _points(number: float | None) -> str:
    return f"{number:g} point{'' if number == 1 else 's'}"
