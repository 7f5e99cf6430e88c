"""The greedy player: every legal action done on a copy of the table, the best value taken."""

from kernels import rng
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import weights as P
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.board import Ints, at
from kernels.pixel_tactics.hidden import deal_anew
from kernels.pixel_tactics.legal import ACTIONS, turn_actions, turn_kinds
from kernels.pixel_tactics.quick import quick
from kernels.pixel_tactics.worth import worth

NEVER = -(1 << 40)
FORESEEN = 1 << 40  # what has been foreseen is worth more than all that was not
_THOUGHTS = 60  # actions and picks followed when something is imagined


@kernel
def imagine(
    state: Ints, book: Ints, imagined: rng.Streams, action: int, copy: Ints, blank: Ints
) -> None:
    """Do an action on a copy of the table, with quick picks for everything that follows."""
    for i in range(S.STACK + state[S.DEPTH] * S.FRAME):
        copy[i] = state[i]
    copy[S.DREAM] = 1
    for _ in range(_THOUGHTS):
        apply(copy, book, imagined, blank, action)
        if copy[S.STAGE] != S.PICK:
            return
        action = A.action(A.PICK, quick(copy, book), 0, 0)


@kernel
def score(
    state: Ints,
    book: Ints,
    own: Ints,
    imagined: rng.Streams,
    legal: Ints,
    n: int,
    copy: Ints,
    blank: Ints,
    scores: Ints,
) -> int:
    """Write what each action is worth by its outcome; return how many were thought of."""
    who = state[S.DECIDER]
    best = patience = NEVER  # from `patience` on, moves and swaps, which come last, are left out
    for k in range(n):
        action = legal[k]
        if A.what(action) >= A.MOVE and A.what(action) <= A.SWAP and best > patience:
            return k
        if A.what(action) == A.LEAD:
            scores[k] = own[P.FAVOUR + A.first(action)]
        else:
            imagine(state, book, imagined, action, copy, blank)
            scores[k] = worth(copy, book, own, who, state[S.GAME])
        if k == 0:  # to pass
            patience = scores[k] + own[P.PATIENCE]
        best = max(best, scores[k])
    return n


@kernel
def likely(
    state: Ints,
    book: Ints,
    own: Ints,
    imagined: rng.Streams,
    legal: Ints,
    copy: Ints,
    blank: Ints,
    who: int,
    known: int,
) -> int:
    """Return what the active player may well do, as far as `who` can know and cares to think."""
    kinds = turn_kinds(state, book) & ~(1 << A.MOVE | 1 << A.SWAP)
    if state[S.DECIDER] != who:  # whose cards are hidden
        kinds &= ~(1 << A.DRAW | 1 << A.RECRUIT | 1 << A.ORDER)
    n = turn_actions(state, book, kinds, legal)
    if state[S.DECIDER] == who:
        kept = 0
        for k in range(n):
            what = A.what(legal[k])
            plays = what == A.RECRUIT or what == A.ORDER
            if not plays or known >> A.first(legal[k]) & 1:
                legal[kept] = legal[k]
                kept += 1
        n = kept
    if n == 1:
        return legal[0]
    scores = legal[ACTIONS:]
    n = score(state, book, own, imagined, legal, n, copy, blank, scores)
    best = 0
    for k in range(1, n):
        if scores[k] > scores[best]:
            best = k
    return legal[best]


@inlined
def _turn(state: Ints) -> int:
    """Return the number of the turn."""
    return 2 * state[S.WAVES] + state[S.SECOND_TURN]


@kernel
def foresee(
    state: Ints,
    book: Ints,
    own: Ints,
    imagined: rng.Streams,
    legal: Ints,
    n: int,
    copy: Ints,
    blank: Ints,
    scores: Ints,
) -> None:
    """Score the best few actions by how the table may look some turns later.

    Everybody goes on greedily with what lies open: the other plays no cards, and he who thinks only
    those that he holds now. Where an effect wants a card all the same, it is one that may be there.
    All other actions are out of the question.
    """
    who = state[S.DECIDER]
    ahead, deeper, begin = copy[: S.SIZE], copy[S.SIZE : 2 * S.SIZE], copy[2 * S.SIZE :]
    later = legal[2 * ACTIONS :]
    for i in range(S.STACK + state[S.DEPTH] * S.FRAME):
        begin[i] = state[i]
    deal_anew(begin, imagined, who)
    known = state[at(who) + S.HAND]
    last = _turn(state) + own[P.LOOK_FAR]
    for _ in range(min(own[P.LOOK_AT], n)):
        pick, best = 0, NEVER
        for k in range(n):
            if best < scores[k] < FORESEEN:
                best, pick = scores[k], k
        imagine(begin, book, imagined, legal[pick], ahead, blank)
        for _ in range(_THOUGHTS):
            if ahead[S.STAGE] == S.OVER or ahead[S.GAME] != state[S.GAME]:
                break
            if _turn(ahead) >= last:
                break
            action = A.action(A.PICK, quick(ahead, book), 0, 0)
            if ahead[S.STAGE] != S.PICK:
                action = likely(ahead, book, own, imagined, later, deeper, blank, who, known)
            apply(ahead, book, imagined, blank, action)
        scores[pick] = worth(ahead, book, own, who, state[S.GAME]) + 2 * FORESEEN
    for k in range(n):
        if scores[k] < FORESEEN:
            scores[k] = NEVER


@kernel
def choose(
    state: Ints,
    book: Ints,
    own: Ints,
    streams: rng.Streams,
    imagined: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
    copy: Ints,
    blank: Ints,
) -> int:
    """Return the action with the best outcome; ties are broken by the player's own stream.

    With `look_at` above 1 the best so many are followed further (`foresee`).
    """
    scores = legal[ACTIONS:]
    n = score(state, book, own, imagined, legal, n, copy, blank, scores)
    if own[P.LOOK_AT] > 1 and n > 1 and A.what(legal[0]) != A.LEAD:
        foresee(state, book, own, imagined, legal, n, copy, blank, scores)
    best, ties, chosen = NEVER, S.NO, legal[0]
    for k in range(n):
        if scores[k] > best:
            best, ties, chosen = scores[k], 1, legal[k]
        elif scores[k] == best:
            ties += 1
            if rng.below(streams, purpose, ties) == 0:
                chosen = legal[k]
    return chosen
