"""Overlays on a game's figures: read them, lay one over another, say what does not fit.

An overlay is a nested dict with only what changes. It remembers where it came from, so that a
complaint about a figure can name the file or the option that set it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from sim.errors import BadInput
from sim.names import plain

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic.fields import FieldInfo

LARGEST_FILE = 1_000_000
MOST_VALUES = 20_000  # in a file: keys, values and items of lists
LONGEST_TEXT = 10_000
_DEEPEST = 30
_SHOWN = 5
_LONGEST = 80  # letters of a variant's name
_WANTED = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "string": "a text in quotes",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table",
    "model": "a table",
    "mapping": "a table",
}


class Overlay(dict[str, Any]):
    """What changes, and where that was written (`source`); a variant also has a name."""

    def __init__(self, values: Mapping[str, Any], source: str, name: str = "") -> None:
        super().__init__(values)
        self.source = source
        self.name = name


def parse_set(text: str) -> Overlay:
    """Return the overlay that `PATH=VALUE` means, such as `rules.hq_points=15`."""
    path, equals, value = text.partition("=")
    keys = [key.strip().strip("\"'") for key in path.split(".")]
    if not (equals and all(keys) and len(keys) <= _DEEPEST and text.isprintable()):
        raise BadInput(f"--set {text!r} is not PATH=VALUE, such as --set rules.points=15")
    nested: Any = _value(value.strip(), text)
    for key in reversed(keys):
        nested = {key: nested}
    return Overlay(nested, f"--set {text}")


def _value(value: str, text: str) -> Any:
    try:
        document = tomllib.loads(f"value = {value}")
        if list(document) == ["value"]:
            return document["value"]
    except (ValueError, RecursionError):
        if value and value[0].isalnum():
            return value
    raise BadInput(
        f"--set {text!r}: the value {value!r} is neither a number, true or false, "
        "a text nor a list like [1, 2]"
    )


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Return the document in a TOML file, or BadInput where it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"cannot read the {what} {path}: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"the {what} {path} is too large; allowed: {LARGEST_FILE:,} bytes")
    try:
        document = tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise BadInput(f"the {what} {path} is not text in UTF-8") from None
    except ValueError as error:
        raise BadInput(f"the {what} {path} is not valid TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"the {what} {path} is nested too deeply") from None
    if problem := _too_much(document):
        raise BadInput(f"the {what} {path} {problem}")
    return document


def _too_much(document: Mapping[str, Any]) -> str:
    """Return what is too much in a document; an empty text if nothing is."""
    level: list[Any] = [document]
    number = 0
    for _ in range(_DEEPEST):
        nested = [v for item in level for v in (item.values() if isinstance(item, dict) else item)]
        number += len(nested)
        texts = [text for text in nested if isinstance(text, str)]
        texts += [key for item in level if isinstance(item, dict) for key in item]
        if any(len(text) > LONGEST_TEXT for text in texts):
            return f"holds a text that is too long; allowed: {LONGEST_TEXT:,} letters"
        level = [value for value in nested if isinstance(value, dict | list)]
    if level:
        return f"is nested too deeply; allowed: {_DEEPEST} tables"
    if number > MOST_VALUES:
        return f"holds {number:,} values, which are too many; allowed: {MOST_VALUES:,}"
    return ""


def beside(folder: Path, name: str) -> Path:
    """Return the path of a file that another one names; it lies in the same folder or below."""
    try:
        path = (folder / name).resolve()
        within = path.is_relative_to(folder.resolve()) and not Path(name).is_absolute()
    except (OSError, ValueError):
        within = False
    if not within or not name.isprintable():
        raise BadInput(
            f"{name!r} does not lie in the folder of the file that names it; allowed: a file in "
            f"{folder} or below"
        )
    return folder / name


def load_overlay(path: Path) -> Overlay:
    """Return the overlay that a TOML file holds."""
    return Overlay(read_toml(path, "variant"), str(path))


def load_variant(path: Path, game: str) -> Overlay:
    """Return the overlay of a variant file, which says for which game it is and may say its name.

    Without a name the file's own stands for it.
    """
    document = read_toml(path, "variant")
    meant, name = document.pop("game", None), document.pop("name", path.stem)
    if not isinstance(meant, str):
        raise BadInput(f'{path}: the key game is missing, such as game = "{game}"')
    if plain(meant) != plain(game):
        raise BadInput(f"{path} is a variant of {meant!r}, not of {game!r}")
    if not (isinstance(name, str) and name.isprintable() and 1 <= len(name.strip()) <= _LONGEST):
        raise BadInput(
            f"{path}: name = {_shown(name)} is not allowed; allowed: "
            f"a text in quotes, 1 to {_LONGEST} long"
        )
    return Overlay(document, str(path), name.strip())


def merge(base: Mapping[str, Any], *overlays: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with overlays laid over it: tables merge, anything else is replaced."""
    merged = {key: merge(v) if isinstance(v, Mapping) else v for key, v in base.items()}
    for overlay in overlays:
        for key, value in overlay.items():
            if isinstance(value, Mapping):
                below = merged.get(key)
                merged[key] = merge(below if isinstance(below, Mapping) else {}, value)
            else:
                merged[key] = value
    return merged


