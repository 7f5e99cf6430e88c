"""Policy files: `greedy.toml` says all weights, every other file only what it weighs otherwise."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from sim.variant import merge

FIRST = "greedy"
TRAINED = "trained"
_NOT_WEIGHTS = "search"  # how the searching player thinks


@cache
def read_policies(package: str) -> dict[str, Any]:
    """Return the policies of a game: the first greedy player, the trained one, the play styles."""
    folder = files(package) / "policies"
    found = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    found.pop(_NOT_WEIGHTS, None)
    first = found.pop(FIRST)
    names = sorted(found, key=lambda name: (name != TRAINED, name))
    return {FIRST: first} | {name: merge(first, found[name]) for name in names}
