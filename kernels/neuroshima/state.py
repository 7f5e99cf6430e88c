"""The state of a game: one array of integers with named places.

Cells first, then seats (together the board, which battles read and write), then the turn, then
the piles.
"""

CELLS = 37  # room for the extended board
SEATS = 6
HAND_ROOM = 6
PILE_ROOM = 64

# one entry per cell
FACE = 0  # row of the tile table, EMPTY where no tile lies
OWNER = FACE + CELLS
WOUNDS = OWNER + CELLS
MOVED = WOUNDS + CELLS  # free moves already made this turn, bits BY_MOBILITY, BY_TRANSPORT
SEAT = MOVED + CELLS

# one block per seat, at SEAT + seat * SEAT_SIZE
POINTS = 0  # HQ points left
HQ_CELL = 1
TILES = 2  # its tiles on the board, as bits
ALIVE = 3
HAND_SIZE = 4
PILE_SIZE = 5
HAND = 6
PILE_WAS_EMPTY = HAND + HAND_ROOM  # 1: no tile was left to draw when its turn began
WON = PILE_WAS_EMPTY + 1  # points won, in a game for points (NSH-PTS-2)
SEAT_SIZE = WON + 1

TURN = SEAT + SEATS * SEAT_SIZE
BOARD_SIZE = TURN

# the turn
STAGE = TURN
ACTOR = TURN + 1  # seat that decides now
TURN_SEAT = TURN + 2  # seat whose turn it is
TURN_NUMBER = TURN + 3
ENDED_BY = TURN + 4  # seat that drew its last tile first, NOBODY before
WAITING = TURN + 5  # seats that have a turn before the final battle, once the end is near
USED = TURN + 6  # tiles used in this turn
TIE = TURN + 7  # 1 during the turns that follow a tied final battle
BATTLES = TURN + 8
FULL_BATTLES = TURN + 9
WINNERS = TURN + 10  # seats that won or share the win, as bits; 0 while the game goes on
ENDING = TURN + 11
PUSHER = TURN + 12
PUSHED = TURN + 13
REDRAWS = TURN + 14
SLOT = TURN + 15  # turns of the order so far, with those of players who are out

PILES = TURN + 16  # PILE_ROOM entries per seat; the top of a pile is its last entry
SIZE = PILES + SEATS * PILE_ROOM

EMPTY = -1
NOBODY = -1
BY_MOBILITY, BY_TRANSPORT = 1, 2

# stages
PLACE_HQ, REDRAW, DISCARD, ACT, ANSWER_PUSH, OVER = 0, 1, 2, 3, 4, 5

# endings
HQ_DESTROYED, BOTH_DESTROYED, ON_POINTS, ON_POINTS_AFTER_TIE, LEVEL = 0, 1, 2, 3, 4
# of games of more than two
NONE_LEFT, BOTH_SIDES, ENOUGH_WON, MOST_WON, MOST_WON_AFTER_TIE = 5, 6, 7, 8, 9
