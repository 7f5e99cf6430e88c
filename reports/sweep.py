"""A sweep in the terminal and as a picture: a curve for one figure, heat maps for two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from rich.console import Console, Group, RenderableType
from rich.text import Text

from analysis.sweep import Point, Sweep, sentence
from analysis.words import count, percent, share
from reports.canvas import canvas, heading, shade, small_print
from reports.style import FAINT, INK, OWNERS, QUIET, cut, styled, text_width
from reports.tables import FAVOURED
from reports.tables import _table as table
from reports.wrap import wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEAST_SPAN = 0.08  # scores this far from fair get the full colour, or further ones
_STYLES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)))  # beyond six sides colours come again


def render(found: Sweep, console: Console) -> None:
    """Print what a sweep has to say."""
    console.print(report(found, console.width), highlight=False)


def title(found: Sweep) -> str:
    """Return game, games, seed and policies."""
    policies = " and ".join(dict.fromkeys(p for line in found.plan.lineups for p in line.policies))
    return (
        f"{found.plan.game.title} · {count(found.games)} games at each of "
        f"{len(found.points)} points · seed {found.plan.request.seed} · {policies}"
    )


def report(found: Sweep, width: int = 80) -> RenderableType:
    """Return one row per point: the score of every side, and the largest distance from fair."""
    heads = [axis.path.rpartition(".")[2] for axis in found.axes]
    grid = table(heads[0])
    for head in heads[1:]:
        grid.add_column(head, no_wrap=True)
    sides = found.sides
    longest = sum(
        2 + max(len(head), *(len(axis.label(i)) for i in range(len(axis.values))))
        for head, axis in zip(heads, found.axes, strict=True)
    )
    names = sum(2 + max(len("50.0 ± 0.0"), len(found.shown(side))) for side in sides)
    wide = longest + names + len(" Off by  fairest  ") <= width
    for side in sides if wide else ():
        grid.add_column(Text(found.shown(side)), justify="right", no_wrap=True)
    grid.add_column("Off by", justify="right", no_wrap=True)
    grid.add_column("")
    best = found.fairest
    for point in found.points:
        scores = [
            percent(row["score"], row["low"], row["high"])
            for row in (point.rates.iter_rows(named=True) if wide else ())
        ]
        grid.add_row(
            *[axis.label(i) for axis, i in zip(found.axes, point.at, strict=True)],
            *scores,
            f"{100 * point.off:.1f}",
            Text("fairest", style=FAVOURED)
            if point is best
            else Text("maybe" if point.possible else "", style="dim"),
        )
    return Group(
        Text(title(found), style="bold"),
        Text(),
        grid,
        Text(),
        Text(wrapped(sentence(found), width), style="bold"),
    )


def figure(found: Sweep) -> Figure:
    """Return the curves of all sides with their bands, or a heat map for each side."""
    with styled():
        return _curves(found) if len(found.axes) == 1 else _maps(found)


def _curves(found: Sweep) -> Figure:
    axis = found.axes[0]
    names = [cut(found.shown(side), 10.0, 2.2) for side in found.sides]
    label = max(text_width(name, 10.0) for name in names)
    room = max(5.5, text_width(title(found), 9) - label)
    fig, axes = canvas(room + label + 1.2, 5.0, (0.75, 1.1, room, 3.0))
    heading(fig, f"Score by {axis.path}, %", title(found))
    best = found.fairest
    maybe = sum(point.possible for point in found.points) - 1
    small_print(fig, [f"Band: 95 % interval. Marked: fairest; {maybe} other points may be as fair"])
    numeric = all(type(value) in (int, float) for value in axis.values)
    at = [axis.values[p.at[0]] if numeric else float(p.at[0]) for p in found.points]
    if not numeric:
        axes.set_xticks(range(len(axis.values)), [axis.label(i) for i in range(len(axis.values))])
    axes.axhline(100 * found.fair, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
    x = at[found.points.index(best)]
    axes.axvline(x, color=FAINT, lw=6.0, zorder=0)
    axes.annotate(
        f"fairest: {axis.label(best.at[0])}",
        (x, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=QUIET,
    )
    heights = []
    for k, side in enumerate(found.sides):
        rows = [
            point.rates.row(by_predicate=pl.col("name") == side, named=True)
            for point in found.points
        ]
        colour, line = OWNERS[k % len(OWNERS)], _STYLES[k // len(OWNERS) % len(_STYLES)]
        low, high = ([100 * row[key] for row in rows] for key in ("low", "high"))
        axes.fill_between(at, low, high, color=colour, alpha=0.18, lw=0)
        scores = [100 * row["score"] for row in rows]
        axes.plot(at, scores, color=colour, lw=1.8, ls=line, marker="o", ms=3.5)
        heights.append((scores[-1], names[k], colour))
    _name_ends(axes, heights)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    axes.tick_params(length=0, labelsize=8.5)
    axes.set_xlabel(axis.path)
    return fig


def _name_ends(axes: Axes, heights: list[tuple[float, str, str]]) -> None:
    """Write the names at the right ends of the curves, pushed apart where they would overlap."""
    low, high = axes.get_ylim()
    gap, last = 0.055 * (high - low), float("-inf")
    for height, name, colour in sorted(heights):
        last = max(height, last + gap)
        axes.annotate(
            name,
            (1, last),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=10.0,
            annotation_clip=False,
        )


def _maps(found: Sweep) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    rows, columns = found.axes
    panels: list[tuple[str, dict[tuple[int, ...], float]]] = []
    for side in found.sides:
        scores = {
            p.at: float(p.rates.filter(pl.col("name") == side)["score"][0]) for p in found.points
        }
        panels.append((found.shown(side), scores))
    panels.append(("Largest distance from fair", {p.at: p.off for p in found.points}))
    across = min(3, len(panels))
    down = -(-len(panels) // across)
    cell = max(0.42, min(0.8, 3.4 / len(columns.values)))
    label = max(text_width(rows.label(i), 8.5) for i in range(len(rows.values)))
    wide = cell * len(columns.values) + label + 0.65
    high = 0.42 * len(rows.values) + 0.85
    width = max(across * wide + 0.3, text_width(title(found), 9) + 0.4)
    height = 0.9 + down * high + 0.35
    fig = Figure(figsize=(width, height))
    heading(fig, f"Score by {rows.path} (down) and {columns.path} (across), %", title(found))
    maybe = sum(point.possible for point in found.points) - 1
    small_print(
        fig, [f"Framed: fairest; {maybe} other points may be as fair. Fair: {share(found.fair)}"]
    )
    far = max([_LEAST_SPAN, *(abs(v - found.fair) for _, s in panels[:-1] for v in s.values())])
    for k, (name, values) in enumerate(panels):
        left = 0.3 + (k % across) * wide + label
        top = 1.3 + (k // across) * high
        box = (cell * len(columns.values), 0.42 * len(rows.values))
        place = (left / width, 1 - (top + box[1]) / height, box[0] / width, box[1] / height)
        axes = fig.add_axes(place)
        axes.set(xlim=(0, len(columns.values)), ylim=(len(rows.values), 0))
        axes.set_title(cut(name, 10.0, wide), fontsize=10, loc="left")
        for (i, j), value in values.items():
            distance = -value / far if k == len(panels) - 1 else (value - found.fair) / far
            fill, ink = shade(max(-1.0, min(1.0, distance)))
            axes.add_patch(Rectangle((j, i), 1, 1, facecolor=fill, lw=0))
            axes.text(
                j + 0.5,
                i + 0.5,
                f"{100 * value:.1f}",
                ha="center",
                va="center",
                color=ink,
                fontsize=8,
            )
        _frame(axes, found.fairest)
        axes.set_xticks(
            [j + 0.5 for j in range(len(columns.values))],
            [columns.label(j) for j in range(len(columns.values))],
        )
        axes.set_yticks(
            [i + 0.5 for i in range(len(rows.values))],
            [rows.label(i) for i in range(len(rows.values))],
        )
        axes.tick_params(length=0, labelsize=8.5)
        for spine in axes.spines.values():
            spine.set_visible(False)
    return fig


def _frame(axes: Axes, best: Point) -> None:
    from matplotlib.patches import Rectangle

    i, j = best.at
    axes.add_patch(
        Rectangle((j, i), 1, 1, fill=False, edgecolor=INK, lw=1.8, zorder=5, clip_on=False)
    )
