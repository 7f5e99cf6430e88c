"""Rungs against each other: how much stronger is each player than the one below?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log
from typing import Any

import numpy as np

from analysis.intervals import Floats, from_sets, score_interval
from sim import runner, store
from sim.errors import BadInput
from sim.game import GAMES, Game
from sim.library import Compiling, Names, ask, warm_for
from sim.plan import Plan, make_plan
from sim.teams import fair_share
from sim.thinking import SEARCH

ELO = 400.0 / log(10.0)
GAMES_EACH = 2_000
SEARCHED = 20  # a step on which somebody searches has so many times fewer games
LEAST = 40


@dataclass(frozen=True)
class Step:
    """One rung against the next: what the upper one scores, and its lead in Elo points."""

    lower: str
    upper: str
    games: int
    score: float
    low: float
    high: float
    fair: float

    @property
    def elo(self) -> float:
        """The lead in Elo points; without end where every game was won."""
        return elo(self.score, self.fair)

    @property
    def elo_low(self) -> float:
        """The lower end of its interval."""
        return elo(self.low, self.fair)

    @property
    def elo_high(self) -> float:
        """The upper end of its interval."""
        return elo(self.high, self.fair)

    @property
    def proven(self) -> bool:
        """Whether the upper rung is stronger beyond doubt."""
        return self.low > self.fair


@dataclass(frozen=True)
class Ladder:
    """The rungs of a game, weakest first, and each step between two of them."""

    game: Game
    players: int
    mode: str
    seed: int
    rungs: tuple[str, ...]
    steps: tuple[Step, ...]
    complete: bool

    def heights(self) -> list[float]:
        """Return the Elo points of every rung above the lowest, as far as they are finite."""
        found = [0.0]
        for step in self.steps:
            found.append(found[-1] + min(step.elo, step.elo_high, _finite(step)))
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance ladder --json` prints."""
        return {
            "game": self.game.id,
            "mode": self.mode,
            "players": self.players,
            "seed": self.seed,
            "rungs": list(self.rungs),
            "steps": [
                {
                    "lower": step.lower,
                    "upper": step.upper,
                    "games": step.games,
                    "fair": round(step.fair, 6),
                    "score": round(step.score, 6),
                    "low": round(step.low, 6),
                    "high": round(step.high, 6),
                    "elo": _json(step.elo),
                    "elo_low": _json(step.elo_low),
                    "elo_high": _json(step.elo_high),
                    "proven": step.proven,
                }
                for step in self.steps
            ],
            "complete": self.complete,
        }


def elo(score: float, fair: float = 0.5) -> float:
    """Return the lead in Elo points that a score means at a table where others are equal.

    By Luce's model: with m parties of which one leads by d, it wins e^d / (e^d + m - 1).
    """
    if score <= 0.0 or score >= 1.0:
        return float("-inf") if score <= 0.0 else float("inf")
    return ELO * log(score * (1.0 - fair) / ((1.0 - score) * fair))


def climb(
    game: str,
    *,
    rungs: Names = None,
    players: int | None = None,
    mode: str | None = None,
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Ladder:
    """Let every rung of a game's ladder play the one below it.

    At each table one player (or team) is the upper rung and all others are the lower one; lineups
    go through all sides. `games` are those of each step, 2,000 unless given, and 20 times fewer
    where somebody searches; a number that is given holds for all steps.
    """
    chosen = GAMES.get(game)
    first = make_plan(ask(game, players=players, mode=mode, games=1, seed=seed, **words))
    names = _words(rungs) if rungs else chosen.policies
    if len(names) < 2:
        raise BadInput("a ladder has two rungs or more, such as --rungs greedy,search:50")
    known = [_rung(first, name) for name in names]
    steps = []
    for lower, upper in pairwise(known):
        number = games or (GAMES_EACH // SEARCHED if SEARCH in lower + upper else GAMES_EACH)
        plan = duel(first, upper, lower, number)
        warm_for(plan, compiling)
        points = scores(plan, threads, progress)
        if not len(points):
            break
        steps.append(_step(lower, upper, points, plan))
    return Ladder(
        chosen,
        first.players,
        first.lineups[0].mode,
        seed,
        tuple(known),
        tuple(steps),
        len(steps) == len(known) - 1,
    )


def _rung(plan: Plan, word: str) -> str:
    """Return the policy that a word means."""
    return make_plan(replace(plan.request, policies=(word,))).request.policies[0]


def duel(plan: Plan, one: str, others: str, games: int) -> Plan:
    """Return a plan in which the first player's team has one policy and all others another.

    Its lineups are spread over all sides, however few games there are, and in each lineup every
    side is the first player's in its turn, so that no side favours a policy.
    """
    policies = tuple(one if team == plan.teams[0] else others for team in plan.teams)
    wanted = max(1, -(-games // (plan.per_set * plan.players)))
    lineups = tuple(
        replace(line, sides=_turned(line.sides, turn), policies=policies)
        for line in spread(plan.lineups, wanted)
        for turn in range(plan.players)
    )
    played = wanted * plan.players * plan.per_set
    request = replace(plan.request, policies=policies, games=played)
    return replace(plan, request=request, lineups=lineups, games=played)


def spread(lineups: Sequence[Any], wanted: int) -> list[Any]:
    """Return as many lineups as there are sets, at even distances where there are more."""
    if wanted >= len(lineups):
        return list(lineups)
    return [lineups[k * len(lineups) // wanted] for k in range(wanted)]


def _turned(sides: tuple[str, ...], k: int) -> tuple[str, ...]:
    """Return the sides turned by some places."""
    return sides[k % len(sides) :] + sides[: k % len(sides)]


def scores(
    plan: Plan, threads: int | None, progress: Callable[[runner.Progress], None] | None
) -> Floats:
    """Play a plan and return what the first player scored in each finished mirrored set."""
    memory = store.Memory(store.part_size(plan))
    runner.play(plan, memory, threads, progress)
    found = []
    for rows in memory.rows:
        player = np.stack([rows[f"player_{k}"].to_numpy() for k in range(plan.players)], axis=1)
        score = np.stack([rows[f"score_{k}"].to_numpy() for k in range(plan.players)], axis=1)
        found.append(score[player == 0])
    points = np.concatenate(found) if found else np.zeros(0)
    whole = len(points) // plan.per_set
    by_set: Floats = points[: whole * plan.per_set].reshape(whole, plan.per_set).mean(axis=1)
    return by_set


def _step(lower: str, upper: str, points: Floats, plan: Plan) -> Step:
    evidence = from_sets(points)
    interval = score_interval(evidence)
    return Step(
        lower,
        upper,
        len(points) * plan.per_set,
        float(evidence.score),
        float(interval.low),
        float(interval.high),
        fair_share(plan.teams),
    )


def _words(given: Names) -> tuple[str, ...]:
    words = given.split(",") if isinstance(given, str) else list(given or ())
    return tuple(word.strip() for word in words)


def _finite(step: Step) -> float:
    """Return an Elo lead that can be drawn: that of the lower end where all games were won."""
    return step.elo if step.score < 1.0 else step.elo_low


def _json(value: float) -> float | None:
    return round(value, 1) if np.isfinite(value) else None
