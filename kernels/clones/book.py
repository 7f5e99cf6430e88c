"""Everything that stays the same during a game, as one array of integers with named places.

The sections are rules, characters, equipment, ground, traps, event cards, decks and the map. What
a designer can change reaches the engine only through here.
"""

CELLS = 37  # of kernels.hexgrid
SEATS = 4
TEAMS = 4
SLOT_ROOM = 6
KIND_ROOM = 62  # card kinds: sets of them are bits of one integer
DECK_ROOM = 64
CHARACTER_ROOM = 16
GROUND_ROOM = 24
TRAP_ROOM = 8
EVENT_ROOM = 64
ZONES = 6
RINGS = 12  # distances on a map are smaller than this

# fame tokens
DAMAGE_TOKEN, RELOAD_TOKEN, BEACON_TOKEN, SPIRIT_TOKEN, TRAP_TOKEN = 0, 1, 2, 3, 4
TOKENS = 5

# --- rules
PLAYERS = 0  # seats at the table
TEAM_OF = 1  # one per seat: the team that it plays for, from 0; alone: its own number
TEAM_COUNT = TEAM_OF + SEATS
DICE = TEAM_COUNT + 1  # action dice of a character (RLD-CMP-6)
FACES = DICE + 1  # the six faces of a die, 6 is a skull
MOST_SHOOTING_DICE = FACES + 6  # RLD-DIE-3
DAMAGE_CELLS = MOST_SHOOTING_DICE + 1  # of the damage zone (RLD-REC-2)
FAME = DAMAGE_CELLS + 1  # length of each kind of token (RLD-REC-3)
SUPERSTAR = FAME + TOKENS  # fame that wins at once
START_FAME = SUPERSTAR + 1  # length of the blank plug, 0 without (RLD-SET-1)
HEAL_SELF = START_FAME + 1  # RLD-HEA-1
HEAL_MATE = HEAL_SELF + 1
HEAL_SKULL = HEAL_SELF + 2  # more on a rolled skull
AUTO_HEAL_FROM = HEAL_SELF + 3  # damage from which others heal at the end of a turn; 0: never
AUTO_HEAL_BY = HEAL_SELF + 4
WALLS = HEAL_SELF + 5  # walls of each team (RLD-CMP-5, RLD-WAL-1)
WALLS_PER_BUILD = HEAL_SELF + 6
TRAPS_ON = HEAL_SELF + 7  # 1: traps can be built (RLD-REC-9)
DEFUSED_FROM = HEAL_SELF + 8  # the face that defuses a trap, and every higher one
START_LEVEL = HEAL_SELF + 9  # RLD-SET-4
START_DRAW = HEAL_SELF + 10
START_KEEP = HEAL_SELF + 11
RELOAD_LEVEL = HEAL_SELF + 12  # RLD-REL-2
RELOAD_DRAW = HEAL_SELF + 13
RELOAD_KEEP = HEAL_SELF + 14
BOX_DRAW = HEAL_SELF + 15  # RLD-LOT-1
BOX_KEEP = HEAL_SELF + 16
BOXES_2 = HEAL_SELF + 17  # supply boxes in the game, level 2 and level 3 (RLD-CMP-9)
BOXES_3 = HEAL_SELF + 18
REROLL_UP_TO = HEAL_SELF + 19  # a die that shows more is not rolled again
EVENTS_CERTAIN = HEAL_SELF + 20  # cards always in the event deck: the first ones of EVENT_DECK
EVENTS_CHANCE = HEAL_SELF + 21  # cards drawn at random from the others (RLD-SET-2)
HANDS = HEAL_SELF + 22  # card kinds of a type, as bits
TWO_HANDED = HEAL_SELF + 23
BODIES = HEAL_SELF + 24
HEADS = HEAL_SELF + 25
ITEMS = HEAL_SELF + 26
ANY_TIME_ITEMS = HEAL_SELF + 27  # items that may be used in the turns of others
CHARACTERS = HEAL_SELF + 28

# --- characters: one row each, at CHARACTERS + character * CHARACTER_SIZE
DRAW_MORE = 0  # cards drawn beyond those of the rule
FREE_RUNS = 1  # runs without a die in a turn
OWN_ARMOUR = 2
ARMOUR_CAP = 3  # own armour lifts worn armour no higher than this
BUILDS_PER_DIE = 4
SLOTS = 5  # for each action: how many slots, then SLOT_ROOM values from the left
RUN, ACTIVATE, LOOT, BUILD, HEAL, MELEE = 0, 1, 2, 3, 4, 5
ACTIONS = 6
SLOTS_SIZE = 1 + SLOT_ROOM
CHARACTER_SIZE = SLOTS + ACTIONS * SLOTS_SIZE
GEAR = CHARACTERS + CHARACTER_ROOM * CHARACTER_SIZE

