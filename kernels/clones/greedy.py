"""The greedy player: every legal action scored by integer weights, the best one taken."""

from kernels import rng
from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import fight_places as F
from kernels.clones import odds
from kernels.clones import state as S
from kernels.clones import weights as P
from kernels.clones.combat import aim, square_up
from kernels.clones.dice import Ints, at, available
from kernels.clones.expect import expected
from kernels.clones.land import distance
from kernels.clones.turn import sheltered
from kernels.clones.worth import HUNDRED, VALUE, card_worth, is_last_turn, survey
from kernels.jit import kernel

NEVER = -(1 << 40)
THOUSAND = 1000


@kernel
def _near_opponent(state: Ints, book: Ints, own: Ints, seat: int) -> bool:
    """Say whether an opponent is near enough to attack soon."""
    cell = state[at(seat) + S.CELL]
    for other in range(book[B.PLAYERS]):
        there = state[at(other) + S.CELL]
        if book[B.TEAM_OF + other] == book[B.TEAM_OF + seat] or there == S.NONE:
            continue
        if distance(book, cell, there) <= own[P.NEAR]:
            return True
    return False


@kernel
def _slot_value(state: Ints, book: Ints, block: int, action: int) -> int:
    """Return the value of the leftmost free slot of an action."""
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    slots = row + B.SLOTS + action * B.SLOTS_SIZE
    return book[slots + 1 + min(state[block + S.USED + action], B.SLOT_ROOM - 1)]


@kernel
def _line(own: Ints, value: int, threatened: bool) -> int:
    """Return what a die on a slot of some value adds to the defence."""
    if not threatened or value < 1 or value > 5:
        return 0
    return own[P.LINE_1 + value - 1]


@kernel
def _fight_worth(book: Ints, own: Ints, fight: Ints, kind: int, table: Ints, room: Ints) -> int:
    """Return what a fight that is set up can be expected to gain, by its exact odds."""
    faces = book[B.FACES : B.FACES + 6]
    taken, lost, dealt, reload = expected(table, fight, kind, faces, room)
    hit = dealt * THOUSAND // (dealt + THOUSAND // 2)  # about the chance of any damage
    hurt = taken * THOUSAND // (taken + THOUSAND // 2)
    fame = min(dealt, hit) * book[B.FAME + B.DAMAGE_TOKEN]
    fame += reload * (book[B.FAME + B.RELOAD_TOKEN] - book[B.FAME + B.DAMAGE_TOKEN])
    given = min(taken, hurt) * book[B.FAME + B.DAMAGE_TOKEN]
    given += lost * (book[B.FAME + B.RELOAD_TOKEN] - book[B.FAME + B.DAMAGE_TOKEN])
    gain = dealt * own[P.WOUND] + fame * own[P.FAME] + reload * own[P.RELOAD]
    cost = taken * own[P.OWN_WOUND] + given * own[P.FAME] + lost * own[P.RELOAD]
    return (gain - cost) // THOUSAND


@kernel
def _heal_worth(own: Ints, damaged: int, healed: int) -> int:
    """Return what healing some dice is worth, the first one most."""
    worth = 0
    for k in range(min(healed, damaged)):
        worth += own[P.HEAL_1 + min(damaged - k, 3) - 1]
    return worth


@kernel
def _place_worth(state: Ints, book: Ints, own: Ints, block: int, kind: int, place: int) -> int:
    """Return what filling a place with a card is worth; a first hand leaves room for a second."""
    worth = card_worth(book, own, kind)
    if place == S.FIRST_HAND and book[B.HANDS] >> kind & 1:
        best = 0
        for other in range(B.KIND_ROOM):
            if not state[block + S.PACK] & book[B.HANDS] >> other & 1:
                continue
            if other != kind or state[block + S.PACKED + other] > 1:
                best = max(best, card_worth(book, own, other))
        worth += best
    return worth


