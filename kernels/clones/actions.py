"""Actions as integers: what is done, and up to three figures that say how."""

from kernels.jit import inlined

LAND = 0  # cell
WEAR = 1  # card kind, place
KEEP_WORN = 2  # a new card goes into the backpack
DISCARD = 3  # card kind
RUN = 4  # cell, 1: without a die for one of its runs
ACTIVATE = 5
LOOT = 6  # BEACON, or the level of a box
TRAP = 7  # kind
HIDEOUT = 8
WALL = 9  # side, from: 0 the supply, else 1 + cell * 6 + side of the wall that is moved
TEAR_HIDEOUT = 10  # seat whose it is
TEAR_WALL = 11  # side
STOP = 12  # no further wall or build with this die
HEAL = 13  # seat
MELEE = 14  # seat
SHOOT = 15  # place of the card, seat
ITEM = 16  # card kind, seat that it helps
BLAST = 17  # card kind, seat
BLAST_HIDEOUT = 18  # card kind, seat whose hideout it is
BLAST_WALL = 19  # card kind, cell, side
EXCHANGE = 20  # seat, given, taken: 0 nothing, 1 a beacon, else 2 + card kind
ANSWER = 21  # card kind
DECLINE = 22
END = 23

BEACON = 1


@inlined
def action(what: int, x: int, y: int, z: int) -> int:
    """Return the integer of an action."""
    return what | x << 8 | y << 16 | z << 24


@inlined
def what(action: int) -> int:
    """Return the deed of an action."""
    return action & 255


@inlined
def first(action: int) -> int:
    """Return the first figure of an action."""
    return action >> 8 & 255


@inlined
def second(action: int) -> int:
    """Return the second figure of an action."""
    return action >> 16 & 255


@inlined
def third(action: int) -> int:
    """Return the third figure of an action."""
    return action >> 24 & 255
