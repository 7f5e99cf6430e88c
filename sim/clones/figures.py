"""Loading the figures of the game: data files, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sim import figures as common
from sim.clones.base import NOT_FIGURES
from sim.clones.models import Figures
from sim.figures import table
from sim.game import Named, Switch
from sim.variant import explain, flatten, merge

MAPS = ("arcadia", "marshes", "foundry", "twin_gates")
POLICIES = ("greedy",)
LISTS = ("characters", "equipment", "tiles", "maps", "events", "traps")  # tables of items by id
ALONE = ("board", "rules")  # single tables that name sources


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures as they stand in its data files."""
    return {
        **{key: _read(f"data/{key}") for key in ("characters", "board", "equipment", "tiles")},
        "maps": {key: _read(f"data/maps/{key}") for key in MAPS},
        **{key: _read(f"data/{key}") for key in ("events", "traps")},
        "rules": {},
        "policies": {key: _read(f"policies/{key}") for key in POLICIES},
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.clones") / f"{name}.toml").read_text("utf-8"))


class ClonesData:
    """The figures of Clones: Reload with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        document = printed()
        for overlay in overlays:
            document = _laid_over(document, overlay)
        try:
            self.figures = Figures.model_validate(document)
        except ValidationError as error:
            raise explain(error, "clones", Figures, overlays, printed()) from None

    @property
    def sides(self) -> Mapping[str, Named]:
        """The characters."""
        return {
            key: Named(key, one.name, tuple(one.aliases))
            for key, one in self.figures.characters.items()
        }

    @property
    def maps(self) -> Mapping[str, Named]:
        """The maps; the first game's comes first."""
        return {
            key: Named(key, one.name, tuple(one.aliases)) for key, one in self.figures.maps.items()
        }

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
        figures = self.figures.model_dump(mode="json", exclude_none=True)
        for _, item in _items(figures):
            for key in without:
                item.pop(key, None)
        return figures

    @cached_property
    def _sources(self) -> dict[str, str]:
        found = common.rule_sources(self.figures.rules)
        found |= {f"rules.{key}": source for key, source in self.figures.rules.source.items()}
        set_here = self.figures.model_dump(mode="json", exclude_unset=True, exclude={"rules"})
        for path, item in _items(set_here):
            for key, _ in _leaves(item):
                # what a designer adds without naming a source is his own
                found[f"{path}.{key}"] = _named(item.get("source", {}), key) or "reconstructed"
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
    for path, item in _items(overlay):
        above, before = table(merged, *path.split(".")), table(below, *path.split("."))
        older = dict(_leaves(before))
        if not isinstance(source := above.get("source", {}), dict):
            continue
        for key, value in _leaves(item):
            named = _named(table(item, "source"), key)
            if named or (key in older and value != older[key]):
                source[key] = named or "reconstructed"
    return merged


def _items(figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return path and table of everything that names sources, in figures that may be wrong."""
    for kind in LISTS:
        for key in table(figures, kind):
            if found := table(figures, kind, key):
                yield f"{kind}.{key}", found
    for kind in ALONE:
        if found := table(figures, kind):
            yield kind, found


def _leaves(item: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the single figures of an item, by dotted keys."""
    return flatten({key: value for key, value in item.items() if key not in NOT_FIGURES})


def _named(source: Mapping[str, str], key: str) -> str:
    """Return the source that is named for a figure or for the nearest table around it."""
    parts = key.split(".")
    paths = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((source[path] for path in paths if path in source), "")
