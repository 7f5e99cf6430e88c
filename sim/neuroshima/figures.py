"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sim import figures as common
from sim.figures import table
from sim.game import Named, Switch
from sim.neuroshima.models import Figures
from sim.styles import read_policies
from sim.variant import explain, merge

ARMIES = ("outpost", "moloch", "borgo", "hegemony")


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    folder = files("sim.neuroshima")
    return {
        "armies": {
            a: tomllib.loads((folder / f"data/{a}.toml").read_text("utf-8")) for a in ARMIES
        },
        "rules": {},
        "policies": read_policies("sim.neuroshima"),
        "search": tomllib.loads((folder / "policies/search.toml").read_text("utf-8")),
    }


class NeuroshimaData:
    """The figures of Neuroshima with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        document = printed()
        for overlay in overlays:
            document = _laid_over(document, overlay)
        try:
            self.figures = Figures.model_validate(document)
        except ValidationError as error:
            raise explain(error, "neuroshima", Figures, overlays, printed()) from None

    @property
    def sides(self) -> Mapping[str, Named]:
        """The armies."""
        return {
            key: Named(key, army.name, tuple(army.aliases))
            for key, army in self.figures.armies.items()
        }

    @property
    def maps(self) -> Mapping[str, Named]:
        """No maps: the board is fixed."""
        return {}

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""
        return common.switches(self.figures.rules)

    @property
    def document(self) -> Mapping[str, Any]:
        """Every figure, without sources."""
        figures = self.figures.model_dump(mode="json")
        for army in figures["armies"].values():
            for tile in army["tiles"].values():
                del tile["source"]
        return figures

    @cached_property
    def fingerprint(self) -> str:
        """A hash of every figure that can change a result."""
        figures = self.figures.model_dump(mode="json")
        for army in figures["armies"].values():
            for named in (army, *army["tiles"].values()):
                for key in ("name", "aliases", "source"):
                    named.pop(key, None)
        for policy in figures["policies"].values():
            del policy["about"]
        return common.fingerprint(figures)

    @cached_property
    def _sources(self) -> dict[str, str]:
        found = common.rule_sources(self.figures.rules)
        for a, army in self.figures.armies.items():
            for t, tile in army.tiles.items():
                for key in tile.model_fields_set - {"name", "aliases", "kind", "source"}:
                    # what a designer adds without naming a source is his own
                    found[f"armies.{a}.tiles.{t}.{key}"] = tile.source.get(key, "reconstructed")
        return found

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures come from where."""
        return common.provenance(self._sources)

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""
        return common.reconstructed(self._sources)


def _laid_over(below: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Return figures with an overlay laid over them: what it changes has no older source."""
    merged = merge(below, overlay)
    for a, t, tile in _tiles(overlay):
        before = table(below, "armies", a, "tiles", t)
        after = merged["armies"][a]["tiles"][t]
        named = table(tile, "source")
        if not isinstance(after.get("source", {}), dict):
            continue
        for key in tile.keys() & set(after.get("source", ())):
            if after[key] != before.get(key) and key not in named:
                after["source"][key] = "reconstructed"
    return merged


def _tiles(overlay: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Return army, id and table of every tile in an overlay that may be wrong in any way."""
    for a in table(overlay, "armies"):
        for t in (tiles := table(overlay, "armies", a, "tiles")):
            if tile := table(tiles, t):
                yield a, t, tile
