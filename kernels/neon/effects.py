"""The vocabulary of effects: when, at what cost, what, how much, on whom.

Loot, abilities, upgrades, sectors and special tokens share it. An effect is one row of integers;
`sim/neon/effects.py` has the words for the codes.
"""

# faces of the attack die, then of the defence die (NEON-REC-1)
CRIT, HIT, COND, MISS = 0, 1, 2, 3
BLOCK, GUARD, SPARK, FAIL = 4, 5, 6, 7
FACES = 6  # sides of a die

# supplies (NEON-EQP-5); a set of them is bits of one integer
AMMO, CELL, BATT, GREN = 0, 1, 2, 3
SUPPLIES = 4

# equipment types, which are the places of the cards (NEON-EQP-1)
PISTOL, HEAVY, MELEE, GRENADE, ARMOUR, HELMET = 0, 1, 2, 3, 4, 5
TYPES = 6

# --- one effect: the places of its row
WHEN = 0
ENERGY = 1  # cost in energy
SUPPLY = 2  # 0: costs no supply, else 1 + kind of supply
WHAT = 3
AMOUNT = 4  # ALL: as many as there are
FROM = 5  # face that is changed, cancelled or asked for
TO = 6  # face that it becomes
WHOM = 7
LIMIT = 8
NEEDS = 9  # conditions, as bits
LAYS = 10  # what a token does where it lies: another WHAT, with AMOUNT, FROM and TO of this row
FORCED = 11  # 1: used whenever it can be (mandatory, or automatic where it costs nothing)
TEAM = 12  # 1: in Coalition also for an ally in the owner's sector
BLANK = 13  # 1: allows an attack at a range where the weapon shows no dice
EFFECT_SIZE = 14

ALL = 99

# when (the stages of an attack are in their order)
ALWAYS = 0  # as long as it lies there
BEFORE_ATTACK = 1  # attacker, before his roll
AFTER_ATTACK = 2  # attacker, after his roll
BEFORE_DEFENCE = 3  # defender, before his roll
AFTER_DEFENCE = 4  # after the defence roll: defender's dice; whom = TARGET: the attacker's effect
WOUNDED = 5  # defender, after cancelling by dice: helmet, armour, upgrade
RESULT = 6  # attacker, after the damage is known
ATTACK_ACTION = 7  # instead of a weapon
OWN_TURN = 8
TURN_STARTS = 9
MOVE = 10
SEARCH = 11
ENTER = 12
CLOSING = 13
REVEAL = 14
AT_ONCE = 15

# what
ATTACK_DICE = 0  # AMOUNT more attack dice
DEFENCE_DICE = 1
REROLL = 2  # up to AMOUNT own dice
CHANGE = 3  # AMOUNT dice FROM a face TO another
CANCEL = 4  # AMOUNT uncancelled symbols FROM
DAMAGE = 5  # AMOUNT more damage, where a FROM went through
DRAIN = 6  # the target loses AMOUNT energy
STEAL = 7  # the target loses AMOUNT energy, the attacker gains as much as was AMOUNT
STEP = 8  # move to a neighbouring sector
SECOND_TARGET = 9  # the same roll attacks another opponent in the target's sector
AREA = 10  # all fighters of a sector are targets; the supply is the price of attacking
BLAST = 11  # AMOUNT damage to every other fighter in the target's sector
LONG_SHOT = 12  # an attack with AMOUNT dice at any distance from 2 on
TOKEN = 13  # lay the special token; LAYS says what it does there
REACH = 14  # a Move goes up to AMOUNT sectors
SEE = 15  # look at AMOUNT more cards
GAIN = 16  # AMOUNT energy
SAFE = 17  # no damage when the own sector closes
FIRST = 18  # act first in this round
NO_REROLL = 19  # own dice cannot be rerolled
SURCHARGE = 20  # abilities cost AMOUNT more energy
TRAP = 21  # whoever enters rolls a defence die or takes AMOUNT damage
NOTHING = 22

# on whom
OWN = 0
TARGET = 1  # any opponent: fighters, Automa, bots
FIGHTER = 2  # fighters and Automa only
ATTACKER = 3

# how often
FREELY = 0
PER_ATTACK = 1
PER_ROUND = 2

# conditions
IN_FIELD = 1  # the target is in a force field
WITH_MELEE = 2  # the weapon is a melee weapon or the base weapon
IF_DAMAGED = 4  # the target took damage
IF_UNHARMED = 8  # no target took damage
