"""Who sits at the table: modes and teams (NEON-CO-1)."""

from __future__ import annotations

RESURRECTION, ROYALE, COALITION, TRIOS = "resurrection", "royale", "coalition", "trios"
MODES = {
    RESURRECTION: (4, 2, 3, 5, 6),
    ROYALE: (4, 2, 3, 5, 6),
    COALITION: (4, 6),  # teams of two
    TRIOS: (6,),  # two teams of three
}


def teams(mode: str, seats: int) -> tuple[int, ...]:
    """Return the team of each seat; allies sit as far apart as they can."""
    if mode == COALITION:
        return tuple(k % (seats // 2) for k in range(seats))
    if mode == TRIOS:
        return tuple(k % 2 for k in range(seats))
    return tuple(range(seats))


def has_automa(mode: str, seats: int, wanted: bool) -> bool:
    """Say whether the Automa fights too: always with two, never in teams (NEON-AUT-1, REC-10)."""
    return mode in (RESURRECTION, ROYALE) and (wanted or seats == 2)
