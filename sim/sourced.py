"""A game's figures as checked models, with the source of each and overlays laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from sim import figures as common
from sim.game import Named, Switch
from sim.models import NOT_FIGURES
from sim.sources import Catalogue
from sim.variant import explain

F = TypeVar("F", bound=BaseModel)


class SourcedData(Generic[F]):
    """What a `GameData` needs, for figures whose tables name sources as `sim.sources` reads them.

    `printed` are the game's own figures in plain tables; `sides` is the table of who plays.
    """

    def __init__(
        self,
        game: str,
        model: type[F],
        catalogue: Catalogue,
        printed: Mapping[str, Any],
        sides: str,
        overlays: Sequence[Mapping[str, Any]],
    ) -> None:
        self._catalogue = catalogue
        self._side_table = sides
        document = printed
        for overlay in overlays:
            document = catalogue.laid_over(document, overlay)
        try:
            self.figures = model.model_validate(document)
        except ValidationError as error:
            raise explain(error, game, model, overlays, printed) from None

    @property
    def sides(self) -> Mapping[str, Named]:
        """Who plays."""
        return self._named(self._side_table)

    @property
    def maps(self) -> Mapping[str, Named]:
        """Nothing, unless a game has maps."""
        return {}

    def _named(self, table: str) -> dict[str, Named]:
        return {
            key: Named(key, one.name, tuple(one.aliases))
            for key, one in getattr(self.figures, table).items()
        }

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""
        return common.switches(self._rules)

    @property
    def _rules(self) -> Any:
        return getattr(self.figures, "rules")  # noqa: B009

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
        for _, item in self._catalogue.items(figures):
            for key in without:
                item.pop(key, None)
        return figures

    @cached_property
    def _sources(self) -> dict[str, str]:
        found = common.rule_sources(self._rules)
        found |= {f"rules.{key}": source for key, source in self._rules.source.items()}
        set_here = self.figures.model_dump(
            mode="json", exclude_unset=True, exclude={"rules"}, by_alias=True
        )
        return found | self._catalogue.sources(set_here)

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures come from where."""
        return common.provenance(self._sources)

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""
        return common.reconstructed(self._sources)
