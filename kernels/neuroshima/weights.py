"""What a greedy player cares about: places in its row of integer weights.

The keys of `sim/neuroshima/policies/*.toml` are these names in lower case.
"""

LOOK_AT = 0  # actions whose battle is worked out, per decision
GAIN_TO_ACT = 1  # what an action must gain to be done at all
GAIN_TO_FIGHT = 2  # what a battle must gain to be started

# a position, judged by the battle that would be fought now
HQ_WOUND = 3
HQ_DESTROYED = 4
UNIT = 5
MODULE = 6
WOUND = 7
PRESENCE = 8  # a tile on the board, before the battle

# an action, judged by what it aims at
AIM_HQ = 9  # per point of strength
AIM_UNIT = 10
AIM_MODULE = 11
NET_HQ = 12
NET_UNIT = 13
NET_MODULE = 14
LINK = 15  # a useful connection, given or received
DANGER = 16  # an enemy attack on the cell
GUARD = 17  # a cell next to the own HQ
HEM_IN = 18  # a cell next to the enemy HQ
OPEN = 19  # an attack towards a free cell, where an enemy may come

KEEP_BATTLE = 20  # what a Battle tile in hand is worth
KEEP_INSTANT = 21  # what any other instant in hand is worth

# where the HQ goes, per army
HQ_CENTRE = 22
HQ_INNER = 23
HQ_EDGE = 24
HQ_CORNER = 25
HQ_NEAR = 26  # per step nearer to an enemy HQ

# against several rivals, in percent
RIVAL = 27  # what a loss of any rival counts
LEADER = 28  # and what a loss of the strongest counts more

PLAN = 29  # moves whose turn is thought through to its end, per decision; 0: none
COUNT = 30
