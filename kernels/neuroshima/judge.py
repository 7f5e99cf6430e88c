"""How a greedy player judges positions and single actions."""

from kernels.bits import count, lowest
from kernels.hexgrid import ALL_SIDES, AROUND, RAY, nearest
from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import weights as P
from kernels.neuroshima import work as W
from kernels.neuroshima.battle import battle
from kernels.neuroshima.board import Ints, Rows, occupied, tiles_of
from kernels.neuroshima.medics import dies, of_side

# the player's notes on a position, behind the board in its scratch: one entry per cell
NOTES = S.SIZE
DANGER = NOTES  # wounds that enemy attacks would deal to a tile there
MELEE = DANGER + S.CELLS  # bonuses that own supporters give to a tile there
RANGED = MELEE + S.CELLS
INITIATIVE = RANGED + S.CELLS
OTHER = INITIATIVE + S.CELLS  # medics, extra attacks, quartermasters
GROUND = OTHER + S.CELLS  # what the cell is worth to any unit or module
PREY = GROUND + S.CELLS  # what a wound on the enemy tile there is worth
ENOUGH = PREY + S.CELLS  # and how many wounds there make sense
CATCH = ENOUGH + S.CELLS  # what a net on the enemy tile there is worth
# sets of cells
ENEMIES = CATCH + S.CELLS
CATCHABLE = ENEMIES + 1
FRIENDS = ENEMIES + 2
FOES = ENEMIES + 3
FREE = ENEMIES + 4
NOTES_END = ENEMIES + 5

ANY_STRENGTH = 99
LITTLE = -(1 << 40)
ONE, LETHAL = 1, 1000  # wounds


@kernel
def value(state: Ints, faces: Rows, rules: Ints, weights: Ints, seat: int) -> int:
    """Return what a board is worth to a seat as it lies, without a battle."""
    total = 0
    against = 0
    strongest = LITTLE
    friends = rules[R.SERVES + seat]
    for other in range(rules[R.PLAYERS]):
        block = S.SEAT + other * S.SEAT_SIZE
        if rules[R.ENOUGH]:
            points = state[block + S.WON]
            worth = weights[P.HQ_WOUND] * points
            if points >= rules[R.ENOUGH]:
                worth += weights[P.HQ_DESTROYED]
        else:
            points = state[block + S.POINTS]
            worth = weights[P.HQ_WOUND] * points
            if points == 0:
                worth -= weights[P.HQ_DESTROYED]
        cells = state[block + S.TILES]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            kind = faces[state[S.FACE + cell], F.KIND]
            if kind == F.UNIT:
                worth += weights[P.UNIT] - weights[P.WOUND] * state[S.WOUNDS + cell]
            elif kind == F.MODULE:
                worth += weights[P.MODULE] - weights[P.WOUND] * state[S.WOUNDS + cell]
        if friends >> other & 1:
            total += worth
        else:
            against += worth
            strongest = max(strongest, worth)
    if rules[R.RIVALS] > 1:  # what one rival loses helps the other rivals as well
        return total - (weights[P.RIVAL] * against + weights[P.LEADER] * strongest) // 100
    return total - against


@kernel
def outlook(
    board: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    seat: int,
) -> int:
    """Return what a board is worth to a seat if a battle came now; the board is used up."""
    tempo = 0
    for other in range(rules[R.PLAYERS]):
        tiles = count(board[S.SEAT + other * S.SEAT_SIZE + S.TILES])
        tempo += tiles if rules[R.SERVES + seat] >> other & 1 else -tiles
    battle(board, faces, rules, work, choices, quiet, seat)
    return value(board, faces, rules, weights, seat) + weights[P.PRESENCE] * tempo


@kernel
def take_notes(
    state: Ints, faces: Rows, rules: Ints, weights: Ints, work: Ints, notes: Ints, seat: int
) -> None:
    """Note for every cell what threatens, helps and tempts a tile there.

    Reads the nets and the control of supporters that `legal_actions` left in `work`.
    """
    for i in range(NOTES, NOTES_END):
        notes[i] = 0
    notes[ENEMIES] = tiles_of(state, rules[R.HITS + seat])
    notes[CATCHABLE] = tiles_of(state, rules[R.NETS + seat])
    notes[FRIENDS] = tiles_of(state, rules[R.SERVES + seat])
    notes[FOES] = tiles_of(state, rules[R.FOES + seat])
    notes[FREE] = rules[R.BOARD] & ~occupied(state)
    _note_dangers(state, faces, rules, work, notes, seat)
    _note_gifts(state, faces, rules, work, notes, seat)
    _note_prey(state, faces, weights, notes)
    for other in range(rules[R.PLAYERS]):
        hq = state[S.SEAT + other * S.SEAT_SIZE + S.HQ_CELL]
        if hq != S.NOBODY:
            near = AROUND[hq, ALL_SIDES]
            friendly = rules[R.SERVES + seat] >> other & 1
            worth = weights[P.GUARD] if friendly else weights[P.HEM_IN]
            while near:
                notes[GROUND + lowest(near)] += worth
                near &= near - 1


