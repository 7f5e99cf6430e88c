"""What cards and tiles are worth to a greedy player."""

from kernels.bits import lowest
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import weights as P
from kernels.clones.dice import Ints, at
from kernels.clones.land import open_to, runs_needed
from kernels.clones.legal import shooting_range
from kernels.clones.turn import is_protected
from kernels.jit import kernel

# the notes of one decision
VALUE = 0  # of each cell: what is to be had there, or from there
SIZE = B.CELLS
SWEEPS = 4
HUNDRED = 100


@kernel
def card_worth(book: Ints, own: Ints, kind: int) -> int:
    """Return what a card is worth, worn or carried."""
    card = B.GEAR + kind * B.GEAR_SIZE
    worth = 0
    dice = book[card + B.SHOOTING_DICE]
    if dice:
        slots = book[card + B.CARD_SLOTS]
        worth += dice * own[P.SHOOTING_DIE]
        worth += (book[card + B.FAR] - book[card + B.NEAR] + 1) * own[P.RANGE]
        if slots:
            worth += book[card + B.CARD_SLOT] * own[P.SLOT] + (slots - 1) * own[P.SECOND_SLOT]
        worth += book[card + B.BONUS_DAMAGE] * own[P.BONUS_DAMAGE]
        worth += book[card + B.BONUS_SMALL] * own[P.BONUS_SMALL]
        worth += book[card + B.ARC] * own[P.ARC] + book[card + B.PIERCES] * own[P.PIERCES]
        worth += book[card + B.REROLLS] * own[P.REROLL]
    points = book[card + B.LOWEST_TO] + book[card + B.ONE_TO] + book[card + B.ONE_PLUS]
    worth += (points + book[card + B.LOW_TO]) * own[P.MELEE]
    worth += book[card + B.MELEE_PIERCES] * own[P.PIERCES]
    worth += max(0, book[card + B.EXCESS] - 1) * own[P.EXCESS]
    worth += book[card + B.ARMOUR_RANGED] * own[P.ARMOUR_RANGED]
    worth += book[card + B.ARMOUR_MELEE] * own[P.ARMOUR_MELEE]
    worth += (book[card + B.GUARD_REROLLS] + book[card + B.MORE_RANGE]) * own[P.REROLL]
    worth += book[card + B.MORE_DICE] * own[P.SHOOTING_DIE]
    if book[card + B.HIDDEN_FROM]:
        worth += own[P.HIDDEN]
    worth += book[card + B.TOXIN_PROOF] * own[P.TOXIN_PROOF]
    worth += (book[card + B.BOOST_EACH_TURN] + book[card + B.HEAL_EACH_TURN]) * own[P.EACH_TURN]
    worth += book[card + B.BUILD_SLOTS] * own[P.BUILD_SLOT]
    worth += book[card + B.GIVES_BOOST] * own[P.ITEM_BOOST]
    worth += book[card + B.HEALS] * own[P.ITEM_HEAL]
    worth += book[card + B.GIVES_PIERCING] * own[P.ITEM_PIERCE]
    worth += book[card + B.BLAST] * own[P.ITEM_BLAST]
    return worth


@kernel
def is_last_turn(state: Ints, book: Ints) -> bool:
    """Say whether the seat on turn will not have another one."""
    players = book[B.PLAYERS]
    ends_at = state[S.TURN_NUMBER] + state[S.EVENTS]
    if state[S.TURN_NUMBER] < players:
        ends_at = players - 1 + state[S.EVENTS]
    last = (ends_at + players - 1) // players * players
    return state[S.TURN_NUMBER] + players > last


@kernel
def _goals(state: Ints, book: Ints, own: Ints, seat: int, notes: Ints) -> None:
    """Note what is to be had on every tile."""
    block = at(seat)
    team = book[B.TEAM_OF + seat]
    beacon = own[P.BEACON]
    if is_last_turn(state, book):
        beacon = beacon * own[P.LATE_BEACON] // HUNDRED
    carried = state[block + S.BEACONS] * book[B.FAME + B.BEACON_TOKEN]
    home = state[block + S.CELL]
    cells = book[B.LAND]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        ground = B.GROUND + book[B.CELL_GROUND + cell] * B.GROUND_SIZE
        worth = min(2, state[S.BEACONS_AT + cell]) * beacon
        worth += min(2, state[S.BOXES_2_AT + cell]) * own[P.BOX_2]
        worth += min(2, state[S.BOXES_3_AT + cell]) * own[P.BOX_3]
        if book[ground + B.HAS_ABILITY]:
            worth += book[ground + B.UPLOADS] * carried * own[P.UPLOAD]
            drawn = book[ground + B.ABILITY_LEVEL] * book[ground + B.ABILITY_KEEP]
            worth += drawn * own[P.SEARCH]
            worth += min(book[ground + B.ABILITY_HEALS], state[block + S.DAMAGED]) * own[P.CARE]
        if state[S.TOXINS] >> cell & 1:
            state[block + S.CELL] = cell
            if not is_protected(state, book, seat):
                worth -= own[P.TOXIN]
            state[block + S.CELL] = home
        notes[VALUE + cell] = worth
    if state[S.DOME_AT] != S.NONE:
        notes[VALUE + state[S.DOME_AT]] += own[P.SHELTER]
    best = S.NONE
    for place in range(S.SECOND_HAND + 1):
        kind = state[block + S.WORN + place]
        if kind != S.NONE and book[B.GEAR + kind * B.GEAR_SIZE + B.SHOOTING_DICE]:
            best = kind
    for other in range(book[B.PLAYERS]):
        there = state[at(other) + S.CELL]
        hideout = state[at(other) + S.HIDEOUT]
        if book[B.TEAM_OF + other] == team:
            if hideout != S.NONE and hideout != state[S.DOME_AT]:
                notes[VALUE + hideout] += own[P.SHELTER]
            continue
        if there == S.NONE:
            continue
        notes[VALUE + there] += own[P.PREY] * state[at(other) + S.DAMAGED]
        if best == S.NONE:
            continue
        card = B.GEAR + best * B.GEAR_SIZE
        far = min(shooting_range(state, book, seat, best), B.RINGS - 1)
        for steps in range(book[card + B.NEAR], far + 1):
            around = book[B.RING + there * B.RINGS + steps]
            while around:
                cell = lowest(around)
                around &= around - 1
                notes[VALUE + cell] += own[P.AIM] * book[card + B.SHOOTING_DICE]


@kernel
def survey(state: Ints, book: Ints, own: Ints, seat: int, notes: Ints) -> None:
    """Note the worth of every tile: what is there, or what can be reached from it, less the way."""
    _goals(state, book, own, seat, notes)
    team = book[B.TEAM_OF + seat]
    portals = book[B.PORTALS]
    for _ in range(SWEEPS):
        cells = book[B.LAND]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            best = notes[VALUE + cell]
            near = open_to(state, book, team, cell)
            if portals >> cell & 1:
                near |= portals & ~(1 << cell)
            while near:
                to = lowest(near)
                near &= near - 1
                runs = 1
                if not (portals >> cell & 1 and portals >> to & 1):
                    runs = runs_needed(book, cell, to)
                worth = notes[VALUE + to]
                for _ in range(runs):
                    worth = worth * own[P.DECAY] // HUNDRED
                best = max(best, worth)
            notes[VALUE + cell] = best
