"""The greedy player: every legal action done on a copy of the table, the best value taken."""

from kernels import rng
from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import weights as P
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.board import LEADER_BIT, Ints, at, life_of, melee
from kernels.pixel_tactics.legal import special_row
from kernels.pixel_tactics.values import refresh

NEVER = -(1 << 40)
SURE = 10_000_000  # a game won
_THOUGHTS = 60  # picks followed when an action is imagined


@kernel
def _can_be_helped(state: Ints, who: int) -> bool:
    """Whether a player still has a turn in this wave (PXT-AI-9)."""
    return state[S.ACTIVE] == who or not state[S.SECOND_TURN]


@kernel
def worth_of_side(state: Ints, book: Ints, own: Ints, who: int) -> int:
    """Return what one side of the table is worth."""
    block = at(who)
    base = who * S.CELLS
    helped = _can_be_helped(state, who)
    left = life_of(state, book, base + S.MIDDLE) - state[S.DAMAGE + base + S.MIDDLE]
    value = own[P.LEADER_LIFE] * left
    if left < own[P.LOW_FROM]:
        value -= own[P.LEADER_LOW] * (own[P.LOW_FROM] - left)
    if left <= 0:
        value -= own[P.LEADER_DOOMED] if helped else SURE // 4
    front, ranged = melee(state, who), state[block + S.RANGED]
    reach = front | ranged
    bits = state[block + S.HEROES]
    while bits:
        cell = lowest(bits)
        bits &= bits - 1
        place = base + cell
        character = state[S.CARD + place] % B.CHARACTER_ROOM
        attack = book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.HERO_ATTACK]
        one = own[P.HERO] + own[P.SLOT_WORTH + character * B.SLOTS + 1 + cell // 3]
        one += attack * own[P.HERO_ATTACK if reach >> cell & 1 else P.HERO_IDLE]
        ready = helped and not state[S.USED + place] and cell // 3 == state[S.WAVE]
        if ready and reach >> cell & 1:
            one += own[P.BONUS] * state[S.BONUS + place]
        left = life_of(state, book, place) - state[S.DAMAGE + place]
        if cell == 1:
            one += own[P.SHIELD]
            if state[block + S.INTERCEPT] >> 1 & 1:
                one += own[P.SHIELD_INTERCEPT]
        if left > 0:
            one += own[P.HERO_LIFE] * left
        else:
            one = one * own[P.DOOMED_SHARE if helped else P.LOST_SHARE] // 100
        value += one
    cards = count(state[block + S.HAND])
    limit = book[B.HAND_LIMIT]
    value += own[P.CARD] * min(cards, limit) + own[P.CARD_BEYOND] * max(0, cards - limit)
    corpses = count(state[block + S.CORPSES])
    if corpses:
        useful = special_row(state, book, who) != S.NONE
        value += corpses * own[P.CORPSE_USEFUL if useful else P.CORPSE]
    if state[S.ACTIVE] == who:
        value += own[P.ACTION] * min(state[block + S.ACTIONS], 6)
        value += own[P.ORDER_ACTION] * min(state[block + S.ORDER_ACTIONS], cards)
    value += own[P.SLOWED] * state[block + S.SLOWED_NEXT]  # at most 0
    if state[block + S.WATCH] and not state[S.SECOND_TURN]:
        value += own[P.WATCHING]
    value += own[P.MARKER] * state[block + S.MARKERS]
    return value + own[P.DECK] * state[block + S.DECK_SIZE]


@kernel
def worth(state: Ints, book: Ints, own: Ints, who: int, game: int) -> int:
    """Return what a table is worth to a player; `game` is the number of the game he plays."""
    if state[S.STAGE] == S.OVER or state[S.GAME] != game:
        winner = state[S.WINNER]
        if winner == S.NONE:
            return 0
        return SURE if winner == who else -SURE
    refresh(state, book)
    return worth_of_side(state, book, own, who) - worth_of_side(state, book, own, 1 - who)


@kernel
def _weakest(state: Ints, book: Ints, places: int) -> int:
    """Return the place whose card has the least life left, lethally hit ones last."""
    best, found = 1 << 20, lowest(places)
    while places:
        place = lowest(places)
        places &= places - 1
        left = life_of(state, book, place) - state[S.DAMAGE + place]
        if left <= 0:
            left += 1 << 10
        if left < best:
            best, found = left, place
    return found


@kernel
def _sorest(state: Ints, places: int) -> int:
    """Return the place with the most damage."""
    most, found = -1, lowest(places)
    while places:
        place = lowest(places)
        places &= places - 1
        if state[S.DAMAGE + place] > most:
            most, found = state[S.DAMAGE + place], place
    return found


@kernel
def _line(state: Ints, who: int, kind: int) -> int:
    """Return the row or column where the other has most more heroes."""
    best, found = -100, 0
    for line in range(3):
        bits = 0o7 << 3 * line if kind == S.P_ROW else 0o111 << line
        gain = count(state[at(1 - who) + S.HEROES] & bits) - count(state[at(who) + S.HEROES] & bits)
        if gain > best:
            best, found = gain, line
    return found


@kernel
def quick(state: Ints, book: Ints) -> int:
    """Return the pick of somebody who does not think long: for what is only imagined."""
    who = state[S.DECIDER]
    options, op = state[S.OPTIONS], state[S.PICK_FOR]
    mine = options & 0o777 << who * S.CELLS
    yours = options & 0o777 << (1 - who) * S.CELLS
    stop = options >> S.P_STOP & 1
    if op == B.REDIRECT:
        return S.P_STOP
    if options >> S.P_YES & 1:
        return S.P_YES
    if options >> S.P_ROW & 7:
        return S.P_ROW + _line(state, who, S.P_ROW)
    if options >> S.P_COLUMN & 7:
        return S.P_COLUMN + _line(state, who, S.P_COLUMN)
    if options >> S.P_UNIT & 3 == 3:
        return S.P_UNIT + 1 - who
    attacks = (options >> S.P_MELEE | options >> S.P_RANGED) & 0o777
    if attacks:
        cell = S.MIDDLE
        if not attacks & LEADER_BIT:
            base = (1 - who) * S.CELLS
            cell = _weakest(state, book, attacks << base) - base
        ranged = S.P_RANGED + cell
        return ranged if options >> ranged & 1 else S.P_MELEE + cell
    if state[S.CHARACTER_OPTIONS]:
        return S.P_CHARACTER + lowest(state[S.CHARACTER_OPTIONS])
    if op == B.HEAL or op == B.MOVE_DAMAGE:
        if mine:
            return _sorest(state, mine)
        if stop:
            return S.P_STOP
        return lowest(options)
    if op == B.DAMAGE or op == B.DEFEAT or op == B.BOUNCE:
        if yours:
            return _weakest(state, book, yours)
        if stop:
            return S.P_STOP
        return _sorest(state, mine)
    if op == B.BOOST or op == B.REVIVE or op == B.GRANT or op == B.COPY_SPELL:
        if mine:
            return lowest(mine)
        return S.P_STOP if stop else lowest(options)
    if op == B.RETARGET:
        heroes = mine & ~(LEADER_BIT << who * S.CELLS)
        return lowest(heroes) if heroes else lowest(mine)
    return lowest(options)


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

    Each action is done on a copy of the table, with quick picks for everything that follows.
    """
    who = state[S.DECIDER]
    best, ties, chosen = NEVER, S.NO, legal[0]
    size = S.STACK + state[S.DEPTH] * S.FRAME
    patience = NEVER  # the value from which moves and swaps, which come last, are not thought of
    for k in range(n):
        action = legal[k]
        if A.what(action) >= A.MOVE and A.what(action) <= A.SWAP and best > patience:
            break
        if A.what(action) == A.LEAD:
            value = own[P.FAVOUR + A.first(action)]
        else:
            for i in range(size):
                copy[i] = state[i]
            copy[S.DREAM] = 1
            next_action = action
            for _ in range(_THOUGHTS):
                apply(copy, book, imagined, blank, next_action)
                if copy[S.STAGE] != S.PICK:
                    break
                next_action = A.action(A.PICK, quick(copy, book), 0, 0)
            value = worth(copy, book, own, who, state[S.GAME])
        if k == 0:  # to pass
            patience = value + own[P.PATIENCE]
        if value > best:
            best, ties, chosen = value, 1, action
        elif value == best:
            ties += 1
            if rng.below(streams, purpose, ties) == 0:
                chosen = action
    return chosen
