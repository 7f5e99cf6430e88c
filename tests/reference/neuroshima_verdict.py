"""Who has won: after a battle, and after the final one, in every mode."""

from dataclasses import dataclass

Seats = frozenset[int]
NOBODY: Seats = frozenset()


@dataclass
class Standing:
    """How things stand after a battle: per seat its team, points at the start, left and won."""

    mode: str
    teams: list[int]
    start: list[int]
    left: list[int]
    won: list[int]
    before: Seats  # who was in the game before the battle
    enough: int = 20
    by_damage: bool = True

    def team(self, number: int) -> Seats:
        """Return the seats of a team."""
        return frozenset(s for s, team in enumerate(self.teams) if team == number)


def after_battle(s: Standing) -> Seats:
    """Return who has won by a battle, before points are compared; nobody while it goes on."""
    if s.mode == "points":  # NSH-PTS-3, NSH-DEC-57
        best = max(s.won)
        return _with(s.won, best) if best >= s.enough else NOBODY
    fallen = {seat for seat in s.before if s.left[seat] == 0}
    if not fallen:
        return NOBODY
    if s.mode in ("duel", "ffa"):  # NSH-WIN-2, NSH-WIN-3, NSH-DEC-55
        standing = s.before - fallen
        if not standing:
            return s.before
        return standing if len(standing) == 1 else NOBODY
    losers = {s.teams[seat] for seat in fallen}
    if len(losers) == 1:  # NSH-TEA-4, NSH-OVT-4
        return s.team(1 - losers.pop())
    if s.mode == "loner":  # NSH-OVT-5
        return s.team(1)
    standing_points = [sum(s.left[seat] for seat in s.team(t)) for t in (0, 1)]
    if standing_points[0] == standing_points[1]:  # NSH-DEC-59
        return s.team(0) | s.team(1)
    return s.team(0 if standing_points[0] > standing_points[1] else 1)  # NSH-TEA-5


def after_final_battle(s: Standing) -> Seats:
    """Return who leads when the last battle has not decided the game; several where level."""
    if s.mode == "points":  # NSH-PTS-3
        return _with(s.won, max(s.won))
    if s.mode in ("duel", "ffa"):  # NSH-WIN-4, NSH-DEC-55
        alive = [left if seat in s.before else -1 for seat, left in enumerate(s.left)]
        return _with(alive, max(alive))
    # NSH-TEA-4, NSH-OVT-4, NSH-DEC-58
    measure = []
    for team in (0, 1):
        damage = sum(s.start[seat] - s.left[seat] for seat in s.team(team))
        measure.append(-damage if s.by_damage else sum(s.left[seat] for seat in s.team(team)))
    return frozenset(seat for seat, team in enumerate(s.teams) if measure[team] == max(measure))


def _with(values: list[int], value: int) -> Seats:
    return frozenset(seat for seat, each in enumerate(values) if each == value)
