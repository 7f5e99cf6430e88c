"""A comparison in the terminal and as a picture: only what moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from analysis.compare import Comparison, effects_sentence, sentence
from analysis.divergence import Divergence
from analysis.effects import FIRST, GAME, SPREAD
from analysis.paired import HIGHER, SAME
from analysis.words import change, count, points
from reports.canvas import aside, canvas, heading, quiet_axes, small_print
from reports.lines import rests_on
from reports.style import BLUE, FAINT, INK, ORANGE, PAPER, QUIET, cut, styled, text_width
from reports.tables import FAVOURED, UNPROVEN, WEAK
from reports.tables import _table as table
from reports.wrap import wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FEW = 12  # unproven rows are listed up to so many, and counted beyond


def render(found: Comparison, console: Console) -> None:
    """Print what a comparison has to say."""
    console.print(report(found, console.width), highlight=False)


def report(found: Comparison, width: int = 80) -> RenderableType:
    """Return the tables of what moved, and the closing sentence."""
    parts: list[RenderableType] = [Text(title(found), style="bold"), Text()]
    for axis in found.sides["axis"].unique(maintain_order=True):
        rows = found.sides.filter(pl.col("axis") == axis)
        parts += _block(axis, rows, [found.shown(name) for name in rows["name"]], found)
    parts += _block("matchup", found.matchups, matchup_names(found), found)
    for group in found.effects["group"].unique(maintain_order=True):
        parts += effects_block(found, group, width)
    parts += [Text(wrapped(line, width)) for line in facts(found)]
    parts += [Text(), Text(wrapped(sentence(found), width), style="bold")]
    if also := effects_sentence(found):
        parts.append(Text(wrapped(also, width), style="bold"))
    return Group(*parts)


def title(found: Comparison) -> str:
    """Return game, rule sets, games, seed and policies."""
    ask = found.before.request
    policies = " and ".join(
        dict.fromkeys(p for line in found.before.lineups for p in line.policies)
    )
    return (
        f"{found.before.game.title}: {found.names[0]} → {found.names[1]} · "
        f"{count(found.games)} games under each · seed {ask.seed} · {policies}"
    )


def facts(found: Comparison) -> list[str]:
    """Return how alike the games are, what pairing saved, and what the intervals are."""
    if found.identical:
        return []
    told = [f"{_share(found.same, found.games)} of the games went exactly alike under both."]
    if found.unpaired is not None:
        if found.saved > 0:
            told.append(
                f"Pairing saved {100 * found.saved:.0f} % of the games: with luck of its own each "
                f"rule set would need {count(found.unpaired)} to be as sure."
            )
        else:
            told.append("Pairing saved no games: the rule sets differ too much to share luck.")
    until = found.before.request.until
    if until is not None:
        reached = "reached" if found.precise else "NOT reached"
        told.append(
            f"Precision ± {100 * until:g} points {reached}; the intervals are confidence "
            "sequences, which hold although the comparison chose its own end. Those of length, of "
            "going first and of tallies are as for a number of games fixed beforehand."
        )
    if found.left_out:
        told.append(
            f"Not compared, because only one of the two has them: {', '.join(found.left_out)}."
        )
    reconstructed = found.after.data.provenance.get("reconstructed", 0)
    if reconstructed:
        told.append(f"{found.names[1]} rests on {count(reconstructed)} reconstructed figures.")
    return told


def matchup_names(found: Comparison) -> list[str]:
    """Return `a v b` for every matchup, with policies where they differ."""
    both = found.matchups.select("policy_a", "policy_b")
    several = len({*both["policy_a"], *both["policy_b"]}) > 1

    def name(row: Mapping[str, Any], which: str) -> str:
        told = found.shown(row[which])
        return f"{told} ({row[f'policy_{which}']})" if several else told

    rows = found.matchups.iter_rows(named=True)
    return [f"{name(row, 'a')} v {name(row, 'b')}" for row in rows]


def parted(told: Divergence, names: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the lines of a game that flipped, each with its style."""
    lines = [(f"Game {told.game}: {' v '.join(told.seats)}. Both go alike until:", "bold")]
    lines += [(told.heading, "bold"), *[(f"  {line}", "dim") for line in told.shared]]
    for name, steps, scores in zip(names, (told.before, told.after), told.scores, strict=True):
        lines += [("", ""), (f"Under {name} it goes on:", "bold")]
        for step in steps:
            lines += [(step.heading, ""), *[(f"  {line}", "") for line in step.lines]]
        ends = ", ".join(f"{s} {x:g}" for s, x in zip(told.seats, scores, strict=True))
        lines.append((f"Score: {ends}.", "bold"))
    return lines


