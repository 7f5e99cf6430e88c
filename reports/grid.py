"""Matchups as a square: who stands in which row, and what is in each cell."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.summary import Summary, entrant


@dataclass(frozen=True)
class Cell:
    """The score of the row against the column; proven means provably uneven (Holm)."""

    score: float
    low: float
    high: float
    proven: bool


@dataclass(frozen=True)
class Grid:
    """Labels from the strongest down, and the cells that were played."""

    labels: tuple[str, ...]
    cells: dict[tuple[int, int], Cell]


def grid(summary: Summary) -> Grid:
    """Return the matchups of a run as a square, each pair seen from both sides."""
    seen: dict[tuple[str, str], Cell] = {}
    for row, proven in zip(summary.matchups.iter_rows(named=True), summary.proven, strict=True):
        a, b = entrant(summary, row, "a"), entrant(summary, row, "b")
        score, low, high = row["score"], row["low"], row["high"]
        seen[b, a] = Cell(1.0 - score, 1.0 - high, 1.0 - low, proven)
        seen[a, b] = Cell(score, low, high, proven)
    names = list(dict.fromkeys(name for pair in seen for name in reversed(pair)))

    def strength(name: str) -> float:
        others = [cell.score for (a, b), cell in seen.items() if a == name != b]
        return sum(others) / len(others) if others else 0.5

    labels = sorted(names, key=strength, reverse=True)
    place = {name: i for i, name in enumerate(labels)}
    return Grid(tuple(labels), {(place[a], place[b]): cell for (a, b), cell in seen.items()})
