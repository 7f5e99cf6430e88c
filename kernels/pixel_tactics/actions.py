"""Actions as integers: what is done, and up to three figures that say how (PXT-ENC-5)."""

from kernels.jit import inlined

NOTHING = -1  # no action yet
PASS = 0
DRAW = 1
RECRUIT = 2  # character, cell
ATTACK = 3  # cell, 0 melee or 1 ranged, enemy cell
CAST = 4  # cell
SPECIAL = 5  # the leader's own action
ORDER = 6  # character
CLEAR = 7  # cell
MOVE = 8  # from, to
SWAP = 9  # cells
PICK = 10  # a choice inside an effect: number (PXT-ENC-6)
LEAD = 11  # character


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
