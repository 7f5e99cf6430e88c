"""Teams: who belongs together, and under which name a team goes.

Where everyone plays alone each player is a team of one, called by his side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sim.game import Lineup

TOGETHER = "+"  # between the members of a team


class Party(NamedTuple):
    """A team of a lineup: its first player, its name and its policy."""

    player: int
    name: str
    policy: str


def members(teams: Sequence[int]) -> list[list[int]]:
    """Return the players of each team."""
    return [[p for p, team in enumerate(teams) if team == t] for t in range(max(teams) + 1)]


def in_teams(teams: Sequence[int]) -> bool:
    """Whether anybody has a team mate."""
    return len(set(teams)) < len(teams)


def unlike(teams: Sequence[int]) -> bool:
    """Whether teams differ in size, so that each keeps its own seats: one against two."""
    return len({len(held) for held in members(teams)}) > 1


def fair_share(teams: Sequence[int]) -> float:
    """Return the score of each team in a fair game."""
    return 1.0 / len(set(teams))


def team_name(sides: Iterable[str], order: Iterable[str]) -> str:
    """Return the name of a team, such as "korat+blitz": its sides in the order of the game."""
    place = {side: number for number, side in enumerate(order)}
    return TOGETHER.join(sorted(sides, key=lambda side: place.get(side, len(place))))


def parties(lineup: Lineup, teams: Sequence[int], order: Iterable[str]) -> list[Party]:
    """Return the teams of a lineup; `order` is that of the game's sides."""
    known = list(order)
    return [
        Party(
            held[0],
            team_name((lineup.sides[p] for p in held), known),
            TOGETHER.join(dict.fromkeys(lineup.policies[p] for p in held)),
        )
        for held in members(teams)
    ]
