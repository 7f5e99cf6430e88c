"""Better weights by self-play: CMA-ES moves the greedy player's weights, fresh games prove it.

Every generation plays all its candidates against the first greedy player on the same decks and
seats; the optimiser sees the share of points. It is seeded, so the same command finds the same
weights. The proof plays games that training never saw, and sets beside each the same game between
two first greedy players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from analysis.intervals import LEVEL, Floats, from_sets, normal_quantile, score_interval
from analysis.ladder import duel, elo, scores
from analysis.words import share
from sim import runner
from sim.errors import BadInput
from sim.game import GAMES, Game
from sim.library import Compiling, ask, warm
from sim.plan import Plan, make_plan, styles
from sim.styles import FIRST, TRAINED
from sim.thinking import is_thoughtful
from sim.variant import toml_text

_HUGE = 10_000  # weights that stand for a game won are not trained
_COSTS = ("look_at", "look_far", "plan")  # nor is how long the player thinks
_PROOF = 1_000_003  # sets the seed of the proof apart
_SPREAD = 0.35  # of the first generation, in shares of each weight


@dataclass(frozen=True)
class Training:
    """Weights that were found, and what they score against the first ones in fresh games."""

    game: Game
    command: str
    base: str
    before: Mapping[str, int]
    after: Mapping[str, int]
    history: tuple[float, ...]  # the mean score of each generation
    games: int  # played in training
    proof_games: int
    score: float
    low: float
    high: float
    gain: float  # over the same games between two first greedy players
    gain_low: float
    gain_high: float
    fair: float

    @property
    def changed(self) -> dict[str, int]:
        """The weights that are not as they were."""
        return {key: value for key, value in self.after.items() if value != self.before[key]}

    @property
    def proven(self) -> bool:
        """Whether they are better beyond doubt."""
        return self.low > self.fair

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance train --json` prints."""
        return {
            "game": self.game.id,
            "command": self.command,
            "base": self.base,
            "weights": dict(self.changed),
            "history": [round(each, 6) for each in self.history],
            "games": self.games,
            "proof": {
                "games": self.proof_games,
                "fair": round(self.fair, 6),
                "score": round(self.score, 6),
                "low": round(self.low, 6),
                "high": round(self.high, 6),
                "gain": round(self.gain, 6),
                "gain_low": round(self.gain_low, 6),
                "gain_high": round(self.gain_high, 6),
                "elo": None if not 0.0 < self.score < 1.0 else round(elo(self.score, self.fair), 1),
                "proven": self.proven,
            },
        }

    def to_toml(self) -> str:
        """Return the policy file: all weights that were trained."""
        lines = [
            "# The greedy player, its weights found by self-play; greedy.toml explains the keys.",
            f"# Found by: {self.command}",
            f"# Proof: {share(self.score)} ({share(self.low)} to {share(self.high)}) against "
            f"{self.base} in {self.proof_games:,} fresh games.",
            "",
            f'about = "the greedy player, its weights trained against {self.base}"',
            "",
            *[f"{key} = {value}" for key, value in self.after.items()],
        ]
        return "\n".join(lines) + "\n"


