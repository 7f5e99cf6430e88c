"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from sim.neon.models import Figures
from sim.sourced import SourcedData
from sim.sources import Catalogue
from sim.styles import read_policies

LISTS = ("fighters", "sectors", "cards", "loot", "upgrades", "bots")
CATALOGUE = Catalogue(LISTS, ("board", "rules"))


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    return {
        **{key: _read(f"data/{key}") for key in ("fighters", "board", *LISTS[1:])},
        "rules": {},
        "policies": read_policies("sim.neon"),
        "search": _read("policies/search"),
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.neon") / f"{name}.toml").read_text("utf-8"))


class NeonData(SourcedData[Figures]):
    """The figures of Neon with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__("neon", Figures, CATALOGUE, printed(), "fighters", overlays)
