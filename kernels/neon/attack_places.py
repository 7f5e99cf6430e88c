"""An attack: one array of integers with named places, the attacker's and one block per target.

A place of target i is `target + A.FIELDS`, where `target = A.TARGET + i * A.TARGET_SIZE`. Dice
that show the same are exchangeable, so a roll is four counts, one per face: `A.ROLLED + A.CRIT`.
Effects arrive as small numbers, 0 where there is none; whoever lays the attack out decides which
effects a player wants and can pay, and pays afterwards what the places USED_… say.
"""

# faces of an attack die, of a defence die
CRIT, HIT, COND, MISS = 0, 1, 2, 3
BLOCK, GUARD, SPARK, FAIL = 0, 1, 2, 3
FACES = 4

# kinds of target; the dice of an Automa and a bot are rolled with the attack (NEON-BOT-5)
FIGHTER, AUTOMA, BOT = 0, 1, 2

MOST_TARGETS = 6  # five other fighters and the Automa
EFFECTS = 3  # effects of one kind a defender can have: two on a card, one of an upgrade
UPGRADE = 2  # the last of them: it does not go with the armour or the helmet

# given: the dice (NEON-ATT-4)
WEAPON_DICE = 0  # AD shown for the distance
ADDED_DICE = 1  # AD added by effects
DICE_CAP = 2  # at most so many
LOST_DICE = 3  # taken away after the cap, one always stays (Neko)
REROLL_MOST = 4  # how many AD may be rolled again, once; 0: none (Police)
# given: changes after the roll, each 1 die per use
COND_TO_HIT = 5
HIT_TO_CRIT = 6
# given: results
CRIT_DAMAGE = 7  # damage per CRIT that goes through: 1
HIT_DAMAGE = 8  # damage per HIT that goes through: 1
CRIT_BONUS = 9  # more damage once if a CRIT goes through (Berserk)
DRAIN = 10  # energy that every fighter targeted loses, hit or not
HIT_DRAIN = 11  # energy that every fighter damaged loses …
HIT_GAIN = 12  # … and what the attacker gains for each of them
TARGETS = 13
# rolled
DICE = 14  # AD rolled
ROLLED = 15  # AD showing each face, after the reroll if there was one
AGAIN = ROLLED + FACES  # chosen: AD of each face to roll again
REROLLED = AGAIN + FACES  # 1: AD were rolled again in this attack (NEON-ATT-6)
# left
CRITS = REROLLED + 1  # AD that count as critical hits
HITS = REROLLED + 2  # AD that count as hits
USED_COND_TO_HIT = REROLLED + 3
USED_HIT_TO_CRIT = REROLLED + 4
USED_CRIT_BONUS = REROLLED + 5  # 1: the bonus raised the damage of some target
DAMAGE = REROLLED + 6  # of all targets; 0: a failed attack (NEON-RES-5)
GAINED = REROLLED + 7  # energy the attacker gains
TARGET = REROLLED + 8  # where the blocks of the targets begin

# a target, given: the dice (NEON-DEF-1)
KIND = 0
BASE_DICE = 1  # DD without any effect: 1, of the Automa 2
FIELDS = 2  # force-field tokens
ADDED_DEFENCE = 3  # DD added by effects
DEFENCE_CAP = 4
DEFENCE_REROLL_MOST = 5  # how many DD may be rolled again, once; 0: none
# given: what counts as something else by itself, 0 or 1
GUARD_IS_BLOCK = 6  # Stadium
FAIL_IS_GUARD = 7  # Smoke grenade
HIT_TO_MISS = 8  # attack dice, for this defender only, before he rolls (Hologram)
# given: changes after the roll, each 1 die per use, used only where they spare damage
FAIL_TO_GUARD = 9
GUARD_TO_BLOCK = 10
FAIL_TO_GUARD_ENDS = 11  # 1, 2 or 3: using it discards the helmet, the armour or both, as its
GUARD_TO_BLOCK_ENDS = 12  # own supply, and the card's other effects are gone (REC-11.19)
BLOCK_TO_FAIL = 13  # the attacker's (Reaper, Yurei), used only where it brings damage
# given: what a payment cancels, "up to", in the order of payment (NEON-DEF-4)
CANCEL_CRIT = 14  # helmet
CRIT_TO_HIT = CANCEL_CRIT + EFFECTS  # helmet
CANCEL_HIT = CRIT_TO_HIT + EFFECTS  # armour, last the upgrade
SPARK_ENERGY = CANCEL_HIT + EFFECTS  # energy per SPARK: 1; 0 for those without energy
# rolled
DEFENCE_DICE = SPARK_ENERGY + 1  # DD rolled
DEFENCE_ROLLED = SPARK_ENERGY + 2  # DD showing each face, after the reroll if there was one
DEFENCE_AGAIN = DEFENCE_ROLLED + FACES  # chosen: DD of each face to roll again
DEFENCE_REROLLED = DEFENCE_AGAIN + FACES  # 1: DD were rolled again in this defence (NEON-DEF-3)
# left
CRITS_THROUGH = DEFENCE_REROLLED + 1
HITS_THROUGH = DEFENCE_REROLLED + 2
TAKEN = DEFENCE_REROLLED + 3  # damage; where it exceeds the health the rest is lost
ENERGY = DEFENCE_REROLLED + 4  # energy gained by SPARK
DRAINED = DEFENCE_REROLLED + 5  # energy lost after that, down to 0 at most
USED_HIT_TO_MISS = DEFENCE_REROLLED + 6
USED_FAIL_TO_GUARD = DEFENCE_REROLLED + 7
USED_GUARD_TO_BLOCK = DEFENCE_REROLLED + 8
USED_BLOCK_TO_FAIL = DEFENCE_REROLLED + 9
USED_CANCEL_CRIT = DEFENCE_REROLLED + 10  # 0 or 1 for each effect
USED_CRIT_TO_HIT = USED_CANCEL_CRIT + EFFECTS
USED_CANCEL_HIT = USED_CRIT_TO_HIT + EFFECTS
TARGET_SIZE = USED_CANCEL_HIT + EFFECTS

SIZE = TARGET + MOST_TARGETS * TARGET_SIZE

ENDS_HELMET, ENDS_ARMOUR = 1, 2  # bits of FAIL_TO_GUARD_ENDS, GUARD_TO_BLOCK_ENDS
