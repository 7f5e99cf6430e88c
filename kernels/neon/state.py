"""The state of a game: one array of integers with named places."""

from kernels.neon import attack_places as F
from kernels.neon import effects as E
from kernels.neon.book import (
    BLOCKS,
    BOT_KINDS,
    CARDS,
    CLASSES,
    DECK_ROOM,
    EFFECT_ROOM,
    SECTORS,
    UPGRADE_ROOM,
)

NONE = -1
SUPPLY_ROOM = 8  # under one card, while the excess is not yet discarded
VALUES = 4  # health tokens by value 1 to 3; entry 0 is not used
HALVES = 3  # of an action row

# --- one block per seat, then the Automa's, at block * BLOCK_SIZE
FIGHTER = 0
SECTOR = 1  # NONE on the drop ship or out of the game
OUT = 2  # 0, else the round in which it was eliminated
SIDE = 3  # 0: side A, 1: side B; the last health token of side B eliminates
ENERGY = 4
HEALTH = 5  # tokens left
FIELDS = 6  # force-field tokens on the fighter
TOKEN_AT = 7  # sector of the special token, NONE while its owner has it
UPGRADE = 8  # kind, NONE
UPGRADE_USED = 9  # 1: turned by 90 degrees until the end of the round
ACTED = 10  # 0, else how many had their turn in this round when it began
AMBUSH = 11  # 1: acts first in this round
DONE = 12  # halves of the row already resolved
ROW = 13  # what the halves offer, from the left
INITIATIVE = ROW + HALVES
HAND = INITIATIVE + 1  # action cards as bits: in hand, played, in the deck, in the discard pile
PLAYED = HAND + 1
DISCARDED = HAND + 2
DECK = HAND + 3  # how many, then the cards; the top is the last
CARD = DECK + 1 + CARDS  # equipment by type, NONE
SUPPLIED = CARD + E.TYPES  # how many supplies lie under each …
SUPPLY = SUPPLIED + E.TYPES  # … and their kinds
BOTS = SUPPLY + E.TYPES * SUPPLY_ROOM  # tokens with the supply side up, by kind
FLIPPED = BOTS + BOT_KINDS  # tokens that were used
TROPHIES = FLIPPED + BOT_KINDS  # health tokens of others, by value
# what is counted for the results
DEALT = TROPHIES + VALUES
SERVICED = DEALT + 1  # 1: was in tech service
SEARCHES = DEALT + 2
ATTACKS = DEALT + 3
LANDED_AT = DEALT + 4  # first sector, NONE
ROUNDS_IN = DEALT + 5  # rounds ended in each sector
PLAYER = ROUNDS_IN + SECTORS  # whose streams it uses
BLOCK_SIZE = PLAYER + 1

# --- the arena
RING = BLOCKS * BLOCK_SIZE  # how many sectors are open, then their numbers in the order of the ring
PLACE = RING + 1 + SECTORS  # place of each sector in the ring, NONE when closed
SEARCHED = PLACE + SECTORS  # search tokens
BOT_AT = SEARCHED + SECTORS  # kind, NONE
SCOREBOARD = BOT_AT + SECTORS  # how many tokens are left, then the sectors; the top is the last
CLOSED_IN = SCOREBOARD + 1 + SECTORS  # round in which each sector closed, 0: never

