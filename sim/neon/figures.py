"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sim import figures as common
from sim.game import Named, Switch
from sim.models import NOT_FIGURES
from sim.neon.models import Figures
from sim.sources import Catalogue
from sim.variant import explain

POLICIES = ("greedy",)
LISTS = ("fighters", "sectors", "cards", "loot", "upgrades", "bots")
CATALOGUE = Catalogue(LISTS, ("board", "rules"))


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    return {
        **{key: _read(f"data/{key}") for key in ("fighters", "board", *LISTS[1:])},
        "rules": {},
        "policies": {key: _read(f"policies/{key}") for key in POLICIES},
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.neon") / f"{name}.toml").read_text("utf-8"))


class NeonData:
    """The figures of Neon with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        document = printed()
        for overlay in overlays:
            document = CATALOGUE.laid_over(document, overlay)
        try:
            self.figures = Figures.model_validate(document)
        except ValidationError as error:
            raise explain(error, "neon", Figures, overlays, printed()) from None

    @property
    def sides(self) -> Mapping[str, Named]:
        """The fighters."""
        return {
            key: Named(key, one.name, tuple(one.aliases))
            for key, one in self.figures.fighters.items()
        }

    @property
    def maps(self) -> Mapping[str, Named]:
        """Nothing: the arena is laid out at random (NEON-SET-2)."""
        return {}

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""
        return common.switches(self.figures.rules)

    @property
    def document(self) -> Mapping[str, Any]:
        """Every figure that is set, without sources."""
        return self._plain({"source"})

    @cached_property
    def fingerprint(self) -> str:
        """A hash of every figure that can change a result."""
        figures = self._plain(NOT_FIGURES)
        for policy in figures["policies"].values():
            policy.pop("about", None)
        return common.fingerprint(figures)

    def _plain(self, without: set[str] | frozenset[str]) -> dict[str, Any]:
        figures = self.figures.model_dump(mode="json", exclude_none=True, by_alias=True)
        for _, item in CATALOGUE.items(figures):
            for key in without:
                item.pop(key, None)
        return figures

    @cached_property
    def _sources(self) -> dict[str, str]:
        found = common.rule_sources(self.figures.rules)
        found |= {f"rules.{key}": source for key, source in self.figures.rules.source.items()}
        set_here = self.figures.model_dump(
            mode="json", exclude_unset=True, exclude={"rules"}, by_alias=True
        )
        return found | CATALOGUE.sources(set_here)

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures come from where."""
        return common.provenance(self._sources)

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""
        return common.reconstructed(self._sources)
