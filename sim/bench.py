"""How fast this machine plays: every game and policy on one thread, then all threads together.

Beside each rate stands the reference that ships with the package, measured on a machine that
`reference.toml` describes; `python -m benchmarks.reference` writes it anew.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Plan, Request, make_plan
from sim.runner import thread_count

REFERENCE = Path(__file__).parent / "reference.toml"
SECONDS = 60.0
_FIRST = 2  # sets of the first, timed batch
_LARGEST = 20_000  # games of one batch


@dataclass(frozen=True)
class Rate:
    """Games a second on one thread, and what the reference machine made."""

    game: str
    policy: str
    games_per_second: float
    reference: float | None

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the reference."""
        return None if not self.reference else self.games_per_second / self.reference


@dataclass(frozen=True)
class Bench:
    """What `balance bench` found."""

    rates: list[Rate]
    threads: int
    scaling: float  # how many times as fast all threads are as one
    scaled: str  # the game that was played for it
    reference_machine: str
    seconds: float

    @property
    def middle(self) -> float | None:
        """The median ratio to the reference."""
        known = sorted(rate.ratio for rate in self.rates if rate.ratio is not None)
        return known[len(known) // 2] if known else None

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance bench --json` prints."""
        document = asdict(self)
        document["rates"] = [{**asdict(rate), "ratio": rate.ratio} for rate in self.rates]
        rounded: dict[str, Any] = _rounded({**document, "median_ratio": self.middle})
        return rounded


def bench(
    games: Sequence[str] = (),
    *,
    seconds: float = SECONDS,
    threads: int | None = None,
    told: Callable[[str], None] = lambda _: None,
) -> Bench:
    """Measure for about so many seconds, after whatever is not compiled yet has been."""
    if not 1 <= seconds <= 3_600:
        raise BadInput(f"a bench of {seconds:g} seconds is not allowed; allowed: 1 to 3600")
    workers = thread_count(threads)
    known = reference()
    plans = [plan for name in games or GAMES.names() for plan in _plans(GAMES.get(name).id)]
    for plan in plans:
        plan.game.warm()
    each = 0.8 * seconds / len(plans)
    started = time.monotonic()
    rates = []
    for plan in plans:
        game, policy = plan.game.id, plan.request.policies[0]
        rate = games_per_second(plan, each)
        told(f"{game}, {policy}: {rate:,.0f} games/s")
        beside = known.get("rates", {}).get(game, {}).get(policy)
        rates.append(Rate(game, policy, rate, beside))
    quickest = plans[max(range(len(plans)), key=lambda i: rates[i].games_per_second)]
    scaling = _scaling(quickest, workers, 0.1 * seconds)
    return Bench(
        rates,
        workers,
        scaling,
        quickest.game.id,
        str(known.get("machine", "")),
        time.monotonic() - started,
    )


def reference() -> dict[str, Any]:
    """Return the shipped figures."""
    return tomllib.loads(REFERENCE.read_text("utf-8")) if REFERENCE.exists() else {}


def games_per_second(plan: Plan, seconds: float) -> float:
    """Return games a second of processor time on this thread."""
    done, spent, count = 0, 0.0, _FIRST * plan.per_set
    wall = time.monotonic()
    while time.monotonic() - wall < seconds or not done:
        before = time.thread_time()
        plan.game.play(plan.data, plan.batch(done, count))
        took = max(time.thread_time() - before, 1e-6)
        done, spent = done + count, spent + took
        left = max(seconds - (time.monotonic() - wall), 0.0)
        count = _whole(plan, min(done / spent * left / 2, 4 * count))
    return done / spent


def _plans(game: str) -> list[Plan]:
    """Return a duel of every policy of a game that needs no number."""
    policies = [policy for policy in GAMES.get(game).policies if ":" not in policy]
    return [make_plan(Request(game, policies=(policy,), games=1)) for policy in policies]


def _scaling(plan: Plan, workers: int, seconds: float) -> float:
    """Return how many times as fast all threads are as one, by the wall clock."""
    size = _whole(plan, games_per_second(plan, seconds / 5) * seconds / (16 * workers))

    def rate(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            begun = time.monotonic()
            batches = [plan.batch(i * size, size) for i in range(4 * workers)]
            list(pool.map(lambda batch: plan.game.play(plan.data, batch), batches))
            return 4 * workers * size / (time.monotonic() - begun)

    return 1.0 if workers == 1 else rate(workers) / rate(1)


def _whole(plan: Plan, games: float) -> int:
    """Return about so many games, in whole sets."""
    return max(int(min(games, _LARGEST)) // plan.per_set, 1) * plan.per_set


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list) else value
