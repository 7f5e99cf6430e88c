"""Everything that stays the same during a game, as one array of integers with named places.

Modules, terrain and what the central module can do are rows of one table of kinds: the same
columns say what each of them does, and the kernels know no other names.
"""

SEATS = 4  # a power of two, as it is a mask too; so are KINDS and ABILITIES
CELLS = 62  # sets of areas are bits
ANY_CELL, ANY_SIDE = 63, 7  # masks that every area and every direction passes
SLOTS = 62  # modules of one robot, as bits
CENTRAL = 62  # stands for the slot of the central module
KINDS = 128
PILE_ROOM = 128
ROBOTS = 16
ABILITIES = 16

# --- rules
PLAYERS = 0
AREAS = 1  # areas of the field
ARSENAL = 2  # SA-CHG-1 to SA-CHG-5
FORCED = 3
EQUIPMENT = 4
ABILITIES_ON = 5
MINES_ON = 6
ONE_ABILITY = 7  # 1 + ability of all robots, 0: each its own (SA-ABL-10)
WEAR = 8  # SA-REC-11
TROPHIES_TO_WIN = 9
REINFORCED_UP_TO = 10  # modules with which the central module is reinforced
MOST_TURNS = 11
CENTRAL_HEATS = 12
CLEARS_TOKENS = 13  # AUTOCOOL removes tokens of heat effects too
RAM_NEEDS_SPEED = 14
COLLISION_DAMAGE = 15
REFILL_UNDER_ROBOT = 16
SLOW_PUSH = 17
MINE_AT_STOPS = 18  # 1: no mine on any area where the robot stopped in this turn
RAM_BONUS = 19
EDGE = 20  # edge areas, as bits
FORCED_FORWARD = 21
FORCED_TURN = 22
RULES = 24

# --- the field: the area on each side of an area, NONE off the field
NEXT = RULES
# --- the areas straight ahead of an area on each side, as bits
AHEAD = NEXT + CELLS * 6

# --- kinds, at KIND + kind * KIND_SIZE
KIND = AHEAD + CELLS * 6
TYPE = 0
GEN = 1
SPEED = 2
AUTOCOOL = 3
MOVE_WAY = 4
MOVE_LOW = 5
MOVE_HIGH = 6
TURN_LOW = 7
TURN_HIGH = 8
TURN_REINFORCED = 9  # only of central modules
PATTERN = 10
STRENGTH = 11
NEAR = 12  # of a lob; FLAME: how many areas is FAR
FAR = 13
IGNORES_DEFENCE = 14
TARGET_HEAT = 15
COOL_TARGET = 16
PUSH = 17
PULL = 18
SELF_DAMAGE = 19
SIDES = 20  # of a defence, as bits counted from the front
DEFENCE = 21
MINE_PROOF = 22  # works against damage without a side (SA-MIN-6)
# terrain
WHEN = 23  # ON_ENTER, ON_STOP, ON_START as bits
OBSTACLE = 24  # stops lines of fire
CLOSED = 25  # cannot be entered
COVER = 26
SLIDE = 27
SLOW = 28
DAMAGE = 29
BURN = 30  # modules to be overheated
COOLS = 31  # modules to be cooled; ALL: every one
BOXED = 32  # leaves the game when it has worked
EXPLODES = 33  # damage to all on and next to it
KIND_SIZE = 34
ALL = 99

# types
ATTACK, MOVE, TURN, DEFENCE_TYPE, TERRAIN, CORE = 1, 2, 3, 4, 5, 6
# ways of moving
FORWARD, SHIFT, JUMP = 1, 2, 3
# patterns of attack
MELEE, FRONT, ALL_ROUND, FLAME, SHOT, BURST, LOB, RAM = 1, 2, 3, 4, 5, 6, 7, 8
# triggers
ON_ENTER, ON_STOP, ON_START = 1, 2, 4

# --- central modules: the kind without an ability, then that of each ability
CENTRAL_KIND = KIND + KINDS * KIND_SIZE

# --- abilities, at ABILITY + ability * ABILITY_SIZE
ABILITY = CENTRAL_KIND + 1 + ABILITIES
AFTER_DAMAGE = 0  # MOVES_AFTER, ACTS_AFTER
FURY = 1  # 1: once in a game, 2: again and again
EDGE_TURN = 2
ABILITY_SIZE = 3
MOVES_AFTER, ACTS_AFTER = 1, 2

# --- robots, at ROBOT + robot * ROBOT_SIZE
ROBOT = ABILITY + ABILITIES * ABILITY_SIZE
FIRST_ABILITY = 0  # 1 + ability, 0: no card
SECOND_ABILITY = 1
FIXED_ABILITY = 2  # 1 + ability that is always chosen, 0: the player chooses
MINE_EFFECT = 3
MINE_LOW = 4  # weak, strong
MINE_HIGH = 6  # weak, strong
ROBOT_SIZE = 8
# effects of mines
NO_MINE, MINE_HEAT, MINE_MOVE, MINE_TURN, MINE_DAMAGE = 0, 1, 2, 3, 4

# --- piles: size, then kinds
START_SET = ROBOT + ROBOTS * ROBOT_SIZE
SECOND_GEN = START_SET + 1 + PILE_ROOM
THIRD_GEN = SECOND_GEN + 1 + PILE_ROOM
# modules dealt as starting equipment: how many, then their types; how many are kept
DEALT = THIRD_GEN + 1 + PILE_ROOM
DEAL_ROOM = 8
KEPT = DEALT + 1 + DEAL_ROOM
SIZE = KEPT + 1
