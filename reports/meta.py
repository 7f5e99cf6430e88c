"""The meta of a field in the terminal and as a figure."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from analysis.meta import Meta, sentence
from analysis.words import count, percent
from reports.canvas import aside, canvas, heading, quiet_axes, shade, small_print
from reports.lines import rests_on
from reports.style import BLUE, INK, ORANGE, PAPER, QUIET, cut, styled, text_width
from reports.tables import _name, _table
from reports.wrap import wrapped as _wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEAST_SPAN = 4.0  # points of surplus that get the full colour, or more


def render(meta: Meta, console: Console) -> None:
    """Print the meta of a field."""
    console.print(report(meta, console.width), highlight=False)


def report(meta: Meta, width: int = 80) -> RenderableType:
    """Return the whole report, no wider than asked."""
    parts: list[RenderableType] = [Text(title(meta), style="bold"), Text(), _strengths(meta, width)]
    facts = {"Seats": _seats(meta), "Cyclic": _cyclic(meta)}
    if meta.provenance.get("reconstructed"):
        total = sum(meta.provenance.values())
        facts["Sources"] = f"{meta.provenance['reconstructed']} of {total:,} figures reconstructed"
    text = Text("\n")
    for word, fact in facts.items():
        indented = _wrapped(fact, width - 10).replace("\n", "\n" + " " * 10)
        text.append(f" {word:<9}", style="dim").append(indented + "\n")
    return Group(*parts, text, Text(_wrapped(sentence(meta), width), style="bold"))


def title(meta: Meta) -> str:
    """Return game, games, seed and policies."""
    policies = " and ".join(meta.policies)
    return f"{meta.title} · {count(meta.games)} games · seed {meta.seed} · {policies}"


def _strengths(meta: Meta, width: int) -> RenderableType:
    table = _table(meta.side.capitalize())
    for head in ("Strength", "95 % interval", "Score v average %", "Nash %", "95 % interval"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in meta.strengths.iter_rows(named=True):
        table.add_row(
            _name(meta.shown(row["name"]), max(8, width - 66)),
            f"{row['strength']:+.2f}".replace("-", "−"),
            f"{row['strength_low']:+.2f} – {row['strength_high']:+.2f}".replace("-", "−"),
            percent(row["score"], row["score_low"], row["score_high"]),
            f"{100 * row['nash']:.0f}",
            f"{100 * row['nash_low']:.0f} – {100 * row['nash_high']:.0f}",
        )
    return table


def _seats(meta: Meta) -> str:
    scores = ", ".join(
        f"{row['seat']}: {percent(row['score'], row['low'], row['high'])} %"
        for row in meta.seats.iter_rows(named=True)
    )
    return f"{scores} between equals"


def _cyclic(meta: Meta) -> str:
    if meta.strengths.height < 3:
        return "two entrants make no circle"
    share, low, high = meta.share
    if isnan(share):
        return "no matchup is uneven enough to tell"
    ends = f"95 % interval {100 * low:.1f} – {100 * high:.1f}"
    return f"{100 * share:.1f} % of the variance between matchups ({ends})"


def meta_figure(meta: Meta) -> Figure:
    """Return strengths with their intervals, and what each matchup adds to them."""
    with styled():
        return _figure(meta)


def _figure(meta: Meta) -> Figure:
    n, size = meta.strengths.height, 10.0
    names = [cut(meta.shown(name), size, 2.2) for name in meta.strengths["name"]]
    label = max(text_width(name, size) for name in names)
    cell = max(0.5, min(0.9, 6.0 / n))
    upright = label + 0.15 > cell
    above = (label if upright else 0.2) + 0.35
    left, dots, numbers, head = label + 0.4, 4.2, 1.3, 0.85
    square = left + dots + numbers + 0.3
    foot = [_foot(meta) + rests_on(meta.provenance)]
    width = max(
        square + cell * n + 0.3,
        text_width(title(meta), 9) + 0.4,
        *(text_width(text, 8) + 0.4 for text in foot),
    )
    height = head + above + cell * n + 0.75
    fig, axes = canvas(width, height, (left, head + above, dots, cell * n))
    heading(fig, "Strength, and what matchups add to it", title(meta))
    small_print(fig, foot)
    _draw_strengths(axes, meta, names, size)
    place = (square / width, 1 - (head + above + cell * n) / height)
    _draw_cyclic(fig.add_axes((*place, cell * n / width, cell * n / height)), meta, names, cell)
    return fig


def _draw_strengths(axes: Axes, meta: Meta, names: list[str], size: float) -> None:
    rows = meta.strengths.rows(named=True)
    ends = [50.0, *(100 * row[key] for row in rows for key in ("score_low", "score_high"))]
    pad = max(1.0, 0.06 * (max(ends) - min(ends)))
    axes.set(xlim=(min(ends) - pad, max(ends) + pad), ylim=(len(rows), 0))
    quiet_axes(axes)
    axes.set_title("Score against an average one, %", fontsize=9, color=QUIET, pad=8)
    axes.axvline(50.0, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
    for i, row in enumerate(rows):
        low, high, y = 100 * row["score_low"], 100 * row["score_high"], i + 0.5
        colour = BLUE if low > 50.0 else ORANGE if high < 50.0 else INK
        axes.plot([low, high], [y, y], color=colour, lw=2.2)
        axes.plot([low, high], [y, y], ls="", marker="|", ms=7, mew=1.6, color=colour)
        axes.plot(100 * row["score"], y, marker="o", ms=6.5, color=colour, mec=PAPER, mew=0.8)
        aside(axes, (0, y), names[i], -6, ha="right", fontsize=size)
        text = f"{percent(row['score'], row['score_low'], row['score_high'])} %"
        aside(axes, (1, y), text, 8, ha="left", fontsize=size, color=colour)


def _draw_cyclic(axes: Axes, meta: Meta, names: list[str], cell: float) -> None:
    from matplotlib.patches import Rectangle

    n = len(names)
    axes.set(xlim=(0, n), ylim=(n, 0))
    axes.set_axis_off()
    span = max(_LEAST_SPAN, float(abs(meta.cyclic).max()))
    upright = max(text_width(name, 9) for name in names) + 0.1 > cell
    turned: dict[str, Any] = {"rotation": 90} if upright else {}
    for i in range(n):
        axes.text(i + 0.5, -0.08, names[i], ha="center", va="bottom", fontsize=9, **turned)
        for j in range(n):
            value = float(meta.cyclic[i, j])
            fill, ink = ("#eef0f3", QUIET) if i == j else shade(value / span)
            axes.add_patch(Rectangle((j + 0.01, i + 0.01), 0.98, 0.98, facecolor=fill, lw=0))
            if i != j:
                text = f"{value:+.1f}".replace("-", "−")
                size = min(10.0, 14.0 * cell)
                how: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size}
                axes.text(j + 0.5, i + 0.5, text, color=ink, **how)


def _foot(meta: Meta) -> str:
    return "Right: points that the row scores against the column beyond what strengths promise"
