"""The book: every figure of the game in one array, and the numbers of the effect vocabulary.

The names follow the vocabulary of the cards (PXT-VOC-1 to 7). A slot of a card is a run of rows; a
record is a row and the `then` rows after it.
"""

CHARACTER_ROOM = 40
ROW_ROOM = 512
SLOTS = 5
L, V, F, R, O = 0, 1, 2, 3, 4  # noqa: E741  leader, vanguard, flank, rear, order

# kinds of rows
PASSIVE, SPELL, REACTION, REPLACEMENT, ORDER, SPECIAL, THEN = 0, 1, 2, 3, 4, 5, 6

# events
NO_EVENT = 0
TURN_END, ROUND_END, DEFEATED, LETHAL, RECRUITED, ORDERED = 1, 2, 3, 4, 5, 6
TARGETED, ATTACKED, ATTACK_DONE, DEALS, DAMAGE_TO, DECLARE, WAVE_END = 7, 8, 9, 10, 11, 12, 13

# ways of damage, as bits: what `via` names
BY_MELEE, BY_RANGED, BY_SPELL, BY_ABILITY, BY_ORDER = 1, 2, 4, 8, 16
BY_ATTACK = BY_MELEE | BY_RANGED

# conditions, as bits
IN_TRUCE, IS_FIRST, IS_MELEE, VS_HERO, VS_LEADER, VS_INTERCEPT, FRONT_CORPSE, REAR_WAVE = (
    1,
    2,
    4,
    8,
    16,
    32,
    64,
    128,
)

# operations; the first group is passive
KW_RANGED, KW_INTERCEPT, ATK, ATKX, GUARD, PREVENT, FREE, FORBID = 1, 2, 3, 4, 5, 6, 7, 8
OPEN_HAND, COPY_LEADER, CLEAVE, LOOK = 9, 10, 11, 12
ACTIONS, DAMAGE, HEAL, MOVE_DAMAGE, DEFEAT, REVIVE, CLEAR, BOUNCE = 20, 21, 22, 23, 24, 25, 26, 27
SCRAP, SWAP, REARRANGE, RECRUIT, GRANT, DRAW, DISCARD, SIFT = 28, 29, 30, 31, 32, 33, 34, 35
SEARCH, PLAY_ORDER, RUN_ORDER, COPY_SPELL, MARKER, PEEK = 36, 37, 38, 39, 40, 41
REDIRECT, RETARGET, BOOST = 42, 43, 44  # BOOST: atk on an order, for the wave

# amounts
PLAIN, ALL_OF_IT, DEALT, PREVIOUS, WOUNDS, MARKERS, LIFE_OF_IT, COUNT = 0, 1, 2, 3, 4, 5, 6, 7

# quantifiers and references of a selection
REFERENCE, ALL, ONE, UP_TO, EXACT, SPLIT = 0, 1, 2, 3, 4, 5
ME, OPPONENT, SELF, FORE, SUPP, OWN_LEADER, FOE_LEADER, ATTACKER, SUBJECT, IT = range(10)
OWN, FOE, ANY = 0, 1, 2
HERO, LEADER, FIGURE, CORPSE, BODY = 0, 1, 2, 3, 4
# filters, as bits
IN_MELEE, REACH, OTHER, HURT, HIT_US, HAS_SPELL, PICK_ROW, PICK_COLUMN, PICK_UNIT = (
    1,
    2,
    4,
    8,
    16,
    32,
    64,
    128,
    256,
)
PICKS = PICK_ROW | PICK_COLUMN | PICK_UNIT
ANY_ROW, WAVE_ROW = 0, 4  # 1, 2, 3: vanguard, flank, rear

# a selection
QUANTIFIER, NUMBER, REF, SIDE, TYPE, FILTERS, ROW_IS = 0, 1, 2, 3, 4, 5, 6
SELECTION = 7

# limits, as bits
OPTIONAL, ONCE_A_TURN, ONCE_PER_CARD = 1, 2, 4

# top-level actions that may be free or forbidden
A_DRAW, A_RECRUIT, A_ATTACK, A_CAST, A_SPECIAL, A_ORDER, A_CLEAR, A_MOVE, A_SWAP = range(9)
ACTION_KINDS = 9
UNLIMITED = 1 << 20

# what a grant gives, as bits
G_MELEE, G_RANGED, G_ATTACK, G_SPELL = 1, 2, 4, 8
# run_order: from where, who picks
MY_HAND, OPPONENT_HAND, MY_LEADER = 0, 1, 2
PICK_ME, PICK_OPPONENT, PICK_RANDOM = 0, 1, 2

# a row; ARG to ARG_3 depend on the operation:
#   actions: only for orders, next wave, least left     guard: least damage
#   prevent: ranged only          free: action          forbid: action
#   revive: to a cell, life (0: printed), frail         grant: what, ban on leaders, strength (-1)
#   recruit: row (0 any, 4 wave, 5 picked)              run_order: source, picker, discarded
#   atkx: after the bonuses       discard: at random    redirect: lethal part only
#   swap: with this card          peek: reorder
KIND, ON, VIA, NEED, BAR, OP, AMOUNT, AMOUNT_IS, ARG, ARG_2, ARG_3, LIMIT, LASTS = range(13)
FIRST_ONLY = 13  # order(me,first)
OF_SET = 14  # lethal(of=SET): any cause
COUNT_SIDE, COUNT_TYPE = 15, 16
EVENT_SET = 17
TO = EVENT_SET + SELECTION
FROM = TO + SELECTION
ROW_SIZE = FROM + SELECTION

# flags of a slot: what its passive rows can touch
F_KEYWORD, F_ATTACK, F_GUARD, F_TABLE, F_COPIES = 1, 2, 4, 8, 16
SLOT_START, SLOT_COUNT, SLOT_FLAGS, SLOT_EVENTS, SLOT_SPELL = 0, 1, 2, 3, 4
SLOT_LENDS = 5  # keywords given without a condition: to itself, forerunner, supporter, all heroes
SLOT_SPECIAL = 6  # the row of the leader's own action, or NONE
SLOT_SIZE = 7
LENT_SELF, LENT_FORE, LENT_SUPP, LENT_ALL = 1, 2, 4, 8  # ranged; intercept four bits higher
INTERCEPT_SHIFT = 4

# a character
HERO_ATTACK, HERO_LIFE, LEADER_ATTACK, LEADER_LIFE = 0, 1, 2, 3
CHARACTER_SLOTS = 4
CHARACTER_SIZE = CHARACTER_SLOTS + SLOTS * SLOT_SIZE

# the head of the book
CHARACTERS_COUNT = 0
TARGET = 1  # trophies that win a series; 1: a single game
TURN_ACTIONS = 2
HAND_LIMIT = 3
START_CARDS = 4
ROUND_CAP = 5
MARKER_CAP = 6
SERIES_CAP = 7
LEAST_DECK = 8
GRANTS_USE_UP = 9  # the strict reading of PXT-DEC-15
TRUCE_ROUNDS = 10
CHOOSE = 11  # 1: leaders are chosen from the cards drawn, also in the first game
HEAD = 16
CHARACTERS = HEAD
ROWS = CHARACTERS + CHARACTER_ROOM * CHARACTER_SIZE
SIZE = ROWS + ROW_ROOM * ROW_SIZE
