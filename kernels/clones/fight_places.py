"""A fight: one array of integers with named places, two sides and what both share.

The attacker (the active player) at ATTACKER, the defender at DEFENDER; a place of a side is
`side + F.LINE_SIZE`. Dice show 1 to 5 or SKULL; 0 is no die.
"""

SKULL = 6
HIGHEST = 5  # the highest number on a die

ROLL_ROOM = 6
SPARE_ROOM = 2
LINE_ROOM = 10
HANDS = 2  # a modification of one die can come from a card in each hand

# given: what is rolled
DICE = 0  # how many dice are rolled: reserve, shooting dice, assigned skulls in melee
REROLLS = 1  # how many of them may be rolled again, at most SPARE_ROOM
# given: modifications of the own rolled dice, 0 where there is none
LOW_UP_TO = 2  # every rolled die up to this …
LOW_TO = 3  # … becomes this
LOWEST_TO = 4  # the lowest rolled die becomes this; one entry per hand
ONE_TO = LOWEST_TO + HANDS  # one rolled die becomes this; one entry per hand
ONE_PLUS = ONE_TO + HANDS  # one rolled die goes up by this; one entry per hand
# given: the skulls
ARMOUR = ONE_PLUS + HANDS  # opposing skulls that do not count
PIERCES = ARMOUR + 1  # 1: the opponent's armour does not count
EXCESS = ARMOUR + 2  # damage per excess skull
# given and left: the dice
OTHER = ARMOUR + 3  # dice neither rolled, nor on the line, nor damaged: the last to be damaged
DAMAGED = ARMOUR + 4
CELLS = ARMOUR + 5  # cells of the damage zone
LINE_SIZE = ARMOUR + 6
LINE = LINE_SIZE + 1  # descending; given without and left with the dice rolled now
# left
SKULLS = LINE + LINE_ROOM  # skull dice that go back to the reserve
DAMAGE = SKULLS + 1  # dice damaged in this fight
SMALL = SKULLS + 2  # small damages taken, those that damaged a die at 1 included
RELOADED = SKULLS + 3  # 1: the damage zone is full, which ended the fight
# rolled
ROLLED = SKULLS + 4
SPARE = ROLLED + ROLL_ROOM  # what the rerolls will show
SIDE = SPARE + SPARE_ROOM

ATTACKER = 0
DEFENDER = SIDE

# the whole fight
SLOT = 2 * SIDE  # value of the die assigned to the weapon
BONUS_DAMAGE = SLOT + 1  # damages per shooting die that shows SLOT
BONUS_SMALL = SLOT + 2  # small damages per shooting die that shows SLOT
REROLL_UP_TO = SLOT + 3  # a die is rolled again where it shows at most this
SIZE = SLOT + 4
