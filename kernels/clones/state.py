"""The state of a game: one array of integers with named places."""

from kernels.clones.book import (
    ACTIONS,
    CELLS,
    DECK_ROOM,
    EVENT_ROOM,
    KIND_ROOM,
    SEATS,
    TEAMS,
    TOKENS,
    TRAP_ROOM,
)

NONE = -1
VALUES = 6  # dice are counted by value; entry 0 is not used

# --- one block per seat, at SEAT + seat * SEAT_SIZE
SEAT = 0
CHARACTER = 0
CELL = 1  # NONE while off the map
# dice (RLD-BRD-1)
RESERVE = 2
DAMAGED = 3
STUNNED = 4  # unassigned dice that cannot be used in this turn
BOOST = 5  # 0 none, BOOST_FREE, BOOST_USED
LINE = 6  # how many dice of each value
ASSIGNED = LINE + VALUES  # the same, on slots
SKULLS = ASSIGNED + VALUES  # dice on slots that show a skull
USED = SKULLS + 1  # slots used, for each action
FREE_RUNS_LEFT = USED + ACTIONS
EXCHANGED = FREE_RUNS_LEFT + 1  # 1: has exchanged something with a team mate in this turn
PIERCING = EXCHANGED + 1  # 1: the next shot of this turn ignores armour
WORN = PIERCING + 1  # card kind by place: two hands, body, head; a two-handed card in FIRST_HAND
FIRST_HAND, SECOND_HAND, ON_BODY, ON_HEAD = 0, 1, 2, 3
PLACES = 4
EQUIPPED = PLACES + 1
CARD_USED = WORN + PLACES  # slots used on each worn card
BEACONS = CARD_USED + PLACES  # carried
HIDEOUT = BEACONS + 1  # its cell, NONE while in the supply
TRAPS = HIDEOUT + 1  # left of each kind
TOKEN = TRAPS + TRAP_ROOM  # fame tokens laid, of each kind
RELOADS = TOKEN + TOKENS  # how often it was reloaded
DEALT = RELOADS + 1  # damage dealt, in dice
PACK = DEALT + 1  # kinds in the backpack, as bits
PACKED = PACK + 1  # how many of each kind
SEAT_SIZE = PACKED + KIND_ROOM

BOOST_FREE, BOOST_USED = 1, 2

# --- one entry per team
TEAM_FAME = SEATS * SEAT_SIZE
TEAM_WALLS = TEAM_FAME + TEAMS  # in the supply
WALLED = TEAM_WALLS + TEAMS  # cells with an edge in OWN_WALLS, as bits
# one entry per team and cell: sides that it cannot pass, as bits
BARRED = WALLED + TEAMS
# one entry per team and cell: the first three sides (each edge once) with a wall of its own
OWN_WALLS = BARRED + TEAMS * CELLS

# --- one entry per cell
TOKENS_AT = OWN_WALLS + TEAMS * CELLS
BEACONS_AT = TOKENS_AT
BOXES_2_AT = BEACONS_AT + CELLS
BOXES_3_AT = BOXES_2_AT + CELLS
TRAP_AT = BOXES_3_AT + CELLS  # 0 none, else 1 + seat * TRAP_ROOM + kind
WALL_AT = TRAP_AT + CELLS  # per cell and side: 0 none, NEUTRAL, or OWN + team
NEUTRAL, OWN = 1, 2

# --- the table
TABLE = WALL_AT + CELLS * 6
STAGE = TABLE
ACTOR = TABLE + 1  # seat that decides now
TURN_SEAT = TABLE + 2  # seat whose turn it is
TURN_NUMBER = TABLE + 3  # from 1
RESUME = TABLE + 4  # what follows when nothing is left to draw
TOXINS = TABLE + 5  # tiles with a toxin token, as bits
DOME_AT = TABLE + 6  # cell, NONE
BOXES_2_LEFT = TABLE + 7  # in the supply
BOXES_3_LEFT = TABLE + 8
ZONES_HIT = TABLE + 9  # zones that were contaminated once, as bits
WINNERS = TABLE + 10  # teams as bits
ENDING = TABLE + 11
EQUIP_PLACE = TABLE + 12  # the place to be filled, while equipping; then EQUIPPED
KEEP = TABLE + 13  # how many of the cards drawn are kept
DRAWN = TABLE + 14  # how many cards are drawn, then their kinds
DRAWN_ROOM = 8
NEW = DRAWN + 1 + DRAWN_ROOM  # how many new cards may be put on at once, then their kinds
QUEUE = NEW + 1 + DRAWN_ROOM  # how many draws wait, then seat, level, draw, keep of each
QUEUE_ROOM = 16
WALLS_TO_PLACE = QUEUE + 1 + 4 * QUEUE_ROOM  # walls that the build under way may still place
BUILDS_LEFT = WALLS_TO_PLACE + 1  # further build options of the die spent
BUILDS_DONE = BUILDS_LEFT + 1  # build options already used with it, as bits
HURT = BUILDS_DONE + 1  # seats that may answer damage with an item, as bits
DECISIONS = HURT + 1
FIRST_DAMAGE_TURN = DECISIONS + 1

# --- decks of equipment, level 1, 2, 3: size, cards (the top is the last), then the discard pile
DECKS = FIRST_DAMAGE_TURN + 1
PILE_SIZE = 1 + DECK_ROOM
DECK_SIZE = 2 * PILE_SIZE
EVENTS = DECKS + 3 * DECK_SIZE  # how many event cards are left, then their kinds; the top is last
SIZE = EVENTS + 1 + EVENT_ROOM

# stages
LAND, EQUIP, DISCARD, WEAR_NEW, ACT, BUILDING, ANSWER, OVER = 0, 1, 2, 3, 4, 5, 6, 7

# what follows when nothing is left to draw
TO_FIRST_TURN, TO_ACTION, TO_END_OF_TURN, TO_NEXT_TURN = 0, 1, 2, 3

# endings
SUPERSTAR, MOST_FAME, MOST_RELOADS, SHARED = 0, 1, 2, 3
