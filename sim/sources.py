"""Where figures come from: the sources that items of the data files name, overlays included.

Figures are plain tables. `lists` are the keys of tables that hold items by id, `alone` those of
single tables that name sources themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.figures import table
from sim.models import NOT_FIGURES
from sim.variant import flatten, merge


class Catalogue:
    """Which tables of a game's figures name sources."""

    def __init__(self, lists: Sequence[str], alone: Sequence[str]) -> None:
        self.lists = tuple(lists)
        self.alone = tuple(alone)

    def items(self, figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Return path and table of all that names sources, in figures that may be wrong."""
        for kind in self.lists:
            for key in table(figures, kind):
                if found := table(figures, kind, key):
                    yield f"{kind}.{key}", found
        for kind in self.alone:
            if found := table(figures, kind):
                yield kind, found

    def laid_over(self, below: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
        """Return figures with an overlay laid over them: what it changes has no older source."""
        merged = merge(below, overlay)
        for path, item in self.items(overlay):
            above, before = table(merged, *path.split(".")), table(below, *path.split("."))
            older = dict(leaves(before))
            if not isinstance(source := above.get("source", {}), dict):
                continue
            for key, value in leaves(item):
                said = named(table(item, "source"), key)
                if said or (key in older and value != older[key]):
                    source[key] = said or "reconstructed"
        return merged

    def sources(self, figures: Mapping[str, Any]) -> dict[str, str]:
        """Return the source of every figure; what names none is the designer's own."""
        return {
            f"{path}.{key}": named(item.get("source", {}), key) or "reconstructed"
            for path, item in self.items(figures)
            for key, _ in leaves(item)
        }


def leaves(item: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the single figures of an item, by dotted keys."""
    return flatten({key: value for key, value in item.items() if key not in NOT_FIGURES})


def named(source: Mapping[str, str], key: str) -> str:
    """Return the source that is named for a figure or for the nearest table around it."""
    parts = key.split(".")
    paths = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((source[path] for path in paths if path in source), "")
