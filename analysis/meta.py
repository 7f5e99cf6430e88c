"""The state of the field: strengths, seats, rock-paper-scissors, and the mix nobody can beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis import strength as bradley_terry
from analysis.cycles import (
    Share,
    circles,
    cyclic_share,
    hodge,
    transitive_p,
)
from analysis.frames import games as games_frame
from analysis.intervals import LEVEL
from analysis.matchups import matchups_of
from analysis.nash import nash_mix
from analysis.tally import Tally, tally
from analysis.verdicts import verdicts
from analysis.words import count, percent
from analysis.words import shown as shown_name
from sim.errors import BadInput
from sim.seating import orders, seatings
from sim.teams import members, parties

if TYPE_CHECKING:
    from sim.library import Run
    from sim.plan import Plan

REPLICATES = 500
MOST = 60  # sides; the covariance of all circles grows with the fourth power

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Circle:
    """a beats b, b beats c, c beats a: each leg with (score, low, high), and whether proven."""

    names: tuple[str, str, str]
    legs: tuple[tuple[float, float, float], ...]
    proven: bool


@dataclass(frozen=True)
class Meta:
    """What a field of sides looks like.

    `strengths`: name, strength (natural log odds, average 0), score (against an average side) and
    nash (how often the unbeatable mix takes the side), each with low and high; strongest first.
    `seats`: seat, score among equals, low, high. `cyclic[i, j]`: what i scores against j beyond
    what strengths promise, in points, in the order of `strengths`.
    """

    game: str
    title: str
    side: str
    games: int
    seed: int
    policies: tuple[str, ...]
    names: Mapping[str, str]
    provenance: Mapping[str, int]
    reconstructed: tuple[str, ...]
    strengths: pl.DataFrame
    seats: pl.DataFrame
    cyclic: Floats
    share: Share
    p: float  # of "strengths alone explain who beats whom"
    circles: tuple[Circle, ...]  # the proven ones, clearest first; else the nearest to one, if any

    def shown(self, name: str) -> str:
        """Return the name that readers see."""
        side, space, policy = name.partition(" (")
        return shown_name(side, self.names) + space + policy

    @property
    def proven(self) -> bool:
        """Whether rock-paper-scissors is proven."""
        return any(circle.proven for circle in self.circles)

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance meta --json` prints, numbers to six decimals."""
        names = self.strengths["name"].to_list()
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "policies": list(self.policies),
            "provenance": dict(self.provenance),
            "strengths": [_rounded(row) for row in self.strengths.to_dicts()],
            "seats": [_rounded(row) for row in self.seats.to_dicts()],
            "cyclic": {
                "share": None if np.isnan(self.share.share) else round(self.share.share, 6),
                "low": round(self.share.low, 6),
                "high": round(self.share.high, 6),
                "p": round(self.p, 6),
                "matchups": [
                    {"a": names[i], "b": names[j], "points": round(float(self.cyclic[i, j]), 6)}
                    for i, j in combinations(range(len(names)), 2)
                ],
            },
            "rock_paper_scissors": {
                "proven": self.proven,
                "circles": [
                    {
                        "names": list(circle.names),
                        "scores": [round(leg[0], 6) for leg in circle.legs],
                        "proven": circle.proven,
                    }
                    for circle in self.circles
                ],
            },
            "sentence": sentence(self),
        }


def meta(run: Run, replicates: int = REPLICATES, level: float = LEVEL) -> Meta:
    """Return the meta of a run: strengths, seats, circles and the Nash mix, with intervals."""
    return meta_of(run.even(), run.manifest, replicates, level)


