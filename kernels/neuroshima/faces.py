"""Columns of the tile table: one row per tile kind and facing, `face = kind * 6 + facing`.

Sides are board directions: the table is already turned, so kernels never add a facing.
"""

MELEE = 0  # strength of the blow in direction 0..5
RANGED = 6  # strength of the shot in direction 0..5
GAUSS = 12  # strength of the gauss shot in direction 0..5
ARMOUR = 18  # armoured sides, as bits; so are the next three
NET = 19
LINK = 20  # connection sides of a module or HQ
ATTACK = 21  # directions with any attack
VALUES = 22  # initiative values, bit v for value v
HIT_POINTS = 23  # wounds that destroy it (units and modules)
KIND = 24  # HQ, UNIT, MODULE or INSTANT
TRAITS = 25  # bits below
GIVES_INITIATIVE = 26
GIVES_MELEE = 27
GIVES_RANGED = 28
GIVES_ATTACKS = 29  # extra attacks
FACINGS = 30  # how many facings differ
ACTION = 31  # what an instant does
COLUMNS = 32

HQ, UNIT, MODULE, INSTANT = 0, 1, 2, 3

MEDIC = 1
TRANSPORT = 2
QUARTERMASTER = 4
SCOPER = 8
RECON = 16
EXPLODES = 32
MOBILITY = 64
SERVES_ENEMIES = 128
SUPPORTS = 256  # gives anything at all
STRIKES = 1024  # has a melee attack
SHOOTS = 2048  # has a ranged attack that bonuses can raise
SPECIAL = 512  # gives more than plain bonuses: medic, quartermaster, extra attacks

HIGHEST_VALUE = 9

NO_ACTION, BATTLE, MOVE, PUSH, SNIPER, GRENADE, AIRSTRIKE = 0, 1, 2, 3, 4, 5, 6