def dumbbell_figure(found: Comparison) -> Figure:
    """Return before and after of every side and matchup that changed, joined by a line."""
    with styled():
        return _dumbbells(found)


def _block(
    what: str, rows: pl.DataFrame, names: Sequence[str], found: Comparison
) -> list[RenderableType]:
    """Return the table of the rows that moved, and a line on the rest."""
    touched = [
        (name, row)
        for name, row in zip(names, rows.iter_rows(named=True), strict=True)
        if not row["identical"]
    ]
    shown = [(n, r) for n, r in touched if r["verdict"] != SAME or len(touched) <= _FEW]
    shown.sort(key=lambda pair: (pair[1]["verdict"] == SAME, -abs(pair[1]["difference"])))
    parts: list[RenderableType] = []
    if shown:
        grid = table(what.capitalize())
        for head in (found.names[0], found.names[1], "Points", "95 % interval", "Verdict"):
            grid.add_column(Text(cut_name(head)), justify="right", no_wrap=True)
        for name, row in shown:
            style = {SAME: UNPROVEN, HIGHER: FAVOURED}.get(row["verdict"], WEAK)
            change, low, high = (100 * row[k] for k in ("difference", "low", "high"))
            grid.add_row(
                Text(name),
                f"{100 * row['before']:.1f}",
                f"{100 * row['after']:.1f}",
                Text(points(change, low, high), style=style),
                f"{low:+.1f} to {high:+.1f}".replace("-", "−"),
                Text("unproven" if row["verdict"] == SAME else row["verdict"], style=style),
            )
        parts.append(grid)
    plural = {"army": "armies", "policy": "policies"}.get(what, f"{what}s")
    same, unproven = len(names) - len(touched), len(touched) - len(shown)
    if unproven:
        parts.append(Text(f" {count(unproven)} more {plural}: no proven change", style="dim"))
    if same:
        one = what if same == 1 else plural
        parts.append(Text(f" {count(same)} {one}: every game identical", style="dim"))
    return [*parts, Text()]


def effects_block(found: Comparison, group: str, width: int) -> list[RenderableType]:
    """Return the table of what moved in the games of themselves: length, going first, a tally.

    Where the width does not suffice, the interval goes, which the ± says too.
    """
    mine = found.effects.filter(pl.col("group") == group)
    touched = mine.filter(~pl.col("identical"))
    if group != GAME and touched.height > _FEW:
        touched = touched.filter(pl.col("verdict") != SAME)
    if touched.is_empty():
        return []
    rows = [_effect_row(row) for row in touched.iter_rows(named=True)]
    heads = ["Of a game" if group == GAME else group, *map(cut_name, found.names), "Change"]
    heads += ["95 % interval", "Verdict"]
    wide = [max(map(cell_len, texts)) + 2 for texts in zip(heads, *rows, strict=True)]
    kept = [i for i in range(len(heads)) if i != _INTERVAL or sum(wide) <= width]
    grid = table(heads[0])
    for i in kept[1:]:
        grid.add_column(Text(heads[i]), justify="right", no_wrap=True)
    for row, verdict in zip(rows, touched["verdict"], strict=True):
        style = {SAME: UNPROVEN, HIGHER: FAVOURED}.get(verdict, WEAK)
        styles = {_CHANGE: style, len(heads) - 1: style}
        grid.add_row(*[Text(row[i], style=styles.get(i, "")) for i in kept])
    left = mine.filter(~pl.col("identical")).height - touched.height
    note = [Text(f" {count(left)} more: no proven change", style="dim")] if left else []
    if group != GAME:
        what = f"mean per {found.before.game.side} and game; spread: most less least of a game"
        note.append(Text(f" {what}", style="dim"))
    return [grid, *note, Text()]


_CHANGE, _INTERVAL = 3, 4  # columns of that table


