"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from sim.clones.models import Figures
from sim.game import Named
from sim.sourced import SourcedData
from sim.sources import Catalogue
from sim.styles import read_policies

MAPS = ("arcadia", "marshes", "foundry", "twin_gates")
LISTS = ("characters", "equipment", "tiles", "maps", "events", "traps")
CATALOGUE = Catalogue(LISTS, ("board", "rules"))


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    return {
        **{key: _read(f"data/{key}") for key in ("characters", "board", "equipment", "tiles")},
        "maps": {key: _read(f"data/maps/{key}") for key in MAPS},
        **{key: _read(f"data/{key}") for key in ("events", "traps")},
        "rules": {},
        "policies": read_policies("sim.clones"),
        "search": _read("policies/search"),
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.clones") / f"{name}.toml").read_text("utf-8"))


class ClonesData(SourcedData[Figures]):
    """The figures of Clones: Reload with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__("clones", Figures, CATALOGUE, printed(), "characters", overlays)

    @property
    def maps(self) -> Mapping[str, Named]:
        """The maps; the first game's comes first."""
        return self._named("maps")
