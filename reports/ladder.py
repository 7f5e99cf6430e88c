"""Ladders, curves over the rungs, and training: in the terminal and as pictures."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.text import Text

from analysis.ladder import Ladder, Step
from analysis.skill import Skill
from analysis.skill import sentence as skill_sentence
from analysis.training import Training
from analysis.words import count, interval, percent, points, share
from reports.canvas import canvas, heading, small_print
from reports.style import INK, OWNERS, QUIET, cut, styled, text_width
from reports.sweep import _STYLES, _name_ends
from reports.tables import FAVOURED
from reports.tables import _table as table
from reports.wrap import wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def title(found: Ladder) -> str:
    """Return game, table and seed."""
    return f"{found.game.title} · {found.mode}, {found.players} players · seed {found.seed}"


def elo_words(step: Step) -> str:
    """Return the lead in Elo points with its interval; `more than` where all games were won."""
    if not isfinite(step.elo) or not isfinite(step.elo_high):
        return f"more than {step.elo_low:+.0f}"
    return f"{step.elo:+.0f} ({step.elo_low:+.0f} to {step.elo_high:+.0f})"


def render(found: Ladder, console: Console) -> None:
    """Print every step: what the upper rung scores, its lead, and how many games tell so."""
    duels = all(step.fair == 0.5 for step in found.steps)
    grid = table("Rung over the one below")
    for head in ("Score %", "95 %" if duels else "× fair", "Elo", "Games"):
        grid.add_column(head, justify="right", no_wrap=True)
    for step in found.steps:
        grid.add_row(
            Text(f"{step.upper} over {step.lower}"),
            Text(percent(step.score, step.low, step.high), style=FAVOURED if step.proven else ""),
            interval(step.score, step.low, step.high) if duels else f"{step.score / step.fair:.2f}",
            elo_words(step),
            count(step.games),
        )
    console.print(
        Group(
            Text(title(found), style="bold"),
            Text(),
            grid,
            Text(),
            Text(wrapped(sentence(found), console.width), style="bold"),
        ),
        highlight=False,
    )


def sentence(found: Ladder) -> str:
    """Return the result in one sentence."""
    doubtful = [step for step in found.steps if not step.proven]
    fair = f"a fair share is {share(found.steps[0].fair)}" if found.steps else "nothing was played"
    if doubtful:
        named = ", ".join(f"{step.upper} over {step.lower}" for step in doubtful)
        return f"Not proven: {named}; {fair}."
    return f"Every rung beats the one below beyond doubt; {fair}."


def ladder_figure(found: Ladder) -> Figure:
    """Return the rungs at their height in Elo points, each step with its interval."""
    with styled():
        rungs = found.rungs[: len(found.steps) + 1]
        heights = found.heights()
        about = title(found)
        width = max(1.5 * len(rungs), text_width(about, 9), 5.0)
        fig, axes = canvas(width + 1.2, 4.6, (0.9, 0.9, width, 2.9))
        heading(fig, "Strength of each rung, Elo points above the lowest", about)
        small_print(fig, ["Bars: 95 % interval of the step from the rung below"])
        axes.plot(range(len(rungs)), heights, color=INK, lw=1.4, marker="o", ms=5, zorder=3)
        for k, step in enumerate(found.steps):
            low = heights[k] + step.elo_low
            high = heights[k] + (step.elo_high if isfinite(step.elo_high) else step.elo_low)
            high = max(high, heights[k + 1])
            axes.plot([k + 1, k + 1], [low, high], color=OWNERS[0], lw=6, alpha=0.35, zorder=2)
            label = percent(step.score, step.low, step.high) + " %"
            axes.annotate(
                label,
                (k + 1, heights[k + 1]),
                xytext=(-8, 6),
                textcoords="offset points",
                ha="right",
                fontsize=9,
                color=QUIET,
            )
        axes.set_xticks(range(len(rungs)), rungs)
        axes.set_xlim(-0.4, len(rungs) - 0.6)
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
        axes.tick_params(length=0, labelsize=9)
        return fig


def skill_title(found: Skill) -> str:
    """Return game, games on each rung and seed."""
    told = ", ".join(
        f"{count(games)} {rung}" for rung, games in zip(found.rungs, found.games, strict=True)
    )
    return f"{found.game.title} · games: {told} · seed {found.seed}"


def render_skill(found: Skill, console: Console) -> None:
    """Print what every side scores on every rung, and what experts find otherwise."""
    grid = table(found.game.side.capitalize())
    for rung in found.rungs:
        grid.add_column(Text(rung), justify="right", no_wrap=True)
    grid.add_column("Change", justify="right", no_wrap=True)
    grid.add_column("")
    order = sorted(found.curves, key=lambda curve: -curve.points[-1].score)
    for curve in order:
        change, low, high = curve.shift
        flag = curve.verdict
        grid.add_row(
            Text(curve.name),
            *[
                Text(
                    percent(point.score, point.low, point.high),
                    style=FAVOURED if point.is_unfair(found.fair) else "",
                )
                for point in curve.points
            ],
            points(100 * change, 100 * low, 100 * high),
            Text(flag, style="bold" if "unfair for experts" in flag else "dim"),
        )
    console.print(
        Group(
            Text(skill_title(found), style="bold"),
            Text(),
            grid,
            Text(),
            Text(wrapped(skill_sentence(found), console.width), style="bold"),
        ),
        highlight=False,
    )


def skill_figure(found: Skill) -> Figure:
    """Return every side's score as a curve over the rungs."""
    with styled():
        names = [cut(curve.name, 10.0, 2.2) for curve in found.curves]
        label = max(text_width(name, 10.0) for name in names)
        room = max(5.0, text_width(skill_title(found), 9) - label)
        tall = max(3.0, 0.2 * len(names))
        fig, axes = canvas(room + label + 1.2, tall + 2.0, (0.75, 1.0, room, tall))
        heading(fig, "Score by the skill of the players, %", skill_title(found))
        small_print(fig, ["Band: interval that holds for all sides and rungs together (95 %)"])
        at = range(len(found.rungs))
        axes.axhline(100 * found.fair, color=QUIET, lw=1.0, ls=(0, (4, 3)), zorder=1)
        ends = []
        for k, curve in enumerate(found.curves):
            colour, line = OWNERS[k % len(OWNERS)], _STYLES[k // len(OWNERS) % len(_STYLES)]
            low = [100 * point.low for point in curve.points]
            high = [100 * point.high for point in curve.points]
            scores = [100 * point.score for point in curve.points]
            axes.fill_between(at, low, high, color=colour, alpha=0.14, lw=0)
            axes.plot(at, scores, color=colour, lw=1.8, ls=line, marker="o", ms=3.5)
            ends.append((scores[-1], names[k], colour))
        _name_ends(axes, ends)
        axes.set_xticks(list(at), list(found.rungs))
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
        axes.tick_params(length=0, labelsize=9)
        return fig


def render_training(found: Training, console: Console) -> None:
    """Print which weights moved, and what that gains in fresh games."""
    grid = table("Weight")
    for head in (found.base, "trained"):
        grid.add_column(head, justify="right")
    for key, value in found.changed.items():
        grid.add_row(key, str(found.before[key]), str(value))
    console.print(
        Group(
            Text(f"{found.game.title} · {count(found.games)} games of training", style="bold"),
            Text(),
            grid,
            Text(),
            Text(wrapped(training_sentence(found), console.width), style="bold"),
        ),
        highlight=False,
    )


def training_sentence(found: Training) -> str:
    """Return the result in one sentence."""
    proof = (
        f"{percent(found.score, found.low, found.high)} % against {found.base} in "
        f"{count(found.proof_games)} fresh games (fair: {share(found.fair)}), "
        f"{points(100 * found.gain, 100 * found.gain_low, 100 * found.gain_high)} points more than "
        f"{found.base} itself in the same games"
    )
    return f"The trained weights are {'better' if found.proven else 'not proven better'}: {proof}."
