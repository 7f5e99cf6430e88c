"""Exact odds, in the terminal and as a figure."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.bar import Bar
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.words import count
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.style import BLUE, INK, QUIET, styled, text_width
from reports.tables import _wrapped
from sim.odds import Chance, Distribution, Odds

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NAMED = 4  # reconstructed figures named in a line; the rest is in the JSON
_Z = "z: how many standard errors the simulated mean lies off the exact one"


def render(odds: Odds, console: Console) -> None:
    """Print a chart of every distribution, the chances, and one closing sentence."""
    console.print(report(odds, console.width), highlight=False)


def report(odds: Odds, width: int = 80) -> RenderableType:
    """Return the whole report, no wider than asked."""
    parts: list[RenderableType] = [Text(_wrapped(odds.title, width), style="bold")]
    parts += [Text(_wrapped(fact, width), style="dim") for fact in odds.facts]
    for row in odds.rows:
        if len(row.values) > 1:
            parts += [Text(f"\n{_heading(row)}", style="bold"), _chart(row, width)]
    certain = [f"{row.who} {row.what}" for row in odds.rows if len(row.values) == 1]
    if certain:
        parts.append(Text(_wrapped(f"\nAlways 0: {', '.join(certain)}.", width)))
    if odds.chances:
        parts += [Text(), _chances(odds)]
    if odds.games:
        simulated = f"{count(odds.games)} simulated, seed {odds.seed}; {_Z}"
        parts.append(Text(_wrapped(f"\n{simulated}", width), style="dim"))
    if odds.reconstructed:
        parts.append(Text(_wrapped(f"\n{_rests_on(odds)}", width), style="dim"))
    parts += [Text(), Text(_wrapped(odds.sentence, width), style="bold")]
    return Group(*parts)


def _heading(row: Distribution) -> str:
    z = "" if row.z is None else f", z {_signed(row.z)}"
    return f"{row.who} {row.what}: mean {float(row.mean):.3f}{z}"


def _chart(row: Distribution, width: int) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    if row.simulated:
        table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column(no_wrap=True, style="dim", overflow="ellipsis")
    most = max(row.exact.values())
    fractions = [_fraction(row.exact.get(value, Fraction(0))) for value in row.values]
    taken = 18 + max(map(len, fractions)) + (22 if row.simulated else 0)
    bar = max(10, min(40, width - taken))
    for value, fraction in zip(row.values, fractions, strict=True):
        p = row.exact.get(value, Fraction(0))
        cells: list[RenderableType] = [str(value), Bar(float(most), 0, float(p), width=bar)]
        cells.append(_percent(p))
        if row.simulated:
            cells.append(f"simulated {_percent(row.share(value))}")
        table.add_row(*cells, fraction)
    return table


def _chances(odds: Odds) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for _ in range(4):
        table.add_column(no_wrap=True)
    for chance in odds.chances:
        table.add_row(
            f"{chance.who} {chance.what}",
            _percent(chance.exact),
            Text(_simulated(chance), style="dim"),
            Text(_fraction(chance.exact), style="dim"),
        )
    return table


def _simulated(chance: Chance) -> str:
    if chance.simulated is None:
        return ""
    z = "" if chance.z is None else f", z {_signed(chance.z)}"
    return f"simulated {_percent(chance.simulated / chance.games)}{z}"


def _fraction(p: Fraction) -> str:
    return "" if p in (0, 1) else str(p)


def _percent(p: Fraction | float) -> str:
    """Return a percentage; what is possible but rounds to nothing is not shown as nothing."""
    text = f"{100 * float(p):.2f} %"
    return "< 0.01 %" if p and text == "0.00 %" else text


def _signed(z: float) -> str:
    return f"{z:+.1f}".replace("-", "−")


def _rests_on(odds: Odds) -> str:
    paths = list(odds.reconstructed)
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"rests on reconstructed figures: {', '.join(paths[:_NAMED])}{more}"


def figure(odds: Odds) -> Figure:
    """Return a bar chart of every distribution that is not certain."""
    with styled():
        return _figure(odds)


def _figure(odds: Odds) -> Figure:
    rows = [row for row in odds.rows if len(row.values) > 1] or list(odds.rows[:1])
    step, head, left, note = 0.28, 1.0, 1.6, 1.3
    slots = sum(len(row.values) + 1.2 for row in rows)
    foot = "Bars: exact." + (f" Rings: {count(odds.games)} simulated." if odds.games else "")
    lines = [foot, *([_rests_on(odds)] if odds.reconstructed else [])]
    title = odds.title
    wide = max(
        text_width(title, 12, bold=True),
        text_width(odds.sentence, 9),
        *(text_width(line, 8) for line in lines),
    )
    room = max(4.0, wide + 0.4 - left - note)
    fig, axes = canvas(
        left + room + note, head + step * slots + 0.75, (left, head, room, step * slots)
    )
    heading(fig, title, odds.sentence)
    small_print(fig, lines)
    most = max(float(p) for row in rows for p in row.exact.values())
    axes.set(xlim=(0, 105 * most), ylim=(slots, 0))
    quiet_axes(axes)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g} %")
    y = 0.0
    for row in rows:
        aside(axes, (0, y + 0.6), _heading(row), -6, ha="left", color=QUIET)
        y += 1.2
        for value in row.values:
            p = row.exact.get(value, Fraction(0))
            axes.barh(y + 0.5, 100 * float(p), height=0.7, color=BLUE)
            if row.simulated:
                shown = 100 * row.share(value)
                axes.plot(shown, y + 0.5, marker="o", ms=5, mfc="none", mec=INK, ls="")
            aside(axes, (0, y + 0.5), str(value), -6, ha="right")
            aside(axes, (1, y + 0.5), _percent(p), 8, ha="left", fontsize=9)
            y += 1.0
    return fig
