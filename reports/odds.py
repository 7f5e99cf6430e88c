"""Exact odds, in the terminal and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.bar import Bar
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.words import count
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.style import BLUE, INK, ORANGE, OWNERS, PAPER, QUIET, styled, text_width
from reports.wrap import wrapped
from sim.exact import Odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_NAMED = 4  # reconstructed figures named in a line; the rest is in the JSON
_BARS = (10, 40)  # least and most columns of a bar
_INKS = ("yellow", "cyan", "green", "magenta")  # of the parties, in the terminal
_COLOURS = (ORANGE, BLUE, *OWNERS[2:])  # and in a figure


@dataclass(frozen=True)
class _Line:
    """One bar: how likely something is, and how often it came."""

    who: int  # which party it is about
    label: str
    p: Fraction
    at_least: Fraction | None = None
    share: float | None = None
    z: float | None = None


@dataclass(frozen=True)
class _Block:
    """Bars that belong together, and what they are about."""

    heading: str
    lines: tuple[_Line, ...]


def _blocks(odds: Odds) -> list[_Block]:
    """Return all that chance decides: a block for each distribution, one for all chances."""
    found = []
    named = [row.who for row in odds.rows] + [chance.who for chance in odds.chances]
    parties = list(dict.fromkeys(named))
    for row in odds.rows:
        if len(row.values) == 1:
            continue
        lines = (
            _Line(
                parties.index(row.who),
                str(value),
                row.p(value),
                row.at_least(value),
                row.share(value) if row.simulated else None,
                row.z_of(value),
            )
            for value in row.values
        )
        off = "" if row.z is None else f" (simulated: z {_signed(row.z)})"
        found.append(_Block(f"{row.name}: mean {float(row.mean):.3f}{off}", tuple(lines)))
    open_ones = [chance for chance in odds.chances if chance.exact not in (0, 1)]
    for what in dict.fromkeys(chance.what for chance in open_ones):
        lines = (
            _Line(
                parties.index(chance.who),
                chance.who,
                chance.exact,
                None,
                None if chance.simulated is None else chance.simulated / chance.games,
                chance.z,
            )
            for chance in open_ones
            if chance.what == what
        )
        found.append(_Block(what, tuple(lines)))
    return found


def _certain(odds: Odds) -> list[str]:
    """Return sentences about what chance does not decide."""
    never = [row.name for row in odds.rows if len(row.values) == 1]
    never += [chance.name for chance in odds.chances if chance.exact == 0]
    always = [chance.name for chance in odds.chances if chance.exact == 1]
    told = {"Never": never, "Always": always}
    return [f"{word}: {', '.join(names)}." for word, names in told.items() if names]


def render(odds: Odds, console: Console) -> None:
    """Print a chart of every distribution, the chances, and one closing sentence."""
    console.print(report(odds, console.width), highlight=False)


def report(odds: Odds, width: int = 80) -> RenderableType:
    """Return the whole report, no wider than asked."""
    parts: list[RenderableType] = [Text(wrapped(odds.title, width), style="bold")]
    parts += [Text(wrapped(fact, width), style="dim") for fact in odds.facts]
    blocks = _blocks(odds)
    for block in blocks:
        parts += [Text(f"\n{block.heading}", style="bold"), _chart(block, blocks, width)]
    for group in (_certain(odds), _proof(odds), _sources(odds)):
        if group:
            parts += [Text(), *(Text(wrapped(line, width), style="dim") for line in group)]
    parts += [Text(), Text(wrapped(odds.sentence, width), style="bold")]
    return Group(*parts)


def _chart(block: _Block, blocks: Sequence[_Block], width: int) -> RenderableType:
    """Return the bars of a block, in columns as wide as those of every other."""
    every = [line for each in blocks for line in each.lines]
    most = max(line.p for line in every)
    cumulated = any(line.at_least is not None for line in every)
    compared = any(line.share is not None for line in every)
    columns = {"chance": [_percent(line.p) for line in every]}
    if cumulated:
        columns["or more"] = [_percent(line.at_least) for line in every]
    columns["exactly"] = [str(line.p) for line in every]
    if compared:
        columns["simulated"] = [_percent(line.share) for line in every]
        columns["z"] = [_signed(line.z) for line in every]
    wide = {head: max(map(len, (head, *texts))) for head, texts in columns.items()}
    label = max(len(line.label) for line in every)
    taken = label + 1 + sum(2 + each for each in wide.values()) + 2
    table = Table(
        box=None,
        padding=(0, 1),
        header_style="dim",
        pad_edge=False,
        show_header=block is blocks[0],
    )
    table.add_column(justify="right", no_wrap=True, width=label + 1)
    table.add_column(no_wrap=True)
    for head, each in wide.items():
        style = "" if head == "chance" else "dim"
        table.add_column(head, justify="right", no_wrap=True, width=each, style=style)
    bar = max(_BARS[0], min(_BARS[1], width - taken))
    first = next(i for i, each in enumerate(blocks) if each is block)
    before = sum(len(each.lines) for each in blocks[:first])
    for i, line in enumerate(block.lines, before):
        drawn = Bar(float(most), 0, float(line.p), width=bar, color=_INKS[line.who % len(_INKS)])
        table.add_row(line.label, drawn, *(texts[i] for texts in columns.values()))
    return table


def _proof(odds: Odds) -> list[str]:
    """Return how far the simulation lies off, and how far it may."""
    if not odds.games:
        return []
    told = f"{count(odds.games)} simulated, seed {odds.seed}"
    if odds.largest_z is None or odds.z_limit is None:
        return [f"{told}: too few for a z, which counts the standard errors they lie off."]
    verdict = "within" if abs(odds.largest_z) <= odds.z_limit else "OUTSIDE"
    return [
        f"{told}; z counts the standard errors they lie off. The largest of {len(odds.z)} is "
        f"{_signed(odds.largest_z)}, {verdict} the ±{odds.z_limit:.1f} that chance alone passes in "
        "at most one of twenty simulations."
    ]


def _sources(odds: Odds) -> list[str]:
    if not odds.reconstructed:
        return []
    paths = list(odds.reconstructed)
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return [f"Rests on reconstructed figures: {', '.join(paths[:_NAMED])}{more}."]


def _percent(p: Fraction | float | None) -> str:
    """Return a percentage; what is possible but rounds to nothing is not shown as nothing."""
    if p is None:
        return ""
    text = f"{100 * float(p):.2f} %"
    if 0 < p < 1 and text in ("0.00 %", "100.00 %"):
        return "<0.01 %" if text == "0.00 %" else ">99.99 %"
    return text


def _signed(z: float | None) -> str:
    return "" if z is None else f"{z:+.1f}".replace("-", "−")


def figure(odds: Odds) -> Figure:
    """Return a bar chart of everything that chance decides."""
    with styled():
        return _figure(odds)


def _figure(odds: Odds) -> Figure:
    blocks = _blocks(odds)
    step, head, left, note, gap = 0.26, 1.0 + 0.18 * len(odds.facts), 1.1, 0.9, 1.9
    rings = f"Rings: {count(odds.games)} simulated, seed {odds.seed}. " if odds.games else ""
    foot = [f"Bars: exact. {rings}{' '.join(_certain(odds))}", *_sources(odds)]
    texts = [(odds.title, 12, True), (odds.sentence, 9, False)]
    texts += [(line, 8, False) for line in (*odds.facts, *foot)]
    wide = max(text_width(text, size, bold) for text, size, bold in texts)
    room = max(4.6, wide + 0.4 - left - note)
    slots = sum(len(block.lines) + gap for block in blocks)
    deep = 0.5 + 0.18 * len(foot)
    fig, axes = canvas(
        left + room + note, head + step * slots + deep, (left, head, room, step * slots)
    )
    heading(fig, odds.title, odds.sentence)
    width, height = fig.get_size_inches()
    for i, fact in enumerate(odds.facts):
        fig.text(0.2 / width, 1 - (0.84 + 0.18 * i) / height, fact, fontsize=8, color=QUIET)
    small_print(fig, foot)
    most = max((float(line.p) for block in blocks for line in block.lines), default=1.0)
    axes.set(xlim=(0, 103 * most), ylim=(slots, 0))
    quiet_axes(axes)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g} %")
    y = 0.0
    for block in blocks:
        behind = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
        at = (0, y + gap - 0.5)
        aside(axes, at, block.heading, 2, ha="left", fontweight="bold", bbox=behind)
        _bars(axes, block, y + gap)
        y += gap + len(block.lines)
    return fig


def _bars(axes: Axes, block: _Block, top: float) -> None:
    for y, line in enumerate(block.lines):
        middle = top + y + 0.5
        axes.barh(
            middle, 100 * float(line.p), height=0.72, color=_COLOURS[line.who % len(_COLOURS)]
        )
        if line.share is not None:
            (ring,) = axes.plot(100 * line.share, middle, marker="o", ms=5, ls="", clip_on=False)
            ring.set(mfc=PAPER, mec=INK, mew=1.2)
        aside(axes, (0, middle), line.label, -6, ha="right")
        aside(axes, (1, middle), _percent(line.p), 8, ha="left", fontsize=9)
