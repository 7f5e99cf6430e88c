"""What tables of data files share: known keys only, names, where each figure comes from."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, model_validator

Source = Literal["rulebook", "public", "reconstructed"]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
NOT_FIGURES = frozenset({"name", "aliases", "source"})


class Model(BaseModel):
    """A table of a data file: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sourced(Model):
    """A table that names the source of each of its figures.

    A dotted key of `source` ("ranged.dice") is for one figure of an inner table and overrules what
    the table's own key says.
    """

    source: dict[str, Source] = {}

    @model_validator(mode="after")
    def _sources_name_figures(self) -> Sourced:
        unknown = sorted(path for path in self.source if not _leads(type(self), path))
        if unknown:
            raise ValueError(f"source names what is not there: {', '.join(unknown)}")
        return self


class Item(Sourced):
    """Something that a designer can name."""

    name: str = Field(min_length=1, max_length=60)
    aliases: list[str] = []


def _leads(model: Any, path: str) -> bool:
    """Whether a dotted path leads to a figure of a model."""
    here: Any = model
    for depth, key in enumerate(path.split(".")):
        if get_origin(here) is dict:  # a table of items by id
            here = get_args(here)[1]
            continue
        models = _models_in(here)
        if depth and not models:
            return True  # a table of free keys, such as the tiles of a map
        fields = {field.alias or n: field for m in models for n, field in m.model_fields.items()}
        if key not in fields or key in NOT_FIGURES:
            return False
        here = fields[key].annotation
    return True


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]
