"""Carrying out an action."""

from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.build import option_of
from kernels.clones.cards import (
    DICE,
    PLAYER,
    discard,
    keep_drawn,
    owe_draw,
    pack,
    unpack,
    wear,
)
from kernels.clones.combat import aim, shoot, square_up, strike
from kernels.clones.dice import SKULL, Ints, assign, at, heal, return_boost
from kernels.clones.fame import lay_token
from kernels.clones.harm import harm
from kernels.clones.land import runs_needed, set_wall
from kernels.clones.legal import build_card
from kernels.clones.turn import advance
from kernels.jit import kernel
from kernels.rng import Streams, below


@kernel
def take_slot(state: Ints, book: Ints, block: int, action: int) -> None:
    """Put a die on the leftmost free slot of an action (RLD-DIE-1)."""
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    used = state[block + S.USED + action]
    state[block + S.USED + action] = used + 1
    assign(state, block, book[row + B.SLOTS + action * B.SLOTS_SIZE + 1 + used])


@kernel
def _take_build_slot(state: Ints, book: Ints, block: int) -> None:
    """Put a die on a Build slot: of board and card the one with the higher value (RLD-DEC-7)."""
    row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
    slots = row + B.SLOTS + B.BUILD * B.SLOTS_SIZE
    used = state[block + S.USED + B.BUILD]
    on_board = book[slots + 1 + used] if used < book[slots] else 0
    place = build_card(state, book, block)
    on_card = 0
    if place != S.NONE:
        card = B.GEAR + state[block + S.WORN + place] * B.GEAR_SIZE
        on_card = book[card + B.BUILD_SLOT + state[block + S.CARD_USED + place]]
    if on_card > on_board:
        state[block + S.CARD_USED + place] += 1
        assign(state, block, on_card)
    else:
        take_slot(state, book, block, B.BUILD)


@kernel
def roll_die(book: Ints, streams: Streams, purpose: int) -> int:
    """Return the face of one rolled die."""
    return book[B.FACES + below(streams, purpose, 6)]


@kernel
def _enter(
    state: Ints, book: Ints, streams: Streams, trace: Ints, seat: int, cell: int, purpose: int
) -> None:
    """Step onto a tile, and onto a trap of an opponent's there (RLD-REC-9, RLD-DEC-17)."""
    block = at(seat)
    state[block + S.CELL] = cell
    lies = state[S.TRAP_AT + cell]
    if lies == 0:
        return
    owner = (lies - 1) // B.TRAP_ROOM
    kind = (lies - 1) % B.TRAP_ROOM
    if book[B.TEAM_OF + owner] == book[B.TEAM_OF + seat]:
        return
    state[S.TRAP_AT + cell] = 0
    face = roll_die(book, streams, purpose)
    T.note(trace, T.TRAP_ROLL, seat, face, owner, kind)
    if face >= book[B.DEFUSED_FROM]:
        state[at(owner) + S.TRAPS + kind] += 1
        lay_token(state, book, trace, seat, B.TRAP_TOKEN)
        return
    T.note(trace, T.TRAP_SPRUNG, seat, owner, kind)
    trap = B.TRAP + kind * B.TRAP_SIZE
    state[block + S.STUNNED] += book[trap + B.TRAP_STUNS]
    if book[trap + B.TRAP_DAMAGE]:
        harm(state, book, trace, seat, owner, book[trap + B.TRAP_DAMAGE])
    else:
        lay_token(state, book, trace, owner, B.TRAP_TOKEN)


@kernel
def _activate(state: Ints, book: Ints, trace: Ints, seat: int) -> None:
    """Use the ability of the tile (RLD-ACT-1, RLD-TIL-2, RLD-REC-5)."""
    block = at(seat)
    cell = state[block + S.CELL]
    ground = B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE
    if book[ground + B.UPLOADS]:
        while state[block + S.BEACONS] and state[S.STAGE] != S.OVER:
            state[block + S.BEACONS] -= 1
            lay_token(state, book, trace, seat, B.BEACON_TOKEN)
    healed = heal(state, seat, book[ground + B.ABILITY_HEALS])
    if healed:
        T.note(trace, T.HEALED, seat, healed)
    cards = book[ground + B.ABILITY_DRAW]
    owe_draw(state, seat, book[ground + B.ABILITY_LEVEL], cards, book[ground + B.ABILITY_KEEP])
    state[S.WALLS_TO_PLACE] = book[ground + B.ABILITY_WALLS]


@kernel
def _tear_hideout(state: Ints, owner: int) -> None:
    state[at(owner) + S.HIDEOUT] = S.NONE


