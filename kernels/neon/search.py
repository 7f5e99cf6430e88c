"""Search in Neon, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count, nth
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import weights as P
from kernels.neon.apply import apply
from kernels.neon.arena import ARENA, CARDS, LOOT, PLAYER, TIES, UPGRADES, Ints, at
from kernels.neon.greedy import choose
from kernels.neon.legal import legal_actions
from kernels.neon.play import RANDOM, record
from kernels.neon.score import points
from kernels.neon.setup import set_up
from kernels.neon.turn import advance
from kernels.neon.worth import card_worth
from kernels.search import (
    SCALE,
    WHOLE,
    Thought,
    make_consider,
    make_permitted,
    make_search,
    softened,
)

# what a seat must not do: deeds as bits, then one entry per kind of loot
BANNED_DEEDS, BANNED_KINDS = 0, 1
BANS = BANNED_KINDS + B.LOOT_ROOM

_LOWEST = -(1 << 40)
_KEPT = 2  # a card counts for this part of its worth


class Mind(NamedTuple):
    """What a thinking seat works with; `streams` are those of what it imagines."""

    book: Ints
    own: Ints
    settings: Ints
    bans: Ints
    streams: rng.Streams
    odds: Ints
    legal: Ints
    notes: Ints
    silent: Ints
    one: Ints


@kernel
def actor(state: Ints) -> int:
    """Return the seat that decides."""
    return state[S.ACTOR]


@kernel
def _is_banned(state: Ints, bans: Ints, seat: int, deed: int) -> bool:
    """Say whether something must not be done: the deed, or laying or firing the card."""
    what = A.what(deed)
    if bans[BANNED_DEEDS] >> what & 1:
        return True
    if what == A.LAY:
        free = A.second(deed) == A.FREE
        covers = A.second(deed) >= A.COVER and A.second(deed) < A.UNDER
        return (free or covers) and bans[BANNED_KINDS + A.first(deed)] != 0
    if what == A.ATTACK and A.first(deed) < S.BASE:
        kind = state[at(seat) + S.CARD + A.first(deed)]
        return kind != S.NONE and bans[BANNED_KINDS + kind] != 0
    return False


permitted = make_permitted(_is_banned, actor)


@kernel
def options(mind: Mind, state: Ints, moves: Ints) -> int:
    """Write every move that is allowed."""
    return permitted(state, mind.bans, moves, legal_actions(state, mind.book, moves))


@kernel
def _favourite(mind: Mind, state: Ints, n: int) -> int:
    """Return the greedy player's choice among the first n moves of `legal`."""
    purpose = PLAYER + 3 * state[at(state[S.ACTOR]) + S.PLAYER] + TIES
    return choose(
        state, mind.book, mind.own, mind.odds, mind.streams, purpose, mind.legal, n, mind.notes
    )


consider = make_consider(options, _favourite)


@kernel
def step(mind: Mind, state: Ints, deed: int) -> None:
    """Make a move and go on to the next decision."""
    apply(state, mind.book, mind.streams, mind.silent, deed)
    advance(state, mind.book, mind.streams, mind.silent)


@kernel
def redeal(mind: Mind, state: Ints, seat: int) -> None:
    """Deal anew what a seat cannot know: decks, later closings, and what others hold and plan."""
    book, streams = mind.book, mind.streams
    for level in range(B.CLASSES):
        deck = S.DECKS + level * S.DECK_SIZE
        shuffle(state, deck + 1, state[deck], streams, LOOT + level)
    shuffle(state, S.UPGRADES + 1, state[S.UPGRADES], streams, UPGRADES)
    # the top token is visible (NEON-SET-4)
    shuffle(state, S.SCOREBOARD + 1, max(0, state[S.SCOREBOARD] - 1), streams, ARENA)
    planning = state[S.STAGE] == S.PLAN
    for other in range(book[B.PLAYERS]):
        own = at(other)
        purpose = PLAYER + 3 * state[own + S.PLAYER] + CARDS
        if other != seat and not state[own + S.OUT]:
            planned = planning and state[own + S.PLAYED] != 0
            _redeal_hand(state, streams, own, purpose, planned)
            if planned:
                _plan_again(mind, state, other)
        else:
            shuffle(state, own + S.DECK + 1, state[own + S.DECK], streams, purpose)


