"""The state of a game: one array of integers with named places.

Cells 0 to 8 are V1 V2 V3 F1 L F3 R1 R2 R3; places 0 to 17 are the cells of unit 0, then of unit 1.
A physical card is `owner * CHARACTER_ROOM + character` (PXT-ENC-4).
"""

from kernels.pixel_tactics.book import ACTION_KINDS, CHARACTER_ROOM

NONE = -1
# A number written into a call makes the compiler translate the callee once more for it; a name does
# not. So flags and absent figures are passed by these.
NO, YES = 0, 1
CELLS = 9
PLACES = 18
MIDDLE = 4  # the leader's cell
CARDS = 2 * CHARACTER_ROOM

# kinds of places
EMPTY, HERO, CORPSE, LEADER = 0, 1, 2, 3

# --- one entry per place
KIND = 0
CARD = KIND + PLACES
DAMAGE = CARD + PLACES
USED = DAMAGE + PLACES  # has done its starred action of this turn; a corpse: its attack (READY)
HURT = OF_THE_WAVE = USED + PLACES  # this and the next two are dropped when a wave ends
HIT_US = HURT + PLACES
BONUS = HIT_US + PLACES
TAKEN = BONUS + PLACES  # 0, or the life it was given; such a hero leaves no corpse
ONCE = TAKEN + PLACES  # its 1/turn ability is used
SLOT = ONCE + PLACES  # where the slot it holds stands in the book; NONE for no living figure
# --- one entry per card: its place, or NONE
WHERE = SLOT + PLACES

# --- one block per player
PLAYER = WHERE + CARDS
HAND, DISCARDS, ACTIONS, ORDER_ACTIONS, ORDERS = 0, 1, 2, 3, 4
SLOWED, SLOWED_NEXT, SLOW_LEAST, WATCH, MARKERS, TROPHIES = 5, 6, 7, 8, 9, 10
LEADER_AS = 11  # the character whose leader side counts (DOP-L)
LEADER_CARD = 12  # the character that lies there
OUT = 13  # characters out of the series, as bits
HEROES = 14  # cells with heroes, as bits
CORPSES = 15
RANGED = 16  # cells whose figure has the keyword, as bits
INTERCEPT = 17
ATTACK_SOURCES = 18  # cells whose figure changes attacks, as bits
GUARD_SOURCES = 19
FORBIDDEN = 20  # actions, as bits
EXTRA = 21  # more actions in each turn
LISTENS = 22  # events that some figure listens to, as bits
FREE_KINDS = 23  # actions that may be free, as bits
FREE = 24  # how often in a turn an action is free
USES = FREE + ACTION_KINDS
READY = USES + ACTION_KINDS  # cells whose card has not done its starred action, as bits
DREW = READY + 1  # characters that came to the hand in this game, as bits
PLAYED = DREW + 1  # characters that stood in the unit as heroes, as bits
ORDERED = PLAYED + 1  # characters played as orders, as bits
DEALT = ORDERED + 1  # damage put on enemy cards
DECK_SIZE = DEALT + 1
DECK = DECK_SIZE + 1  # the top card is the last
PLAYER_SIZE = DECK + CHARACTER_ROOM

# --- the table
TABLE = PLAYER + 2 * PLAYER_SIZE
STAGE = TABLE
ROUND = TABLE + 1
WAVE = TABLE + 2  # 0 V, 1 F, 2 R
FIRST = TABLE + 3  # holder of the first-player card
ACTIVE = TABLE + 4
SECOND_TURN = TABLE + 5  # 1: the second turn of the wave
DECIDER = TABLE + 6
RESUME = TABLE + 7
DIRTY = TABLE + 8  # keywords and sources must be read again
OPTIONS = TABLE + 9  # picks offered, as bits; then characters offered, as bits
CHARACTER_OPTIONS = TABLE + 10
PICKED = TABLE + 11
ANSWERED = TABLE + 12
DEPTH = TABLE + 13  # frames on the stack
ACTS = TABLE + 14  # actions taken in this turn
WINNER = TABLE + 15  # of the game: 0, 1, NONE for a draw
ENDING = TABLE + 16
DECISIONS = TABLE + 17
GAME = TABLE + 18  # number of the game in the series, from 1
ROUNDS = TABLE + 19  # rounds of all games of the series
STARTER = TABLE + 20  # who began this game
DREAM = TABLE + 21  # 1: a player only imagines; hidden cards stay hidden
DROPPED = TABLE + 22  # 1: the stack was full once (PXT-CAP-2)
PICK_FOR = TABLE + 23  # the operation that asks
WAVES = TABLE + 24  # waves of all games of the series
CASUALTIES = TABLE + 25  # 1: in the casualty step, where the first player comes first
DEEPEST = TABLE + 26
CHOSEN = TABLE + 27  # leaders forced on both, NONE: to be chosen
SEATED = TABLE + 29  # the player (owner of streams) on each seat
CONDITIONAL = TABLE + 31  # 1: a keyword or a rule of the table in play hangs on a condition
STACK = TABLE + 32

# stages
ACT, PICK, CHOOSE_LEADER, OVER = 0, 1, 2, 3
# what follows when the stack is empty
TO_ACT, TO_NEXT_TURN, TO_CASUALTIES, TO_NEXT_WAVE, TO_NEXT_ROUND, TO_START = 0, 1, 2, 3, 4, 5
# endings
LEADER_FELL, MORE_HEROES, DRAWN, ROUND_LIMIT, SERIES_LIMIT = 0, 1, 2, 3, 4

# which reactions to an event are meant
ANY_OP, NO_REVIVE, REVIVE_ONLY = 0, 1, 2

# --- frames
F_TYPE = 0
RECORD, HARM, ATTACK, WATCHERS, ORDER = 0, 1, 2, 3, 4
F_PHASE = 1
F_ROW = 2  # number of the row
F_WHO = 3  # controller
F_SELF = 4  # physical card
F_SLOT = 5  # slot it must still hold; NONE: does not matter
F_ATTACKER = 6
F_SUBJECT = 7
F_DEALT = 8
F_IT = 9  # up to 3 cards
F_PREVIOUS = 12
F_VIA = 13
F_MASK = 14  # places
F_COUNTS = 15  # points per place, four bits each; one word per unit
F_LAST = 17
F_LEFT = 18
F_UNIT = 19
F_LINE = 20  # row or column picked
F_LETHAL = 21
F_AMOUNT = 22
F_TARGET = 23
F_BAN = 24
F_STRENGTH = 25
F_SPARE = 26
FRAME = 28
FRAMES = 96
REACTION_ROOM = 72  # beyond it reactions are dropped and reported (PXT-CAP-2)
SPARE_ROOM = 4  # frames above the highest serve as scratch
SIZE = STACK + (FRAMES + SPARE_ROOM) * FRAME

# picks
P_PLACE = 0
P_STOP = 18
P_ROW = 19
P_COLUMN = 22
P_UNIT = 25
P_AMOUNT = 27  # 1, 2
P_NO = 29
P_YES = 30
P_SPELL = 31
P_MELEE = 32
P_RANGED = 41
P_CHARACTER = 64
