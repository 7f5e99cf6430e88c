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
ALL_LEAVE = FULL_HAND + 9  # 1: after a battle all tiles of the fallen leave (NSH-FFA-3)
ENOUGH = FULL_HAND + 10  # points that win a game for points (NSH-PTS-3); 0: HQs can fall
IN_TEAMS = FULL_HAND + 11  # 1: the first HQ that falls ends the game (NSH-TEA-4, NSH-OVT-4)
BOTH_FALL = FULL_HAND + 12  # seats that win if both sides lose an HQ; 0: points (OVT-5, TEA-5)
BY_DAMAGE = FULL_HAND + 13  # 1: the side with less damage leads, not with more left (NSH-DEC-58)
RIVALS = FULL_HAND + 14  # teams against which everyone plays

# the order of turns (NSH-OVT-2, NSH-TEA-3): one entry per turn of a round
ROUND = FULL_HAND + 15  # turns in a round
ORDER = ROUND + 1  # the seat whose turn it is
FIRST_DRAW = ORDER + SEATS  # hand after drawing, in the first round

TEAM = FIRST_DRAW + SEATS  # one per seat: the seats of its team, as bits

# whom the tiles of a seat may touch: seats as bits, one entry per seat (NSH-DEC-65)
HITS = TEAM + SEATS  # melee, shots
NETS = HITS + SEATS
SERVES = NETS + SEATS  # bonuses, medics, extra attacks
PUSHES = SERVES + SEATS
FOES = PUSHES + SEATS  # sniper, grenade, saboteur, scoper
SIZE = FOES + SEATS
