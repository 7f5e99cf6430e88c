"""Loading the figures of the game: data files, editions, overlays, where each figure comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sim import figures as common
from sim.errors import BadInput
from sim.figures import table
from sim.game import Named, Switch
from sim.names import resolve
from sim.pixel_tactics.models import Figures
from sim.styles import read_policies
from sim.variant import Overlay, explain, merge

EDITIONS = {"second": (), "first": ("first",)}  # data packs laid over the second edition's cards
_NOT_FIGURES = ("name", "aliases", "source")


@cache
def printed() -> dict[str, Any]:
    """Return the game's own figures: the second edition's cards."""
    return {
        "leaders": _read("data/leaders"),
        "rules": {},
        "policies": read_policies("sim.pixel_tactics"),
        "search": _read("policies/search"),
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sim.pixel_tactics") / f"{name}.toml").read_text("utf-8"))


@cache
def _pack(name: str) -> dict[str, Any]:
    return {"leaders": _read(f"data/{name}")}


def edition(word: str) -> Overlay:
    """Return the overlay that chooses an edition."""
    key = resolve(word, "edition", {name: () for name in EDITIONS})
    return Overlay({"rules": {"edition": key}}, f"--edition {word}")


def _chosen(overlays: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of the edition that overlays choose; a wrong word is refused later."""
    word = table(merge({}, *overlays), "rules").get("edition", "second")
    packs = EDITIONS.get(word, ()) if isinstance(word, str) else ()
    return merge(printed(), *(_pack(name) for name in packs))


def best_of(word: str) -> Overlay:
    """Return the overlay of a series: best of 3 is played to 2 trophies (PXT-SER-1)."""
    if word not in ("1", "3", "5", "7", "9"):
        raise BadInput(f"--best-of {word!r} is not allowed; allowed: 1, 3, 5, 7, 9")
    return Overlay({"rules": {"trophies": (int(word) + 1) // 2}}, f"--best-of {word}")


class PixelData:
    """The figures of Pixel Tactics with all overlays applied."""

    def __init__(self, overlays: Sequence[Mapping[str, Any]] = ()) -> None:
        cards = _chosen(overlays)
        try:
            self.figures = Figures.model_validate(merge(cards, *overlays))
        except ValidationError as error:
            raise explain(error, "pixel-tactics", Figures, overlays, cards) from None

    @property
    def sides(self) -> Mapping[str, Named]:
        """The leaders."""
        return {
            key: Named(key, one.name, tuple(one.aliases))
            for key, one in self.figures.leaders.items()
        }

    @property
    def maps(self) -> Mapping[str, Named]:
        """None: every unit is three by three."""
        return {}

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""
        return common.switches(self.figures.rules)

    @property
    def document(self) -> Mapping[str, Any]:
        """Every figure that is set, without sources."""
        return self._plain(("source",))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of every figure that can change a result."""
        figures = self._plain(_NOT_FIGURES)
        for policy in figures["policies"].values():
            policy.pop("about", None)
        return common.fingerprint(figures)

    def _plain(self, without: Sequence[str]) -> dict[str, Any]:
        figures = self.figures.model_dump(mode="json", by_alias=True)
        for one in figures["leaders"].values():
            for key in without:
                one.pop(key, None)
            for slot in one.values():
                for row in slot if isinstance(slot, list) else ():
                    if isinstance(row, dict):
                        for key in [key for key, value in row.items() if value in ("", [])]:
                            del row[key]
        return figures

    @cached_property
    def _sources(self) -> dict[str, str]:
        """The source of each figure: cards are public, but for what a designer changed."""
        found = common.rule_sources(self.figures.rules)
        known = [printed()["leaders"], *(_pack(name)["leaders"] for name in ("first",))]
        for key, one in self.document["leaders"].items():
            named = self.figures.leaders[key].source
            for field, value in one.items():
                if field in _NOT_FIGURES:
                    continue
                public = any(table(pack, key).get(field) == value for pack in known)
                path = f"leaders.{key}.{field}"
                found[path] = named.get(field) or ("public" if public else "reconstructed")
        return found

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures come from where."""
        return common.provenance(self._sources)

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""
        return common.reconstructed(self._sources)
