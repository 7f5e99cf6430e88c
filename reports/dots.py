"""A figure of dots with their intervals, a row each: seats, and what moved between two runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.before_after import BeforeAfter, in_words
from analysis.paired import SAME
from analysis.summary import Summary
from analysis.words import percent, points, share
from reports import lines
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.style import BLUE, INK, ORANGE, PAPER, QUIET, cut, styled, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE, _STEP = 10.0, 0.34
_MOST = 40  # rows of a group that are drawn


@dataclass(frozen=True)
class Dot:
    """One row: a name, a value with its interval, the same in words, whether it is proven."""

    name: str
    value: float
    low: float
    high: float
    text: str
    proven: bool


@dataclass(frozen=True)
class Dots:
    """A figure of rows in groups; `mark` is the line that they are held against."""

    what: str
    about: str
    foot: tuple[str, ...]
    mark: float
    mark_text: str
    groups: tuple[tuple[str, tuple[Dot, ...]], ...]


def seats_figure(summary: Summary) -> Figure:
    """Return the score of each seat with its interval."""
    fair = 100.0 * summary.fair
    rows = tuple(
        Dot(
            f"Seat {row['seat']}",
            100.0 * row["score"],
            100.0 * row["low"],
            100.0 * row["high"],
            f"{percent(row['score'], row['low'], row['high'])} %",
            not row["low"] <= summary.fair <= row["high"],
        )
        for row in summary.seats.iter_rows(named=True)
    )
    first = f"{summary.first_seat.capitalize()}: {points(*summary.first_player)} points"
    foot = tuple(part for part in (first, lines.reconstructed(summary)) if part)
    mark = f"fair {share(summary.fair)}"
    what = "Score by seat, %"
    return draw(Dots(what, lines.title(summary), foot, fair, mark, (("", rows),)))


def change_figure(summary: Summary, change: BeforeAfter) -> Figure:
    """Return by how many points each side and matchup moved, with its interval."""
    groups = [
        (
            str(axis).capitalize(),
            [(change.shown(row["name"]), row) for row in table.rows(named=True)],
        )
        for (axis,), table in change.sides.group_by(["axis"], maintain_order=True)
    ]
    if change.matchups.height > 1:
        moved = change.matchups.sort(pl.col("difference").abs(), descending=True).head(_MOST)
        pairs = [
            (f"{change.shown(row['a'])} v {change.shown(row['b'])}", row)
            for row in moved.iter_rows(named=True)
        ]
        groups.append(("Matchup", pairs))
    told = tuple((title, tuple(_moved(name, row) for name, row in rows)) for title, rows in groups)
    old, new = change.names
    about = f"{summary.title}: {old} → {new} · {in_words(change)}"
    proven = "Blue and orange: proven to be higher and lower, all rows of a table taken together"
    foot = tuple(part for part in (proven, lines.reconstructed(summary)) if part)
    return draw(Dots("What moved, in points of score", about, foot, 0.0, "no change", told))


def _moved(name: str, row: Mapping[str, Any]) -> Dot:
    value, low, high = (100.0 * row[key] for key in ("difference", "low", "high"))
    return Dot(name, value, low, high, points(value, low, high), row["verdict"] != SAME)


def draw(dots: Dots) -> Figure:
    """Return the figure."""
    with styled():
        return _draw(dots)


def _draw(dots: Dots) -> Figure:
    rows = [dot for _, group in dots.groups for dot in group]
    titled = len(dots.groups) > 1
    label = max(text_width(cut(dot.name, _SIZE, 3.2), _SIZE) for dot in rows)
    note = max(text_width(dot.text, _SIZE) for dot in rows)
    slots = len(rows) + 1.2 * len(dots.groups) * titled
    left, head = label + 0.45, 1.1
    wide = max(
        text_width(dots.what, 12, bold=True),
        text_width(dots.about, 9),
        *(text_width(text, 8) for text in dots.foot),
    )
    room = max(4.2, wide + 0.4 - left - note - 0.5)
    height = head + _STEP * slots + 0.5 + 0.2 * len(dots.foot) + 0.1
    size = (left + room + note + 0.5, height)
    fig, axes = canvas(*size, (left, head, room, _STEP * slots))
    heading(fig, dots.what, dots.about)
    small_print(fig, list(dots.foot))
    _axis(axes, dots, slots)
    y = 0.0
    for title, group in dots.groups:
        if titled:
            y += 1.2
            aside(axes, (0, y - 0.4), title, -6, ha="right", color=QUIET)
        for dot in group:
            y += 0.5
            colour = (BLUE if dot.value > dots.mark else ORANGE) if dot.proven else INK
            ends = [dot.low, dot.high]
            axes.plot(ends, [y, y], color=colour, lw=2.2)
            axes.plot(ends, [y, y], ls="", marker="|", ms=7, mew=1.6, color=colour)
            axes.plot(dot.value, y, marker="o", ms=6.5, color=colour, mec=PAPER, mew=0.8)
            aside(axes, (0, y), cut(dot.name, _SIZE, 3.2), -6, ha="right", fontsize=_SIZE)
            aside(axes, (1, y), dot.text, 8, ha="left", fontsize=_SIZE, color=colour)
            y += 0.5
    return fig


def _axis(axes: Axes, dots: Dots, slots: float) -> None:
    rows: Sequence[Dot] = [dot for _, group in dots.groups for dot in group]
    ends = [dots.mark, *(end for dot in rows for end in (dot.low, dot.high))]
    pad = max(0.5, 0.06 * (max(ends) - min(ends)))
    axes.set(xlim=(min(ends) - pad, max(ends) + pad), ylim=(slots, 0))
    quiet_axes(axes)
    axes.axvline(dots.mark, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
    axes.annotate(
        dots.mark_text,
        (dots.mark, 0),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=QUIET,
        fontsize=8.5,
    )
