"""What changes from round to round, as one curve for each side, such as who is still alive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.summary import Summary
from reports import lines
from reports.canvas import canvas, heading, small_print
from reports.style import FAINT, OWNERS, QUIET, cut, styled, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARKS = "osD^vP"
_SIZE = 10.0
_LABEL = 0.2  # inches from one label to the next, at least
_HIGH = 3.4


def curves_figure(summary: Summary) -> Figure:
    """Return the groups of tallies that follow one another in time: a curve with its intervals for
    every side, named at its end."""
    with styled():
        return _curves(summary)


def _curves(summary: Summary) -> Figure:
    groups = [summary.tallies.filter(pl.col("group") == group) for group in summary.curves]
    names = {
        side: cut(summary.shown(side), _SIZE, 2.0)
        for side in summary.tallies["side"].unique(maintain_order=True)
    }
    label = max(text_width(name, _SIZE) for name in names.values()) + 0.3
    high = max(_HIGH, _LABEL * 1.1 * len(names))
    footer = [part for part in (lines.reconstructed(summary),) if part]
    texts = [text_width(lines.title(summary), 9), *(text_width(text, 8) for text in footer)]
    wide = max(4.6, max(texts) + 0.4 - label - 0.6)
    step = high + 0.75
    height = 0.85 + step * len(groups) + 0.22 * len(footer)
    top = 0.85
    fig, axes = canvas(0.6 + wide + label, height, (0.5, top, wide, high))
    heading(fig, " · ".join(summary.curves) + ", mean", lines.title(summary))
    small_print(fig, footer)
    for number, rows in enumerate(groups):
        if number:
            place = axes.get_position()
            down = step * number / height
            axes = fig.add_axes((place.x0, place.y0 - down, place.width, place.height))
        _panel(axes, rows, names, high)
    return fig


def _panel(axes: Axes, rows: pl.DataFrame, names: dict[str, str], high: float) -> None:
    ends = []
    for number, (side, name) in enumerate(names.items()):
        mine = rows.filter(pl.col("side") == side)
        mean = mine["mean"].to_numpy()
        low, high_end = (mine[end].fill_null(mine["mean"]).to_numpy() for end in ("low", "high"))
        colour = OWNERS[number % len(OWNERS)]
        # A little aside of one another, so that intervals at the same round can be told apart.
        at = [k + 0.06 * (number - (len(names) - 1) / 2) for k in range(len(mean))]
        how: dict[str, Any] = {"color": colour, "lw": 1.6, "ms": 4.5, "capsize": 2.0}
        mark = _MARKS[number % len(_MARKS)]
        axes.errorbar(at, mean, yerr=[mean - low, high_end - mean], marker=mark, **how)
        ends.append((float(mean[-1]), name, colour))
    labels = rows["name"].unique(maintain_order=True).to_list()
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlim(-0.4, len(labels) - 0.6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelsize=8.5)
    axes.grid(axis="y", color=FAINT, lw=0.6)
    axes.set_xlabel(rows["group"][0].rpartition(" ")[2], fontsize=8.5, color=QUIET)
    bottom, top = axes.get_ylim()
    least = _LABEL / high * (top - bottom)
    placed = top + least
    for value, name, colour in sorted(ends, reverse=True):
        placed = min(value, placed - least)
        axes.annotate(
            name,
            (1.0, placed),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=_SIZE,
            annotation_clip=False,
        )
