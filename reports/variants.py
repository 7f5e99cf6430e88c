"""What a variant changes, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from reports.tables import _table as table
from sim.starter import Change
from sim.variant import toml_text


def changes_table(found: Sequence[Change]) -> Table:
    """Return path, before and after of every figure that changes."""
    grid = table("Figure")
    for head in ("Before", "After"):
        grid.add_column(head, overflow="fold")
    for change in found:
        grid.add_row(Text(change.path), _value(change.before), _value(change.after))
    return grid


def _value(value: object) -> Text:
    return Text("–", style="dim") if value is None else Text(toml_text(value))
