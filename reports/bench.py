"""What `balance bench` found, in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from sim.bench import Bench
from sim.game import GAMES


def render(found: Bench, console: Console) -> None:
    """Print the table and the sentence."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Game")
    table.add_column("Policy")
    for column in ("Games/s, one thread", "Reference", "Times"):
        table.add_column(column, justify="right")
    for rate in found.rates:
        table.add_row(
            GAMES.get(rate.game).title,
            rate.policy,
            f"{rate.games_per_second:,.0f}",
            "" if rate.reference is None else f"{rate.reference:,.0f}",
            "" if rate.ratio is None else f"{rate.ratio:.2f}",
        )
    console.print(table, markup=False, highlight=False)
    console.print()
    if found.reference_machine:
        _say(console, f"Reference: {found.reference_machine}.")
    _say(console, sentence(found))


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
