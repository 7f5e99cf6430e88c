"""The words of a scenario file: characters, cards, tiles, events, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kernels.clones import book as B
from kernels.hexes import NUMBER, distance
from sim.clones.figures import ClonesData
from sim.clones.land import side_towards
from sim.clones.tables import Ints, Tables
from sim.errors import BadInput
from sim.names import resolve


class Names:
    """Numbers for words, or a sentence that says what is known."""

    def __init__(self, data: ClonesData, tables: Tables, source: str) -> None:
        self.figures = data.figures
        self.tables = tables
        self.source = source
        self.seats: list[str] = []  # the character on each seat
        self.book: Ints = tables.books[0]

    def _number(self, word: str, what: str, known: Mapping[str, Any], order: Sequence[str]) -> int:
        named = {key: (item.name, *item.aliases) for key, item in known.items()}
        return order.index(self.resolved(word, what, named))

    def resolved(self, word: str, what: str, known: Mapping[str, Sequence[str]]) -> str:
        """Return the id that a word means."""
        try:
            return resolve(word, what, known)
        except BadInput as error:
            raise BadInput(f"{self.source}: {error}") from None

    def character(self, word: str) -> int:
        """Return the number of a character of the game."""
        return self._number(word, "character", self.figures.characters, self.tables.characters)

    def seat(self, word: str) -> int:
        """Return the seat of a character of this scenario."""
        characters = self.figures.characters
        here = {key: (characters[key].name, *characters[key].aliases) for key in self.seats}
        return self.seats.index(self.resolved(word, "character of this scenario", here))

    def card(self, word: str) -> int:
        """Return the number of a card kind."""
        return self._number(word, "card", self.figures.equipment, self.tables.cards)

    def trap(self, word: str) -> int:
        """Return the number of a trap kind."""
        return self._number(word, "trap", self.figures.traps, self.tables.traps)

    def event(self, word: str) -> int:
        """Return the number of an event kind."""
        return self._number(word, "event", self.figures.events, self.tables.events)

    def cell(self, at: Sequence[int]) -> int:
        """Return the number of a tile of the map."""
        number = NUMBER.get((at[0], at[1]))
        if number is None or not int(self.book[B.LAND]) >> number & 1:
            raise BadInput(f"{self.source}: there is no tile on {list(at)}")
        return number

    def edge(self, first: Sequence[int], second: Sequence[int]) -> tuple[int, int]:
        """Return an edge as the kernels list it: a cell and one of its first three sides."""
        a, b = (first[0], first[1]), (second[0], second[1])
        self.cell(a), self.cell(b)
        if distance(a, b) != 1:
            raise BadInput(f"{self.source}: {list(a)} and {list(b)} are not neighbours")
        side = side_towards(a, b)
        return (NUMBER[a], side) if side < 3 else (NUMBER[b], side - 3)

    def side(self, cell: Sequence[int], towards: Sequence[int]) -> int:
        """Return the side of a tile on which a neighbour lies."""
        self.edge(cell, towards)
        return side_towards((cell[0], cell[1]), (towards[0], towards[1]))
