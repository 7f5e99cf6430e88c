"""Actions as integers: what is done, with which tile of the hand, from where, to where, facing."""

from kernels.jit import kernel

PLACE_HQ = 0  # to
REDRAW = 1  # discard a hand of instants and draw anew (NSH-BAD-1)
KEEP = 2  # do not redraw
DISCARD = 3  # slot
PLACE = 4  # slot, to, facing
BATTLE = 5  # slot
MOVE = 6  # slot, origin, to, facing
PUSH = 7  # slot, origin (the pusher), to (its target)
SNIPER = 8  # slot, to
GRENADE = 9  # slot, to
AIRSTRIKE = 10  # slot, to
MOBILITY = 11  # origin, to, facing
TRANSPORT = 12  # origin, to, facing
ANSWER = 13  # to: where the owner of a pushed tile puts it (NSH-PSH-3)
END = 14

BUT_FACING = (1 << 24) - 1  # all of an action except its facing


@kernel
def action(what: int, slot: int, origin: int, to: int, facing: int) -> int:
    """Return the integer of an action."""
    return what | slot << 4 | origin << 8 | to << 16 | facing << 24


@kernel
def what(action: int) -> int:
    """Return the deed of an action."""
    return action & 15


@kernel
def slot(action: int) -> int:
    """Return the place in the hand of the tile used."""
    return action >> 4 & 15


@kernel
def origin(action: int) -> int:
    """Return the cell of the tile that moves or pushes."""
    return action >> 8 & 255


@kernel
def to(action: int) -> int:
    """Return the target cell."""
    return action >> 16 & 255


@kernel
def facing(action: int) -> int:
    """Return the new facing."""
    return action >> 24 & 15
