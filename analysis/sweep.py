"""One or two figures moved over a range: where is the game fairest?"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from itertools import product
from typing import Any

import polars as pl

from analysis.frames import games as games_frame
from analysis.intervals import LEVEL, wilson
from analysis.rates import rates_of
from analysis.tally import tally
from analysis.words import count
from sim import runner, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Compiling, Names, Variants, ask, warm
from sim.plan import Plan, make_plan
from sim.variant import Overlay, parse_set, toml_text

MOST_POINTS = 200
_EXAMPLE = "such as rules.points=10:30:2, =[1, 2, 3] or =one,two"


@dataclass(frozen=True)
class Axis:
    """A figure and the values it takes."""

    path: str
    values: tuple[Any, ...]

    def label(self, index: int) -> str:
        """Return a value as it is written, a word without its quotes."""
        value = self.values[index]
        return value if isinstance(value, str) else toml_text(value)


@dataclass(frozen=True)
class Point:
    """The games at one value of each figure.

    `off` is the largest distance of a side from its fair share, with an interval that holds for
    all points and sides of the sweep together; `possible` says whether this point may be the
    fairest one.
    """

    at: tuple[int, ...]  # the place on each axis
    rates: pl.DataFrame  # name, score, low, high
    off: float
    low: float
    high: float
    possible: bool = True


@dataclass(frozen=True)
class Sweep:
    """A swept game; `points` run over the last axis first."""

    plan: Plan  # of the first point
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]
    games: int  # at each point
    complete: bool

    @property
    def fair(self) -> float:
        """The score of a fair game."""
        return self.plan.fair

    @property
    def fairest(self) -> Point:
        """The point with the smallest largest distance from fair."""
        return min(self.points, key=lambda point: point.off)

    @property
    def sides(self) -> list[str]:
        """The ids of the sides."""
        return self.points[0].rates["name"].to_list()

    def shown(self, side: str) -> str:
        """Return the name that readers see."""
        return self.plan.data.sides[side].name

    def label(self, point: Point) -> str:
        """Return where a point is, such as `rules.hq_points = 20`."""
        told = zip(self.axes, point.at, strict=True)
        return ", ".join(f"{axis.path} = {axis.label(i)}" for axis, i in told)

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance sweep --json` prints."""
        best = self.fairest

        def told(point: Point) -> dict[str, Any]:
            return {
                "values": [axis.values[i] for axis, i in zip(self.axes, point.at, strict=True)],
                "rates": [
                    {k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()}
                    for row in point.rates.iter_rows(named=True)
                ],
                "off": round(point.off, 6),
                "low": round(point.low, 6),
                "high": round(point.high, 6),
                "fairest": point is best,
                "possible": point.possible,
            }

        return {
            "game": self.plan.game.id,
            "seed": self.plan.request.seed,
            "games": self.games,
            "over": [{"path": axis.path, "values": list(axis.values)} for axis in self.axes],
            "fair": round(self.fair, 6),
            "points": [told(point) for point in self.points],
            "fairest": told(best)["values"],
        }


