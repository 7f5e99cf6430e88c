"""Playing until every interval is narrow enough, without fooling oneself by looking often.

Looks happen at fixed numbers of games, at each of which all lineups were played equally often. So
the same request stops at the same game whatever the threads and chunks, and a run folder gives the
same intervals again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.evidence import scores
from analysis.frames import games as games_frame
from analysis.intervals import LEVEL
from analysis.matchups import KEY, matchups_of
from analysis.rates import rates_of
from analysis.seats import seats_of
from analysis.sequences import ScoreSequence, best_time
from analysis.tally import counted_columns, tally
from sim.plan import MOST_GAMES
from sim.teams import fair_share

_FIRST = 500  # games before the first look, about
_GROWTH = 1.2  # each look after so many times the games of the one before


class Looks:
    """The numbers of games at which a run is looked at, each a multiple of `step`."""

    def __init__(self, step: int) -> None:
        self._step = step
        self._at = [self._whole(_FIRST)]

    def after(self, games: int) -> int:
        """Return the first look after so many games."""
        while self._at[-1] <= games:
            self._at.append(max(self._at[-1] + self._step, self._whole(self._at[-1] * _GROWTH)))
        return self._at[bisect_right(self._at, games)]

    def _whole(self, games: float) -> int:
        return -int(-games // self._step) * self._step


class Precision:
    """Watches a run: confidence sequences of all that its report will show.

    Made from the manifest of the run, of which the number of games may still be open.
    """

    def __init__(self, manifest: Mapping[str, Any], level: float = LEVEL) -> None:
        self.wanted: float = manifest["request"]["until"]
        self.precise = False
        self.expected: int | None = None
        self.games = 0
        self._manifest = manifest
        self._level = level
        self._per_set = len(manifest["rotations"])
        players = len(manifest["lineups"][0]["sides"])
        self._teams: Sequence[int] = manifest.get("teams") or range(players)
        self._looks = Looks(self._per_set * len(manifest["lineups"]))
        self._sequences: dict[tuple[str, ...], ScoreSequence] = {}

    @property
    def known(self) -> int:
        """Return no bound: every lineup is played until the end."""
        return MOST_GAMES

    def next_look(self, games: int) -> int:
        """Return the first look after so many games."""
        return self._looks.after(games)

    def reads(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return what it reads of some games."""
        return counted_columns(rows)

    def enough(self, rows: Sequence[pl.DataFrame]) -> bool:
        """Take in the games since the last look; whether every interval is narrow enough."""
        reached = self.add(pl.concat(rows).lazy())
        growth = (each.growth(self.wanted) for each in self._sequences.values())
        self.expected = int(self.games * max(growth, default=1.0))
        self.precise = reached <= self.wanted
        return self.precise

    def add(self, parts: pl.LazyFrame) -> float:
        """Take in games and return the widest ± there is now."""
        counted = tally(games_frame(parts, self._manifest), self._teams)
        self.games += counted.games
        tables = (
            rates_of(counted, self._manifest["side"], self._add),
            matchups_of(counted, self._add),
            seats_of(counted, self._add),
        )
        score, low, high = pl.col("score"), pl.col("low"), pl.col("high")
        widest = pl.max_horizontal(score - low, high - score).max()
        return max(float(table.select(widest).item()) for table in tables)

    def measured(self, rows: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
        """Return the intervals of the games taken in so far, in place of `evidence.scores`."""
        sequence = self._sequences.get(tuple(key))
        return scores(rows, key) if sequence is None else sequence.table()

    def _add(self, rows: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
        if rows.is_empty():  # a side that meets only itself
            return scores(rows, key)
        name = tuple(key)
        if name not in self._sequences:
            # The share of a side is its teams times the games of a set; of a pair, at most all.
            whole = float(self._per_set)
            if name == ("axis", "name"):
                lines = self._manifest["lineups"]
                tables = [line[who] for line in lines for who in ("sides", "policies")]
                whole *= most_held(tables, self._teams)
            guess = 0.5 if name == tuple(KEY) else fair_share(self._teams)
            variance = guess * (1.0 - guess) / self._per_set
            time = best_time(self.wanted, variance, self._level)
            self._sequences[name] = ScoreSequence(key, time, whole, self._level, guess=guess)
        self._sequences[name].add(rows)
        return self._sequences[name].table()


def looked_at(parts: pl.LazyFrame, manifest: Mapping[str, Any]) -> Precision:
    """Return the watch of a run that is over, as it was after the last look."""
    watch = Precision(manifest)
    start, end = 0, int(manifest["games"])
    while start < end:
        stop = min(watch.next_look(start), end)
        watch.add(parts.filter(pl.col("game").is_between(start, stop - 1)))
        start = stop
    return watch


def most_held(tables: Sequence[Sequence[str]], teams: Sequence[int]) -> int:
    """Return the most teams that one name is in against others, over the names at each table."""
    most = 1
    for names in tables:
        held = Counter(name for name, _ in set(zip(names, teams, strict=True)))
        most = max([most, *(number for number in held.values() if number < len(set(teams)))])
    return most
