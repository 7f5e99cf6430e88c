"""Who sits at the table: modes, teams, the order of turns (NSH-FFA-1, NSH-OVT-2, NSH-TEA-2).

Seats are numbered in the order in which they first have a turn.
"""

from __future__ import annotations

from collections.abc import Sequence

DUEL, FFA, POINTS, LONER, TEAMS, TRIO = "duel", "ffa", "points", "loner", "teams", "trio"
MODES = {
    DUEL: (2,),
    FFA: (3, 4, 5, 6),
    POINTS: (3, 4, 5, 6),
    LONER: (3,),  # the first against the two others
    TEAMS: (4,),
    TRIO: (4,),  # the game in teams of three people: one of them runs two armies (NSH-TM3-1)
}
FROM_FIVE = 5  # players for whom the rulebook advises the extended board (NSH-EXT-1)


def teams(mode: str, players: int) -> tuple[int, ...]:
    """Return the team of each seat; team mates sit alternately."""
    if mode == LONER:
        return (0, 1, 1)
    if mode in (TEAMS, TRIO):
        return tuple(k % 2 for k in range(players))
    return tuple(range(players))


def rotations(mode: str, players: int) -> Sequence[tuple[int, ...]]:
    """Return every turn of the table by one seat; the loner keeps his, his enemies swap theirs."""
    if mode == LONER:
        return [(0, 1, 2), (0, 2, 1)]
    return [tuple((k + turn) % players for k in range(players)) for turn in range(players)]


def order(mode: str, players: int) -> tuple[int, ...]:
    """Return the seats of a round of turns: the loner's turn comes between those of the team."""
    return (0, 1, 0, 2) if mode == LONER else tuple(range(players))


def first_draws(mode: str, players: int) -> tuple[int, ...]:
    """Return how many tiles may be held in each turn of the first round (NSH-DEC-54).

    The rulebook names players, not turns: in teams 1, 3, 2, 4 is the order of turns, and the
    second to play is its player 3.
    """
    if mode == LONER:
        return (1, 2, 3, 3)
    if mode in (TEAMS, TRIO):
        return (1, 3, 2, 3)
    return tuple(min(3, 1 + k) for k in range(players))
