"""The figure of how long games last and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.shape import Shape
from analysis.summary import Summary
from analysis.words import amount, percent
from reports import lines
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.style import BLUE, FAINT, INK, QUIET, cut, styled, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE, _STEP = 10.0, 0.32


def length_figure(summary: Summary, shape: Shape) -> Figure:
    """Return the shares of lengths as bars and those of endings as dots, all with intervals."""
    with styled():
        return _length(summary, shape)


def _length(summary: Summary, shape: Shape) -> Figure:
    endings = shape.endings.rows(named=True)
    names = [cut(row["name"], _SIZE, 3.0) for row in endings]
    notes = [f"{percent(row['share'], row['low'], row['high'])} %" for row in endings]
    label = max(text_width(name, _SIZE) for name in names)
    note = max(text_width(text, _SIZE) for text in notes)
    mean = amount(shape.mean, shape.mean_low, shape.mean_high)
    what = f"How long games last ({mean} {shape.unit} on average) and how they end"
    foot = ["Lines: 95 % intervals", *filter(None, [lines.reconstructed(summary)])]
    texts = (text_width(what, 12, bold=True), text_width(lines.title(summary), 9))
    width = max(7.0, *texts, *(text_width(text, 8) for text in foot)) + 0.5
    high, below = 2.2, _STEP * len(endings)
    height = 1.0 + high + 0.75 + below + 0.55 + 0.2 * len(foot)
    fig, axes = canvas(width, height, (0.65, 1.0, width - 0.95, high))
    heading(fig, what, lines.title(summary))
    small_print(fig, foot)
    _bars(axes, shape)
    left = label + 0.45
    top = 1.0 + high + 0.75
    room = width - left - note - 0.5
    place = (left / width, 1 - (top + below) / height, room / width, below / height)
    below_axes = fig.add_axes(place)
    below_axes.set(xlim=(0, 100), ylim=(len(endings), 0))
    quiet_axes(below_axes)
    for i, row in enumerate(endings):
        ends, y = [100 * row["low"], 100 * row["high"]], i + 0.5
        below_axes.plot(ends, [y, y], color=BLUE, lw=2.2)
        below_axes.plot(ends, [y, y], ls="", marker="|", ms=7, mew=1.6, color=BLUE)
        below_axes.plot(100 * row["share"], y, marker="o", ms=6, color=BLUE)
        aside(below_axes, (0, y), names[i], -6, ha="right", fontsize=_SIZE)
        aside(below_axes, (1, y), notes[i], 8, ha="left", fontsize=_SIZE)
    return fig


def _bars(axes: Axes, shape: Shape) -> None:
    from matplotlib.ticker import MaxNLocator

    rows = shape.lengths.rows(named=True)
    middle = [(row["low"] + row["high"]) / 2 for row in rows]
    wide = rows[0]["high"] - rows[0]["low"] + 1
    axes.bar(middle, [100 * row["share"] for row in rows], width=0.86 * wide, color="#9cc4e4")
    for x, row in zip(middle, rows, strict=True):
        axes.plot([x, x], [100 * row["share_low"], 100 * row["share_high"]], color=INK, lw=1.2)
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelsize=8.5)
    axes.grid(axis="y", color=FAINT, lw=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(shape.unit, color=QUIET)
    axes.set_ylabel("% of games", color=QUIET)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