# --- the table
TABLE = CLOSED_IN + SECTORS
STAGE = TABLE
ACTOR = TABLE + 1  # block that decides now
TURN = TABLE + 2  # block whose turn it is, NONE between turns
ROUND = TABLE + 3  # from 1
LEADER = TABLE + 4  # seat with the leader token
PHASE = TABLE + 5
ACTING = TABLE + 6  # how many have acted in this round
CLOSINGS = TABLE + 7  # sectors still to be closed in this round
CLOSING = TABLE + 8  # sector that closes, NONE
FLEEING = TABLE + 9  # blocks that are still to be asked, as bits
FLED = TABLE + 10  # 1: the actor has moved and may now pay against the damage
LAST_TWO = TABLE + 11  # 1: nobody flees, as two sectors stay for ever (NEON-BR-2)
WINNERS = TABLE + 12  # teams as bits
ENDING = TABLE + 13
DECISIONS = TABLE + 14
SERIAL = TABLE + 15  # counts attacks and defences, so that an effect knows whether it was used
KEEP = TABLE + 16  # how many of the cards seen are kept
ASKED = TABLE + 17  # blocks that were asked whether they act first, as bits
SEEN = TABLE + 18  # how many cards are seen, then their kinds
SEEN_ROOM = 8
NEW = SEEN + 1 + SEEN_ROOM  # how many cards are to be laid, then their kinds
NEW_SEAT = NEW + 1 + SEEN_ROOM
EXCESS = NEW_SEAT + 1  # 1 + type of the card with too many supplies, 0: none
SPOILS = EXCESS + 1  # equipment that may still be taken, 0: none
CHOICE = SPOILS + 1  # how many upgrades are offered, then their kinds
FALLEN = CHOICE + 1 + UPGRADE_ROOM  # how many fell and wait, then victim and killer of each
FALLEN_STEP = FALLEN + 1 + 2 * BLOCKS
USED = FALLEN_STEP + 1  # one per effect: the serial and the owner of its last use

# --- the attack under way
ATTACKER = USED + EFFECT_ROOM  # block, NONE
WEAPON = ATTACKER + 1  # type of the card, BASE or LONG
BASE, LONG = 6, 7
WEAPON_KIND = WEAPON + 1  # kind of loot, NONE; it counts even when the card pays for itself
WEAPON_GONE = WEAPON + 2  # 1: the card was discarded as its own payment
TARGET_SECTOR = WEAPON + 3
TARGET_NOW = WEAPON + 4  # which target defends
BLAST = WEAPON + 5  # damage to all others in the sector of the target
ATTACK_SERIAL = WEAPON + 6
STEP = WEAPON + 7  # how far the attack is: one of the stages from BEFORE_ATTACK on
CHANGED = WEAPON + 8  # 1: dice were changed, so they are no longer rolled again (REC-7)
PASSED = WEAPON + 9  # 1: the actor uses no further effect at this stage
TARGETS = WEAPON + 10  # block, or BOT + sector, of each target
BOT_TARGET = 16
# effects that settle the defence under way: the row of each, NONE
OFFER_CRIT = TARGETS + F.MOST_TARGETS
OFFER_SOFT = OFFER_CRIT + F.EFFECTS
OFFER_HIT = OFFER_SOFT + F.EFFECTS
ATTACK = OFFER_HIT + F.EFFECTS
# --- decks of loot by class: size, cards (the top is the last), then the discard pile
DECKS = ATTACK + F.SIZE
PILE_SIZE = 1 + DECK_ROOM
DECK_SIZE = 2 * PILE_SIZE
UPGRADES = DECKS + CLASSES * DECK_SIZE  # how many, then the kinds; the top is the last
SIZE = UPGRADES + 1 + UPGRADE_ROOM

# phases of a round
PLANNING, REVEAL, ACTIONS, CHECK, CLOSE = 0, 1, 2, 3, 4

# stages: what the actor decides
PLAN = 0  # the action row
AMBUSHING = 1  # whether to act first
LAND = 2
ACT = 3  # the next half of the row, or the special token
DISCARD = 4  # which of the cards seen goes
LAY = 5  # what becomes of a card
SHED = 6  # which of too many supplies goes
SPOIL = 7  # which equipment of a defeated fighter is taken
CHOOSE = 8  # an upgrade
BEFORE_ATTACK = 9
AFTER_ATTACK = 10
BEFORE_DEFENCE = 11
AFTER_DEFENCE = 12
CHANGES = 13  # the defender's changes, after the reroll
COUNTER = 14  # the attacker's effects on the defence dice
WOUNDED = 15
RESULT = 16
AFTERWARDS = 17  # steps after the attack
FLEE = 18
ESCAPE = 19  # whether to pay against the damage of closing
OVER = 20

# endings
MOST_POINTS, MORE_TOKENS, SHARED, LAST_ONE, NOBODY, AUTOMA_WON, DRAWN = 0, 1, 2, 3, 4, 5, 6