@kernel
def _note_dangers(
    state: Ints, faces: Rows, rules: Ints, work: Ints, notes: Ints, seat: int
) -> None:
    """Note which wounds the free tiles of all who hurt a seat would deal on each cell."""
    for other in range(rules[R.PLAYERS]):
        if rules[R.HITS + other] >> seat & 1:
            foes = state[S.SEAT + other * S.SEAT_SIZE + S.TILES]
            foes &= work[W.FIGHTERS] & ~work[W.NETTED]
            stoppers = tiles_of(state, rules[R.HITS + other])
            _note_dangers_of(state, faces, notes, foes, stoppers)


@kernel
def _note_dangers_of(state: Ints, faces: Rows, notes: Ints, foes: int, stoppers: int) -> None:
    """Note which wounds some tiles would deal on each cell; `stoppers` stop their shots."""
    while foes:
        cell = lowest(foes)
        foes &= foes - 1
        face = state[S.FACE + cell]
        directions = faces[face, F.ATTACK]
        while directions:
            d = lowest(directions)
            directions &= directions - 1
            near = AROUND[cell, 1 << d]
            if near:
                notes[DANGER + lowest(near)] += faces[face, F.MELEE + d]
            shot = faces[face, F.RANGED + d] + faces[face, F.GAUSS + d]
            if shot:
                line = RAY[cell, d]
                blocked = line & stoppers
                if blocked:
                    line &= ~RAY[nearest(blocked, d), d]
                while line:
                    notes[DANGER + lowest(line)] += shot
                    line &= line - 1


@kernel
def _note_gifts(state: Ints, faces: Rows, rules: Ints, work: Ints, notes: Ints, seat: int) -> None:
    """Note what own and allied supporters give on each cell."""
    helpers = of_side(rules, work, seat)
    while helpers:
        cell = lowest(helpers)
        helpers &= helpers - 1
        face = state[S.FACE + cell]
        traits = faces[face, F.TRAITS]
        if traits & F.SERVES_ENEMIES:
            continue
        linked = AROUND[cell, faces[face, F.LINK]]
        while linked:
            tile = lowest(linked)
            linked &= linked - 1
            notes[MELEE + tile] += faces[face, F.GIVES_MELEE]
            notes[RANGED + tile] += faces[face, F.GIVES_RANGED]
            notes[INITIATIVE + tile] += faces[face, F.GIVES_INITIATIVE]
            if traits & F.SPECIAL:
                notes[OTHER + tile] += 1


@kernel
def _note_prey(state: Ints, faces: Rows, weights: Ints, notes: Ints) -> None:
    """Note what it is worth to hit and to net each enemy tile; an ally's is better left alone."""
    cells = notes[ENEMIES] | notes[CATCHABLE]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        face = state[S.FACE + cell]
        kind = faces[face, F.KIND]
        notes[ENOUGH + cell] = faces[face, F.HIT_POINTS] - state[S.WOUNDS + cell]
        if kind == F.HQ:
            notes[PREY + cell] = weights[P.AIM_HQ]
            notes[ENOUGH + cell] = ANY_STRENGTH
            notes[CATCH + cell] = weights[P.NET_HQ]
        elif kind == F.UNIT:
            notes[PREY + cell] = weights[P.AIM_UNIT]
            notes[CATCH + cell] = weights[P.NET_UNIT]
        else:
            notes[PREY + cell] = weights[P.AIM_MODULE]
            notes[CATCH + cell] = weights[P.NET_MODULE]
        if notes[FRIENDS] >> cell & 1:
            notes[PREY + cell] = -notes[PREY + cell]
            notes[CATCH + cell] = -notes[CATCH + cell]


