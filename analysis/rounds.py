"""What a round of games says: one mirrored set of every lineup, boiled down to a few numbers.

Rounds of a request are alike and independent of one another, and each holds every lineup once, so
that opponents of different strength are not luck and every seat is dealt evenly. At larger tables
rounds take the orders around the table in turn. A bet that is fair on average over a cycle gains
nothing by knowing the cycle: (1 + x)(1 - x) is less than 1.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.intervals import Floats
from sim.errors import BadInput
from sim.game import Lineup
from sim.names import resolve
from sim.plan import Plan
from sim.teams import TOGETHER, in_teams, members, parties, team_name


class Rounds(NamedTuple):
    """Games as arrays: round x lineup x rotation (x player or seat)."""

    by_player: Floats
    by_seat: Floats
    length: NDArray[np.int64]


class Observed(NamedTuple):
    """Points and the share of points they are taken from, per round; both within 0 to 1."""

    points: Floats
    share: Floats


class Measure(NamedTuple):
    """Something to observe in rounds, and from how many sets of a round it is taken."""

    observe: Callable[[Rounds], Observed]
    sets: int


Label = Callable[[Lineup, int], str]


def side_of(lineup: Lineup, player: int) -> str:
    """Return the side of a player."""
    return lineup.sides[player]


def policy_of(lineup: Lineup, player: int) -> str:
    """Return the policy of a player."""
    return lineup.policies[player]


def games_per_round(plan: Plan) -> int:
    """Return how many games a round has."""
    return plan.per_set * len(plan.lineups)


def rounds_of(plan: Plan, rows: pl.DataFrame) -> Rounds:
    """Return rows, which must be whole rounds in order, as arrays."""
    shape = (-1, len(plan.lineups), plan.per_set)
    seats = [rows[f"score_{k}"].to_numpy().reshape(shape) for k in range(plan.players)]
    by_seat = np.stack(seats, axis=-1)
    players = [rows[f"player_{k}"].to_numpy().reshape(shape) for k in range(plan.players)]
    by_player = np.empty_like(by_seat)
    np.put_along_axis(by_player, np.stack(players, axis=-1).astype(np.int64), by_seat, axis=-1)
    length = rows["length"].to_numpy().astype(np.int64).reshape(shape)
    return Rounds(by_player, by_seat, length)


def names(plan: Plan, label: Label) -> list[str]:
    """Return the sides (or policies) that take part, in the order of the lineups."""
    seen = (label(line, p) for line in plan.lineups for p in range(plan.players))
    return list(dict.fromkeys(seen))


def pairs(plan: Plan) -> list[tuple[str, str]]:
    """Return every two different sides that meet, or teams where there are any."""
    found: dict[frozenset[str], tuple[str, str]] = {}
    for line in plan.lineups:
        for a, b in combinations(_called(plan, line), 2):
            if a != b:
                found.setdefault(frozenset((a, b)), (a, b))
    return list(found.values())


def named(plan: Plan, word: str, label: Label, what: str) -> str:
    """Return the side (or policy) of a request that a word means."""
    known: dict[str, tuple[str, ...]] = {name: () for name in names(plan, label)}
    if label is side_of:
        every = plan.data.sides
        known = {key: (every[key].name, *every[key].aliases) for key in known}
    return resolve(word, what, known)


def named_party(plan: Plan, word: str) -> str:
    """Return the side of a request that a word means, or the team of `korat+blitz`."""
    if not in_teams(plan.teams):
        return named(plan, word, side_of, plan.game.side)
    ids = [named(plan, each, side_of, plan.game.side) for each in word.split(TOGETHER)]
    return team_name(ids, plan.data.sides)


def score_of(plan: Plan, name: str, label: Label) -> Measure:
    """Measure the score of a side (or policy) over all its games but those against itself.

    In teams it fares as its team does, and counts once for each team that it is in.
    """
    teams = members(plan.teams)
    slots = [
        (place, [found[0] for found in here if found])
        for place, line in enumerate(plan.lineups)
        for here in [[[p for p in team if label(line, p) == name] for team in teams]]
    ]
    facing = [(place, p) for place, held in slots if len(held) < len(teams) for p in held]
    if not facing:
        raise BadInput(f"{name} meets only itself, so its score says nothing")
    lines, players = (list(part) for part in zip(*facing, strict=True))

    def measure(rounds: Rounds) -> Observed:
        points = rounds.by_player.mean(axis=2)[:, lines, players].mean(axis=1)
        return Observed(points, np.ones_like(points))

    return Measure(measure, len(set(lines)))


def matchup_of(plan: Plan, a: str, b: str) -> Measure:
    """Measure the score of a against b; at larger tables, a's part of what the two took.

    Where there are teams, a and b are teams.
    """
    first = [held[0] for held in members(plan.teams)]
    met = [
        (place, [[p for p, name in zip(first, called, strict=True) if name == x] for x in (a, b)])
        for place, line in enumerate(plan.lineups)
        for called in [_called(plan, line)]
        if a in called and b in called
    ]
    if a == b or not met:
        raise BadInput(f"{a} and {b} do not meet in this request")

    def measure(rounds: Rounds) -> Observed:
        points = rounds.by_player.mean(axis=2)
        mine, theirs = (
            np.mean([points[:, place, held[i]].mean(axis=1) for place, held in met], axis=0)
            for i in (0, 1)
        )
        return Observed(mine, mine + theirs)

    return Measure(measure, len(met))


def _called(plan: Plan, line: Lineup) -> list[str]:
    """Return the names of the teams of a lineup: the sides, where everyone plays alone."""
    return [party.name for party in parties(line, plan.teams, plan.data.sides)]


def seat_of(plan: Plan, seat: int) -> Measure:
    """Measure the score of a seat, counted from 1."""
    if seat > plan.players:
        raise BadInput(f"there is no seat {seat}; allowed: 1 to {plan.players}")

    def measure(rounds: Rounds) -> Observed:
        points = rounds.by_seat[..., seat - 1].mean(axis=(1, 2))
        return Observed(points, np.ones_like(points))

    return Measure(measure, len(plan.lineups))


def no_longer_than(plan: Plan, length: int) -> Measure:
    """Measure the part of the games that do not exceed a length."""

    def measure(rounds: Rounds) -> Observed:
        points = (rounds.length <= length).mean(axis=(1, 2))
        return Observed(points, np.ones_like(points))

    return Measure(measure, len(plan.lineups))
