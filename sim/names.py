"""Forgiving look-up of names: case, spaces, hyphens and aliases do not matter."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from sim.errors import BadInput


def plain(name: str) -> str:
    """Return the name as it is compared: lower case, without spaces, hyphens or underscores."""
    return "".join(c for c in name.casefold() if c not in " -_'")


def resolve(word: str, what: str, known: Mapping[str, Iterable[str]]) -> str:
    """Return the id that a word means, given every id with its other names."""
    table = {plain(n): key for key, names in known.items() for n in (key, *names)}
    found = table.get(plain(word))
    if found is not None:
        return found
    raise BadInput(f"unknown {what} {word!r}{suggestion(word, known)}")


def suggestion(word: str, known: Mapping[str, Iterable[str]]) -> str:
    """Return the tail of an error sentence: the nearest name, or the list of names."""
    table = {plain(n): key for key, names in known.items() for n in (key, *names)}
    near = get_close_matches(plain(word), list(table), n=1, cutoff=0.6)
    if near:
        return f"; did you mean {table[near[0]]!r}?"
    return f"; known: {', '.join(sorted(known))}"
