"""The pictures of a run: who beats whom, and how each side fares."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.summary import Summary
from analysis.words import decimals, margin, percent, share
from reports import lines
from reports.canvas import aside, canvas, heading, quiet_axes, shade, small_print
from reports.grid import Cell, grid
from reports.style import (
    BLUE,
    DPI,
    INK,
    ORANGE,
    PAPER,
    QUIET,
    cut,
    styled,
    text_width,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEAST_SPAN = 0.08  # scores this far from one half get the full colour, or further ones
_WHO = "Who beats whom: score of the row against the column, %"
_BOLD = "Bold: provably uneven, all cells taken into account"
_NAME_ROOM = 2.2  # inches that a name may take


def matchups_figure(summary: Summary) -> Figure:
    """Return the heat map of matchups: the row's score against the column, with its interval."""
    with styled():
        return _matchups(summary)


def rates_figure(summary: Summary) -> Figure:
    """Return a dot with its interval for every side (policy, side on a map), best first."""
    with styled():
        return _rates(summary)


def save(fig: Figure, path: str | Path) -> Path:
    """Write a figure as .png or .svg; the same figure always gives the same bytes."""
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    clean: dict[str, dict[str, Any]] = {"png": {"Software": None}, "svg": {"Date": None}}
    if kind not in clean:
        raise ValueError(f"a figure is written as .png or .svg, not as {target.name!r}")
    with styled():
        fig.savefig(target, format=kind, dpi=DPI, metadata=clean[kind])
    return target


def _matchups(summary: Summary) -> Figure:
    square = grid(summary)
    n = len(square.labels)
    cell = 1.15 if n <= 4 else max(0.5, 1.15 - 0.08 * (n - 4))
    size = 10.0 if n <= 12 else 8.5
    names = [cut(name, size, _NAME_ROOM) for name in square.labels]
    label = max(text_width(name, size) for name in names)
    # Names over narrow columns are turned, and then reach up as far as they are long.
    upright = label + 0.15 > cell
    left, top = label + 0.3, (label if upright else 0.2) + 0.15
    head = 0.85
    footer = [part for part in (_BOLD, lines.reconstructed(summary)) if part]
    room = _text_room(summary, footer)
    cell = max(cell, min(1.7, (room - left - 0.2) / n))
    plot = cell * n
    width = max(left + plot + 0.2, room)
    height = head + top + plot + 0.35 + 0.18 * len(footer)
    fig, axes = canvas(width, height, (left, head + top, plot, plot))
    heading(fig, _WHO, lines.title(summary))
    small_print(fig, footer)

    span = max([_LEAST_SPAN, *(abs(c.score - 0.5) for (i, j), c in square.cells.items() if i != j)])
    axes.set(xlim=(0, n), ylim=(n, 0))
    axes.set_axis_off()
    for i in range(n):
        axes.text(-0.1 / cell, i + 0.5, names[i], ha="right", va="center", fontsize=size, color=INK)
        place = (i + 0.5, -0.1 / cell)
        if upright:
            axes.text(*place, names[i], rotation=90, ha="center", va="bottom", fontsize=size)
        else:
            axes.text(*place, names[i], ha="center", va="bottom", fontsize=size)
        for j in range(n):
            _draw_cell(axes, (i, j), square.cells.get((i, j)), span, cell)
    return fig


def _draw_cell(
    axes: Axes, at: tuple[int, int], cell: Cell | None, span: float, inches: float
) -> None:
    from matplotlib.patches import Rectangle

    i, j = at
    if cell is None or i == j:
        fill, ink = "#eef0f3", QUIET
    else:
        fill, ink = shade((cell.score - 0.5) / span)
    gap = 0.02
    axes.add_patch(Rectangle((j + gap / 2, i + gap / 2), 1 - gap, 1 - gap, facecolor=fill, lw=0))
    if cell is None:
        if i != j:
            axes.text(j + 0.5, i + 0.5, "–", ha="center", va="center", color=ink, fontsize=8)
        return
    half = 100 * margin(cell.score, cell.low, cell.high)
    digits = decimals(half) if inches > 0.8 else 1
    big = min(17.0, 16.0 * inches)
    weight = "bold" if cell.proven else "normal"
    whole = 100 * cell.score
    text = f"{whole:.{digits}f}" if whole < 99.95 or inches > 0.6 else "100"
    how: dict[str, Any] = {"ha": "center", "va": "center", "color": ink}
    line = big / 72.0 / inches
    height = i + 0.5 - (0.45 * line if half else 0.0)
    axes.text(j + 0.5, height, text, fontsize=big, fontweight=weight, **how)
    if half:
        axes.text(j + 0.5, i + 0.5 + 0.8 * line, f"± {half:.{digits}f}", fontsize=0.66 * big, **how)


