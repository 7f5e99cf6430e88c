"""Who sits at the table: modes, teams, how many people play (RLD-MOD-1, RLD-MOD-2)."""

from __future__ import annotations

COMPETITIVE, TEAM, DUO = "competitive", "team", "duo"
MODES = {COMPETITIVE: (2, 3, 4), TEAM: (4,), DUO: (4,)}


def teams(mode: str, seats: int) -> tuple[int, ...]:
    """Return the team of each seat; team mates sit alternately."""
    return tuple(range(seats)) if mode == COMPETITIVE else tuple(k % 2 for k in range(seats))


def people(mode: str, seats: int) -> int:
    """Return how many people play: in `duo` each of two runs two characters."""
    return 2 if mode == DUO else seats
