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

_LEAST = 10  # expected cases on either side, below which a z says nothing
_ALARM = 0.05  # how often the largest of all z passes its limit by chance alone


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
    """How likely each value is, exactly; and how often it came in simulated cases."""

    who: str  # empty where the question has no parties
    what: str
    exact: Mapping[int, Fraction]
    simulated: Mapping[int, int] | None = None
    words: str = ""  # what it is in words, where `what` alone does not say it

    def __post_init__(self) -> None:
        if sum(self.exact.values()) != 1:
            raise ValueError(f"the odds of {self.name} do not add up to 1")
        if strange := [v for v, n in (self.simulated or {}).items() if n and not self.p(v)]:
            raise ValueError(f"{self.name} {strange[0]} came, but is impossible")

    @property
    def name(self) -> str:
        """Whose and what: "defender small damage"."""
        return f"{self.who} {self.words or self.what}".strip()

    def p(self, value: int) -> Fraction:
        """Return how likely a value is."""
        return self.exact.get(value, Fraction(0))

    def at_least(self, value: int) -> Fraction:
        """Return how likely a value or a higher one is."""
        return sum((p for v, p in self.exact.items() if v >= value), Fraction(0))

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

    def z_of(self, value: int) -> float | None:
        """Return how many standard errors the share of one value lies off."""
        if self.simulated is None:
            return None
        return _z_of_share(self.p(value), self.simulated.get(value, 0), self.games)


@dataclass(frozen=True)
class Chance:
    """How likely something is, exactly; and how often it came in simulated cases."""

    who: str
    what: str
    exact: Fraction
    simulated: int | None = None
    games: int = 0

    def __post_init__(self) -> None:
        certain = self.exact in (0, 1) and self.simulated is not None
        if certain and self.simulated != self.exact * self.games:
            raise ValueError(f"{self.name} is certain, but came otherwise")

    @property
    def name(self) -> str:
        """Whose and what: "defender reload"."""
        return f"{self.who} {self.what}".strip()

    @property
    def z(self) -> float | None:
        """How many standard errors the simulated share lies off; None where that says nothing."""
        if self.simulated is None:
            return None
        return _z_of_share(self.exact, self.simulated, self.games)


def _z_of_share(p: Fraction, came: int, games: int) -> float | None:
    """Return how far a share lies off; None where too few cases are expected to tell."""
    if min(p, 1 - p) * games < _LEAST:
        return None
    return float(came - p * games) / sqrt(p * (1 - p) * games)


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

    @property
    def z(self) -> tuple[float, ...]:
        """How many standard errors each simulated share lies off, where that can be told."""
        each = [row.z_of(value) for row in self.rows for value in row.values]
        each += [chance.z for chance in self.chances]
        return tuple(z for z in each if z is not None)

    @property
    def largest_z(self) -> float | None:
        """The z furthest from 0; None where there is none."""
        return max(self.z, key=abs, default=None)

    @property
    def z_limit(self) -> float | None:
        """What the largest z passes in one of twenty simulations by chance alone, or more rarely.

        Bonferroni's limit: it holds although the shares depend on each other.
        """
        from statistics import NormalDist  # not needed by whoever only asks for help

        if not self.z:
            return None
        return NormalDist().inv_cdf(1 - _ALARM / (2 * len(self.z)))

    def to_json(self) -> dict[str, Any]:
        """Return the answer for JSON: numbers by side and kind, the fractions beside them."""
        document: dict[str, Any] = {"exact": True}
        document |= self._each(
            lambda row: {str(v): float(row.p(v)) for v in row.values},
            lambda chance: float(chance.exact),
        )
        document["fractions"] = self._each(
            lambda row: {str(v): str(row.p(v)) for v in row.values},
            lambda chance: str(chance.exact),
        )
        document["means"] = self._each(lambda row: float(row.mean), None)
        document["simulated"] = self._simulated() if self.games else None
        document |= {"title": self.title, "facts": list(self.facts), "sentence": self.sentence}
        document["reconstructed"] = list(self.reconstructed)
        return document

    def _simulated(self) -> dict[str, Any]:
        shares = self._each(
            lambda row: {str(v): row.share(v) for v in row.values},
            lambda chance: (chance.simulated or 0) / chance.games,
        )
        return {
            "games": self.games,
            "seed": self.seed,
            **shares,
            "z": {
                "largest": self.largest_z,
                "limit": self.z_limit,
                "means": self._each(lambda row: row.z, None),
                **self._each(
                    lambda row: {str(v): row.z_of(v) for v in row.values}, lambda chance: chance.z
                ),
            },
        }

    def _each(
        self, of_row: Callable[[Distribution], Any], of_chance: Callable[[Chance], Any] | None
    ) -> dict[str, Any]:
        """Return something of each distribution and chance, by side, if any, and kind."""
        told: dict[str, Any] = {}

        def of(who: str) -> dict[str, Any]:
            found: dict[str, Any] = told.setdefault(who, {}) if who else told
            return found

        for row in self.rows:
            of(row.who)[row.what] = of_row(row)
        for chance in self.chances if of_chance else ():
            of(chance.who)[chance.what] = of_chance(chance)  # type: ignore[misc]
        return told
