"""All legal actions of the seat that decides."""

from kernels.bits import lowest
from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.build import build_options, hideout_at, wall_options
from kernels.clones.cards import can_wear, worn_sum
from kernels.clones.dice import Ints, at, available
from kernels.clones.land import distance, neighbour, open_to, runs_needed, sight
from kernels.clones.turn import choices_for
from kernels.jit import inlined, kernel

ROOM = 4096


@inlined
def slots_free(state: Ints, book: Ints, block: int, action: int) -> int:
    """Return how many slots of an action are free on the character's board."""
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    return book[row + B.SLOTS + action * B.SLOTS_SIZE] - state[block + S.USED + action]


@inlined
def opponents_on(state: Ints, book: Ints, seat: int, cell: int) -> int:
    """Return the opponents of a seat on a tile, as bits."""
    found = 0
    for other in range(book[B.PLAYERS]):
        if book[B.TEAM_OF + other] != book[B.TEAM_OF + seat] and state[at(other) + S.CELL] == cell:
            found |= 1 << other
    return found


@inlined
def mates_on(state: Ints, book: Ints, seat: int, cell: int) -> int:
    """Return the team mates of a seat on a tile, without itself, as bits."""
    found = 0
    for other in range(book[B.PLAYERS]):
        mate = other != seat and book[B.TEAM_OF + other] == book[B.TEAM_OF + seat]
        if mate and state[at(other) + S.CELL] == cell:
            found |= 1 << other
    return found


@inlined
def card_slot_free(state: Ints, book: Ints, block: int, place: int) -> bool:
    """Say whether a worn card can shoot now."""
    kind = state[block + S.WORN + place]
    if kind == S.NONE:
        return False
    card = B.GEAR + kind * B.GEAR_SIZE
    return book[card + B.SHOOTING_DICE] > 0 and (
        state[block + S.CARD_USED + place] < book[card + B.CARD_SLOTS]
    )


@kernel
def build_card(state: Ints, book: Ints, block: int) -> int:
    """Return the place of a worn card with a free Build slot, or NONE."""
    for place in range(S.PLACES):
        kind = state[block + S.WORN + place]
        if kind == S.NONE:
            continue
        if state[block + S.CARD_USED + place] < book[B.GEAR + kind * B.GEAR_SIZE + B.BUILD_SLOTS]:
            return place
    return S.NONE


@kernel
def _runs(state: Ints, book: Ints, seat: int, dice: int, legal: Ints, n: int) -> int:
    """List the tiles to run to (RLD-RUN-1)."""
    block = at(seat)
    cell = state[block + S.CELL]
    slots = min(slots_free(state, book, block, B.RUN), dice)
    free = 1 if state[block + S.FREE_RUNS_LEFT] > 0 and dice > 0 else 0
    near = open_to(state, book, book[B.TEAM_OF + seat], cell)
    portals = book[B.PORTALS]
    gates = portals & ~(1 << cell) & ~near if portals >> cell & 1 else 0
    around = near | gates
    while around:
        to = lowest(around)
        around &= around - 1
        needed = 1 if gates >> to & 1 else runs_needed(book, cell, to)
        if portals >> cell & 1 and portals >> to & 1:
            needed = 1  # whatever the ground (RLD-DEC-6)
        if needed <= slots:
            legal[n] = A.action(A.RUN, to, 0, 0)
            n += 1
        if free and needed - 1 <= slots:
            legal[n] = A.action(A.RUN, to, 1, 0)
            n += 1
    return n


@kernel
def shooting_range(state: Ints, book: Ints, seat: int, kind: int) -> int:
    """Return how far a seat shoots with a card from where it stands."""
    block = at(seat)
    ground = B.GROUND + book[B.CELL_GROUND + state[block + S.CELL]] * B.GROUND_SIZE
    far = book[B.GEAR + kind * B.GEAR_SIZE + B.FAR] + book[ground + B.RANGE_BONUS]
    return far + worn_sum(state, book, block, B.MORE_RANGE)


@kernel
def _shots(state: Ints, book: Ints, seat: int, legal: Ints, n: int) -> int:
    """List the targets of each worn card that can shoot (RLD-RNG-1, RLD-LOS-1)."""
    block = at(seat)
    cell = state[block + S.CELL]
    team = book[B.TEAM_OF + seat]
    for place in range(S.SECOND_HAND + 1):
        if not card_slot_free(state, book, block, place):
            continue
        kind = state[block + S.WORN + place]
        card = B.GEAR + kind * B.GEAR_SIZE
        far = shooting_range(state, book, seat, kind)
        seen = 0
        looked = False
        for target in range(book[B.PLAYERS]):
            there = state[at(target) + S.CELL]
            if book[B.TEAM_OF + target] == team or there == S.NONE:
                continue
            steps = distance(book, cell, there)
            if steps < book[card + B.NEAR] or steps > far:
                continue
            hidden = worn_sum(state, book, at(target), B.HIDDEN_FROM)
            if hidden and steps >= hidden:
                continue
            if not looked:
                seen = sight(state, book, team, cell, far, book[card + B.ARC])
                looked = True
            if seen >> there & 1:
                legal[n] = A.action(A.SHOOT, place, target, 0)
                n += 1
    return n


