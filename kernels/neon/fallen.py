"""After a defeat: trophies of equipment, tech service, upgrades (NEON-KO-2, NEON-RES-M1)."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import Ints, at, gain, is_automa, upgrade_amount
from kernels.neon.loot import draw, lose_everything
from kernels.rng import Streams

# steps
TROPHIES, LOOT, UPGRADES, RETURN = 0, 1, 2, 3


@kernel
def _has_equipment(state: Ints, block: int) -> bool:
    cards = 0
    for place in range(E.TYPES):
        cards += state[at(block) + S.CARD + place] != S.NONE
    return cards > 0


@kernel
def take_upgrade(state: Ints, trace: Ints, block: int, kind: int) -> None:
    """Take one of the upgrades offered; the others go under the deck."""
    taken = False
    for k in range(1, state[S.CHOICE] + 1):
        other = state[S.CHOICE + k]
        if other == kind and not taken:
            taken = True
            continue
        for j in range(state[S.UPGRADES], 0, -1):
            state[S.UPGRADES + j + 1] = state[S.UPGRADES + j]
        state[S.UPGRADES + 1] = other
        state[S.UPGRADES] += 1
    state[S.CHOICE] = 0
    state[at(block) + S.UPGRADE] = kind
    T.note(trace, T.UPGRADED, block, kind)


@kernel
def go_on_fallen(state: Ints, book: Ints, streams: Streams, trace: Ints) -> bool:
    """Carry on what follows the first defeat that waits; say whether there is a decision."""
    block = state[S.FALLEN + 1]
    by = state[S.FALLEN + 2]
    own = at(block)
    step = state[S.FALLEN_STEP]
    out = state[own + S.OUT] > 0
    if step == TROPHIES:
        takes = by != S.NONE and not is_automa(book, by) and state[at(by) + S.OUT] == 0
        if takes and state[S.SPOILS] < book[B.SPOILS] and _has_equipment(state, block):
            state[S.STAGE] = S.SPOIL
            state[S.ACTOR] = by
            return True
        state[S.SPOILS] = 0
        lose_everything(state, book, block)
        state[S.FALLEN_STEP] = RETURN if out else LOOT
    elif step == LOOT:
        for level in range(1, B.CLASSES + 1):
            for _ in range(book[B.TECH_CARDS]):
                kind = draw(state, level, streams)
                if kind != S.NONE:
                    state[S.NEW] += 1
                    state[S.NEW + state[S.NEW]] = kind
                    T.note(trace, T.DREW, block, kind)
        state[S.NEW_SEAT] = block
        state[S.FALLEN_STEP] = UPGRADES
        for _ in range(min(book[B.UPGRADES_SEEN], state[S.UPGRADES])):
            state[S.CHOICE] += 1
            state[S.CHOICE + state[S.CHOICE]] = state[S.UPGRADES + state[S.UPGRADES]]
            state[S.UPGRADES] -= 1
    elif step == UPGRADES:
        if state[S.CHOICE] > 1:
            state[S.STAGE] = S.CHOOSE
            state[S.ACTOR] = block
            return True
        if state[S.CHOICE] == 1:
            take_upgrade(state, trace, block, state[S.CHOICE + 1])
        state[S.FALLEN_STEP] = RETURN
    else:
        if not out:
            state[own + S.SIDE] = 1
            state[own + S.SERVICED] = 1
            state[own + S.HEALTH] = book[B.HEALTH]
            state[own + S.ENERGY] = book[B.ENERGY]
            gain(state, book, trace, block, upgrade_amount(state, book, block, E.AT_ONCE, E.GAIN))
        for k in range(1, 2 * state[S.FALLEN] - 1):
            state[S.FALLEN + k] = state[S.FALLEN + k + 2]
        state[S.FALLEN] -= 1
        state[S.FALLEN_STEP] = TROPHIES
    return False
