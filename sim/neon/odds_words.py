"""Reading the words of a question about odds: numbers, choices, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sim.errors import BadInput
from sim.models import Item
from sim.names import resolve


class Words:
    """The options that were given, by name, and how to read them."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def number(self, name: str, low: int, high: int, default: int) -> int:
        """Return a whole number within limits."""
        if name not in self._given:
            return default
        text = self._given[name].strip()
        if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise BadInput(
                f"{flag(name)} {text!r} is not allowed; allowed: a whole number from "
                f"{low} to {high}"
            )
        return int(text)

    def choice(self, name: str, allowed: Iterable[str], default: str) -> str:
        """Return one of a few words."""
        if name not in self._given:
            return default
        text = self._given[name].strip().lower()
        if text not in allowed:
            raise BadInput(
                f"{flag(name)} {self._given[name]!r} is not allowed; allowed: {', '.join(allowed)}"
            )
        return text

    def item(self, name: str, what: str, known: Mapping[str, Item]) -> str | None:
        """Return what a name means; None where none was given."""
        if name not in self._given:
            return None
        names = {key: (item.name, *item.aliases) for key, item in known.items()}
        return resolve(self._given[name], what, names)

    def several(self, name: str, what: str, known: Mapping[str, tuple[str, ...]]) -> list[str]:
        """Return what several names with commas mean."""
        if name not in self._given:
            return []
        parts = [part.strip() for part in self._given[name].split(",")]
        if not all(parts):
            raise BadInput(f"{flag(name)} {self._given[name]!r} has an empty word in it")
        return [resolve(part, what, known) for part in parts]


def flag(name: str) -> str:
    """Return the option that a name in Python stands for."""
    return f"--{name.replace('_', '-')}"