def sweep(
    game: str,
    over: str | Sequence[str],
    *,
    sides: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    games: int = 20_000,
    seed: int = 1,
    variant: Variants = None,
    set: Mapping[str, Any] | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Sweep:
    """Play `games` games at every value of one figure, or every pair of values of two.

    `over` is `rules.hq_points=10:30:2`, a list of values or words with commas. All points are
    played with the same luck, so neighbours differ by the rules only.
    """
    axes = tuple(parse_over(text) for text in ([over] if isinstance(over, str) else over))
    if not 1 <= len(axes) <= 2:
        raise BadInput(f"{len(axes)} figures are swept; allowed: one or two, each with --over")
    if len({axis.path for axis in axes}) < len(axes):
        raise BadInput(f"--over {axes[0].path} is given twice; name two figures")
    places = list(product(*(range(len(axis.values)) for axis in axes)))
    if len(places) > MOST_POINTS:
        raise BadInput(f"that makes {len(places):,} points; allowed: {MOST_POINTS}; take fewer")
    request = ask(
        game,
        sides=sides,
        players=players,
        mode=mode,
        map=map,
        policy=policy,
        games=games,
        seed=seed,
        variant=variant,
        set=set,
        **words,
    )
    if not request.sides:
        request = replace(request, sides=tuple(GAMES.get(game).load(request.overlays).sides))
    plans = []
    for at in places:
        moved = tuple(_overlay(axis, i) for axis, i in zip(axes, at, strict=True))
        plans.append(make_plan(replace(request, overlays=(*request.overlays, *moved))))
    runner.thread_count(threads)
    warm(plans[0].game, compiling)
    found: list[tuple[tuple[int, ...], pl.DataFrame]] = []
    for at, plan in zip(places, plans, strict=True):
        rates = _rates(plan, threads, _shifted(progress, len(found), len(plans), plan.games))
        if rates is None:
            break
        found.append((at, rates))
    if not found:
        raise KeyboardInterrupt
    points = _points(found, plans[0].fair)
    return Sweep(plans[0], axes, points, plans[0].games, len(found) == len(plans))


def parse_over(text: str) -> Axis:
    """Return the figure and the values that `PATH=FROM:TO:STEP` or a list means."""
    path, equals, given = (part.strip() for part in text.partition("="))
    if not equals or not given:
        raise BadInput(f"--over {text!r} is not PATH=VALUES, {_EXAMPLE}")
    parse_set(f"{path}=0")  # complains about a path that is none
    values = (
        _stretch(given, text) if ":" in given and given[0] not in "[\"'" else _listed(given, text)
    )
    if len({toml_text(value) for value in values}) < len(values):
        raise BadInput(f"--over {text!r} names a value twice")
    if len(values) < 2:
        raise BadInput(f"--over {text!r} has one value only; name several, {_EXAMPLE}")
    return Axis(path, tuple(values))


def sentence(found: Sweep) -> str:
    """Return the one sentence that closes a sweep."""
    best = found.fairest
    rest = [point for point in found.points if point.possible and point is not best]
    sides = found.plan.game.sides
    told = (
        f"The game is fairest at {found.label(best)}: no {found.plan.game.side} is further than "
        f"{100 * best.off:.1f} points from the fair share ({100 * best.low:.1f} to "
        f"{100 * best.high:.1f}, all {sides} and points taken together)"
    )
    if len(found.points) == 1:
        return f"{told}."
    if not rest:
        return f"{told}; every other point is proven less fair."
    if len(rest) == len(found.points) - 1:
        return f"{told}, but none of the {len(found.points)} points is proven less fair."
    return f"{told}; {count(len(rest))} of the other {len(found.points) - 1} may be as fair."


def _overlay(axis: Axis, index: int) -> Overlay:
    nested: Any = axis.values[index]
    for key in reversed([key.strip().strip("\"'") for key in axis.path.split(".")]):
        nested = {key: nested}
    return Overlay(nested, f"--over {axis.path}={axis.label(index)}")


def _stretch(given: str, text: str) -> list[Any]:
    parts = [part.strip() for part in given.split(":")]
    try:
        numbers = [Decimal(part) for part in parts]
    except InvalidOperation:
        numbers = []
    if len(numbers) not in (2, 3) or not all(number.is_finite() for number in numbers):
        raise BadInput(f"--over {text!r} is not FROM:TO or FROM:TO:STEP in numbers, {_EXAMPLE}")
    first, last = numbers[:2]
    step = numbers[2] if len(numbers) == 3 else Decimal(1)
    if step <= 0 or last < first:
        raise BadInput(f"--over {text!r} must run upwards in steps above 0, {_EXAMPLE}")
    if (last - first) / step > MOST_POINTS:
        raise BadInput(f"--over {text!r} makes too many points; allowed: {MOST_POINTS}")
    whole = all("." not in part and "e" not in part.lower() for part in parts)
    number = int((last - first) // step) + 1
    return [int(first + i * step) if whole else float(first + i * step) for i in range(number)]


def _listed(given: str, text: str) -> list[Any]:
    if given.startswith("["):
        try:
            document = tomllib.loads(f"value = {given}")
        except (ValueError, RecursionError):
            document = {}
        values = document.get("value")
        if list(document) != ["value"] or not isinstance(values, list):
            raise BadInput(f"--over {text!r} is not a list of values, {_EXAMPLE}")
        return values
    key = "x"
    return [parse_set(f"{key}={part.strip()}")[key] for part in given.split(",")]


def _shifted(
    progress: Callable[[runner.Progress], None] | None, before: int, points: int, games: int
) -> Callable[[runner.Progress], None] | None:
    """Show the progress of one point as that of the whole sweep."""
    if progress is None:
        return None

    def show(at: runner.Progress) -> None:
        # The rate is that of the point under way.
        seconds = at.seconds * (before * games + at.done) / max(at.done, 1)
        progress(runner.Progress(before * games + at.done, points * games, seconds))

    return show


def _rates(
    plan: Plan, threads: int | None, progress: Callable[[runner.Progress], None] | None
) -> pl.DataFrame | None:
    """Return the rates of the sides at one point; None after Ctrl-C."""
    memory = store.Memory(store.part_size(plan))
    done = runner.play(plan, memory, threads, progress)
    if done < plan.games:
        return None
    about = store.manifest(plan, done, complete=True)
    side = plan.game.side
    counted = tally(games_frame(pl.concat(memory.rows).lazy(), about), plan.teams)
    rates = rates_of(counted, side).filter(pl.col("axis") == side)
    return rates.select("name", "score", "low", "high", "effective")


def _points(
    found: Sequence[tuple[tuple[int, ...], pl.DataFrame]], fair: float
) -> tuple[Point, ...]:
    """Return the points with their distances from fair, each interval holding for all at once."""
    cells = sum(rates.height for _, rates in found)
    level = 1.0 - (1.0 - LEVEL) / cells
    points = []
    for at, rates in found:
        score, effective = rates["score"].to_numpy(), rates["effective"].to_numpy()
        low, high = wilson(score * effective, effective, level)
        known = effective > 0  # a side that meets only itself scores the fair share
        low, high = (low[known] - fair).tolist(), (high[known] - fair).tolist()
        nearest = [
            0.0 if a <= 0.0 <= b else min(abs(a), abs(b)) for a, b in zip(low, high, strict=True)
        ]
        furthest = [max(abs(a), abs(b)) for a, b in zip(low, high, strict=True)]
        off = float(abs(score - fair).max())
        points.append(
            Point(
                at,
                rates.drop("effective"),
                off,
                max(nearest, default=0.0),
                max(furthest, default=0.0),
            )
        )
    least = min(point.high for point in points)
    return tuple(replace(point, possible=bool(point.low <= least)) for point in points)