def meta_of(
    parts: pl.LazyFrame,
    manifest: Mapping[str, Any],
    replicates: int = REPLICATES,
    level: float = LEVEL,
) -> Meta:
    """Return the meta of the games in these parts; intervals come from resampled mirrored sets.

    To every lineup one imagined set is added, in which all score alike: it keeps the strength of a
    side that never lost finite, and is soon outweighed.
    """
    field = _Field(tally(games_frame(parts, manifest), manifest.get("teams")), manifest)
    rng = np.random.default_rng(manifest["seed"])
    points, seat_points = field.totals()
    fitted = bradley_terry.fit(field.seating, field.by_entrant(points)[0], seat_points[0])
    score = field.scores(points)[0]
    points, seat_points = field.resample(rng, replicates)
    refitted = bradley_terry.refit(field.seating, fitted, field.by_entrant(points), seat_points)
    scores = field.scores(points)
    flow, flows = _log_odds(score), _log_odds(scores)
    covariance = field.covariance(score)
    mixes = np.array([nash_mix(each) for each in scores])

    def ends(values: Floats) -> tuple[Floats, Floats]:
        tail = (1.0 - level) / 2.0
        low, high = np.quantile(values, [tail, 1.0 - tail], axis=0)
        return low, high

    columns: dict[str, Any] = {"name": field.names}
    for word, value, again in (
        ("strength", fitted.strength, refitted.strength),
        ("score", _expit(fitted.strength), _expit(refitted.strength)),
        ("nash", nash_mix(score), mixes),
    ):
        low, high = ends(again)
        columns |= {word: value, f"{word}_low": low, f"{word}_high": high}
    order = np.argsort(-fitted.strength, kind="stable")
    seat_low, seat_high = ends(bradley_terry.seat_scores(refitted.seat))
    surplus = 100.0 * (score - _expit(flow - hodge(flow).cyclic))
    policies = (policy for line in manifest["lineups"] for policy in line["policies"])
    return Meta(
        game=manifest["game"],
        title=manifest["title"],
        side=manifest["side"],
        games=field.games,
        seed=manifest["seed"],
        policies=tuple(dict.fromkeys(policies)),
        names=manifest["names"],
        provenance=manifest["provenance"],
        reconstructed=tuple(manifest["reconstructed"]),
        strengths=pl.DataFrame(columns)[order],
        seats=pl.DataFrame(
            {
                "seat": np.arange(len(seat_low)) + 1,
                "score": bradley_terry.seat_scores(fitted.seat),
                "low": seat_low,
                "high": seat_high,
            }
        ),
        cyclic=surplus[np.ix_(order, order)],
        share=_share(flow, covariance, flows, level),
        p=transitive_p(flow, covariance),
        circles=_circles(field, level),
    )


