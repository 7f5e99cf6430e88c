"""What a solver is asked, as one array of integers with named places."""

GOAL = 0  # one of the goals below
NEED = 1  # with DAMAGE: points that the enemy HQ must lose at least
SEAT = 2  # who plays the tiles
ENEMY = 3  # whose HQ is meant
POINTS = 4  # points of that HQ before the battle
IN_ORDER = 5  # 1: the tiles are played in the order of the hand
MAY_SKIP = 6  # 1: tiles may be left unplayed
FREE_MOVES = 7  # 1: mobility and transport may be used
STILL = 8  # 1: no tile in play could ever make a free move
PUSHES = 9  # 1: a push is among the tiles, so that the enemy has answers to give
FIRST_ONLY = 10  # 1: stop at the first solution
# what the tiles in play can add at most to any one attack, see bound.py
MORE_MELEE = 11
MORE_RANGED = 12
MORE_ATTACKS = 13
CONVERTS = 14  # 1: a quartermaster is in play
BLASTS = 15  # clowns in play
TURNS = 16  # by how many sixths the board may be turned without changing, as bits; always bit 0
SIZE = 17

# goals
DESTROY = 0  # the enemy HQ falls
WIN = 1  # it falls, and the own one does not
DAMAGE = 2  # the enemy HQ loses at least NEED points
SURVIVE = 3  # the own HQ stands after the battle
