"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from sim.game import Named
from sim.sourced import SourcedData
from sim.sources import Catalogue
from sim.steel_arena.models import Figures
from sim.styles import read_policies

LISTS = ("robots", "modules", "terrain", "abilities", "mines", "fields")
CATALOGUE = Catalogue(LISTS, ("central", "rules"))


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    return {
        **{key: _read(f"data/{key}") for key in (*LISTS, "central")},
        "rules": {},
        "policies": read_policies("sim.steel_arena"),
        "search": _read("policies/search"),
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.steel_arena") / f"{name}.toml").read_text("utf-8"))


class SteelArenaData(SourcedData[Figures]):
    """The figures of Steel Arena with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__("steel_arena", Figures, CATALOGUE, printed(), "robots", overlays)

    @property
    def maps(self) -> Mapping[str, Named]:
        """The fields; each is made for a number of players, one that the rules name for all."""
        named = self.figures.rules.field != "players"
        return {
            key: Named(key, one.name, tuple(one.aliases), (2, 3, 4) if named else (one.players,))
            for key, one in self.figures.open_fields.items()
        }
