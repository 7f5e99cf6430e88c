"""What the figures of all games have in common: switches, fingerprint, sources of figures."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Switch

if TYPE_CHECKING:
    from pydantic import BaseModel


def switches(rules: BaseModel) -> list[Switch]:
    """Return the switches of a rules model: fields that describe themselves and name a source."""
    properties = type(rules).model_json_schema()["properties"]
    return [
        Switch(
            f"rules.{key}",
            getattr(rules, key),
            _allowed(properties[key]),
            properties[key]["description"],
            properties[key]["source"],
        )
        for key in type(rules).model_fields
        if "description" in properties[key]
    ]


def rule_sources(rules: BaseModel) -> dict[str, str]:
    """Return the source of every switch: another number than the printed one is reconstructed."""
    found = {switch.path: switch.source for switch in switches(rules)}
    for key, field in type(rules).model_fields.items():
        # The rulebook offers both ways of a switch, but only one number.
        value = getattr(rules, key)
        if type(value) is int and value != field.default:
            found[f"rules.{key}"] = "reconstructed"
    return found


def fingerprint(figures: Mapping[str, Any]) -> str:
    """Return a hash of figures in plain tables."""
    text = json.dumps(figures, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def provenance(sources: Mapping[str, str]) -> dict[str, int]:
    """Return how many figures come from where."""
    count = Counter(sources.values())
    return {source: count[source] for source in ("rulebook", "public", "reconstructed")}


def reconstructed(sources: Mapping[str, str]) -> Sequence[str]:
    """Return the paths of all reconstructed figures."""
    return sorted(path for path, source in sources.items() if source == "reconstructed")


def table(here: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """Return the table at a path of figures that may be wrong in any way; empty where none is."""
    found: Any = here
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _allowed(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true, false"
    return f"{schema['minimum']} to {schema['maximum']}"