def source_of(overlays: Sequence[Mapping[str, Any]], path: Sequence[object], default: str) -> str:
    """Return where the figure at a path was last set, or `default` where no overlay sets it."""
    for overlay in reversed(overlays):
        here: Any = overlay
        for key in path:
            if not isinstance(here, Mapping):
                break
            if key not in here:
                here = None
                break
            here = here[key]
        if here is not None:
            return getattr(overlay, "source", default)
    return default


def flatten(overlay: Mapping[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """Return the paths and values of an overlay, one per figure."""
    figures: list[tuple[str, Any]] = []
    for key, value in overlay.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, Mapping) and value:
            figures += flatten(value, path)
        else:
            figures.append((path, value))
    return figures


def toml_text(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = "".join(
            c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value
        )
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        pairs = (f"{toml_text(str(k))} = {toml_text(v)}" for k, v in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_text(v) for v in value)}]"
    return str(value)


def explain(
    error: ValidationError,
    source: str,
    model: type[BaseModel] | None = None,
    overlays: Sequence[Mapping[str, Any]] = (),
    base: Mapping[str, Any] | None = None,
) -> BadInput:
    """Return the sentences for what a model refused.

    With `model` an unknown key gets a suggestion and a number its whole range; with `overlays`
    each complaint names the overlay that set the figure instead of `source`. With `base`, the
    figures below all overlays, a new table that lacks keys is named once, and asked whether it
    was meant to be one that is there.
    """
    problems, sentences = _without_new_tables(error.errors(include_url=False), overlays, base)
    for problem in problems[:_SHOWN]:
        place = source_of(overlays, problem["loc"], source)
        path = ".".join(str(key) for key in problem["loc"])
        sentences.append(f"{place}: {_sentence(problem, path, model)}")
    if len(problems) > _SHOWN:
        sentences.append(f"and {len(problems) - _SHOWN} more")
    return BadInput("; ".join(sentences))


def _without_new_tables(
    problems: Sequence[Any], overlays: Sequence[Mapping[str, Any]], base: Mapping[str, Any] | None
) -> tuple[list[Any], list[str]]:
    """Return the problems that are not keys missing in new tables, and sentences for those."""
    rest: list[Any] = []
    lacking: dict[tuple[object, ...], list[str]] = {}
    for problem in problems:
        new = _new_table(problem["loc"], base) if problem["type"] == "missing" else ()
        if new:
            lacking.setdefault(new, []).append(".".join(map(str, problem["loc"][len(new) :])))
        else:
            rest.append(problem)
    sentences = []
    for new, keys in list(lacking.items())[:_SHOWN]:
        around: Any = base
        for key in new[:-1]:
            around = around[key]
        near = get_close_matches(str(new[-1]), [str(name) for name in around], n=1, cutoff=0.6)
        missing = ", ".join(keys[:_SHOWN]) + (", …" if len(keys) > _SHOWN else "")
        sentences.append(
            f"{source_of(overlays, new, 'the figures')}: {'.'.join(map(str, new))} is new and "
            f"lacks {missing}" + (f"; did you mean {near[0]!r}?" if near else "")
        )
    # What else is said of a table that was never meant to be one helps nobody.
    return [p for p in rest if not any(p["loc"][: len(new)] == new for new in lacking)], sentences