def check_field(plan: Plan) -> None:
    """Raise BadInput where the games of a plan could not show its meta, before they are played."""
    played = plan.lineups[: plan.games // plan.per_set]
    several = len({policy for line in played for policy in line.policies}) > 1
    named = [
        tuple(
            f"{who.name} ({who.policy})" if several else who.name
            for who in parties(line, plan.teams, plan.data.sides)
        )
        for line in played
    ]
    names = list(dict.fromkeys(name for each in named for name in each))
    _check_met(names, {frozenset(pair) for each in named for pair in combinations(each, 2)})


def _check_met(names: Sequence[str], met: Set[frozenset[str]]) -> None:
    if not 2 <= len(names) <= MOST:
        raise BadInput(f"the meta of a field needs 2 to {MOST} different sides, not {len(names)}")
    for a, b in combinations(names, 2):
        if frozenset((a, b)) not in met:
            raise BadInput(
                f"{a} and {b} never meet in these games; the meta needs every pair: ask for more "
                "games, let everybody play the same policy, or name teams that share nobody"
            )


def sentence(found: Meta) -> str:
    """Return the one sentence that closes the report: is it rock-paper-scissors or not?"""
    if found.strengths.height < 3:
        return "With two entrants nothing can go round in a circle."
    over = f"over {count(found.games)} games"
    if found.proven:
        more = sum(circle.proven for circle in found.circles) - 1
        others = f", and {more} more such circle{'s' if more > 1 else ''}" if more else ""
        told = _told(found, found.circles[0])
        return f"Rock-paper-scissors is proven {over}: {told}{others}."
    nearest = f"; nearest to it: {_told(found, found.circles[0])}" if found.circles else ""
    if found.p < 1.0 - LEVEL:
        return (
            f"Rock-paper-scissors is not proven {over}, but strength alone does not explain who "
            f"beats whom ({_p(found.p)}){nearest}."
        )
    return (
        f"Rock-paper-scissors is not proven {over}: strength alone may explain who beats whom "
        f"({_p(found.p)}){nearest}."
    )


def _told(found: Meta, circle: Circle) -> str:
    a, b, c = (found.shown(name) for name in circle.names)
    legs = zip(((a, b), (b, c), (c, a)), circle.legs, strict=True)
    return ", ".join(f"{x} beats {y} ({percent(*leg)} %)" for (x, y), leg in legs)


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


class _Field:
    """The games of a run as arrays: lineups x players, with a name for each entrant.

    Teams are entrants as a whole, and the first seat of a team is the seat they count for.
    """

    def __init__(self, counted: Tally, manifest: Mapping[str, Any]) -> None:
        who = counted.parties
        rotations = manifest["rotations"]
        seated = _teams_seated(seatings(rotations, orders(counted.teams)), counted.teams)
        several = who["policy"].n_unique() > 1
        name = pl.format("{} ({})", "side", "policy") if several else pl.col("side")
        named = who.with_columns(name.alias("name"))
        self.counted = counted
        self.names = list(dict.fromkeys(named["name"]))
        n, seats = len(self.names), len(set(counted.teams))
        lineups = named["lineup"].unique(maintain_order=True).to_list()
        place = {each: i for i, each in enumerate(self.names)}
        index = [place[each] for each in named["name"]]
        self.entrant = np.array(index).reshape(len(lineups), seats)
        sets = counted.sets.filter(pl.col("played") == len(rotations))
        self.lineup = np.searchsorted(np.array(lineups), sets["lineup"].to_numpy())
        self.sets = sets["sets"].to_numpy().astype(np.float64)
        first = [held[0] for held in members(counted.teams)]
        self.points = sets.select(f"points_{p}" for p in first).to_numpy()
        self.seat_points = sets.select(f"seat_{k}" for k in first).to_numpy()
        self.games = int(self.sets.sum()) * len(rotations)
        self.rounds = len(rotations)
        in_lineup = self.entrant[:, :, None] == np.arange(n)
        held = in_lineup.sum(axis=1)
        self.held = in_lineup / np.maximum(held, 1)[:, None, :]  # lineup, player, entrant
        self.met = (held > 0).astype(np.float64)
        number = np.bincount(self.lineup, self.sets, minlength=len(lineups))
        around = np.arange(len(seated))
        # Passes over the lineups take the orders in turn; the imagined set is a bit of each.
        passes = (number[:, None] + len(seated) - 1 - around) // len(seated) + 1 / len(seated)
        self.seating = bradley_terry.Seating(
            self.entrant[:, seated].reshape(-1, seats),
            np.repeat(passes.reshape(-1), len(rotations)),
            n,
        )
        pairs = zip(*np.nonzero(self.met.T @ self.met), strict=True)
        _check_met(self.names, {frozenset((self.names[a], self.names[b])) for a, b in pairs})

    def totals(self) -> tuple[Floats, Floats]:
        """Return the points of each lineup's players, and of the seats, as one row each."""
        return self._sum(self.sets[None])

    def resample(self, rng: np.random.Generator, replicates: int) -> tuple[Floats, Floats]:
        """Return the totals of runs whose sets are drawn anew from those played, by lineup."""
        again = np.zeros((replicates, len(self.sets)))
        for lineup in range(len(self.entrant)):
            mine = np.flatnonzero(self.lineup == lineup)
            number = self.sets[mine]
            again[:, mine] = rng.multinomial(int(number.sum()), number / number.sum(), replicates)
        return self._sum(again)

    def _sum(self, sets: Floats) -> tuple[Floats, Floats]:
        seats = self.points.shape[1]
        imagined = self.rounds / seats
        points = np.full((len(sets), *self.entrant.shape), imagined)
        for lineup in range(len(self.entrant)):
            mine = self.lineup == lineup
            points[:, lineup] += sets[:, mine] @ self.points[mine]
        return points, sets @ self.seat_points + imagined * len(self.entrant)

    def by_entrant(self, points: Floats) -> Floats:
        """Return the points of each entrant, from those of the lineups' players."""
        member = self.entrant.reshape(-1)[:, None] == np.arange(len(self.names))
        total: Floats = points.reshape(len(points), -1) @ member.astype(np.float64)
        return total

    def scores(self, points: Floats) -> Floats:
        """Return the score of each entrant against each other, head to head, with ½ for itself."""
        mine = np.einsum("rlp,lpe->rle", points, self.held)
        taken = np.swapaxes(mine, 1, 2) @ self.met
        share: Floats = taken / (taken + np.swapaxes(taken, 1, 2))
        diagonal = np.arange(share.shape[-1])
        share[:, diagonal, diagonal] = 0.5
        return share

    def covariance(self, score: Floats) -> Floats:
        """Return the covariance of the log odds of all pairs, from the spread of the sets."""
        seats, lineups = self.points.shape[1], len(self.entrant)
        # The imagined set of a lineup is taken as one that each player wins in turn.
        won = np.tile(self.rounds * np.eye(seats), (lineups, 1))
        points = np.concatenate([self.points, won])
        lineup = np.concatenate([self.lineup, np.repeat(np.arange(lineups), seats)])
        sets = np.concatenate([self.sets, np.full(lineups * seats, 1.0 / seats)])
        mine = np.einsum("sp,spe->se", points, self.held[lineup])
        a, b = np.triu_indices(len(self.names), 1)
        both = self.met[lineup][:, a] * self.met[lineup][:, b]
        share = (mine[:, a] + mine[:, b]) * both
        p = score[a, b]
        rest = mine[:, a] * both - p * share
        weight = np.bincount(lineup, sets, minlength=lineups)
        for each in range(lineups):
            here = lineup == each
            rest[here] -= sets[here] @ rest[here] / weight[each]
        rest /= (sets @ share) * p * (1.0 - p)
        covariance: Floats = rest.T @ (rest * sets[:, None])
        return covariance


def _teams_seated(seated: NDArray[np.int64], teams: Sequence[int]) -> NDArray[np.int64]:
    """Return the team on each seat where one sits first, for seatings of players."""
    first = [held[0] for held in members(teams)]
    return np.asarray(np.array(teams)[seated[..., first]])


def _circles(field: _Field, level: float) -> tuple[Circle, ...]:
    met = verdicts(matchups_of(field.counted), 0.5, level)
    place = {name: i for i, name in enumerate(field.names)}
    n = len(place)
    leg: dict[tuple[int, int], tuple[float, float, float]] = {}
    sure = np.zeros((n, n), np.bool_)
    ahead = np.zeros((n, n), np.bool_)
    for row in met.iter_rows(named=True):
        a, b = (place[_entrant(row, which)] for which in "ab")
        score, low, high = row["score"], row["low"], row["high"]
        leg[a, b], leg[b, a] = (score, low, high), (1.0 - score, 1.0 - high, 1.0 - low)
        ahead[a, b], ahead[b, a] = score > 0.5, score < 0.5
        sure[a, b] = sure[b, a] = row["proven"]
    found = [(three, True) for three in circles(ahead & sure)]
    found = found or [(three, False) for three in circles(ahead)]
    told = [
        Circle(
            (field.names[a], field.names[b], field.names[c]),
            (leg[a, b], leg[b, c], leg[c, a]),
            proven,
        )
        for (a, b, c), proven in found
    ]
    # Clearest is the circle whose weakest leg is strongest.
    told.sort(key=lambda circle: -min(score for score, _, _ in circle.legs))
    return tuple(told) if found and found[0][1] else tuple(told[:1])


def _entrant(row: Mapping[str, Any], which: str) -> str:
    policy = row.get(f"policy_{which}")
    return row[which] if policy is None else f"{row[which]} ({policy})"


def _share(flow: Floats, covariance: Floats, again: Floats, level: float) -> Share:
    if len(flow) < 3:
        return Share(0.0, 0.0, 0.0)
    return cyclic_share(flow, covariance, again, level)


def _log_odds(score: Floats) -> Floats:
    return np.asarray(np.log(score) - np.log1p(-score))


def _expit(log_odds: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: round(v, 6) if isinstance(v, float) else v for key, v in row.items()}
