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
from kernels.neuroshima.board import Ints, Rows, tiles_of
from kernels.neuroshima.medics import dies

# the player's notes on a position: one entry per cell
DANGER = 0  # wounds that enemy attacks would deal to a tile there
MELEE = DANGER + S.CELLS  # bonuses that own supporters give to a tile there
RANGED = MELEE + S.CELLS
INITIATIVE = RANGED + S.CELLS
OTHER = INITIATIVE + S.CELLS  # medics, extra attacks, quartermasters
NOTES = OTHER + S.CELLS


@kernel
def value(state: Ints, faces: Rows, rules: Ints, weights: Ints, seat: int) -> int:
    """Return what a board is worth to a seat as it lies, without a battle."""
    total = 0
    friends = rules[R.SERVES + seat]
    for other in range(rules[R.PLAYERS]):
        block = S.SEAT + other * S.SEAT_SIZE
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
        total += worth if friends >> other & 1 else -worth
    return total


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
def take_notes(state: Ints, faces: Rows, rules: Ints, work: Ints, notes: Ints, seat: int) -> None:
    """Note for every cell what threatens and what helps a tile there.

    Reads the nets and the control of supporters that `legal_actions` left in `work`.
    """
    for i in range(NOTES):
        notes[i] = 0
    mine = state[S.SEAT + seat * S.SEAT_SIZE + S.TILES]
    foes = tiles_of(state, rules[R.FOES + seat]) & work[W.FIGHTERS] & ~work[W.NETTED]
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
                blocked = line & mine
                if blocked:
                    line &= ~RAY[nearest(blocked, d), d]
                while line:
                    notes[DANGER + lowest(line)] += shot
                    line &= line - 1
    helpers = work[W.CONTROL + seat]
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
def use_of_gifts(faces: Rows, notes: Ints, face: int, cell: int) -> int:
    """Return how many gifts of own supporters a tile on a cell could use."""
    gifts = notes[OTHER + cell]
    if faces[face, F.VALUES]:
        gifts += notes[INITIATIVE + cell]
        if notes[MELEE + cell] and faces[face, F.TRAITS] & F.STRIKES:
            gifts += notes[MELEE + cell]
        if notes[RANGED + cell] and faces[face, F.TRAITS] & F.SHOOTS:
            gifts += notes[RANGED + cell]
    return gifts


@kernel
def _aim(faces: Rows, weights: Ints, face: int, strength: int) -> int:
    """Return what it is worth to attack a tile."""
    kind = faces[face, F.KIND]
    if kind == F.HQ:
        return weights[P.AIM_HQ] * strength
    useful = min(strength, faces[face, F.HIT_POINTS])
    return (weights[P.AIM_UNIT] if kind == F.UNIT else weights[P.AIM_MODULE]) * useful


@kernel
def _links_given(state: Ints, faces: Rows, rules: Ints, seat: int, face: int, cell: int) -> int:
    """Return how many tiles could use what a supporter on a cell would give."""
    traits = faces[face, F.TRAITS]
    useful = 0
    enemies = traits & F.SERVES_ENEMIES
    served = tiles_of(state, rules[R.FOES + seat] if enemies else rules[R.SERVES + seat])
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
            if faces[face, F.GIVES_MELEE] and faces[other, F.TRAITS] & F.STRIKES:
                useful += faces[face, F.GIVES_MELEE]
            if faces[face, F.GIVES_RANGED] and faces[other, F.TRAITS] & F.SHOOTS:
                useful += faces[face, F.GIVES_RANGED]
            if traits & (F.QUARTERMASTER | F.TRANSPORT):
                useful += 1
    return useful


@kernel
def stand(
    state: Ints,
    faces: Rows,
    rules: Ints,
    weights: Ints,
    notes: Ints,
    seat: int,
    face: int,
    cell: int,
) -> int:
    """Return how well a tile of a seat would stand on a cell, by what it aims at and who helps."""
    enemies = tiles_of(state, rules[R.HITS + seat])
    score = weights[P.LINK] * use_of_gifts(faces, notes, face, cell)
    directions = faces[face, F.ATTACK]
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
        if strength and faces[face, F.KIND] != F.HQ:
            score += _aim(faces, weights, state[S.FACE + target], strength)
    if faces[face, F.NET]:
        held = AROUND[cell, faces[face, F.NET]] & tiles_of(state, rules[R.NETS + seat])
        while held:
            kind = faces[state[S.FACE + lowest(held)], F.KIND]
            held &= held - 1
            if kind == F.HQ:
                score += weights[P.NET_HQ]
            elif kind == F.UNIT:
                score += weights[P.NET_UNIT]
            else:
                score += weights[P.NET_MODULE]
    if faces[face, F.TRAITS] & F.SUPPORTS:
        score += weights[P.LINK] * _links_given(state, faces, rules, seat, face, cell)
    danger = notes[DANGER + cell]
    if faces[face, F.KIND] == F.HQ:
        score -= weights[P.HQ_WOUND] * danger
    else:
        score -= weights[P.DANGER] * min(danger, faces[face, F.HIT_POINTS])
        own_hq = state[S.SEAT + seat * S.SEAT_SIZE + S.HQ_CELL]
        if own_hq != S.NOBODY and AROUND[own_hq, ALL_SIDES] >> cell & 1:
            score += weights[P.GUARD]
    for other in range(rules[R.PLAYERS]):
        if rules[R.FOES + seat] >> other & 1:
            hq = state[S.SEAT + other * S.SEAT_SIZE + S.HQ_CELL]
            if hq != S.NOBODY and AROUND[hq, ALL_SIDES] >> cell & 1:
                score += weights[P.HEM_IN]
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
    """Return what a single action promises, without working out a battle."""
    what = A.what(action)
    to = A.to(action)
    if what == A.PLACE:
        kind = state[S.SEAT + seat * S.SEAT_SIZE + S.HAND + A.slot(action)]
        face = kind * 6 + A.facing(action)
        return stand(state, faces, rules, weights, notes, seat, face, to)
    if what == A.MOVE or what == A.MOBILITY or what == A.TRANSPORT:
        origin = A.origin(action)
        now = state[S.FACE + origin]
        face = now // 6 * 6 + A.facing(action)
        after = stand(state, faces, rules, weights, notes, seat, face, to)
        return after - stand(state, faces, rules, weights, notes, seat, now, origin)
    if what == A.SNIPER:
        return _loss(state, faces, weights, to, 1)
    if what == A.GRENADE:
        return _loss(state, faces, weights, to, 1000)
    if what == A.AIRSTRIKE:
        gain = 0
        mine = tiles_of(state, rules[R.SERVES + seat])
        cells = AROUND[to, ALL_SIDES] | 1 << to
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if state[S.FACE + cell] != S.EMPTY:
                loss = _loss(state, faces, weights, cell, 1)
                gain += -loss if mine >> cell & 1 else loss
        return gain
    if what == A.PUSH:
        return notes[DANGER + A.origin(action)] * weights[P.DANGER]
    return 0
