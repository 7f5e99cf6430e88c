"""Search in Steel Arena, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count, lowest
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.search import SCALE, WHOLE, Thought, make_permitted, make_search, softened
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import weights as P
from kernels.steel_arena.apply import GO_ON, apply, carry_out
from kernels.steel_arena.decide import RANDOM
from kernels.steel_arena.greedy import NEVER, copy, place_worth, quick
from kernels.steel_arena.legal import legal_actions
from kernels.steel_arena.play import record
from kernels.steel_arena.setup import set_up
from kernels.steel_arena.state import Ints, at
from kernels.steel_arena.turn import PLAYER, TIES, TILES, settle
from kernels.steel_arena.view import view

# what a seat must not do: deeds as bits, then one entry per kind of module
BANNED_DEEDS, BANNED_KINDS = 0, 1
BANS = BANNED_KINDS + B.KINDS


class Mind(NamedTuple):
    """What a thinking seat works with; `streams` are those of what it imagines."""

    book: Ints
    own: Ints
    settings: Ints
    bans: Ints
    streams: rng.Streams
    players: Ints
    legal: Ints
    ahead: Ints
    more: Ints
    silent: Ints
    scores: Ints
    one: Ints


@kernel
def actor(state: Ints) -> int:
    """Return the seat that decides."""
    return state[S.ACTOR]


@kernel
def _is_banned(state: Ints, bans: Ints, seat: int, deed: int) -> bool:
    """Say whether a seat must not do something: the deed, or the module it takes."""
    what = A.what(deed)
    if bans[BANNED_DEEDS] >> what & 1:
        return True
    uses = what == A.GO or what == A.TURN or what == A.ATTACK or what == A.RAM or what == A.DEFEND
    slot = A.first(deed)
    if not uses or slot >= B.SLOTS:
        return False
    return bans[BANNED_KINDS + state[at(seat) + S.KIND + slot]] != 0


permitted = make_permitted(_is_banned, actor)


@kernel
def options(mind: Mind, state: Ints, moves: Ints) -> int:
    """Write every move that is allowed."""
    return permitted(state, mind.bans, moves, legal_actions(state, mind.book, moves))


@kernel
def _score(mind: Mind, state: Ints, deed: int) -> int:
    """Return what the greedy player expects of an action (see `decide`)."""
    book, own = mind.book, mind.own
    seat = state[S.ACTOR]
    stage = state[S.STAGE]
    if stage == S.EQUIP:
        score = 0
        for k in range(book[B.DEALT]):
            if A.first(deed) >> k & 1:
                score += own[P.COUNT + state[S.DEAL + seat * B.DEAL_ROOM + k]]
        return score
    if stage == S.CHOOSE_ABILITY:
        return 0
    if stage == S.PLACE:
        return place_worth(state, book, own, seat, deed)
    copy(state, mind.ahead)
    mind.ahead[S.GUESSING] = seat + 1
    carry_out(mind.ahead, book, mind.silent, deed)
    while settle(mind.ahead, book, mind.silent, mind.more):
        answers = legal_actions(mind.ahead, book, mind.more)
        best = quick(mind.ahead, book, own, mind.more, answers)
        carry_out(mind.ahead, book, mind.silent, mind.more[best])
    score = view(mind.ahead, book, own, seat)
    if A.what(deed) == A.COOL_ALL:
        score -= own[P.RESTLESS] * state[S.QUIET]
    return score


@kernel
def consider(mind: Mind, state: Ints, moves: Ints, few: int) -> int:
    """Write the best few moves, the best first; equally good ones are drawn for."""
    legal = mind.legal
    n = permitted(state, mind.bans, legal, legal_actions(state, mind.book, legal))
    if n == 1:
        moves[0] = legal[0]
        return n
    stage = state[S.STAGE]
    thumb = stage == S.DISCARD or stage == S.HEAT or stage == S.COOL
    if thumb or stage == S.DEFEND or stage == S.MINE_TYPE:
        best = quick(state, mind.book, mind.own, legal, n)
        moves[0] = legal[best]
        found = 1
        for i in range(n):
            if i != best and found < few:
                moves[found] = legal[i]
                found += 1
        return found
    purpose = PLAYER + 2 * mind.players[state[S.ACTOR]] + TIES
    first = rng.below(mind.streams, purpose, n)
    found = 0
    for i in range(n):
        deed = legal[(first + i) % n]
        score = _score(mind, state, deed)
        if found == few and score <= mind.scores[few - 1]:
            continue
        k = found if found < few else few - 1
        while k > 0 and mind.scores[k - 1] < score:
            mind.scores[k] = mind.scores[k - 1]
            moves[k] = moves[k - 1]
            k -= 1
        mind.scores[k] = score
        moves[k] = deed
        if found < few:
            found += 1
    return found


@kernel
def step(mind: Mind, state: Ints, deed: int) -> None:
    """Make a move and go on to the next decision."""
    apply(state, mind.book, mind.streams, mind.silent, mind.more, deed)


@kernel
def redeal(mind: Mind, state: Ints, seat: int) -> None:
    """Deal anew what a seat cannot know: the stack, equipment not yet shown, kinds of mines."""
    book, streams = mind.book, mind.streams
    shuffle(state, S.PILE_3 + 1, state[S.PILE_3], streams, TILES)
    box = book[B.AREAS] if state[S.PHASE] > S.SETTING_UP else 0
    for other in range(book[B.PLAYERS]):
        if other == seat:
            continue
        block = at(other)
        hidden = state[block + S.HIDDEN] & state[block + S.OWNED]
        while hidden:
            slot = lowest(hidden)
            hidden &= hidden - 1
            _exchange(state, book, streams, block + S.KIND + slot, box)
            auto = book[B.KIND + state[block + S.KIND + slot] * B.KIND_SIZE + B.AUTOCOOL]
            state[block + S.AUTO] &= ~(1 << slot)
            if auto:
                state[block + S.AUTO] |= 1 << slot
        for k in range(book[B.DEALT]):
            if state[S.DEAL + other * B.DEAL_ROOM + k] >= 0:
                _exchange(state, book, streams, S.DEAL + other * B.DEAL_ROOM + k, box)
        if state[block + S.SHOWN] == 0 and rng.below(streams, TILES, 2):
            _swap_mines(state, other)


@kernel
def _exchange(state: Ints, book: Ints, streams: rng.Streams, place: int, box: int) -> None:
    """Exchange a module that nobody else has seen with any of its type in the box, or with none."""
    kind = state[place]
    wanted = book[B.KIND + kind * B.KIND_SIZE + B.TYPE]
    fitting = 1
    for k in range(box + 1, state[S.PILE_2] + 1):
        fitting += book[B.KIND + state[S.PILE_2 + k] * B.KIND_SIZE + B.TYPE] == wanted
    left = rng.below(streams, TILES, fitting)
    for k in range(box + 1, state[S.PILE_2] + 1):
        if book[B.KIND + state[S.PILE_2 + k] * B.KIND_SIZE + B.TYPE] == wanted:
            left -= 1
            if left == 0:
                state[place] = state[S.PILE_2 + k]
                state[S.PILE_2 + k] = kind
                return


@kernel
def _swap_mines(state: Ints, seat: int) -> None:
    """Let the two mines of a seat, in hand or laid, change places."""
    held = state[at(seat) + S.MINES]
    state[at(seat) + S.MINES] = (held & 1) << 1 | held >> 1
    laid = state[S.MINED]
    while laid:
        cell = lowest(laid)
        laid &= laid - 1
        mine = state[S.MINE_AT + cell] - 1
        if mine // 2 == seat:
            state[S.MINE_AT + cell] = 1 + (mine ^ 1)


@kernel
def is_over(state: Ints) -> bool:
    """Say whether the game is over."""
    return state[S.STAGE] == S.OVER


@kernel
def clock(state: Ints) -> int:
    """Return the number of the turn."""
    return state[S.TURN_NUMBER]


@kernel
def worth(mind: Mind, root: Ints, state: Ints, seat: int) -> int:
    """Return what a table is worth: the result, or the lead in view over the best of the others."""
    if state[S.STAGE] == S.OVER:
        won = state[S.WINNERS]
        return WHOLE // count(won) if won >> seat & 1 else 0
    best = NEVER
    for other in range(mind.book[B.PLAYERS]):
        if other != seat:
            best = max(best, view(state, mind.book, mind.own, other))
    lead = view(state, mind.book, mind.own, seat) - best
    return softened(lead, mind.settings[SCALE])


think = make_search(redeal, consider, options, step, is_over, actor, clock, worth)


@kernel
def play_chunk(
    thought: Thought,
    state: Ints,
    book: Ints,
    robots: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    legal: Ints,
    ahead: Ints,
    more: Ints,
    silent: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row, as `play.play_chunk`, where seats search or are restricted."""
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, robots[game], players[game])
        deed = GO_ON - game
        decision = 0
        while True:
            apply(state, book, streams, trace, more, deed)
            if state[S.STAGE] == S.OVER:
                break
            decision += 1
            n = permitted(state, thought.bans[game], legal, legal_actions(state, book, legal))
            deed = legal[0]
            if n == 1:
                continue
            seat = state[S.ACTOR]
            if policies[game, seat] == RANDOM:
                purpose = PLAYER + 2 * players[game, seat] + TIES
                deed = legal[rng.below(streams, purpose, n)]
                continue
            budget = thought.budgets[game, seat]
            mind = Mind(
                book,
                weights[policies[game, seat]],
                thought.settings[thought.manner[game, seat]],
                thought.bans[game],
                thought.streams if budget else streams,
                players[game],
                legal,
                ahead,
                more,
                silent,
                thought.scores,
                thought.one,
            )
            deed = think(mind, thought, state, budget, seed, sets[game], decision)
        record(state, book, results[game], seats[game])
