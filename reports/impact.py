"""Which pieces make a side strong, in the terminal and as a figure."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.text import Text

from analysis.impact import Caused, Impact, PieceImpact, SideImpact, sentence
from analysis.words import count, percent, points
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.lines import rests_on
from reports.style import BLUE, INK, ORANGE, PAPER, QUIET, cut, styled, text_width
from reports.tables import FAVOURED, UNPROVEN, WEAK, _name, _table
from reports.wrap import wrapped as _wrapped
from sim.errors import BadInput
from sim.store import RUNS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WHAT = "What one copy is worth, in points of score"
_FOOT = "Dot: what is lost with one copy blank. Ring: what is won by one copy more. 95 % intervals"


def render(impact: Impact, console: Console) -> None:
    """Print both tables of every side."""
    console.print(report(impact, console.width), highlight=False)


def report(impact: Impact, width: int = 80) -> RenderableType:
    """Return the whole report, no wider than asked."""
    parts: list[RenderableType] = [Text(title(impact), style="bold")]
    for side in impact.sides:
        score = percent(side.score, side.low, side.high)
        parts += [Text(f"\n{side.name}: {score} % as it is", style="bold")]
        parts += [_caused(impact, side, width), Text(), _observed(impact, side, width)]
    if reconstructed := impact.provenance.get("reconstructed"):
        total = sum(impact.provenance.values())
        parts.append(Text(f"\n{reconstructed} of {total:,} figures are reconstructed", style="dim"))
    parts += [Text(), Text(_wrapped(sentence(impact), width), style="bold")]
    return Group(*parts)


def title(impact: Impact) -> str:
    """Return game, games, seed and policy."""
    games = f"{count(impact.games)} games for each change"
    return f"{impact.title} · {games} · seed {impact.seed} · {impact.policy}"


def _caused(impact: Impact, side: SideImpact, width: int) -> RenderableType:
    table = _table(f"Causal: {impact.piece}")
    for head in ("Copies", "One copy blank", "One copy more", "Games changed", "Pairing saved"):
        table.add_column(head, justify="right", no_wrap=True)
    for each in side.pieces:
        blank = each.blank
        table.add_row(
            _name(each.piece.name, max(8, width - 70)),
            str(each.piece.copies),
            _difference(blank),
            _difference(each.more),
            "–" if blank is None else f"{100 * blank.changed / side.games:.0f} %",
            "–" if blank is None else f"{100 * blank.saved:.0f} %",
        )
    return table


def _observed(impact: Impact, side: SideImpact, width: int) -> RenderableType:
    table = _table(f"Observed: {impact.piece}")
    for head in ("Games", "Drawn", "Win rate drawn %", "Not drawn %", "Improvement"):
        table.add_column(head, justify="right", no_wrap=True)
    for each in side.pieces:
        seen = each.observed
        table.add_row(
            _name(each.piece.name, max(8, width - 64)),
            count(seen.games),
            count(seen.drawn),
            _rate(seen.score_drawn),
            _rate(seen.score_not_drawn),
            _improvement(each),
        )
    return table


def _difference(caused: Caused | None) -> Text:
    if caused is None:
        return Text("–")
    style = UNPROVEN
    if caused.proven:
        style = FAVOURED if caused.difference > 0.0 else WEAK
    return Text(points(*(100 * x for x in (caused.difference, caused.low, caused.high))), style)


def _improvement(each: PieceImpact) -> str:
    seen = each.observed
    if seen.improvement is None or seen.low is None or seen.high is None:
        return "too few"
    return points(100 * seen.improvement, 100 * seen.low, 100 * seen.high)


def _rate(score: float | None) -> str:
    return "–" if score is None else f"{100 * score:.1f}"


def figure_path(plot: Path | None, impact: Impact | None = None) -> Path:
    """Return where a figure goes: as asked, or a name under `runs` that its numbers make."""
    if plot is not None:
        if plot.suffix.lower() not in (".png", ".svg"):
            raise BadInput(f"a figure is written as .png or .svg, not as {plot.name!r}")
        if plot.is_dir() or not plot.parent.is_dir():
            raise BadInput(f"cannot write {plot}: its folder is missing, or it is one itself")
        return plot
    if impact is None:
        return RUNS
    RUNS.mkdir(exist_ok=True)
    mark = hashlib.sha256(json.dumps(impact.to_json(), sort_keys=True).encode()).hexdigest()[:8]
    return RUNS / f"impact-{impact.game}-{mark}.png"


def impact_figure(impact: Impact) -> Figure:
    """Return what one copy of every piece is worth, by side, most valuable first."""
    with styled():
        return _figure(impact)


def _figure(impact: Impact) -> Figure:
    size, step = 10.0, 0.34
    titled = len(impact.sides) > 1
    names = {
        (side.side, each.piece.id): cut(f"{each.piece.copies} × {each.piece.name}", size, 2.6)
        for side in impact.sides
        for each in side.pieces
    }
    label = max(text_width(name, size) for name in names.values())
    slots = len(names) + 1.2 * len(impact.sides) * titled
    left, head, note, room = label + 0.45, 1.0, 1.2, 5.0
    what = _WHAT if titled else f"{impact.sides[0].name}: {_WHAT[0].lower()}{_WHAT[1:]}"
    foot = _FOOT + rests_on(impact.provenance)
    wide = max(text_width(what, 12, bold=True), text_width(title(impact), 9), text_width(foot, 8))
    room = max(room, wide + 0.4 - left - note)
    height = head + step * slots + 0.8
    fig, axes = canvas(left + room + note, height, (left, head, room, step * slots))
    heading(fig, what, title(impact))
    small_print(fig, [foot])
    ends = [0.0, *(end for side in impact.sides for each in side.pieces for end in _ends(each))]
    pad = max(0.2, 0.04 * (max(ends) - min(ends)))
    axes.set(xlim=(min(ends) - pad, max(ends) + pad), ylim=(slots, 0))
    quiet_axes(axes)
    axes.axvline(0.0, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
    y = 0.0
    for side in impact.sides:
        if titled:
            y += 1.2
            aside(axes, (0, y - 0.4), side.name, -6, ha="right", color=QUIET)
        for each in side.pieces:
            aside(axes, (0, y + 0.5), names[side.side, each.piece.id], -6, ha="right")
            _draw(axes, each.blank, -1.0, y + 0.38, full=True)
            _draw(axes, each.more, 1.0, y + 0.66, full=False)
            if each.blank is not None:
                worth = [-100 * x for x in (each.blank.difference, each.blank.high, each.blank.low)]
                aside(axes, (1, y + 0.5), points(*worth), 8, ha="left", fontsize=9)
            y += 1.0
    return fig


def _ends(each: PieceImpact) -> list[float]:
    """Return the ends of the intervals as they are drawn: what a copy is worth."""
    ends = [] if each.blank is None else [-100 * each.blank.low, -100 * each.blank.high]
    return ends + ([] if each.more is None else [100 * each.more.low, 100 * each.more.high])


def _draw(axes: Axes, caused: Caused | None, sign: float, y: float, full: bool) -> None:
    if caused is None:
        return
    worth, *ends = (100 * sign * x for x in (caused.difference, caused.low, caused.high))
    colour = INK
    if caused.proven:
        colour = BLUE if worth > 0.0 else ORANGE
    axes.plot(ends, [y, y], color=colour, lw=2.0 if full else 1.0)
    fill = colour if full else PAPER
    axes.plot(worth, y, marker="o", ms=6.0 if full else 4.5, color=fill, mec=colour, mew=1.0)
