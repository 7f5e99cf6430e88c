"""Actions as integers: what is done, and up to three figures that say how."""

from kernels.jit import inlined

PLAN = 0  # upper card | lower card << 4, half of the lower card | side << 1 | turned << 2
FIRST = 1  # Ambush
DECLINE = 2
LAND = 3  # sector
MOVE = 4  # sector, 0 or 1 + effect that allows it
SEARCH = 5
ATTACK = 6  # weapon, target, 0 or 1 + payment of what the attack costs
GAIN = 7  # energy
LEAD = 8
DEFEND = 9
TOKEN = 10  # sector, effect
SKIP = 11  # the half is not used
DISCARD = 12  # kind
LAY = 13  # kind, how: FREE, COVER + type, UNDER + type, AWAY
SHED = 14  # kind
SPOIL = 15  # type
CHOOSE = 16  # upgrade kind
USE = 17  # effect, payment | owner << 4, more: dice by face, target, sector
GO_ON = 18  # no further effect
FLEE = 19  # sector

# how a card is laid
FREE, COVER, UNDER, AWAY = 0, 1, 8, 16

# how an effect is paid: energy or nothing, a supply under the card, the card itself, a bot token
ENERGY, UNDER_IT, ITSELF, BOT = 0, 1, 2, 3

# targets of an attack: a block, BOT_AT + sector, or all fighters in ALL_AT + sector
BOT_AT, ALL_AT = 16, 32

DICE_BITS = 3  # of each face, in what a reroll names


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
    return action >> 24
