"""Rule switches and relations between seats, as one array of integers."""

from kernels.neuroshima.state import SEATS

PLAYERS = 0
HQ_POINTS = 1  # one per seat
FULL_HAND = HQ_POINTS + SEATS  # 3; reinforcements 6 (NSH-VAR-2)
MOST_USED = FULL_HAND + 1  # tiles that may be used in a turn
KEEP_REST = FULL_HAND + 2  # 1: no discards but the compulsory one (NSH-VAR-2)
ALTERNATIVE_START = FULL_HAND + 3  # NSH-VAR-1
EXTRA_BY_VALUE = FULL_HAND + 4  # 1: the other reading of extra attacks (NSH-DEC-12)
FALLEN_HQ_STAYS = FULL_HAND + 5  # 1: a fallen HQ stays to the end of the battle (NSH-DEC-5)
TIE_HAND = FULL_HAND + 6  # 1: kept tiles may be used in the turns after a tie (NSH-DEC-49)
BOARD = FULL_HAND + 7  # the cells in play, as bits
MAIN_FIELD = FULL_HAND + 8  # the cells that start a battle when full, as bits
FIRST_DRAW = FULL_HAND + 9  # hand after drawing in the first turn, one per seat

# whom the tiles of a seat may touch: seats as bits, one entry per seat (NSH-DEC-65)
HITS = FIRST_DRAW + SEATS  # melee, shots
NETS = HITS + SEATS
SERVES = NETS + SEATS  # bonuses, medics, extra attacks
PUSHES = SERVES + SEATS
FOES = PUSHES + SEATS  # sniper, grenade, saboteur, scoper
SIZE = FOES + SEATS
