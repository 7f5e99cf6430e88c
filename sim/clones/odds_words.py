"""Reading the words of a question about odds: numbers, lines of dice, cards by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from sim.clones.models import Card
from sim.errors import BadInput
from sim.names import plain, resolve

Cards = Mapping[str, Card]

_LOWEST, _HIGHEST = 1, 5  # on a die
MOST_BONUS = 5  # as on a card
MOST_ARMOUR = 10
BONUSES = ("damage", "small")


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

    def line(self, name: str) -> tuple[int, ...]:
        """Return dice on a line, the highest first."""
        if name not in self._given:
            return ()
        dice = self._parts(name)
        for die in dice:
            if not re.fullmatch(f"[{_LOWEST}-{_HIGHEST}]", die):
                raise BadInput(
                    f"{flag(name)} {self._given[name]!r}: a die on a line shows {_LOWEST} to "
                    f"{_HIGHEST}, not {die!r}; write {flag(name)} 4,4,1, or leave it out"
                )
        return tuple(sorted(map(int, dice), reverse=True))

    def bonus(self, name: str) -> dict[str, int]:
        """Return what each shooting die that shows the slot brings, by kind."""
        found: dict[str, int] = {}
        for part in self._parts(name):
            kind, _, count = part.partition(":")
            kind, count = kind.strip().lower(), count.strip()
            if kind not in BONUSES or kind in found or not re.fullmatch(f"[0-{MOST_BONUS}]", count):
                raise BadInput(
                    f"{flag(name)} {self._given[name]!r} is not allowed; allowed: damage:N, "
                    f"small:N or both, N from 0 to {MOST_BONUS}"
                )
            found[kind] = int(count)
        return found

    def armour(self, name: str, cards: Cards) -> int | list[str]:
        """Return armour as a number, or the cards that are worn."""
        if name not in self._given:
            return 0
        parts = self._parts(name)
        if any(re.fullmatch("[-+]?[0-9.]+", part) for part in parts):
            return self.number(name, 0, MOST_ARMOUR, 0)
        worn = [card_named(part, cards) for part in parts]
        _one_each(worn, cards, flag(name))
        return worn

    def cards(self, name: str, cards: Cards) -> list[str]:
        """Return the cards that are named."""
        if name not in self._given:
            return []
        return [card_named(part, cards) for part in self._parts(name)]

    def _parts(self, name: str) -> list[str]:
        parts = [part.strip() for part in self._given[name].split(",")]
        if not all(parts):
            raise BadInput(f"{flag(name)} {self._given[name]!r} has an empty word in it")
        return parts


def flag(name: str) -> str:
    """Return the option that a name in Python stands for."""
    return f"--{name.replace('_', '-')}"


def card_named(word: str, cards: Cards) -> str:
    """Return the card that a word means: its name, an alias, or a word that only it has."""
    holders = {key: {plain(part) for part in key.split("_")} for key in cards}
    shared = Counter(part for parts in holders.values() for part in parts)
    having = [key for key, parts in holders.items() if plain(word) in parts]
    exact = {plain(n) for key, card in cards.items() for n in (key, card.name, *card.aliases)}
    if len(having) > 1 and plain(word) not in exact:
        raise BadInput(f"{word!r} may be {', '.join(having[:-1])} or {having[-1]}; say which")
    known = {
        key: (card.name, *card.aliases, *(p for p in holders[key] if shared[p] == 1))
        for key, card in cards.items()
    }
    return resolve(word, "card", known)


def check_hands(held: Iterable[str], cards: Cards, option: str) -> None:
    """Refuse more than two hands can hold (RLD-EQP-1)."""
    held = list(held)
    for key in held:
        if cards[key].type not in ("hand", "two_handed"):
            raise BadInput(f"{option}: {key} is not held in a hand, so it changes no dice in melee")
    if sum(2 if cards[key].type == "two_handed" else 1 for key in held) > 2:
        raise BadInput(f"{option}: {' and '.join(held)} do not fit into two hands")


def _one_each(worn: Iterable[str], cards: Cards, option: str) -> None:
    """Refuse what cannot be worn at once: one card on the body, one on the head (RLD-EQP-1)."""
    places = Counter[str]()
    for key in worn:
        kind = cards[key].type
        if kind not in ("body", "head"):
            raise BadInput(
                f"{option}: {key} is not worn; name cards for body and head, or a number"
            )
        places[kind] += 1
        if places[kind] > 1:
            raise BadInput(f"{option}: only one card is worn on the {kind}, {key} is the second")