def _effect_row(row: Mapping[str, Any]) -> list[str]:
    """Return name, before, after, change, interval and verdict in words."""
    old, new, moved, low, high = (row[k] for k in ("before", "after", "difference", "low", "high"))
    verdict = "unproven" if row["verdict"] == SAME else row["verdict"]
    if row["group"] == GAME and row["name"] == FIRST:
        old, new, moved, low, high = (100 * x for x in (old, new, moved, low, high))
        ends = f"{low:+.1f} to {high:+.1f}".replace("-", "−")
        signed = [f"{x:+.1f}".replace("-", "−") for x in (old, new)]
        return ["Going first, points", *signed, points(moved, low, high), ends, verdict]
    told = change(moved, low, high)
    digits = len(told.rpartition(".")[2]) if "." in told else 0
    name = row["name"]
    if row["group"] == GAME:
        name = f"{name.capitalize()}, {row['measure']}"
    elif row["measure"] == SPREAD:
        name = f"{name}, spread"
    ends = f"{low:+.{digits}f} to {high:+.{digits}f}".replace("-", "−")
    return [name, f"{old:.{digits}f}", f"{new:.{digits}f}", told, ends, verdict]


def cut_name(name: str, most: int = 16) -> str:
    """Return a name that fits over a column."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _dumbbells(found: Comparison) -> Figure:
    sides = found.sides.filter(~pl.col("identical"))
    met = found.matchups.with_columns(pl.Series("shown", matchup_names(found), dtype=pl.String))
    met = met.filter(~pl.col("identical"))
    groups = [
        (axis.capitalize(), [(found.shown(row["name"]), row) for row in rows.iter_rows(named=True)])
        for (axis,), rows in sides.group_by(["axis"], maintain_order=True)
    ]
    if met.height:
        moved = met.sort(pl.col("difference").abs(), descending=True).head(40)
        groups.append(("Matchup", [(row["shown"], row) for row in moved.iter_rows(named=True)]))
    size, step = 10.0, 0.34
    rows = [pair for _, pairs in groups for pair in pairs]
    names = [cut(name, size, 3.2) for name, _ in rows]
    notes = [f"{points(*(100 * row[k] for k in ('difference', 'low', 'high')))}" for _, row in rows]
    label = max([0.8, *(text_width(name, size) for name in names)])
    note = max([0.6, *(text_width(text, size) for text in notes)])
    slots = max(1.0, len(rows) + 1.2 * len(groups))
    left, head = label + 0.45, 1.15
    about, what = title(found), "Before (open) and after (filled): score, %"
    proven = "Blue and orange: proven to be higher and lower, all rows of a table taken together"
    foot = [proven + rests_on(found.after.data.provenance)]
    texts = (text_width(about, 9), text_width(what, 12, bold=True), text_width(foot[0], 8))
    room = max(4.6, max(texts) + 0.4 - left - note - 0.5)
    fig, axes = canvas(
        left + room + note + 0.5, head + step * slots + 0.75, (left, head, room, step * slots)
    )
    heading(fig, what, about)
    small_print(fig, foot)
    ends = [100 * row[key] for _, row in rows for key in ("before", "after")] or [50.0]
    pad = max(0.5, 0.08 * (max(ends) - min(ends)))
    axes.set(xlim=(min(ends) - pad, max(ends) + pad), ylim=(slots, 0))
    quiet_axes(axes)
    if not rows:
        axes.text(0.5, 0.5, "every game identical", transform=axes.transAxes, ha="center")
    y, place = 0.0, 0
    for axis, pairs in groups:
        y += 1.2
        aside(axes, (0, y - 0.4), axis, -6, ha="right", color=QUIET)
        for _, row in pairs:
            y += 0.5
            colour = {SAME: INK, HIGHER: BLUE}.get(row["verdict"], ORANGE)
            before, after = 100 * row["before"], 100 * row["after"]
            axes.plot([before, after], [y, y], color=FAINT if colour == INK else colour, lw=2.2)
            axes.plot(before, y, marker="o", ms=6.5, color=PAPER, mec=colour, mew=1.4)
            axes.plot(after, y, marker="o", ms=6.5, color=colour, mec=PAPER, mew=0.8)
            aside(axes, (0, y), names[place], -6, ha="right", fontsize=size)
            aside(axes, (1, y), notes[place], 8, ha="left", fontsize=size, color=colour)
            y, place = y + 0.5, place + 1
    return fig


def _share(part: int, total: int) -> str:
    percent = 100.0 * part / total
    return f"{min(max(percent, 0.1), 99.9) if 0 < part < total else percent:.1f} %"
