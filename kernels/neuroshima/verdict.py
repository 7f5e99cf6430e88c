"""Who has won: fallen HQs, points, teams (NSH-WIN-*, NSH-DEC-55, NSH-DEC-57 to DEC-59)."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.battle import most_won
from kernels.neuroshima.board import Ints

LOWEST = -(1 << 40)
POINTS_LEFT = 0  # to be compared; 1 compares the damage taken
NONE_YET = 0


@kernel
def survivors(state: Ints, rules: Ints) -> int:
    """Return the seats still in the game, as bits."""
    found = 0
    for seat in range(rules[R.PLAYERS]):
        found |= state[S.SEAT + seat * S.SEAT_SIZE + S.ALIVE] << seat
    return found


@kernel
def leaders(state: Ints, rules: Ints, by_damage: int) -> int:
    """Return the surviving seats of the side that stands best, of several where they are level.

    By points won; else by HQ points left or, where sides begin with unlike points, by damage.
    """
    best = LOWEST
    found = 0
    left = survivors(state, rules)
    while left:
        seat = lowest(left)
        left &= left - 1
        total = 0
        team = rules[R.TEAM + seat]
        while team:
            mate = lowest(team)
            team &= team - 1
            block = S.SEAT + mate * S.SEAT_SIZE
            if rules[R.ENOUGH]:
                total += state[block + S.WON]
            else:
                total += state[block + S.POINTS]
                if by_damage:
                    total -= rules[R.HQ_POINTS + mate]
        if total > best:
            best, found = total, 0
        if total == best:
            found |= 1 << seat
    return found


@kernel
def decided(state: Ints, rules: Ints) -> tuple[int, int]:
    """Return who has won by the battle just fought (seats as bits, 0: nobody yet), and how.

    Who was in the game before it is still marked as alive.
    """
    if rules[R.ENOUGH]:
        if most_won(state, rules) < rules[R.ENOUGH]:
            return NONE_YET, S.ENOUGH_WON
        return leaders(state, rules, POINTS_LEFT), S.ENOUGH_WON
    before = survivors(state, rules)
    fallen = 0
    touched = 0  # the sides that lost an HQ
    for seat in range(rules[R.PLAYERS]):
        if before >> seat & 1 and state[S.SEAT + seat * S.SEAT_SIZE + S.POINTS] == 0:
            fallen |= 1 << seat
            touched |= rules[R.TEAM + seat]
    if fallen == 0:
        return NONE_YET, S.HQ_DESTROYED
    standing = before & ~fallen
    if rules[R.IN_TEAMS]:
        if before & ~touched:
            return before & ~touched, S.HQ_DESTROYED
        if rules[R.BOTH_FALL]:
            return rules[R.BOTH_FALL], S.BOTH_SIDES
        return leaders(state, rules, POINTS_LEFT), S.BOTH_SIDES
    if standing == 0:  # a draw of those who fell together (NSH-DEC-55)
        return before, S.BOTH_DESTROYED if rules[R.PLAYERS] == 2 else S.NONE_LEFT
    if count(standing) == 1:
        return standing, S.HQ_DESTROYED
    return NONE_YET, S.HQ_DESTROYED