def _new_table(loc: Sequence[object], base: Mapping[str, Any] | None) -> tuple[object, ...]:
    """Return the path of the outermost table on the way to a figure that the base lacks."""
    here: Any = base
    for depth, key in enumerate(loc[:-1]):
        if not isinstance(here, Mapping):
            return ()
        if key not in here:
            return tuple(loc[: depth + 1])
        here = here[key]
    return ()


def _sentence(problem: Mapping[str, Any], path: str, model: type[BaseModel] | None) -> str:
    kind, value, context = problem["type"], problem["input"], problem.get("ctx", {})
    if kind == "extra_forbidden":
        return f"unknown key {path!r}{_similar(problem['loc'], model)}"
    if kind == "missing":
        return f"the key {path!r} is missing"
    if kind in ("value_error", "assertion_error"):
        return f"{path}: " * bool(path) + str(context.get("error", problem["msg"]))
    return f"{path} = {_shown(value)} is not allowed; allowed: {_allowed(problem, model)}"


def _allowed(problem: Mapping[str, Any], model: type[BaseModel] | None) -> str:
    kind, context = str(problem["type"]), problem.get("ctx", {})
    if kind in ("literal_error", "enum"):
        return str(context["expected"])
    if kind.startswith(("greater_than", "less_than")):
        field = _find(problem["loc"], model)
        return (_range(field) if field is not None else "") or _bound(context)
    if kind.startswith(("too_", "string_too_")):
        limits = {"min_length": "at least", "max_length": "at most"}
        said = [f"{word} {context[key]} long" for key, word in limits.items() if key in context]
        return " and ".join(said) or str(problem["msg"])
    if kind.endswith(("_type", "_parsing", "_from_float")):
        return _WANTED.get(kind.split("_")[0], str(problem["msg"]))
    return str(problem["msg"])


def _bound(context: Mapping[str, Any]) -> str:
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    return " and ".join(f"{word} {context[key]}" for key, word in words.items() if key in context)


def _range(field: FieldInfo) -> str:
    bounds = {
        key: getattr(item, key)
        for item in field.metadata
        for key in ("ge", "gt", "le", "lt")
        if getattr(item, key, None) is not None
    }
    if set(bounds) == {"ge", "le"}:
        return f"{bounds['ge']} to {bounds['le']}"
    return _bound(bounds)


def _similar(loc: Sequence[object], model: type[BaseModel] | None) -> str:
    owner = _model_at(loc[:-1], model)
    if owner is None:
        return ""
    names = [field.alias or name for name, field in owner.model_fields.items()]
    near = get_close_matches(str(loc[-1]), names, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known: {', '.join(sorted(names))}"


def _find(loc: Sequence[object], model: type[BaseModel] | None) -> FieldInfo | None:
    owner = _model_at(loc[:-1], model)
    if owner is None:
        return None
    named = {field.alias or name: field for name, field in owner.model_fields.items()}
    return named.get(str(loc[-1]))


def _model_at(loc: Sequence[object], model: type[BaseModel] | None) -> type[BaseModel] | None:
    """Follow a path through nested models; table and list keys lead to the model of their items."""
    here: Any = model
    for key in loc:
        candidates = _models_in(here)
        fields = [
            (field.alias or name, field.annotation)
            for candidate in candidates
            for name, field in candidate.model_fields.items()
        ]
        # A key that is no field is the name or number of an item: `here` stays the item's model.
        here = next((annotation for name, annotation in fields if name == key), here)
    return next(iter(_models_in(here)), None)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]


def _shown(value: object) -> str:
    text = toml_text(value) if not isinstance(value, Mapping) else "{ … }"
    return text if len(text) <= 60 else f"{text[:57]}…"