# --- equipment: one row per card kind, at GEAR + kind * GEAR_SIZE
LEVEL = 0  # 1, 2, 3
TYPE = 1  # HAND, …
# shooting; no dice: it cannot shoot
SHOOTING_DICE = 2
NEAR = 3
FAR = 4
CARD_SLOTS = 5  # how many shooting slots, then three values
CARD_SLOT = 6
ARC = 9  # ignores walls
PIERCES = 10  # ignores armour
BONUS_DAMAGE = 11  # for each shooting die that equals the assigned one
BONUS_SMALL = 12
REROLLS = 13  # shooting dice that may be rolled again
# melee
LOWEST_TO = 14
ONE_TO = 15
ONE_PLUS = 16
LOW_UP_TO = 17
LOW_TO = 18
MELEE_PIERCES = 19
EXCESS = 20  # damage of an excess skull, where it is not 1
# when attacked
ARMOUR_RANGED = 21
ARMOUR_MELEE = 22
GUARD_REROLLS = 23
# while worn
MORE_DICE = 24  # shooting dice
MORE_RANGE = 25
HIDDEN_FROM = 26  # no target for shots from this distance on; 0: never hidden
TOXIN_PROOF = 27
BOOST_EACH_TURN = 28
HEAL_EACH_TURN = 29
BUILD_SLOTS = 30  # how many further Build slots, then two values
BUILD_SLOT = 31
# items, used once
GIVES_BOOST = 33
HEALS = 34
HEALS_MATE = 35  # 1: or a team mate on the tile
ANY_TIME = 36
GIVES_PIERCING = 37  # for the next shot of this turn
BLAST = 38  # damage to one opponent on an adjacent visible tile, or one wall or hideout there
GEAR_SIZE = 40
HAND, TWO_HANDS, BODY, HEAD, ITEM = 0, 1, 2, 3, 4
GROUND = GEAR + KIND_ROOM * GEAR_SIZE

# --- kinds of tile: one row each, at GROUND + kind * GROUND_SIZE
ENTER_RUNS = 0  # runs that entering takes (RLD-TIL-2)
LEAVE_RUNS = 1  # runs that leaving takes
RANGE_BONUS = 2
COVER = 3  # dice less for shots at it
COVER_FROM = 4  # from this distance on
TOXIN_SAFE = 5
HAS_ABILITY = 6  # 1: Activate does something
UPLOADS = 7  # 1: carried beacons go onto the track (RLD-PUB-4)
ABILITY_LEVEL = 8  # cards drawn
ABILITY_DRAW = 9
ABILITY_KEEP = 10
ABILITY_HEALS = 11
ABILITY_WALLS = 12  # walls that may be placed or moved
DROP_LEVEL = 13  # level of the box that a supply drop brings; 0: none
DROP_IF_EMPTY = 14  # 1: only where no box lies
LANDING = 15  # 1: parachutes come down here and beside it (RLD-TRN-2)
GROUND_SIZE = 16
TRAP = GROUND + GROUND_ROOM * GROUND_SIZE

# --- traps: one row per kind, at TRAP + kind * TRAP_SIZE (RLD-REC-9)
TRAP_COUNT = 0  # of each character
TRAP_DAMAGE = 1
TRAP_STUNS = 2  # unassigned dice that cannot be used in this turn
TRAP_SIZE = 3
TRAP_KINDS = TRAP + TRAP_ROOM * TRAP_SIZE
EVENT = TRAP_KINDS + 1

# --- event cards: one row per kind, at EVENT + kind * EVENT_SIZE (RLD-REC-8)
EVENT_KIND = 0  # TOXIN, …
ZONE = 1  # from 0
EVENT_LEVEL = 2  # of boxes or cards
EVENT_DRAW = 3
EVENT_KEEP = 4
LEAST_ONLY = 5  # 1: only for those with the least fame
EVENT_SIZE = 6
TOXIN, SUPPLY_DROP, ZONE_BOX, DOME, GIFT = 0, 1, 2, 3, 4
EVENT_DECK = EVENT + EVENT_ROOM * EVENT_SIZE  # how many cards, then the kind of each

# --- decks of equipment: level 1, 2, 3, each how many cards, then the kind of each
DECKS = EVENT_DECK + 1 + EVENT_ROOM
DECK_SIZE = 1 + DECK_ROOM

# --- the map
MAP = DECKS + 3 * DECK_SIZE
LAND = MAP  # the tiles of the map, as bits
LANDINGS = MAP + 1  # where a parachute may come down, as bits
PORTALS = MAP + 2  # tiles with a portal, as bits
ABILITY_CELLS = MAP + 3  # tiles where Activate does something, as bits
CELL_GROUND = MAP + 4  # per cell: its kind of tile
CELL_BEACONS = CELL_GROUND + CELLS
CELL_BOXES_2 = CELL_BEACONS + CELLS
CELL_BOXES_3 = CELL_BOXES_2 + CELLS
CELL_WALLS = CELL_BOXES_3 + CELLS  # per cell: its sides with a neutral wall, as bits
RING = CELL_WALLS + CELLS  # per cell and distance: the tiles that far away, as bits
ZONE_CORNER = RING + CELLS * RINGS  # per zone: a cell
ZONE_EDGE = ZONE_CORNER + ZONES
ZONE_INNER = ZONE_EDGE + ZONES
SIZE = ZONE_INNER + ZONES
