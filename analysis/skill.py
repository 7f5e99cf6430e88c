"""Balance by skill: what every side scores when beginners play, and when experts do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from math import sqrt
from typing import Any

import polars as pl

from analysis.intervals import LEVEL, normal_quantile
from analysis.words import share
from sim import library, runner
from sim.errors import BadInput
from sim.game import GAMES, Game
from sim.library import Compiling, Run
from sim.thinking import SEARCH

LADDER = "ladder"  # the word for all rungs, in the place of a policy
SEARCHED = 50  # rungs that search play so many times fewer games
BAND = 0.02  # a score this near to its fair share is fair enough


@dataclass(frozen=True)
class Point:
    """What a side scores on one rung; `low` and `high` hold for all sides and rungs together."""

    rung: str
    games: int
    score: float
    low: float
    high: float

    def is_unfair(self, fair: float) -> bool:
        """Whether the score is off its fair share beyond doubt, by more than the band."""
        return self.low > fair + BAND or self.high < fair - BAND


@dataclass(frozen=True)
class Curve:
    """A side over the rungs, weakest players first."""

    side: str
    name: str
    points: tuple[Point, ...]
    fair: float

    @property
    def shift(self) -> tuple[float, float, float]:
        """How much more it scores among experts than among beginners, with its interval."""
        first, last = self.points[0], self.points[-1]
        half = sqrt((first.high - first.low) ** 2 + (last.high - last.low) ** 2) / 2.0
        change = last.score - first.score
        return change, change - half, change + half

    @property
    def verdict(self) -> str:
        """What experts find otherwise than beginners, if it is proven."""
        first, last = self.points[0], self.points[-1]
        _, low, high = self.shift
        if low <= 0.0 <= high:
            return ""
        if last.is_unfair(self.fair) and not first.is_unfair(self.fair):
            return "fair for beginners, unfair for experts"
        if first.is_unfair(self.fair) and not last.is_unfair(self.fair):
            return "unfair for beginners, fair for experts"
        return "better for experts" if low > 0.0 else "worse for experts"


@dataclass(frozen=True)
class Skill:
    """Every side's curve."""

    game: Game
    seed: int
    rungs: tuple[str, ...]
    games: tuple[int, ...]
    curves: tuple[Curve, ...]
    fair: float
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance run --policy ladder --json` prints."""
        return {
            "game": self.game.id,
            "seed": self.seed,
            "rungs": list(self.rungs),
            "games": list(self.games),
            "fair": round(self.fair, 6),
            "band": BAND,
            "sides": [
                {
                    "id": curve.side,
                    "name": curve.name,
                    "points": [
                        {
                            "rung": point.rung,
                            "score": round(point.score, 6),
                            "low": round(point.low, 6),
                            "high": round(point.high, 6),
                            "unfair": point.is_unfair(self.fair),
                        }
                        for point in curve.points
                    ],
                    "shift": [round(each, 6) for each in curve.shift],
                    "verdict": curve.verdict,
                }
                for curve in self.curves
            ],
            "complete": self.complete,
        }


def by_skill(
    game: str,
    *,
    games: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Skill:
    """Play a game once on every rung of its ladder, all players on the same one.

    Arguments are those of `sim.run`. Rungs that search play 50 times fewer games than `games`, but
    every lineup once on every seat.
    """
    chosen = GAMES.get(game)
    if words.pop("until", None) is not None:
        raise BadInput("--until does not go with --policy ladder; say with -n how many games")
    asked = 20_000 if games is None else games
    runs: list[tuple[str, Run]] = []
    once = 1  # every lineup on every seat
    for rung in chosen.policies:
        number = max(once, asked // SEARCHED) if rung.startswith(SEARCH) else asked
        played = library.run(
            game, policy=rung, games=number, progress=progress, compiling=compiling, **words
        )
        runs.append((rung, played))
        once = len(played.manifest["lineups"]) * len(played.manifest["rotations"])
        if played.complete and asked < once:
            raise BadInput(
                f"{asked:,} games are too few for --policy ladder: it takes {once:,} for every "
                "lineup to be played on every seat"
            )
        if not played.complete:
            break
    return _skill(chosen, runs, int(words.get("seed", 1)))


def _skill(game: Game, runs: list[tuple[str, Run]], seed: int) -> Skill:
    frames = [run.rates().filter(pl.col("axis") == game.side) for _, run in runs]
    names = frames[0]["name"].to_list()
    wider = _wider(len(names) * len(runs))
    fair = runs[0][1].summary().fair
    shown = {key: side.name for key, side in game.load().sides.items()}
    curves = []
    for name in names:
        points = []
        for (rung, run), frame in zip(runs, frames, strict=True):
            found = frame.filter(pl.col("name") == name)
            if not len(found):
                continue
            row = found.row(0, named=True)
            low = row["score"] - wider * (row["score"] - row["low"])
            high = row["score"] + wider * (row["high"] - row["score"])
            points.append(
                Point(rung, run.manifest["games"], row["score"], max(0.0, low), min(1.0, high))
            )
        curves.append(Curve(name, shown.get(name, name), tuple(points), fair))
    return Skill(
        game,
        seed,
        tuple(rung for rung, _ in runs),
        tuple(int(run.manifest["games"]) for _, run in runs),
        tuple(curves),
        fair,
        len(runs) == len(game.policies) and runs[-1][1].complete,
    )


def _wider(cells: int) -> float:
    """Return how many times wider intervals are that hold for so many cells together."""
    return normal_quantile(1.0 - (1.0 - LEVEL) / cells) / normal_quantile(LEVEL)


def sentence(found: Skill) -> str:
    """Return the result in one sentence."""
    flagged = [curve for curve in found.curves if curve.verdict.startswith("fair for beginners")]
    if flagged:
        worst = max(flagged, key=lambda curve: abs(curve.points[-1].score - found.fair))
        last = worst.points[-1]
        return (
            f"Fair for beginners, unfair for experts: {', '.join(c.name for c in flagged)}; "
            f"{worst.name} scores {share(worst.points[0].score)} with {worst.points[0].rung} "
            f"players and {share(last.score)} ({share(last.low)} to {share(last.high)}) with "
            f"{last.rung}."
        )
    moved = [curve for curve in found.curves if curve.verdict]
    if moved:
        most = max(moved, key=lambda curve: abs(curve.shift[0]))
        change, low, high = most.shift
        return (
            f"No side is fair for beginners and unfair for experts; {most.name} moves most, by "
            f"{100 * change:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})."
        )
    return "No side is proven to score otherwise among experts than among beginners."
