"""Étude solving: every way to play some tiles, then a battle (NSH-CMP-2).

A depth-first search over the engine's own legal actions. At the solver's decisions one good action
is enough; where the owner of a pushed tile answers (NSH-PSH-3), all answers must be met.
"""

import numpy as np
from numpy.typing import NDArray

from kernels.jit import kernel
from kernels.neuroshima import actions as A
from kernels.neuroshima import legal as L
from kernels.neuroshima import question as Q
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.apply import apply, do_on_board
from kernels.neuroshima.board import Ints, Rows
from kernels.neuroshima.bound import most_damage
from kernels.neuroshima.legal import legal_actions
from kernels.neuroshima.seen import STAMP, VERDICT, WIDTH, Table, look_up, pack
from kernels.neuroshima.turn import fight, lose_from_hand

Lines = NDArray[np.int32]

DEPTH = 96  # six tiles, six answers, and two free moves for every tile on the board

LOST, WON, OPEN = 0, 1, 2
NOTHING = 0  # named, because numba compiles a function anew for a literal number

# what can be asked for
SEARCH, OPTIONS, STEP, BEFORE, PACK, REACH = 0, 1, 2, 3, 4, 5

# one frame per level of the search
COUNT = 0  # options
NEXT = 1  # the option to try next
ANSWERS = 2  # 1: the enemy decides here
RESULT = 3  # verdict so far
MARK = 4  # solutions found before this level
ROW = 5  # where the verdict goes in the table of positions
PLACED = 6  # the placement that led here, 0 if it was none
FRAME = 7

# what a search has done
POSITIONS, BATTLES, SOLUTIONS = 0, 1, 2
TALLIES = 3

# a solution: what is left after it, and the actions that lead to it
OWN_POINTS, ENEMY_POINTS, OWN_TILES, LENGTH = 0, 1, 2, 3
LINE = 4
RECORD = LINE + DEPTH


@kernel
def options(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    question: Ints,
    placed: int,
    legal: Ints,
) -> int:
    """Write the legal actions that an étude allows here; return how many there are."""
    n = legal_actions(state, faces, rules, work, legal)
    if state[S.STAGE] != S.ACT:
        return n
    hand = S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.HAND
    left = state[hand - S.HAND + S.HAND_SIZE]
    kept = 0
    for i in range(n):
        action = legal[i]
        what = A.what(action)
        slot = A.slot(action)
        if what == A.END:
            keep = left == 0 or question[Q.MAY_SKIP] != 0
        elif what == A.MOBILITY or what == A.TRANSPORT:
            keep = question[Q.FREE_MOVES] != 0
        elif question[Q.IN_ORDER] and slot != 0:
            keep = False
        elif what == A.DISCARD:
            keep = question[Q.IN_ORDER] != 0 and question[Q.MAY_SKIP] != 0 and left > 1
        elif what == A.BATTLE:
            keep = left == 1 or question[Q.MAY_SKIP] != 0
        elif what == A.PLACE and placed:
            keep = follows(question, placed, state[hand + slot], A.to(action))
        else:
            keep = True
        if keep:
            legal[kept] = action
            kept += 1
    return kept


@kernel
def follows(question: Ints, placed: int, kind: int, cell: int) -> bool:
    """Say whether a placement may come straight after another: of two orders one is enough.

    Two placements in a row can always change places. Where the order is free the lower kind comes
    first, and of two equal tiles the lower cell; a board that may be turned has no lower cells.
    """
    before = (placed >> 8) - 1
    if kind == before:
        return question[Q.TURNS] != 1 or cell > placed & 255
    return question[Q.IN_ORDER] != 0 or kind > before


@kernel
def mark_of(state: Ints, question: Ints, action: int) -> int:
    """Return what `follows` has to know about an action about to be done."""
    if A.what(action) != A.PLACE:
        return 0
    kind = state[S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.HAND + A.slot(action)]
    cell = A.to(action) if question[Q.TURNS] == 1 else 0
    return kind + 1 << 8 | cell


@kernel
def step(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    action: int,
) -> None:
    """Carry out an action; the end of the turn is the battle."""
    if A.what(action) == A.END:
        fight(state, faces, rules, work, choices, trace, T.BY_TILE)
    else:
        apply(state, faces, rules, work, choices, trace, action)


@kernel
def _cannot(state: Ints, faces: Rows, rules: Ints, question: Ints) -> bool:
    """Say whether the goal is out of reach whatever is played."""
    goal = question[Q.GOAL]
    if goal == Q.SURVIVE:
        return False
    need = question[Q.NEED] if goal == Q.DAMAGE else question[Q.POINTS]
    return most_damage(state, faces, rules, question) < need