def train(
    game: str,
    *,
    players: int | None = None,
    mode: str | None = None,
    generations: int = 20,
    games: int = 200,
    proof: int = 2_000,
    base: str = FIRST,
    start: str | Path | None = None,
    spread: float = _SPREAD,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Training:
    """Train the weights of a policy by playing against it, and prove the gain on fresh games.

    `games` are those of each candidate; `start` is a policy file whose weights to begin with, and
    `spread` how far the first candidates lie from them, as a share of each weight: of the first
    policy's or of that file's, whichever is greater, so that a weight that was 0 can be trained.
    What costs time, such as `look_at`, is not trained: all candidates keep what `start` says.
    """
    try:
        import cma  # type: ignore[import-untyped]
    except ImportError:
        raise BadInput(
            "training needs the package cma: pip install 'tabletop-balance[train]'"
        ) from None
    for name, value, most in (("generations", generations, 1000), ("games", games, 10**6)):
        if not 1 <= value <= most:
            raise BadInput(f"--{name} {value:,} is not allowed; allowed: 1 to {most:,}")
    if not 0.01 <= spread <= 2.0:
        raise BadInput(f"--spread {spread:g} is not allowed; allowed: 0.01 to 2")
    chosen = GAMES.get(game)
    first = make_plan(ask(game, players=players, mode=mode, games=1, seed=seed))
    if base not in styles(first.data) or is_thoughtful(base):
        raise BadInput(f"there is no policy file {base!r}; known: {', '.join(styles(first.data))}")
    document = dict(first.data.document["policies"][base])
    before = {key: value for key, value in document.items() if _is_weight(key, value)}
    costs = {key: document[key] for key in _COSTS if key in document}
    given = {} if start is None else _read(Path(start), before | costs)
    begin = before | {key: value for key, value in given.items() if key in before}
    thought = {key: value for key, value in given.items() if key in costs}
    limits = {key: _limits(chosen, base, key, value) for key, value in before.items()}
    keys = list(before)
    size = np.array([max(4.0, abs(before[key]), abs(begin[key])) for key in keys])

    def weights(point: Floats) -> dict[str, int]:
        values = dict(thought)
        for key, step, unit in zip(keys, point, size, strict=True):
            low, high = limits[key]
            values[key] = int(min(high, max(low, round(begin[key] + float(step) * unit))))
        return values

    warm(chosen, compiling)
    options = {"seed": seed + 1, "verbose": -9, "maxiter": generations}
    search = cma.CMAEvolutionStrategy(np.zeros(len(keys)), spread, options)
    history: list[float] = []
    played = 0
    with ThreadPoolExecutor(runner.thread_count(threads)) as pool:
        for generation in range(generations):
            points = search.ask()
            found = _evaluate(
                first, document, base, [weights(p) for p in points], games, seed + generation, pool
            )
            search.tell(points, [-score for score in found])
            played += games * len(points)
            history.append(float(np.mean(found)))
            if progress is not None:
                progress(runner.Progress(generation + 1, generations, 0.0))
    after = weights(np.asarray(search.result.xfavorite))
    after |= {key: begin[key] for key in _idle(first, document, after, begin, games, seed)}
    plan = _with(first, document, {TRAINED: after}, seed + _PROOF)
    stronger = scores(duel(plan, TRAINED, base, proof), threads, None)
    equal = scores(duel(plan, base, base, proof), threads, None)
    evidence = from_sets(stronger)
    interval = score_interval(evidence)
    gain = stronger - equal
    half = (
        normal_quantile(LEVEL) * float(gain.std(ddof=1)) / sqrt(len(gain)) if len(gain) > 1 else 1.0
    )
    words = ["balance train", chosen.id, f"--generations {generations} --games {games}"]
    if start is not None:
        words.append(f"--start {Path(start).name}")
    if spread != _SPREAD:
        words.append(f"--spread {spread:g}")
    if players or mode:
        words.append(f"--mode {first.request.mode} --players {first.players}")
    words.append(f"--seed {seed}")
    return Training(
        chosen,
        " ".join(words),
        base,
        before | costs,
        after,
        tuple(history),
        played,
        len(stronger) * plan.per_set,
        float(evidence.score),
        float(interval.low),
        float(interval.high),
        float(gain.mean()),
        float(gain.mean()) - half,
        float(gain.mean()) + half,
        plan.fair,
    )


def _evaluate(
    first: Plan,
    document: Mapping[str, Any],
    base: str,
    candidates: list[dict[str, int]],
    games: int,
    seed: int,
    pool: ThreadPoolExecutor,
) -> list[float]:
    """Return what each candidate scores against the base, all on the same games."""
    named = {f"candidate_{i}": each for i, each in enumerate(candidates)}
    plan = _with(first, document, named, seed)
    plan.game.play(plan.data, duel(plan, base, base, 1).batch(0, 1))  # tables are built once

    def score(name: str) -> float:
        mine = duel(plan, name, base, games)
        batch = mine.batch(0, mine.games)
        return float(mine.game.play(mine.data, batch)["score"][batch.seat_player == 0].mean())

    return list(pool.map(score, named))


def _idle(
    first: Plan,
    document: Mapping[str, Any],
    after: Mapping[str, int],
    begin: Mapping[str, int],
    games: int,
    seed: int,
) -> list[str]:
    """Return the weights whose change does not show in any game, such as those for other modes."""
    moved = [key for key in begin if after[key] != begin[key]]
    named = {TRAINED: after} | {f"without_{key}": {**after, key: begin[key]} for key in moved}
    plan = _with(first, document, named, seed)

    def played(name: str) -> Mapping[str, Any]:
        mine = duel(plan, name, name, games)
        return mine.game.play(mine.data, mine.batch(0, mine.games))

    def same(one: Mapping[str, Any]) -> bool:
        return all((one[column] == usual[column]).all() for column in usual)

    usual = played(TRAINED)
    return [key for key in moved if same(played(f"without_{key}"))]


def _with(
    first: Plan, document: Mapping[str, Any], named: Mapping[str, Mapping[str, int]], seed: int
) -> Plan:
    """Return a plan whose figures know further policies."""
    overlay = {"policies": {name: {**document, **values} for name, values in named.items()}}
    data = first.game.load([*first.request.overlays, overlay])
    return replace(first, data=data, request=replace(first.request, seed=seed))


def _is_weight(key: str, value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return abs(value) < _HUGE and key not in _COSTS


def _limits(game: Game, base: str, key: str, value: int) -> tuple[int, int]:
    """Return how far a weight may go: what the figures allow, found by asking."""
    low, high = -100_000, 100_000
    for bound in (0, 1):
        for nearest in ((-1_000, -1, 0, 1, value), (100_000, 1_000, 100, 64, value))[bound]:
            if (bound == 0 and nearest > value) or (bound == 1 and nearest < value):
                continue
            try:
                game.load([{"policies": {base: {key: nearest}}}])
            except BadInput:
                continue
            low, high = (nearest, high) if bound == 0 else (low, nearest)
            break
    return low, high


def _read(file: Path, known: Mapping[str, int]) -> dict[str, int]:
    try:
        document = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} is not a policy file that can be read: {error}") from None
    unknown = sorted(set(document) - set(known) - {"about"})
    if unknown:
        raise BadInput(f"{file}: {toml_text(unknown[0])} is not a weight that can be trained")
    return {key: value for key, value in document.items() if key in known}
