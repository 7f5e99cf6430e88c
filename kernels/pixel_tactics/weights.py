"""The places of a policy's weights; what a slot of a card is worth follows them."""

from kernels.pixel_tactics.book import CHARACTER_ROOM, SLOTS

LEADER_LIFE, LEADER_LOW, LOW_FROM, LEADER_DOOMED = 0, 1, 2, 3
HERO, HERO_LIFE, HERO_ATTACK, HERO_IDLE, DOOMED_SHARE, LOST_SHARE = 4, 5, 6, 7, 8, 9
SHIELD, SHIELD_INTERCEPT, CARD, CARD_BEYOND, CORPSE, CORPSE_USEFUL = 10, 11, 12, 13, 14, 15
ACTION, ORDER_ACTION, SLOWED, WATCHING, MARKER, DECK, BONUS = 16, 17, 18, 19, 20, 21, 22
PATIENCE, LOOK_AT, LOOK_FAR = 23, 24, 25
FAVOUR = 26  # one entry per character: how gladly it is led
SLOT_WORTH = FAVOUR + CHARACTER_ROOM  # one entry per slot
COUNT = SLOT_WORTH + CHARACTER_ROOM * SLOTS