@kernel
def is_met(state: Ints, question: Ints) -> bool:
    """Say whether the goal is reached, after the battle."""
    own = state[S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.POINTS]
    left = state[S.SEAT + question[Q.ENEMY] * S.SEAT_SIZE + S.POINTS]
    goal = question[Q.GOAL]
    if goal == Q.SURVIVE:
        return own > 0
    if goal == Q.DAMAGE:
        return question[Q.POINTS] - left >= question[Q.NEED]
    return left == 0 and (own > 0 or goal == Q.DESTROY)


@kernel
def _judge(state: Ints, question: Ints) -> int:
    """Return the verdict after the battle; tiles left in hand spoil it unless they may be."""
    left = state[S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.HAND_SIZE]
    if left and not question[Q.MAY_SKIP]:
        return LOST
    return WON if is_met(state, question) else LOST


@kernel
def _keep(state: Ints, question: Ints, path: Ints, length: int, lines: Lines, tally: Ints) -> None:
    """Note a solution, as long as there is room; beyond that it is only counted."""
    n = tally[SOLUTIONS]
    tally[SOLUTIONS] += 1
    if n >= lines.shape[0]:
        return
    own = S.SEAT + question[Q.SEAT] * S.SEAT_SIZE
    lines[n, OWN_POINTS] = state[own + S.POINTS]
    lines[n, ENEMY_POINTS] = state[S.SEAT + question[Q.ENEMY] * S.SEAT_SIZE + S.POINTS]
    tiles = 0
    cells = state[own + S.TILES]
    while cells:
        tiles += 1
        cells &= cells - 1
    lines[n, OWN_TILES] = tiles
    lines[n, LENGTH] = length
    for k in range(length):
        lines[n, LINE + k] = path[k]


@kernel
def _enter(
    state: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    question: Ints,
    legal: Ints,
    frame: Ints,
    table: Table,
    rows: Table,
    stamp: int,
    tally: Ints,
) -> int:
    """Look at a position for the first time: return its verdict, or OPEN and a filled frame."""
    tally[POSITIONS] += 1
    frame[NEXT] = 0
    frame[ROW] = -1
    frame[MARK] = tally[SOLUTIONS]
    if state[S.BATTLES]:
        tally[BATTLES] += 1
        return _judge(state, question)
    if state[S.STAGE] == S.ANSWER_PUSH:
        frame[ANSWERS] = 1
        frame[RESULT] = WON
        frame[COUNT] = legal_actions(state, faces, rules, work, legal)
        return OPEN
    if _cannot(state, faces, rules, question):
        return LOST
    left = state[S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.HAND_SIZE]
    if left == 0 and question[Q.STILL]:
        fight(state, faces, rules, work, choices, quiet, T.BY_TILE)
        tally[BATTLES] += 1
        return _judge(state, question)
    row = look_up(table, rows, pack(state, faces, question, frame[PLACED], rows), stamp)
    if row >= 0:
        if table[row, STAMP] == stamp:
            known = table[row, VERDICT]
            # Solutions beyond a won position may have been dropped when an answer to an earlier
            # push refuted the plan around them, so they are looked for again.
            if known == LOST or not question[Q.PUSHES] or question[Q.FIRST_ONLY]:
                return known
        else:
            for k in range(WIDTH):
                table[row, k] = rows[0, k]
            table[row, STAMP] = stamp
        frame[ROW] = row
    frame[ANSWERS] = 0
    frame[RESULT] = LOST
    frame[COUNT] = options(state, faces, rules, work, question, frame[PLACED], legal)
    return OPEN


@kernel
def _take(frame: Ints, verdict: int, question: Ints, tally: Ints) -> None:
    """Tell a level how one of its options ended."""
    if frame[ANSWERS]:
        if verdict == LOST:  # one good answer refutes the plan, and with it all found below
            frame[RESULT] = LOST
            frame[NEXT] = frame[COUNT]
            tally[SOLUTIONS] = frame[MARK]
    elif verdict == WON:
        frame[RESULT] = WON
        if question[Q.FIRST_ONLY]:
            frame[NEXT] = frame[COUNT]


