"""What a fight can be expected to bring, remembered in a table: for players who weigh attacks.

An entry of the table is two words, (tag ^ value, value): a reader on another thread who meets a
half-written entry finds no tag of his and counts again, so that answers never depend on threads.
"""

from kernels.clones import fight_places as F
from kernels.clones import odds
from kernels.clones.modify import Ints
from kernels.jit import kernel

_PRIME = 2**31 - 1
_BASES = (1_103_515_245, 1_664_525_039)
_FIELD = 6  # bits of a packed field
_PACK = 5  # fields packed before they are mixed
_THOUSAND = 1000
_DAMAGE_BITS, _RELOAD_BITS = 14, 10


@kernel
def _mixed(tag: int, packed: int, base: int) -> int:
    """Return a hash with one more word in it: a polynomial over a prime field."""
    return (tag * base + packed) % _PRIME


@kernel
def _tag(fight: Ints, kind: int) -> int:
    """Return a number of 62 bits that stands for everything that a fight's outcome rests on."""
    one = two = kind + 1
    packed = 0
    fields = 0
    for side in range(0, 2 * F.SIDE, F.SIDE):
        size = fight[side + F.LINE_SIZE]
        if kind == odds.RANGED and side == F.ATTACKER:
            size = 0
        for place in range(F.LINE + size):
            field = fight[side + place]
            if place == F.DAMAGED:
                field = 0
            elif place == F.CELLS:
                field -= fight[side + F.DAMAGED]
            elif place == F.LINE_SIZE:
                field = size
            packed = packed << _FIELD | field
            fields += 1
            if fields == _PACK:
                one, two = _mixed(one, packed, _BASES[0]), _mixed(two, packed, _BASES[1])
                packed = fields = 0
    for place in range(F.SLOT, F.SIZE):
        packed = packed << _FIELD | fight[place]
        fields += 1
        if fields == _PACK:
            one, two = _mixed(one, packed, _BASES[0]), _mixed(two, packed, _BASES[1])
            packed = fields = 0
    one, two = _mixed(one, packed, _BASES[0]), _mixed(two, packed, _BASES[1])
    return one << 31 | two


@kernel
def _mean(room: Ints, side: int, kind: int, total: int) -> int:
    """Return the mean of what was counted, in thousandths, rounded down."""
    counts = odds.COUNTS + (side * odds.KINDS + kind) * odds.VALUES
    weighted = 0
    for value in range(1, odds.VALUES):
        weighted += value * room[counts + value]
    return weighted * _THOUSAND // total


@kernel
def _value(fight: Ints, kind: int, faces: Ints, room: Ints) -> int:
    """Count through a fight; return damage and reload of both sides, packed."""
    total = odds.count_all(fight, kind, faces, room)
    value = 1
    for side in range(2):
        value = value << _DAMAGE_BITS | _mean(room, side, odds.DAMAGE, total)
        value = value << _RELOAD_BITS | _mean(room, side, odds.RELOADED, total)
    return value


@kernel
def expected(
    table: Ints, fight: Ints, kind: int, faces: Ints, room: Ints
) -> tuple[int, int, int, int]:
    """Return damage and reload of the attacker, then of the defender, in thousandths.

    The fight is laid out as for `roll`; it stays as it is. `table` is all zero at first and has
    an even size; it serves one set of faces.
    """
    tag = _tag(fight, kind)
    entry = tag % (table.size // 2) * 2
    value = table[entry + 1]
    if value == 0 or table[entry] ^ value != tag:
        value = _value(fight, kind, faces, room)
        table[entry] = tag ^ value
        table[entry + 1] = value
    damages, reloads = (1 << _DAMAGE_BITS) - 1, (1 << _RELOAD_BITS) - 1
    both = _DAMAGE_BITS + _RELOAD_BITS
    own = value >> both
    return (
        own >> _RELOAD_BITS & damages,
        own & reloads,
        value >> _RELOAD_BITS & damages,
        value & reloads,
    )