@kernel
def _redeal_hand(state: Ints, streams: rng.Streams, own: int, purpose: int, planned: bool) -> None:
    """Deal a hand anew from all that may be in it; a row that lies face down goes back first."""
    unseen = state[own + S.HAND]
    if planned:
        unseen |= state[own + S.PLAYED]
        state[own + S.PLAYED] = 0
    held = count(unseen)
    for k in range(1, state[own + S.DECK] + 1):
        unseen |= 1 << state[own + S.DECK + k]
    hand = 0
    for _ in range(held):
        card = nth(unseen, rng.below(streams, purpose, count(unseen)))
        unseen &= ~(1 << card)
        hand |= 1 << card
    state[own + S.HAND] = hand
    size = 0
    for card in range(B.CARDS):
        if unseen >> card & 1:
            size += 1
            state[own + S.DECK + size] = card
    state[own + S.DECK] = size
    shuffle(state, own + S.DECK + 1, size, streams, purpose)


@kernel
def _plan_again(mind: Mind, state: Ints, other: int) -> None:
    """Let another lay the row that the greedy player would lay with the hand dealt anew."""
    actor_now = state[S.ACTOR]
    state[S.ACTOR] = other
    consider(mind, state, mind.one, mind.one.size)
    apply(state, mind.book, mind.streams, mind.silent, mind.one[0])
    state[S.ACTOR] = actor_now


@kernel
def is_over(state: Ints) -> bool:
    """Say whether the game is over."""
    return state[S.STAGE] == S.OVER


@kernel
def clock(state: Ints) -> int:
    """Return the number of the round."""
    return state[S.ROUND]


@kernel
def _prospects(mind: Mind, state: Ints, team: int) -> int:
    """Return what a team has: points, health, energy, equipment and supplies."""
    book, own = mind.book, mind.own
    total = points(state, book, team) * own[P.POINT]
    for seat in range(book[B.PLAYERS]):
        block = at(seat)
        if book[B.TEAM_OF + seat] != team or state[block + S.OUT]:
            continue
        total += state[block + S.ENERGY] * own[P.ENERGY] + state[block + S.HEALTH] * own[P.HEALTH]
        for place in range(E.TYPES):
            kind = state[block + S.CARD + place]
            if kind != S.NONE:
                total += card_worth(book, own, kind) // _KEPT
                total += state[block + S.SUPPLIED + place] * own[P.SUPPLY] // _KEPT
    return total


@kernel
def worth(mind: Mind, root: Ints, state: Ints, seat: int) -> int:
    """Return what a table is worth: the result, or the lead over the best of the other teams."""
    team = mind.book[B.TEAM_OF + seat]
    if state[S.STAGE] == S.OVER:
        people = (1 << mind.book[B.TEAM_COUNT]) - 1
        won = state[S.WINNERS] & people
        if won == 0:
            won = people  # nobody's win is shared by all (NEON-DEC-3)
        return WHOLE // count(won) if won >> team & 1 else 0
    best = _LOWEST
    for other in range(mind.book[B.TEAM_COUNT]):
        if other != team:
            best = max(best, _prospects(mind, state, other))
    return softened(_prospects(mind, state, team) - best, mind.settings[SCALE])


think = make_search(redeal, consider, options, step, is_over, actor, clock, worth)


@kernel
def play_chunk(
    thought: Thought,
    silent: Ints,
    state: Ints,
    book: Ints,
    fighters: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    odds: Ints,
    streams: rng.Streams,
    legal: Ints,
    notes: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row, as `play.play_chunk`, where seats search or are restricted."""
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, fighters[game], players[game])
        advance(state, book, streams, trace)
        decision = 0
        while state[S.STAGE] != S.OVER:
            n = permitted(state, thought.bans[game], legal, legal_actions(state, book, legal))
            deed = legal[0]
            if n > 1:
                state[S.DECISIONS] += 1
                decision += 1
                seat = state[S.ACTOR]
                if policies[game, seat] == RANDOM:
                    purpose = PLAYER + 3 * state[at(seat) + S.PLAYER] + TIES
                    deed = legal[rng.below(streams, purpose, n)]
                else:
                    budget = thought.budgets[game, seat]
                    mind = Mind(
                        book,
                        weights[policies[game, seat]],
                        thought.settings[thought.manner[game, seat]],
                        thought.bans[game],
                        thought.streams if budget else streams,
                        odds,
                        legal,
                        notes,
                        silent,
                        thought.one,
                    )
                    deed = think(mind, thought, state, budget, seed, sets[game], decision)
            apply(state, book, streams, trace, deed)
            advance(state, book, streams, trace)
        record(state, book, results[game], seats[game])
