"""Everything that stays the same during a game, as one array of integers with named places.

What a designer can change reaches the engine only through here.
"""

from kernels.neon import effects as E

SEATS = 6
BLOCKS = 7  # seats and the Automa
SECTORS = 10
FIGHTER_ROOM = 16
LOOT_ROOM = 62
DECK_ROOM = 64
UPGRADE_ROOM = 16
BOT_KINDS = 5
CARDS = 7
EFFECT_ROOM = 250
ROUNDS_ROOM = 10
TOKENS = 6  # health tokens of a fighter
CLASSES = 3

# what a half of an action card offers, as bits (NEON-RND-8)
MOVE, SEARCH, ATTACK, DEFENCE, LEAD, GAIN_1, GAIN_2 = 1, 2, 4, 8, 16, 32, 64

# --- rules
PLAYERS = 0  # seats at the table
TEAM_OF = 1  # one per block; the Automa is a team of its own
TEAM_COUNT = TEAM_OF + BLOCKS  # without the Automa
IN_TEAMS = TEAM_COUNT + 1  # 1: Coalition
AUTOMA = IN_TEAMS + 1  # 1: the Automa fights too, in the block PLAYERS
ROYALE = AUTOMA + 1  # 1: Battle Royale
ROUNDS = ROYALE + 1  # rounds at most
CELLS = ROUNDS + 1  # sectors that close in each round (NEON-REC-5); the last cell goes on
LAST_CELL = CELLS + ROUNDS_ROOM  # how many cells there are
ENERGY = LAST_CELL + 1
MOST_ENERGY = ENERGY + 1
DEFENCE_ENERGY = ENERGY + 2
LEADER_ENERGY = ENERGY + 3
MOST_ATTACK_DICE = ENERGY + 4
BASE_DEFENCE = ENERGY + 5
MOST_DEFENCE_DICE = ENERGY + 6
BOT_DICE = ENERGY + 7
SPOILS = ENERGY + 8
SEEN = ENERGY + 9  # cards seen in a green, orange, purple sector …
PURPLE_GREEN = SEEN + CLASSES  # … and green ones in a purple sector
KEPT = PURPLE_GREEN + 1
TECH_CARDS = KEPT + 1
UPGRADES_SEEN = KEPT + 2
BOT_POINTS = KEPT + 3
PAIR_POINTS = KEPT + 4
LEADER_POINTS = KEPT + 5
ATTACK_FACES = KEPT + 6
DEFENCE_FACES = ATTACK_FACES + E.FACES
HEALTH = DEFENCE_FACES + E.FACES  # how many tokens, then their values in the order of loss
AUTOMA_HEALTH = HEALTH + 1 + TOKENS
AUTOMA_DICE = AUTOMA_HEALTH + 1 + TOKENS  # attack dice at range 0, 1, 2
AUTOMA_DEFENCE = AUTOMA_DICE + 3
BASE_WEAPON = AUTOMA_DEFENCE + 1  # attack dice at range 0, 1, 2

# --- action cards: initiative, what each half offers
CARD = BASE_WEAPON + 3
INITIATIVE, HALVES = 0, 1
CARD_SIZE = 3

# --- effects, in rows; who has some names the first, how many, and the moments as bits
EFFECT = CARD + CARDS * CARD_SIZE
MANOEUVRES = EFFECT + EFFECT_ROOM * E.EFFECT_SIZE  # first, count, moments
SPAN = 3
FIGHTERS = MANOEUVRES + SPAN  # one span each
SECTOR = FIGHTERS + SPAN * FIGHTER_ROOM
FIRST, COUNT, MOMENTS = 0, 1, 2
NUMBER, CLASS = 3, 4
SECTOR_SIZE = 5
LOOT = SECTOR + SECTORS * SECTOR_SIZE
LOOT_CLASS, TYPE, SYMBOLS, MOST, DICE = 3, 4, 5, 6, 7
LOOT_SIZE = DICE + 3
UPGRADE = LOOT + LOOT_ROOM * LOOT_SIZE  # one span each
BOT = UPGRADE + SPAN * UPGRADE_ROOM  # copies, symbols of each
LOOT_DECKS = BOT + 2 * BOT_KINDS  # size, kinds of each class
UPGRADE_DECK = LOOT_DECKS + CLASSES * (1 + DECK_ROOM)
SIZE = UPGRADE_DECK + 1 + UPGRADE_ROOM