@kernel
def _links_given(state: Ints, faces: Rows, notes: Ints, face: int, cell: int) -> int:
    """Return how many tiles could use what a supporter on a cell would give."""
    traits = faces[face, F.TRAITS]
    useful = 0
    served = notes[FOES] if traits & F.SERVES_ENEMIES else notes[FRIENDS]
    linked = AROUND[cell, faces[face, F.LINK]] & served
    while linked:
        tile = lowest(linked)
        linked &= linked - 1
        other = state[S.FACE + tile]
        if traits & F.SCOPER:
            useful += faces[other, F.KIND] == F.MODULE
        elif traits & F.MEDIC:
            useful += 2 if faces[other, F.KIND] == F.HQ else 1
        elif faces[other, F.VALUES]:
            useful += abs(faces[face, F.GIVES_INITIATIVE]) + faces[face, F.GIVES_ATTACKS]
            if faces[other, F.TRAITS] & F.STRIKES:
                useful += faces[face, F.GIVES_MELEE]
            if faces[other, F.TRAITS] & F.SHOOTS:
                useful += faces[face, F.GIVES_RANGED]
            if traits & (F.QUARTERMASTER | F.TRANSPORT):
                useful += 1
    return useful


@kernel
def ground(faces: Rows, weights: Ints, notes: Ints, face: int, cell: int) -> int:
    """Return what a cell is worth to a tile, whatever its facing: gifts, danger, place."""
    gifts = notes[OTHER + cell]
    if faces[face, F.VALUES]:
        traits = faces[face, F.TRAITS]
        gifts += notes[INITIATIVE + cell]
        if traits & F.STRIKES:
            gifts += notes[MELEE + cell]
        if traits & F.SHOOTS:
            gifts += notes[RANGED + cell]
    score = weights[P.LINK] * gifts
    danger = notes[DANGER + cell]
    if faces[face, F.KIND] == F.HQ:
        return score - weights[P.HQ_WOUND] * danger
    suffered = min(danger, faces[face, F.HIT_POINTS])
    return score + notes[GROUND + cell] - weights[P.DANGER] * suffered


@kernel
def bearing(state: Ints, faces: Rows, weights: Ints, notes: Ints, face: int, cell: int) -> int:
    """Return what a tile on a cell aims at, nets and supports with its facing."""
    enemies = notes[ENEMIES]
    directions = faces[face, F.ATTACK] if faces[face, F.KIND] != F.HQ else 0
    score = weights[P.OPEN] * count(AROUND[cell, directions] & notes[FREE])
    while directions:
        d = lowest(directions)
        directions &= directions - 1
        line = RAY[cell, d] & enemies
        if not line:
            continue
        target = nearest(line, d)
        strength = faces[face, F.GAUSS + d]
        if AROUND[cell, 1 << d] >> target & 1:
            strength += faces[face, F.MELEE + d]
        shot = faces[face, F.RANGED + d]
        if shot:
            armour = faces[state[S.FACE + target], F.ARMOUR] >> (d + 3) % 6 & 1
            strength += max(0, shot + notes[RANGED + cell] - armour)
        score += notes[PREY + target] * min(strength, notes[ENOUGH + target])
    held = AROUND[cell, faces[face, F.NET]] & notes[CATCHABLE]
    while held:
        score += notes[CATCH + lowest(held)]
        held &= held - 1
    if faces[face, F.TRAITS] & F.SUPPORTS:
        score += weights[P.LINK] * _links_given(state, faces, notes, face, cell)
    return score


@kernel
def _loss(state: Ints, faces: Rows, weights: Ints, cell: int, wounds: int) -> int:
    """Return what the wounds would cost the owner of a tile."""
    kind = faces[state[S.FACE + cell], F.KIND]
    if kind == F.HQ:
        return 0
    if not dies(state, faces, cell, wounds):
        return weights[P.WOUND] * wounds
    return weights[P.UNIT] if kind == F.UNIT else weights[P.MODULE]


@kernel
def promise(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    notes: Ints,
    seat: int,
    action: int,
) -> int:
    """Return what an instant other than Move promises, without working out a battle."""
    what = A.what(action)
    to = A.to(action)
    if what == A.SNIPER:
        return _loss(state, faces, weights, to, ONE)
    if what == A.GRENADE:
        return _loss(state, faces, weights, to, LETHAL)
    if what == A.AIRSTRIKE:
        gain = 0
        mine = tiles_of(state, rules[R.SERVES + seat])
        cells = AROUND[to, ALL_SIDES] | 1 << to
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if state[S.FACE + cell] != S.EMPTY:
                loss = _loss(state, faces, weights, cell, ONE)
                gain += -loss if mine >> cell & 1 else loss
        return gain
    if what == A.PUSH:
        return notes[DANGER + A.origin(action)] * weights[P.DANGER]
    return 0
