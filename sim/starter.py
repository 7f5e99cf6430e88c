"""What a variant changes, and a file to start one from; both from a game's own figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.game import Game, GameData
from sim.variant import flatten, merge, toml_text

_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Change:
    """One figure that a variant changes; None where there was, or is, none."""

    path: str
    before: Any
    after: Any


def changes(game: Game, overlays: Sequence[Mapping[str, Any]]) -> list[Change]:
    """Return the figures that overlays really change, in the order of the game's figures."""
    before = dict(flatten(game.load().document))
    after = dict(flatten(game.load(overlays).document))
    written = {path for path, _ in flatten(merge({}, *overlays))}

    def is_written(path: str) -> bool:
        return any(path == each or path.startswith(f"{each}.") for each in written)

    found = [
        Change(path, before.get(path), value)
        for path, value in after.items()
        # Of a new table only what was written, not what every table of its kind has anyway.
        if (before[path] != value if path in before else is_written(path))
    ]
    return found + [Change(path, old, None) for path, old in before.items() if path not in after]


def starter(game: Game) -> str:
    """Return a variant file that changes nothing: every figure is there, as a comment."""
    data = game.load()
    lines = [
        f"# A variant of {game.title}: take away the # before what you change, and change it.",
        "# What stays a comment stays as it is; tables without changes may be deleted.",
        f"# Look at the result: balance variant show {game.id} THIS_FILE",
        f"# Try it: balance compare {game.id} THIS_FILE",
        f"game = {toml_text(game.id)}",
        'name = "My variant"',
    ]
    told = {switch.path: switch for switch in data.switches}
    shapes: set[frozenset[str]] = set()
    for path, table in _tables(_switches_first(data)):
        shape = frozenset(table)
        # The first table of a kind shows every key there is, the others what they use.
        shown = {k: v for k, v in table.items() if shape not in shapes or not _is_empty(v)}
        shapes.add(shape)
        lines += ["", f"[{'.'.join(_key(key) for key in path)}]"]
        for key, value in shown.items():
            if value is None:
                continue
            line = f"# {_key(key)} = {toml_text(value)}"
            switch = told.get(".".join((*path, key)))
            if switch is not None:
                line += f"  # {switch.allowed}: {switch.about} ({switch.source})"
            lines.append(line)
    return "\n".join(lines) + "\n"


def _switches_first(data: GameData) -> dict[str, Any]:
    first = dict.fromkeys(switch.path.split(".")[0] for switch in data.switches)
    document = data.document
    return {key: document[key] for key in (*first, *document) if key in document}


def _tables(here: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[Any]:
    """Return the path and the plain values of every table."""
    values = {key: value for key, value in here.items() if not isinstance(value, Mapping)}
    if path and values:
        yield path, values
    for key, value in here.items():
        if isinstance(value, Mapping):
            yield from _tables(value, (*path, key))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_text(key)


def _is_empty(value: object) -> bool:
    return value in (None, 0, "", False) or value == [] or value == {}