@kernel
def _search(
    states: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    question: Ints,
    legal: Ints,
    frames: Ints,
    path: Ints,
    table: Table,
    rows: Table,
    stamp: int,
    first: int,
    lines: Lines,
    tally: Ints,
) -> int:
    """Search everything that follows one action of the position in `states[0]`.

    Return WON or LOST; `lines` and `tally` get the solutions.
    """
    level = 1
    path[0] = first
    _go(states, question, frames, faces, rules, work, choices, quiet, level, first)
    fresh = True
    while True:
        frame = frames[level]
        state = states[level]
        verdict = OPEN
        if fresh:
            fresh = False
            verdict = _enter(
                state,
                faces,
                rules,
                work,
                choices,
                quiet,
                question,
                legal[level],
                frame,
                table,
                rows,
                stamp,
                tally,
            )
            if verdict == WON and state[S.BATTLES]:
                _keep(state, question, path, level, lines, tally)
        elif frame[NEXT] == frame[COUNT]:
            verdict = frame[RESULT]
            if frame[ROW] >= 0:
                table[frame[ROW], VERDICT] = verdict
        if verdict == OPEN:
            if frame[NEXT] < frame[COUNT]:
                action = legal[level, frame[NEXT]]
                frame[NEXT] += 1
                path[level] = action
                level += 1
                _go(states, question, frames, faces, rules, work, choices, quiet, level, action)
                fresh = True
            continue
        level -= 1
        if level == 0:
            return verdict
        _take(frames[level], verdict, question, tally)


@kernel
def _go(
    states: Ints,
    question: Ints,
    frames: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    level: int,
    action: int,
) -> None:
    """Copy a position one level up and do an action there. Piles are empty and are left out."""
    for i in range(S.PILES):
        states[level, i] = states[level - 1, i]
    frames[level, PLACED] = mark_of(states[level], question, action)
    step(states[level], faces, rules, work, choices, quiet, action)


@kernel
def before_battle(
    states: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    quiet: Ints,
    question: Ints,
    line: Ints,
    length: int,
    rows: Table,
) -> None:
    """Write into row 0 the board on which a line has its battle; nothing but the tiles counts."""
    state = states[1]
    for i in range(S.PILES):
        state[i] = states[0, i]
    for k in range(length):
        what = A.what(line[k])
        if what == A.PLACE:  # not by `apply`, which would fight if this fills the board
            do_on_board(state, faces, rules, work, quiet, line[k])
            lose_from_hand(state, A.slot(line[k]))
        elif what != A.BATTLE and what != A.END:
            apply(state, faces, rules, work, choices, quiet, line[k])
    state[S.MOVED : S.MOVED + S.CELLS] = 0
    state[S.SEAT + question[Q.SEAT] * S.SEAT_SIZE + S.HAND_SIZE] = 0
    pack(state, faces, question, NOTHING, rows)


@kernel
def ask(
    task: int,
    states: Ints,
    faces: Rows,
    rules: Ints,
    work: Ints,
    choices: Ints,
    trace: Ints,
    question: Ints,
    legal: Ints,
    frames: Ints,
    path: Ints,
    table: Table,
    rows: Table,
    number: int,
    action: int,
    lines: Lines,
    tally: Ints,
) -> int:
    """Do one of the tasks: a single entry point, so that the engine is compiled but once for all.

    SEARCH: what follows `action` in `states[0]`, `number` being a stamp for the table. OPTIONS of
    `states[0]`, into `legal[0]`. STEP: do `action` in `states[1]`. BEFORE: the board before the
    battle of the line in `path`, `number` actions long, into `rows[0]`. PACK: `states[1]`, into
    `rows[0]`. REACH: the most damage from `states[0]`.
    """
    if task == SEARCH:
        return _search(
            states,
            faces,
            rules,
            work,
            choices,
            trace,
            question,
            legal,
            frames,
            path,
            table,
            rows,
            number,
            action,
            lines,
            tally,
        )
    if task == OPTIONS:
        return options(states[0], faces, rules, work, question, NOTHING, legal[0])
    if task == REACH:
        return most_damage(states[0], faces, rules, question)
    if task == STEP:
        step(states[1], faces, rules, work, choices, trace, action)
    elif task == BEFORE:
        before_battle(states, faces, rules, work, choices, trace, question, path, number, rows)
    else:
        pack(states[1], faces, question, NOTHING, rows)
    return NOTHING


def new_levels() -> tuple[Ints, Ints, Ints, Ints]:
    """Return states, legal actions, frames and path of one search."""
    return (
        np.zeros((DEPTH, S.SIZE), np.int64),
        np.zeros((DEPTH, L.ROOM), np.int64),
        np.zeros((DEPTH, FRAME), np.int64),
        np.zeros(DEPTH, np.int64),
    )
