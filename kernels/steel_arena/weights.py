"""What a greedy player cares about: places in its row of integer weights.

The keys of `sim/steel_arena/policies/*.toml` are these names in lower case. A trophy is worth about
100. Behind the weights stands the worth of each kind of tile, reckoned by `sim.steel_arena.worth`.
"""

WIN = 0
TROPHY = 1
THEIR_TROPHY = 2  # percent of TROPHY that a trophy of an opponent costs
THEIR_MODULES = 3  # percent of the worth of an opponent's modules
HOT = 4  # percent of its worth that a hot module lacks
CENTRAL_HOT = 5  # what a hot central module costs
TILE = 6  # percent of the worth of the tile under the robot, before it is taken
NEAR_TILE = 7  # percent of the worth of the best tile next to it
NOW = 8  # each damage that can still be dealt in this turn
AIM = 9  # each damage that stands ready for the next turn
DANGER = 10  # each damage that an opponent has ready
TURN_AWAY = 11  # percent of AIM and DANGER that a turn by one sector leaves
CLOSE = 12  # each area nearer to the nearest opponent
BAD_GROUND = 13  # each damage of the terrain that it stands on when a turn begins
SLOW = 14  # to stand on terrain that slows
MINE_IN_HAND = 15
MINE_NEAR = 16  # an own mine next to an opponent, and twice that straight in front of it
MINE_FAR = 17  # an own mine elsewhere
EDGE_REAR = 18  # the edge of the field behind the robot
RESTLESS = 19  # what cooling costs more with each turn in which nothing is lost or picked up
COUNT = 20
