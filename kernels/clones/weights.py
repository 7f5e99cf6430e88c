"""What a greedy player cares about: places in its row of integer weights.

The keys of `sim/clones/policies/*.toml` are these names in lower case. A point of fame is worth
about 100.
"""

GAIN_TO_ACT = 0  # what an action must gain to be done at all

# the pull of tiles
PULL = 1  # percent of the difference in worth that a step towards it gains
DECAY = 2  # percent of a tile's worth that is left one run away
BEACON = 3  # a beacon lying there
BOX_2 = 4  # a supply box of level 2
BOX_3 = 5
UPLOAD = 6  # for each point of fame that carried beacons bring there
SEARCH = 7  # cards to be drawn there, for each level and card kept
CARE = 8  # for each die that can be healed there
PREY = 9  # for each damaged die of an opponent there
AIM = 10  # for each shooting die, where an opponent is in range of a worn card
SHELTER = 11  # a hideout of the team, or the dome
TOXIN = 12  # to be out of toxin

# deeds
TAKE_BEACON = 13
TAKE_BOX_2 = 14
TAKE_BOX_3 = 15
LATE_BEACON = 16  # what a beacon is worth in one's last turn, in percent
WOUND = 17  # for each expected damage
FAME = 18  # for each expected point of fame
RELOAD = 19  # beyond its fame
OWN_WOUND = 20  # for each damage expected in return
LAST_ACTION = 21  # what a melee costs, as it ends the turn, for each die not yet used
HEAL_1 = 22  # healing a die while one is damaged, two, three or more
HEAL_2 = 23
HEAL_3 = 24
HEAL_MATE = 25  # for each die of a team mate's
BOOST = 26
PIERCE = 27  # for each armour that a piercing shot would ignore
TRAP = 28
HIDEOUT = 29
WALL = 30
TEAR = 31
EXCHANGE_BEACON = 32  # to take a beacon where it can be uploaded
ANSWER = 33  # for each damaged die, when an item can be used in another's turn
ANSWER_FROM = 34  # points from which it is

# how a die on a slot of value 1 to 5 compares with one in the reserve, while an opponent is near
LINE_1 = 35
LINE_2 = 36
LINE_3 = 37
LINE_4 = 38
LINE_5 = 39
NEAR = 40  # how many steps away an opponent is near

# what cards are worth
SHOOTING_DIE = 41
RANGE = 42
SLOT = 43  # for each point of a slot's value
SECOND_SLOT = 44
BONUS_DAMAGE = 45
BONUS_SMALL = 46
ARC = 47
PIERCES = 48
REROLL = 49
MELEE = 50  # for each point that a modification can bring
EXCESS = 51
ARMOUR_RANGED = 52
ARMOUR_MELEE = 53
HIDDEN = 54
TOXIN_PROOF = 55
EACH_TURN = 56  # a boost die or healing in each turn
BUILD_SLOT = 57
ITEM_BOOST = 58
ITEM_HEAL = 59
ITEM_PIERCE = 60
ITEM_BLAST = 61

FREE_RUN = 62  # to run without a die, which saves one
COUNT = 63
