"""Which pieces make a side strong: what was seen with them, and what changes without them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import LEVEL, normal_quantile, within_variance
from analysis.verdicts import holm
from analysis.words import points
from sim.errors import BadInput
from sim.game import GAMES, PieceKind
from sim.names import resolve
from sim.plan import Plan, Request, make_plan
from sim.runner import Progress, thread_count

if TYPE_CHECKING:
    from sim.library import Compiling, Names, Variants

GAMES_EACH = 2_000
CHANGES = ("blank", "more")
_CHUNK = 256
_LEAST = 20  # copies drawn, and not drawn, below which a difference between them says nothing

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Observed:
    """What was seen of a piece, every copy counted by itself as 17Lands does.

    `improvement` is the score of games in which a copy was drawn less that of games in which it
    was not; None where nearly all copies, or nearly none, were drawn.
    """

    games: int
    drawn: int
    score_drawn: float | None
    score_not_drawn: float | None
    improvement: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Caused:
    """What one change does to the side's score: a paired difference on the same games."""

    difference: float
    low: float
    high: float
    p_holm: float
    proven: bool
    changed: int  # games that ended with another score for the side
    saved: float  # share of the games that pairing saves, against two runs of their own


@dataclass(frozen=True)
class PieceImpact:
    """Everything about one piece; a change is None where it cannot be made."""

    piece: PieceKind
    observed: Observed
    blank: Caused | None
    more: Caused | None


@dataclass(frozen=True)
class SideImpact:
    """The pieces of one side, most valuable first, and the score of the side as it is."""

    side: str
    name: str
    games: int
    score: float
    low: float
    high: float
    pieces: tuple[PieceImpact, ...]