@kernel
def _blasts(state: Ints, book: Ints, seat: int, kind: int, legal: Ints, n: int) -> int:
    """List what an explosive device can hit on adjacent tiles in sight (RLD-REC-7).

    A wall is named by the tile that has it on one of its first three sides, and listed once.
    """
    cell = state[at(seat) + S.CELL]
    reach = open_to(state, book, book[B.TEAM_OF + seat], cell)
    near = reach
    while near:
        there = lowest(near)
        near &= near - 1
        targets = opponents_on(state, book, seat, there)
        while targets:
            legal[n] = A.action(A.BLAST, kind, lowest(targets), 0)
            targets &= targets - 1
            n += 1
        owner = hideout_at(state, book, there)
        if owner != S.NONE:
            legal[n] = A.action(A.BLAST_HIDEOUT, kind, owner, 0)
            n += 1
        for side in range(6):
            if state[S.WALL_AT + there * 6 + side] == 0:
                continue
            if side < 3:
                legal[n] = A.action(A.BLAST_WALL, kind, there, side)
                n += 1
            elif not reach >> neighbour(there, side) & 1:
                legal[n] = A.action(A.BLAST_WALL, kind, neighbour(there, side), side - 3)
                n += 1
    return n


@kernel
def _items(state: Ints, book: Ints, seat: int, legal: Ints, n: int) -> int:
    """List the special items that can do something now (RLD-EQP-3, RLD-FRE-1)."""
    block = at(seat)
    kinds = state[block + S.PACK] & book[B.ITEMS]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        card = B.GEAR + kind * B.GEAR_SIZE
        boosts = book[card + B.GIVES_BOOST] and state[block + S.BOOST] == 0
        pierces = book[card + B.GIVES_PIERCING] and state[block + S.PIERCING] == 0
        heals = book[card + B.HEALS] and state[block + S.DAMAGED] > 0
        if boosts or pierces or heals:
            legal[n] = A.action(A.ITEM, kind, seat, 0)
            n += 1
        if book[card + B.HEALS_MATE] and book[card + B.HEALS]:
            mates = mates_on(state, book, seat, state[block + S.CELL])
            while mates:
                mate = lowest(mates)
                mates &= mates - 1
                if state[at(mate) + S.DAMAGED] > 0:
                    legal[n] = A.action(A.ITEM, kind, mate, 0)
                    n += 1
        if book[card + B.BLAST]:
            n = _blasts(state, book, seat, kind, legal, n)
    return n


@kernel
def _things(state: Ints, block: int, legal: Ints, n: int) -> int:
    """List what can change hands: nothing, a beacon, each kind in the backpack."""
    legal[n] = 0
    n += 1
    if state[block + S.BEACONS]:
        legal[n] = 1
        n += 1
    kinds = state[block + S.PACK]
    while kinds:
        legal[n] = 2 + lowest(kinds)
        kinds &= kinds - 1
        n += 1
    return n


@kernel
def _exchanges(state: Ints, book: Ints, seat: int, legal: Ints, n: int) -> int:
    """List what can be given to, taken from or swapped with a team mate here (RLD-FRE-3)."""
    block = at(seat)
    mates = mates_on(state, book, seat, state[block + S.CELL])
    while mates:
        mate = lowest(mates)
        mates &= mates - 1
        mine = ROOM // 2  # scratch in the second half of the list
        theirs = _things(state, block, legal, mine)
        end = _things(state, at(mate), legal, theirs)
        for i in range(mine, theirs):
            for j in range(theirs, end):
                if legal[i] != legal[j]:
                    legal[n] = A.action(A.EXCHANGE, mate, legal[i], legal[j])
                    n += 1
    return n


