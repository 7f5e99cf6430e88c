"""Who may do what to whom (NSH-DEC-65)."""

from kernels.jit import kernel
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.board import Ints

HURTS_ALLIES = 2 + S.PILE_ROOM  # column of an army: 1 for Moloch (NSH-ALY-6 to ALY-8)


@kernel
def relate(rules: Ints, unruly: int) -> None:
    """Fill in the relations of all seats, given their teams and who hurts his allies (as bits)."""
    players = rules[R.PLAYERS]
    for seat in range(players):
        team = rules[R.TEAM + seat]
        foes = ((1 << players) - 1) & ~team
        mates = team & ~(1 << seat)
        is_unruly = unruly >> seat & 1 != 0
        caught = foes | (mates if is_unruly else mates & unruly)
        rules[R.FOES + seat] = foes
        rules[R.SERVES + seat] = team
        rules[R.HITS + seat] = foes | mates if is_unruly else foes
        rules[R.NETS + seat] = caught
        rules[R.PUSHES + seat] = caught


@kernel
def unruly_seats(rules: Ints, armies: Ints, sides: Ints) -> int:
    """Return the seats whose army hurts its allies."""
    found = 0
    for seat in range(rules[R.PLAYERS]):
        found |= armies[sides[seat], HURTS_ALLIES] << seat
    return found
