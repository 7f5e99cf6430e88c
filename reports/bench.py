"""What `balance bench` found, in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from sim.bench import Bench
from sim.game import GAMES

_MILLION = 1_000_000
_POOR = 0.75  # of what so many threads could gain


def render(found: Bench, console: Console) -> None:
    """Print the table and the sentence."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Game")
    table.add_column("Policy")
    for column in ("Games/s, one thread", "Reference", "Times as fast", "10⁶ games take"):
        table.add_column(column, justify="right")
    for rate in found.rates:
        table.add_row(
            GAMES.get(rate.game).title,
            rate.policy,
            f"{rate.games_per_second:,.0f}",
            "–" if rate.reference is None else f"{rate.reference:,.0f}",
            "–" if rate.ratio is None else f"{rate.ratio:.2f}",
            duration(_MILLION / (rate.games_per_second * max(found.scaling, 1.0))),
        )
    console.print(table, markup=False, highlight=False)
    console.print()
    if found.reference_machine:
        _say(console, f"Reference: {found.reference_machine}.")
    _say(console, sentence(found))
    if found.threads > 1 and found.scaling < _POOR * found.threads:
        _say(
            console,
            "Threads gain little here: other programs are running, or two threads share one core.",
        )


def duration(seconds: float) -> str:
    """Return about how long something takes, in the unit that fits."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"


def sentence(found: Bench) -> str:
    """Return the one sentence that says it."""
    scaling = f"{found.threads} threads play {found.scaling:.2f} times as fast as one"
    if found.middle is None:
        return f"{scaling[0].upper()}{scaling[1:]}."
    return (
        f"A thread of this machine plays {found.middle:.2f} times as fast as the reference (the "
        f"median of all rows); {scaling}."
    )


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False)
