"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sim.game import Named, Switch
from sim.neuroshima.models import Figures
from sim.variant import explain, merge

ARMIES = ("outpost", "moloch", "borgo", "hegemony")
POLICIES = ("greedy",)


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    folder = files("sim.neuroshima")
    return {
        "armies": {
            a: tomllib.loads((folder / f"data/{a}.toml").read_text("utf-8")) for a in ARMIES
        },
        "rules": {},
        "policies": {
            p: tomllib.loads((folder / f"policies/{p}.toml").read_text("utf-8")) for p in POLICIES
        },
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
        rules = type(self.figures.rules)
        properties = rules.model_json_schema()["properties"]
        return [
            Switch(
                f"rules.{key}",
                getattr(self.figures.rules, key),
                _allowed(properties[key]),
                properties[key]["description"],
                properties[key]["source"],
            )
            for key in rules.model_fields
        ]

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
        text = json.dumps(figures, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @cached_property
    def _sources(self) -> dict[str, str]:
        rules = self.figures.rules
        found = {s.path: s.source for s in self.switches}
        for key, field in type(rules).model_fields.items():
            # The rulebook offers both ways of a switch, but only one number.
            value = getattr(rules, key)
            if type(value) is int and value != field.default:
                found[f"rules.{key}"] = "reconstructed"
        for a, army in self.figures.armies.items():
            for t, tile in army.tiles.items():
                for key in tile.model_fields_set - {"name", "aliases", "kind", "source"}:
                    # what a designer adds without naming a source is his own
                    found[f"armies.{a}.tiles.{t}.{key}"] = tile.source.get(key, "reconstructed")
        return found

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures come from where."""
        count = Counter(self._sources.values())
        return {source: count[source] for source in ("rulebook", "public", "reconstructed")}

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""
        return sorted(path for path, source in self._sources.items() if source == "reconstructed")


def _laid_over(below: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Return figures with an overlay laid over them: what it changes has no older source."""
    merged = merge(below, overlay)
    for a, t, tile in _tiles(overlay):
        before = _table(_table(_table(_table(below, "armies"), a), "tiles"), t)
        after = merged["armies"][a]["tiles"][t]
        named = _table(tile, "source")
        if not isinstance(after.get("source", {}), dict):
            continue
        for key in tile.keys() & set(after.get("source", ())):
            if after[key] != before.get(key) and key not in named:
                after["source"][key] = "reconstructed"
    return merged


def _tiles(overlay: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Return army, id and table of every tile in an overlay that may be wrong in any way."""
    for a in (armies := _table(overlay, "armies")):
        for t in (tiles := _table(_table(armies, a), "tiles")):
            if tile := _table(tiles, t):
                yield a, t, tile


def _table(here: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = here.get(key)
    return found if isinstance(found, Mapping) else {}


def _allowed(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true, false"
    return f"{schema['minimum']} to {schema['maximum']}"
