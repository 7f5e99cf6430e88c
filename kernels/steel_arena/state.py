"""The state of a game: one array of integers with named places."""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import inlined
from kernels.steel_arena.book import CELLS, DEAL_ROOM, PILE_ROOM, SEATS, SLOTS

Ints = NDArray[np.int64]

NONE = -1

# --- the table
STAGE = 0  # what is to be decided
ACTOR = 1  # seat that decides
TURN_SEAT = 2
TURN_NUMBER = 3  # from 1
PHASE = 4
CURSOR = 5  # seats already asked in this phase
PART = 6  # of the active phase
SPEEDY = 7  # 1: the module under way has SPEED
OBSTACLES = 8  # areas that stop a line of fire, as bits
SHUT = 9  # areas that cannot be entered, as bits
EXPLOSIVES = 10  # areas with Barrels, as bits
EMPTY = 11  # areas without a tile, as bits
MINED = 12  # areas with a mine, as bits
GUESSING = 13  # 1: somebody thinks ahead; what he cannot know is assumed
WINNERS = 14
ENDING = 15
DECISIONS = 16
STOPS = 17  # areas where the active robot stopped in this turn, as bits
QUIET = 18  # turns since a module was lost or picked up
TABLE_SIZE = 19

# --- one block per seat
SEAT = TABLE_SIZE
ROBOT = 0
CELL = 1
FACING = 2
OWNED = 3  # slots with a module, as bits; so are the next ones
HOT = 4  # with a token
DOWN = 5  # face down
USED = 6
HIDDEN = 7  # start modules that were never used
ATTACKS = 8
MOVES = 9
TURNS = 10
DEFENCES = 11
GEN_1 = 12
AUTO = 13  # with AUTOCOOL
WIDE = 14  # attacks that reach beyond the line ahead
FLIPPED = 15  # turned over in this turn
CENTRAL_HOT = 16
CENTRAL_USED = 17
REINFORCED = 18
TROPHIES = 19
TAKEN = 20  # damage taken in this turn
PASSED = 21
VISITED = 22  # areas, as bits
MINES = 23  # in hand: 1 weak, 2 strong, as bits
SHOWN = 24  # mines that have been flipped, as bits
ABILITY = 25  # 1 + ability, 0 none
OWED = 26  # damage of the turn just ended that an ability answers
NOTED = 27  # base game: damage noted, by seat that dealt it, then by nobody
# what happened, for the tables
DEALT_DAMAGE = NOTED + SEATS + 1
STOPPED = DEALT_DAMAGE + 1
COOLED = STOPPED + 1
PICKED = COOLED + 1
MINES_HIT = PICKED + 1  # own mines that others stepped on
CHOSEN_ABILITY = MINES_HIT + 1  # 1 + ability that was chosen at the start
TOOK = CHOSEN_ABILITY + 1  # kinds of modules picked up, as bits; those beyond 62 are not noted
KIND = TOOK + 1  # of each slot
SEAT_SIZE = KIND + SLOTS

# --- one entry per area
TILE_AT = SEAT + SEATS * SEAT_SIZE  # kind, NONE
ROBOT_AT = TILE_AT + CELLS  # 1 + seat, 0
MINE_AT = ROBOT_AT + CELLS  # 0, else 1 + seat * 2 + (1 strong)

# --- what is under way: frames, the last on top
DEPTH = MINE_AT + CELLS
FRAMES = DEPTH + 1
FRAME_SIZE = 14
FRAME_ROOM = 64  # a power of two, as it is a mask too
# --- not needed to think one action ahead
DEAL = FRAMES + FRAME_ROOM * FRAME_SIZE  # kinds dealt to each seat
PILE_2 = DEAL + SEATS * DEAL_ROOM  # size, kinds
PILE_3 = PILE_2 + 1 + PILE_ROOM  # size, kinds; the top is the last
SIZE = PILE_3 + 1 + PILE_ROOM

# stages: what is to be decided
EQUIP, CHOOSE_ABILITY, PLACE, ACT, RAM, DEFEND, DISCARD, HEAT, COOL = 0, 1, 2, 3, 4, 5, 6, 7, 8
MINE_TYPE, MINE_MOVE, MINE_TURN, PULL, PAUSE, EDGE, MOBILITY, REFLEX, OVER = (
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
)

# phases
SETTING_UP, CHOOSING, PLACING, BEGIN, ACTIVE, PICK_UP, COUNTED, REFILL, AFTER_TURN, NEXT_TURN = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
)
# parts of the active phase
FIRST, AGAIN, COOLED_ALL, LAST = 0, 1, 2, 3

# endings
BY_TROPHIES, DESTROYED, NO_TILES, TURN_CAP = 0, 1, 2, 3


# The masks below change no index. They tell the compiler that none is negative, which saves it a
# test at every access; those in `parts.row_of` and in `field` do the same.


@inlined
def at(seat: int) -> int:
    """Return where the block of a seat begins."""
    return SEAT + (seat & SEATS - 1) * SEAT_SIZE


@inlined
def top(state: Ints) -> int:
    """Return where the frame on top begins."""
    return FRAMES + (state[DEPTH] - 1 & FRAME_ROOM - 1) * FRAME_SIZE
