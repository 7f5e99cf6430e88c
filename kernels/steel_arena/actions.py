"""Actions as integers: what is done, and up to three figures that say how."""

from kernels.jit import inlined

EQUIP = 0  # modules kept, as bits of those dealt
ABILITY = 1  # 0 or 1: the side of the card
PLACE = 2  # area, facing
GO = 3  # slot, areas + 16 * direction, mode
TURN = 4  # slot, sectors clockwise (1 to 5), mode
ATTACK = 5  # slot, distance of a lob + 16 if the target cools first, mode
COOL_ALL = 6
STOP = 7  # no further activation, no ram, no defence, no turn: whatever is asked is left
LAY = 8  # 0 weak or 1 strong, area
FLIP = 9  # slot
RAM = 10  # slot, 0, mode
DEFEND = 11  # slot
DISCARD = 12  # slot
HEAT = 13  # slot
COOL = 14  # slot
TYPE = 15  # type of the modules that a mine overheats
SEND = 16  # direction, areas: what a mine does to a robot, or Mobility to the own one
SPIN = 17  # sectors clockwise (1 to 5): what a mine does to a robot, or Agility to the own one
PULL = 18
ONWARD = 19  # after a slide

# modes of use
PRINTED, FORCED, FURY, WORN = 0, 1, 2, 3


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