@kernel
def _acts(state: Ints, book: Ints, legal: Ints) -> int:
    """List the actions of a player's action phase; END always, last."""
    seat = state[S.TURN_SEAT]
    block = at(seat)
    cell = state[block + S.CELL]
    dice = available(state, block)
    n = 0
    if dice > 0:
        n = _runs(state, book, seat, dice, legal, n)
        if book[B.ABILITY_CELLS] >> cell & 1 and slots_free(state, book, block, B.ACTIVATE) > 0:
            legal[n] = A.action(A.ACTIVATE, 0, 0, 0)
            n += 1
        if slots_free(state, book, block, B.LOOT) > 0:
            if state[S.BEACONS_AT + cell]:
                legal[n] = A.action(A.LOOT, A.BEACON, 0, 0)
                n += 1
            if state[S.BOXES_2_AT + cell]:
                legal[n] = A.action(A.LOOT, 2, 0, 0)
                n += 1
            if state[S.BOXES_3_AT + cell]:
                legal[n] = A.action(A.LOOT, 3, 0, 0)
                n += 1
        here = opponents_on(state, book, seat, cell)
        if here == 0:
            if (
                slots_free(state, book, block, B.BUILD) > 0
                or build_card(state, book, block) != S.NONE
            ):
                n = build_options(state, book, seat, 0, legal, n)
            if slots_free(state, book, block, B.HEAL) > 0:
                healed = mates_on(state, book, seat, cell) | 1 << seat
                while healed:
                    other = lowest(healed)
                    healed &= healed - 1
                    if state[at(other) + S.DAMAGED] > 0:  # RLD-DEC-14
                        legal[n] = A.action(A.HEAL, other, 0, 0)
                        n += 1
        elif (
            # the boost die is never rolled, so the melee die is one's own (RLD-DIE-2, RLD-DEC-10)
            state[block + S.RESERVE] > state[block + S.STUNNED]
            and slots_free(state, book, block, B.MELEE) > 0
        ):
            while here:
                legal[n] = A.action(A.MELEE, lowest(here), 0, 0)
                here &= here - 1
                n += 1
        n = _shots(state, book, seat, legal, n)
        n = _items(state, book, seat, legal, n)
    if book[B.TEAM_COUNT] < book[B.PLAYERS] and not state[block + S.EXCHANGED]:
        n = _exchanges(state, book, seat, legal, n)  # no die is needed (RLD-DEC-13)
    legal[n] = A.action(A.END, 0, 0, 0)
    return n + 1


@kernel
def legal_actions(state: Ints, book: Ints, legal: Ints) -> int:
    """Write every legal action of the seat that decides into a list, and return how many."""
    stage = state[S.STAGE]
    seat = state[S.ACTOR]
    block = at(seat)
    n = 0
    if stage == S.ACT:
        return _acts(state, book, legal)
    if stage == S.LAND:
        cells = book[B.LANDINGS]
        while cells:
            legal[n] = A.action(A.LAND, lowest(cells), 0, 0)
            cells &= cells - 1
            n += 1
    elif stage == S.EQUIP:
        place = state[S.EQUIP_PLACE]
        kinds = choices_for(state, book, block, place)
        while kinds:
            legal[n] = A.action(A.WEAR, lowest(kinds), place, 0)
            kinds &= kinds - 1
            n += 1
    elif stage == S.DISCARD:
        for k in range(1, state[S.DRAWN] + 1):
            kind = state[S.DRAWN + k]
            seen = False
            for j in range(1, k):
                seen = seen or state[S.DRAWN + j] == kind
            if not seen:
                legal[n] = A.action(A.DISCARD, kind, 0, 0)
                n += 1
    elif stage == S.WEAR_NEW:
        kind = state[S.NEW + state[S.NEW]]
        for place in range(S.PLACES):
            if book[B.BODIES] >> kind & 1:
                fits = place == S.ON_BODY
            elif book[B.HEADS] >> kind & 1:
                fits = place == S.ON_HEAD
            else:
                fits = place == S.FIRST_HAND or place == S.SECOND_HAND
            if fits and place == S.SECOND_HAND:
                first = state[block + S.WORN + S.FIRST_HAND]
                fits = not (first != S.NONE and book[B.TWO_HANDED] >> first & 1)
            if fits and can_wear(state, book, block, kind, place):
                legal[n] = A.action(A.WEAR, kind, place, 0)
                n += 1
        legal[n] = A.action(A.KEEP_WORN, kind, 0, 0)
        n += 1
    elif stage == S.BUILDING:
        if state[S.WALLS_TO_PLACE]:
            n = wall_options(state, book, seat, legal, n)
        if state[S.BUILDS_LEFT]:
            n = build_options(state, book, seat, state[S.BUILDS_DONE], legal, n)
        legal[n] = A.action(A.STOP, 0, 0, 0)
        n += 1
    elif stage == S.ANSWER:
        kinds = state[block + S.PACK] & book[B.ANY_TIME_ITEMS]
        while kinds:
            legal[n] = A.action(A.ANSWER, lowest(kinds), 0, 0)
            kinds &= kinds - 1
            n += 1
        legal[n] = A.action(A.DECLINE, 0, 0, 0)
        n += 1
    return n
