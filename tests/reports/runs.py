"""Summaries of made-up runs, for the pictures and tables to show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from analysis.summary import Summary, summarise
from tests.analysis.synthetic import all_pairs, lineup, manifest, parts

MANY = {f"side{i}": f"Fighter number {i}" for i in range(30)}


def summary(
    lineups: Sequence[dict[str, Any]], games: int, strength: Any = None, **changes: Any
) -> Summary:
    """Return the summary of a run of these lineups."""
    about = manifest(lineups, games, **changes)
    return summarise(parts(about, strength=strength), about)


@cache
def duel() -> Summary:
    """Return a run of two armies."""
    return summary([lineup("moloch", "borgo")], 4_000)


@cache
def four() -> Summary:
    """Return a run of all pairs of four armies."""
    return summary(all_pairs(), 12_000)


@cache
def field(sides: int) -> Summary:
    """Return a run of all pairs of many sides, of quite different strength."""
    names = list(MANY)[:sides]
    strength = {name: 0.08 * i for i, name in enumerate(names)}
    pairs = all_pairs(names)
    return summary(pairs, 2 * len(pairs) * max(2, 3_600 // len(pairs)), strength, names=MANY)


@cache
def policies() -> Summary:
    """Return a run in which the players differ."""
    return summary([lineup("moloch", "borgo", policies=["greedy", "random"])], 400)