def _rates(summary: Summary) -> Figure:
    groups = [
        (axis, rows.sort("score", descending=True, maintain_order=True).rows(named=True))
        for (axis,), rows in summary.rates.group_by(["axis"], maintain_order=True)
    ]
    size, step = 10.0, 0.34
    names = {
        row["name"]: cut(summary.shown(row["name"]), size, 2.6) for _, g in groups for row in g
    }
    label = max(text_width(name, size) for name in names.values())
    numbers = {
        id(row): f"{percent(row['score'], row['low'], row['high'])} %"
        for _, g in groups
        for row in g
    }
    note = max(text_width(text, size) for text in numbers.values())
    titled = len(groups) > 1
    slots = sum(len(rows) for _, rows in groups) + (len(groups) * 1.2 if titled else 0.0)
    left, head, plot_height = label + 0.45, 1.1, step * slots
    footer = [part for part in (lines.reconstructed(summary),) if part]
    room = max(4.6, _text_room(summary, footer) - left - note - 0.5)
    width = left + room + note + 0.5
    height = head + plot_height + 0.5 + 0.3 * len(footer)
    fig, axes = canvas(width, height, (left, head, room, plot_height))
    heading(fig, f"Score by {' and '.join(axis for axis, _ in groups)}, %", lines.title(summary))
    small_print(fig, footer)

    fair = summary.fair
    ends = [row[key] for _, rows in groups for row in rows for key in ("low", "high")]
    low, high = min([fair, *ends]), max([fair, *ends])
    pad = max(0.01, 0.06 * (high - low))
    axes.set(xlim=(100 * max(low - pad, -0.02), 100 * min(high + pad, 1.02)), ylim=(slots, 0))
    quiet_axes(axes)
    axes.axvline(100 * fair, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
    axes.annotate(
        f"fair {share(fair)}",
        (100 * fair, 0),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=QUIET,
        fontsize=8.5,
    )
    proven = set(summary.verdicts.filter(pl.col("proven")).select("axis", "name").iter_rows())
    y = 0.0
    for axis, rows in groups:
        if titled:
            y += 1.2
            aside(axes, (0, y - 0.4), axis.capitalize(), -6, ha="right", color=QUIET)
        for row in rows:
            y += 0.5
            colour = INK
            if (axis, row["name"]) in proven:
                colour = BLUE if row["score"] > fair else ORANGE
            axes.plot([100 * row["low"], 100 * row["high"]], [y, y], color=colour, lw=2.2)
            ticks = [100 * row["low"], 100 * row["high"]]
            axes.plot(ticks, [y, y], ls="", marker="|", ms=7, mew=1.6, color=colour)
            axes.plot(100 * row["score"], y, marker="o", ms=6.5, color=colour, mec=PAPER, mew=0.8)
            aside(axes, (0, y), names[row["name"]], -6, ha="right", fontsize=size)
            aside(axes, (1, y), numbers[id(row)], 8, ha="left", fontsize=size, color=colour)
            y += 0.5
    return fig


def _text_room(summary: Summary, footer: list[str]) -> float:
    """Return how wide a figure must be for its title and its footer."""
    texts = [
        text_width(_WHO, 12, bold=True),
        text_width(lines.title(summary), 9),
        *(text_width(text, 8) for text in footer),
    ]
    return max(texts) + 0.4