@dataclass(frozen=True)
class Impact:
    """Which pieces make which side strong."""

    game: str
    title: str
    piece: str
    games: int  # of each side, and of each change
    seed: int
    policy: str
    provenance: Mapping[str, int]
    sides: tuple[SideImpact, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance impact --json` prints, numbers to six decimals."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "policy": self.policy,
            "provenance": dict(self.provenance),
            "sides": [
                {
                    "side": side.side,
                    "name": side.name,
                    "games": side.games,
                    "score": round(side.score, 6),
                    "low": round(side.low, 6),
                    "high": round(side.high, 6),
                    "pieces": [
                        {
                            "piece": each.piece.id,
                            "name": each.piece.name,
                            "copies": each.piece.copies,
                            "observed": _rounded(each.observed),
                            "blank": _rounded(each.blank),
                            "more": _rounded(each.more),
                        }
                        for each in side.pieces
                    ],
                }
                for side in self.sides
            ],
            "sentence": sentence(self),
        }


def impact(
    game: str,
    *,
    sides: Names = None,
    against: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    games: int = GAMES_EACH,
    seed: int = 1,
    variant: Variants = None,
    set: Any = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Impact:
    """Measure the pieces of some sides (all unless named) that meet all others (or `against`).

    Each side plays `games` games as it is, and the same games again for every piece with one copy
    blank, and with one copy more. Streams, opponents and seats are the same, so that what differs
    comes from the piece.
    """
    from sim.library import ask, warm

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
    rivals = ask(game, sides=against).sides
    if len(request.policies) > 1:
        raise BadInput(
            f"{len(request.policies)} policies are named; pieces are measured with one for all"
        )
    works = list(_works(request, rivals))
    thread_count(threads)
    plan = works[0].plan
    warm(plan.game, compiling)
    with _Player(threads, sum(work.games for work in works), progress) as player:
        found = tuple(_measure(work, player) for work in works)
    return Impact(
        game=plan.game.id,
        title=plan.game.title,
        piece=plan.game.piece,
        games=plan.games,
        seed=plan.request.seed,
        policy=plan.request.policies[0],
        provenance=plan.data.provenance,
        sides=found,
    )


def sentence(found: Impact) -> str:
    """Return the one sentence that closes the report: the piece that matters most."""
    every = [
        (each.blank, f"{each.piece.name} of {side.name}")
        for side in found.sides
        for each in side.pieces
        if each.blank is not None
    ]
    worst, name = min(every, key=lambda item: item[0].difference)
    told = points(*(-100.0 * x for x in (worst.difference, worst.high, worst.low))).lstrip("+")
    proven = sum(caused.proven for caused, _ in every)
    if worst.difference < 0.0 and worst.proven:
        return (
            f"{name} matters most: one blank copy costs its side {told} points; {proven} of "
            f"{len(every)} {found.piece}s are proven to matter."
        )
    return (
        f"No {found.piece} is proven to carry its side; nearest is {name}, of which one blank copy "
        f"costs {told} points."
    )


@dataclass(frozen=True)
class _Work:
    """One side to be measured: its plan, and the plan of every change by piece."""

    plan: Plan
    side: str
    name: str
    pieces: tuple[tuple[int, PieceKind], ...]  # with the place among the game's pieces
    changes: Mapping[tuple[str, str], Plan]  # by piece and change

    @property
    def games(self) -> int:
        return self.plan.games * (1 + len(self.changes))


def _works(request: Request, rivals: tuple[str, ...]) -> Iterator[_Work]:
    game = GAMES.get(request.game)
    data = game.load(request.overlays)
    table = {key: (side.name, *side.aliases) for key, side in data.sides.items()}
    mine = [resolve(word, game.side, table) for word in request.sides] or list(data.sides)
    field = [resolve(word, game.side, table) for word in rivals] or list(data.sides)
    pieces = list(enumerate(game.pieces(data)))
    for side in dict.fromkeys(mine):
        own = tuple((place, piece) for place, piece in pieces if piece.side == side)
        if not own:
            raise BadInput(f"the {game.side} {side} has no {game.piece} that could be changed")
        others = [each for each in dict.fromkeys(field) if each != side]
        asked = replace(request, sides=(side, *others))
        plan = _with(side, make_plan(asked))
        changes = {}
        for _, piece in own:
            for change, overlay in (
                ("blank", game.blank_one(data, piece)),
                ("more", game.add_one(data, piece)),
            ):
                if overlay is not None:
                    overlays = (*request.overlays, overlay)
                    changed = make_plan(replace(asked, overlays=overlays))
                    changes[piece.id, change] = _with(side, changed)
        yield _Work(plan, side, data.sides[side].name, own, changes)


def _with(side: str, plan: Plan) -> Plan:
    """Return a plan with only the lineups in which a side takes part."""
    return replace(plan, lineups=tuple(line for line in plan.lineups if side in line.sides))


class _Player:
    """Plays plans over threads and says how far it is; games come back in order."""

    def __init__(
        self, threads: int | None, total: int, progress: Callable[[Progress], None] | None
    ) -> None:
        self._pool = ThreadPoolExecutor(thread_count(threads), thread_name_prefix="balance")
        self._total, self._progress = total, progress
        self._done, self._started = 0, time.monotonic()

    def __enter__(self) -> _Player:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def points(self, plan: Plan, side: str) -> Floats:
        """Return what a side scored in each game of a plan."""
        return np.concatenate([scored for scored, _ in self._play(plan, side, False)])

    def observed(self, plan: Plan, side: str) -> tuple[Floats, Ints]:
        """Return what a side scored in each game, and how many of each piece it drew."""
        scored, drawn = zip(*self._play(plan, side, True), strict=True)
        return np.concatenate(scored), np.concatenate(drawn)

    def _play(self, plan: Plan, side: str, watch: bool) -> Iterator[tuple[Floats, Ints]]:
        size = max(1, _CHUNK // plan.per_set) * plan.per_set
        waiting = [
            (count, self._pool.submit(_chunk, plan, side, first, count, watch))
            for first in range(0, plan.games, size)
            for count in [min(size, plan.games - first)]
        ]
        for count, future in waiting:
            yield future.result()
            self._done += count
            if self._progress is not None:
                seconds = time.monotonic() - self._started
                self._progress(Progress(self._done, self._total, seconds))


def _chunk(plan: Plan, side: str, first: int, count: int, watch: bool) -> tuple[Floats, Ints]:
    batch = plan.batch(first, count)
    result = (plan.game.observe if watch else plan.game.play)(plan.data, batch)
    player = np.array([line.sides.index(side) for line in plan.lineups])[batch.lineup]
    seat = (batch.seat_player == player[:, None]).argmax(axis=1)
    rows = np.arange(count)
    drawn = result["drawn"][rows, seat].astype(np.int64) if watch else np.zeros((count, 0), int)
    return result["score"][rows, seat].astype(np.float64), drawn


def _measure(work: _Work, player: _Player) -> SideImpact:
    plan, side = work.plan, work.side
    base, drawn = player.observed(plan, side)
    again = {key: player.points(changed, side) for key, changed in work.changes.items()}
    strata = (np.arange(plan.games) // plan.per_set)[:: plan.per_set] % len(plan.lineups)
    caused: dict[tuple[str, str], Caused] = {}
    for change in CHANGES:
        keys = [key for key in again if key[1] == change]
        raw = [_paired(base, again[key], strata) for key in keys]
        for key, (found, _), p_holm in zip(keys, raw, holm([p for _, p in raw]), strict=True):
            caused[key] = replace(found, p_holm=p_holm, proven=p_holm < 1.0 - LEVEL)
    pieces = [
        PieceImpact(
            piece,
            _observed(base, drawn[:, place], piece.copies, plan.per_set),
            caused.get((piece.id, "blank")),
            caused.get((piece.id, "more")),
        )
        for place, piece in work.pieces
    ]
    pieces.sort(key=lambda each: 0.0 if each.blank is None else each.blank.difference)
    half = _half(base.reshape(-1, plan.per_set).mean(axis=1), strata)
    score = float(base.mean())
    return SideImpact(side, work.name, plan.games, score, score - half, score + half, tuple(pieces))


def _paired(before: Floats, after: Floats, strata: Ints) -> tuple[Caused, float]:
    """Return the difference of two runs of the same games, with its uncorrected p-value."""
    per_set = len(before) // len(strata)
    sets = [each.reshape(-1, per_set).mean(axis=1) for each in (before, after)]
    step = sets[1] - sets[0]
    half, difference = _half(step, strata), float(step.mean())
    alone = sum(_half(each, strata) ** 2 for each in sets)
    p = erfc(abs(difference) / half * normal_quantile(LEVEL) / sqrt(2.0))
    changed = int((before != after).sum())
    low, high = difference - half, difference + half
    return Caused(difference, low, high, 1.0, False, changed, 1.0 - half**2 / alone), p


def _half(values: Floats, strata: Ints) -> float:
    """Return half the width of the interval of a mean of sets.

    The variance is that within the lineups, plus that of z² imagined sets that are off by a whole
    game: what was never seen in n sets may still happen in some four of them.
    """
    z = normal_quantile(LEVEL)
    n = len(values)
    rest = values - values.mean()
    counts = np.bincount(strata).astype(np.float64)
    sums, squares = (np.bincount(strata, x).astype(np.float64) for x in (rest, rest**2))
    variance = float(within_variance(counts, sums, squares))
    return z * sqrt(n * variance + z * z) / n


def _observed(score: Floats, drawn: Ints, copies: int, per_set: int) -> Observed:
    """Compare games by the copies drawn; sets that hold both kinds are accounted for as such."""
    held = np.stack([drawn, copies - drawn]).astype(np.float64)
    total = held.sum(axis=1)
    scores = [float(h @ score / t) if t else None for h, t in zip(held, total, strict=True)]
    seen, unseen = scores
    nothing = Observed(len(score), int(total[0]), seen, unseen, None, None, None)
    if seen is None or unseen is None or total.min() < _LEAST:
        return nothing
    influence = held[0] * (score - seen) / total[0] - held[1] * (score - unseen) / total[1]
    by_set = influence.reshape(-1, per_set).sum(axis=1)
    half = normal_quantile(LEVEL) * sqrt(float(by_set @ by_set))
    gain = seen - unseen
    return replace(nothing, improvement=gain, low=gain - half, high=gain + half)


def _rounded(row: Observed | Caused | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        key: round(value, 6) if isinstance(value, float) else value
        for key, value in vars(row).items()
    }