@kernel
def _tear_wall(state: Ints, book: Ints, cell: int, side: int) -> None:
    """Take a wall away; a team's goes back to its supply, a neutral one out of the game."""
    wall = state[S.WALL_AT + cell * 6 + side]
    if wall >= S.OWN:
        state[S.TEAM_WALLS + wall - S.OWN] += 1
    set_wall(state, book, cell, side, 0)


@kernel
def _build(state: Ints, book: Ints, seat: int, deed: int) -> None:
    """Do one Build option (RLD-BLD-1)."""
    block = at(seat)
    cell = state[block + S.CELL]
    what = A.what(deed)
    if what == A.TRAP:
        kind = A.first(deed)
        state[block + S.TRAPS + kind] -= 1
        state[S.TRAP_AT + cell] = 1 + seat * B.TRAP_ROOM + kind
    elif what == A.HIDEOUT:
        state[block + S.HIDEOUT] = cell
    elif what == A.WALL:
        team = book[B.TEAM_OF + seat]
        if A.second(deed):
            edge = A.second(deed) - 1
            set_wall(state, book, edge // 6, edge % 6, 0)
        else:
            state[S.TEAM_WALLS + team] -= 1
        set_wall(state, book, cell, A.first(deed), S.OWN + team)
        state[S.WALLS_TO_PLACE] -= 1
    elif what == A.TEAR_HIDEOUT:
        _tear_hideout(state, A.first(deed))
    else:
        _tear_wall(state, book, cell, A.first(deed))


@kernel
def _hand_over(state: Ints, giver: int, taker: int, thing: int) -> None:
    """Give a beacon or a card of the backpack to a team mate."""
    if thing == 1:
        state[at(giver) + S.BEACONS] -= 1
        state[at(taker) + S.BEACONS] += 1
    elif thing > 1:
        unpack(state, at(giver), thing - 2)
        pack(state, at(taker), thing - 2)


@kernel
def _use_up(state: Ints, book: Ints, seat: int, kind: int) -> None:
    unpack(state, at(seat), kind)
    discard(state, book, kind)


@kernel
def _heal(state: Ints, trace: Ints, seat: int, amount: int) -> None:
    healed = heal(state, seat, amount)
    if healed:
        T.note(trace, T.HEALED, seat, healed)


@kernel
def apply(
    state: Ints,
    book: Ints,
    streams: Streams,
    players: Ints,
    fight: Ints,
    trace: Ints,
    deed: int,
) -> None:
    """Carry out a legal action and go on to the next decision."""
    what = A.what(deed)
    x = A.first(deed)
    y = A.second(deed)
    seat = state[S.ACTOR]
    block = at(seat)
    cell = state[block + S.CELL]
    purpose = PLAYER + 2 * players[seat] + DICE
    T.note(trace, T.ACTED, seat, deed)
    state[S.DECISIONS] += 1
    if what == A.LAND:
        _enter(state, book, streams, trace, seat, x, purpose)
    elif what == A.WEAR:
        if state[S.STAGE] == S.EQUIP:
            state[S.EQUIP_PLACE] += 1
        else:
            state[S.NEW] -= 1
        wear(state, book, trace, seat, x, y)
    elif what == A.KEEP_WORN:
        state[S.NEW] -= 1
    elif what == A.DISCARD:
        size = state[S.DRAWN]
        k = 1
        while state[S.DRAWN + k] != x:
            k += 1
        for j in range(k, size):
            state[S.DRAWN + j] = state[S.DRAWN + j + 1]
        state[S.DRAWN] = size - 1
        discard(state, book, x)
        if size - 1 > state[S.KEEP]:
            return
        keep_drawn(state, book)
    elif what == A.RUN:
        portals = book[B.PORTALS]
        needed = 1
        if not (portals >> cell & 1 and portals >> x & 1):
            needed = runs_needed(book, cell, x)
        if y:
            state[block + S.FREE_RUNS_LEFT] -= 1
            needed -= 1
        for _ in range(needed):
            take_slot(state, book, block, B.RUN)
        _enter(state, book, streams, trace, seat, x, purpose)
    elif what == A.ACTIVATE:
        take_slot(state, book, block, B.ACTIVATE)
        _activate(state, book, trace, seat)
    elif what == A.LOOT:
        take_slot(state, book, block, B.LOOT)
        T.note(trace, T.TOOK, seat, x, cell)
        if x == A.BEACON:
            state[S.BEACONS_AT + cell] -= 1
            state[block + S.BEACONS] += 1
        else:
            state[(S.BOXES_2_AT if x == 2 else S.BOXES_3_AT) + cell] -= 1
            state[S.BOXES_2_LEFT if x == 2 else S.BOXES_3_LEFT] += 1  # RLD-DEC-19
            owe_draw(state, seat, x, book[B.BOX_DRAW], book[B.BOX_KEEP])
    elif A.TRAP <= what <= A.TEAR_WALL:
        if state[S.STAGE] == S.ACT:
            _take_build_slot(state, book, block)
            row = B.CHARACTERS + state[block + S.CHARACTER] * B.CHARACTER_SIZE
            state[S.BUILDS_LEFT] = book[row + B.BUILDS_PER_DIE]
            state[S.BUILDS_DONE] = 0
            state[S.WALLS_TO_PLACE] = 0
        if what != A.WALL:
            state[S.WALLS_TO_PLACE] = 0
        option = option_of(what)
        if state[S.BUILDS_LEFT] and not state[S.BUILDS_DONE] & option:
            state[S.BUILDS_LEFT] -= 1
            state[S.BUILDS_DONE] |= option
            if what == A.WALL:
                state[S.WALLS_TO_PLACE] = book[B.WALLS_PER_BUILD]
        _build(state, book, seat, deed)
    elif what == A.STOP:
        state[S.WALLS_TO_PLACE] = 0
        state[S.BUILDS_LEFT] = 0
    elif what == A.HEAL:
        face = roll_die(book, streams, purpose)
        T.note(trace, T.HEAL_ROLL, seat, face)
        state[block + S.USED + B.HEAL] += 1
        assign(state, block, face)
        amount = book[B.HEAL_SELF] if x == seat else book[B.HEAL_MATE]
        if face == SKULL:
            amount += book[B.HEAL_SKULL]
        _heal(state, trace, x, amount)
        if x != seat:
            lay_token(state, book, trace, seat, B.SPIRIT_TOKEN)
    elif what == A.MELEE:
        return_boost(state, block)  # RLD-DEC-10
        state[block + S.USED + B.MELEE] += 1
        state[block + S.RESERVE] -= 1
        state[block + S.SKULLS] += 1
        T.note(trace, T.STRUCK, seat, x)
        state[S.RESUME] = S.TO_END_OF_TURN
        square_up(state, book, fight, seat, x)
        target_purpose = PLAYER + 2 * players[x] + DICE
        strike(state, book, streams, fight, trace, seat, x, purpose, target_purpose)
    elif what == A.SHOOT:
        kind = state[block + S.WORN + x]
        used = state[block + S.CARD_USED + x]
        slot = book[B.GEAR + kind * B.GEAR_SIZE + B.CARD_SLOT + used]
        state[block + S.CARD_USED + x] = used + 1
        assign(state, block, slot)
        aim(state, book, fight, seat, x, y, slot)
        state[block + S.PIERCING] = 0
        T.note(trace, T.SHOT, seat, y, kind, fight[0], slot)
        target_purpose = PLAYER + 2 * players[y] + DICE
        shoot(state, book, streams, fight, trace, seat, y, purpose, target_purpose)
    elif what == A.ITEM:
        card = B.GEAR + x * B.GEAR_SIZE
        _use_up(state, book, seat, x)
        if book[card + B.GIVES_BOOST]:
            state[block + S.BOOST] = S.BOOST_FREE
        if book[card + B.GIVES_PIERCING]:
            state[block + S.PIERCING] = 1
        _heal(state, trace, y, book[card + B.HEALS])  # no Team spirit token (RLD-DEC-15)
    elif what == A.BLAST:
        _use_up(state, book, seat, x)
        harm(state, book, trace, y, seat, book[B.GEAR + x * B.GEAR_SIZE + B.BLAST])
    elif what == A.BLAST_HIDEOUT:
        _use_up(state, book, seat, x)
        _tear_hideout(state, y)
    elif what == A.BLAST_WALL:
        _use_up(state, book, seat, x)
        _tear_wall(state, book, y, A.third(deed))
    elif what == A.EXCHANGE:
        state[block + S.EXCHANGED] = 1
        taken = A.third(deed)
        _hand_over(state, seat, x, y)
        _hand_over(state, x, seat, taken)
        if taken > 1 and not book[B.ITEMS] >> (taken - 2) & 1:
            state[S.NEW] = 1
            state[S.NEW + 1] = taken - 2
    elif what == A.ANSWER:
        _use_up(state, book, seat, x)
        _heal(state, trace, seat, book[B.GEAR + x * B.GEAR_SIZE + B.HEALS])
    elif what == A.DECLINE:
        state[S.HURT] &= ~(1 << seat)
    elif what == A.END:
        state[S.RESUME] = S.TO_END_OF_TURN
    advance(state, book, streams, trace)
