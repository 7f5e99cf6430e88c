"""What a table is worth in the eyes of a policy: the own side less the other's."""

from kernels.bits import count, lowest
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import weights as P
from kernels.pixel_tactics.board import Ints, at, life_of, melee
from kernels.pixel_tactics.legal import special_row
from kernels.pixel_tactics.values import refresh

SURE = 10_000_000  # a game won


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
