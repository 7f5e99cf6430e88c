"""Exact odds: what a game can be asked, and the answer with the simulation beside it as proof.

A game describes its questions (`OddsKind`); the command line makes options of them, and reports
print any answer (`Odds`) alike. Probabilities are fractions: nothing is rounded before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any


@dataclass(frozen=True)
class OddsOption:
    """One option of a question, such as `--shooting N`; without `metavar` it is a switch.

    An option that may be given `many` times reaches the game as one text with commas.
    """

    flag: str
    about: str
    metavar: str = ""
    default: str | None = None  # shown in the help; the game itself fills it in
    many: bool = False

    @property
    def name(self) -> str:
        """The option as a name in Python: `attacker_line`."""
        return self.flag.lstrip("-").replace("-", "_")


def _always() -> bool:
    return True


@dataclass(frozen=True)
class OddsKind:
    """One question: `balance odds GAME ID …`, or `balance odds GAME …` where the id is empty."""

    id: str
    about: str
    options: tuple[OddsOption, ...]
    example: str = ""  # what follows the name of the question in an example
    is_warm: Callable[[], bool] = _always  # whether its code is compiled already


@dataclass(frozen=True)
class Distribution:
    """How likely each value is, exactly; and how often it came in simulated fights."""

    who: str
    what: str
    exact: Mapping[int, Fraction]
    simulated: Mapping[int, int] | None = None

    def __post_init__(self) -> None:
        if sum(self.exact.values()) != 1:
            raise ValueError(f"the odds of {self.who} {self.what} do not add up to 1")

    @property
    def values(self) -> range:
        """Every value from 0 up to the highest that can come."""
        return range(max(value for value, p in self.exact.items() if p) + 1)

    @property
    def mean(self) -> Fraction:
        """The exact mean."""
        return sum((value * p for value, p in self.exact.items()), Fraction(0))

    @property
    def games(self) -> int:
        """How many were simulated."""
        return sum((self.simulated or {}).values())

    def share(self, value: int) -> float:
        """Return how often a value came in the simulation."""
        return (self.simulated or {}).get(value, 0) / self.games

    @property
    def z(self) -> float | None:
        """How many standard errors the simulated mean lies off; None where nothing can vary."""
        variance = sum((v * v * p for v, p in self.exact.items()), Fraction(0)) - self.mean**2
        if not self.simulated or not variance:
            return None
        mean = Fraction(sum(v * n for v, n in self.simulated.items()), self.games)
        return float(mean - self.mean) / sqrt(variance / self.games)


@dataclass(frozen=True)
class Chance:
    """How likely something is, exactly; and how often it came in simulated fights."""

    who: str
    what: str
    exact: Fraction
    simulated: int | None = None
    games: int = 0

    @property
    def z(self) -> float | None:
        """How many standard errors the simulated share lies off; None where nothing can vary."""
        variance = self.exact * (1 - self.exact)
        if self.simulated is None or not variance:
            return None
        off = Fraction(self.simulated, self.games) - self.exact
        return float(off) / sqrt(variance / self.games)


@dataclass(frozen=True)
class Odds:
    """The answer: distributions, chances, what they rest on, and one sentence that says it."""

    title: str
    rows: tuple[Distribution, ...]
    chances: tuple[Chance, ...]
    sentence: str
    facts: tuple[str, ...] = ()  # the case as it was understood
    reconstructed: tuple[str, ...] = ()  # figures it rests on that no source prints
    seed: int | None = None  # of the simulation

    @property
    def games(self) -> int:
        """How many were simulated; 0 where none."""
        return max((row.games for row in self.rows), default=0)

    def to_json(self) -> dict[str, Any]:
        """Return the answer for JSON: numbers by side and kind, the fractions beside them."""
        document: dict[str, Any] = {"exact": True}
        document |= self._each(
            lambda row: {str(v): float(row.exact.get(v, 0)) for v in row.values},
            lambda chance: float(chance.exact),
        )
        document["fractions"] = self._each(
            lambda row: {str(v): str(row.exact.get(v, Fraction(0))) for v in row.values},
            lambda chance: str(chance.exact),
        )
        document["means"] = self._each(lambda row: float(row.mean), None)
        document["simulated"] = self._simulated() if self.games else None
        document |= {"title": self.title, "facts": list(self.facts), "sentence": self.sentence}
        document["reconstructed"] = list(self.reconstructed)
        return document

    def _simulated(self) -> dict[str, Any]:
        shares = self._each(
            lambda row: {
                str(v): row.share(v) for v in range(max(*row.values, *(row.simulated or {})) + 1)
            },
            lambda chance: (chance.simulated or 0) / chance.games,
        )
        z = self._each(lambda row: row.z, lambda chance: chance.z)
        return {"games": self.games, "seed": self.seed, **shares, "z": z}

    def _each(
        self, of_row: Callable[[Distribution], Any], of_chance: Callable[[Chance], Any] | None
    ) -> dict[str, dict[str, Any]]:
        """Return something of each distribution and chance, by side and kind."""
        told: dict[str, dict[str, Any]] = {}
        for row in self.rows:
            told.setdefault(row.who, {})[row.what] = of_row(row)
        for chance in self.chances if of_chance else ():
            told.setdefault(chance.who, {})[chance.what] = of_chance(chance)  # type: ignore[misc]
        return told
