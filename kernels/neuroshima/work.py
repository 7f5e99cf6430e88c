"""Scratch space of a battle: one array of integers with named places, reused for every battle."""

from kernels.neuroshima.faces import HIGHEST_VALUE
from kernels.neuroshima.state import CELLS, SEATS

# one row per cell, at cell * ROW
ROW = 16
# the snapshot of a phase (NSH-DEC-6)
INITIATIVE = 0  # sum of the modifiers on the tile
MELEE = 1
RANGED = 2
GIVERS = 3  # connected givers of extra attacks
MEDICS = 4  # medics whose connection sides touch the tile, whomever they serve, as bits
QUARTERMASTERS = 5
SNAPSHOT = 8
# the battle so far
SPENT = 8  # initiative values used up, as bits
EXTRAS = 9  # extra attacks made (by value: which ones, as bits)
LAST_PHASE = 10  # phase of its last attack; 0 also where there was none, as nothing follows 0
# this phase
CONVERTED = 11  # the attack a quartermaster changes, plus 1; 0: none
DAMAGE = 12  # wounds dealt and not absorbed

HITS = CELLS * ROW  # number of hits of the phase
HIT = HITS + 1  # three entries per hit: attacker, target, wounds
HIT_ROOM = 8 * CELLS

# sets of cells
NETTED = HIT + 3 * HIT_ROOM
SUPPORTERS = NETTED + 1  # modules and HQs that give something
NETTERS = NETTED + 2
FIGHTERS = NETTED + 3  # tiles with an initiative
CLOWNS = NETTED + 4  # tiles that may explode
EXPLODED = NETTED + 5
UNHITTABLE = NETTED + 6  # exploding clowns and fallen HQs: they stop shots, hits on them are lost
USED_QUARTERMASTERS = NETTED + 7
ALL_MEDICS = NETTED + 8  # un-netted medics
BOOSTED = NETTED + 9  # tiles with a giver of extra attacks
SUPPLIED = NETTED + 10  # tiles with a quartermaster
CONTROL = NETTED + 11  # one set per seat: supporters that work for it
TARGETS = CONTROL + SEATS  # one set per seat: tiles its attacks can hit
DUE = TARGETS + SEATS  # one set per phase to come: tiles that act in it by their own initiative
PHASES = HIGHEST_VALUE + 22  # highest value plus all bonuses that six neighbours could give
SIZE = DUE + PHASES

NONE = -1
BY_DEFAULT = -2

# choices made for the owner of a tile: two entries per cell
EXPLODE = 0  # BY_DEFAULT, 0 never, 1 whenever it would attack
CONVERT = CELLS  # BY_DEFAULT, NONE never, else direction * 2 + (1 for a shot)
CHOICES = 2 * CELLS
