"""The Automa: whom it goes for, how it moves (NEON-AUT-2, NEON-AUT-3)."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.aim import begin_attack
from kernels.neon.arena import (
    Ints,
    at,
    beside,
    distance,
    lower_neighbour,
)
from kernels.neon.harm import enter
from kernels.rng import Streams


@kernel
def automa_target(state: Ints, book: Ints) -> int:
    """Return whom the Automa goes for: most health, then who acted last (NEON-AUT-2), or NONE."""
    here = state[at(book[B.PLAYERS]) + S.SECTOR]
    best = -1
    found = S.NONE
    for block in range(book[B.PLAYERS]):
        own = at(block)
        if state[own + S.SECTOR] == S.NONE or distance(state, here, state[own + S.SECTOR]) > 3:
            continue
        rank = state[own + S.HEALTH] * 16 + state[own + S.ACTED]
        if rank > best:
            best = rank
            found = block
    return found


@kernel
def automa_acts(state: Ints, book: Ints, streams: Streams, trace: Ints) -> None:
    """Let the Automa move and attack (NEON-AUT-2, NEON-AUT-3)."""
    block = book[B.PLAYERS]
    own = at(block)
    state[S.ACTING] += 1
    state[own + S.ACTED] = state[S.ACTING]
    T.note(trace, T.TURN_STARTS, block)
    here = state[own + S.SECTOR]
    target = automa_target(state, book)
    to = here
    if target == S.NONE:
        to = lower_neighbour(state, book, here)
    elif state[at(target) + S.SECTOR] != here:
        there = state[at(target) + S.SECTOR]
        size = state[S.RING]
        forth = (state[S.PLACE + there] - state[S.PLACE + here] + size) % size
        if 2 * forth == size:
            to = lower_neighbour(state, book, here)
        else:
            to = beside(state, here, 1 if 2 * forth < size else -1)
    if to != here:
        enter(state, book, streams, trace, block, to)
    if target != S.NONE and state[own + S.SECTOR] != S.NONE:
        begin_attack(state, book, trace, block, S.BASE, target, 0)