@kernel
def _act_worth(
    state: Ints,
    book: Ints,
    own: Ints,
    fight: Ints,
    table: Ints,
    room: Ints,
    notes: Ints,
    deed: int,
    threatened: bool,
) -> int:
    """Return what an action of the action phase gains."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    cell = state[block + S.CELL]
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    if what == A.END:
        return own[P.GAIN_TO_ACT]
    if what == A.RUN:
        gain = (notes[VALUE + x] - notes[VALUE + cell]) * own[P.PULL] // HUNDRED
        if y:
            return gain + own[P.FREE_RUN] if gain > 0 else gain
        return gain + _line(own, _slot_value(state, book, block, B.RUN), threatened)
    if what == A.ACTIVATE:
        ground = B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE
        fame = state[block + S.BEACONS] * book[B.FAME + B.BEACON_TOKEN]
        gain = book[ground + B.UPLOADS] * fame * own[P.FAME]
        drawn = book[ground + B.ABILITY_LEVEL] * book[ground + B.ABILITY_KEEP]
        gain += drawn * own[P.SEARCH]
        healed = min(book[ground + B.ABILITY_HEALS], state[block + S.DAMAGED])
        gain += _heal_worth(own, state[block + S.DAMAGED], healed)
        if gain == 0:
            return NEVER
        return gain + _line(own, _slot_value(state, book, block, B.ACTIVATE), threatened)
    if what == A.LOOT:
        if x == A.BEACON:
            gain = own[P.TAKE_BEACON]
            if is_last_turn(state, book):
                gain = gain * own[P.LATE_BEACON] // HUNDRED
        else:
            gain = own[P.TAKE_BOX_2] if x == 2 else own[P.TAKE_BOX_3]
        return gain + _line(own, _slot_value(state, book, block, B.LOOT), threatened)
    if what == A.SHOOT:
        kind = state[block + S.WORN + x]
        slot = book[B.GEAR + kind * B.GEAR_SIZE + B.CARD_SLOT + state[block + S.CARD_USED + x]]
        aim(state, book, fight, seat, x, y, slot)
        gain = _fight_worth(book, own, fight, odds.RANGED, table, room)
        return gain + _line(own, slot, threatened)
    if what == A.MELEE:
        state[block + S.RESERVE] -= 1
        state[block + S.SKULLS] += 1
        square_up(state, book, fight, seat, x)
        state[block + S.RESERVE] += 1
        state[block + S.SKULLS] -= 1
        if state[block + S.BOOST] == S.BOOST_USED:
            # the boost die lies on the lowest slot and stays there
            fight[F.ATTACKER + F.LINE_SIZE] = max(0, fight[F.ATTACKER + F.LINE_SIZE] - 1)
        gain = _fight_worth(book, own, fight, odds.MELEE, table, room)
        return gain - (available(state, block) - 1) * own[P.LAST_ACTION]
    if what == A.HEAL:
        damaged = state[at(x) + S.DAMAGED]
        if x == seat:
            return _heal_worth(own, damaged, book[B.HEAL_SELF])
        gain = min(damaged, book[B.HEAL_MATE]) * own[P.HEAL_MATE]
        return gain + book[B.FAME + B.SPIRIT_TOKEN] * own[P.FAME]
    if what == A.ITEM:
        card = B.GEAR + x * B.GEAR_SIZE
        if book[card + B.GIVES_BOOST]:
            few = available(state, block) <= 2
            return own[P.BOOST] if few else NEVER
        if book[card + B.GIVES_PIERCING]:
            return NEVER  # weighed together with the shots
        damaged = state[at(y) + S.DAMAGED]
        if damaged < book[card + B.HEALS]:
            return NEVER
        return _heal_worth(own, damaged, book[card + B.HEALS])
    if what == A.BLAST:
        left = book[B.DAMAGE_CELLS] - state[at(y) + S.DAMAGED]
        dealt = book[B.GEAR + x * B.GEAR_SIZE + B.BLAST]
        token = B.RELOAD_TOKEN if left <= dealt else B.DAMAGE_TOKEN
        gain = dealt * own[P.WOUND] + book[B.FAME + token] * own[P.FAME]
        return gain + own[P.RELOAD] if left <= dealt else gain
    if what == A.TRAP:
        line = _line(own, _slot_value(state, book, block, B.BUILD), threatened)
        return own[P.TRAP] + line
    if what == A.HIDEOUT:
        gain = own[P.HIDEOUT]
        if state[S.TOXINS] >> cell & 1 and not sheltered(state, book, seat):
            gain += own[P.TOXIN]
        return gain + _line(own, _slot_value(state, book, block, B.BUILD), threatened)
    if what == A.WALL:
        return own[P.WALL] if A.second(deed) == 0 else NEVER
    if what == A.TEAR_HIDEOUT:
        mine = book[B.TEAM_OF + x] == book[B.TEAM_OF + seat]
        return NEVER if mine else own[P.TEAR]
    if what == A.EXCHANGE:
        ground = B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE
        brings = A.third(deed) == 1 and y == 0 and book[ground + B.UPLOADS]
        return own[P.EXCHANGE_BEACON] if brings else NEVER
    return NEVER


@kernel
def _other_worth(state: Ints, book: Ints, own: Ints, notes: Ints, deed: int) -> int:
    """Return what a choice outside the action phase gains."""
    seat = state[S.ACTOR]
    block = at(seat)
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    if what == A.LAND:
        return notes[VALUE + x]
    if what == A.WEAR:
        if state[S.STAGE] == S.EQUIP:
            return _place_worth(state, book, own, block, x, y)
        worth = card_worth(book, own, x)
        replaced = state[block + S.WORN + y]
        if replaced != S.NONE:
            worth -= card_worth(book, own, replaced)
        other = state[block + S.WORN + S.SECOND_HAND]
        if book[B.TWO_HANDED] >> x & 1 and other != S.NONE:
            worth -= card_worth(book, own, other)
        return worth
    if what == A.DISCARD:
        # what one has already is worth little a second time
        has = state[block + S.PACK] >> x & 1
        return -card_worth(book, own, x) // (2 if has else 1)
    if what == A.ANSWER:
        return state[block + S.DAMAGED] * own[P.ANSWER] - own[P.ANSWER_FROM]
    return 0


@kernel
def choose(
    state: Ints,
    book: Ints,
    own: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
    fight: Ints,
    table: Ints,
    room: Ints,
    notes: Ints,
) -> int:
    """Return the best of the legal actions; equally good ones are drawn for."""
    stage = state[S.STAGE]
    acting = stage == S.ACT or stage == S.BUILDING
    threatened = False
    if acting or stage == S.LAND:
        survey(state, book, own, state[S.ACTOR], notes)
    if acting:
        threatened = _near_opponent(state, book, own, state[S.ACTOR])
    best = NEVER
    ties = 0
    chosen = legal[n - 1]
    pierced = 0  # the best shot, and what piercing bullets would add to it
    for i in range(n):
        deed = legal[i]
        if acting:
            worth = _act_worth(state, book, own, fight, table, room, notes, deed, threatened)
        else:
            worth = _other_worth(state, book, own, notes, deed)
        what = A.what(deed)
        if what == A.SHOOT and not fight[F.ATTACKER + F.PIERCES]:
            stopped = fight[F.DEFENDER + F.ARMOUR]
            if stopped:
                pierced = max(pierced, worth + stopped * own[P.PIERCE])
        elif what == A.ITEM and book[B.GEAR + A.first(deed) * B.GEAR_SIZE + B.GIVES_PIERCING]:
            worth = pierced if pierced else NEVER
        if worth > best:
            best = worth
            chosen = deed
            ties = 1
        elif worth == best and best > NEVER:
            ties += 1
            if rng.below(streams, purpose, ties) == 0:
                chosen = deed
    return chosen
